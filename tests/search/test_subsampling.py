"""Being left out by chance protects: by how much is proved, with a δ and without, and not a little more."""

import json
from math import expm1, log1p
from pathlib import Path

import pytest

from tests.search import subsamples
from twinproof.kernel import proof_document
from twinproof.kernel.replay import check
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.expr import Literal
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
from twinproof.lang.reader import read_file
from twinproof.refute import refute
from twinproof.search.adjacency_cases import Statement
from twinproof.search.prover import Prover
from twinproof.search.result import Proof, Stuck
from twinproof.search.subsampling import sampled

HERE = Path(__file__).parent
MECHANISMS = {m.name: m for m in read_file(HERE / "subsamples.py") if isinstance(m, Mechanism)}
LIKELY = (0, 1)


def test_every_mechanism_is_on_one_of_the_lists() -> None:
    assert set(MECHANISMS) == {*subsamples.PRIVATE, *subsamples.NEAR}
    assert not set(subsamples.PRIVATE) & set(subsamples.NEAR)


@pytest.mark.parametrize("name", subsamples.PRIVATE)
def test_what_holds_is_proved(name: str) -> None:
    mechanism = MECHANISMS[name]
    found = Prover(mechanism).find_proof(LIKELY)
    assert isinstance(found, Proof), found
    assert found.sampled is not None
    assert "a row is sampled with probability " in found.explain()
    document = json.loads(json.dumps(proof_document.write(mechanism, found.theorem, mechanism.source)))
    assert {"Subsample-L", "Subsample-R"} <= set(check(document, mechanism, mechanism.source).rules)


@pytest.mark.parametrize("name", subsamples.NEAR)
def test_what_misses_its_claim_is_not_proved_and_is_refuted(name: str) -> None:
    assert isinstance(Prover(MECHANISMS[name]).find_proof(LIKELY), Stuck)
    assert refute(MECHANISMS[name], jobs=1).counterexample is not None


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("count_in_numbers", ["count⟨1⟩ − count⟨2⟩ ≤ 1 ∧ −1 ≤ count⟨1⟩ − count⟨2⟩"]),
        ("sum_of_clamped_rows", ["total_2⟨1⟩ − total_2⟨2⟩ ≤ 50 ∧ −50 ≤ total_2⟨1⟩ − total_2⟨2⟩"]),
        ("a_sum_without_a_lower_bound", []),
        ("two_samples_at_the_price_of_one", []),
    ],
)
def test_how_far_apart_one_row_puts_what_is_computed(name: str, near: list[str]) -> None:
    found = [show_expr(split.near) for split in sampled(Statement.of(MECHANISMS[name]))]
    assert found == near


def test_what_is_smaller_before_the_sampling() -> None:
    """The exponent of the claim; of numbers also the largest that the coin makes small enough; and the claim itself."""
    (split,) = sampled(Statement.of(MECHANISMS["a_number_and_no_logarithm"]))
    claim = MECHANISMS["a_number_and_no_logarithm"].claim
    assert isinstance(claim, EpsilonDelta)
    readable, largest, plain = split.claims(claim)
    assert {show_expr(c.delta) for c in (readable, largest, plain)} == {"1/100000"}
    assert (show_expr(readable.epsilon), show_expr(plain.epsilon)) == ("1", "159/1000")
    assert isinstance(largest.epsilon, Literal)
    assert 0 < log1p(expm1(0.159) * 10) - largest.epsilon.value < 1e-9


def test_of_several_numbers_one_may_be_apart_at_a_time() -> None:
    ways = [len(split.ways) for split in sampled(Statement.of(MECHANISMS["histogram_of_four"]))]
    assert ways == [1, 4]
    ways = [len(split.ways) for split in sampled(Statement.of(MECHANISMS["histogram_that_counts_twice"]))]
    assert ways == [1]  # two of them may be
