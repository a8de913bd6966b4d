"""Noisy lists that are sorted, and the first two or three taken. All keep their claims."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 2")
def first_two_of_a_ranking(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    noisy = [laplace(score, 4 / eps) for score in scores]
    order = sorted(range(len(noisy)), key=lambda i: noisy[i], reverse=True)
    return order[0], order[1]


@mechanism(epsilon="eps", requires="len(costs) >= 2")
def two_cheapest(costs: Annotated[list[int], each_within(2)], eps: Epsilon) -> tuple[int, int]:
    """Costs move by 2."""
    noisy = []
    for cost in costs:
        noisy.append(laplace(cost, 8 / eps))
    order = sorted(range(len(noisy)), key=lambda i: noisy[i])
    return order[0], order[1]


@mechanism(epsilon="eps", requires="len(scores) >= 3")
def three_of_a_ranking(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int, int]:
    noisy = [laplace(score, 6 / eps) for score in scores]
    order = sorted(range(len(noisy)), key=lambda i: -noisy[i])
    return order[0], order[1], order[2]
