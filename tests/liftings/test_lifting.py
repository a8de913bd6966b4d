"""The three notions of lifting against independent oracles, and how they relate."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, product

import numpy as np
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from twinproof.exact.distribution import SubDistribution, Undecided, rational
from twinproof.exact.divergence import Exp, divergence, exceeds
from twinproof.liftings.lifting import (
    STAR,
    Coupling,
    Evidence,
    LiftingAnswer,
    NoPartner,
    Notion,
    Star,
    StarWitnesses,
    TotalsDiffer,
    ViolatingSet,
    Witnesses,
    exact_lifting,
    set_lifting,
    smallest_lifting_delta,
    two_witness_lifting,
)

Mu = SubDistribution[int]
Pairs = frozenset[tuple[int, int]]
NOTHING_RELATED: Pairs = frozenset()
ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
FACTORS = st.sampled_from([Fraction(1), Fraction(4, 3), Fraction(2), Fraction(3)])
DELTAS = st.sampled_from([Fraction(0), Fraction(1, 6), Fraction(1, 4), HALF, Fraction(1)])


@st.composite
def sub_distributions(draw: st.DrawFn, size: int, full: bool = False) -> Mu:
    weights = [draw(st.integers(0, 4)) for _ in range(size)]
    missing = 0 if full else draw(st.integers(0, 2))
    if sum(weights) + missing == 0:
        return SubDistribution.dirac(0) if full else SubDistribution.zero()
    return SubDistribution({i: Fraction(w, sum(weights) + missing) for i, w in enumerate(weights)})


def relations(n: int, m: int) -> st.SearchStrategy[Pairs]:
    return st.frozensets(st.tuples(st.integers(0, n - 1), st.integers(0, m - 1)))


def subsets(points: range) -> Iterator[frozenset[int]]:
    return (frozenset(s) for s in chain.from_iterable(combinations(points, k) for k in range(len(points) + 1)))


def violating_sets(
    mu1: Mu, mu2: Mu, relation: Pairs, c: Fraction | Exp, delta: Fraction, n: int
) -> list[frozenset[int]]:
    """The definition of the set form, one subset after the other."""
    return [
        x
        for x in subsets(range(n))
        if exceeds(mu1.probability(x), mu2.probability({b for a, b in relation if a in x}), c, delta)
    ]


def smallest_delta_by_lp(mu1: Mu, mu2: Mu, relation: Pairs, c: Fraction, n: int, m: int) -> float | None:
    """Two witnesses as a linear program over (μL, μR, s): minimise Σs with s ≥ μL - c·μR. None if infeasible."""
    pairs = sorted(relation)
    k = len(pairs)
    equal, values = np.zeros((n + m, 3 * k)), np.zeros(n + m)
    for j, (a, b) in enumerate(pairs):
        equal[a, j] = 1
        equal[n + b, k + j] = 1
    values[:] = [float(rational(mu1[a])) for a in range(n)] + [float(rational(mu2[b])) for b in range(m)]
    if k == 0:
        return 0.0 if not values.any() else None
    slack = np.hstack([np.eye(k), -float(c) * np.eye(k), -np.eye(k)])
    cost = np.concatenate([np.zeros(2 * k), np.ones(k)])
    result = linprog(cost, A_ub=slack, b_ub=np.zeros(k), A_eq=equal, b_eq=values, method="highs")
    return float(result.fun) if result.status == 0 else None


@given(st.data(), FACTORS, DELTAS)
def test_the_set_form_is_what_all_subsets_say(data: st.DataObject, c: Fraction, delta: Fraction) -> None:
    mu1, mu2 = data.draw(sub_distributions(4)), data.draw(sub_distributions(3))
    relation = data.draw(relations(4, 3))
    answer = set_lifting(mu1, mu2, relation, c, delta, ground1=range(4), ground2=range(3))
    broken = violating_sets(mu1, mu2, relation, c, delta, 4)
    assert answer.check()
    assert answer.holds == (not broken)
    if isinstance(answer.evidence, ViolatingSet):
        assert answer.evidence.points in broken


@given(st.data(), st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(7, 10), Fraction(2)]), DELTAS)
def test_a_real_epsilon_is_decided_as_well(data: st.DataObject, epsilon: Fraction, delta: Fraction) -> None:
    mu1, mu2 = data.draw(sub_distributions(3)), data.draw(sub_distributions(3))
    relation = data.draw(relations(3, 3))
    factor = Exp(epsilon)
    answer = set_lifting(mu1, mu2, relation, factor, delta, ground1=range(3), ground2=range(3))
    assert answer.check()
    assert answer.holds == (not violating_sets(mu1, mu2, relation, factor, delta, 3))
    both = two_witness_lifting(mu1, mu2, relation, factor, delta, ground1=range(3), ground2=range(3))
    assert both.check()


@given(st.data(), FACTORS, DELTAS)
def test_two_witnesses_agree_with_the_linear_program(data: st.DataObject, c: Fraction, delta: Fraction) -> None:
    n, m = data.draw(st.sampled_from([(2, 3), (3, 2), (3, 3)]))
    mu1, mu2 = data.draw(sub_distributions(n)), data.draw(sub_distributions(m))
    relation = data.draw(relations(n, m))
    check_against_lp(mu1, mu2, relation, c, delta, n, m)


def check_against_lp(mu1: Mu, mu2: Mu, relation: Pairs, c: Fraction, delta: Fraction, n: int, m: int) -> None:
    answer = two_witness_lifting(mu1, mu2, relation, c, delta, ground1=range(n), ground2=range(m))
    best = smallest_delta_by_lp(mu1, mu2, relation, c, n, m)
    assert answer.check()
    assert (best is None) == isinstance(answer.evidence, NoPartner)
    if best is not None:
        exact = smallest_lifting_delta(mu1, mu2, relation, c)
        assert best == pytest.approx(float(exact), abs=1e-7)
        assert answer.holds == (exact <= delta)


def halves(size: int) -> list[Mu]:
    """Every sub-distribution on this many points with masses 0, 1/2 and 1."""
    return [
        SubDistribution({i: Fraction(w, 2) for i, w in enumerate(weights)})
        for weights in product(range(3), repeat=size)
        if sum(weights) <= 2
    ]


def all_relations(n: int, m: int) -> list[Pairs]:
    pairs = list(product(range(n), range(m)))
    return [frozenset(chosen) for k in range(len(pairs) + 1) for chosen in combinations(pairs, k)]


@pytest.mark.parametrize("c", [Fraction(1), Fraction(2)])
def test_two_witnesses_agree_with_the_linear_program_on_all_small_instances(c: Fraction) -> None:
    for mu1, mu2, relation in product(halves(2), halves(2), all_relations(2, 2)):
        check_against_lp(mu1, mu2, relation, c, Fraction(0), 2, 2)


@given(st.data())
def test_exact_liftings_are_strassens(data: st.DataObject) -> None:
    mu1, mu2 = data.draw(sub_distributions(4)), data.draw(sub_distributions(3))
    relation = data.draw(relations(4, 3))
    answer = exact_lifting(mu1, mu2, relation, ground1=range(4), ground2=range(3))
    broken = violating_sets(mu1, mu2, relation, Fraction(1), Fraction(0), 4)
    assert answer.check()
    assert answer.holds == (mu1.total == mu2.total and not broken)


@given(st.data(), FACTORS)
def test_the_lifting_of_equality_is_the_divergence(data: st.DataObject, c: Fraction) -> None:
    mu1, mu2 = data.draw(sub_distributions(3)), data.draw(sub_distributions(3))
    assert smallest_lifting_delta(mu1, mu2, lambda a, b: a == b, c) == divergence(mu1, mu2, c)


@given(st.data(), FACTORS, DELTAS)
def test_liftings_survive_a_larger_relation_and_a_larger_budget(
    data: st.DataObject, c: Fraction, delta: Fraction
) -> None:
    mu1, mu2 = data.draw(sub_distributions(3)), data.draw(sub_distributions(3))
    small, more = data.draw(relations(3, 3)), data.draw(relations(3, 3))
    for decide in (two_witness_lifting, set_lifting):
        if decide(mu1, mu2, small, c, delta).holds:
            assert decide(mu1, mu2, small | more, c + 1, delta + Fraction(1, 8)).holds


# --- How the three notions relate -------------------------------------------------------------------------------------


def verdicts(
    mu1: Mu, mu2: Mu, relation: Pairs, c: Fraction, delta: Fraction, n: int, m: int
) -> tuple[bool, bool, bool]:
    """Exact, two-witness, set form, on given ground sets; every answer's evidence is verified."""
    answers = (
        exact_lifting(mu1, mu2, relation, ground1=range(n), ground2=range(m)),
        two_witness_lifting(mu1, mu2, relation, c, delta, ground1=range(n), ground2=range(m)),
        set_lifting(mu1, mu2, relation, c, delta, ground1=range(n), ground2=range(m)),
    )
    assert all(answer.check() for answer in answers)
    return answers[0].holds, answers[1].holds, answers[2].holds


