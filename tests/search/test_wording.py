"""A proof in a paragraph: what it says is what the proof holds."""

from pathlib import Path

import pytest

from tests.search.reading import mechanism_of
from twinproof.lang.reader import read_mechanism
from twinproof.search.bills import cost_in_short
from twinproof.search.prover import Prover
from twinproof.search.result import Proof
from twinproof.search.wording import in_words
from twinproof.verify.budget import segments

GALLERY = Path(__file__).parent.parent.parent / "gallery" / "private"


def told(text: str) -> str:
    """The proof of a mechanism, in words."""
    mechanism = mechanism_of(text)
    proof = Prover(mechanism).find_proof()
    assert isinstance(proof, Proof)
    return in_words(mechanism, proof)


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        (
            "above_threshold",
            [
                "Between neighbouring inputs, each entry of `answers` moves by at most 1.",
                "`bar` (line 22) may come out 1 higher in one run than in the other: with noise of scale 2 / eps that "
                "costs eps / 2.",
                "`noisy` (line 24, noise of scale 4 / eps) pays only where `bar ≤ noisy` and `first = nothing`: "
                "eps / 4 for each 1 that its noise moves.",
                "Everywhere else it is free: both runs can have the same noise there and still return the same, since "
                "`bar` has been paid for.",
                "In all rounds together, `noisy` spends at most eps / 2; with `bar` that makes eps, as claimed.",
            ],
        ),
        (
            "report_noisy_max",
            [
                "Between neighbouring inputs, each entry of `scores` moves by at most 1.",
                "`noisy` (line 24, noise of scale 2 / eps) pays only where `i` is the value that is released: eps / 2 "
                "for each 1 that its noise moves.",
                "Everywhere else it is free: both runs can have the same noise there and still return the same.",
                "In all rounds together, `noisy` spends at most eps, as claimed.",
            ],
        ),
        (
            "histogram",
            [
                "Between neighbouring inputs, one entry of `cells` moves by at most 1.",
                "The draw in line 20 (noise of scale 1 / eps) costs, each time, eps for each 1 by which `cell` "
                "differs.",
                "In all rounds together, the draw in line 20 spends at most eps, as claimed.",
            ],
        ),
        (
            "choice_of_counts",
            [
                "Between neighbouring inputs, each entry of `counts` moves by at most 1, all of them up or all of them "
                "down.",
                "The draw in line 17 costs at most eps, as claimed.",
            ],
        ),
        (
            "random_query",
            [
                "Between neighbouring inputs, each entry of `counts` moves by at most 1.",
                "`asked` (line 18) costs nothing: nothing private goes into it.",
                "The draw in line 19 (noise of scale 1 / eps) costs eps for each 1 by which `counts[asked]` differs.",
                "That is at most eps, as claimed.",
            ],
        ),
        (
            "majority_if_clear",
            [
                "Between neighbouring inputs, `lead` moves by at most 1.",
                "The draw in line 21 (noise of scale 1 / eps) costs eps for each 1 by which `distance` differs.",
                "That is at most eps, as claimed.",
                "δ pays for the rare case that the draw in line 21 has `distance + threshold ≤ its value`: that has a "
                "probability of at most exp(−(threshold · eps)) / (1 + exp(−eps)).",
            ],
        ),
    ],
)
def test_the_gallery(name: str, sentences: list[str]) -> None:
    mechanism = read_mechanism(GALLERY / f"{name}.py")
    proof = Prover(mechanism).find_proof()
    assert isinstance(proof, Proof)
    assert in_words(mechanism, proof) == " ".join(sentences)


def test_two_draws_of_one_line_are_told_apart() -> None:
    words = told("""
    @mechanism(epsilon="a + b")
    def both(x: Annotated[int, within(1)], a: Epsilon, b: Epsilon) -> tuple[int, int]:
        return laplace(x, 1 / a), laplace(x, 1 / b)
    """)
    assert "The first draw in line 7 (noise of scale 1 / a) costs a" in words
    assert "The second draw in line 7 (noise of scale 1 / b) costs b" in words
    assert words.endswith("All of it together makes a + b, as claimed.")


def test_several_winners_in_words() -> None:
    words = told(
        """
@mechanism(epsilon="eps")
def two_best(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    high = next_high = 0
    first = second = -1
    for i, x in enumerate(xs):
        noisy = laplace(x, 4 / eps)
        if first == -1 or noisy > high:
            next_high, second = high, first
            high, first = noisy, i
        elif second == -1 or noisy > next_high:
            next_high, second = noisy, i
    return first, second
"""
    )
    assert "pays only where `i` is one of the values that are released: eps / 4 for each 1 that its noise" in words


