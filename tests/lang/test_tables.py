"""Small tables and loops that stop early, in programs that start from rows: what they become has the same meaning."""

import textwrap
from random import Random

import pytest

from tests.lang.passes_programs import inputs
from tests.lang.test_meaning import check_same, check_wellformed, defined, read
from twinproof.lang.command import loops_in, written
from twinproof.lang.expr import Apply, Op
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import ListOf

HEAD = """
from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed, within


class Kind(Enum):
    A = "a"
    B = "b"
    C = "c"


@mechanism(epsilon="eps")
def main(
    xs: Annotated[list[int], one_changed()], x: Annotated[int, within(1)], n: int, ns: list[int], eps: Epsilon
) -> {returns}:
"""

BODIES = {
    "counts in a list": """
counts = [0, 0, 0]
for y in xs:
    counts[y % 3] += 1
return [laplace(c, 1 / eps) for c in counts]
""",
    "a table that is the result": """
counts = [0] * 4
for y in xs:
    counts[abs(y) % 4] += y
for i in range(4):
    counts[i] = laplace(counts[i], 1 / eps)
return counts
""",
    "the positions come from the table": """
counts = [0, 1, 2]
for y in xs:
    counts[counts[y % 3] % 3] += counts[(y + 1) % 3] + 1
counts[-1] += 1
for i in range(3):
    counts[i] += counts[2 - i] * i
return counts + [len(counts)]
""",
    "in branches, all at once": """
counts = [0, 0]
if n > 1:
    counts = [1, counts[0] + 1]
    counts = [counts[1], counts[0]]
else:
    counts = [n, x]
for y in xs:
    if y > n:
        break
    counts[y % 2] = y
return counts
""",
    "a number that is set in a branch of a round": """
counts = [3, 1, 2]
s = 0
for i in range(3):
    k = i
    if counts[i] > n:
        k = counts[i]
        s += k
    s = 2 * s + k
return [s] + counts
""",
    "a loop through the table that stops": """
counts = [0, 0, 0]
for y in xs:
    counts[y % 3] += y
k = 0
while k < 3 and counts[k] < 3:
    counts[k] += n
    k += 1
return [*counts, k]
""",
    "outside of the table": """
counts = [5, 6]
k = x
if 0 <= k < 2:
    counts[k] = 7
return [counts[n % 2], counts[-1]]
""",
    "whether there is such a row": """
s = 0
for v in range(n):
    if any(y == v for y in xs):
        s += 1
    if all(y < v for y in xs):
        s += 10
return [laplace(s, 1 / eps)]
""",
    "the first such row is found, and where": """
found = -1
i = 0
while i < len(xs) and found < 0:
    if xs[i] > n:
        found = xs[i] * xs[i]
    i += 1
return [found, i]
""",
    "a loop that stops, and what it has found so far": """
s = 0
last = 0
for y in xs:
    if y < x:
        break
    s += y
    last = y
return [s, last]
""",
    "a condition that has no value any more": """
s = 0
i = 0
while i < len(xs) and ns[i] > n:
    s += xs[i]
    i += 1
return [s]
""",
    "a loop that stops at a sum": """
s = 0
for y in xs:
    if s > n:
        break
    s += y
return [s]
""",
    "a result in the middle of a loop": """
for y in xs:
    if y > n:
        return [y]
return []
""",
    "keys in loops inside of each other": """
out = []
s = 0
step, yes, no = 7, False, True
for yes in (False, True):
    for step in (3, 1, -1):
        for no in (True, False):
            m = 0
            for y in xs:
                if (y > n) == yes and (y % 2 == 0) == no:
                    m += step
            out.append(laplace(m, 1 / eps))
            if yes and not no:
                s += out[-1]
return [*out, s, step, int(yes), int(no)]
""",
    "a key that is set anew, and one that is read too early": """
out = []
last = 0
for a in range(2):
    for b in (2, 4, 6):
        out.append(laplace(last + b, 1 / eps))
        if out[-1] > n:
            b = 10 * a
        last = b
return [*out, last]
""",
    "keys of no order": """
out = []
for a in (5, 2, 9):
    for b in (True, True, False):
        out.append(laplace(sum(1 for y in xs if (y > a) == b), 1 / eps))
return out
""",
    "the first items of a list": """
s = 0
for v in range(n):
    own = [y for y in xs if y % 3 == v]
    for y in own[:2]:
        s += y * y + v
    for y in own[:3]:
        s = 2 * s - y
return [s]
""",
    "the first items, and where the loop has ended": """
own = [y for y in xs if y > n]
s = 0
k = 0
while k < min(2, len(own)):
    s += own[k] * (k + 1)
    k += 1
return [s, k, len(own)]
""",
    "the first items of a list that grows on the way": """
own = [y for y in xs if y > n]
s = 0
for k in range(min(2, len(own))):
    s += own[k]
    own.append(s)
return [s, own[-1] if own else 0]
""",
    "a length that stays": """
counts = [0] * 12
for y in xs:
    counts[y % 12] += 1
return [sum(counts[:5]), sum(counts[5:]), len(counts), min(20, len(counts))]
""",
    "a length that does not stay": """
counts = [0] * 9
if n > 1:
    counts = [1, 2]
for y in xs:
    counts[y % len(counts)] += 1
counts.append(len(counts))
return counts
""",
}
KINDS = """
counts = {k: 0 for k in Kind}
for y in xs:
    k = Kind.A if y < 0 else Kind.B if y == 0 else Kind.C
    counts[k] += y + 1
    if k in counts:
        counts[Kind.A] += 1
return {k: laplace(c, 1 / eps) for k, c in counts.items()}
"""


