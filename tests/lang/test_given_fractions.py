"""Fractions inside of what a mechanism is given: read as such, and refused at a call where something else is given."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple, Optional

import pytest

from twinproof.lang.checked import checked_inputs, compare, run_function
from twinproof.lang.given_fractions import Types
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import SeededNoise
from twinproof.lang.random_inputs import random_inputs
from twinproof.lang.reader import read_file

TEXT = """
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Annotated, NamedTuple

from twinproof import (
    Epsilon, clamp, laplace, mechanism, one_added_or_removed, one_changed, one_user_added_or_removed, within
)


class Sale(NamedTuple):
    who: int
    amount: Fraction
    paid: bool


@dataclass(frozen=True)
class Levels:
    low: Fraction
    high: Fraction | None


@mechanism(epsilon="eps")
def total(sales: Annotated[list[Sale], one_added_or_removed()], eps: Epsilon) -> Fraction:
    whole = Fraction(0)
    for sale in sales:
        whole += clamp(sale.amount / 2, Fraction(0), Fraction(1))
    return Fraction(laplace(floor(whole), 1 / eps), 2)


@mechanism(epsilon="eps")
def between(sales: Annotated[list[Sale], one_changed()], levels: Levels, eps: Epsilon) -> int:
    count = 0
    for sale in sales:
        if sale.paid and sale.amount / 3 > levels.low:
            if levels.high is None or sale.amount // 1 < levels.high:
                count += 1
    return laplace(count, 1 / eps)


@mechanism(epsilon="2 * eps")
def halves(
    pairs: Annotated[list[tuple[int, Fraction]], one_user_added_or_removed(0, rows=2)],
    table: dict[str, Fraction],
    parts: list[list[Fraction]],
    eps: Epsilon,
) -> Fraction:
    kept = [(who, amount / 2) for who, amount in pairs if amount > 0]
    high = [half for who, half in kept if half / 2 > 1]
    found = Fraction(laplace(len(high), 1 / eps))
    if "x" in table:
        found = found / (table["x"] * table["x"] + 1)
    for row in parts:
        for part in row:
            found += part / 3
    return found


@mechanism(epsilon="eps")
def inner(sale: Sale, x: Annotated[int, within(1)], eps: Epsilon) -> Fraction:
    return laplace(x, 1 / eps) * sale.amount / 7


@mechanism(epsilon="eps")
def outer(sales: list[Sale], x: Annotated[int, within(1)], eps: Epsilon) -> Fraction:
    best = Sale(0, Fraction(1, 2), True)
    for sale in sales:
        if sale.amount > best.amount:
            best = Sale(sale.who, sale.amount / 2, best.paid)
    return inner(best, x, eps)


class Box:
    def __init__(self, level: Fraction, levels: Levels, eps: Epsilon):
        self.level = level
        self.levels = levels
        self.eps = eps

    @mechanism(epsilon="eps")
    def above(self, x: Annotated[int, within(1)]) -> Fraction:
        return laplace(x, 1 / self.eps) + self.level / 3 + self.levels.low / 3
