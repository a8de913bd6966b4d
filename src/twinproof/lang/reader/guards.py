"""Where an expression has no value: positions outside a list and divisions by zero.

In Python such a run raises and returns nothing. In the core every expression has a value, so the reader puts a guard
before the command: `while ¬(it has a value) do skip`, which is passed without effect or never left. Guards that can be
seen to pass are left out; so the programs people write come out as the paper's figures. The same walk checks that
there is noise wherever it is drawn (that every scale is positive, say): a public number must be allowed, and one that
the program computes gets a guard, since Python's draw raises without it; so does what noise is drawn around.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial, reduce
from typing import TypeGuard

from twinproof.lang.bounds import Facts, join, widen
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, sequence, subcommands, written
from twinproof.lang.expr import (
    ONE,
    TRUE,
    ZERO,
    Apply,
    ByOperator,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    free_variables,
    implies,
    negate,
    subterms,
)
from twinproof.lang.faces import Option
from twinproof.lang.noise.law import ABOVE_ZERO, Allowed, NoiseParameter
from twinproof.lang.reader.progressions import spelled_out
from twinproof.lang.scale import factors, product, quotient
from twinproof.lang.span import Span
from twinproof.lang.types import INT

PARTIAL = (Op.GET, Op.SET, Op.DIV, Op.MOD, Op.QUOTIENT, Op.LOG, Op.SQRT)
_TOTAL = (
    *(Op.ADD, Op.SUB, Op.MUL, Op.NEG, Op.REAL, Op.FLOOR, Op.ABS, Op.MIN, Op.MAX, Op.EQ, Op.LT, Op.LE),
    *(Op.NOT, Op.AND, Op.OR, Op.IMPLIES, Op.ITE, Op.LEN, Op.LIST, Op.APPEND, Op.CONCAT, Op.TUPLE, Op.PROJ),
    *(Op.ANSWER, Op.SCORE, Op.EXP, Op.UP),
)
_IS_PARTIAL = ByOperator[bool]({**dict.fromkeys(PARTIAL, True), **dict.fromkeys(_TOTAL, False)})
_OF_INTEGERS = (Op.DIV, Op.MOD)
_OF_REALS = (Op.QUOTIENT, Op.LOG, Op.SQRT)
_DIVISIONS = (*_OF_INTEGERS, Op.QUOTIENT)
# What a function is defined for: how that is seen, and what 0 must be to its argument.
_IN_DOMAIN = {Op.LOG: (Facts.is_positive, Op.LT), Op.SQRT: (Facts.is_nonnegative, Op.LE)}
WrongNumber = Callable[[Sample, NoiseParameter, Expr], None]  # told of numbers of a noise that may not be allowed
MOST_NESTED = 3  # loops inside more than these start from what their body leaves alone, and from counters above 0


def total(e: Expr, facts: Facts, quotients: bool = True) -> tuple[Expr, Expr]:
    """The expression made total, and the condition under which it has a value; perhaps but for its quotients."""
    return _Total(facts, _DIVISIONS if quotients else _OF_INTEGERS).make(e, TRUE) if _is_rewritten(e) else (e, TRUE)


def guarded(command: Command, facts: Facts, wrong_number: WrongNumber) -> Command:
    """The command with total expressions and the guards that it needs; `facts` hold at its start."""
    return _Guarding(wrong_number, _constants(command)).command(command, facts)


class _Guarding:
    """Walks a program with what is known at each point (`facts` is changed as it goes)."""

    def __init__(self, wrong_number: WrongNumber, constants: Mapping[Var, tuple[int, ...]]) -> None:
        self.wrong_number = wrong_number
        self.constants = constants  # lists of constants, which stay as they are
        self.depth = 0  # of loops around the command

    def command(self, command: Command, facts: Facts) -> Command:
        match command:
            case Skip():
                return command
            case Assign(target, value):
                settled, guard = self._total(value, command.at, facts)
                facts.assign(target, settled)
                self._among_constants(target, settled, facts)
                return sequence(*guard, replace(command, value=settled))
            case Sample(target, noise, parameters, centre):
                settled, guard = self._total(centre, command.at, facts)
                for parameter, e in self._in_doubt(command, facts):
                    self.wrong_number(command, parameter, e)
                made = [self._total(p, command.at, facts) for p in parameters]
                more = [g for _, guards in made for g in guards]
                numbers = []
                for (e, _), parameter in zip(made, noise.parameters, strict=True):
                    more += self._is_drawn(e, parameter.allowed, command, facts)
                    numbers.append(_without_signs(e, facts))
                more += self._guard(noise.admits(numbers, settled), command.at, facts)
                facts.havoc(target)
                return sequence(*guard, *more, replace(command, centre=settled, parameters=tuple(numbers)))
            case Seq(parts):
                return sequence(*[self.command(p, facts) for p in parts])
            case If():
                return self._if(command, facts)
            case While(condition, Skip()):
                once = facts.copy()
                settled, guard = self._total(condition, command.at, once)
                if once.entails(negate(settled)):  # what may have no value is evaluated once all the same
                    facts.become(once)
                    return sequence(*guard)
                return self._while(command, facts)
            case While():
                return self._while(command, facts)

    def _among_constants(self, target: Var, value: Expr, facts: Facts) -> None:
        """What is read in a list of constants lies between the least and the largest of them."""
        match value:
            case Apply(Op.GET, (Var() as items, _)) if items in self.constants:
                facts.assume(apply(Op.LE, Literal(min(self.constants[items])), target))
                facts.assume(apply(Op.LE, target, Literal(max(self.constants[items]))))
            case _:
                pass

    def _in_doubt(self, sampling: Sample, facts: Facts) -> Iterator[tuple[NoiseParameter, Expr]]:
        """The numbers of a noise that may not be allowed, without the guards that their own quotients would have."""
        here = facts.copy()
        for p, parameter in zip(sampling.parameters, sampling.noise.parameters, strict=True):
            made, domain = total(p, here, quotients=False)
            here.assume(domain)
            if not _is_allowed(made, parameter.allowed, here):
                yield parameter, p

    def _if(self, command: If, facts: Facts) -> Command:
        condition, guard = self._total(command.condition, command.at, facts)
        yes, no = facts.given(condition), facts.given(negate(condition))
        then, otherwise = self.command(command.then, yes), self.command(command.otherwise, no)
        facts.become(join((yes, no)))
        return sequence(*guard, If(condition, then, otherwise, command.at))

    def _while(self, command: While, facts: Facts) -> Command:
        """Find what holds whenever the loop's condition is evaluated, then guard condition and body with it."""
        head = facts.copy()
        if self.depth >= MOST_NESTED:
            for variable in written(command.body):
                head.havoc(variable)
            for counter in filter(facts.is_nonnegative, _counters(command.body)):
                head.assume(apply(Op.LE, ZERO, counter))
        self.depth += 1
        while True:
            before = head.copy()
            condition, body, again = self._round(command, head)
            after = widen(before, join((facts, again)))
            if (after.bounds, after.unreachable, after.flags) == (before.bounds, before.unreachable, before.flags):
                break
            head = after
        self.depth -= 1
        start = head.copy()
        settled, guard = self._total(command.condition, command.at, start)
        assert settled == condition
        facts.become(start.given(negate(condition)))
        return sequence(*guard, While(condition, sequence(body, *guard), command.at))

    def _round(self, command: While, head: Facts) -> tuple[Expr, Command, Facts]:
        """The condition and the body, settled where `head` holds, and what holds after the body."""
        inside = head.copy()
        condition, _ = self._total(command.condition, command.at, inside)
        inside.assume(condition)
        body = self.command(command.body, inside)
        return condition, body, inside

    def _is_drawn(self, number: Expr, allowed: Allowed, command: Sample, facts: Facts) -> list[Command]:
        """The guard before a draw with a number that the program computes, where it may not be allowed."""
        if _is_allowed(number, allowed, facts):
            return []
        if allowed != ABOVE_ZERO:
            return self._guard(allowed.condition(number), command.at, facts)
        factor, above, below = factors(_root(number))
        doubts = (e for e in (*above, *below) if not facts.is_positive(e))
        whole = reduce(partial(apply, Op.MUL), map(_of_its_sign, doubts))
        positive = apply(Op.LT, ZERO, whole) if factor > 0 else apply(Op.LT, whole, ZERO)
        facts.assume(positive)
        return [While(negate(positive), Skip(), command.at)]

    def _guard(self, condition: Expr, at: Span | None, facts: Facts) -> list[Command]:
        """The guard for a condition, where it may not hold; the facts then include it."""
        if facts.entails(condition):
            return []
        facts.assume(condition)
        return [While(negate(condition), Skip(), at)]

    def _total(self, e: Expr, at: Span | None, facts: Facts) -> tuple[Expr, list[Command]]:
        """The expression made total, and the guard that it needs; the facts then include that it has a value."""
        made, domain = total(e, facts)
        return made, self._guard(domain, at, facts)


