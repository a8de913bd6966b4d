"""Scales that the mechanism computes from what it has released, or could release."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, one_sided_laplace, one_within, within


@mechanism(epsilon="eps", requires="k >= 0")
def clipped_sum(
    xs: Annotated[list[int], one_within("k")], guess: Annotated[int, within(1)], k: int, eps: Epsilon
) -> int:
    """A noisy bound, and a sum clipped at it: one entry moves it by the bound at most, however far it moves itself."""
    bound = max(1, laplace(guess, 2 / eps))
    total = 0
    for x in xs:
        total += max(0, min(x, bound))
    return laplace(total, 2 * bound / eps)


@mechanism(epsilon="eps")
def found_by_above_threshold(
    xs: Annotated[list[int], one_within(1)],
    counts: Annotated[list[int], each_within(1)],
    threshold: int,
    eps: Epsilon,
) -> int:
    """Above Threshold finds the bound."""
    bar = laplace(threshold, 4 / eps)
    bound = len(counts) + 1
    i = 0
    going = True
    while i < len(counts) and going:
        if laplace(counts[i], 8 / eps) >= bar:
            bound = i + 1
            going = False
        i += 1
    total = 0
    for x in xs:
        total += max(0, min(x, bound))
    return laplace(total, 2 * bound / eps)


@mechanism(epsilon="(n + 1) * eps", requires="n >= 0")
def doubled_in_rounds(
    xs: Annotated[list[int], one_within(4)],
    counts: Annotated[list[int], each_within(1)],
    n: int,
    limit: int,
    eps: Epsilon,
) -> int:
    """The bound doubles until a noisy count is small."""
    bound = 1
    r = 0
    going = True
    while r < n and going:
        if r < len(counts) and laplace(counts[r], 1 / eps) <= limit:
            going = False
        else:
            bound = 2 * bound
        r += 1
    total = 0
    for x in xs:
        total += max(0, min(x, bound))
    return laplace(total, bound / eps)


@mechanism(epsilon="eps")
def bound_and_two_sums(xs: Annotated[list[int], one_within(1)], guess: int, eps: Epsilon) -> tuple[int, int, int]:
    """The bound is released, and the sum twice."""
    bound = max(1, laplace(guess, 2 / eps))
    total = 0
    for x in xs:
        total += max(0, min(x, bound))
    return bound, laplace(total, 2 * bound / eps), laplace(total, 2 * bound / eps)


@mechanism(epsilon="eps")
def clipped_on_both_sides(xs: Annotated[list[int], one_within(5)], guess: int, eps: Epsilon) -> int:
    """An entry moves the sum by twice the bound."""
    bound = max(1, laplace(guess, 2 / eps))
    total = 0
    for x in xs:
        total += max(-bound, min(x, bound))
    return laplace(total, 2 * bound / eps)


@mechanism(epsilon="2 * eps")
def two_steps_at_once(xs: Annotated[list[int], one_within(5)], guess: int, eps: Epsilon) -> int:
    """Half the noise for twice the budget."""
    bound = max(1, laplace(guess, 2 / eps))
    total = 0
    for x in xs:
        total += max(-bound, min(x, bound))
    return laplace(total, bound / eps)


@mechanism(epsilon="eps", requires="k >= 1")
def threshold_in_that_scale(
    answers: Annotated[list[int], each_within("k")], k: int, threshold: int, guess: int, eps: Epsilon
) -> int:
    """Above Threshold with noise in the scale of a bound that was found before."""
    bound = max(k, laplace(guess, 1 / eps))
    bar = laplace(threshold, 2 * bound / eps)
    for i in range(len(answers)):
        if laplace(answers[i], 4 * bound / eps) >= bar:
            return i
    return len(answers)


@mechanism(epsilon="eps")
def running_sum_in_that_scale(xs: Annotated[list[int], one_within(3)], threshold: int, guess: int, eps: Epsilon) -> int:
    """The first clipped sum above a noisy threshold: the sums move by the bound, and so must the threshold."""
    bound = max(1, laplace(guess, 1 / eps))
    bar = laplace(threshold, 2 * bound / eps)
    total = 0
    for i in range(len(xs)):
        total += max(0, min(xs[i], bound))
        if laplace(total, 4 * bound / eps) >= bar:
            return i
    return len(xs)


@mechanism(epsilon="eps")
def may_have_no_output(x: Annotated[int, within(1)], guess: int, eps: Epsilon) -> int:
    """Where the bound is not positive the draw raises, and that does not depend on x."""
    bound = laplace(guess, 1 / eps)
    return laplace(x, bound / eps)


@mechanism(epsilon="eps")
def one_sided_in_that_scale(guess: int, x: Annotated[int, within(1)], eps: Epsilon) -> bool:
    """One-sided noise in a computed scale."""
    bound = max(1, laplace(guess, 1 / eps))
    return one_sided_laplace(x, 2 * bound / eps) > one_sided_laplace(0, bound / eps)


@mechanism(epsilon="eps")
def walk(x: Annotated[int, within(1)], n: int, eps: Epsilon) -> int:
    """The scale grows by noise in each round."""
    scale = 1
    for _ in range(n):
        scale += abs(laplace(scale, scale / eps))
    return laplace(x, scale / eps)


@mechanism(epsilon="eps")
def shorter_loop(xs: Annotated[list[int], one_within(1)], n: int, eps: Epsilon) -> int:
    """How many entries are looked at was found by a noisy step."""
    most = min(len(xs), max(0, laplace(n, 1 / eps)))
    total = 0
    for i in range(most):
        total += xs[i]
    return laplace(total, 1 / eps)


@mechanism(epsilon="eps")
def half_of_the_rest(daily: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    """Every day has half of what is left: for any number of days that is never all."""
    left = eps
    out = []
    for count in daily:
        today = left / 2
        left -= today
        out.append(laplace(count, 1 / today))
    return out


@mechanism(epsilon="eps")
def scale_is_doubled(x: Annotated[int, within(1)], rounds: int, enough: int, eps: Epsilon) -> list[int]:
    """The rates are a half, a quarter, … of ε, as long as a released value says so."""
    scale = 2 / eps
    out = []
    for _ in range(rounds):
        noisy = laplace(x, scale)
        out.append(noisy)
        if noisy >= enough:
            break
        scale *= 2
    return out
