"""Rich displays in notebooks: small, true, and text where they hold text."""

from pathlib import Path

import pytest

from tests.report.reading import Page
from tests.report.verdicts import PROVED, REFUTED, run_text, unknown, verdict
from twinproof import Epsilon, laplace, mechanism
from twinproof.exact.display import loss, probability
from twinproof.exact.meaning import compare, distribution
from twinproof.lang.reader import read_mechanism

LEFT = {"answers": [0, 1], "threshold": 0, "eps": 1}
RIGHT = {"answers": [1, 0], "threshold": 0, "eps": 1}


def shown(thing: object) -> Page:
    """What a notebook shows for it."""
    text = thing._repr_html_()  # type: ignore[attr-defined]
    assert len(text) < 20_000
    return Page(text)


def test_a_distribution() -> None:
    found = distribution(read_mechanism(PROVED), LEFT)
    read = shown(found)
    assert "Output of above_threshold" in read.text
    for output, _ in found.most_likely(3):
        assert f"{output}" in read.text
        assert probability(found.mass(output)) in read.text


def test_a_comparison() -> None:
    found = compare(read_mechanism(PROVED), LEFT, RIGHT)
    read = shown(found)
    assert found.worst is not None
    assert f"largest loss {loss(found.worst)}" in read.text
    assert "could not be decided: the outputs that are listed keep it, and a mass of up to" in read.text
    assert read.text.count("✓ within") == len(found.rows)
    refutation = verdict(REFUTED).refutation
    assert refutation is not None
    assert refutation.counterexample is not None
    bad = compare(read_mechanism(REFUTED), refutation.counterexample.left, refutation.counterexample.right)
    assert "✗ above" in shown(bad).text
    assert "these two inputs break the claim" in shown(bad).text


@pytest.mark.parametrize("path", [PROVED, REFUTED], ids=lambda p: p.stem)
def test_a_verdict(path: Path) -> None:
    found = verdict(path)
    read = shown(found)
    assert found.kind in read.text
    assert " ".join(found.evidence().split()) in read.text
    assert len(read.all("details")) == 1


def test_an_open_verdict_is_text() -> None:
    read = shown(unknown())
    assert "? unknown" in read.text
    assert "no shift keeps <the runs> together" in read.text


@mechanism(epsilon="eps")
def public_noise(eps: Epsilon) -> int:
    return laplace(0, 1 / eps)


def test_a_mechanism() -> None:
    read = shown(public_noise)
    assert " ".join(str(public_noise).split()) in read.text


def test_a_mechanism_that_cannot_be_read_says_why() -> None:
    scope: dict[str, object] = {"mechanism": mechanism, "Epsilon": Epsilon}
    run_text("@mechanism(epsilon='eps')\ndef typed_in(eps: Epsilon) -> int:\n    return 0", scope)
    text = shown(scope["typed_in"]).text
    assert "<mechanism typed_in" in text
    assert len(text) > len("<mechanism typed_in(eps) claiming")
