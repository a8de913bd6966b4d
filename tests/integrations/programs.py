"""Mechanisms that the tests of this room write to files: one that is private, one that is not, one that is not read."""

HEAD = """from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, one_within, within

"""

COUNT = """
@mechanism(epsilon="eps")
def count(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    noisy = laplace(x, 1 / eps)
    return noisy
"""

HALF = """
@mechanism(epsilon="eps")
def half(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    noisy = laplace(x, 1 / (2 * eps))
    return noisy
"""

WRONG = """
@mechanism(epsilon="eps")
def wrong(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    del x
    return laplace(x, 1 / eps)
"""

# The prover has no automatic proof of a claim with δ > 0, and there is no counterexample to it.
OPEN = """
@mechanism(epsilon="eps", delta="1/8")
def undecided(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
"""
