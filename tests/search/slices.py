"""The first rows of all, and all rows but the largest: PRIVATE are proved, those in NEAR miss their claims."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

PRIVATE = (
    "how_many_of_the_first",
    "first_by_break",
    "first_in_a_range",
    "first_of_both_signs",
    "after_the_first",
    "the_newest",
    "a_window",
    "without_the_lowest",
    "without_the_highest",
    "without_both",
    "sorted_and_cut_later",
)
NEAR = (
    "first_for_less",
    "first_not_clamped",
    "first_of_both_signs_for_less",
    "newest_of_both_signs_for_less",
    "every_second",
    "first_and_how_many",
    "without_both_for_less",
    "without_the_lowest_not_cut",
    "twice_without_both",
    "without_both_and_the_lowest",
    "from_the_second_on_by_two",
)


class Sale(NamedTuple):
    price: int
    paid: bool


@mechanism(epsilon="eps", requires="n >= 1")
def how_many_of_the_first(sales: Annotated[list[Sale], one_added_or_removed()], n: int, eps: Epsilon) -> int:
    return laplace(sum(1 for sale in sales[:n] if sale.paid), 1 / eps)


@mechanism(epsilon="eps", requires="n >= 1")
def first_for_less(sales: Annotated[list[Sale], one_added_or_removed()], n: int, eps: Epsilon) -> int:
    """A sale that counts for 20 may take the place of one that counts for nothing."""
    return laplace(sum(clamp(sale.price, 0, 20) for sale in sales[:n]), 19 / eps)


@mechanism(epsilon="eps", requires="n >= 1")
def first_not_clamped(sales: Annotated[list[Sale], one_added_or_removed()], n: int, eps: Epsilon) -> int:
    return laplace(sum(min(sale.price, 20) for sale in sales[:n]), 20 / eps)


@mechanism(epsilon="eps")
def first_by_break(sales: Annotated[list[Sale], one_added_or_removed()], eps: Epsilon) -> int:
    total = 0
    for i, sale in enumerate(sales):
        if i >= 5:
            break
        total += clamp(sale.price, 0, 20)
    return laplace(total, 20 / eps)


@mechanism(epsilon="eps", requires="n >= 1")
def first_in_a_range(sales: Annotated[list[Sale], one_added_or_removed()], n: int, eps: Epsilon) -> int:
    total = 0
    for i in range(min(len(sales), n)):
        total += clamp(sales[i].price, 0, 20)
    return laplace(total, 20 / eps)


@mechanism(epsilon="eps")
def first_of_both_signs(sales: Annotated[list[Sale], one_added_or_removed()], eps: Epsilon) -> int:
    """A sale of 5 may take the place of one of −5."""
    return laplace(sum(clamp(sale.price, -5, 5) for sale in sales[:10]), 10 / eps)


@mechanism(epsilon="eps")
def first_of_both_signs_for_less(sales: Annotated[list[Sale], one_added_or_removed()], eps: Epsilon) -> int:
    """The same with noise for one of them."""
    return laplace(sum(clamp(sale.price, -5, 5) for sale in sales[:10]), 5 / eps)


@mechanism(epsilon="eps", requires="n >= 1")
def every_second(sales: Annotated[list[Sale], one_added_or_removed()], n: int, eps: Epsilon) -> int:
    """A sale at the front moves all others from even to odd places."""
    total = 0
    for i in range(min(len(sales), n)):
        if i % 2 == 0:
            total += clamp(sales[i].price, 0, 20)
    return laplace(total, 20 / eps)


@mechanism(epsilon="eps", requires="n >= 1")
def first_and_how_many(sales: Annotated[list[Sale], one_added_or_removed()], n: int, eps: Epsilon) -> tuple[int, int]:
    """The first n paid ones and the number of the first n that are not: a sale more may move both by 1."""
    paid = sum(1 for sale in sales[:n] if sale.paid)
    unpaid = sum(1 for sale in sales[:n] if not sale.paid)
    return laplace(paid, 1 / eps), laplace(unpaid, 1 / eps)


@mechanism(epsilon="eps", requires="n >= 1")
def after_the_first(sales: Annotated[list[Sale], one_added_or_removed()], n: int, eps: Epsilon) -> int:
    return laplace(sum(clamp(sale.price, 0, 20) for sale in sales[n:]), 20 / eps)


@mechanism(epsilon="eps", requires="n >= 1")
def the_newest(sales: Annotated[list[Sale], one_added_or_removed()], n: int, eps: Epsilon) -> int:
    return laplace(sum(clamp(sale.price, 0, 20) for sale in sales[-n:]), 20 / eps)


@mechanism(epsilon="eps", requires="n >= 1")
def newest_of_both_signs_for_less(sales: Annotated[list[Sale], one_added_or_removed()], n: int, eps: Epsilon) -> int:
    """A new sale of 5 may push out one of −5."""
    return laplace(sum(clamp(sale.price, -5, 5) for sale in sales[-n:]), 5 / eps)


@mechanism(epsilon="eps")
def a_window(sales: Annotated[list[Sale], one_added_or_removed()], eps: Epsilon) -> int:
    return laplace(sum(clamp(sale.price, 0, 20) for sale in sales[5:10]), 20 / eps)


@mechanism(epsilon="eps")
def from_the_second_on_by_two(sales: Annotated[list[Sale], one_added_or_removed()], eps: Epsilon) -> int:
    """All that were at odd places are at even ones after a sale at the front."""
    total = 0
    for i in range(1, len(sales), 2):
        total += clamp(sales[i].price, 0, 20)
    return laplace(total, 20 / eps)


@mechanism(epsilon="eps", requires="cap >= 1")
def without_the_lowest(marks: Annotated[list[int], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    ordered = sorted(clamp(mark, 0, cap) for mark in marks)
    return laplace(sum(ordered[1:]), cap / eps)


@mechanism(epsilon="eps")
def without_the_highest(marks: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    kept = [clamp(mark, 0, 10) for mark in marks]
    kept.sort(reverse=True)
    total = 0
    for mark in kept[1:]:
        total += mark
    return laplace(total, 10 / eps)


@mechanism(epsilon="eps", requires="cap >= 1")
def without_both(marks: Annotated[list[int], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    middle = sorted([min(max(mark, 0), cap) for mark in marks])[1:-1]
    return laplace(sum(middle), cap / eps)


@mechanism(epsilon="eps")
def sorted_and_cut_later(marks: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    ordered = sorted(marks)
    total = 0
    for i in range(1, len(ordered) - 1):
        total += clamp(ordered[i], 0, 10)
    return laplace(total, 10 / eps)


@mechanism(epsilon="eps")
def without_both_for_less(marks: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """Four marks, 0, 10, 10 and 10, are worth 20, and three are worth 10."""
    ordered = sorted(clamp(mark, 0, 10) for mark in marks)
    return laplace(sum(ordered[1:-1]), 9 / eps)


@mechanism(epsilon="eps")
def without_the_lowest_not_cut(marks: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    ordered = sorted(max(mark, 0) for mark in marks)
    return laplace(sum(ordered[1:]), 10 / eps)


@mechanism(epsilon="eps")
def twice_without_both(marks: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    ordered = sorted(clamp(mark, 0, 10) for mark in marks)
    return laplace(2 * sum(ordered[1:-1]), 10 / eps)


@mechanism(epsilon="eps")
def without_both_and_the_lowest(marks: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    """A mark of 0 beside others of 10 is the lowest, and puts another one of 10 into the middle."""
    ordered = sorted(clamp(mark, 0, 10) for mark in marks)
    lowest = min((clamp(mark, 0, 10) for mark in marks), default=10)
    return laplace(sum(ordered[1:-1]), 10 / eps), laplace(lowest, 10 / eps)