def _constants(program: Command) -> dict[Var, tuple[int, ...]]:
    """The lists that are set once, to integers that are spelled out."""
    found: dict[Var, tuple[int, ...]] = {}
    targets = Counter(c.target for c in subcommands(program) if isinstance(c, Assign | Sample))
    for c in subcommands(program):
        match c:
            case Assign(items, Apply(Op.LIST, args)) if targets[items] == 1 and args:
                numbers = [int(a.value) for a in args if isinstance(a, Literal) and a.type == INT]
                if len(numbers) == len(args):
                    found[items] = tuple(numbers)
            case _:
                pass
    return found


def _counters(body: Command) -> list[Var]:
    """The integers that a body counts up, and does nothing else with."""
    steps = [c for c in subcommands(body) if isinstance(c, Assign | Sample)]
    others = {c.target for c in steps if not _is_step(c)}
    return [c.target for c in steps if c.target not in others]


def _is_step(command: Assign | Sample) -> bool:
    match command:
        case Assign(target, Apply(Op.ADD, (same, Literal(1)))):
            return same == target
        case _:
            return False


class _Total:
    """Rewrites Python's partial expressions: a negative position counts from the end."""

    def __init__(self, facts: Facts, divisions: tuple[Op, ...]) -> None:
        self.facts = facts
        self.divisions = divisions  # those that are not to divide by zero

    def make(self, e: Expr, path: Expr) -> tuple[Expr, Expr]:
        """The total expression, and the condition for it to have a value, given that `path` holds."""
        match e:
            case Apply(Op.AND | Op.OR as op, args):
                return self._logical(op, args, path)
            case Apply(Op.ITE, (condition, first, second)):
                c, domain = self.make(condition, path)
                here = self.facts.given(path)
                for holds, chosen in ((c, first), (negate(c), second)):
                    if domain == TRUE and here.entails(holds):
                        return self.make(chosen, path)
                a, left = self.make(first, conjunction(path, c))
                b, right = self.make(second, conjunction(path, negate(c)))
                return apply(Op.ITE, c, a, b), conjunction(domain, implies(c, left), implies(negate(c), right))
            case Apply(Op.GET | Op.SET as op, args):
                made = [self.make(a, path) for a in args]
                whole, position, *items = (m[0] for m in made)
                place, within = self._position(whole, position, path)
                known = spelled_out(whole) if op is Op.GET and within == TRUE else None
                if known is not None:
                    return known.item(place), conjunction(*(m[1] for m in made))
                return apply(op, whole, place, *items), conjunction(*(m[1] for m in made), within)
            case Apply(op, args):
                made = [self.make(a, path) for a in args]
                parts = tuple(m[0] for m in made)
                domain = conjunction(*(m[1] for m in made))
                made_total = e if parts == args else Apply(op, parts, e.type)
                if _is_value_of_option(e) and not self.facts.given(path).entails(
                    there := apply(Op.PROJ, parts[0], ZERO)
                ):
                    domain = conjunction(domain, there)
                if op in _IN_DOMAIN and not _IN_DOMAIN[op][0](self.facts.given(path), parts[0]):
                    domain = conjunction(domain, apply(_IN_DOMAIN[op][1], ZERO, parts[0]))
                if op in self.divisions and not self.facts.given(path).entails(_nonzero(parts[1])):
                    domain = conjunction(domain, _nonzero(parts[1]))
                return made_total, domain
            case _:
                return e, TRUE

    def _logical(self, op: Op, args: tuple[Expr, ...], path: Expr) -> tuple[Expr, Expr]:
        parts: list[Expr] = []
        domain: Expr = TRUE
        for a in args:
            if not _is_rewritten(a):
                parts.append(a)
                continue
            earlier = conjunction(*(parts if op is Op.AND else map(negate, parts)))
            part, needs = self.make(a, conjunction(path, earlier))
            domain = conjunction(domain, implies(earlier, needs))
            parts.append(part)
        return apply(op, *parts), domain

    def _position(self, xs: Expr, i: Expr, path: Expr) -> tuple[Expr, Expr]:
        """A position of a list counted from its start, and the condition that it is there."""
        here = self.facts.given(path)
        size = apply(Op.LEN, xs)
        from_end = isinstance(i, Literal) and i.value < 0
        if isinstance(i, Literal) and from_end:
            i = apply(Op.SUB, size, Literal(-i.value))
        if here.entails(apply(Op.LE, ZERO, i)):
            within: Expr = apply(Op.LT, i, size)
        elif from_end:
            within = conjunction(apply(Op.LE, ZERO, i), apply(Op.LT, i, size))
        else:
            within = conjunction(apply(Op.LE, apply(Op.NEG, size), i), apply(Op.LT, i, size))
            i = apply(Op.ITE, apply(Op.LT, i, ZERO), apply(Op.ADD, i, size), i)
        return i, TRUE if here.entails(within) else within


