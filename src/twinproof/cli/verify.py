"""twinproof verify: a verdict with evidence for every mechanism of the files."""

from __future__ import annotations

import fnmatch
import importlib.util
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from twinproof.cli.targets import every, files_of
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.mechanism import Mechanism
from twinproof.verify import Verdict, verify
from twinproof.verify.cache import Cache, default_folder
from twinproof.verify.sarif import sarif

PROVED, REFUTED, UNKNOWN, UNREADABLE = 0, 1, 2, 3
_PAUSE = 0.3  # seconds between two looks at the files, with --watch


@dataclass(frozen=True)
class _Options:
    """What was asked for."""

    as_json: bool
    infer: bool
    certificates: Path | None
    jobs: int | None
    timeout: float | None
    cluster: str | None
    cache: Cache | None
    pattern: str | None


def verify_files(
    targets: Annotated[list[str], typer.Argument(metavar="PATH…", help="Files, folders, or PATH::name.")],
    pattern: Annotated[
        str | None,
        typer.Option("-k", metavar="PATTERN", help="Only mechanisms whose name has this in it (* and ? too)."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object for each mechanism.")] = False,
    sarif_file: Annotated[
        Path | None, typer.Option("--sarif", metavar="FILE", help="Also write the verdicts as SARIF 2.1.0.")
    ] = None,
    infer: Annotated[bool, typer.Option("--infer", help="Also find the smallest ε that can be proved.")] = False,
    certificates: Annotated[
        Path | None, typer.Option("--certificates", metavar="DIR", help="Write the certificate of each verdict.")
    ] = None,
    timeout: Annotated[
        float | None, typer.Option("--timeout", min=0.1, help="Seconds for each mechanism; then it is unknown.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="Processes of the search for counterexamples.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", metavar="ADDRESS", help="Run the search for counterexamples on a Dask cluster."),
    ] = None,
    cache: Annotated[
        bool, typer.Option("--cache/--no-cache", help="Keep certificates; an unchanged file is only checked again.")
    ] = True,
    expect: Annotated[
        str | None, typer.Option("--expect", help="Exit 0 if every verdict is this one: proved, refuted or unknown.")
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Again whenever a file is saved, until interrupted.")] = False,
) -> int:
    """Prove or refute the claim of every mechanism; PATH::name for one."""
    if expect not in (None, "proved", "refuted", "unknown"):
        raise typer.BadParameter("expected is one of proved, refuted, unknown")
    if cluster is not None and importlib.util.find_spec("distributed") is None:
        typer.echo("Dask is not installed: pip install 'twinproof[cluster]'", err=True)
        return UNREADABLE
    if certificates is not None:
        try:
            certificates.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            typer.echo(f"{certificates}: cannot be written: {problem.strerror}", err=True)
            return UNREADABLE
    kept = Cache(default_folder()) if cache else None
    options = _Options(as_json, infer, certificates, jobs, timeout, cluster, kept, pattern)
    code = _once(targets, options, sarif_file, expect)
    while watch:
        _until_saved(targets)
        code = _once(targets, options, sarif_file, expect)
    return code


def _once(targets: list[str], options: _Options, sarif_file: Path | None, expect: str | None) -> int:
    found: list[Verdict | Diagnostic] = []
    for answer in _verdicts(targets, options):
        found.append(answer)
        if isinstance(answer, Diagnostic):
            _error(answer, options.as_json)
        else:
            where = _write(answer, options.certificates) if options.certificates is not None else None
            _show(answer, where, options.as_json)
            if answer.interrupted:
                raise KeyboardInterrupt
    kinds = ["error" if isinstance(x, Diagnostic) else x.kind for x in found]
    if not options.as_json:
        _summary(kinds)
    if sarif_file is not None:
        try:
            sarif_file.write_text(json.dumps(sarif(found), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        except OSError as problem:
            typer.echo(f"{sarif_file}: cannot be written: {problem.strerror}", err=True)
            return UNREADABLE
    if expect is not None and "error" not in kinds:
        return PROVED if all(kind == expect for kind in kinds) else REFUTED
    return _exit_code(kinds)


def _verdicts(targets: list[str], options: _Options) -> Iterator[Verdict | Diagnostic]:
    console = Console(stderr=True)
    matched = False
    for item in every(targets):
        if isinstance(item, Diagnostic):
            matched = True
            yield item
            continue
        if options.pattern is not None and not _matches(item.name, options.pattern):
            continue
        matched = True
        try:
            yield _verdict(item, options, console)
        except OSError as problem:
            hint = "it was there a moment ago: try again"
            yield Diagnostic(Code.NO_FILE, f"the file cannot be read: {problem.strerror}", hint, _file(item))
    if not matched:
        hint = "see the names with `twinproof show`"
        yield Diagnostic(Code.NO_MECHANISM, f"no mechanism is called {options.pattern}", hint, ", ".join(targets))


def _matches(name: str, pattern: str) -> bool:
    return pattern in name or fnmatch.fnmatchcase(name, pattern)


def _verdict(mechanism: Mechanism, options: _Options, console: Console) -> Verdict:
    source = _text(mechanism)
    start = time.perf_counter()
    if options.cache is not None:
        kept = options.cache.load(mechanism, source, options.infer)
        if kept is not None:
            return replace(kept, seconds=time.perf_counter() - start)
    try:
        verdict = verify(
            mechanism,
            source,
            infer=options.infer,
            jobs=options.jobs,
            timeout=options.timeout,
            side_by_side=True,
            cluster=options.cluster,
            progress=_showing(console, mechanism.name),
        )
    finally:
        _clear(console)
    if options.cache is not None:
        options.cache.store(verdict, source, options.infer)
    return verdict


def _exit_code(kinds: list[str]) -> int:
    for kind, code in (("error", UNREADABLE), ("refuted", REFUTED), ("unknown", UNKNOWN)):
        if kind in kinds:
            return code
    return PROVED


def _until_saved(targets: list[str]) -> None:
    before = _stamps(targets)
    typer.echo("watching; Ctrl-C ends it", err=True)
    while _stamps(targets) == before:
        time.sleep(_PAUSE)


def _stamps(targets: list[str]) -> dict[str, float]:
    found = {}
    for path in files_of(targets):
        try:
            found[str(path)] = path.stat().st_mtime
        except OSError:
            found[str(path)] = 0.0
    return found


# -------------------------------------------------------------------------------------------------------------- showing


def _showing(console: Console, name: str) -> Callable[[str], None]:
    """A line that says what goes on, on a terminal. (No thread draws it: processes are forked off while it stands.)"""

    def show(text: str) -> None:
        if console.is_terminal:
            console.file.write(f"\r\x1b[2K{name}: {text}")
            console.file.flush()

    show("…")
    return show


def _clear(console: Console) -> None:
    if console.is_terminal:
        console.file.write("\r\x1b[2K")
        console.file.flush()


def _text(mechanism: Mechanism) -> str:
    return Path(_file(mechanism)).read_text(encoding="utf-8-sig")


def _file(mechanism: Mechanism) -> str:
    assert mechanism.at is not None
    return mechanism.at.path


def _write(verdict: Verdict, folder: Path) -> str | None:
    if verdict.certificate is None:
        return None
    path = folder / f"{Path(_file(verdict.mechanism)).stem}-{verdict.mechanism.name}.json"
    path.write_text(json.dumps(verdict.certificate, ensure_ascii=False) + "\n", encoding="utf-8")
    return str(path)


def _show(verdict: Verdict, certificate: str | None, as_json: bool) -> None:
    file = _file(verdict.mechanism)
    if as_json:
        typer.echo(json.dumps(verdict.to_json(file, certificate), ensure_ascii=False))
    else:
        assert verdict.mechanism.at is not None
        typer.echo(f"{file}:{verdict.mechanism.at.line}: {verdict.line()}  [{verdict.seconds:.2f} s]")
        for line in verdict.evidence().split("\n"):
            typer.echo(f"    {line}".rstrip())
        if certificate is not None:
            typer.echo(f"    certificate: {certificate}")
    sys.stdout.flush()


def _error(problem: Diagnostic, as_json: bool) -> None:
    if not as_json:
        typer.echo(str(problem), err=True)
        return
    document = {
        "file": problem.path,
        "mechanism": problem.mechanism,
        "verdict": "error",
        "code": problem.code.value,
        "line": problem.span.line if problem.span is not None else None,
        "message": problem.message,
    }
    typer.echo(json.dumps(document, ensure_ascii=False))


def _summary(kinds: list[str]) -> None:
    counted = ", ".join(f"{kinds.count(k)} {k}" for k in ("proved", "refuted", "unknown", "error") if k in kinds)
    typer.echo(counted or "nothing to verify")
