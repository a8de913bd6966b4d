"""Random programs that also compute with fractions: variables, lists and tuples of reals, roundings, comparisons."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tests.exact.brute import DATA, NUMBERS, PAIR, RandomProgram
from twinproof.lang.command import Assign, Command, sequence
from twinproof.lang.expr import Expr, Literal, Op, Place, Var, apply, list_of
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.types import BOOL, REAL, ListOf, TupleOf

REALS = (Var("r", REAL), Var("s", REAL))
PARTS = Var("parts", ListOf(REAL))
BOTH = Var("both", TupleOf((REAL, BOOL)))
SHARE = Var("share", REAL, Place.RIGID)
WEIGHTS = Var("weights", ListOf(REAL), Place.RIGID)
FRACTIONS = tuple(Fraction(a, b) for a, b in ((1, 2), (-1, 2), (2, 3), (3, 1), (0, 1), (-5, 4)))


class RealProgram(RandomProgram):
    """As the others, with reals beside the integers."""

    PUBLIC = (*RandomProgram.PUBLIC, Parameter(SHARE), Parameter(WEIGHTS))

    def mechanism(self) -> tuple[Mechanism, dict[str, object]]:
        base, inputs = super().mechanism()
        start: list[Command] = [Assign(v, Literal(Fraction(0))) for v in REALS]
        start += [Assign(PARTS, list_of(REAL)), Assign(BOTH, apply(Op.TUPLE, Literal(Fraction(0)), Literal(False)))]
        release = [Assign(self.random.choice(REALS), self.real(2)), self.collect_real(), self.collect_real()]
        result = self.random.choice((*REALS, *REALS, PARTS, BOTH, base.result))
        share, weights = self.random.choice(FRACTIONS), self.random.sample(FRACTIONS, 2)
        return (
            replace(base, body=sequence(*start, base.body, *release), result=result),
            {**inputs, "share": share, "weights": weights},
        )

    def assign(self, times: int) -> Command:
        if self.random.random() < 0.5:
            return super().assign(times)
        return Assign(self.random.choice(REALS), self.real(2))

    def collect(self, times: int) -> Command:
        return super().collect(times) if self.random.random() < 0.5 else self.collect_real()

    def collect_real(self) -> Command:
        match self.random.randrange(4):
            case 0 | 1:
                return Assign(PARTS, apply(Op.APPEND, PARTS, self.real(1)))
            case 2:
                return Assign(PARTS, apply(Op.SET, PARTS, self.number(0), self.real(1)))
            case _:
                return Assign(BOTH, apply(Op.TUPLE, self.real(1), self.condition(1)))

    def number(self, depth: int) -> Expr:
        if depth > 0 and self.random.random() < 0.15:
            return apply(Op.FLOOR, self.real(depth - 1))
        return super().number(depth)

    def condition(self, depth: int) -> Expr:
        if self.random.random() < 0.25:
            pick = self.random.choice
            a, b = self.real(min(depth, 1)), pick([self.real(0), self.number(0)])
            return apply(pick([Op.LT, Op.LE, Op.EQ]), *pick([(a, b), (b, a)]))
        return super().condition(depth)

    def real(self, depth: int) -> Expr:
        pick = self.random.choice
        if depth <= 0:
            atoms: list[Expr] = [*REALS, *REALS, SHARE, Literal(pick(FRACTIONS)), apply(Op.REAL, pick(NUMBERS))]
            return pick(atoms)
        a, b = self.real(depth - 1), self.real(depth - 1)
        made: list[Expr] = [
            apply(Op.ADD, a, b),
            apply(Op.ADD, a, self.number(0)),
            apply(Op.SUB, self.number(0), a),
            apply(Op.MUL, a, Literal(pick(FRACTIONS))),
            apply(Op.NEG, a),
            apply(Op.ABS, a),
            apply(Op.MIN, a, self.number(0)),
            apply(Op.MAX, a, b, self.number(0)),
            apply(Op.QUOTIENT, a, Literal(pick([2, 3, -4]))),
            apply(Op.QUOTIENT, a, pick([b, self.number(0)])),
            apply(Op.QUOTIENT, self.number(0), apply(Op.LEN, DATA)),
            apply(Op.GET, pick([PARTS, WEIGHTS]), self.number(0)),
            apply(Op.PROJ, BOTH, Literal(0)),
            apply(Op.REAL, apply(Op.PROJ, PAIR, Literal(0))),
            apply(Op.ITE, self.condition(0), a, b),
        ]
        return pick(made)
