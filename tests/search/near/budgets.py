"""Budgets in pieces that are overdrawn: each claim is false."""

from typing import Annotated

from twinproof import Epsilon, clamp, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def asked_whether_any_is_left(xs: Annotated[list[int], each_within(1)], bar: int, eps: Epsilon) -> list[int]:
    """There may be one piece left, and three are spent."""
    out: list[int] = []
    spent = 0
    pieces = 3
    for x in xs:
        if spent >= 10:
            break
        answer = laplace(x, 10 / (pieces * eps))
        spent += pieces
        out.append(answer)
        pieces = 1 if answer < bar else 3
    return out


@mechanism(epsilon="eps")
def one_piece_too_many(xs: Annotated[list[int], each_within(1)], bar: int, eps: Epsilon) -> list[int]:
    """Five pieces of four."""
    told: list[int] = []
    quarters, cost, i = 4, 1, 0
    while i < len(xs) and cost <= quarters + 1:
        noisy = laplace(xs[i], 4 / (cost * eps))
        told.append(noisy)
        quarters -= cost
        cost = 2 if noisy > bar else 1
        i += 1
    return told


@mechanism(epsilon="eps")
def cost_of_the_next(xs: Annotated[list[int], each_within(1)], bar: int, eps: Epsilon) -> list[int]:
    """What is taken off is what the next one costs."""
    told: list[int] = []
    quarters, cost, i = 4, 2, 0
    while i < len(xs) and cost <= quarters:
        noisy = laplace(xs[i], 4 / (cost * eps))
        told.append(noisy)
        cost = 2 if noisy > bar else 1
        quarters -= cost
        i += 1
    return told


@mechanism(epsilon="eps")
def cost_by_true_value(xs: Annotated[list[int], each_within(1)], bar: int, eps: Epsilon) -> list[int]:
    """How much noise there is tells the true entry."""
    told: list[int] = []
    left = 4
    for x in xs:
        cost = 2 if x > bar else 1
        if cost > left:
            break
        told.append(laplace(x, 4 / (cost * eps)))
        left -= cost
    return told


@mechanism(epsilon="eps")
def may_cost_nothing(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    """A cost below zero gives something back."""
    told: list[int] = []
    left, cost = 6, 1
    for x in xs:
        if cost <= left:
            noisy = laplace(x, 6 / (max(cost, 1) * eps))
            told.append(noisy)
            left -= cost
            cost = clamp(noisy, -1, 3)
    return told


@mechanism(epsilon="eps")
def moves_by_two(xs: Annotated[list[int], each_within(2)], eps: Epsilon) -> list[int]:
    """Entries move by 2, and the pieces are for 1."""
    told: list[int] = []
    left, cost, i = 16, 1, 0
    while i < len(xs) and cost <= left:
        told.append(laplace(xs[i], 16 / (cost * eps)))
        left -= cost
        cost = cost * 2
        i += 1
    return told
