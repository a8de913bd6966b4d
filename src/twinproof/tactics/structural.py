"""Tactics for the structural rules: stepping, sequencing, conditionals, cases, frames, names, consequence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from twinproof.kernel.judgment import Budget, Cost, Ledger
from twinproof.kernel.rules import Refused, Theorem, case, cond_left, cond_right, exists, frame, unfold
from twinproof.kernel.rules import split as split_loop
from twinproof.lang.command import Assign, Command, If, Skip, While, parts_of, sequence
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    Expr,
    Op,
    Place,
    Quantified,
    Var,
    apply,
    conjunction,
    conjuncts,
    free_variables,
    implies,
    negate,
    substitute,
    tag,
)
from twinproof.lang.printer import show_command, show_expr
from twinproof.tactics.backward import both_alone, is_straight, kept_before, stays_outside, straight_tail
from twinproof.tactics.failures import TacticFailed, explain, require
from twinproof.tactics.goal import (
    Goal,
    Refinement,
    Tail,
    afford,
    behind,
    changed_by,
    last_of,
    needs_budget,
    once,
    split,
    unchanged,
)
from twinproof.tactics.paper_rules import cond, impossible, in_order, naming, weaken

LEFT, RIGHT = Place.LEFT, Place.RIGHT


def describe(command: Command) -> str:
    """A command in one line, with the line of the source it came from."""
    if isinstance(command, Skip):
        return "nothing"
    text = show_command(command).split("\n")[0]
    at = getattr(command, "at", None)
    return f"`{text}`" + (f" (line {at.line})" if at is not None else "")


def last_commands(goal: Goal) -> str:
    """What stands last on both sides, for messages."""
    left, right = last_of(goal.judgment.left), last_of(goal.judgment.right)
    return f"on the left {describe(left)}, on the right {describe(right)}"


def of_run(tactic: str, what: str, e: Expr, side: Place) -> Expr:
    """A value of one run, written as L.… or R.…, as the program expression that it is."""
    for v in free_variables(e):
        if v.place not in (side, Place.RIGID):
            which = "left" if side is LEFT else "right"
            raise TacticFailed(tactic, f"{what} is about the {which} run, and cannot speak of {show_expr(v)}")
    return substitute(e, {v: Var(v.name, v.type) for v in free_variables(e) if v.place is side})


# ------------------------------------------------------------------------------------------------------------- stepping


def step(tactic: str, goal: Goal, left: int, right: int, rule: str = "wp") -> Refinement:
    """Go backward through the last commands of each side, which need no decision."""
    judgment = goal.judgment
    (_, ours), (_, theirs) = split(judgment.left, left), split(judgment.right, right)
    cost = judgment.stepwise
    theorem = both_alone(ours, theirs, judgment.post, cost if isinstance(cost, Ledger) else Budget())
    keep = kept_before(ours, cost.keep) if isinstance(cost, Ledger) else TRUE
    tail = Tail(left, right, theorem.judgment.pre, Budget(), lambda _: theorem, keep=keep)
    return behind(tactic, rule, goal, tail)


def wp(goal: Goal, left: int | None, right: int | None) -> Refinement:
    """As far as it goes, or the given number of commands."""
    counts = []
    for side, program, wanted in (("left", goal.judgment.left, left), ("right", goal.judgment.right, right)):
        most = straight_tail(program)
        if wanted is not None and wanted < 0:
            raise TacticFailed("wp", f"{wanted} is not a number of commands")
        if wanted is not None and wanted > most:
            stop = parts_of(program)[: len(parts_of(program)) - most]
            met = describe(stop[-1]) if stop else "the beginning"
            raise TacticFailed("wp", f"on the {side} only {most} commands can be stepped through, before {met}")
        counts.append(most if wanted is None else wanted)
    if counts == [0, 0]:
        raise TacticFailed("wp", f"the last commands are a decision of yours: {last_commands(goal)}. {_hint(goal)}")
    return step("wp", goal, counts[0], counts[1])


def _hint(goal: Goal) -> str:
    kinds = {type(last_of(c)) for c in (goal.judgment.left, goal.judgment.right)}
    if kinds == {Skip}:
        return "Nothing is left of the programs: close the goal with auto()"
    if While in kinds:
        return "A loop needs an invariant: while_ext, while_, while_left or while_right"
    return "A sampling needs a coupling: lap_gen, lap_null, …; a conditional with one inside needs cond or seq"


def assign(goal: Goal, side: str) -> Refinement:
    """[Assn], [Assn-L], [Assn-R]: the last command is an assignment."""
    counts = {"both": (1, 1), "left": (1, 0), "right": (0, 1)}[side]
    name = "assign" if side == "both" else f"assign_{side}"
    for count, program in zip(counts, (goal.judgment.left, goal.judgment.right), strict=True):
        if count and not isinstance(last_of(program), Assign):
            raise TacticFailed(name, f"the last command must be an assignment; it is {describe(last_of(program))}")
    return step(name, goal, *counts, {"both": "Assn", "left": "Assn-L", "right": "Assn-R"}[side])


def skipped(goal: Goal) -> Theorem:
    """[Skip]: nothing is left of the programs."""
    if not isinstance(goal.judgment.left, Skip) or not isinstance(goal.judgment.right, Skip):
        raise TacticFailed("skip", f"there are commands left: {last_commands(goal)}")
    return auto(goal)


def auto(goal: Goal) -> Theorem:
    """Close a goal of which only steps without a decision are left."""
    judgment = goal.judgment
    for side, program in (("left", judgment.left), ("right", judgment.right)):
        for part in reversed(parts_of(program)):
            if not is_straight(part):
                raise TacticFailed("auto", f"on the {side} there is still {describe(part)}. {_hint(goal)}")
    cost: Cost = judgment.stepwise if isinstance(judgment.stepwise, Ledger) else Budget()
    theorem = both_alone(judgment.left, judgment.right, judgment.post, cost)
    if isinstance(judgment.stepwise, Budget):
        afford("auto", goal, Budget())
    try:
        return weaken(theorem, pre=judgment.pre, cost=judgment.stepwise)
    except Refused as problem:
        if problem.obligation is None or problem.outcome is None:
            raise
        reason = explain("the precondition is not enough", problem.obligation, problem.outcome)
        raise TacticFailed("auto", reason) from None


def _missing(given: Expr, wanted: Expr) -> Expr:
    have = set(conjuncts(given))
    return conjunction(*(p for p in conjuncts(wanted) if p not in have))


# ----------------------------------------------------------------------------------------------- sequence, consequence


def seq(goal: Goal, left: int, right: int, mid: Expr, paid: Budget, keep: Expr | None) -> Refinement:
    """[Seq] and [ω-Seq]: what holds between the first commands and the rest, and what the first ones may cost.

    With a ledger, what the first ones keep is the most that the rest allows, unless it is given.
    """
    judgment = goal.judgment
    (c1, d1), (c2, d2) = (split(c, len(parts_of(c)) - n) for c, n in ((judgment.left, left), (judgment.right, right)))
    middle = once(unchanged(judgment.pre, c1, c2), mid)
    if isinstance(judgment.stepwise, Budget):
        if keep is not None:
            raise TacticFailed("seq", "keep=… is for a goal with a ledger; this one has a budget")
        rest = afford("seq", goal, paid)
        first = goal.with_(goal.part("first part"), left=c1, right=c2, post=middle, cost=paid)
        second = goal.with_(goal.part("second part"), left=d1, right=d2, pre=middle, cost=rest)
        return Refinement(
            "Seq", (first, second), lambda premises: weaken(in_order(premises[0], premises[1]), cost=judgment.stepwise)
        )
    if paid != Budget():
        needs_budget("seq", goal, "the counters in `mid` to say what the first part may cost")
    ledger = judgment.stepwise
    keep = kept_before(d1, ledger.keep) if keep is None else keep
    first = goal.with_(goal.part("first part"), left=c1, right=c2, post=middle, cost=replace(ledger, keep=keep))
    second = goal.with_(goal.part("second part"), left=d1, right=d2, pre=middle)
    outside = stays_outside(d1, keep, ledger.keep)
    return Refinement("ω-Seq", (first, second), lambda premises: in_order(premises[0], premises[1], outside))


def conseq(goal: Goal, pre: Expr | None, post: Expr | None, budget: Budget | None) -> Refinement:
    """[Conseq] and [ω-Conseq]: another goal from which this one follows."""
    judgment = goal.judgment
    new = goal.with_(pre=pre or judgment.pre, post=post or judgment.post, cost=budget or judgment.stepwise)
    if pre is not None:
        require("conseq", "the new precondition is not weaker", implies(judgment.pre, pre))
    if post is not None:
        keep = judgment.stepwise.keep if isinstance(judgment.stepwise, Ledger) else TRUE
        require("conseq", "the new postcondition is not stronger", implies(conjunction(post, keep), judgment.post))
    if budget is not None:
        afford("conseq", goal, budget)
    return Refinement(
        "Conseq", (new,), lambda premises: weaken(premises[0], judgment.pre, judgment.post, judgment.stepwise)
    )


def framed(goal: Goal) -> Refinement:
    """[Frame]: what the programs do not touch, and was true before, need not be proved again."""
    judgment = goal.judgment
    still = conjuncts(unchanged(judgment.post, judgment.left, judgment.right))
    moved = once(*(p for p in conjuncts(judgment.post) if p not in still))
    fact = once(*still)
    if fact == TRUE:
        touched = ", ".join(sorted({f"{v.name}{v.place.value}" for v in changed_by(judgment.left, judgment.right)}))
        raise TacticFailed("frame", f"every part of the postcondition speaks of what the programs write: {touched}")
    require("frame", "what is framed must hold before", implies(judgment.pre, _missing(judgment.pre, fact)))

    def build(premises: Sequence[Theorem]) -> Theorem:
        return weaken(frame(fact, premises[0]), judgment.pre, judgment.post)

    return Refinement("Frame", (goal.with_(post=moved),), build)


# --------------------------------------------------------------------------------------------------------------- cases


def by_case(goal: Goal, condition: Expr) -> Refinement:
    """[Case]."""
    judgment = goal.judgment
    goals = tuple(
        goal.with_(goal.part(f"case {show_expr(c)}"), pre=conjunction(judgment.pre, c))
        for c in (condition, negate(condition))
    )
    return Refinement("Case", goals, lambda premises: case(condition, judgment.pre, premises[0], premises[1]))


def cond_one(goal: Goal, side: str) -> Refinement:
    """[Cond-L], [Cond-R]: one program is a conditional."""
    judgment = goal.judgment
    program = judgment.left if side == "left" else judgment.right
    branching = _only_conditional(f"cond_{side}", side, program)
    b = tag(branching.condition, LEFT if side == "left" else RIGHT)
    rule = cond_left if side == "left" else cond_right
    goals = tuple(
        _on(goal.with_(goal.part(show_expr(c)), pre=conjunction(judgment.pre, c)), side, branch)
        for c, branch in ((b, branching.then), (negate(b), branching.otherwise))
    )
    return Refinement(
        f"Cond-{side[0].upper()}",
        goals,
        lambda premises: rule(branching.condition, judgment.pre, premises[0], premises[1]),
    )


def cond_both(goal: Goal) -> Refinement:
    """[Cond]: both programs are conditionals that take the same branch."""
    judgment = goal.judgment
    first, second = (_only_conditional("cond", s, c) for s, c in (("left", judgment.left), ("right", judgment.right)))
    b1, b2 = tag(first.condition, LEFT), tag(second.condition, RIGHT)
    together = apply(Op.EQ, b1, b2)
    what = "both runs must take the same branch (cond_left and cond_right let them part)"
    require("cond", what, implies(judgment.pre, together))
    yes = goal.with_(
        goal.part(f"{show_expr(b1)}"), left=first.then, right=second.then, pre=conjunction(judgment.pre, b1)
    )
    no = goal.with_(goal.part(f"{show_expr(negate(b1))}"), left=first.otherwise, right=second.otherwise)
    no = no.with_(pre=conjunction(judgment.pre, negate(b1)))

    def build(premises: Sequence[Theorem]) -> Theorem:
        whole = cond(first.condition, second.condition, judgment.pre, premises[0], premises[1])
        return weaken(whole, pre=judgment.pre)

    return Refinement("Cond", (yes, no), build)


def _on(goal: Goal, side: str, program: Command) -> Goal:
    return goal.with_(left=program) if side == "left" else goal.with_(right=program)


def _only_conditional(tactic: str, side: str, program: Command) -> If:
    if isinstance(program, If):
        return program
    hint = "cut the program around it with seq first" if len(parts_of(program)) > 1 else "there is none"
    raise TacticFailed(tactic, f"the {side} program must be a conditional and nothing else; {hint}")


def exfalso(goal: Goal) -> Theorem:
    """[Exfalso]: the precondition cannot hold."""
    judgment = goal.judgment
    require("exfalso", "the precondition is possible", implies(judgment.pre, FALSE))
    return impossible(judgment.left, judgment.right, judgment.pre, judgment.post, judgment.stepwise)


def unfolded(goal: Goal, side: str) -> Refinement:
    """[Unfold]: a loop as its first iteration and the rest."""
    loop, rest = _first_loop("unfold", goal, side)
    opened = If(loop.condition, sequence(loop.body, loop), Skip(), loop.at)
    new = _on(goal, side, sequence(opened, *rest))
    return Refinement("Unfold", (new,), lambda premises: unfold(loop, side, premises[0]))


def in_phases(goal: Goal, side: str, given: Expr) -> Refinement:
    """[Split]: a loop as what it does while a guard holds, and the rest."""
    loop, rest = _first_loop("split", goal, side)
    guard = of_run("split", "the guard", given, LEFT if side == "left" else RIGHT)
    first = While(conjunction(loop.condition, guard), loop.body, loop.at)
    new = _on(goal, side, sequence(first, loop, *rest))
    return Refinement("Split", (new,), lambda premises: split_loop(loop, guard, side, premises[0]))


def _first_loop(tactic: str, goal: Goal, side: str) -> tuple[While, tuple[Command, ...]]:
    """The loop that a program begins with, and what follows it."""
    if side not in ("left", "right"):
        raise TacticFailed(tactic, f"the side is 'left' or 'right', not {side!r}")
    program = goal.judgment.left if side == "left" else goal.judgment.right
    first, *rest = parts_of(program) or (Skip(),)
    if not isinstance(first, While):
        raise TacticFailed(tactic, f"the {side} program must begin with a loop; it begins with {describe(first)}")
    return first, tuple(rest)


# --------------------------------------------------------------------------------------------------------------- names


def named(goal: Goal, var: Var, value: Expr) -> Refinement:
    """A rigid name for a value of the initial memories, from [Exists]."""
    judgment = goal.judgment
    pre = conjunction(judgment.pre, apply(Op.EQ, var, value))
    return Refinement(
        "Exists", (goal.with_(new=(var,), pre=pre),), lambda premises: naming(var, value, judgment.pre, premises[0])
    )


def _there_is(goal: Goal) -> Quantified:
    for part in conjuncts(goal.judgment.pre):
        if isinstance(part, Quantified) and not part.universal:
            return part
    raise TacticFailed("exists", "no part of the precondition begins with ∃; to name a value, use name")


def existing(goal: Goal) -> Var:
    """The variable of the first ∃ in the precondition."""
    return _there_is(goal).var


def chosen(goal: Goal, var: Var) -> Refinement:
    """[Exists]: a rigid name for what the precondition says there is."""
    judgment, there = goal.judgment, _there_is(goal)
    fact = substitute(there.body, {there.var: var})
    rest = once(*(p for p in conjuncts(judgment.pre) if p != there))
    new = goal.with_(new=(var,), pre=conjunction(rest, fact))

    def build(premises: Sequence[Theorem]) -> Theorem:
        return weaken(exists(var, fact, rest, premises[0]), pre=judgment.pre)

    return Refinement("Exists", (new,), build)


def applied(goal: Goal, theorem: Theorem) -> Refinement:
    """Use a theorem about the last commands; what they do not touch is framed."""
    needs_budget("apply", goal, "the theorem in a goal with a budget")
    given, judgment = theorem.judgment, goal.judgment
    counts = [len(parts_of(c)) for c in (given.left, given.right)]
    (_, left), (_, right) = split(judgment.left, counts[0]), split(judgment.right, counts[1])
    if (left, right) != (given.left, given.right):
        raise TacticFailed(
            "apply", f"the theorem is about other programs:\n{theorem}\n  Here stand last {last_commands(goal)}"
        )
    if not isinstance(given.stepwise, Budget):
        raise TacticFailed("apply", "the theorem has a ledger, and only its own proof knows what was paid")
    fact = once(
        unchanged(judgment.pre, judgment.left, judgment.right), unchanged(judgment.post, given.left, given.right)
    )
    what = "the theorem's postcondition, with what its programs do not touch, is not enough"
    require("apply", what, implies(conjunction(given.post, fact), judgment.post))
    framed_theorem = theorem if fact == TRUE else frame(fact, theorem)
    tail = Tail(counts[0], counts[1], conjunction(given.pre, fact), given.stepwise, lambda _: framed_theorem)
    return behind("apply", "apply", goal, tail)
