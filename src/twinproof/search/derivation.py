"""From couplings and invariants to a theorem: the derivation, step by step through the kernel's rules.

Every judgment here carries the facts of the adjacency through by [Frame], so the rest of an assertion speaks only of
what the program changes. Loop-free code is stepped through; a loop is [ω-While] with its invariant; between them stands
[ω-Seq] with the unary judgment that what is pruned stays pruned. The whole is closed by [ω-Pointwise].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from twinproof.kernel.judgment import Ledger
from twinproof.kernel.rules import Theorem, frame, ledger_conseq, ledger_seq, ledger_while, pointwise, seq
from twinproof.lang.amounts import total
from twinproof.lang.command import Command, If, Sample, While, has_loop, site_of
from twinproof.lang.expr import ZERO, Expr, Op, Place, Var, apply, conjunction, conjuncts, implies, negate, tag
from twinproof.lang.mechanism import Mechanism
from twinproof.search.pruning import Pruning, hit, split_at_loops
from twinproof.tactics.paper_rules import cond, weaken
from twinproof.tactics.stepping import Paired, together

LEFT, RIGHT = Place.LEFT, Place.RIGHT


@dataclass(frozen=True)
class Derivation:
    """Builds the theorem of one mechanism for one shape of adjacency."""

    mechanism: Mechanism
    output: Var
    facts: Expr  # what the adjacency says; it speaks of inputs alone, which never change
    ledger: Ledger  # the counters with their rates, keeping everything
    couple: Callable[[Sample], Paired]
    invariants: Mapping[int, Expr]  # of each loop, by its site
    pruning: Pruning
    caps: tuple[Expr, ...]

    def theorem(self, epsilon: Expr) -> Theorem:
        """⊢ c ~⟨ε,0⟩ c : facts ⇒ result⟨1⟩ = result⟨2⟩."""
        result = self.mechanism.result
        ours, theirs = tag(result, LEFT), tag(result, RIGHT)
        whole = self.block(
            self.mechanism.body, conjunction(apply(Op.EQ, ours, theirs), *self.caps), hit(result, self.output)
        )
        spent = total(apply(Op.MUL, counter, rate) for counter, rate in self.ledger.counters)
        returned = apply(Op.EQ, ours, self.output)
        wanted = implies(returned, conjunction(apply(Op.EQ, theirs, self.output), apply(Op.LE, spent, epsilon)))
        empty = conjunction(*(apply(Op.EQ, counter, ZERO) for counter, _ in self.ledger.counters))
        closed = ledger_conseq(conjunction(self.facts, empty), wanted, returned, whole)
        return pointwise(result, result, self.output, epsilon, self.facts, closed)

    def block(self, command: Command, post: Expr, keep: Expr) -> Theorem:
        """{ wp ∧ facts } command ~ command { post ∧ facts | keep }."""
        *before, last = split_at_loops(command)
        current, needed = self._plain(last, post, keep)
        later, keep_after = last, keep  # what stands at the start of `current`, and what is kept after that
        pruned: Theorem | None = None
        for part in reversed(before):
            step = self.pruning.stays_pruned(later, keep_after)
            pruned = step if pruned is None else seq(step, pruned)
            keep_after = self.pruning.before(later, keep_after)
            done = self._loop_or_branch if has_loop(part) else self._plain
            first, needed = done(part, needed, keep_after)
            current = ledger_seq(first, current, pruned)
            later = part
        return current

    def _plain(self, command: Command, post: Expr, keep: Expr) -> tuple[Theorem, Expr]:
        """{ wp ∧ facts } command { post ∧ facts | keep } for loop-free code; and the wp."""
        stepped = together(command, command, implies(keep, post), self.ledger, lambda a, _: self.couple(a))
        pre = stepped.judgment.pre
        framed = frame(self.facts, stepped)
        return ledger_conseq(conjunction(pre, self.facts), conjunction(post, self.facts), keep, framed), pre

    def _loop_or_branch(self, command: Command, post: Expr, keep: Expr) -> tuple[Theorem, Expr]:
        match command:
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
