"""Gradient descent for a line through zero: in each round the sum of clipped gradients, with noise.

Claim: rounds · ε, when one row may come or go.

Source: Near, Abuah, "Programming Differential Privacy", the chapter on machine learning (gradient clipping), with
integers and Laplace noise.

Coupling: in each round both runs have the same weight. The row that comes or goes adds a gradient between −b and b, so
equal noisy sums cost at most b units of ε/b; and the next weights are equal.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Point(NamedTuple):
    x: int
    y: int


def gradient(weight: int, point: Point) -> int:
    return (weight * point.x - point.y) * point.x


@mechanism(epsilon="rounds * eps", requires="rounds >= 0 and b >= 1 and slowness >= 1")
def gradient_steps(
    points: Annotated[list[Point], one_added_or_removed()],
    rounds: int,
    b: int,
    slowness: int,
    eps: Epsilon,
) -> int:
    weight = 0
    for _ in range(rounds):
        step = laplace(sum(clamp(gradient(weight, point), -b, b) for point in points), b / eps)
        weight -= step // slowness
    return weight
