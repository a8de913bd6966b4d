"""Frozen data as JSON, field by field, by the types that the fields are declared with; and back.

A class needs no word of its own here, and a field that is added to one is written and read from then on. For data that
is kept or sent by us: nothing that is decoded here is evidence.
"""

from __future__ import annotations

import dataclasses
import functools
import operator
import types
import typing
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from twinproof.document.expressions import TermReader, TermWriter
from twinproof.lang.expr import Expr
from twinproof.lang.faces import NO_FACES, Faces

_EXPRESSIONS = set(typing.get_args(Expr))
_AS_IT_IS = (bool, int, str, types.NoneType)


@functools.cache  # for each of many verdicts it would be worked out anew
def declared(kind: Any) -> dict[str, Any]:
    """The fields of a data class, generic or not, that make up its values, with their types."""
    made = _class_of(kind)
    hints = typing.get_type_hints(made)
    meant = dict(zip(getattr(made, "__parameters__", ()), typing.get_args(kind), strict=True))
    return {f.name: meant.get(hints[f.name], hints[f.name]) for f in dataclasses.fields(made) if f.init}


class RecordWriter(TermWriter):
    """Encodes values by their declared types; expressions go to the table of terms."""

    def record(self, kind: Any, value: Any) -> dict[str, Any]:
        """An instance of a data class."""
        return {name: self.field(part, getattr(value, name)) for name, part in declared(kind).items()}

    def field(self, kind: Any, value: Any) -> Any:
        """A value of the declared type."""
        match _form(kind):
            case "as it is", _:
                return value
            case "faces", _:
                return None
            case "float", _:
                return repr(value)
            case "fraction", _:
                return _encode_fraction(value)
            case "term", _:
                return self.term(value)
            case "option", inner:
                return None if value is None else self.field(inner, value)
            case "choice", classes:
                (made,) = (c for c in classes if type(value) is _class_of(c))
                return [_class_of(made).__name__, self.record(made, value)]
            case "tuple", items:
                return [self.field(k, v) for k, v in zip(_spread(items, len(value)), value, strict=True)]
            case "mapping", inner:
                return {name: self.field(inner, v) for name, v in value.items()}
            case "record", _:
                return self.record(kind, value)
            case _:
                return _encode_free(value)


class RecordReader(TermReader):
    """Decodes what a `RecordWriter` has encoded. How Python shows values is not written: whoever reads knows it."""

    def __init__(self, document: Mapping[str, Any], faces: Faces = NO_FACES) -> None:
        super().__init__(document)
        self.faces = faces

    def record(self, kind: Any, row: Any) -> Any:
        """An instance of a data class."""
        wanted = declared(kind)
        if set(row) != set(wanted):
            raise ValueError(f"a {kind} has the fields {', '.join(wanted)}")
        return _class_of(kind)(**{name: self.field(wanted[name], value) for name, value in row.items()})

    def field(self, kind: Any, row: Any) -> Any:
        """A value of the declared type."""
        match _form(kind):
            case "as it is", _:
                return row
            case "faces", _:
                return self.faces
            case "float", _:
                return float(row)
            case "fraction", _:
                return _decode_fraction(row)
            case "term", _:
                return self.term(row)
            case "option", inner:
                return None if row is None else self.field(inner, row)
            case "choice", classes:
                (made,) = (c for c in classes if _class_of(c).__name__ == row[0])
                return self.record(made, row[1])
            case "tuple", items:
                return tuple(self.field(k, v) for k, v in zip(_spread(items, len(row)), row, strict=True))
            case "mapping", inner:
                return {name: self.field(inner, v) for name, v in row.items()}
            case "record", _:
                return self.record(kind, row)
            case _:
                return _decode_free(row)


def _class_of(kind: Any) -> Any:
    """The class of a type, which may say what its parts are."""
    return typing.get_origin(kind) or kind


@functools.cache
def _form(kind: Any) -> tuple[str, Any]:
    """In which of the forms values of this type are written, and the types of their parts."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if kind in _AS_IT_IS or origin is typing.Literal:
        return "as it is", None
    is_union = origin in (typing.Union, types.UnionType)
    if kind in _EXPRESSIONS or (is_union and set(parts) <= _EXPRESSIONS):
        return "term", None
    if kind is Faces:
        return "faces", None
    if kind is float:
        return "float", None
    if kind is Fraction:
        return "fraction", None
    if is_union and types.NoneType in parts:
        return "option", functools.reduce(operator.or_, (p for p in parts if p is not types.NoneType))
    if is_union and all(dataclasses.is_dataclass(_class_of(part)) for part in parts):
        return "choice", parts
    if origin is tuple:
        return "tuple", parts
    if isinstance(origin, type) and issubclass(origin, Mapping) and parts[0] is str:
        return "mapping", parts[1]
    if dataclasses.is_dataclass(_class_of(kind)):
        return "record", None
    if kind is Any:
        return "free", None
    raise TypeError(f"there is no form for values of type {kind}")


def _spread(items: tuple[Any, ...], length: int) -> tuple[Any, ...]:
    """The types of the entries of a tuple of this length."""
    return (items[0],) * length if len(items) == 2 and items[1] is Ellipsis else items


def _encode_fraction(value: Fraction) -> str:
    """Two numbers with sixteen digits: they may be too long for ten."""
    return f"{value.numerator:x}/{value.denominator:x}"


def _decode_fraction(text: str) -> Fraction:
    above, _, below = text.partition("/")
    return Fraction(int(above, 16), int(below, 16))


def _encode_free(value: Any) -> Any:
    """A value that is declared as anything: an input or an output of a mechanism."""
    if type(value) in _AS_IT_IS:
        return value
    if type(value) is list:
        return [_encode_free(v) for v in value]
    if type(value) is tuple:
        return {"tuple": [_encode_free(v) for v in value]}
    if type(value) is Fraction:
        return {"fraction": _encode_fraction(value)}
    if type(value) is dict:
        return {"mapping": [[_encode_free(k), _encode_free(v)] for k, v in value.items()]}
    raise TypeError(f"{value!r:.60} is neither an input nor an output")


def _decode_free(row: Any) -> Any:
    match row:
        case list():
            return [_decode_free(v) for v in row]
        case {"tuple": items}:
            return tuple(_decode_free(v) for v in items)
        case {"fraction": text}:
            return _decode_fraction(text)
        case {"mapping": items}:
            return {_decode_free(k): _decode_free(v) for k, v in items}
        case None | bool() | int() | str():
            return row
    raise ValueError(f"{row!r:.60} is neither an input nor an output")
