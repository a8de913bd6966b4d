"""Counts by keys that only somebody's row brings up: those in PRIVATE are proved, those in NEAR miss their claims."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed, one_changed, one_user_added_or_removed

PRIVATE = (
    "shops_by_table",
    "sales_by_store",
    "decades",
    "smokers_or_not",
    "ages_in_ranges",
    "whether_anybody",
    "two_keys_at_once",
    "replaced_in_a_table",
    "two_by_two",
    "two_sales_of_each",
)
NEAR = (
    "shops_reached",
    "sales_for_less",
    "decades_overlap",
    "smokers_lower",
    "replaced_for_less",
    "shown_without_noise",
    "whether_anybody_counts_twice",
    "two_sales_of_each_for_less",
    "three_sales_for_two",
)


class Sale(NamedTuple):
    store: int
    amount: int


class Person(NamedTuple):
    smoker: bool
    age: int


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1 and n >= 1")
def shops_by_table(visits: Annotated[list[int], one_added_or_removed()], n: int, t: int, eps: Epsilon) -> list[int]:
    table = [0] * n
    for shop in visits:
        if 0 <= shop < n:
            table[shop] += 1
    shown = []
    for i in range(n):
        if table[i] > 0:
            noisy = laplace(table[i], 1 / eps)
            shown.append(noisy if noisy > t else 0)
        else:
            shown.append(0)
    return shown


@mechanism(epsilon="eps", delta="exp(-t * eps) / (1 + exp(-eps))", requires="t >= 1 and stores >= 1")
def sales_by_store(
    sales: Annotated[list[Sale], one_added_or_removed()], stores: int, least: int, t: int, eps: Epsilon
) -> list[int]:
    shown = []
    for store in range(stores):
        large = sum(1 for sale in sales if sale.store == store and sale.amount >= least)
        if large == 0:
            shown.append(-1)
            continue
        noisy = laplace(large, 1 / eps)
        if noisy <= t:
            shown.append(-1)
        else:
            shown.append(noisy)
    return shown


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def decades(ages: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    out = []
    decade = 0
    while decade < 12:
        people = 0
        for age in ages:
            if age // 10 == decade:
                people += 1
        noisy = laplace(people, 1 / eps) if people > 0 else 0
        if noisy > t:
            out.append(noisy)
        else:
            out.append(0)
        decade += 1
    return out


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def smokers_or_not(
    people: Annotated[list[Person], one_added_or_removed()], t: int, eps: Epsilon
) -> tuple[int | None, int | None]:
    smoking = 0
    others = 0
    for person in people:
        if person.smoker:
            smoking += 1
        else:
            others += 1
    one = None
    if smoking > 0:
        first = laplace(smoking, 1 / eps)
        if first > t:
            one = first
    two = None
    if others > 0:
        second = laplace(others, 1 / eps)
        if second > t:
            two = second
    return one, two


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1 and n >= 1")
def ages_in_ranges(ages: Annotated[list[int], one_added_or_removed()], n: int, t: int, eps: Epsilon) -> list[int]:
    out = []
    for group in range(n):
        count = 0
        for age in ages:
            if 10 * group <= age < 10 * group + 10:
                count += 1
        noisy = 0
        if count > 0:
            noisy = laplace(count, 1 / eps)
        out.append(max(noisy, t))
    return out


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1 and n >= 1")
def whether_anybody(rows: Annotated[list[int], one_added_or_removed()], n: int, t: int, eps: Epsilon) -> list[bool]:
    answers = []
    for key in range(n):
        count = len([row for row in rows if row == key])
        answers.append(count > 0 and laplace(count, 1 / eps) > t)
    return answers


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1 and n >= 1 and m >= 1")
def two_keys_at_once(
    sales: Annotated[list[Sale], one_added_or_removed()], n: int, m: int, t: int, eps: Epsilon
) -> list[int]:
    out = []
    for a in range(n):
        for b in range(m):
            count = sum(1 for sale in sales if sale.store == a and sale.amount == b)
            noisy = laplace(count, 1 / eps) if count > 0 else 0
            out.append(noisy if noisy > t else 0)
    return out


@mechanism(epsilon="2 * eps", delta="exp(-(t - 1) * eps)", requires="t >= 1 and n >= 1")
def replaced_in_a_table(rows: Annotated[list[int], one_changed()], n: int, t: int, eps: Epsilon) -> list[int]:
    table = [0] * n
    for row in rows:
        if 0 <= row < n:
            table[row] += 1
    out = []
    for i in range(n):
        noisy = laplace(table[i], 1 / eps) if table[i] > 0 else 0
        out.append(noisy if noisy > t else 0)
    return out


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def two_by_two(people: Annotated[list[Person], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    out = []
    for smoker in (False, True):
        for old in (False, True):
            count = sum(1 for person in people if person.smoker == smoker and (person.age >= 40) == old)
            noisy = laplace(count, 1 / eps) if count > 0 else 0
            out.append(noisy if noisy > t else 0)
    return out


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1 and n >= 1")
def shops_reached(visits: Annotated[list[int], one_added_or_removed()], n: int, t: int, eps: Epsilon) -> list[int]:
    table = [0] * n
    for shop in visits:
        if 0 <= shop < n:
            table[shop] += 1
    shown = []
    for i in range(n):
        if table[i] > 0:
            noisy = laplace(table[i], 1 / eps)
            shown.append(noisy if noisy >= t else 0)
        else:
            shown.append(0)
    return shown


@mechanism(epsilon="eps", delta="exp(-t * eps) / (1 + exp(-eps)) / 1.05", requires="t >= 1 and stores >= 1")
def sales_for_less(
    sales: Annotated[list[Sale], one_added_or_removed()], stores: int, least: int, t: int, eps: Epsilon
) -> list[int]:
    shown = []
    for store in range(stores):
        large = sum(1 for sale in sales if sale.store == store and sale.amount >= least)
        if large == 0:
            shown.append(-1)
            continue
        noisy = laplace(large, 1 / eps)
        if noisy <= t:
            shown.append(-1)
        else:
            shown.append(noisy)
    return shown


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def decades_overlap(ages: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    out = []
    decade = 0
    while decade < 12:
        people = 0
        for age in ages:
            if age // 10 == decade or age // 10 == decade + 1:
                people += 1
        noisy = laplace(people, 1 / eps) if people > 0 else 0
        if noisy > t:
            out.append(noisy)
        else:
            out.append(0)
        decade += 1
    return out


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def smokers_lower(
    people: Annotated[list[Person], one_added_or_removed()], t: int, eps: Epsilon
) -> tuple[int | None, int | None]:
    smoking = 0
    others = 0
    for person in people:
        if person.smoker:
            smoking += 1
        else:
            others += 1
    one = None
    if smoking > 0:
        first = laplace(smoking, 1 / eps)
        if first > t:
            one = first
    two = None
    if others > 0:
        second = laplace(others, 1 / eps)
        if second > t - 1:
            two = second
    return one, two


@mechanism(epsilon="2 * eps", delta="exp(-t * eps) / (1 + exp(-eps)) / 1.05", requires="t >= 1 and n >= 1")
def replaced_for_less(rows: Annotated[list[int], one_changed()], n: int, t: int, eps: Epsilon) -> list[int]:
    table = [0] * n
    for row in rows:
        if 0 <= row < n:
            table[row] += 1
    out = []
    for i in range(n):
        noisy = laplace(table[i], 1 / eps) if table[i] > 0 else 0
        out.append(noisy if noisy > t else 0)
    return out


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1 and n >= 1")
def shown_without_noise(rows: Annotated[list[int], one_added_or_removed()], n: int, t: int, eps: Epsilon) -> list[int]:
    out = []
    for number in range(n):
        count = sum(1 for row in rows if row == number)
        noisy = laplace(count, 1 / eps) if count > 0 else 0
        out.append(count if noisy > t else 0)
    return out


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1 and n >= 1")
def whether_anybody_counts_twice(
    rows: Annotated[list[int], one_added_or_removed()], n: int, t: int, eps: Epsilon
) -> list[bool]:
    answers = []
    for key in range(n):
        count = 2 * len([row for row in rows if row == key])
        answers.append(count > 0 and laplace(count, 1 / eps) > t)
    return answers


@mechanism(epsilon="2 * eps", delta="exp(-(t - 2) * eps)", requires="t >= 2 and n >= 1")
def two_sales_of_each(
    sales: Annotated[list[Sale], one_user_added_or_removed("store", rows=2)], n: int, t: int, eps: Epsilon
) -> list[bool]:
    shown = []
    for amount in range(n):
        count = 0
        for sale in sales:
            if sale.amount == amount:
                count += 1
        shown.append(count > 0 and laplace(count, 1 / eps) > t)
    return shown


@mechanism(epsilon="2 * eps", delta="exp(-(t - 1) * eps) / (1 + exp(-eps)) / 1.05", requires="t >= 2 and n >= 1")
def two_sales_of_each_for_less(
    sales: Annotated[list[Sale], one_user_added_or_removed("store", rows=2)], n: int, t: int, eps: Epsilon
) -> list[bool]:
    shown = []
    for amount in range(n):
        count = 0
        for sale in sales:
            if sale.amount == amount:
                count += 1
        shown.append(count > 0 and laplace(count, 1 / eps) > t)
    return shown


@mechanism(epsilon="2 * eps", delta="exp(-(t - 2) * eps)", requires="t >= 2 and n >= 1")
def three_sales_for_two(
    sales: Annotated[list[Sale], one_user_added_or_removed("store", rows=3)], n: int, t: int, eps: Epsilon
) -> list[bool]:
    shown = []
    for amount in range(n):
        count = 0
        for sale in sales:
            if sale.amount == amount:
                count += 1
        shown.append(count > 0 and laplace(count, 1 / eps) > t)
    return shown