# Numbers that are changed at positions found in a run, in programs that do not start from rows.
ACCOUNTS = {
    "counted down, and guarded": """
left = [2, 1, 2]
out = []
for y in ns:
    if 0 <= y < 3 and left[y] > 0:
        left[y] -= 1
        out.append(laplace(y, 1 / eps))
return out + left
""",
    "the last is the one before the first": """
left = [2, 1, 2]
for y in ns:
    left[y - 1] += left[y % 3] + y
    left[-1] -= 1
return left
""",
    "by a key, with a default": """
left = {1: 2, 5: n}
out = []
for y in ns:
    if y in left and left.get(y, 0) >= 0:
        left[y] -= 1
        out.append(left[y])
return out + [left[1], left[5], len(left)]
""",
    "one key": """
left = {1: 2}
out = []
for y in ns:
    if y in left and left[y] > 0:
        left[y] -= 1
        out.append(laplace(y, 1 / eps))
return out + [v for v in left.values()]
""",
    "as a whole, and run over with noise": """
left = [n, 1]
for y in ns:
    left[y % 2] += y
    if y > 2:
        left = [left[1], left[0] + 1]
out = [laplace(v, 1 / eps) for v in left]
return out + left
""",
    "a position outside": """
left = [n, 1]
for y in ns:
    left[y] += 1
return left
""",
    "a position in the table": """
left = [1, 0, 2]
for y in ns:
    left[left[y % 3] % 3] = left[left[0] % 3] + y
return left
""",
    "spelled out in each round": """
out = []
for y in ns:
    left = [y, n]
    left[y % 2] += 5
    out += left
return out
""",
}


@pytest.mark.parametrize("body", ACCOUNTS.values(), ids=ACCOUNTS.keys())
def test_the_meaning_of_accounts_stays(body: str) -> None:
    check(*reading(body, "list[int]", "each_within(1)"))


@pytest.mark.parametrize("case", ["counted down, and guarded", "one key", "a position in the table"])
def test_an_account_is_a_variable_for_each_entry(case: str) -> None:
    _, mechanism = reading(
        ACCOUNTS[case].replace("out + left", "out").replace("return left", "return [left[0]]"),
        "list[int]",
        "each_within(1)",
    )
    names = {v.name for v in written(mechanism.body)}
    assert "left_0" in names
    assert "left" not in names


def test_a_loop_that_draws_for_each_entry_stays_a_loop() -> None:
    _, mechanism = reading(ACCOUNTS["as a whole, and run over with noise"], "list[int]", "each_within(1)")
    assert len(mechanism.samplings) == 1


def reading(body: str, returns: str = "list[int]", adjacency: str | None = None) -> tuple[str, Mechanism]:
    head = HEAD if adjacency is None else HEAD.replace("one_changed", "each_within").replace("each_within()", adjacency)
    text = head.format(returns=returns) + textwrap.indent(body.strip(), "    ") + "\n"
    mechanism = read(text, "main")
    assert isinstance(mechanism, Mechanism), str(mechanism)
    return text, mechanism


def check(text: str, mechanism: Mechanism) -> None:
    check_wellformed(mechanism, text)
    function, random = defined(text, "main"), Random(1)
    for seed in range(80):
        check_same(function, mechanism, inputs(random), seed)


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_the_meaning_stays(body: str) -> None:
    check(*reading(body, "list[int]"))


def test_a_dictionary_with_all_members_as_keys() -> None:
    text, mechanism = reading(KINDS, "dict[Kind, int]")
    check(text, mechanism)
    assert "counts" not in {v.name for v in written(mechanism.body)}


def test_a_small_table_is_a_variable_for_each_entry() -> None:
    _, mechanism = reading(BODIES["counts in a list"], "list[int]")
    names = {v.name for v in written(mechanism.body)}
    assert {"counts_0", "counts_1", "counts_2"} <= names
    assert "counts" not in names
    assert len(loops_in(mechanism.body)) == 1
    assert len(mechanism.samplings) == 3


def test_a_loop_over_rows_goes_through_all_of_them() -> None:
    _, mechanism = reading(BODIES["a loop that stops at a sum"], "list[int]")
    (loop,) = loops_in(mechanism.body)
    assert isinstance(loop.condition, Apply)
    assert loop.condition.op is Op.LT
    _, mechanism = reading(BODIES["the first such row is found, and where"], "list[int]")
    (loop,) = loops_in(mechanism.body)
    assert isinstance(loop.condition, Apply)
    assert loop.condition.op is Op.AND  # somebody asks where


def test_nested_loops_over_keys_need_no_list_of_them() -> None:
    _, mechanism = reading(BODIES["keys in loops inside of each other"], "list[int]")
    lists = {v.name for v in written(mechanism.body) if isinstance(v.type, ListOf)}
    assert lists <= {"out", mechanism.result.name}
    assert len(loops_in(mechanism.body)) == 6  # the outermost one has two rounds, which come one after the other


def test_a_loop_over_the_first_items_needs_no_list() -> None:
    _, mechanism = reading(BODIES["the first items of a list"], "list[int]")
    assert "own" not in {v.name for v in written(mechanism.body)}
    assert len(loops_in(mechanism.body)) == 2
