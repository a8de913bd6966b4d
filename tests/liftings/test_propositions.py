"""The propositions of the paper's Section 3 on random instances, and what goes wrong without their hypotheses."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from twinproof.exact.distribution import SubDistribution, rational
from twinproof.exact.divergence import Exp, divergence, is_private, largest_loss, smallest_delta
from twinproof.liftings.lifting import (
    Coupling,
    NoPartner,
    ViolatingSet,
    Witnesses,
    exact_lifting,
    set_lifting,
    smallest_lifting_delta,
    two_witness_lifting,
)
from twinproof.liftings.noise import (
    Laplace,
    Noise,
    OneSidedLaplace,
    ShiftLifting,
    clamped,
    laplace_apart,
    laplace_equal,
    laplace_null,
    laplace_shift,
    mass,
    one_sided_null,
    one_sided_shift,
)
from twinproof.liftings.propositions import (
    NotApplicable,
    approximate_from_exact,
    divergence_from_pointwise,
    equality_from_equivalences,
    equality_from_implications,
    equality_lifting,
    event_bound_from_coupling,
    event_bound_from_lifting,
    exact_from_approximate,
    implication,
    pointwise_equivalence,
    pointwise_implication,
    pointwise_liftings,
    privacy_by_events,
    privacy_from_pointwise,
    set_from_two_witness,
    two_witness_from_set,
    uniform_deltas,
)

Mu = SubDistribution[int]
GROUND = range(3)
ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
NOTHING: Mu = SubDistribution.zero()
COIN: Mu = SubDistribution.uniform([0, 1])
EQUAL = frozenset({(0, 0), (1, 1)})
FACTORS = st.sampled_from([Fraction(1), Fraction(4, 3), Fraction(2), Fraction(3)])
DELTAS = st.sampled_from([ZERO, Fraction(1, 6), Fraction(1, 4), HALF, ONE])
EVENTS = st.frozensets(st.sampled_from(list(GROUND)))
RELATIONS = st.frozensets(st.tuples(st.sampled_from(list(GROUND)), st.sampled_from(list(GROUND))))
INTEGERS = st.integers(-4, 4)
RATIOS = st.sampled_from([HALF, Fraction(1, 3), Fraction(9, 10), Fraction(1, 100)])


@st.composite
def sub_distributions(draw: st.DrawFn, full: bool = False) -> Mu:
    weights = [draw(st.integers(0, 3)) for _ in GROUND]
    missing = 0 if full else draw(st.integers(0, 2))
    if sum(weights) + missing == 0:
        return SubDistribution.dirac(0) if full else SubDistribution.zero()
    return SubDistribution({i: Fraction(w, sum(weights) + missing) for i, w in enumerate(weights)})


@st.composite
def nearby(draw: st.DrawFn) -> tuple[Mu, Mu]:
    """Two sub-distributions that are often equal or rearranged, so that exact liftings are not rare."""
    mu1 = draw(sub_distributions())
    order = draw(st.permutations(list(GROUND)))
    return mu1, draw(st.sampled_from([mu1, mu1.map(lambda x: order[x]), draw(sub_distributions())]))


# --- Implications of events -------------------------------------------------------------------------------------------


@given(nearby(), EVENTS, EVENTS)
def test_imp(pair: tuple[Mu, Mu], event1: frozenset[int], event2: frozenset[int]) -> None:
    answer = exact_lifting(*pair, implication(event1, event2, GROUND, GROUND), ground1=GROUND, ground2=GROUND)
    if answer.holds:
        bound = event_bound_from_coupling(answer, event1, event2)
        assert bound.check()
        assert rational(bound.left) <= rational(bound.right)
    else:
        with pytest.raises(NotApplicable):
            event_bound_from_coupling(answer, event1, event2)


@given(sub_distributions(), sub_distributions(), EVENTS, EVENTS, FACTORS, DELTAS)
def test_imp_epsdel(
    mu1: Mu, mu2: Mu, event1: frozenset[int], event2: frozenset[int], c: Fraction, delta: Fraction
) -> None:
    relation = implication(event1, event2, GROUND, GROUND)
    for decide in (two_witness_lifting, set_lifting):
        answer = decide(mu1, mu2, relation, c, delta)
        if answer.holds:
            bound = event_bound_from_lifting(answer, event1, event2)
            assert bound.check()
            assert rational(mu1.probability(event1)) <= c * rational(mu2.probability(event2)) + delta


def test_the_relation_must_be_within_the_implication() -> None:
    answer = two_witness_lifting(COIN, COIN, EQUAL, 1)
    assert repr(event_bound_from_lifting(answer, {0}, {0})) == "EventBound(1/2 ≤ 1 · 1/2 + 0)"
    with pytest.raises(NotApplicable, match=r"the relation has \(0, 0\)"):
        event_bound_from_lifting(answer, {0}, {1})
    with pytest.raises(NotApplicable, match="needs the exact lifting"):
        event_bound_from_coupling(answer, {0}, {0})


# --- Pointwise equality -----------------------------------------------------------------------------------------------


@given(nearby())
def test_pw_eq(pair: tuple[Mu, Mu]) -> None:
    """Both items, on sub-distributions: all the liftings exist iff μ₁ = μ₂, and then equality is lifted."""
    for family, conclude in (
        (pointwise_implication, equality_from_implications),
        (pointwise_equivalence, equality_from_equivalences),
    ):
        answers = {b: exact_lifting(*pair, family(b, GROUND), ground1=GROUND, ground2=GROUND) for b in GROUND}
        assert all(answer.check() for answer in answers.values())
        assert all(answer.holds for answer in answers.values()) == (pair[0] == pair[1])
        if pair[0] == pair[1]:
            result = conclude(answers)
            assert result.check()
            assert result.problem.relation == {(b, b) for b in GROUND}


def test_pw_eq_needs_exact_liftings_for_sub_distributions() -> None:
    """The pointwise inequalities, and even all (0, 0)-liftings, hold for μ₁ = 0 and any μ₂."""
    for b in (0, 1):
        answer = two_witness_lifting(NOTHING, COIN, pointwise_implication(b, [0, 1]), 1)
        assert answer.holds
        assert answer.check()
        assert not exact_lifting(NOTHING, COIN, pointwise_implication(b, [0, 1])).holds


def test_pw_eq_refuses_what_is_not_its_premise() -> None:
    good = {b: exact_lifting(COIN, COIN, pointwise_implication(b, [0, 1])) for b in (0, 1)}
    assert equality_from_implications(good).check()
    with pytest.raises(NotApplicable, match="every point"):
        equality_from_implications({0: good[0]})
    with pytest.raises(NotApplicable, match="at least one"):
        equality_from_implications({})
    with pytest.raises(NotApplicable, match="too much"):
        equality_from_implications({0: good[0], 1: good[0]})
    with pytest.raises(NotApplicable, match="too much"):
        equality_from_equivalences(good)
    other = exact_lifting(SubDistribution.dirac(0), SubDistribution.dirac(0), pointwise_implication(1, [0, 1]))
    with pytest.raises(NotApplicable, match="different distributions"):
        equality_from_implications({**good, 1: other})
    with pytest.raises(NotApplicable, match="evidence that checks"):
        equality_from_implications({**good, 0: replace(good[0], evidence=Coupling(COIN.product(COIN)))})


# --- The three notions ------------------------------------------------------------------------------------------------


@given(nearby(), RELATIONS)
def test_alift_lift(pair: tuple[Mu, Mu], relation: frozenset[tuple[int, int]]) -> None:
    """Both directions for equal totals (distributions in particular); forwards always."""
    exact = exact_lifting(*pair, relation)
    approximate = two_witness_lifting(*pair, relation, 1)
    if exact.holds:
        assert approximate_from_exact(exact).check()
    if approximate.holds and pair[0].total == pair[1].total:
        assert exact_from_approximate(approximate).check()
    elif approximate.holds:
        with pytest.raises(NotApplicable, match="μ₁"):
            exact_from_approximate(approximate)
    assert pair[0].total != pair[1].total or exact.holds == approximate.holds


def test_alift_lift_backwards_is_false_for_sub_distributions() -> None:
    dirac = SubDistribution.dirac(0)
    assert two_witness_lifting(NOTHING, dirac, {(0, 0)}, 1).evidence == Witnesses(
        SubDistribution.zero(), SubDistribution.dirac((0, 0))
    )
    assert not exact_lifting(NOTHING, dirac, {(0, 0)}).holds


def test_exact_from_approximate_needs_zero_cost() -> None:
    assert exact_from_approximate(two_witness_lifting(COIN, COIN, EQUAL, Exp(ZERO))).check()
    for costly in (two_witness_lifting(COIN, COIN, EQUAL, 2), two_witness_lifting(COIN, COIN, EQUAL, 1, HALF)):
        with pytest.raises(NotApplicable, match="ε = 0 and δ = 0"):
            exact_from_approximate(costly)


@given(sub_distributions(), sub_distributions(), RELATIONS, FACTORS, DELTAS)
def test_evidence_moves_between_two_witness_and_set_form(
    mu1: Mu, mu2: Mu, relation: frozenset[tuple[int, int]], c: Fraction, delta: Fraction
) -> None:
    two = two_witness_lifting(mu1, mu2, relation, c, delta)
    sets = set_lifting(mu1, mu2, relation, c, delta)
    if two.holds:
        assert set_from_two_witness(two).check()
    if sets.holds and not isinstance(two.evidence, NoPartner):
        assert two_witness_from_set(sets).check()
    else:
        with pytest.raises(NotApplicable):
            two_witness_from_set(sets)


# --- Differential privacy ---------------------------------------------------------------------------------------------


@given(st.lists(sub_distributions(), min_size=2, max_size=3), FACTORS, DELTAS)
def test_dp_div(outputs: list[Mu], c: Fraction, delta: Fraction) -> None:
    """Divergences at most δ iff private by the definition; and iff equality is lifted."""
    mechanism = dict(enumerate(outputs))
    answer = is_private(mechanism, lambda a, b: a != b, c, delta)
    assert answer.check()
    assert answer.holds == privacy_by_events(mechanism, lambda a, b: a != b, c, delta)
    liftings = [equality_lifting(mechanism[a], mechanism[b], c, delta) for a, b in answer.adjacency]
    assert all(lifting.check() for lifting in liftings)
    assert answer.holds == all(lifting.holds for lifting in liftings)


def test_equality_lifting_at_a_real_epsilon() -> None:
    skew = SubDistribution({0: Fraction(1, 4), 1: Fraction(3, 4)})
    assert equality_lifting(COIN, skew, Exp(Fraction(7, 10))).check()
    answer = equality_lifting(COIN, skew, Exp(Fraction(69, 100)))
    assert answer.evidence == ViolatingSet(frozenset({0}))
    assert answer.check()


def test_privacy_by_events_has_a_limit() -> None:
    with pytest.raises(ValueError, match="17 outputs"):
        privacy_by_events({0: SubDistribution.uniform(range(17))}, lambda a, b: True, 1)


@given(sub_distributions(full=True), sub_distributions(full=True), FACTORS)
def test_pw_dp_from_privacy_to_liftings(mu1: Mu, mu2: Mu, c: Fraction) -> None:
    answers = pointwise_liftings(mu1, mu2, c, GROUND)
    assert all(answer.holds and answer.check() for answer in answers.values())
    assert sum(answer.problem.delta for answer in answers.values()) == divergence(mu1, mu2, c)
    assert divergence_from_pointwise(answers) == divergence(mu1, mu2, c)


@given(sub_distributions(), sub_distributions(), FACTORS)
def test_pw_dp_for_sub_distributions_that_lose_no_mass(mu1: Mu, mu2: Mu, c: Fraction) -> None:
    if rational(mu1.total) <= c * rational(mu2.total):
        assert all(answer.holds and answer.check() for answer in pointwise_liftings(mu1, mu2, c, GROUND).values())
    else:
        with pytest.raises(NotApplicable, match="μ₁"):
            pointwise_liftings(mu1, mu2, c, GROUND)


@given(sub_distributions(), sub_distributions(), FACTORS, st.lists(DELTAS, min_size=3, max_size=3))
def test_pw_dp_from_liftings_to_privacy(mu1: Mu, mu2: Mu, c: Fraction, deltas: list[Fraction]) -> None:
    answers = {
        b: set_lifting(mu1, mu2, pointwise_implication(b, GROUND), c, delta)
        for b, delta in zip(GROUND, deltas, strict=True)
    }
    assume(all(answer.holds for answer in answers.values()))
    total = divergence_from_pointwise(answers)
    assert divergence(mu1, mu2, c) <= total == sum(deltas)
    mechanism = {"left": mu1, "right": mu2}
    private = privacy_from_pointwise(mechanism, {("left", "right"): answers})
    assert private.holds
    assert private.delta == total
    assert private.check()


def test_pw_dp_needs_deltas_for_each_pair() -> None:
    """The paper's quantifiers ask for one family (δ_b) for all adjacent pairs. Private by (0, 1), but Σ δ_b ≥ 2."""
    mechanism = {0: SubDistribution.dirac("x"), 1: SubDistribution.dirac("y")}
    both = {(0, 1), (1, 0)}
    assert is_private(mechanism, both, 1, 1).holds
    assert smallest_delta(mechanism, both, 1) == 1
    assert uniform_deltas(mechanism, both, 1) == {"x": 1, "y": 1}
    for a, b, output in ((0, 1, "x"), (1, 0, "y")):
        relation = pointwise_implication(output, "xy")
        assert smallest_lifting_delta(mechanism[a], mechanism[b], relation, 1) == 1
    answers = {pair: pointwise_liftings(mechanism[pair[0]], mechanism[pair[1]], 1) for pair in both}
    assert privacy_from_pointwise(mechanism, answers).delta == 1


