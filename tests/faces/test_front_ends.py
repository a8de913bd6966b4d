"""Every front end takes and shows what Python has: commands, verdicts, pages, editors, notebooks, OpenDP."""

from __future__ import annotations

import functools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import opendp.prelude as dp
import pytest

from tests.cli.test_commands import Done, twinproof
from tests.faces import survey
from tests.faces.survey import Color, Row, Setting
from tests.report.reading import Page
from twinproof.exact.meaning import compare, distribution
from twinproof.integrations.lsp.finding import finding_of, key_of
from twinproof.integrations.opendp import measurement
from twinproof.integrations.pytest import assert_private
from twinproof.lang.checked import Difference, checked_inputs, run_function
from twinproof.lang.checked import compare as compare_runs
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import SeededNoise
from twinproof.lang.printer import ASCII, show_mechanism
from twinproof.lang.reader import read_mechanism, read_text
from twinproof.report.content import entry
from twinproof.report.page import render
from twinproof.report.plots import plot_comparison, plot_distribution
from twinproof.verify import Verdict, verify
from twinproof.verify.sarif import sarif

FILE = Path(__file__).parent / "survey.py"
SETTING = 'setting={"color": "BLUE", "limit": 4}'
CHOSEN = ("--arg", "count=3", "--arg", SETTING, "--arg", "eps=1")
ABOVE = ("--arg", "count=90", "--arg", "eps=1")
RAW = ("(true", "[True", "(True", "(False", "[False")  # how the core holds what may be missing


@functools.cache
def verdict(name: str) -> Verdict:
    return verify(read_mechanism(FILE, name), jobs=1)


def run(name: str, *words: str) -> Done:
    return twinproof("run", f"{FILE}::{name}", "--seed", "1", *words)


# ------------------------------------------------------------------------------------------------------------- commands


@pytest.mark.parametrize(
    ("place", "color", "output"),
    [
        ("south", "GREEN", {"kind": "south", "value": 3}),
        ("'south'", "Color.GREEN", {"kind": "south", "value": 3}),
        ('"south"', '"GREEN"', {"kind": "south", "value": 3}),
        ("west", "GREEN", {"kind": "west", "value": 0}),
        ("a place that nobody knows, of any length", "GREEN", None),
        ("3", "RED", {"kind": "north", "value": 3}),
    ],
)
def test_run(place: str, color: str, output: Any) -> None:
    done = run("chosen", *CHOSEN, "--arg", f"place={place}", "--arg", f"color={color}")
    assert done.stderr == ""
    found = json.loads(done.stdout)
    assert (found is None) == (output is None)
    assert output is None or found["kind"] == output["kind"]


def test_what_is_printed_can_be_given() -> None:
    done = run("chosen", *CHOSEN, "--arg", "place=south", "--arg", "color=RED")
    row = done.stdout.strip()
    shared = ("--arg", "count=3", "--arg", "eps=1", "--arg", "color=BLUE", "--arg", "limit=null", "--arg", f"row={row}")
    assert set(json.loads(run("half", *shared).stdout)) == {"north", "south"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("color=PINK",), "`color` must be one of RED, GREEN, BLUE, not 'PINK'"),
        (("color=0",), "`color` must be one of RED, GREEN, BLUE, not '0'"),
        (('row={"kind": "a", "value": "b"}',), "`row.value` must be an integer, not 'b'"),
        (('row={"kind": "a"}',), "`row` must be a Row, with the fields kind, value, not {'kind': 'a'}"),
        (('limit="x"',), "`limit` must be an integer, or null, not 'x'"),
    ],
)
def test_wrong_inputs(words: tuple[str, ...], message: str) -> None:
    good = {"count": "3", "eps": "1", "color": "RED", "limit": "None", "row": '["a", 1]'}
    given = {**good, **dict(word.split("=", 1) for word in words)}
    done = run("half", *(word for name, value in given.items() for word in ("--arg", f"{name}={value}")))
    assert done.returncode == 3
    assert f"TP503: {message}" in done.stderr


def test_a_missing_input_is_asked_for_in_pythons_words() -> None:
    done = run("half", "--arg", "count=3", "--arg", "eps=1", "--arg", "color=RED", "--arg", "limit=None")
    assert 'help: add --arg row={"kind":"north","value":3}' in done.stderr


def test_dictionaries_and_lists_as_inputs() -> None:
    given = ("--arg", 'bounds={"west": 9, "north": 4}', "--arg", 'colors=["GREEN", "RED"]')
    assert json.loads(run("above", *ABOVE, *given).stdout) == ["GREEN", "RED"]
    nothing = run("above", *ABOVE, "--arg", 'bounds={"west": 9}', "--arg", "colors=[]")
    assert "TP5" in nothing.stderr  # in Python, a KeyError
    assert "the run has no result" in nothing.stderr


