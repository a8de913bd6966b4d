"""exp, log and sqrt in scales: read, rounded up, and drawn from the number that was rounded, never from a float."""

from __future__ import annotations

import importlib.util
import itertools
import math
import sys
import textwrap
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

from twinproof.lang.checked import Difference, compare, run_function
from twinproof.lang.command import Assign, sequence
from twinproof.lang.computable import exp, log, rounded_up, sqrt
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.expr import Op, TypeMismatch, Var, apply
from twinproof.lang.interpret import OutOfReach, run
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import SeededNoise
from twinproof.lang.noise.drawing import using
from twinproof.lang.noise.law import Noise, Parameters
from twinproof.lang.printer import ASCII, show_command
from twinproof.lang.reader import read_text
from twinproof.lang.types import INT, REAL

HEAD = """\
import math
import math as m
from math import exp, log, sqrt as root
from fractions import Fraction
from typing import Annotated
from twinproof import Epsilon, choose, each_within, gaussian, laplace, mechanism, randomized_response, within

FACTOR = 3


def spread(k: int, eps):
    return math.sqrt(k) / eps


"""
_NUMBER = itertools.count()


def text(scale: str, claim: str = "eps", requires: str = "k >= 1") -> str:
    head = f'@mechanism(epsilon="{claim}", requires="{requires}")\n'
    return f"{HEAD}{head}def f(x: Annotated[int, within(1)], k: int, eps: Epsilon) -> int:\n{scale}"


def returned(scale: str) -> str:
    return text(f"    return laplace(x, {scale})\n")


def read(source: str) -> Mechanism:
    (found,) = read_text(source)
    assert isinstance(found, Mechanism), str(found)
    return found


def refused(source: str) -> Code:
    (found,) = read_text(source)
    assert isinstance(found, Diagnostic)
    return found.code


def loaded(source: str, folder: Path) -> ModuleType:
    """The file as Python runs it."""
    path = folder / f"scales_{next(_NUMBER)}.py"
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("scale", "core"),
    [
        ("math.sqrt(k) / eps", "up(sqrt(k) / eps)"),
        ("m.sqrt(k) / eps", "up(sqrt(k) / eps)"),
        ("root(k) / eps", "up(sqrt(k) / eps)"),
        ("spread(k, eps)", "up(sqrt(k) / eps)"),
        ("1 / log(1 + eps)", "up(1 / log(1 + eps))"),
        ("FACTOR / log(1 + eps)", "up(3 / log(1 + eps))"),
        ("exp(eps) / (exp(eps) - 1)", "up(exp(eps) / (exp(eps) - 1))"),
        ("log(2) * root(2) / eps", "up(log(2) * sqrt(2) / eps)"),
        ("root(Fraction(k, 3)) / eps", "up(sqrt(k / 3) / eps)"),
        ("log(1 / Fraction(1, 10)) / eps", "up(log(1 / (1 / 10)) / eps)"),
        ("max(root(k), 2) / eps", "up(max(sqrt(k), 2) / eps)"),
    ],
)
def test_a_scale_is_rounded_up_as_a_whole(scale: str, core: str) -> None:
    mechanism = read(returned(scale))
    assert f"L_{{1 / {core}}}" in show_command(mechanism.body, ASCII)
    assert mechanism.rounds


def test_a_name_that_is_set_once_may_hold_it() -> None:
    body = "    s = root(k)\n    if k > 2:\n        return laplace(x, s / eps)\n    return laplace(x, 2 * s / eps)\n"
    assert show_command(read(text(body)).body, ASCII).count("up(") == 2


def test_what_is_a_fraction_is_not_rounded() -> None:
    assert not read(returned("2 * k / eps")).rounds


def test_less_is_more_noise_for_a_rate() -> None:
    body = "    return choose([x, 0], log(1 + eps) / 2)\n"
    assert "-up(-(log(1 + eps) / 2))" in show_command(read(text(body)).body, ASCII)


@pytest.mark.parametrize(
    ("scale", "code"),
    [
        ("numpy.sqrt(k) / eps", Code.UNKNOWN_CALL),
        ("math.log2(k) / eps", Code.UNKNOWN_CALL),
        ("math.pow(k, 2) / eps", Code.UNKNOWN_CALL),
        ("root(k - 2) / eps", Code.IRRATIONAL),
        ("log(k - 1) / eps", Code.IRRATIONAL),
        ("root(x * k) / eps", Code.IRRATIONAL),
        ("log(k) / eps", Code.SCALE_SIGN),
        ("(1 - exp(eps)) / eps", Code.SCALE_SIGN),
    ],
)
def test_other_scales_are_refused(scale: str, code: Code) -> None:
    assert refused("import numpy\n" + returned(scale)) == code


