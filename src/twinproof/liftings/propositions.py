"""The general propositions of the paper's Section 3, as functions from evidence to evidence.

Each function takes liftings as its premises, verifies their evidence, and builds what the proposition concludes; a
premise that is missing raises `NotApplicable`. Where the paper's statement needs a hypothesis that it does not spell
out, the docstring names it, and `docs/liftings.md` has the smallest counterexample without it. The propositions about
Laplace noise are in `noise_liftings`.

The paper's text writes Distr for the sub-distributions and SDistr for the distributions. Everything here is about
sub-distributions unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations
from typing import TypeAlias, TypeVar

from twinproof.exact.distribution import ONE, ZERO, Mass, SubDistribution, show
from twinproof.exact.divergence import (
    Factor,
    FactorLike,
    Mechanism,
    Privacy,
    Relation,
    divergence,
    divergence_at_most,
    exceeds,
    is_private,
    pairs_of,
    to_delta,
    to_factor,
    worst_event,
)
from twinproof.liftings.lifting import (
    Coupling,
    LiftingAnswer,
    LiftingProblem,
    Notion,
    Star,
    StarWitnesses,
    ViolatingSet,
    Witnesses,
    two_witness_lifting,
)

T = TypeVar("T", bound=Hashable)
A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)

_Family: TypeAlias = "Callable[[T], Callable[[T, T], bool]]"
_MOST_OUTPUTS = 16


class NotApplicable(ValueError):
    """A premise of the proposition does not hold, so that it says nothing here."""


def _require(premise: bool, message: str) -> None:
    if not premise:
        raise NotApplicable(message)


def _require_lifting(answer: LiftingAnswer[A, B], *notions: Notion) -> None:
    names = " or ".join(notion.value for notion in notions)
    _require(answer.problem.notion in notions, f"needs the {names} lifting, not the {answer.problem.notion.value} one")
    _require(answer.holds and answer.check(), "needs a lifting that holds, with evidence that checks")


# --- Implications of events -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EventBound:
    """The inequality left ≤ e^ε · right + δ between two probabilities."""

    left: Mass
    right: Mass
    exp_epsilon: Factor
    delta: Fraction

    def check(self) -> bool:
        return not exceeds(self.left, self.right, self.exp_epsilon, self.delta)

    def __repr__(self) -> str:
        return f"EventBound({show(self.left)} ≤ {self.exp_epsilon} · {show(self.right)} + {self.delta})"


def implication(
    event1: Collection[A], event2: Collection[B], ground1: Iterable[A], ground2: Iterable[B]
) -> frozenset[tuple[A, B]]:
    """Ψ = {(x₁, x₂) | x₁ ∈ E₁ ⇒ x₂ ∈ E₂}."""
    return pairs_of(lambda x1, x2: x1 not in event1 or x2 in event2, ground1, ground2)


def event_bound_from_coupling(answer: LiftingAnswer[A, B], event1: Collection[A], event2: Collection[B]) -> EventBound:
    """prop:imp. An exact lifting of (any part of) x₁ ∈ E₁ ⇒ x₂ ∈ E₂ gives μ₁(E₁) ≤ μ₂(E₂)."""
    _require_lifting(answer, Notion.EXACT)
    return _event_bound(answer, event1, event2)


def event_bound_from_lifting(answer: LiftingAnswer[A, B], event1: Collection[A], event2: Collection[B]) -> EventBound:
    """prop:imp:epsdel. An (ε, δ)-lifting of x₁ ∈ E₁ ⇒ x₂ ∈ E₂ gives μ₁(E₁) ≤ e^ε μ₂(E₂) + δ.

    The set form is enough: Ψ(E₁) ⊆ E₂ is all that is used.
    """
    _require_lifting(answer, Notion.TWO_WITNESS, Notion.SET)
    return _event_bound(answer, event1, event2)


def _event_bound(answer: LiftingAnswer[A, B], event1: Collection[A], event2: Collection[B]) -> EventBound:
    problem = answer.problem
    for x1, x2 in problem.relation:
        _require(x1 not in event1 or x2 in event2, f"the relation has ({x1!r}, {x2!r}), against the implication")
    left, right = problem.mu1.probability(event1), problem.mu2.probability(event2)
    return EventBound(left, right, problem.exp_epsilon, problem.delta)


# --- Pointwise equality -----------------------------------------------------------------------------------------------


def pointwise_implication(point: T, ground: Iterable[T]) -> frozenset[tuple[T, T]]:
    """Ψ_b = {(x₁, x₂) | x₁ = b ⇒ x₂ = b} over the ground set."""
    points = frozenset(ground)
    return pairs_of(lambda x1, x2: x1 != point or x2 == point, points, points)


def pointwise_equivalence(point: T, ground: Iterable[T]) -> frozenset[tuple[T, T]]:
    """Ψ_b = {(x₁, x₂) | x₁ = b ⇔ x₂ = b} over the ground set."""
    points = frozenset(ground)
    return pairs_of(lambda x1, x2: (x1 == point) == (x2 == point), points, points)


def equality_from_implications(answers: Mapping[T, LiftingAnswer[T, T]]) -> LiftingAnswer[T, T]:
    """prop:pw:eq, first item. Exact liftings of x₁ = b ⇒ x₂ = b for every b give μ₁ = μ₂.

    Each lifting gives μ₁(b) ≤ μ₂(b). The paper concludes for distributions; it holds for sub-distributions as well,
    since an exact lifting also forces |μ₁| = |μ₂|. (The inequalities alone are not enough: μ₁ = 0 satisfies them all.)
    """
    return _diagonal(answers, lambda b: lambda x1, x2: x1 != b or x2 == b)


def equality_from_equivalences(answers: Mapping[T, LiftingAnswer[T, T]]) -> LiftingAnswer[T, T]:
    """prop:pw:eq, second item. Exact liftings of x₁ = b ⇔ x₂ = b for every b give μ₁ = μ₂."""
    return _diagonal(answers, lambda b: lambda x1, x2: (x1 == b) == (x2 == b))


def _diagonal(answers: Mapping[T, LiftingAnswer[T, T]], allowed: _Family[T]) -> LiftingAnswer[T, T]:
    """The coupling of μ₁ = μ₂ along the diagonal, once the premises are verified."""
    mu1, mu2, ground = _common(answers)
    _require(ground <= frozenset(answers), "needs a lifting for every point of the ground set")
    for point, answer in answers.items():
        _require_lifting(answer, Notion.EXACT)
        _require_pointwise(point, answer, allowed)
    diagonal = mu1.map(lambda x: (x, x))
    relation = frozenset((x, x) for x in ground)
    problem = LiftingProblem(Notion.EXACT, mu1, mu2, relation, ground, ground, ONE, ZERO)
    return LiftingAnswer(problem, Coupling(diagonal))


def _common(
    answers: Mapping[T, LiftingAnswer[T, T]],
) -> tuple[SubDistribution[T], SubDistribution[T], frozenset[T]]:
    """The two sub-distributions and the ground set that all the premises speak about."""
    problems = [answer.problem for answer in answers.values()]
    _require(bool(problems), "needs at least one lifting")
    mu1, mu2 = problems[0].mu1, problems[0].mu2
    _require(all((p.mu1, p.mu2) == (mu1, mu2) for p in problems), "the liftings are about different distributions")
    return mu1, mu2, problems[0].ground1 | problems[0].ground2


def _require_pointwise(point: T, answer: LiftingAnswer[T, T], allowed: _Family[T]) -> None:
    holds_at = allowed(point)
    for x1, x2 in answer.problem.relation:
        _require(holds_at(x1, x2), f"the relation for {point!r} has ({x1!r}, {x2!r}), which is too much")


# --- The three notions ------------------------------------------------------------------------------------------------


def approximate_from_exact(answer: LiftingAnswer[A, B]) -> LiftingAnswer[A, B]:
    """prop:alift:lift, forward. An exact lifting is a (0, 0)-lifting, its witness being both witnesses."""
    _require_lifting(answer, Notion.EXACT)
    assert isinstance(answer.evidence, Coupling)
    witness = answer.evidence.witness
    return LiftingAnswer(_restated(answer.problem, Notion.TWO_WITNESS), Witnesses(witness, witness))


def exact_from_approximate(answer: LiftingAnswer[A, B]) -> LiftingAnswer[A, B]:
    """prop:alift:lift, backward. A (0, 0)-lifting between *equal totals* is exact, with μL = μR as the witness.

    The paper states it for distributions. Equal totals are enough: Δ₀(μL, μR) = 0 gives μL ≤ μR pointwise, and then
    equal totals give equality. Without them it is false, e.g. for μ₁ = 0.
    """
    _require_lifting(answer, Notion.TWO_WITNESS)
    problem = answer.problem
    _require(problem.delta == 0 and _is_one(problem.exp_epsilon), "needs a lifting with ε = 0 and δ = 0")
    _require(problem.mu1.total == problem.mu2.total, "needs |μ₁| = |μ₂|")
    assert isinstance(answer.evidence, Witnesses)
    return LiftingAnswer(_restated(problem, Notion.EXACT), Coupling(answer.evidence.left))


def set_from_two_witness(answer: LiftingAnswer[A, B]) -> LiftingAnswer[A, B]:
    """The two-witness lifting implies the set form: its witnesses are ⋆-witnesses that do not use ⋆."""
    _require_lifting(answer, Notion.TWO_WITNESS)
    assert isinstance(answer.evidence, Witnesses)
    left: SubDistribution[tuple[A | Star, B | Star]] = SubDistribution(dict(answer.evidence.left.masses.items()))
    right: SubDistribution[tuple[A | Star, B | Star]] = SubDistribution(dict(answer.evidence.right.masses.items()))
    return LiftingAnswer(_restated(answer.problem, Notion.SET), StarWitnesses(left, right))


def two_witness_from_set(answer: LiftingAnswer[A, B]) -> LiftingAnswer[A, B]:
    """The set form implies the two-witness lifting if every point with mass has a partner in Ψ.

    The mass on (a, ⋆) moves to a partner of a, that on (⋆, b) to a partner of b. The divergence does not grow: what
    moves on the left has counted in full already, and more mass on the right only helps.
    """
    _require_lifting(answer, Notion.SET)
    problem = answer.problem
    lonely = problem.lonely
    _require(lonely is None, f"needs a partner for every point with mass, but there is {lonely}")
    assert isinstance(answer.evidence, StarWitnesses)
    partner1 = dict(sorted(problem.relation, key=repr))
    partner2 = {b: a for a, b in sorted(problem.relation, key=repr)}

    def settle(pair: tuple[A | Star, B | Star]) -> tuple[A, B]:
        a, b = pair
        if isinstance(a, Star):
            assert not isinstance(b, Star)
            return partner2[b], b
        return a, partner1[a] if isinstance(b, Star) else b

    witnesses = Witnesses(answer.evidence.left.map(settle), answer.evidence.right.map(settle))
    return LiftingAnswer(_restated(problem, Notion.TWO_WITNESS), witnesses)


def _restated(problem: LiftingProblem[A, B], notion: Notion) -> LiftingProblem[A, B]:
    """The same question for another notion."""
    return LiftingProblem(
        notion,
        problem.mu1,
        problem.mu2,
        problem.relation,
        problem.ground1,
        problem.ground2,
        problem.exp_epsilon,
        problem.delta,
    )


def _is_one(factor: Factor) -> bool:
    return factor == 1 if isinstance(factor, Fraction) else factor.epsilon == 0


# --- Differential privacy ---------------------------------------------------------------------------------------------


def privacy_by_events(
    mechanism: Mechanism[A, B], adjacency: Relation[A, A], exp_epsilon: FactorLike, delta: int | Fraction = 0
) -> bool:
    """Differential privacy by its definition: every adjacent pair, every event. The slow side of prop:dp:div.

    `is_private` is the other side (all divergences at most δ); the proposition says that both agree.
    """
    outputs = sorted(frozenset(chain.from_iterable(mu.support for mu in mechanism.values())), key=repr)
    if len(outputs) > _MOST_OUTPUTS:
        raise ValueError(f"{len(outputs)} outputs have too many events to list: use is_private")
    events = [frozenset(chosen) for size in range(len(outputs) + 1) for chosen in combinations(outputs, size)]
    limit = to_delta(delta)
    return not any(
        exceeds(mechanism[a].probability(event), mechanism[b].probability(event), exp_epsilon, limit)
        for a, b in pairs_of(adjacency, mechanism, mechanism)
        for event in events
    )


def equality_lifting(
    mu1: SubDistribution[T], mu2: SubDistribution[T], exp_epsilon: FactorLike, delta: int | Fraction = 0
) -> LiftingAnswer[T, T]:
    """μ₁ and μ₂ are related by the (ε, δ)-lifting of equality iff Δ_ε(μ₁, μ₂) ≤ δ, with witnesses on the diagonal."""
    factor, limit = to_factor(exp_epsilon), to_delta(delta)
    ground = mu1.support | mu2.support
    relation = frozenset((x, x) for x in ground)
    problem = LiftingProblem(Notion.TWO_WITNESS, mu1, mu2, relation, ground, ground, factor, limit)
    if not divergence_at_most(mu1, mu2, factor, limit):
        return LiftingAnswer(problem, ViolatingSet(worst_event(mu1, mu2, factor)))
    return LiftingAnswer(problem, Witnesses(mu1.map(lambda x: (x, x)), mu2.map(lambda x: (x, x))))


def divergence_from_pointwise(answers: Mapping[T, LiftingAnswer[T, T]]) -> Fraction:
    """prop:pw:dp, from liftings to privacy, for one pair: (ε, δ_b)-liftings of x₁ = b ⇒ x₂ = b give Δ_ε ≤ Σ δ_b.

    All with the same ε; needed for every b with μ₁(b) > 0 (the other points cost nothing). Returns Σ δ_b.
    """
    mu1, _, _ = _common(answers)
    _require(mu1.support <= frozenset(answers), "needs a lifting for every point of the left support")
    _require(len({answer.problem.exp_epsilon for answer in answers.values()}) == 1, "the liftings differ in ε")
    for point, answer in answers.items():
        _require_lifting(answer, Notion.TWO_WITNESS, Notion.SET)
        _require_pointwise(point, answer, lambda b: lambda x1, x2: x1 != b or x2 == b)
    return sum((answer.problem.delta for answer in answers.values()), ZERO)


def privacy_from_pointwise(
    mechanism: Mechanism[A, B], liftings: Mapping[tuple[A, A], Mapping[B, LiftingAnswer[B, B]]]
) -> Privacy[A, B]:
    """prop:pw:dp, from liftings to privacy: pointwise liftings for every adjacent pair.

    The δ_b may differ from pair to pair; the mechanism is (ε, δ)-private for the largest of their sums.
    """
    _require(bool(liftings), "needs at least one adjacent pair")
    factors: set[Factor] = set()
    delta = ZERO
    for (a, b), answers in liftings.items():
        delta = max(delta, divergence_from_pointwise(answers))
        mu1, mu2, _ = _common(answers)
        _require((mu1, mu2) == (mechanism[a], mechanism[b]), f"the liftings for ({a!r}, {b!r}) are about other outputs")
        factors.update(answer.problem.exp_epsilon for answer in answers.values())
    _require(len(factors) == 1, "the liftings differ in ε")
    return is_private(mechanism, frozenset(liftings), factors.pop(), delta)


def pointwise_liftings(
    mu1: SubDistribution[T], mu2: SubDistribution[T], exp_epsilon: int | Fraction, ground: Iterable[T] | None = None
) -> dict[T, LiftingAnswer[T, T]]:
    """prop:pw:dp, from privacy to liftings, for one pair: δ_b = max(0, μ₁(b) - e^ε μ₂(b)), which add up to Δ_ε(μ₁, μ₂).

    Two hypotheses are not in the paper's statement. The δ_b depend on the pair: one family for all adjacent pairs, as
    the paper's order of quantifiers asks, need not exist (see `uniform_deltas`). And |μ₁| ≤ e^ε |μ₂|, which
    distributions satisfy, is needed for sub-distributions.
    """
    _require(not exceeds(mu1.total, mu2.total, exp_epsilon), "needs |μ₁| ≤ e^ε |μ₂|")
    points = mu1.support | mu2.support if ground is None else frozenset(ground)
    return {
        point: two_witness_lifting(
            mu1,
            mu2,
            pointwise_implication(point, points),
            exp_epsilon,
            _excess(mu1, mu2, point, exp_epsilon),
            ground1=points,
            ground2=points,
        )
        for point in sorted(points, key=repr)
    }


def uniform_deltas(
    mechanism: Mechanism[A, B], adjacency: Relation[A, A], exp_epsilon: int | Fraction
) -> dict[B, Fraction]:
    """The smallest δ_b that serve all adjacent pairs at once. Their sum may exceed the δ of the mechanism."""
    pairs = pairs_of(adjacency, mechanism, mechanism)
    outputs = frozenset(chain.from_iterable(mu.support for mu in mechanism.values()))
    return {
        point: max((_excess(mechanism[a], mechanism[b], point, exp_epsilon) for a, b in pairs), default=ZERO)
        for point in sorted(outputs, key=repr)
    }


def _excess(mu1: SubDistribution[T], mu2: SubDistribution[T], point: T, exp_epsilon: int | Fraction) -> Fraction:
    alone = frozenset({point})
    return divergence(mu1.restrict(alone), mu2.restrict(alone), exp_epsilon)
