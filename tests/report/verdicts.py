"""Verdicts for the tests of the report: real ones, and one made by hand for what the gallery may not have."""

from fractions import Fraction
from functools import cache
from pathlib import Path

from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.expr import ZERO
from twinproof.lang.reader import read_mechanism
from twinproof.refute import LargestLoss, Refutation
from twinproof.report.content import Entry, entry
from twinproof.report.page import render
from twinproof.search.result import Attempted, Draw, Example, Searched, Stuck
from twinproof.verify import Verdict, verify

GALLERY = Path(__file__).parent.parent.parent / "gallery"
PROVED = GALLERY / "private" / "above_threshold.py"
MONOTONE = GALLERY / "private" / "noisy_max_monotone.py"
REFUTED = GALLERY / "broken" / "lyu_4.py"


@cache
def verdict(path: Path) -> Verdict:
    """The verdict on a file with one mechanism."""
    return verify(read_mechanism(path), jobs=1)


def unknown() -> Verdict:
    """A verdict as it is when neither a proof nor a counterexample was found."""
    mechanism = read_mechanism(PROVED)
    left = {"answers": [0, 3], "threshold": 2, "eps": 1}
    right = {**left, "answers": [1, 3]}
    bar, noisy = Draw(0, 22, "bar"), Draw(1, 24, "noisy")
    example = Example(left, right, 1, ((bar, 5), (noisy, -7)))
    tried = (
        Attempted(((bar, ZERO), (noisy, ZERO)), "no <invariant> & more"),
        Searched(((bar, 3), (noisy, 4)), 0, 9, True),
    )
    stuck = Stuck("no shift keeps <the runs> together", 24, tried, example)
    seen = LargestLoss(left, right, {"threshold": 2, "eps": 1}, EpsilonDelta(Fraction(1), Fraction(0)), 0.625)
    refutation = Refutation(mechanism.name, None, seen, seen, 4321, ("2 entries",), ("long lists",))
    return Verdict(mechanism, "unknown", 1.5, None, stuck, refutation)


@cache
def entries() -> tuple[Entry, ...]:
    """One entry of each kind of verdict, and a proof by cases."""
    found = [entry(verdict(path)) for path in (PROVED, REFUTED, MONOTONE)]
    return (*found, entry(unknown()))


@cache
def page() -> str:
    """The page of them."""
    return render(entries())


def run_text(text: str, scope: dict[str, object]) -> None:
    """Run a text as a notebook's cell; a file of mechanisms may not do so itself."""
    exec(text, scope)
