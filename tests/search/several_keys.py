"""Several entries that move, with a δ that pays for each new one: PRIVATE are proved, NEAR miss their claims."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, moves_by_l2, one_within

PRIVATE = (
    "two_new",
    "two_new_of_textbook",
    "all_shown",
    "all_known_shown",
    "two_lists",
)
NEAR = (
    "two_new_for_one",
    "two_new_at_threshold",
    "two_new_for_less",
    "three_new_for_two",
    "shown_from_one_below",
    "all_shown_for_less",
    "all_shown_squared",
    "two_lists_for_one",
)


@mechanism(
    epsilon="eps",
    delta="2 * delta",
    requires="delta <= 1 / 2 and threshold >= 1 + 2 * log(1 / (2 * delta)) / eps",
)
def two_new(
    counts: Annotated[list[int], moves_by_l2(2)], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int | None]:
    out: list[int | None] = []
    for count in counts:
        if count <= 0:
            out.append(None)
            continue
        noisy = laplace(count, 2 / eps)
        out.append(noisy if noisy > threshold else None)
    return out


@mechanism(
    epsilon="2 * eps",
    delta="2 * delta",
    requires="delta <= 1 / 2 and t >= 1 + log(1 / (2 * delta)) / eps",
)
def two_new_of_textbook(
    counts: Annotated[list[int], moves_by_l2(2)], t: int, eps: Epsilon, delta: Epsilon
) -> list[int | None]:
    out: list[int | None] = []
    for count in counts:
        shown: int | None = None
        if count > 0:
            noisy = laplace(count, 1 / eps)
            if noisy > t:
                shown = noisy
        out.append(shown)
    return out


@mechanism(epsilon="eps")
def all_known_shown(counts: Annotated[list[int], moves_by_l2(2)], known: list[bool], eps: Epsilon) -> list[int]:
    out = []
    for i in range(len(counts)):
        if i < len(known) and known[i]:
            out.append(laplace(counts[i], 2 / eps))
    return out


@mechanism(epsilon="eps")
def all_shown(counts: Annotated[list[int], moves_by_l2(4)], eps: Epsilon) -> list[int]:
    """In whole numbers nothing moves by more than its square."""
    return [laplace(count, 4 / eps) for count in counts]


@mechanism(epsilon="2 * eps", delta="2 * exp(-t * eps) / (1 + exp(-eps))", requires="t >= 1")
def two_lists(
    here: Annotated[list[int], one_within(1)], there: Annotated[list[int], one_within(1)], t: int, eps: Epsilon
) -> tuple[list[int], list[int]]:
    """At most two bins change, in one list each."""
    first = []
    for count in here:
        noisy = laplace(count, 1 / eps) if count > 0 else 0
        first.append(noisy if noisy > t else 0)
    second = []
    for count in there:
        noisy = laplace(count, 1 / eps) if count > 0 else 0
        second.append(noisy if noisy > t else 0)
    return first, second


# ------------------------------------------------------------------------------------------------------------- too much


@mechanism(
    epsilon="eps",
    delta="delta",
    requires="delta <= 1 / 2 and threshold >= 1 + 2 * log(1 / (2 * delta)) / eps",
)
def two_new_for_one(
    counts: Annotated[list[int], moves_by_l2(2)], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int | None]:
    out: list[int | None] = []
    for count in counts:
        if count <= 0:
            out.append(None)
            continue
        noisy = laplace(count, 2 / eps)
        out.append(noisy if noisy > threshold else None)
    return out


@mechanism(epsilon="2 * eps", delta="2 * exp(-t * eps) / (1 + exp(-eps))", requires="t >= 1")
def two_new_at_threshold(counts: Annotated[list[int], moves_by_l2(2)], t: int, eps: Epsilon) -> list[int]:
    shown = []
    for count in counts:
        noisy = laplace(count, 1 / eps) if count > 0 else 0
        shown.append(noisy if noisy >= t else 0)
    return shown


@mechanism(epsilon="2 * eps", delta="2 * exp(-t * eps) / (1 + exp(-eps)) / 1.05", requires="t >= 1")
def two_new_for_less(counts: Annotated[list[int], moves_by_l2(2)], t: int, eps: Epsilon) -> list[int]:
    shown = []
    for count in counts:
        noisy = laplace(count, 1 / eps) if count > 0 else 0
        shown.append(noisy if noisy > t else 0)
    return shown


@mechanism(epsilon="3 * eps", delta="2 * exp(-t * eps) / (1 + exp(-eps))", requires="t >= 1")
def three_new_for_two(counts: Annotated[list[int], moves_by_l2(3)], t: int, eps: Epsilon) -> list[int]:
    shown = []
    for count in counts:
        noisy = laplace(count, 1 / eps) if count > 0 else 0
        shown.append(noisy if noisy > t else 0)
    return shown


@mechanism(epsilon="2 * eps", delta="2 * exp(-t * eps) / (1 + exp(-eps))", requires="t >= 1")
def shown_from_one_below(counts: Annotated[list[int], moves_by_l2(2)], t: int, eps: Epsilon) -> list[int]:
    """What is drawn around is 2 at the first."""
    out = []
    for count in counts:
        shown = laplace(count + 1, 1 / eps) if count > 0 else 0
        out.append(shown if shown > t else 0)
    return out


@mechanism(epsilon="eps")
def all_shown_for_less(counts: Annotated[list[int], moves_by_l2(4)], eps: Epsilon) -> list[int]:
    return [laplace(count, 3 / eps) for count in counts]


@mechanism(epsilon="2 * eps")
def all_shown_squared(counts: Annotated[list[int], moves_by_l2(2)], eps: Epsilon) -> list[int]:
    out = []
    for count in counts:
        out.append(laplace(count * count, 1 / eps))
    return out


@mechanism(epsilon="2 * eps", delta="exp(-t * eps) / (1 + exp(-eps))", requires="t >= 1")
def two_lists_for_one(
    here: Annotated[list[int], one_within(1)], there: Annotated[list[int], one_within(1)], t: int, eps: Epsilon
) -> tuple[list[int], list[int]]:
    first = []
    for count in here:
        noisy = laplace(count, 1 / eps) if count > 0 else 0
        first.append(noisy if noisy > t else 0)
    second = []
    for count in there:
        noisy = laplace(count, 1 / eps) if count > 0 else 0
        second.append(noisy if noisy > t else 0)
    return first, second
