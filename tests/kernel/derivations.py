"""Random derivations: theorems made by the kernel's rules alone, for the oracle in `semantics` to look at.

A derivation grows backwards from a random postcondition, as proofs do: axioms give weakest preconditions, [Seq] chains
them, and the other rules are applied to what is there, with random parts that the kernel may refuse. Whatever it does
not refuse must be true.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

from tests.kernel.semantics import FUZZ, check
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Cost, Ledger
from twinproof.kernel.rules import Refused, Theorem
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While
from twinproof.lang.expr import (
    ONE,
    TRUE,
    ZERO,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    implies,
    list_of,
    negate,
    tag,
)
from twinproof.lang.noise import LAPLACE, ONE_SIDED, Noise
from twinproof.lang.types import BOOL, INT, REAL, ListOf

LEFT, RIGHT, RIGID, LEDGER = Place.LEFT, Place.RIGHT, Place.RIGID, Place.LEDGER
LIST = ListOf(INT)

x, y, z = (Var(name, INT) for name in "xyz")
p, q = Var("p", BOOL), Var("q", BOOL)
items = Var("items", LIST)
eps = Var("eps", REAL, RIGID)
n, i, k, v = (Var(name, INT, RIGID) for name in "nikv")
w, u = Var("w", INT, LEDGER), Var("u", INT, LEDGER)
FREE = Budget()
LEDGERS = Ledger(((w, eps),))


def one(e: Expr) -> Expr:
    """e⟨1⟩."""
    return tag(e, LEFT)


def two(e: Expr) -> Expr:
    """e⟨2⟩."""
    return tag(e, RIGHT)


def eq(a: Expr, b: Expr | int) -> Expr:
    return apply(Op.EQ, a, number(b))


def le(a: Expr | int, b: Expr | int) -> Expr:
    return apply(Op.LE, number(a), number(b))


def lt(a: Expr | int, b: Expr | int) -> Expr:
    return apply(Op.LT, number(a), number(b))


def add(a: Expr, b: Expr | int) -> Expr:
    return apply(Op.ADD, a, number(b))


def sub(a: Expr, b: Expr | int) -> Expr:
    return apply(Op.SUB, a, number(b))


def times(a: Expr, b: Expr) -> Expr:
    return apply(Op.MUL, a, b)


def number(e: Expr | int) -> Expr:
    return Literal(e) if isinstance(e, int) else e


def both(*parts: Expr) -> Expr:
    return conjunction(*parts)


def laplace(target: Var, centre: Expr | int = 0, rate: Expr = eps) -> Sample:
    return Sample(target, LAPLACE, (rate,), number(centre))


def one_sided(target: Var, centre: Expr | int = 0, rate: Expr = eps) -> Sample:
    return Sample(target, ONE_SIDED, (rate,), number(centre))


def vacuous(theorem: Theorem) -> Theorem:
    """The same programs with the precondition false."""
    j = theorem.judgment
    return rules.exfalso(j.left, j.right, j.post, j.stepwise)


class Maker:
    """Random expressions, assertions and derivations; the cost says of which kind of judgment."""

    def __init__(self, rng: Random, cost: Cost = FREE) -> None:
        self.rng, self.cost = rng, cost

    @property
    def ledger(self) -> bool:
        return isinstance(self.cost, Ledger)

    def pick(self, *among: Expr) -> Expr:
        return self.rng.choice(among)

    # ------------------------------------------------------------------------------------------------- expressions

    def integer(self) -> Expr:
        """An integer expression of a program."""
        a, b = self.rng.choice((x, y, z)), self.rng.choice((x, y, z))
        first = apply(Op.GET, items, a)
        some = (a, b, Literal(self.rng.randint(-2, 2)), add(a, 1), sub(a, b), n, apply(Op.LEN, items), first)
        return (
            self.pick(*some, apply(Op.ITE, self.condition(), a, b)) if self.rng.random() < 0.9 else apply(Op.MAX, a, b)
        )

    def condition(self) -> Expr:
        """A condition of a program."""
        a, b = self.rng.choice((x, y, z)), self.rng.choice((x, y, z, ZERO, n))
        return self.pick(p, lt(a, b), le(a, b), eq(a, b), negate(p))

    def term(self) -> Expr:
        """An integer of an assertion."""
        a = self.rng.choice((x, y, z))
        return self.pick(one(a), two(a), one(a), two(a), n, i, Literal(self.rng.randint(-2, 2)))

    def atom(self) -> Expr:
        rng, a = self.rng, self.rng.choice((x, y, z))
        tight = eq(one(a), two(a))
        choices = [
            tight,
            tight,
            eq(add(one(a), self.rng.choice((ONE, n, Literal(-1)))), two(a)),
            implies(eq(one(a), i), eq(two(a), i)),
            le(self.term(), self.term()),
            lt(self.term(), self.term()),
            le(apply(Op.ABS, sub(one(a), two(a))), rng.choice((ONE, n))),
            eq(one(p), two(p)),
            eq(one(items), two(items)),
            apply(rng.choice((Op.OR, Op.IMPLIES)), le(self.term(), self.term()), tight),
        ]
        if self.ledger:
            choices += [
                le(w, rng.choice((ONE, n, Literal(2)))),
                eq(w, rng.choice((ONE, n, ZERO))),
                implies(tight, le(w, 1)),
            ]
        return rng.choice(choices)

    def assertion(self) -> Expr:
        parts = [self.atom() for _ in range(self.rng.choice((1, 1, 2)))]
        if self.ledger:
            parts.append(le(w, self.rng.choice((ONE, Literal(2), n))))
        return both(*parts)

    def keep(self) -> Expr:
        a = self.rng.choice((x, y, z))
        return self.pick(TRUE, TRUE, le(one(a), self.pick(ZERO, ONE, i)), eq(one(a), self.pick(ZERO, i)), one(p))

    # -------------------------------------------------------------------------------------------------- derivations

    def rate(self) -> Expr:
        return eps if self.rng.random() < 0.8 else apply(Op.QUOTIENT, eps, Literal(2))

    def sampling(self, noise: Noise, rate: Expr) -> Sample:
        centre = self.pick(x, y, z, ZERO, ONE, add(x, 1))
        return Sample(self.rng.choice((x, y, z)), noise, (rate,), centre)

    def shift(self, left: Sample, right: Sample) -> Expr:
        distance = sub(two(right.centre), one(left.centre))
        return self.pick(ZERO, ONE, Literal(-1), distance, distance, sub(two(x), one(x)), n, i, add(distance, 1))

    def coupled(self, post: Expr, pair: tuple[Sample, Sample] | None = None, bound: Expr | None = None) -> Theorem:
        """Both samplings at once."""
        noise = self.rng.choice((LAPLACE, ONE_SIDED))
        rate = eps if self.ledger else self.rate()
        left, right = pair or (self.sampling(noise, rate), self.sampling(noise, rate))
        if self.rng.random() < 0.5 and pair is None:
            right = left
        shift = self.shift(left, right)
        if isinstance(self.cost, Ledger):
            if self.rng.random() < 0.4:
                shift = apply(Op.ITE, self.pick(le(v, 0), eq(v, i), lt(0, v), one(p)), shift, self.shift(left, right))
            return rules.ledger_sample(left, right, shift, v, w, post, self.cost)
        bound = bound or self.pick(ZERO, ONE, Literal(2), n)
        rule = rules.lap_gen if left.noise is LAPLACE else rules.one_lap_gen
        return rule(left, right, shift, bound, left.rate, post)

    def sided(self, post: Expr, side: Place) -> Theorem:
        """One command of one program."""
        if self.rng.random() < 0.3:
            sampling = self.sampling(self.rng.choice((LAPLACE, ONE_SIDED)), self.rate())
            return (rules.sample_left if side is LEFT else rules.sample_right)(sampling, post, self.cost)
        target, value = self.rng.choice(
            (
                (x, self.integer()),
                (y, self.integer()),
                (p, self.condition()),
                (items, apply(Op.APPEND, items, self.integer())),
                (items, list_of(INT, self.integer())),
                (items, apply(Op.SET, items, self.integer(), self.integer())),
            )
        )
        return (rules.assign_left if side is LEFT else rules.assign_right)(target, value, post, self.cost)

    def seq(self, first: Theorem, second: Theorem) -> Theorem:
        """One after the other; with a ledger, all is kept in between unless nothing of the second is pruned."""
        if not self.ledger:
            return rules.seq(first, second)
        return rules.ledger_seq(first, second, self.pruned(first, second))

    def pruned(self, first: Theorem, second: Theorem) -> Theorem:
        """{ ¬L' } c₁' { ¬L } for the left program of the second theorem, which is made of one-sided commands."""
        a, b = first.judgment.cost, second.judgment.cost
        assert isinstance(a, Ledger)
        assert isinstance(b, Ledger)
        return self.unary(second, negate(a.keep), negate(b.keep))

    def unary(self, theorem: Theorem, pre: Expr, post: Expr) -> Theorem:
        """{ pre } c₁ { post } about the left program of a theorem."""

        def prove(command: Command, post: Expr) -> Theorem:
            match command:
                case Skip():
                    return rules.skip(post, FREE)
                case Assign(target, value):
                    return rules.assign_left(target, value, post, FREE)
                case Sample():
                    return rules.sample_left(command, post, FREE)
                case Seq(parts):
                    last = prove(parts[-1], post)
                    for part in reversed(parts[:-1]):
                        last = rules.seq(prove(part, last.judgment.pre), last)
                    return last
                case If(condition, then, otherwise):
                    return self.branch(
                        one(condition), prove(then, post), prove(otherwise, post), condition, rules.cond_left
                    )
                case While(condition, body):
                    inside = prove(body, post)
                    inside = rules.conseq(both(post, one(condition)), post, FREE, inside)
                    loop = rules.while_left(condition, post, inside)
                    return rules.conseq(post, post, FREE, loop)

        found = prove(theorem.judgment.left, post)
        return rules.conseq(pre, post, FREE, found)

    def branch(
        self,
        tagged: Expr,
        yes: Theorem,
        no: Theorem,
        condition: Expr,
        rule: Callable[[Expr, Expr, Theorem, Theorem], Theorem],
    ) -> Theorem:
        """Join two derivations by cases: under the precondition that each asks for in its own case."""
        pre = both(implies(tagged, yes.judgment.pre), implies(negate(tagged), no.judgment.pre))
        yes, no = self.weaken(both(pre, tagged), yes), self.weaken(both(pre, negate(tagged)), no)
        return rule(condition, pre, yes, no)

    def weaken(self, pre: Expr, theorem: Theorem, post: Expr | None = None) -> Theorem:
        """[Conseq] or [ω-Conseq] with another precondition."""
        j = theorem.judgment
        cost = j.stepwise
        if isinstance(cost, Ledger):
            return rules.ledger_conseq(pre, post or j.post, cost.keep, theorem)
        return rules.conseq(pre, post or j.post, cost, theorem)

    def derive(self, depth: int, post: Expr | None = None) -> Theorem:
        """A theorem with this postcondition."""
        post = post or self.assertion()
        kind = self.rng.random()
        if depth <= 0 or kind < 0.35:
            return self.axiom(post)
        if kind < 0.65:
            second = self.axiom(post)
            return self.seq(self.derive(depth - 1, second.judgment.pre), second)
        if kind < 0.75:
            return self.framed(self.derive(depth - 1, post))
        if kind < 0.9:
            return self.conditional(post)
        return self.cases(post)

    def axiom(self, post: Expr) -> Theorem:
        kind = self.rng.random()
        if kind < 0.4:
            return self.coupled(post)
        if kind < 0.95:
            return self.sided(post, self.rng.choice((LEFT, RIGHT)))
        return rules.skip(post, self.cost)

    def conditional(self, post: Expr) -> Theorem:
        """An if on one side, the other side the same in both branches."""
        condition = self.condition()
        side = self.rng.choice((LEFT, RIGHT))
        rule = rules.cond_left if side is LEFT else rules.cond_right
        if self.rng.random() < 0.5:
            yes, no = self.sided(post, side), self.sided(post, side)
        else:
            noise = self.rng.choice((LAPLACE, ONE_SIDED))
            rate, bound = eps, self.pick(ZERO, ONE, n)
            common, *others = (self.sampling(noise, rate) for _ in range(3))
            pairs = [(common, o) if side is RIGHT else (o, common) for o in others]
            yes, no = (self.coupled(post, pair, bound) for pair in pairs)
        return self.branch(tag(condition, side), yes, no, condition, rule)

    def cases(self, post: Expr) -> Theorem:
        """The same samplings, coupled in one of two ways."""
        noise, bound = self.rng.choice((LAPLACE, ONE_SIDED)), self.pick(ZERO, ONE, n)
        pair = self.sampling(noise, eps), self.sampling(noise, eps)
        condition = self.atom()
        return self.branch(
            condition, self.coupled(post, pair, bound), self.coupled(post, pair, bound), condition, rules.case
        )

    def framed(self, theorem: Theorem) -> Theorem:
        for _ in range(6):
            try:
                return rules.frame(self.pick(le(self.term(), self.term()), eq(one(p), two(p)), self.atom()), theorem)
            except Refused:
                continue
        return theorem


def explore(
    name: str,
    count: int,
    make: Callable[[Maker], Theorem],
    costs: tuple[Cost, ...] = (FREE, LEDGERS),
    instances: int = 3,
    least: float = 1,
) -> int:
    """Make `count` theorems (times the fuzzing factor) and look at each on several instances; how many were."""
    looked = made = 0
    for number_ in range(count * FUZZ):
        rng = Random(f"{name} {number_}")
        cost = costs[number_ % len(costs)]
        maker = Maker(rng, cost)
        if isinstance(cost, Ledger):
            maker.cost = Ledger(cost.counters, maker.keep())
        try:
            theorem = make(maker)
        except Refused:
            continue
        made += 1
        looked += check(theorem, rng, instances)
    assert made * 4 >= count, f"only {made} of {count} attempts made a theorem"
    assert looked >= count * least, f"only {looked} instances in {count} attempts"
    return looked


def refused(reason: str) -> pytest.RaisesExc[Refused]:
    """The kernel must refuse, and for this reason."""
    return pytest.raises(Refused, match=re.escape(reason))
