"""Facts about coupled runs that are inductive.

The guesses for each loop head that the clauses do not preserve are dropped until all are preserved (Houdini's
fixpoint). What is left often is the invariant; if not, it is a head start for the Horn engine, which is good at case
distinctions and bad at counting.
"""

from __future__ import annotations

import functools
from typing import Any

import z3

from twinproof.search.facts import Fact, Occurs
from twinproof.search.invariants import Piece
from twinproof.search.product import Clause, Product
from twinproof.search.terms import At, Slot, both_of

_DIGITS = 30  # of a number that no fraction is


class Lemmas:
    """The inductive facts of each predicate."""

    def __init__(self, product: Product, facts: dict[int, list[Fact | Occurs]]) -> None:
        self.product = product
        self.facts = facts
        self._terms: dict[tuple[At, Fact | Occurs], Any] = {}
        self._known: dict[At, dict[Slot, Any]] = {}

    def term(self, fact: Fact | Occurs, at: At) -> Any:
        """A fact at one end of a clause. (Making terms is what takes the time, so each is made once.)"""
        key = (at, fact)
        if key not in self._terms:
            self._terms[key] = self._term(fact, at)
        return self._terms[key]

    def _term(self, fact: Fact | Occurs, at: At) -> Any:
        if isinstance(fact, Occurs):
            return at.somewhere[fact.expression]
        values = self._values(at)
        if fact.everywhere is None:
            return fact.term(values)
        return both_of(self.product.true, *(fact.term({**values, **there}) for there in at.positions))

    def _values(self, at: At) -> dict[Slot, Any]:
        if at not in self._known:
            self._known[at] = self.product.values(at)
        return self._known[at]

    def terms(self, at: At) -> list[Any]:
        """All facts at one end of a clause."""
        return [self.term(fact, at) for fact in self.facts.get(at.site, ())]

    def settle(self) -> None:
        """Drop what is not inductive, until all is."""
        clauses = [c for c in self.product.clauses if c.head is not None]
        pending = list(clauses)
        while pending:
            clause = pending.pop(0)
            assert clause.head is not None
            if self._weaken(clause, clause.head):
                site = clause.head.site
                pending += [c for c in clauses if c.body is not None and c.body.site == site and c not in pending]

    def _weaken(self, clause: Clause, head: At) -> bool:
        """Drop the facts that this clause does not preserve; whether there were any."""
        site = head.site
        solver = self.product.solver(clause)
        flags: dict[Fact | Occurs, Any] = {}
        if clause.body is not None:
            for number, fact in enumerate(self.facts.get(clause.body.site, ())):
                flag = z3.Bool(f"fact {number}", self.product.context)
                solver.add(z3.Implies(flag, self.term(fact, clause.body)))
                flags[fact] = flag
        changed = False
        while facts := self.facts.get(site):
            solver.push()
            solver.add(z3.Not(z3.And(*(self.term(fact, head) for fact in facts))))
            own = clause.body is not None and clause.body.site == site
            answer = solver.check(*(flag for fact, flag in flags.items() if not own or fact in facts))
            if answer == z3.unsat:
                return changed
            changed = True
            if answer != z3.sat:
                self.facts[site] = []
                return True
            model = solver.model()
            known = dict(self._values(head))
            for there in head.positions:
                known |= there
            state = {slot: _value(model.eval(term, model_completion=True)) for slot, term in known.items()}
            kept = [
                fact
                for fact in facts
                if (
                    fact.holds(state)
                    if isinstance(fact, Fact)
                    else z3.is_true(model.eval(self.term(fact, head), model_completion=True))
                )
            ]
            self.facts[site] = kept if len(kept) < len(facts) else []  # a root that was rounded may break none of them
            solver.pop()
        return changed

    def pieces(self, site: int) -> list[Piece]:
        """The facts of a loop head, as pieces of its invariant."""
        return [Piece(f.expression, functools.partial(self.term, f)) for f in self.facts.get(site, ())]


def _value(term: Any) -> Any:
    if z3.is_bool(term):
        return z3.is_true(term)
    exact = term.approx(_DIGITS) if z3.is_algebraic_value(term) else term
    return exact.as_long() if z3.is_int_value(exact) else exact.as_fraction()
