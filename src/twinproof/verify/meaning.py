"""Whether a claim protects anything: a claim that no pair of runs could break is an error, not a proof.

A mechanism without private parameters has the same inputs in both runs, and so has one whose private parameters may
move by nothing; a `requires` that no input satisfies leaves nothing to compare; a δ of 1 or more is kept by every
mechanism. All are slips (a forgotten `Annotated`, a wrong comparison), and "proved" would hide them.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any, assert_never

from twinproof.lang.claim import ClaimValue, Concentrated, EpsilonDelta, Renyi, loose_rarely
from twinproof.lang.enclosure import NoNumber
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.expr import TRUE, ZERO, Expr, Literal, Op, apply, conjunction, free_variables, negate
from twinproof.lang.interpret import evaluate, evaluate_stated
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
from twinproof.lang.types import DATABASE, ListOf
from twinproof.refute.evidence import shown_input
from twinproof.smt import prove
from twinproof.verify.accounted import Accounted

_LITTLE = 50_000  # of the solver's effort
_LENGTHS, _TRIED = (1, 3, 10), 8  # lengths of lists, and public values for each, to see whether a claim is loose there
ONE = Fraction(1)
_USUAL = Fraction(1, 2)  # for the parameters of what is accounted


def why_meaningless(mechanism: Mechanism) -> Diagnostic | None:
    """What keeps the claim of a mechanism from protecting anything, if that can be told."""
    path = mechanism.at.path if mechanism.at is not None else mechanism.name
    if not any(p.private for p in mechanism.parameters):
        message = f"`{mechanism.name}` has no private parameter, so its claim protects nothing"
        hint = "say what may change: `xs: Annotated[list[int], each_within(1)]`"
        return Diagnostic(Code.NOTHING_PRIVATE, message, hint, path, mechanism.at, mechanism=mechanism.name)
    if _leaves_no_input(mechanism):
        message = f"no input satisfies what `{mechanism.name}` requires: {show_expr(mechanism.requires)}"
        hint = "the claim would hold for every program: correct `requires=`"
        return Diagnostic(Code.NO_INPUT, message, hint, path, mechanism.at, mechanism=mechanism.name)
    if _lets_nothing_move(mechanism):
        message = f"no private parameter of `{mechanism.name}` may move, so its claim protects nothing"
        hint = "say how far it may move: `within(1)`, or a bound that `requires=` leaves above zero"
        return Diagnostic(Code.NOTHING_MOVES, message, hint, path, mechanism.at, mechanism=mechanism.name)
    if _says_nothing(mechanism):
        message = f"the claimed δ of `{mechanism.name}` is 1 or more for all inputs, and every mechanism keeps that"
        hint = "claim a δ far below 1; how large it may be depends on how many people the data are about"
        return Diagnostic(Code.CLAIM_EMPTY, message, hint, path, mechanism.at, mechanism=mechanism.name)
    return None


def how_loose(mechanism: Mechanism) -> str:
    """For which inputs the claim says nothing, in a sentence; empty if none were met.

    Whether a δ is 1 or more is looked at for a few inputs. What is only large is told of numbers: an ε or a δ that
    grows with a parameter is as it should be.
    """
    if not mechanism.claim.gives_up and free_variables(mechanism.claim.amount):
        return ""
    from twinproof.refute.seeds import public_values  # with the engine
    from twinproof.refute.space import filled, space_of

    space = space_of(mechanism)
    for n in _LENGTHS:
        for values in islice(public_values(space, n, ONE), _TRIED):
            for given in (values, {**values, **dict.fromkeys(space.small, ONE)}):
                point = filled(space, given, n)
                if space.allowed(point) and (words := _looseness(mechanism, space.claim(point))):
                    return f"{_with(mechanism, space.given(point), n)}{words}."
    return ""


def accounted(mechanism: Mechanism) -> Accounted | None:
    """What a claim of zCDP or of Rényi privacy means as (ε, δ), with the first public values that are allowed."""
    if isinstance(mechanism.claim, EpsilonDelta):
        return None
    from twinproof.exact.accounting import USUAL_DELTAS, curve, epsilon_at, of_claim  # with ball arithmetic
    from twinproof.refute.seeds import public_values  # with the engine
    from twinproof.refute.space import filled, space_of

    space = space_of(mechanism)
    for n in _LENGTHS:
        for values in public_values(space, n, _USUAL):
            point = filled(space, values, n)
            if not space.allowed(point) or (guarantee := of_claim(space.claim(point))) is None:
                continue
            shown = space.given(point)
            public = [p.name for p in mechanism.parameters if p.adjacency is None]
            given = ", ".join(f"{name} = {shown_input(mechanism.faces, name, shown[name])}" for name in public)
            enough = tuple((delta, epsilon_at(guarantee, delta)) for delta in USUAL_DELTAS)
            return Accounted(given, enough, curve(guarantee))
    return None


def _looseness(mechanism: Mechanism, claim: ClaimValue) -> str:
    """What is said of the claim with these values: of the parts that are numbers, and of a δ that is no probability."""
    if claim.delta >= 1:
        return claim.looseness()
    of_delta = "" if free_variables(mechanism.claim.delta) else loose_rarely(claim.delta)
    of_amount = "" if free_variables(mechanism.claim.amount) else replace(claim, delta=Fraction(0)).looseness()
    return of_delta or of_amount


def _with(mechanism: Mechanism, point: Mapping[str, Any], n: int) -> str:
    """The public part of an input, before what is said of it."""
    public = [p.name for p in mechanism.parameters if p.adjacency is None]
    words = [f"{name} = {shown_input(mechanism.faces, name, point[name])}" for name in public]
    if any(isinstance(p.var.type, ListOf) and p.has_public_length for p in mechanism.parameters if p.private):
        words.append(f"lists of {n} {'entry' if n == 1 else 'entries'}")
    return f"For {', '.join(words)} (nothing is said of other values): " if words else "For all inputs: "


def _says_nothing(mechanism: Mechanism) -> bool:
    match mechanism.claim:
        case EpsilonDelta(_, delta) | Concentrated(_, delta) | Renyi(_, _, delta):
            at_least_one = apply(Op.LE, Literal(1), delta)
        case other:
            assert_never(other)
    if not free_variables(delta):
        with suppress(NoNumber):  # one that is too small to be computed with: what is known of exp and log may say it
            return bool(evaluate_stated(at_least_one, {}))
    return prove(apply(Op.IMPLIES, _all_that_is_required(mechanism), at_least_one), _LITTLE).proved


def _leaves_no_input(mechanism: Mechanism) -> bool:
    bounds = [apply(Op.LE, ZERO, amount) for p in mechanism.parameters for amount in p.amounts]
    if mechanism.requires == TRUE and all(_is_constant(b, True) for b in bounds):
        return False
    return prove(negate(_all_that_is_required(mechanism)), _LITTLE).proved


def _lets_nothing_move(mechanism: Mechanism) -> bool:
    """Whether all that bounds a private parameter, or what is seen of a database, is surely zero."""
    if any(p.private and p.bound is None and p.var.type != DATABASE for p in mechanism.parameters):
        return False  # it moves in another way
    moves = [apply(Op.LT, ZERO, p.bound) for p in mechanism.parameters if p.bound is not None]
    if not moves or any(_is_constant(m, True) for m in moves):
        return False
    if all(_is_constant(m, False) for m in moves):
        return True
    still = conjunction(*map(negate, moves))
    return prove(apply(Op.IMPLIES, _all_that_is_required(mechanism), still), _LITTLE).proved


def _all_that_is_required(mechanism: Mechanism) -> Expr:
    bounds = (apply(Op.LE, ZERO, amount) for p in mechanism.parameters for amount in p.amounts)
    positive = (apply(Op.LT, ZERO, p.var) for p in mechanism.parameters if p.positive)
    return conjunction(mechanism.requires, *positive, *bounds)


def _is_constant(condition: Expr, value: bool) -> bool:
    return not free_variables(condition) and evaluate(condition, {}) is value
