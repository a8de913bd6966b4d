"""Keys that nobody knew before: proved by way of all numbers between which they lie, and only what keeps its claim."""

import json
from pathlib import Path

import pytest

from tests.search import unknown_keys
from tests.volume import some
from twinproof.document.strict import Rejected
from twinproof.kernel import proof_document
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.lang.reader.both_forms import form_by_keys
from twinproof.search.prover import Prover
from twinproof.search.result import Proof, Stuck
from twinproof.verify.forms import check_proof, prove_a_form

MECHANISMS = {m.name: m for m in read_file(Path(__file__).parent / "unknown_keys.py") if isinstance(m, Mechanism)}
LIKELY = (0, 1)


def test_every_mechanism_is_on_one_of_the_lists() -> None:
    assert set(MECHANISMS) == {*unknown_keys.PRIVATE, *unknown_keys.NEAR, *unknown_keys.WITHOUT}


@pytest.mark.parametrize("name", some(unknown_keys.PRIVATE, 2))
def test_what_holds_is_proved_and_its_certificate_is_one_of_the_mechanism(name: str) -> None:
    mechanism = MECHANISMS[name]
    found, proved = prove_a_form(mechanism, lambda text: None)
    assert isinstance(found, Proof), found
    lowest, end = (p.name for p in proved.parameters[-2:])
    assert found.between == (lowest, end)
    assert f"{lowest} ≤ key < {end}" in found.explain()
    document = json.loads(json.dumps(proof_document.write(proved, found.theorem, mechanism.source)))
    assert check_proof(document, mechanism).mechanism == proved
    with pytest.raises(Rejected):
        check(document, mechanism, mechanism.source)
    other = MECHANISMS["reached" if name != "by_branch" else "by_get"]
    with pytest.raises(Rejected):
        check_proof(document, other)


@pytest.mark.parametrize("name", some(unknown_keys.NEAR, 2))
def test_what_misses_its_claim_is_not_proved(name: str) -> None:
    form = form_by_keys(MECHANISMS[name])
    assert form is not None
    assert isinstance(Prover(form).find_proof(LIKELY), Stuck)


@pytest.mark.parametrize("name", unknown_keys.WITHOUT)
def test_what_asks_for_more_than_the_keys_has_no_such_form(name: str) -> None:
    assert form_by_keys(MECHANISMS[name]) is None
