"""From couplings and invariants to a theorem: the derivation, step by step through the kernel's rules.

Every judgment here carries the facts of the adjacency through by [Frame], so the rest of an assertion speaks only of
what the program changes. Loop-free code is stepped through; a loop is [ω-While] with its invariant; between them stands
[ω-Seq] with the unary judgment that what is pruned stays pruned. The whole is closed by [ω-Pointwise] or [R-Close].
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from twinproof.kernel.judgment import Budget, Ledger
from twinproof.kernel.rules import (
    Theorem,
    cond_left,
    cond_right,
    exfalso,
    frame,
    ghost,
    ledger_conseq,
    ledger_map,
    ledger_seq,
    ledger_while,
    ledger_while_async,
    ledger_while_left,
    ledger_while_right,
    pointwise,
    pointwise_bad,
    renyi_close,
    renyi_close_bad,
    seq,
    skip,
)
from twinproof.lang.amounts import total
from twinproof.lang.command import Command, If, Sample, Skip, While, has_rounds, site_of
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    ZERO,
    Expr,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    conjuncts,
    free_variables,
    fresh_name,
    implies,
    negate,
    tag,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import INT
from twinproof.search.alignment import OutOfStep, alone_at
from twinproof.search.endings import variant_of
from twinproof.search.pledges import Pledge
from twinproof.search.pruning import Pruning, split_at_loops
from twinproof.tactics.paper_rules import cond, weaken
from twinproof.tactics.stepping import Couple, Mapped, Paired, Tossed, Windowed, alone, together, windowed, written_out

LEFT, RIGHT = Place.LEFT, Place.RIGHT


@dataclass(frozen=True)
class Derivation:
    """Builds the theorem of one mechanism for one shape of adjacency."""

    mechanism: Mechanism
    output: Var
    facts: Expr  # what the adjacency says; it speaks of inputs alone, which never change
    ledger: Ledger  # the counters with their rates, keeping everything
    couple: Couple
    tossed: Tossed
    invariants: Mapping[int, Expr]  # of each loop, by its site
    pruning: Pruning
    caps: tuple[Expr, ...]
    out_of_step: Mapping[int, OutOfStep] = field(default_factory=dict)  # the loops that one run goes round alone in
    pledge: Pledge | None = None  # what δ pays for
    credit: Theorem | None = None  # … and that it is enough
    ghosts: tuple[Var, ...] = ()  # other variables that only the proof knows

    def theorem(self, epsilon: Expr) -> Theorem:
        """⊢ c ~⟨ε,δ⟩ c : facts ⇒ result⟨1⟩ = result⟨2⟩, where c has no ghosts any more, and δ is 0 without a pledge.

        With orders it is closeness, and `epsilon` the bound of the divergence.
        """
        result, pledge = self.mechanism.result, self.pledge
        ours, theirs = tag(result, LEFT), tag(result, RIGHT)
        whole = self.block(self.mechanism.body, conjunction(apply(Op.EQ, ours, theirs), *self.caps), self.pruning.end)
        spent = total(apply(Op.MUL, counter, rate) for counter, rate in self.ledger.counters)
        empty = conjunction(*(apply(Op.EQ, counter, ZERO) for counter, _ in self.ledger.counters))
        bad = FALSE if pledge is None else tag(pledge.bad, LEFT)
        if self.ledger.orders is not None:
            near = conjunction(apply(Op.EQ, ours, theirs), apply(Op.LE, spent, epsilon))
            if pledge is None or self.credit is None:
                closed = ledger_conseq(conjunction(self.facts, empty), near, TRUE, whole)
                return _without(self.ghosts, renyi_close(result, result, epsilon, self.facts, closed))
            good = negate(bad)
            closed = ledger_conseq(conjunction(self.facts, empty), implies(good, near), good, whole)
            delta = self.credit.triple.before
            made = renyi_close_bad(result, result, bad, epsilon, delta, self.facts, closed, self.credit)
            return _without((*pledge.ghosts, *self.ghosts), made)
        returned = conjunction(apply(Op.EQ, ours, self.output), negate(bad))
        wanted = implies(returned, conjunction(apply(Op.EQ, theirs, self.output), apply(Op.LE, spent, epsilon)))
        closed = ledger_conseq(conjunction(self.facts, empty), wanted, returned, whole)
        if pledge is None or self.credit is None:
            return _without(self.ghosts, pointwise(result, result, self.output, epsilon, self.facts, closed))
        delta = self.credit.triple.before
        made = pointwise_bad(result, result, self.output, bad, epsilon, delta, self.facts, closed, self.credit)
        return _without((*pledge.ghosts, *self.ghosts), made)

    def block(self, command: Command, post: Expr, keep: Expr) -> Theorem:
        """{ wp ∧ facts } command ~ command { post ∧ facts | keep }."""
        *before, last = split_at_loops(command, self._gives_up)
        current, needed = self._plain(last, post, keep)
        later, keep_after = last, keep  # what stands at the start of `current`, and what is kept after that
        pruned: Theorem | None = None
        for part in reversed(before):
            step = self.pruning.stays_pruned(later, keep_after)
            pruned = step if pruned is None else seq(step, pruned)
            keep_after = self.pruning.before(later, keep_after)
            done = self._loop_or_branch if has_rounds(part) else self._draw if self._gives_up(part) else self._plain
            first, needed = done(part, needed, keep_after)
            current = ledger_seq(first, current, pruned)
            later = part
        return current

    def _plain(self, command: Command, post: Expr, keep: Expr) -> tuple[Theorem, Expr]:
        """{ wp ∧ facts } command { post ∧ facts | keep } for loop-free code; and the wp."""
        stepped = together(
            command, command, implies(keep, post), self.ledger, self._couple, self.tossed, self._stands_in
        )
        pre = stepped.judgment.pre
        framed = frame(self.facts, stepped)
        return ledger_conseq(conjunction(pre, self.facts), conjunction(post, self.facts), keep, framed), pre

    def _gives_up(self, command: Command) -> bool:
        """Whether this is a draw some values of which have no partner: they are given up, or are not kept."""
        pledge = self.pledge
        if not isinstance(command, Sample):
            return False
        by = self.couple(command, command)
        if isinstance(by, Windowed) or pledge is None or not isinstance(by, Mapped):
            return isinstance(by, Windowed)
        return bool(pledge.at(site_of(command))) and not by.turned

    def _draw(self, command: Command, post: Expr, keep: Expr) -> tuple[Theorem, Expr]:
        """The same for a draw by [ω-Map] or [ω-Samp-Int], of the values that are kept."""
        assert isinstance(command, Sample)
        by = self.couple(command, command)
        if isinstance(by, Windowed):
            return windowed(command, by, post, replace(self.ledger, keep=keep), self.facts)
        assert isinstance(by, Mapped)
        kept = replace(self.ledger, keep=keep)
        drawn = ledger_map(command, command, by.image, by.sampled, by.bound, by.paid, post, kept)
        pre = drawn.judgment.pre
        return ledger_conseq(
            conjunction(pre, self.facts), conjunction(post, self.facts), keep, frame(self.facts, drawn)
        ), pre

    def _couple(self, ours: Sample, theirs: Sample) -> Paired | Mapped | Windowed:
        """How two samplings are coupled: the left one says, unless it stands in for the right one."""
        return self.couple(ours, theirs if self._stands_in(ours, theirs) else ours)

    def _stands_in(self, ours: Sample, theirs: Sample) -> bool:
        """Whether the left run draws in the place of the right one."""
        return self.pledge is not None and self.pledge.stand_ins.get(site_of(theirs)) == site_of(ours)

    def _loop_or_branch(self, command: Command, post: Expr, keep: Expr) -> tuple[Theorem, Expr]:
        match command:
            case While() if site_of(command) in self.out_of_step:
                return self._loop_out_of_step(self.out_of_step[site_of(command)], post, keep)
            case While():
                return self._loop(command, post, keep)
            case If():
                return self._branch(command, post, keep)
            case _:
                raise AssertionError("a command with a loop")

    def _loop(self, loop: While, post: Expr, keep: Expr) -> tuple[Theorem, Expr]:
        ours, theirs = tag(loop.condition, LEFT), tag(loop.condition, RIGHT)
        in_step = apply(Op.EQ, ours, theirs)
        keep_at_head = self.pruning.at_loop[site_of(loop)]
        own = conjunction(self.invariants[site_of(loop)], keep_at_head)
        invariant = conjunction(own, self.facts)
        body = self.block(loop.body, conjunction(own, in_step), keep_at_head)
        body = ledger_conseq(conjunction(invariant, ours, theirs), conjunction(invariant, in_step), keep_at_head, body)
        looped = ledger_while(loop.condition, loop.condition, invariant, body, self.pruning.body_stays_pruned(loop))
        needed = conjunction(own, in_step)
        return ledger_conseq(conjunction(needed, self.facts), conjunction(post, self.facts), keep, looped), needed

    def _loop_out_of_step(self, step: OutOfStep, post: Expr, keep: Expr) -> tuple[Theorem, Expr]:
        """[ω-While-Async]: both runs go round together, but for rows that only one of them has."""
        loop, keep_at_head = step.loop, self.pruning.at_loop[site_of(step.loop)]
        ours, theirs = tag(loop.condition, LEFT), tag(loop.condition, RIGHT)
        own = conjunction(self.invariants[site_of(loop)], keep_at_head)
        invariant = conjunction(own, self.facts)
        left_alone, right_alone = step.alone(LEFT), step.alone(RIGHT)
        both = conjunction(invariant, negate(left_alone), negate(right_alone), ours, theirs)
        together = ledger_conseq(both, invariant, keep_at_head, self.block(loop.body, own, keep_at_head))
        index = Var(fresh_name("rest", self._taken()), INT, Place.RIGID)
        variant = tag(step.variant, RIGHT)
        waiting = conjunction(invariant, negate(left_alone), right_alone, theirs, apply(Op.EQ, index, variant))
        fewer = apply(Op.LT, variant, index)
        if step.longer is LEFT:
            only_left = self._alone(loop.body, LEFT, own, keep_at_head)
            only_left = ledger_conseq(conjunction(invariant, left_alone, ours), invariant, keep_at_head, only_left)
            after = conjunction(invariant, fewer)
            only_right = exfalso(Skip(), written_out(loop.body), after, replace(self.ledger, keep=keep_at_head))
        else:
            only_left = exfalso(written_out(loop.body), Skip(), invariant, replace(self.ledger, keep=keep_at_head))
            still = apply(Op.EQ, index, variant)  # until the round ends
            only_right = self._alone(loop.body, RIGHT, conjunction(own, fewer), keep_at_head, still)
            after = conjunction(invariant, fewer)
            only_right = ledger_conseq(waiting, after, keep_at_head, only_right)
        looped = ledger_while_async(
            loop.condition,
            loop.condition,
            left_alone,
            right_alone,
            invariant,
            step.variant,
            index,
            together,
            only_left,
            only_right,
            self.pruning.body_stays_pruned(loop),
        )
        return ledger_conseq(conjunction(own, self.facts), conjunction(post, self.facts), keep, looped), own

    def _taken(self) -> set[str]:
        rigid = [v.name for e in (self.facts, *self.invariants.values()) for v in free_variables(e)]
        return self.mechanism.names | set(rigid) | {self.output.name}

    def _alone(self, command: Command, side: Place, post: Expr, keep: Expr, still: Expr = TRUE) -> Theorem:
        """{ wp ∧ facts } command ~ skip { post ∧ facts | keep }, or the same with the right run going alone.

        What holds `still` is kept by all of the command but the code after its last loop.
        """
        *before, last = split_at_loops(command)
        current = self._plain_alone(last, side, post, keep)
        later, keep_after = last, keep
        pruned: Theorem | None = None
        for part in reversed(before):
            if side is LEFT:
                step = self.pruning.stays_pruned(later, keep_after)
                pruned = step if pruned is None else seq(step, pruned)
                keep_after = self.pruning.before(later, keep_after)
            else:
                pruned = skip(negate(keep), Budget())
            needed = self._needed(current)
            first = self._in_alone(part, side, needed, keep_after, still)
            current = ledger_seq(first, current, pruned)
            later = part
        return current

    def _needed(self, theorem: Theorem) -> Expr:
        """What the precondition of a theorem says beside the facts."""
        steady = conjuncts(self.facts)
        return conjunction(*(p for p in conjuncts(theorem.judgment.pre) if p not in steady))

    def _in_alone(self, command: Command, side: Place, post: Expr, keep: Expr, still: Expr) -> Theorem:
        if not has_rounds(command):
            return self._plain_alone(command, side, post, keep)
        match command:
            case While(condition, body):
                site = alone_at(site_of(command))
                keep_at_head = self.pruning.at_loop[site_of(command)] if side is LEFT else keep
                own = conjunction(self.invariants[site], still, keep_at_head)
                invariant, test = conjunction(own, self.facts), tag(condition, side)
                if side is LEFT:
                    inside = self._alone(body, side, own, keep_at_head, still)
                    inside = ledger_conseq(conjunction(invariant, test), invariant, keep_at_head, inside)
                    pruned = self.pruning.body_stays_pruned(command)
                    looped = ledger_while_left(condition, invariant, inside, pruned)
                else:
                    variant = variant_of(condition)
                    taken = self._taken() | {v.name for v in free_variables(still)}
                    e, index = tag(variant, RIGHT), Var(fresh_name("rest", taken), INT, Place.RIGID)
                    fewer = apply(Op.LT, e, index)
                    further = conjunction(still, apply(Op.EQ, index, e))
                    inside = self._alone(body, side, conjunction(own, fewer), keep, further)
                    here = conjunction(invariant, test, apply(Op.EQ, index, e))
                    inside = ledger_conseq(here, conjunction(invariant, fewer), keep, inside)
                    looped = ledger_while_right(condition, invariant, variant, index, inside)
                return ledger_conseq(invariant, conjunction(post, self.facts), keep, looped)
            case If(condition, then, otherwise):
                test = tag(condition, side)
                yes, no = (self._alone(branch, side, post, keep, still) for branch in (then, otherwise))
                pre = conjunction(implies(test, self._needed(yes)), implies(negate(test), self._needed(no)), self.facts)
                first, second = weaken(yes, pre=conjunction(pre, test)), weaken(no, pre=conjunction(pre, negate(test)))
                return (cond_left if side is LEFT else cond_right)(condition, pre, first, second)
            case _:
                raise AssertionError("a command with a loop")

    def _plain_alone(self, command: Command, side: Place, post: Expr, keep: Expr) -> Theorem:
        """The same for code that is stepped through."""
        stepped = alone(command, side, implies(keep, post), self.ledger, self.tossed)
        framed = frame(self.facts, stepped)
        pre = conjunction(stepped.judgment.pre, self.facts)
        return ledger_conseq(pre, conjunction(post, self.facts), keep, framed)

    def _branch(self, command: If, post: Expr, keep: Expr) -> tuple[Theorem, Expr]:
        test = tag(command.condition, LEFT)
        yes, no = (self.block(branch, post, keep) for branch in (command.then, command.otherwise))
        pre = conjunction(implies(test, yes.judgment.pre), implies(negate(test), no.judgment.pre), self.facts)
        joined = cond(
            command.condition,
            command.condition,
            pre,
            weaken(yes, pre=conjunction(pre, test)),
            weaken(no, pre=conjunction(pre, negate(test))),
        )
        steady = conjuncts(self.facts)
        needed = conjunction(*(p for p in conjuncts(joined.judgment.pre) if p not in steady))
        return weaken(joined, pre=conjunction(needed, self.facts)), needed


def _without(ghosts: Iterable[Var], made: Theorem) -> Theorem:
    """The same about the mechanism itself."""
    for ghostly in ghosts:
        made = ghost(ghostly, made)
    return made
