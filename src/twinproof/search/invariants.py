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
    while waiting:
        clause, goals = waiting.pop()
        used = _core(product, clause, pieces, goals)
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


def _core(product: Product, clause: Clause, pieces: Invariants, goals: list[int]) -> list[int] | None:
    """Which pieces at the start of a clause its goals follow from."""
    solver = product.solver(clause)
    solver.set("core.minimize", True)
    numbers: dict[int, int] = {}
    tracked = []
    if clause.body is not None:
        for number, piece in enumerate(pieces[clause.body.site]):
            flag = z3.Bool(f"piece {number}", product.context)
            tell(solver, implication(flag, piece.term(clause.body)))
            numbers[flag.get_id()] = number
            tracked.append(flag)
    if clause.head is not None:
        tell(solver, negation(conjunction([pieces[clause.head.site][g].term(clause.head) for g in goals])))
    if check(solver, tracked) != z3.unsat:
        return None
    return [numbers[flag.get_id()] for flag in solver.unsat_core()]