@given(st.data(), FACTORS, DELTAS)
def test_exact_implies_two_witness_implies_set(data: st.DataObject, c: Fraction, delta: Fraction) -> None:
    mu1, mu2 = data.draw(sub_distributions(3)), data.draw(sub_distributions(3))
    exact, two, sets = verdicts(mu1, mu2, data.draw(relations(3, 3)), c, delta, 3, 3)
    assert exact <= two <= sets


@given(st.data())
def test_for_distributions_at_zero_cost_all_three_agree(data: st.DataObject) -> None:
    mu1, mu2 = data.draw(sub_distributions(3, full=True)), data.draw(sub_distributions(3, full=True))
    exact, two, sets = verdicts(mu1, mu2, data.draw(relations(3, 3)), Fraction(1), Fraction(0), 3, 3)
    assert exact == two == sets


@given(st.data(), FACTORS, DELTAS)
def test_two_witness_and_set_form_differ_only_by_points_without_partner(
    data: st.DataObject, c: Fraction, delta: Fraction
) -> None:
    mu1, mu2 = data.draw(sub_distributions(3)), data.draw(sub_distributions(3))
    relation = data.draw(relations(3, 3))
    _, two, sets = verdicts(mu1, mu2, relation, c, delta, 3, 3)
    partnered = mu1.support <= {a for a, _ in relation} and mu2.support <= {b for _, b in relation}
    assert two == (sets and partnered)


