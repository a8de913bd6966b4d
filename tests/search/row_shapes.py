"""Mechanisms on rows in shapes that are read as simpler ones: PRIVATE are proved, those in NEAR miss their claims."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed, one_changed

PRIVATE = (
    "bin_or_minus_one",
    "bin_or_none",
    "bin_by_label",
    "bin_by_ifs",
    "two_bins",
    "sorted_for_nothing",
    "sorted_by_column",
    "sorted_counts",
    "sorted_and_clipped",
    "rows_filed_by_key",
    "filed_by_enum",
    "cells_of_a_width",
)
NEAR = (
    "two_borders_each",
    "no_bin_is_the_last_bin",
    "bin_by_label_replaced",
    "bin_by_ifs_for_less",
    "two_bins_counted_apart",
    "the_three_smallest",
    "sorted_up_to_a_cap",
    "steps_between_neighbours",
    "the_last_of_all",
    "every_entry_in_order",
    "sorted_by_column_for_less",
    "rows_filed_twice",
    "filed_and_not_clipped",
    "filed_and_summed_for_less",
    "filed_for_the_next_too",
    "cells_with_both_ends",
    "cells_of_any_width",
    "cells_that_overlap",
)

BINS = ((0, 10), (10, 20), (20, 40))
LABELS = {"low": (0, 10), "high": (10, 20)}
AGES = ((0, 18), (18, 65))
INCOMES = ((0, 1000), (1000, 5000))


class Kind(Enum):
    SMALL = 0
    LARGE = 1


@dataclass(frozen=True)
class Loan:
    kind: Kind
    amount: int


@dataclass(frozen=True)
class Row:
    age: int
    income: int


# ---------------------------------------------------------------------------------- a helper that may find no bin


def bin_of(x: int) -> int:
    for i, (lo, hi) in enumerate(BINS):
        if lo <= x < hi:
            return i
    return -1


def bin_if_any(x: int) -> int | None:
    for i, (lo, hi) in enumerate(BINS):
        if lo <= x < hi:
            return i
    return None


def label_of(x: int) -> str | None:
    for label, (lo, hi) in LABELS.items():
        if lo <= x < hi:
            return label
    return None


def age_bin(x: int) -> int:
    for i, (lo, hi) in enumerate(AGES):
        if lo <= x < hi:
            return i
    return -1


def income_bin(x: int) -> int:
    for i, (lo, hi) in enumerate(INCOMES):
        if lo <= x < hi:
            return i
    return -1


def by_ifs(x: int) -> int:
    if x < 0:
        return -1
    if x < 10:
        return 0
    if x < 20:
        return 1
    return -1


@mechanism(epsilon="eps")
def bin_or_minus_one(rows: Annotated[list[Row], one_added_or_removed()], eps: Epsilon) -> list[int]:
    counts = [0] * len(BINS)
    for row in rows:
        b = bin_of(row.age)
        if b >= 0:
            counts[b] += 1
    return [laplace(c, 1 / eps) for c in counts]


@mechanism(epsilon="eps")
def no_bin_is_the_last_bin(rows: Annotated[list[Row], one_changed()], eps: Epsilon) -> list[int]:
    """In Python counts[-1] is the last one, so a replaced row always moves two counts."""
    counts = [0] * len(BINS)
    for row in rows:
        counts[bin_of(row.age)] += 1
    return [laplace(c, 1 / eps) for c in counts]


@mechanism(epsilon="eps")
def two_borders_each(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    """A value on a border is in two bins."""
    counts = [0] * len(BINS)
    for x in rows:
        for i, (lo, hi) in enumerate(BINS):
            if lo <= x <= hi:
                counts[i] += 1
    return [laplace(c, 1 / eps) for c in counts]


@mechanism(epsilon="eps")
def bin_or_none(rows: Annotated[list[Row], one_changed()], eps: Epsilon) -> list[int]:
    counts = [0] * len(BINS)
    for row in rows:
        b = bin_if_any(row.age)
        if b is not None:
            counts[b] += 1
    return [laplace(c, 2 / eps) for c in counts]


@mechanism(epsilon="eps")
def bin_by_label(xs: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> dict[str, int]:
    counts = dict.fromkeys(LABELS, 0)
    for x in xs:
        label = label_of(x)
        if label is not None:
            counts[label] += 1
    return {label: laplace(c, 1 / eps) for label, c in counts.items()}


@mechanism(epsilon="eps")
def bin_by_label_replaced(xs: Annotated[list[int], one_changed()], eps: Epsilon) -> dict[str, int]:
    """A replaced row leaves one bin and enters another."""
    counts = dict.fromkeys(LABELS, 0)
    for x in xs:
        label = label_of(x)
        if label is not None:
            counts[label] += 1
    return {label: laplace(c, 1 / eps) for label, c in counts.items()}


@mechanism(epsilon="eps")
def bin_by_ifs(xs: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    counts = [0, 0]
    for x in xs:
        b = by_ifs(x)
        if b >= 0:
            counts[b] += 1
    return [laplace(c, 1 / eps) for c in counts]


@mechanism(epsilon="eps")
def bin_by_ifs_for_less(xs: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    """Each row counts twice."""
    counts = [0, 0]
    for x in xs:
        b = by_ifs(x)
        if b >= 0:
            counts[b] += 1
        counts[abs(b)] += 1
    return [laplace(c, 1 / eps) for c in counts]


@mechanism(epsilon="eps")
def two_bins(rows: Annotated[list[Row], one_added_or_removed()], eps: Epsilon) -> list[list[int]]:
    counts = [[0] * len(INCOMES) for _ in AGES]
    for row in rows:
        a = age_bin(row.age)
        b = income_bin(row.income)
        if a >= 0 and b >= 0:
            counts[a][b] += 1
    return [[laplace(c, 1 / eps) for c in line] for line in counts]


@mechanism(epsilon="eps")
def two_bins_counted_apart(rows: Annotated[list[Row], one_added_or_removed()], eps: Epsilon) -> list[int]:
    """A row counts in a bin of each column."""
    ages, incomes = [0] * len(AGES), [0] * len(INCOMES)
    for row in rows:
        a = age_bin(row.age)
        b = income_bin(row.income)
        if a >= 0:
            ages[a] += 1
        if b >= 0:
            incomes[b] += 1
    return [laplace(c, 1 / eps) for c in ages] + [laplace(c, 1 / eps) for c in incomes]


# ------------------------------------------------------------------------------------- sorted for nothing


@mechanism(epsilon="eps")
def sorted_for_nothing(values: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    total = 0
    for value in sorted(values, reverse=True):
        if value > 0:
            total += min(value, 5)
    return laplace(total, 5 / eps)


@mechanism(epsilon="eps")
def sorted_by_column(rows: Annotated[list[Row], one_changed()], eps: Epsilon) -> int:
    ordered = sorted(rows, key=lambda row: row.age)
    total = 0
    for row in ordered:
        total += clamp(row.income, 0, 9)
    return laplace(total, 9 / eps)


@mechanism(epsilon="eps")
def sorted_counts(values: Annotated[list[int], one_added_or_removed()], n: int, eps: Epsilon) -> list[int]:
    counts = [0] * max(n, 0)
    for value in sorted(values):
        if 0 <= value < n:
            counts[value] += 1
    return [laplace(c, 1 / eps) for c in counts]


@mechanism(epsilon="eps")
def sorted_and_clipped(values: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    clipped = sorted([clamp(v, 0, 5) for v in values])
    doubled = [2 * v for v in clipped]
    return laplace(sum(doubled) + len(doubled), 11 / eps)


@mechanism(epsilon="eps")
def the_three_smallest(values: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """A row more pushes another one out: with bounds on both sides that is twice as much."""
    total = 0
    for value in sorted(values)[:3]:
        total += clamp(value, -5, 5)
    return laplace(total, 5 / eps)


@mechanism(epsilon="eps")
def sorted_up_to_a_cap(values: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """What counts depends on what came before: the smallest first."""
    total = 0
    for value in sorted(values):
        if total < 20:
            total += clamp(value, -5, 5)
    return laplace(total, 5 / eps)


@mechanism(epsilon="eps")
def steps_between_neighbours(values: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """What is added depends on the value before."""
    total, last = 0, 0
    for value in sorted(values):
        total += clamp(value - last, 0, 5)
        last = value
    return laplace(total, 4 / eps)


@mechanism(epsilon="eps")
def the_last_of_all(values: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """The largest value: a row more may move it from one end to the other."""
    last = 0
    for value in sorted(values):
        last = clamp(value, 0, 5)
    return laplace(last, 4 / eps)


@mechanism(epsilon="eps")
def every_entry_in_order(values: Annotated[list[int], one_changed()], eps: Epsilon) -> list[int]:
    out = []
    for value in sorted(values):
        out.append(laplace(clamp(value, 0, 5), 4 / eps))
    return out


@mechanism(epsilon="eps")
def sorted_by_column_for_less(rows: Annotated[list[Row], one_changed()], eps: Epsilon) -> int:
    total = 0
    for row in sorted(rows, key=lambda row: row.age):
        total += clamp(row.income, 0, 9)
    return laplace(total, 8 / eps)


# --------------------------------------------------------------------------------- rows in a list for each key


@mechanism(epsilon="eps", requires="n >= 0")
def rows_filed_by_key(
    rows: Annotated[list[tuple[int, int]], one_added_or_removed()], n: int, eps: Epsilon
) -> list[int]:
    filed: list[list[int]] = [[] for _ in range(n)]
    for key, amount in rows:
        if 0 <= key < n:
            filed[key].append(clamp(amount, 0, 7))
    return [laplace(len(amounts), 1 / eps) for amounts in filed]


@mechanism(epsilon="eps")
def filed_by_enum(loans: Annotated[list[Loan], one_added_or_removed()], eps: Epsilon) -> list[int]:
    filed: list[list[int]] = [[] for _ in Kind]
    for loan in loans:
        if loan.kind is Kind.SMALL:
            filed[0].append(loan.amount)
        else:
            filed[1].append(loan.amount)
    out = []
    for amounts in filed:
        total = 0
        for amount in amounts:
            total += clamp(amount, 0, 9)
        out.append(laplace(total, 9 / eps))
    return out


@mechanism(epsilon="eps", requires="n >= 2")
def rows_filed_twice(rows: Annotated[list[tuple[int, int]], one_added_or_removed()], n: int, eps: Epsilon) -> list[int]:
    """A row is in two lists."""
    filed: list[list[int]] = [[] for _ in range(n)]
    for key, amount in rows:
        if 0 <= key < n - 1:
            filed[key].append(amount)
            filed[key + 1].append(amount)
    return [laplace(len(amounts), 1 / eps) for amounts in filed]


@mechanism(epsilon="eps", requires="n >= 0")
def filed_and_not_clipped(
    rows: Annotated[list[tuple[int, int]], one_added_or_removed()], n: int, eps: Epsilon
) -> list[int]:
    filed: list[list[int]] = [[] for _ in range(n)]
    for key, amount in rows:
        if 0 <= key < n:
            filed[key].append(amount)
    return [laplace(min(sum(amounts), 7), 7 / eps) for amounts in filed]


@mechanism(epsilon="eps", requires="n >= 0")
def filed_and_summed_for_less(
    rows: Annotated[list[tuple[int, int]], one_added_or_removed()], n: int, eps: Epsilon
) -> list[int]:
    filed: list[list[int]] = [[] for _ in range(n)]
    for key, amount in rows:
        if 0 <= key < n:
            filed[key].append(amount)
    return [laplace(sum(clamp(a, 0, 7) for a in amounts), 6 / eps) for amounts in filed]


@mechanism(epsilon="eps", requires="n >= 2")
def filed_for_the_next_too(
    rows: Annotated[list[tuple[int, int]], one_added_or_removed()], n: int, eps: Epsilon
) -> list[int]:
    """Each list is asked twice: by itself, and after the one before it."""
    filed: list[list[int]] = [[] for _ in range(n)]
    for key, amount in rows:
        if 0 <= key < n:
            filed[key].append(amount)
    return [laplace(len(filed[i]) + len(filed[i + 1]), 1 / eps) for i in range(n - 1)]


# --------------------------------------------------------------------------------------- cells of a width that is given


@mechanism(epsilon="eps", requires="width >= 1")
def cells_of_a_width(
    values: Annotated[list[int], one_added_or_removed()], start: int, width: int, cells: int, eps: Epsilon
) -> list[int]:
    out = []
    for i in range(cells):
        inside = sum(1 for v in values if start + i * width <= v < start + (i + 1) * width)
        out.append(laplace(inside, 1 / eps))
    return out


@mechanism(epsilon="eps", requires="width >= 1")
def cells_with_both_ends(
    values: Annotated[list[int], one_added_or_removed()], start: int, width: int, cells: int, eps: Epsilon
) -> list[int]:
    """A value on a border is in two cells."""
    out = []
    for i in range(cells):
        inside = sum(1 for v in values if start + i * width <= v <= start + (i + 1) * width)
        out.append(laplace(inside, 1 / eps))
    return out


@mechanism(epsilon="eps")
def cells_of_any_width(
    values: Annotated[list[int], one_added_or_removed()], start: int, width: int, cells: int, eps: Epsilon
) -> list[int]:
    """With a width of 0 all cells are one."""
    out = []
    for i in range(cells):
        low = start + i * width
        inside = sum(1 for v in values if low <= v < low + max(1, width))
        out.append(laplace(inside, 1 / eps))
    return out


@mechanism(epsilon="eps", requires="width >= 1")
def cells_that_overlap(
    values: Annotated[list[int], one_added_or_removed()], start: int, width: int, cells: int, eps: Epsilon
) -> list[int]:
    out = []
    for i in range(cells):
        inside = sum(1 for v in values if start + i * width <= v < start + (i + 2) * width)
        out.append(laplace(inside, 1 / eps))
    return out
