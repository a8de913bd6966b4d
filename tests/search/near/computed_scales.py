"""Scales that the mechanism computes, and that are a little too small, or tell too much. None of these is private."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, one_within, within


@mechanism(epsilon="eps")
def scale_of_the_largest(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """The scale is that of the private maximum."""
    bound = 1
    for x in xs:
        bound = max(bound, x)
    total = 0
    for x in xs:
        total += max(0, min(x, bound))
    return laplace(total, bound / eps)


@mechanism(epsilon="eps")
def private_scale(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(0, max(1, x) / eps)


@mechanism(epsilon="eps")
def guess_without_noise(xs: Annotated[list[int], one_within(3)], guess: Annotated[int, within(1)], eps: Epsilon) -> int:
    """The bound is private, and no noise hides it."""
    bound = max(1, guess)
    total = 0
    for x in xs:
        total += max(0, min(x, bound))
    return laplace(total, 2 * bound / eps)


@mechanism(epsilon="eps")
def scale_one_less(xs: Annotated[list[int], one_within(6)], guess: int, eps: Epsilon) -> int:
    """An entry moves the sum by the bound, and the scale is less."""
    bound = max(2, laplace(guess, 2 / eps))
    total = 0
    for x in xs:
        total += max(0, min(x, bound))
    return laplace(total, (bound - 1) / eps)


@mechanism(epsilon="eps")
def clipped_at_twice(xs: Annotated[list[int], one_within(6)], guess: int, eps: Epsilon) -> int:
    """An entry moves the sum by twice the bound."""
    bound = max(1, laplace(guess, 2 / eps))
    total = 0
    for x in xs:
        total += max(0, min(x, 2 * bound))
    return laplace(total, bound / eps)


@mechanism(epsilon="eps")
def clipped_on_one_side(xs: Annotated[list[int], one_within(6)], guess: int, eps: Epsilon) -> int:
    """Negative entries are not clipped."""
    bound = max(1, laplace(guess, 2 / eps))
    total = 0
    for x in xs:
        total += min(x, bound)
    return laplace(total, bound / eps)


@mechanism(epsilon="eps")
def paid_once_released_twice(xs: Annotated[list[int], one_within(6)], guess: int, eps: Epsilon) -> tuple[int, int]:
    bound = max(1, laplace(guess, 2 / eps))
    total = 0
    for x in xs:
        total += max(0, min(x, bound))
    return laplace(total, bound / eps), laplace(total, bound / eps)


@mechanism(epsilon="eps")
def bound_is_paid_too(
    xs: Annotated[list[int], one_within(6)], guess: Annotated[int, within(1)], eps: Epsilon
) -> tuple[int, int]:
    """Both draws cost, and together more than eps."""
    bound = max(1, laplace(guess, 2 / eps))
    total = 0
    for x in xs:
        total += max(0, min(x, bound))
    return bound, laplace(total, bound / eps)


@mechanism(epsilon="eps")
def scale_may_vanish(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """Where the scale is 0 there is no output: that tells about x."""
    return laplace(0, abs(x) / eps)


@mechanism(epsilon="eps")
def bound_after_the_sum(xs: Annotated[list[int], one_within(6)], guess: int, eps: Epsilon) -> int:
    """The sum is clipped at one bound, and the noise has the scale of another."""
    bound = max(1, laplace(guess, 2 / eps))
    total = 0
    for x in xs:
        total += max(0, min(x, bound))
    bound = max(1, laplace(guess, 2 / eps))
    return laplace(total, bound / eps)


@mechanism(epsilon="eps")
def count_in_the_scale(bits: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """How many entries are above 0 is private."""
    count = 1
    for b in bits:
        if b > 0:
            count += 1
    return laplace(0, count / eps)


@mechanism(epsilon="eps")
def half_of_more_than_the_rest(daily: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    """What is taken off is half of what was spent."""
    left = eps
    out = []
    for count in daily:
        today = left / 2
        left -= today / 2
        out.append(laplace(count, 1 / today))
    return out


@mechanism(epsilon="eps")
def doubled_from_too_low(x: Annotated[int, within(1)], rounds: int, eps: Epsilon) -> list[int]:
    """ε and a half of it, and so on, are 2 · ε."""
    scale = 1 / eps
    out = []
    for _ in range(rounds):
        out.append(laplace(x, scale))
        scale *= 2
    return out


@mechanism(epsilon="eps")
def grows_too_slowly(x: Annotated[int, within(1)], rounds: int, eps: Epsilon) -> list[int]:
    """A half, a third, two ninths, … of ε are 3 / 2 · ε."""
    scale = 2 / eps
    out = []
    for _ in range(rounds):
        out.append(laplace(x, scale))
        scale = scale * 3 / 2
    return out


@mechanism(epsilon="eps")
def moves_by_two(daily: Annotated[list[int], each_within(2)], eps: Epsilon) -> list[int]:
    """The budget is for entries that move by one."""
    left = eps
    out = []
    for count in daily:
        left /= 2
        out.append(laplace(count, 1 / left))
    return out
