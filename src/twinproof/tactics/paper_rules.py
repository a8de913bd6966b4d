"""The paper's other rules, built from the primitive ones. Nothing here is trusted: the kernel checks each step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from twinproof.kernel.judgment import Budget, Closeness, Cost, Judgment, Ledger
from twinproof.kernel.rules import (
    Refused,
    Theorem,
    assign_left,
    assign_right,
    case,
    cond_left,
    cond_right,
    conseq,
    exfalso,
    exists,
    lap_gen,
    ledger_conseq,
    ledger_seq,
    one_lap_gen,
    renyi_conseq,
    seq,
    skip,
    while_both,
)
from twinproof.lang.command import Command, Sample, Skip, mentioned
from twinproof.lang.expr import (
    ONE,
    TRUE,
    ZERO,
    Expr,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    free_variables,
    fresh_name,
    negate,
    tag,
)
from twinproof.lang.noise import LAPLACE, ONE_SIDED, Noise
from twinproof.lang.types import INT

LEFT, RIGHT = Place.LEFT, Place.RIGHT


def weaken(
    premise: Theorem, pre: Expr | None = None, post: Expr | None = None, cost: Cost | Closeness | None = None
) -> Theorem:
    """[Conseq], [ω-Conseq] or [R-Conseq], whichever fits; what is not given stays as it is."""
    given = premise.judgment
    pre, post, cost = pre or given.pre, post or given.post, cost or given.cost
    if (pre, post, cost) == (given.pre, given.post, given.cost):
        return premise
    match cost:
        case Budget():
            return conseq(pre, post, cost, premise)
        case Closeness():
            return renyi_conseq(pre, cost, premise)
        case Ledger(_, keep):
            return ledger_conseq(pre, post, keep, premise)


def impossible(left: Command, right: Command, pre: Expr, post: Expr, cost: Cost) -> Theorem:
    """Any judgment from a precondition that cannot hold."""
    return weaken(exfalso(left, right, post, cost), pre=pre)


def naming(var: Var, value: Expr, pre: Expr, premise: Theorem) -> Theorem:
    """
    ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ∧ i = e ⇒ Ψ
    ──────────────────────────────── [Name]   i is rigid, of the type of e, and not in Φ, e, Ψ, ε, δ, c₁, c₂
    ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ

    From [Exists] and [Conseq].
    """
    return weaken(exists(var, apply(Op.EQ, var, value), pre, premise), pre=pre)


def stays_pruned(keep: Expr) -> Theorem:
    """{ ¬L } skip { ¬L }."""
    return skip(negate(keep), Budget())


def in_order(first: Theorem, second: Theorem, pruned: Theorem | None = None) -> Theorem:
    """[Seq] or [ω-Seq]; without a third premise the second left program is skip, or nothing is pruned before it."""
    if isinstance(first.judgment.stepwise, Budget):
        return seq(first, second)
    one, two = first.judgment.stepwise, second.judgment.stepwise
    assert isinstance(one, Ledger)
    assert isinstance(two, Ledger)
    if pruned is None and one.keep == TRUE:
        pruned = exfalso(second.judgment.left, Skip(), negate(two.keep), Budget())
    return ledger_seq(first, second, pruned or stays_pruned(one.keep))


def assn(left: Var, first: Expr, right: Var, second: Expr, post: Expr, cost: Cost) -> Theorem:
    """
    ───────────────────────────────────────────────────────────── [Assn]   [ω-Assn]
    ⊢ x₁ ← e₁ ~⟨0,0⟩ x₂ ← e₂ : Ψ[e₁⟨1⟩/x₁⟨1⟩, e₂⟨2⟩/x₂⟨2⟩] ⇒ Ψ

    From [Assn-L], [Assn-R] and [Seq].
    """
    later = assign_right(right, second, post, cost)
    return in_order(assign_left(left, first, later.judgment.pre, cost), later)


def cond(first: Expr, second: Expr, pre: Expr, yes: Theorem, no: Theorem) -> Theorem:
    """
    ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ∧ b₁⟨1⟩ ⇒ Ψ      ⊢ d₁ ~⟨ε,δ⟩ d₂ : Φ ∧ ¬b₁⟨1⟩ ⇒ Ψ
    ───────────────────────────────────────────────────────────────────── [Cond]   [ω-Cond]
    ⊢ if b₁ then c₁ else d₁ ~⟨ε,δ⟩ if b₂ then c₂ else d₂ : Φ ∧ b₁⟨1⟩ = b₂⟨2⟩ ⇒ Ψ

    From [Cond-L], [Cond-R], [Exfalso] and [Conseq].
    """
    b1, b2 = tag(first, LEFT), tag(second, RIGHT)
    start = conjunction(pre, apply(Op.EQ, b1, b2))
    one, two = yes.judgment, no.judgment

    def branch(mine: Judgment, theorem: Theorem, other: Judgment, holds: bool) -> Theorem:
        here = conjunction(start, b1 if holds else negate(b1))
        same = weaken(theorem, pre=conjunction(here, b2 if holds else negate(b2)))
        apart_pre = conjunction(here, negate(b2) if holds else b2)
        apart = impossible(mine.left, other.right, apart_pre, mine.post, mine.stepwise)
        return cond_right(second, here, *((same, apart) if holds else (apart, same)))

    return cond_left(first, start, branch(one, yes, two, True), branch(two, no, one, False))


@dataclass(frozen=True, slots=True)
class GeneralRule:
    """The rule that couples two samplings of a noise by a shift, and its special case for nothing."""

    name: str
    free_name: str
    kind: str  # of noise, in words
    tactics: str
    rule: Callable[[Sample, Sample, Expr, Expr, Expr, Expr], Theorem]


GENERAL_RULES: Mapping[Noise, GeneralRule] = MappingProxyType(
    {
        LAPLACE: GeneralRule("LapGen", "LapNull", "two-sided", "lap_gen and lap_null", lap_gen),
        ONE_SIDED: GeneralRule("OneLapGen", "OneLapNull", "one-sided", "one_lap_gen and one_lap_null", one_lap_gen),
    }
)


def lap_null(left: Sample, right: Sample, rate: Expr) -> Theorem:
    """
    ────────────────────────────────────────────────────────────────────────────────────────── [LapNull], [OneLapNull]
    ⊢ y₁ ←$ L_ρ(e₁) ~⟨0,0⟩ y₂ ←$ L_ρ(e₂) : 0 < ρ ⇒ y₁⟨1⟩ − y₂⟨2⟩ = e₁⟨1⟩ − e₂⟨2⟩     y₁ ∉ e₁, y₂ ∉ e₂

    From [LapGen] or [OneLapGen] with the shift e₂⟨2⟩ − e₁⟨1⟩, and [Conseq].
    """
    if left.target in free_variables(left.centre) or right.target in free_variables(right.centre):
        raise Refused("LapNull", "the sample must not occur in its own location")
    e1, e2 = tag(left.centre, LEFT), tag(right.centre, RIGHT)
    y1, y2 = tag(left.target, LEFT), tag(right.target, RIGHT)
    post = apply(Op.EQ, apply(Op.SUB, y1, y2), apply(Op.SUB, e1, e2))
    general = GENERAL_RULES.get(left.noise)
    if general is None:
        raise Refused("LapNull", f"there is no rule for {left.noise.name} noise")
    coupled = general.rule(left, right, apply(Op.SUB, e2, e1), ZERO, rate, post)
    positive = apply(Op.LT, ZERO, rate)
    equal = [apply(Op.EQ, r, rate) for r in (tag(left.rate, LEFT), tag(right.rate, RIGHT)) if r != rate]
    return weaken(coupled, pre=conjunction(positive, *equal), cost=Budget())


def while_ext(
    first: Expr,
    second: Expr,
    invariant: Expr,
    variant: Expr,
    critical: Expr,
    index: Var,
    facts: Expr,
    cost: Budget,
    before: Theorem,
    at: Theorem,
    after: Theorem,
) -> Theorem:
    """
    ⊢ c₁ ~⟨0,0⟩ c₂ : Φ ∧ i < e⟨1⟩ ⇒ Ψ     ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ∧ e⟨1⟩ = i ⇒ Ψ     ⊢ c₁ ~⟨0,0⟩ c₂ : Φ ∧ e⟨1⟩ < i ⇒ Ψ
    Θ ∧ e⟨1⟩ ≤ 0 ⇒ ¬b₁⟨1⟩     P ⇒ 0 ≤ ε ∧ 0 ≤ δ
    Φ ≜ Θ ∧ b₁⟨1⟩ ∧ b₂⟨2⟩ ∧ k = e⟨1⟩                 Ψ ≜ Θ ∧ b₁⟨1⟩ = b₂⟨2⟩ ∧ e⟨1⟩ < k
    ──────────────────────────────────────────────────────────────────────────────────────────────── [WhileExt]
    ⊢ while b₁ do c₁ ~⟨ε,δ⟩ while b₂ do c₂ : P ∧ Θ ∧ b₁⟨1⟩ = b₂⟨2⟩ ⇒ Θ ∧ ¬b₁⟨1⟩ ∧ ¬b₂⟨2⟩

    From [While] with the total that is ε once k has reached i, [Case], [Conseq], and [Exists], which names the value
    of the variant at the start.
    """
    b1, b2, e = tag(first, LEFT), tag(second, RIGHT), tag(variant, LEFT)
    together = apply(Op.EQ, b1, b2)
    spoken = (invariant, b1, b2, e, critical, facts, cost.epsilon, cost.delta)
    taken = {v.name for part in spoken for v in free_variables(part)} | {index.name}
    taken |= {v.name for program in (at.judgment.left, at.judgment.right) for v in mentioned(program)}
    size = Var(fresh_name("n", taken), INT, Place.RIGID)
    here = conjunction(invariant, b1, b2, apply(Op.EQ, index, e), apply(Op.LE, e, size))
    now = apply(Op.EQ, index, critical)
    each = Budget(
        apply(Op.ITE, now, cost.epsilon, _none(cost.epsilon)), apply(Op.ITE, now, cost.delta, _none(cost.delta))
    )
    less, equal = apply(Op.LT, critical, e), apply(Op.EQ, e, critical)
    post = conjunction(invariant, together, apply(Op.LT, e, index))
    rest_pre = conjunction(here, negate(less))
    rest = case(
        equal,
        rest_pre,
        weaken(at, pre=conjunction(rest_pre, equal), post=post, cost=each),
        weaken(after, pre=conjunction(rest_pre, negate(equal)), post=post, cost=each),
    )
    body = case(less, here, weaken(before, pre=conjunction(here, less), post=post, cost=each), rest)
    reached = conjunction(apply(Op.LE, ONE, critical), apply(Op.LE, critical, index))
    total = Budget(
        apply(Op.ITE, reached, cost.epsilon, _none(cost.epsilon)), apply(Op.ITE, reached, cost.delta, _none(cost.delta))
    )
    sized = conjunction(facts, apply(Op.LE, ZERO, size))
    loop = while_both(first, second, invariant, variant, size, index, sized, total, body)
    start = conjunction(facts, invariant, together)
    named = apply(Op.EQ, size, apply(Op.MAX, e, ZERO))
    settled = weaken(loop, pre=conjunction(start, named), cost=cost)
    return naming(size, apply(Op.MAX, e, ZERO), start, settled)


def _none(e: Expr) -> Expr:
    """Zero, of the type of a number."""
    return ZERO if e.type == INT else apply(Op.REAL, ZERO)
