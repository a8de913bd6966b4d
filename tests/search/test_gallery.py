"""The gallery: every private mechanism is proved for all inputs, no broken one ever is."""

import json
from pathlib import Path

import pytest

from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.search.prover import TIERS, Prover
from twinproof.search.result import Proof, Stuck

GALLERY = Path(__file__).parent.parent.parent / "gallery"


def mechanisms(folder: str) -> list[Mechanism]:
    found = [m for path in sorted((GALLERY / folder).glob("*.py")) for m in read_file(path)]
    return [m for m in found if isinstance(m, Mechanism)]


@pytest.mark.parametrize("mechanism", mechanisms("private"), ids=lambda m: m.name)
def test_what_is_private_is_proved(mechanism: Mechanism) -> None:
    answer = Prover(mechanism).prove()
    assert isinstance(answer, Proof), answer
    document = json.loads(json.dumps(write(mechanism, answer.theorem)))
    report = check(document, mechanism)
    assert report.mechanism == mechanism
    assert {c.variable for c in answer.couplings} == {s.target.name for s in mechanism.samplings}
    assert all(c.line is not None for c in answer.couplings)


@pytest.mark.parametrize("mechanism", [*mechanisms("broken"), *mechanisms("open")], ids=lambda m: m.name)
def test_what_is_broken_is_not_proved(mechanism: Mechanism) -> None:
    answer = Prover(mechanism).prove(TIERS[:1])
    assert isinstance(answer, Stuck)
    assert answer.example is not None
    assert answer.example.left != answer.example.right
    assert answer.explain().startswith("No proof: none of the couplings that were tried keeps the two runs ")
    assert "  Tried: combinations of couplings (" in answer.explain()


def test_the_same_question_has_the_same_answer() -> None:
    (mechanism,) = [m for m in mechanisms("private") if m.name == "adaptive_sparse_vector"]
    documents = []
    for _ in range(2):
        answer = Prover(mechanism).prove()
        assert isinstance(answer, Proof)
        documents.append(write(mechanism, answer.theorem))
    assert documents[0] == documents[1]
