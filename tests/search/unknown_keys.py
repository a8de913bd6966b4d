"""Keys that nobody knew before: those in PRIVATE are proved, those in NEAR miss their claims, those in WITHOUT have no
form that goes through all numbers between which the keys lie."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed, one_user_added_or_removed

PRIVATE = ("by_get", "by_items", "by_hand", "by_branch", "two_lists", "of_large_ones", "two_of_each", "as_dictionary")
NEAR = (
    "told_after_the_keys",
    "reached",
    "threshold_lower",
    "half_of_delta",
    "dictionary_reached",
    "dictionary_of_exact_counts",
    "two_of_each_as_one",
    "shown_without_noise",
    "shown_without_a_test",
    "tested_without_noise",
    "how_many_keys",
    "carried_on",
)
WITHOUT = (
    "as_they_came",
    "length_too",
    "of_noisy_numbers",
    "counted_from_noise",
    "listed_twice",
    "by_position",
    "the_largest_key",
    "told_in_the_end",
)


class Search(NamedTuple):
    user: int
    word: int
    seconds: int


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def by_get(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[tuple[int, int]]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    out = []
    for word in sorted(counts):
        noisy = laplace(counts[word], 1 / eps)
        if noisy > t:
            out.append((word, noisy))
    return out


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def by_items(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for word in words:
        if word not in counts:
            counts[word] = 0
        counts[word] += 1
    return [word for word, count in sorted(counts.items()) if laplace(count, 1 / eps) > t]


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def by_hand(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    keys = []
    for word in words:
        if word not in keys:
            keys.append(word)
    keys.sort()
    out = []
    for key in keys:
        rows = [word for word in words if word == key]
        if laplace(len(rows), 1 / eps) > t:
            out.append(key)
    return out


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def by_branch(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[tuple[int, int]]:
    counts: dict[int, int] = {}
    for word in words:
        if word in counts:
            counts[word] += 1
        else:
            counts[word] = 1
    keys = sorted(counts.keys())
    noisy = [laplace(counts[key], 1 / eps) for key in keys]
    return [(key, n) for key, n in zip(keys, noisy, strict=True) if n > t]


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def two_lists(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> tuple[list[int], list[int]]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word // 10] = counts.get(word // 10, 0) + 1
    shown: list[int] = []
    numbers: list[int] = []
    for tens in sorted(counts):
        noisy = laplace(counts[tens], 1 / eps)
        if noisy > t:
            shown.append(tens)
            numbers.append(noisy)
    return shown, numbers


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def as_dictionary(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> dict[int, int]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    shown: dict[int, int] = {}
    for word in sorted(counts):
        noisy = laplace(counts[word], 1 / eps)
        if noisy > t:
            shown[word] = noisy
    return shown


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def of_large_ones(searches: Annotated[list[Search], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for search in searches:
        if search.seconds >= 60:
            counts[search.word] = counts.get(search.word, 0) + 1
    return [word for word in sorted(counts) if laplace(counts[word], 1 / eps) > t]


@mechanism(epsilon="2 * eps", delta="exp(-(t - 2) * eps)", requires="t >= 2")
def two_of_each(
    searches: Annotated[list[Search], one_user_added_or_removed("user", rows=2)], t: int, eps: Epsilon
) -> list[int]:
    counts: dict[int, int] = {}
    for search in searches:
        counts[search.word] = counts.get(search.word, 0) + 1
    return [word for word in sorted(counts) if laplace(counts[word], 1 / eps) > t]


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def reached(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return [word for word in sorted(counts) if laplace(counts[word], 1 / eps) >= t]


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def dictionary_reached(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> dict[int, int]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    shown: dict[int, int] = {}
    for word in sorted(counts):
        noisy = laplace(counts[word], 1 / eps)
        if noisy >= t:
            shown[word] = noisy
    return shown


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def dictionary_of_exact_counts(
    words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon
) -> dict[int, int]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    shown: dict[int, int] = {}
    for word in sorted(counts):
        if laplace(counts[word], 1 / eps) > t:
            shown[word] = counts[word]
    return shown


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def threshold_lower(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return [word for word in sorted(counts) if laplace(counts[word], 1 / eps) > t - 1]


@mechanism(epsilon="eps", delta="exp(-t * eps) / (1 + exp(-eps)) / 2", requires="t >= 1")
def half_of_delta(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return [word for word in sorted(counts) if laplace(counts[word], 1 / eps) > t]


@mechanism(epsilon="2 * eps", delta="exp(-(t - 1) * eps) / (1 + exp(-eps)) / 1.05", requires="t >= 2")
def two_of_each_as_one(
    searches: Annotated[list[Search], one_user_added_or_removed("user", rows=2)], t: int, eps: Epsilon
) -> list[int]:
    counts: dict[int, int] = {}
    for search in searches:
        counts[search.word] = counts.get(search.word, 0) + 1
    return [word for word in sorted(counts) if laplace(counts[word], 1 / eps) > t]


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def shown_without_noise(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return [counts[word] for word in sorted(counts) if laplace(counts[word], 1 / eps) > t]


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def shown_without_a_test(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return [laplace(counts[word], 1 / eps) for word in sorted(counts)]


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def tested_without_noise(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return [laplace(counts[word], 1 / eps) for word in sorted(counts) if counts[word] > t]


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def how_many_keys(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> tuple[int, int]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    shown = 0
    keys = 0
    for word in sorted(counts):
        keys += 1
        if laplace(counts[word], 1 / eps) > t:
            shown += 1
    return shown, keys


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def carried_on(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    out = []
    before = 0
    for word in sorted(counts):
        if laplace(counts[word] + before, 1 / eps) > t:
            out.append(word)
        before = counts[word]
    return out


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def the_largest_key(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> int:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    largest = 0
    for word in sorted(counts):
        largest = word
    return largest


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def as_they_came(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    shown = [word for word in counts if laplace(counts[word], 1 / eps) > t]
    return shown if sorted([2, 1]) == [1, 2] else []


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def length_too(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> tuple[list[int], int]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return [word for word in sorted(counts) if laplace(counts[word], 1 / eps) > t], len(counts)


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def of_noisy_numbers(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    noisy: list[int] = []
    for key in range(3):
        drawn = laplace(sum(1 for word in words if word == key), 1 / eps)
        if drawn not in noisy:
            noisy.append(drawn)
    return [number for number in sorted(noisy) if number > t]


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def counted_from_noise(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    shift = laplace(0, 1 / eps)
    counts: dict[int, int] = {}
    for word in words:
        counts[word + shift] = counts.get(word + shift, 0) + 1
    return [word for word in sorted(counts) if laplace(counts[word], 1 / eps) > t]


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def listed_twice(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    keys = []
    for word in words:
        keys.append(word)
    return [key for key in sorted(keys) if laplace(words.count(key), 1 / eps) > t]


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def by_position(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    keys = list(counts)
    return [keys.index(word) for word in sorted(counts) if laplace(counts[word], 1 / eps) > t]


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def told_in_the_end(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> int:
    """Nothing is sorted here."""
    total = laplace(len(words), 1 / eps)
    for word in words:
        total = word if word // 1000 == 77 else total
    return total


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def told_after_the_keys(words: Annotated[list[int], one_added_or_removed()], t: int, eps: Epsilon) -> list[int]:
    counts: dict[int, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    shown = [word for word in sorted(counts) if laplace(counts[word], 1 / eps) > t]
    for word in words:
        if word // 1000 == 77:
            shown.append(word)
    return shown
