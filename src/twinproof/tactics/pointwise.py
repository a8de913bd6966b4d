"""Tactics that turn equality of the outputs into one goal about an arbitrary output: [Forall-Eq] and [ω-Pointwise]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from twinproof.kernel.judgment import Budget, Ledger
from twinproof.kernel.rules import Theorem, credit_conseq, ghost, instantiate, ledger_budget
from twinproof.kernel.rules import forall_eq as pointwise_budget
from twinproof.kernel.rules import pointwise as pointwise_ledger
from twinproof.kernel.rules import pointwise_bad as kernel_pointwise_bad
from twinproof.lang.amounts import total
from twinproof.lang.command import Assign, Command, If, Sample, Seq, While, parts_of, sequence, subcommands
from twinproof.lang.expr import (
    FALSE,
    ZERO,
    Apply,
    Expr,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    conjuncts,
    free_variables,
    implies,
    negate,
    substitute,
)
from twinproof.lang.noise.law import RATE
from twinproof.lang.printer import show_expr
from twinproof.lang.types import INT
from twinproof.tactics.credit import Loops, NoCredit, Tails, credited
from twinproof.tactics.failures import TacticFailed, require
from twinproof.tactics.goal import Goal, Refinement, afford, needs_budget
from twinproof.tactics.paper_rules import weaken

LEFT, RIGHT = Place.LEFT, Place.RIGHT


def outputs(tactic: str, goal: Goal) -> tuple[Var, Var]:
    """The x₁ and x₂ of a goal with a budget and the postcondition x₁⟨1⟩ = x₂⟨2⟩, as variables of the programs."""
    needs_budget(tactic, goal, "sample and while_ledger: one output has been chosen already")
    match goal.judgment.post:
        case Apply(Op.EQ, (Var(_, _, Place.LEFT) as left, Var(_, _, Place.RIGHT) as right)):
            return Var(left.name, left.type), Var(right.name, right.type)
    shown = show_expr(goal.judgment.post)
    what = (
        f"the postcondition must be x⟨1⟩ = x⟨2⟩ and nothing else; it is {shown}. frame() removes what stays by itself"
    )
    raise TacticFailed(tactic, what)


def forall_eq(goal: Goal, index: Var, points: Sequence[tuple[Expr, Expr]]) -> Refinement:
    """[Forall-Eq]: for every value i, if the left output is i, so is the right one."""
    left, right = outputs("forall_eq", goal)
    budget = goal.budget
    at_value: list[Expr] = []
    for value, delta in points:
        require("forall_eq", "a δ cannot be negative", implies(goal.judgment.pre, apply(Op.LE, ZERO, delta)))
        nothing = ZERO if delta.type == INT else apply(Op.REAL, ZERO)
        at_value.append(apply(Op.ITE, apply(Op.EQ, index, value), delta, nothing))
    afford("forall_eq", goal, Budget(ZERO, total(delta for _, delta in points)))
    x1, x2 = Var(left.name, left.type, LEFT), Var(right.name, right.type, RIGHT)
    post = implies(apply(Op.EQ, x1, index), apply(Op.EQ, x2, index))
    new = goal.with_(new=(index,), post=post, cost=Budget(budget.epsilon, total(at_value)))

    def build(premises: Sequence[Theorem]) -> Theorem:
        return weaken(pointwise_budget(left, right, index, tuple(points), premises[0]), cost=budget)

    return Refinement("Forall-Eq", (new,), build)


def counters_of(goal: Goal) -> dict[str, Expr]:
    """A counter for each rate of the goal's samplings, named after the first sample that has it."""
    named: dict[Expr, str] = {}
    for command in (*subcommands(goal.judgment.left), *subcommands(goal.judgment.right)):
        if isinstance(command, Sample) and RATE in command.noise.parameters:
            named.setdefault(command.rate, command.target.name)
    for rate in named:
        if any(v.place is not Place.RIGID for v in free_variables(rate)):
            what = f'the rate {show_expr(rate)} speaks of a memory; give counters={{"name": rate}} over rigid variables'
            raise TacticFailed("pointwise", what)
    return {name: rate for rate, name in named.items()}


