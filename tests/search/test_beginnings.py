"""The first values of one-sided noise, which only one run can draw: δ pays for them, in whichever run they are."""

import json
from pathlib import Path

import pytest

from tests.search import beginnings
from twinproof.kernel import proof_document
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.search.prover import Prover
from twinproof.search.result import Proof, Stuck

MECHANISMS = {m.name: m for m in read_file(Path(__file__).parent / "beginnings.py") if isinstance(m, Mechanism)}
LIKELY = (0, 1)


def test_every_mechanism_is_on_one_of_the_lists() -> None:
    assert set(MECHANISMS) == {*beginnings.PRIVATE, *beginnings.NEAR}


@pytest.mark.parametrize("name", beginnings.PRIVATE)
def test_what_holds_is_proved(name: str) -> None:
    mechanism = MECHANISMS[name]
    found = Prover(mechanism).find_proof(LIKELY)
    assert isinstance(found, Proof), found
    assert "δ pays for: line " in found.explain()
    document = json.loads(json.dumps(proof_document.write(mechanism, found.theorem, mechanism.source)))
    rules = check(document, mechanism, mechanism.source).rules
    assert {"Ghost", "U-Tail"} <= set(rules)


@pytest.mark.parametrize("name", beginnings.NEAR)
def test_what_misses_its_claim_is_not_proved(name: str) -> None:
    assert isinstance(Prover(MECHANISMS[name]).find_proof(LIKELY), Stuck)
