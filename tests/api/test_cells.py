"""Functions that stand in no file: each name means what it means when it is asked, or the text is refused."""

import linecache
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from twinproof.lang.errors import Code, TwinproofError
from twinproof.lang.mechanism import Mechanism

Cell = Callable[[str], dict[str, Any]]

IMPORTS = """
from typing import Annotated, NamedTuple
from twinproof import Epsilon, clamp, laplace as noisy, mechanism, within
import twinproof as tp
CAP = 10
"""
COUNT = """

@mechanism(epsilon="eps")
def count(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return noisy(capped(x), 1 / eps)
"""
CAPPED = "def capped(x: int) -> int:\n    return clamp(x, 0, CAP)\n"


@pytest.fixture
def cell() -> Iterator[Cell]:
    """Runs a cell as a notebook does: Python keeps its text, and all cells have the same names."""
    names: dict[str, Any] = {"__name__": "__main__"}
    paths: list[str] = []

    def run(text: str) -> dict[str, Any]:
        path = f"<cell {len(paths)}>"
        linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
        paths.append(path)
        exec(compile(text, path, "exec", dont_inherit=True), names)
        return names

    yield run
    for path in paths:
        del linecache.cache[path]


def core(names: dict[str, Any], name: str = "count") -> Mechanism:
    read: Mechanism = names[name].core
    return read


def refused(names: dict[str, Any]) -> TwinproofError:
    with pytest.raises(TwinproofError) as problem:
        core(names)
    return problem.value


def test_names_of_other_cells_are_written_behind_it(cell: Cell) -> None:
    cell(IMPORTS)
    cell(CAPPED)
    read = core(cell(COUNT))
    assert read.at is not None
    assert (read.at.path, read.at.line) == ("<cell 2>", 4)
    for line in ("from twinproof import laplace as noisy", "CAP = 10", "def capped(x: int) -> int:"):
        assert f"\n{line}\n" in read.source


def test_what_a_name_means_now_counts(cell: Cell) -> None:
    cell(IMPORTS)
    cell(CAPPED)
    names = cell(COUNT)
    before = core(names)
    assert core(names) is before
    cell("CAP = 20")
    assert "CAP = 20" in core(names).source
    cell("def capped(x: int) -> int:\n    return 2 * x\n")
    assert core(names).body != before.body
    assert "return 2 * x" in core(names).source
    assert "CAP" not in core(names).source


def test_modules_methods_of_a_module_and_records(cell: Cell) -> None:
    cell(IMPORTS)
    text = """
class Row(NamedTuple):
    amount: int


@tp.mechanism(epsilon="eps")
def count(rows: Annotated[list[Row], tp.one_added_or_removed()], eps: Epsilon) -> int:
    return tp.laplace(sum(clamp(row.amount, 0, CAP) for row in rows), CAP / eps)
"""
    assert core(cell(text)).name == "count"


def test_other_statements_of_the_cell_do_not_matter(cell: Cell) -> None:
    cell(IMPORTS)
    cell(CAPPED)
    names = cell(f"print\n{COUNT}\nresult = count(1, 1.0)\n")
    assert core(names).name == "count"


def test_a_builtin_that_was_replaced_is_not_taken_for_itself(cell: Cell) -> None:
    cell(IMPORTS)
    cell("max = lambda *xs: 1000 * xs[0]")
    names = cell(COUNT.replace("capped(x)", "max(0, x)"))
    assert refused(names).diagnostic.code in (Code.UNKNOWN_NAME, Code.UNKNOWN_CALL)


def test_noise_that_was_replaced_is_not_taken_for_noise(cell: Cell) -> None:
    cell(IMPORTS)
    cell(CAPPED)
    names = cell(COUNT)
    assert core(names).name == "count"
    cell("def noisy(x, scale):\n    return x\n")
    assert "from twinproof import laplace" not in _text(names)


def _text(names: dict[str, Any]) -> str:
    try:
        return core(names).source
    except TwinproofError:
        return ""


@pytest.mark.parametrize(
    "other",
    [
        "import functools\n@functools.cache\ndef capped(x): return x",  # no function any more
        "import functools\nplain = capped\ncapped = functools.wraps(plain)(lambda x: 5 * x)",  # says that it is another
        "capped = lambda x: x",
        "capped = object()",
        "CAP = [10]",  # may change
        "CAP = float('nan')",
        "def make():\n    k = 5\n    def capped(x): return k * x\n    return capped\ncapped = make()",
    ],
)
def test_what_cannot_be_written_is_refused(cell: Cell, other: str) -> None:
    cell(IMPORTS)
    cell(CAPPED)
    cell(other)
    names = cell(COUNT)
    refused(names)


def test_a_library_that_was_changed_is_noticed(cell: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    import math

    import twinproof

    cell(IMPORTS)
    cell(CAPPED)
    names = cell(COUNT)
    assert core(names).name == "count"
    with monkeypatch.context() as patch:
        patch.setattr(twinproof, "laplace", lambda x, scale: x)
        assert "`twinproof.laplace` was replaced" in str(refused(names))
    with monkeypatch.context() as patch:
        patch.setattr(math, "floor", lambda x: 7)
        assert "`math.floor` was replaced" in str(refused(names))
    assert core(names).name == "count"


def test_code_that_is_not_that_of_the_text_is_refused(cell: Cell) -> None:
    cell(IMPORTS)
    cell(CAPPED)
    names = cell(COUNT)
    assert core(names).name == "count"

    def other(x: int) -> int:
        return 5 * x

    kept = names["capped"].__code__
    names["capped"].__code__ = other.__code__.replace(co_filename=kept.co_filename, co_firstlineno=kept.co_firstlineno)
    assert "is another one than was run" in str(refused(names))
    names["capped"].__code__ = kept
    assert core(names).name == "count"
    lines = linecache.cache["<cell 2>"][2]  # type: ignore[misc]
    lines[-1] = lines[-1].replace("1 / eps", "1000 / eps")
    assert "is another one than was run" in str(refused(names))


def test_a_future_of_the_cell_changes_nothing(cell: Cell) -> None:
    cell(IMPORTS)
    cell(CAPPED)
    assert core(cell(f"from __future__ import annotations\n{COUNT}")).name == "count"


def test_a_class_that_stands_in_two_cells_is_refused(cell: Cell) -> None:
    cell(IMPORTS)
    row = "class Row(NamedTuple):\n    amount: int\n"
    text = "@mechanism(epsilon='eps')\ndef count(row: Annotated[Row, 1], eps: Epsilon) -> int:\n    return row.amount\n"
    names = cell(row + text)
    cell(row.replace("int", "str"))
    assert "which text of the class `Row` counts is not known" in str(refused(names))


def test_a_function_inside_another_is_refused(cell: Cell) -> None:
    cell(IMPORTS)
    cell(CAPPED)
    inner = COUNT.replace("\n", "\n    ")
    names = cell(f"def make():{inner}\n    return count\ncount = make()\n")
    assert refused(names).diagnostic.code is Code.MECHANISM_PLACE
