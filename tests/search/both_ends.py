"""Numbers that each move up or down, with noise that ends: PRIVATE are proved, NEAR miss their claims."""

from typing import Annotated

from twinproof import (
    Epsilon,
    clamp,
    each_within,
    mechanism,
    one_added_or_removed,
    one_changed,
    truncated_laplace,
    uniform,
    within,
)

PRIVATE = (
    "clipped_answers",
    "two_numbers",
    "moved_by_two",
    "doubled_answers",
    "evenly_around",
    "positive_only",
    "negated",
    "evenly_around_nothing",
    "evenly_around_twice",
    "added_to_what_ends",
    "each_evenly_around_nothing",
    "sum_of_replaced",
    "sum_of_either_sign",
    "count_of_replaced",
    "taken_away_or_added",
    "share_of_each",
    "share_of_what_moves_by_two",
    "share_of_a_sum",
    "share_in_numbers",
    "share_of_what_is_replaced",
)
NEAR = (
    "one_round_unpaid",
    "a_little_less",
    "two_for_one",
    "two_numbers_for_one",
    "evenly_for_less",
    "shorter_on_one_side",
    "evenly_around_nothing_for_less",
    "evenly_around_twice_for_once",
    "added_to_what_ends_sooner",
    "each_evenly_around_nothing_but_one",
    "sum_of_replaced_for_less",
    "sum_of_replaced_twice",
    "sum_of_replaced_without_a_limit",
    "sum_of_either_sign_by_two",
    "count_of_replaced_at_two_ends",
    "share_of_each_but_one",
    "share_of_half_of_what_moves",
    "share_of_more_values",
    "share_of_more_than_half",
    "share_in_fewer_numbers",
    "share_of_a_sum_for_less",
)


