"""Reading keeps the meaning: the Python function and the core program do the same on the same noise.

Every program runs twice on the same inputs and the same seeded noise: as Python, and as the core program that the
reader makes of its text. Outputs must be equal, and so must the draws, one by one with their scales. Where Python
raises (a position out of range, a division by zero, a requirement that is not met), the core must run forever, and only
there.

`TWINPROOF_PROGRAMS=20000` makes the generated part longer.
"""

from __future__ import annotations

import copy
import importlib.util
import inspect
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from tests.lang.programs import Program, generate
from twinproof.lang import interpret
from twinproof.lang.command import Assign, Command, If, Sample, Seq, While, sequence, subcommands, written
from twinproof.lang.errors import Diagnostic
from twinproof.lang.expr import Apply, Expr, Op, Var, apply, free_variables
from twinproof.lang.faces import from_core, to_core
from twinproof.lang.interpret import Diverges, evaluate, run
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.noise import FUNCTIONS, Noise, Parameters, SeededNoise, using
from twinproof.lang.printer import ASCII, PAPER, show_mechanism
from twinproof.lang.reader import read_file, read_text
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf

PROGRAMS = int(os.environ.get("TWINPROOF_PROGRAMS", "150"))
BATCH = 50
STEPS = 50_000
GALLERY = Path(__file__).parents[2] / "gallery"
NO_OUTPUT = "no output"
ENDLESS = "no end"
GENERATED = "<generated>"

Inputs = dict[str, Any]


@dataclass
class Recorded:
    """Seeded noise that remembers what was drawn from which law."""

    source: SeededNoise
    draws: list[tuple[Noise, Parameters, int, int]] = field(default_factory=list)

    def draw(self, noise: Noise, parameters: Parameters, centre: int) -> int:
        value: int = self.source.draw(noise, parameters, centre)
        self.draws.append((noise, parameters, centre, value))
        return value


# What Python raises where the core runs forever. Names without a value are not among them: the reader refuses those.
RAISED = (
    *(IndexError, KeyError, ZeroDivisionError, ValueError, TypeError, AttributeError, AssertionError, RuntimeError),
    StopIteration,
)


def as_core(value: Any) -> Any:
    """A Python value as the core holds it, if it has no face: lists are tuples, reals are fractions."""
    if isinstance(value, list | tuple):
        return tuple(map(as_core, value))
    return Fraction(value) if isinstance(value, float) else value


def inputs_of_core(mechanism: Mechanism, inputs: Inputs) -> Inputs:
    faces = mechanism.faces
    return {
        name: to_core(value, faces.parameters[name], faces.texts) if name in faces.parameters else as_core(value)
        for name, value in inputs.items()
    }


class Endless(Exception):
    """A function took so many steps that it will not end."""


@contextmanager
def of_some_steps() -> Iterator[None]:
    """Generated functions end with `Endless` where they would go on and on."""
    taken = 0

    def step(_frame: FrameType, event: str, _arg: object) -> Any:
        nonlocal taken
        taken += event == "line"
        if taken > STEPS:
            raise Endless
        return step

    sys.settrace(lambda frame, *_: step if frame.f_code.co_filename == GENERATED else None)
    try:
        yield
    finally:
        sys.settrace(None)


def run_python(function: Callable[..., Any], inputs: Inputs, seed: int) -> tuple[Any, list[Any]]:
    noise = Recorded(SeededNoise(seed))
    try:
        with using(noise), of_some_steps():
            return function(**copy.deepcopy(inputs)), noise.draws
    except RAISED:
        return NO_OUTPUT, []
    except Endless:
        return ENDLESS, []


def run_core(
    mechanism: Mechanism, inputs: Inputs, seed: int, classes: Mapping[str, Any], steps: int = STEPS
) -> tuple[Any, list[Any]]:
    """The result is as Python shows it; these are the classes of the file."""
    noise = Recorded(SeededNoise(seed))
    kind = mechanism.faces.result or mechanism.result.type
    try:
        value = run(mechanism, inputs_of_core(mechanism, inputs), noise, steps)
    except Diverges:
        return NO_OUTPUT, []
    return from_core(value, kind, mechanism.faces.texts, classes), noise.draws


