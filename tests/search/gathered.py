"""Counters, dictionaries with a default and sets: those in PRIVATE are proved, those in NEAR miss their claims."""

from collections import Counter, defaultdict
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed, one_changed

KINDS = ("a", "b", "c")
OPEN = {"a", "b"}
PRIVATE = (
    "histogram",
    "histogram_by_hand",
    "sums_by_kind",
    "ratings",
    "largest_kind",
    "replaced_in_a_histogram",
    "open_kinds",
)
NEAR = (
    "histogram_for_less",
    "sums_by_kind_for_less",
    "replaced_for_less",
    "open_kinds_counted_twice",
)


class Row(NamedTuple):
    user: int
    kind: str
    amount: int


Rows = Annotated[list[Row], one_added_or_removed()]


@mechanism(epsilon="eps")
def histogram(rows: Rows, eps: Epsilon) -> dict[str, int]:
    hist = Counter(row.kind for row in rows)
    return {k: laplace(hist[k], 1 / eps) for k in KINDS}


@mechanism(epsilon="eps")
def histogram_by_hand(rows: Rows, eps: Epsilon) -> list[int]:
    hist: Counter[str] = Counter()
    for row in rows:
        hist[row.kind] += 1
    return [laplace(hist[k], 1 / eps) for k in KINDS]


@mechanism(epsilon="eps")
def sums_by_kind(rows: Rows, eps: Epsilon) -> dict[str, int]:
    sums: defaultdict[str, int] = defaultdict(int)
    for row in rows:
        sums[row.kind] += clamp(row.amount, 0, 10)
    return {k: laplace(sums[k], 10 / eps) for k in KINDS}


@mechanism(epsilon="eps")
def ratings(rows: Rows, eps: Epsilon) -> list[int]:
    counts: dict[int, int] = defaultdict(int)
    for row in rows:
        counts[clamp(row.amount, 1, 3)] += 1
    return [laplace(counts[stars], 1 / eps) for stars in range(1, 4)]


@mechanism(epsilon="eps")
def largest_kind(rows: Rows, eps: Epsilon) -> str:
    hist = Counter(row.kind for row in rows)
    noisy = {k: laplace(hist[k], 1 / eps) for k in KINDS}
    return max(noisy, key=lambda k: noisy[k])


@mechanism(epsilon="2 * eps")
def replaced_in_a_histogram(rows: Annotated[list[Row], one_changed()], eps: Epsilon) -> list[int]:
    hist = Counter(row.kind for row in rows)
    return [laplace(hist[k], 1 / eps) for k in KINDS]


@mechanism(epsilon="eps")
def open_kinds(rows: Rows, eps: Epsilon) -> int:
    return laplace(sum(1 for row in rows if row.kind in OPEN), 1 / eps)


@mechanism(epsilon="eps")
def histogram_for_less(rows: Rows, eps: Epsilon) -> dict[str, int]:
    hist = Counter(row.kind for row in rows)
    return {k: laplace(2 * hist[k], 1 / eps) for k in KINDS}


@mechanism(epsilon="eps")
def sums_by_kind_for_less(rows: Rows, eps: Epsilon) -> dict[str, int]:
    sums: defaultdict[str, int] = defaultdict(int)
    for row in rows:
        sums[row.kind] += clamp(row.amount, 0, 10)
    return {k: laplace(sums[k], 9 / eps) for k in KINDS}


@mechanism(epsilon="eps")
def replaced_for_less(rows: Annotated[list[Row], one_changed()], eps: Epsilon) -> list[int]:
    hist = Counter(row.kind for row in rows)
    return [laplace(hist[k], 1 / eps) for k in KINDS]


@mechanism(epsilon="eps")
def open_kinds_counted_twice(rows: Rows, eps: Epsilon) -> int:
    return laplace(2 * sum(1 for row in rows if row.kind in OPEN), 1 / eps)