def test_dist() -> None:
    words = ("dist", f"{FILE}::chosen", *CHOSEN, "--arg", "place=south", "--arg", "color=BLUE")
    done = twinproof(*words, "--top", "3")
    assert "Row(kind='south', value=3)" in done.stdout
    assert not any(raw in done.stdout for raw in RAW)
    found = json.loads(twinproof(*words, "--json").stdout)
    assert {"kind": "south", "value": 4} in [row["output"] for row in found["outputs"]]
    other = twinproof("dist", f"{FILE}::chosen", *CHOSEN, "--arg", "place=a far away place", "--arg", "color=BLUE")
    assert "None" in other.stdout


def test_compare(tmp_path: Path) -> None:
    sides = ("--left", '{"count": 0, "row": ["a", 1]}', "--right", '{"count": 2, "row": {"kind": "a", "value": 1}}')
    words = ("compare", f"{FILE}::half", *sides, "--arg", "eps=1", "--arg", "color=BLUE", "--arg", "limit=null")
    done = twinproof(*words, "--top", "2")
    assert "{'north': 0, 'south': 0}" in done.stdout
    assert "these two inputs break the claim" in done.stdout
    found = json.loads(twinproof(*words, "--json", "--plot", str(tmp_path / "picture.json")).stdout)
    assert found["largest"]["output"].keys() == {"north", "south"}
    assert "{'north': 0, 'south': 0}" in (tmp_path / "picture.json").read_text()
    apart = ("--left", '{"count": 0, "row": ["a", 1]}', "--right", '{"count": 2, "row": ["b", 1]}')
    done = twinproof("compare", f"{FILE}::half", *apart, *words[6:])
    assert "the inputs are not adjacent: `row` is public" in done.stderr


# ---------------------------------------------------------------------------------------------------------------- rows

VISITS = Path(__file__).parent / "visits.py"
ANN, BOB = '{"who": "ann", "colour": "RED", "minutes": "7/2", "paid": true}', '["bob", "BLUE", 1, false]'
MORE = "('ann', 'Colour.GREEN', 0.5, True)"  # as Python writes it


@pytest.mark.parametrize(
    ("name", "rows", "output"),
    [
        ("paid", f"visits=[{ANN}, {BOB}]", 1),
        ("paid", f"visits=[{MORE}, {MORE}]", 2),
        ("paid", "visits=[]", 0),
        ("noted", 'rows=[{"who": 1, "note": null}, {"note": 4, "who": 1}, {"who": 2, "note": 5}]', 2),
        ("yes", "rows=[[1, true], [1, false], [7, true]]", 2),
        ("yes", "rows=[(1, True), (2, True)]", 2),
    ],
)
def test_rows_as_inputs(name: str, rows: str, output: int) -> None:
    """Records as objects or lists, members by their names, tuples as lists."""
    words = (f"{VISITS}::{name}", "--arg", rows, "--arg", "eps=1")
    done = twinproof("run", *words, "--seed", "1")
    assert done.stderr == ""
    assert abs(int(done.stdout) - output) < 20
    found = json.loads(twinproof("dist", *words, "--json").stdout)
    likeliest = max(found["outputs"], key=lambda row: row["probability"][0])
    assert likeliest["output"] == output


@pytest.mark.parametrize(
    ("name", "rows", "message"),
    [
        ("paid", f"visits=[{ANN}, ['bob', 'PINK', 1, true]]", "`visits[1].colour` must be one of RED, BLUE, GREEN"),
        ("paid", "visits=[['bob', 'RED', 'x', true]]", "`visits[0].minutes` must be a number, not 'x'"),
        (
            "paid",
            "visits=[['bob', 'RED', 1]]",
            "`visits[0]` must be a Visit, with the fields who, colour, minutes, paid",
        ),
        ("paid", 'visits={"who": "ann"}', "`visits` must be a list[Visit]"),
        ("noted", "rows=[[1, null]]", "`rows[0]` must be a Plain, with the fields who, note"),
        ("yes", "rows=[[1, true], [2, 1]]", "`rows[1][1]` must be true or false, not 1"),
        ("yes", "rows=[[1, true], [2]]", "`rows[1]` must be a tuple[int, bool], not [2]"),
        ("yes", "rows=7", "`rows` must be a list[tuple[int, bool]], not 7"),
    ],
)
def test_rows_that_are_wrong(name: str, rows: str, message: str) -> None:
    done = twinproof("run", f"{VISITS}::{name}", "--arg", rows.replace("'", '"'), "--arg", "eps=1")
    assert done.returncode == 3
    assert f"TP503: {message}" in done.stderr


