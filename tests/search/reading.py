"""Mechanisms from short texts, for the tests of the prover."""

import textwrap

from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text

HEADER = """
from typing import Annotated
from twinproof import Epsilon, each_within, laplace, mechanism, one_sided_laplace, one_within, within
"""


def mechanism_of(text: str) -> Mechanism:
    """The last mechanism of a text."""
    found = read_text(HEADER + textwrap.dedent(text), "text.py")[-1]
    assert isinstance(found, Mechanism), found
    return found


ABOVE = """
@mechanism(epsilon="eps")
def above(answers: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    bar = laplace(t, 2 / eps)
    for i in range(len(answers)):
        noisy = laplace(answers[i], 4 / eps)
        if noisy >= bar:
            return i
    return len(answers)
"""

FLAGS = """
@mechanism(epsilon="eps", requires="c >= 1")
def flags(answers: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> list[bool]:
    bar = laplace(t, 2 / eps)
    out = []
    hits = 0
    for q in answers:
        above = laplace(q, 4 * c / eps) >= bar
        out.append(above)
        if above:
            hits += 1
            if hits == c:
                break
    return out
"""

LEAKY = """
@mechanism(epsilon="eps")
def leaky(x: Annotated[int, within(2)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
"""
