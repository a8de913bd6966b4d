"""Lists of unknown items: `out = []` says nothing about what will be put into it."""

from __future__ import annotations

from twinproof.lang.expr import Apply, Expr, Op, apply
from twinproof.lang.types import Basic, ListOf, TupleOf, Type

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
        case ListOf(a), ListOf(b):
            return fits(a, b) or b == UNKNOWN
        case TupleOf(a), TupleOf(b):
            return len(a) == len(b) and all(map(fits, a, b))
        case _:
            return wanted == got


def retyped(e: Expr, kind: Type) -> Expr:
    """The expression with its empty lists at the type that is wanted, as far as it spells them out."""
    if e.type == kind or not isinstance(e, Apply):
        return e
    match e.op, kind:
        case Op.LIST, ListOf(item):
            parts = tuple(retyped(a, item) for a in e.args)
            return Apply(Op.LIST, parts, kind) if all(p.type == item for p in parts) else e
        case Op.TUPLE, TupleOf(items) if len(items) == len(e.args):
            return apply(Op.TUPLE, *map(retyped, e.args, items))
        case Op.ITE, _:
            condition, first, second = e.args
            first, second = retyped(first, kind), retyped(second, kind)
            return apply(Op.ITE, condition, first, second) if first.type == second.type else e
        case _:
            return e
