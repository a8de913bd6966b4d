"""An expression for each operator and each kind of signature, and small values for its variables."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.command import Skip
from twinproof.lang.enclosure import NoNumber
from twinproof.lang.expr import (
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    apply,
    free_variables,
    list_of,
    substitute,
)
from twinproof.lang.inputs import FixedQuery, FixedScore
from twinproof.lang.interpret import evaluate_stated
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import (
    BOOL,
    DATABASE,
    INT,
    NUMBERS,
    QUERY,
    REAL,
    SCORE,
    ListOf,
    TupleOf,
    Type,
)
from twinproof.search.adjacency_cases import Statement
from twinproof.search.symbolic import Symbols

LIST, DEEP, PAIR = ListOf(INT), ListOf(ListOf(BOOL)), TupleOf((INT, BOOL))
TYPES: tuple[Type, ...] = (
    *(BOOL, INT, REAL, DATABASE, QUERY, SCORE),
    *(LIST, ListOf(BOOL), DEEP, PAIR, ListOf(PAIR), TupleOf((LIST, INT)), TupleOf(()), ListOf(QUERY), ListOf(REAL)),
    TupleOf((REAL, ListOf(REAL))),
)
MIXED = ((INT, INT), (INT, REAL), (REAL, INT), (REAL, REAL))
EITHER = ((INT,), (REAL,))
ANY = (BOOL, INT, REAL, QUERY, LIST, DEEP, PAIR)
ITEMS = (INT, BOOL, REAL, QUERY, LIST, PAIR)

SIGNATURES: Mapping[Op, tuple[tuple[Type, ...], ...]] = {
    **dict.fromkeys((Op.ADD, Op.SUB, Op.MUL, Op.QUOTIENT, Op.LT, Op.LE), MIXED),
    **dict.fromkeys((Op.NEG, Op.ABS, Op.REAL, Op.FLOOR, Op.EXP, Op.LOG, Op.SQRT, Op.UP), EITHER),
    **dict.fromkeys((Op.DIV, Op.MOD), ((INT, INT),)),
    **dict.fromkeys((Op.MIN, Op.MAX), (*MIXED, (INT, INT, INT))),
    Op.EQ: (*MIXED, *((kind, kind) for kind in ANY if kind not in NUMBERS)),
    Op.NOT: ((BOOL,),),
    **dict.fromkeys((Op.AND, Op.OR), ((), (BOOL,), (BOOL, BOOL), (BOOL, BOOL, BOOL))),
    Op.IMPLIES: ((BOOL, BOOL),),
    Op.ITE: tuple((BOOL, kind, kind) for kind in ANY),
    Op.LEN: tuple((ListOf(kind),) for kind in ITEMS),
    Op.GET: tuple((ListOf(kind), INT) for kind in ITEMS),
    Op.LIST: tuple((kind,) * n for kind in ITEMS for n in (1, 2)),
    Op.APPEND: tuple((ListOf(kind), kind) for kind in ITEMS),
    Op.CONCAT: tuple((ListOf(kind), ListOf(kind)) for kind in ITEMS),
    Op.SET: tuple((ListOf(kind), INT, kind) for kind in ITEMS),
    Op.TUPLE: ((), (INT,), (INT, BOOL), (LIST, REAL, INT)),
    Op.PROJ: ((PAIR,), (TupleOf((LIST, INT, BOOL)),)),
    Op.ANSWER: ((QUERY, DATABASE),),
    Op.SCORE: ((SCORE, DATABASE, INT),),
}


def instances(op: Op) -> Iterator[Apply]:
    """The operator on variables, once for each signature."""
    for kinds in SIGNATURES[op]:
        args = tuple(Var(f"x{n}", kind) for n, kind in enumerate(kinds))
        if op is Op.LIST:
            yield list_of(kinds[0], *args)
        elif op is Op.PROJ:
            assert isinstance(kinds[0], TupleOf)
            yield from (apply(op, *args, Literal(n)) for n in range(len(kinds[0].items)))
        else:
            yield apply(op, *args)


def pool(kind: Type) -> list[Any]:
    """A few values."""
    match kind:
        case ListOf(item):
            some = pool(item)
            return [(), (some[0],), (some[-1], some[0])]
        case TupleOf(items):
            return list(itertools.product(*(pool(item)[:2] for item in items)))
    plain: Mapping[Type, list[Any]] = {
        BOOL: [True, False],
        INT: [2, -3, 0, 1, -1],
        REAL: [Fraction(3, 2), Fraction(-2), Fraction(0), Fraction(2), Fraction(-5, 3)],
        DATABASE: ["the database"],
        QUERY: [FixedQuery(2), FixedQuery(-1)],
        SCORE: [FixedScore(((0, 1), (1, -2)), 5)],
    }
    return plain.get(kind, [0])


def memories(e: Expr, most: int) -> Iterator[dict[Var, Any]]:
    """Values for the variables with which there is a value: no real divided by zero, no query that is not there."""
    variables = sorted(free_variables(e), key=lambda v: v.name)
    rows = itertools.product(*(pool(v.type) for v in variables))
    there = [memory for row in rows if has_value(e, memory := dict(zip(variables, row, strict=True)))]
    yield from Random(7).sample(there, min(most, len(there)))


def has_value(e: Expr, memory: Mapping[Var, Any]) -> bool:
    try:
        return evaluate_stated(e, memory) is not None
    except (ZeroDivisionError, NoNumber):
        return False


def has(kind: Type, *parts: Type) -> bool:
    """Whether one of the types is part of a type."""
    inner = (kind.item,) if isinstance(kind, ListOf) else kind.items if isinstance(kind, TupleOf) else ()
    return kind in parts or any(has(i, *parts) for i in inner)


def mentions(e: Apply, *parts: Type) -> bool:
    return any(has(kind, *parts) for kind in (e.type, *(a.type for a in e.args)))


def spelled(value: Any, kind: Type) -> Expr:
    """A value as an expression without variables."""
    match kind:
        case ListOf(item):
            return list_of(item, *(spelled(v, item) for v in value))
        case TupleOf(items):
            return apply(Op.TUPLE, *(spelled(v, k) for v, k in zip(value, items, strict=True)))
    return Literal(value)


def closed(e: Expr, memory: Mapping[Var, Any]) -> Expr:
    return substitute(e, {v: spelled(value, v.type) for v, value in memory.items()})


MECHANISM = Mechanism("m", (), Skip(), Var("result", INT), EpsilonDelta(ZERO, ZERO))


def symbols_of(mechanism: Mechanism) -> Symbols:
    """The terms of a mechanism's expressions in the product of two runs, in the first shape of its adjacency."""
    statement = Statement.of(mechanism)
    shape = statement.shapes()[0]
    return Symbols(mechanism, statement.names, shape.motions, shape.witnesses, shape.alignments, exact=True)
