"""One-sided noise with a δ: only one run has the first values. PRIVATE are proved, NEAR miss their claims."""

from typing import Annotated

from twinproof import (
    Epsilon,
    clamp,
    each_within,
    geometric,
    mechanism,
    one_added_or_removed,
    one_changed,
    one_sided_laplace,
    one_within,
    within,
)

PRIVATE = (
    "stock",
    "stock_taken_away",
    "stock_by_k",
    "two_shelves",
    "shelves",
    "shelf_by_shelf",
    "one_shelf",
    "queue",
    "queue_of_one_kind",
    "sold",
    "waited",
    "first_and_last",
    "pairs_of_shoes",
)
NEAR = (
    "stock_for_less",
    "stock_by_two",
    "stock_by_k_for_less",
    "two_shelves_for_one",
    "shelves_but_one",
    "shelf_twice",
    "queue_by_two",
    "queue_for_less",
    "sold_without_a_limit",
    "waited_doubled",
)


@mechanism(epsilon="eps", delta="1 - exp(-eps)")
def stock(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    return one_sided_laplace(count, 1 / eps)


@mechanism(epsilon="eps", delta="1 - exp(-eps)")
def stock_taken_away(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    return 100 - one_sided_laplace(count, 1 / eps)


@mechanism(epsilon="k * eps", delta="1 - exp(-k * eps)", requires="k >= 1")
def stock_by_k(count: Annotated[int, within("k")], k: int, eps: Epsilon) -> int:
    return one_sided_laplace(count, 1 / eps)


@mechanism(epsilon="eps", delta="1 - exp(-eps)")
def two_shelves(upper: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    """One goes up where the other goes down: one of them costs ε, and the other δ."""
    return one_sided_laplace(upper, 1 / eps), one_sided_laplace(20 - upper, 1 / eps)


@mechanism(epsilon="len(counts) * eps", delta="len(counts) * (1 - exp(-eps))")
def shelves(counts: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    return [one_sided_laplace(count, 1 / eps) for count in counts]


@mechanism(epsilon="n * eps", delta="n * (1 - exp(-eps))", requires="n >= 0")
def shelf_by_shelf(count: Annotated[int, within(1)], n: int, eps: Epsilon) -> list[int]:
    out = []
    for _ in range(n):
        out.append(count + geometric(1 / eps))
    return out


@mechanism(epsilon="eps", delta="1 - exp(-eps)")
def one_shelf(counts: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    out = []
    for count in counts:
        out.append(count + geometric(1 / eps))
    return out


@mechanism(epsilon="eps", delta="1 - exp(-eps)")
def queue(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    return len(rows) + geometric(1 / eps)


@mechanism(epsilon="eps", delta="1 - exp(-eps)")
def queue_of_one_kind(rows: Annotated[list[int], one_changed()], kind: int, eps: Epsilon) -> int:
    return one_sided_laplace(sum(1 for row in rows if row == kind), 1 / eps)


@mechanism(epsilon="eps", delta="1 - exp(-eps)", requires="most >= 1")
def sold(rows: Annotated[list[int], one_added_or_removed()], most: int, eps: Epsilon) -> int:
    return one_sided_laplace(sum(clamp(row, 0, most) for row in rows), most / eps)


@mechanism(epsilon="eps", delta="1 - exp(-eps)")
def waited(count: Annotated[int, within(1)], limit: int, eps: Epsilon) -> bool:
    """How long it waits is not told, but whether it is longer than a limit."""
    return one_sided_laplace(count, 1 / eps) >= limit


@mechanism(epsilon="2 * eps", delta="2 * (1 - exp(-eps))")
def first_and_last(first: Annotated[int, within(1)], last: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    return one_sided_laplace(first, 1 / eps), one_sided_laplace(last, 1 / eps)


@mechanism(epsilon="2 * eps", delta="1 - exp(-2 * eps)")
def pairs_of_shoes(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    return one_sided_laplace(9 - 2 * count, 1 / eps)


# ------------------------------------------------------------------------------------------------------------- too much


@mechanism(epsilon="eps", delta="(1 - exp(-eps)) / 1.05")
def stock_for_less(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    return one_sided_laplace(count, 1 / eps)


@mechanism(epsilon="2 * eps", delta="1 - exp(-eps)")
def stock_by_two(count: Annotated[int, within(2)], eps: Epsilon) -> int:
    return one_sided_laplace(count, 1 / eps)


@mechanism(epsilon="k * eps", delta="(1 - exp(-k * eps)) / 1.05", requires="k >= 1")
def stock_by_k_for_less(count: Annotated[int, within("k")], k: int, eps: Epsilon) -> int:
    return one_sided_laplace(count, 1 / eps)


@mechanism(epsilon="eps", delta="1 - exp(-eps)")
def two_shelves_for_one(upper: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    """Both go the same way."""
    return one_sided_laplace(upper, 1 / eps), one_sided_laplace(20 + upper, 1 / eps)


@mechanism(
    epsilon="len(counts) * eps",
    delta="(len(counts) - 1) * (1 - exp(-eps))",
    requires="len(counts) >= 1",
)
def shelves_but_one(counts: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    return [one_sided_laplace(count, 1 / eps) for count in counts]


@mechanism(epsilon="2 * eps", delta="1 - exp(-eps)")
def shelf_twice(count: Annotated[int, within(1)], eps: Epsilon) -> list[int]:
    out = []
    for _ in range(2):
        out.append(count + geometric(1 / eps))
    return out


@mechanism(epsilon="2 * eps", delta="1 - exp(-eps)")
def queue_by_two(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    return one_sided_laplace(2 * len(rows), 1 / eps)


@mechanism(epsilon="eps", delta="(1 - exp(-eps)) / 1.05")
def queue_for_less(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    return len(rows) + geometric(1 / eps)


@mechanism(epsilon="eps", delta="1 - exp(-eps)", requires="most >= 1")
def sold_without_a_limit(rows: Annotated[list[int], one_added_or_removed()], most: int, eps: Epsilon) -> int:
    return one_sided_laplace(sum(max(row, 0) for row in rows), most / eps)


@mechanism(epsilon="eps", delta="1 - exp(-eps)")
def waited_doubled(count: Annotated[int, within(1)], limit: int, eps: Epsilon) -> bool:
    return one_sided_laplace(2 * count, 1 / eps) >= limit
