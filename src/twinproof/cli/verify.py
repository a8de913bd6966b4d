"""twinproof verify: a verdict with evidence for every mechanism of the files."""

from __future__ import annotations

import fnmatch
import importlib.util
import json
import math
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import typer

from twinproof.cli.live import LiveDisplay
from twinproof.cli.output_files import folder_for, unwritable
from twinproof.cli.settled import settled
from twinproof.cli.streams import echo, is_watched
from twinproof.cli.targets import STDIN, every
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.mechanism import Mechanism
from twinproof.verify.badge import FORMATS, badge
from twinproof.verify.batch import Wanted, verdicts
from twinproof.verify.cache import Cache, default_folder
from twinproof.verify.cluster import unreachable
from twinproof.verify.proofs import Proofs
from twinproof.verify.sarif import sarif
from twinproof.verify.verdict import Verdict

PROVED, REFUTED, UNKNOWN, UNREADABLE = 0, 1, 2, 3
_KINDS = ("proved", "refuted", "unknown")
_COLOURS = {"proved": "green", "refuted": "red", "unknown": "yellow"}


@dataclass(frozen=True)
class _Call:
    """What was asked for."""

    targets: list[str]
    pattern: str | None
    as_json: bool
    sarif_file: Path | None
    certificates: Path | None
    badge: Path | None
    if_any: bool
    expect: str | None
    wanted: Wanted


def verify_files(
    targets: list[str],
    *,
    pattern: str | None,
    as_json: bool,
    sarif_file: Path | None,
    infer: bool,
    certificates: Path | None,
    proofs: Path | None,
    badge: Path | None,
    if_any: bool,
    timeout: float | None,
    jobs: int | None,
    cluster: str | None,
    cache: bool | None,
    expect: str | None,
    watch: bool,
) -> int:
    """Prove or refute the claim of every mechanism, again and again if asked to watch.

    What is not said here is as the settings of the project say.
    """
    said = settled(targets, proofs, certificates, infer, cache, jobs, timeout)
    targets, certificates, timeout = list(said.paths), said.certificates, said.timeout
    if expect not in (None, *_KINDS):
        raise typer.BadParameter(f"expected is one of {', '.join(_KINDS)}", param_hint="--expect")
    if timeout is not None and not math.isfinite(timeout):
        raise typer.BadParameter("a time is a number of seconds", param_hint="--timeout")
    if pattern == "":
        raise typer.BadParameter("a pattern has at least one character", param_hint="-k")
    if badge is not None and badge.suffix not in FORMATS:
        raise typer.BadParameter(f"a badge is a file ending in {' or '.join(FORMATS)}", param_hint="--badge")
    if watch and any(target.startswith(STDIN) for target in targets):
        raise typer.BadParameter("what comes in on standard input does not change", param_hint="--watch")
    if cluster is not None and importlib.util.find_spec("distributed") is None:
        echo("Dask is not installed: pip install 'twinproof[cluster]'", err=True)
        return UNREADABLE
    for place, trouble in (
        (certificates, folder_for(certificates) if certificates is not None else ""),
        (sarif_file, unwritable(sarif_file) if sarif_file is not None else ""),
        (badge, unwritable(badge) if badge is not None else ""),
    ):
        if trouble:
            echo(f"{place}: cannot be written: {trouble}", err=True)
            return UNREADABLE
    if cluster is not None and (reason := unreachable(cluster)):
        echo(f"--cluster {cluster}: there is no Dask scheduler: {reason}", err=True)
        return UNREADABLE
    cached = Cache(default_folder()) if said.cache else None
    wanted = Wanted(said.infer, timeout, said.jobs, cluster, cached, _proofs(said.proofs))
    call = _Call(targets, pattern, as_json, sarif_file, certificates, badge, if_any, expect, wanted)
    if not watch:
        return _once(call)
    from twinproof.cli.watching import Unwatchable, Watching

    try:
        with Watching(targets) as watching:
            while True:
                _once(call)
                echo("watching; Ctrl-C ends it", err=True)
                watching.until_changed()
    except Unwatchable as problem:
        echo(f"--watch: the files cannot be watched: {problem}", err=True)
        return UNREADABLE


def _proofs(folder: Path | None) -> Proofs | None:
    """The certificates that are kept in a folder; what is none is said, and does not count."""
    if folder is None:
        return None
    try:
        proofs = Proofs.of(folder)
    except OSError as problem:
        raise typer.BadParameter(f"{folder} cannot be listed: {problem.strerror}", param_hint="--proofs") from None
    for problem_text in proofs.unreadable:
        echo(problem_text, err=True)
    return proofs


