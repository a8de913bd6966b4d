"""Two coupled runs: with the proof's couplings they return the same within the budget, and with others they do not."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from tests.play.mechanisms import COUNT, HEADER, MAXIMUM, VOTES
from twinproof.lang.expr import Literal
from twinproof.lang.inputs import called_with
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise.drawing import SeededNoise
from twinproof.lang.reader import read_text
from twinproof.play.coupled import Followed, follow, outputs
from twinproof.search.result import Account
from twinproof.verify import verify

SEVERAL = (
    HEADER
    + """
@mechanism(epsilon="len(xs) * eps")
def several(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    return [laplace(x, 1 / eps) for x in xs]
"""
)


@cache
def proved(text: str) -> tuple[Mechanism, Account]:
    (mechanism,) = read_text(text)
    assert isinstance(mechanism, Mechanism)
    verdict = verify(mechanism, jobs=1)
    assert verdict.proof is not None
    return mechanism, verdict.proof


def runs(
    text: str, left: dict[str, object], right: dict[str, object], proof: Account | None = None
) -> Sequence[Followed]:
    mechanism, found = proved(text)
    mechanism, (ours, theirs) = called_with(mechanism, left, right)
    return [follow(mechanism, proof or found, ours, theirs, SeededNoise(seed)) for seed in range(30)]


PAIRS: dict[str, tuple[str, dict[str, object], dict[str, object]]] = {
    "count": (COUNT, {"x": 3, "eps": 1}, {"x": 4, "eps": 1}),
    "maximum": (MAXIMUM, {"scores": [1, 2, 0], "eps": "1/2"}, {"scores": [2, 1, 1], "eps": "1/2"}),
    "votes that rise": (VOTES, {"scores": [1, 2, 0], "eps": 1}, {"scores": [2, 2, 1], "eps": 1}),
    "votes that fall": (VOTES, {"scores": [2, 2, 1], "eps": 1}, {"scores": [1, 2, 0], "eps": 1}),
    "several": (SEVERAL, {"xs": [0, 0], "eps": 1}, {"xs": [1, 0], "eps": 1}),
    "nothing to draw": (SEVERAL, {"xs": [], "eps": 1}, {"xs": [], "eps": 1}),
}


@pytest.mark.parametrize("name", [name for name in PAIRS if name != "nothing to draw"])
def test_the_right_run_follows_within_the_budget(name: str) -> None:
    for followed in runs(*PAIRS[name]):
        assert followed.trouble == ""
        assert followed.together
        assert 0 <= followed.spent <= 1
        assert [step.spent for step in followed.steps] == sorted(step.spent for step in followed.steps)
        assert sum(step.cost for step in followed.steps) == followed.spent


def test_a_draw_tells_what_happened() -> None:
    followed, *_ = runs(*PAIRS["count"])
    (step,) = followed.steps
    assert (step.left_centre, step.right_centre) == (3, 4)
    assert step.left == step.right == followed.left == followed.right
    assert (step.variable, step.noise, float(step.cost)) == ("result", "laplace", 1.0)
    mechanism, _ = proved(COUNT)
    assert outputs(mechanism, followed) == (str(step.left), str(step.left))


def test_the_case_is_the_one_of_the_inputs() -> None:
    assert {f.shape for f in runs(*PAIRS["votes that rise"])} == {(("scores", 1),)}
    assert {f.shape for f in runs(*PAIRS["votes that fall"])} == {(("scores", -1),)}
    both_ways = runs(VOTES, {"scores": [2, 2], "eps": 1}, {"scores": [1, 3], "eps": 1})
    assert {f.trouble for f in both_ways} == {"the proof goes by cases, and these inputs are in none of them"}


def test_other_couplings_lead_astray() -> None:
    _, proof = proved(MAXIMUM)
    lower, zero = Literal(-9), Literal(0)
    wrong = tuple(replace(c, cases=(replace(c.cases[0], shift=lower), *c.cases[1:])) for c in proof.couplings)
    assert not all(f.together for f in runs(*PAIRS["maximum"], replace(proof, couplings=wrong)))
    free = tuple(replace(c, cases=tuple(replace(case, price=zero) for case in c.cases)) for c in proof.couplings)
    assert {f.spent for f in runs(*PAIRS["maximum"], replace(proof, couplings=free))} == {Fraction(0)}


def test_a_draw_without_a_coupling_is_not_followed() -> None:
    _, proof = proved(COUNT)
    (followed, *_) = runs(*PAIRS["count"], replace(proof, couplings=()))
    assert not followed.together
    assert followed.trouble == "the right run draws result alone, and the left run has nothing to follow"


def test_a_claim_of_nothing() -> None:
    (followed, *_) = runs(*PAIRS["nothing to draw"])
    assert (followed.trouble, followed.steps) == ("the claim is zero: there is nothing to spend", ())
