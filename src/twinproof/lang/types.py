"""The types of the language: what a variable may hold.

A `real` is an exact number; in a run it is a fraction. Databases, queries and scores are abstract: a program can only
ask a query or a score about a database.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Basic:
    """A type without parts."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class ListOf:
    """Finite lists of items of one type."""

    item: Type

    def __str__(self) -> str:
        return f"list[{self.item}]"


@dataclass(frozen=True, slots=True)
class TupleOf:
    """Tuples with a fixed number of components."""

    items: tuple[Type, ...]

    def __str__(self) -> str:
        return f"tuple[{', '.join(map(str, self.items))}]"


Type = Basic | ListOf | TupleOf

BOOL = Basic("bool")
INT = Basic("int")
REAL = Basic("real")
DATABASE = Basic("Database")
QUERY = Basic("Query")
SCORE = Basic("Score")

NUMBERS = (INT, REAL)


def type_size(kind: Type) -> int:
    """The number of parts of a type; beyond a thousand it is not counted on."""
    parts = (kind.item,) if isinstance(kind, ListOf) else kind.items if isinstance(kind, TupleOf) else ()
    total = 1
    for part in parts:
        if total > 1_000:
            break
        total += type_size(part)
    return total


def has_part(kind: Type, part: Type) -> bool:
    """Whether a type is this one, or consists of it among others."""
    match kind:
        case ListOf(item):
            return has_part(item, part)
        case TupleOf(items):
            return any(has_part(item, part) for item in items)
        case _:
            return kind == part


def is_data(kind: Type) -> bool:
    """Whether values of this type may be stored, released and compared: everything but the abstract."""
    match kind:
        case ListOf(item):
            return is_data(item)
        case TupleOf(items):
            return all(map(is_data, items))
        case _:
            return kind in (BOOL, INT, REAL)
