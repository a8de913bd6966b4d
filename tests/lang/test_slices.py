"""Loops over a part of the rows, by their places or by their order, mean the same when they go over all of them.

`TWINPROOF_PROGRAMS=20000` makes the generated part longer.
"""

import os
import textwrap
from random import Random

import pytest

from tests.lang.test_meaning import check_same, check_wellformed, defined, read
from twinproof.lang.command import If, loops_in, subcommands, written
from twinproof.lang.expr import Apply, Op, subterms
from twinproof.lang.mechanism import Mechanism

PROGRAMS = int(os.environ.get("TWINPROOF_PROGRAMS", "100"))
HEAD = """
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="cap >= 1")
def main(xs: Annotated[list[int], one_added_or_removed()], n: int, cap: int, eps: Epsilon) -> list[int]:
"""
PLACES = {
    "the first": "return [laplace(sum(x * x for x in xs[:cap]), 1 / eps)]",
    "after the first": "return [laplace(sum(x * x for x in xs[cap:]), 1 / eps)]",
    "the last": "return [laplace(sum(x * x for x in xs[-cap:]), 1 / eps)]",
    "in the middle": "return [laplace(sum(x * x for x in xs[1:3]), 1 / eps)]",
    "first of any number": """
total, least = 0, 9
for i in range(min(n, len(xs))):
    total += i * xs[i]
    least = min(least, xs[i])
return [laplace(total, 1 / eps), laplace(least, 1 / eps)]
""",
}
OTHER_PLACES = {
    "where it stopped": """
i, total = 0, 0
while i < min(n, len(xs)):
    total += xs[i]
    i += 1
return [laplace(total, 1 / eps), laplace(i, 1 / eps)]
""",
    "where it began": """
i, total = min(cap, len(xs)), 0
first = i
while i < len(xs):
    total += xs[i]
    i += 1
return [laplace(total, 1 / eps), laplace(first, 1 / eps), laplace(i, 1 / eps)]
""",
    "from below zero": """
total = 0
for i in range(n, len(xs)):
    total += i
return [laplace(total, 1 / eps)]
""",
    "a limit that moves with the counter": """
i, total = 0, 0
while i < len(xs) and i < 2 * i - n:
    total += xs[i]
    i += 1
return [laplace(total, 1 / eps)]
""",
    "noise in the rounds": "return [laplace(x, 1 / eps) for x in xs[cap:]]",
}
ENDS = {
    "both ends": "return [laplace(sum(sorted(clamp(x, 0, 4) for x in xs)[1:-1]), 1 / eps)]",
    "the lowest": "return [laplace(sum(sorted(clamp(x, 1, cap) for x in xs)[1:]), 1 / eps)]",
    "the highest": "return [laplace(sum(sorted(max(x, 0) for x in xs)[:-1]), 1 / eps)]",
    "the highest, which is first": """
ys = [min(max(x, 0), cap) for x in xs if x != n]
ys.sort(reverse=True)
return [laplace(sum(ys[1:]), 1 / eps)]
""",
    "cut later": """
total = n
for x in sorted(xs)[1:-1]:
    total += min(3, max(x, 0))
return [laplace(total, 1 / eps)]
""",
    "a cap below zero": "return [laplace(sum(sorted(max(0, min(x, n)) for x in xs)[1:-1]), 1 / eps)]",
}
OTHER_ENDS = {
    "below zero": "return [laplace(sum(sorted(clamp(x, -2, 4) for x in xs)[1:-1]), 1 / eps)]",
    "of any size": "return [laplace(sum(sorted(max(x, 0) for x in xs)[1:]), 1 / eps)]",
    "two at an end": "return [laplace(sum(sorted(clamp(x, 0, 4) for x in xs)[2:]), 1 / eps)]",
    "not in the order of the items": """
total = 0
for x in sorted(xs)[1:]:
    total += clamp(-x, 0, 4)
return [laplace(total, 1 / eps)]
""",
    "sorted by something else": """
ys = sorted((clamp(x, 0, 4) for x in xs), key=lambda y: y % 3)
return [laplace(sum(ys[1:-1]), 1 / eps)]
""",
    "put in the order of others": """
ys, keys = [clamp(x, 0, 4) for x in xs], [-x for x in xs]
for i in range(len(ys)):
    j = i
    while j > 0 and keys[j] < keys[j - 1]:
        lower = ys[j]
        ys[j] = ys[j - 1]
        ys[j - 1] = lower
        j -= 1
return [laplace(sum(ys[1:-1]), 1 / eps)]
""",
    "not sorted": "return [laplace(sum([clamp(x, 0, 4) for x in xs][1:-1]), 1 / eps)]",
    "changed after sorting": """
ys = sorted(clamp(x, 0, 4) for x in xs)
ys.append(2)
return [laplace(sum(ys[1:-1]), 1 / eps)]
""",
    "asked for its first as well": """
ys = sorted(clamp(x, 0, 4) for x in xs)
return [laplace(sum(ys[1:-1]), 1 / eps), laplace(ys[2] if len(ys) > 2 else 0, 1 / eps)]
""",
}


