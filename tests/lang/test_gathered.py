"""Counters and sets are the dictionaries, lists and loops that one would write in their place: equal core programs."""

from __future__ import annotations

import pytest

from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_mechanism
from twinproof.lang.reader import read_text

HEAD = """\
from collections import Counter, defaultdict
from typing import Annotated, NamedTuple
from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

KINDS = ("a", "b", "c")
OPEN = {"a", "c"}


class Row(NamedTuple):
    user: int
    kind: str


@mechanism(epsilon="eps")
def m(rows: Annotated[list[Row], one_added_or_removed()], eps: Epsilon) -> list[int]:
"""
NOISY = "return [laplace(hist[k], 1 / eps) for k in KINDS]"
BY_HAND = f"""\
hist = {{k: 0 for k in KINDS}}
for row in rows:
    if row.kind in hist:
        hist[row.kind] += 1
{NOISY}
"""
HISTOGRAMS = {
    "counted at once": f"hist = Counter(row.kind for row in rows)\n{NOISY}",
    "counted from a list": f"hist = Counter([row.kind for row in rows])\n{NOISY}",
    "counted by hand": f"hist = Counter()\nfor row in rows:\n    hist[row.kind] += 1\n{NOISY}",
    "with a default": f"hist = defaultdict(int)\nfor row in rows:\n    hist[row.kind] += 1\n{NOISY}",
    "with a lambda": f"hist = defaultdict(lambda: 0)\nfor row in rows:\n    hist[row.kind] += 1\n{NOISY}",
    "with an annotation": f"hist: Counter[str] = Counter()\nfor row in rows:\n    hist[row.kind] += 1\n{NOISY}",
}
PAIRS = {
    "a growing counter": (
        "c = Counter()\nfor row in rows:\n    c[row.user] += 1\nreturn [len(c)]",
        "c = {}\nfor row in rows:\n    c[row.user] = c.get(row.user, 0) + 1\nreturn [len(c)]",
    ),
    "a set that grows": (
        "s = set()\nt = 0\nfor row in rows:\n    if row.user not in s:\n        s.add(row.user)\n        t += 1\n"
        "return [laplace(t, 1 / eps)]",
        "s = []\nt = 0\nfor row in rows:\n    if row.user not in s:\n        s.append(row.user)\n        t += 1\n"
        "return [laplace(t, 1 / eps)]",
    ),
    "a set of the file": (
        "return [laplace(sum(1 for row in rows if row.kind in OPEN), 1 / eps)]",
        "return [laplace(sum(1 for row in rows if row.kind in ('a', 'c')), 1 / eps)]",
    ),
}


def core(body: str) -> str:
    (found,) = read_text(HEAD + "".join(f"    {line}\n" for line in body.splitlines()))
    assert isinstance(found, Mechanism), str(found)
    return show_mechanism(found)


@pytest.mark.parametrize("body", HISTOGRAMS.values(), ids=HISTOGRAMS)
def test_a_histogram_is_that_of_a_dictionary_with_known_keys(body: str) -> None:
    assert core(body) == core(BY_HAND)


@pytest.mark.parametrize(("one", "other"), PAIRS.values(), ids=PAIRS)
def test_it_is_what_one_would_write_in_its_place(one: str, other: str) -> None:
    assert core(one) == core(other)


def test_a_counter_over_its_own_keys_keeps_them_all() -> None:
    assert core("hist = Counter(row.kind for row in rows)\nreturn [laplace(hist[k], 1 / eps) for k in hist]") != core(
        BY_HAND
    )
