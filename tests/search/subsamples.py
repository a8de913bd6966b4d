"""Releases about a random part of the rows, with the claims that being left out by chance allows, and nearly those."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, gaussian, laplace, mechanism, one_added_or_removed, truncated_laplace

Rows = list[int]

PRIVATE = (
    "count_in_numbers",
    "exactly_as_much_delta",
    "a_number_and_no_logarithm",
    "pure_in_numbers",
    "delta_is_smaller_alone",
    "sum_of_clamped_rows",
    "sum_within_a_public_bound",
    "coin_after_the_test",
    "continues_where_the_coin_is_false",
    "the_textbook_formula",
    "divided_by_the_inverse",
    "count_and_sum_of_one_sample",
    "histogram_of_four",
    "histogram_of_any_size",
    "sampled_list_of_pairs",
    "a_mean_of_the_sample",
    "truncated_noise",
    "many_answers_about_one_sample",
)
NEAR = (
    "chance_in_the_claim_is_smaller",
    "delta_a_thousandth_less",
    "delta_is_divided_twice",
    "sampled_once_and_counted_twice",
    "two_samples_at_the_price_of_one",
    "the_chance_times_epsilon",
    "the_rest_is_counted_too",
    "rows_that_are_always_counted",
    "a_sum_without_a_lower_bound",
    "a_hundredth_less_noise",
    "an_answer_about_all_rows",
    "two_answers_at_the_price_of_one",
    "histogram_that_counts_twice",
)


@mechanism(epsilon="log(1 + (exp(1) - 1) / 10)", delta="0.000001")
def count_in_numbers(rows: Annotated[Rows, one_added_or_removed()]) -> int:
    count = 0
    for row in rows:
        if coin(Fraction(1, 10)) and row > 0:
            count += 1
    return gaussian(count, variance=20)


@mechanism(epsilon="log(1 + (exp(1) - 1) / 2)", delta="0.07068")
def exactly_as_much_delta(rows: Annotated[Rows, one_added_or_removed()]) -> int:
    return gaussian(len([row for row in rows if coin(Fraction(1, 2))]), variance=1)


@mechanism(epsilon="0.159", delta="0.000001")
def a_number_and_no_logarithm(rows: Annotated[Rows, one_added_or_removed()]) -> int:
    return gaussian(sum(1 for row in rows if coin(Fraction(1, 10)) and row % 2 == 0), variance=20)


@mechanism(epsilon="0.16")
def pure_in_numbers(rows: Annotated[Rows, one_added_or_removed()]) -> int:
    return laplace(sum(1 for row in rows if coin(Fraction(1, 10)) and row > 5), 1)


@mechanism(epsilon="1", delta="0.0000025")
def delta_is_smaller_alone(rows: Annotated[Rows, one_added_or_removed()]) -> int:
    return gaussian(sum(1 for row in rows if coin(Fraction(1, 4))), variance=20)


@mechanism(epsilon="log(1 + q * (exp(eps) - 1))", delta="q * delta", requires="0 < q <= 1 and 0 <= delta < 1")
def sum_of_clamped_rows(
    rows: Annotated[Rows, one_added_or_removed()], eps: Epsilon, q: Fraction, delta: Fraction
) -> int:
    total = sum(min(max(row, -20), 50) for row in rows if coin(q))
    return laplace(total, 50 / eps)


@mechanism(epsilon="log(1 + q * (exp(eps) - 1))", requires="0 < q <= 1 and 0 < bound")
def sum_within_a_public_bound(
    rows: Annotated[Rows, one_added_or_removed()], eps: Epsilon, q: Fraction, bound: int
) -> int:
    total = 0
    for row in rows:
        if coin(q):
            total += max(-bound, min(row, bound))
    return laplace(total, bound / eps)


@mechanism(epsilon="log(1 + q * (exp(1) - 1))", delta="q * 0.00001", requires="0 < q <= 1")
def coin_after_the_test(rows: Annotated[Rows, one_added_or_removed()], q: Fraction) -> int:
    return gaussian(sum(1 for row in rows if row > 3 and coin(q)), variance=20)


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 3)", delta="delta", requires="0 < delta < 1")
def continues_where_the_coin_is_false(
    rows: Annotated[Rows, one_added_or_removed()], eps: Epsilon, delta: Fraction
) -> int:
    total = 0
    for row in rows:
        if not coin(Fraction(1, 3)):
            continue
        if row > 3:
            total += 1
    return laplace(total, 1 / eps)


@mechanism(
    epsilon="log(1 + q * (exp(rho + 2 * sqrt(rho * log(1 / delta))) - 1))",
    delta="q * delta",
    requires="0 < q <= 1 and 0 < delta < 1",
)
def the_textbook_formula(
    rows: Annotated[Rows, one_added_or_removed()], rho: Epsilon, q: Fraction, delta: Fraction
) -> int:
    return gaussian(sum(1 for row in rows if coin(q) and row > 5), variance=1 / (2 * rho))


@mechanism(
    epsilon="log(1 + (exp(rho + 2 * sqrt(rho * log(1 / delta))) - 1) / 20)",
    delta="delta / 20",
    requires="0 < delta < 1",
)
def divided_by_the_inverse(rows: Annotated[Rows, one_added_or_removed()], rho: Epsilon, delta: Fraction) -> int:
    kept = [row for row in rows if coin(Fraction(1, 20))]
    return gaussian(sum(1 for row in kept if row > 5), variance=1 / (2 * rho))


@mechanism(epsilon="log(1 + (exp(1) - 1) / 4)", delta="0.00001")
def count_and_sum_of_one_sample(rows: Annotated[Rows, one_added_or_removed()]) -> tuple[int, int]:
    count, total = 0, 0
    for row in rows:
        if coin(Fraction(1, 4)):
            count += 1
            total += min(max(row, -3), 3)
    return gaussian(count, variance=100), gaussian(total, variance=300)


@mechanism(epsilon="log(1 + q * (exp(eps) - 1))", requires="0 < q <= 1")
def histogram_of_four(rows: Annotated[Rows, one_added_or_removed()], eps: Epsilon, q: Fraction) -> list[int]:
    counts = [0] * 4
    for row in rows:
        if coin(q):
            counts[row % 4] += 1
    return [laplace(count, 1 / eps) for count in counts]


@mechanism(
    epsilon="log(1 + q * (exp(rho + 2 * sqrt(rho * log(1 / delta))) - 1))",
    delta="q * delta",
    requires="0 < q <= 1 and 0 < delta < 1 and 0 < n",
)
def histogram_of_any_size(
    rows: Annotated[Rows, one_added_or_removed()], rho: Epsilon, q: Fraction, delta: Fraction, n: int
) -> list[int]:
    counts = [0] * n
    for row in rows:
        if coin(q) and 0 <= row < n:
            counts[row] += 1
    return [gaussian(count, variance=1 / (2 * rho)) for count in counts]


@mechanism(epsilon="log(1 + (exp(1) - 1) / 5)", delta="0.00001")
def sampled_list_of_pairs(rows: Annotated[list[tuple[int, bool]], one_added_or_removed()]) -> tuple[int, int]:
    sample = [row for row in rows if coin(Fraction(1, 5))]
    sick = sum(1 for _, is_sick in sample if is_sick)
    years = sum(max(0, min(age, 2)) for age, _ in sample)
    return gaussian(sick, variance=100), gaussian(years, variance=200)


@mechanism(epsilon="log(1 + (exp(1) - 1) / 5)", delta="0.00001")
def a_mean_of_the_sample(rows: Annotated[Rows, one_added_or_removed()]) -> int:
    total = 0
    count = 0
    for row in rows:
        chosen = coin(Fraction(1, 5))
        if chosen:
            count += 1
            total += max(0, min(row, 2))
    noisy_total = gaussian(total, variance=200)
    noisy_count = gaussian(count, variance=100)
    return noisy_total // max(noisy_count, 1)


@mechanism(epsilon="log(1 + (exp(1) - 1) / 2)", delta="0.01")
def truncated_noise(rows: Annotated[Rows, one_added_or_removed()]) -> int:
    return truncated_laplace(sum(1 for row in rows if coin(Fraction(1, 2))), scale=1, bound=4)


@mechanism(epsilon="log(1 + (exp(n * eps) - 1) / 10)", delta="delta", requires="0 < n and 0 <= delta")
def many_answers_about_one_sample(
    rows: Annotated[Rows, one_added_or_removed()], eps: Epsilon, n: int, delta: Fraction
) -> list[int]:
    count = sum(1 for row in rows if coin(Fraction(1, 10)))
    return [laplace(count, 1 / eps) for _ in range(n)]


# ------------------------------------------------------------------------------------------------- nearly the same


@mechanism(epsilon="log(1 + (exp(1) - 1) / 11)", delta="0.0000001")
def chance_in_the_claim_is_smaller(rows: Annotated[Rows, one_added_or_removed()]) -> int:
    return laplace(sum(1 for row in rows if coin(Fraction(1, 10)) and row > 0), 1)


@mechanism(epsilon="log(1 + (exp(1) - 1) / 2)", delta="0.0706")
def delta_a_thousandth_less(rows: Annotated[Rows, one_added_or_removed()]) -> int:
    return gaussian(len([row for row in rows if coin(Fraction(1, 2))]), variance=1)


@mechanism(epsilon="log(1 + (exp(1) - 1) / 2)", delta="0.0354")
def delta_is_divided_twice(rows: Annotated[Rows, one_added_or_removed()]) -> int:
    return gaussian(len([row for row in rows if coin(Fraction(1, 2))]), variance=1)


@mechanism(epsilon="log(1 + q * (exp(eps) - 1))", delta="q * 0.00001", requires="0 < q <= 1")
def sampled_once_and_counted_twice(rows: Annotated[Rows, one_added_or_removed()], eps: Epsilon, q: Fraction) -> int:
    count = 0
    for row in rows:
        if coin(q):
            count += 1
            if row > 0:
                count += 1
    return laplace(count, 1 / eps)


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 2)", delta="0.00001")
def two_samples_at_the_price_of_one(rows: Annotated[Rows, one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    first = laplace(sum(1 for row in rows if coin(Fraction(1, 2))), 1 / eps)
    second = laplace(sum(1 for row in rows if coin(Fraction(1, 2))), 1 / eps)
    return first, second


@mechanism(epsilon="eps / 2", delta="0.00001")
def the_chance_times_epsilon(rows: Annotated[Rows, one_added_or_removed()], eps: Epsilon) -> int:
    return laplace(sum(1 for row in rows if coin(Fraction(1, 2))), 1 / eps)


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 10)", delta="0.00001")
def the_rest_is_counted_too(rows: Annotated[Rows, one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    count, others = 0, 0
    for _ in rows:
        if coin(Fraction(1, 10)):
            count += 1
        else:
            others += 1
    return laplace(count, 1 / eps), laplace(others, 1 / eps)


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 10)", delta="0.00001")
def rows_that_are_always_counted(rows: Annotated[Rows, one_added_or_removed()], eps: Epsilon) -> int:
    return laplace(sum(1 for row in rows if row > 100 or coin(Fraction(1, 10))), 1 / eps)


@mechanism(epsilon="log(1 + q * (exp(eps) - 1))", delta="q * 0.00001", requires="0 < q <= 1")
def a_sum_without_a_lower_bound(rows: Annotated[Rows, one_added_or_removed()], eps: Epsilon, q: Fraction) -> int:
    return laplace(sum(min(row, 10) for row in rows if coin(q)), 10 / eps)


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 2)", delta="0")
def a_hundredth_less_noise(rows: Annotated[Rows, one_added_or_removed()], eps: Epsilon) -> int:
    return laplace(sum(1 for row in rows if coin(Fraction(1, 2))), Fraction(99, 100) / eps)


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 2)", delta="0.00001")
def an_answer_about_all_rows(rows: Annotated[Rows, one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    sampled = laplace(sum(1 for row in rows if coin(Fraction(1, 2))), 2 / eps)
    return sampled, laplace(len(rows), 2 / eps)


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 2)", delta="0.00001")
def two_answers_at_the_price_of_one(rows: Annotated[Rows, one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    count = sum(1 for row in rows if coin(Fraction(1, 2)))
    return laplace(count, 1 / eps), laplace(count, 1 / eps)


@mechanism(epsilon="log(1 + q * (exp(eps) - 1))", requires="0 < q <= 1")
def histogram_that_counts_twice(rows: Annotated[Rows, one_added_or_removed()], eps: Epsilon, q: Fraction) -> list[int]:
    counts = [0] * 3
    for row in rows:
        if coin(q):
            counts[row % 3] += 1
            counts[2] += 1
    return [laplace(count, 1 / eps) for count in counts]
