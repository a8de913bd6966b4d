"""Fractions that a caller gives: at their exact values, or not at all.

A parameter that is a `Fraction`, or a list of them, takes any number at its exact value. Inside of tuples, records and
dictionaries nothing is replaced, so there only a `Fraction` will do: an integer would stay one to Python, where `/`
between two integers is a float, and the core program would compute with something else.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

ALONE = (Fraction, list[Fraction], typing.List[Fraction])  # noqa: UP006 -- as people write it


@dataclasses.dataclass(frozen=True, slots=True)
class Types:
    """The types of a function's parameters, as Python has them; `names` are those of its file."""

    names: Mapping[str, Any]

    def with_fractions(self, hint: Any, around: tuple[Any, ...] = ()) -> bool:
        """Whether a value of this type may hold a fraction in some part; `around` are the types that it is part of."""
        if any(hint is outer for outer in around):
            return False
        fields = self._fields(hint)
        parts = typing.get_args(hint) if fields is None else fields.values()
        return hint is Fraction or any(self.with_fractions(part, (*around, hint)) for part in parts)

    def where_no_fraction(self, value: Any, hint: Any) -> str | None:
        """Where, in a value of this type, something else stands for a fraction, as Python says it; None if nowhere."""
        if hint is Fraction:
            return None if isinstance(value, Fraction) else ""
        for where, part, inner in self._parts(value, hint):
            found = self.where_no_fraction(part, inner)
            if found is not None:
                return where + found
        return None

    def _fields(self, hint: Any) -> dict[str, Any] | None:
        """The types of the fields of a record class; None for any other type."""
        if not isinstance(hint, type):
            return None
        if not (issubclass(hint, tuple) and hasattr(hint, "_fields")) and not dataclasses.is_dataclass(hint):
            return None
        try:
            return typing.get_type_hints(hint)
        except NameError:  # its file was run and not imported, so Python does not find the names by itself
            return typing.get_type_hints(hint, localns=dict(self.names))

    def _parts(self, value: Any, hint: Any) -> Iterator[tuple[str, Any, Any]]:
        """The parts of a value: where they stand, what they are, and of which type."""
        fields, parts = self._fields(hint), typing.get_args(hint)
        match typing.get_origin(hint):
            case None if fields is not None:
                yield from ((f".{name}", getattr(value, name), inner) for name, inner in fields.items())
            case origin if origin is list:
                yield from ((f"[{n}]", part, parts[0]) for n, part in enumerate(value))
            case origin if origin is tuple:
                yield from ((f"[{n}]", part, inner) for n, (part, inner) in enumerate(zip(value, parts, strict=True)))
            case origin if origin is dict:
                for key, part in value.items():
                    yield f"[{key!r}]", key, parts[0]
                    yield f"[{key!r}]", part, parts[1]
            case origin if origin in (typing.Union, types.UnionType) and value is not None:
                yield from (("", value, inner) for inner in parts if inner is not type(None))
            case _:
                pass
