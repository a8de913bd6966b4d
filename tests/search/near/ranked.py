"""Rankings of which too much is told, or with too little noise: each claim is false."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 2")
def ranking_with_noise_for_one(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    noisy = [laplace(score, 2 / eps) for score in scores]
    order = sorted(range(len(noisy)), key=lambda i: noisy[i], reverse=True)
    return order[0], order[1]


@mechanism(epsilon="eps", requires="len(scores) >= 2")
def ranking_by_exact_scores(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """The noise is made, and not what is sorted by."""
    noisy = [laplace(score, 4 / eps) for score in scores]
    order = sorted(range(len(noisy)), key=lambda i: scores[i], reverse=True)
    return order[0], order[1]


@mechanism(epsilon="eps", requires="len(scores) >= 3")
def three_with_noise_for_two(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int, int]:
    noisy = [laplace(score, 4 / eps) for score in scores]
    order = sorted(range(len(noisy)), key=lambda i: -noisy[i])
    return order[0], order[1], order[2]


@mechanism(epsilon="eps", requires="len(scores) >= 2")
def ranking_and_the_second_score(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """The noisy score that was compared is told, with noise that is enough for the order alone."""
    noisy = [laplace(score, 2 / eps) for score in scores]
    order = sorted(range(len(noisy)), key=lambda i: -noisy[i])
    return order[1], noisy[order[1]]