def alike(value: Any, shown: Any) -> bool:
    """Whether a value of Python is what the core shows; `repr` tells True from 1, and a list from a tuple.

    A rational may be an int in Python, or of a class that keeps it exact among floats.
    """
    match value, shown:
        case _, Fraction():
            return isinstance(value, int | Fraction) and not isinstance(value, bool) and value == shown
        case list() | tuple(), list() | tuple():
            return type(value) is type(shown) and len(value) == len(shown) and all(map(alike, value, shown))
        case dict(), dict():
            return alike([*value.items()], [*shown.items()])
        case _ if is_dataclass(value) and type(value) is type(shown):
            return all(alike(getattr(value, f.name), getattr(shown, f.name)) for f in fields(value))
        case _:
            return repr(value) == repr(shown)


def check_same(function: Callable[..., Any], mechanism: Mechanism, inputs: Inputs, seed: int) -> None:
    """One run of each: the same result, from the same draws."""
    expected, expected_draws = run_python(function, inputs, seed)
    steps = STEPS // 25 if expected is ENDLESS else STEPS  # it need not go on for so long to tell
    got, got_draws = run_core(mechanism, inputs, seed, classes_of(function), steps)
    expected = NO_OUTPUT if expected is ENDLESS else expected
    said = f"Python gives {expected!r}, the core {got!r}"
    assert alike(expected, got), f"on {inputs}: {said}\n{show_mechanism(mechanism)}"
    assert got_draws == expected_draws, f"on {inputs}: other draws\n{show_mechanism(mechanism)}"


def classes_of(function: Callable[..., Any]) -> Mapping[str, Any]:
    """The names of the file in which a function stands."""
    names: Mapping[str, Any] = getattr(inspect.unwrap(function), "__globals__", {})
    return names


def defined(text: str, name: str) -> Callable[..., Any]:
    """The function of this name in a text, as Python runs it."""
    namespace: dict[str, Any] = {}
    exec(compile(text, GENERATED, "exec"), namespace)
    found: Callable[..., Any] = namespace[name]
    return found


def read(text: str, name: str) -> Mechanism | Diagnostic:
    named = {f.name if isinstance(f, Mechanism) else f.mechanism: f for f in read_text(text)}
    return named[name]


# ----------------------------------------------------------------------------------------------- what a core program is


def rebuilt(e: Expr) -> Expr:
    """The same expression, built again: its types are checked again."""
    if not isinstance(e, Apply):
        return e
    args = [rebuilt(a) for a in e.args]
    return Apply(Op.LIST, tuple(args), e.type) if e.op is Op.LIST else apply(e.op, *args)


def rebuilt_command(command: Command) -> Command:
    match command:
        case Assign(target, value):
            return Assign(target, rebuilt(value))
        case Sample(target, noise, parameters, centre):
            return Sample(target, noise, tuple(map(rebuilt, parameters)), rebuilt(centre))
        case If(condition, then, otherwise):
            return If(rebuilt(condition), rebuilt_command(then), rebuilt_command(otherwise))
        case While(condition, body):
            return While(rebuilt(condition), rebuilt_command(body))
        case Seq(parts):
            return sequence(*map(rebuilt_command, parts))
        case _:
            return command


def check_wellformed(mechanism: Mechanism, text: str) -> None:
    assert rebuilt_command(mechanism.body) == mechanism.body
    parameters = {p.name for p in mechanism.parameters}
    assert not parameters & {v.name for v in written(mechanism.body)}
    lines = text.splitlines()
    for command in subcommands(mechanism.body):
        if isinstance(command, Sample):
            assert command.at is not None
            called = lines[command.at.line - 1][command.at.column - 1 :]
            names = [f.name for f in FUNCTIONS.values() if any(s.noise is command.noise for s in f.spellings)]
            assert called.startswith(tuple(f"{module}{name}(" for module in ("", "tp.") for name in names))
    assert show_mechanism(mechanism, PAPER)
    assert show_mechanism(mechanism, ASCII).isascii()