def test_pw_dp_is_false_for_sub_distributions() -> None:
    """One adjacent pair, (0, 1)-private, but both pointwise liftings cost 1: μ₂ has no mass to pair anything with."""
    dirac = SubDistribution.dirac(0)
    assert divergence(dirac, NOTHING, 1) == 1
    for b in (0, 1):
        assert smallest_lifting_delta(dirac, NOTHING, pointwise_implication(b, [0, 1]), 1) == 1
    with pytest.raises(NotApplicable, match="μ₁"):
        pointwise_liftings(dirac, NOTHING, 1)


def test_pw_dp_refuses_what_is_not_its_premise() -> None:
    answers = pointwise_liftings(COIN, COIN, 1)
    with pytest.raises(NotApplicable, match="every point of the left support"):
        divergence_from_pointwise({0: answers[0]})
    with pytest.raises(NotApplicable, match="differ in ε"):
        divergence_from_pointwise({**answers, 1: pointwise_liftings(COIN, COIN, 2)[1]})
    with pytest.raises(NotApplicable, match="at least one adjacent pair"):
        privacy_from_pointwise({0: COIN}, {})
    with pytest.raises(NotApplicable, match="other outputs"):
        privacy_from_pointwise({0: COIN, 1: SubDistribution.dirac(0)}, {(0, 1): answers})
    with pytest.raises(NotApplicable, match="differ in ε"):
        privacy_from_pointwise({0: COIN, 1: COIN}, {(0, 1): answers, (1, 0): pointwise_liftings(COIN, COIN, 2)})


