"""Outputs that are reached from several centres: what is listed has all of its mass, and no loss is made up."""

import math
from fractions import Fraction

import pytest

from twinproof.exact.meaning import compare, distribution
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text

MIXED = """from fractions import Fraction
from typing import Annotated
from twinproof import Epsilon, coin, laplace, mechanism, within

@mechanism(epsilon="eps")
def mixed(far: Annotated[int, within(1)], eps: Epsilon) -> int:
    n = 0
    if coin(Fraction(1, 2)):
        n = far
    return laplace(n, 2 / eps)
"""


def read() -> Mechanism:
    (mixed,) = read_text(MIXED)
    assert isinstance(mixed, Mechanism)
    return mixed


@pytest.mark.parametrize("far", [1, 7, 500, 10**9])
def test_what_is_listed_is_listed_whole(far: int) -> None:
    """Far out a value is within reach of one of two centres only: its mass is that of both all the same."""
    computed = distribution(read(), {"far": far, "eps": 1}, 1e-12)
    a = math.exp(-1 / 2)
    assert len(computed.outputs) > 50
    for output in computed.outputs:
        exact = sum(Fraction((1 - a) / (1 + a) * a ** abs(output - n)) / 2 for n in (0, far))
        bounds = computed.mass(output)
        assert bounds.lower <= exact * (1 + Fraction(1, 10**9))
        assert exact <= bounds.upper * (1 + Fraction(1, 10**9))


@pytest.mark.parametrize("tolerance", [1e-6, 1e-12, 1e-30])
def test_no_loss_is_seen_where_there_is_none(tolerance: float) -> None:
    compared = compare(read(), {"far": 1, "eps": 1}, {"far": 0, "eps": 1}, tolerance)
    assert compared.loss_at_least <= math.log(1 + (math.exp(0.5) - 1) / 2) + 1e-9
