"""Samples in a private window: [ω-Samp-Int], with the event that leaves the window too narrow."""

import json
from pathlib import Path

import pytest

from tests.search import between
from twinproof.kernel import proof_document
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.search.prover import Prover
from twinproof.search.result import Proof, Stuck

MECHANISMS = {m.name: m for m in read_file(Path(__file__).parent / "between.py") if isinstance(m, Mechanism)}
LIKELY = (0, 1)


def test_every_mechanism_is_on_one_of_the_lists() -> None:
    assert set(MECHANISMS) == {*between.PRIVATE, *between.NEAR}


@pytest.mark.parametrize("name", between.PRIVATE)
def test_what_lies_in_a_window_is_proved(name: str) -> None:
    mechanism = MECHANISMS[name]
    found = Prover(mechanism).find_proof(LIKELY)
    assert isinstance(found, Proof), found
    assert "coupled by [ω-Samp-Int]" in found.explain()
    assert "δ pays for: line " in found.explain()
    document = json.loads(json.dumps(proof_document.write(mechanism, found.theorem, mechanism.source)))
    assert {"ω-Samp-Int", "Ghost"} <= set(check(document, mechanism, mechanism.source).rules)


@pytest.mark.parametrize("name", between.NEAR)
def test_what_misses_its_claim_is_not_proved(name: str) -> None:
    assert isinstance(Prover(MECHANISMS[name]).find_proof(LIKELY), Stuck)
