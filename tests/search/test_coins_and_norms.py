"""Randomized response by hand, and norms that are squares: all of these mechanisms, not some of them."""

import json
from pathlib import Path

import pytest

from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise.drawing import SeededNoise
from twinproof.lang.printer import show_expr
from twinproof.lang.reader import read_file
from twinproof.play.coupled import follow
from twinproof.report.runs import branches
from twinproof.search.coin_blocks import coin_blocks
from twinproof.search.display import show_tie
from twinproof.search.prover import TIERS, Prover
from twinproof.search.result import Proof, Stuck
from twinproof.tactics.stepping import Block

HERE = Path(__file__).parent
FILES = ("coins", "norms")


def mechanisms(folder: str) -> list[Mechanism]:
    found = [m for name in FILES for m in read_file(HERE / folder / f"{name}.py")]
    assert all(isinstance(m, Mechanism) for m in found)
    return [m for m in found if isinstance(m, Mechanism)]


FRESH, NEAR = mechanisms("fresh"), mechanisms("near")


@pytest.mark.parametrize("mechanism", FRESH, ids=lambda m: m.name)
def test_what_is_private_is_proved(mechanism: Mechanism) -> None:
    answer = Prover(mechanism).find_proof(TIERS[:2])
    assert isinstance(answer, Proof), f"{answer.reason}: {answer.tried}"
    check(json.loads(json.dumps(write(mechanism, answer.theorem))), mechanism)
    assert answer.theorem.judgment.left == mechanism.body
    assert "coupled by" in answer.explain()


@pytest.mark.parametrize("mechanism", NEAR, ids=lambda m: m.name)
def test_what_tells_too_much_is_not(mechanism: Mechanism) -> None:
    assert isinstance(Prover(mechanism).find_proof(TIERS[:1]), Stuck)


def chances(name: str, among: list[Mechanism]) -> list[str]:
    """What the blocks of a mechanism are drawn with."""
    made = coin_blocks(next(m for m in among if m.name == name))
    drawn = () if made is None else made.mechanism.samplings
    return [show_expr(s.parameters[0]) for s in drawn if isinstance(s, Block)]


def test_how_likely_a_block_is() -> None:
    assert chances("two_coins", FRESH) == ["if 0 < x then 3/4 else 1/4"]
    assert chances("forced_answers", FRESH) == ["if person_smokes then 3/4 else 1/4"]
    assert chances("biased_second_coin", FRESH) == ["if answer then 5/8 else 1/8"]
    assert chances("a_die_and_a_coin", FRESH) == ["if answer then 5/6 else 1/6"]


def test_what_is_no_block() -> None:
    for name in ("first_coin_is_counted", "second_coin_is_kept", "same_coin_twice", "even_coin_is_counted"):
        assert chances(name, NEAR) == []
    assert chances("sum_of_answers", FRESH) == []  # one coin only
    assert len(chances("two_answers_at_once", NEAR)) == 2


def test_what_is_said_of_a_coin() -> None:
    turned = Prover(next(m for m in FRESH if m.name == "told_as_heads")).find_proof(TIERS[:1])
    assert isinstance(turned, Proof)
    (coupling,) = turned.couplings
    assert coupling.rule == "ω-Coins"
    assert show_tie(coupling) == (
        "If (0 < x⟨1⟩) = (0 < x⟨2⟩), the right run draws the same sample as the left run; that is free. Otherwise the "
        "right run draws the other side of sample; that costs if told then log(3) else −log(3)."
    )
    assert [b.shift for b in branches(coupling)] == ["sample⟨2⟩ = sample⟨1⟩", "sample⟨2⟩ = ¬sample⟨1⟩"]


@pytest.mark.parametrize(("name", "trouble"), [("told_as_heads", ""), ("two_coins", "are taken together")])
def test_two_runs_with_a_coin(name: str, trouble: str) -> None:
    mechanism = next(m for m in FRESH if m.name == name)
    proof = Prover(mechanism).find_proof(TIERS[:1])
    assert isinstance(proof, Proof)
    for seed in range(8):
        runs = follow(mechanism, proof, {"x": 0}, {"x": 1}, SeededNoise(seed))
        assert trouble in runs.trouble
        assert runs.together == (not trouble)
        assert all(step.left != step.right for step in runs.steps)
