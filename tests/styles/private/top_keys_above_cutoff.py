"""The k keys with the highest noisy counts above a cut-off, in other styles.

Claim: (ε, δ), as in `gallery/private/top_keys_above_cutoff.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_within


class Winner(NamedTuple):
    key: int


@mechanism(
    epsilon="eps", delta="delta", requires="k >= 0 and delta <= 1 / 2 and cutoff >= 1 + log(1 / (2 * delta)) / eps"
)
def top_keys_above_cutoff_nested(
    counts: Annotated[list[int], one_within(1)], k: int, cutoff: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    """A function in a function finds the best of those that are left."""
    noisy = [max(laplace(count, 1 / eps), cutoff) if count > 0 else cutoff for count in counts]
    winners: list[int] = []

    def best_left() -> int:
        best = -1
        for i in range(len(noisy)):
            if noisy[i] > cutoff and i not in winners and (best < 0 or noisy[i] > noisy[best]):
                best = i
        return best

    for _ in range(k):
        best = best_left()
        if best >= 0:
            winners.append(best)
    return winners


@mechanism(
    epsilon="eps", delta="delta", requires="k >= 0 and delta <= 1 / 2 and cutoff >= 1 + log(1 / (2 * delta)) / eps"
)
def top_keys_above_cutoff_in_place(
    counts: Annotated[list[int], one_within(1)], k: int, cutoff: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    """A winner is taken out of the running by lowering its noisy count to the cut-off."""
    noisy = [cutoff] * len(counts)
    for i in range(len(counts)):
        if counts[i] > 0:
            noisy[i] = max(laplace(counts[i], 1 / eps), cutoff)
    winners: list[int] = []
    for _ in range(k):
        best = -1
        for i in range(len(noisy)):
            if noisy[i] > cutoff and (best < 0 or noisy[i] > noisy[best]):
                best = i
        if best >= 0:
            winners.append(best)
            noisy[best] = cutoff
    return winners


@mechanism(
    epsilon="eps", delta="delta", requires="k >= 0 and delta <= 1 / 2 and cutoff >= 1 + log(1 / (2 * delta)) / eps"
)
def top_keys_above_cutoff_records(
    counts: Annotated[list[int], one_within(1)], k: int, cutoff: int, eps: Epsilon, delta: Epsilon
) -> list[Winner]:
    """The result is a list of records."""
    noisy = [max(laplace(count, 1 / eps), cutoff) if count > 0 else cutoff for count in counts]
    taken: list[int] = []
    winners: list[Winner] = []
    for _ in range(k):
        best = -1
        for i in range(len(noisy)):
            if noisy[i] > cutoff and i not in taken and (best < 0 or noisy[i] > noisy[best]):
                best = i
        if best >= 0:
            taken.append(best)
            winners.append(Winner(best))
    return winners


@mechanism(
    epsilon="eps", delta="delta", requires="k >= 0 and delta <= 1 / 2 and cutoff >= 1 + log(1 / (2 * delta)) / eps"
)
def top_keys_above_cutoff_loop(
    counts: Annotated[list[int], one_within(1)], k: int, cutoff: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    """A loop and conditionals instead of `max`."""
    noisy: list[int] = []
    for count in counts:
        cell = cutoff
        if count > 0:
            cell = laplace(count, 1 / eps)
            if cell < cutoff:
                cell = cutoff
        noisy.append(cell)
    winners: list[int] = []
    for _ in range(k):
        best = -1
        for i in range(len(noisy)):
            if noisy[i] > cutoff and i not in winners and (best < 0 or noisy[i] > noisy[best]):
                best = i
        if best >= 0:
            winners.append(best)
    return winners
