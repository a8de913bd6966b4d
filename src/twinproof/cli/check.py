"""twinproof check: replays certificates, and believes nothing they say."""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import z3

from twinproof.cli.output_files import folder_for
from twinproof.cli.streams import echo
from twinproof.document.mechanisms import decode_name
from twinproof.document.strict import MOST_BYTES, Rejected, Unreadable, parse
from twinproof.export import CannotExport, to_coq
from twinproof.kernel.replay import Report, check
from twinproof.lang.errors import TwinproofError
from twinproof.lang.files import contents
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_claim, show_expr, show_mechanism
from twinproof.lang.reader import read_mechanism
from twinproof.lang.reader.both_forms import trusted_form
from twinproof.smt import second_opinion, to_smtlib
from twinproof.verify.counterexample_document import check_refuted
from twinproof.verify.forms import check_proof
from twinproof.verify.meaning import why_meaningless

ACCEPTED, REJECTED, UNREADABLE = 0, 1, 3
MOST_LETTERS = 4_000  # of a reason


def check_certificates(
    certificates: Sequence[Path],
    source: Path | None,
    explain: bool,
    confirm: bool,
    smtlib: Path | None,
    coq: Path | None = None,
) -> int:
    """Replay certificates: every rule and side condition of a proof, both probabilities of a counterexample."""
    if confirm and importlib.util.find_spec("cvc5") is None:
        echo("cvc5 is not installed: pip install 'twinproof[second-opinion]'", err=True)
        return UNREADABLE
    if smtlib is not None and (reason := folder_for(smtlib)):
        echo(f"{smtlib}: cannot be written: {reason}", err=True)
        return UNREADABLE
    if coq is not None and len(certificates) != 1:
        echo("--coq writes one file, for one certificate", err=True)
        return UNREADABLE
    worst, written = ACCEPTED, Counter[str]()
    for path in certificates:
        code = _check_one(path, source, explain, confirm, smtlib, coq, written)
        worst = max(worst, code)
    return worst


def _check_one(
    path: Path,
    source: Path | None,
    explain: bool,
    confirm: bool,
    smtlib: Path | None,
    coq: Path | None,
    names: Counter[str],
) -> int:
    try:
        document = parse(contents(path, MOST_BYTES + 1))
    except OSError as problem:
        echo(f"{path}: unreadable: {problem.strerror}", err=True)
        return UNREADABLE
    except Unreadable as problem:
        echo(f"{path}: unreadable: {_reason(problem)}", err=True)
        return UNREADABLE
    try:
        name = decode_name(document.get("mechanism"))
        expected = trusted_form(read_mechanism(source, name)) if source is not None else None
        text = expected.source if expected is not None else None
        if document.get("verdict") == "refuted":
            _refuted(path, document, expected, text, explain)
            if coq is not None:
                echo(f"{coq}: cannot be written: only proofs have a form for Coq", err=True)
                return UNREADABLE
            return ACCEPTED
        report = check(document) if expected is None else check_proof(document, expected)
        if slip := why_meaningless(report.mechanism):
            raise Rejected(f"the claim protects nothing: {slip.message}")
        if confirm:
            _confirm(report)
    except TwinproofError as problem:
        echo(f"{path}: unreadable: the source cannot be read\n{problem}", err=True)
        return UNREADABLE
    except Rejected as refusal:
        echo(f"{path}: rejected: {_reason(refusal)}")
        return REJECTED
    except (RecursionError, MemoryError):
        echo(f"{path}: rejected: something in it is too deep or too large")
        return REJECTED
    echo(f"{path}: accepted: {report.mechanism.name} is {show_claim(report.mechanism.claim).adjective()}")
    if explain:
        _explain(report, source, confirm)
    written = ACCEPTED if smtlib is None else _write_smtlib(report, smtlib, names)
    return written if coq is None else max(written, _write_coq(report, coq))


def _reason(problem: Exception) -> str:
    """What is wrong, not longer than people read; of a document's texts only printable ones are in it."""
    text = str(problem)
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]} …"


def _refuted(
    path: Path, document: Mapping[str, Any], expected: Mechanism | None, text: str | None, explain: bool
) -> None:
    """Recompute a counterexample, and say what it shows."""
    checked = check_refuted(document, expected, text)
    echo(f"{path}: accepted: {checked.mechanism.name} is not {show_claim(checked.mechanism.claim).adjective()}")
    if explain:
        about = "the program of the given source" if expected is not None else "the program embedded in the certificate"
        lines = ["", *(f"  {line}" for line in show_mechanism(checked.mechanism).split("\n")), ""]
        lines += [f"  {line}".rstrip() for line in checked.counterexample.explain().split("\n")]
        lines += ["", f"  about       {about}", "  trusted     the reader and the core language, ball arithmetic"]
        echo("\n".join(lines))


def _confirm(report: Report) -> None:
    for number, obligation in enumerate(report.obligations, 1):
        outcome = second_opinion(obligation)
        if not outcome.proved:
            raise Rejected(f"side condition {number} was not confirmed: {outcome.reason}\n  {show_expr(obligation)}")


def _explain(report: Report, source: Path | None, confirmed: bool) -> None:
    """The trust report."""
    lines = ["", *(f"  {line}" for line in show_mechanism(report.mechanism).split("\n")), ""]
    lines.append("  assumed     the adjacency and the requirements above, and nothing else")
    steps = sum(report.rules.values())
    lines.append(f"  derivation  {steps} steps: " + ", ".join(f"[{r}] × {n}" for r, n in report.rules.items()))
    solver = f"z3 {z3.get_version_string()}" + (", confirmed by cvc5" if confirmed else "")
    lines.append(f"  solver      {len(report.obligations)} side conditions, {solver}, effort {report.effort:,}")
    about = (
        f"the program of {source}" if source is not None else "the program embedded in the certificate (see --source)"
    )
    lines.append(f"  about       {about}")
    lines.append("  trusted     the reader and the core language, the rules of the kernel, the encoding for z3, z3")
    echo("\n".join(lines))


def _write_smtlib(report: Report, folder: Path, names: Counter[str]) -> int:
    """Write the side conditions; the second certificate of one name gets a number."""
    names[report.mechanism.name] += 1
    again = names[report.mechanism.name]
    stem = report.mechanism.name if again == 1 else f"{report.mechanism.name}-{again}"
    for number, obligation in enumerate(report.obligations, 1):
        path = folder / f"{stem}-{number:04}.smt2"
        try:
            path.write_text(to_smtlib(obligation), encoding="utf-8")
        except OSError as problem:
            echo(f"{path}: cannot be written: {problem.strerror}", err=True)
            return UNREADABLE
    echo(f"  {len(report.obligations)} side conditions written to {folder}")
    return ACCEPTED


def _write_coq(report: Report, path: Path) -> int:
    try:
        path.write_text(to_coq(report), encoding="utf-8")
    except CannotExport as problem:
        echo(f"{path}: cannot be written: {problem}", err=True)
        return UNREADABLE
    except OSError as problem:
        echo(f"{path}: cannot be written: {problem.strerror}", err=True)
        return UNREADABLE
    echo(f"  {sum(report.rules.values())} steps written to {path}")
    return ACCEPTED
