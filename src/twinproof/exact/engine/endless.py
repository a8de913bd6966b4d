"""Loops that are known never to end."""

from __future__ import annotations

from typing import Any

from twinproof.exact.engine.states import States, filled
from twinproof.lang.command import While, has_sampling
from twinproof.lang.types import INT


class RepetitionWatch:
    """Sees that a loop without noise has come back to a set of states that it had before, and so never ends.

    The body is then a function on a finite set of states. If the set comes back after some iterations and no state has
    left the loop in between, that function maps the set onto itself, again and again.
    """

    def __init__(self, loop: While) -> None:
        self.applies = not has_sampling(loop.body)
        self.snapshot: set[tuple[Any, ...]] | None = None
        self.step = 0
        self.next = 1

    def repeats(self, active: list[States | None]) -> bool:
        self.step += 1
        if not self.applies or any(t is not None and len(t) > 4096 for t in active):
            return False
        if self.snapshot is not None and self._rows(active) == self.snapshot:
            return True
        if self.step >= self.next:
            self.snapshot, self.next = self._rows(active), 2 * self.step
        return False

    @staticmethod
    def _rows(active: list[States | None]) -> set[tuple[Any, ...]]:
        rows: set[tuple[Any, ...]] = set()
        for lane, t in enumerate(active):
            if t is None:
                continue
            names = sorted(t.columns, key=lambda v: v.name)
            lists = [filled(t.columns[v], len(t), v.type).tolist() for v in names]
            for v in sorted(t.pending, key=lambda v: v.name):
                lists += [filled(c, len(t), INT).tolist() for c in t.pending[v].columns()]
            rows |= {(lane, *row) for row in zip(*lists, strict=True)} if lists else {(lane,)} if len(t) else set()
        return rows