@mechanism(epsilon="len(answers) * eps", delta="len(answers) * exp(-bound * eps)", requires="bound >= 1")
def clipped_answers(answers: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[int]:
    released = []
    i = 0
    while i < len(answers):
        value = clamp(answers[i], 0, 10)
        released.append(truncated_laplace(value, 1 / eps, bound))
        i += 1
    return released


@mechanism(epsilon="2 * eps", delta="2 * exp(-bound * eps)", requires="bound >= 1")
def two_numbers(
    x: Annotated[int, within(1)], y: Annotated[int, within(1)], bound: int, eps: Epsilon
) -> tuple[int, int]:
    first = truncated_laplace(x, 1 / eps, bound)
    second = truncated_laplace(y, 1 / eps, bound)
    return first, second


@mechanism(epsilon="2 * len(xs) * eps", delta="len(xs) * exp(-(bound - 1) * eps)", requires="bound >= 2")
def moved_by_two(xs: Annotated[list[int], each_within(2)], bound: int, eps: Epsilon) -> list[int]:
    return [truncated_laplace(x, 1 / eps, bound) for x in xs]


@mechanism(epsilon="2 * len(xs) * eps", delta="len(xs) * exp(-(bound - 1) * eps)", requires="bound >= 2")
def doubled_answers(xs: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[int]:
    out = []
    for x in xs:
        out.append(truncated_laplace(x + x, 1 / eps, bound))
    return out


@mechanism(epsilon="0", delta="len(xs) / (2 * n + 1)", requires="n >= 1")
def evenly_around(xs: Annotated[list[int], each_within(1)], n: int) -> list[int]:
    return [uniform(x - n, x + n) for x in xs]


@mechanism(epsilon="len(xs) * eps", delta="len(xs) * exp(-bound * eps)", requires="bound >= 1")
def positive_only(xs: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[bool]:
    flags = []
    for x in xs:
        noisy = truncated_laplace(x, 1 / eps, bound)
        flags.append(noisy > 0)
    return flags


@mechanism(epsilon="len(xs) * eps", delta="len(xs) * exp(-bound * eps)", requires="bound >= 1")
def negated(xs: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[int]:
    return [-truncated_laplace(-x, 1 / eps, bound) for x in xs]


@mechanism(epsilon="len(xs) * eps", delta="(len(xs) - 1) * exp(-bound * eps)", requires="bound >= 1 and len(xs) >= 1")
def one_round_unpaid(xs: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[int]:
    return [truncated_laplace(x, 1 / eps, bound) for x in xs]


@mechanism(
    epsilon="len(xs) * eps",
    delta="len(xs) * exp(-bound * eps) * (1 - exp(-eps)) / (1 + exp(-eps) - 2 * exp(-(bound + 1) * eps)) / 1.05",
    requires="bound >= 1",
)
def a_little_less(xs: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[int]:
    return [truncated_laplace(x, 1 / eps, bound) for x in xs]


@mechanism(epsilon="2 * len(xs) * eps", delta="len(xs) * exp(-(bound + 1) * eps) / 2", requires="bound >= 2")
def two_for_one(xs: Annotated[list[int], each_within(2)], bound: int, eps: Epsilon) -> list[int]:
    return [truncated_laplace(x, 1 / eps, bound) for x in xs]


@mechanism(epsilon="2 * eps", delta="exp(-(bound + 1) * eps) / 2", requires="bound >= 1")
def two_numbers_for_one(
    x: Annotated[int, within(1)], y: Annotated[int, within(1)], bound: int, eps: Epsilon
) -> tuple[int, int]:
    first = truncated_laplace(x, 1 / eps, bound)
    second = truncated_laplace(y, 1 / eps, bound)
    return first, second


@mechanism(epsilon="0", delta="len(xs) / (2 * n + 2)", requires="n >= 1")
def evenly_for_less(xs: Annotated[list[int], each_within(1)], n: int) -> list[int]:
    return [uniform(x - n, x + n) for x in xs]


@mechanism(epsilon="len(xs) * eps", delta="len(xs) * exp(-bound * eps)", requires="bound >= 1")
def shorter_on_one_side(xs: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[int]:
    return [max(truncated_laplace(x, 1 / eps, bound), x) for x in xs]


# ------------------------------------------------------------------------- noise that is added to what is private later


@mechanism(epsilon="0", delta="1 / 201")
def evenly_around_nothing(x: Annotated[int, within(1)]) -> int:
    return x + uniform(-100, 100)


@mechanism(epsilon="0", delta="2 / (2 * n + 1)", requires="n >= 1")
def evenly_around_twice(x: Annotated[int, within(1)], n: int) -> tuple[int, int]:
    return x + uniform(-n, n), 7 - x - uniform(-n, n)


@mechanism(epsilon="eps", delta="exp(-bound * eps)", requires="bound >= 1")
def added_to_what_ends(x: Annotated[int, within(1)], bound: int, eps: Epsilon) -> int:
    noise = truncated_laplace(0, 1 / eps, bound)
    return max(0, x + noise)


@mechanism(epsilon="0", delta="len(xs) / n", requires="n >= 1")
def each_evenly_around_nothing(xs: Annotated[list[int], each_within(1)], n: int) -> list[int]:
    return [x + uniform(1, n) for x in xs]


@mechanism(epsilon="0", delta="1 / 202")
def evenly_around_nothing_for_less(x: Annotated[int, within(1)]) -> int:
    return x + uniform(-100, 100)


@mechanism(epsilon="0", delta="1 / (2 * n + 1)", requires="n >= 1")
def evenly_around_twice_for_once(x: Annotated[int, within(1)], n: int) -> tuple[int, int]:
    return x + uniform(-n, n), 7 - x - uniform(-n, n)


@mechanism(epsilon="eps", delta="exp(-bound * eps)", requires="bound >= 2")
def added_to_what_ends_sooner(x: Annotated[int, within(1)], bound: int, eps: Epsilon) -> int:
    noise = truncated_laplace(0, 1 / eps, bound - 1)
    return x + noise


@mechanism(epsilon="0", delta="(len(xs) - 1) / n", requires="n >= 1 and len(xs) >= 1")
def each_evenly_around_nothing_but_one(xs: Annotated[list[int], each_within(1)], n: int) -> list[int]:
    return [x + uniform(1, n) for x in xs]


# ------------------------------------------------------------------------------------------------------- sums over rows


@mechanism(
    epsilon="eps", delta="delta", requires="delta < 1 and bound >= 10 and bound >= 10 * (1 + log(1 / delta) / eps)"
)
def sum_of_replaced(rows: Annotated[list[int], one_changed()], bound: int, eps: Epsilon, delta: Epsilon) -> int:
    return truncated_laplace(sum(clamp(row, 0, 10) for row in rows), 10 / eps, bound)


@mechanism(epsilon="eps", delta="2 * exp(-(bound - 4) * eps / 5)", requires="bound >= 5")
def sum_of_either_sign(rows: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon) -> int:
    """What is given up are the last five values; which of the two ends they are at depends on the row."""
    return truncated_laplace(sum(clamp(row, -5, 5) for row in rows), 5 / eps, bound)


@mechanism(epsilon="eps", delta="exp(-bound * eps)", requires="bound >= 1")
def count_of_replaced(rows: Annotated[list[int], one_changed()], kind: int, bound: int, eps: Epsilon) -> int:
    return truncated_laplace(sum(1 for row in rows if row == kind), 1 / eps, bound)


@mechanism(epsilon="0", delta="1 / n", requires="n >= 1")
def taken_away_or_added(rows: Annotated[list[int], one_added_or_removed()], n: int) -> int:
    score = 0
    for row in rows:
        score += 1 if row > 0 else -1
    return score + uniform(1, n)


@mechanism(
    epsilon="eps",
    delta="delta / 1000",
    requires="delta < 1 and bound >= 10 and bound >= 10 * (1 + log(1 / delta) / eps)",
)
def sum_of_replaced_for_less(
    rows: Annotated[list[int], one_changed()], bound: int, eps: Epsilon, delta: Epsilon
) -> int:
    return truncated_laplace(sum(clamp(row, 0, 10) for row in rows), 10 / eps, bound)


@mechanism(
    epsilon="eps", delta="delta", requires="delta < 1 and bound >= 10 and bound >= 10 * (1 + log(1 / delta) / eps)"
)
def sum_of_replaced_twice(rows: Annotated[list[int], one_changed()], bound: int, eps: Epsilon, delta: Epsilon) -> int:
    return truncated_laplace(sum(2 * clamp(row, 0, 10) for row in rows), 10 / eps, bound)


@mechanism(
    epsilon="eps", delta="delta", requires="delta < 1 and bound >= 10 and bound >= 10 * (1 + log(1 / delta) / eps)"
)
def sum_of_replaced_without_a_limit(
    rows: Annotated[list[int], one_changed()], bound: int, eps: Epsilon, delta: Epsilon
) -> int:
    return truncated_laplace(sum(max(row, 0) for row in rows), 10 / eps, bound)


@mechanism(epsilon="2 * eps", delta="exp(-bound * eps)", requires="bound >= 2")
def sum_of_either_sign_by_two(rows: Annotated[list[int], one_changed()], bound: int, eps: Epsilon) -> int:
    """From -1 to 1: that is two further, and two values are given up."""
    return truncated_laplace(sum(clamp(row, -1, 1) for row in rows), 1 / eps, bound)


@mechanism(epsilon="eps", delta="exp(-(bound + 1) * eps) / 2", requires="bound >= 1")
def count_of_replaced_at_two_ends(
    rows: Annotated[list[int], one_changed()], kind: int, bound: int, eps: Epsilon
) -> int:
    return truncated_laplace(sum(1 for row in rows if row == kind), 1 / eps, bound)


# ----------------------------------------------------------------- the last values by how many of all values these are


@mechanism(epsilon="len(xs) * eps", delta="len(xs) / (2 * bound + 1)", requires="bound >= 1")
def share_of_each(xs: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[int]:
    return [truncated_laplace(x, 1 / eps, bound) for x in xs]


@mechanism(epsilon="2 * eps", delta="2 / (2 * bound + 1)", requires="bound >= 2")
def share_of_what_moves_by_two(x: Annotated[int, within(2)], bound: int, eps: Epsilon) -> int:
    return truncated_laplace(x, 1 / eps, bound)


@mechanism(epsilon="eps", delta="5 / (2 * bound + 1)", requires="bound >= 5")
def share_of_a_sum(rows: Annotated[list[int], one_added_or_removed()], bound: int, eps: Epsilon) -> int:
    return truncated_laplace(sum(clamp(row, -5, 5) for row in rows), 5 / eps, bound)


@mechanism(epsilon="eps", delta="1 / 201")
def share_in_numbers(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return truncated_laplace(x, 1 / eps, 100)


@mechanism(epsilon="eps", delta="cap / (2 * bound + 1)", requires="cap >= 1 and bound >= cap")
def share_of_what_is_replaced(rows: Annotated[list[int], one_changed()], cap: int, bound: int, eps: Epsilon) -> int:
    return truncated_laplace(sum(clamp(row, 0, cap) for row in rows), cap / eps, bound)


@mechanism(epsilon="len(xs) * eps", delta="(len(xs) - 1) / (2 * bound + 1)", requires="bound >= 1 and len(xs) >= 1")
def share_of_each_but_one(xs: Annotated[list[int], each_within(1)], bound: int, eps: Epsilon) -> list[int]:
    return [truncated_laplace(x, 1 / eps, bound) for x in xs]


@mechanism(epsilon="2 * eps", delta="1 / (2 * bound + 1)", requires="bound >= 2")
def share_of_half_of_what_moves(x: Annotated[int, within(2)], bound: int, eps: Epsilon) -> int:
    return truncated_laplace(x, 1 / eps, bound)


@mechanism(epsilon="eps", delta="1 / (2 * bound + 2)", requires="bound >= 1")
def share_of_more_values(x: Annotated[int, within(1)], bound: int, eps: Epsilon) -> int:
    """Where eps is small enough, all values are about as likely as each other."""
    return truncated_laplace(x, 1 / eps, bound)


@mechanism(epsilon="eps", delta="cap / (2 * bound + 1)", requires="cap >= 1 and bound >= 1 and 2 * bound >= cap")
def share_of_more_than_half(rows: Annotated[list[int], one_changed()], cap: int, bound: int, eps: Epsilon) -> int:
    """The last two of three values are more than two thirds, as the likely one in the middle is among them."""
    return truncated_laplace(sum(clamp(row, 0, cap) for row in rows), cap / eps, bound)


@mechanism(epsilon="eps", delta="1 / 202")
def share_in_fewer_numbers(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return truncated_laplace(x, 1 / eps, 100)


@mechanism(epsilon="eps", delta="5 / (2 * bound + 1)", requires="bound >= 10")
def share_of_a_sum_for_less(rows: Annotated[list[int], one_changed()], bound: int, eps: Epsilon) -> int:
    return truncated_laplace(sum(clamp(row, -5, 5) for row in rows), 10 / eps, bound)
