"""Checked runs: the function and the core program on the same noise, and what is said when they differ."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from twinproof.lang.checked import Difference, checked
from twinproof.lang.command import Assign, Sample, Seq, sequence
from twinproof.lang.expr import Literal, Op, Var, apply
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import SeededNoise, using

TEXT = """
from typing import Annotated
from twinproof import Epsilon, each_within, laplace, mechanism, within

@mechanism(epsilon="eps")
def inner(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)

@mechanism(epsilon="2 * eps", checked=True)
def outer(xs: Annotated[list[int], each_within(1)], n: int, eps: Epsilon) -> tuple[int, list[int]]:
    out: list[int] = []
    for x in xs:
        if laplace(x, 2 / eps) > n:
            out.append(inner(x, eps))
    return len(out), out

@mechanism(epsilon="0", checked=True)
def positions(xs: list[int], n: int, *, flag: bool) -> int:
    return xs[n] if flag else 10 // n
"""


@pytest.fixture
def module(tmp_path: Path) -> ModuleType:
    path = tmp_path / "checked_runs.py"
    path.write_text(TEXT)
    spec = importlib.util.spec_from_file_location("checked_runs", path)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def test_a_checked_run_gives_the_function_s_result(module: ModuleType) -> None:
    for seed in range(50):
        with using(SeededNoise(seed)):
            count, out = module.outer([1, 5, 2], 3, 0.5)
        assert count == len(out)


def test_errors_of_the_function_are_its_own(module: ModuleType) -> None:
    assert module.positions([4, 5], -1, flag=True) == 5
    with pytest.raises(IndexError):
        module.positions([4, 5], 2, flag=True)
    with pytest.raises(ZeroDivisionError):
        module.positions([4, 5], 0, flag=False)


@pytest.mark.parametrize("argument", [[1, True], [1, 2.0], "12", None])
def test_an_argument_of_another_type_is_told(module: ModuleType, argument: Any) -> None:
    with pytest.raises(TypeError, match=r"xs must be list\[int\]"):
        module.outer(argument, 3, 0.5)


def test_the_environment_asks_for_checked_runs(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWINPROOF_CHECKED", "1")
    with pytest.raises(TypeError, match="x must be int"):
        module.inner(True, 1)
    for off in ("0", ""):
        monkeypatch.setenv("TWINPROOF_CHECKED", off)
        with pytest.raises(TypeError, match="loc is an int"):
            module.inner(True, 1)


def core(module: ModuleType, name: str) -> Mechanism:
    found: Mechanism = getattr(module, name).core
    return found


def first_sample(mechanism: Mechanism) -> Sample:
    return mechanism.samplings[0]


def altered(mechanism: Mechanism, **changes: Any) -> Mechanism:
    """The mechanism with its only sampling changed: a reader that has misread it."""
    assert isinstance(mechanism.body, Sample)
    return replace(mechanism, body=replace(mechanism.body, **changes))


def test_another_scale_is_noticed(module: ModuleType) -> None:
    mechanism = core(module, "inner")
    other = altered(mechanism, parameters=(apply(Op.MUL, first_sample(mechanism).rate, Literal(2)),))
    with pytest.raises(Difference, match=r"draws laplace noise of scale 1/2, where the function draws laplace\(3, 1\)"):
        checked(other, module.inner, {"x": 3, "eps": 1})


def test_another_centre_is_noticed(module: ModuleType) -> None:
    mechanism = core(module, "inner")
    other = altered(mechanism, centre=apply(Op.ADD, first_sample(mechanism).centre, Literal(1)))
    with pytest.raises(Difference, match="draw 1 is"):
        checked(other, module.inner, {"x": 3, "eps": 1})


def test_another_result_is_noticed(module: ModuleType) -> None:
    mechanism = core(module, "inner")
    shifted = Assign(mechanism.result, apply(Op.ADD, mechanism.result, Literal(1)))
    other = replace(mechanism, body=sequence(mechanism.body, shifted))
    with pytest.raises(Difference, match=r"inner returns .* and the core program"):
        checked(other, module.inner, {"x": 3, "eps": 1})


def test_a_missing_draw_is_noticed(module: ModuleType) -> None:
    mechanism = core(module, "inner")
    other = replace(mechanism, body=Assign(mechanism.result, Literal(0)))
    with pytest.raises(Difference, match=r"draw 1 is .* in the function, and not there in the core program"):
        checked(other, module.inner, {"x": 3, "eps": 1})
    twice = Var("twice", mechanism.result.type)
    more = replace(mechanism, body=Seq((replace(first_sample(mechanism), target=twice), mechanism.body)))
    with pytest.raises(Difference, match="where the function draws nothing"):
        checked(more, module.inner, {"x": 3, "eps": 1})


def test_a_result_of_another_type_is_noticed(module: ModuleType) -> None:
    with pytest.raises(Difference, match="returns True"):
        checked(replace_result(core(module, "inner")), lambda x, eps: True, {"x": 1, "eps": 1})


def replace_result(mechanism: Mechanism) -> Mechanism:
    return replace(mechanism, body=Assign(mechanism.result, Literal(1)))


def test_a_changed_argument_is_noticed(module: ModuleType) -> None:
    def changing(xs: list[int], n: int, flag: bool) -> int:
        xs.append(1)
        return xs[n]

    with pytest.raises(Difference, match="has changed an argument"):
        checked(core(module, "positions"), changing, {"xs": [1], "n": 0, "flag": True})


def test_a_run_that_raises_in_one_only_is_noticed(module: ModuleType) -> None:
    mechanism = core(module, "positions")
    with pytest.raises(Difference, match="and the core program has no result"):
        checked(mechanism, lambda xs, n, flag: 7, {"xs": [], "n": 0, "flag": True})

    def raising(xs: list[int], n: int, flag: bool) -> int:
        raise IndexError

    with pytest.raises(Difference, match=r"raises IndexError\(\), and the core program returns 1"):
        checked(mechanism, raising, {"xs": [1], "n": 0, "flag": True})