# ------------------------------------------------------------------------------------------------------ random programs


@lru_cache(maxsize=10 * BATCH)
def program(seed: int) -> tuple[Program, Mechanism | Diagnostic]:
    made = generate(seed)
    return made, read(made.text, "main")


@pytest.mark.parametrize("start", range(0, PROGRAMS, BATCH))
def test_random_programs_keep_their_meaning(start: int) -> None:
    wrong: dict[int, str] = {}
    for seed in range(start, start + BATCH):
        made, mechanism = program(seed)
        if isinstance(mechanism, Diagnostic):
            continue
        random = Random(seed)
        try:
            check_wellformed(mechanism, made.text)
            function = defined(made.text, "main")
            for turn in range(3):
                check_same(function, mechanism, made.inputs(random, classes_of(function)), 3 * seed + turn)
        except Exception as problem:
            wrong[seed] = f"{type(problem).__name__}: {problem}\n{made.text}"
    shortest = min(wrong.values(), key=len, default="")
    assert not wrong, f"seeds {sorted(wrong)}; the shortest:\n{shortest}"


def test_nearly_all_random_programs_can_be_read() -> None:
    asked = min(PROGRAMS, 20 * BATCH)
    refused = [m for _, m in map(program, range(asked)) if isinstance(m, Diagnostic)]
    reasons = Counter(f"{m.code.name}: {m.message}" for m in refused)
    print(*reasons.most_common(), sep="\n")
    assert len(refused) <= 0.1 * asked, reasons.most_common(10)


def test_a_program_is_determined_by_its_seed() -> None:
    assert generate(7) == generate(7) != generate(8)


# ---------------------------------------------------------------------------------------------------------- the gallery


def gallery_input(parameter: Parameter, random: Random) -> Any:
    kind = parameter.var.type
    if kind == INT:
        return random.randint(-2, 5)
    if kind == BOOL:
        return random.random() < 0.5
    if kind == REAL:
        return random.choice((Fraction(1, 2), Fraction(1), Fraction(7, 3), 0.7))
    if kind == DATABASE:
        return {r: random.randint(-2, 4) for r in range(-2, 8)}
    if kind == SCORE:
        return lambda d, r: d[r]
    assert isinstance(kind, ListOf)
    size = random.randint(0, 5)
    if kind.item == QUERY:
        return tuple((lambda d, i=i: d[i]) for i in range(size))
    return [random.randint(-2, 5) if kind.item == INT else random.random() < 0.5 for _ in range(size)]


def inputs_that_meet(mechanism: Mechanism, random: Random) -> Inputs:
    while True:
        inputs = {p.name: gallery_input(p, random) for p in mechanism.parameters}
        if evaluate(mechanism.requires, {p.var: as_core(inputs[p.name]) for p in mechanism.parameters}):
            return inputs


