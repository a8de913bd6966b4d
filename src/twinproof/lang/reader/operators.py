"""Arithmetic, comparisons, and what is evaluated only sometimes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction

from twinproof.lang.command import Assign, If, Skip, sequence, written
from twinproof.lang.errors import Code
from twinproof.lang.expr import (
    FALSE,
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    apply,
    conjunction,
    free_variables,
    may_be_irrational,
    negate,
    size_of,
)
from twinproof.lang.faces import Dictionary, Option, Table, components, is_member
from twinproof.lang.reader.flow import known_values
from twinproof.lang.reader.guards import is_partial
from twinproof.lang.reader.holding import HoldingReader
from twinproof.lang.reader.reals import AS_FLOATS, has_float, python_number, takes_floats
from twinproof.lang.reader.shared import (
    MOST_FACTORS,
    component,
    type_hint,
)
from twinproof.lang.reader.unknown import has_unknown, retyped
from twinproof.lang.types import (
    BOOL,
    INT,
    NUMBERS,
    REAL,
    Basic,
    ListOf,
    TupleOf,
    Type,
    is_data,
)

ARITHMETIC = {
    ast.Add: Op.ADD, ast.Sub: Op.SUB, ast.Mult: Op.MUL, ast.FloorDiv: Op.DIV, ast.Mod: Op.MOD, ast.Div: Op.QUOTIENT,
}  # fmt: skip


class OperatorReader(HoldingReader):
    """Reads operators."""

    def _unary(self, node: ast.UnaryOp) -> Expr:
        if isinstance(node.op, ast.Not):
            return negate(self.condition(node.operand))
        if isinstance(node.op, ast.Invert):
            self.refuse(Code.EXPRESSION, node, "bit operations are not in the language", "use `not` for truth values")
        e = self.expr(node.operand)
        if isinstance(node.op, ast.UAdd):
            return e if e.type in NUMBERS else self.apply(node, Op.NEG, self.apply(node, Op.NEG, e))
        if isinstance(e, Literal) and e.type in NUMBERS:
            return Literal(-e.value)
        return self.apply(node, Op.NEG, e)

    def _arithmetic(
        self, node: ast.expr, left: ast.expr, operator: ast.operator, right: ast.expr, expected: Type | None
    ) -> Expr:
        if isinstance(operator, ast.Pow):
            return self._power(node, left, right)
        if (made := self.between_sets(node, left, operator, right, expected)) is not None:
            return made
        op = ARITHMETIC.get(type(operator))
        if op is None:
            hint = "the operators are + - * // % ** on integers, and + - * / in a scale"
            self.refuse(Code.EXPRESSION, node, "this operator is not in the language", hint)
        return self.combine(node, op, *self.meet(self.expr(left, expected), self.expr(right, expected)))

    def between_sets(
        self, node: ast.expr, left: ast.expr, operator: ast.operator, right: ast.expr, expected: Type | None
    ) -> Expr | None:
        """What an operator makes of sets; None if there are none."""
        del node, left, operator, right, expected
        return None

    def _power(self, node: ast.expr, left: ast.expr, right: ast.expr) -> Expr:
        """A power with a constant exponent: so many factors."""
        base, exponent = self.expr(left), self.expr(right)
        if not isinstance(exponent, Literal) or exponent.type != INT or not 0 <= exponent.value <= MOST_FACTORS:
            message = f"the exponent of `**` is a constant from 0 to {MOST_FACTORS} here"
            self.refuse(Code.EXPRESSION, right, message, "multiply in a loop")
        if base.type not in NUMBERS:
            self.refuse(Code.TYPE, left, f"`**` takes a number, not {base.type}", type_hint([base.type]))
        if isinstance(base, Literal) and base.type == INT:
            return self.constant(node, int(base.value) ** int(exponent.value))
        if exponent.value == 0:
            self.held(base, node)
            return Literal(1)
        factor = base if size_of(base) <= 3 and not is_partial(base) else self.in_variable(base, node, "base")
        power = factor
        for _ in range(int(exponent.value) - 1):
            power = self.combine(node, Op.MUL, power, factor)
        return power

    def meet(self, a: Expr, b: Expr) -> tuple[Expr, Expr]:
        """Two values of one type, where an empty list takes the type of the other."""
        for one, other in ((a, b), (b, a)):
            if has_unknown(one.type) and isinstance(one, Var) and self.learn(one, other.type):
                return other, other  # the types are right, and all is read again
        return retyped(a, b.type), retyped(b, a.type)

    def alike(self, a: Expr, b: Expr) -> tuple[Expr, Expr]:
        """As `meet`, for values that come to one place; an integer beside an exact rational is one."""
        if {a.type, b.type} == {INT, REAL} and not has_float(a) and not has_float(b):
            return self.as_type(a, REAL), self.as_type(b, REAL)
        return self.meet(a, b)

    def combine(self, node: ast.expr, op: Op, a: Expr, b: Expr) -> Expr:
        """a op b, with + on lists joining them and a division of integers refused or folded as Python does."""
        if op is Op.MUL and isinstance(a.type, ListOf):
            return self.repeat(node, a, b)
        if op is Op.MUL and isinstance(b.type, ListOf):
            return self.repeat(node, b, a)
        if op is Op.ADD and isinstance(a.type, ListOf):
            if isinstance(b, Apply) and b.op is Op.LIST and len(b.args) == 1:
                return self.apply(node, Op.APPEND, a, b.args[0])
            return self.apply(node, Op.CONCAT, a, b)
        if op is Op.QUOTIENT or REAL in (a.type, b.type):
            return self.real_arithmetic(node, op, a, b)
        return self.apply(node, op, a, b)

    def real_arithmetic(self, node: ast.expr, op: Op, a: Expr, b: Expr) -> Expr:
        """Arithmetic with reals, as Python does it: exact where an Epsilon takes part, rounded between constants.

        Anything else would round in a run, and the core would not.
        """
        if may_be_irrational(a) or may_be_irrational(b):
            if op not in (Op.DIV, Op.MOD):  # the run rounds once, at the end, and not as Python does
                return self.apply(node, op, a, b)
        elif isinstance(a, Literal) and isinstance(b, Literal) and a.type in NUMBERS and b.type in NUMBERS:
            with suppress(OverflowError, ZeroDivisionError):
                return Literal(Fraction(AS_FLOATS[op](python_number(a), python_number(b))))
        elif not self._rounds(op, a, b):
            if op is Op.DIV:
                return self.apply(node, Op.FLOOR, self.apply(node, Op.QUOTIENT, a, b))
            if op is Op.MOD:
                first, second = self.in_variable(a, node, "held"), self.in_variable(b, node, "held")
                whole = self.apply(node, Op.FLOOR, self.apply(node, Op.QUOTIENT, first, second))
                return self.apply(node, Op.SUB, first, self.apply(node, Op.MUL, second, whole))
            return self.apply(node, op, a, b)
        hint = "write `//` to round down, or `Fraction(a, b)`; in a scale, divide by an Epsilon, as in `2 * c / eps`"
        self.refuse(Code.REAL_DATA, node, "this rounds to a float in Python, so it is not exact", hint)

    def _rounds(self, op: Op, a: Expr, b: Expr) -> bool:
        """Whether a run would do this in floats."""
        if has_float(a) or has_float(b):
            return not (takes_floats(a) or takes_floats(b))
        return op is Op.QUOTIENT and not (self.is_exact(a) or self.is_exact(b))

    def _compare(self, node: ast.Compare) -> Expr:
        before = self.expr(node.left)
        state = [before]

        def step(op: ast.cmpop, right: ast.expr) -> Expr:
            if isinstance(op, ast.In | ast.NotIn):
                if len(node.ops) > 1:
                    self.refuse(Code.EXPRESSION, node, "`in` stands in a chain of comparisons", "use `and`")
                inside = self.member(node, state[0], right)
                return inside if isinstance(op, ast.In) else negate(inside)
            if isinstance(right, ast.Constant) and right.value is None:
                missing = self.is_none(self.held(state[0], node))
                if not isinstance(op, ast.Is | ast.IsNot | ast.Eq | ast.NotEq) or len(node.ops) > 1:
                    self.refuse(Code.EXPRESSION, node, "None can only be compared with `is`", "write `x is None`")
                return missing if isinstance(op, ast.Is | ast.Eq) else negate(missing)
            other = self.expr(right, state[0].type)
            result = self._comparison(node, op, *self.meet(state[0], other))
            state[0] = other
            return result

        parts = [lambda o=o, r=r: step(o, r) for o, r in zip(node.ops, node.comparators, strict=True)]
        return self._short_circuit(node, Op.AND, parts)

    def _comparison(self, node: ast.expr, op: ast.cmpop, a: Expr, b: Expr) -> Expr:
        for e in (a, b):
            if isinstance(e.type, Table | Dictionary):
                self.refuse(Code.DICTIONARY, node, "dictionaries are not compared here", "compare their items")
            if not is_data(e.type) and e.type not in NUMBERS and not has_unknown(e.type):
                hint = "ask it, and compare the answers: `queries[i](d)` or `score(d, r)`"
                self.refuse(Code.TYPE, node, f"a {e.type} cannot be compared", hint)
        match op:
            case ast.Eq():
                return self.apply(node, Op.EQ, a, b)
            case ast.NotEq():
                return negate(self.apply(node, Op.EQ, a, b))
            case ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE() if components(a.type) is not None:
                first, second = self.in_variable(a, node, "held"), self.in_variable(b, node, "held")
                if isinstance(op, ast.Gt | ast.LtE):
                    first, second = second, first
                less = self.less(node, first, second)
                return less if isinstance(op, ast.Lt | ast.Gt) else negate(less)
            case ast.Lt():
                return self.apply(node, Op.LT, a, b)
            case ast.LtE():
                return self.apply(node, Op.LE, a, b)
            case ast.Gt():
                return self.apply(node, Op.LT, b, a)
            case ast.GtE():
                return self.apply(node, Op.LE, b, a)
            case ast.Is() | ast.IsNot() if is_member(a.type) or is_member(b.type):
                same = self.apply(node, Op.EQ, a, b)  # there is one object of each member
                return same if isinstance(op, ast.Is) else negate(same)
            case _:
                hint = "compare with == or !=; `is` asks for None and for members of enums"
                self.refuse(Code.EXPRESSION, node, "`is` is not in the language here", hint)

    def less(self, node: ast.expr, a: Expr, b: Expr) -> Expr:
        """a < b, where tuples are compared component by component, as in Python."""
        match a.type:
            case TupleOf(items) if a.type == b.type and components(a.type) is not None:
                whole: Expr = FALSE
                for i in reversed(range(len(items))):
                    x, y = component(a, i), component(b, i)
                    equal = apply(Op.EQ, x, y)
                    here, later = self.less(node, x, y), conjunction(equal, whole)
                    if _may_be_none(items[i]):  # Python asks which is less only where they differ, so None is like None
                        here = conjunction(negate(equal), here)
                    whole = here if later == FALSE else apply(Op.OR, here, later)
                return whole
            case Basic("bool") if b.type == BOOL:
                return conjunction(negate(a), b)
            case _:
                return self.apply(node, Op.LT, a, b)

    def _short_circuit(self, node: ast.expr, op: Op, parts: Sequence[Callable[[], Expr]]) -> Expr:
        """`and` / `or`: a part that does something is only done where Python would.

        So is one that reads what such a part has set, as the third of `a < laplace(x, s) < b` does.
        """
        so_far = [parts[0]()]
        flag: Var | None = None
        set_within: frozenset[Var] = frozenset()
        for part in parts[1:]:
            with self.buffer() as done:
                e = part()
            if not done and not free_variables(e) & set_within:
                so_far.append(e)
                continue
            at = self.span(node)
            if flag is None or done or so_far != [flag]:
                flag = self.fresh("holds", BOOL)
                self.emit(Assign(flag, self._joined(node, op, so_far), at))
            then = sequence(*done, Assign(flag, e, at))
            self.emit(If(flag, then, Skip(), at) if op is Op.AND else If(negate(flag), then, Skip(), at))
            so_far, set_within = [flag], set_within.union(*map(written, done))
        return self._joined(node, op, so_far)

    def _joined(self, node: ast.expr, op: Op, parts: list[Expr]) -> Expr:
        flat: list[Expr] = []
        for p in parts:
            flat.extend(p.args if isinstance(p, Apply) and p.op is op else (p,))
        return flat[0] if len(flat) == 1 else self.apply(node, op, *flat)

    def _conditional(
        self, node: ast.expr, test: ast.expr, body: ast.expr, orelse: ast.expr, expected: Type | None
    ) -> Expr:
        condition = self.condition(test)
        before = set(self.there)
        with self.buffer() as yes:
            self.there |= known_values(test, True)
            first = self.expr(body, expected)
        self.there = before | known_values(test, False)
        with self.buffer() as no:
            second = self.expr(orelse, expected or first.type)
        self.there = before
        first, second = self.alike(first, second)
        if not yes and not no:
            return self.apply(node, Op.ITE, condition, first, second)
        self.apply(node, Op.ITE, condition, first, second)  # for its message when the types differ
        target = self.fresh("chosen", first.type)
        for done, value in ((yes, first), (no, second)):
            with self.buffer() as last:
                self.assign(target, value, node)
            done += last
        self.emit(If(condition, sequence(*yes), sequence(*no), self.span(node)))
        return target

    def expr(self, node: ast.expr, expected: Type | None = None) -> Expr:
        """The core expression; what it does is emitted. `expected` gives empty lists their type."""
        raise NotImplementedError

    def condition(self, node: ast.expr) -> Expr:
        """A truth value."""
        raise NotImplementedError

    def constant(self, node: ast.expr, value: object) -> Expr:
        """A constant."""
        raise NotImplementedError

    def repeat(self, node: ast.expr, xs: Expr, times: Expr) -> Expr:
        """A list, several times over."""
        raise NotImplementedError

    def member(self, node: ast.expr, e: Expr, whole: ast.expr) -> Expr:
        """Whether a value is among others."""
        raise NotImplementedError

    def is_none(self, e: Expr) -> Expr:
        """Whether a value is None."""
        raise NotImplementedError


def _may_be_none(kind: Type) -> bool:
    """Whether None may stand in a value of this type that is compared."""
    return isinstance(kind, Option) or (isinstance(kind, TupleOf) and any(map(_may_be_none, kind.items)))
