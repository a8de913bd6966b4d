"""Goals, and what a tactic makes of one: the goals that remain, and how their theorems give the one that was wanted.

A refinement holds a function from theorems to a theorem. It is run by the proof when the remaining goals are proved,
and it can only ask the kernel; a wrong one leads to a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from twinproof.kernel.judgment import Budget, Closeness, Cost, Judgment, Ledger
from twinproof.kernel.rules import Theorem
from twinproof.lang.amounts import tidy
from twinproof.lang.command import Command, Seq, mentioned, parts_of, sequence, written
from twinproof.lang.expr import TRUE, ZERO, Expr, Op, Place, Var, apply, conjunction, conjuncts, free_variables, implies
from twinproof.tactics.backward import stays_outside
from twinproof.tactics.budgets import rest_of, show_budget
from twinproof.tactics.failures import TacticFailed, require
from twinproof.tactics.paper_rules import in_order, weaken

LEFT, RIGHT, RIGID = Place.LEFT, Place.RIGHT, Place.RIGID
Build = Callable[[Sequence[Theorem]], Theorem]


@dataclass(frozen=True)
class Goal:
    """A judgment that is to be proved, with what it is for, and the rigid variables that may be spoken of."""

    judgment: Judgment
    label: str = ""
    names: frozenset[Var] = frozenset()

    def with_(
        self,
        label: str | None = None,
        new: Sequence[Var] = (),
        *,
        left: Command | None = None,
        right: Command | None = None,
        pre: Expr | None = None,
        post: Expr | None = None,
        cost: Cost | Closeness | None = None,
    ) -> Goal:
        """A goal that differs in parts of its judgment, and may speak of new rigid variables."""
        old = self.judgment
        judgment = Judgment(left or old.left, right or old.right, pre or old.pre, post or old.post, cost or old.cost)
        return Goal(judgment, self.label if label is None else label, self.names | set(new))

    def part(self, text: str) -> str:
        """A label for a part of this goal."""
        return f"{self.label}, {text}" if self.label else text

    @property
    def taken(self) -> set[str]:
        """The names that the programs, the assertions and the cost have, and those that the proof has given."""
        j = self.judgment
        spoken = (v for e in (j.pre, j.post, *_amounts(j.cost)) for v in free_variables(e))
        return {v.name for v in (*mentioned(j.left), *mentioned(j.right), *spoken, *self.names)}

    @property
    def budget(self) -> Budget:
        assert isinstance(self.judgment.stepwise, Budget)
        return self.judgment.stepwise

    @property
    def ledger(self) -> Ledger:
        assert isinstance(self.judgment.stepwise, Ledger)
        return self.judgment.stepwise


@dataclass(frozen=True)
class Refinement:
    """The goals that remain, how their theorems give the one that was wanted, and the rule that was used."""

    rule: str
    goals: tuple[Goal, ...]
    build: Build = field(compare=False)


def needs_budget(tactic: str, goal: Goal, instead: str) -> None:
    """Refuse a goal with a ledger."""
    if isinstance(goal.judgment.cost, Closeness):
        raise TacticFailed(tactic, "this goal is about a divergence, and has no budget; use close or pure first")
    if isinstance(goal.judgment.cost, Ledger):
        raise TacticFailed(tactic, f"this goal has a ledger, not a budget; use {instead}")


def needs_ledger(tactic: str, goal: Goal, instead: str) -> None:
    """Refuse a goal with a budget."""
    if isinstance(goal.judgment.cost, Closeness):
        raise TacticFailed(tactic, "this goal is about a divergence, and has no ledger yet; use close first")
    if isinstance(goal.judgment.cost, Budget):
        raise TacticFailed(tactic, f"this goal has a budget, not a ledger; use {instead}, or pointwise first")


def _amounts(cost: Cost | Closeness) -> tuple[Expr, ...]:
    """The amounts that a cost is made of."""
    match cost:
        case Budget(epsilon, delta):
            return epsilon, delta
        case Closeness(orders, bound, delta):
            return bound, delta, *(() if orders.one is None else (orders.one,))
        case Ledger(counters, _, orders):
            one = orders.one if orders is not None else None
            return *(rate for _, rate in counters), *(() if one is None else (one,))


def once(*parts: Expr) -> Expr:
    """The conjunction, each part once."""
    return conjunction(*dict.fromkeys(p for part in parts for p in conjuncts(part)))


def changed_by(left: Command, right: Command) -> frozenset[Var]:
    """The tagged variables that two programs may write."""
    sides = ((left, LEFT), (right, RIGHT))
    return frozenset(Var(v.name, v.type, side) for command, side in sides for v in written(command))


def unchanged(fact: Expr, left: Command, right: Command) -> Expr:
    """The parts of a fact that the two programs cannot touch: they hold afterwards if they held before."""
    changed = changed_by(left, right)
    still = (
        p
        for p in conjuncts(fact)
        if not free_variables(p) & changed and all(v.place is not Place.LEDGER for v in free_variables(p))
    )
    return once(*still)


def about_rigid(fact: Expr) -> Expr:
    """The parts of a fact that speak of rigid variables only."""
    return once(*(p for p in conjuncts(fact) if all(v.place is RIGID for v in free_variables(p))))


def split(command: Command, last: int) -> tuple[Command, Command]:
    """The command without its last parts, and those."""
    parts = parts_of(command)
    cut = max(0, len(parts) - last)
    return sequence(*parts[:cut]), sequence(*parts[cut:])


def last_of(command: Command) -> Command:
    """The last command of a sequence."""
    return command.parts[-1] if isinstance(command, Seq) else command


def afford(tactic: str, goal: Goal, paid: Budget) -> Budget:
    """What is left of the goal's budget; refuses to overspend."""
    left = rest_of(goal.budget, paid)
    for amount in (left.epsilon, left.delta):
        if amount == ZERO:
            continue
        needed = apply(Op.LE, ZERO, amount)
        facts = about_rigid(goal.judgment.pre)
        price = Budget(tidy(paid.epsilon), tidy(paid.delta))
        what = f"this costs {show_budget(price)}, and the goal has only {show_budget(goal.budget)} to spend"
        try:
            require(tactic, what, implies(facts, needed))
        except TacticFailed:
            require(tactic, what, implies(goal.judgment.pre, needed))
    return left


