"""Programs about rows keep their meaning: the Python function and the core program do the same on the same noise.

`TWINPROOF_PROGRAMS=20000` makes it longer. How a list of rows may change is part of the claim, and not of a run; so
what is compared here is the reader: rows of every kind, in all that is usually done with them.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from random import Random

import pytest

from tests.lang.rows_programs import HEADER, KINDS, Kind, Rows, inputs
from tests.lang.test_meaning import NO_OUTPUT, check_same, check_wellformed, classes_of, defined, read, run_python
from twinproof.lang.adjacency_of_rows import OfRows
from twinproof.lang.errors import Diagnostic
from twinproof.lang.mechanism import Mechanism

PROGRAMS = int(os.environ.get("TWINPROOF_PROGRAMS", "100"))
BATCH = 100
RUNS = 5


@cache
def program(seed: int) -> tuple[Rows, str, Mechanism | Diagnostic]:
    writer = Rows(seed)
    text = writer.text()
    return writer, text, read(text, "main")


def check(writer: Rows, text: str, mechanism: Mechanism, seed: int) -> None:
    check_wellformed(mechanism, text)
    function, random = defined(text, "main"), Random(seed)
    for turn in range(RUNS):
        check_same(function, mechanism, inputs(writer, random, classes_of(function)), RUNS * seed + turn)


@pytest.mark.parametrize("start", range(0, PROGRAMS, BATCH))
def test_programs_about_rows_keep_their_meaning(start: int) -> None:
    wrong: dict[int, str] = {}
    for seed in range(start, start + BATCH):
        writer, text, mechanism = program(seed)
        if isinstance(mechanism, Diagnostic):
            continue
        try:
            check(writer, text, mechanism, seed)
        except Exception as problem:
            wrong[seed] = f"{type(problem).__name__}: {problem}\n{text}"
    shortest = min(wrong.values(), key=len, default="")
    assert not wrong, f"seeds {sorted(wrong)}; the shortest:\n{shortest}"


def test_nearly_all_of_these_programs_can_be_read() -> None:
    refused = [str(found) for _, _, found in map(program, range(BATCH)) if isinstance(found, Diagnostic)]
    assert len(refused) <= 0.05 * BATCH, "\n".join(refused[:5])


def test_every_kind_of_row_and_every_adjacency_occurs() -> None:
    written = [program(seed) for seed in range(BATCH)]
    assert {writer.kind for writer, _, _ in written} == set(KINDS)
    read_ones = [mechanism for _, _, mechanism in written if isinstance(mechanism, Mechanism)]
    marks = Counter(type(p.adjacency) for m in read_ones for p in m.parameters if isinstance(p.adjacency, OfRows))
    assert len(marks) == 4
    assert min(marks.values()) >= 5


def test_most_runs_end_with_an_output_and_many_draw() -> None:
    ended, drew = 0, 0
    for seed in range(BATCH):
        writer, text, _ = program(seed)
        function = defined(text, "main")
        result, draws = run_python(function, inputs(writer, Random(seed), classes_of(function)), seed)
        ended += result is not NO_OUTPUT
        drew += bool(draws)
    assert ended >= 0.75 * BATCH
    assert drew >= 0.4 * BATCH


def test_a_program_is_determined_by_its_seed() -> None:
    assert Rows(7).text() == Rows(7).text() != Rows(8).text()


# What is asked of rows as a whole: each is refused, or means what it means in Python. T is the type of a row.
WHOLE = {
    "the largest": ("T", "return max(rows)"),
    "the smallest": ("T", "return min(r for r in rows)"),
    "the largest by itself": ("T", "return max(rows, key=lambda r: r)"),
    "the largest with a number": ("tuple[int, T]", "return max((n, r) for r in rows)"),
    "the largest or none": ("T | None", "return max(rows, default=None)"),
    "in order": ("list[T]", "return sorted(rows)"),
    "in the other order": ("list[T]", "return sorted(rows, reverse=True)"),
    "put in order": ("list[T]", "xs = list(rows)\n    xs.sort()\n    return xs"),
    "less": ("bool", "return rows[0] < rows[1]"),
    "at least": ("bool", "return rows[0] >= rows[-1]"),
    "less in a tuple": ("bool", "return (n, rows[0]) < (n, rows[1])"),
    "less in a list": ("bool", "return rows[:1] < rows[1:2]"),
    "equal": ("bool", "return rows[0] == rows[1] == rows[-1]"),
    "equal in a tuple": ("bool", "return (n, rows[0]) == (n, rows[1])"),
    "equal in a list": ("bool", "return rows[:1] == rows[1:2]"),
    "equal or none": ("bool", "x: T | None = None\n    for r in rows:\n        x = r\n    return x == rows[0]"),
    "among others": ("bool", "return rows[0] in rows[1:]"),
    "where": ("int", "return rows.index(rows[-1])"),
    "how often": ("int", "return rows.count(rows[0])"),
    "by row": (
        "list[int]",
        "d: dict[T, int] = {}\n    for r in rows:\n        d[r] = d.get(r, 0) + 1\n    return list(d.values())",
    ),
    "with numbers": ("list[tuple[int, T]]", "return list(enumerate(rows))"),
    "with the next": ("list[tuple[T, T]]", "return list(zip(rows, rows[1:]))"),
    "twice": ("list[T]", "return rows[:1] * 2 + rows"),
    "as a condition": ("int", "return 1 if rows[0] else 2"),
    "any": ("bool", "return any(rows)"),
    "all": ("bool", "return all(rows)"),
    "their sum": ("int", "return sum(rows)"),
    "from the end": ("T", "return rows[-n]"),
    "some": ("list[T]", "return rows[low:n]"),
    "every second": ("list[T]", "return rows[::2]"),
}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.type)
@pytest.mark.parametrize(("returns", "body"), WHOLE.values(), ids=WHOLE.keys())
def test_questions_about_whole_rows_keep_their_meaning_or_are_refused(kind: Kind, returns: str, body: str) -> None:
    writer = Rows(0)
    writer.kind, writer.has_others = kind, False
    body = body.replace(": T ", f": {kind.type} ").replace("[T,", f"[{kind.type},")
    text = (
        f'{HEADER}\n\n@mechanism(epsilon="9 * eps")\n'
        f"def main(rows: Annotated[list[{kind.type}], one_changed()], n: int, low: int, ks: list[int], hue: Color, "
        f"eps: Epsilon) -> {returns.replace('T', kind.type)}:\n    {body}\n"
    )
    mechanism = read(text, "main")
    if isinstance(mechanism, Mechanism):
        function, random = defined(text, "main"), Random(1)
        for seed in range(40):
            check_same(function, mechanism, inputs(writer, random, classes_of(function)), seed)
