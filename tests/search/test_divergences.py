"""Claims about divergences: what is private is proved and replayed, what is nearly so is not proved."""

import json
from pathlib import Path

import pytest

from tests.search.divergences import NEAR, PRIVATE
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.search.prover import Prover
from twinproof.search.result import Proof

MECHANISMS = {m.name: m for m in read_file(Path(__file__).parent / "divergences.py") if isinstance(m, Mechanism)}


@pytest.mark.parametrize("name", PRIVATE)
def test_what_is_private_is_proved(name: str) -> None:
    answer = Prover(MECHANISMS[name]).find_proof()
    assert isinstance(answer, Proof), answer.reason
    check(json.loads(json.dumps(write(MECHANISMS[name], answer.theorem))), MECHANISMS[name])


@pytest.mark.parametrize("name", NEAR)
def test_what_is_nearly_private_is_not_proved(name: str) -> None:
    assert not isinstance(Prover(MECHANISMS[name]).find_proof(), Proof)


def test_none_is_forgotten() -> None:
    assert sorted((*PRIVATE, *NEAR)) == sorted(MECHANISMS)
