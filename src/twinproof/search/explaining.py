"""From a derivation to what is told of it: couplings as the theorem holds them, invariants, where the budget goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from twinproof.kernel.noise import Law, price_of_squares
from twinproof.kernel.proof_document import premises
from twinproof.kernel.rules import Theorem
from twinproof.kernel.tails import tail_of
from twinproof.lang.amounts import multiple, tidy
from twinproof.lang.command import Sample, loops_in, site_of
from twinproof.lang.expr import TRUE, ZERO, Apply, Expr, Literal, Op, Place, Var, apply, tag
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.rewriting import with_arguments
from twinproof.lang.types import INT
from twinproof.search.adjacency_cases import Statement
from twinproof.search.attempt import Derived
from twinproof.search.coins import odds_of
from twinproof.search.coupling_search import Couplings
from twinproof.search.couplings import Coupling
from twinproof.search.currency import Currency
from twinproof.search.infer import unit
from twinproof.search.pairing import pairing
from twinproof.search.result import Case, CoupledSample, Directions, Draw, LoopInvariant, Payment, Spending
from twinproof.tactics.stepping import Block


def draw_of(sampling: Sample) -> Draw:
    """A sampling, as it is told of."""
    line = sampling.at.line if sampling.at is not None else None
    return Draw(site_of(sampling), line, sampling.target.name)


def coupled_samples(
    statement: Statement, derived: Derived, couplings: Couplings, directions: Directions
) -> Iterator[CoupledSample]:
    """The draws that are coupled, each with the rule that the theorem was made with."""
    rules = coupling_rules(derived.theorem)
    for sampling, coupling in zip(statement.mechanism.samplings, couplings, strict=True):
        if isinstance(sampling, Block):
            rules[site_of(sampling)] = "ω-Coins"
        if coupling is not None and not statement.is_ghost(sampling.target) and site_of(sampling) in rules:
            draw, site = statement.own(draw_of(sampling)), site_of(sampling)
            sampled = statement.names.sample(sampling.target.type)
            cut_off = statement.pledge is not None and site in statement.pledge.cut_off
            if statement.currency.moves(sampling):
                computed = statement.pricings[site].shared is not None
                own = multiple(statement.currency.rate(sampling), Fraction(1))
                rate = tag(own, Place.LEFT) if computed else own
                shift, cases = coupling.shift, tuple(_cases(sampling, coupling, rate, statement.currency.in_squares))
                if cut_off:
                    cases = tuple(replace(case, price=_downwards(case.price)) for case in cases)
                if coupling.window is not None:
                    rules[site] = "ω-Samp-Int"
                    cases = (replace(cases[0], price=multiple(rate, Fraction(coupling.window.steps))), *cases[1:])
            else:
                shift, price = _of_pair(statement.mechanism, sampling, coupling.shift, sampled, statement.currency)
                cases = tuple(_of_coin(statement.mechanism, sampling, coupling.shift, sampled))
                cases = cases or (Case(None, shift, price),)
            yield CoupledSample(draw, rules[site], shift, cases, sampled, directions)


def coupling_rules(theorem: Theorem) -> dict[int, str]:
    """The rule that couples each sampling with its twin, by its site: of all steps that a theorem rests on."""
    rules: dict[int, str] = {}
    seen: set[Theorem] = set()
    waiting = [theorem]
    while waiting:
        current = waiting.pop()
        if current in seen:
            continue
        seen.add(current)
        waiting += premises(current)
        match current.step.given:
            case {"left": Sample() as left, "right": Sample() as right} if left.site == right.site:
                rules[site_of(left)] = current.step.rule
            case _:
                pass
    return rules


def _of_coin(mechanism: Mechanism, sampling: Sample, move: Expr, sampled: Var) -> Iterator[Case]:
    """What a coin costs that need not come up alike: nothing, or in all other cases something."""
    odds = odds_of(mechanism, sampling)
    if odds is None or move == ZERO:
        return
    same, shift, price = odds.cases(move, sampled)
    yield Case(same, ZERO, ZERO)
    yield Case(None, shift, price)


def _of_pair(mechanism: Mechanism, sampling: Sample, move: Expr, sampled: Var, currency: Currency) -> tuple[Expr, Expr]:
    """How far the right sample is moved, and what a draw costs, for noise without shifts."""
    odds = odds_of(mechanism, sampling)
    pair = pairing(sampling, move, sampled, currency, odds)
    shift = ZERO if pair.image == sampled else move
    if pair.shrink is not None:
        return shift, apply(Op.MUL, apply(Op.MUL, pair.steps, pair.steps), price_of_squares(sampling, Place.LEFT))
    if pair.steps == ZERO:
        return shift, ZERO
    return shift, apply(Op.MUL, pair.steps, sampling.rate if odds is None or odds.unit is None else odds.unit)


def _cases(sampling: Sample, coupling: Coupling, rate: Expr, squared: bool) -> Iterator[Case]:
    """The cases that differ from those after them, and last what holds in all others."""
    cases = [Case(None, coupling.moves[-1], _price(sampling, coupling.moves[-1], rate, squared))]
    for when, shift in zip(reversed(coupling.cases), reversed(coupling.moves[:-1]), strict=True):
        if len(cases) > 1 or shift != cases[-1].shift:
            cases.append(Case(when, shift, _price(sampling, shift, rate, squared)))
    return reversed(cases)


def _price(sampling: Sample, shift: Expr, rate: Expr, squared: bool) -> Expr:
    """What one draw costs."""
    match _distance(sampling, shift):
        case Literal(int(steps)):
            return multiple(rate, Fraction(steps * steps if squared else steps))
        case Apply(Op.ABS, (distance,)) if squared:
            return apply(Op.MUL, apply(Op.MUL, distance, distance), rate)
        case distance:
            return apply(Op.MUL, distance, rate)


def _downwards(price: Expr) -> Expr:
    """What a draw costs whose first values are given up: nothing where the right one begins higher."""
    match price:
        case Apply(Op.MUL, (Apply(Op.ABS, (distance,)), rate)):
            return apply(Op.MUL, apply(Op.MAX, distance, ZERO), rate)
        case _:
            return price


def _distance(sampling: Sample, shift: Expr) -> Expr:
    """|k + e⟨1⟩ − e⟨2⟩|, simplified where it is plain."""
    ours, theirs = tag(sampling.centre, Place.LEFT), tag(sampling.centre, Place.RIGHT)
    if shift == apply(Op.SUB, theirs, ours):
        return ZERO
    if ours == theirs:
        return Literal(abs(int(shift.value))) if isinstance(shift, Literal) else apply(Op.ABS, shift)
    distance = apply(Op.SUB, ours if shift == ZERO else apply(Op.ADD, shift, ours), theirs)
    return apply(Op.ABS, distance)


def invariants_of(mechanism: Mechanism, derived: Derived, directions: Directions) -> Iterator[LoopInvariant]:
    """What holds at each loop."""
    for loop in loops_in(mechanism.body):
        site = site_of(loop)
        if site in derived.invariants:  # a guard has none: it is stepped through
            line = loop.at.line if loop.at is not None else None
            yield LoopInvariant(site, line, derived.invariants[site], directions)


def _payers(statement: Statement, site: int) -> set[Var | None]:
    """The counters that pay for a draw, and those that pay where one run makes it alone."""
    alone = statement.tossed(site) or ((), ())
    return {statement.counter(site), *(counter for counter, _ in alone[0])}


def spending_of(statement: Statement, derived: Derived, directions: Directions) -> Iterator[Spending]:
    """What the draws spend together, for each bound."""
    rates = dict(statement.ledger.counters)
    draws = [draw_of(s) for s in statement.mechanism.samplings if not statement.is_ghost(s.target)]
    for cap in derived.caps:
        counters = {counter for counter, _ in cap.weights}
        payers = tuple(statement.own(draw) for draw in draws if counters & _payers(statement, draw.site))
        rate = unit((rates[counter], weight) for counter, weight in cap.weights)
        yield Spending(payers, cap.most, rate, directions)


def payments_of(statement: Statement, directions: Directions) -> Iterator[Payment]:
    """What δ pays for."""
    samplings = statement.mechanism.samplings
    for part in () if statement.pledge is None else statement.pledge.parts:
        drawn = samplings[part.site if part.partner is None else part.partner]
        law, tail = Law(part.draw.parameters, part.draw.centre), tail_of(part.draw.noise, part.event.tail)
        event = tail.given_up(law, part.event.distance, drawn.target)
        when = None if part.event.guard == TRUE else part.event.guard
        draw = statement.own(draw_of(drawn))
        yield Payment(draw, event, when, _with_plain_integers(part.bound), part.partner is not None, directions)


def _with_plain_integers(e: Expr) -> Expr:
    """An amount whose integers are sums of products: what is added and taken away again, or once, is not told."""
    if e.type == INT:
        return tidy(e)
    match with_arguments(e, _with_plain_integers):
        case Apply(Op.MUL, (Literal(1), amount)):
            return amount
        case plain:
            return plain
