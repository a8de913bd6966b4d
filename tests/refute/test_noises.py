"""Counterexamples about noise beside Laplace's: certificates, forgeries, infinite losses, and laws that are not."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from typing import Any

import pytest

from twinproof.document.strict import Rejected
from twinproof.exact.meaning import compare
from twinproof.lang.adjacency import Within
from twinproof.lang.claim import pure
from twinproof.lang.command import Sample
from twinproof.lang.expr import FALSE, Expr, Literal, Place, Var, list_of
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.noise import CHOOSE, COIN, GAUSSIAN, RANDOMIZED_CHOICE, TRUNCATED, UNIFORM, Noise
from twinproof.lang.reader import read_text
from twinproof.lang.types import BOOL, INT, REAL
from twinproof.refute import refute
from twinproof.refute.replay import NotConfirmed, replay
from twinproof.refute.support import is_impossible
from twinproof.verify.counterexample_document import check_refuted, digest, write

HEADER = """\
from fractions import Fraction
from typing import Annotated
from twinproof import Epsilon, choose, coin, each_within, gaussian, geometric, laplace, mechanism, permute_and_flip
from twinproof import randomized_choice, randomized_response, truncated_laplace, uniform, within

"""
NUMBER = "x: Annotated[int, within(1)]"
SCORES = "x: Annotated[list[int], each_within(1)]"


def read(body: str, given: str = NUMBER, claim: str = 'epsilon="eps"') -> Mechanism:
    text = f"{HEADER}@mechanism({claim})\ndef m({given}, eps: Epsilon):\n    {body}\n"
    (found,) = read_text(text)
    assert isinstance(found, Mechanism), found
    return found


# Each with a noise that has the same types and is not the same: a certificate that names it must not pass.
BROKEN = {
    "gaussian": ("return gaussian(x, 1 / eps)", NUMBER, "laplace"),
    "gaussian with δ": ("return gaussian(x, variance=1 / eps)", NUMBER, "one_sided_laplace"),
    "truncated": ("return truncated_laplace(x, 1 / eps, 4)", NUMBER, "gaussian"),
    "uniform": ("return x + uniform(0, 9)", NUMBER, "laplace"),
    "response": ("return randomized_response(x > 0, 3 * eps)", NUMBER, "coin"),
    "k-ary": ("return randomized_choice(x % 4, 4, 2 * eps)", NUMBER, "truncated_laplace"),
    "choose": ("return choose(x, 2 * eps)", SCORES, "permute_and_flip"),
    "permute and flip": ("return permute_and_flip(x, 2 * eps)", SCORES, "choose"),
    "coin": ("return x if coin(Fraction(1, 3)) else 7", NUMBER, "randomized_response"),
    "geometric": ("return x + geometric(1 / eps)", NUMBER, "laplace"),
}
CLAIMS = {"gaussian with δ": 'epsilon="eps", delta="1/20"'}


@pytest.mark.parametrize("name", BROKEN)
def test_certificates_are_taken_and_other_noise_is_not(name: str) -> None:
    body, given, other = BROKEN[name]
    mechanism = read(body, given, CLAIMS.get(name, 'epsilon="eps"'))
    found = refute(mechanism, jobs=1).counterexample
    assert found is not None
    document: dict[str, Any] = json.loads(json.dumps(write(mechanism, found, "")))
    assert check_refuted(document, mechanism, "").mechanism == mechanism
    (drawn,) = {s.noise.name for s in mechanism.samplings}
    forged = json.loads(json.dumps(document).replace(f'"{drawn}"', f'"{other}"'))
    assert forged != document
    forged["digest"] = digest(forged)
    with pytest.raises(Rejected):
        check_refuted(forged)


INFINITE = [
    "return truncated_laplace(x, 1 / eps, 0)",
    "return truncated_laplace(x, 1 / eps, 7)",
    "return uniform(x, x + 3)",
    "return x + uniform(-2, 2)",
    "return (x if coin(1) else laplace(0, 1 / eps))",
    "return (x if coin(Fraction(1, 1000)) else 0)",
    "return laplace(x, 1 / eps) if coin(0) else x",
    "return x + geometric(2 / eps)",
    "return randomized_choice(x % 2, 2, eps) + 2 * (x % 2)",
]
FINITE = [
    "return x if coin(0) else laplace(x, 1 / eps)",
    "return truncated_laplace(0 * x, 1 / eps, 7)",
    "return int(randomized_response(x > 0, eps))",
    "return laplace(x, 1 / eps) + uniform(0, 5)",
]


@pytest.mark.parametrize("body", INFINITE)
def test_an_infinite_loss_is_shown(body: str) -> None:
    found = refute(read(body), jobs=1).counterexample
    assert found is not None
    assert found.p_right.upper == 0
    assert found.p_left.lower > 0
    assert "the right can never give this output" in found.explain()


@pytest.mark.parametrize("body", FINITE)
def test_a_finite_loss_is_not_said_to_be_infinite(body: str) -> None:
    mechanism = read(body)
    assert refute(mechanism, jobs=1).counterexample is None
    table = compare(mechanism, {"x": 0, "eps": 1}, {"x": 1, "eps": 1})
    assert table.loss_at_least <= 1
    assert table.violates is not True
    assert all(row.at_most < math.inf for row in table.rows if row.left.lower > 1e-9 and row.right.lower > 1e-9)


X, EPS = Var("x", INT), Var("eps", REAL, Place.RIGID)


def core(noise: Noise, *parameters: Expr, centre: Expr = X) -> Mechanism:
    out = Var("out", noise.value_type)
    given = (Parameter(X, Within(Literal(1))), Parameter(EPS, positive=True))
    return Mechanism("m", given, Sample(out, noise, parameters, centre), out, pure(EPS))


@pytest.mark.parametrize(
    ("mechanism", "output", "message"),
    [
        (core(COIN, Literal(Fraction(3, 2)), centre=FALSE), True, "probability of noise is not between 0 and 1"),
        (core(COIN, Literal(-1), centre=FALSE), True, "probability of noise is not between 0 and 1"),
        (core(GAUSSIAN, Literal(0)), 3, "variance of noise is not above zero"),
        (core(GAUSSIAN, Literal(10**12)), 3, "too large for the replay"),
        (core(TRUNCATED, EPS, Literal(-1)), 3, "bound of noise is not at least 0"),
        (core(UNIFORM, Literal(0)), 3, "size of noise is not at least 1"),
        (core(RANDOMIZED_CHOICE, Literal(0), EPS), 0, "number of values of noise is not at least 1"),
        (core(RANDOMIZED_CHOICE, Literal(2), EPS), 0, "there is no response about"),
        (core(CHOOSE, EPS, centre=list_of(INT)), 0, "a choice needs scores"),
    ],
)
def test_the_replay_refuses_noise_that_there_is_not(mechanism: Mechanism, output: Any, message: str) -> None:
    with pytest.raises(NotConfirmed, match=message):
        replay(mechanism, {"x": 5, "eps": 1}, {"x": 6, "eps": 1}, [output])
    assert not is_impossible(mechanism, {"x": 5, "eps": Fraction(1)}, output)


def test_what_is_possible() -> None:
    values = {"x": 5, "eps": Fraction(1)}
    possible = {
        (GAUSSIAN, (Literal(2),)): ({5, 100, -(10**6)}, set()),
        (TRUNCATED, (EPS, Literal(2))): ({3, 5, 7}, {2, 8}),
        (UNIFORM, (Literal(3),)): ({5, 6, 7}, {4, 8}),
        (RANDOMIZED_CHOICE, (Literal(8), EPS)): ({0, 5, 7}, {-1, 8}),
    }
    for (noise, parameters), (there, not_there) in possible.items():
        mechanism = core(noise, *parameters)
        assert not any(is_impossible(mechanism, values, o) for o in there)
        assert all(is_impossible(mechanism, values, o) for o in not_there)
    for p, never in ((Fraction(0), True), (Fraction(1), False)):
        assert is_impossible(core(COIN, Literal(p), centre=FALSE), values, never)
        assert not is_impossible(core(COIN, Literal(p), centre=FALSE), values, not never)
    assert core(COIN, Literal(1), centre=FALSE).result.type == BOOL