def test_a_program_computes_with_fractions() -> None:
    mechanism = read(returned("root(k) / eps"))
    strange = Assign(Var("r", REAL), apply(Op.SQRT, Var("k", INT)))
    with pytest.raises(TypeMismatch, match="rounded up first"):
        replace(mechanism, body=sequence(strange, mechanism.body))


# ----------------------------------------------------------------------------------------------------------------- runs


class Watched(SeededNoise):
    """Noise that remembers the numbers it was drawn with."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.drawn: list[Parameters] = []

    def draw(self, noise: Noise, parameters: Parameters, centre: object) -> object:
        self.drawn.append(parameters)
        return super().draw(noise, parameters, centre)


@pytest.mark.parametrize(
    ("scale", "wanted"),
    [
        ("math.sqrt(k) / eps", lambda k, eps: sqrt(k) / eps),
        ("1 / log(1 + eps)", lambda k, eps: 1 / log(1 + eps)),
        ("1 / (exp(eps) - 1)", lambda k, eps: 1 / (exp(eps) - 1)),
    ],
)
def test_a_run_draws_from_the_number_itself(scale: str, wanted: object, tmp_path: Path) -> None:
    module = loaded(returned(scale), tmp_path)
    assert callable(wanted)
    for k, eps in ((2, Fraction(1)), (4, Fraction(1, 3)), (7, Fraction(1, 10**6))):
        noise = Watched(3)
        with using(noise):
            result = module.f(5, k, eps)
        assert noise.drawn == [(1 / rounded_up(wanted(k, eps)),)]
        inputs = {"x": 5, "k": k, "eps": eps}
        assert run(read(returned(scale)), inputs, SeededNoise(3)) == result


def test_the_function_and_the_core_are_compared_up_to_floats(tmp_path: Path) -> None:
    source = returned("math.sqrt(k) / eps")
    module, core = loaded(source, tmp_path), read(source)
    given = {"x": 5, "k": 2, "eps": Fraction(1, 3)}
    outcome = run_function(module.f._function, given, SeededNoise(1))
    assert outcome.draws[0].parameters[0] != 1 / rounded_up(sqrt(2) * 3)  # a float
    compare(core, given, outcome)
    other = read(returned("math.sqrt(k) / eps / 2"))
    with pytest.raises(Difference):
        compare(other, given, outcome)


def test_a_function_that_does_something_else_is_found_out(tmp_path: Path) -> None:
    source = returned("math.sqrt(k) / eps")
    module = loaded(source, tmp_path)
    Path(module.__file__ or "").write_text(source.replace("laplace(x,", "laplace(x + 1,"), encoding="utf-8")
    with pytest.raises(Difference):
        module.f(1, 2, 1)


def test_what_is_out_of_reach_raises(tmp_path: Path) -> None:
    source = returned("1 / (exp(eps) - 1)")
    with pytest.raises(ValueError, match="too large"):
        loaded(source, tmp_path).f(1, 2, 10**6)
    with pytest.raises(OutOfReach):
        run(read(source), {"x": 1, "k": 2, "eps": Fraction(10**6)}, SeededNoise(1))


def test_a_requirement_with_a_logarithm_is_checked_exactly(tmp_path: Path) -> None:
    source = text("    return laplace(x, 1 / eps)\n", requires="eps <= log(2)")
    module = loaded(source, tmp_path)
    assert isinstance(module.f(1, 1, math.log(2)), int)  # this float is a little less
    with pytest.raises(ValueError, match="requires"):
        module.f(1, 1, math.nextafter(math.log(2), 1))


def test_a_text_needs_no_import_and_a_name_of_the_file_keeps_its_meaning() -> None:
    plain = "from typing import Annotated\nfrom twinproof import Epsilon, laplace, mechanism, within\n"
    body = textwrap.dedent(
        """
        @mechanism(epsilon="log(1 + exp(eps)) + sqrt(2) * eps ** 1.5")
        def f(x: Annotated[int, within(1)], eps: Epsilon) -> int:
            return laplace(x, 1 / eps)
        """
    )
    assert isinstance(read(plain + body), Mechanism)
    assert refused(f"{plain}from numpy import log\n{body}") == Code.CLAIM_TEXT
    assert refused(f"{plain}def log(x):\n    return x\n{body}") == Code.CLAIM_TEXT