def reading(body: str) -> tuple[str, Mechanism]:
    text = HEAD + textwrap.indent(body.strip(), "    ") + "\n"
    mechanism = read(text, "main")
    assert isinstance(mechanism, Mechanism), str(mechanism)
    return text, mechanism


def check(body: str, runs: int) -> None:
    text, mechanism = reading(body)
    check_wellformed(mechanism, text)
    function, random = defined(text, "main"), Random(1)
    for seed in range(runs):
        check_same(function, mechanism, inputs(random), seed)


def inputs(random: Random) -> dict[str, object]:
    return {
        "xs": [random.randint(-3, 7) for _ in range(random.randint(0, 5))],
        "n": random.randint(-3, 5),
        "cap": random.randint(1, 5),
        "eps": random.choice((1, 2)),
    }


ALL = {**PLACES, **OTHER_PLACES, **ENDS, **OTHER_ENDS}


@pytest.mark.parametrize("body", ALL.values(), ids=ALL.keys())
def test_the_meaning_stays(body: str) -> None:
    check(body, runs=80)


@pytest.mark.parametrize("case", PLACES)
def test_a_loop_over_some_rows_goes_over_all(case: str) -> None:
    (loop,) = loops_in(reading(PLACES[case])[1].body)
    assert any(isinstance(c, If) for c in subcommands(loop))
    assert not any(isinstance(t, Apply) and t.op is Op.MIN for t in subterms(loop.condition))


@pytest.mark.parametrize("case", OTHER_PLACES)
def test_where_that_would_be_another_loop_it_stays(case: str) -> None:
    assert not any(
        isinstance(c, If) for loop in loops_in(reading(OTHER_PLACES[case])[1].body) for c in subcommands(loop)
    )


@pytest.mark.parametrize("case", ENDS)
def test_a_sum_without_ends_is_not_sorted(case: str) -> None:
    assert len(loops_in(reading(ENDS[case])[1].body)) == 1


@pytest.mark.parametrize("case", OTHER_ENDS)
def test_where_order_matters_it_stays(case: str) -> None:
    assert len(loops_in(reading(OTHER_ENDS[case])[1].body)) > 1


def program(seed: int) -> str:
    """A random program that adds up a part of its rows."""
    random = Random(seed)

    def end() -> str:
        return random.choice((*[""] * 4, *["1", "-1"] * 3, "0", "2", "-2", "n", "cap", "-cap", "len(xs) - 1"))

    number = random.choice(
        ("x", "clamp(x, 0, 3)", "clamp(x, 0, cap)", "max(x, 0)", "min(max(0, x), n)", "clamp(x, -1, 2)")
    )
    added = random.choice(("x", "x", "clamp(x, 0, 2)", "2 * x", "max(x, n)", "min(cap, max(x, 1))"))
    order = random.choice(("", "", ", reverse=True", ", key=lambda y: -y"))
    some = random.choice(("[1:-1]", "[1:]", "[:-1]", f"[{end()}:{end()}]"))
    rows = random.choice((f"xs{some}", f"sorted({number} for x in xs){some}", f"sorted(ys{order}){some}"))
    last = random.choice((*[""] * 5, "    least = min(least, x)", "    if x > n:\n        break", "    seen += 1"))
    return f"""
ys = [{number} for x in xs]
total, least, seen = 0, 9, 0
for x in {rows}:
    total += {added}
{last}
return [laplace(total, 1 / eps), laplace(least, 1 / eps), laplace(seen, 1 / eps)]
"""


@pytest.mark.parametrize("start", range(0, PROGRAMS, 50))
def test_generated_parts_keep_their_meaning(start: int) -> None:
    wrong: dict[int, str] = {}
    for seed in range(start, start + 50):
        body = program(seed)
        try:
            check(body, runs=12)
        except Exception as problem:
            wrong[seed] = f"{type(problem).__name__}: {problem}\n{body}"
    shortest = min(wrong.values(), key=len, default="")
    assert not wrong, f"seeds {sorted(wrong)}; the shortest:\n{shortest}"


def test_some_of_these_are_read_without_sorting() -> None:
    found = [{v.name for v in written(reading(program(seed))[1].body)} for seed in range(100)]
    assert 5 <= sum("total_of_all" in names for names in found) <= 60
