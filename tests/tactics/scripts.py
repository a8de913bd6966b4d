"""Proofs for the tests: of mechanisms that are written down in the test itself."""

from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.tactics.script import Proof

HEAD = """
from typing import Annotated
from twinproof import (
    Database, Epsilon, Query, Score, each_within, laplace, mechanism, one_sided_laplace, one_within, sensitivity, within
)

"""


def proof_of(text: str) -> Proof:
    """The beginning of a proof of the one mechanism in the text."""
    found = read_text(HEAD + text)
    assert len(found) == 1
    assert isinstance(found[0], Mechanism), found[0]
    return Proof(found[0])


NOISY = """
@mechanism(epsilon="eps")
def noisy(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    y = x + 1
    z = laplace(y, 1 / eps)
    return z + 1
"""

LOOP = """
@mechanism(epsilon="n * eps", requires="n >= 0")
def loop(x: Annotated[int, within(1)], n: int, eps: Epsilon) -> list[int]:
    out: list[int] = []
    i = 0
    while i < n:
        y = laplace(x, 1 / eps)
        out.append(y)
        i += 1
    return out
"""

ABOVE = """
@mechanism(epsilon="eps")
def above(answers: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> int:
    r = len(answers)
    i = 0
    bar = laplace(t, 2 / eps)
    while i < len(answers):
        s = laplace(answers[i], 4 / eps)
        if bar <= s and r == len(answers):
            r = i
        i += 1
    return r
"""
