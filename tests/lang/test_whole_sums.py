"""Sums of fractions that are read as sums of integers have the same meaning, and so has what is not such a sum.

`TWINPROOF_PROGRAMS=20000` makes the generated part longer.
"""

import os
import textwrap
from random import Random

import pytest

from tests.lang.test_meaning import check_same, check_wellformed, defined, read
from twinproof.lang.command import written
from twinproof.lang.mechanism import Mechanism

PROGRAMS = int(os.environ.get("TWINPROOF_PROGRAMS", "100"))
HEAD = """
from fractions import Fraction
from math import floor
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="unit >= 1")
def main(
    xs: Annotated[list[int], one_changed()], qs: list[Fraction], n: int, unit: int, eps: Epsilon
) -> list[Fraction]:
"""
WHOLE = {
    "a sum": """
total = Fraction(0)
for x in xs:
    total += Fraction(x, 100)
return [laplace(total, 1 / eps, grid=100), Fraction(0)]
""",
    "several denominators": """
total = Fraction(1, 2)
for x in xs:
    total -= Fraction(x, 4) if x > n else x * Fraction(-2, 3)
return [laplace(total, 1 / eps, grid=12)]
""",
    "a parameter below": """
total = Fraction(0)
for x in xs:
    total += max(Fraction(x, unit), Fraction(n, 2 * unit))
return [laplace(total, 1 / eps, grid=2 * unit)]
""",
    "a parameter below, later": """
total = Fraction(0)
for x in xs:
    total += abs(Fraction(x, 3))
mean = total / (5 * unit)
return [laplace(mean, unit / eps, grid=15 * unit)]
""",
    "compared on the way": """
total, top = Fraction(0), Fraction(-7, 2)
for x in xs:
    amount = Fraction(x, 6)
    if total + amount <= Fraction(n, 4) and amount != Fraction(1, 3):
        total += amount
    if top < amount:
        top = amount
return [laplace(total, 1 / eps, grid=12), laplace(max(top, total), 1 / eps, grid=12)]
""",
    "rounded": """
total = Fraction(0)
for x in xs:
    total += Fraction(x, 10)
return [Fraction(laplace(floor(total), 1 / eps)), Fraction(laplace(round(total * 3), 1 / eps))]
""",
    "in a list": """
totals = [Fraction(0)] * n
for x in xs:
    if 0 <= x and x < len(totals):
        totals[x] += Fraction(x * x - 3, 10)
return [laplace(t, 1 / eps, grid=10) for t in totals]
""",
    "too coarse a grid": """
total = Fraction(0)
for x in xs:
    total += Fraction(x, 6)
return [laplace(total, 1 / eps, grid=3)]
""",
}
APART = {
    "numbers that are given": """
total = Fraction(0)
for q in qs:
    total += q
for x in xs:
    total += Fraction(x, 2)
return [Fraction(laplace(floor(total), 1 / eps))]
""",
    "halved each time": """
total = Fraction(0)
for x in xs:
    total = total / 2 + x
return [laplace(total, 1 / eps, grid=64)]
""",
    "a denominator that changes": """
total, below = Fraction(0), 1
for x in xs:
    total += Fraction(x, below)
    below += 1
return [laplace(total, 1 / eps, grid=12)]
""",
    "a denominator that may be below zero": """
total = Fraction(0)
for x in xs:
    total = max(total, Fraction(x, n)) + Fraction(1, n)
return [laplace(total * n, 1 / eps, grid=2)]
""",
    "the list is the result": """
totals = [Fraction(0)] * n
for x in xs:
    totals[x % n] += Fraction(x, 2)
return totals
""",
    "noise goes in": """
total = Fraction(0)
for x in xs:
    total += laplace(Fraction(x, 2), 1 / eps, grid=2)
return [total]
""",
    "lists are compared": """
one, other = [Fraction(0)] * n, [Fraction(0)] * n
for x in xs:
    if 0 <= x and x < n:
        one[x] += Fraction(x, 2)
        other[x] += Fraction(x + n, 3)
return [laplace(Fraction(int(one == other)), 1 / eps, grid=1)]
""",
    "a square of what is added up": """
total = Fraction(1)
for x in xs:
    total = total * total + Fraction(x, 2)
return [Fraction(laplace(floor(total), 1 / eps))]
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
        "xs": [random.randint(-3, 9) for _ in range(random.randint(0, 4))],
        "qs": [random.randint(-9, 9) for _ in range(random.randint(0, 3))],
        "n": random.randint(-2, 5),
        "unit": random.randint(1, 4),
        "eps": random.choice((1, 2)),
    }


@pytest.mark.parametrize("body", [*WHOLE.values(), *APART.values()], ids=[*WHOLE, *APART])
def test_the_meaning_stays(body: str) -> None:
    check(body, runs=60)


@pytest.mark.parametrize("case", WHOLE)
def test_a_sum_of_fractions_is_an_integer(case: str) -> None:
    names = {v.name for v in written(reading(WHOLE[case])[1].body)}
    assert not names & {"total", "totals", "mean"}
    assert any(name.endswith("_whole") for name in names)


@pytest.mark.parametrize("case", APART)
def test_what_is_no_such_sum_stays_as_it_is(case: str) -> None:
    assert not any(v.name.endswith("_whole") for v in written(reading(APART[case])[1].body))


class Sums:
    """Random programs that add up fractions."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def text(self) -> str:
        lines = ["one, two, amounts = Fraction(0), Fraction(1, 3), [Fraction(0), Fraction(1)]"]
        for _ in range(self.random.randint(1, 2)):
            lines.append("for x in xs:")
            lines += [f"    {self.statement()}" for _ in range(self.random.randint(1, 3))]
        if self.random.random() < 0.3:
            lines.append(f"two = one / {self.random.choice(('2', 'unit', '(3 * unit)', '(x0 + 2)'))}")
        grid = self.random.choice(("6", "12 * unit", "60", "unit", "36 * unit * unit"))
        lines.append(f"shown = {self.random.choice(('one', 'two', 'amounts[0]', 'amounts[n]', self.number()))}")
        lines.append(f"return [laplace(shown, 1 / eps, grid={grid}), Fraction(laplace(floor(one * unit), 1 / eps))]")
        return "\n".join(["x = x0 = n", *lines])

    def statement(self) -> str:
        target = self.random.choice(("one", "one", "two", "amounts[x % 2]"))
        match self.random.randint(0, 5):
            case 0:
                return f"if {self.number()} {self.random.choice(('<', '<=', '=='))} {self.number()}: {target} = one"
            case 1:
                return f"{target} = {self.number()}"
            case _:
                return f"{target} {self.random.choice(('+=', '-='))} {self.number()}"

    def number(self, depth: int = 2) -> str:
        simple = ("Fraction(x, 2)", "Fraction(x, 3)", "Fraction(n, unit)", "Fraction(1, 2)", "one", "two", "amounts[0]")
        if depth == 0 or self.random.random() < 0.4:
            return self.random.choice(simple)
        inner, other = self.number(depth - 1), self.number(depth - 1)
        forms = (
            f"max({inner}, {other})",
            f"({inner} - {other})",
            f"abs({inner})",
            f"({inner} if x > n else {other})",
            f"(x * {inner})",
            f"(-{inner})",
            f"({inner} / 2)",
            f"clamp({inner}, Fraction(0), Fraction(5, 4))",
        )
        return self.random.choice(forms)


@pytest.mark.parametrize("start", range(0, PROGRAMS, 50))
def test_generated_sums_keep_their_meaning(start: int) -> None:
    wrong: dict[int, str] = {}
    for seed in range(start, start + 50):
        body = Sums(seed).text()
        try:
            check(body, runs=6)
        except Exception as problem:
            wrong[seed] = f"{type(problem).__name__}: {problem}\n{body}"
    shortest = min(wrong.values(), key=len, default="")
    assert not wrong, f"seeds {sorted(wrong)}; the shortest:\n{shortest}"


def test_many_of_these_are_read_as_sums_of_integers() -> None:
    read_so = [any(v.name.endswith("_whole") for v in written(reading(Sums(s).text())[1].body)) for s in range(50)]
    assert 0.3 * len(read_so) <= sum(read_so) <= 0.95 * len(read_so)
