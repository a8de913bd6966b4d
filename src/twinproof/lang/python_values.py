"""Values of Python for people and for JSON, and back: the only home of how they are written.

| Python | for people | JSON |
| --- | --- | --- |
| a text | `'north'` | `"north"` |
| a member of an `Enum` | `Color.RED` | `"RED"` |
| a `NamedTuple`, a frozen dataclass | `Row(kind='a', value=3)` | `{"kind": "a", "value": 3}` |
| `None` | `None` | `null` |
| a dictionary | `{'north': 4}` | `{"north": 4}` |
| a `Fraction` | `1/3` | `"1/3"`, and `"3"`: a text keeps it exact |

The keys of a JSON object are texts. A key that JSON has no text for is written as the JSON that it would be elsewhere:
`{"3": 1}`, `{"true": 1}`, `{"[1, 2]": 1}`. What is written can be read again. A real number may also be given as a
number, or as a text such as "0.25". Claims and probabilities are no such values; `rounding` has their JSON.
"""

from __future__ import annotations

import dataclasses
import enum
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, assert_never

from twinproof.lang.expr import ByType, UnknownType
from twinproof.lang.faces import (
    Dictionary,
    Member,
    Option,
    Record,
    Table,
    Text,
    blank,
    from_core,
    key_and_item,
    key_to_core,
    number_of_text,
)
from twinproof.lang.rounding import in_digits, in_json
from twinproof.lang.types import BOOL, INT, QUERY, REAL, SCORE, Basic, ListOf, TupleOf, Type

_LONG = 10**40  # numbers beyond are shown with a few of their digits
MOST_DIGITS = 1_000  # of a number that is given
_REAL = re.compile(r"[+-]?[0-9]+(/[0-9]+|\.[0-9]+)?")


class Words(str):
    """What stands in the place of a value, and is shown as it is."""

    __slots__ = ()


