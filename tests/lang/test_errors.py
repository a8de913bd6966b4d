"""Bad input: every error code, where it points, and files that mean harm.

`docs/errors.md` is checked too: each of its examples is read and must give the code under which it stands.
"""

from __future__ import annotations

import ast
import os
import re
import signal
import stat
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.volume import volume
from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_mechanism
from twinproof.lang.reader import read_file, read_mechanism, read_text
from twinproof.verify.meaning import why_meaningless

ROOT = Path(__file__).parents[2]
Result = Mechanism | Diagnostic

IMPORTS = """\
from typing import Annotated
from twinproof import Database, Epsilon, Query, Score, each_within, laplace, mechanism
from twinproof import one_sided_laplace, one_within, sensitivity, within
"""
DATA = """\
@mechanism(epsilon="eps")
def m(
    xs: Annotated[list[int], each_within(1)], x: Annotated[int, within(1)],
    n: int, ws: list[int], b: bool, p: tuple[int, bool], eps: Epsilon,
):
"""
ABSTRACT = """\
@mechanism(epsilon="eps")
def m(
    d: Database, queries: Annotated[list[Query], sensitivity(1)], score: Annotated[Score, sensitivity(1)],
    n: int, eps: Epsilon,
):
"""


def program(body: str, before: str = "", head: str = DATA) -> str:
    """A file with one mechanism `m` of this body."""
    return IMPORTS + textwrap.dedent(before) + head + textwrap.indent(textwrap.dedent(body).strip("\n"), "    ") + "\n"


def headed(decorator: str, parameters: str, body: str = "return 1") -> str:
    """A file with one mechanism of this head."""
    return f"{IMPORTS}@{decorator}\ndef m({parameters}):\n    {body}\n"


# ----------------------------------------------------------------------------------------------------- reading, limited


class TooSlow(BaseException):
    """Reading took more than its time."""


@contextmanager
def limited(seconds: float = 4.0) -> Iterator[None]:
    """Stop after so much processor time, which other work on the machine does not use up."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"more than {seconds} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def python_lines(text: str) -> list[str]:
    """Lines as Python counts them."""
    return re.split(r"\r\n|\r|\n", text)


def checked(results: list[Result], text: str | None = None) -> list[Result]:
    """The results, after a look at each: it prints, and what is wrong stands in the file."""
    assert results
    lines = python_lines((text or "").removeprefix("\ufeff"))
    for result in results:
        if isinstance(result, Mechanism):
            assert show_mechanism(result).startswith(result.name)
            continue
        shown = str(result)
        assert result.code.value in shown
        assert result.message
        assert result.hint
        assert result.hint in shown
        assert len(shown) - len(result.path) < 3_000
        if text is not None and result.span is not None:
            span = result.span
            assert 1 <= span.line <= span.end_line <= len(lines)
            assert result.line_text == lines[span.line - 1]
            assert 1 <= span.column <= len(lines[span.line - 1]) + 1
            assert 1 <= span.end_column <= len(lines[span.end_line - 1]) + 2
            assert f":{span.line}:{span.column}: " in shown
    return results


def read(text: str) -> list[Result]:
    with limited():
        return checked(read_text(text), text)


def only(text: str) -> Diagnostic:
    """What is wrong with a file in which one thing is."""
    (result,) = read(text)
    assert isinstance(result, Diagnostic), f"nothing is said against this:\n{text}"
    return result


def accepted(text: str) -> Mechanism:
    (result,) = read(text)
    assert isinstance(result, Mechanism), str(result)
    return result


def pointed(diagnostic: Diagnostic) -> str:
    """The characters above the carets."""
    lines = str(diagnostic).split("\n")
    shown, carets = lines[1], lines[2]
    assert set(carets[carets.index("|") + 1 :]) <= {" ", "^"}
    return shown[carets.index("^") : carets.rindex("^") + 1]


# --------------------------------------------------------------------------------------------------------- the document

GUIDE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
REFERENCE = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
SECTIONS = {s[:5]: s for s in re.split(r"^### ", REFERENCE, flags=re.MULTILINE)[1:]}
# Tested with files, below.
FILE_LEVEL = {Code.NO_FILE, Code.NOT_TEXT, Code.TOO_DEEP, Code.NO_SUCH_MECHANISM, Code.SETTINGS, Code.HINT}
OF_A_RUN = {code for code in Code if code.value.startswith("TP5")}


def blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def test_every_code_has_its_section_in_order() -> None:
    assert list(SECTIONS) == sorted(SECTIONS)
    assert set(SECTIONS) == {code.value for code in Code} - {code.value for code in OF_A_RUN}
    for code in OF_A_RUN:
        assert re.search(rf"^\| {code.value} \|.*`(twinproof run|…) .*--arg .*` \|?", REFERENCE, flags=re.MULTILINE)


OF_A_CLAIM = {
    Code.NOTHING_PRIVATE,
    Code.NO_INPUT,
    Code.NOTHING_MOVES,
    Code.CLAIM_EMPTY,
}  # what `verify` says of a mechanism that can be read


@pytest.mark.parametrize("code", [c for c in Code if c not in FILE_LEVEL | OF_A_RUN], ids=lambda c: c.value)
def test_example_gives_its_code(code: Code) -> None:
    (example,) = blocks(SECTIONS[code.value], "python")
    text = blocks(REFERENCE, "python")[0] + example
    diagnostic = why_meaningless(accepted(text)) if code in OF_A_CLAIM else only(text)
    assert diagnostic is not None
    assert diagnostic.code is code, str(diagnostic)


@pytest.mark.parametrize("code", [c for c in Code if c in FILE_LEVEL], ids=lambda c: c.value)
def test_codes_of_files_are_explained_without_an_example(code: Code) -> None:
    assert not blocks(SECTIONS[code.value], "python")


def test_the_document_shows_what_is_printed() -> None:
    for text, shown in zip(blocks(GUIDE, "python")[:2], blocks(GUIDE, "text")[:2], strict=True):
        assert show_mechanism(accepted(text)) + "\n" == shown


def test_the_document_shows_real_guards() -> None:
    guarded = headed(
        'mechanism(epsilon="eps")',
        "xs: Annotated[list[int], each_within(1)], k: int, c: int, eps: Epsilon",
        "return laplace(xs[k] // c, 1 / eps)",
    )
    assert blocks(GUIDE, "text")[2] in show_mechanism(accepted(guarded))
    safe = guarded.replace('epsilon="eps"', 'epsilon="eps", requires="0 <= k and k < len(xs) and c >= 1"')
    assert show_mechanism(accepted(safe)).endswith("\n\n  result ←$ L_{eps}(xs[k] div c);\n  return result")


def test_the_document_shows_a_real_error() -> None:
    head = '@mechanism(epsilon="eps")\ndef m(total: int, n: int, eps: Epsilon) -> int:\n    first = 1\n'
    text = IMPORTS + head + "    average = total / n\n    return average\n"
    (result,) = read_text(text, "counts.py")
    assert str(result) + "\n" == blocks(REFERENCE, "text")[0]


# ------------------------------------------------------------------------------------------- every construct of Python

# One sample for each class of Python's syntax trees: a body, and the codes of which one must come out (none: accepted).
# What only `async def` may hold is refused as not Python, or as outside the language.
ASYNC = ("TP003", "TP201", "TP202")
STATEMENTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "FunctionDef": ("def inner():\n    return 1\nreturn inner()", ()),
    "AsyncFunctionDef": ("async def inner():\n    return 1\nreturn 1", ("TP201",)),
    "ClassDef": ("class Inner:\n    pass\nreturn 1", ("TP201",)),
    "Return": ("return 1", ()),
    "Delete": ("y = 1\ndel y\nreturn 1", ("TP201",)),
    "Assign": ("y = 1\nreturn y", ()),
    "AugAssign": ("y = 1\ny += 1\nreturn y", ()),
    "AnnAssign": ("y: int = 1\nreturn y", ()),
    "For": ("for i in range(n):\n    pass\nreturn 1", ()),
    "AsyncFor": ("async for i in xs:\n    pass\nreturn 1", ASYNC),
    "While": ("i = 0\nwhile i < n:\n    i += 1\nreturn i", ()),
    "If": ("if b:\n    return 1\nelse:\n    return 2", ()),
    "With": ("with n:\n    pass\nreturn 1", ("TP201",)),
    "AsyncWith": ("async with n:\n    pass\nreturn 1", ASYNC),
    "Match": ("match n:\n    case 1:\n        pass\nreturn 1", ("TP201",)),
    "Raise": ("if b:\n    raise ValueError\nreturn 1", ()),
    "Try": ("try:\n    pass\nexcept ValueError:\n    pass\nreturn 1", ("TP201",)),
    "TryStar": ("try:\n    pass\nexcept* ValueError:\n    pass\nreturn 1", ("TP201",)),
    "Assert": ("assert b\nreturn 1", ()),
    "Import": ("import os\nreturn 1", ("TP201",)),
    "ImportFrom": ("from os import path\nreturn 1", ("TP201",)),
    "Global": ("global total\nreturn 1", ("TP213",)),
    "Nonlocal": ("nonlocal total\nreturn 1", ("TP003", "TP213")),
    "Expr": ("n + 1\nreturn 1", ("TP201",)),
    "Pass": ("pass\nreturn 1", ()),
    "Break": ("for i in range(n):\n    break\nreturn 1", ()),
    "Continue": ("for i in range(n):\n    continue\nreturn 1", ()),
    "TypeAlias": ("type number = int\nreturn 1", ("TP201",)),
}
EXPRESSIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "BoolOp": ("b and b", ()),
    "NamedExpr": ("(y := n)", ("TP202",)),
    "BinOp": ("n + n", ()),
    "UnaryOp": ("-n", ()),
    "Lambda": ("lambda: 1", ()),
    "IfExp": ("n if b else 1", ()),
    "Dict": ("{1: n}", ()),
    "Set": ("{n}", ()),
    "ListComp": ("[i for i in xs]", ()),
    "SetComp": ("{i for i in xs}", ()),
    "DictComp": ("{i: i for i in xs}", ()),
    "GeneratorExp": ("any(i > 0 for i in xs)", ()),
    "Await": ("await n", ASYNC),
    "Yield": ("(yield n)", ("TP202",)),
    "YieldFrom": ("(yield from xs)", ("TP202",)),
    "Compare": ("n < 1", ()),
    "Call": ("abs(n)", ()),
    "FormattedValue": ("f'{n}'", ("TP202",)),
    "JoinedStr": ("f'{n}'", ("TP202",)),
    "TemplateStr": ("t'{n}'", ("TP202",)),
    "Interpolation": ("t'{n}'", ("TP202",)),
    "Constant": ("1", ()),
    "Attribute": ("n.real", ("TP202",)),
    "Subscript": ("xs[0]", ()),
    "Starred": ("[*xs]", ()),
    "Name": ("n", ()),
    "List": ("[n]", ()),
    "Tuple": ("(n, b)", ()),
    "Slice": ("xs[1:]", ()),
}
OPERATORS: dict[str, tuple[str, tuple[str, ...]]] = {
    "Add": ("n + n", ()), "Sub": ("n - n", ()), "Mult": ("n * n", ()), "FloorDiv": ("n // n", ()), "Mod": ("n % n", ()),
    "Div": ("n / n", ("TP305",)), "MatMult": ("n @ n", ("TP202",)), "Pow": ("n ** 2", ()),
    "LShift": ("n << 1", ("TP202",)), "RShift": ("n >> 1", ("TP202",)), "BitOr": ("n | n", ("TP202",)),
    "BitXor": ("n ^ n", ("TP202",)), "BitAnd": ("n & n", ("TP202",)), "Invert": ("~n", ("TP202",)), "Not": ("not b",
    ()),
    "UAdd": ("+n", ()), "USub": ("-n", ()), "And": ("b and b", ()), "Or": ("b or b", ()), "Eq": ("n == n", ()),
    "NotEq": ("n != n", ()), "Lt": ("n < n", ()), "LtE": ("n <= n", ()), "Gt": ("n > n", ()), "GtE": ("n >= n", ()),
    "Is": ("n is n", ("TP202",)), "IsNot": ("n is not n", ("TP202",)), "In": ("n in xs", ()),
    "NotIn": ("n not in xs", ()),
}  # fmt: skip


def test_the_samples_cover_the_syntax_of_python() -> None:
    def names(*kinds: type[ast.AST]) -> set[str]:
        return {c.__name__ for kind in kinds for c in kind.__subclasses__() if c.__module__ in ("ast", "_ast")}

    assert names(ast.stmt) <= set(STATEMENTS)
    assert names(ast.expr) <= set(EXPRESSIONS)
    assert names(ast.operator, ast.unaryop, ast.boolop, ast.cmpop) <= set(OPERATORS)


def _samples() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for name, (body, codes) in STATEMENTS.items():
        yield name, body, codes
    for name, (expression, codes) in (EXPRESSIONS | OPERATORS).items():
        yield name, f"y = {expression}\nreturn 1", codes


@pytest.mark.parametrize(
    ("name", "body", "codes"),
    [s for s in _samples() if hasattr(ast, s[0])],
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_each_construct_is_accepted_or_refused(name: str, body: str, codes: tuple[str, ...]) -> None:
    text = program(body)
    assert any(type(node).__name__ == name for node in ast.walk(ast.parse(text)))
    if codes:
        assert only(text).code.value in codes
    else:
        accepted(text)


@pytest.mark.parametrize("name", [n for n in EXPRESSIONS if hasattr(ast, n)])
def test_each_expression_elsewhere_is_no_crash(name: str) -> None:
    expression = EXPRESSIONS[name][0]
    places = [
        "return {}", "if {}:\n    return 1\nreturn 2", "while {}:\n    pass\nreturn 1",
        "for i in {}:\n    pass\nreturn 1",
        "for i in range({}):\n    pass\nreturn 1", "return xs[{}]", "return laplace({}, 1)", "return laplace(n, {})",
        "y = 1\ny += {}\nreturn y", "out = []\nout.append({})\nreturn out", "return len({})", "a, c = {}\nreturn 1",
        "return max({})", "return h({})", "y: {} = 1\nreturn y", "{}\nreturn 1", "return [{}, 1]", "return ({}, 1)",
        "return n if {} else 1", "return 0 < {} < 2", "return b and {}", "return -({})", "return not ({})",
        "return ({})(n)", "return ({})[0]", "return sum({})", "return bool({})",
        "for i, v in enumerate({}):\n    pass\nreturn 1",
    ]  # fmt: skip
    for place in places:
        read(program(place.format(expression), before="def h(v):\n    return v\n"))
    for head in ("epsilon={}", "epsilon='{}'", "epsilon='1', requires={}", "epsilon='1', requires='{}'"):
        quoted = expression.replace("'", '"') if "'" in head else expression
        read(headed(f"mechanism({head.format(quoted)})", "n: int, b: bool, xs: Annotated[list[int], each_within(1)]"))
    for parameter in ("y: {}", "y: Annotated[int, within({})]", "y: Annotated[{}, within(1)]", "y: Annotated[int, {}]"):
        read(headed('mechanism(epsilon="1")', f"n: int, {parameter.format(expression)}"))


# ------------------------------------------------------------------------------------------------------------- variants

TARGETS = [
    "n[0] = 1", "p[0] = 1", "p[0] += 1", "h(n)[0] = 1", "y.z = 1", "y = n.a = 1", "*a, c = p", "a, *c = p",
    "y.z: int = 1", "n.a += 1", "zs = [1]\nzs[0:1] = [2]", "zs = [p]\nzs[0][0] = 1", "zs = [1]\nzs[0].append(1)",
]  # fmt: skip
BAD_STATEMENTS = [
    *TARGETS, "xs.pop()", "xs.clear()", "xs.append(1, 2)", "n.append(1)", "1", "n", "n == 1", "...", "abs(n)",
    "y = 1\ny.pop()", "laplace(n, 1)", "del xs[0]",
]  # fmt: skip
BAD_EXPRESSIONS = [
    "b'text'", "...", "1j", "1e999", "f'{n}'", "xs[::2]", "xs[n::-1]", "~n", "n | 1", "n ** n", "n ** -1", "n ** 65",
    "n is 1", "0 < n in xs", "n < None", "laplace", "len", "n.real", "m", "(*xs, 1)", "h", "[lambda: 1]",
    "(v for v in xs)", "h(v for v in xs)",
]  # fmt: skip
UNKNOWN_CALLS = [
    "print(n)", "open('f')", "input()", "float(n)", "zip(xs, xs)", "map(h, xs)", "filter(h, xs)", "reversed(xs)",
    "isinstance(n, int)", "nothing(n)", "n(1)", "xs.pop()", "xs.append(1)", "n.bit_length()", "range(3)",
    "enumerate(xs)", "tuple(xs)", "within(1)",
    "Epsilon(1)",
    "mechanism(n)", "numpy.sum(xs)", "(n)(1)", "p[0](1)", "h(n)(1)", "Laplace(n, 1)", "divmod(n, 2)", "pow(n, 2)",
    "str(n)",
    "random.random()", "exec('1')", "eval('1')", "__import__('os')", "getattr(n, 'real')",
]  # fmt: skip
WRONG_ARGUMENTS = [
    "h()", "h(n, n)", "h(w=n)", "h(n, v=n)", "h(*xs)", "h(**xs)", "len()", "len(xs, xs)", "abs(n, n)", "len(obj=xs)",
    "sum()", "sum(xs, 1, 2)", "sum(xs, begin=1)", "int(n, 2)", "max(xs, key=lambda: 1)", "max(xs, key=lambda v, w: v)",
    "max(xs, by=h)", "max(xs, ws, key=h)", "sorted(xs, n)", "sorted(xs, reverse=b)", "list()", "any()", "any(b, b)",
    "positive(0)", "positive(n)",
    "positive(-eps)", "typed(b)", "typed(xs)",
]  # fmt: skip
WRONG_TYPES = [
    "n + b", "b + b", "-b", "xs + n", "n + xs", "xs + p", "xs * xs", "xs * b", "xs - xs", "n < b", "xs < xs", "n == b",
    "n == xs", "p == n",
    "xs == [True]", "abs(b)", "abs(xs)", "len(n)", "len(b)", "xs[b]", "xs[xs]", "n[0]", "b[0]", "[1, True]", "[n, xs]",
    "[[1], [True]]", "n if b else b", "min(n, b)", "min(xs, xs)", "int(xs)", "bool(xs)", "xs.index(b)",
    "sorted([[1]])", "max([[1], [2]], key=len)", "b ** 2", "n in n", "b in xs", "'a' + 'b'", "'a' < 'b'", "len('a')",
    "int(p)", "b // n",
    "xs % n", "p + p", "laplace(b, 1)", "laplace(xs, 1)", "min()", "0 < b < 2",
]  # fmt: skip
NOT_CONDITIONS = ["n", "p", "0", "n + 1", "not n", "n and b", "b or n", "(n or b)", "eps", "len(xs)"]
REALS_AS_DATA = [
    "0.5", "n / 2", "x / n", "1.0 + n", "[0.5]", "(0.5, 1)", "xs[0] / 2", "laplace(0.5, 1)", "min(0.5, n)",
    "h(0.5)", "1 / 2",
]  # fmt: skip
HELPERS = """\
    def h(v):
        return v
    def positive(e: Epsilon):
        return laplace(0, 1 / e)
    def typed(k: int):
        return k
