"""Invariants as lists of pieces, and the few of them that a proof needs.

The lemmas and the Horn engine together say more than is needed. Starting from what must not happen, only those pieces
are kept that the solver used (its unsatisfiable cores), then those that these rest on, and so on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import z3

from twinproof.lang.expr import Expr
from twinproof.search.product import Clause, Product
from twinproof.search.quick import check, conjunction, implication, negation, tell
from twinproof.search.terms import At


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A part of an invariant: as an assertion, and as a z3 term at one end of a clause."""

    expression: Expr
    term: Callable[[At], Any]


Invariants = dict[int, list[Piece]]  # by the site of the loop or branches


def needed(product: Product, pieces: Invariants) -> Invariants | None:
    """The pieces that a proof needs; None if even all of them do not make one."""
    chosen: dict[int, set[int]] = {site: set() for site in pieces}
    waiting: list[tuple[Clause, list[int]]] = [(c, []) for c in product.clauses if c.head is None]
    steps: dict[Clause, _Step] = {}
    while waiting:
        clause, goals = waiting.pop()
        if clause not in steps:
            steps[clause] = _Step(product, clause, pieces)
        used = steps[clause].core(goals)
        if used is None:
            return None
        if clause.body is None:
            continue
        site = clause.body.site
        new = [i for i in used if i not in chosen[site]]
        chosen[site].update(new)
        if new:
            waiting += [(c, new) for c in product.clauses if c.head is not None and c.head.site == site]
    return {site: [pieces[site][i] for i in sorted(numbers)] for site, numbers in chosen.items()}


class _Step:
    """A clause that is asked, perhaps more than once, which pieces at its start some pieces at its end follow from."""

    def __init__(self, product: Product, clause: Clause, pieces: Invariants) -> None:
        self._product, self._head = product, clause.head
        self._goals = [] if clause.head is None else pieces[clause.head.site]
        self._solver = product.solver(clause)
        self._solver.set("core.minimize", True)
        self._numbers: dict[int, int] = {}
        self._tracked: list[Any] = []
        self._asked = 0
        if clause.body is not None:
            for number, piece in enumerate(pieces[clause.body.site]):
                flag = z3.Bool(f"piece {number}", product.context)
                tell(self._solver, implication(flag, piece.term(clause.body)))
                self._numbers[flag.get_id()] = number
                self._tracked.append(flag)

    def core(self, goals: list[int]) -> list[int] | None:
        """The pieces at the start that are needed; None if all of them are not enough."""
        assumed = self._tracked
        if self._head is not None:
            self._asked += 1
            broken = z3.Bool(f"broken {self._asked}", self._product.context)
            wanted = [self._goals[number].term(self._head) for number in goals]
            tell(self._solver, implication(broken, negation(conjunction(wanted))))
            assumed = [broken, *assumed]
        if check(self._solver, assumed) != z3.unsat:
            return None
        used = (flag.get_id() for flag in self._solver.unsat_core())
        return [self._numbers[flag] for flag in used if flag in self._numbers]