Instance = tuple[Mu, Mu, Pairs, Fraction, Fraction]
Only = Callable[[Mu, Mu, Fraction, Fraction], bool]


def first_difference(one: int, other: int, only: Only) -> Instance | None:
    """The smallest instance (fewest points, then pairs) in halves where two of the three verdicts differ."""
    sizes = sorted(product((1, 2), repeat=2), key=sum)
    for n, m in sizes:
        for relation, mu1, mu2 in product(all_relations(n, m), halves(n), halves(m)):
            for c, delta in product((Fraction(1), Fraction(2)), (Fraction(0), HALF, Fraction(1))):
                if only(mu1, mu2, c, delta):
                    found = verdicts(mu1, mu2, relation, c, delta, n, m)
                    if found[one] != found[other]:
                        return mu1, mu2, relation, c, delta
    return None


def full(mu1: Mu, mu2: Mu) -> bool:
    return mu1.is_distribution and mu2.is_distribution


def test_smallest_difference_of_exact_and_two_witness_at_zero_cost() -> None:
    found = first_difference(0, 1, lambda mu1, mu2, c, delta: c == 1 and delta == 0)
    assert found is not None
    nothing, half = SubDistribution[int].zero(), SubDistribution({0: HALF})
    assert found == (nothing, half, frozenset({(0, 0)}), ONE, ZERO)
    assert verdicts(*found, 1, 1) == (False, True, True)
    assert first_difference(0, 1, lambda mu1, mu2, c, delta: c == 1 and delta == 0 and mu1.total == mu2.total) is None


def test_smallest_difference_of_two_witness_and_set_form() -> None:
    found = first_difference(1, 2, lambda mu1, mu2, c, delta: True)
    assert found == (SubDistribution[int].zero(), SubDistribution({0: HALF}), NOTHING_RELATED, ONE, ZERO)


def test_smallest_difference_of_two_witness_and_set_form_for_distributions() -> None:
    found = first_difference(1, 2, lambda mu1, mu2, c, delta: full(mu1, mu2))
    assert found == (SubDistribution.dirac(0), SubDistribution.dirac(0), NOTHING_RELATED, ONE, ONE)


def test_smallest_difference_of_two_witness_and_set_form_for_distributions_without_delta() -> None:
    found = first_difference(1, 2, lambda mu1, mu2, c, delta: full(mu1, mu2) and delta == 0)
    coin = SubDistribution.uniform([0, 1])
    assert found is not None
    assert found == (SubDistribution.dirac(0), coin, frozenset({(0, 0)}), Fraction(2), ZERO)
    assert verdicts(*found, 1, 2) == (False, False, True)
    # A further left point, without any mass, gives the right witness a place for the other half of the coin.
    assert verdicts(SubDistribution.dirac(0), coin, frozenset({(0, 0), (1, 1)}), Fraction(2), ZERO, 2, 2)[1]


# --- Evidence and refusals --------------------------------------------------------------------------------------------

