"""Noise of known width and the δ that it takes: in many forms, and each claim missed by a little."""

from math import exp, log  # noqa: F401
from typing import Annotated, NamedTuple

from twinproof import (
    clamp,
    each_within,
    gaussian,
    laplace,
    mechanism,
    one_added_or_removed,
    one_changed,
    truncated_laplace,
    within,
)

PRIVATE = [
    "noisy_number",
    "rounded_afterwards",
    "rows_in_a_loop",
    "rows_by_their_length",
    "rows_chosen",
    "sum_of_clamped_rows",
    "clamped_row_replaced",
    "compared_with_a_limit",
    "moves_by_three",
    "budget_is_a_logarithm",
    "two_numbers",
    "of_two_widths",
    "three_in_a_loop",
    "as_often_as_asked",
    "every_entry",
    "truncated_and_dear",
    "laplace_with_less_noise",
    "a_record_of_it",
]
NEAR = [
    "delta_a_thousandth_less",
    "variance_a_hundredth_less",
    "epsilon_a_hundredth_less",
    "moves_by_two",
    "no_clamp_from_below",
    "one_more_in_a_loop",
    "a_round_too_many",
    "delta_for_one_of_two",
    "the_number_itself_too",
    "noise_looked_at_again",
    "centre_is_drawn_from",
    "a_private_end",
]


class Released(NamedTuple):
    noisy: int
    large: bool


@mechanism(epsilon="1", delta="0.00725")
def noisy_number(count: Annotated[int, within(1)]) -> int:
    return gaussian(count, sigma=2)


