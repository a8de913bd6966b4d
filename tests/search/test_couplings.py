"""The grammar of couplings: what it offers, and that conditions are read in the right memory."""

from tests.search.reading import ABOVE, FLAGS, mechanism_of
from twinproof.lang.printer import show_expr
from twinproof.search.adjacency_cases import Statement
from twinproof.search.couplings import choices
from twinproof.search.uses import thresholds


def offered(text: str, tier: int) -> list[tuple[list[str], list[str]]]:
    mechanism = mechanism_of(text)
    offers = choices(mechanism, Statement.of(mechanism).names, tier, {})
    return [
        ([" / ".join(map(show_expr, cases)) for cases in each.cases], [show_expr(m) for m in each.moves])
        for each in offers
    ]


def test_the_first_choices_are_few() -> None:
    bar, noisy = offered(ABOVE, 0)
    assert bar == ([""], ["0", "1", "−1"])
    assert noisy[0] == ["", "bar⟨1⟩ ≤ sampled"]
    assert noisy[1] == ["answers⟨2⟩[i⟨2⟩] − answers⟨1⟩[i⟨1⟩]", "0", "1", "−1"]


def test_then_come_the_values_of_the_output() -> None:
    bar, noisy = offered(ABOVE, 1)
    assert bar[0] == ["", "o = 0", "o = |answers⟨1⟩|"]  # i has no value yet
    assert noisy[0] == ["", "bar⟨1⟩ ≤ sampled", "o = i⟨1⟩", "o = 0", "o = |answers⟨1⟩|"]


def test_higher_tiers_offer_more() -> None:
    for site in range(2):
        sizes = [sum(map(len, offered(ABOVE, tier)[site])) for tier in range(4)]
        assert sizes == sorted(sizes)
        assert len(set(sizes)) >= 3


def test_two_tests_make_three_cases() -> None:
    text = """
    @mechanism(epsilon="eps")
    def band(a: Annotated[int, within(1)], low: int, high: int, eps: Epsilon) -> int:
        x = laplace(a, 1 / eps)
        if x >= high:
            return 1
        if x <= low:
            return -1
        return 0
    """
    (only,) = offered(text, 0)
    assert only[0] == [
        "",
        "high ≤ sampled",
        "sampled ≤ low",
        "high ≤ sampled / sampled ≤ low",
        "sampled ≤ low / high ≤ sampled",
    ]


def test_a_test_on_the_sample_is_found_behind_assignments() -> None:
    _, sample = offered(FLAGS, 1)
    assert "bar⟨1⟩ ≤ sampled" in sample[0]
    assert "o[|out⟨1⟩|]" in sample[0]


def test_a_test_that_the_next_sample_changes_is_left_out() -> None:
    text = """
    @mechanism(epsilon="eps")
    def two(a: Annotated[int, within(1)], eps: Epsilon) -> bool:
        x = laplace(a, 2 / eps)
        y = x
        x = laplace(0, 1 / eps)
        return x > y
    """
    first, second = offered(text, 0)
    assert not any("sampled" in c for c in first[0])
    assert "y⟨1⟩ < sampled" in second[0]


def test_moves_are_as_large_as_the_sensitivity() -> None:
    text = """
    @mechanism(epsilon="k * eps", requires="k >= 0")
    def wide(a: Annotated[int, within("k")], b: Annotated[int, within(3)], k: int, eps: Epsilon) -> int:
        return laplace(a + b, 1 / eps)
    """
    (only,) = offered(text, 2)
    assert {"k", "−k", "3", "−3", "2 · k", "6"} <= set(only[1])


def test_nothing_is_offered_twice() -> None:
    mechanism = mechanism_of(FLAGS)
    for tier in range(4):
        for offered_here in choices(mechanism, Statement.of(mechanism).names, tier, {}):
            assert offered_here.cases[0] == ()
            assert len(set(offered_here.cases)) == len(offered_here.cases)
            assert len(set(offered_here.moves)) == len(offered_here.moves)


def test_what_is_made_of_a_sample_is_nothing_that_it_is_compared_with() -> None:
    text = """
    @mechanism(epsilon="eps")
    def held(a: Annotated[int, within(1)], low: int, eps: Epsilon) -> bool:
        x = laplace(a, 1 / eps)
        return max(x, low) > 2 * x or x > x // 2 or x > 7
    """
    (compared,) = thresholds(mechanism_of(text))
    assert sorted(map(show_expr, compared)) == ["7", "low"]
