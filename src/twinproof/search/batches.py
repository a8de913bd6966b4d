"""The trials of one shape in batches: to search with, and to check what they let through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from twinproof.search.trials import Trial, Trials

MADE_AT_FIRST = 150  # trials
_LONG = 25  # … and on long lists
_CHECKS = 300  # attempts at further trials, for combinations that passed the first ones


def at_first(source: Trials) -> Iterator[Trial]:
    """The trials to search with, one after the other."""
    yield from source.stream(MADE_AT_FIRST)
    yield from source.long(_LONG)


class Made:
    """Trials of one shape; those to check with are made when they are needed."""

    def __init__(self, source: Trials) -> None:
        self._source = source
        self.trials = list(at_first(source))

    @cached_property
    def checks(self) -> list[Trial]:
        return list(self._source.stream(_CHECKS))


class Checks:
    """The checks that have not become trials."""

    def __init__(self, made: Callable[[], list[Trial]]) -> None:
        self._at_first = made

    @cached_property
    def left(self) -> list[Trial]:
        return self._at_first()
