"""What is surely true of the integers of a program: differences between variables and lengths, bounded by constants.

`Facts` is the zone domain of abstract interpretation: a set of constraints x − y ≤ c, closed under addition. The reader
uses it to see which list accesses and divisions cannot fail and which scales are positive. It may answer "do not know"
(False) to anything; what it affirms holds in every run.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations, product
from typing import TypeGuard

from twinproof.lang.amounts import terms
from twinproof.lang.expr import (
    ONE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    free_variables,
    may_be_irrational,
    negate,
    subterms,
)
from twinproof.lang.faces import is_number, number_in
from twinproof.lang.rewriting import replaced, with_arguments
from twinproof.lang.scale import product as product_of
from twinproof.lang.types import BOOL, INT, REAL, ListOf

MOST_TERMS = 32
MOST_CASES = 16  # that are looked at one by one
_HELD = Var("(a half)", INT)  # no variable of a program
Term = Expr  # an int variable, the number in another, the length of a list variable, or ZERO, which stands for 0
Linear = tuple[Mapping[Term, int], int]  # Σ coefficient · term + constant
Sum = dict[Expr | None, Fraction]  # the same of public reals, whatever they are, with the constant at None


@functools.lru_cache(maxsize=4096)  # the same few expressions are asked about at every step of a walk
def linear(e: Expr) -> Linear | None:
    """The expression as a linear form over terms, if it is one."""
    match e:
        case Literal(int(value)) if e.type == INT:
            return {}, value
        case Var() if e.type == INT:
            return {e: 1}, 0
        case Apply(Op.LEN, (Var(),)):
            return {e: 1}, 0
        case Apply(Op.PROJ, (Var() as whole, _)) if is_number(whole.type):
            return {e: 1}, 0
        case Apply(Op.LEN, (Apply(Op.LIST, items),)):
            return {}, len(items)
        case Apply(Op.LEN, (Apply(Op.APPEND, (whole, _)),)):
            return _combine(linear(apply(Op.LEN, whole)), ({}, 1), 1)
        case Apply(Op.LEN, (Apply(Op.SET, (whole, _, _)),)):
            return linear(apply(Op.LEN, whole))
        case Apply(Op.FLOOR, (inner,)) if inner.type == INT:
            return linear(inner)
        case Apply(Op.NEG, (inner,)):
            return _combine(({}, 0), linear(inner), -1)
        case Apply(Op.ADD, (left, right)):
            return _combine(linear(left), linear(right), 1)
        case Apply(Op.SUB, (left, right)):
            return _combine(linear(left), linear(right), -1)
        case Apply(Op.MUL, (Literal(int(factor)), inner)) | Apply(Op.MUL, (inner, Literal(int(factor)))):
            return _combine(({}, 0), linear(inner), factor)
        case Apply(Op.DIV | Op.MOD as op, (Literal(int(divided)), Literal(int(by)))) if by:
            return {}, divided // by if op is Op.DIV else divided % by
        case _:
            return None


def _combine(left: Linear | None, right: Linear | None, factor: int) -> Linear | None:
    if left is None or right is None:
        return None
    terms = dict(left[0])
    for term, coefficient in right[0].items():
        terms[term] = terms.get(term, 0) + factor * coefficient
    return {t: c for t, c in terms.items() if c}, left[1] + factor * right[1]


@dataclass(slots=True)
class Facts:
    """Constraints x − y ≤ c that hold at one point of a program; `unreachable` when nothing gets there."""

    bounds: dict[tuple[Term, Term], int] = field(default_factory=dict)
    positive: frozenset[Var] = frozenset()  # real parameters above zero
    unreachable: bool = False
    flags: frozenset[Expr] = frozenset()  # what else is true: variables, components of them, negations, comparisons
    above: tuple[tuple[Sum, bool], ...] = ()  # sums of public reals that are not below zero; whether they are above it
    ways: tuple[tuple[Expr, ...], ...] = ()  # conditions on public parameters, of which one at least holds, of each row

    def copy(self) -> Facts:
        return Facts(dict(self.bounds), self.positive, self.unreachable, self.flags, self.above, self.ways)

    # ------------------------------------------------------------------------------------------------- constraints

    def _terms(self) -> set[Term]:
        return {t for pair in self.bounds for t in pair}

    def _distance(self, x: Term, y: Term) -> int | None:
        """The least c known with x − y ≤ c."""
        if x == y:
            return 0
        distance = self.bounds.get((x, y))
        if isinstance(y, Apply) and y.op is Op.LEN:  # a length is never negative: x − |ys| ≤ x
            through = self.bounds.get((x, ZERO), 0 if x == ZERO else None)
            if through is not None:
                distance = through if distance is None else min(distance, through)
        return distance

    def limit(self, x: Term, y: Term, c: int) -> None:
        """Learn x − y ≤ c."""
        if x == y:
            self.unreachable |= c < 0
            return
        old = self.bounds.get((x, y))
        if old is not None and old <= c:
            return
        terms = self._terms() | {x, y, ZERO}
        if len(terms) > MOST_TERMS:
            return  # knowing less is always right
        back = self._distance(y, x)
        if back is not None and back + c < 0:
            self.unreachable = True
            return
        into = [(t, d + c) for t in terms if (d := self._distance(t, x)) is not None]
        outof = [(t, d) for t in terms if (d := self._distance(y, t)) is not None]
        bounds = self.bounds
        for (a, before), (b, after) in product(into, outof):
            if a is not b:  # each term is there once
                total = before + after
                so_far = bounds.get((a, b))
                if so_far is None or total < so_far:
                    bounds[a, b] = total

    def forget(self, term: Term) -> None:
        """Drop all that is known of a term."""
        self.bounds = {pair: c for pair, c in self.bounds.items() if term not in pair}

    def upper(self, form: Linear | None) -> int | None:
        """The least known upper bound of a linear form."""
        if form is None:
            return None
        terms, constant = form
        match sorted(terms.items(), key=lambda item: item[1]):
            case [(y, -1), (x, 1)]:
                direct = self._distance(x, y)
                if direct is not None:
                    return direct + constant
        total = constant
        for term, coefficient in terms.items():
            bound = self._distance(term, ZERO) if coefficient > 0 else self._distance(ZERO, term)
            if bound is None:
                return None
            total += abs(coefficient) * bound
        return total

    def range(self, e: Expr) -> tuple[int | None, int | None]:
        """Known lower and upper bounds of an integer expression."""
        form = linear(e)
        if form is not None:
            low = self.upper(_combine(({}, 0), form, -1))
            return (None if low is None else -low), self.upper(form)
        match e:
            case Apply(Op.MIN | Op.MAX as op, args):
                lows, highs = zip(*map(self.range, args), strict=True)
                if op is Op.MIN:
                    return _all(min, lows), _any(min, highs)
                return _any(max, lows), _all(max, highs)
            case Apply(Op.ITE, (condition, first, second)):
                (l1, h1), (l2, h2) = self.given(condition).range(first), self.given(negate(condition)).range(second)
                return _all(min, (l1, l2)), _all(max, (h1, h2))
            case Apply(Op.ABS, (inner,)):
                low, high = self.range(inner)
                ends = None if low is None or high is None else max(abs(low), abs(high))
                return max(0, low or 0, -(high or 0)), ends
            case Apply(Op.MOD, (_, divisor)):
                low, high = self.range(divisor)
                return (0, None if high is None else high - 1) if low is not None and low > 0 else (None, None)
            case Apply(Op.DIV, (whole, Literal(int(by)))) if by > 0:  # which keeps the order of numbers
                low, high = self.range(whole)
                return (None if low is None else low // by), (None if high is None else high // by)
            case Apply(Op.DIV, (whole, divisor)):
                low, _ = self.range(whole)
                least, _ = self.range(divisor)
                return (0, None) if low is not None and low >= 0 and least is not None and least > 0 else (None, None)
            case Apply(Op.MUL, (left, right)) if left == right:  # a square
                low, high = self.range(left)
                return max(0, low or 0, -(high or 0)) ** 2, None
            case Apply(Op.MUL, (left, right)):
                a, _ = self.range(left)
                b, _ = self.range(right)
                return (a * b, None) if a is not None and b is not None and min(a, b) >= 0 else (None, None)
            case Apply(Op.LEN, _):
                return 0, None
            case Apply(Op.ADD | Op.SUB | Op.NEG) if (quotient := _quotient_in(e)) is not None:
                more = self.copy()
                more.assign(_HELD, quotient)
                return more.range(replaced(e, {quotient: _HELD}))
            case _:
                return None, None

    # ---------------------------------------------------------------------------------------------------- formulas

    def assume(self, e: Expr) -> None:
        """Learn that a condition holds. What is beyond differences is ignored, which is safe."""
        match e:
            case Literal(False):
                self.unreachable = True
            case Apply(Op.AND, args):
                for a in args:
                    self.assume(a)
            case Apply(Op.OR, args) if args:
                self.become(join(self.given(a) for a in args))
                self._remember(args)
            case Apply(Op.IMPLIES, (first, second)):
                self.assume(apply(Op.OR, negate(first), second))
            case Apply(Op.NOT, (Apply(Op.AND, args),)) if args:
                self.assume(apply(Op.OR, *map(negate, args)))
            case Apply(Op.NOT, (Apply(Op.OR, args),)):
                for a in args:
                    self.assume(negate(a))
            case Apply(Op.LT | Op.LE as op, (left, right)):
                self._assume_le(left, right, -1 if op is Op.LT else 0)
                form = _combine(linear(left), linear(right), -1)
                if form is None or len(form[0]) > 2:  # no difference, so it is remembered as it is
                    self.flags |= {e}
                if may_be_irrational(e):  # neither is that, and only of parameters
                    self.flags |= {_without_casts(e)}
            case Apply(Op.EQ, args):
                left, right = map(number_in, args)
                self._assume_le(left, right, 0)
                self._assume_le(right, left, 0)
            case _ if _is_flag(e):
                self.unreachable |= negate(e) in self.flags
                self.flags |= {e}
            case _:
                self._remember(_two_ways(e))

    def _remember(self, ways: tuple[Expr, ...]) -> None:
        """One of these holds; of public parameters, which nothing changes, this stays."""
        ways = tuple(part for way in ways for part in _two_ways(way) or (way,))
        stay = all(v.place is Place.RIGID for way in ways for v in free_variables(way))
        if ways and stay and ways not in self.ways:
            self.ways = (*self.ways, ways)

    def _in_all_cases(self, e: Expr, holds: Callable[[Facts], bool]) -> bool:
        """Whether something holds of an expression, in each of the cases of what is known of its parameters."""
        variables = free_variables(e)
        near = [ways for ways in self.ways if any(free_variables(way) & variables for way in ways)]
        cases = [replace(self.copy(), ways=())]
        for ways in near:
            if len(cases) * len(ways) <= MOST_CASES:
                cases = [case.given(way) for case in cases for way in ways]
        return len(cases) > 1 and all(map(holds, cases))

    def _assume_le(self, left: Expr, right: Expr, slack: int) -> None:
        """Learn left ≤ right + slack, for integers; of public reals that right is not below left, or above it."""
        if left.type != INT or right.type != INT:
            difference = _sum_of(right, _sum_of(left, {}, -1), 1)
            if difference is not None:
                self.above = (*self.above, (difference, slack < 0))
            return
        for part in _parts(right, Op.MIN):
            self._assume_le(left, part, slack)
        for part in _parts(left, Op.MAX):
            self._assume_le(part, right, slack)
        order = Op.LT if slack < 0 else Op.LE
        ways = [apply(order, left, part) for part in _parts(right, Op.MAX)]
        ways = ways or [apply(order, part, right) for part in _parts(left, Op.MIN)]
        if ways:
            self.become(join(map(self.given, ways)))
        form = _combine(linear(left), linear(right), -1)
        if form is None:
            return
        terms, constant = form
        limit = slack - constant
        match sorted(terms.items(), key=lambda item: item[1]):
            case []:
                self.unreachable |= limit < 0
            case [(x, coefficient)]:
                if coefficient > 0:
                    self.limit(x, ZERO, limit // coefficient)
                else:
                    self.limit(ZERO, x, limit // -coefficient)
            case [(y, -1), (x, 1)]:
                self.limit(x, y, limit)

    def given(self, e: Expr) -> Facts:
        """These facts and the condition."""
        more = self.copy()
        more.assume(e)
        return more

    def entails(self, e: Expr) -> bool:
        """Whether the condition surely holds."""
        return self._entails(e) or self._in_all_cases(e, lambda case: case._entails(e))

    def _entails(self, e: Expr) -> bool:
        if self.unreachable:
            return True
        match e:
            case Literal(True):
                return True
            case Apply(Op.AND, args):
                return all(self.entails(a) for a in args)
            case Apply(Op.OR, args):
                return any(self.entails(a) for a in args)
            case Apply(Op.IMPLIES, (first, second)):
                return self.given(first).entails(second)
            case Apply(Op.LT | Op.LE as op, (left, right)):
                is_known = e in self.flags or (may_be_irrational(e) and _without_casts(e) in self.flags)
                return is_known or self._entails_le(left, right, -1 if op is Op.LT else 0)
            case Apply(Op.NOT, (Apply(Op.EQ, args),)):
                left, right = map(number_in, args)
                apart = self._entails_le(left, right, -1) or self._entails_le(right, left, -1)
                return apart or (right == ZERO and self.is_positive(left))
            case Apply(Op.EQ, args):
                left, right = map(number_in, args)
                return self._entails_le(left, right, 0) and self._entails_le(right, left, 0)
            case _:
                return e in self.flags

    def _entails_le(self, left: Expr, right: Expr, slack: int) -> bool:
        if left.type != INT or right.type != INT:
            return False
        if isinstance(left, Apply) and left.op is Op.MOD and left.args[1] == right and slack >= -1:
            least = self.range(right)[0]
            if least is not None and least > 0:  # a remainder is below a positive divisor
                return True
        for pick, parts in ((all, _parts(left, Op.MAX)), (any, _parts(left, Op.MIN))):
            if parts and pick(self._entails_le(part, right, slack) for part in parts):
                return True
        for pick, parts in ((all, _parts(right, Op.MIN)), (any, _parts(right, Op.MAX))):
            if parts and pick(self._entails_le(left, part, slack) for part in parts):
                return True
        most = self.upper(_combine(linear(left), linear(right), -1))
        if most is None:
            high, low = self.range(left)[1], self.range(right)[0]
            most = None if high is None or low is None else high - low
        return most is not None and most <= slack

    # -------------------------------------------------------------------------------------------------------- signs

    def is_positive(self, e: Expr) -> bool:
        """Whether a number, real or integer, is surely above zero."""
        return self._sign(e, strict=True) or self._in_all_cases(e, lambda case: case._sign(e, strict=True))

    def is_nonnegative(self, e: Expr) -> bool:
        """Whether a number, real or integer, is surely not below zero."""
        return self._sign(e, strict=False) or self._in_all_cases(e, lambda case: case._sign(e, strict=False))

    def _is_at_least(self, e: Expr, least: int) -> bool:
        """Whether an integer is surely so large: by its range, or because somebody has said so."""
        low = self.range(e)[0]
        if low is not None and low >= least:
            return True
        return least <= 1 and bool({apply(Op.LE, ONE, e), apply(Op.LT, ZERO, e)} & self.flags)

    def _sign(self, e: Expr, strict: bool) -> bool:
        if self.unreachable or (e.type == INT and self._is_at_least(e, 1 if strict else 0)):
            return True
        match e:
            case Literal(value):
                return value > 0 or (value == 0 and not strict)
            case Var():
                return e in self.positive or any(self._is_above(e, strict, *known) for known in self.above)
            case Apply(Op.REAL | Op.FLOOR as op, (inner,)):
                return (op is Op.REAL or not strict) and self._sign(inner, strict)
            case Apply(Op.MUL, (left, right)):
                return self._sign(left, strict) and self._sign(right, strict)
            case Apply(Op.QUOTIENT, (left, right)):
                return self._sign(left, strict) and self._sign(right, True)
            case Apply(Op.ADD, (left, right)):
                one, other = self._sign(left, strict), self._sign(right, strict)
                return (one and self._sign(right, False)) or (other and self._sign(left, False))
            case Apply(Op.MIN | Op.MAX as op, args):
                return (all if op is Op.MIN else any)(self._sign(a, strict) for a in args) or self._by_cases(e, strict)
            case Apply(Op.SUB, _):
                return self._difference_sign(e, strict)
            case Apply(Op.ABS, (inner,)):
                return not strict or self._sign(inner, strict)
            case Apply(Op.ITE, (condition, first, second)):
                yes, no = self.given(condition), self.given(negate(condition))
                return yes._sign(first, strict) and no._sign(second, strict)
            case _:
                return self._function_sign(e, strict)

    def _by_cases(self, e: Apply, strict: bool) -> bool:
        """The sign of the largest of some numbers, one of them an absolute value, by the sign of what that is of."""
        for part in e.args if e.op is Op.MAX else ():
            match part:
                case Apply(Op.ABS, (Var() as inner,)) if inner.type == INT and not self._is_signed(inner):
                    cases = [self.given(apply(Op.LT, inner, ZERO)), self.given(apply(Op.LE, ZERO, inner))]
                    if all(case._is_signed(inner) for case in cases):  # which need not be learned among many terms
                        return all(case._sign(e, strict) for case in cases)
                case _:
                    pass
        return False

    def _is_signed(self, e: Expr) -> bool:
        """Whether an integer is known to be below zero, or known not to be."""
        low, high = self.range(e)
        return self.unreachable or (low is not None and low >= 0) or (high is not None and high < 0)

    @staticmethod
    def _is_above(var: Var, strict: bool, known: Sum, is_strict: bool) -> bool:
        """Whether it is known that a multiple of a variable, less a constant, is not below zero, or above it."""
        less = -known.get(None, Fraction(0))
        if set(known) - {None} != {var} or known[var] <= 0 or less < 0:
            return False
        return not strict or is_strict or less > 0

    def _function_sign(self, e: Expr, strict: bool) -> bool:
        """The sign of exp, of sqrt and of what is rounded up; that of log, by how its argument compares with 1."""
        match e:
            case Apply(Op.NEG, (Apply(Op.UP, (Apply(Op.NEG, (inner,)),)),)):  # rounded down
                return self._sign(inner, strict)
            case Apply(Op.EXP, _):
                return True
            case Apply(Op.SQRT | Op.UP, (inner,)):
                return self._sign(inner, strict)
            case Apply(Op.LOG, (Apply(Op.QUOTIENT, (above, below)),)) if self._sign(below, True):
                return self._sign(apply(Op.SUB, above, below), strict)
            case Apply(Op.LOG, (inner,)):
                return self._sign(apply(Op.SUB, inner, ONE), strict)
            case _:
                return False

    def _difference_sign(self, e: Expr, strict: bool) -> bool:
        """Whether a difference of public reals is what is known to be above zero, and perhaps something more."""
        wanted = _sum_of(e, {}, 1)
        if wanted is None:
            return False
        forms = (wanted, _without_powers(wanted), _multiplied_out(e))
        for whole, (known, is_strict) in product(forms, (*self.above, ({}, False))):
            rest = dict(whole)
            for term, coefficient in known.items():
                rest[term] = rest.get(term, Fraction(0)) - coefficient
            more = [(t, c) for t, c in rest.items() if c]
            surely = all(c > 0 and (t is None or self._sign(t, strict=False)) for t, c in more)
            if surely and (is_strict or not strict or any(t is None or self._sign(t, strict=True) for t, _ in more)):
                return True
        return self._covers_powers(wanted, strict)

    def _covers_powers(self, whole: Sum, strict: bool) -> bool:
        """Whether each exp(t) that is taken away is at most an exp(s) with t ≤ s that is there, or 1 with t ≤ 0."""
        there = {term: c for term, c in whole.items() if c > 0}
        above = False  # whether one of them is less than what covers it
        for power, taken in ((term, -c) for term, c in whole.items() if c < 0):
            if power is None or not _is_power(power):
                return False
            for term in sorted(there, key=lambda t: t is None):  # a number covers more of them
                larger = ZERO if term is None else term.args[0] if _is_power(term) else None
                if taken and larger is not None and self._sign(apply(Op.SUB, larger, power.args[0]), strict=False):
                    used = min(taken, there[term])
                    above = above or (used > 0 and self._sign(apply(Op.SUB, larger, power.args[0]), strict=True))
                    there[term], taken = there[term] - used, taken - used
            if taken:
                return False
        left = [term for term, c in there.items() if c]
        if not all(term is None or self._sign(term, strict=False) for term in left):
            return False
        return not strict or above or any(term is None or self._sign(term, strict=True) for term in left)

    # -------------------------------------------------------------------------------------------------- assignments

    def assign(self, target: Var, value: Expr) -> None:
        """What holds after target ← value."""
        known: set[Expr] = set()
        if target.type == BOOL and isinstance(value, Literal):
            known.add(target if value.value else apply(Op.NOT, target))
        if isinstance(value, Apply) and value.op is Op.TUPLE:
            known |= {apply(Op.PROJ, target, Literal(i)) for i, a in enumerate(value.args) if a == Literal(True)}
        self._forget_flags(target)
        self.flags |= known
        if isinstance(target.type, ListOf):
            self._store(apply(Op.LEN, target), apply(Op.LEN, value))
        elif target.type == INT or is_number(target.type):
            self._store(number_in(target), number_in(value))

    def havoc(self, target: Var) -> None:
        """What holds after the target got an unknown value."""
        self._forget_flags(target)
        self.forget(apply(Op.LEN, target) if isinstance(target.type, ListOf) else number_in(target))

    def _forget_flags(self, target: Var) -> None:
        self.flags = frozenset(e for e in self.flags if target not in free_variables(e))

    def _store(self, term: Term, value: Expr) -> None:
        low, high = self.range(value)
        form = linear(value)
        between = [near for near in self._around_middle(value) if term != near[0]]
        match list(form[0].items()) if form else None:
            case [(source, 1)] if form and source == term:
                if isinstance(term, Apply) and term.op is Op.LEN:
                    self.bounds[ZERO, term] = self._distance(ZERO, term) or 0
                self._shift(term, form[1])
                return
            case [(source, 1)] if form:
                self.forget(term)
                self.limit(term, source, form[1])
                self.limit(source, term, -form[1])
            case _:
                self.forget(term)
        if low is not None:
            self.limit(ZERO, term, -low)
        if high is not None:
            self.limit(term, ZERO, high)
        for end, above, below in between:
            if above is not None:
                self.limit(term, end, above)
            if below is not None:
                self.limit(end, term, below)
        self._limit_what_is_left_over(term, value)
        for op in (Op.MIN, Op.MAX):
            for part in filter(None, map(linear, _parts(value, op))):
                match list(part[0].items()):
                    case [(source, 1)] if source != term and op is Op.MIN:
                        self.limit(term, source, part[1])
                    case [(source, 1)] if source != term:
                        self.limit(source, term, -part[1])

    def _limit_what_is_left_over(self, term: Term, value: Expr) -> None:
        """Of a number that is divided it is below the divisor, where that is above zero and no matter of the term."""
        for divisor in _parts(value, Op.MOD)[1:]:
            match linear(divisor):
                case (terms, constant) if list(terms.values()) == [1] and term not in terms:
                    (source,) = terms
                    if self.is_positive(divisor):
                        self.limit(term, source, constant - 1)
                case _:
                    pass

    def _around_middle(self, value: Expr) -> list[tuple[Term, int | None, int | None]]:
        """Of (a + b + c) // 2, how far it is above a and b at most, and how far below.

        If a − b ≤ d, then a + b + c ≤ 2b + d + c, and so the middle is at most b + (d + c) // 2. If b − a ≤ d, it is at
        least b + (c − d) // 2.
        """
        match value:
            case Apply(Op.DIV, (whole, Literal(2))) if (form := linear(whole)) is not None:
                terms, constant = form
                if len(terms) != 2 or set(terms.values()) != {1}:
                    return []
                found: list[tuple[Term, int | None, int | None]] = []
                for end, other in permutations(terms):
                    up, down = self._distance(other, end), self._distance(end, other)
                    above = None if up is None else (up + constant) // 2
                    found.append((end, above, None if down is None else -((constant - down) // 2)))
                return found
            case _:
                return []

    def _shift(self, term: Term, by: int) -> None:
        moved = {}
        for (x, y), c in self.bounds.items():
            moved[x, y] = c + by if x == term else c - by if y == term else c
        self.bounds = moved

    def become(self, other: Facts) -> None:
        """Take over what another set of facts says."""
        self.bounds, self.unreachable, self.flags = other.bounds, other.unreachable, other.flags
        self.above, self.ways = other.above, other.ways


def _two_ways(e: Expr) -> tuple[Expr, ...]:
    """How two integers that are not the same may compare; nothing for another condition."""
    match e:
        case Apply(Op.NOT, (Apply(Op.EQ, (left, right)),)) if left.type == right.type == INT:
            return apply(Op.LT, left, right), apply(Op.LT, right, left)
        case _:
            return ()


def _quotient_in(e: Expr) -> Expr | None:
    """The first part of a number that is a half, rounded down; if none is held already."""
    if _HELD in free_variables(e):
        return None
    halves = (t for t in subterms(e) if isinstance(t, Apply) and t.op is Op.DIV and t.args[1] == Literal(2))
    return next(halves, None)


def _is_power(term: Expr) -> TypeGuard[Apply]:
    return isinstance(term, Apply) and term.op is Op.EXP


def _sum_of(e: Expr, so_far: Sum | None, factor: int | Fraction) -> Sum | None:
    """A sum of multiples of public reals and a number, added to another; None if it is something else."""
    if so_far is None:
        return None
    match e:
        case Literal(value) if not isinstance(value, bool):
            return {**so_far, None: so_far.get(None, Fraction(0)) + factor * Fraction(value)}
        case Var() if e.place is Place.RIGID and e.type == REAL:
            return {**so_far, e: so_far.get(e, Fraction(0)) + factor}
        case Apply(Op.REAL, (inner,)):
            return _sum_of(inner, so_far, factor)
        case Apply(Op.NEG, (inner,)):
            return _sum_of(inner, so_far, -factor)
        case Apply(Op.ADD, (left, right)):
            return _sum_of(right, _sum_of(left, so_far, factor), factor)
        case Apply(Op.SUB, (left, right)):
            return _sum_of(right, _sum_of(left, so_far, factor), -factor)
        case Apply(Op.MUL, (Literal(number), inner)) | Apply(Op.MUL, (inner, Literal(number))):
            return _sum_of(inner, so_far, factor * Fraction(number))
        case Apply(Op.QUOTIENT, (inner, Literal(number))) if number != 0:
            return _sum_of(inner, so_far, factor / Fraction(number))
        case Apply() if e.type == REAL and all(v.place is Place.RIGID for v in free_variables(e)):
            return {**so_far, e: so_far.get(e, Fraction(0)) + factor}
        case _:
            return None


def _multiplied_out(e: Expr) -> Sum:
    """The sum of products that an expression is."""
    whole: Sum = {}
    for powers, factor in terms(e).items():
        whole[product_of(1, tuple(x for x, n in powers for _ in range(n))) if powers else None] = factor
    return whole


def _without_powers(whole: Sum) -> Sum:
    """A sum that is not above this one: 1 + t, which is at most exp(t), for each exp(t) that is added."""
    lower: Sum = {}
    for term, coefficient in whole.items():
        if isinstance(term, Apply) and term.op is Op.EXP and coefficient > 0:
            one_more = {**lower, None: lower.get(None, Fraction(0)) + coefficient}
            instead = _sum_of(term.args[0], one_more, coefficient)
            if instead is not None:
                lower = instead
                continue
        lower[term] = lower.get(term, Fraction(0)) + coefficient
    return lower


def _parts(e: Expr, op: Op) -> tuple[Expr, ...]:
    """What the smallest or the largest is taken of, if it is."""
    return e.args if isinstance(e, Apply) and e.op is op else ()


def _is_flag(e: Expr) -> bool:
    match e:
        case Var():
            return e.type == BOOL
        case Apply(Op.PROJ, (Var(), _)):
            return e.type == BOOL
        case Apply(Op.NOT, (inner,)):
            return _is_flag(inner)
        case _:
            return False


def _all(pick: Callable[[list[int]], int], ends: tuple[int | None, ...]) -> int | None:
    bounded = [e for e in ends if e is not None]
    return pick(bounded) if len(bounded) == len(ends) else None


def _any(pick: Callable[[list[int]], int], ends: tuple[int | None, ...]) -> int | None:
    bounded = [e for e in ends if e is not None]
    return pick(bounded) if bounded else None


def join(branches: Iterable[Facts]) -> Facts:
    """What holds on every branch that can be reached."""
    live = list(branches)
    reached = [b for b in live if not b.unreachable]
    if not reached:
        return live[0]
    first, *rest = reached
    common = first.copy()
    for other in rest:
        common.flags &= other.flags
        common.above = tuple(known for known in common.above if known in other.above)
        common.ways = tuple(known for known in common.ways if known in other.ways)
        pairs = {}
        for (x, y), c in common.bounds.items():
            theirs = other._distance(x, y)
            if theirs is not None:
                pairs[x, y] = max(c, theirs)
        for (x, y), c in other.bounds.items():
            mine = None if (x, y) in pairs else common._distance(x, y)
            if mine is not None:
                pairs[x, y] = max(c, mine)
        common.bounds = pairs
    return common


def widen(before: Facts, after: Facts) -> Facts:
    """What of the old facts still holds: the constraints that the new ones do not break."""
    if before.unreachable:
        return after
    if after.unreachable:
        return before
    stable = before.copy()
    stable.flags &= after.flags
    stable.ways = tuple(known for known in before.ways if known in after.ways)
    stable.bounds = {}
    for (x, y), c in before.bounds.items():
        theirs = after._distance(x, y)
        if theirs is not None and theirs <= c:
            stable.bounds[x, y] = c
    return stable


def _without_casts(e: Expr) -> Expr:
    """The expression with its real numbers as they are: that a real is one is not said again."""
    if isinstance(e, Apply) and e.op is Op.REAL and e.args[0].type == REAL:
        return _without_casts(e.args[0])
    return with_arguments(e, _without_casts)
