"""Types as JSON: a name, or a list of the kind and its parts."""

from __future__ import annotations

from typing import Any

from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, Basic, ListOf, TupleOf, Type, type_size

MOST_PARTS = 100  # of a type
_MOST_NESTING = 20
_BASIC = {basic.name: basic for basic in (BOOL, INT, REAL, DATABASE, QUERY, SCORE)}


def encode_type(kind: Type) -> Any:
    match kind:
        case ListOf(item):
            return ["list", encode_type(item)]
        case TupleOf(items):
            return ["tuple", [encode_type(i) for i in items]]
        case Basic(name):
            return name


def decode_type(row: Any, depth: int = 0) -> Type:
    if depth > _MOST_NESTING:
        raise ValueError("a type is nested too deeply")
    kind: Type | None = None
    match row:
        case str() if row in _BASIC:
            return _BASIC[row]
        case ["list", item]:
            kind = ListOf(decode_type(item, depth + 1))
        case ["tuple", list(items)] if len(items) <= MOST_PARTS:
            kind = TupleOf(tuple(decode_type(i, depth + 1) for i in items))
    if kind is None or type_size(kind) > MOST_PARTS:
        raise ValueError(f"this is not a type, or one of more than {MOST_PARTS} parts: {row!r:.60}")
    return kind
