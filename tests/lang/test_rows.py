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

from tests.lang.rows_programs import KINDS, Rows, inputs
from tests.lang.test_meaning import NO_OUTPUT, check_same, check_wellformed, classes_of, defined, read, run_python
from twinproof.lang.adjacency_of_rows import OfRows
from twinproof.lang.errors import Diagnostic
from twinproof.lang.mechanism import Mechanism

PROGRAMS = int(os.environ.get("TWINPROOF_PROGRAMS", "300"))
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
