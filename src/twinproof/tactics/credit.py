"""Credit, stepped through: with which credit a program ends outside an assertion with no more than that probability.

Going backward from a postcondition and the credit that is left there, an assignment is a substitution, a sampling pays
for a tail or for nothing, and the branches of a conditional take what the dearer one takes. A loop has an invariant and
a credit of its own; where none is given, what is needed after it must not speak of what it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from twinproof.kernel.rules import (
    Theorem,
    credit_assign,
    credit_case,
    credit_cond,
    credit_conseq,
    credit_free,
    credit_part,
    credit_seq,
    credit_skip,
    credit_tail,
    credit_while,
)
from twinproof.kernel.tails import IS_FALSE, IS_TRUE
from twinproof.lang.command import Assign, Command, If, Sample, Skip, While, parts_of, written
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    apply,
    conjunction,
    free_variables,
    negate,
    substitute,
    tag,
)
from twinproof.lang.noise import COIN
from twinproof.lang.rewriting import with_arguments
from twinproof.lang.types import REAL
from twinproof.tactics.stepping import by_cases

LEFT = Place.LEFT


@dataclass(frozen=True, slots=True)
class Pays:
    """A tail that a sampling pays for: its name in the kernel's table, how far out it begins, and when it is paid."""

    tail: str
    distance: Expr
    when: Expr = TRUE


@dataclass(frozen=True, slots=True)
class Held:
    """What holds at the head of a loop, and the credit there."""

    invariant: Expr
    credit: Expr


Tails = Callable[[Sample], Sequence[Pays]]  # those that a sampling pays for, one at most of them at a time
Loops = Callable[[While, Expr, Expr], Held | None]  # given what is needed after the loop, and the credit there


class NoCredit(Exception):
    """The program cannot be stepped through, and why."""


def credited(command: Command, post: Expr, after: Expr, tails: Tails, loops: Loops) -> Theorem:
    """⊢ᵤ command : {P | β} ⇒ {post | after}, with the P and the β that it takes."""
    result = credit_skip(post, after)
    for part in reversed(parts_of(command)):
        needed = result.triple
        step = _one(part, needed.pre, needed.before, tails, loops)
        result = step if parts_of(needed.program) == () else credit_seq(step, result)
    return result


def _one(command: Command, post: Expr, after: Expr, tails: Tails, loops: Loops) -> Theorem:
    match command:
        case Skip():
            return credit_skip(post, after)
        case Assign(target, value):
            return credit_assign(target, value, post, after)
        case Sample() if tag(command.target, LEFT) in free_variables(after):
            return _by_parts(command, post, after)
        case Sample():
            made = credit_free(command, post, after)
            for pays in tails(command):
                paid = credit_tail(command, pays.tail, pays.distance, post, after)
                made = paid if pays.when == TRUE else _sometimes(pays.when, paid, made)
            return made
        case If(condition, then, otherwise):
            yes, no = (credited(branch, post, after, tails, loops) for branch in (then, otherwise))
            test = tag(condition, LEFT)
            one, two = yes.triple, no.triple
            pre = by_cases([(test, one.pre), (negate(test), two.pre)])
            before = one.before if one.before == two.before else _either(test, one.before, two.before)
            first = credit_conseq(conjunction(pre, test), before, post, after, yes)
            second = credit_conseq(conjunction(pre, negate(test)), before, post, after, no)
            return credit_cond(condition, pre, first, second)
        case While(condition, body):
            held = loops(command, post, after) or _steady(command, post, after)
            inside = credited(body, held.invariant, held.credit, tails, loops)
            here = conjunction(held.invariant, tag(condition, LEFT))
            inside = credit_conseq(here, held.credit, held.invariant, held.credit, inside)
            looped = credit_while(condition, held.invariant, held.credit, inside)
            return credit_conseq(held.invariant, held.credit, post, after, looped)
        case _:
            raise NoCredit("this command is not stepped through")


def _by_parts(toss: Sample, post: Expr, after: Expr) -> Theorem:
    """A coin after which there is more to be paid for one result than for the other."""
    if toss.noise is not COIN:
        raise NoCredit("what is still to be paid depends on a sample that is no coin")
    result: dict[bool, Expr] = {known: TRUE if known else FALSE for known in (True, False)}
    sample = replace(toss.target, place=LEFT)
    heads, tails = (_decided(substitute(after, {sample: result[known]})) for known in (True, False))
    if _is_zero(heads):
        return credit_part(toss, IS_FALSE, ZERO, tails, heads, post, after)
    return credit_part(toss, IS_TRUE, ZERO, heads, tails, post, after)


def _decided(e: Expr) -> Expr:
    """An expression in which choices whose condition is known are made."""
    e = with_arguments(e, _decided)
    match e:
        case Apply(Op.ITE, (Literal(bool(known)), yes, no)):
            return yes if known else no
        case Apply(Op.NOT, (Literal(bool(known)),)):
            return FALSE if known else TRUE
        case Apply(Op.AND, args) if FALSE in args:
            return FALSE
        case Apply(Op.AND, args):
            return conjunction(*args)
        case Apply(Op.REAL, (Literal(int(value)),)):
            return Literal(Fraction(value))
        case _:
            return e


def _is_zero(e: Expr) -> bool:
    return isinstance(e, Literal) and e.value == 0


def _sometimes(when: Expr, paid: Theorem, free: Theorem) -> Theorem:
    """A sampling that pays on one condition only."""
    one, two = paid.triple, free.triple
    pre, before = by_cases([(when, one.pre), (negate(when), two.pre)]), _either(when, one.before, two.before)
    yes = credit_conseq(conjunction(pre, when), before, one.post, one.after, paid)
    no = credit_conseq(conjunction(pre, negate(when)), before, one.post, one.after, free)
    return credit_case(when, pre, yes, no)


def _either(test: Expr, yes: Expr, no: Expr) -> Expr:
    """One of two credits."""
    yes, no = (e if e.type == REAL else apply(Op.REAL, e) for e in (yes, no))
    return apply(Op.ITE, test, yes, no)


def is_changed(loop: While, *needed: Expr) -> bool:
    """Whether a loop changes something that is spoken of after it."""
    changed = {tag(v, LEFT) for v in written(loop.body)}
    return any(changed & free_variables(e) for e in needed)


def _steady(loop: While, post: Expr, after: Expr) -> Held:
    """What is needed after a loop, if the loop changes nothing of it."""
    if is_changed(loop, post, after):
        raise NoCredit("what must hold after a loop speaks of what it changes: give its invariant")
    return Held(post, after)
