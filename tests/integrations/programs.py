"""Mechanisms that the tests of this room write to files: one that is private, one that is not, one that is not read."""

HEAD = """from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, one_within, within

"""
HEAD_OF_ROWS = HEAD.replace("one_within", "one_added_or_removed, one_changed, one_user_changed, one_within")

ROWS = """
@mechanism(epsilon="eps")
def size(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    return laplace(len(rows), 1 / eps)

@mechanism(epsilon="eps")
def clamped(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    total = 0
    for row in rows:
        total += min(max(row, 0), 10)
    return laplace(total, 10 / eps)

@mechanism(epsilon="eps")
def yes(rows: Annotated[list[bool], one_changed()], eps: Epsilon) -> int:
    count = 0
    for row in rows:
        if row:
            count += 1
    return laplace(count, 1 / eps)

@mechanism(epsilon="eps")
def named(rows: Annotated[list[str], one_added_or_removed()], name: str, eps: Epsilon) -> int:
    count = 0
    for row in rows:
        if row == name or row == "ann":
            count += 1
    return laplace(count, 1 / eps)

@mechanism(epsilon="len(rows) * eps")
def each(rows: Annotated[list[bool], one_changed()], eps: Epsilon) -> int:
    return laplace(1, 1 / eps)

@mechanism(epsilon="eps")
def pairs(rows: Annotated[list[tuple[int, bool]], one_changed()], eps: Epsilon) -> int:
    return laplace(1, 1 / eps)

@mechanism(epsilon="eps")
def users(rows: Annotated[list[tuple[int, bool]], one_user_changed(0, rows=2)], eps: Epsilon) -> int:
    return laplace(1, 1 / eps)
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
@mechanism(epsilon="eps / 2", delta="1 / 2", requires="eps <= 1")
def undecided(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
"""
