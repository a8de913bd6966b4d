"""Facts about coupled runs that are inductive.

The guesses for each loop head that the clauses do not preserve are dropped until all are preserved (Houdini's
fixpoint). What is left often is the invariant; if not, it is a head start for the Horn engine, which is good at case
distinctions and bad at counting.
"""

from __future__ import annotations

import functools
from typing import Any

import z3

from twinproof.search.facts import Candidate, Fact, Occurs
from twinproof.search.invariants import Piece
from twinproof.search.product import Clause, Product
from twinproof.search.quick import check, disjunction, implication, negation, tell, value_of
from twinproof.search.terms import At, Slot, both_of

_DIGITS = 30  # of a number that no fraction is


class Lemmas:
    """The inductive facts of each predicate."""

    def __init__(self, product: Product, facts: dict[int, list[Candidate]], before: Lemmas | None = None) -> None:
        """`before` are lemmas of the same product: they are inductive, and need not be asked about again."""
        self.product = product
        self._settled: dict[int, list[Candidate]] = {} if before is None else before.facts
        self.facts: dict[int, list[Candidate]] = {
            site: list(dict.fromkeys((*self._settled.get(site, ()), *facts[site]))) for site in facts
        }
        self.dropped: dict[int, set[Candidate]] = {}  # that were no lemmas
        self._terms: dict[tuple[At, Candidate], Any] = {} if before is None else before._terms
        self._known: dict[At, dict[Slot, Any]] = {} if before is None else before._known
        self._there: dict[At, list[dict[Slot, Any]]] = {} if before is None else before._there

    def settled(self, site: int) -> list[Candidate]:
        """Those facts of a loop head that are known to be inductive; they come first among all."""
        return self._settled.get(site, [])

    def doubted(self, site: int) -> list[Candidate]:
        """The others that are left."""
        return self.facts.get(site, [])[len(self.settled(site)) :]

    def term(self, fact: Candidate, at: At) -> Any:
        """A fact at one end of a clause. (Making terms is what takes the time, so each is made once.)"""
        key = (at, fact)
        if key not in self._terms:
            self._terms[key] = self._term(fact, at)
        return self._terms[key]

    def _term(self, fact: Candidate, at: At) -> Any:
        if isinstance(fact, Occurs):
            return at.somewhere[fact.expression]
        if fact.everywhere is None:
            return fact.term(self.values(at))
        return both_of(self.product.true, *(fact.term(values) for values in self._at_positions(at)))

    def values(self, at: At) -> dict[Slot, Any]:
        """The values of all slots at one end of a clause."""
        if at not in self._known:
            self._known[at] = self.product.values(at)
        return self._known[at]

    def _at_positions(self, at: At) -> list[dict[Slot, Any]]:
        """The values of all slots, those of lists at each position that counts."""
        if at not in self._there:
            self._there[at] = [{**self.values(at), **there} for there in at.positions]
        return self._there[at]

    def terms(self, at: At) -> list[Any]:
        """All facts at one end of a clause."""
        return [self.term(fact, at) for fact in self.facts.get(at.site, ())]

    def settle(self) -> None:
        """Drop what is not inductive, until all is."""
        clauses = [c for c in self.product.clauses if c.head is not None]
        steps: dict[Clause, _Step] = {}
        pending = list(clauses)
        while pending:
            clause = pending.pop(0)
            assert clause.head is not None
            if clause not in steps:
                steps[clause] = _Step(self, clause, clause.head)
            if self._weaken(steps[clause]):
                site = clause.head.site
                pending += [c for c in clauses if c.body is not None and c.body.site == site and c not in pending]

    def _weaken(self, step: _Step) -> bool:
        """Drop the facts that this clause does not preserve; whether there were any."""
        site, changed = step.head.site, False
        while facts := self.doubted(site):
            answer = step.check()
            if answer == z3.unsat:
                return changed
            changed = True
            kept = step.kept(facts) if answer == z3.sat else []
            if len(kept) == len(facts):  # a root that was rounded may break none of them
                kept = []
            self.facts[site] = [*self.settled(site), *kept]
            self.dropped.setdefault(site, set()).update(set(facts) - set(kept))
        return changed

    def pieces(self, site: int) -> list[Piece]:
        """The facts of a loop head, as pieces of its invariant."""
        return [Piece(f.expression, functools.partial(self.term, f)) for f in self.facts.get(site, ())]


class _Step:
    """A clause that is asked again and again whether the facts at its end follow from those at its start.

    Facts are only ever dropped. So the solver is told once what they say, each under a flag: those at the start are
    assumed while they are there, and of those at the end one has to be broken that is still there.
    """

    def __init__(self, lemmas: Lemmas, clause: Clause, head: At) -> None:
        self.head = head
        self._lemmas = lemmas
        self._body = clause.body.site if clause.body is not None else None
        self._solver = lemmas.product.solver(clause)
        self._given: dict[Candidate, Any] = {}
        self._broken: dict[Candidate, Any] = {}
        context = lemmas.product.context
        if clause.body is not None:
            for fact in lemmas.settled(clause.body.site):
                tell(self._solver, lemmas.term(fact, clause.body))
            for number, fact in enumerate(lemmas.doubted(clause.body.site)):
                self._given[fact] = z3.Bool(f"fact {number}", context)
                tell(self._solver, implication(self._given[fact], lemmas.term(fact, clause.body)))
        for number, fact in enumerate(lemmas.doubted(head.site)):
            self._broken[fact] = z3.Bool(f"broken {number}", context)
            tell(self._solver, implication(self._broken[fact], negation(lemmas.term(fact, head))))
        if self._broken:
            tell(self._solver, disjunction(list(self._broken.values())))

    def check(self) -> Any:
        """Whether a fact at the end can be broken."""
        here = set(self._lemmas.doubted(self.head.site))
        for fact in [fact for fact in self._broken if fact not in here]:
            tell(self._solver, negation(self._broken.pop(fact)))
        if self._body is not None:
            there = here if self._body == self.head.site else set(self._lemmas.doubted(self._body))
            for fact in [fact for fact in self._given if fact not in there]:
                del self._given[fact]
        return check(self._solver, list(self._given.values()))

    def kept(self, facts: list[Candidate]) -> list[Candidate]:
        """Those facts at the end that hold where the solver has just found one broken."""
        model, lemmas = self._solver.model(), self._lemmas
        known = dict(lemmas.values(self.head))
        for there in self.head.positions:
            known |= there
        state = {slot: _value(value_of(model, term)) for slot, term in known.items()}

        def holds(fact: Candidate) -> bool:
            if isinstance(fact, Fact):
                return fact.holds(state)
            return bool(z3.is_true(model.eval(lemmas.term(fact, self.head), model_completion=True)))

        return [fact for fact in facts if holds(fact)]


def _value(found: Any) -> Any:
    """A value of a model as Python has it."""
    if not isinstance(found, z3.ExprRef):
        return found
    exact = found.approx(_DIGITS) if z3.is_algebraic_value(found) else found
    return exact.as_long() if z3.is_int_value(exact) else exact.as_fraction()
