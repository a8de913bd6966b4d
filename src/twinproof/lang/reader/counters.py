"""`Counter` and `defaultdict`: dictionaries in which a missing key has a value.

Reading a missing key of a `Counter` gives 0 and leaves the counter as it is. Reading one of a `defaultdict` puts it in;
so it is a change, wherever it stands, and the name must own the dictionary. `d[k] += v` is `d[k] = d.get(k, 0) + v`.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from twinproof.lang.command import Assign, If, Skip, sequence
from twinproof.lang.errors import Code
from twinproof.lang.expr import ONE, ZERO, Apply, Expr, Literal, Op, Var, applied, apply, negate
from twinproof.lang.faces import Dictionary, Table, key_and_item
from twinproof.lang.reader.annotations import read_type
from twinproof.lang.reader.comprehensions import Items
from twinproof.lang.reader.flow import read_from_outside
from twinproof.lang.reader.gathered import Counts, Defaulting, SetOf, counts, missing_value
from twinproof.lang.reader.known_keys import key_type
from twinproof.lang.reader.operators import ARITHMETIC
from twinproof.lang.reader.scopes import Inserting
from twinproof.lang.reader.sets import SetReader
from twinproof.lang.reader.shared import component
from twinproof.lang.reader.unknown import UNKNOWN, blank, has_unknown
from twinproof.lang.types import BOOL, INT, ListOf, Type

_FACTORIES: dict[str, Type] = {"int": INT, "bool": BOOL, "list": ListOf(UNKNOWN), "set": SetOf(UNKNOWN)}


class CounterReader(SetReader):
    """Reads dictionaries in which a missing key has a value."""

    # ---------------------------------------------------------------------------------------------------- making them

    def further_call(self, node: ast.Call, called: str, expected: Type | None) -> Expr:
        match called:
            case "Counter":
                self.shared.has_faces = True
                return self._counter(node, expected)
            case "defaultdict":
                self.shared.has_faces = True
                return self._defaulting(node, expected)
            case _:
                return super().further_call(node, called, expected)

    def _counter(self, node: ast.Call, expected: Type | None) -> Expr:
        match self._plain(node):
            case []:
                kind = expected if isinstance(expected, Counts) else counts(UNKNOWN)
                return applied(Op.TUPLE, tuple(map(blank, kind.items)), kind)
            case [given] if not self._is_dictionary(given) and not isinstance(given, ast.Dict | ast.DictComp):
                return self._counted(node, self.items_of(given))
            case _:
                hint = "write `Counter(xs)`, or `Counter()` and `c[k] += 1`"
                self.refuse(Code.DICTIONARY, node, "`Counter` counts the items of one list here", hint)

    def _counted(self, node: ast.Call, items: Items) -> Expr:
        """`Counter(xs)`: the items one by one."""
        made: list[Var] = []

        def put() -> None:
            key = self.in_variable(self.value(items.element), node, "key")
            self._must_be_hashable(items.element, key.type)
            made[:] = made or [self.fresh("counts", counts(key.type))]
            self._count_one(node, made[0], key)

        with self.buffer() as loop:
            self._over(node, items, put)
        kind = made[0].type
        assert isinstance(kind, Counts)
        self.emit(Assign(made[0], self._empty(kind), self.span(node)))
        self.out.extend(loop)
        return made[0]

    def _count_one(self, node: ast.expr, whole: Var, key: Expr) -> None:
        """`c[key] += 1`"""
        number = self._with_default(node, whole, key, ZERO)
        position = self.in_variable(self._position(node, whole, key), node, "position")
        self._put(node, whole, key, position, apply(Op.ADD, number, ONE), new_too=True)

    def _with_default(self, node: ast.expr, whole: Expr, key: Expr, default: Expr) -> Expr:
        """`d.get(key, default)`"""
        there, position = self._has(node, whole, key), self._position(node, whole, key, missing=0)
        found = self.apply(node, Op.GET, component(whole, 1), self.in_variable(position, node, "position"))
        return self.apply(node, Op.ITE, there, found, self.as_type(default, found.type))

    def _defaulting(self, node: ast.Call, expected: Type | None) -> Expr:
        """`defaultdict(int)`, `defaultdict(list)`, `defaultdict(lambda: 0)`"""
        default: Literal | None = None
        match self._plain(node):
            case [ast.Lambda(ast.arguments([], [], None, [], [], None, []), body)]:
                constant = self.value(body)
                if not isinstance(constant, Literal):
                    hint = "write `defaultdict(lambda: 0)`, or `defaultdict(int)`"
                    self.refuse(Code.DICTIONARY, body, "what a missing key gives is a constant number here", hint)
                value = constant.type
                default = constant if constant != blank(value) else None
            case [ast.Name() as factory] if (called := self.stands_for(factory)) in _FACTORIES:
                value = _FACTORIES[called or ""]
            case _:
                hint = "write `defaultdict(int)`, `defaultdict(list)`, `defaultdict(set)` or `defaultdict(lambda: 0)`"
                self.refuse(Code.DICTIONARY, node, "a `defaultdict` of this form is not in the language", hint)
        kind = Defaulting((ListOf(UNKNOWN), ListOf(value)), default)
        if isinstance(expected, Dictionary) and type(_value(expected)) is type(value):
            kind = Defaulting(expected.items, default)
        return applied(Op.TUPLE, tuple(map(blank, kind.items)), kind)

    def _annotated(self, s: ast.AnnAssign) -> None:
        """`d: dict[str, int] = defaultdict(int)` is a `defaultdict` all the same."""
        made = self.stands_for(s.value.func) if isinstance(s.value, ast.Call) else None
        if made not in ("Counter", "defaultdict") or not isinstance(s.target, ast.Name) or s.value is None:
            return super()._annotated(s)
        kind = read_type(self.source, s.annotation)
        if not isinstance(kind, Dictionary) or s.target.id in self.declared:
            return super()._annotated(s)
        with self.buffer():
            its = self.expr(s.value, kind).type
        if isinstance(its, Counts) and _value(kind) == INT:
            its = Counts(kind.items)
        self.declared[s.target.id] = its
        return self._assign(s, [s.target], s.value)

    # -------------------------------------------------------------------------------------------------------- reading

    def _index(self, node: ast.expr, whole: Expr, index: ast.expr) -> Expr:
        match whole.type:
            case Counts():
                whole = self.in_variable(whole, node, "held")
                key = self._looked_up(index, whole, index)
                return ZERO if key_type(whole.type) == UNKNOWN else self._with_default(node, whole, key, ZERO)
            case Defaulting():
                return self._inserted(node, whole, index)
            case _:
                return super()._index(node, whole, index)

    def _inserted(self, node: ast.expr, whole: Expr, index: ast.expr) -> Expr:
        """`d[k]` of a `defaultdict`: the value at the key, which is put in if it is missing."""
        if not isinstance(node, Inserting) or not isinstance(node.value, ast.Name) or not isinstance(whole, Var):
            hint = "read `d.get(k, …)`, or make the `defaultdict` in this function"
            self.refuse(Code.DICTIONARY, node, "reading this `defaultdict` may put a key into it", hint)
        key = self._looked_up(index, whole, index)
        if key_type(whole.type) == UNKNOWN:
            self.learn(whole, _with(whole.type, key.type, _value(whole.type)))
            return blank(_value(whole.type))
        if (at := self._stands_at(whole, key)) is not None:
            return self.apply(node, Op.GET, component(whole, 1), at)
        name = node.value.id
        self._must_own(ast.copy_location(ast.Pass(), node), name)
        if name in self.walked:
            hint = f"read `{name}.get(…)`, or loop over a copy: `for … in list({name})`"
            self.refuse(Code.CHANGED_WHILE_ITERATED, node, f"reading `{name}` may put a key into it", hint)
        from_inside = any(name in read_from_outside(f) for f in self.nested.values())
        if self.line is None or from_inside or _is_told_apart(self.line, name):
            message = f"reading `{name}` may put a key into it, and this line asks for more"
            self.refuse(Code.DICTIONARY, node, message, "read it on a line of its own")
        return self.apply(node, Op.GET, component(whole, 1), self._put_missing(node, whole, key, None))

    def _put_missing(self, node: ast.AST, whole: Var, key: Expr, default: Expr | None) -> Expr:
        """Put a key in, with what there is for missing ones, unless it is there; the position at which it is then."""
        default = missing_value(whole.type) if default is None else default
        assert default is not None
        position = self.in_variable(self._position(node, whole, key), node, "position")
        with self.buffer() as new:
            self._put_new(node, whole, key, self.as_type(default, _value(whole.type)))
        is_new = apply(Op.EQ, position, apply(Op.LEN, component(whole, 0)))
        self.emit(If(is_new, sequence(*new), Skip(), self.span(node)))
        return position

    def method(self, node: ast.Call, whole: Expr, name: str) -> Expr | None:
        if isinstance(whole.type, Counts):
            match name, self._plain(node):
                case "total", []:
                    values = self._view(node, whole, "values")
                    return self.consumed(ast.copy_location(ast.Call(node.func, [values], []), node), "sum")
                case "most_common", given if len(given) <= 1:
                    return self._most_common(node, whole, given)
                case (("subtract" | "elements"), _):
                    self.refuse(Code.DICTIONARY, node, f"`{name}` of a Counter is not in the language", "write a loop")
        return super().method(node, whole, name)

    def _view(self, node: ast.expr, whole: Expr, name: str) -> ast.expr:
        """`c.values()` or `c.items()`"""
        held = self.load(self.given("counts", whole, node), node)
        view = ast.copy_location(ast.Attribute(held, name, ast.Load()), node)
        return ast.copy_location(ast.Call(view, [], []), node)

    def _most_common(self, node: ast.Call, whole: Expr, given: Sequence[ast.expr]) -> Expr:
        """`c.most_common(n)`: the pairs, sorted by their counts, where equal ones stay in their order."""
        limit = self.integer(given[0], "how many are asked for") if given else None
        if limit is not None and (not isinstance(limit, Literal) or limit.value < 0):
            hint = "write `c.most_common()[:n]`"
            self.refuse(Code.CALL_ARGUMENTS, given[0], "how many are asked for is a constant here", hint)
        pair = self.given_name("pair")
        one = ast.copy_location(ast.Constant(1), node)
        second = ast.copy_location(ast.Subscript(self.load(pair, node), one, ast.Load()), node)
        key = ast.copy_location(ast.Lambda(ast.arguments([], [ast.arg(pair)], None, [], [], None, []), second), node)
        keywords = [ast.keyword("key", key), ast.keyword("reverse", ast.copy_location(ast.Constant(True), node))]
        items = self._view(node, whole, "items")
        ordered = self.sorted(ast.copy_location(ast.Call(node.func, [items], keywords), node))
        if limit is None:
            return ordered
        last = ast.copy_location(ast.Constant(int(limit.value)), node)
        return self.slice(node, ordered, ast.copy_location(ast.Slice(None, last), node))

    # -------------------------------------------------------------------------------------------------------- changing

    def _learned_key(self, whole: Var, key: ast.expr, value: ast.expr) -> bool:
        if not has_unknown(whole.type):
            return False
        with self.buffer():
            kind, its = self.value(key).type, _value(whole.type)
            its = self.value(value).type if has_unknown(its) else its
        return self.learn(whole, _with(whole.type, kind, its))

    def update(self, s: ast.stmt, target: ast.Subscript, value: ast.expr, op: Op | None, grows: bool = False) -> None:
        whole = self._name(target.value) if isinstance(target.value, ast.Name) else None
        if whole is None or not isinstance(whole.type, Dictionary) or not isinstance(target.value, ast.Name):
            return super().update(s, target, value, op, grows)
        default = missing_value(whole.type)
        if grows:
            return self._change_inside(s, target.value, target.slice, default, value, "append")
        if op is None and isinstance(whole, Var) and has_unknown(whole.type):
            with self.buffer():
                kind = self.value(value).type
            if has_unknown(kind):
                return None  # something else tells what is held, and then all is read again
        if op is None or default is None or not isinstance(whole, Var):
            return super().update(s, target, value, op)
        name = target.value.id
        self._must_own(s, name)
        if has_unknown(whole.type):
            self._learned_key(whole, target.slice, value)
            return None
        key = self._looked_up(target.slice, whole, target.slice)
        if isinstance(whole.type, Defaulting) and self._is_seen_by(name, value):
            self._put_missing(s, whole, key, default)
        key_name, default_name = self.given("key", key, s), self.given("default", default, s)
        get = ast.copy_location(ast.Attribute(target.value, "get", ast.Load()), s)
        arguments = [self.load(key_name, s), self.load(default_name, s)]
        current = ast.copy_location(ast.Call(get, arguments, []), s)
        changed = ast.copy_location(ast.BinOp(current, self.operator_of(op), value), s)
        place = ast.copy_location(ast.Subscript(target.value, self.load(key_name, s), ast.Store()), s)
        return super().update(s, place, changed, None)

    def operator_of(self, op: Op) -> ast.operator:
        """An operator as it is written."""
        return next(operator() for operator, its in ARITHMETIC.items() if its is op)

    def _change_inside(
        self, s: ast.stmt, of: ast.Name, key_node: ast.expr, default: Expr | None, item: ast.expr, method: str
    ) -> None:
        """`d[k].append(x)` and `d[k].add(x)`; a key that is missing is put in first, or raises."""
        name, whole = of.id, self._name(of)
        self._must_own(s, name)
        if not isinstance(whole, Var):
            self.refuse(Code.DICTIONARY, s, "this dictionary cannot be changed", "give it a name")
        shape: type[ListOf] = ListOf if method == "append" else SetOf
        if has_unknown(whole.type):
            with self.buffer():
                self.learn(whole, _with(whole.type, self.value(key_node).type, shape(self.value(item).type)))
            return
        kind = _value(whole.type)
        if not isinstance(kind, ListOf) or type(kind) is not shape:
            self.refuse(Code.TYPE, s, f"`{name}` holds {kind}, which has no `{method}`", "hold lists in it")
        key = self._looked_up(key_node, whole, key_node)
        if default is not None:
            position = self._put_missing(s, whole, key, default)
        else:
            position = self.in_variable(self._position(s, whole, key), s, "position")
        inner = self.in_variable(self.apply(s, Op.GET, component(whole, 1), position), s, "held")
        e = self.as_type(self.value(item, kind.item), kind.item)
        if e.type != kind.item:
            self.refuse(Code.TYPE, item, f"`{name}` holds {kind}, and {e.type} would be put in", "use one type")
        self._must_be_new(item, e.type, s)
        e = self.in_variable(e, s, "item")
        values = self.apply(s, Op.SET, component(whole, 1), position, self.apply(s, Op.APPEND, inner, e))
        put = Assign(whole, applied(Op.TUPLE, (component(whole, 0), values), whole.type), self.span(s))
        if method == "append":
            self.emit(put)
            return
        there = self.place_builtin(ast.copy_location(ast.Constant(None), s), "contains", {"items": inner, "value": e})
        self.emit(If(negate(there), put, Skip(), self.span(s)))

    def _expression_statement(self, s: ast.stmt, value: ast.expr) -> None:
        match value:
            case ast.Call(ast.Attribute(ast.Name() as of, method), arguments, []) if self._grows(of):
                if self._change_dictionary(s, of, method, arguments):
                    return
            case ast.Call(ast.Attribute(ast.Subscript(ast.Name() as of, key), "add"), [item], []) if self._grows(of):
                self._change_inside(s, of, key, missing_value(self._name(of).type), item, "add")
                return
            case ast.Call(
                ast.Attribute(
                    ast.Call(ast.Attribute(ast.Name() as of, "setdefault"), [key, made], []), "append" | "add" as method
                ),
                [item],
                [],
            ) if self._grows(of):
                self._change_inside(s, of, key, self._empty_of(made), item, method)
                return
            case _:
                pass
        super()._expression_statement(s, value)

    def _grows(self, node: ast.Name) -> bool:
        """Whether a name stands for a dictionary whose keys are found when it runs."""
        return self._is_dictionary(node) and not isinstance(self._name(node).type, Table)

    def _empty_of(self, made: ast.expr) -> Expr:
        """`[]` or `set()`"""
        e = self.value(made)
        if not isinstance(e, Apply) or e.op is not Op.LIST or e.args:
            self.refuse(
                Code.DICTIONARY, made, "`setdefault` is given an empty list here", "write `d.setdefault(k, [])`"
            )
        return e

    def _change_dictionary(self, s: ast.stmt, of: ast.Name, method: str, arguments: Sequence[ast.expr]) -> bool:
        """`d.setdefault(k, 0)` and `c.update(xs)`, on a line of their own; False for anything else."""
        whole = self._name(of)
        if not isinstance(whole, Var):
            return False
        match method, arguments:
            case "setdefault", [key_node, default_node]:
                self._must_own(s, of.id)
                if self._learned_key(whole, key_node, default_node) or has_unknown(whole.type):
                    return True
                key = self._looked_up(key_node, whole, key_node)
                kind = _value(whole.type)
                default = self.as_type(self.value(default_node, kind), kind)
                if default.type != kind:
                    message = f"`{of.id}` holds {kind}, and would get {default.type}"
                    self.refuse(Code.TYPE_CHANGED, s, message, "the values of a dictionary have one type")
                self._must_be_new(default_node, kind)
                self._put_missing(s, whole, key, self.in_variable(default, s, "default"))
                return True
            case "update", [more] if isinstance(whole.type, Counts) and not isinstance(more, ast.Dict | ast.DictComp):
                if self._is_dictionary(more):
                    return False
                self._must_own(s, of.id)
                items = self.items_of(more)

                def put() -> None:
                    key = self.in_variable(self.value(items.element), s, "key")
                    self._must_be_hashable(items.element, key.type)
                    if not self.learn(whole, counts(key.type)):
                        self._count_one(more, whole, key)

                self._over(more, items, put)
                return True
            case _:
                return False


def _value(kind: Type) -> Type:
    assert isinstance(kind, Dictionary)
    return key_and_item(kind)[1]


def _with(kind: Type, key: Type, value: Type) -> Type:
    """The type of a dictionary of this kind from these keys to these values."""
    assert isinstance(kind, Dictionary)
    return replace(kind, items=(ListOf(key), ListOf(value)))


def _is_told_apart(line: ast.AST, name: str) -> bool:
    """Whether a line asks for more of a dictionary than for the values at its keys, and could tell when it got one."""
    plain: set[ast.AST] = set()
    for node in ast.walk(line):
        match node:
            case ast.Subscript(ast.Name() as whole) | ast.Call(ast.Attribute(ast.Name() as whole, "get")):
                plain.add(whole)
            case ast.Compare(_, [ast.In() | ast.NotIn()], [ast.Name() as whole]):
                plain.add(whole)
            case _:
                pass
    return any(isinstance(n, ast.Name) and n.id == name and n not in plain for n in ast.walk(line))