"""


def _bodies() -> Iterator[tuple[Code, str]]:
    for line in BAD_STATEMENTS:
        yield Code.STATEMENT, f"{line}\nreturn 1" if "y" not in line.split("=")[0] else f"y = n\n{line}\nreturn 1"
    for code, expressions in (
        (Code.EXPRESSION, BAD_EXPRESSIONS),
        (Code.UNKNOWN_CALL, UNKNOWN_CALLS),
        (Code.CALL_ARGUMENTS, WRONG_ARGUMENTS),
        (Code.TYPE, WRONG_TYPES),
    ):
        for e in expressions:
            yield code, f"y = {e}\nreturn 1"
    for e in NOT_CONDITIONS:
        yield Code.NOT_A_CONDITION, f"if {e}:\n    return 1\nreturn 2"
        yield Code.NOT_A_CONDITION, f"while {e}:\n    pass\nreturn 2"
        yield Code.NOT_A_CONDITION, f"return 1 if {e} else 2"
    yield Code.NOT_A_CONDITION, "y = xs and b\nreturn 1"  # it is one of the two
    yield Code.NOT_A_CONDITION, "return b or xs"
    for e in REALS_AS_DATA:
        yield Code.REAL_DATA, f"return {e}"
    yield from (
        (Code.REAL_DATA, "if b:\n    y = 0.5\nelse:\n    y = 0.25\nreturn 1"),
        (Code.REAL_DATA, "s = 1.0\nfor i in range(n):\n    s = s + 1.0\nreturn laplace(n, s)"),
        (Code.REAL_DATA, "y: Epsilon = eps\nreturn 1"),
        (Code.REAL_DATA, "y = 0\ny /= 2\nreturn y"),
        (Code.EXPRESSION, "y = 1\ny **= 2\nreturn y"),
        (Code.UNKNOWN_NAME, "return nowhere"),
        (Code.UNKNOWN_NAME, "return xs[nowhere]"),
        (Code.UNKNOWN_NAME, "return laplace(n, nowhere / eps)"),
        (Code.MISSING_RETURN, "pass"),
        (Code.MISSING_RETURN, "'''Only a docstring.'''"),
        (Code.MISSING_RETURN, "if b:\n    return 1"),
        (Code.MISSING_RETURN, "if b:\n    return 1\nelif n > 0:\n    return 2"),
        (Code.MISSING_RETURN, "for i in range(n):\n    return i"),
        (Code.MISSING_RETURN, "while n > 0:\n    return 1"),
        (Code.MISSING_RETURN, "while True:\n    break"),
        (Code.MAYBE_UNASSIGNED, "return y\ny = 1"),
        (Code.MAYBE_UNASSIGNED, "y = y + 1\nreturn y"),
        (Code.MAYBE_UNASSIGNED, "y += 1\nreturn y"),
        (Code.MAYBE_UNASSIGNED, "y: int\nreturn y"),
        (Code.MAYBE_UNASSIGNED, "for i in range(n):\n    y = i\nreturn y"),
        (Code.MAYBE_UNASSIGNED, "for i in range(n):\n    pass\nreturn i"),
        (Code.MAYBE_UNASSIGNED, "while n > 0:\n    y = 1\nreturn y"),
        (Code.MAYBE_UNASSIGNED, "if b:\n    pass\nelse:\n    y = 1\nreturn y"),
        (Code.MAYBE_UNASSIGNED, "out.append(1)\nout = []\nreturn out"),
        (Code.UNREACHABLE, "return 1\nreturn 2"),
        (Code.UNREACHABLE, "if b:\n    return 1\nelse:\n    return 2\nreturn 3"),
        (Code.UNREACHABLE, "while True:\n    pass\nreturn 1"),
        (Code.UNREACHABLE, "for i in range(n):\n    break\n    i = 1\nreturn 1"),
        (Code.UNREACHABLE, "for i in range(n):\n    continue\n    i = 1\nreturn 1"),
        (Code.ALIAS, "ys = xs\nreturn 1"),
        (Code.ALIAS, "ys = [1]\nzs = ys\nreturn ys[0]"),
        (Code.ALIAS, "ys = xs if b else ws\nreturn 1"),
        (Code.ALIAS, "ys = [xs]\nreturn 1"),
        (Code.ALIAS, "ys = (1, xs)\nreturn 1"),
        (Code.ALIAS, "ys, k = xs, 1\nreturn 1"),
        (Code.ALIAS, "ys = [[1]]\nzs = ys[0]\nreturn 1"),
        (Code.ALIAS, "out = [[1]]\nout.append(xs)\nreturn 1"),
        (Code.CHANGED_PARAMETER, "xs.append(1)\nreturn 1"),
        (Code.CHANGED_PARAMETER, "xs += [1]\nreturn 1"),
        (Code.CHANGED_PARAMETER, "xs[0] = 1\nreturn 1"),
        (Code.CHANGED_PARAMETER, "xs[0] += 1\nreturn 1"),
        (Code.CHANGED_PARAMETER, "xs.sort()\nreturn 1"),
        (Code.CHANGED_PARAMETER, "yss = [[1]]\nfor ys in yss:\n    ys.append(1)\nreturn 1"),
        (Code.CHANGED_WHILE_ITERATED, "ys = [[1]]\nfor y in ys:\n    ys[0].append(1)\nreturn 1"),
        (Code.CHANGED_WHILE_ITERATED, "ys = [1]\nfor y in ys:\n    ys = [y]\nreturn 1"),
        (Code.CHANGED_WHILE_ITERATED, "ys = [1]\nfor i, y in enumerate(ys):\n    ys += [y]\nreturn 1"),
        (Code.GLOBAL_STATE, "global z\nreturn 1"),
        (Code.LOOP_FORM, "for i in n:\n    pass\nreturn 1"),
        (Code.LOOP_FORM, "for i in p:\n    pass\nreturn 1"),
        (Code.LOOP_FORM, "for i in range():\n    pass\nreturn 1"),
        (Code.LOOP_FORM, "for i in range(1, 2, 3, 4):\n    pass\nreturn 1"),
        (Code.LOOP_FORM, "for i in range(1, 2, 0):\n    pass\nreturn 1"),
        (Code.TUPLE_SHAPE, "for i, j in range(3):\n    pass\nreturn 1"),
        (Code.TUPLE_SHAPE, "for i, j, k in enumerate(xs):\n    pass\nreturn 1"),
        (Code.LOOP_FORM, "for i, y in enumerate():\n    pass\nreturn 1"),
        (Code.LOOP_FORM, "for i in range(n):\n    pass\nelse:\n    pass\nreturn 1"),
        (Code.LOOP_FORM, "i = 0\nwhile i < n:\n    i += 1\nelse:\n    pass\nreturn 1"),
        (Code.TYPE, "for i in range(b):\n    pass\nreturn 1"),
        (Code.TYPE, "out = [1]\nout.append(True)\nreturn 1"),
        (Code.TYPE, "if b:\n    return 1\nreturn True"),
        (Code.TYPE, "y = 1\ny += b\nreturn y"),
        (Code.TYPE_CHANGED, "y = 1\ny = True\nreturn 1"),
        (Code.TYPE_CHANGED, "y = [1]\ny = 1\nreturn 1"),
        (Code.TYPE_CHANGED, "y: bool = 1\nreturn 1"),
        (Code.TYPE_CHANGED, "y = 1\ny: bool = True\nreturn 1"),
        (Code.TYPE_CHANGED, "for b in range(n):\n    pass\nreturn 1"),
        (Code.TYPE_CHANGED, "y = True\ny = laplace(n, 1)\nreturn 1"),
        (Code.EMPTY_LIST, "out = []\nreturn 1"),
        (Code.EMPTY_LIST, "out = []\nreturn len(out)"),
        (Code.EMPTY_LIST, "for y in []:\n    pass\nreturn 1"),
        (Code.TUPLE_SHAPE, "a, c = (1, 2, 3)\nreturn 1"),
        (Code.TUPLE_SHAPE, "a, c = n\nreturn 1"),
        (Code.TUPLE_SHAPE, "a, c = [[1], [2]]\nreturn 1"),
        (Code.TUPLE_SHAPE, "a, a = p\nreturn 1"),
        (Code.TUPLE_SHAPE, "return p[n]"),
        (Code.TUPLE_SHAPE, "return p[2]"),
        (Code.TUPLE_SHAPE, "return p[-3]"),
        (Code.TUPLE_SHAPE, "return p[True]"),
        (Code.TUPLE_SHAPE, "for a, c in xs:\n    pass\nreturn 1"),
        (Code.SCALE_SIGN, "return laplace(x, 0)"),
        (Code.SCALE_SIGN, "return laplace(x, -1)"),
        (Code.SCALE_SIGN, "return laplace(x, n)"),
        (Code.SCALE_SIGN, "return laplace(x, -1 / eps)"),
        (Code.SCALE_SIGN, "return laplace(x, 1 - eps)"),
        (Code.SCALE_SIGN, "return laplace(x, len(xs) / eps)"),
        (Code.SCALE_SIGN, "return laplace(x, abs(n) / eps)"),
        (Code.SCALE_SIGN, "if n >= 0:\n    return laplace(x, n / eps)\nreturn 1"),
        (Code.SCALE_SIGN, "s = n\nreturn laplace(x, s)"),
        (Code.NOISE_ARGUMENTS, "return laplace()"),
        (Code.NOISE_ARGUMENTS, "return laplace(x)"),
        (Code.NOISE_ARGUMENTS, "return laplace(x, 1, 1)"),
        (Code.NOISE_ARGUMENTS, "return laplace(x, rate=1)"),
        (Code.NOISE_ARGUMENTS, "return laplace(*xs)"),
        (Code.NOISE_ARGUMENTS, "return laplace(x, 1, size=2)"),
        (Code.NOISE_ARGUMENTS, "return laplace(x, b)"),
        (Code.NOISE_ARGUMENTS, "return laplace(x, xs)"),
        (Code.NOISE_ARGUMENTS, "return one_sided_laplace(x)"),
    )


@pytest.mark.parametrize(("code", "body"), list(_bodies()), ids=lambda v: v if isinstance(v, str) else v.name)
def test_body_is_refused(code: Code, body: str) -> None:
    diagnostic = only(program(body, before=HELPERS))
    assert diagnostic.code is code, str(diagnostic)
    assert diagnostic.mechanism == "m"
    assert diagnostic.span is not None


OUTSIDE_BEFORE_FLOW = {
    "try with returns": ("try:\n    return 1\nexcept ValueError:\n    return 2", Code.STATEMENT),
    "try with variables": ("try:\n    y = 1\n    z = y\nexcept ValueError:\n    pass\nreturn 1", Code.STATEMENT),
    "with and its variable": ("with n as f:\n    y = f\nreturn 1", Code.STATEMENT),
    "with a return": ("with n:\n    return 1", Code.STATEMENT),
    "match with returns": ("match n:\n    case 1:\n        return 1\n    case _:\n        return 2", Code.STATEMENT),
    "match with a capture": ("match n:\n    case y:\n        z = y\nreturn 1", Code.STATEMENT),
    "walrus": ("if (y := n) > 0:\n    return y\nreturn 0", Code.EXPRESSION),
    "import": ("import os\nreturn os", Code.STATEMENT),
    "else on a loop": ("for i in range(n):\n    pass\nelse:\n    return 1", Code.LOOP_FORM),
}


@pytest.mark.parametrize("name", OUTSIDE_BEFORE_FLOW)
def test_what_is_outside_the_language_is_said_before_what_follows_from_it(name: str) -> None:
    body, code = OUTSIDE_BEFORE_FLOW[name]
    diagnostic = only(program(body))
    assert diagnostic.code is code, str(diagnostic)


@pytest.mark.parametrize("body", ["yield n\nreturn 1", "await n\nreturn 1"])
def test_a_yield_is_not_called_a_line_without_effect(body: str) -> None:
    assert "no effect" not in only(program(body)).message


ABSTRACT_BODIES = [
    (Code.TYPE, "return d"),
    (Code.TYPE, "return score"),
    (Code.TYPE, "return queries[0]"),
    (Code.TYPE, "return [d]"),
    (Code.TYPE, "return (score, 1)"),
    (Code.TYPE, "return queries[0](1)"),
    (Code.TYPE, "return queries[0]()"),
    (Code.TYPE, "return score(d)"),
    (Code.TYPE, "return score(1, d)"),
    (Code.TYPE, "return d + 1"),
    (Code.TYPE, "return len(d)"),
    (Code.TYPE, "return d[0]"),
    (Code.TYPE, "if d == d:\n    return 1\nreturn 2"),
    (Code.TYPE, "if queries[0] == queries[1]:\n    return 1\nreturn 2"),
    (Code.TYPE, "if score == score:\n    return 1\nreturn 2"),
    (Code.TYPE, "if queries == queries:\n    return 1\nreturn 2"),
    (Code.UNKNOWN_CALL, "return d(1)"),
    (Code.UNKNOWN_CALL, "return queries(d)"),
    (Code.CALL_ARGUMENTS, "return queries[0](d=d)"),
    (Code.CALL_ARGUMENTS, "return score(*d)"),
    (Code.NOT_A_CONDITION, "if d:\n    return 1\nreturn 2"),
    (Code.LOOP_FORM, "for row in d:\n    pass\nreturn 1"),
    (Code.RESULT_TYPE, "return queries"),
    (Code.RESULT_TYPE, "return queries + queries"),
    (Code.RESULT_TYPE, "return (1, queries)"),
]


@pytest.mark.parametrize(("code", "body"), ABSTRACT_BODIES, ids=lambda v: v if isinstance(v, str) else v.name)
def test_databases_queries_and_scores_are_only_asked(code: Code, body: str) -> None:
    diagnostic = only(program(body, head=ABSTRACT))
    assert diagnostic.code is code, str(diagnostic)


X, XS, EPS = "x: Annotated[int, within(1)]", "xs: Annotated[list[int], each_within(1)]", "eps: Epsilon"
CLAIM = 'mechanism(epsilon="1")'
HEADS: list[tuple[Code, str, str]] = [
    (Code.CLAIM_MISSING, "mechanism", X),
    (Code.CLAIM_MISSING, "mechanism()", X),
    (Code.CLAIM_MISSING, 'mechanism(delta="0")', X),
    (Code.CLAIM_ARGUMENT, 'mechanism("1")', X),
    (Code.CLAIM_ARGUMENT, 'mechanism(eps="1")', X),
    (Code.CLAIM_ARGUMENT, 'mechanism(epsilon="1", rho="1")', X),
    (Code.CLAIM_ARGUMENT, 'mechanism(**{"epsilon": "1"})', X),
    (Code.CLAIM_ARGUMENT, 'mechanism(epsilon="1")\n@cache', X),
    (Code.CLAIM_ARGUMENT, 'cache\n@mechanism(epsilon="1")', X),
    (Code.CLAIM_ARGUMENT, 'mechanism(epsilon="1")\n@mechanism(epsilon="1")', X),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="")', X),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="1 +")', X),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="1; 2")', X),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="\\0")', X),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="' + "(" * 500 + '")', X),
    (Code.CLAIM_TEXT, "mechanism(epsilon=eps)", EPS),
    (Code.CLAIM_TEXT, "mechanism(epsilon=2 * 3)", X),
    (Code.CLAIM_TEXT, "mechanism(epsilon=None)", X),
    (Code.CLAIM_TEXT, "mechanism(epsilon=f'{1}')", X),
    (Code.CLAIM_TEXT, "mechanism(epsilon=True)", X),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="1 > 2")', X),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="[1]")', X),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="sum(ws)")', "ws: list[int]"),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="max(ws)")', "ws: list[int]"),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="sin(1)")', X),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="abs(log(n))")', "n: int"),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="1", requires="sqrt(n) < 2")', "n: int"),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="math.exp(1)")', X),
    (Code.CALL_ARGUMENTS, 'mechanism(epsilon="log(8, 2)")', X),
    (Code.TYPE, 'mechanism(epsilon="exp(b)")', "b: bool"),
    (Code.TYPE, 'mechanism(epsilon="b ** 2")', "b: bool"),
    (Code.CLAIM_NEGATIVE, 'mechanism(epsilon="log(eps)")', EPS),
    (Code.CLAIM_NEGATIVE, 'mechanism(epsilon="exp(eps) - 2")', EPS),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="laplace(1, 1)")', X),
    (Code.CLAIM_TEXT, "mechanism(epsilon=\"__import__('os')\")", X),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="1", requires="n")', "n: int"),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="1", requires=1)', X),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="1", requires=n > 1)', "n: int"),
    (Code.CLAIM_NAME, 'mechanism(epsilon="k")', X),
    (Code.CLAIM_NAME, 'mechanism(epsilon="1", delta="k")', X),
    (Code.CLAIM_NAME, 'mechanism(epsilon="1", requires="k > 1")', X),
    (Code.CLAIM_NAME, 'mechanism(epsilon="LIMIT")', X),
    (Code.CLAIM_NAME, CLAIM, 'y: Annotated[int, within("k")]'),
    (Code.CLAIM_PRIVATE, 'mechanism(epsilon="abs(x)")', X),
    (Code.CLAIM_PRIVATE, 'mechanism(epsilon="abs(xs[0])")', XS),
    (Code.CLAIM_PRIVATE, 'mechanism(epsilon="1", delta="abs(x)")', X),
    (Code.CLAIM_PRIVATE, 'mechanism(epsilon="1", requires="x > 0")', X),
    (Code.CLAIM_PRIVATE, 'mechanism(epsilon="1", requires="xs[0] > 0")', XS),
    (Code.CLAIM_PRIVATE, 'mechanism(epsilon="1", requires="len(xs) > 0 and xs[0] > 0")', XS),
    (Code.CLAIM_NEGATIVE, 'mechanism(epsilon="-1")', X),
    (Code.CLAIM_NEGATIVE, 'mechanism(epsilon="n")', "n: int"),
    (Code.CLAIM_NEGATIVE, 'mechanism(epsilon="n", requires="n >= -1")', "n: int"),
    (Code.CLAIM_NEGATIVE, 'mechanism(epsilon="1 - eps")', EPS),
    (Code.CLAIM_NEGATIVE, 'mechanism(epsilon="1", delta="n * eps")', f"n: int, {EPS}"),
    (Code.CLAIM_NEGATIVE, 'mechanism(epsilon="1", delta="-1 / 10")', X),
    (Code.CLAIM_NEGATIVE, 'mechanism(epsilon="1", delta="log(eps)")', EPS),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="1", delta="1 / n")', "n: int"),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="1", delta="abs(log(n))")', "n: int"),
    (Code.CLAIM_TEXT, 'mechanism(epsilon="1", delta="1 < 2")', X),
    (Code.ANNOTATION_MISSING, CLAIM, "n"),
    (Code.ANNOTATION_MISSING, CLAIM, "n: int, k"),
    (Code.ANNOTATION_MISSING, CLAIM, "n: int, *, k"),
    (Code.ANNOTATION_MISSING, CLAIM, "k, /, n: int"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: float"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: list"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: tuple"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: list[float]"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: list[Epsilon]"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: list[Database]"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: list[int, int]"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: tuple[int, ...]"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: bytes"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: set[int]"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: dict"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: int | bool"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: None"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: (int | None) | None"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: Database | None"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: 3"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: 'in t'"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: numpy.ndarray"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: Optional[int]"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: Annotated"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: Annotated[int]"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: Annotated[float, within(1)]"),
    (Code.ANNOTATION_UNKNOWN, CLAIM, "n: within(1)"),
    (Code.ADJACENCY_TYPE, CLAIM, "y: Annotated[list[int], within(1)]"),
    (Code.ADJACENCY_TYPE, CLAIM, "y: Annotated[bool, within(1)]"),
    (Code.ADJACENCY_TYPE, CLAIM, "y: Annotated[str, within(1)]"),
    (Code.ADJACENCY_TYPE, CLAIM, "y: Annotated[Epsilon, within(1)]"),
    (Code.ADJACENCY_TYPE, CLAIM, "y: Annotated[Database, within(1)]"),
    (Code.ADJACENCY_TYPE, CLAIM, "y: Annotated[int, each_within(1)]"),
    (Code.ADJACENCY_TYPE, CLAIM, "y: Annotated[list[bool], each_within(1)]"),
    (Code.ADJACENCY_TYPE, CLAIM, "y: Annotated[list[list[int]], each_within(1)]"),
    (Code.ADJACENCY_TYPE, CLAIM, "y: Annotated[tuple[int, int], one_within(1)]"),
    (Code.ADJACENCY_TYPE, CLAIM, "y: Annotated[int, sensitivity(1)]"),
    (Code.ADJACENCY_TYPE, CLAIM, "y: Annotated[Query, sensitivity(1)]"),
    (Code.ADJACENCY_TYPE, CLAIM, "y: Query"),
    (Code.ADJACENCY_TYPE, CLAIM, "y: list[Query]"),
    (Code.ADJACENCY_TYPE, CLAIM, "y: Score"),
    (Code.ADJACENCY_ARGUMENT, CLAIM, "y: Annotated[int, within]"),
    (Code.ADJACENCY_ARGUMENT, CLAIM, "y: Annotated[int, within()]"),
    (Code.ADJACENCY_ARGUMENT, CLAIM, "y: Annotated[int, within(1, 2)]"),
    (Code.ADJACENCY_ARGUMENT, CLAIM, "y: Annotated[int, within(1), within(2)]"),
    (Code.ADJACENCY_ARGUMENT, CLAIM, "y: Annotated[int, 'private']"),
    (Code.ADJACENCY_ARGUMENT, CLAIM, "y: Annotated[int, near(1)]"),
    (Code.ADJACENCY_ARGUMENT, CLAIM, "y: Annotated[int, within(-1)]"),
    (Code.ADJACENCY_ARGUMENT, CLAIM, "y: Annotated[int, within(0.5)]"),
    (Code.ADJACENCY_ARGUMENT, CLAIM, "y: Annotated[int, within(True)]"),
    (Code.ADJACENCY_ARGUMENT, CLAIM, "y: Annotated[int, within('1 +')]"),
    (Code.ADJACENCY_ARGUMENT, CLAIM, "y: Annotated[int, within('n')], n: int"),
    (Code.ADJACENCY_ARGUMENT, CLAIM, "y: Annotated[int, within('eps')], eps: Epsilon"),
    (Code.ADJACENCY_ARGUMENT, CLAIM, f"y: Annotated[int, within('abs(x)')], {X}"),
    (Code.ADJACENCY_ARGUMENT, CLAIM, "y: Annotated[int, within(1, monotone=True)]"),
    (Code.ADJACENCY_ARGUMENT, CLAIM, "y: Annotated[int, within(bound=1)]"),
    (Code.ADJACENCY_ARGUMENT, CLAIM, "y: Annotated[list[int], each_within(1, monotone=1)]"),
    (Code.ADJACENCY_ARGUMENT, CLAIM, "y: Annotated[list[int], one_within(1, monotone=True)]"),
    (Code.PARAMETER_KIND, CLAIM, "*args: int"),
    (Code.PARAMETER_KIND, CLAIM, "**kwargs: int"),
    (Code.PARAMETER_KIND, CLAIM, "n: int = 1"),
    (Code.PARAMETER_KIND, CLAIM, "*, n: int = 1"),
]


@pytest.mark.parametrize(
    ("code", "decorator", "parameters"), HEADS, ids=lambda v: v[:50] if isinstance(v, str) else v.name
)
def test_head_is_refused(code: Code, decorator: str, parameters: str) -> None:
    diagnostic = only(headed(decorator, parameters))
    assert diagnostic.code is code, str(diagnostic)
    assert diagnostic.mechanism == "m"


@pytest.mark.parametrize(
    "claim", ['epsilon="1 / 0"', 'epsilon="1", requires="1 / 0 > 0"', 'epsilon="1", requires="n // 0 == 1"']
)
def test_a_claim_that_divides_by_zero_is_refused(claim: str) -> None:
    assert only(headed(f"mechanism({claim})", "n: int")).code.value.startswith("TP10")


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("method", 'class A:\n    @mechanism(epsilon="1")\n    def m(n: int):\n        return 1\n'),
        ("function", 'def outer():\n    @mechanism(epsilon="1")\n    def m(n: int):\n        return 1\n'),
        ("branch", 'if True:\n    @mechanism(epsilon="1")\n    def m(n: int):\n        return 1\n'),
        ("async", '@mechanism(epsilon="1")\nasync def m(n: int):\n    return 1\n'),
    ],
)
def test_mechanism_in_the_wrong_place(place: str, text: str) -> None:
    assert only(IMPORTS + text).code is Code.MECHANISM_PLACE


REBOUND = [
    "m = None", "m: int = 1", "del m", "import m", "from os import path as m", "class m:\n    pass",
    "def m():\n    pass",
    "for m in []:\n    pass", "with open('f') as m:\n    pass", "try:\n    pass\nexcept E as m:\n    pass", "(m := 1)",
    "def other():\n    global m\n    m = 1", "async def m():\n    pass", "if True:\n    m = 1", "m += 1", "m, k = 1, 2",
    "match 1:\n    case m:\n        pass", "match []:\n    case [*m]:\n        pass",
    "match {}:\n    case {**m}:\n        pass",
]  # fmt: skip


@pytest.mark.parametrize("rebinding", REBOUND)
def test_a_mechanism_bound_twice(rebinding: str) -> None:
    (first, *_) = read(program("return 1") + rebinding + "\n")
    assert isinstance(first, Diagnostic)
    assert first.code is Code.MECHANISM_TWICE


@pytest.mark.parametrize("rebinding", REBOUND)
def test_noise_bound_twice(rebinding: str) -> None:
    """A file that binds `laplace` itself may run anything under that name."""
    text = program("return laplace(x, 1 / eps)") + re.sub(r"\bm\b", "laplace", rebinding) + "\n"
    diagnostic = only(text)
    assert diagnostic.code is Code.UNKNOWN_CALL, str(diagnostic)
    assert pointed(diagnostic).startswith("laplace(")


@pytest.mark.parametrize(
    "imports",
    [
        "from numpy.random import laplace",
        "from numpy.random import laplace as laplace",
        "import laplace",
        "from .twinproof import laplace",
        "from twinproof.noise import laplace",
        "",
    ],
)
def test_other_noise_is_not_taken_for_ours(imports: str) -> None:
    head = f'from twinproof import Epsilon, mechanism\n{imports}\n@mechanism(epsilon="eps")\n'
    diagnostic = only(head + "def m(n: int, eps: Epsilon) -> int:\n    return laplace(n, 1 / eps)\n")
    assert diagnostic.code is Code.UNKNOWN_CALL


@pytest.mark.parametrize(("name", "home"), [("log", "math"), ("sqrt", "math"), ("laplace", "twinproof")])
def test_where_a_function_is_imported_from(name: str, home: str) -> None:
    head = 'from twinproof import Epsilon, mechanism\n@mechanism(epsilon="eps")\n'
    diagnostic = only(head + f"def m(n: int, eps: Epsilon) -> int:\n    return {name}(n, 1 / eps)\n")
    assert diagnostic.code is Code.UNKNOWN_CALL
    assert diagnostic.hint == f"import it from {home}"


@pytest.mark.parametrize("module", ["numpy.random", "os", ".", "..other", "twinproof.lang"])
def test_star_import_of_another_module(module: str) -> None:
    diagnostic = only(program("return laplace(x, 1 / eps)", before=f"from {module} import *\n"))
    assert diagnostic.code is Code.GLOBAL_STATE
    assert f"from {module} import *" in diagnostic.message


def test_star_import_of_the_library_is_fine() -> None:
    accepted(program("return laplace(x, 1 / eps)").replace(IMPORTS, "from typing import *\nfrom twinproof import *\n"))


def test_the_library_under_another_name_is_fine() -> None:
    accepted(
        "import typing\nimport twinproof as tp\n\n@tp.mechanism(epsilon='eps')\n"
        "def m(x: typing.Annotated[int, tp.within(1)], eps: tp.Epsilon) -> int:\n    return tp.laplace(x, 1 / eps)\n"
    )


def test_the_library_changed_from_outside_is_refused() -> None:
    text = (
        "import twinproof as tp\n\ntp.laplace = lambda loc, scale: loc\n\n@tp.mechanism(epsilon='eps')\n"
        "def m(x: int, eps: tp.Epsilon) -> int:\n    return tp.laplace(x, 1 / eps)\n"
    )
    assert isinstance(read(text)[0], Diagnostic)


@pytest.mark.parametrize("body", ["laplace = 3\nreturn laplace(x, 1)", "y = laplace(x, 1)\nlaplace = 3\nreturn y"])
def test_a_local_called_laplace_hides_the_noise(body: str) -> None:
    assert only(program(body)).code in (Code.UNKNOWN_CALL, Code.MAYBE_UNASSIGNED)


@pytest.mark.parametrize("body", ["len = 3\nreturn len(xs)", "range = 3\nfor i in range(n):\n    pass\nreturn 1"])
def test_a_local_hides_a_builtin(body: str) -> None:
    assert only(program(body)).code in (Code.UNKNOWN_CALL, Code.LOOP_FORM)


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("laplace", "return laplace(n, 1)"),
        ("laplace", "y = laplace(n, 1)\n    return y"),
        ("len", "return len(ws)"),
        ("max", "return max(n, 1)"),
        ("range", "for i in range(3):\n        pass\n    return 1"),
        ("enumerate", "for i, w in enumerate(ws):\n        pass\n    return 1"),
    ],
)
def test_a_parameter_hides_what_its_name_meant(name: str, body: str) -> None:
    diagnostic = only(headed('mechanism(epsilon="1")', f"n: int, ws: list[int], {name}: int", body))
    assert diagnostic.code in (Code.UNKNOWN_CALL, Code.LOOP_FORM)


@pytest.mark.parametrize("call", ["y = laplace(v, 1)\n    return y", "return laplace(v, 1)"])
def test_a_parameter_of_a_helper_hides_the_noise(call: str) -> None:
    helper = f"def h(v, laplace):\n    {call}\n"
    assert only(program("return h(x, 3)", before=helper)).code is Code.UNKNOWN_CALL


def test_a_local_hides_the_library() -> None:
    text = (
        "import twinproof as tp\n\n@tp.mechanism(epsilon='eps')\n"
        "def m(x: int, eps: tp.Epsilon) -> int:\n    tp = 3\n    y = tp.laplace(x, 1 / eps)\n    return y\n"
    )
    assert isinstance(read(text)[0], Diagnostic)


@pytest.mark.parametrize(
    "line",
    [
        "K = 1.5",
        "K = {1: 2}",
        "K = 1\nK = 2",
        "K = 1\nK += 1",
        "K = len([1])",
        "K = [1]",
        "import K",
        "from os import K",
        "K = 1\ndef other():\n    global K\n    K = 2",
        "if True:\n    K = 1",
        "for K in [1]:\n    pass",
    ],
)
def test_global_state(line: str) -> None:
    diagnostic = only(program("return laplace(n + K, 1)", before=line + "\n"))
    assert diagnostic.code is Code.GLOBAL_STATE
    assert pointed(diagnostic) == "K"


@pytest.mark.parametrize("line", ["K = 1", "K: int = 1", "K = -1", "K = True", "K = 'a'", "K = (1, -2)"])
def test_constants_of_the_file_are_fine(line: str) -> None:
    accepted(program("return (K, 1)", before=line + "\n"))


@pytest.mark.parametrize(
    "helpers",
    [
        "def h(v):\n    return h(v - 1)\n",
        "def h(v):\n    return g(v)\ndef g(v):\n    return h(v)\n",
        "def h(v):\n    return g(v)\ndef g(v):\n    return f(v)\ndef f(v):\n    return h(v) if v > 0 else 0\n",
        "def h(v):\n    return m([1], 1, 1, [1], True, (1, True), 1)\n",
    ],
    ids=["direct", "two", "three", "through the mechanism"],
)
def test_recursion(helpers: str) -> None:
    assert only(program("return h(n)", before=helpers)).code is Code.RECURSION


@pytest.mark.parametrize(
    ("code", "helper"),
    [
        (Code.PARAMETER_KIND, "def h(*v):\n    return 1\n"),
        (Code.PARAMETER_KIND, "def h(v, **w):\n    return 1\n"),
        (Code.MISSING_RETURN, "def h(v):\n    pass\n"),
        (Code.MAYBE_UNASSIGNED, "def h(v):\n    return w\n    w = 1\n"),
        (Code.UNKNOWN_CALL, "@cache\ndef h(v):\n    return v\n"),
        (Code.UNKNOWN_CALL, "async def h(v):\n    return v\n"),
        (Code.CALL_ARGUMENTS, "class h:\n    pass\n"),
        (Code.UNKNOWN_CALL, "h = max\n"),
        (Code.UNKNOWN_CALL, "def h(v):\n    return v\ndef h(v):\n    return v\n"),
        (Code.ANNOTATION_UNKNOWN, "def h(v: float):\n    return v\n"),
        (Code.ANNOTATION_UNKNOWN, "def h(v) -> bytes:\n    return v\n"),
        (Code.CALL_ARGUMENTS, "def h(v: str):\n    return v\n"),
        (Code.TYPE, "def h(v) -> str:\n    return v\n"),
        (Code.TYPE, "def h(v) -> bool:\n    return v\n"),
        (Code.CALL_ARGUMENTS, "def h(v, w):\n    return v\n"),
        (Code.CALL_ARGUMENTS, "def h(v, w=len([1])):\n    return v\n"),
        (Code.EXPRESSION, "def h(v, w=b'a'):\n    return w\n"),
        (Code.EXPRESSION, "def h(v):\n    w = yield v\n    return v\n"),
        (Code.GLOBAL_STATE, "def h(v):\n    global w\n    w = 1\n    return v\n"),
        (Code.UNKNOWN_NAME, "def h(v):\n    return x\n"),
    ],
)
def test_helper_is_refused(code: Code, helper: str) -> None:
    diagnostic = only(program("return h(n)", before=helper))
    assert diagnostic.code is code, str(diagnostic)


@pytest.mark.parametrize(
    ("code", "helper", "call"),
    [
        (Code.CHANGED_PARAMETER, "def h(vs):\n    vs.append(1)\n    return vs\n", "return h(xs)"),
        (Code.CHANGED_PARAMETER, "def h(vs):\n    vs += [1]\n    return 1\n", "return h(xs)"),
        (Code.ALIAS, "def h(vs):\n    return vs\n", "ys = h(xs)\nreturn 1"),
        (Code.ALIAS, "def h(vs):\n    return (1, vs)\n", "ys = h(xs)\nreturn 1"),
        (Code.ALIAS, "def h(vs, k):\n    return vs if k > 0 else [1]\n", "ys = h(xs, n)\nreturn 1"),
    ],
)
def test_helpers_do_not_share_lists(code: Code, helper: str, call: str) -> None:
    diagnostic = only(program(call, before=helper))
    assert diagnostic.code is code, str(diagnostic)


def test_a_name_for_a_position_only_parameter_is_refused() -> None:
    assert only(program("return h(v=n)", before="def h(v, /):\n    return v\n")).code is Code.CALL_ARGUMENTS


def test_a_negative_constant_is_a_fine_default() -> None:
    accepted(program("return h(n)", before="def h(v, w=-1):\n    return v + w\n"))


@pytest.mark.parametrize(
    "text",
    [
        program("if b:\n    break\nreturn 1"),
        program("if b:\n    continue\nreturn 1"),
        program("return 1") + "return 2\n",
        headed('mechanism(epsilon="1")', "n: int, n: bool"),
        headed('mechanism(epsilon="1", epsilon="2")', "n: int"),
        program("return 1") + "yield 1\n",
        program("return h(n)", before="def h(v, v):\n    return v\n"),
        program("n = 1\nglobal n\nreturn n"),
        program("return 1") + "from __future__ import braces\n",
    ],
    ids=["break", "continue", "return", "parameter twice", "keyword twice", "yield", "helper", "global", "future"],
)
def test_what_python_refuses_after_parsing_is_refused(text: str) -> None:
    with pytest.raises(SyntaxError):
        compile(text, "<text>", "exec")
    assert isinstance(read(text)[0], Diagnostic)


def test_a_mechanism_whose_decorator_is_not_known_for_sure_is_not_passed_over() -> None:
    text = "from twinproof import mechanism\n" + program("return 1")
    (result,) = read(text)
    assert isinstance(result, Mechanism) or "more than once" in result.message


# ------------------------------------------------------------------------------------------------ types of empty lists


@pytest.mark.parametrize(
    "text",
    [
        program("return h(n)", before="def h(v) -> list[int]:\n    if v > 0:\n        return []\n    return []\n"),
        program("if b:\n    return (1, [2])\nreturn (1, [])"),
        program("if b:\n    return (1, [])\nreturn (1, [2])"),
        program("out = []\nout = out + [1]\nreturn out"),
        program("out = []\nout += [1]\nreturn out"),
        program("out = [[]]\nout.append([1])\nreturn out"),
        program("out = []\nfor y in xs:\n    out.append((y, []))\nreturn out"),
        program("a = []\nc = []\na.append(1)\nc.append(True)\nreturn (a, c)"),
    ],
)
def test_empty_lists_are_understood_or_refused(text: str) -> None:
    for result in read(text):
        assert isinstance(result, Mechanism) or result.code in (Code.EMPTY_LIST, Code.TYPE, Code.TYPE_CHANGED)


@pytest.mark.parametrize(
    "helper",
    [
        "def h(v):\n    if v > 0:\n        return []\n    return []\n",
        "def h(v):\n    y = laplace(v, 1)\n    return []\n",
    ],
)
@pytest.mark.parametrize("call", ["return h(n)", "return h(n) if b else h(n)", "y = h(n)\ny.append(1)\nreturn y"])
def test_empty_lists_from_helpers_end(helper: str, call: str) -> None:
    head = DATA.replace("):\n", ") -> list[int]:\n")
    assert read(program(call, before=helper, head=head))


def test_an_empty_list_is_shown_where_it_stands() -> None:
    diagnostic = only(program("y = 1\nout = []\nreturn len(out)"))
    assert diagnostic.line_text.strip() == "out = []"


@pytest.mark.parametrize("call", ["max([])", "sum([])", "any([])", "sum(n)"])
def test_messages_about_builtins_speak_of_what_the_user_wrote(call: str) -> None:
    (result,) = read_text(program(f"return {call}"))
    if isinstance(result, Diagnostic):
        assert not re.search(r"best|total|found|loop|\+|<", result.message)
    else:
        assert call != "sum(n)"


# ---------------------------------------------------------------------------------------------------------- diagnostics


def test_golden_unknown_name() -> None:
    (result,) = read_text(
        'from twinproof import mechanism\n\n@mechanism(epsilon="1")\ndef m() -> int:\n    return zz\n', "a.py"
    )
    assert str(result) == (
        "a.py:5:12: TP203: there is no `zz` here\n"
        " 5 |     return zz\n"
        "   |            ^^\n"
        "   = help: use a parameter or a variable that was assigned before"
    )


def test_golden_claim() -> None:
    text = 'from twinproof import mechanism\n\n@mechanism(epsilon="1", delta="k / 2")\n'
    text += "def m(n: int) -> int:\n    return n\n"
    (result,) = read_text(text, "a.py")
    assert str(result) == (
        "a.py:3:31: TP104: `k` is not a parameter\n"
        ' 3 | @mechanism(epsilon="1", delta="k / 2")\n'
        "   |                               ^^^^^^^\n"
        "   = help: the parameters are: n"
    )


def test_golden_scale() -> None:
    body = "y = abs(n)\nreturn laplace(x, y / eps)"
    diagnostic = only(program(body, before="\n" * 90))
    assert str(diagnostic) == (
        "<text>:100:12: TP403: the scale may be zero or negative\n"
        " 100 |     return laplace(x, y / eps)\n"
        "     |            ^^^^^^^^^^^^^^^^^^^\n"
        "     = help: scales are positive: add what makes it so to `requires=`, such as `c >= 1`"
    )


def test_golden_syntax() -> None:
    (result,) = read_text("def m(:\n    return 1\n", "a.py")
    assert str(result) == (
        "a.py:1:7: TP003: this is not Python: invalid syntax\n"
        " 1 | def m(:\n"
        "   |       ^\n"
        "   = help: twinproof reads what Python reads: correct the syntax first"
    )


def test_golden_without_a_place() -> None:
    (result,) = read_text("", "a.py")
    assert str(result) == (
        "a.py: TP005: there is no mechanism in this file\n"
        '  help: put `@mechanism(epsilon="…")`, imported from twinproof, on a function'
    )


def test_golden_adjacency() -> None:
    (result,) = read_text(headed('mechanism(epsilon="1")', "y: Annotated[bool, within(1)]"), "b.py")
    assert str(result) == (
        "b.py:5:26: TP109: `within` is for int, and `y` is bool\n"
        " 5 | def m(y: Annotated[bool, within(1)]):\n"
        "   |                          ^^^^^^^^^\n"
        "   = help: within: int; each_within and one_within and moves_by_l2: list[int]; "
        "sensitivity: list[Query] or Score; one_added_or_removed and one_changed: a list of rows; "
        "one_user_added_or_removed and one_user_changed: a list of rows with a column of users"
    )


@pytest.mark.parametrize(
    ("body", "mark"),
    [
        ("return zz", "zz"),
        ("return n + zz * 2", "zz"),
        ("größe = n; return größe + zz", "zz"),
        ("ｗｉｄｅ = n; return wide + zz", "zz"),
        ("y = (n +\n     zz)\nreturn y", "zz"),
        ("return laplace(\n    n\n)", "laplace("),
        ("return (\n    n if\n    n else 1)", "n"),
        ("if b: return zz\nreturn 1", "zz"),
        ("if b:\n\treturn zz\nreturn 1", "zz"),
        ("if b:\n\tif b:\n\t\treturn\tn\t+\tzz\nreturn 1", "zz"),
        ("y = n \\\n    + zz\nreturn y", "zz"),
        ("return zz  # é ü 名", "zz"),
        ("return n + True", "n + True"),
        ("return [1, 2, True]", "True"),
        ("xs.append(1)\nreturn 1", "xs.append(1)"),
        ("return xs['é']", "xs['é']"),
    ],
)
def test_the_caret_stands_under_the_place(body: str, mark: str) -> None:
    text = IMPORTS + DATA + "".join(f"    {line}\n" for line in body.split("\n"))
    diagnostic = only(text)
    assert pointed(diagnostic) == mark, str(diagnostic)


def test_positions_count_characters_not_bytes() -> None:
    diagnostic = only(program("größe = n; return größe + zz"))
    assert diagnostic.span is not None
    assert (diagnostic.span.column, diagnostic.span.end_column) == (31, 33)


def test_lines_of_100000_characters() -> None:
    for body, mark in (
        ("return n" + " + n" * 200 + " " * 100_000 + "+ zz", "zz"),
        ("return zz  #" + "x" * 100_000, "zz"),
        ("return n" + " " * 50_000 + "+ zz #" + "x" * 50_000, "zz"),
        ("return laplace(n)" + " " * 100_000, "laplace(n)"),
    ):
        diagnostic = only(program(body))
        assert pointed(diagnostic) == mark
        assert max(map(len, str(diagnostic).split("\n"))) < 300


def test_a_long_place_is_marked_to_the_end_of_what_is_shown() -> None:
    diagnostic = only(program("return laplace([" + "n, " * 20_000 + "n])"))
    assert diagnostic.code is Code.NOISE_ARGUMENTS
    assert pointed(diagnostic).startswith("laplace([n, n, ")
    assert str(diagnostic).split("\n")[1].endswith(pointed(diagnostic))


@pytest.mark.parametrize("separator", ["\f", "\v", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
def test_only_python_line_ends_count(separator: str) -> None:
    diagnostic = only(f"# a{separator}b\n" + program("return zz"))
    assert diagnostic.line_text == "    return zz"


def test_form_feed_between_functions() -> None:
    diagnostic = only(program("return zz", before="\f\n"))
    assert diagnostic.line_text == "    return zz"


@pytest.mark.parametrize("character", ["\x1b", "\x07", "\x08", "\x9b", "\u202e"])
def test_control_characters_of_the_file_do_not_reach_the_terminal(character: str) -> None:
    assert character not in str(only(program(f"return zz  # {character}[2J")))


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_other_line_ends(end: str) -> None:
    text = program("return zz")
    (result,) = read_text(text.replace("\n", end))
    assert str(result) == str(only(text))


def test_syntax_error_in_the_last_line() -> None:
    for text in ("x = (", "x = (\n\n", "def m():", "def m():\n", "'''", "x = '", "if x:\n  y\n z", "\\", "a\\b"):
        assert only(text).code is Code.NOT_PYTHON


# -------------------------------------------------------------------------------------------------------- hostile files


def doubling(leaf: str, levels: int) -> str:
    functions = [f"def f0(v):\n    return {leaf}\n"]
    functions += [f"def f{i}(v):\n    return f{i - 1}(v) + f{i - 1}(v)\n" for i in range(1, levels + 1)]
    return program(f"return f{levels}(n)", before="".join(functions))


def nested(line: str, inner: str, depth: int) -> str:
    return "".join(" " * i + line + "\n" for i in range(depth)) + " " * depth + inner + "\n"


def elifs(number: int) -> str:
    branches = "".join(f"elif n == {i}:\n    return {i}\n" for i in range(1, number))
    return f"if n == 0:\n    return 0\n{branches}return 1"


HOSTILE: dict[str, Callable[[], str]] = {
    "not Python": lambda: "this is not Python\n" * 3,
    "empty": lambda: "",
    "only comments": lambda: "# nothing\n# here\n",
    "only a newline": lambda: "\n",
    "binary": lambda: "".join(map(chr, range(256))) * 10,
    "null byte": lambda: program("return 1") + "\0",
    "null byte in a text": lambda: program("y = '\0'\nreturn 1"),
    "lone surrogate": lambda: program("return 1") + "# \ud800\n",
    "1 MB of parentheses": lambda: program("return " + "(" * 500_000 + "1" + ")" * 500_000),
    "1 MB of open parentheses": lambda: "(" * 1_000_000,
    "1 MB of closed parentheses": lambda: ")" * 1_000_000,
    "1 MB of lists": lambda: program("return " + "[" * 500_000 + "]" * 500_000),
    "1 MB of braces": lambda: "{" * 1_000_000,
    "1 MB of additions": lambda: program("return " + "1+" * 500_000 + "1"),
    "1 MB of additions elsewhere": lambda: "y = " + "1+" * 500_000 + "1\n" + program("return 1"),
    "1 MB name": lambda: program("return " + "a" * 1_000_000),
    "1 MB text": lambda: program("y = '" + "a" * 1_000_000 + "'\nreturn 1"),
    "1 MB line of statements": lambda: program("y = 0; " + "; ".join(["y = y + 1" + " " * 190] * 4_900) + "; return y"),
    "long list": lambda: program("return [" + "1, " * 100_000 + "]"),
    "10,000 elifs": lambda: program(elifs(10_000)),
    "400 elifs": lambda: program(elifs(400)),
    "400 early returns": lambda: program("".join(f"if n == {i}:\n    return {i}\n" for i in range(400)) + "return 1"),
    "5,000 nested ifs": lambda: program(nested("if b:", "return 1", 5_000)),
    "90 nested ifs": lambda: program(nested("if b:", "n = 1", 90) + "return n"),
    "5,000 minus signs": lambda: program("return " + "-" * 5_000 + "n"),
    "400 minus signs": lambda: program("return " + "-" * 400 + "n"),
    "5,000 attributes": lambda: program("return n" + ".a" * 5_000),
    "5,000 nots": lambda: program("return " + "not " * 5_000 + "b"),
    "5,000 subscripts": lambda: program("return n" + "[0]" * 5_000),
    "5,000 calls": lambda: program("return n" + "()" * 5_000),
    "50,000 ands": lambda: program("return " + " and ".join(["b"] * 50_000)),
    "5,000 comparisons": lambda: program("return " + " < ".join(["n"] * 5_000)),
    "150 abs": lambda: program("return " + "abs(" * 150 + "n" + ")" * 150),
    "nested conditionals": lambda: program("return " + "(n if b else " * 90 + "n" + ")" * 90),
    "nested list positions": lambda: program("return " + "xs[" * 25 + "n" + "]" * 25),
    "deep list type": lambda: headed('mechanism(epsilon="1")', "n: " + "list[" * 150 + "int" + "]" * 150),
    "deep annotation": lambda: headed('mechanism(epsilon="1")', "n: " + "a." * 3_000 + "b"),
    "deep text annotation": lambda: headed('mechanism(epsilon="1")', "n: '" + "-" * 50_000 + "1'"),
    "deep claim": lambda: headed('mechanism(epsilon="' + "1+" * 50_000 + '1")', "n: int"),
    "deep claim that parses": lambda: headed('mechanism(epsilon="' + "1+" * 600 + '1")', "n: int"),
    "deep decorator": lambda: "@" + "a." * 3_000 + "b\ndef f():\n    pass\n" + program("return 1"),
    "10 MB of comments": lambda: "# a comment of some length\n" * 400_000,
    "5,000-digit integer": lambda: program("return " + "9" * 5_000),
    "1 MB integer": lambda: program("return " + "9" * 1_000_000),
    "20,000-digit hexadecimal": lambda: program("return 0x" + "f" * 20_000),
    "huge position": lambda: program("return p[0x" + "f" * 20_000 + "]"),
    "huge constant quotient": lambda: program(f"return laplace(x, {'9' * 400} / 3)"),
    "huge scale": lambda: program("return laplace(x, 1e308 / eps)"),
    "huge bound": lambda: headed('mechanism(epsilon="1")', "n: Annotated[int, within(0x" + "f" * 20_000 + ")]"),
    "huge claim": lambda: headed('mechanism(epsilon="1e308 * 1e308")', "n: int"),
    "infinite claim": lambda: headed('mechanism(epsilon="1e999")', "n: int"),
    "functions that double": lambda: doubling("v", 40),
    "noise that doubles": lambda: doubling("laplace(v, 1)", 40),
    "constants that double": lambda: program(
        "a0 = n\n" + "".join(f"a{i} = a{i - 1} + a{i - 1}\n" for i in range(1, 41)) + "return a40"
    ),
    "reals that double": lambda: program(
        "a0 = eps\n" + "".join(f"a{i} = a{i - 1} + a{i - 1}\n" for i in range(1, 41)) + "return laplace(n, a40)"
    ),
    "tuples that double": lambda: program(
        "a0 = x\n" + "".join(f"a{i} = (a{i - 1}, a{i - 1})\n" for i in range(1, 41)) + "return 1"
    ),
    "functions in a ring of 2,000": lambda: program(
        "return f0(n)", before="".join(f"def f{i}(v):\n    return f{(i + 1) % 2_000}(v)\n" for i in range(2_000))
    ),
    "20 nested loops": lambda: program("y = 0\n" + nested("while y < n:", "y = y + 1", 20) + "return y"),
    "90 nested loops": lambda: program("y = 0\n" + nested("while y < n:", "y = y + 1", 90) + "return y"),
    "15 nested for loops": lambda: program("y = 0\n" + nested("for i in range(n):", "y = y + 1", 15) + "return y"),
    "500 variables in a chain": lambda: program(
        "a0 = x\n" + "".join(f"a{i} = a{i - 1} + 1\n" for i in range(1, 500)) + "return a499"
    ),
    "500 empty lists": lambda: program("".join(f"a{i} = []\na{i}.append(n)\n" for i in range(500)) + "return a499"),
    "2,000 statements": lambda: program("y = 0\n" + "y = y + 1\n" * 2_000 + "return y"),
    "20,000 statements": lambda: program("y = 0\n" + "y = y + 1\n" * 20_000 + "return y"),
    "2,000 mechanisms": lambda: IMPORTS + "".join(
        f"@mechanism(epsilon='1')\ndef m{i}() -> int:\n    return 1\n" for i in range(2_000)
    ),
    "2,000 wrong mechanisms": lambda: IMPORTS + "".join(
        f"@mechanism(epsilon='1')\ndef m{i}(n) -> int:\n    return 1\n" for i in range(2_000)
    ),
    "20,000 definitions of one name": lambda: program("return a", before="a = 1\n" * 20_000),
    "wrong escape in a text": lambda: program("'''A \\d docstring.'''\nreturn 1"),
    "a number that runs into a word": lambda: program("return 1if b else 2"),
}  # fmt: skip
READABLE = {
    "400 elifs", "400 early returns", "90 nested ifs", "2,000 statements", "2,000 mechanisms", "15 nested for loops",
    "20 nested loops", "500 empty lists", "500 variables in a chain", "wrong escape in a text",
    "a number that runs into a word",
    "huge scale",
}  # fmt: skip
DEEP = {
    "1 MB of parentheses", "1 MB of open parentheses", "1 MB of lists", "1 MB of braces", "1 MB of additions",
    "10,000 elifs",
    "5,000 nested ifs", "5,000 minus signs", "5,000 attributes", "5,000 nots", "5,000 subscripts", "5,000 calls",
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text(name: str) -> None:
    results = read(HOSTILE[name]())
    if name in READABLE:
        assert all(isinstance(r, Mechanism) for r in results), str(results[0])
    if name in DEEP:
        assert [r.code for r in results if isinstance(r, Diagnostic)] == [Code.TOO_DEEP]


@pytest.mark.parametrize("name", ["1 MB of parentheses", "1 MB of additions", "10,000 elifs", "5,000 minus signs"])
def test_reading_goes_on_after_a_deep_text(name: str) -> None:
    only(HOSTILE[name]())
    accepted(program("return 1"))


def read_path(path: str | Path) -> list[Result]:
    with limited():
        return checked(read_file(path))


def problem_of(path: str | Path) -> Diagnostic:
    (result,) = read_path(path)
    assert isinstance(result, Diagnostic)
    assert result.path == str(path)
    return result


def test_no_file(tmp_path: Path) -> None:
    assert problem_of(tmp_path / "nowhere.py").code is Code.NO_FILE


@pytest.mark.parametrize(
    "name", ["", "a\0b", "a" * 5_000, "\ud800", "a/" * 3_000], ids=["empty", "null", "long", "surrogate", "deep"]
)
def test_a_path_that_cannot_be(name: str) -> None:
    assert problem_of(name).code is Code.NO_FILE


def test_a_folder(tmp_path: Path) -> None:
    assert problem_of(tmp_path).code is Code.NO_FILE


def test_a_file_as_a_folder(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("")
    assert problem_of(file / "b.py").code is Code.NO_FILE


def test_a_link_to_itself(tmp_path: Path) -> None:
    link = tmp_path / "a.py"
    link.symlink_to(link)
    assert problem_of(link).code is Code.NO_FILE


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.py"
    file.write_text(program("return 1"))
    file.chmod(0)
    if os.access(file, os.R_OK):  # the superuser may read everything

        def refuse(path: str, _: int) -> int:
            raise PermissionError(13, "Permission denied", path)

        monkeypatch.setattr(os, "open", refuse)
    assert problem_of(file).code is Code.NO_FILE
    file.chmod(stat.S_IRUSR | stat.S_IWUSR)


@pytest.mark.parametrize(
    "data", [b"\xff", b"# caf\xe9\n", program("return 1").encode("utf-16"), b"\xed\xa0\x80", bytes(range(256))]
)
def test_not_utf8(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(data)
    assert problem_of(file).code is Code.NOT_TEXT


def test_not_utf8_says_which_line(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(b"# one\n# two\n# \xe9\n")
    assert "line 3" in problem_of(file).message


@pytest.mark.parametrize("coding", ["latin-1", "utf-7", "cp1252"])
def test_another_encoding_than_utf8_is_refused(tmp_path: Path, coding: str) -> None:
    """Python would decode such a file differently, so what is read would not be what runs."""
    file = tmp_path / "a.py"
    file.write_bytes(f"# -*- coding: {coding} -*-\n".encode() + program("return 1").encode())
    assert problem_of(file).code is Code.NOT_TEXT


@pytest.mark.parametrize(
    "prefix", [b"\xef\xbb\xbf", b"# -*- coding: utf-8 -*-\n", b"#!/usr/bin/env python3\n", b"\f", b"\r\n\r\n"]
)
def test_ordinary_beginnings(tmp_path: Path, prefix: bytes) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(prefix + program("return 1").encode())
    assert isinstance(read_path(file)[0], Mechanism)
    file.write_bytes(prefix + program("return zz").encode().replace(b"\n", b"\r\n"))
    diagnostic = problem_of(file)
    assert pointed(diagnostic) == "zz"
    assert diagnostic.line_text == "    return zz"


def test_empty_file(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(b"")
    assert problem_of(file).code is Code.NO_MECHANISM


def test_too_deep_file(tmp_path: Path) -> None:
    file = tmp_path / "deep.py"
    file.write_text("x = " + "(" * 300 + ")" * 300)
    assert problem_of(file).code is Code.TOO_DEEP


def test_one_mechanism_by_name(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(program("return 1") + '\n@mechanism(epsilon="1")\ndef k(n: int) -> int:\n    return zz\n')
    assert read_mechanism(file, "m").name == "m"
    for name, code, said in (
        ("k", Code.UNKNOWN_NAME, "zz"),
        ("other", Code.NO_SUCH_MECHANISM, "`other`"),
        ("", Code.NO_SUCH_MECHANISM, ""),
        (None, Code.NO_SUCH_MECHANISM, "several"),
    ):
        with pytest.raises(TwinproofError) as caught:
            read_mechanism(file, name)
        assert caught.value.diagnostic.code is code
        assert said in caught.value.diagnostic.message
    assert "m, k" in caught.value.diagnostic.hint
    file.write_text(program("return 1"))
    assert read_mechanism(file).name == "m"
    with pytest.raises(TwinproofError, match="TP001"):
        read_mechanism(tmp_path / "nowhere.py", "m")


# ------------------------------------------------------------------------------------------------- reading runs nothing

EFFECTS = {
    "top level": "{effect}\n" + program("return 1"),
    "decorator": program("return 1") + "@{effect}\ndef other():\n    pass\n",
    "annotation": program("return 1") + "y: {effect} = 1\ndef other(a: {effect}) -> {effect}:\n    pass\n",
    "default": program("return 1") + "def other(a={effect}):\n    pass\n",
    "class": program("return 1") + "class A:\n    y = {effect}\n",
    "helper default": program("return h(n, 1)", before="def h(v, w={effect}):\n    return v\n"),
    "constant": program("return 1") + "y = {effect}\n",
    "comprehension": program("return 1") + "y = [{effect} for i in range(3)]\n",
    "own annotation": headed('mechanism(epsilon="1")', "n: {effect}"),
    "own default": headed('mechanism(epsilon="1")', "n: int = {effect}"),
    "own decorator": headed('{effect}\n@mechanism(epsilon="1")', "n: int"),
    "own claim": headed("mechanism(epsilon={effect})", "n: int"),
    "own claim as a text": headed('mechanism(epsilon="{effect}")', "n: int"),
    "own requirement": headed('mechanism(epsilon="1", requires="{effect}")', "n: int"),
    "own annotation as a text": headed('mechanism(epsilon="1")', 'n: "{effect}"'),
    "own adjacency": headed('mechanism(epsilon="1")', "n: Annotated[int, within({effect})]"),
    "own body": program("{effect}\nreturn 1"),
    "own type": program("y: {effect} = 1\nreturn 1"),
}


@pytest.mark.parametrize("place", EFFECTS)
@pytest.mark.parametrize("kind", ["write", "exit", "loop", "raise"])
def test_reading_never_executes(place: str, kind: str, tmp_path: Path) -> None:
    target = tmp_path / "written"
    effect = {
        "write": f"open({str(target)!r}, 'w').write('x')",
        "exit": "exit(7)",
        "loop": "[0 for i in iter(int, 1)]",
        "raise": "(1 // 0)",
    }[kind]
    file = tmp_path / "effects_of_reading.py"
    file.write_text(EFFECTS[place].replace("{effect}", effect))
    modules = set(sys.modules)
    results = read_path(file)
    assert not target.exists()
    assert not {m for m in set(sys.modules) - modules if "effects_of_reading" in m}
    if not place.startswith("own"):
        assert [type(r) for r in results] == [Mechanism]
    else:
        assert [type(r) for r in results] == [Diagnostic]


@pytest.mark.parametrize(
    "line", ["import sys; sys.exit(1)", "while True: pass", "raise SystemExit", "open('f', 'w').close()"]
)
def test_statements_at_the_top_level_are_not_run(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    accepted(f"{line}\n" + program("return 1"))
    assert not list(tmp_path.iterdir())


# ---------------------------------------------------------------------------------------- one does not hide the others

GOOD = '@mechanism(epsilon="1")\ndef {name}(n: int) -> int:\n    return n\n'
BAD = {
    "body": '@mechanism(epsilon="1")\ndef bad(n: int) -> int:\n    return zz\n',
    "head": "@mechanism\ndef bad(n: int) -> int:\n    return n\n",
    "claim": '@mechanism(epsilon="(((")\ndef bad(n: int) -> int:\n    return n\n',
    "type": '@mechanism(epsilon="1")\ndef bad(n) -> int:\n    return n\n',
    "depth": '@mechanism(epsilon="1")\ndef bad(n: int) -> int:\n    return ' + "-" * 700 + "n\n",
    "size": '@mechanism(epsilon="1")\ndef bad(n: int) -> int:\n' + "    n = 1\n" * 6_000 + "    return n\n",
    "place": 'if True:\n    @mechanism(epsilon="1")\n    def bad(n: int) -> int:\n        return n\n',
    "async": '@mechanism(epsilon="1")\nasync def bad(n: int) -> int:\n    return n\n',
}


@pytest.mark.parametrize("kind", BAD)
def test_one_bad_mechanism_does_not_hide_the_others(kind: str) -> None:
    text = IMPORTS + GOOD.format(name="first") + BAD[kind] + GOOD.format(name="last")
    first, bad, last = read(text)
    assert isinstance(first, Mechanism)
    assert isinstance(bad, Diagnostic)
    assert isinstance(last, Mechanism)
    assert (first.name, bad.mechanism, last.name) == ("first", "bad", "last")


def test_several_bad_mechanisms_are_all_reported() -> None:
    text = IMPORTS + "".join(t.replace("bad", f"bad_{k}") for k, t in BAD.items())
    results = read(text)
    assert [r.mechanism for r in results if isinstance(r, Diagnostic)] == [f"bad_{k}" for k in BAD]


def test_a_bad_mechanism_that_is_called_hurts_its_callers_only() -> None:
    text = IMPORTS + GOOD.format(name="first") + BAD["body"]
    text += '@mechanism(epsilon="1")\ndef caller(n: int) -> int:\n    return bad(n)\n'
    first, bad, caller = read(text)
    assert isinstance(first, Mechanism)
    for result in (bad, caller):
        assert isinstance(result, Diagnostic)
        assert result.code is Code.UNKNOWN_NAME
        assert pointed(result) == "zz"


# ----------------------------------------------------------------------------------------------------------------- fuzz

GALLERY = [p.read_text(encoding="utf-8") for p in sorted((ROOT / "gallery").rglob("*.py"))]
WORDS = [
    "(", ")", "[", "]", ",", ":", "\n", "    ", "\t", "return", "if", "else", "for", "while", "in", "not", "and", "=",
    "==", "+=",
    "laplace", "len", "range", "xs", "eps", "0", "-1", "1.5", "[]", "True", "None", "'", '"', "#", "\\", "@",
    "lambda", "yield",
    "break", "continue", "list", "\f", "\u2028", "é", "\0", "append", "sum", ".", "*", "/", "//", "mechanism",
    "answers", "break",
]  # fmt: skip
Mutation = tuple[str, int, int, str]
MUTATIONS = st.tuples(
    st.sampled_from(
        ["delete", "double", "swap", "insert", "replace", "delete line", "double line", "swap lines", "cut", "indent"]
    ),
    st.integers(0, 9_999),
    st.integers(0, 9_999),
    st.sampled_from(WORDS) | st.text(max_size=3),
)


def mutate(text: str, mutation: Mutation) -> str:
    kind, first, second, word = mutation
    parts = (
        text.splitlines(keepends=True) if "line" in kind or kind == "indent" else re.findall(r"\w+|\s|[^\w\s]", text)
    )
    if not parts:
        return word
    i, j = first * len(parts) // 10_000, second * len(parts) // 10_000
    match kind.split()[0]:
        case "delete":
            del parts[i]
        case "double":
            parts.insert(j, parts[i])
        case "swap":
            parts[i], parts[j] = parts[j], parts[i]
        case "insert":
            parts.insert(i, word)
        case "replace":
            parts[i] = word
        case "cut":
            del parts[i : i + second % 40]
        case "indent":
            parts[i] = "    " + parts[i] if second % 2 else parts[i].removeprefix("    ")
    return "".join(parts)


@given(st.sampled_from(GALLERY), st.lists(MUTATIONS, min_size=1, max_size=4))
@settings(max_examples=volume(300, 1_200), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_damaged_gallery_files_are_read_or_refused(text: str, mutations: list[Mutation]) -> None:
    for mutation in mutations:
        text = mutate(text, mutation)
    assert read(text)


@given(
    st.sampled_from(GALLERY), st.lists(st.tuples(st.integers(0, 9_999), st.binary(max_size=3)), min_size=1, max_size=3)
)
@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_files_with_random_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, text: str, changes: list[tuple[int, bytes]]
) -> None:
    data = text.encode()
    for place, replacement in changes:
        at = place * len(data) // 10_000
        data = data[:at] + replacement + data[at + len(replacement) :]
    file = tmp_path_factory.getbasetemp() / "bytes.py"
    file.write_bytes(data)
    assert read_path(file)


def test_the_gallery_itself_is_read() -> None:
    assert len(GALLERY) > 30
    for text in GALLERY:
        assert all(isinstance(r, Mechanism) for r in read(text))


@pytest.mark.parametrize("kind", ["tuple[Epsilon, int]", "tuple[Database, int]", "list[list[Query]]", "list[Score]"])
def test_a_parameter_that_is_no_data_is_refused(kind: str) -> None:
    diagnostic = only(headed('mechanism(epsilon="1")', f"x: Annotated[int, within(1)], t: {kind}"))
    assert diagnostic.code is Code.ANNOTATION_UNKNOWN


def test_an_epsilon_may_be_a_text_in_a_text() -> None:
    accepted(headed('mechanism(epsilon="eps")', "x: Annotated[int, within(1)], eps: \"'Epsilon'\""))


@pytest.mark.parametrize("text", ["eps + 1e5000", "1e-5000", "1e99999999"])
def test_a_number_that_is_too_long_for_a_claim_is_named(text: str) -> None:
    found = only(headed(f'mechanism(epsilon="{text}")', "x: Annotated[int, within(1)], eps: Epsilon"))
    assert found.code is Code.CLAIM_TEXT
    assert found.message == f"the number {text.removeprefix('eps + ')} has more than 1000 digits when it is written out"
