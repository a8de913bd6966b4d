"""The page about the language says what is true: its examples are read and run, and what its tables list is read."""

from __future__ import annotations

import ast
import re
import runpy
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from typing import Any

import pytest

from tests.lang.test_errors import GUIDE, blocks
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text

# What the names in the tables stand for, and what stands before a fragment.
FILE = """\
from fractions import Fraction
from typing import Annotated
from twinproof import Epsilon, clamp, each_within, laplace, mechanism, within

@mechanism(epsilon="eps")
def m(
    xs: Annotated[list[int], each_within(1)], x: Annotated[int, within(1)],
    n: int, i: int, b: bool, p: tuple[int, int], eps: Epsilon,
):
    y = 0
    ys = [1, 2, 3]
    rows = [[1, 2], [3]]
    counts = {"a": 0, "b": 1}
"""
CONTROL = ("if ", "while ", "for ")
IN_A_LOOP = ("break", "continue")


def fragments() -> list[str]:
    """What stands in the first column of a table after the word "you write", piece by piece."""
    found = []
    for table in re.findall(r"^\| you write .*\n\| --- .*\n((?:\|.*\n)+)", GUIDE, flags=re.MULTILINE):
        for row in table.splitlines():
            first = re.split(r"(?<!\\) \| ", row)[0]
            found += re.findall(r"`([^`]+)`", first)
    return found


def placed(fragment: str) -> str:
    """A file in which a fragment stands."""
    if fragment in IN_A_LOOP:
        lines = ["for i in range(n):", f"    {fragment}", "return 1"]
    elif fragment == "return":
        lines = ["return"]
    elif fragment.startswith(CONTROL):
        lines = [fragment, "    pass", "return 1"]
    elif fragment.startswith("raise"):
        lines = ["if b:", f"    {fragment}", "return 1"]
    elif isinstance(ast.parse(fragment).body[0], ast.Expr) and not re.match(r"ys\.\w+\(|rows\[i\]\.", fragment):
        lines = [f"return {fragment}"]
    else:
        lines = [fragment, "return 1"]
    return FILE + "".join(f"    {line}\n" for line in lines)


def test_there_are_fragments() -> None:
    assert len(fragments()) > 60


@pytest.mark.parametrize("fragment", [f for f in fragments() if f not in ("elif", "else")])
def test_what_a_table_lists_is_read(fragment: str) -> None:
    (result,) = read_text(placed(fragment))
    assert isinstance(result, Mechanism), str(result)


EXAMPLES = blocks(GUIDE, "python")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: re.findall(r"def (\w+)\(", e)[-1])
def test_an_example_is_read(example: str) -> None:
    for result in read_text(example):
        assert isinstance(result, Mechanism), str(result)


def test_the_examples_run(tmp_path: Path) -> None:
    """What the text says of calling them."""
    made: dict[str, Any] = {}
    for number, example in enumerate(EXAMPLES):
        file = tmp_path / f"example_{number}.py"
        file.write_text(example)
        made |= runpy.run_path(str(file))
    first = made["above_threshold"]([3, 9, 4], 5, eps=1)
    average, cost = made["mean"](50, 10, 1), made["price"](250, 1)
    answer, count = made["largest"]([3, 9], 1), made["Counter"](10, 1).count(7)
    assert first in range(4)
    assert isinstance(average, Fraction)
    assert 0 <= average <= 10
    assert isinstance(cost, Fraction)
    assert (100 * cost).denominator == 1
    assert answer.sector.name in ("CITY", "LAND")
    assert isinstance(count, int)


def test_what_is_said_about_rounding() -> None:
    assert (round(Fraction(1, 2)), round(Fraction(3, 2))) == (0, 2)
    halves = [Fraction(k, 2) for k in range(-20, 21)]
    for one, other in ((a, b) for a in halves for b in halves if abs(a - b) <= 1):
        assert abs(floor(one) - floor(other)) <= ceil(abs(one - other))
        assert abs(ceil(one) - ceil(other)) <= ceil(abs(one - other))
        assert abs(floor(one + Fraction(1, 2)) - floor(other + Fraction(1, 2))) <= 1
    assert max(abs(round(a) - round(b)) for a in halves for b in halves if abs(a - b) <= 1) == 2


def test_the_contents_name_the_sections_in_order() -> None:
    listed = re.findall(r"^- \[(.+)\]\(#", GUIDE, flags=re.MULTILINE)
    sections = re.findall(r"^## (.+)$", GUIDE, flags=re.MULTILINE)
    assert listed == sections
