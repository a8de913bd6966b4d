"""Sets: made, asked and changed, and never run over.

A set is held as the list of its items, each once. Python does not say in which order it gives them, so nothing may
depend on that: only what is the same in every order is read, such as `sorted(s)`, `len(s)`, `x in s`, `s == t`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from itertools import chain

from twinproof.lang.command import Assign, If, Skip, While
from twinproof.lang.errors import Code
from twinproof.lang.expr import FALSE, Expr, Op, Var, applied, negate
from twinproof.lang.faces import Dictionary
from twinproof.lang.reader.comprehensions import Items
from twinproof.lang.reader.dictionaries import DictionaryReader
from twinproof.lang.reader.flow import Statements, bound_names
from twinproof.lang.reader.gathered import FrozenSetOf, SetOf, has_set
from twinproof.lang.reader.ownership import has_list
from twinproof.lang.reader.sequences import may_miss
from twinproof.lang.reader.shared import article
from twinproof.lang.reader.unknown import UNKNOWN, has_unknown
from twinproof.lang.reader.vocabulary import FixedSet
from twinproof.lang.reader.walks import Walk, over_list
from twinproof.lang.types import ListOf, TupleOf, Type

OPERATORS = {
    ast.BitOr: "union",
    ast.BitAnd: "intersection",
    ast.Sub: "difference",
    ast.BitXor: "either",
}
_COMPARED = {ast.LtE: ("subset", False), ast.GtE: ("subset", True)}
_IN_ORDER = "write `sorted(s)`: the order of a set is not defined"
_CHANGES = ("add", "discard", "remove", "clear", "update")
_ALSO = "write `s | t`, `s & t`, `s - t`, `s <= t`"


class SetReader(DictionaryReader):
    """Reads sets."""

    # ---------------------------------------------------------------------------------------------------- making them

    def set_of(self, node: ast.Set | ast.SetComp, expected: Type | None) -> Expr:
        item = expected.item if isinstance(expected, SetOf) else None
        if isinstance(node, ast.SetComp):
            return self._gathered_once(node, Items(node.elt, node.generators), item, SetOf)
        if any(isinstance(e, ast.Starred) for e in node.elts):
            self.refuse(Code.SET, node, "a set is spelled out without stars", "write `set(xs)`, or `s | t`")
        values = [self.in_variable(self.value(e, item), e, "item") for e in node.elts]
        return self._of_values(node, values)

    def _of_values(self, node: ast.expr, values: Sequence[Expr]) -> Expr:
        kind = SetOf(values[0].type)
        whole = self.fresh("values", kind)
        self._must_be_hashable(node, kind.item)
        for e in values:
            if e.type != kind.item:
                message = f"the items of a set have one type: here {kind.item} and {e.type}"
                self.refuse(Code.TYPE, node, message, "use a tuple for values of several types")
        self.emit(Assign(whole, applied(Op.LIST, (values[0],), kind), self.span(node)))
        for e in values[1:]:
            self._put_once(node, whole, e)
        return whole

    def set_call(self, node: ast.Call, expected: Type | None, frozen: bool) -> Expr:
        """`set()`, `set(…)` and `frozenset(…)`"""
        shape: type[SetOf] = FrozenSetOf if frozen else SetOf
        item = expected.item if isinstance(expected, SetOf) else None
        match self._plain(node):
            case []:
                return applied(Op.LIST, (), shape(item or UNKNOWN))
            case [given]:
                if self.is_set(given):
                    e = self.value(given)
                    if type(e.type) is shape:
                        return e
                    given = self.load(self.given("items", e, node), node)
                    self.unordered.add(given)
                return self._gathered_once(node, self.items_of(given), item, shape)
            case _:
                self.refuse(Code.CALL_ARGUMENTS, node, "`set` takes one list here", "write `set(xs)`")

    def _gathered_once(self, node: ast.expr, items: Items, wanted: Type | None, shape: Callable[[Type], SetOf]) -> Expr:
        """A set of these items."""
        made: list[Var] = []

        def put() -> None:
            e = self.in_variable(self.value(items.element, wanted), node, "item")
            self._must_be_hashable(items.element, e.type)
            made[:] = made or [self.fresh("values", shape(e.type))]
            if not self.learn(made[0], shape(e.type)):
                self._put_once(node, made[0], e)

        with self.buffer() as loop:
            self._over(node, items, put)
        self.emit(Assign(made[0], applied(Op.LIST, (), made[0].type), self.span(node)))
        self.out.extend(loop)
        return made[0]

    def _must_be_hashable(self, node: ast.expr, kind: Type) -> None:
        if has_list(kind):
            self.refuse(Code.SET, node, f"{article(kind)} cannot be in a set", "put tuples, numbers or texts into it")

    def _put_once(self, node: ast.expr, whole: Var, e: Expr) -> None:
        """Add an item that may be there already."""
        there = self.place_builtin(node, "contains", {"items": whole, "value": e})
        more = Assign(whole, self.apply(node, Op.APPEND, whole, e), self.span(node))
        self.emit(If(negate(there), more, Skip(), self.span(node)))

    # ---------------------------------------------------------------------------------------------------------- asking

    def is_set(self, node: ast.expr) -> bool:
        """Whether an expression is a set, by its form and by what the names in it hold."""
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Name(name):
                return self.is_own(name) and isinstance(self._name(node).type, SetOf)
            case ast.BinOp(left, ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), _):
                return self.is_set(left)
            case ast.Call(ast.Attribute(whole, "copy"), [], []):
                return self.is_set(whole)
            case ast.Call(function):
                return self.stands_for(function) in ("set", "frozenset")
            case _:
                return False

    def further_call(self, node: ast.Call, called: str, expected: Type | None) -> Expr:
        if called in ("set", "frozenset"):
            return self.set_call(node, expected, called == "frozenset")
        return super().further_call(node, called, expected)

    def member(self, node: ast.expr, e: Expr, whole: ast.expr) -> Expr:
        if isinstance(whole, ast.Name) and not self.is_own(whole.id):
            meaning = self.source.names.get(whole.id)
            if isinstance(meaning, FixedSet) and self._is_read(meaning):
                return super().member(node, e, ast.copy_location(ast.Tuple(meaning.parts.elts, ast.Load()), whole))
        if self.is_set(whole) and not isinstance(whole, ast.Set):
            among = self.value(whole, SetOf(e.type))
            if has_unknown(among.type):
                if isinstance(among, Var):
                    self._learns(among, e)
                return FALSE
            self._must_hold(node, among, e)
            return self.place_builtin(node, "contains", {"items": among, "value": e})
        return super().member(node, e, whole)

    def _is_read(self, made: FixedSet) -> bool:
        """Whether a set of the file is what it seems: `frozenset` is Python's, and attributes are members of enums."""
        plainly = made.function is None or self.source.resolve(made.function) == "frozenset"
        return plainly and self.means_members(made.parts)

    def _must_hold(self, node: ast.expr, whole: Expr, e: Expr) -> None:
        assert isinstance(whole.type, SetOf)
        if e.type != whole.type.item:
            message = f"this set holds {whole.type.item}, and this is {e.type}"
            self.refuse(Code.TYPE, node, message, "use a value of the type of its items")

    def _over_items(self, s: ast.For, node: ast.expr) -> Walk:
        if not self.is_set(node):
            return super()._over_items(s, node)
        if node not in self.unordered and not self.is_builtin:
            self.refuse(Code.SET, node, "a set is run over here, in an order that is not defined", _IN_ORDER)
        e = self.value(node)
        if may_miss(e.type):
            self.refuse(Code.SET, node, "None may be in this set, which has no order", "leave None out")
        return over_list(self._fixed(s, self.in_variable(e, node, "items"), "items"))

    def _index(self, node: ast.expr, whole: Expr, index: ast.expr) -> Expr:
        if isinstance(whole.type, SetOf) and not self.is_builtin:
            self.refuse(Code.SET, node, "a set has no positions", _IN_ORDER)
        return super()._index(node, whole, index)

    def sorted(self, node: ast.Call) -> Expr:
        match node.args:
            case [ast.Call(function, [inner], [])] if self.stands_for(function) == "list" and self.is_set(inner):
                node = ast.copy_location(ast.Call(node.func, [inner], node.keywords), node)
            case _:
                pass
        if len(node.args) == 1 and self.is_set(node.args[0]):
            if any(k.arg == "key" for k in node.keywords):
                hint = "sort it first: `sorted(sorted(s), key=…)`"
                self.refuse(Code.SET, node, "equal keys stay in the order of the set, which is not defined", hint)
            held = self.load(self.given("items", self.value(node.args[0]), node), node)
            self.unordered.add(held)
            node = ast.copy_location(ast.Call(node.func, [held], node.keywords), node)
        return super().sorted(node)

    def of_set(self, node: ast.Call) -> ast.Call:
        """A call of `sum`, `min`, `max`, `any` or `all`, where what it gives of a set is the same in every order."""
        if len(node.args) != 1 or not self.is_set(node.args[0]) or any(k.arg == "key" for k in node.keywords):
            return node
        held = self.load(self.given("items", self.value(node.args[0]), node), node)
        self.unordered.add(held)
        return ast.copy_location(ast.Call(node.func, [held], node.keywords), node)

    def apply(self, node: ast.AST, op: Op, *args: Expr) -> Expr:
        if op is Op.EQ and any(map(_has_no_order, (a.type for a in args))):
            message = "sets and dictionaries inside of other values are not compared here"
            self.refuse(Code.SET, node, message, "compare the sets themselves")
        if args and isinstance(args[0].type, SetOf) and op in (Op.ADD, Op.MUL, Op.CONCAT, Op.MIN, Op.MAX, Op.LT, Op.LE):
            self.refuse(Code.SET, node, "this operator is not read between sets", _ALSO)
        return super().apply(node, op, *args)

    def combine(self, node: ast.expr, op: Op, a: Expr, b: Expr) -> Expr:
        if isinstance(a.type, SetOf) or isinstance(b.type, SetOf):
            if op is Op.SUB:
                return self._operated(node, "difference", a, b)
            self.refuse(Code.SET, node, "this operator is not read between sets", _ALSO)
        return super().combine(node, op, a, b)

    def between_sets(
        self, node: ast.expr, left: ast.expr, operator: ast.operator, right: ast.expr, expected: Type | None
    ) -> Expr | None:
        name = OPERATORS.get(type(operator))
        if name is None or not (self.is_set(left) or self.is_set(right)):
            return None
        return self._operated(node, name, *self.meet(self.value(left, expected), self.value(right, expected)))

    def _operated(self, node: ast.expr, name: str, a: Expr, b: Expr) -> Expr:
        """`a | b` and its like: a set of the kind of the first."""
        self._must_be_alike(node, a, b)
        if has_unknown(a.type):
            return a
        made = self.place_builtin(node, name, {"items": a, "others": b})
        if type(made.type) is type(a.type):
            return made
        return self.place_builtin(node, "frozen", {"items": made})

    def _must_be_alike(self, node: ast.expr, a: Expr, b: Expr) -> None:
        if not isinstance(a.type, SetOf) or not isinstance(b.type, SetOf) or a.type.item != b.type.item:
            message = f"this is read between sets of one type, not between {a.type} and {b.type}"
            self.refuse(Code.SET, node, message, "make a set of it: `set(xs)`")

    def _comparison(self, node: ast.expr, op: ast.cmpop, a: Expr, b: Expr) -> Expr:
        if not isinstance(a.type, SetOf) and not isinstance(b.type, SetOf):
            return super()._comparison(node, op, a, b)
        self._must_be_alike(node, a, b)
        if has_unknown(a.type):
            return FALSE
        match op:
            case ast.Eq() | ast.NotEq():
                same = self.place_builtin(node, "same_items", {"items": a, "others": b})
                return same if isinstance(op, ast.Eq) else negate(same)
            case ast.LtE() | ast.GtE():
                name, turned = _COMPARED[type(op)]
                items, others = (b, a) if turned else (a, b)
                return self.place_builtin(node, name, {"items": items, "others": others})
            case _:
                self.refuse(Code.SET, node, "this comparison is not read between sets", "write `s <= t and s != t`")

    def method(self, node: ast.Call, whole: Expr, name: str) -> Expr | None:
        if not isinstance(whole.type, SetOf):
            return super().method(node, whole, name)
        match name, self._plain(node):
            case "copy", []:
                return whole
            case _, _ if name in _CHANGES:
                self.refuse(Code.SET, node, f"`{name}` of a set is no value", "write it on a line of its own")
            case _:
                hint = _IN_ORDER if name == "pop" else _ALSO
                self.refuse(Code.SET, node, f"the method `{name}` of a set is not in the language", hint)

    # -------------------------------------------------------------------------------------------------------- changing

    def _expression_statement(self, s: ast.stmt, value: ast.expr) -> None:
        match value:
            case ast.Call(ast.Attribute(ast.Name() as whole, method), arguments, []) if (
                method in _CHANGES and self.is_set(whole)
            ):
                self._change(s, value, whole, method, arguments)
            case _:
                super()._expression_statement(s, value)

    def _change(self, s: ast.stmt, call: ast.expr, whole: ast.Name, method: str, arguments: Sequence[ast.expr]) -> None:
        target = self._name(whole)
        if isinstance(target.type, FrozenSetOf):
            self.refuse(Code.SET, s, "a frozenset is not changed", "make it a `set`")
        self._must_own(s, whole.id)
        assert isinstance(target, Var)
        assert isinstance(target.type, SetOf)
        match method, arguments:
            case "clear", []:
                self.emit(Assign(target, applied(Op.LIST, (), target.type), self.span(s)))
            case "update", [more]:
                self._add_all(s, target, more)
            case (("add" | "discard" | "remove"), [item]):
                e = self.in_variable(self.value(item, _known(target.type.item)), item, "item")
                if self._learns(target, e) or has_unknown(target.type):
                    return
                self._must_be_hashable(item, e.type)
                self._must_hold(item, target, e)
                if s in self.surely_new:
                    self.emit(Assign(target, self.apply(s, Op.APPEND, target, e), self.span(s)))
                elif method == "add":
                    self._put_once(call, target, e)
                else:
                    if method == "remove":
                        there = self.place_builtin(call, "contains", {"items": target, "value": e})
                        self.emit(While(negate(there), Skip(), self.span(s)))
                    self.assign(target, self.place_builtin(call, "without", {"items": target, "value": e}), s)
            case _:
                self.refuse(Code.CALL_ARGUMENTS, s, f"`{method}` takes one argument here", f"write `s.{method}(x)`")

    def _learns(self, target: Var, e: Expr) -> bool:
        return self.learn(target, type(target.type)(e.type)) if isinstance(target.type, SetOf) else False

    def _add_all(self, s: ast.stmt, target: Var, more: ast.expr) -> None:
        """`s.update(xs)`"""
        if self.is_set(more):
            more = self.load(self.given("items", self.value(more), s), s)
            self.unordered.add(more)
        items = self.items_of(more)

        def put() -> None:
            e = self.in_variable(self.value(items.element), s, "item")
            if not self._learns(target, e):
                self._must_be_hashable(items.element, e.type)
                self._must_hold(items.element, target, e)
                self._put_once(more, target, e)

        self._over(more, items, put)

    def _augmented(self, s: ast.AugAssign) -> None:
        name = OPERATORS.get(type(s.op))
        if name is None or not isinstance(s.target, ast.Name) or not self.is_set(s.target):
            return super()._augmented(s)
        whole = self._name(s.target)
        self._must_own(s, s.target.id)
        return self._store(s, s.target.id, self._operated(s.value, name, *self.meet(whole, self.value(s.value))))

    # ---------------------------------------------------------------------------------------------- what is surely new

    def note_new(self, test: ast.expr, body: Statements, orelse: Statements) -> None:
        """An item that a test has just found missing need not be looked for when it is added."""
        tests = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
        for part in tests:
            match part:
                case ast.Compare(item, [ast.NotIn()], [ast.Name(name)]):
                    self._note_new(item, name, body)
                case ast.Compare(item, [ast.In()], [ast.Name(name)]) if len(tests) == 1:
                    self._note_new(item, name, orelse)
                case _:
                    pass

    def _note_new(self, item: ast.expr, name: str, block: Statements) -> None:
        """Note the one statement of a block that puts this item into a set in which it is not, if there is one."""
        bound = list(chain(*map(bound_names, block)))
        if bound.count(name) != 1 or not _is_plain(item):
            return
        if {n.id for n in ast.walk(item) if isinstance(n, ast.Name)} & set(bound):
            return
        for s in block:
            match s:
                case ast.Expr(ast.Call(ast.Attribute(ast.Name(whole), "add"), [added], [])) if (
                    whole == name and ast.dump(added) == ast.dump(item)
                ):
                    self.surely_new.add(s)


def _known(kind: Type) -> Type | None:
    return None if kind == UNKNOWN else kind


def _is_plain(node: ast.expr) -> bool:
    """Whether an expression is made of names, their attributes and constants."""
    match node:
        case ast.Name() | ast.Constant():
            return True
        case ast.Attribute(whole):
            return _is_plain(whole)
        case ast.Tuple(parts):
            return all(map(_is_plain, parts))
        case _:
            return False


def _has_no_order(kind: Type) -> bool:
    """Whether values of a type are equal in Python that are held in several ways."""
    match kind:
        case Dictionary():
            return True
        case ListOf(item):
            return has_set(kind) or _has_no_order(item)
        case TupleOf(items):
            return any(map(_has_no_order, items))
        case _:
            return False
