"""Rényi divergences with certified bounds, at one order and over all orders; and `compare` where they are claimed."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import pytest

from twinproof.exact.distribution import SubDistribution
from twinproof.exact.meaning import compare
from twinproof.exact.renyi import divergences, renyi_divergence
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text


def random_pair(random: Random) -> tuple[SubDistribution[int], SubDistribution[int]]:
    size = random.randint(1, 5)
    rows = [[random.randint(1, 9) for _ in range(size)] for _ in range(2)]
    whole = [sum(row) + random.choice([0, 0, 3]) for row in rows]
    left, right = (SubDistribution({x: Fraction(w, whole[n]) for x, w in enumerate(row)}) for n, row in enumerate(rows))
    return left, right


def divergence(left: SubDistribution[int], right: SubDistribution[int], order: float) -> float:
    logs = [order * math.log(left[x]) + (1 - order) * math.log(right[x]) for x in left.support]
    return (max(logs) + math.log(math.fsum(math.exp(term - max(logs)) for term in logs))) / (order - 1)


def test_the_bounds_enclose_it_and_are_close() -> None:
    random = Random(3)
    for _ in range(60):
        left, right = random_pair(random)
        for order in (Fraction(17, 16), Fraction(2), Fraction(5), Fraction(40)):
            found, about = renyi_divergence(left, right, order), divergence(left, right, float(order))
            assert found.at_least <= found.at_most <= found.at_least + 1e-12 + 1e-12 * abs(about)
            assert math.isclose(found.at_least, about, abs_tol=1e-10)


def test_what_the_right_cannot_give_is_infinite() -> None:
    left, right = SubDistribution({0: Fraction(1, 2), 1: Fraction(1, 2)}), SubDistribution({0: Fraction(1)})
    assert renyi_divergence(left, right, Fraction(2)).at_least == math.inf
    assert renyi_divergence(right, left, Fraction(2)).at_most <= math.log(2) + 1e-12
    with pytest.raises(ValueError, match="above 1"):
        renyi_divergence(left, right, Fraction(1))


def test_the_largest_quotient_over_all_orders_is_enclosed() -> None:
    random = Random(4)
    for _ in range(25):
        left, right = random_pair(random)
        found = divergences(left, right).largest()
        grid = [1 + 10 ** (n / 12 - 4) for n in range(96)]
        best = max(0.0, *(divergence(left, right, order) / order for order in grid))
        assert found.value.at_most >= best - 1e-9
        assert found.value.at_least <= found.value.at_most
        if best > 1e-3:
            assert found.value.at_least >= best * (1 - 1e-2)
            assert found.value.at_most <= best * (1 + 5e-2)
            at = divergence(left, right, float(found.order)) / float(found.order)
            assert math.isclose(at, found.value.at_least, rel_tol=1e-9)


TEXT = """
from typing import Annotated
from twinproof import Epsilon, gaussian, mechanism, randomized_response, within

@mechanism({claim})
def asked(x: Annotated[int, within(1)], eps: Epsilon) -> {returns}:
    return {body}
"""


def asked(claim: str, body: str = "randomized_response(x > 0, 1 / eps)", returns: str = "bool") -> Mechanism:
    (found,) = read_text(TEXT.format(claim=claim, body=body, returns=returns))
    assert isinstance(found, Mechanism), found
    return found


@pytest.mark.parametrize(
    ("claim", "broken"),
    [
        ('zcdp="eps * eps / 2"', False),
        ('zcdp="eps * eps / 4"', True),
        ('zcdp="eps * eps / 4", delta=0.9', None),
        ('zcdp="eps * eps / 20", delta=0.001', True),
        ('renyi=(2, "eps * eps")', False),
        ('renyi=(2, "eps * eps / 2")', True),
        ('renyi=(2, "eps * eps / 20"), delta=0.001', True),
    ],
)
def test_compare_decides_where_outputs_are_few(claim: str, broken: bool | None) -> None:
    inputs = {"eps": Fraction(1)}
    found = compare(asked(claim), {"x": 0, **inputs}, {"x": 1, **inputs})
    assert found.violates is broken
    assert found.measured is not None
    assert ("ρ" in repr(found)) == ("zcdp" in claim)
    assert "D_α" in found._repr_html_()
    with pytest.raises(TypeError):
        assert found.claim


def test_compare_says_what_it_leaves_out() -> None:
    body = "gaussian(x, variance=1 / (2 * eps))"
    left, right = ({"x": x, "eps": Fraction(1)} for x in (0, 1))
    kept = compare(asked('zcdp="eps"', body, "int"), left, right)
    assert kept.violates is None
    assert "how much that adds to a divergence is not known" in kept.undecided
    broken = compare(asked('zcdp="0.99 * eps"', body, "int"), left, right)
    assert broken.violates
    assert broken.measured is not None
    assert math.isclose(broken.measured.amount.at_least, 1, rel_tol=1e-3)