@dataclass(frozen=True)
class Tail:
    """The last commands of a goal, dealt with: how many on each side, what must hold before them, what they cost.

    `make` gives the theorem about them, from the theorems of `goals`. With a ledger, `keep` is the L' before them, and
    `outside` gives { ¬L' } … { ¬L } for a left program that cannot be stepped through.
    """

    left: int
    right: int
    pre: Expr
    cost: Budget
    make: Build
    goals: tuple[Goal, ...] = ()
    keep: Expr = TRUE
    outside: Build | None = None
    label: str = ""  # of what remains


def behind(tactic: str, rule: str, goal: Goal, tail: Tail) -> Refinement:
    """What remains of a goal when its last commands are dealt with: [Seq] or [ω-Seq], and [Conseq]."""
    judgment = goal.judgment
    (left, _), (right, _) = split(judgment.left, tail.left), split(judgment.right, tail.right)
    pre = once(tail.pre)
    if isinstance(judgment.stepwise, Budget):
        cost: Cost = afford(tactic, goal, tail.cost)
    else:
        cost = replace(judgment.stepwise, keep=tail.keep)
    label = goal.part(tail.label) if tail.label else goal.label
    start = goal.with_(label, left=left, right=right, post=pre, cost=cost)

    def build(theorems: Sequence[Theorem]) -> Theorem:
        *inner, first = theorems
        if isinstance(judgment.stepwise, Budget):
            last = weaken(tail.make(inner), pre=pre, post=judgment.post)
            return weaken(in_order(first, last), cost=judgment.stepwise)
        last = weaken(tail.make(inner), pre=pre, post=judgment.post, cost=judgment.stepwise)
        if tail.outside is not None:
            return in_order(first, last, tail.outside(inner))
        return in_order(first, last, stays_outside(last.judgment.left, tail.keep, judgment.stepwise.keep))

    return Refinement(rule, (*tail.goals, start), build)