def _is_allowed(e: Expr, allowed: Allowed, facts: Facts) -> bool:
    """Whether a number of a noise is surely allowed."""
    if allowed == ABOVE_ZERO:
        return facts.is_positive(_root(e))
    number, above, below = factors(e)
    if not above and not below:
        return allowed.holds(number)
    high_enough = facts.is_nonnegative(e) or facts.is_nonnegative(apply(Op.SUB, e, ZERO))
    if allowed.low > 0:
        high_enough = facts.entails(apply(Op.LE, Literal(allowed.low), e))
    return high_enough and (allowed.high is None or _is_at_most(e, allowed.high, facts))


def _is_at_most(e: Expr, high: int, facts: Facts) -> bool:
    """Whether a number is surely not above another: by their difference, or as a quotient of integers."""
    if facts.is_nonnegative(apply(Op.SUB, Literal(high), e)):
        return True
    number, above, below = factors(e)
    top, bottom = product(number.numerator, above), product(number.denominator * high, below)
    return top.type == bottom.type == INT and facts.is_positive(bottom) and facts.entails(apply(Op.LE, top, bottom))


def _root(e: Expr) -> Expr:
    """A number that is positive just where this one is: s for s · |s|, as a standard deviation gives a variance."""
    return e.args[0] if _is_signed_square(e) else e