@mechanism(epsilon="1", delta="0.00725")
def rounded_afterwards(count: Annotated[int, within(1)]) -> int:
    noisy = gaussian(count, variance=4)
    return 10 * (max(0, noisy) // 10)


@mechanism(epsilon="1", delta="0.00725")
def rows_in_a_loop(rows: Annotated[list[int], one_added_or_removed()], limit: int) -> int:
    total = 0
    for row in rows:
        if row > limit:
            total += 1
    return max(0, gaussian(total, sigma=2))


@mechanism(epsilon="1", delta="0.00725")
def rows_by_their_length(rows: Annotated[list[int], one_added_or_removed()]) -> int:
    return gaussian(len(rows), variance=4)


@mechanism(epsilon="1", delta="0.00725")
def rows_chosen(rows: Annotated[list[int], one_added_or_removed()]) -> int:
    return gaussian(sum(1 for row in rows if row % 2 == 0), variance=4)


@mechanism(epsilon="1", delta="0.0069")
def sum_of_clamped_rows(rows: Annotated[list[int], one_added_or_removed()]) -> int:
    return gaussian(sum(clamp(row, 0, 3) for row in rows), sigma=6)


@mechanism(epsilon="1", delta="0.0069")
def clamped_row_replaced(rows: Annotated[list[int], one_changed()]) -> int:
    total = 0
    for row in rows:
        total += clamp(row, 0, 3)
    return gaussian(total, variance=36)


@mechanism(epsilon="1", delta="0.0069")
def compared_with_a_limit(rows: Annotated[list[int], one_added_or_removed()], limit: int) -> bool:
    total = sum(clamp(row, -3, 3) for row in rows)
    noisy = gaussian(total, sigma=6)
    return noisy > limit


@mechanism(epsilon="1", delta="0.0069")
def moves_by_three(answer: Annotated[int, within(3)]) -> int:
    return gaussian(answer, sigma=6) // 2


@mechanism(epsilon="log(3)", delta="0.005")
def budget_is_a_logarithm(count: Annotated[int, within(1)]) -> int:
    return gaussian(count, variance=4)


@mechanism(epsilon="2", delta="0.0145")
def two_numbers(a: Annotated[int, within(1)], b: Annotated[int, within(1)]) -> tuple[int, int]:
    first = gaussian(a, variance=4)
    second = gaussian(b, variance=4)
    return (first, second)


@mechanism(epsilon="2", delta="0.0132")
def of_two_widths(a: Annotated[int, within(1)], b: Annotated[int, within(2)]) -> int:
    first = gaussian(a, variance=4)
    second = gaussian(b, variance=20)
    return first + second


@mechanism(epsilon="3", delta="3 * 0.00725")
def three_in_a_loop(count: Annotated[int, within(1)]) -> list[int]:
    released = []
    for _ in range(3):
        released.append(gaussian(count, variance=4))
    return released


@mechanism(epsilon="times", delta="times * 0.00725", requires="times >= 0")
def as_often_as_asked(count: Annotated[int, within(1)], times: int) -> list[int]:
    released = []
    for _ in range(times):
        released.append(gaussian(count, variance=4))
    return released


@mechanism(epsilon="len(counts)", delta="len(counts) * 0.00725")
def every_entry(counts: Annotated[list[int], each_within(1)]) -> list[int]:
    return [gaussian(count, variance=4) for count in counts]


@mechanism(epsilon="1/4", delta="0.17")
def truncated_and_dear(count: Annotated[int, within(1)]) -> int:
    return truncated_laplace(count, 2, 8)


@mechanism(epsilon="1/2", delta="0.288")
def laplace_with_less_noise(count: Annotated[int, within(1)]) -> int:
    return laplace(count, 1)


@mechanism(epsilon="1", delta="0.00725")
def a_record_of_it(count: Annotated[int, within(1)]) -> Released:
    noisy = gaussian(count, variance=4)
    return Released(noisy, noisy > 100)


# ---------------------------------------------------------------------------------------------------------- near misses


@mechanism(epsilon="1", delta="0.007248 * 0.999")
def delta_a_thousandth_less(count: Annotated[int, within(1)]) -> int:
    return gaussian(count, variance=4)


@mechanism(epsilon="1", delta="0.00725")
def variance_a_hundredth_less(count: Annotated[int, within(1)]) -> int:
    return gaussian(count, variance=3.96)


@mechanism(epsilon="0.99", delta="0.00725")
def epsilon_a_hundredth_less(count: Annotated[int, within(1)]) -> int:
    return gaussian(count, variance=4)


@mechanism(epsilon="1", delta="0.00725")
def moves_by_two(count: Annotated[int, within(2)]) -> int:
    return gaussian(count, variance=4)


@mechanism(epsilon="1", delta="0.0069")
def no_clamp_from_below(rows: Annotated[list[int], one_added_or_removed()]) -> int:
    return gaussian(sum(min(row, 3) for row in rows), sigma=6)


@mechanism(epsilon="1", delta="0.0069")
def one_more_in_a_loop(rows: Annotated[list[int], one_added_or_removed()]) -> int:
    total = 0
    for row in rows:
        total += clamp(row, 0, 3) + 1
    return gaussian(total, sigma=6)


@mechanism(epsilon="1", delta="0.00725")
def a_round_too_many(count: Annotated[int, within(1)]) -> int:
    total = 0
    for _ in range(2):
        total += gaussian(count, variance=4)
    return total


@mechanism(epsilon="1", delta="0.00725")
def delta_for_one_of_two(a: Annotated[int, within(1)], b: Annotated[int, within(1)]) -> tuple[int, int]:
    return (gaussian(a, variance=4), gaussian(b, variance=4))


@mechanism(epsilon="1", delta="0.00725")
def the_number_itself_too(count: Annotated[int, within(1)]) -> tuple[int, bool]:
    return (gaussian(count, variance=4), count > 0)


@mechanism(epsilon="1", delta="0.00725")
def noise_looked_at_again(count: Annotated[int, within(1)]) -> int:
    noisy = gaussian(count, variance=4)
    return 2 * noisy - count


@mechanism(epsilon="1", delta="0.00725")
def centre_is_drawn_from(count: Annotated[int, within(1)]) -> int:
    noisy = gaussian(count, variance=4)
    return gaussian(noisy + count, variance=4)


@mechanism(epsilon="1", delta="0.00725")
def a_private_end(count: Annotated[int, within(1)]) -> int:
    noisy = gaussian(count, variance=4)
    return noisy if noisy > count else 0
