"""Lists are shared in Python and never in the core: programs about sharing mean the same in both, or are refused.

`TWINPROOF_PROGRAMS=100000` makes the generated part longer. Most programs share a list somewhere, on purpose.
"""

from __future__ import annotations

import copy
import os
from contextlib import suppress
from functools import lru_cache
from random import Random

import pytest

from tests.lang.sharing_programs import Sharing, inputs
from tests.lang.test_meaning import RAISED, Endless, check_same, classes_of, defined, of_some_steps, read
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.mechanism import Mechanism

PROGRAMS = int(os.environ.get("TWINPROOF_PROGRAMS", "500"))
BATCH = 500


@lru_cache(maxsize=BATCH)
def program(seed: int) -> tuple[str, Mechanism | Diagnostic]:
    text = Sharing(seed).text()
    return text, read(text, "main")


def check(text: str, mechanism: Mechanism, seed: int) -> None:
    """Four runs each; and the arguments are as they were."""
    function, random = defined(text, "main"), Random(seed)
    parameters = {p.name: str(mechanism.faces.parameters.get(p.name, p.var.type)) for p in mechanism.parameters}
    for turn in range(4):
        given = inputs(parameters, random, classes_of(function))
        before = copy.deepcopy(given)
        with suppress(*RAISED, Endless), of_some_steps():
            function(**given)
        assert given == before, f"an argument was changed: {before} became {given}"
        check_same(function, mechanism, before, turn)


@pytest.mark.parametrize("start", range(0, PROGRAMS, BATCH))
def test_what_is_accepted_shares_nothing_that_changes(start: int) -> None:
    wrong: dict[int, str] = {}
    accepted = 0
    for seed in range(start, start + BATCH):
        text, mechanism = program(seed)
        if isinstance(mechanism, Diagnostic):
            continue
        accepted += 1
        try:
            check(text, mechanism, seed)
        except Exception as problem:
            wrong[seed] = f"{type(problem).__name__}: {problem}\n{text}"
    shortest = min(wrong.values(), key=len, default="")
    assert not wrong, f"seeds {sorted(wrong)}; the shortest:\n{shortest}"
    assert accepted > 0.1 * BATCH, f"only {accepted} of {BATCH} programs were read"


def test_most_refusals_are_about_sharing() -> None:
    found = [program(seed)[1] for seed in range(400)]
    refused = [f for f in found if isinstance(f, Diagnostic)]
    sharing = (Code.ALIAS, Code.CHANGED_PARAMETER, Code.CHANGED_WHILE_ITERATED)
    others = [str(f) for f in refused if f.code not in sharing]
    assert len(others) < 0.25 * len(found), "\n".join(others[:5])


HEADER = "from typing import Annotated\nfrom twinproof import mechanism, within\n"
PAIRED = "    p, q = pair()\n    p.append(x)\n    return q\n"
# Two names for one list, each by another way; the mechanism changes it through one and looks through the other.
SHARED = {
    "both branches of a conditional": (
        "def pair():\n    a: list[int] = []\n    return (a, a) if len(a) == 0 else (a, a)\n",
        PAIRED,
    ),
    "a tuple twice": (
        "def pair():\n    t = ([0], 1)\n    return (t, t)\n",
        "    (p, n), (q, m) = pair()\n    p.append(x)\n    return q\n",
    ),
    "a component twice": ("def pair():\n    t = ([0], 1)\n    return (t[0], t[0])\n", PAIRED),
    "an item twice": ("def pair():\n    rows = [[0]]\n    return (rows[0], rows[-1])\n", PAIRED),
    "a list and its item": ("def pair():\n    rows = [[0]]\n    return (rows[0], list(rows)[0])\n", PAIRED),
    "through a shallow copy": (
        "def pair():\n    rows = [[0]]\n    copy = list(rows)\n    return (rows[0], copy[0])\n",
        PAIRED,
    ),
    "through joined lists": (
        "def pair():\n    rows = [[0]]\n    more = rows + [[1]]\n    return (rows[0], more[0])\n",
        PAIRED,
    ),
    "through extended lists": (
        "def pair():\n    rows = [[0]]\n    more = [[1]]\n    more += rows\n    return (rows[0], more[1])\n",
        PAIRED,
    ),
    "of an argument": (
        "def first(rows):\n    copy = list(rows)\n    return copy[0]\n",
        "    rows = [[0], [1]]\n    row = first(rows)\n    row.append(x)\n    return rows[0]\n",
    ),
    "of an argument, chosen": (
        "def either(a, b):\n    return a if len(a) > 1 else b\n",
        "    a = [0]\n    b = [1]\n    c = either(a, b)\n    c.append(x)\n    return b\n",
    ),
    "of a loop's item": (
        "def last(n):\n    rows = [[n]]\n    row = [1]\n    for row in rows:\n        pass\n    return (rows, row)\n",
        "    rows, row = last(1)\n    row.append(x)\n    return rows[0]\n",
    ),
}


@pytest.mark.parametrize("case", SHARED)
def test_two_names_for_one_list_are_refused(case: str) -> None:
    helper, body = SHARED[case]
    head = '@mechanism(epsilon="0")\ndef main(x: Annotated[int, within(1)]) -> list[int]:\n'
    result = read(f"{HEADER}{helper}\n{head}{body}", "main")
    assert isinstance(result, Diagnostic)
    assert result.code is Code.ALIAS


def test_an_argument_cannot_be_changed_through_a_copy_of_what_is_around_it() -> None:
    helper = "def first(rows):\n    copy = list(rows)\n    return copy[0]\n"
    head = '@mechanism(epsilon="0")\ndef main(x: Annotated[int, within(1)], rows: list[list[int]]) -> int:\n'
    body = "    row = first(rows)\n    row.append(x)\n    return len(rows[0])\n"
    result = read(f"{HEADER}{helper}\n{head}{body}", "main")
    assert isinstance(result, Diagnostic)
    assert result.code is Code.ALIAS


# What shares nothing stays in the language.
APART = {
    "a list of one's own": "def f():\n    a = [1]\n    return a\n",
    "an item of one's own": "def f():\n    rows = [[1], [2]]\n    return rows[0]\n",
    "one of two": "def f():\n    a = [1]\n    b = [2]\n    return a if len(b) > 1 else b\n",
    "a copy": "def f():\n    a = [1]\n    return list(a)\n",
    "new rows": "def f():\n    out = [1]\n    for row in [[1], [2]]:\n        out += row\n    return out\n",
}


@pytest.mark.parametrize("helper", APART.values(), ids=APART.keys())
def test_what_shares_nothing_is_read(helper: str) -> None:
    head = '@mechanism(epsilon="0")\ndef main(x: Annotated[int, within(1)]) -> list[int]:\n'
    text = f"{HEADER}{helper}\n{head}    a = f()\n    b = f()\n    a.append(x)\n    return b\n"
    mechanism = read(text, "main")
    assert isinstance(mechanism, Mechanism), str(mechanism)
    check(text, mechanism, 1)
