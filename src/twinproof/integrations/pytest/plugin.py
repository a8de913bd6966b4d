"""The plugin: `--twinproof PATH` adds one test for each mechanism of a file or a folder.

The files are read and never imported, so neither they nor a conftest.py beside them is executed. The tests come after
those that pytest found itself, in the order of the paths and of the text, the same in every process of pytest-xdist.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from twinproof.integrations.pytest.assertion import why_not_private
from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.lang.reader.folder import read_folder
from twinproof.lang.reader.target import parse_target

Result = Mechanism | Diagnostic
Wanted = tuple[Path, str | None]
WANTED = pytest.StashKey[list[Wanted]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("twinproof", "differential privacy").addoption(
        "--twinproof",
        action="append",
        default=[],
        metavar="PATH",
        help="Test that every mechanism of this file or folder keeps the privacy it claims; PATH::name for one.",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "twinproof: a mechanism that was collected by --twinproof.")
    config.stash[WANTED] = [_wanted(config, text) for text in config.getoption("twinproof")]


def _wanted(config: pytest.Config, text: str) -> Wanted:
    """The path is looked for where pytest was started, then in its root folder, as it may stand in `addopts`."""
    try:
        target = parse_target(text)
    except TwinproofError as problem:
        raise pytest.UsageError(f"--twinproof {text}: {problem.diagnostic.message}") from None
    for folder in (config.invocation_params.dir, config.rootpath):
        if (place := Path(os.path.abspath(folder / target.path))).exists():
            return place, target.name
    raise pytest.UsageError(f"--twinproof: there is no file or folder {target.path}")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, object, object]:
    # Before all others, so that -k, -m, --lf and the like choose among these items too.
    collected = {item.nodeid for item in items}
    for path, name in config.stash[WANTED]:
        for file, results in _read(path, name):
            collector = MechanismFile.from_parent(session, path=file, results=results)
            fresh = [item for item in collector.collect() if item.nodeid not in collected]
            collected |= {item.nodeid for item in fresh}
            items += fresh
            # Whoever counts what was collected hears of these too.
            report = pytest.CollectReport(collector.nodeid, "passed", None, list(fresh))
            session.ihook.pytest_collectreport(report=report)
    return (yield)


def _read(path: Path, name: str | None) -> Iterator[tuple[Path, list[Result]]]:
    """What is wanted of each file. Files of a folder without a mechanism are passed over, if one has some."""
    nothing = True
    for file, results in read_folder(_short(path)) if path.is_dir() else [(path, read_file(_short(path)))]:
        # What is wrong with the whole file concerns every mechanism of it.
        results = [r for r in results if name is None or _name(r) in (name, "")]
        if results:
            nothing = False
            yield Path(os.path.abspath(file)), results
    if nothing:
        what = f"`{name}`" if name else "in this folder"
        code = Code.NO_SUCH_MECHANISM if name else Code.NO_MECHANISM
        hint = "name a file or a folder with functions under `@mechanism`"
        yield path, [Diagnostic(code, f"there is no mechanism {what}", hint, str(_short(path)), mechanism=name or "")]


def _name(result: Result) -> str:
    """The name of the mechanism; empty for what is wrong with a file."""
    return result.name if isinstance(result, Mechanism) else result.mechanism


def _short(path: Path) -> Path:
    """The path as people would write it here."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


class MechanismFile(pytest.File):
    """A file that was read for its mechanisms, or a folder in which there are none."""

    def __init__(self, *, results: list[Result], **rest: Any) -> None:
        super().__init__(**rest)
        self.results = results

    def collect(self) -> Iterator[MechanismItem]:
        for result in self.results:
            code = result.code.value if isinstance(result, Diagnostic) else ""
            yield MechanismItem.from_parent(self, name=_name(result) or code, result=result)


class NotPrivate(Exception):
    """The claim of a mechanism is not proved; what the failing test shows."""


class MechanismItem(pytest.Item):
    """The test that one mechanism keeps its claim. What could not be read fails, with what is wrong with it."""

    def __init__(self, *, result: Result, **rest: Any) -> None:
        super().__init__(**rest)
        self.result = result
        self.add_marker("twinproof")

    def runtest(self) -> None:
        problem = str(self.result) if isinstance(self.result, Diagnostic) else why_not_private(self.result)
        if problem is not None:
            raise NotPrivate(problem)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, NotPrivate):
            return str(excinfo.value)
        excinfo.traceback = excinfo.traceback.cut(path=__file__)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        at = self.result.at if isinstance(self.result, Mechanism) else self.result.span
        return self.path, at.line - 1 if at is not None else None, self.name
