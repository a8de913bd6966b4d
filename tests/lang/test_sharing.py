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


# A list that is put elsewhere and not looked at again by its old name has moved; each of these is read.
MOVED = {
    "new in each round": (
        "for i in range(3):\n    bits = []\n    for c in range(i):\n        bits.append(c + x)\n    rows.append(bits)"
    ),
    "before it is made anew": "bits = [x]\nfor i in range(3):\n    rows.append(bits)\n    bits = [i]",
    "then the new name is changed": "bits = [x]\nrows.append(bits)\nrows[-1].append(5)",
    "in a branch, and looked at in the other": (
        "bits = [x]\nif x > 1:\n    rows.append(bits)\nelse:\n    bits.append(4)\n    rows.append(list(bits))"
    ),
    "before continue": (
        "for i in range(4):\n    bits = [i]\n    if i > x:\n        rows.append(bits)\n        continue\n"
        "    bits.append(9)\n    rows[0] = bits"
    ),
    "before break": (
        "bits = [x]\nfor i in range(4):\n    bits.append(i)\n    if i > x:\n        rows.append(bits)\n        break"
    ),
    "before return": "bits = [x]\nif x > 1:\n    rows.append(bits)\n    return rows\nbits.append(7)\nrows[0] = bits",
    "at a position": "bits = [x]\nrows[0] = bits",
    "to another name": "bits = [x]\nmore = bits\nmore.append(3)\nrows.append(more)",
    "back and forth": "a = [x]\nfor i in range(3):\n    b = a\n    b.append(i)\n    a = b\nrows.append(a)",
    "with what is in it": "table = [[x], [2]]\nrows = table\nrows[0].append(3)",
    "in a list that is added": "bits = [x]\nrows += [bits]\nrows[-1].append(2)",
    "two at once": "a = [x]\nb = [3]\npair = (a, b)\nrows.append(pair[0] + pair[1])",
    "taken apart": "pair = ([x], [3])\na, b = pair\na.append(1)\nrows.append(a)\nrows.append(b)",
    "run over before": "bits = [x, 2]\nn = 0\nfor b in bits:\n    n += b\nrows.append(bits)\nrows[-1].append(n)",
    "halves, level by level": (
        "level = [x, 2, 3, 4]\nwhile len(level) > 1:\n    pairs = []\n    for i in range(len(level) // 2):\n"
        "        pairs.append(level[2 * i] + level[2 * i + 1])\n    rows.append(level)\n    level = pairs\n"
        "rows.append(level)"
    ),
    "in a loop over how long it was": (
        "bits = [x, 2]\nfor i in range(len(bits)):\n    bits.append(i)\n    rows.append(bits)\n    bits = [i, i]"
    ),
    "in a while loop": "k = 0\nwhile k < 3:\n    bits = [k]\n    k += 1\n    rows.append(bits)",
    "into a dictionary": (
        "d: dict[int, list[int]] = {}\nfor i in range(3):\n    xs = [i]\n    xs.append(x)\n"
        "    d[i] = xs\nd[1].append(8)\n"
        "rows.append(d[1] + d[2])"
    ),
    "into a dictionary with known keys": "d = {1: [0]}\nxs = [x]\nd[1] = xs\nd[1].append(8)\nrows.append(d[1] + [4])",
}
# Two ways to one list, of which one is changed and the other looked at, or may be.
NOT_MOVED = {
    "changed after": "bits = [x]\nrows.append(bits)\nbits.append(1)",
    "looked at after": "bits = [x]\nrows.append(bits)\nrows[-1].append(4)\nrows.append([len(bits)])",
    "made once for all rounds": "bits = [x]\nfor i in range(3):\n    bits.append(i)\n    rows.append(bits)",
    "looked at in the next round": (
        "bits = [x]\nfor i in range(3):\n    if i > 0:\n        rows[0].append(len(bits))\n    rows.append(bits)"
    ),
    "made anew in one branch only": (
        "bits = [x]\nfor i in range(3):\n    rows.append(bits)\n    if i > x:\n        bits = [i]"
    ),
    "skipped by continue": (
        "bits = [x]\nfor i in range(3):\n    rows.append(bits)\n    if i == x:\n        continue\n    bits = [i]"
    ),
    "after a loop that was left": (
        "bits = [x]\nfor i in range(3):\n    rows.append(bits)\n    if i == x:\n        break\n"
        "    bits = [i]\nbits.append(1)"
    ),
    "after a loop that may have no round": (
        "bits = [x]\nrows.append(bits)\nfor i in range(x):\n    bits = [i]\nbits.append(1)"
    ),
    "asked in the test of a loop": "bits = [x]\nwhile len(bits) < 3:\n    bits.append(1)\n    rows.append(bits)",
    "twice": "bits = [x]\nrows.append(bits)\nrows.append(bits)",
    "twice at once": "bits = [x]\npair = (bits, bits)\nrows.append(list(pair[0]))",
    "one of two": "a = [x]\nb = [1]\nc = a if x > 1 else b\nc.append(2)\nrows.append(c)\nrows.append(list(b))",
    "as a part": "table = [[x], [1]]\nrow = table[0]\nrow.append(2)\nrows.append(row)",
    "through a shallow copy": "table = [[x]]\nmore = list(table)\nmore[0].append(2)\nrows = table",
    "out of a loop over it": (
        "bits = [1, 2]\nfor b in bits:\n    rows.append(bits)\n    rows[0].append(b)\n    if len(rows[0]) > 5:\n"
        "        break\n    bits = [b]"
    ),
    "out of a loop that asks for it in each round": (
        "bits = [1, x]\nfor n in (len(bits) for _ in range(3)):\n    rows.append(bits)\n    rows[-1].append(n)\n"
        "    bits = [n]"
    ),
    "out of a loop over joined lists": (
        "bits = [1, x]\nmore = [[3]]\nlast = [0]\nfor last in [bits] + more:\n    pass\nrows.append(bits)\n"
        "rows[-1].append(5)\nrows.append([len(last)])"
    ),
    "out of a loop over its items": (
        "table = [[1], [2]]\nrow = [0]\nfor row in table:\n    pass\nrows = table\n"
        "rows[1].append(5)\nrows.append([len(row)])"
    ),
    "out of a loop over a tuple with it": (
        "a = [1]\nb = [x]\nc = [3]\nfor c in (a, b):\n    pass\nrows.append(b)\nrows[-1].append(2)\n"
        "rows.append([len(c)])"
    ),
    "of a loop": "for row in [[1], [x]]:\n    rows.append(row)",
    "of a function inside": (
        "bits = [x]\n\ndef size() -> int:\n    return len(bits)\n\nrows.append(bits)\n"
        "rows[-1].append(3)\nn = size()\nrows.append([n])"
    ),
    "of the function around": (
        "bits = [x]\n\ndef put() -> int:\n    other: list[list[int]] = []\n    other.append(bits)\n"
        "    other[0].append(1)\n"
        "    return 1\n\nn = put()\nrows.append(list(bits))"
    ),
    "that was passed in": "rows.append(given)",
    "in a key of itself": "d: dict[int, list[int]] = {}\nbits = [x]\nd[len(bits)] = bits\nrows.append(list(bits))",
    "by another statement of the same line": "bits = [x]; rows.append(bits); bits[0] += 1",
    "bound by a loop": "bits = [x]\nrows.append(bits)\nfor bits in [[1]] * 0:\n    pass\nrows.append([len(bits)])",
}
# The variable of a loop is a list in another one, also after the loop.
LEFT_OVER = {
    "read after the loop": "row = [0]\nfor row in rows:\n    pass\nrows[-1].append(1)\nrows.append([len(row)])",
    "read in the next round": (
        "row = [0]\nfor i in range(2):\n    rows[0].append(len(row))\n    for row in rows:\n        pass"
    ),
    "read by a function inside": (
        "row = [0]\n\ndef size() -> int:\n    return len(row)\n\nfor row in rows:\n    pass\nrows[-1].append(1)\n"
        "n = size()\nrows.append([n])"
    ),
    "over a copy": "for row in list(rows):\n    rows[0].append(1)\n    rows.append([len(row)])",
    "over a part": "for row in rows[:1]:\n    rows[0].append(1)\n    rows.append([len(row)])",
    "over a copy, at a position": "for row in list(rows):\n    rows[0][0] = 9\n    rows.append([row[0]])",
    "over a copy, with +=": "for row in list(rows):\n    rows[0] += [1]\n    rows.append([len(row)])",
    "numbered": "for i, row in enumerate(list(rows)):\n    rows[i].append(1)\n    rows.append([len(row)])",
    "of a dictionary": (
        "d = {1: [1], 2: [x]}\nfor v in list(d.values()):\n    d[1].append(3)\n    rows.append([len(v)])"
    ),
}
FINE_OVER = {
    "nothing is changed inside": "row = [0]\nfor row in rows:\n    pass\nrows.append([len(row)])",
    "bound anew": "row = [0]\nfor row in rows:\n    pass\nrows[0].append(1)\nrow = [2]\nrows.append(list(row))",
    "two loops": (
        "n = 0\nfor row in rows:\n    n += len(row)\nrows[0].append(n)\nfor row in rows:\n"
        "    n += len(row)\nrows.append([n])"
    ),
    "copies": "for row in [list(q) for q in rows]:\n    rows[0].append(1)\n    rows.append([len(row)])",
    "a position in another": (
        "counts = [0, 0, 0]\nfor row in list(rows):\n    counts[len(rows)] += len(row)\nrows.append(counts)"
    ),
    "another grows": "more = [[1]]\nfor row in rows:\n    more[0].append(len(row))\nrows.append(more[0] + [1])",
}