def pointwise(goal: Goal, index: Var, counters: Mapping[Var, Expr]) -> Refinement:
    """[ω-Pointwise]: as [Forall-Eq], with a ledger that collects the costs along the two runs."""
    left, right = outputs("pointwise", goal)
    budget, pre = goal.budget, goal.judgment.pre
    ledger = tuple(counters.items())
    x1, x2 = Var(left.name, left.type, LEFT), Var(right.name, right.type, RIGHT)
    spent = total(apply(Op.MUL, counter, rate) for counter, rate in ledger)
    hit = apply(Op.EQ, x1, index)
    post = implies(hit, conjunction(apply(Op.EQ, x2, index), apply(Op.LE, spent, budget.epsilon)))
    empty = conjunction(pre, *(apply(Op.EQ, counter, ZERO) for counter, _ in ledger))
    new = goal.with_(new=(index,), pre=empty, post=post, cost=Ledger(ledger, hit))

    def build(premises: Sequence[Theorem]) -> Theorem:
        whole = pointwise_ledger(left, right, index, budget.epsilon, pre, premises[0])
        return weaken(whole, cost=budget)

    return Refinement("ω-Pointwise", (new,), build)


def collect(goal: Goal, counters: Mapping[Var, Expr]) -> Refinement:
    """[ω-Budget]: a ledger that collects the costs, for any postcondition."""
    needs_budget("collect", goal, "sample and while_ledger: it has a ledger already")
    judgment, budget, ledger = goal.judgment, goal.budget, tuple(counters.items())
    spent = total(apply(Op.MUL, counter, rate) for counter, rate in ledger)
    within = apply(Op.LE, spent, budget.epsilon)
    empty = conjunction(judgment.pre, *(apply(Op.EQ, counter, ZERO) for counter, _ in ledger))
    new = goal.with_(pre=empty, post=conjunction(judgment.post, within), cost=Ledger(ledger))

    def build(premises: Sequence[Theorem]) -> Theorem:
        return weaken(ledger_budget(budget.epsilon, judgment.pre, judgment.post, premises[0]), cost=budget)

    return Refinement("ω-Budget", (new,), build)


def pointwise_bad(
    goal: Goal, index: Var, counters: Mapping[Var, Expr], bad: Expr, tails: Tails, loops: Loops
) -> Refinement:
    """[ω-Pointwise-Bad]: as [ω-Pointwise], for left runs that do not end badly; δ pays for those that do."""
    left, right = outputs("pointwise_bad", goal)
    budget, pre = goal.budget, goal.judgment.pre
    if any(v.place not in (LEFT, Place.RIGID) for v in free_variables(bad)):
        raise TacticFailed("pointwise_bad", "what δ pays for is an event of the left run: it may speak of p.left only")
    try:
        found = credited(goal.judgment.left, negate(bad), ZERO, tails, loops)
    except NoCredit as problem:
        raise TacticFailed("pointwise_bad", str(problem)) from None
    needed = found.triple
    ledger = tuple(counters.items())
    x1, x2 = Var(left.name, left.type, LEFT), Var(right.name, right.type, RIGHT)
    spent = total(apply(Op.MUL, counter, rate) for counter, rate in ledger)
    hit = conjunction(apply(Op.EQ, x1, index), negate(bad))
    post = implies(hit, conjunction(apply(Op.EQ, x2, index), apply(Op.LE, spent, budget.epsilon)))
    empty = conjunction(pre, *(apply(Op.EQ, counter, ZERO) for counter, _ in ledger))
    new = goal.with_(new=(index,), pre=empty, post=post, cost=Ledger(ledger, hit))
    alone = conjunction(*(p for p in conjuncts(pre) if all(v.place in (LEFT, Place.RIGID) for v in free_variables(p))))
    require("pointwise_bad", "before the left run must hold", implies(alone, needed.pre))
    require("pointwise_bad", "δ must pay for it", implies(alone, apply(Op.LE, needed.before, budget.delta)))

    def build(premises: Sequence[Theorem]) -> Theorem:
        paid = credit_conseq(alone, budget.delta, negate(bad), ZERO, found)
        whole = kernel_pointwise_bad(left, right, index, bad, budget.epsilon, budget.delta, pre, premises[0], paid)
        return weaken(whole, cost=budget)

    return Refinement("ω-Pointwise-Bad", (new,), build)


