"""Inputs and outputs of mechanisms, read from JSON by their types; `lang.python_values.as_json` writes them."""

from __future__ import annotations

from typing import Any

from twinproof.document.expressions import decode_literal
from twinproof.lang.types import BOOL, INT, QUERY, REAL, SCORE, ListOf, TupleOf, Type


def decode_value(value: Any, kind: Type) -> Any:
    """A value in the form of its type; there is one for each."""
    match kind, value:
        case ListOf(item), list():
            return [decode_value(v, item) for v in value]
        case TupleOf(items), list() if len(value) == len(items):
            return tuple(decode_value(v, k) for v, k in zip(value, items, strict=True))
        case _, str() if kind == REAL:
            return decode_literal("real", value).value
        case _, dict() if kind == SCORE:
            candidates = [name for name in value if name != "else"]
            numbers = [decode_literal("int", name).value for name in candidates]
            if all(type(v) is int for v in (*numbers, *value.values())):
                return dict(value)
        case _ if (kind == BOOL and type(value) is bool) or (kind in (INT, QUERY) and type(value) is int):
            return value
    raise ValueError(f"{value!r:.40} is not a value of type {kind}")
