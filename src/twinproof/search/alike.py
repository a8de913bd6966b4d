"""Two runs of one program from the same state: the same samples, at no price, as a theorem for any program.

Nothing has to be found for it. What matters at a place of the program is the same in both runs, and so is whatever is
computed from it; the invariant of a loop says just that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from twinproof.kernel.judgment import Budget, Ledger
from twinproof.kernel.rules import Theorem, exfalso, frame, ledger_budget, ledger_conseq, ledger_seq, ledger_while
from twinproof.lang.command import Command, If, Sample, Skip, While, has_rounds
from twinproof.lang.expr import FALSE, TRUE, ZERO, Expr, Op, Place, Var, apply, conjunction, conjuncts, tag
from twinproof.lang.liveness import live_before
from twinproof.lang.types import Type
from twinproof.search.pruning import split_at_loops
from twinproof.tactics.paper_rules import cond
from twinproof.tactics.stepping import Couple, Mapped, together

LEFT, RIGHT = Place.LEFT, Place.RIGHT
FREE, NOTHING = Budget(), Ledger(())
Named = Callable[[Type], Var]  # the rigid name of a sample, by its type


def alike(command: Command, after: frozenset[Var], facts: Expr, named: Named) -> Theorem:
    """⊢ command ~⟨0,0⟩ command: whatever matters at its end is the same, if what matters at its start is."""
    made = _alike(command, after, facts, named)
    pre, post = made.judgment.pre, made.judgment.post
    return ledger_budget(ZERO, pre, post, ledger_conseq(pre, conjunction(post, apply(Op.LE, ZERO, ZERO)), TRUE, made))


def _alike(command: Command, after: frozenset[Var], facts: Expr, named: Named) -> Theorem:
    whole: Theorem | None = None
    for part in reversed(split_at_loops(command)):
        step = _alike_in_step(part, after, facts, named)
        after = what_matters(part, after)
        whole = step if whole is None else ledger_seq(step, whole, exfalso(whole.judgment.left, Skip(), FALSE, FREE))
    assert whole is not None
    return whole


def _alike_in_step(command: Command, after: frozenset[Var], facts: Expr, named: Named) -> Theorem:
    pre = conjunction(same(*_in_order(what_matters(command, after))), facts)
    post = conjunction(same(*_in_order(after)), facts)
    match command:
        case While(condition, body) if has_rounds(command):
            ours, theirs = tag(condition, LEFT), tag(condition, RIGHT)
            inside = _alike(body, what_matters(command, after), facts, named)
            both = conjunction(pre, apply(Op.EQ, ours, theirs))
            inside = ledger_conseq(conjunction(pre, ours, theirs), both, TRUE, inside)
            made = ledger_while(condition, condition, pre, inside, exfalso(body, Skip(), FALSE, FREE))
        case If(condition, then, otherwise) if has_rounds(command):
            yes, no = (_alike(branch, after, facts, named) for branch in (then, otherwise))
            made = cond(condition, condition, pre, yes, no)
        case _:
            own = conjunction(*(p for p in conjuncts(post) if p not in conjuncts(facts)))
            made = frame(facts, together(command, command, own, NOTHING, same_value(named)))
    return ledger_conseq(pre, post, TRUE, made)


def same_value(named: Named) -> Couple:
    """Both runs draw the same."""

    def couple(ours: Sample, _: Sample) -> Mapped:
        value = named(ours.target.type)
        return Mapped(value, value, ZERO, ())

    return couple


def what_matters(command: Command, after: frozenset[Var]) -> frozenset[Var]:
    """What the command reads, or leaves as it is."""
    return frozenset(v for v in live_before(command, after, all_reads=True) if v.place is Place.MEMORY)


def _in_order(some: Iterable[Var]) -> list[Var]:
    return sorted(some, key=lambda v: v.name)


def same(*some: Var) -> Expr:
    """That variables are the same in both runs."""
    return conjunction(*(apply(Op.EQ, tag(v, LEFT), tag(v, RIGHT)) for v in some))