COIN: Mu = SubDistribution.uniform([0, 1])
SKEW: Mu = SubDistribution({0: Fraction(1, 3), 1: Fraction(2, 3)})
EQUAL: Pairs = frozenset({(0, 0), (1, 1)})
DIAGONAL = COIN.map(lambda x: (x, x))
SKEW_DIAGONAL = SKEW.map(lambda x: (x, x))
Starred = SubDistribution[tuple[int | Star, int | Star]]


def starred(mu: SubDistribution[tuple[int, int]]) -> Starred:
    return Starred(dict(mu.masses.items()))


@pytest.mark.parametrize(
    "evidence",
    [
        Coupling(DIAGONAL),
        Coupling(SubDistribution({(0, 0): HALF})),
        Coupling(COIN.product(COIN)),
        Witnesses(DIAGONAL, DIAGONAL),
        Witnesses(DIAGONAL, SKEW_DIAGONAL),
        StarWitnesses(starred(DIAGONAL), starred(SKEW_DIAGONAL)),
        StarWitnesses(Starred({(0, STAR): HALF, (1, STAR): HALF}), starred(SKEW_DIAGONAL)),
        StarWitnesses(starred(DIAGONAL), Starred({(0, 0): HALF, (1, STAR): HALF})),
        StarWitnesses(Starred({(STAR, 0): HALF, (STAR, 1): HALF}), starred(SKEW_DIAGONAL)),
        ViolatingSet(frozenset({1})),
        ViolatingSet(frozenset({0, 7})),
        NoPartner(1, 0),
        NoPartner(2, 1),
        NoPartner(3, 0),
        NoPartner(1, 7),
        TotalsDiffer(),
    ],
)
@pytest.mark.parametrize("notion", list(Notion))
def test_forged_evidence_does_not_check(evidence: Evidence[int, int], notion: Notion) -> None:
    """Uniform against (1/3, 2/3) at e^ε = 5/4: equality is not lifted in any sense, and {0} is the set that says so."""
    problem = replace(set_lifting(COIN, SKEW, EQUAL, Fraction(5, 4)).problem, notion=notion)
    assert not LiftingAnswer(problem, evidence).check()
    assert LiftingAnswer(problem, ViolatingSet(frozenset({0}))).check()


def test_evidence_of_one_notion_is_not_evidence_of_another() -> None:
    exact = exact_lifting(COIN, COIN, EQUAL)
    assert exact.evidence == Coupling(DIAGONAL)
    assert not replace(exact, problem=replace(exact.problem, notion=Notion.TWO_WITNESS)).check()
    lonely = two_witness_lifting(COIN, COIN, {(0, 0)}, 2, 1)
    assert lonely.evidence == NoPartner(1, 1)
    assert not replace(lonely, problem=replace(lonely.problem, notion=Notion.SET)).check()


def test_totals_that_differ_are_the_reason() -> None:
    answer = exact_lifting(COIN, COIN.scale(HALF), EQUAL)
    assert answer.evidence == TotalsDiffer()
    assert answer.check()


def test_answers_read_well() -> None:
    assert repr(set_lifting(COIN, SKEW, EQUAL, 1)).startswith(
        "LiftingAnswer(set, e^ε = 1, δ = 0: fails by ViolatingSet"
    )
    assert repr(exact_lifting(COIN, COIN, EQUAL)).startswith("LiftingAnswer(exact: holds by Coupling")
    assert "⋆" in repr(set_lifting(COIN, SKEW, EQUAL, 2))


def test_a_relation_may_be_a_predicate() -> None:
    answer = exact_lifting(COIN, COIN.map(lambda x: x + 5), lambda a, b: a + 5 == b)
    assert answer.holds
    assert answer.problem.relation == {(0, 5), (1, 6)}


def test_ground_sets_must_hold_everything() -> None:
    with pytest.raises(ValueError, match=r"B₁ lacks the points \['1'\]"):
        exact_lifting(COIN, COIN, EQUAL, ground1=[0])
    with pytest.raises(ValueError, match=r"B₂ lacks the points \['9'\]"):
        set_lifting(COIN, COIN, {(0, 9)}, 1, ground2=[0, 1])


def test_enclosures_are_refused() -> None:
    with pytest.raises(TypeError, match="rational masses only"):
        set_lifting(SubDistribution({0: arb(1) / 3}), COIN, EQUAL, 2)


def test_a_threshold_beyond_the_highest_precision_is_not_guessed() -> None:
    e = Exp(Fraction(1)).enclosure(20000)
    middle = (e.lower + e.upper) / 2
    with pytest.raises(Undecided, match="too close to call"):
        set_lifting(SubDistribution({0: HALF}), SubDistribution({0: HALF / middle}), {(0, 0)}, Exp(Fraction(1)))
