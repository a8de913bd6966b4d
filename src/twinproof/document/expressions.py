"""Expressions as rows of a table: `["apply", "+", [3, 4], "int"]`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from twinproof.document.strict import MOST_DIGITS, is_name
from twinproof.document.tables import Count, ReadTable, WrittenTable
from twinproof.document.types import decode_type, encode_type
from twinproof.lang.expr import Apply, Expr, Literal, Op, Place, Quantified, Var, applied

MOST_NODES = 100_000  # of one expression, spelled out

_INTEGER = rf"-?\d{{1,{MOST_DIGITS}}}"
_FRACTION = rf"{_INTEGER}(/(?P<below>\d{{1,{MOST_DIGITS}}}))?"


class TermWriter:
    """Encodes expressions, each once."""

    def __init__(self) -> None:
        self.terms: WrittenTable[Expr] = WrittenTable()

    def term(self, e: Expr) -> int:
        """The number of the row of an expression."""
        if e not in self.terms:
            self.terms.add(e, self._encode_term(e))
        return self.terms.number(e)

    def _encode_term(self, e: Expr) -> Any:
        match e:
            case Apply(op, args):
                return ["apply", op.value, [self.term(a) for a in args], encode_type(e.type)]
            case Var(name, kind, place):
                return ["var", name, encode_type(kind), place.name]
            case Literal(value):
                return ["literal", str(e.type), str(value)]
            case Quantified(universal, var, body):
                return ["all" if universal else "some", self.term(var), self.term(body)]


class TermReader:
    """Decodes the expressions of a document."""

    def __init__(self, document: Mapping[str, Any], count: Count | None = None) -> None:
        self._terms: ReadTable[Expr] = ReadTable(MOST_NODES, count or Count())
        self._terms.fill("terms", document.get("terms"), self._decode_term)

    def term(self, number: Any) -> Expr:
        """The expression of a row."""
        return self._terms.at(number)

    def var(self, number: Any) -> Var:
        """The expression of a row, which has to be a variable."""
        e = self.term(number)
        if not isinstance(e, Var):
            raise ValueError("a variable is needed here")
        return e

    def _decode_term(self, row: Any) -> Expr:
        match row:
            case ["apply", str(op), list(args), kind]:
                return applied(Op(op), self._terms.parts(*args), decode_type(kind))
            case ["var", str(name), kind, str(place)] if is_name(name):
                self._terms.parts()
                return Var(name, decode_type(kind), Place[place])
            case ["literal", str(kind), str(value)]:
                self._terms.parts()
                return decode_literal(kind, value)
            case ["all" | "some" as which, number, body]:
                var = self.var(number)
                return Quantified(which == "all", var, *self._terms.parts(body))
        raise ValueError(f"this is not a term: {row!r:.80}")


def decode_literal(kind: str, text: str) -> Literal:
    """A constant; each has one spelling, that of `str`."""
    value: bool | int | Fraction
    if kind == "bool" and text in ("True", "False"):
        value = text == "True"
    elif kind == "int" and re.fullmatch(_INTEGER, text, re.ASCII):
        value = int(text)
    elif kind == "real" and (parts := re.fullmatch(_FRACTION, text, re.ASCII)) and int(parts["below"] or 1):
        value = Fraction(text)
    else:
        raise ValueError(f"this is not a {kind:.20}: {text!r:.60}")
    if str(value) != text:
        raise ValueError(f"{text!r:.60} is written as {value!s:.60}")
    return Literal(value)
