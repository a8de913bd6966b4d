"""Sums of fractions with a common denominator: `total += Fraction(cents, 100)` adds up whole numbers of cents.

A number that only ever gets fractions over one denominator is held as how many of these it is, an integer, and read as
that divided by the denominator. Then nobody has to find out that a hundred times the sum is a whole number, which noise
on a grid asks for. It is done for sums into which private data go and no noise, in variables and in lists.

Why it means the same: a denominator is a number above zero, times public parameters that the requirements put above
zero, so it is the same in the whole run. Every variable v of a group has a variable w in its place, and at each moment
v = w / d, or so for each item: at the start both are 0, or lists without items; every assignment to v has a value that
is n / d for an integer n, computed from other variables of the group by what they stand for, and gives n to w; and
everywhere else w / d is read. Comparisons are between numerators, since d is above zero. Once more that is why w / d
times a multiple of d is an integer, wherever it stands.

The program has its guards: every expression has a value.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from twinproof.lang.command import Assign, Command, expressions, mentioned, subcommands, written
from twinproof.lang.dataflow import closure
from twinproof.lang.expr import ZERO, Apply, Expr, Literal, Op, Var, applied, apply, free_variables, subterms
from twinproof.lang.liveness import Live
from twinproof.lang.reader.plain.chosen import noisy_in
from twinproof.lang.reader.plain.denominators import ONE_PART, Denominator, as_denominator, times
from twinproof.lang.reader.plain.lists import in_order
from twinproof.lang.reader.plain.naming import Naming
from twinproof.lang.rewriting import rewritten, with_arguments, with_expressions
from twinproof.lang.types import INT, REAL, ListOf

Parts = tuple[Expr, Denominator]  # a whole number of parts of one, and how many of these make one


def with_whole_sums(program: Command, result: Var, public: Live, positive: Live, taken: set[str]) -> Command:
    """The program with integers in the place of sums of fractions; public parameters in `positive` are above zero."""
    for sums in _sums(program, result, public, positive):
        parts = _InParts(program, sums, positive, taken)
        try:
            program = parts.replaced() if parts.is_possible() else program
        except _NotWhole:
            continue
    return _InParts(program, frozenset(), positive, taken).replaced() if positive else program


def _sums(program: Command, result: Var, public: Live, positive: Live) -> Iterator[Live]:
    """Variables that are summed up, each time with all that they are computed from, where private data go in.

    So are those that are multiplied with a parameter, as for a grid that is one.
    """
    kinds = (REAL, ListOf(REAL))
    own = {c.target for c in subcommands(program) if isinstance(c, Assign) and c.target.type in kinds} - {result}
    if not own:
        return
    own -= noisy_in(program)
    values: dict[Var, list[Expr]] = {}
    for c in subcommands(program):
        if isinstance(c, Assign):
            values.setdefault(c.target, []).append(c.value)
    reads = {v: frozenset[Var]().union(*map(free_variables, given)) for v, given in values.items()}
    scaled = frozenset(_scaled(program, positive))
    private = closure(
        mentioned(program) - written(program) - public, lambda known: (v for v, read in reads.items() if read & known)
    )

    def sources(known: Live) -> Live:
        return frozenset[Var]().union(*(reads[v] & own for v in known))

    def related(known: Live) -> Live:
        """What these come from, and what one of them, or an item of it, is copied into."""
        return sources(known) | {v for v in own if all(_copied(value) in known for value in values[v])}

    done: set[Var] = set()
    for v in in_order(private & own):
        if v not in done and (v in scaled or v in closure(sources(frozenset((v,))), sources)):
            together = closure(frozenset((v,)), related)
            done |= together
            yield together


def _scaled(program: Command, positive: Live) -> Iterator[Var]:
    """What is multiplied with a parameter that is above zero."""
    for c in subcommands(program) if positive else ():
        for e in expressions(c):
            for part in subterms(e):
                match part:
                    case Apply(Op.MUL, (Var() as v, by)) if free_variables(by) & positive:
                        yield v
                    case _:
                        pass


def _copied(value: Expr) -> Var | None:
    """The variable of which a value is a copy, or an item."""
    match value:
        case Var() as v:
            return v
        case Apply(Op.GET, (Var() as v, _)):
            return v
        case _:
            return None


class _NotWhole(Exception):
    """Something is done with these variables that cannot be said of integers."""


class _InParts:
    """A program in which integers stand for some variables: how many parts of one they hold."""

    def __init__(self, program: Command, sums: Live, positive: Live, taken: set[str]) -> None:
        self.program = program
        self.positive = positive
        self.naming = Naming(taken)
        self.by = {
            v: self.naming.fresh(f"{v.name}_whole", INT if v.type == REAL else ListOf(INT)) for v in in_order(sums)
        }
        self.one = dict.fromkeys(self.by, ONE_PART)  # for each, how many parts make one

    def is_possible(self) -> bool:
        """Whether there is a denominator for all that each variable is given."""
        given = [c for c in subcommands(self.program) if isinstance(c, Assign) and c.target in self.by]
        for _ in range(len(self.by) + 2):  # from each to the next, and once more to see that all stay
            before = dict(self.one)
            for c in given:
                for number in _numbers(c.value):
                    self._learn(c.target, number)
            if self.one == before:
                return True
        return False

    def _learn(self, target: Var, value: Expr) -> None:
        """What a number, or a whole list, says of the denominator of that to which it is given."""
        if isinstance(value, Var) and value in self.by:  # one to which 0 is given has the denominator of its copies
            self.one[target] = self.one[value] = self.one[target] | self.one[value]
        elif isinstance(value.type, ListOf):
            raise _NotWhole
        else:
            self.one[target] |= self.parts(value)[1]

    def replaced(self) -> Command:
        """The program with the integers."""
        program = rewritten(self.program, self._changed)
        self.naming.keep()
        return program

    def _changed(self, c: Command) -> Command:
        if isinstance(c, Assign) and c.target in self.by:
            return replace(c, target=self.by[c.target], value=self.given(c.value, self.one[c.target]))
        return with_expressions(c, self.read)

    # -------------------------------------------------------------------------------------------------- what is given

    def given(self, value: Expr, one: Denominator) -> Expr:
        """What an integer, or a list of them, is given where the variable is given this."""
        match value:
            case Var() if value in self.by and self.one[value] == one:
                return self.by[value]
            case Apply(Op.ITE, (condition, yes, no)) if isinstance(value.type, ListOf):
                return apply(Op.ITE, self.read(condition), self.given(yes, one), self.given(no, one))
            case Apply(Op.SET, (xs, position, item)):
                return apply(Op.SET, self.given(xs, one), self.read(position), self.given(item, one))
            case Apply(Op.LIST | Op.APPEND | Op.CONCAT as op, args):
                return applied(op, tuple(self.given(part, one) for part in args), ListOf(INT))
            case _ if isinstance(value.type, ListOf):
                raise _NotWhole
            case _:
                number, over = self.parts(value)
                return times(number, _rest(one, over))

    def parts(self, e: Expr) -> Parts:
        """A number as so many parts of one."""
        match e:
            case _ if e.type == INT:
                return self.read(e), ONE_PART
            case Literal(Fraction() as q):
                return Literal(q.numerator), Denominator(q.denominator)
            case Var() if e in self.by:
                return self.by[e], self.one[e]
            case Apply(Op.GET, (Var() as xs, position)) if xs in self.by:
                return apply(Op.GET, self.by[xs], self.read(position)), self.one[xs]
            case Apply(Op.REAL | Op.NEG | Op.ABS as op, (inner,)):
                number, over = self.parts(inner)
                return (number if op is Op.REAL else apply(op, number)), over
            case Apply(Op.ADD | Op.SUB | Op.MIN | Op.MAX as op, args):
                numbers, over = self._common(args)
                return (ZERO if numbers == [ZERO, ZERO] else apply(op, *numbers)), over
            case Apply(Op.ITE, (condition, yes, no)):
                numbers, over = self._common((yes, no))
                return apply(Op.ITE, self.read(condition), *numbers), over
            case Apply(Op.MUL, (a, b)):
                (one, over), (two, over_two) = self.parts(a), self.parts(b)
                return _product(one, two), over * over_two
            case Apply(Op.QUOTIENT, (a, b)):
                (one, over), below = self.parts(a), as_denominator(b, self.positive)
                if below is not None:
                    return one, over * below
        raise _NotWhole

    def _common(self, numbers: tuple[Expr, ...]) -> tuple[list[Expr], Denominator]:
        """Several numbers as so many parts of one, all of them parts of one size."""
        parts = [self.parts(e) for e in numbers]
        over = ONE_PART
        for _, its in parts:
            over |= its
        return [times(number, _rest(over, its)) for number, its in parts], over

    # --------------------------------------------------------------------------------------------------- what is read

    def read(self, e: Expr) -> Expr:
        """An expression that says the same of the integers."""
        has_sums = not self.by.keys().isdisjoint(free_variables(e))
        if not has_sums and (not isinstance(e, Apply) or self.positive.isdisjoint(e.free)):
            return e
        match e:
            case Var():
                if e.type != REAL:
                    raise _NotWhole
                return _quotient(self.by[e], self.one[e])
            case Apply(Op.GET, (Var() as xs, position)) if xs in self.by:
                return _quotient(apply(Op.GET, self.by[xs], self.read(position)), self.one[xs])
            case Apply(Op.LEN, (Var() as xs,)) if xs in self.by:
                return apply(Op.LEN, self.by[xs])
            case Apply(Op.LT | Op.LE | Op.EQ as op, (a, b)) if has_sums and REAL in (a.type, b.type):
                try:
                    numbers, _ = self._common((a, b))
                except _NotWhole:
                    return with_arguments(e, self.read)
                return apply(op, *numbers)
            case Apply(Op.MUL, (a, b)) if e.type == REAL:
                return self._multiplied(a, b) or with_arguments(e, self.read)
            case _:
                return with_arguments(e, self.read)

    def _multiplied(self, a: Expr, b: Expr) -> Expr | None:
        """A product with all that a number is over, as an integer."""
        by = as_denominator(b, self.positive)
        try:
            number, over = self.parts(a)
        except _NotWhole:
            return None
        more = None if by is None or over == ONE_PART else by.over(over)
        return None if more is None else apply(Op.REAL, times(number, more))


def _quotient(number: Expr, one: Denominator) -> Expr:
    return apply(Op.QUOTIENT, apply(Op.REAL, number), one.expression)


def _numbers(value: Expr) -> Iterator[Expr]:
    """Of what a value is made: itself if it is a number, and of a list the items that are put in, and other lists."""
    match value:
        case Apply(Op.LIST | Op.APPEND | Op.CONCAT, args):
            parts = args
        case Apply(Op.SET, (xs, _, item)):
            parts = (xs, item)
        case Apply(Op.ITE, (_, yes, no)) if isinstance(value.type, ListOf):
            parts = (yes, no)
        case _:
            yield value
            return
    for part in parts:
        yield from _numbers(part)


def _rest(whole: Denominator, part: Denominator) -> Denominator:
    left = whole.over(part)
    if left is None:
        raise _NotWhole
    return left


def _product(one: Expr, two: Expr) -> Expr:
    """The product of two integers, without a factor of 1."""
    for number, other in ((one, two), (two, one)):
        below = as_denominator(number, frozenset())
        if below is not None:
            return times(other, below)
    return apply(Op.MUL, one, two)
