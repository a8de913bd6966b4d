"""Noise of known width, with the δ that it takes: what holds is proved by [Excess], what misses it by a little not."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.search import exact_deltas
from twinproof.kernel import proof_document
from twinproof.kernel.replay import check
from twinproof.lang.expr import Literal
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file, read_mechanism
from twinproof.refute import refute
from twinproof.search.adjacency_cases import Statement
from twinproof.search.exact_delta import Exact
from twinproof.search.prover import Prover
from twinproof.search.result import Proof, Stuck

HERE = Path(__file__).parent
GALLERY = HERE.parent.parent / "gallery"
MECHANISMS = {m.name: m for m in read_file(HERE / "exact_deltas.py") if isinstance(m, Mechanism)}
LIKELY = (0, 1)


def test_every_mechanism_is_on_one_of_the_lists() -> None:
    assert set(MECHANISMS) == {*exact_deltas.PRIVATE, *exact_deltas.NEAR}
    assert not set(exact_deltas.PRIVATE) & set(exact_deltas.NEAR)


@pytest.mark.parametrize("name", exact_deltas.PRIVATE)
def test_what_holds_is_proved(name: str) -> None:
    mechanism = MECHANISMS[name]
    found = Prover(mechanism).find_proof(LIKELY)
    assert isinstance(found, Proof), found
    assert found.payments
    assert "δ pays for: line " in found.explain()
    assert " cost over " in found.explain()
    document = json.loads(json.dumps(proof_document.write(mechanism, found.theorem, mechanism.source)))
    assert "Excess" in check(document, mechanism, mechanism.source).rules


@pytest.mark.parametrize("name", exact_deltas.NEAR)
def test_what_misses_its_claim_is_not_proved(name: str) -> None:
    assert isinstance(Prover(MECHANISMS[name]).find_proof(LIKELY), Stuck)


@pytest.mark.parametrize("name", exact_deltas.NEAR)
def test_what_misses_its_claim_is_refuted(name: str) -> None:
    assert refute(MECHANISMS[name], jobs=1).counterexample is not None


def test_a_formula_of_the_textbooks_is_not_looked_at() -> None:
    """Its width is no number: what it takes of δ is not known for all of them."""
    broken = read_mechanism(GALLERY / "broken" / "gaussian_formula_large_epsilon.py")
    assert Exact.of(Statement.of(broken)) is None
    assert isinstance(Prover(broken).find_proof(LIKELY), Stuck)


def test_how_far_apart_centres_may_be() -> None:
    for name, far in {"noisy_number": 1, "moves_by_three": 3, "delta_a_thousandth_less": 0}.items():
        exact = Exact.of(Statement.of(MECHANISMS[name]))
        assert exact is not None
        assert exact.far == far


def test_epsilon_is_divided_among_draws_of_different_widths() -> None:
    """An even share of each would take more δ than is claimed."""
    exact = Exact.of(Statement.of(MECHANISMS["of_two_widths"]))
    assert exact is not None
    prices = exact.prices({0: 1, 1: 2})
    assert prices is not None
    assert sum(p.epsilon for p in prices.values()) <= 2
    assert prices[0].epsilon > prices[1].epsilon > Fraction(1, 2)
    assert exact.rounds == Literal(1)


def test_a_budget_that_is_no_fraction_is_cut_off() -> None:
    exact = Exact.of(Statement.of(MECHANISMS["budget_is_a_logarithm"]))
    assert exact is not None
    assert exact.epsilon == Fraction(1_098_612_288, 10**9)
