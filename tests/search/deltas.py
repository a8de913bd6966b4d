"""Mechanisms with a δ: those in PRIVATE keep their claims and are proved, those in NEAR miss them by a little."""

from fractions import Fraction
from typing import Annotated

from twinproof import (
    Epsilon,
    coin,
    each_within,
    laplace,
    mechanism,
    one_added_or_removed,
    one_within,
    truncated_laplace,
    uniform,
    within,
)

PRIVATE = (
    "shown_if_high",
    "shown_if_high_exact",
    "shown_if_high_far",
    "one_key",
    "key_of_rows",
    "truncated_once",
    "truncated_two_ways",
    "truncated_often",
    "seldom_all",
    "often_seldom_all",
    "textbook_threshold",
    "each_key",
    "known_to_m",
    "rising_bar",
    "whether_there",
    "shown_if_low",
    "shown_if_low_by_t",
    "all_keys_k_times",
    "spread_evenly",
    "spread_evenly_far",
    "one_spread_evenly",
)
NEAR = (
    "shown_at_threshold",
    "shown_for_less",
    "one_key_short",
    "key_of_rows_at_threshold",
    "truncated_for_less",
    "truncated_once_too_often",
    "truncated_two_for_less",
    "seldom_twice",
    "textbook_threshold_reached",
    "shown_without_a_limit",
    "each_key_but_one",
    "known_to_m_for_less",
    "falling_bar",
    "whether_there_at_threshold",
    "shown_if_low_for_less",
    "shown_if_low_by_t_reached",
    "all_keys_k_times_for_one",
    "all_keys_k_times_for_all_but_one",
    "spread_evenly_for_less",
    "spread_evenly_far_for_near",
    "each_spread_evenly_for_one",
)


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def shown_if_high(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[int]:
    out = []
    for c in counts:
        s = 0
        if c > 0:
            s = laplace(c, 1 / eps)
            if s <= t:
                s = 0
        out.append(s)
    return out


@mechanism(epsilon="eps", delta="exp(-t * eps) / (1 + exp(-eps))", requires="t >= 1")
def shown_if_high_exact(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[int]:
    out = []
    for c in counts:
        s = 0
        if c > 0:
            s = laplace(c, 1 / eps)
            if s <= t:
                s = 0
        out.append(s)
    return out


@mechanism(epsilon="k * eps", delta="exp(-(t - k) * eps)", requires="t >= k and k >= 1")
def shown_if_high_far(counts: Annotated[list[int], one_within("k")], t: int, k: int, eps: Epsilon) -> list[int]:
    out = []
    for c in counts:
        s = 0
        if c > 0:
            s = laplace(c, 1 / eps)
            if s <= t:
                s = 0
        out.append(s)
    return out


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def shown_at_threshold(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[int]:
    out = []
    for c in counts:
        s = 0
        if c > 0:
            s = laplace(c, 1 / eps)
            if s < t:
                s = 0
        out.append(s)
    return out


@mechanism(epsilon="eps", delta="exp(-t * eps) / (1 + exp(-eps)) / 1.05", requires="t >= 1")
def shown_for_less(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[int]:
    out = []
    for c in counts:
        s = 0
        if c > 0:
            s = laplace(c, 1 / eps)
            if s <= t:
                s = 0
        out.append(s)
    return out


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def shown_without_a_limit(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[int]:
    out = []
    for c in counts:
        s = 0
        if c > 0:
            s = laplace(c, 1 / eps)
        out.append(s)
    return out


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def one_key(count: Annotated[int, within(1)], t: int, eps: Epsilon) -> int | None:
    if count <= 0:
        return None
    noisy = laplace(count, 1 / eps)
    return noisy if noisy > t else None


@mechanism(epsilon="eps", delta="exp(-t * eps) / 2", requires="t >= 1")
def one_key_short(count: Annotated[int, within(1)], t: int, eps: Epsilon) -> int | None:
    if count <= 0:
        return None
    noisy = laplace(count, 1 / eps)
    return noisy if noisy > t else None


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def key_of_rows(rows: Annotated[list[int], one_added_or_removed()], key: int, t: int, eps: Epsilon) -> int:
    count = sum(1 for row in rows if row == key)
    if count > 0:
        noisy = laplace(count, 1 / eps)
        if noisy > t:
            return noisy
    return 0


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def key_of_rows_at_threshold(rows: Annotated[list[int], one_added_or_removed()], key: int, t: int, eps: Epsilon) -> int:
    count = sum(1 for row in rows if row == key)
    if count > 0:
        noisy = laplace(count, 1 / eps)
        if noisy >= t:
            return noisy
    return 0


@mechanism(epsilon="eps", delta="exp(-bound * eps)", requires="bound >= 1")
def truncated_once(count: Annotated[int, within(1)], bound: int, eps: Epsilon) -> int:
    return truncated_laplace(count, 1 / eps, bound)


@mechanism(epsilon="eps", delta="exp(-(bound + 1) * eps) / 2", requires="bound >= 1")
def truncated_for_less(count: Annotated[int, within(1)], bound: int, eps: Epsilon) -> int:
    return truncated_laplace(count, 1 / eps, bound)


@mechanism(epsilon="2 * eps", delta="2 * exp(-bound * eps)", requires="bound >= 1")
def truncated_two_ways(x: Annotated[int, within(1)], bound: int, eps: Epsilon) -> tuple[int, int]:
    return truncated_laplace(x, 1 / eps, bound), truncated_laplace(2 - x, 1 / eps, bound)


@mechanism(epsilon="2 * eps", delta="exp(-(bound + 1) * eps)", requires="bound >= 1")
def truncated_two_for_less(x: Annotated[int, within(1)], bound: int, eps: Epsilon) -> tuple[int, int]:
    return truncated_laplace(x, 1 / eps, bound), truncated_laplace(2 - x, 1 / eps, bound)


@mechanism(epsilon="n * eps", delta="n * exp(-bound * eps)", requires="bound >= 1 and n >= 0")
def truncated_often(x: Annotated[int, within(1)], n: int, bound: int, eps: Epsilon) -> list[int]:
    return [truncated_laplace(x, 1 / eps, bound) for _ in range(n)]


@mechanism(epsilon="n * eps", delta="(n - 1) * exp(-bound * eps)", requires="bound >= 1 and n >= 1")
def truncated_once_too_often(x: Annotated[int, within(1)], n: int, bound: int, eps: Epsilon) -> list[int]:
    return [truncated_laplace(x, 1 / eps, bound) for _ in range(n)]


@mechanism(epsilon="eps", delta="1 / 1000")
def seldom_all(secret: Annotated[int, within(1)], rounds: int, eps: Epsilon) -> int:
    answer = laplace(secret, 1 / eps)
    slip = coin(Fraction(1, 1000))
    if slip:
        answer = secret
    waited = 0
    while waited < rounds:
        waited += 1
    return answer


@mechanism(epsilon="eps", delta="n * p", requires="0 <= p and p <= 1 and n >= 0 and n * p < 1")
def often_seldom_all(x: Annotated[int, within(1)], n: int, p: Fraction, eps: Epsilon) -> int:
    out = laplace(x, 1 / eps)
    for _ in range(n):
        if coin(p):
            out = x
    return out


@mechanism(epsilon="eps", delta="1 / 1000")
def seldom_twice(secret: Annotated[int, within(1)], eps: Epsilon) -> int:
    answer = laplace(secret, 1 / eps)
    if coin(Fraction(1, 1000)):
        answer = secret
    if coin(Fraction(1, 1000)):
        answer = secret
    return answer


@mechanism(
    epsilon="eps", delta="delta", requires="0 < delta and delta <= 1 / 2 and t >= 1 + log(1 / (2 * delta)) / eps"
)
def textbook_threshold(counts: Annotated[list[int], one_within(1)], t: int, delta: Fraction, eps: Epsilon) -> list[int]:
    out = []
    for c in counts:
        if c > 0:
            noisy = laplace(c, 1 / eps)
            if noisy > t:
                out.append(noisy)
            else:
                out.append(0)
        else:
            out.append(0)
    return out


@mechanism(
    epsilon="eps", delta="delta", requires="0 < delta and delta <= 1 / 2 and t >= 1 + log(1 / (2 * delta)) / eps"
)
def textbook_threshold_reached(
    counts: Annotated[list[int], one_within(1)], t: int, delta: Fraction, eps: Epsilon
) -> list[int]:
    out = []
    for c in counts:
        if c > 0:
            noisy = laplace(c, 1 / eps)
            if noisy >= t:
                out.append(noisy)
            else:
                out.append(0)
        else:
            out.append(0)
    return out


@mechanism(epsilon="len(counts) * eps", delta="len(counts) * exp(-(t - 1) * eps) / 2", requires="t >= 1")
def each_key(counts: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> list[int]:
    out = []
    for c in counts:
        noisy = laplace(c, 1 / eps) if c > 0 else 0
        out.append(noisy if noisy > t else 0)
    return out


@mechanism(
    epsilon="len(counts) * eps",
    delta="(len(counts) - 1) * exp(-t * eps) / (1 + exp(-eps))",
    requires="t >= 1 and len(counts) >= 1",
)
def each_key_but_one(counts: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> list[int]:
    out = []
    for c in counts:
        noisy = laplace(c, 1 / eps) if c > 0 else 0
        out.append(noisy if noisy > t else 0)
    return out


@mechanism(epsilon="eps", delta="exp(-(t - m) * eps) / 2", requires="m >= 1 and t >= m")
def known_to_m(counts: Annotated[list[int], one_within(1)], m: int, t: int, eps: Epsilon) -> list[int]:
    out = []
    for c in counts:
        noisy = laplace(c, 1 / eps) if c >= m else 0
        out.append(noisy if noisy > t else 0)
    return out


@mechanism(epsilon="eps", delta="exp(-(t - m + 1) * eps) / 2", requires="m >= 1 and t >= m")
def known_to_m_for_less(counts: Annotated[list[int], one_within(1)], m: int, t: int, eps: Epsilon) -> list[int]:
    out = []
    for c in counts:
        noisy = laplace(c, 1 / eps) if c >= m else 0
        out.append(noisy if noisy > t else 0)
    return out


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def rising_bar(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[int]:
    bar = t
    out = []
    for c in counts:
        noisy = laplace(c, 1 / eps) if c > 0 else 0
        out.append(noisy if noisy > bar else 0)
        bar += 1
    return out


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def falling_bar(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[int]:
    bar = t
    out = []
    for c in counts:
        noisy = laplace(c, 1 / eps) if c > 0 else 0
        out.append(noisy if noisy > bar else 0)
        bar -= 1
    return out


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def whether_there(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[bool]:
    return [c > 0 and laplace(c, 1 / eps) > t for c in counts]


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def whether_there_at_threshold(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[bool]:
    return [c > 0 and laplace(c, 1 / eps) >= t for c in counts]


@mechanism(epsilon="eps", delta="exp(-7 * eps) / (1 + exp(-eps))")
def shown_if_low(balance: Annotated[int, within(1)], eps: Epsilon) -> int:
    shown = 0
    if balance < 0:
        noisy = laplace(balance, 1 / eps)
        if noisy < -7:
            shown = noisy
    return shown


@mechanism(epsilon="eps", delta="exp(-8 * eps) / (1 + exp(-eps))")
def shown_if_low_for_less(balance: Annotated[int, within(1)], eps: Epsilon) -> int:
    shown = 0
    if balance < 0:
        noisy = laplace(balance, 1 / eps)
        if noisy < -7:
            shown = noisy
    return shown


@mechanism(epsilon="eps", delta="exp(-t * eps) / (1 + exp(-eps))", requires="t >= 1")
def shown_if_low_by_t(balance: Annotated[int, within(1)], t: int, eps: Epsilon) -> int:
    shown = 0
    if balance < 0:
        noisy = laplace(balance, 1 / eps)
        if noisy < -t:
            shown = noisy
    return shown


@mechanism(epsilon="eps", delta="exp(-t * eps) / (1 + exp(-eps))", requires="t >= 1")
def shown_if_low_by_t_reached(balance: Annotated[int, within(1)], t: int, eps: Epsilon) -> int:
    shown = 0
    if balance < 0:
        noisy = laplace(balance, 1 / eps)
        if noisy <= -t:
            shown = noisy
    return shown


@mechanism(epsilon="k * eps", delta="k * exp(-(t - 1) * eps) / 2", requires="t >= 1 and k >= 1")
def all_keys_k_times(counts: Annotated[list[int], one_within(1)], k: int, t: int, eps: Epsilon) -> list[int]:
    out = []
    for _ in range(k):
        for c in counts:
            s = 0
            if c > 0:
                s = laplace(c, 1 / eps)
                if s <= t:
                    s = 0
            out.append(s)
    return out


@mechanism(epsilon="k * eps", delta="exp(-t * eps) / (1 + exp(-eps))", requires="t >= 1 and k >= 1")
def all_keys_k_times_for_one(counts: Annotated[list[int], one_within(1)], k: int, t: int, eps: Epsilon) -> list[int]:
    out = []
    for _ in range(k):
        for c in counts:
            s = 0
            if c > 0:
                s = laplace(c, 1 / eps)
                if s <= t:
                    s = 0
            out.append(s)
    return out


@mechanism(epsilon="k * eps", delta="(k - 1) * exp(-t * eps) / (1 + exp(-eps))", requires="t >= 1 and k >= 1")
def all_keys_k_times_for_all_but_one(
    counts: Annotated[list[int], one_within(1)], k: int, t: int, eps: Epsilon
) -> list[int]:
    out = []
    for _ in range(k):
        for c in counts:
            s = 0
            if c > 0:
                s = laplace(c, 1 / eps)
                if s <= t:
                    s = 0
            out.append(s)
    return out


@mechanism(epsilon="0", delta="1 / 9")
def spread_evenly(x: Annotated[int, within(1)]) -> int:
    return uniform(x, x + 8)


@mechanism(epsilon="0", delta="1 / 10")
def spread_evenly_for_less(x: Annotated[int, within(1)]) -> int:
    return uniform(x, x + 8)


@mechanism(epsilon="0", delta="k / (2 * n + 1)", requires="n >= k and k >= 1")
def spread_evenly_far(x: Annotated[int, within("k")], n: int, k: int) -> int:
    return uniform(x - n, x + n)


@mechanism(epsilon="0", delta="1 / (2 * n + 1)", requires="n >= k and k >= 1")
def spread_evenly_far_for_near(x: Annotated[int, within("k")], n: int, k: int) -> int:
    return uniform(x - n, x + n)


@mechanism(epsilon="0", delta="1 / (2 * n + 1)", requires="n >= 1")
def one_spread_evenly(xs: Annotated[list[int], one_within(1)], n: int) -> list[int]:
    return [uniform(x - n, x + n) for x in xs]


@mechanism(epsilon="0", delta="1 / (2 * n + 1)", requires="n >= 1")
def each_spread_evenly_for_one(xs: Annotated[list[int], each_within(1)], n: int) -> list[int]:
    return [uniform(x - n, x + n) for x in xs]
