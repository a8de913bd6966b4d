"""A list that is built and then run over is read as one loop: draw by draw it means what the two passes mean.

`TWINPROOF_PROGRAMS=20000` makes the generated part longer. In many programs the two passes must not become one.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from random import Random
from unittest.mock import patch

import pytest

from tests.lang.passes_programs import Passes, inputs
from tests.lang.test_meaning import HEAD, HEADER, check_same, check_wellformed, defined, read
from twinproof.lang.command import Command, loops_in
from twinproof.lang.errors import Diagnostic
from twinproof.lang.expr import Var
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader.plain.fusion import fused

PROGRAMS = int(os.environ.get("TWINPROOF_PROGRAMS", "200"))
BATCH = 100
RUNS = 6


@dataclass(frozen=True)
class Reading:
    """A program, what it is read as, and whether passes became one on the way."""

    text: str
    mechanism: Mechanism | Diagnostic
    is_fused: bool


@cache
def reading(seed: int) -> Reading:
    text, changes = Passes(seed).text(), [False]

    def watched(program: Command, result: Var, taken: set[str]) -> Command:
        done = fused(program, result, taken)
        changes.append(done != program)
        return done

    with patch("twinproof.lang.reader.plain.fused", watched):
        mechanism = read(text, "main")
    return Reading(text, mechanism, changes[-1])


def check(text: str, mechanism: Mechanism, seed: int) -> None:
    check_wellformed(mechanism, text)
    function, random = defined(text, "main"), Random(seed)
    for turn in range(RUNS):
        check_same(function, mechanism, inputs(random), RUNS * seed + turn)


@pytest.mark.parametrize("start", range(0, PROGRAMS, BATCH))
def test_passes_that_become_one_keep_their_meaning(start: int) -> None:
    wrong: dict[int, str] = {}
    for seed in range(start, start + BATCH):
        made = reading(seed)
        if isinstance(made.mechanism, Diagnostic):
            continue
        try:
            check(made.text, made.mechanism, seed)
        except Exception as problem:
            wrong[seed] = f"{type(problem).__name__}: {problem}\n{made.text}"
    shortest = min(wrong.values(), key=len, default="")
    assert not wrong, f"seeds {sorted(wrong)}; the shortest:\n{shortest}"


def test_nearly_all_of_these_programs_can_be_read() -> None:
    refused = [str(r.mechanism) for r in map(reading, range(BATCH)) if isinstance(r.mechanism, Diagnostic)]
    assert len(refused) <= 0.05 * BATCH, "\n".join(refused[:5])


def test_in_many_of_these_programs_passes_become_one() -> None:
    changed = sum(reading(seed).is_fused for seed in range(BATCH))
    assert changed >= 0.25 * BATCH, f"only {changed} of {BATCH}"


def test_a_program_is_determined_by_its_seed() -> None:
    assert Passes(7).text() == Passes(7).text() != Passes(8).text()


# Passes that do not commute with what stands between them, or that a run may leave out.
APART = {
    "a question about one list, and a search in another": """
y = max(xs, key=lambda v: (v % 2, -v))
counts = {y: n - y for j, v in enumerate(list(xs)[:3], start=3) if any([v < 0, v == 1])}
return laplace(counts[x] if x in counts else y, 1)
""",
    "a condition that has no value where the branch is not taken": """
ys = [y + 1 for y in xs]
k = 0
if n != 0:
    i = 0
    while i < len(ys) and ys[i] // n > 0:
        i += 1
    k = i
return k
""",
    "a position that is there only in the branch": """
ys = [laplace(y, 1) for y in xs]
if len(ns) >= len(ys):
    i = 0
    while i < len(ys) and ys[i] <= ns[i]:
        i += 1
    return i
return -1
""",
    "a limit of two numbers, of which one is set anew": """
m = n
k = n
m = len(ns)
ys = [0] * (k + m)
for i in range(n + n):
    ys[i] = i
return sum(ys)
""",
    "the first item, and then something else": """
ys = [y + 1 for y in xs]
s = ys[0]
s = 5
for y in ys:
    s += y
return s
""",
    "the first item and a number that is set anew": """
ys = [y + 1 for y in xs]
k = 1
s = ys[0] + k
k = 2
for y in ys:
    s += k * y
return s
""",
    "the first item and what the name held before": """
ys = [y + 1 for y in xs]
s = x
s = ys[0] + s
for y in ys:
    s += y
return s
""",
    "the first item and the counter": """
ys = [y + 1 for y in xs]
i = 0
s = ys[0] + i
while i < len(ys):
    s += ys[i]
    i += 1
return s
""",
    "what starts as the counter": """
ys = [y + 1 for y in xs]
i = 0
s = i
while i < len(ys):
    s += ys[i]
    i += 1
return s
""",
    "the other branch reads the counter": """
ys = []
i = 0
while i < n:
    ys.append(x + i)
    i += 1
i = 0
s = 0
if x > 0:
    while i < len(ys):
        s += ys[i]
        i += 1
else:
    s = i + 10
return s
""",
    "the last item of a list that grows": """
ys = []
s = 0
for y in xs:
    ys.append(y)
    last = 0
    for last in ys:
        pass
    s += last
