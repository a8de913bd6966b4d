"""Values of Python as people read them, as JSON, and back to the form of the core."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.faces.survey import Color, Row, Setting
from twinproof.lang.faces import (
    TEXT,
    Dictionary,
    Member,
    Option,
    Record,
    Table,
    Text,
    blank,
    dictionary,
    erased,
    from_core,
    is_held,
    number_of_text,
    option,
    to_core,
)
from twinproof.lang.python_values import WrongValue, as_json, described, example_of, held, in_order, named_in, shown
from twinproof.lang.types import BOOL, INT, REAL, ListOf, TupleOf, Type

COLOR = Member((INT,), "Color", ("RED", "GREEN", "BLUE"))
ROW = Record((TEXT, INT), "Row", ("kind", "value"), True)
SETTING = Record((COLOR, option(INT)), "Setting", ("color", "limit"), False)
TEXTS = ("north", "south")
CLASSES = {"Color": Color, "Row": Row, "Setting": Setting}
NORTH_SOUTH = Table(INT, TEXT, ("north", "south"))


@pytest.mark.parametrize(
    ("value", "text", "written"),
    [
        (None, "None", None),
        ("it's", '"it\'s"', "it's"),
        (Color.RED, "Color.RED", "RED"),
        (Row("a", 3), "Row(kind='a', value=3)", {"kind": "a", "value": 3}),
        (Setting(Color.BLUE, None), "Setting(color=Color.BLUE, limit=None)", {"color": "BLUE", "limit": None}),
        ({"north": 4}, "{'north': 4}", {"north": 4}),
        ({Color.RED: [1]}, "{Color.RED: [1]}", {"RED": [1]}),
        ({3: True, -1: False}, "{3: True, -1: False}", {"3": True, "-1": False}),
        ({(1, "a"): 2}, "{(1, 'a'): 2}", {'[1, "a"]': 2}),
        ((1,), "(1,)", [1]),
        ([(1, 2), Fraction(1, 2)], "[(1, 2), 1/2]", [[1, 2], "1/2"]),
    ],
    ids=str,
)
def test_as_people_read_them_and_as_json(value: Any, text: str, written: Any) -> None:
    assert shown(value) == text
    assert json.loads(json.dumps(as_json(value))) == written


KINDS = [BOOL, INT, COLOR, TEXT, ROW, SETTING, NORTH_SOUTH, option(ROW), option(COLOR)]
KINDS += [ListOf(COLOR), TupleOf((TEXT, BOOL)), dictionary(TEXT, INT), dictionary(COLOR, option(INT))]
KINDS += [REAL, option(REAL), dictionary(TEXT, REAL)]
KINDS += [dictionary(INT, ROW), dictionary(TupleOf((INT, TEXT)), BOOL), ListOf(dictionary(BOOL, TEXT))]


def held_values(kind: Type) -> st.SearchStrategy[Any]:
    """Values of the core that stand for values of Python."""
    match kind:
        case Member():
            return st.integers(0, len(kind.members) - 1)
        case Text():
            return st.integers(0, 4) | st.text(max_size=5).map(lambda text: number_of_text(text, TEXTS))
        case Option((_, inner)):
            return st.just((False, blank(inner))) | st.tuples(st.just(True), held_values(inner))
        case Table(item, _, keys):
            return st.tuples(*(held_values(item) for _ in keys))
        case Dictionary((ListOf(key), ListOf(item))):
            return st.dictionaries(held_values(key), held_values(item), max_size=3).map(
                lambda entries: (tuple(entries), tuple(entries.values()))
            )
        case ListOf(item):
            return st.lists(held_values(item), max_size=3).map(tuple)
        case TupleOf(items):
            return st.tuples(*map(held_values, items))
        case _:
            numbers = st.fractions(max_denominator=9) if kind == REAL else st.integers(-9, 9)
            return st.booleans() if kind == BOOL else numbers


@pytest.mark.parametrize("kind", KINDS, ids=str)
@given(data=st.data())
def test_there_and_back(kind: Type, data: st.DataObject) -> None:
    value = data.draw(held_values(kind))
    assert is_held(value, kind, TEXTS)
    for classes in (None, CLASSES):
        python = from_core(value, kind, TEXTS, classes)
        assert to_core(python, kind, TEXTS) == value
        assert held(python, kind, TEXTS) == value
    written = json.loads(json.dumps(as_json(python)))
    assert held(written, kind, TEXTS) == value
    assert as_json(from_core(value, kind, TEXTS)) == as_json(python)
    assert shown(from_core(value, kind, TEXTS)) == shown(python)


@pytest.mark.parametrize("kind", KINDS, ids=str)
@given(data=st.data())
def test_values_of_one_type_have_an_order(kind: Type, data: st.DataObject) -> None:
    values = [from_core(v, kind, TEXTS) for v in data.draw(st.lists(held_values(kind), max_size=4))]
    assert len(sorted(values, key=in_order)) == len(values)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_example_of_a_type_is_one(kind: Type) -> None:
    text = example_of(kind)
    bare = isinstance(kind.items[1] if isinstance(kind, Option) else kind, Text | Member)
    assert is_held(held(text if bare else json.loads(text), kind, TEXTS), kind, TEXTS)
    assert described(kind)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (3, COLOR),
        (-1, COLOR),
        ((False, 1), option(INT)),
        ((True, 3), option(COLOR)),
        ((1, 4), TupleOf((INT, COLOR))),
        (((1, 1), (0, 0)), dictionary(INT, INT)),
        (((1, 2), (0,)), dictionary(INT, INT)),
        ((1,), NORTH_SOUTH),
        ((0, 5), ListOf(COLOR)),
        (-2, TEXT),
    ],
    ids=str,
)
def test_what_stands_for_no_value_of_python(value: Any, kind: Type) -> None:
    assert not is_held(value, kind, TEXTS)


@pytest.mark.parametrize(
    ("value", "kind", "where", "wanted"),
    [
        ("PINK", COLOR, "", "one of RED, GREEN, BLUE"),
        (0, COLOR, "", "one of RED, GREEN, BLUE"),
        (3, TEXT, "", "a text"),
        ({"kind": "a"}, ROW, "", "a Row, with the fields kind, value"),
        ({"kind": "a", "value": 1, "more": 2}, ROW, "", "a Row, with the fields kind, value"),
        ({"kind": "a", "value": True}, ROW, ".value", "an integer"),
        (["RED", 1], SETTING, "", "a Setting, with the fields color, limit"),
        ([{"color": "RED", "limit": "x"}], ListOf(SETTING), "[0].limit", "an integer, or null"),
        ({"a": None}, dictionary(TEXT, COLOR), "['a']", "one of RED, GREEN, BLUE"),
        ({"1": 1, 1: 2}, dictionary(INT, INT), "", "a dict[int, int], with each key once"),
        ({"x": 1}, dictionary(INT, INT), "", "an integer"),
        ({"north": 1}, NORTH_SOUTH, "", "a dictionary with the keys 'north', 'south'"),
        ("x", option(INT), "", "an integer, or null"),
        ({"kind": 3, "value": 1}, option(ROW), ".kind", "a text"),
        ([1], TupleOf((INT, INT)), "", "a tuple[int, int]"),
    ],
    ids=str,
)
def test_what_is_wrong_is_named(value: Any, kind: Type, where: str, wanted: str) -> None:
    with pytest.raises(WrongValue) as problem:
        held(value, kind, TEXTS)
    assert problem.value.where == where
    assert described(problem.value.kind) == wanted


def test_a_number_that_python_does_not_write_is_told_in_words() -> None:
    with pytest.raises(WrongValue, match="a number that is too long to be shown is not true or false"):
        held((1, 10**5_000), TupleOf((INT, BOOL)))


def test_a_namedtuple_may_be_an_array_and_a_member_may_have_its_class() -> None:
    assert held(["north", 3], ROW, TEXTS) == held(Row("north", 3), ROW, TEXTS) == (0, 3)
    assert held("Color.BLUE", COLOR) == held(Color.BLUE, COLOR) == 2


def test_texts_that_are_given_have_small_numbers() -> None:
    given = {"kind": "a text that nobody has named before", "value": 1}
    texts = named_in([(given, ROW), ([{"south": 1, "x": 2}], ListOf(dictionary(TEXT, INT)))], TEXTS)
    assert texts == ("north", "south", "a text that nobody has named before", "x")
    assert held(given, ROW, texts) == (2, 1)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_blank_value_has_the_erased_type(kind: Type) -> None:
    value = blank(kind)
    assert isinstance(value, tuple) == isinstance(erased(kind), ListOf | TupleOf)


# ------------------------------------------------------------------------------------------------------------ fractions


@pytest.mark.parametrize(
    ("number", "value"),
    [
        ("1/3", Fraction(1, 3)),
        ("0.25", Fraction(1, 4)),
        ("-3", Fraction(-3)),
        (3, Fraction(3)),
        (0.5, Fraction(1, 2)),
        (Fraction(2, 7), Fraction(2, 7)),
    ],
)
def test_how_a_fraction_is_given(number: Any, value: Fraction) -> None:
    found = held(number, REAL)
    assert found == value
    assert type(found) is Fraction


@pytest.mark.parametrize("number", [True, None, "1/0", "a", " 1", "1e5", float("nan"), float("inf"), [1], "1" * 2_000])
def test_what_is_no_fraction(number: Any) -> None:
    with pytest.raises(WrongValue, match="is not a number"):
        held(number, REAL)


def test_fractions_in_other_values_are_read_as_they_are_written() -> None:
    kind = dictionary(REAL, option(ListOf(REAL)))
    value = {Fraction(1, 3): [Fraction(2), Fraction(-1, 2)], Fraction(4): None}
    written = as_json(value)
    assert written == {"1/3": ["2", "-1/2"], "4": None}
    assert shown(value) == "{1/3: [2, -1/2], 4: None}"
    again = held(json.loads(json.dumps(written)), kind)
    assert again == held(value, kind) == to_core(value, kind)
    assert from_core(again, kind) == value