def instantiated(theorem: Theorem, values: Sequence[tuple[Var, Expr]]) -> Theorem:
    """[Inst], one variable after the other."""
    for var, value in values:
        theorem = instantiate(var, value, theorem)
    return theorem


@dataclass(frozen=True, slots=True)
class StandIn:
    """What a run draws where the other one may draw alone: into a ghost, around a centre, and when a flag is raised."""

    drawn: Var
    centre: Expr
    raised: Expr


def remember(
    goal: Goal, flag: Var, raised: Mapping[int, Expr], stand_ins: Mapping[int, StandIn] | None = None
) -> Refinement:
    """[Ghost]: a flag that only the proof knows, down at first, and raised after samplings of these lines.

    A stand-in is drawn in the other branch of the conditional in which a line is drawn.
    """
    needs_budget("ghost", goal, "it before `pointwise_bad`")
    instead = dict(stand_ins or {})
    lines = {c.at.line for c in subcommands(goal.judgment.left) if isinstance(c, Sample) and c.at is not None}
    for line in (*raised, *instead):
        if line not in lines:
            raise TacticFailed("ghost", f"nothing is drawn in line {line}")
    for when in (*raised.values(), *(e for one in instead.values() for e in (one.centre, one.raised))):
        if any(v.place not in (LEFT, Place.RIGID) for v in free_variables(when)):
            raise TacticFailed("ghost", "what is remembered may speak of p.left only")
    haunted = _Haunted(flag, {line: _in_program(when) for line, when in raised.items()}, instead)
    left, right = (sequence(Assign(flag, FALSE), haunted.visit(c)) for c in (goal.judgment.left, goal.judgment.right))
    for line in instead:
        if line not in haunted.placed:
            raise TacticFailed("ghost", f"what is drawn in line {line} is not drawn in a branch: there is no other one")

    def build(premises: Sequence[Theorem]) -> Theorem:
        theorem = ghost(flag, premises[0])
        for one in instead.values():
            theorem = ghost(one.drawn, theorem)
        return theorem

    return Refinement("Ghost", (goal.with_(left=left, right=right),), build)


@dataclass(frozen=True, slots=True)
class _Haunted:
    """Puts ghosts into a program."""

    flag: Var
    conditions: Mapping[int, Expr]
    instead: Mapping[int, StandIn]
    placed: set[int] = field(default_factory=set)  # lines that have a stand-in

    def visit(self, command: Command) -> Command:
        match command:
            case Sample() if command.at is not None and command.at.line in self.conditions:
                return sequence(command, self._raise(self.conditions[command.at.line]))
            case Seq(parts):
                return sequence(*map(self.visit, parts))
            case If(_, then, otherwise):
                yes, no = (*self._beside(otherwise), self.visit(then)), (*self._beside(then), self.visit(otherwise))
                return replace(command, then=sequence(*yes), otherwise=sequence(*no))
            case While(_, body):
                return replace(command, body=self.visit(body))
            case _:
                return command

    def _beside(self, branch: Command) -> Iterator[Command]:
        """What is drawn in the place of the draws of the other branch."""
        for own in parts_of(branch):
            if isinstance(own, Sample) and own.at is not None and own.at.line in self.instead:
                self.placed.add(own.at.line)
                one = self.instead[own.at.line]
                yield replace(own, target=one.drawn, centre=_in_program(one.centre))
                yield self._raise(_in_program(one.raised))

    def _raise(self, when: Expr) -> Command:
        return Assign(self.flag, apply(Op.OR, self.flag, when))


def _in_program(e: Expr) -> Expr:
    """What is said of the left run, as an expression of its program."""
    return substitute(e, {v: Var(v.name, v.type) for v in free_variables(e) if v.place is LEFT})
