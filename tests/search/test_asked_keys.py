"""Dictionaries of rows that are asked for known keys: what holds is proved, and nothing else."""

import json
from pathlib import Path

import pytest

from tests.search import asked_keys
from tests.volume import some
from twinproof.kernel import proof_document
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_directly, read_file
from twinproof.lang.reader.both_forms import first_difference
from twinproof.search.prover import Prover
from twinproof.search.result import Proof, Stuck

MECHANISMS = {m.name: m for m in read_file(Path(__file__).parent / "asked_keys.py") if isinstance(m, Mechanism)}
QUICK = (0, 1)


def test_every_mechanism_is_on_one_of_the_lists() -> None:
    assert set(MECHANISMS) == {*asked_keys.PRIVATE, *asked_keys.NEAR}


@pytest.mark.parametrize("name", MECHANISMS)
def test_both_forms_do_the_same(name: str) -> None:
    mechanism = MECHANISMS[name]
    direct = read_directly(mechanism)
    assert direct is not None
    assert first_difference(mechanism, direct) is None


@pytest.mark.parametrize("name", some(asked_keys.PRIVATE, 2))
def test_what_holds_is_proved(name: str) -> None:
    mechanism = MECHANISMS[name]
    found = Prover(mechanism).find_proof(QUICK)
    assert isinstance(found, Proof), found
    document = json.loads(json.dumps(proof_document.write(mechanism, found.theorem, mechanism.source)))
    check(document, mechanism, mechanism.source)


@pytest.mark.parametrize("name", some(asked_keys.NEAR, 2))
def test_what_misses_its_claim_is_not_proved(name: str) -> None:
    assert isinstance(Prover(MECHANISMS[name]).find_proof(QUICK), Stuck)
