"""Verdicts as SARIF 2.1.0, for tools that show findings next to the code.

An unknown verdict is a finding too, a warning that the claim is not settled: SARIF has the kind `open` for it, but a
result of that kind has no level (section 3.27.10 of the standard), and those who show findings would show none.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from twinproof import __version__
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.printer import show_expr
from twinproof.verify.verdict import Verdict

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_VERDICTS = {  # the rule, what it says, the kind of its results and their level
    "proved": ("TP-PROVED", "The claimed differential privacy is proved.", "pass", "none"),
    "refuted": ("TP-REFUTED", "The claimed differential privacy does not hold.", "fail", "error"),
    "unknown": ("TP-UNKNOWN", "The claimed differential privacy is neither proved nor refuted.", "fail", "warning"),
}


def sarif(answers: Iterable[Verdict | Diagnostic]) -> dict[str, Any]:
    """One run of the tool, with all rules listed."""
    rules = [_rule(name, text, level) for name, text, _, level in _VERDICTS.values()]
    rules += [_rule(code.value, _words(code), "error") for code in Code]
    positions = {rule["id"]: position for position, rule in enumerate(rules)}
    driver = {"name": "twinproof", "version": __version__, "rules": rules}
    results: list[dict[str, Any]] = []
    for x in answers:
        if isinstance(x, Diagnostic):
            results += [_diagnostic(d, positions) for d in x.all]
        else:
            results.append(_verdict(x, positions))
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(name: str, text: str, level: str) -> dict[str, Any]:
    return {"id": name, "shortDescription": {"text": text}, "defaultConfiguration": {"level": level}}


def _words(code: Code) -> str:
    return code.name.replace("_", " ").capitalize() + "."


def _verdict(verdict: Verdict, positions: dict[str, int]) -> dict[str, Any]:
    name, _, kind, level = _VERDICTS[verdict.kind]
    at = verdict.mechanism.at
    assert at is not None
    result = {
        "ruleId": name,
        "ruleIndex": positions[name],
        "kind": kind,
        "level": level,
        "message": {"text": f"{verdict.line()}\n\n{verdict.evidence()}"},
        "locations": [_place(at.path, at.line, at.column, at.end_line, at.end_column)],
        "properties": {"claim": verdict.mechanism.claim.to_json(show_expr)},
    }
    blamed = dict.fromkeys(verdict.blamed())  # a place is not to be listed twice
    if blamed:
        result["relatedLocations"] = [{**_place(at.path, line), "message": {"text": why}} for line, why in blamed]
    return result


def _diagnostic(problem: Diagnostic, positions: dict[str, int]) -> dict[str, Any]:
    span = problem.span
    place = (
        _place(problem.path, span.line, span.column, span.end_line, span.end_column)
        if span is not None
        else _place(problem.path, 1)
    )
    return {
        "ruleId": problem.code.value,
        "ruleIndex": positions[problem.code.value],
        "kind": "fail",
        "level": "error",
        "message": {"text": f"{problem.message}\n{problem.hint}"},
        "locations": [place],
    }


def _place(
    path: str, line: int, column: int = 1, end: int | None = None, end_column: int | None = None
) -> dict[str, Any]:
    region: dict[str, int] = {"startLine": line, "startColumn": column}
    if end is not None and end_column is not None:
        region |= {"endLine": end, "endColumn": end_column}
    return {"physicalLocation": {"artifactLocation": {"uri": uri_of(path)}, "region": region}}


def uri_of(path: str) -> str:
    """A path as a URI: relative to where the command was given if it leads down from there, absolute otherwise."""
    plain = Path(os.path.normpath(path))
    if plain.is_absolute() or plain.parts[:1] == ("..",):
        return Path(os.path.abspath(plain)).as_uri()
    return quote(os.fsencode(plain.as_posix()))
