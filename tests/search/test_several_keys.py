"""Several entries that move: each pays ε, or, if one run alone has it, δ, and the sum of the squares says how often."""

import json
from pathlib import Path

import pytest

from tests.search import several_keys
from tests.volume import some
from twinproof.kernel import proof_document
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.search.prover import Prover
from twinproof.search.result import Proof, Stuck

MECHANISMS = {m.name: m for m in read_file(Path(__file__).parent / "several_keys.py") if isinstance(m, Mechanism)}
LIKELY = (0, 1)


def test_every_mechanism_is_on_one_of_the_lists() -> None:
    assert set(MECHANISMS) == {*several_keys.PRIVATE, *several_keys.NEAR}


@pytest.mark.parametrize("name", some(several_keys.PRIVATE, 3))
def test_what_holds_is_proved(name: str) -> None:
    mechanism = MECHANISMS[name]
    found = Prover(mechanism).find_proof(LIKELY)
    assert isinstance(found, Proof), found
    assert ("δ pays for: line " in found.explain()) == mechanism.claim.gives_up
    document = json.loads(json.dumps(proof_document.write(mechanism, found.theorem, mechanism.source)))
    assert check(document, mechanism, mechanism.source).rules


@pytest.mark.parametrize("name", some(several_keys.NEAR, 3))
def test_what_misses_its_claim_is_not_proved(name: str) -> None:
    assert isinstance(Prover(MECHANISMS[name]).find_proof(LIKELY), Stuck)
