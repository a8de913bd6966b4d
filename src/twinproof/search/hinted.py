"""Hints about one mechanism, as the search takes them: expressions in the names of its proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from twinproof.kernel.tails import TAILS
from twinproof.lang.command import Sample, loops_in, mentioned, site_of
from twinproof.lang.dataflow import set_before
from twinproof.lang.expr import (
    Apply,
    Expr,
    Op,
    Place,
    Quantified,
    Var,
    conjuncts,
    free_variables,
    may_be_irrational,
    substitute,
    subterms,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.rewriting import replaced
from twinproof.lang.types import BOOL, INT, Type
from twinproof.search.adjacency_cases import Shape, Statement
from twinproof.search.couplings import Choices
from twinproof.search.facts import Said
from twinproof.search.hints import NO_HINTS, BadHint, CouplingHint, EventHint, Hints, InvariantHint
from twinproof.search.pledges import Event
from twinproof.search.product import Product
from twinproof.search.terms import Slot, on_left
from twinproof.tactics.assertion_text import Scope, parsed
from twinproof.tactics.assertions import Namespace, Term, run_names
from twinproof.tactics.failures import BadAssertion

T = TypeVar("T")


class Hinted:
    """Hints as expressions about one mechanism, in the names of its proof, for one shape of the adjacency.

    A proof may go by way of another mechanism (a part of this one, or one with ghosts). What makes no sense there is
    left out; `why_useless` says whether it makes sense at all.
    """

    def __init__(self, hints: Hints, statement: Statement, shape: Shape) -> None:
        self.statement, self.shape = statement, shape
        self.mechanism = statement.mechanism
        self.couplings = dict(self._tried(hints.couplings, self._coupled))
        self.invariants = list(self._tried(hints.invariants, self._held))
        self.events = list(dict.fromkeys(self._tried(hints.events, self._given_up)))

    @staticmethod
    def _tried(hints: Sequence[Any], read: Callable[[Any], Iterator[T]]) -> Iterator[T]:
        for hint in hints:
            try:
                yield from read(hint)
            except BadHint:
                continue

    # ------------------------------------------------------------------------------------------------------- couplings

    def offers(self, usual: Sequence[Choices]) -> list[Choices]:
        """What a search chooses from: where there is a hint, that and nothing else."""
        return [self.couplings.get(site, choices) for site, choices in enumerate(usual)]

    def _coupled(self, hint: CouplingHint) -> Iterator[tuple[int, Choices]]:
        draws = self._draws(hint.line)
        currency, names = self.statement.currency, self.statement.names
        shift = _computed(hint.shift, self._of_both(counters=False), INT, hint.line)
        for draw in draws:
            if not currency.moves(draw):
                raise BadHint(f"{draw.noise.name} noise is not moved by a shift", hint.line)
            if currency.in_squares and free_variables(shift) & {names.sampled, names.output}:
                reason = "a shift that is paid in divergence looks neither at the sample nor at the output"
                raise BadHint(reason, hint.line)
            self._have_values(shift, draw, hint.line)
            yield site_of(draw), _choices(shift)

    def _have_values(self, e: Expr, draw: Sample, line: int) -> None:
        """Refuse variables that have not been set before a draw."""
        before, _ = set_before(self.mechanism.body, frozenset(p.var for p in self.mechanism.parameters))
        known = {v.name for v in before[site_of(draw)]}
        unset = [v.name for v in free_variables(e) if v.place is not Place.RIGID and v.name not in known]
        if unset:
            raise BadHint(f"`{min(unset)}` has no value yet where this is drawn", line)

    def _draws(self, line: int) -> list[Sample]:
        draws = [s for s in self.mechanism.samplings if s.at is not None and s.at.line == line]
        if not draws:
            there = sorted({s.at.line for s in self.mechanism.samplings if s.at is not None})
            raise BadHint(f"`{self.mechanism.name}` draws nothing in line {line}{_but_in(there)}", line)
        return draws

    # ------------------------------------------------------------------------------------------------------ invariants

    def said(self, product: Product, site: int) -> list[Said]:
        """What was said of a loop, as far as the product can say it there."""
        slots = {*product.rigid, *product.slots[site], *product.products(site)}
        found = []
        for loop, assertion in self.invariants:
            for part in conjuncts(assertion) if loop == site else ():
                made = _sayable(part, slots | set(product.cell_slots(site)), product)
                found += [] if made is None else [made]
        return found

    @property
    def assertions(self) -> list[Expr]:
        """All that was said of loops."""
        return [assertion for _, assertion in self.invariants]

    def _held(self, hint: InvariantHint) -> Iterator[tuple[int, Expr]]:
        loops = [c for c in loops_in(self.mechanism.body) if c.at is not None and c.at.line == hint.line]
        if not loops:
            there = sorted({c.at.line for c in loops_in(self.mechanism.body) if c.at is not None})
            raise BadHint(f"`{self.mechanism.name}` has no loop in line {hint.line}{_but_in(there)}", hint.line)
        assertion = _read(hint.holds, self._of_both(counters=True), BOOL, hint.line)
        yield from ((site_of(loop), assertion) for loop in loops)

    # ---------------------------------------------------------------------------------------------------------- events

    def _given_up(self, hint: EventHint) -> Iterator[Event]:
        if not self.mechanism.claim.gives_up:
            raise BadHint("the claim has no δ that could pay for an event", hint.line)
        before = self._before()
        public = {name: what for name, what in before.items() if isinstance(what, Term) and _is_rigid(what.expr)}
        others = {name: f"`{name}` is not public: a distance is" for name in before if name not in public}
        distance = _computed(hint.distance, {**public, **others}, INT, hint.line)
        guard = _computed(hint.where, before, BOOL, hint.line)
        instead = _computed(hint.instead, before, INT, hint.line) if hint.instead else None
        for draw in self._draws(hint.line):
            for e in (guard, *([] if instead is None else [instead])):
                self._have_values(e, draw, hint.line)
            if (draw.noise, hint.tail) not in TAILS:
                known = ", ".join(repr(name) for noise, name in TAILS if noise is draw.noise)
                raise BadHint(f"{draw.noise.name} noise has no tail {hint.tail!r}: {known or 'none'}", hint.line)
            yield Event(site_of(draw), hint.tail, distance, guard, instead)

    # ----------------------------------------------------------------------------------------------------------- names

    def _variables(self) -> list[Var]:
        inputs = {p.var for p in self.mechanism.parameters}
        return sorted(mentioned(self.mechanism.body) | inputs | {self.mechanism.result}, key=lambda v: v.name)

    def _shared(self) -> dict[str, Term]:
        """What is the same in both runs: public parameters, and what the adjacency says to exist."""
        rigid = [v for v in self._variables() if v.place is Place.RIGID]
        rigid += [w for some in self.shape.witnesses.values() for w in some]
        return {v.name: Term(v) for v in rigid}

    def _of_both(self, counters: bool) -> Scope:
        """The names of an assertion about both runs."""
        names = self.statement.names
        own = [names.output, *(names.counters if counters else (names.sampled,))]
        runs = {
            name: f"`{name}` is not the same in both runs: write `L.{name}` or `R.{name}`"
            for name in (v.name for v in self._variables() if v.place is Place.MEMORY)
        }
        sides = {
            short: Namespace(f"the {word} run", lambda side=side: run_names(self._variables(), side))  # type: ignore[misc]
            for short, word, side in (("L", "left", Place.LEFT), ("R", "right", Place.RIGHT))
        }
        return {**runs, **self._shared(), **{v.name: Term(v) for v in own}, **sides}

    def _before(self) -> dict[str, Term | str]:
        """The names of an expression over one run."""
        return {**{v.name: Term(v) for v in self._variables()}, **self._shared()}


def why_useless(hints: Hints, mechanism: Mechanism) -> BadHint | None:
    """What is wrong with a hint about a mechanism; None if all can be tried.

    A name may be there for one shape of the adjacency and not for another: it is enough that one shape knows it.
    """
    statement = Statement.of(mechanism)
    problems = [_problem(hints, Hinted(NO_HINTS, statement, shape)) for shape in statement.shapes()]
    return None if None in problems else next(iter(problems), None)


def _problem(hints: Hints, about: Hinted) -> BadHint | None:
    try:
        for coupling in hints.couplings:
            list(about._coupled(coupling))
        for invariant in hints.invariants:
            list(about._held(invariant))
        for event in hints.events:
            list(about._given_up(event))
    except BadHint as problem:
        return problem
    return None


def _read(text: str, scope: Scope, kind: Type, line: int) -> Expr:
    try:
        made = parsed(text, scope)
    except BadAssertion as problem:
        raise BadHint(f"`{text:.80}`: {problem.text}", line) from None
    if made.type != kind:
        raise BadHint(f"`{text:.80}` is {made.type}, and {kind} is needed here", line)
    return made


def _computed(text: str, scope: Scope, kind: Type, line: int) -> Expr:
    """The same of what runs are to compute."""
    made = _read(text, scope, kind, line)
    if any(isinstance(part, Quantified) for part in subterms(made)) or may_be_irrational(made):
        raise BadHint(f"`{text:.80}` is not computed by a run: it has no quantifiers, and no exp, log or sqrt", line)
    return made


def _but_in(lines: Sequence[int]) -> str:
    return f", but in {', '.join(map(str, lines))}" if lines else ""


def _is_rigid(e: Expr) -> bool:
    return all(v.place is Place.RIGID for v in free_variables(e))


def _choices(shift: Expr) -> Choices:
    """One case distinction, and the shifts in it."""
    cases, moves = [], []
    while isinstance(shift, Apply) and shift.op is Op.ITE:
        condition, move, shift = shift.args
        cases.append(condition)
        moves.append(move)
    return Choices((tuple(cases),), tuple(dict.fromkeys((*moves, shift))))


def _sayable(e: Expr, slots: set[Slot], product: Product) -> Said | None:
    """An assertion in what the product knows at a loop; None if it speaks of something else."""
    indices: list[Var] = []
    while isinstance(e, Quantified) and e.universal and len(indices) < len(product.names.indices):
        index = product.names.indices[len(indices)]
        indices.append(index)
        e = substitute(e.body, {e.var: index})
    said = Said(_on_left_where_same(e, product), tuple(indices))
    return said if said.is_over(slots, product.exact) else None


def _on_left_where_same(e: Expr, product: Product) -> Expr:
    """What is the same in both runs, in the words of the left one, which the product uses for it."""
    same: dict[Expr, Expr] = {}
    for part in subterms(e):
        match part:
            case Var(name, kind, Place.RIGHT) if Var(name, kind) in product.public:
                same[part] = on_left(part)
            case Apply(Op.LEN, (Var(name, kind, Place.RIGHT),)) if Var(name, kind) not in product.apart:
                same[part] = on_left(part)
    return replaced(e, same)