EITHER = """
@mechanism(epsilon="eps")
def either(xs: Annotated[list[int], each_within(1)], flag: bool, t: int, eps: Epsilon) -> int:
    if flag:
        bar = laplace(t, 2 / eps)
        for i in range(len(xs)):
            noisy = laplace(xs[i], 4 / eps)
            if noisy >= bar:
                return i
        return len(xs)
    other = laplace(xs[0] if len(xs) > 0 else 0, 1 / eps)
    return other
"""


def test_only_what_every_run_pays_is_missing_for_the_others() -> None:
    """The draw of one branch has paid nothing where the other branch is taken, which may spend the whole claim."""
    mechanism = mechanism_of(EITHER)
    proof = Prover(mechanism).find_proof()
    assert isinstance(proof, Proof)
    said = in_words(mechanism, proof)
    assert "In all rounds together, `bar`, `noisy` and `other` spend at most eps, as claimed." in said
    (whole,) = segments(mechanism, proof, (), {"xs": (0, 0), "flag": True, "t": 0, "eps": 1}) or []
    assert whole.start == 0
    assert whole.end == 1
    short = {c.variable: cost_in_short(mechanism, proof, c) for c in proof.couplings}
    assert short == {"bar": "eps / 2", "noisy": None, "other": None}


@pytest.mark.parametrize(
    ("name", "costs"),
    [
        ("above_threshold", {"bar": "eps / 2", "noisy": "at most eps / 2 in all"}),
        ("report_noisy_max", {"noisy": "at most eps in all"}),
        ("laplace_mechanism", {"result": "at most eps · k"}),
        ("gap_sparse_vector", {"bar": "eps / 2", "noisy": "at most eps / 2 in all"}),
    ],
)
def test_costs_in_short(name: str, costs: dict[str, str | None]) -> None:
    mechanism = read_mechanism(GALLERY / f"{name}.py")
    proof = Prover(mechanism).find_proof()
    assert isinstance(proof, Proof)
    assert {c.variable: cost_in_short(mechanism, proof, c) for c in proof.couplings} == costs


def test_a_claim_that_is_not_used_up_says_so() -> None:
    words = told("""
    @mechanism(epsilon="2 * eps")
    def half(x: Annotated[int, within(1)], eps: Epsilon) -> int:
        return laplace(x, 1 / eps)
    """)
    assert words.endswith("That is at most eps, which is within 2 · eps, as claimed.")


def test_nothing_is_spent_on_what_is_not_private() -> None:
    words = told("""
    @mechanism(epsilon="eps")
    def nothing(x: Annotated[int, within(1)], eps: Epsilon) -> int:
        return laplace(0, 1 / eps)
    """)
    assert "costs nothing: nothing private goes into it." in words
    assert words.endswith("So nothing is spent.")


def test_rows_and_users_in_words() -> None:
    words = told("""
    from twinproof import one_added_or_removed

    @mechanism(epsilon="eps")
    def count(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
        return laplace(len(rows), 1 / eps)
    """)
    assert words.startswith("Between neighbouring inputs, `rows` has one row more or less.")


def test_what_noise_is_added_to_is_told_as_it_is_written() -> None:
    words = told("""
    from twinproof import one_added_or_removed

    @mechanism(epsilon="eps")
    def both(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
        return laplace(sum(row > 0 for row in rows), 2 / eps), laplace(len(rows), 2 / eps)
    """)
    assert "what it is drawn around" not in words
    assert "by which `sum((row > 0 for row in rows))` differs" in words or "`len(rows)` differs" in words


def test_a_draw_of_a_truth_value_comes_out_true() -> None:
    words = told("""
    from fractions import Fraction
    from twinproof import coin, one_within

    @mechanism(epsilon="eps", delta="1 / 1000")
    def rarely_told(x: Annotated[int, within(1)], eps: Epsilon) -> int:
        if coin(Fraction(1, 1000)):
            return x
        return laplace(x, 1 / eps)
    """)
    assert "comes out true: that has a probability of at most 1 / 1000." in words
    assert "its value" not in words


def test_what_goes_one_way_begins_with_a_small_letter() -> None:
    words = told((GALLERY / "stability_histogram.py").read_text())
    assert ": The " not in words
    assert ": In " not in words