# --- Laplace noise ----------------------------------------------------------------------------------------------------


def check_shift_lifting(lifting: ShiftLifting, a: Fraction) -> None:
    """The claim for all integers, its window for this a, and the solver's own opinion on that window."""
    assert lifting.check()
    answer = lifting.windowed(a)
    assert answer.holds
    assert answer.check()
    problem = answer.problem
    assert problem.mu1.total == problem.mu2.total == 1
    decided = two_witness_lifting(
        problem.mu1,
        problem.mu2,
        problem.relation,
        problem.exp_epsilon,
        ground1=problem.ground1,
        ground2=problem.ground2,
    )
    assert decided.holds
    assert decided.check()


@given(INTEGERS, INTEGERS, st.integers(0, 8), RATIOS)
def test_lap(v1: int, v2: int, k: int, a: Fraction) -> None:
    if abs(v1 - v2) <= k:
        check_shift_lifting(laplace_equal(v1, v2, k), a)
    else:
        with pytest.raises(NotApplicable, match="needs"):
            laplace_equal(v1, v2, k)
        assert not ShiftLifting(Laplace(v1), Laplace(v2), 0, k).check()


@given(INTEGERS, INTEGERS, INTEGERS, RATIOS)
def test_lap_gen(v1: int, v2: int, k: int, a: Fraction) -> None:
    lifting = laplace_shift(v1, v2, k)
    check_shift_lifting(lifting, a)
    if lifting.cost:
        cheaper = replace(lifting, cost=lifting.cost - 1)
        assert not cheaper.check()
        refuted = cheaper.windowed(a)
        assert isinstance(refuted.evidence, ViolatingSet)
        assert refuted.check()


