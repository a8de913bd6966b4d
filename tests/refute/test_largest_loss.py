"""The largest loss that was seen: never below the one that is shown, and with the parameters that it belongs to."""

import math
import re
from functools import cache
from pathlib import Path

import pytest

from tests.report.reading import Page
from tests.volume import some
from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import TOLERANCE, compare
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.python_values import shown
from twinproof.lang.reader import read_mechanism
from twinproof.refute.evidence import LargestLoss, Refutation
from twinproof.report.content import entry
from twinproof.report.page import render
from twinproof.verify import Verdict, verify

BROKEN = [
    path
    for path in sorted((Path(__file__).parents[2] / "gallery" / "broken").glob("*.py"))
    if isinstance(read_mechanism(path).claim, EpsilonDelta)  # the others have no loss, but divergences
]
NUMBER = re.compile(r"is (?:about )?([0-9.e+-]+) at least, and claimed is ε = ([0-9/]+)")
ONCE = pytest.mark.parametrize("path", some(BROKEN, 3), ids=lambda p: p.stem)
MODEST = Limits(rows=400_000, work=100_000_000)


@cache
def verdict(path: Path) -> Verdict:
    return verify(read_mechanism(path), jobs=1)


def found_in(path: Path) -> Refutation:
    refutation = verdict(path).refutation
    assert refutation is not None
    return refutation


def confirmed(path: Path, seen: LargestLoss) -> bool:
    """Whether the engine, asked again, finds such a loss on these inputs, and this ε to be claimed."""
    for tolerance in (TOLERANCE, 1e-60):  # a loss that grows with the distance is looked for further out as well
        compared = compare(read_mechanism(path), seen.left, seen.right, tolerance, MODEST)
        assert compared.claim == seen.claim
        if not compared.complete:
            return True
        if seen.claim.delta > 0:
            assert seen.needed <= compared.least_delta.upper
            assert seen.at_least <= compared.least_epsilon.at_most
            return True
        if compared.loss_at_least >= seen.at_least * (1 - 1e-9):
            return True
    return False


@ONCE
def test_it_is_no_smaller_than_the_one_that_is_shown(path: Path) -> None:
    found = found_in(path)
    example, seen, farthest = found.counterexample, found.largest, found.farthest
    assert example is not None
    assert seen is not None
    assert farthest is not None
    assert seen.needed >= example.delta_at_least
    assert example.claim.delta > 0 or seen.at_least >= example.loss_at_least
    assert (seen.public, seen.claim) == (example.public, example.claim)
    assert farthest.times >= seen.times
    assert confirmed(path, seen)
    assert confirmed(path, farthest)


@ONCE
def test_all_words_have_the_same_numbers(path: Path) -> None:
    """The verdict, its JSON and the report."""
    found, words = found_in(path), verdict(path).evidence()
    example, seen = found.counterexample, found.largest
    assert example is not None
    assert seen is not None
    document = verdict(path).summary(str(path))
    inf = math.isinf(example.loss_at_least)
    assert document["counterexample"]["loss_at_least"] == ("inf" if inf else example.loss_at_least)
    assert document["largest_loss"] == seen.to_json()
    told = NUMBER.findall(words)
    assert [loss for loss, _ in told] == sorted((loss for loss, _ in told), key=float)  # the shown one comes first
    assert {epsilon for _, epsilon in told} <= {shown(example.claim.amount)}
    if len(told) == 2:
        assert (
            f"The largest loss that was seen with {', '.join(f'{k} = {shown(v)}' for k, v in seen.public.items())}"
            in words
        )
    page = entry(verdict(path))
    read = Page(render([page])).text
    assert example.loss_words() in read
    assert all(f"{loss} at least" in read for loss, _ in told)
    assert page.example is not None
    if page.example.trouble == "":
        least = re.match(r"(?:at least )?([0-9.]+|∞)", page.example.largest)
        assert least is not None, page.example.largest
        assert float(least[1].replace("∞", "inf")) >= example.loss_at_least - 1e-4