CAT = '["cat", "RED", 2, true]'


@pytest.mark.parametrize(
    ("name", "left", "right", "reason"),
    [
        ("paid", [ANN, BOB, CAT], [ANN, CAT], None),
        ("paid", [ANN], [ANN], "`rows` has 1 rows on one side and 1 on the other: one side must have one row more"),
        ("paid", [ANN, BOB, CAT], [CAT, ANN], "one list of `rows` is not the other with one row more"),
        ("of_users", [ANN, BOB, ANN], [BOB], None),
        ("of_users", [ANN, BOB, ANN], [BOB, ANN], "one list of `rows` is not the other with all rows of one user more"),
        ("of_users", [BOB, *[ANN] * 3], [BOB], "the user whose rows of `rows` are away has 3 of them, and may have 2"),
        ("noted", ['{"who": 1, "note": null}'], ['{"who": 2, "note": 9}'], None),
        ("noted", ['{"who": 1, "note": null}'], [], "`rows` has 1 rows on one side and 0 on the other"),
        ("yes", ["[1, true]", "[2, true]", "[1, false]"], ["[1, false]", "[2, true]", "[1, true]"], None),
        (
            "yes",
            ["[1, true]", "[2, true]"],
            ["[1, false]", "[2, false]"],
            "rows of `rows` are replaced that belong to 2 users, and only one may change",
        ),
    ],
)
def test_rows_side_by_side(name: str, left: list[str], right: list[str], reason: str | None) -> None:
    rows = "visits" if name in ("paid", "of_users") else "rows"
    sides = [f'{{"{rows}": [{", ".join(side)}]}}' for side in (left, right)]
    words = ("compare", f"{VISITS}::{name}", "--left", sides[0], "--right", sides[1], "--arg", "eps=1", "--top", "2")
    done = twinproof(*words)
    if reason is None:
        assert done.returncode in (0, 2), done.stderr
        assert "largest loss" in done.stdout
        assert "break the claim\n" not in done.stdout.replace("do not break", "keep")
    else:
        assert done.returncode == 3
        assert f"TP504: the inputs are not adjacent: {reason.replace('`rows`', f'`{rows}`')}" in done.stderr


def test_a_difference_between_rows_is_sought_in_all_of_them() -> None:
    done = twinproof("test", str(VISITS), "--runs", "40")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("no difference") == 4


def test_show() -> None:
    done = twinproof("show", f"{FILE}::chosen")
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert "for all   color : Color, setting : Setting, place : str, eps > 0" in lines
    assert "returns   Row | None" in lines
    assert "where     Color = 0 RED, 1 GREEN, 2 BLUE" in lines
    assert "Setting = (color : Color, limit : int | None)" in lines
    assert "int | None = (whether there is one, int)" in lines
    assert "str = 0 'north', 1 'south', 2 'west', or another number" in lines
    assert "dict[str, int] = [int of 'north', int of 'south']" in twinproof("show", f"{FILE}::half").stdout
    assert "dict[str, int] = (list[str] of its keys, list[int] of their values)" in show_mechanism(survey.above.core)
    assert show_mechanism(survey.chosen.core, ASCII).isascii()


def test_test() -> None:
    done = twinproof("test", str(FILE), "--runs", "60")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("no difference") == 5


def test_a_difference_is_told_in_pythons_words() -> None:
    core = survey.chosen.core
    inputs = {"count": 3, "color": Color.RED, "setting": Setting(Color.RED, None), "place": "x", "eps": 1}
    outcome = run_function(survey.chosen, inputs, SeededNoise(1))
    assert outcome.error is None
    told = r"returns Row\(kind='east', value=0\), and the core program Row\(kind='north', value=-?\d+\)"
    with pytest.raises(Difference, match=told):
        compare_runs(core, checked_inputs(core, inputs), replace(outcome, result=Row("east", 0)))


# ------------------------------------------------------------------------------------------------------------- verdicts


def test_a_counterexample_in_words_and_in_json() -> None:
    found = verdict("half")
    assert found.kind == "refuted"
    words = found.evidence()
    assert "with color = Color.BLUE, row = Row(kind=" in words
    assert "limit = None, eps = 1" in words
    assert "The output is {'north': 0, 'south': 0}" in words
    document = found.summary("survey.py")["counterexample"]
    assert document["left"]["color"] == "BLUE"
    assert document["left"]["limit"] is None
    assert document["left"]["row"].keys() == {"kind", "value"}
    assert document["event"] == [{"north": 0, "south": 0}]
    again = compare(survey.half, document["left"], document["right"])  # what is printed can be given
    assert again.violates
    loss = found.summary("survey.py")["largest_loss"]
    assert loss["left"]["color"] == "BLUE"