return s
""",
    "a list that is empty again": """
ys = [0 for y in xs]
ys = []
for i in range(len(xs)):
    ys[i] = 5
return sum(ys)
""",
    "a condition on the position that holds again later": """
ys = [y + 1 for y in xs]
i = 0
s = 0
while i < len(ys) and i != 1:
    s += ys[i]
    i += 1
return s
""",
    "a list that grows is run over from its second item": """
out: list[int] = []
s = 0
for y in xs:
    out.append(y)
    i = 1
    while i < len(out):
        s += out[i]
        i += 1
    s += i
return s
""",
    "the counter of a pass starts with the first item": """
i = 0
ys = [y + n for y in xs]
i = ys[0]
s = 0
while i < len(ys) and ns[i] > ys[i]:
    s += ys[i]
    i += 1
return s + i
""",
    "a question about truth values, and then where a number is": """
above = [y > 0 for y in xs]
if any(above):
    return ns.index(n) if n in ns else -2
return -1
""",
    "a small table that is set at positions, and the positions from it": """
counts = [0, 1, 2]
for y in xs:
    counts[counts[y % 3] % 3] += counts[(y + 1) % 3] + 1
counts[-1] += 1
s = 0
for i in range(3):
    counts[i] += i
    s += counts[i] * (counts[2 - i] + 1)
for i, c in enumerate(counts):
    s += i * c
return s + len(counts)
""",
    "a small table in branches and in a loop that stops": """
counts = [0, 0]
if n > 1:
    counts = [1, counts[0] + 1]
    counts = [counts[1], counts[0]]
for y in xs:
    if y > n:
        break
    counts[y % 2] = y
k = 0
while k < 2 and counts[k] < 3:
    counts[k] += n
    k += 1
return counts[0] * 100 + counts[1] * 10 + k
""",
    "a copy that is set in place as often as the other list is long now": """
ys = [0] * n
zs = ys.copy()
ys.append(1)
if n > 0:
    zs[0] = 5
for i in range(len(ys)):
    zs[i] = i
return sum(zs)
""",
}


@pytest.mark.parametrize("body", APART.values(), ids=APART.keys())
def test_passes_that_do_not_commute_keep_their_meaning(body: str) -> None:
    text = HEADER + HEAD.format(returns="int") + "".join(f"    {line}\n" for line in body.strip().splitlines())
    mechanism = read(text, "main")
    assert isinstance(mechanism, Mechanism), str(mechanism)
    function, random = defined(text, "main"), Random(1)
    for seed in range(100):
        check_same(function, mechanism, inputs(random), seed)


CUT_OFF = """
out = [{default}] * {size}
left = {left}
for i, y in enumerate(xs):
    if laplace(y, 1) > 0:
        {before}
        out[i] = laplace(y, 2)
        left -= 1
        {middle}
    if left == 0:
        {returning}
    {last}
return {whole}
"""
PLAIN = {
    "default": "0", "size": "len(xs)", "left": "2", "before": "pass", "middle": "pass", "last": "pass", "whole": "out",
    "returning": "return out[: i + 1]",
}  # fmt: skip
VARIED = [
    {}, {"default": "n"}, {"default": "x"}, {"size": "(len(xs) + 1)"}, {"size": "n"}, {"left": "n"}, {"left": "0"},
    {"before": "out[i] += 5"}, {"before": "out[0] += 5"}, {"before": "y += out[i]"}, {"before": "left += out[i - 1]"},
    {"middle": "out[i] += 1"}, {"middle": "out.append(3)"}, {"middle": "return out[: i + 1]"},
    {"middle": "out = [7] * 3"},
    {"returning": "return out[:i]"}, {"returning": "return out[: i + 2]"}, {"returning": "return out"},
    {"returning": "return out[i + 1 :]"}, {"returning": "break"}, {"returning": "return xs[: i + 1]"},
    {"returning": "left = 5"}, {"last": "out[i] += 2"}, {"last": "left += 1 if i == 1 else 0"}, {"whole": "out[1:]"},
    {"whole": "xs"}, {"whole": "out + [left]"}, {"whole": "[v + 1 for v in out]"}, {"whole": "out[:2]"},
]  # fmt: skip


@pytest.mark.parametrize("varied", VARIED, ids=str)
def test_a_list_that_is_cut_off_keeps_its_meaning(varied: dict[str, str]) -> None:
    body = CUT_OFF.format(**PLAIN | varied).strip().splitlines()
    text = HEADER + HEAD.format(returns="list[int]") + "".join(f"    {line}\n" for line in body)
    mechanism = read(text, "main")
    assert isinstance(mechanism, Mechanism), str(mechanism)
    function, random = defined(text, "main"), Random(1)
    for seed in range(60):
        check_same(function, mechanism, inputs(random), seed)


def test_a_list_that_is_cut_off_is_read_as_one_that_grows() -> None:
    text = (
        HEADER + HEAD.format(returns="list[int]") + "".join(f"    {s}\n" for s in CUT_OFF.format(**PLAIN).splitlines())
    )
    mechanism = read(text, "main")
    assert isinstance(mechanism, Mechanism)
    assert len(loops_in(mechanism.body)) == 1