def _fields(value: Any) -> dict[str, Any] | None:
    """The fields of a record by their names; None for anything else."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return dict(zip(value._fields, value, strict=True))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
    return None


def parts_of(value: Any) -> dict[str, Any] | None:
    """The parts of a record, a dictionary, a list or a tuple, each with its name; None for what has none."""
    if (fields := _fields(value)) is not None:
        return fields
    if isinstance(value, Mapping):
        return {shown(key): part for key, part in value.items()}
    if isinstance(value, list | tuple):
        return {str(n): part for n, part in enumerate(value)}
    return None


def shown(value: Any) -> str:
    """A value as people read it: as Python writes it."""
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, Fraction):
        return str(value) if max(abs(value.numerator), value.denominator) < _LONG else in_digits(value)
    if (fields := _fields(value)) is not None:
        return f"{type(value).__name__}({', '.join(f'{name}={shown(part)}' for name, part in fields.items())})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{shown(k)}: {shown(v)}" for k, v in value.items()) + "}"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(shown, value)) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, list):
        return "[" + ", ".join(map(shown, value)) + "]"
    return repr(value) if isinstance(value, str) and not isinstance(value, Words) else str(value)


def as_json(value: Any) -> Any:
    """A value as JSON has it; a real number is a text, "1/3" or "3", which keeps it exact."""
    if isinstance(value, enum.Enum):
        return value.name
    if isinstance(value, Fraction):
        return str(Fraction(value))
    if (fields := _fields(value)) is not None:
        return {name: as_json(part) for name, part in fields.items()}
    if isinstance(value, Mapping):
        return {_as_key(k): as_json(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(v) for v in value]
    return value


def inputs_as_json(values: Mapping[str, Any]) -> dict[str, Any]:
    """Inputs as JSON has them: an ε, or another real number that stands alone, is a number where that is exact."""
    return {name: _number(value) if isinstance(value, Fraction) else as_json(value) for name, value in values.items()}


def _number(value: Fraction) -> int | float | str:
    rounded = in_json(value)
    return rounded if not isinstance(rounded, str) and rounded == value else as_json(value)


def _as_key(value: Any) -> str:
    key = as_json(value)
    return key if isinstance(key, str) else json.dumps(key)


def in_order(value: Any) -> Any:
    """Something to sort values of one type by: numbers by size, the rest by their parts; None comes first."""
    if isinstance(value, enum.Enum):
        return (1, list(type(value)).index(value))
    if isinstance(value, Mapping):
        return (1, *(in_order(item) for item in value.items()))
    parts = parts_of(value)
    if parts is not None:
        return (1, *map(in_order, parts.values()))
    return (0,) if value is None else (1, value)


# -------------------------------------------------------------------------------------------------------- what is given


def plainly(value: Any) -> str:
    """What was given, whatever it is, as Python writes it."""
    try:
        return repr(value)
    except ValueError:  # Python does not write numbers of thousands of digits
        return "a number that is too long to be shown"


class WrongValue(Exception):
    """What was given is no value of the type; `where` leads from the whole to the part that is wrong."""

    def __init__(self, value: Any, kind: Type, where: str = "") -> None:
        super().__init__(f"{plainly(value):.60} is not {described(kind)}")
        self.value = value
        self.kind = kind
        self.where = where

    def inside(self, where: str) -> WrongValue:
        """The same, seen from the whole that it is a part of."""
        return WrongValue(self.value, self.kind, where + self.where)


def held(value: Any, kind: Type, texts: tuple[str, ...] = ()) -> Any:
    """A value of Python, or the JSON that it is written as, in the form of the core; or raise `WrongValue`."""
    match kind, value:
        case Member(_, name, members), enum.Enum() if type(value).__name__ == name and value.name in members:
            return members.index(value.name)
        case Member(_, name, members), str() if value.removeprefix(f"{name}.") in members:
            return members.index(value.removeprefix(f"{name}."))
        case Text(), str():
            return number_of_text(value, texts)
        case Option((_, inner)), None:
            return False, blank(inner)
        case Option(), _:
            return _held_some(value, kind, texts)
        case Record(items, _, fields), _ if (given := _fields_given(value, kind)) is not None:
            return tuple(_part(given[f], i, texts, f".{f}") for f, i in zip(fields, items, strict=True))
        case ((Table() | Dictionary()), Mapping()):
            return _held_dictionary(value, kind, texts)
        case ((Member() | Text() | Record() | Table() | Dictionary()), _):
            pass
        case ListOf(item), list() | tuple():
            return tuple(_part(v, item, texts, f"[{n}]") for n, v in enumerate(value))
        case TupleOf(items), list() | tuple() if len(value) == len(items):
            return tuple(_part(v, i, texts, f"[{n}]") for n, (v, i) in enumerate(zip(value, items, strict=True)))
        case Basic(), bool() if kind == BOOL:
            return value
        case Basic(), int() if kind == INT and not isinstance(value, bool):
            return value
        case Basic(), _ if kind == REAL and (number := real_given(value)) is not None:
            return number
    raise WrongValue(value, kind)


def real_given(value: Any) -> Fraction | None:
    """An exact number: a float is what it is in Python, a text what it says; None for what is no number."""
    match value:
        case bool():
            return None
        case str() if len(value) <= MOST_DIGITS and _REAL.fullmatch(value):
            above, _, below = value.partition("/")
            return None if below and not int(below) else Fraction(above) / Fraction(below or 1)
        case int() | Fraction():
            return Fraction(value)
        case float() if abs(value) < float("inf"):
            return Fraction(value)
        case _:
            return None


def _held_some(value: Any, kind: Option, texts: tuple[str, ...]) -> Any:
    try:
        return True, held(value, kind.items[1], texts)
    except WrongValue as problem:
        raise problem if problem.where else WrongValue(value, kind) from None


def _part(value: Any, kind: Type, texts: tuple[str, ...], where: str) -> Any:
    try:
        return held(value, kind, texts)
    except WrongValue as problem:
        raise problem.inside(where) from None


def _held_dictionary(value: Mapping[Any, Any], kind: Table | Dictionary, texts: tuple[str, ...]) -> Any:
    key, item = (kind.key, kind.item) if isinstance(kind, Table) else key_and_item(kind)
    entries = {_key(k, key, texts): _part(v, item, texts, f"[{k!r}]") for k, v in value.items()}
    if len(entries) < len(value):
        raise WrongValue(value, kind)  # two of the keys mean the same
    if isinstance(kind, Dictionary):
        return tuple(entries), tuple(entries.values())
    wanted = [key_to_core(k, key, texts) for k in kind.keys]
    if entries.keys() != set(wanted):
        raise WrongValue(value, kind)
    return tuple(entries[k] for k in wanted)


def _fields_given(value: Any, kind: Record) -> Mapping[str, Any] | None:
    """The fields of a record by their names, if they are given; of a NamedTuple also in their order."""
    if isinstance(value, Mapping):
        fields: Mapping[str, Any] = value
    elif isinstance(value, list) or type(value) is tuple:
        if not kind.is_sequence or len(value) != len(kind.fields):
            return None
        fields = dict(zip(kind.fields, value, strict=True))
    elif type(value).__name__ == kind.name:
        fields = _fields(value) or {}
    else:
        return None
    return fields if set(fields) == set(kind.fields) else None


def _key(key: Any, kind: Type, texts: tuple[str, ...]) -> Any:
    """A key in the form of the core; it may be given as the text that JSON has in its place."""
    match kind, key:
        case ((Member() | Text()), _):
            return held(key, kind, texts)
        case Basic(), _ if kind == REAL:
            return held(key, kind, texts)
        case Option((_, inner)), str() if key != "null":
            return True, _key(key, inner, texts)
        case _, str():
            try:
                return held(json.loads(key), kind, texts)
            except (ValueError, RecursionError):
                raise WrongValue(key, kind) from None
        case _:
            return held(key, kind, texts)


def texts_in(value: Any, kind: Type) -> Iterator[str]:
    """The texts that stand in a value of this type, as it is given."""
    match kind, value:
        case Text(), str():
            yield value
        case Member(), _:
            return
        case Option((_, inner)), _:
            yield from texts_in(value, inner)
        case Record(items, _, fields), _ if (given := _fields_given(value, kind)) is not None:
            for name, item in zip(fields, items, strict=True):
                yield from texts_in(given[name], item)
        case Dictionary((keys, values)), Mapping():
            yield from texts_in([_unwritten(k, keys) for k in value], keys)
            yield from texts_in(list(value.values()), values)
        case ListOf(item), list() | tuple():
            for part in value:
                yield from texts_in(part, item)
        case TupleOf(items), list() | tuple():
            for part, item in zip(value, items, strict=False):
                yield from texts_in(part, item)


def _unwritten(key: Any, keys: Type) -> Any:
    """A key, if need be out of the text that JSON has in its place."""
    if not isinstance(key, str) or keys in (ListOf(Text((INT,))), ListOf(Option((BOOL, Text((INT,)))))):
        return key
    try:
        return json.loads(key)
    except (ValueError, RecursionError):
        return key


# ------------------------------------------------------------------------------------------------------------- in words


def described(kind: Type) -> str:
    """What is expected where a value of this type is to be given, in words."""
    match kind:
        case Member(_, _, members):
            return f"one of {', '.join(members)}"
        case Text():
            return "a text"
        case Option((_, inner)):
            return f"{described(inner)}, or null"
        case Record(_, name, fields):
            return f"a {name}, with the fields {', '.join(fields)}" if fields else f"a {name}, without fields"
        case Table(_, key, keys):
            return (
                f"a dictionary with the keys {', '.join(shown(from_core(key_to_core(k, key, ()), key)) for k in keys)}"
            )
        case Dictionary():
            return f"a {kind}, with each key once"
        case ListOf(item) if item == QUERY:
            return "the list of the queries' answers"
        case ListOf() | TupleOf():
            return f"a {kind}"
        case Basic():
            return _DESCRIPTIONS[kind]
        case _:
            assert_never(kind)


def example_of(kind: Type) -> str:
    """A value of the type as it is written on the command line."""
    while isinstance(kind, Option):
        kind = kind.items[1]
    example = _example(kind)
    return str(example) if isinstance(kind, Member | Text) else json.dumps(example, separators=(",", ":"))


def _example(kind: Type) -> Any:
    """A value as JSON has it."""
    match kind:
        case Member(_, _, (first, *_)):
            return first
        case Text():
            return "north"
        case Option((_, inner)):
            return _example(inner)
        case Record(items, _, fields):
            return dict(zip(fields, map(_example, items), strict=True))
        case Table(item, key, keys):
            return {_as_key(from_core(key_to_core(k, key, ()), key)): _example(item) for k in keys}
        case Dictionary():
            key, item = key_and_item(kind)
            return {_as_key(_example(key)): _example(item)}
        case ListOf(item):
            return [_example(item)]
        case TupleOf(items):
            return list(map(_example, items))
        case Basic():
            return _EXAMPLES[kind]
        case _:
            raise UnknownType(kind)


_DESCRIPTIONS = ByType[str](
    {
        BOOL: "true or false",
        INT: "an integer",
        REAL: "a number",
        QUERY: "the answer of a query",
        SCORE: 'the scores: a list, or an object such as {"1": 3, "else": 0}',
    }
)
_EXAMPLES = ByType[Any]({BOOL: True, INT: 3, REAL: 0.5, QUERY: 3, SCORE: [3, 5]})


def named_in(values: Iterable[tuple[Any, Type]], texts: tuple[str, ...]) -> tuple[str, ...]:
    """The texts, and behind them those of some values: each has a small number then."""
    return tuple(dict.fromkeys((*texts, *(text for value, kind in values for text in texts_in(value, kind)))))
