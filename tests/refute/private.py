"""Mechanisms that keep their claims. They are read, never run; none of them may ever be refuted."""

from typing import Annotated

from twinproof import (
    Database,
    Epsilon,
    Query,
    Score,
    each_within,
    laplace,
    mechanism,
    one_sided_laplace,
    one_within,
    sensitivity,
    within,
)


@mechanism(epsilon="eps", requires="k >= 1")
def scaled_to_its_sensitivity(x: Annotated[int, within("k")], k: int, eps: Epsilon) -> int:
    return laplace(x, k / eps)


@mechanism(epsilon="eps")
def exactly_enough(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(3 * x, 3 / eps)


@mechanism(epsilon="len(xs) * eps")
def sum_where_all_move(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    return laplace(sum(xs), 1 / eps)


@mechanism(epsilon="eps")
def says_nothing(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(0, 1 / eps)


@mechanism(epsilon="0")
def constant(x: Annotated[int, within(1)]) -> bool:
    return x == x


@mechanism(epsilon="eps")
def clamped_after_the_noise(x: Annotated[int, within(1)], low: int, eps: Epsilon) -> int:
    return max(low, min(low + 5, laplace(x, 1 / eps)))


@mechanism(epsilon="eps")
def branch_on_noise(x: Annotated[int, within(1)], limit: int, eps: Epsilon) -> int:
    noisy = laplace(x, 1 / eps)
    if noisy >= limit:
        return noisy
    return 0


@mechanism(epsilon="2 * eps")
def two_answers(x: Annotated[int, within(1)], y: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    return laplace(x, 1 / eps), laplace(y, 1 / eps)


@mechanism(epsilon="eps")
def parallel(x: Annotated[list[int], one_within(2)], eps: Epsilon) -> list[bool]:
    out: list[bool] = []
    for v in x:
        out.append(laplace(v, 2 / eps) > 3)
    return out


@mechanism(epsilon="eps", requires="k >= 1")
def counted_rounds(x: Annotated[int, within(1)], k: int, eps: Epsilon) -> list[int]:
    out: list[int] = []
    for _ in range(k):
        out.append(laplace(x, k / eps))
    return out


@mechanism(epsilon="eps")
def runs_forever_on_both_sides(x: Annotated[int, within(1)], n: int, eps: Epsilon) -> int:
    noisy = laplace(x, 1 / eps)
    while n == 3:
        pass
    return noisy


@mechanism(epsilon="eps")
def rejection(x: Annotated[int, within(1)], eps: Epsilon) -> bool:
    noisy = laplace(x, 1 / eps)
    while noisy == 7:
        pass
    return noisy > 0


@mechanism(epsilon="eps", requires="n >= 1")
def permute_and_flip(d: Database, score: Annotated[Score, sensitivity(2)], n: int, eps: Epsilon) -> int:
    best, highest = 0, 0
    r = 0
    while r < n:
        noisy = one_sided_laplace(score(d, r), 4 / eps)
        if r == 0 or noisy > highest:
            best, highest = r, noisy
        r += 1
    return best


@mechanism(epsilon="len(queries) * eps")
def composed_queries(d: Database, queries: Annotated[list[Query], sensitivity(1)], eps: Epsilon) -> list[int]:
    out: list[int] = []
    for query in queries:
        out.append(laplace(query(d), 1 / eps))
    return out


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def lowest_noisy_score(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    loser, lowest = 0, 0
    for i in range(len(scores)):
        noisy = laplace(scores[i], 2 / eps)
        if i == 0 or noisy < lowest:
            loser = i
            lowest = noisy
    return loser


@mechanism(epsilon="eps", requires="c >= 1")
def below_threshold(answers: Annotated[list[int], each_within(1)], threshold: int, c: int, eps: Epsilon) -> list[bool]:
    bar = laplace(threshold, 2 / eps)
    out: list[bool] = []
    count = 0
    for answer in answers:
        if count >= c:
            break
        below = laplace(answer, 4 * c / eps) <= bar
        out.append(below)
        if below:
            count += 1
    return out


@mechanism(epsilon="1", delta="1 / 10")
def a_generous_delta(x: Annotated[int, within(1)]) -> int:
    return x + max(-3, min(3, laplace(0, 1)))


@mechanism(epsilon="eps / 2", delta="eps")
def less_epsilon_for_some_delta(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)


@mechanism(epsilon="3 * eps")
def range_of_values(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    low, high = 0, 0
    for x in xs:
        low = min(low, x)
        high = max(high, x)
    return laplace(high - low, 1 / eps)


@mechanism(epsilon="eps")
def list_that_grows_after_it_was_released(x: Annotated[int, within(1)], eps: Epsilon) -> list[int]:
    out: list[int] = [laplace(x, 1 / eps)]
    shown = list(out)
    out.append(x)
    if out[1] > 5:
        out.append(x)
    return shown


@mechanism(epsilon="3 * eps")
def list_released_in_a_loop(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    out: list[int] = []
    shown: list[int] = []
    for x in xs:
        out.append(laplace(x, 1 / eps))
        if len(out) <= 3:
            shown = list(out)
    return shown


@mechanism(epsilon="3 * eps / 4")
def first_value_above(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> int:
    """No smaller constant would do: docs/last-figure.md."""
    noisy_threshold = laplace(threshold, 2 / eps)
    for answer in answers:
        noisy = laplace(answer, 4 / eps)
        if noisy >= noisy_threshold:
            return noisy
    return 0
