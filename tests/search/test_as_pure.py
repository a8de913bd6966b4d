"""What is ε-private is ε²/2-zCDP: claims of divergences for mechanisms that have no proof of their own in divergences.

What is private is proved and replayed, with words that say how; what claims a little less is not proved.
"""

from __future__ import annotations

import json

import pytest

from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.search.display import explain_proof
from twinproof.search.prover import Prover
from twinproof.search.result import Proof
from twinproof.search.wording import in_words

HEAD = """
from typing import Annotated
from twinproof import Epsilon, each_within, gaussian, laplace, mechanism, randomized_response, within

"""
NOISY_MAX = """
@mechanism(zcdp="eps ** 2 / 2", requires="len(scores) >= 1")
def f(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    noisy = [laplace(score, 2 / eps) for score in scores]
    return noisy.index(max(noisy))
"""
RESPONSE = """
@mechanism(zcdp="eps ** 2 / 2", delta="1 / 10")
def f(x: Annotated[int, within(1)], eps: Epsilon) -> bool:
    return randomized_response(x > 0, eps)
"""
FIRST_ABOVE = """
@mechanism(renyi=("alpha", "alpha * eps ** 2 / 2"), requires="alpha > 1")
def f(answers: Annotated[list[int], each_within(1)], threshold: int, alpha: Epsilon, eps: Epsilon) -> int | None:
    bar = laplace(threshold, 2 / eps)
    for i, answer in enumerate(answers):
        if laplace(answer, 4 / eps) >= bar:
            return i
    return None
"""
PRIVATE = {"noisy_max": NOISY_MAX, "response": RESPONSE, "first_above": FIRST_ABOVE}
NEAR = {
    "less": (NOISY_MAX, "eps ** 2 / 2", "eps ** 2 / 2 * 99 / 100"),
    "linear": (NOISY_MAX, 'zcdp="eps ** 2 / 2"', 'zcdp="eps / 2"'),
    "half_noise": (NOISY_MAX, "2 / eps)", "1 / eps)"),
    "the_value_too": (NOISY_MAX, "noisy.index(max(noisy))", "max(noisy)"),
    "a_quarter": (RESPONSE, "eps ** 2 / 2", "eps ** 2 / 4"),
    "without_the_order": (FIRST_ABOVE, "alpha * eps ** 2 / 2", "eps ** 2 / 2"),
    "noise_of_the_answers": (FIRST_ABOVE, "4 / eps", "2 / eps"),
    "gaussian": (NOISY_MAX, "laplace(score, 2 / eps)", "gaussian(score, 2 / eps)"),
}


def read(text: str) -> Mechanism:
    (m,) = read_text(HEAD + text)
    assert isinstance(m, Mechanism)
    return m


@pytest.mark.parametrize("name", PRIVATE)
def test_what_is_pure_is_proved(name: str) -> None:
    m = read(PRIVATE[name])
    answer = Prover(m).find_proof()
    assert isinstance(answer, Proof), answer.reason
    check(json.loads(json.dumps(write(m, answer.theorem))), m)
    assert "so it is (eps, 0)-differentially private, and the claim follows from that" in explain_proof(answer)
    assert "So it is (eps, 0)-differentially private, and the claim follows from that." in in_words(m, answer)


@pytest.mark.parametrize("name", NEAR)
def test_what_claims_a_little_less_is_not_proved(name: str) -> None:
    text, old, new = NEAR[name]
    assert old in text
    assert not isinstance(Prover(read(text.replace(old, new))).find_proof(), Proof)
