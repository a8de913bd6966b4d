"""Mechanisms of all kinds that the prover was not made for: private ones are proved, near misses never are."""

import json
from pathlib import Path

import pytest

from tests.volume import IS_LONG
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.search.display import explain_stuck
from twinproof.search.prover import TIERS, Prover
from twinproof.search.result import Proof, Stuck

HERE = Path(__file__).parent
EACH = 1 if IS_LONG else 10  # every tenth mechanism, or all of them in a long run
ASKED = TIERS if IS_LONG else TIERS[:1]  # of the grammar, for near misses: all that there are in a long run


def mechanisms(folder: str, each: int = 1) -> list[Mechanism]:
    found = [m for path in sorted((HERE / folder).glob("*.py")) for m in read_file(path)]
    assert all(isinstance(m, Mechanism) for m in found)
    return [m for m in found if isinstance(m, Mechanism)][::each]


@pytest.mark.parametrize("mechanism", mechanisms("fresh", EACH), ids=lambda m: m.name)
def test_a_private_mechanism_is_proved(mechanism: Mechanism) -> None:
    answer = Prover(mechanism).find_proof()
    assert isinstance(answer, Proof), f"{answer.reason}: {answer.tried}"
    check(json.loads(json.dumps(write(mechanism, answer.theorem))), mechanism)


@pytest.mark.parametrize("mechanism", mechanisms("near", EACH), ids=lambda m: m.name)
def test_a_near_miss_is_not_proved(mechanism: Mechanism) -> None:
    assert isinstance(Prover(mechanism).find_proof(ASKED), Stuck)


@pytest.mark.parametrize("mechanism", mechanisms("open"), ids=lambda m: m.name)
def test_what_is_not_proved_is_explained(mechanism: Mechanism) -> None:
    answer = Prover(mechanism).find_proof(TIERS[:1])
    assert isinstance(answer, Stuck)
    assert answer.reason
    assert explain_stuck(answer).startswith("No proof: ")
