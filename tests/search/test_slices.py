"""Sums over a part of the rows, by their places or by their order, are proved, and not for too little noise."""

import json
from pathlib import Path

import pytest

from tests.search import slices
from twinproof.kernel import proof_document
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_directly, read_file
from twinproof.lang.reader.both_forms import first_difference
from twinproof.search.prover import Prover
from twinproof.search.result import Proof, Stuck

MECHANISMS = {m.name: m for m in read_file(Path(__file__).parent / "slices.py") if isinstance(m, Mechanism)}


def test_every_mechanism_is_on_one_of_the_lists() -> None:
    assert set(MECHANISMS) == {*slices.PRIVATE, *slices.NEAR}


@pytest.mark.parametrize("name", MECHANISMS)
def test_both_forms_do_the_same(name: str) -> None:
    mechanism = MECHANISMS[name]
    direct = read_directly(mechanism)
    assert direct is not None
    assert first_difference(mechanism, direct) is None


@pytest.mark.parametrize("name", slices.PRIVATE)
def test_a_part_of_the_rows_is_proved(name: str) -> None:
    mechanism = MECHANISMS[name]
    found = Prover(mechanism).find_proof((0, 1))
    assert isinstance(found, Proof), found
    document = json.loads(json.dumps(proof_document.write(mechanism, found.theorem, mechanism.source)))
    check(document, mechanism, mechanism.source)


@pytest.mark.parametrize("name", slices.NEAR)
def test_what_misses_its_claim_is_not_proved(name: str) -> None:
    assert isinstance(Prover(MECHANISMS[name]).find_proof((0,)), Stuck)