"""


@pytest.fixture(scope="module", params=["", "from __future__ import annotations\n"], ids=["types", "texts"])
def module(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[ModuleType]:
    """The file, with annotations that Python evaluates, or that it keeps as texts."""
    path = tmp_path_factory.mktemp("given") / "given_fractions_tried.py"
    path.write_text(request.param + TEXT)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = loaded
    spec.loader.exec_module(loaded)
    yield loaded
    del sys.modules[path.stem]


@pytest.mark.parametrize("name", ["total", "between", "halves", "inner", "outer", "Box.above"])
def test_the_function_and_the_core_program_do_the_same(module: ModuleType, name: str) -> None:
    """Draw by draw, with their laws and centres, and the results."""
    assert module.__file__ is not None
    core = next(m for m in read_file(Path(module.__file__)) if isinstance(m, Mechanism) and m.name == name)
    function: Any = module
    for part in name.split("."):
        function = getattr(function, part)
    seen = set()
    for seed in range(150):
        random = Random(seed)
        inputs = random_inputs(core, random, vars(module))
        assert inputs is not None
        outcome = run_function(function.of_parts, inputs, SeededNoise(seed))
        assert outcome.error is None
        assert all(type(part) is not float for part in [outcome.result])
        compare(core, checked_inputs(core, inputs), outcome)
        seen.add(repr(outcome.result))
    assert len(seen) > 3


WRONG: list[tuple[str, Callable[[ModuleType, Any], Any], str]] = [
    ("a field", lambda m, v: m.total([m.Sale(1, Fraction(1), True), m.Sale(1, v, True)], 1), r"sales\[1\]\.amount"),
    ("a dataclass", lambda m, v: m.between([], m.Levels(v, None), 1), r"levels\.low"),
    ("a value that may be missing", lambda m, v: m.between([], m.Levels(Fraction(1), v), 1), r"levels\.high"),
    ("a tuple", lambda m, v: m.halves([(1, v)], {}, [], 1), r"pairs\[0\]\[1\]"),
    ("a dictionary", lambda m, v: m.halves([], {"x": v}, [], 1), r"table\['x'\]"),
    ("a list of lists", lambda m, v: m.halves([], {}, [[], [Fraction(1), v]], 1), r"parts\[1\]\[1\]"),
    ("by its name", lambda m, v: m.inner(eps=1, x=0, sale=m.Sale(1, v, True)), r"sale\.amount"),
    ("an object", lambda m, v: m.Box(Fraction(1), m.Levels(v, None), 1).above(3), r"levels\.low"),
]


@pytest.mark.parametrize("value", [1, 0, True, 0.5, Decimal("0.5"), "1/2"], ids=repr)
@pytest.mark.parametrize(("call", "where"), [(call, where) for _, call, where in WRONG], ids=[w[0] for w in WRONG])
def test_only_a_fraction_will_do(module: ModuleType, call: Callable[..., Any], where: str, value: Any) -> None:
    with pytest.raises(TypeError, match=f"^{where} must be a Fraction, and is none in "):
        call(module, value)
    call(module, Fraction(1, 2))


def test_none_may_stand_where_it_is_asked_for(module: ModuleType) -> None:
    assert isinstance(module.between([], module.Levels(Fraction(1), None), 1), int)
    with pytest.raises(TypeError, match=r"^levels\.low must be a Fraction"):
        module.between([], module.Levels(None, None), 1)


@pytest.mark.parametrize(
    "given",
    [5, [5], [(1, Fraction(1))], [(1, Fraction(1), True, 2)], None],
    ids=["int", "ints", "short", "long", "None"],
)
def test_something_else_altogether_is_told(module: ModuleType, given: Any) -> None:
    with pytest.raises(TypeError, match=r"^sales must be "):
        module.total(given, 1)


def test_a_number_alone_is_taken_at_its_exact_value(module: ModuleType) -> None:
    """An integer of an object would stay one, and a third of it would be a float."""
    for level in (1, 0.5, Decimal("0.5"), Fraction(1, 3)):
        found = module.Box(level, module.Levels(Fraction(1), None), 1).above(3)
        assert isinstance(found, Fraction)
        assert (found - Fraction(level) / 3 - Fraction(1, 3)).denominator == 1
    with pytest.raises(TypeError, match="level must be a number, not True"):
        module.Box(True, module.Levels(Fraction(1), None), 1).above(3)


def test_an_object_keeps_what_it_holds(module: ModuleType) -> None:
    box = module.Box(1, module.Levels(Fraction(1), None), 1)
    box.above(3)
    assert type(box.level) is int


# ------------------------------------------------------------------------------------------------------ types in Python


class Pair(NamedTuple):
    n: int
    part: Fraction


@dataclass(frozen=True)
class Tree:
    value: int
    below: Tree | None


@dataclass(frozen=True)
class Weighted:
    value: Fraction
    below: Weighted | None


TYPES = Types(globals())
HOLDING = [
    *(Fraction, list[Fraction], tuple[int, Fraction], dict[str, Fraction], dict[Fraction, int], Fraction | None),
    *(Optional[Fraction], list[Pair], Pair, tuple[int, list[Pair]], Weighted),  # noqa: UP045 -- as people write it
]
WITHOUT = [*(int, str, list[int], tuple[int, bool], Tree, list[Tree], Any, None, int | None, dict[str, int], Decimal)]


@pytest.mark.parametrize("hint", HOLDING, ids=str)
def test_types_that_hold_fractions(hint: Any) -> None:
    assert TYPES.with_fractions(hint)


@pytest.mark.parametrize("hint", WITHOUT, ids=str)
def test_types_that_hold_none(hint: Any) -> None:
    assert not TYPES.with_fractions(hint)


def test_names_are_those_of_the_file() -> None:
    """Python finds the names of a module that was imported; those of a text that was run are the function's."""
    names: dict[str, Any] = {"__name__": "nowhere"}
    text = "from fractions import Fraction\nfrom typing import NamedTuple\nclass Row(NamedTuple):\n    part: Fraction\n"
    exec(compile(text, "<a text>", "exec"), names)  # annotations are texts there, as in this file
    assert Types(names).with_fractions(names["Row"])
    with pytest.raises(NameError):
        Types({}).with_fractions(names["Row"])


def test_a_privacy_parameter_is_taken_as_one(module: ModuleType) -> None:
    """Its type has a fraction in it, and any number above zero will do."""
    for eps in (1, 0.5, Decimal("0.5"), Fraction(1, 2)):
        assert isinstance(module.total([], eps), Fraction)


@pytest.mark.parametrize(
    ("value", "hint", "where"),
    [
        ({Fraction(1): 2}, dict[Fraction, int], None),
        ({1: 2}, dict[Fraction, int], "[1]"),
        (Weighted(Fraction(1), Weighted(Fraction(2), None)), Weighted, None),
        (Weighted(Fraction(1), Weighted(2, None)), Weighted, ".below.value"),  # type: ignore[arg-type]
        ([], list[Pair], None),
        ((1, [Pair(1, 2)]), tuple[int, list[Pair]], "[1][0].part"),  # type: ignore[arg-type]
    ],
    ids=repr,
)
def test_where_something_else_stands(value: Any, hint: Any, where: str | None) -> None:
    assert TYPES.where_no_fraction(value, hint) == where
