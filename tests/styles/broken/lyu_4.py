"""Sparse Vector whose query noise does not grow with the cut-off, in other styles. Not private as claimed.

Claim: ε, which does not hold, as in `gallery/broken/lyu_4.py`.
"""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism


class Itemset(Enum):
    RARE = 0
    FREQUENT = 1


class Split(NamedTuple):
    """How a budget is divided."""

    threshold: Epsilon
    supports: Epsilon


class Miner:
    def __init__(self, bar: int, eps: Epsilon) -> None:
        self.bar = bar
        self.eps = eps

    def is_frequent(self, support: int) -> bool:
        return laplace(support, 1 / self.eps) >= self.bar


@mechanism(epsilon="eps", requires="c >= 1")
def lyu_4_generator(
    supports: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    """Comparisons come from a generator; the budget is split by subtraction."""
    eps_threshold = eps / 4
    eps_supports = eps - eps_threshold
    bar = laplace(threshold, 1 / eps_threshold)
    frequent: list[bool] = []
    for is_frequent in (laplace(support, 1 / eps_supports) >= bar for support in supports):
        frequent.append(is_frequent)
        if sum(int(flag) for flag in frequent) == c:
            break
    return frequent


@mechanism(epsilon="eps", requires="c >= 1")
def lyu_4_in_place(
    supports: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    """A list of False that is set in place, and a slice of it as the result."""
    bar = laplace(threshold, 4 / eps)
    frequent = [False] * len(supports)
    count = 0
    for i, support in enumerate(supports):
        if laplace(support, 4 / (3 * eps)) >= bar:
            frequent[i] = True
            count += 1
        if count == c:
            return frequent[: i + 1]
    return frequent


@mechanism(epsilon="eps", requires="c >= 1")
def lyu_4_enum(
    supports: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[Itemset]:
    """The output is made of members of an Enum; a record holds how the budget is divided."""
    split = Split(threshold=eps / 4, supports=3 * eps / 4)
    bar = laplace(threshold, 1 / split.threshold)
    kinds: list[Itemset] = []
    left = c
    for support in supports:
        kind = Itemset.FREQUENT if laplace(support, 1 / split.supports) >= bar else Itemset.RARE
        kinds.append(kind)
        if kind == Itemset.FREQUENT:
            left -= 1
        if left == 0:
            break
    return kinds


@mechanism(epsilon="eps", requires="c >= 1")
def lyu_4_class(
    supports: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[str]:
    """An object compares; the output is made of texts."""
    miner = Miner(laplace(threshold, 4 / eps), 3 * eps / 4)
    words: list[str] = []
    count = 0
    for support in supports:
        if count == c:
            break
        if miner.is_frequent(support):
            words.append("frequent")
            count += 1
        else:
            words.append("rare")
    return words


@mechanism(epsilon="eps", requires="c >= 1")
def lyu_4_eager(
    supports: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    """All comparisons are made in a comprehension, and cut off behind the c-th that was above."""
    bar = laplace(threshold, 4 / eps)
    frequent = [laplace(support, 4 / (3 * eps)) >= bar for support in supports]
    hits = [i for i, flag in enumerate(frequent) if flag]
    return frequent if len(hits) < c else frequent[: hits[c - 1] + 1]
