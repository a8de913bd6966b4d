"""What may help where nothing is known: a float that is not quite the number that was meant is named with its line."""

from __future__ import annotations

import pytest

from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.search.result import Stuck
from twinproof.verify.unknown import in_words

HEAD = """from fractions import Fraction
from typing import Annotated
from twinproof import Epsilon, coin, gaussian, mechanism, within

@mechanism(zcdp="rho", delta="1 / 1000")
def f(x: Annotated[int, within(1)], rho: Epsilon) -> int:
"""


@pytest.mark.parametrize(
    ("chance", "exact"),
    [
        ("1 / 1000", "Fraction(1, 1000)"),
        ("0.001", "Fraction(1, 1000)"),
        ("Fraction(1, 1000)", None),
        ("0.5", None),
        ("1 / 1024", None),
    ],
)
def test_a_float_near_to_a_fraction_is_named(chance: str, exact: str | None) -> None:
    text = f"{HEAD}    if coin({chance}):\n        return x\n    return gaussian(x, variance=1 / (2 * rho))\n"
    (mechanism,) = read_text(text)
    assert isinstance(mechanism, Mechanism)
    words = in_words(mechanism, Stuck("no proof"), None, None)
    assert ("in place of the float" in words) == (exact is not None)
    assert exact is None or f"in line 7, `{exact}` in place of the float" in words