def _without_signs(e: Expr, facts: Facts) -> Expr:
    """s · s for s · |s|, where s is surely positive, as one fraction."""
    if not _is_signed_square(e) or not facts.is_positive(e.args[0]):
        return e
    number, above, below = factors(e.args[0])
    return quotient(number * number, above + above, below + below)


def _is_signed_square(e: Expr) -> TypeGuard[Apply]:
    return isinstance(e, Apply) and e.op is Op.MUL and e.args[1] == Apply(Op.ABS, e.args[:1], e.args[0].type)


def _of_its_sign(e: Expr) -> Expr:
    """A number that is positive just where this one is, and has a value everywhere."""
    return apply(Op.MUL, *e.args) if isinstance(e, Apply) and e.op is Op.QUOTIENT else e


def is_partial(e: Expr) -> bool:
    """Whether an expression may have no value, by its form.

    A quotient of reals counts only if the divisor is data, and a logarithm or a root if it is taken of data: of public
    ones (scales, parts of an ε) `total` asks the facts in any case.
    """
    if not isinstance(e, Apply):
        return False
    public = e.op in _OF_REALS and all(v.place is Place.RIGID for v in free_variables(e.args[-1]))
    return (_IS_PARTIAL[e.op] and not public) or _is_value_of_option(e) or any(map(is_partial, e.args))


def may_raise(e: Expr) -> bool:
    """Whether an expression may have no value, also because of public numbers: what may raise is not left out."""
    quotients = (t for t in subterms(e) if isinstance(t, Apply) and t.op in _OF_REALS)
    return is_partial(e) or not all(isinstance(t.args[-1], Literal) and t.args[-1].value > 0 for t in quotients)


def _is_rewritten(e: Expr) -> bool:
    """Whether an expression divides, looks something up or chooses."""
    if not isinstance(e, Apply):
        return False
    return _IS_PARTIAL[e.op] or e.op is Op.ITE or _is_value_of_option(e) or any(map(_is_rewritten, e.args))


def _is_value_of_option(e: Apply) -> bool:
    """Whether this takes the value of something that may be None."""
    return e.op is Op.PROJ and isinstance(e.args[0].type, Option) and e.args[1] == ONE


def _nonzero(e: Expr) -> Expr:
    if isinstance(e, Literal):
        return Literal(e.value != 0)
    return negate(apply(Op.EQ, e, ZERO))
