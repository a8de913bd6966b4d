"""The mechanisms that the refuter is tried on: those of the gallery, and those written for it."""

from functools import cache
from pathlib import Path

from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.refute import Counterexample, Refutation, refute

HERE = Path(__file__).parent
GALLERY = HERE.parents[1] / "gallery"


def mechanisms(path: Path) -> list[Mechanism]:
    """All mechanisms of a file; one that cannot be read is a mistake in the test."""
    found = read_file(path)
    unread = [f for f in found if not isinstance(f, Mechanism)]
    assert not unread, unread
    return [f for f in found if isinstance(f, Mechanism)]


@cache
def folder(name: str) -> list[Mechanism]:
    """All mechanisms of a folder of the gallery."""
    return [m for path in sorted((GALLERY / name).glob("*.py")) for m in mechanisms(path)]


def named(name: str) -> Mechanism:
    """A mechanism by its name, wherever it is."""
    places = [*(m for kind in ("broken", "private", "open") for m in folder(kind)), *BROKEN, *PRIVATE]
    return next(m for m in places if m.name == name)


@cache
def refuted(name: str) -> Refutation:
    """What the refuter says about a mechanism, in one process and with its usual effort."""
    return refute(named(name), jobs=1)


def counterexample(name: str) -> Counterexample:
    """The counterexample to a broken mechanism."""
    found = refuted(name).counterexample
    assert found is not None
    return found


BROKEN = mechanisms(HERE / "broken.py")
PRIVATE = mechanisms(HERE / "private.py")
