"""Mechanisms that test a sample from both sides of a private window: PRIVATE are proved, NEAR never."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism

PRIVATE = ("with_while", "named_ends", "other_noise")
NEAR = ("not_mirrored", "gap_off_by_one", "six_for_eight", "two_between", "narrow_margin")


@mechanism(
    epsilon="eps",
    delta="delta",
    requires=(
        "gap >= 1 and exp(-gap * eps / 4) + exp(-eps / 4) <= 1"
        " and delta <= 1 / 2 and high - low >= 1 + gap + 8 * log(1 / (2 * delta)) / eps"
    ),
)
def with_while(
    answers: Annotated[list[int], each_within(1)], low: int, high: int, gap: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    apart = laplace(0, 4 / eps)
    seen = []
    i = 0
    between = False
    while i < len(answers) and not between:
        noisy = laplace(answers[i], 4 / eps)
        if noisy < low + apart:
            seen.append(1)
        elif noisy > high - apart:
            seen.append(2)
        else:
            seen.append(3)
            between = True
        i += 1
    return seen


@mechanism(
    epsilon="eps",
    delta="delta",
    requires=(
        "gap >= 1 and exp(-gap * eps / 4) + exp(-eps / 4) <= 1"
        " and delta <= 1 / 2 and high - low >= 1 + gap + 8 * log(1 / (2 * delta)) / eps"
    ),
)
def named_ends(
    answers: Annotated[list[int], each_within(1)], low: int, high: int, gap: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    apart = laplace(0, 4 / eps)
    bottom = low + apart
    top = high - apart
    seen = []
    for answer in answers:
        noisy = laplace(answer, 4 / eps)
        if noisy < bottom:
            seen.append(-1)
        elif noisy > top:
            seen.append(1)
        else:
            seen.append(0)
            break
    return seen


@mechanism(
    epsilon="4 * eps",
    delta="delta",
    requires=(
        "gap >= 1 and exp(-gap * eps) + exp(-eps) <= 1"
        " and delta <= 1 / 2 and high - low >= 3 + gap + 2 * log(1 / (2 * delta)) / eps"
    ),
)
def other_noise(
    answers: Annotated[list[int], each_within(1)], low: int, high: int, gap: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    apart = laplace(0, 1 / eps)
    seen = []
    for answer in answers:
        noisy = laplace(answer, 1 / eps)
        if noisy <= low + apart:
            seen.append(0)
        elif noisy >= high - apart:
            seen.append(2)
        else:
            seen.append(1)
            break
    return seen


@mechanism(
    epsilon="eps",
    delta="delta",
    requires=(
        "gap >= 1 and exp(-gap * eps / 4) + exp(-eps / 4) <= 1"
        " and delta <= 1 / 2 and high - low >= 1 + gap + 8 * log(1 / (2 * delta)) / eps"
    ),
)
def not_mirrored(
    answers: Annotated[list[int], each_within(1)], low: int, high: int, gap: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    apart = laplace(0, 4 / eps)
    seen = []
    for answer in answers:
        noisy = laplace(answer, 4 / eps)
        if noisy < low + apart:
            seen.append(-1)
        elif noisy > high + apart:
            seen.append(1)
        else:
            seen.append(0)
            break
    return seen


@mechanism(
    epsilon="eps",
    delta="delta",
    requires=(
        "gap >= 1 and exp(-(gap + 1) * eps / 4) + exp(-eps / 4) <= 1"
        " and delta <= 1 / 2 and high - low >= 1 + gap + 8 * log(1 / (2 * delta)) / eps"
    ),
)
def gap_off_by_one(
    answers: Annotated[list[int], each_within(1)], low: int, high: int, gap: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    apart = laplace(0, 4 / eps)
    seen = []
    for answer in answers:
        noisy = laplace(answer, 4 / eps)
        if noisy < low + apart:
            seen.append(-1)
        elif noisy > high - apart:
            seen.append(1)
        else:
            seen.append(0)
            break
    return seen


@mechanism(
    epsilon="eps",
    delta="delta",
    requires=(
        "gap >= 1 and exp(-gap * eps / 4) + exp(-eps / 4) <= 1"
        " and delta <= 1 / 2 and high - low >= 1 + gap + 6 * log(1 / (2 * delta)) / eps"
    ),
)
def six_for_eight(
    answers: Annotated[list[int], each_within(1)], low: int, high: int, gap: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    apart = laplace(0, 4 / eps)
    seen = []
    for answer in answers:
        noisy = laplace(answer, 4 / eps)
        if noisy < low + apart:
            seen.append(-1)
        elif noisy > high - apart:
            seen.append(1)
        else:
            seen.append(0)
            break
    return seen


@mechanism(
    epsilon="eps",
    delta="delta",
    requires=(
        "gap >= 1 and exp(-gap * eps / 4) + exp(-eps / 4) <= 1"
        " and delta <= 1 / 2 and high - low >= 1 + gap + 8 * log(1 / (2 * delta)) / eps"
    ),
)
def two_between(
    answers: Annotated[list[int], each_within(1)], low: int, high: int, gap: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    apart = laplace(0, 4 / eps)
    seen = []
    for answer in answers:
        noisy = laplace(answer, 4 / eps)
        if noisy < low + apart:
            seen.append(-1)
        elif noisy > high - apart:
            seen.append(1)
        else:
            seen.append(0)
    return seen


@mechanism(
    epsilon="4 * eps / 5",
    delta="delta",
    requires=(
        "gap >= 1 and exp(-gap * eps / 4) + exp(-eps / 4) <= 1"
        " and delta <= 1 / 2 and high - low >= 1 + gap + 8 * log(1 / (2 * delta)) / eps"
    ),
)
def narrow_margin(
    answers: Annotated[list[int], each_within(1)], low: int, high: int, gap: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    apart = laplace(0, 4 / eps)
    seen = []
    for answer in answers:
        noisy = laplace(answer, 4 / eps)
        if noisy < low + apart:
            seen.append(-1)
        elif noisy > high - apart:
            seen.append(1)
        else:
            seen.append(0)
            break
    return seen
