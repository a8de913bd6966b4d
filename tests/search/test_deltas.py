"""Claims with a δ: what holds is proved, with what δ pays for; what misses it by a little is not."""

import json
from pathlib import Path

import pytest

from tests.search import deltas, paddings
from tests.volume import some
from twinproof.kernel import proof_document
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.search.prover import Prover
from twinproof.search.result import Proof, Stuck

HERE = Path(__file__).parent
FILES = ("deltas.py", "paddings.py")
MECHANISMS = {m.name: m for file in FILES for m in read_file(HERE / file) if isinstance(m, Mechanism)}
PRIVATE, NEAR = (*deltas.PRIVATE, *paddings.PRIVATE), (*deltas.NEAR, *paddings.NEAR)
LIKELY = (0, 1)


def test_every_mechanism_is_on_one_of_the_lists() -> None:
    assert set(MECHANISMS) == {*PRIVATE, *NEAR}
    assert not set(PRIVATE) & set(NEAR)


@pytest.mark.parametrize("name", some(PRIVATE, 3))
def test_what_holds_is_proved(name: str) -> None:
    mechanism = MECHANISMS[name]
    found = Prover(mechanism).find_proof(LIKELY)
    assert isinstance(found, Proof), found
    assert found.payments
    assert "δ pays for: line " in found.explain()
    document = json.loads(json.dumps(proof_document.write(mechanism, found.theorem, mechanism.source)))
    assert "Ghost" in check(document, mechanism, mechanism.source).rules


@pytest.mark.parametrize("name", some(NEAR, 3))
def test_what_misses_its_claim_is_not_proved(name: str) -> None:
    assert isinstance(Prover(MECHANISMS[name]).find_proof(LIKELY), Stuck)


def test_what_is_paid_for_is_said_with_its_line() -> None:
    found = Prover(MECHANISMS["one_key"]).find_proof(LIKELY)
    assert isinstance(found, Proof)
    text = (HERE / "deltas.py").read_text(encoding="utf-8").splitlines()
    assert {text[(p.draw.line or 0) - 1].strip() for p in found.payments} == {"noisy = laplace(count, 1 / eps)"}
    assert {p.right_alone for p in found.payments} == {True, False}
