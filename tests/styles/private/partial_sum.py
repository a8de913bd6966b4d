"""A sum with noise at the end, in other styles.

Claim: ε, as in `gallery/private/partial_sum.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_within


class Balance(NamedTuple):
    gains: int
    losses: int


@mechanism(epsilon="eps")
def partial_sum_builtin(entries: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """`sum` of the list."""
    return laplace(sum(entries), 1 / eps)


@mechanism(epsilon="eps")
def partial_sum_generator(entries: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """`sum` over two generators with conditions, gains and losses apart."""
    gains = sum(entry for entry in entries if entry > 0)
    losses = sum(-entry for entry in entries if entry < 0)
    return laplace(gains - losses, 1 / eps)


@mechanism(epsilon="eps")
def partial_sum_in_place(entries: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """Exact prefix sums in a list that is filled in place; only the last one is released, with noise."""
    sums = [0] * (len(entries) + 1)
    for i, entry in enumerate(entries):
        sums[i + 1] = sums[i] + entry
    return laplace(sums[-1], 1 / eps)


@mechanism(epsilon="eps")
def partial_sum_slices(entries: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """Two halves, by slices."""
    half = len(entries) // 2
    return laplace(sum(entries[:half]) + sum(entries[half:]), 1 / eps)


@mechanism(epsilon="eps")
def partial_sum_dictionary(entries: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """Gains and losses in a dictionary with public keys."""
    totals = {"gains": 0, "losses": 0}
    for entry in entries:
        if entry >= 0:
            totals["gains"] += entry
        else:
            totals["losses"] += entry
    return laplace(sum(totals.values()), 1 / eps)


@mechanism(epsilon="eps")
def partial_sum_records(entries: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """A record of gains and losses, made anew for each entry."""
    balance = Balance(gains=0, losses=0)
    for entry in entries:
        balance = Balance(balance.gains + max(entry, 0), balance.losses + max(-entry, 0))
    return laplace(balance.gains - balance.losses, 1 / eps)