def _once(call: _Call) -> int:
    answers: list[Verdict | Diagnostic] = []
    written: set[Path] = set()
    display = LiveDisplay()
    try:
        with closing(verdicts(_mechanisms(call, answers), call.wanted, display)) as coming:
            for number, verdict in coming:
                answers.append(verdict)
                if isinstance(verdict, Diagnostic):
                    display.ended(number, "error")
                    _error(verdict, call.as_json)
                    continue
                display.ended(number, verdict.kind)
                _show(verdict, _written(verdict, call.certificates, written), call.as_json)
    except _Unwritable as problem:
        echo(str(problem), err=True)
        return UNREADABLE
    finally:
        display.clear()
    kinds = ["error" if isinstance(x, Diagnostic) else x.kind for x in answers]
    if not call.as_json:
        counts = [(kinds.count(kind), kind) for kind in (*_KINDS, "error") if kind in kinds]
        summary = ", ".join(f"{n} {kind}{'s' * (kind == 'error' and n > 1)}" for n, kind in counts)
        echo(summary or "there is no mechanism, and nothing to verify")
    try:
        if call.sarif_file is not None:
            _write(call.sarif_file, json.dumps(sarif(answers), indent=1))
        if call.badge is not None:
            _write(call.badge, badge(kinds, call.badge.suffix))
    except _Unwritable as problem:
        echo(str(problem), err=True)
        return UNREADABLE
    if call.expect is not None and "error" not in kinds:
        return PROVED if all(kind == call.expect for kind in kinds) else REFUTED
    return _exit_code(kinds)


def _mechanisms(call: _Call, answers: list[Verdict | Diagnostic]) -> Iterator[Mechanism]:
    """The mechanisms that are wanted; what is wrong with the files is said, and added to the answers."""
    names: set[str] = set()
    matched = False

    def report(problem: Diagnostic) -> None:
        answers.append(problem)
        _error(problem, call.as_json)

    for item in every(call.targets, call.if_any):
        name = item.mechanism if isinstance(item, Diagnostic) else item.name
        if name:
            names.add(name)
            if call.pattern is not None and not _matches(name, call.pattern):
                continue
            matched = True
        if isinstance(item, Diagnostic):  # one without a name is about a whole file, and so about all that is in it
            report(item)
        else:
            yield item
    if names and not matched:
        hint = f"these are called {', '.join(sorted(names)[:8])}{', …' * (len(names) > 8)}"
        message = f"no mechanism is called {call.pattern}"
        report(Diagnostic(Code.NO_MECHANISM, message, hint, ", ".join(call.targets)))


def _matches(name: str, pattern: str) -> bool:
    return pattern in name or fnmatch.fnmatchcase(name, pattern)


def _exit_code(kinds: list[str]) -> int:
    for kind, code in (("error", UNREADABLE), ("refuted", REFUTED), ("unknown", UNKNOWN)):
        if kind in kinds:
            return code
    return PROVED


# -------------------------------------------------------------------------------------------------------------- showing


def _file(mechanism: Mechanism) -> str:
    assert mechanism.at is not None
    return mechanism.at.path


class _Unwritable(Exception):
    """Something that was asked for cannot be written."""


def _written(verdict: Verdict, folder: Path | None, taken: set[Path]) -> str | None:
    """Write the certificate, if there is one and it is wanted; where it is then. Files of one name get a number."""
    if verdict.certificate is None or folder is None:
        return None
    stem = f"{Path(_file(verdict.mechanism)).stem.strip('<>')}-{verdict.mechanism.name}"
    path, number = folder / f"{stem}.json", 1
    while path in taken:
        number += 1
        path = folder / f"{stem}-{number}.json"
    taken.add(path)
    _write(path, json.dumps(verdict.certificate))
    return str(path)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as problem:
        raise _Unwritable(f"{path}: cannot be written: {problem.strerror}") from None


def _show(verdict: Verdict, certificate: str | None, as_json: bool) -> None:
    file = _file(verdict.mechanism)
    if as_json:
        echo(json.dumps(verdict.summary(file, certificate)))
        return
    assert verdict.mechanism.at is not None
    line = verdict.line()
    if is_watched(sys.stdout) and "NO_COLOR" not in os.environ:
        word = typer.style(verdict.kind, fg=_COLOURS[verdict.kind], bold=True)
        line = verdict.line(word)
    lines = [f"{file}:{verdict.mechanism.at.line}: {line}  [{verdict.seconds:.2f} s]"]
    lines += [f"    {words}".rstrip() for words in verdict.evidence().split("\n")]
    if certificate is not None:
        lines.append(f"    certificate: {certificate}")
    echo("\n".join(lines))


def _error(problem: Diagnostic, as_json: bool) -> None:
    if not as_json:
        echo(str(problem), err=True)
        return
    document = {
        "file": problem.path,
        "mechanism": problem.mechanism,
        "verdict": "error",
        "code": problem.code.value,
        "line": problem.span.line if problem.span is not None else None,
        "message": problem.message,
        "errors": [
            {"code": d.code.value, "line": d.span.line if d.span is not None else None, "message": d.message}
            for d in problem.all
        ],
    }
    echo(json.dumps(document))
