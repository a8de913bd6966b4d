"""twinproof report: one self-contained page for people, with the verdict and its evidence for every mechanism."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from twinproof.cli.output_files import unwritable
from twinproof.cli.streams import echo, working
from twinproof.cli.targets import every
from twinproof.lang.errors import Diagnostic, TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.report import PicturesMissing, make_sure_of_pictures
from twinproof.verify import Verdict, verify
from twinproof.verify.cache import Cache

DONE, UNREADABLE = 0, 3


def report(targets: Sequence[str], output: Path, jobs: int | None) -> int:
    """Write one HTML page with the verdict and the evidence for every mechanism."""
    try:
        make_sure_of_pictures()
    except PicturesMissing as problem:
        echo(f"twinproof: {problem}", err=True)
        return UNREADABLE
    if trouble := unwritable(output):
        return _refuse(output, trouble)
    from twinproof.report.content import entry, unreadable
    from twinproof.report.page import render, summary  # drawing takes a moment to load

    # All verdicts before all drawing: the one forks processes, the other starts threads.
    answers = [_judged(item, jobs) for item in every(targets)]
    working("drawing")
    entries = [unreadable(a) if isinstance(a, Diagnostic) else entry(a) for a in answers]
    working("")
    for each in entries:
        if each.kind == "error":
            echo(each.sentence, err=True)
    if all(e.kind == "error" for e in entries):
        echo("nothing to report: no page was written", err=True)
        return UNREADABLE
    try:
        output.write_text(render(entries), encoding="utf-8")
    except OSError as problem:
        return _refuse(output, problem.strerror or str(problem))
    echo(f"{output}: {summary(entries)}")
    return UNREADABLE if any(e.kind == "error" for e in entries) else DONE


def _judged(item: Mechanism | Diagnostic, jobs: int | None) -> Verdict | Diagnostic:
    """The verdict on a mechanism, or what is wrong with it."""
    if isinstance(item, Diagnostic):
        return item
    working(f"{item.name}: …")
    try:
        verdict = Cache.of_user().or_found(item, lambda: _found(item, jobs))
    except TwinproofError as problem:
        return problem.diagnostic
    finally:
        working("")
    if verdict.interrupted:
        raise KeyboardInterrupt
    return verdict


def _found(mechanism: Mechanism, jobs: int | None) -> Verdict:
    def progress(_: str, text: str) -> None:
        working(f"{mechanism.name}: {text}")

    return verify(mechanism, jobs=jobs, side_by_side=True, progress=progress, advise=True)


def _refuse(output: Path, reason: str) -> int:
    echo(f"twinproof: {output} cannot be written: {reason}", err=True)
    return UNREADABLE
