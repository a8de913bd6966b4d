"""One step of k-means, where min with a key finds the nearest centre."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="len(centres) >= 1")
def nearest_by_key(points: Annotated[list[int], one_changed()], centres: list[int], eps: Epsilon) -> list[tuple[int, int]]:
    k = len(centres)
    totals = [0] * k
    numbers = [0] * k
    for raw in points:
        p = clamp(raw, -50, 50)
        c = min(range(k), key=lambda j: abs(p - centres[j]))
        totals[c] += p
        numbers[c] += 1
    return [(laplace(totals[j], 200 / eps), laplace(numbers[j], 4 / eps)) for j in range(k)]