@given(INTEGERS, INTEGERS, st.integers(0, 8), RATIOS)
def test_lap_apart(v1: int, v2: int, k: int, a: Fraction) -> None:
    if abs(v1 - v2) <= k:
        check_shift_lifting(laplace_apart(v1, v2, k), a)
    else:
        with pytest.raises(NotApplicable, match="needs"):
            laplace_apart(v1, v2, k)


@given(INTEGERS, INTEGERS, RATIOS)
def test_lap_nogrow_and_olap_nogrow(v1: int, v2: int, a: Fraction) -> None:
    for lifting in (laplace_null(v1, v2), one_sided_null(v1, v2)):
        assert lifting.cost == 0
        check_shift_lifting(lifting, a)
        assert all(x1 - x2 == v1 - v2 for x1, x2 in lifting.windowed(a).problem.relation)


@given(INTEGERS, INTEGERS, INTEGERS, RATIOS)
def test_olap_gen(v1: int, v2: int, k: int, a: Fraction) -> None:
    if k >= v2 - v1:
        lifting = one_sided_shift(v1, v2, k)
        check_shift_lifting(lifting, a)
        assert lifting.cost == 0 or not replace(lifting, cost=lifting.cost - 1).check()
    else:
        with pytest.raises(NotApplicable, match="needs"):
            one_sided_shift(v1, v2, k)
        hopeless = ShiftLifting(OneSidedLaplace(v1), OneSidedLaplace(v2), k, 10**6)
        assert not hopeless.check()
        assert largest_loss(clamped(hopeless.left, -9, 9, a), clamped(hopeless.right, -9 + k, 9 + k, a)).is_infinite


