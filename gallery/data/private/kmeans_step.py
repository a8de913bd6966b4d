"""One step of k-means in the plane: each point goes to the nearest public centre; sums and counts get noise.

Claim: ε, when one row may come or go.

Source: Blum, Dwork, McSherry, Nissim, "Practical Privacy: The SuLQ Framework", PODS 2005.

Coupling: the point that comes or goes belongs to one cluster, and moves its count by 1 and its sums of x and y by at
most b each. With a third of the budget for each of the three, equal results cost at most ε.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Point(NamedTuple):
    x: int
    y: int


def distance(p: Point, q: Point) -> int:
    return (p.x - q.x) ** 2 + (p.y - q.y) ** 2


def nearest(point: Point, centres: list[Point]) -> int:
    best = 0
    for i in range(1, len(centres)):
        if distance(point, centres[i]) < distance(point, centres[best]):
            best = i
    return best


@mechanism(epsilon="eps", requires="b >= 1 and len(centres) >= 1")
def kmeans_step(
    points: Annotated[list[Point], one_added_or_removed()],
    centres: list[Point],
    b: int,
    eps: Epsilon,
) -> list[Point]:
    k = len(centres)
    xs = [0] * k
    ys = [0] * k
    counts = [0] * k
    for p in points:
        point = Point(clamp(p.x, -b, b), clamp(p.y, -b, b))
        cluster = nearest(point, centres)
        xs[cluster] += point.x
        ys[cluster] += point.y
        counts[cluster] += 1
    moved = []
    for cluster in range(k):
        count = max(1, laplace(counts[cluster], 3 / eps))
        x = laplace(xs[cluster], 3 * b / eps)
        y = laplace(ys[cluster], 3 * b / eps)
        moved.append(Point(x // count, y // count))
    return moved
