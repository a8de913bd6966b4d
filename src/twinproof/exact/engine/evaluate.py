"""Expressions on whole columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twinproof.exact.engine.states import Column, Heap, Limit, States, entries_of, filled, group, in_heap
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    Apply,
    ByOperator,
    Expr,
    Literal,
    Op,
    Quantified,
    UnknownOperator,
    Var,
    apply,
    free_variables,
    subterms,
)
from twinproof.lang.inputs import FixedScore, MissingScore
from twinproof.lang.interpret import apply_to, default, evaluate, replaced_item
from twinproof.lang.types import INT, QUERY, REAL, Type

_LARGEST = 2**60  # integers beyond are refused: columns hold 64 bits, and some room is needed above
MOST_BITS = 256  # of each part of a fraction


def fits(value: int | Fraction) -> bool:
    """Whether an integer may stand in a column, and a fraction in the heap."""
    if isinstance(value, int):
        return abs(value) <= _LARGEST
    return max(abs(value.numerator), value.denominator).bit_length() <= MOST_BITS


class Evaluator:
    """Evaluates expressions without pending variables on a table."""

    def __init__(self, heap: Heap, fixed: Mapping[Var, Any]) -> None:
        self.heap = heap
        self.fixed = fixed  # the inputs: scores are looked up here

    def column(self, e: Expr, states: States) -> Column:
        """The value of the expression in each row."""
        match e:
            case Var():
                return states.columns[e]
            case Literal(value):
                return self.store(value, e.type)
            case Apply(Op.ITE | Op.AND | Op.OR | Op.IMPLIES, _) if _asks_score(e):
                return self._lazily(e, states)
            case Apply(Op.ITE, (condition, first, second)):
                return self._choose(e.type, *(self.column(a, states) for a in (condition, first, second)))
            case Apply(Op.AND | Op.OR, args):
                return self._logical(e.op, args, states)
            case Apply(Op.IMPLIES, (first, second)):
                return _or(_not(self.column(first, states)), self.column(second, states))
            case Apply(Op.LEN | Op.GET | Op.LIST | Op.APPEND | Op.CONCAT | Op.SET | Op.TUPLE | Op.PROJ, _):
                return self._structure(e, states)
            case Apply(Op.ANSWER, (query, _)):
                return self.column(query, states)
            case Apply(Op.SCORE, (score, _, candidate)):
                assert isinstance(score, Var)
                return self._score(self.fixed[score], self.column(candidate, states))
            case Apply(Op.UP | Op.EXP | Op.LOG | Op.SQRT, _):
                return self._rounded(e, states)
            case Apply(op, args) if any(part.type == REAL for part in (e, *args)):
                columns = [self.column(a, states) for a in args]
                return self._each(columns, [a.type for a in args], partial(apply_to, op), e.type)
            case Apply(op, args):
                return self._arithmetic(op, [self.column(a, states) for a in args])
            case Quantified():
                raise TypeError("a quantified formula has no value that a run could compute")

    def _lazily(self, e: Apply, states: States) -> Column:
        """A value by cases whose parts are only evaluated where they count: a score may be missing elsewhere."""
        match e.op, e.args:
            case Op.ITE, (condition, first, second):
                cases = (condition, first, second)
            case Op.IMPLIES, (condition, conclusion):
                cases = (condition, conclusion, TRUE)
            case op, (condition, *rest):
                others = apply(op, *rest) if rest else Literal(op is Op.AND)
                cases = (condition, others, FALSE) if op is Op.AND else (condition, TRUE, others)
            case op, _:
                return op is Op.AND
        mask = self.column(cases[0], states)
        if not isinstance(mask, np.ndarray):
            return self.column(cases[1] if mask else cases[2], states)
        result = np.zeros(len(states), dtype=entries_of(e.type))
        for rows, part in ((mask, cases[1]), (~mask, cases[2])):
            if rows.any():
                result[rows] = self.column(part, states.take(rows))
        return result

    def _rounded(self, e: Apply, states: States) -> Column:
        """What is rounded up, as a whole: its parts may be no fractions, and no table can hold them."""
        if e.op is not Op.UP:
            raise UnknownOperator(e.op)
        variables = sorted(free_variables(e), key=lambda v: v.name)

        def value(*given: Any) -> Any:
            return evaluate(e, dict(zip(variables, given, strict=True)))

        return self._each([self.column(v, states) for v in variables], [v.type for v in variables], value, REAL)

    # --------------------------------------------------------------------------------------------------- arithmetic

    def checked(self, value: Column) -> Column:
        """The column, if its numbers fit."""
        if isinstance(value, np.ndarray):
            if value.size and max(-int(value.min()), int(value.max())) > _LARGEST:
                raise Limit("a number grew beyond 60 bits")
        elif not fits(value):
            raise Limit("a number grew beyond 60 bits")
        return value

    def _arithmetic(self, op: Op, args: list[Column]) -> Column:
        if op is Op.MUL:
            sizes = [_size(a) for a in args]
            if sizes[0] * sizes[1] > _LARGEST:
                raise Limit("a number grew beyond 60 bits")
        result = _MEANING[op](*args)
        return self.checked(result) if op in (Op.ADD, Op.SUB, Op.NEG, Op.MUL) else result

    def _logical(self, op: Op, args: tuple[Expr, ...], states: States) -> Column:
        result: Column = op is Op.AND
        for a in args:
            if not isinstance(result, np.ndarray) and result is (op is not Op.AND):
                break
            result = (_and if op is Op.AND else _or)(result, self.column(a, states))
        return result

    def _choose(self, kind: Type, condition: Column, first: Column, second: Column) -> Column:
        if not isinstance(condition, np.ndarray):
            return first if condition else second
        size = len(condition)
        return np.where(condition, filled(first, size, kind), filled(second, size, kind))

    # ---------------------------------------------------------------------------------------------- lists and tuples

    def _structure(self, e: Apply, states: States) -> Column:
        columns = [self.column(a, states) for a in e.args]
        kinds = [a.type for a in e.args]
        match e.op:
            case Op.LEN:
                return self._each(columns, kinds, lambda xs: len(xs), INT)
            case Op.GET:
                return self._get(columns, kinds, e.type)
            case Op.PROJ:
                position = int(columns[1])
                return self._each(columns[:1], kinds[:1], lambda xs: xs[position], e.type)
            case Op.APPEND:
                return self._each(columns, kinds, lambda xs, x: (*xs, x), e.type)
            case Op.CONCAT:
                return self._each(columns, kinds, lambda xs, ys: xs + ys, e.type)
            case Op.SET:
                return self._each(columns, kinds, replaced_item, e.type)
            case Op.LIST | Op.TUPLE:
                return self._each(columns, kinds, lambda *items: items, e.type)
            case _:
                raise UnknownOperator(e.op)

    def _get(self, columns: list[Column], kinds: list[Type], kind: Type) -> Column:
        whole, position = columns
        blank = 0 if kind == QUERY else default(kind)
        if isinstance(whole, np.ndarray) or not isinstance(position, np.ndarray) or in_heap(kind):
            return self._each(columns, kinds, lambda xs, i: xs[i] if 0 <= i < len(xs) else blank, kind)
        items = np.array([*self.load(whole, kinds[0]), blank], dtype=entries_of(kind))
        inside = (position >= 0) & (position < len(items) - 1)
        return items[np.where(inside, position, len(items) - 1)]

    def _each(self, columns: list[Column], kinds: list[Type], function: Callable[..., Any], result: Type) -> Column:
        """A function of whole values, computed once for each combination of values that occurs."""
        arrays = [c for c in columns if isinstance(c, np.ndarray)]
        if not arrays:
            return self.store(function(*map(self.load, columns, kinds)), result)
        rows, inverse, _ = group(arrays, len(arrays[0]))
        picked = [c[rows].tolist() if isinstance(c, np.ndarray) else [c] * len(rows) for c in columns]
        values = [self.store(function(*map(self.load, row, kinds)), result) for row in zip(*picked, strict=True)]
        column: NDArray[Any] = np.array(values, dtype=entries_of(result))
        return column[inverse]

    def load(self, value: Any, kind: Type) -> Any:
        """The Python value that stands behind one entry of a column."""
        if kind == INT:  # by far the most
            return int(value)
        if in_heap(kind):
            return self.heap.values[int(value)]
        return bool(value) if entries_of(kind) is bool else int(value)

    def store(self, value: Any, kind: Type) -> int | bool:
        """The entry of a column for a Python value."""
        if kind == INT:
            return int(self.checked(int(value)))
        if in_heap(kind):
            if kind == REAL and not fits(value):
                raise Limit(f"the parts of a fraction grew beyond {MOST_BITS} bits")
            return self.heap.put(value, kind)
        return bool(value) if entries_of(kind) is bool else int(self.checked(int(value)))

    def _score(self, score: FixedScore, candidate: Column) -> Column:
        if not isinstance(candidate, np.ndarray):
            return self.checked(score(None, int(candidate)))
        listed_scores = dict(score.values)
        unique, inverse = np.unique(candidate, return_inverse=True)
        values = []
        for c in unique.tolist():
            value = listed_scores.get(c, score.otherwise)
            if value is None:
                raise MissingScore(c)
            values.append(self.checked(value))
        return np.array(values, dtype=np.int64)[inverse]


def _asks_score(e: Expr) -> bool:
    return any(isinstance(t, Apply) and t.op is Op.SCORE for t in subterms(e))


def _size(column: Column) -> int:
    if isinstance(column, np.ndarray):
        return max(-int(column.min()), int(column.max())) if column.size else 0
    return abs(column)


def _not(a: Column) -> Column:
    return ~a if isinstance(a, np.ndarray) else not a


def _and(a: Column, b: Column) -> Column:
    return a & b if isinstance(a, np.ndarray) or isinstance(b, np.ndarray) else bool(a and b)


def _or(a: Column, b: Column) -> Column:
    return a | b if isinstance(a, np.ndarray) or isinstance(b, np.ndarray) else bool(a or b)


def _divide(a: Column, b: Column) -> Column:
    if isinstance(b, np.ndarray):
        return np.where(b == 0, 0, a // np.where(b == 0, 1, b))
    return a // b if b else 0


def _remainder(a: Column, b: Column) -> Column:
    if isinstance(b, np.ndarray):
        return np.where(b == 0, a, a % np.where(b == 0, 1, b))
    return a % b if b else a


def _fold(function: Callable[[Any, Any], Any], one: Callable[..., Any]) -> Callable[..., Column]:
    def folded(*args: Column) -> Column:
        if not any(isinstance(a, np.ndarray) for a in args):
            return int(one(args))
        result: Any = args[0]
        for a in args[1:]:
            result = function(result, a)
        return np.asarray(result)

    return folded


_MEANING = ByOperator[Callable[..., Column]](
    {
        Op.ADD: lambda a, b: a + b,
        Op.SUB: lambda a, b: a - b,
        Op.MUL: lambda a, b: a * b,
        Op.NEG: lambda a: -a,
        Op.DIV: _divide,
        Op.MOD: _remainder,
        Op.FLOOR: lambda a: a,  # of an integer
        Op.ABS: abs,
        Op.MIN: _fold(np.minimum, min),
        Op.MAX: _fold(np.maximum, max),
        Op.EQ: lambda a, b: a == b,
        Op.LT: lambda a, b: a < b,
        Op.LE: lambda a, b: a <= b,
        Op.NOT: _not,
    }
)