def of_rows(body: str) -> str:
    head = '@mechanism(epsilon="0")\ndef main(x: Annotated[int, within(1)], given: list[int]) -> list[list[int]]:\n'
    lines = ["rows: list[list[int]] = [[0], [7]]", *body.split("\n"), "return rows"]
    return HEADER + head + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize("body", [*MOVED.values(), *FINE_OVER.values()], ids=[*MOVED, *FINE_OVER])
def test_a_list_that_moved_is_read(body: str) -> None:
    mechanism = read(of_rows(body), "main")
    assert isinstance(mechanism, Mechanism), str(mechanism)
    for seed in range(3):
        check(of_rows(body), mechanism, seed)


@pytest.mark.parametrize("body", [*NOT_MOVED.values(), *LEFT_OVER.values()], ids=[*NOT_MOVED, *LEFT_OVER])
def test_a_list_with_two_names_is_refused(body: str) -> None:
    result = read(of_rows(body), "main")
    assert isinstance(result, Diagnostic), body
    assert result.code in (Code.ALIAS, Code.CHANGED_PARAMETER, Code.CHANGED_WHILE_ITERATED), str(result)


def test_the_variable_of_a_loop_and_the_list_around_it_are_not_given_back_together() -> None:
    helper = (
        "def last(n):\n    rows = [[n]]\n    row = [1]\n    for row in rows:\n        pass\n    return (rows, row)\n"
    )
    text = f"{HEADER}{helper}\n" + of_rows("more, row = last(1)\nrow.append(x)\nrows = more").removeprefix(HEADER)
    result = read(text, "main")
    assert isinstance(result, Diagnostic)
    assert result.code is Code.ALIAS
