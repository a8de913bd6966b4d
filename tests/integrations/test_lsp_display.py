"""What the language server shows of a text, without a server: places, which files concern it, hints."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest
from lsprotocol import types
from pygls.workspace import PositionCodec

from tests.integrations.programs import COUNT, HALF, HEAD, WRONG
from twinproof.integrations.lsp.display import LONGEST_HINT, Reading, diagnostics, explanation, hints, hover
from twinproof.integrations.lsp.finding import Finding, Note, key_of
from twinproof.lang.reader import read_text
from twinproof.verify.changes import Fix, applied, widened

EVERYTHING = types.Range(types.Position(0, 0), types.Position(1_000, 0))


def reading(text: str) -> Reading:
    return Reading("file:///mine.py", 1, text, tuple(read_text(text, "mine.py")), PositionCodec().client_num_units)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_places_are_counted_as_the_editor_counts(newline: str) -> None:
    """𝜀 is one character of Python and two units of UTF-16, which editors count in unless they say otherwise."""
    text = HEAD + COUNT.replace("noisy = laplace(x, 1 / eps)", 'noisy = laplace(len("𝜀𝜀"), 1 / eps) + round(x)')
    shown = diagnostics(reading(text.replace("\n", newline)), {})
    line = text.split("\n")[7].encode("utf-16-le")
    (place,) = (d.range for d in shown)
    assert (place.start.line, place.end.line) == (7, 7)
    assert line[2 * place.start.character : 2 * place.end.character].decode("utf-16-le") in ('len("𝜀𝜀")', '"𝜀𝜀"')


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("x = 1\n", []),
        ("def f(:\n", []),
        ("from twinproof.integrations.pytest import assert_private\n", []),
        ("import twinproof\ndef f(:\n", ["TP003"]),
        ("import twinproof\n\n@mechanism(epsilon=1)\ndef f(): pass\n", ["TP005"]),
        (HEAD + WRONG, ["TP201"]),
        ("", []),
    ],
)
def test_files_without_a_mechanism_are_left_alone(text: str, codes: list[str]) -> None:
    assert [d.code for d in diagnostics(reading(text), {})] == codes


def test_a_finding_belongs_to_a_program_at_its_place() -> None:
    before, after = reading(HEAD + COUNT), reading(HEAD + COUNT + "# a comment\n")
    moved, other = reading(HEAD + "\n" + COUNT), reading(HEAD + HALF.replace("half", "count"))
    findings = {key_of(before.mechanisms[0]): Finding("proved", "count is private")}
    assert [len(diagnostics(r, findings)) for r in (before, after, moved, other)] == [1, 1, 0, 0]


def test_a_draw_over_several_lines_is_explained_on_each() -> None:
    text = HEAD + COUNT.replace("laplace(x, 1 / eps)", "laplace(\n        x,\n        1 / eps,\n    )")
    here = reading(text)
    note = Note(8, "`noisy` is coupled", "eps")
    findings = {key_of(here.mechanisms[0]): Finding("proved", "count", couplings=(note,))}
    said = [hover(here, findings, line, False) for line in range(8, 13)]
    assert said == ["**proved** count: `noisy` is coupled"] * 4 + [None]


def test_long_costs_are_cut_and_stay_in_the_tooltip() -> None:
    here = reading(HEAD + COUNT)
    note = Note(8, "all of it", "eps + " * 40)
    findings = {key_of(here.mechanisms[0]): Finding("proved", "count", couplings=(note, note))}
    (hint,) = hints(here, findings, EVERYTHING)
    assert len(str(hint.label)) == LONGEST_HINT
    assert isinstance(hint.tooltip, types.MarkupContent)
    assert hint.tooltip.value == "all of it"
    nowhere = replace(findings[key_of(here.mechanisms[0])], couplings=())
    assert hints(here, {key_of(here.mechanisms[0]): nowhere}, EVERYTHING) == []
    assert hints(here, findings, types.Range(types.Position(0, 0), types.Position(3, 0))) == []


def test_findings_travel_unchanged() -> None:
    finding = Finding("refuted", "it", "because", (Note(1, "a", "b"),), (Note(2, "c"),))
    assert Finding.from_json(finding.to_json()) == finding


@pytest.mark.parametrize(
    ("scale", "factor", "wider"),
    [
        ("1 / eps", 2, "2 / eps"),
        ("1 / (2 * eps)", 2, "1 / eps"),
        ("1 / (4 * eps)", 2, "1 / (2 * eps)"),
        ("3 / (2 * eps)", 3, "9 / (2 * eps)"),
        ("2 * c / eps", 3, "3 * (2 * c) / eps"),
        ("2 * scale", 3, "6 * scale"),
        ("scale", 4, "4 * scale"),
        ("a + b", 2, "2 * (a + b)"),
    ],
)
def test_scales_grow_as_people_write_them(scale: str, factor: int, wider: str) -> None:
    assert widened(ast.parse(scale, mode="eval").body, factor) == wider


def test_a_fix_changes_its_place_only() -> None:
    """Columns count characters, of which 𝜀 is one."""
    line = "𝜀 = laplace(x, 1 / eps)  # 1 / eps"
    fix = Fix("more", 2, line.index("1 / eps") + 1, "1 / eps", "2 / eps")
    assert applied(f"a\n{line}\nb", fix) == "a\n𝜀 = laplace(x, 2 / eps)  # 1 / eps\nb"


def test_paragraphs_are_left_to_the_editor() -> None:
    """What is a paragraph is told in one line, which the editor breaks as it likes; formulas stand as they are."""
    here = reading(HEAD + COUNT)
    key, words = key_of(here.mechanisms[0]), "The draw in line 8 costs `eps`. " * 8
    proved = Finding("proved", "count is private", "both", words=words, formal="line 8: noisy")
    assert hover(here, {key: proved}, 7, False) == (
        f"**proved** count is private\n\n{words}\n\n```text\nline 8: noisy\n```"
    )
    stuck = (Note(8, "stuck"),)
    unknown = Finding("unknown", "whether count is private", reasons=stuck, words=words, formal="Looked at: 3")
    (shown,) = diagnostics(here, {key: unknown})
    assert shown.message == f"unknown: whether count is private\n\n{words}\n\nLooked at: 3"
    said = hover(here, {key: unknown}, 7, False)
    assert said == f"**unknown** whether count is private\n\n{words}\n\n- line 8: stuck"


def test_a_mechanism_that_is_not_read_is_told_of_where_it_stands() -> None:
    here = reading(HEAD + WRONG + COUNT)
    (problem,) = here.problems
    inside = explanation(here, {}, 8, False)
    assert inside is not None
    assert (inside["mechanism"], inside["verdict"]) == (problem.mechanism, "unread")
    (what,) = inside["sections"]
    assert what["blocks"][0]["steps"] == [
        {"line": 8, "title": "del is not in the language: assign a new value instead", "rows": []}
    ]
    assert "del is not in the language" in inside["markdown"]
    outside = explanation(here, {}, 30, False)
    assert outside is not None
    assert (outside["mechanism"], outside["verdict"]) == ("count", "none")
    broken = explanation(reading(HEAD + COUNT + "def f(:\n"), {}, 8, False)
    assert broken is not None
    assert (broken["mechanism"], broken["verdict"]) == ("mine.py", "unread"), "while somebody is typing"
    assert explanation(reading("def f(:\n"), {}, 1, False) is None, "this is not about us"
