"""Mechanisms that are private and that the prover does not prove yet: it must say so, and where it got stuck."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, one_added_or_removed, within


def _among(i: int, chosen: list[int]) -> bool:
    found = False
    for c in chosen:
        if c == i:
            found = True
    return found


@mechanism(epsilon="n * m * eps", requires="n >= 0 and m >= 0")
def grid(x: Annotated[int, within(1)], n: int, m: int, eps: Epsilon) -> list[int]:
    """n times m draws."""
    out: list[int] = []
    for _ in range(n):
        for _ in range(m):
            out.append(laplace(x, 1 / eps))
    return out


@mechanism(epsilon="eps")
def draws_in_private_branches(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """The positive part, with a draw in each branch of a private test."""
    if x > 0:  # noqa: SIM108
        v = laplace(x, 1 / eps)
    else:
        v = laplace(0, 1 / eps)
    return v


@mechanism(epsilon="k * eps", requires="k >= 0")
def peeling(votes: Annotated[list[int], each_within(1)], k: int, eps: Epsilon) -> list[int]:
    """The k best, one after the other, each out of those that are left."""
    chosen: list[int] = []
    for _ in range(k):
        arg = -1
        top = 0
        for i in range(len(votes)):
            if not _among(i, chosen):
                v = laplace(votes[i], 2 / eps)
                if arg == -1 or v > top:
                    arg = i
                    top = v
        chosen.append(arg)
    return chosen


@mechanism(epsilon="2 * eps", requires="len(votes) >= 2")
def first_and_second(votes: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """The winner, then the winner among the others."""
    first = -1
    top = 0
    for i in range(len(votes)):
        v = laplace(votes[i], 2 / eps)
        if first == -1 or v > top:
            first = i
            top = v
    second = -1
    for j in range(len(votes)):
        if j == first:
            continue
        v = laplace(votes[j], 2 / eps)
        if second == -1 or v > top:
            second = j
            top = v
    return (first, second)


@mechanism(epsilon="eps", requires="c >= 1 and k >= 1")
def sparse_k(xs: Annotated[list[int], each_within("k")], t: int, c: int, k: int, eps: Epsilon) -> list[bool]:
    """Entries that move by up to k, c finds."""
    bar = laplace(t, 2 * k / eps)
    out: list[bool] = []
    finds = 0
    for x in xs:
        if finds == c:
            break
        if laplace(x, 4 * k * c / eps) >= bar:
            out.append(True)
            finds += 1
        else:
            out.append(False)
    return out


@mechanism(epsilon="2 * eps")
def different_values(xs: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """How many different values there are, by a dictionary of truths."""
    seen: dict[int, bool] = {}
    for x in xs:
        seen[x] = True
    return laplace(len(seen), 1 / eps)
