"""Couplings and liftings of finite sub-distributions: decided, with evidence.

Three notions, for μ₁ on B₁, μ₂ on B₂, a relation Ψ ⊆ B₁ × B₂ and the factor c = e^ε:

* exact: one witness μ with π₁(μ) = μ₁, π₂(μ) = μ₂ and support in Ψ;
* two-witness (the paper's (ε, δ)-lifting): μL and μR with supports in Ψ, π₁(μL) = μ₁, π₂(μR) = μ₂, Δ_ε(μL, μR) ≤ δ;
* set form (⋆-lifting): μ₁(X) ≤ c·μ₂(Ψ(X)) + δ for every X ⊆ B₁.

A maximum flow finds the evidence. `LiftingAnswer.check` verifies it from the definitions, without the solver.

Why the decisions are right. Let F be the largest flow from μ₁ (capacities μ₁(a)) along Ψ to c·μ₂ (capacities c·μ₂(b)).
By max-flow min-cut, F = min over X of μ₁(B₁∖X) + c·μ₂(Ψ(X)), so

    the set form holds  ⇔  F ≥ |μ₁| - δ,  and if not, the X of a minimum cut violates it.                          (1)

Claim: the two-witness lifting holds ⇔ the set form holds, and
    (L) every a with μ₁(a) > 0 has some b ∈ B₂ with (a, b) ∈ Ψ, and
    (R) every b with μ₂(b) > 0 has some a ∈ B₁ with (a, b) ∈ Ψ.
(⇒) (L) and (R) are needed to place the mass of μL and μR inside Ψ. For X ⊆ B₁ let P = Ψ ∩ (X × B₂). Then
μ₁(X) = μL(P) ≤ c·μR(P) + δ ≤ c·μR(B₁ × Ψ(X)) + δ = c·μ₂(Ψ(X)) + δ.
(⇐) Let f be a maximum flow; by (1) at most δ of μ₁ is not sent. Let μL be f plus, for every a, what f left behind at a,
placed on a pair (a, b) ∈ Ψ by (L). Let μR be f/c plus, for every b, the unused rest of μ₂(b), placed on a pair
(a, b) ∈ Ψ by (R). The marginals and supports are as required, and μL - c·μR ≤ μL - f pointwise, so
Δ_ε(μL, μR) ≤ |μL - f| = |μ₁| - F ≤ δ. ∎
The ⋆-witnesses of the set form are built in the same way with what is left placed on (a, ⋆) and (⋆, b) instead.

Exact: if |μ₁| = |μ₂|, a flow with c = 1 that sends all of μ₁ is a witness, and (1) with δ = 0 gives a violating set
otherwise. If |μ₁| ≠ |μ₂| there is none, since a witness has the total mass of both its marginals.

If e^ε is `Exp(ε)`, it lies between rationals lo ≤ e^ε ≤ hi. All notions are monotone in c: evidence for lo is evidence
for e^ε, and a violation at hi is one at e^ε. The smallest c that works is rational, e^ε is not (or ε = 0, enclosed
exactly), so tighter bounds decide in the end.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Generic, TypeAlias, TypeVar

from twinproof.exact.distribution import (
    ONE,
    SubDistribution,
    Undecided,
    first_marginal,
    rational,
    second_marginal,
)
from twinproof.exact.divergence import (
    Factor,
    FactorLike,
    Relation,
    divergence_at_most,
    enclosures,
    exceeds,
    pairs_of,
    to_delta,
    to_factor,
)
from twinproof.liftings.flow import Transport, max_transport

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)


class Star(Enum):
    """The extra point ⋆ of the ⋆-lifting."""

    STAR = "⋆"

    def __repr__(self) -> str:
        return "⋆"


STAR = Star.STAR


class Notion(Enum):
    """Which of the three liftings is asked for."""

    EXACT = "exact"
    TWO_WITNESS = "two-witness"
    SET = "set"


@dataclass(frozen=True, slots=True)
class Coupling(Generic[A, B]):
    """Evidence for the exact lifting: the witness."""

    witness: SubDistribution[tuple[A, B]]


@dataclass(frozen=True, slots=True)
class Witnesses(Generic[A, B]):
    """Evidence for the two-witness lifting: μL and μR."""

    left: SubDistribution[tuple[A, B]]
    right: SubDistribution[tuple[A, B]]


@dataclass(frozen=True, slots=True)
class StarWitnesses(Generic[A, B]):
    """Evidence for the set form: witnesses that may also place mass on (a, ⋆) and (⋆, b)."""

    left: SubDistribution[tuple[A | Star, B | Star]]
    right: SubDistribution[tuple[A | Star, B | Star]]


@dataclass(frozen=True, slots=True)
class ViolatingSet(Generic[A]):
    """Evidence against any of the three: a set X with μ₁(X) > e^ε μ₂(Ψ(X)) + δ."""

    points: frozenset[A]


@dataclass(frozen=True, slots=True)
class NoPartner:
    """Evidence against witnesses: a point with mass (side 1 or 2) that Ψ relates to nothing."""

    side: int
    point: Hashable


@dataclass(frozen=True, slots=True)
class TotalsDiffer:
    """Evidence against the exact lifting: |μ₁| ≠ |μ₂|."""


Evidence: TypeAlias = (
    "Coupling[A, B] | Witnesses[A, B] | StarWitnesses[A, B] | ViolatingSet[A] | NoPartner | TotalsDiffer"
)


@dataclass(frozen=True, slots=True)
class LiftingProblem(Generic[A, B]):
    """μ₁, μ₂, the relation over the ground sets B₁ × B₂, and (e^ε, δ)."""

    notion: Notion
    mu1: SubDistribution[A]
    mu2: SubDistribution[B]
    relation: frozenset[tuple[A, B]]
    ground1: frozenset[A]
    ground2: frozenset[B]
    exp_epsilon: Factor
    delta: Fraction

    def image(self, points: Iterable[A]) -> frozenset[B]:
        """Ψ(X): everything that some point of X is related to."""
        chosen = frozenset(points)
        return frozenset(b for a, b in self.relation if a in chosen)

    @property
    def lonely(self) -> NoPartner | None:
        """A point with mass but without partner, if any: (L) and (R) fail exactly there."""
        partnered1, partnered2 = {a for a, _ in self.relation}, {b for _, b in self.relation}
        for a in self.mu1:
            if a not in partnered1:
                return NoPartner(1, a)
        for b in self.mu2:
            if b not in partnered2:
                return NoPartner(2, b)
        return None


@dataclass(frozen=True, slots=True)
class LiftingAnswer(Generic[A, B]):
    """Whether the lifting exists, and the evidence for it or against it."""

    problem: LiftingProblem[A, B]
    evidence: Evidence[A, B]

    @property
    def holds(self) -> bool:
        return isinstance(self.evidence, (Coupling, Witnesses, StarWitnesses))

    def check(self) -> bool:
        """Verify the evidence from the definitions by exact arithmetic, without the solver that found it."""
        problem, evidence = self.problem, self.evidence
        match evidence:
            case Coupling(witness):
                return problem.notion is Notion.EXACT and _is_coupling(problem, witness)
            case Witnesses(left, right):
                return problem.notion is Notion.TWO_WITNESS and _are_witnesses(problem, left, right)
            case StarWitnesses(left, right):
                return problem.notion is Notion.SET and _are_star_witnesses(problem, left, right)
            case ViolatingSet(points):
                outside = points - problem.ground1
                p, q = problem.mu1.probability(points), problem.mu2.probability(problem.image(points))
                return not outside and exceeds(p, q, problem.exp_epsilon, problem.delta)
            case NoPartner(side, point):
                return problem.notion is not Notion.SET and _is_lonely(problem, side, point)
            case TotalsDiffer():
                return problem.notion is Notion.EXACT and problem.mu1.total != problem.mu2.total

    def __repr__(self) -> str:
        word = "holds" if self.holds else "fails"
        cost = (
            ""
            if self.problem.notion is Notion.EXACT
            else f", e^ε = {self.problem.exp_epsilon}, δ = {self.problem.delta}"
        )
        return f"LiftingAnswer({self.problem.notion.value}{cost}: {word} by {self.evidence!r})"


def _is_coupling(problem: LiftingProblem[A, B], witness: SubDistribution[tuple[A, B]]) -> bool:
    return (
        witness.support <= problem.relation
        and first_marginal(witness) == problem.mu1
        and second_marginal(witness) == problem.mu2
    )


def _are_witnesses(
    problem: LiftingProblem[A, B], left: SubDistribution[tuple[A, B]], right: SubDistribution[tuple[A, B]]
) -> bool:
    return (
        left.support <= problem.relation
        and right.support <= problem.relation
        and first_marginal(left) == problem.mu1
        and second_marginal(right) == problem.mu2
        and divergence_at_most(left, right, problem.exp_epsilon, problem.delta)
    )


def _are_star_witnesses(
    problem: LiftingProblem[A, B],
    left: SubDistribution[tuple[A | Star, B | Star]],
    right: SubDistribution[tuple[A | Star, B | Star]],
) -> bool:
    """⋆ is related to everything, and its own mass is not asked about.

    This implies the set form: for X let P be X × (Ψ(X) ∪ {⋆}). Then μ₁(X) = μL(P) ≤ c·μR(P) + δ, and μR(P) ≤ μ₂(Ψ(X))
    because μR(a, ⋆) = 0 for a ≠ ⋆: all mass of μR lies on second components from B₂, whose marginal is μ₂.
    """
    inside = {pair for pair in left.support | right.support if STAR not in pair}
    return (
        inside <= problem.relation
        and all(a is not STAR for a, _ in left)
        and all(b is not STAR for _, b in right)
        and first_marginal(left) == problem.mu1
        and second_marginal(right) == problem.mu2
        and divergence_at_most(left, right, problem.exp_epsilon, problem.delta)
    )


def _is_lonely(problem: LiftingProblem[A, B], side: int, point: Hashable) -> bool:
    if side not in (1, 2):
        return False
    support: frozenset[Hashable] = frozenset(problem.mu1 if side == 1 else problem.mu2)
    return point in support and all(pair[side - 1] != point for pair in problem.relation)


def exact_lifting(
    mu1: SubDistribution[A],
    mu2: SubDistribution[B],
    relation: Relation[A, B],
    *,
    ground1: Iterable[A] | None = None,
    ground2: Iterable[B] | None = None,
) -> LiftingAnswer[A, B]:
    """Decide the exact lifting μ₁ Ψ♯ μ₂: is there a coupling with support in Ψ?"""
    problem = _problem(Notion.EXACT, mu1, mu2, relation, ONE, 0, ground1, ground2)
    if mu1.total != mu2.total:
        return LiftingAnswer(problem, TotalsDiffer())
    transport = _transport(problem, ONE)
    if transport.value == mu1.total:
        return LiftingAnswer(problem, Coupling(SubDistribution(transport.flow)))
    return LiftingAnswer(problem, ViolatingSet(transport.cut))


def two_witness_lifting(
    mu1: SubDistribution[A],
    mu2: SubDistribution[B],
    relation: Relation[A, B],
    exp_epsilon: FactorLike,
    delta: int | Fraction = 0,
    *,
    ground1: Iterable[A] | None = None,
    ground2: Iterable[B] | None = None,
) -> LiftingAnswer[A, B]:
    """Decide the paper's (ε, δ)-lifting: are there two witnesses?

    Points of B₁ outside the support of μ₁ may carry mass of the right witness, so B₁ and B₂ matter; they default to the
    supports together with the points that a relation given by pairs mentions.
    """
    problem = _problem(Notion.TWO_WITNESS, mu1, mu2, relation, exp_epsilon, delta, ground1, ground2)
    lonely = problem.lonely
    if lonely is not None:
        return LiftingAnswer(problem, lonely)
    flow_or_violation = _search(problem)
    if isinstance(flow_or_violation, ViolatingSet):
        return LiftingAnswer(problem, flow_or_violation)
    flow, factor = flow_or_violation
    partner1: dict[A, B] = {}
    partner2: dict[B, A] = {}
    for a, b in sorted(problem.relation, key=repr):
        partner1.setdefault(a, b)
        partner2.setdefault(b, a)
    rest1, rest2 = _rests(problem, flow, factor)
    left = SubDistribution(flow).plus(SubDistribution({(a, partner1[a]): mass for a, mass in rest1.items()}))
    right = (
        SubDistribution(flow)
        .scale(1 / factor)
        .plus(SubDistribution({(partner2[b], b): mass for b, mass in rest2.items()}))
    )
    return LiftingAnswer(problem, Witnesses(left, right))


def set_lifting(
    mu1: SubDistribution[A],
    mu2: SubDistribution[B],
    relation: Relation[A, B],
    exp_epsilon: FactorLike,
    delta: int | Fraction = 0,
    *,
    ground1: Iterable[A] | None = None,
    ground2: Iterable[B] | None = None,
) -> LiftingAnswer[A, B]:
    """Decide the set form (⋆-lifting): is μ₁(X) ≤ e^ε μ₂(Ψ(X)) + δ for every X?"""
    problem = _problem(Notion.SET, mu1, mu2, relation, exp_epsilon, delta, ground1, ground2)
    flow_or_violation = _search(problem)
    if isinstance(flow_or_violation, ViolatingSet):
        return LiftingAnswer(problem, flow_or_violation)
    flow, factor = flow_or_violation
    rest1, rest2 = _rests(problem, flow, factor)
    left: dict[tuple[A | Star, B | Star], Fraction] = dict(flow.items())
    right: dict[tuple[A | Star, B | Star], Fraction] = {pair: mass / factor for pair, mass in flow.items()}
    left.update({(a, STAR): mass for a, mass in rest1.items()})
    right.update({(STAR, b): mass for b, mass in rest2.items()})
    return LiftingAnswer(problem, StarWitnesses(SubDistribution(left), SubDistribution(right)))


def smallest_lifting_delta(
    mu1: SubDistribution[A], mu2: SubDistribution[B], relation: Relation[A, B], exp_epsilon: int | Fraction
) -> Fraction:
    """The smallest δ for which the set form holds at e^ε: what a maximum flow cannot send. For equality it is Δ_ε."""
    problem = _problem(Notion.SET, mu1, mu2, relation, exp_epsilon, 0, None, None)
    return rational(problem.mu1.total) - _transport(problem, Fraction(exp_epsilon)).value


def _search(problem: LiftingProblem[A, B]) -> tuple[Mapping[tuple[A, B], Fraction], Fraction] | ViolatingSet[A]:
    """A flow that leaves at most δ behind, with the factor it was made for, or a violating set."""
    needed = rational(problem.mu1.total) - problem.delta
    for factor in enclosures(problem.exp_epsilon):
        lowest = _transport(problem, factor.lower)
        if lowest.value >= needed:
            return lowest.flow, factor.lower
        highest = lowest if factor.is_exact else _transport(problem, factor.upper)
        if highest.value < needed:
            return ViolatingSet(highest.cut)
    raise Undecided(f"the lifting at {problem.exp_epsilon}, δ = {problem.delta} is too close to call")


def _transport(problem: LiftingProblem[A, B], factor: Fraction) -> Transport[A, B]:
    left = {a: rational(problem.mu1[a]) for a in problem.mu1}
    right = {b: factor * rational(problem.mu2[b]) for b in problem.mu2}
    return max_transport(left, right, problem.relation)


def _rests(
    problem: LiftingProblem[A, B], flow: Mapping[tuple[A, B], Fraction], factor: Fraction
) -> tuple[dict[A, Fraction], dict[B, Fraction]]:
    """What the flow left behind of μ₁, and what it did not use of μ₂."""
    rest1 = {a: rational(problem.mu1[a]) for a in problem.mu1}
    rest2 = {b: rational(problem.mu2[b]) for b in problem.mu2}
    for (a, b), mass in flow.items():
        rest1[a] -= mass
        rest2[b] -= mass / factor
    return rest1, rest2


def _problem(
    notion: Notion,
    mu1: SubDistribution[A],
    mu2: SubDistribution[B],
    relation: Relation[A, B],
    exp_epsilon: FactorLike,
    delta: int | Fraction,
    ground1: Iterable[A] | None,
    ground2: Iterable[B] | None,
) -> LiftingProblem[A, B]:
    for mass in (*mu1.masses.values(), *mu2.masses.values()):
        rational(mass)
    fields1 = frozenset() if callable(relation) else frozenset(a for a, _ in relation)
    fields2 = frozenset() if callable(relation) else frozenset(b for _, b in relation)
    first = mu1.support | fields1 if ground1 is None else frozenset(ground1)
    second = mu2.support | fields2 if ground2 is None else frozenset(ground2)
    for name, extra in (("B₁", (mu1.support | fields1) - first), ("B₂", (mu2.support | fields2) - second)):
        if extra:
            raise ValueError(f"{name} lacks the points {sorted(map(repr, extra))} of the distribution or the relation")
    pairs = pairs_of(relation, first, second)
    return LiftingProblem(notion, mu1, mu2, pairs, first, second, to_factor(exp_epsilon), to_delta(delta))
