"""On rows, no mechanism is proved that the exact engine sees broken, and what is refuted is broken.

Random mechanisms on lists of rows, many of them with a small mistake. The exact engine compares all small lists that
are adjacent. A slice by default; `TWINPROOF_FUZZ=50` runs a hundred times as many.
"""

import json
from unittest.mock import patch

import pytest

from tests.search.rows_mechanisms import generate
from tests.search.rows_truth import shown, violation
from tests.volume import volume
from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import compare
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.refute import Effort, refute
from twinproof.search import batches
from twinproof.search.prover import TIERS, Prover
from twinproof.search.result import Proof

GROUPS = 2
SEEDS = volume(12, 24)
EFFORT = Effort(sweep=3_000_000, climb=1_000_000, grow=1_000_000, shrink=2_000_000, further=500_000)
LIMITS = Limits(rows=200_000, work=20_000_000)
in_groups = pytest.mark.parametrize("group", range(GROUPS))


def mechanism_of(seed: int) -> tuple[str, Mechanism]:
    text = generate(seed)
    found = read_text(text, "asked.py")[-1]
    assert isinstance(found, Mechanism), f"{seed}: {found}"
    return text, found


@in_groups
def test_what_is_proved_is_not_broken(group: int) -> None:
    proved = 0
    for seed in range(group, SEEDS, GROUPS):
        text, mechanism = mechanism_of(seed)
        answer = Prover(mechanism).find_proof(TIERS[:1])
        if not isinstance(answer, Proof):
            continue
        proved += 1
        check(json.loads(json.dumps(write(mechanism, answer.theorem, text))), mechanism, text)
        broken = violation(mechanism, seed)
        assert broken is None, f"{seed}: {shown(broken.left)} and {shown(broken.right)}: {broken.loss}\n{text}"
    assert proved, "a group without a proof shows nothing"


@in_groups
def test_what_is_broken_is_not_proved_even_if_hardly_any_couplings_are_ruled_out_before(group: int) -> None:
    """With a handful of trials, couplings that do not keep the runs together are left to the solver and the kernel."""
    broken = 0
    with patch.multiple(batches, MADE_AT_FIRST=3, _LONG=0, _CHECKS=0):
        for seed in range(1000 + group, 1000 + SEEDS // 2, GROUPS):
            text, mechanism = mechanism_of(seed)
            if violation(mechanism, seed, rounds=3) is not None:
                broken += 1
                assert not isinstance(Prover(mechanism).find_proof(TIERS[:1]), Proof), f"{seed}:\n{text}"
    assert broken or SEEDS < 100


@in_groups
def test_what_is_refuted_is_broken(group: int) -> None:
    refuted = sure = 0
    for seed in range(2000 + group, 2000 + SEEDS, GROUPS):
        text, mechanism = mechanism_of(seed)
        found = refute(mechanism, jobs=1, effort=EFFORT).counterexample
        if found is None:
            continue
        refuted += 1
        left, right = (mechanism.faces.inputs(side) for side in (found.left, found.right))
        compared = compare(mechanism, left, right, 1e-8, LIMITS)
        assert compared.violates is not False, f"{seed}: {left} {right}\n{text}"
        sure += bool(compared.violates)
    assert refuted, "a group without a counterexample shows nothing"
    assert 3 * sure >= refuted - 2, f"{sure} of {refuted} are confirmed"  # the others have too many outputs to compute


def test_many_of_these_mechanisms_are_broken_and_many_are_not() -> None:
    found = [violation(mechanism_of(seed)[1], seed, rounds=3) for seed in range(3000, 3000 + SEEDS)]
    broken = sum(v is not None for v in found)
    assert SEEDS <= 6 * broken <= 4 * SEEDS
