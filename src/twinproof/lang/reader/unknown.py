"""Lists of unknown items: `out = []` says nothing about what will be put into it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from twinproof.lang.expr import FALSE, ZERO, Apply, Expr, Literal, Op, applied, apply, list_of
from twinproof.lang.faces import Member, Record, Table
from twinproof.lang.types import BOOL, REAL, Basic, ListOf, TupleOf, Type

UNKNOWN = Basic("unknown")  # the item type of an empty list until something is put into it


def has_unknown(kind: Type) -> bool:
    """Whether a list of unknown items is part of the type."""
    match kind:
        case ListOf(item):
            return has_unknown(item)
        case TupleOf(items):
            return any(map(has_unknown, items))
        case _:
            return kind == UNKNOWN


def fits(wanted: Type, got: Type) -> bool:
    """Whether the types agree, where an unknown item agrees with everything."""
    match wanted, got:
        case Table(), Table() if (wanted.key, wanted.keys) != (got.key, got.keys):
            return False
        case ListOf(a), ListOf(b):
            return type(wanted) is type(got) and (fits(a, b) or b == UNKNOWN)
        case TupleOf(a), TupleOf(b):
            named = wanted if not has_unknown(wanted) else got
            alike = type(wanted) is type(got) and (not isinstance(named, Record | Member) or wanted == got)
            return alike and len(a) == len(b) and all(map(fits, a, b))
        case _:
            return wanted == got or got == UNKNOWN


def retyped(e: Expr, kind: Type) -> Expr:
    """The expression with its empty lists at the type that is wanted, as far as it spells them out."""
    if e.type == kind or not isinstance(e, Apply):
        return e
    match e.op, kind:
        case Op.LIST, ListOf(item) if _same_form(e.type, kind):
            parts = tuple(retyped(a, item) for a in e.args)
            return Apply(Op.LIST, parts, kind) if all(p.type == item for p in parts) else e
        case Op.TUPLE, TupleOf(items) if len(items) == len(e.args) and type(e.type) is type(kind):
            parts = tuple(map(retyped, e.args, items))
            return Apply(Op.TUPLE, parts, kind) if all(map(_is, parts, items)) else apply(Op.TUPLE, *parts)
        case Op.ITE, _:
            condition, first, second = e.args
            first, second = retyped(first, kind), retyped(second, kind)
            return apply(Op.ITE, condition, first, second) if first.type == second.type else e
        case _:
            return e


def _is(e: Expr, kind: Type) -> bool:
    return e.type == kind


def _same_form(a: Type, b: Type) -> bool:
    """Whether both are lists, or dictionaries with the same keys."""
    if isinstance(a, Table) and isinstance(b, Table):
        return (a.key, a.keys) == (b.key, b.keys)
    return type(a) is type(b)


def filled(kind: Type, item: Type) -> Type:
    """The type with what was unknown in it known."""
    match kind:
        case ListOf(inner):
            return replace(kind, item=filled(inner, item))
        case TupleOf(items):
            return replace(kind, items=tuple(filled(i, item) for i in items))
        case _:
            return item if kind == UNKNOWN else kind


def blank(kind: Type) -> Expr:
    """Some value of a type, for a variable that is set before anybody reads it."""
    match kind:
        case ListOf():
            return applied(Op.LIST, (), kind)
        case TupleOf(items):
            return applied(Op.TUPLE, tuple(map(blank, items)), kind)
        case _ if kind == UNKNOWN:
            return apply(Op.GET, list_of(UNKNOWN), ZERO)
        case _:
            return FALSE if kind == BOOL else Literal(Fraction(0)) if kind == REAL else ZERO
