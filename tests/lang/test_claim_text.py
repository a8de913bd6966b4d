"""The text of a claim has one meaning, exact, in a run as in the reader."""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from functools import partial as partial_of
from random import Random
from typing import Annotated, Any

import pytest

from twinproof import Epsilon, laplace, mechanism, within
from twinproof.lang import claim_text
from twinproof.lang.enclosure import NoNumber
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.interpret import evaluate
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text

IMPORTS = "from typing import Annotated\nfrom twinproof import Epsilon, each_within, laplace, mechanism, within\n"
TEXTS = int(os.environ.get("TWINPROOF_PROGRAMS", "1500"))


def claiming(epsilon: str, requires: str = "True") -> Mechanism | Diagnostic:
    head = f"@mechanism(epsilon={epsilon}, requires={requires!r})\n"
    parameters = "x: Annotated[int, within(1)], xs: Annotated[list[int], each_within(1)], n: int, m: int"
    body = "    return laplace(x, 1 / eps)\n"
    (result,) = read_text(f"{IMPORTS}{head}def f({parameters}, ns: list[int], b: bool, eps: Epsilon) -> int:\n{body}")
    return result


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ('"0.29999999999999999"', Fraction("0.29999999999999999")),
        ("0.29999999999999999", Fraction("0.29999999999999999")),
        ('"0.1"', Fraction(1, 10)),
        ("0.1", Fraction(1, 10)),
        ('"1e-30"', Fraction(1, 10**30)),
        ('"1_0.2_5E1"', Fraction("102.5")),
        ('".5"', Fraction(1, 2)),
        ('"5."', Fraction(5)),
        ('(\n    "0."\n    "5"\n)', Fraction(1, 2)),
        ('"1 / 3"', Fraction(1, 3)),
        ('"9007199254740993 / 1"', Fraction(9007199254740993)),
    ],
)
def test_decimals_say_what_is_written(text: str, number: Fraction) -> None:
    found = claiming(text)
    assert isinstance(found, Mechanism), str(found)
    assert evaluate(found.claim.amount, {}) == number


@pytest.mark.parametrize("text", ['"1e999999999"', '"1e-99999"', f'"0.{"1" * 2000}"', '"1j"', '"1e5j"'])
def test_decimals_without_end_are_refused(text: str) -> None:
    found = claiming(text)
    assert isinstance(found, Diagnostic)
    assert found.code in (Code.CLAIM_TEXT, Code.EXPRESSION)


@mechanism(epsilon="eps", requires="eps < 0.1")
def tenth(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)


@mechanism(epsilon="0", requires="n + 0.5 > n and n / 3 * 3 == n")
def always(n: int) -> int:
    return 0


@mechanism(epsilon="0", requires="xs[n + 1] == 2 or not len(xs) > 0")
def partial(xs: list[int], n: int) -> int:
    return 0


def test_a_run_checks_its_requirement_exactly() -> None:
    with pytest.raises(ValueError, match=r"requires eps < 0\.1; here eps = 3602879701896397/36028797018963968"):
        tenth(1, 0.1)
    assert isinstance(tenth(1, Fraction(9, 100)), int)
    for n in (2**53, 2**53 + 1, 10**40):
        assert always(n) == 0
    assert partial([0, 2], 0) == 0
    with pytest.raises(ValueError, match="requires"):
        partial([0, 1], 0)
    with pytest.raises(IndexError):
        partial([], 0)


@pytest.mark.parametrize(
    "text", ["x.y > 1", "f(n) > 1", "[i for i in xs]", "n in xs", "n is 1", "(lambda: 1)()", "n << 2"]
)
def test_nothing_else_stands_in_a_requirement(text: str) -> None:
    tree = claim_text.parse(text)
    with pytest.raises(ValueError, match="cannot stand in a claim"):
        claim_text.value(tree, {"n": 1, "xs": [1], "x": 1})
    assert isinstance(claiming('"eps"', text), Diagnostic)


class Writer:
    """Random conditions over n, m, ns, len(xs), b and eps."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def number(self, depth: int) -> str:
        simple = ("n", "m", "eps", "len(xs)", "len(ns)", "0.1", "2", "0.30000000000000004", "1e-3", "3", "7")
        if depth == 0 or self.random.random() < 0.3:
            return self.random.choice(simple)
        a, b = self.number(depth - 1), self.number(depth - 1)
        whole = self.random.choice(("n", "m", "3", "len(ns)", "-n", "(n + m)"))
        forms = [f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} / (abs({b}) + 1))", f"(-{a})", f"abs({a})"]
        forms += [f"min({a}, {b})", f"max({a}, {b}, 1)", f"({whole} // 3)", f"({whole} % 5)"]
        forms += [f"({a} * 1.0 if {self.number(0)} < {self.number(0)} else {b} + 0.0)"]
        forms += [
            f"log(abs({a}) + 1)",
            f"sqrt(abs({a}))",
            f"exp(min(3, {a}))",
            f"({a} ** 3)",
            f"(abs({a}) + 1) ** 0.5",
        ]
        forms += [
            f"(abs({a}) + 2) ** -2",
            f"(abs({a}) + 2) ** ({b} % 5)" if b in ("n", "m") else f"2 ** abs({whole} % 7)",
        ]
        return self.random.choice(forms)

    def condition(self, depth: int) -> str:
        op = self.random.choice(("<", "<=", "==", "!=", ">", ">="))
        first, second = self.number(depth), self.number(depth)
        if depth == 0 or self.random.random() < 0.4:
            chain = f"{first} < {self.number(0)} {op} {second}"
            return self.random.choice((f"{first} {op} {second}", f"{first} {op} {second}", chain, "b"))
        a, b = self.condition(depth - 1), self.condition(depth - 1)
        return self.random.choice((f"({a} and {b})", f"({a} or {b})", f"not ({a})"))


def _truth(compute: Callable[[], Any]) -> bool | None:
    """A truth value; None where a number is out of reach, or two that are equal cannot be told to be."""
    try:
        return bool(compute())
    except NoNumber:
        return None


@pytest.mark.parametrize("start", range(0, TEXTS, 500))
def test_run_and_reader_compute_the_same(start: int) -> None:
    read = 0
    for seed in range(start, start + 500):
        text, random = Writer(seed).condition(2), Random(seed)
        found = claiming('"eps"', text)
        if isinstance(found, Diagnostic):
            continue
        read += 1
        tree = claim_text.parse(text)
        for _ in range(5):
            inputs: dict[str, Any] = {"n": random.choice((0, 1, -3, 2**53, 10**20)), "m": random.randint(-5, 5), "x": 0}
            inputs |= {"xs": (1, 2), "ns": (3, 0, 5)[: random.randrange(4)], "b": random.random() < 0.5}
            inputs |= {"eps": Fraction(random.choice((0.1, 1, 0.5, 0.30000000000000004, 3)))}
            memory = {p.var: inputs[p.name] for p in found.parameters}
            ours = _truth(partial_of(claim_text.value, tree, inputs))
            assert ours is _truth(partial_of(evaluate, found.requires, memory)), f"{text} on {inputs}"
    assert read > 250, f"only {read} texts were read"
