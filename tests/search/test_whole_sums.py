"""Sums of fractions over one denominator are proved as sums of integers, and only where they are such sums."""

import json
from pathlib import Path

import pytest

from tests.search import whole_sums
from twinproof.kernel import proof_document
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_directly, read_file
from twinproof.lang.reader.both_forms import first_difference
from twinproof.search.prover import Prover
from twinproof.search.result import Proof, Stuck

MECHANISMS = {m.name: m for m in read_file(Path(__file__).parent / "whole_sums.py") if isinstance(m, Mechanism)}


def test_every_mechanism_is_on_one_of_the_lists() -> None:
    assert set(MECHANISMS) == {*whole_sums.PRIVATE, *whole_sums.NEAR}


@pytest.mark.parametrize("name", MECHANISMS)
def test_both_forms_do_the_same(name: str) -> None:
    mechanism = MECHANISMS[name]
    direct = read_directly(mechanism)
    assert direct is not None
    assert first_difference(mechanism, direct) is None


@pytest.mark.parametrize("name", whole_sums.PRIVATE)
def test_a_sum_of_fractions_is_proved(name: str) -> None:
    mechanism = MECHANISMS[name]
    found = Prover(mechanism).find_proof((0, 1))
    assert isinstance(found, Proof), found
    document = json.loads(json.dumps(proof_document.write(mechanism, found.theorem, mechanism.source)))
    check(document, mechanism, mechanism.source)


@pytest.mark.parametrize("name", whole_sums.NEAR)
def test_what_misses_its_claim_is_not_proved(name: str) -> None:
    assert isinstance(Prover(MECHANISMS[name]).find_proof((0,)), Stuck)
