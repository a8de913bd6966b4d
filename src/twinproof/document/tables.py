"""Tables of rows in which a row refers to earlier rows only, so that a document cannot be cyclic.

What is shared is written once and read once. How large a row would be if it were spelled out is counted before anything
is built from it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from twinproof.document.strict import NOT_WELL_FORMED, Rejected

MOST_ROWS = 200_000
MOST_DEPTH = 150  # of an expression or a program
MOST_IN_ALL = 10_000_000  # parts of all rows of a document

Node = TypeVar("Node")
Shared = TypeVar("Shared", bound=Hashable)


class WrittenTable(Generic[Shared]):
    """Rows with their numbers; equal nodes share one."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self._numbers: dict[Shared, int] = {}

    def __contains__(self, node: Shared) -> bool:
        return node in self._numbers

    def number(self, node: Shared) -> int:
        """The number of a node that was added."""
        return self._numbers[node]

    def add(self, node: Shared, row: Any) -> None:
        """A row for a new node; its parts have theirs already."""
        self.rows.append(row)
        self._numbers[node] = len(self.rows) - 1


class Count:
    """Counts the parts of all rows of a document."""

    def __init__(self) -> None:
        self.parts = 0


class ReadTable(Generic[Node]):
    """The nodes of the rows that were decoded so far, none of more than so many parts."""

    def __init__(self, most: int, count: Count) -> None:
        self._nodes: list[Node] = []
        self._shapes: list[tuple[int, int]] = []  # how many parts, how deep
        self._most = most
        self._count = count

    def fill(self, name: str, rows: Any, decode: Callable[[Any], Node]) -> None:
        """Decode all rows; `decode` asks for the `parts` of each."""
        if not isinstance(rows, list) or len(rows) > MOST_ROWS:
            raise Rejected(f"{name}: a table of at most {MOST_ROWS} rows is needed")
        for number, row in enumerate(rows):
            try:
                self._nodes.append(decode(row))
            except NOT_WELL_FORMED as problem:
                raise Rejected(f"{name}[{number}]: {type(problem).__name__}: {problem}") from None

    def at(self, number: Any) -> Node:
        """The node of an earlier row."""
        return earlier(self._nodes, number)

    def parts(self, *numbers: Any) -> tuple[Node, ...]:
        """The parts of the row that is being decoded, which must not become too large."""
        parts = tuple(map(self.at, numbers))
        self._measure(numbers)
        return parts

    def _measure(self, numbers: Iterable[int]) -> None:
        """Note how large and how deep a new row is, before it is built; refuse what is too large."""
        parts = [self._shapes[n] for n in numbers]
        size, depth = 1 + sum(s for s, _ in parts), 1 + max((d for _, d in parts), default=0)
        self._count.parts += size
        if size > self._most or self._count.parts > MOST_IN_ALL:
            raise ValueError(f"it has more than {self._most} parts, or all have more than {MOST_IN_ALL}")
        if depth > MOST_DEPTH:
            raise ValueError(f"it is nested more than {MOST_DEPTH} deep")
        self._shapes.append((size, depth))


def earlier(rows: Sequence[Node], number: Any) -> Node:
    """The row of that number, if there is one by now."""
    if type(number) is not int or not 0 <= number < len(rows):
        raise ValueError(f"there is no earlier row {number!r:.40}")
    return rows[number]
