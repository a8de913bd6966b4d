"""twinproof report: one self-contained page for people, with the verdict and its evidence for every mechanism."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from twinproof.cli.targets import every
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.mechanism import Mechanism
from twinproof.verify import verify

if TYPE_CHECKING:
    from twinproof.report.content import Entry

DONE, UNREADABLE = 0, 3


def report(
    targets: Annotated[list[str], typer.Argument(metavar="PATH…", help="Files, folders, or PATH::name.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The page to write.")] = Path(
        "report.html"
    ),
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="Processes of the search for counterexamples.")
    ] = None,
) -> int:
    """Write one HTML page with the verdict and the evidence for every mechanism; it needs no network to be read."""
    trouble = _unwritable(output)
    if trouble:
        return _refuse(output, trouble)
    from twinproof.report.page import render, summary  # drawing takes a moment to load

    entries: list[Entry] = []
    console = Console(stderr=True)
    for item in every(targets):
        with console.status(item.name if isinstance(item, Mechanism) else item.path):
            found = _entry(item, jobs)
        if found.kind == "error":
            typer.echo(found.sentence, err=True)
        entries.append(found)
    if all(e.kind == "error" for e in entries):
        typer.echo("nothing to report: no page was written", err=True)
        return UNREADABLE
    try:
        output.write_text(render(entries), encoding="utf-8")
    except OSError as problem:
        return _refuse(output, problem.strerror or str(problem))
    typer.echo(f"{output}: {summary(entries)}")
    return UNREADABLE if any(e.kind == "error" for e in entries) else DONE


def _entry(item: Mechanism | Diagnostic, jobs: int | None) -> Entry:
    from twinproof.report.content import entry, unreadable

    if isinstance(item, Diagnostic):
        return unreadable(item)
    assert item.at is not None
    try:
        source = Path(item.at.path).read_text(encoding="utf-8-sig")
    except OSError as problem:
        message = f"the file cannot be read any more ({problem.strerror})"
        return unreadable(Diagnostic(Code.NO_FILE, message, "check the path", item.at.path, mechanism=item.name))
    return entry(verify(item, source, jobs=jobs), source)


def _unwritable(output: Path) -> str:
    """Why the page cannot be written there, before any work is done for it; empty if it can."""
    folder = output.parent
    if output.is_dir():
        return "it is a folder"
    if not folder.is_dir():
        return f"there is no folder {folder}"
    return "" if os.access(output if output.exists() else folder, os.W_OK) else "permission denied"


def _refuse(output: Path, reason: str) -> int:
    typer.echo(f"twinproof: {output} cannot be written: {reason}", err=True)
    return UNREADABLE
