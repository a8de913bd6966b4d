"""Budgets in pieces: what was told decides how many pieces the next answer costs. All keep their claims."""

from typing import Annotated

from twinproof import Epsilon, clamp, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def tenths_with_break(xs: Annotated[list[int], each_within(1)], bar: int, eps: Epsilon) -> list[int]:
    """Counts up what was spent, and leaves the loop before it is too much."""
    out: list[int] = []
    spent = 0
    pieces = 3
    for x in xs:
        if spent + pieces > 10:
            break
        answer = laplace(x, 10 / (pieces * eps))
        spent += pieces
        out.append(answer)
        pieces = 1 if answer < bar else 3
    return out


@mechanism(epsilon="eps", requires="n >= 1")
def pieces_of_a_parameter(xs: Annotated[list[int], each_within(1)], n: int, bar: int, eps: Epsilon) -> list[int]:
    """The number of pieces is a parameter."""
    out: list[int] = []
    left, cost = n, 1
    i = 0
    while i < len(xs):
        if cost > left:
            return out
        noisy = laplace(xs[i], n / (cost * eps))
        out.append(noisy)
        left = left - cost
        cost = 2 if noisy > bar else 1
        i += 1
    return out


@mechanism(epsilon="eps")
def paid_as_told(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    """The last answer itself says how many pieces the next one costs."""
    told: list[int] = []
    left = 6
    cost = 1
    for x in xs:
        if cost <= left:
            noisy = laplace(x, 6 / (cost * eps))
            told.append(noisy)
            left -= cost
            cost = clamp(noisy, 1, 3)
    return told


@mechanism(epsilon="eps")
def doubled_until_gone(xs: Annotated[list[int], each_within(2)], eps: Epsilon) -> list[int]:
    """One piece, two, four, and whatever is left after them. Entries move by 2."""
    told: list[int] = []
    left = 16
    cost = 1
    i = 0
    while i < len(xs) and cost <= left:
        told.append(laplace(xs[i], 32 / (cost * eps)))
        left -= cost
        cost = cost * 2
        i += 1
    return told
