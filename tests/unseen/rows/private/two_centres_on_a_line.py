"""One step of k-means on a line, sums and counts in tuples."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="top >= 1 and left < right")
def two_centres_on_a_line(
    points: Annotated[list[int], one_added_or_removed()], left: int, right: int, top: int, eps: Epsilon
) -> tuple[int, int]:
    sums = [0, 0]
    sizes = [0, 0]
    for point in points:
        p = clamp(point, 0, top)
        side = 0 if abs(p - left) <= abs(p - right) else 1
        sums[side] += p
        sizes[side] += 1
    out = []
    for side in (0, 1):
        out.append(laplace(sums[side], 2 * top / eps) // max(1, laplace(sizes[side], 2 / eps)))
    return out[0], out[1]