def test_a_verdict_that_was_kept_shows_the_same() -> None:
    found = verdict("half")
    kept = Verdict.from_json(json.loads(json.dumps(found.to_json())), read_mechanism(FILE, "half"))
    assert kept == found
    assert kept.evidence() == found.evidence()


def test_certificates_hold_what_the_core_holds(tmp_path: Path) -> None:
    found = verdict("half")
    assert found.certificate is not None
    stated = found.certificate["counterexample"]
    assert stated["left"]["color"] == 2
    assert stated["left"]["limit"] == [False, 0]
    assert stated["event"] == [[0, 0]]
    path = tmp_path / "half.json"
    path.write_text(json.dumps(found.certificate))
    with_source = twinproof("check", str(path), "--source", str(FILE), "--explain")
    assert "accepted" in with_source.stdout
    assert "The output is {'north': 0, 'south': 0}" in with_source.stdout
    assert "The output is [0, 0]" in twinproof("check", str(path), "--explain").stdout


def test_sarif_pytest_and_editors() -> None:
    found = verdict("half")
    (result,) = sarif([found])["runs"][0]["results"]
    assert "Color.BLUE" in result["message"]["text"]
    assert "{'north': 0, 'south': 0}" in finding_of(found).evidence
    with pytest.raises(AssertionError, match=r"Color\.BLUE"):
        assert_private(f"{FILE}::half")


@pytest.mark.parametrize("name", ["half", "chosen", "leaky"])
def test_the_page(name: str) -> None:
    found = verdict(name)
    text = Page(render([entry(found)])).text
    assert "Color = 0 RED, 1 GREEN, 2 BLUE" in text
    assert "Color." in text
    assert "0}" in text if name == "half" else "Row(kind=" in text
    assert "color = 2" not in text


def test_where_a_proof_got_stuck() -> None:
    found = verdict("leaky")
    assert found.kind == "refuted"
    assert "The output is Row(kind='east', value=1)" in found.evidence()


# ------------------------------------------------------------------------------------------------ notebooks and the API


INPUTS = {"count": 3, "color": Color.GREEN, "setting": Setting(Color.RED, 1), "place": "south", "eps": 1}


def test_distributions_speak_of_the_values_of_the_file() -> None:
    found = distribution(survey.chosen, INPUTS)
    assert all(isinstance(output, Row) for output in found.outputs)
    assert found[Row("south", 3)].lower > 0
    assert found[{"kind": "south", "value": 3}] == found[Row("south", 3)]
    assert found[None].upper < 1e-20
    assert found[Row("north", 3)].upper < 1e-20
    assert found["nonsense"].upper < 1e-20
    assert 0.4 < found.probability(lambda row: row.value == 3).lower < 0.5
    assert found.probability([Row("south", 3), ["south", 3]]) == found[Row("south", 3)]
    assert "Row(kind='south', value=3): 0.46" in repr(found)
    assert "Row(kind='south', value=3)" in Page(found._repr_html_()).text


def test_a_file_that_was_only_read_has_classes_that_look_the_same() -> None:
    found = distribution(read_mechanism(FILE, "chosen"), {**INPUTS, "color": "GREEN"})
    assert found[Row("south", 3)].lower > 0
    assert "Row(kind='south', value=3)" in repr(found)


def test_pictures_have_pythons_words_on_their_axes() -> None:
    one = distribution(survey.half, {"count": 0, "color": "RED", "row": Row("a", 1), "limit": 3, "eps": 1})
    assert "{'north': 0, 'south': 1}" in json.dumps(plot_distribution(one).to_dict())
    two = compare(survey.chosen, INPUTS, {**INPUTS, "count": 4})
    assert "Row(kind='south', value=3)" in json.dumps(plot_comparison(two).to_dict())
    assert "at Row(kind='south'" in repr(two)


def test_opendp() -> None:
    dp.enable_features("contrib")
    made = measurement(survey.chosen, color=Color.RED, setting=Setting(Color.RED, None), place="x", eps=1)
    assert isinstance(made(3), Row)
    named = measurement(
        f"{FILE}::chosen", color="GREEN", setting={"color": "RED", "limit": None}, place="nowhere", eps=1
    )
    assert named(3) is None


def test_an_editor_looks_again_when_only_a_name_has_changed() -> None:
    text = FILE.read_text()
    one, other = (read_text(t, "survey.py") for t in (text, text.replace("BLUE", "TEAL")))
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if isinstance(a, Mechanism) and isinstance(b, Mechanism)]
    assert len(pairs) == 5
    assert all(a == b and key_of(a) != key_of(b) and hash(key_of(a)) is not None for a, b in pairs)
