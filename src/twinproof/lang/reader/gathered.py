"""How sets, counters and dictionaries with a default are held while a program is read.

A set is the list of its items in the order in which they came, each once. Nothing that is read may depend on that
order, so a set is never run over, compared as a list, or returned. A `Counter` and a `defaultdict` are dictionaries
whose keys are found when the program runs; they differ in what a missing key gives.
"""

from __future__ import annotations

from dataclasses import dataclass

from twinproof.lang.expr import Expr, Literal
from twinproof.lang.faces import Dictionary, Table, as_dictionary
from twinproof.lang.reader.unknown import blank
from twinproof.lang.types import INT, ListOf, TupleOf, Type


@dataclass(frozen=True, slots=True)
class SetOf(ListOf):
    """A set: the list of its items, each once."""

    def __str__(self) -> str:
        return f"set[{self.item}]"


@dataclass(frozen=True, slots=True)
class FrozenSetOf(SetOf):
    """A set that is never changed."""

    def __str__(self) -> str:
        return f"frozenset[{self.item}]"


@dataclass(frozen=True, slots=True)
class Counts(Dictionary):
    """A `Counter`: a key that is missing has the value 0, and stays missing."""

    def __str__(self) -> str:
        return f"Counter[{_items(self)[0]}]"


@dataclass(frozen=True, slots=True)
class Defaulting(Dictionary):
    """A `defaultdict`: a key that is missing is put in when it is read, with this value, or with an empty one."""

    constant: Literal | None

    def __str__(self) -> str:
        key, value = _items(self)
        return f"defaultdict[{key}, {value}]"


def _items(kind: Dictionary) -> tuple[Type, Type]:
    keys, values = kind.items
    assert isinstance(keys, ListOf)
    assert isinstance(values, ListOf)
    return keys.item, values.item


def counts(key: Type) -> Counts:
    """Counters of such keys."""
    return Counts((ListOf(key), ListOf(INT)))


def missing_value(kind: Type) -> Expr | None:
    """What reading a missing key gives; None where it raises."""
    match kind:
        case Counts():
            return Literal(0)
        case Defaulting(_, constant):
            return constant if constant is not None else blank(_items(kind)[1])
        case _:
            return None


def as_plain(kind: Type) -> Type:
    """The type with plain dictionaries in place of counters, of those with a default, and of those with known keys."""
    match kind:
        case Counts() | Defaulting():
            return Dictionary(tuple(map(as_plain, kind.items)))
        case Table():
            return as_dictionary(kind)
        case SetOf():
            return kind
        case ListOf(item) if type(kind) is ListOf:
            return ListOf(as_plain(item))
        case TupleOf(items) if type(kind) is TupleOf:
            return TupleOf(tuple(map(as_plain, items)))
        case _:
            return kind


def has_set(kind: Type) -> bool:
    """Whether a value of this type is, or contains, a set."""
    match kind:
        case SetOf():
            return True
        case ListOf(item):
            return has_set(item)
        case TupleOf(items):
            return any(map(has_set, items))
        case _:
            return False
