"""Noise that is cut off and added to a private number: δ pays for that. What holds, and what does not by a little."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed, one_within, within


@mechanism(epsilon="eps", delta="exp(-eps * shift) / (1 + exp(-eps))", requires="shift >= 1")
def padded(x: Annotated[int, within(1)], shift: int, eps: Epsilon) -> int:
    return x + max(0, laplace(shift, 1 / eps))


@mechanism(epsilon="eps", delta="exp(-eps * shift) / (1 + exp(-eps)) / 1.01", requires="shift >= 1")
def padded_for_less(x: Annotated[int, within(1)], shift: int, eps: Epsilon) -> int:
    return x + max(0, laplace(shift, 1 / eps))


@mechanism(epsilon="eps", delta="exp(-eps * shift)", requires="shift >= 2")
def padded_one_lower(x: Annotated[int, within(1)], shift: int, eps: Epsilon) -> int:
    return x + max(0, laplace(shift - 1, 1 / eps))


@mechanism(epsilon="eps", delta="exp(-eps * shift)", requires="shift >= 1")
def padded_half_noise(x: Annotated[int, within(1)], shift: int, eps: Epsilon) -> int:
    return x + max(0, laplace(shift, 1 / (2 * eps)))


@mechanism(epsilon="eps", delta="exp(-eps * shift) / (1 + exp(-eps))", requires="shift >= 1")
def trimmed(x: Annotated[int, within(1)], shift: int, eps: Epsilon) -> int:
    return x + min(0, laplace(-shift, 1 / eps))


@mechanism(epsilon="eps", delta="2 * exp(-eps * shift) / (1 + exp(-eps))", requires="shift >= 1")
def both_ends(x: Annotated[int, within(1)], shift: int, eps: Epsilon) -> int:
    return x + clamp(laplace(shift, 1 / eps), 0, 2 * shift)


@mechanism(epsilon="eps", delta="exp(-eps * shift) / (1 + exp(-eps))", requires="shift >= 1")
def both_ends_for_one(x: Annotated[int, within(1)], shift: int, eps: Epsilon) -> int:
    return x + clamp(laplace(shift, 1 / eps), 0, 2 * shift)


@mechanism(epsilon="eps", delta="exp(-eps * (shift - 1) / 2) / (1 + exp(-eps / 2))", requires="shift >= 2")
def two_steps(x: Annotated[int, within(2)], shift: int, eps: Epsilon) -> int:
    return x + max(0, laplace(shift, 2 / eps))


@mechanism(epsilon="eps", delta="exp(-eps * shift / 2) / (1 + exp(-eps / 2))", requires="shift >= 2")
def two_steps_as_one(x: Annotated[int, within(2)], shift: int, eps: Epsilon) -> int:
    return x + max(0, laplace(shift, 2 / eps))


@mechanism(epsilon="eps", delta="exp(-eps * 10) / (1 + exp(-eps))")
def ten_and_more(xs: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    real = 0
    for x in xs:
        if x > 3:
            real += 1
    noise = laplace(10, 1 / eps)
    if noise < 0:
        noise = 0
    return real + noise


@mechanism(epsilon="eps", delta="exp(-eps * 11) / (1 + exp(-eps))")
def ten_for_eleven(xs: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    real = 0
    for x in xs:
        if x > 3:
            real += 1
    noise = laplace(10, 1 / eps)
    if noise < 0:
        noise = 0
    return real + noise


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 and shift >= log(1 / delta) / eps and shift >= 1")
def as_unlikely_as_delta(x: Annotated[int, within(1)], shift: int, eps: Epsilon, delta: Epsilon) -> int:
    return x + max(0, laplace(shift, 1 / eps))


@mechanism(
    epsilon="eps", delta="delta", requires="delta <= 1 / 2 and shift >= log(1 / (2 * delta)) / eps and shift >= 1"
)
def half_as_unlikely(x: Annotated[int, within(1)], shift: int, eps: Epsilon, delta: Epsilon) -> int:
    return x + max(0, laplace(shift, 1 / eps))


@mechanism(epsilon="eps", delta="exp(-eps * (shift - low)) / (1 + exp(-eps))", requires="shift >= low + 1")
def cut_elsewhere(x: Annotated[int, within(1)], low: int, shift: int, eps: Epsilon) -> int:
    return max(low, laplace(shift, 1 / eps)) + x


@mechanism(epsilon="eps", delta="exp(-eps * shift) / (1 + exp(-eps))", requires="shift >= 1")
def each_padded(sizes: Annotated[list[int], one_within(1)], shift: int, eps: Epsilon) -> list[int]:
    out = []
    for size in sizes:
        dummies = laplace(shift, 1 / eps)
        out.append(size + (dummies if dummies > 0 else 0))
    return out


@mechanism(epsilon="eps", delta="exp(-eps * shift) / (1 + exp(-eps))", requires="shift >= 1")
def both_numbers(a: Annotated[int, within(1)], b: int, shift: int, eps: Epsilon) -> tuple[int, int]:
    return a + max(0, laplace(shift, 1 / eps)), b + max(0, laplace(shift, 1 / eps))


@mechanism(
    epsilon="eps",
    delta="exp(-eps * (shift - cap + 1) / cap) / (1 + exp(-eps / cap))",
    requires="shift >= cap and cap >= 1",
)
def padded_total(xs: Annotated[list[int], one_added_or_removed()], cap: int, shift: int, eps: Epsilon) -> int:
    return sum(clamp(x, 0, cap) for x in xs) + max(0, laplace(shift, cap / eps))


@mechanism(
    epsilon="eps",
    delta="exp(-eps * (shift - cap + 2) / cap) / (1 + exp(-eps / cap))",
    requires="shift >= cap and cap >= 2",
)
def padded_total_for_less(xs: Annotated[list[int], one_added_or_removed()], cap: int, shift: int, eps: Epsilon) -> int:
    return sum(clamp(x, 0, cap) for x in xs) + max(0, laplace(shift, cap / eps))


@mechanism(epsilon="eps", delta="exp(-eps * shift)", requires="shift >= 1")
def cut_around_it(x: Annotated[int, within(1)], shift: int, eps: Epsilon) -> int:
    """The noise is cut where the number stands: then what is cut is seen to depend on it."""
    return x + max(x, laplace(shift, 1 / eps))


PRIVATE = (
    "padded",
    "trimmed",
    "both_ends",
    "two_steps",
    "ten_and_more",
    "as_unlikely_as_delta",
    "cut_elsewhere",
    "each_padded",
    "both_numbers",
    "padded_total",
)
NEAR = (
    "padded_for_less",
    "padded_one_lower",
    "padded_half_noise",
    "both_ends_for_one",
    "two_steps_as_one",
    "ten_for_eleven",
    "half_as_unlikely",
    "padded_total_for_less",
    "cut_around_it",
)