@pytest.mark.parametrize("path", sorted(GALLERY.glob("*/*.py")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_gallery_files_keep_their_meaning(path: Path) -> None:
    spec = importlib.util.spec_from_file_location(f"gallery_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for mechanism in read_file(path):
        assert isinstance(mechanism, Mechanism)
        check_wellformed(mechanism, path.read_text(encoding="utf-8"))
        random = Random(path.stem)
        for seed in range(30):
            check_same(getattr(module, mechanism.name), mechanism, inputs_that_meet(mechanism, random), seed)


# -------------------------------------------------------------------------------------------------- what once was wrong

HEADER = "from typing import Annotated\nfrom twinproof import Epsilon, each_within, laplace, mechanism, within\n"
HEAD = """
@mechanism(epsilon="eps")
def main(
    xs: Annotated[list[int], each_within(1)], x: Annotated[int, within(1)], n: int, ns: list[int], eps: Epsilon
) -> {returns}:
"""
INPUTS: tuple[Inputs, ...] = (
    {"xs": [4], "x": 2, "n": 0, "ns": [3, 5], "eps": Fraction(1, 2)},
    {"xs": [4, 1], "x": -2, "n": 3, "ns": [], "eps": Fraction(1)},
    {"xs": [], "x": 5, "n": -1, "ns": [7], "eps": 0.7},
)
CALLED = """
@mechanism(epsilon="e")
def noisy(a: Annotated[int, within(1)], e: Epsilon) -> int:
    return laplace(a, 1 / e)
"""


@dataclass(frozen=True, slots=True)
class Case:
    """The body of a mechanism, what it returns, and what stands before it in the file."""

    body: str
    returns: str = "int"
    before: str = ""

    @property
    def text(self) -> str:
        body = "".join(f"    {line}\n" for line in self.body.strip().splitlines())
        return HEADER + self.before + HEAD.format(returns=self.returns) + body


ROWS = "list[list[int]]"
# A case must keep its meaning or be refused: the core must not silently do something else.
CASES: Mapping[str, Case] = {
    "none-and-none-in-order": Case("a: int | None = None\nif n > 2:\n    a = n\nreturn (x, a) < (x, a)", "bool"),
    "none-and-a-number-in-order": Case(
        "a: int | None = None\nreturn (x, a, 1) >= (n, None if n > 2 else n, 2)", "bool"
    ),
    "largest-of-pairs-with-none": Case("a: int | None = None\nreturn max((y, a) for y in ns)[0]"),
    "position-from-length": Case("return xs[len(xs) - 2]"),
    "list-with-a-star": Case("ys = [n, *ns, x, *ns]\nys.append(1)\nreturn ys", "list[int]"),
    "list-of-a-star-alone": Case("ys = [2]\nzs = [*ys]\nzs.append(1)\nreturn ys", "list[int]"),
    "list-with-a-star-of-lists": Case("row = [1]\nrows = [[0], *[row]]\nrow.append(2)\nreturn rows", ROWS),
    "list-with-a-star-of-noise": Case("return [*[laplace(v, 1) for v in ns], laplace(x, 1)]", "list[int]"),
    "list-with-a-star-of-a-tuple": Case("return [n, *(1, 2)]", "list[int]"),
    "list-as-a-condition": Case("return 1 if xs else 2"),
    "no-items-as-a-condition": Case("if not ns and n < 3:\n    return 1\nreturn 2"),
    "list-and-more-as-a-condition": Case("while ns and ns[0] > n:\n    n += 1\nreturn n"),
    "list-of-nothing-as-a-condition": Case("ys = [[]]\nreturn (1 if ys else 2) + (1 if ys[0] else 2)"),
    "position-in-scale": Case("return laplace(x, (abs(ns[1]) + 1) / eps)"),
    "negative-position-in-scale": Case("return laplace(x, (abs(ns[-1]) + 1) / eps)"),
    "division-in-scale": Case("return laplace(x, (abs(5 // n) + 1) / eps)"),
    "private-scale": Case("return laplace(n, x)"),
    "private-scale-over-epsilon": Case("return laplace(n, (abs(x) + 1) / eps)"),
    "scale-from-a-list": Case("return laplace(n, 1 + abs(xs[0]))"),
    "scale-of-two-constants": Case("return laplace(n, 2.0 if x > 0 else 1.0)"),
    "scale-that-was-drawn": Case("y = laplace(n, 1)\nreturn laplace(n, abs(y) + 1)"),
    "scale-that-may-be-negative": Case("y = laplace(n, 1)\nreturn laplace(n, y / eps)"),
    "scale-of-two-factors": Case("y = laplace(n, 1)\nreturn laplace(n, y * x / eps)"),
    "scale-that-is-minus-something": Case("y = laplace(n, 1)\nreturn laplace(n, -3 * y / eps)"),
    "scale-that-is-a-sum": Case("y = laplace(n, 1)\nreturn laplace(n, y / eps + 1 / eps)"),
    "scale-that-is-nothing-at-all": Case("y = laplace(n, 1)\nreturn laplace(n, 0 * y / eps)"),
    "scale-that-is-divided": Case("y = laplace(n, 1)\nreturn laplace(n, x / (eps * max(1, y)))"),
    "scale-drawn-in-place": Case("return laplace(n, abs(laplace(n, 1)) + 1)"),
    "scale-drawn-before-the-location": Case("return laplace(scale=abs(laplace(n, 1)) + 1, loc=laplace(n, 3))"),
    "location-drawn-before-the-scale": Case("return laplace(loc=laplace(n, 3), scale=abs(laplace(n, 1)) + 1)"),
    "scale-in-a-loop": Case("y = 0\nfor i in range(3):\n    y += laplace(n, i + 1)\nreturn y"),
    "scale-that-grows": Case("y = 1\nwhile y < 20:\n    y = 2 * y + abs(laplace(n, y / eps))\nreturn y"),
    "scale-read-before-it-is-overwritten": Case("y = abs(n) + 1\ny = laplace(x, y / eps)\nreturn y"),
    "scale-with-a-position": Case("return laplace(n, abs(xs[x]) / eps)"),
    "scale-with-a-division": Case("return laplace(n, (x // n) / eps)"),
    "unused-argument": Case("return one(5 // n)", before="def one(a: int) -> int:\n    return 1\n"),
    "else-that-returns-before-reassigned-parameter": Case(
        "if x > 0:\n    y = 1\nelse:\n    return x\nx = x + y\nreturn x"
    ),
    "else-that-returns-before-reassigned-epsilon": Case(
        "if x > 0:\n    y = 1\nelse:\n    return laplace(x, 1 / eps)\neps = eps / 2\nreturn laplace(y, 1 / eps)"
    ),
    "bare-annotation-of-parameter": Case("x: int\nif n > 0:\n    x = 1\nreturn x"),
    "loop-variable-of-an-inner-loop": Case(
        "out = []\nfor i in range(2):\n    for i in range(3):\n        pass\n    out.append(i)\nreturn out", "list[int]"
    ),
    "range-bound-by-its-own-variable": Case("s = 0\ni = n\nfor i in range(i):\n    s += 1\nreturn s"),
    "range-bound-by-its-own-parameter": Case("s = 0\nfor n in range(n):\n    s += 1\nreturn s"),
    "underscore-that-is-read": Case("_ = 5\nfor _ in range(3):\n    pass\nreturn _"),
    "underscore-in-its-loop": Case("s = 0\n_ = 5\nfor _ in range(3):\n    s += _\nreturn s"),
    "one-name-for-position-and-item": Case("s = 0\nfor i, i in enumerate(ns):\n    s += i\nreturn s"),
    "alias-by-joining": Case("row = [1]\nall_ = [[0]]\nall_ = all_ + [row]\nrow.append(2)\nreturn all_", ROWS),
    "alias-by-augmented": Case("row = [1]\nall_ = [[0]]\nall_ += [row]\nrow.append(2)\nreturn all_", ROWS),
    "alias-in-loop-over-literal": Case("a = [1]\ns = 0\nfor row in [a]:\n    a.append(2)\n    s += len(row)\nreturn s"),
    "loop-over-chosen-list-that-grows": Case(
        "a = [1]\ns = 0\nfor v in (a if n >= 0 else ns):\n    s += v\n    if len(a) < 4:\n        a.append(2)\nreturn s"
    ),
    "alias-twice-in-result": Case(
        "a, b = two()\na.append(2)\nreturn b",
        "list[int]",
        "def two() -> tuple[list[int], list[int]]:\n    mine = [1]\n    return mine, mine\n",
    ),
    "alias-of-argument-in-result": Case(
        "a = [1]\nb = wrap(a)\na.append(2)\nreturn b",
        ROWS,
        "def wrap(r: list[int]) -> list[list[int]]:\n    o = [[0]] + [r]\n    return o\n",
    ),
    "alias-by-loop-variable": Case(
        "rows = [[1], [2]]\nrow = [0]\nk = 0\nwhile k < 2:\n    row.append(7)\n    for row in rows:\n        pass\n"
        "    k += 1\nreturn rows",
        ROWS,
    ),
    "length-of-tuple": Case("return len((xs[3], 1))"),
    "component-of-tuple": Case("return (xs[3], 1)[1]"),
    "component-of-result": Case(
        "return two(xs)[1]", before="def two(v: list[int]) -> tuple[int, int]:\n    return v[3], 1\n"
    ),
    "condition-with-constant-false": Case("while xs[3] > 0 and QUIET:\n    pass\nreturn 1", before="QUIET = False\n"),
    "order-of-keyword-arguments": Case(
        "return f(b=laplace(0, 1 / eps), a=laplace(10, 1 / eps))",
        "tuple[int, int]",
        "def f(a: int, b: int) -> tuple[int, int]:\n    return a, b\n",
    ),
    "floats-multiplied": Case("return laplace(x, 0.1 * max(n, 3) / eps)"),
    "floats-added": Case("return laplace(x, (0.1 + 0.2) / eps)"),
    "floats-divided": Case("return laplace(x, (abs(n) + 10) / 3.0 / eps)"),
    "float-or-epsilon": Case("return laplace(x, max(eps, 3) * 0.1)"),
    "float-as-epsilon-of-helper": Case("return noisy(x, 0.1)", before=CALLED.replace('@mechanism(epsilon="e")\n', "")),
    "integer-as-epsilon-of-mechanism": Case("return noisy(x, 3)", before=CALLED),
    "real-division-by-zero": Case("if 1 / (eps - 1) > 2:\n    return 1\nreturn 0"),
    "real-division-by-zero-unused": Case("s = 1 / (eps - 1)\nreturn 0"),
    "requirement-with-maximum": Case(
        "return first(ns, eps)",
        before='@mechanism(epsilon="e", requires="max(a) > 0")\n'
        "def first(a: list[int], e: Epsilon) -> int:\n    return a[0]\n",
    ),
    "guard-in-a-condition-that-cannot-hold": Case("while len([1 // n]) < 1:\n    pass\nreturn 0"),
    "guard-in-a-loop-that-cannot-start": Case("for i in range(0 * len([1 // n])):\n    pass\nreturn 0"),
    "division-in-a-real-constant": Case("s = (1 + abs(10 // n)) / eps\nif n == 0:\n    return x\nreturn laplace(x, s)"),
    "division-in-an-unused-real-constant": Case("s = (1 + abs(10 // n)) / eps\nreturn x"),
    "division-in-a-branch-of-a-real-constant": Case(
        "s = (1 + abs(10 // n)) / eps if n != 0 else 1 / eps\nreturn laplace(x, s)"
    ),
    "division-in-a-condition-of-a-real-constant": Case("s = 2 / eps if 6 // n > 1 else 1 / eps\nreturn laplace(x, s)"),
    "division-in-a-real-argument": Case(
        "return f(x, (1 + abs(10 // n)) / eps)", before="def f(a, s):\n    return a if a == 2 else laplace(a, s)\n"
    ),
    "nothing-named-of-what-is-evaluated": Case("() = [()][n]\nreturn 1"),
    "requirement-about-a-component": Case(
        "return first([(1, n)])",
        before='@mechanism(epsilon="0", requires="len(ps) >= 1 and ps[0][1] == 3")\n'
        "def first(ps: list[tuple[int, int]]) -> int:\n    return 0\n",
    ),
    "requirement-about-a-far-position": Case(
        "return first(ns, n)",
        before='@mechanism(epsilon="0", requires="ws[i + 0 + 0 + 0 + 0] == 3")\n'
        "def first(ws: list[int], i: int) -> int:\n    return 0\n",
    ),
    "requirement-with-a-decimal": Case(
        "return first(n * 3002399751580331)",
        before='@mechanism(epsilon="0", requires="n + 0.5 > n")\ndef first(n: int) -> int:\n    return 0\n',
    ),
    "default-of-a-called-mechanism": Case("return noisy(x)", before=CALLED.replace("e: Epsilon", "e: Epsilon = 3")),
    "default-in-a-called-requirement": Case(
        "return first(x)",
        before='@mechanism(epsilon="0", requires="c >= 1")\ndef first(a: int, c: int = 3) -> int:\n    return a\n',
    ),
    "division-in-a-called-requirement": Case(
        "y = n + 0\nreturn first(y)",
        before='@mechanism(epsilon="1", requires="1 / c > 0 or c <= 0")\ndef first(c: int) -> int:\n    return 0\n',
    ),
    "empty-list-in-tuple": Case("t = ([], 0)\nreturn t", "tuple[list[int], int]"),
    "quotient-beyond-floats": Case(f"return laplace(x, 1{'0' * 400} / 3)"),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_once_wrong(case: Case) -> None:
    mechanism = read(case.text, "main")
    if isinstance(mechanism, Diagnostic):
        return
    check_wellformed(mechanism, case.text)
    function = defined(case.text, "main")
    for seed, inputs in enumerate(INPUTS):
        check_same(function, mechanism, inputs, seed)


CHAINS = (
    "return 1 if 0 < x < laplace(x, 1 / eps) < 10 else 0",
    "return 1 if 0 < x < laplace(x, 1 / eps) < 10 < n < laplace(n, 1 / eps) < 7 else 0",
    "return 1 if n > 0 and laplace(x, 1 / eps) < n and (3 < x < laplace(x, 1 / eps) <= n or n == 3) else 0",
    "return 1 if not n < 0 < ns[0] < laplace(x, 1 / eps) < ns[0] + 9 else 0",
)


@pytest.mark.parametrize("body", CHAINS)
def test_nothing_is_read_before_it_has_a_value(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even by the part of a condition that would not be asked."""

    def strict(e: Expr, memory: Mapping[Var, Any]) -> Any:
        assert free_variables(e) <= memory.keys()
        return evaluate(e, memory)

    case = Case(body)
    mechanism = read(case.text, "main")
    assert isinstance(mechanism, Mechanism), str(mechanism)
    monkeypatch.setattr(interpret, "evaluate", strict)
    for seed in range(40):
        for inputs in INPUTS:
            check_same(defined(case.text, "main"), mechanism, inputs, seed)


# Plain Python that the language page lists, and that the reader must not refuse.
ACCEPTED: Mapping[str, Case] = {
    "negative-default": Case("return f(x)", before="def f(a: int, b: int = -1) -> int:\n    return a + b\n"),
    "joined-to-a-bare-empty-list": Case("out = []\nfor v in ns:\n    out = out + [v]\nreturn out", "list[int]"),
    "empty-list-or-another": Case("a = [] if n > 0 else [1]\nreturn a", "list[int]"),
    "bare-empty-list-as-argument": Case(
        "out = []\nif n > 0:\n    out.append(f(out))\nreturn out",
        "list[int]",
        "def f(a: list[int]) -> int:\n    return len(a)\n",
    ),
    "bare-empty-list-compared": Case("out = []\nif ns == out:\n    out.append(1)\nreturn out", "list[int]"),
    "epsilon-divided-in-place": Case("eps /= 2\nreturn laplace(x, 1 / eps)"),
    "own-copy-of-a-parameter": Case("ns = list(ns)\nns.append(1)\nreturn ns", "list[int]"),
    "integer-epsilon-of-mechanism": Case("return noisy(x, max(n, 1))", before=CALLED),
    "underscore-as-a-number": Case("s = 0\nfor _ in range(3):\n    s += _\nreturn s"),
}


@pytest.mark.parametrize("case", ACCEPTED.values(), ids=ACCEPTED.keys())
def test_not_refused(case: Case) -> None:
    mechanism = read(case.text, "main")
    assert isinstance(mechanism, Mechanism), str(mechanism)
    function = defined(case.text, "main")
    for seed, inputs in enumerate(INPUTS):
        check_same(function, mechanism, inputs, seed)
