"""twinproof verify: a verdict with evidence for every mechanism of the files."""

from __future__ import annotations

import fnmatch
import importlib.util
import json
import math
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import typer

from twinproof.cli.formats import FORMS, KINDS, Form, file_of
from twinproof.cli.live import LiveDisplay
from twinproof.cli.output_files import folder_for, unwritable
from twinproof.cli.settled import settled
from twinproof.cli.streams import echo
from twinproof.cli.targets import STDIN, every
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.files import text_of
from twinproof.lang.mechanism import Mechanism
from twinproof.search.hints import NO_HINTS, BadHint, Hints
from twinproof.verify.badge import FORMATS, badge
from twinproof.verify.batch import Wanted, verdicts
from twinproof.verify.cache import Cache
from twinproof.verify.changes import patch
from twinproof.verify.cluster import unreachable
from twinproof.verify.proofs import Proofs
from twinproof.verify.sarif import sarif
from twinproof.verify.verdict import Verdict

PROVED, REFUTED, UNKNOWN, UNREADABLE = 0, 1, 2, 3


@dataclass(frozen=True)
class _Call:
    """What was asked for."""

    targets: list[str]
    pattern: str | None
    form: Form
    sarif_file: Path | None
    certificates: Path | None
    badge: Path | None
    if_any: bool
    expect: str | None
    fix: bool
    wanted: Wanted


def verify_files(
    targets: list[str],
    *,
    pattern: str | None,
    form: str,
    quiet: bool,
    sarif_file: Path | None,
    fix: bool,
    infer: bool,
    certificates: Path | None,
    proofs: Path | None,
    hints: Path | None,
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
    if expect not in (None, *KINDS):
        raise typer.BadParameter(f"expected is one of {', '.join(KINDS)}", param_hint="--expect")
    if form not in FORMS:
        raise typer.BadParameter(f"a form is one of {', '.join(FORMS)}", param_hint="--output-format")
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
    cached = Cache.of_user() if said.cache else None
    tried, smallest = _hints(hints, infer), said.infer and hints is None
    wanted = Wanted(smallest, True, timeout, said.jobs, cluster, cached, _proofs(said.proofs), hints=tried)
    shown = FORMS[form](quiet, expect or "proved", err=fix)
    call = _Call(targets, pattern, shown, sarif_file, certificates, badge, if_any, expect, fix, wanted)
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


@dataclass
class _Answers:
    """What there was: the kinds of all, and themselves (without certificates) only if somebody asks for them then."""

    kept: bool
    kinds: list[str] = field(default_factory=list)
    all: list[Verdict | Diagnostic] = field(default_factory=list)

    def add(self, answer: Verdict | Diagnostic) -> None:
        self.kinds.append("error" if isinstance(answer, Diagnostic) else answer.kind)
        if self.kept:
            self.all.append(answer if isinstance(answer, Diagnostic) else replace(answer, certificate=None))


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


def _hints(path: Path | None, infer: bool) -> Hints:
    """What a file says that the search should try."""
    if path is None:
        return NO_HINTS
    if infer:
        raise typer.BadParameter("the smallest ε is searched for without hints", param_hint="--hints")
    try:
        return Hints.of(json.loads(text_of(path)))
    except (OSError, ValueError, RecursionError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else problem
        raise typer.BadParameter(f"{path} is not JSON that can be read: {reason}", param_hint="--hints") from None
    except BadHint as problem:
        raise typer.BadParameter(f"{path}: {problem}", param_hint="--hints") from None


def _once(call: _Call) -> int:
    answers = _Answers(call.fix or call.sarif_file is not None or call.form.keeps)
    written: set[Path] = set()
    display = LiveDisplay()
    try:
        with closing(verdicts(_mechanisms(call, answers), call.wanted, display)) as coming:
            for number, verdict in coming:
                answers.add(verdict)
                if isinstance(verdict, Diagnostic):
                    display.ended(number, "error")
                    call.form.error(verdict)
                    continue
                display.ended(number, verdict.kind)
                call.form.verdict(verdict, _written(verdict, call.certificates, written))
    except _Unwritable as problem:
        echo(str(problem), err=True)
        return UNREADABLE
    finally:
        display.clear()
    kinds = answers.kinds
    call.form.end(kinds, answers.all)
    if call.fix:
        _print_patches([x for x in answers.all if isinstance(x, Verdict)])
    try:
        if call.sarif_file is not None:
            _write(call.sarif_file, json.dumps(sarif(answers.all), indent=1))
        if call.badge is not None:
            _write(call.badge, badge(kinds, call.badge.suffix))
    except _Unwritable as problem:
        echo(str(problem), err=True)
        return UNREADABLE
    if call.expect is not None and "error" not in kinds:
        return PROVED if all(kind == call.expect for kind in kinds) else REFUTED
    return _exit_code(kinds)


def _mechanisms(call: _Call, answers: _Answers) -> Iterator[Mechanism]:
    """The mechanisms that are wanted; what is wrong with the files is said, and added to the answers."""
    names: set[str] = set()
    matched = False

    def report(problem: Diagnostic) -> None:
        answers.add(problem)
        call.form.error(problem)

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


# -------------------------------------------------------------------------------------------------------------- writing


def _print_patches(verdicts: list[Verdict]) -> None:
    """What would mend the mechanisms that are refuted: of each the first change that was found, file by file."""
    mended: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        if verdict.fixes:
            mended.setdefault(file_of(verdict.mechanism), []).append(verdict)
    for file, those in mended.items():
        text = patch(file, those[0].mechanism.source, [v.fixes[0] for v in those])
        print(text, end="", flush=True)


class _Unwritable(Exception):
    """Something that was asked for cannot be written."""


def _written(verdict: Verdict, folder: Path | None, taken: set[Path]) -> str | None:
    """Write the certificate, if there is one and it is wanted; where it is then. Files of one name get a number."""
    if verdict.certificate is None or folder is None:
        return None
    stem = f"{Path(file_of(verdict.mechanism)).stem.strip('<>')}-{verdict.mechanism.name}"
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
