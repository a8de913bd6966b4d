"""Whether a pair breaks a claim: yes and no are certain, and the rest is not decided."""

import math
import random
from fractions import Fraction

import pytest

from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import compare
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text

HEAD = "from typing import Annotated\nfrom twinproof import Epsilon, laplace, mechanism, within\n"
NOISY = (
    HEAD + '@mechanism(epsilon="0", delta="d")\n'
    "def noisy(x: Annotated[int, within(1)], d: Epsilon, eps: Epsilon) -> int:\n"
    "    return laplace(x, 1 / eps)\n"
)
COIN = (
    HEAD + '@mechanism(epsilon="eps")\n'
    "def coin(x: Annotated[int, within(1)], eps: Epsilon) -> bool:\n"
    "    return laplace(x, 2 / eps) >= 1\n"
)


def read(text: str) -> Mechanism:
    (mechanism,) = read_text(text, "given.py")
    assert isinstance(mechanism, Mechanism)
    return mechanism


@pytest.mark.parametrize("seed", range(60))
def test_what_is_decided_is_so(seed: int) -> None:
    """At ε = 0 noise that is moved by one needs a δ of P(noise = 0) = (1 − a) / (1 + a), whatever the limits are."""
    rng = random.Random(seed)
    rate, delta = Fraction(rng.randint(1, 30), 10), Fraction(rng.randint(1, 40), 41)
    x = rng.randint(-2, 2)
    limits = Limits(rows=rng.choice([1, 10, 100, 10_000]))
    left, right = ({"x": value, "d": delta, "eps": rate} for value in (x, x + 1))
    found = compare(read(NOISY), left, right, 10.0 ** rng.randint(-100, -1), limits)
    a = math.exp(-rate)
    if found.violates is not None:
        assert found.violates == ((1 - a) / (1 + a) > delta)
    assert found.complete or found.violates is not False
    assert bool(found.undecided) == (found.violates is None)


def test_a_limit_that_was_met_decides_nothing() -> None:
    left, right = ({"x": value, "d": Fraction(1, 2), "eps": 1} for value in (0, 1))
    found = compare(read(NOISY), left, right, limits=Limits(rows=1))
    assert not found.complete
    assert found.violates is None
    assert found.undecided == "nothing was computed"


def test_all_outputs_of_a_coin_are_there() -> None:
    found = compare(read(COIN), {"x": 0, "eps": 1}, {"x": 1, "eps": 1})
    assert found.violates is False
    assert found.least_delta.upper == 0
    tight = compare(read(COIN.replace("2 / eps", "1 / eps")), {"x": 1, "eps": 1}, {"x": 2, "eps": 1})
    assert tight.violates is None  # a loss of just ε
    assert tight.undecided == "the bounds of a loss lie on both sides of the claimed ε"


# --------------------------------------------------------------------------------------- claims that no float can hold

CLAIMING = HEAD + '@mechanism(epsilon="{}")\ndef m(x: Annotated[int, within(1)], eps: Epsilon) -> {}:\n    return {}\n'
NOISE, SIGN, BARE = ("int", "laplace(x, 1 / eps)"), ("bool", "laplace(x, 1 / eps) > 0"), ("int", "x")


@pytest.mark.parametrize(
    ("claim", "program", "eps", "violates"),
    [
        ("1e400", SIGN, "1", False),
        ("1e400", BARE, "1", True),
        ("1e9", BARE, "1", True),
        ("1e400", NOISE, "1", None),  # what is not listed could break it
        ("eps", NOISE, "1e7", None),
        ("eps", NOISE, "1e300", None),
        ("eps", NOISE, "1e400", None),
        ("eps", SIGN, "1e400", None),
        ("eps", NOISE, "1e-400", None),
        ("1e-400", NOISE, "1", True),
        ("1e-400", SIGN, "1e400", True),
    ],
)
@pytest.mark.timeout(20)
def test_claims_that_no_float_can_hold(claim: str, program: tuple[str, str], eps: str, violates: bool | None) -> None:
    left, right = ({"x": x, "eps": Fraction(eps)} for x in (0, 1))
    found = compare(read(CLAIMING.format(claim, *program)), left, right)
    assert found.violates is violates
    assert 0 <= found.least_delta.lower <= found.least_delta.upper <= 1
    if "400" in claim:
        shown = claim.replace("e4", "e+4")
        assert f"claimed {shown};" in repr(found)
        assert f"claimed ε = {shown};" in found._repr_html_()
