"""Broken mechanisms whose mistake is known, and marked: what *Why* must blame first. They are read, never run."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, one_sided_laplace, one_within, within

# ----------------------------------------------------------------------------------------------------- too little noise


@mechanism(epsilon="eps")
def counts_with_half_the_noise(ages: Annotated[list[int], one_within(100)], limit: int, eps: Epsilon) -> int:
    count = 0
    for age in ages:
        if age >= limit:
            count += 1
    return laplace(count, 1 / (2 * eps))  # bug


@mechanism(epsilon="eps")
def counts_twice(ages: Annotated[list[int], one_within(100)], eps: Epsilon) -> tuple[int, int]:
    young, old = 0, 0
    for age in ages:
        if age < 18:
            young += 1
        else:
            old += 1
    return laplace(young, 1 / eps), laplace(old, 1 / eps)  # bug


@mechanism(epsilon="eps")
def one_of_two_is_thin(x: Annotated[int, within(1)], y: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    first = laplace(x, 2 / eps)
    second = laplace(y, 1 / (2 * eps))  # bug
    return first, second


@mechanism(epsilon="eps")
def thin_answers(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> int:
    bar = laplace(threshold, 2 / eps)
    for i in range(len(answers)):
        if laplace(answers[i], 1 / eps) >= bar:  # bug
            return i
    return -1


@mechanism(epsilon="eps")
def thin_threshold(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> int:
    bar = laplace(threshold, 1 / (4 * eps))  # bug
    for i in range(len(answers)):
        # Next to a threshold that hardly moves each answer is on its own: more noise in either line would do.
        if laplace(answers[i], 4 / eps) >= bar:  # bug
            return i
    return -1


@mechanism(epsilon="eps")
def clipped_and_doubled(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    kept = x
    if kept > 50:
        kept = 50
    if kept < 0:
        kept = 0
    return laplace(2 * kept, 1 / eps)  # bug


@mechanism(epsilon="eps", requires="len(votes) >= 1")
def thin_winner(votes: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    winner, highest, seen = 0, 0, 0
    for i, vote in enumerate(votes):
        if vote > 0:
            seen += 1
        noisy = laplace(vote, 1 / eps)  # bug
        if i == 0 or noisy > highest:
            winner, highest = i, noisy
    return winner


# ---------------------------------------------------------------------------------------------------------- budgets


@mechanism(epsilon="eps")
def budget_used_twice(x: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    a = laplace(x, 1 / eps)  # bug
    b = laplace(x, 1 / eps)  # bug
    return a, b


@mechanism(epsilon="eps", requires="k >= 1")
def rounds_are_free(x: Annotated[int, within(1)], k: int, eps: Epsilon) -> list[int]:
    out: list[int] = []
    big = 0
    for _ in range(k):
        noisy = laplace(x, 1 / eps)  # bug
        if noisy > 10:
            big += 1
        out.append(noisy)
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def one_hit_too_many(answers: Annotated[list[int], each_within(1)], c: int, eps: Epsilon) -> list[int]:
    out: list[int] = []
    for answer in answers:
        if len(out) > c:  # the cut-off is one too late; what is spent too much is spent below
            break
        out.append(laplace(answer, c / eps))  # bug
    return out


# -------------------------------------------------------------------------------------------------- without noise


@mechanism(epsilon="eps")
def bare_comparison(x: Annotated[int, within(1)], limit: int, eps: Epsilon) -> tuple[int, bool]:
    noisy = laplace(x, 1 / eps)
    return noisy, x >= limit  # bug


@mechanism(epsilon="eps")
def bare_answers(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> list[bool]:
    bar = laplace(threshold, 1 / eps)
    out: list[bool] = []
    for answer in answers:
        above = answer >= bar  # bug
        out.append(above)
    return out


@mechanism(epsilon="eps")
def exact_when_it_is_small(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    if x < 5:  # bug
        return 0
    return laplace(x, 1 / eps)


@mechanism(epsilon="eps")
def jumps_before_the_noise(x: Annotated[int, within(1)], limit: int, eps: Epsilon) -> int:
    shown = 0 if x > limit else 10  # bug
    return laplace(shown, 1 / eps)


@mechanism(epsilon="eps")
def noise_depends_on_the_data(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    if x > 3:  # bug
        return laplace(0, 1 / eps)
    return laplace(0, 9 / eps)


@mechanism(epsilon="eps")
def loop_tells(x: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    noisy = laplace(x, 1 / eps)
    steps = 0
    while steps < x and steps < 9:  # bug
        steps += 1
    return noisy, steps


@mechanism(epsilon="eps")
def exact_total(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> tuple[int, int]:
    total = 0
    for x in xs:
        total += x  # bug
    return total, laplace(0, 1 / eps)  # bug


@mechanism(epsilon="eps")
def starts_where_the_data_are(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    base = 3
    return one_sided_laplace(x + base, 1 / eps)  # bug


@mechanism(epsilon="eps")
def even_noise(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    noise = laplace(0, 1 / eps)
    return x + 2 * noise  # bug
