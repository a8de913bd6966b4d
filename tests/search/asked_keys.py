"""Dictionaries of rows that are asked for known keys: PRIVATE are proved, those in NEAR miss their claims."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed, one_changed

PRIVATE = (
    "counts_of_known_pages",
    "totals_of_known_shops",
    "counts_of_keys_up_to",
    "count_of_one_key",
    "count_set_in_branches",
    "who_was_seen",
    "large_known_pages",
    "large_pages_by_hand",
)
NEAR = (
    "a_page_asked_twice",
    "totals_without_a_clamp",
    "counts_of_replaced_rows",
    "all_there_are",
    "raises_where_it_is_missing",
    "only_those_there_are",
    "threshold_too_low",
    "last_of_each_key",
)


class Row(NamedTuple):
    shop: str
    cents: int


@mechanism(epsilon="eps")
def counts_of_known_pages(visits: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for page in visits:
        counts[page] = counts.get(page, 0) + 1
    return [laplace(counts.get(page, 0), 1 / eps) for page in (1, 2, 3)]


@mechanism(epsilon="eps")
def totals_of_known_shops(rows: Annotated[list[Row], one_added_or_removed()], eps: Epsilon) -> list[int]:
    totals: dict[str, int] = {}
    for row in rows:
        totals[row.shop] = totals.get(row.shop, 0) + clamp(row.cents, 0, 100)
    return [laplace(totals.get(shop, 0), 100 / eps) for shop in ("north", "south")]


@mechanism(epsilon="eps")
def counts_of_keys_up_to(rows: Annotated[list[int], one_added_or_removed()], n: int, eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for row in rows:
        if row not in counts:
            counts[row] = 0
        counts[row] += 1
    shown = []
    for key in range(n):
        count = 0
        if key in counts:
            count = counts[key]
        shown.append(laplace(count, 1 / eps))
    return shown


@mechanism(epsilon="eps")
def count_of_one_key(rows: Annotated[list[int], one_added_or_removed()], key: int, eps: Epsilon) -> int:
    counts: dict[int, int] = {}
    for row in rows:
        counts[row] = counts.get(row, 0) + 1
    count = 0
    if key in counts:
        count = counts[key]
    return laplace(count, 1 / eps)


@mechanism(epsilon="eps")
def count_set_in_branches(rows: Annotated[list[Row], one_added_or_removed()], eps: Epsilon) -> list[int]:
    """Only rows that cost something count."""
    counts: dict[str, int] = {}
    for row in rows:
        if row.cents <= 0:
            continue
        if row.shop in counts:
            counts[row.shop] += 1
        else:
            counts[row.shop] = 1
    return [laplace(counts.get(shop, 0), 1 / eps) for shop in ("north", "south")]


@mechanism(epsilon="eps")
def who_was_seen(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    seen: list[int] = []
    for row in rows:
        if row not in seen:
            seen.append(row)
    return [laplace(1 if key in seen else 0, 1 / eps) for key in (5, 6)]


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def large_known_pages(
    visits: Annotated[list[int], one_added_or_removed()], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[tuple[int, int]]:
    counts: dict[int, int] = {}
    for page in visits:
        counts[page] = counts.get(page, 0) + 1
    shown = []
    for page in (1, 2, 3):
        if page in counts:
            noisy = laplace(counts[page], 1 / eps)
            if noisy > threshold:
                shown.append((page, noisy))
    return shown


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def large_pages_by_hand(
    visits: Annotated[list[int], one_added_or_removed()], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[tuple[int, int]]:
    """Pages that are no numbers in a row: each has a draw of its own."""
    shown = []
    for page in (3, 17, 42):
        count = sum(1 for visit in visits if visit == page)
        if count > 0:
            noisy = laplace(count, 1 / eps)
            if noisy > threshold:
                shown.append((page, noisy))
    return shown


@mechanism(epsilon="eps")
def a_page_asked_twice(visits: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for page in visits:
        counts[page] = counts.get(page, 0) + 1
    return [laplace(counts.get(page, 0), 1 / eps) for page in (1, 2, 1)]


@mechanism(epsilon="eps")
def totals_without_a_clamp(rows: Annotated[list[Row], one_added_or_removed()], eps: Epsilon) -> list[int]:
    totals: dict[str, int] = {}
    for row in rows:
        totals[row.shop] = totals.get(row.shop, 0) + row.cents
    return [laplace(clamp(totals.get(shop, 0), 0, 100), 99 / eps) for shop in ("north", "south")]


@mechanism(epsilon="eps")
def counts_of_replaced_rows(visits: Annotated[list[int], one_changed()], eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for page in visits:
        counts[page] = counts.get(page, 0) + 1
    return [laplace(counts.get(page, 0), 1 / eps) for page in (1, 2, 3)]


@mechanism(epsilon="eps")
def all_there_are(visits: Annotated[list[int], one_added_or_removed()], page: int, eps: Epsilon) -> tuple[int, int]:
    """How many pages there are is told as it is."""
    counts: dict[int, int] = {}
    for visit in visits:
        counts[visit] = counts.get(visit, 0) + 1
    return laplace(counts.get(page, 0), 1 / eps), len(counts)


@mechanism(epsilon="eps")
def raises_where_it_is_missing(visits: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for page in visits:
        counts[page] = counts.get(page, 0) + 1
    return [laplace(counts[page], 1 / eps) for page in (1, 2)]


@mechanism(epsilon="eps")
def only_those_there_are(visits: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for page in visits:
        counts[page] = counts.get(page, 0) + 1
    return [laplace(counts[page], 1 / eps) for page in (1, 2, 3) if page in counts]


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= log(1 / (2 * delta)) / eps")
def threshold_too_low(
    visits: Annotated[list[int], one_added_or_removed()], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[tuple[int, int]]:
    """One more is needed."""
    shown = []
    for page in (3, 17, 42):
        count = sum(1 for visit in visits if visit == page)
        if count > 0:
            noisy = laplace(count, 1 / eps)
            if noisy > threshold:
                shown.append((page, noisy))
    return shown


@mechanism(epsilon="eps")
def last_of_each_key(rows: Annotated[list[Row], one_added_or_removed()], eps: Epsilon) -> list[int]:
    """The last row of a shop counts, and the one before it may cost anything up to 100."""
    last: dict[str, int] = {}
    for row in rows:
        last[row.shop] = clamp(row.cents, 0, 100)
    return [laplace(last.get(shop, 0), 50 / eps) for shop in ("north", "south")]
