"""Certificates of refutations: accepted as written, rejected when anything in them is altered."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import twinproof
from tests.refute.programs import BROKEN, GALLERY, counterexample, folder, named
from twinproof.document.strict import Rejected
from twinproof.lang.mechanism import Mechanism
from twinproof.verify.counterexample_document import check_refuted, digest, write

NAMES = (
    "noisy_max_half_noise",
    "lyu_5",
    "exponential_mechanism_half_noise",
    "delta_with_lists",
    "noise_forgets_epsilon",
)


def written(mechanism: Mechanism, source: str = "") -> dict[str, Any]:
    """A certificate, as it comes back from a file."""
    return dict(json.loads(json.dumps(write(mechanism, counterexample(mechanism.name), source))))


@pytest.mark.parametrize("mechanism", [*folder("broken"), *BROKEN[::6]], ids=lambda m: m.name)
def test_certificates_are_accepted(mechanism: Mechanism) -> None:
    checked = check_refuted(written(mechanism, "text"), mechanism, "text")
    assert checked.mechanism == mechanism
    assert "does not keep its claim" in checked.counterexample.explain()


def altered(value: Any) -> Iterator[Any]:
    """Values that are nearly this one."""
    match value:
        case bool():
            yield not value
            yield int(value)
        case int():
            yield from (value + 1, value - 1, -value - 7, float(value), str(value), value == 1, None)
        case float():
            yield from (value * (1 + 1e-12) + 1e-300, value * 0.5 + 1e-9, -value - 1.0, 1.5, str(value), None)
        case str():
            yield from (value + "0", "", value[:-1] + "1", "2", 1, None)
        case list():
            yield from (value[:-1], [*value, *value[-1:]], value[::-1], None)
        case dict():
            yield from ({k: v for n, (k, v) in enumerate(value.items()) if n}, {**value, "more": 0}, None)
        case None:
            yield 0


def alterations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The document with one thing altered, for all things in it."""

    def walk(here: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
        yield path, here
        if isinstance(here, dict | list):
            for key in here if isinstance(here, dict) else range(len(here)):
                yield from walk(here[key], (*path, key))

    for path, value in walk(document, ()):
        for other in altered(value):
            if not path or (type(other) is type(value) and other == value):
                continue
            forged = copy.deepcopy(document)
            place: Any = forged
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = other
            yield f"{'/'.join(map(str, path))} → {other!r:.60}", forged


def is_rejected(document: dict[str, Any], mechanism: Mechanism | None = None, source: str | None = None) -> bool:
    """Whether the check refuses the document, in its own words."""
    try:
        check_refuted(document, mechanism, source)
    except Rejected:
        return True
    return False


def sealed(document: dict[str, Any]) -> dict[str, Any]:
    """The document with a digest that fits, as a forger would write it."""
    return {**document, "digest": digest(document)}


@pytest.mark.parametrize("name", NAMES)
def test_what_is_altered_is_rejected(name: str) -> None:
    document = written(named(name), "text")
    forged = list(alterations(document))
    assert len(forged) > 200
    accepted = [what for what, other in forged if not is_rejected(other)]
    assert accepted == []


@pytest.mark.parametrize("name", NAMES)
def test_a_forged_program_is_not_that_of_the_source(name: str) -> None:
    mechanism = named(name)
    document = written(mechanism, "text")
    program = {part: document[part] for part in ("mechanism", "terms", "programs", "source")}
    forged = [(what, sealed({**document, **other})) for what, other in alterations(program)]
    accepted = [what for what, other in forged if not is_rejected(other, mechanism, "text")]
    assert accepted == []


@pytest.mark.parametrize("name", NAMES)
def test_numbers_are_computed_and_not_believed(name: str) -> None:
    document = written(named(name))
    stated = document["counterexample"]
    numbers = {part: stated[part] for part in ("p_left", "p_right", "epsilon", "delta", "loss_at_least")}
    forged = [
        (what, sealed({**document, "counterexample": {**stated, **other}})) for what, other in alterations(numbers)
    ]
    assert len(forged) > 20
    accepted = [what for what, other in forged if not is_rejected(other)]
    assert accepted == []


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("left", {"answers": [5, 5], "threshold": 0, "eps": "1"}),  # not adjacent
        ("left", {"answers": [0, 1], "threshold": 1, "eps": "1"}),  # another public value
        ("left", {"answers": [0, 1], "threshold": 0, "eps": 1}),
        ("left", {"answers": [0, 1], "threshold": 0, "eps": "01"}),
        ("left", {"answers": [0, 1], "threshold": 0, "eps": "0"}),
        ("left", {"answers": [0, True], "threshold": 0, "eps": "1"}),
        ("left", {"answers": [0, 1], "threshold": 0}),
        ("left", [0, 1]),
        ("right", {"answers": [0, 1], "threshold": 0, "eps": "1"}),  # the same input
        ("event", []),
        ("event", [[False, True], [False, True]]),  # counted twice
        ("event", [[True, True]]),
        ("event", [[0, 1]]),
        ("event", [3]),
        ("event", [[False, True]] * 20_000),
    ],
)
def test_forged_counterexamples_are_rejected(part: str, value: Any) -> None:
    document = written(named("lyu_5"))
    assert document["counterexample"]["left"] == {"answers": [0, 1], "threshold": 0, "eps": "1"}
    forged = sealed({**document, "counterexample": {**document["counterexample"], part: value}})
    assert is_rejected(forged)


def test_a_private_mechanism_cannot_be_refuted_by_a_borrowed_counterexample() -> None:
    broken, private = written(named("partial_sum_half_noise")), named("partial_sum")
    forged = json.loads(json.dumps(write(private, counterexample("partial_sum_half_noise"))))
    assert is_rejected(forged)
    assert not is_rejected(broken)


def test_a_program_that_never_stops_is_rejected_soon() -> None:
    """The check has limits of its own."""
    document = written(named("five_or_more_queries"))
    stated = document["counterexample"]
    for side in ("left", "right"):
        stated[side]["answers"] = [0 if side == "left" else 1] * 100_000
    assert is_rejected(sealed(document))


def test_the_command(tmp_path: Path) -> None:
    source = GALLERY / "broken" / "lyu_4.py"
    mechanism = named("lyu_4")
    path = tmp_path / "lyu_4.json"
    path.write_text(json.dumps(written(mechanism, source.read_text())))
    done = twinproof("check", str(path), "--source", str(source), "--explain")
    assert (done.returncode, done.stderr) == (0, "")
    assert "accepted: lyu_4 is not (eps, 0)-differentially private" in done.stdout
    assert "The loss is" in done.stdout
    other = tmp_path / "lyu_4.py"
    other.write_text(source.read_text().replace("4 / (3 * eps)", "4 / (2 * eps)"))
    assert twinproof("check", str(path), "--source", str(other)).returncode == 1
    path.write_text(path.read_text().replace('"1"', '"2"'))
    assert twinproof("check", str(path)).returncode == 1
