"""Counters, dictionaries with a default and sets in mechanisms on rows: they are proved as what they stand for is."""

from pathlib import Path

import pytest

from tests.search import gathered
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.search.prover import Prover
from twinproof.search.result import Proof, Stuck

MECHANISMS = {m.name: m for m in read_file(Path(__file__).parent / "gathered.py") if isinstance(m, Mechanism)}
LIKELY = (0, 1)


def test_every_mechanism_is_on_one_of_the_lists() -> None:
    assert set(MECHANISMS) == {*gathered.PRIVATE, *gathered.NEAR}


@pytest.mark.parametrize("name", gathered.PRIVATE)
def test_what_holds_is_proved(name: str) -> None:
    found = Prover(MECHANISMS[name]).find_proof(LIKELY)
    assert isinstance(found, Proof), found


@pytest.mark.parametrize("name", gathered.NEAR)
def test_what_misses_its_claim_is_not_proved(name: str) -> None:
    assert isinstance(Prover(MECHANISMS[name]).find_proof(LIKELY), Stuck)