@given(INTEGERS, INTEGERS, INTEGERS, st.integers(0, 5), st.booleans(), RATIOS)
def test_the_claim_for_all_integers_is_the_claim_on_the_window(
    v1: int, v2: int, k: int, cost: int, one_sided: bool, a: Fraction
) -> None:
    """The integer argument and exact masses on a wider window agree, whether the claim is true or false."""
    kind = OneSidedLaplace if one_sided else Laplace
    lifting = ShiftLifting(kind(v1), kind(v2), k, cost)
    low, high = lifting.core
    answer = lifting.windowed(a, low - 3, high + 3)
    assert answer.check()
    assert answer.holds == lifting.check()
    assert answer.holds == lifting.windowed(a).holds
    c = a**-cost
    inside = range(low - 20, high + 21)
    assert lifting.check() == all(mass(lifting.left, x, a) <= c * mass(lifting.right, x + k, a) for x in inside)


@given(INTEGERS, st.booleans(), RATIOS)
def test_masses_and_tails(centre: int, one_sided: bool, a: Fraction) -> None:
    noise: Noise = OneSidedLaplace(centre) if one_sided else Laplace(centre)
    at_centre = 1 - a if one_sided else (1 - a) / (1 + a)
    for x in range(-7, 8):
        exponent = noise.exponent(x)
        assert mass(noise, x, a) == (0 if exponent is None else at_centre * a**exponent)
    window = clamped(noise, -7, 7, a)
    assert window.total == 1
    assert window[7] == noise.at_least(7, a)


@pytest.mark.parametrize("k", [1, 2, 5])
def test_the_tail_of_the_discrete_laplace(k: int) -> None:
    """P(|ν| ≥ k) is 2a^k / (1 + a) for k ≥ 1."""
    a = Fraction(1, 3)
    assert 2 * Laplace(0).at_least(k, a) == 2 * a**k / (1 + a)


def test_illegal_windows_and_ratios_are_refused() -> None:
    with pytest.raises(ValueError, match="strictly between"):
        laplace_shift(0, 1, 0).windowed(ONE)
    with pytest.raises(ValueError, match="strictly between"):
        clamped(Laplace(0), 0, 1, ZERO)
    with pytest.raises(ValueError, match="empty window"):
        clamped(Laplace(0), 1, 0, HALF)
    with pytest.raises(ValueError, match="does not contain the centres"):
        laplace_shift(0, 3, 0).windowed(HALF, 1, 5)
    with pytest.raises(ValueError, match="same kind of noise"):
        ShiftLifting(Laplace(0), OneSidedLaplace(0), 0, 5)
    with pytest.raises(ValueError, match="not negative"):
        ShiftLifting(Laplace(0), Laplace(0), 0, -1)
