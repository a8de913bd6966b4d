"""Dictionaries: those whose keys are known when they are read, and others.

One with known keys is the list of its values, and a key is a position in it. Any other is a list of keys, in the order
in which they came, beside the list of their values, and a key is looked for. A key that is not there raises, as in
Python. Dictionaries with known keys never get others: a store that might bring one is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from typing import TypeGuard

from twinproof.lang.command import Assign, If, sequence
from twinproof.lang.errors import Code
from twinproof.lang.expr import FALSE, Apply, Expr, Literal, Op, Var, applied, apply, list_of
from twinproof.lang.faces import Dictionary, Key, Member, Table, dictionary, option
from twinproof.lang.noise import FUNCTIONS
from twinproof.lang.reader.classes import EnumClass
from twinproof.lang.reader.comprehensions import Items
from twinproof.lang.reader.flow import bound_names, changed_names, named_in, stored_names
from twinproof.lang.reader.known_keys import KeyReader, key_type
from twinproof.lang.reader.ownership import has_list
from twinproof.lang.reader.progressions import spelled_out
from twinproof.lang.reader.scopes import as_written, is_inner
from twinproof.lang.reader.shared import component, is_constant
from twinproof.lang.reader.told_apart import told_apart
from twinproof.lang.reader.unknown import UNKNOWN
from twinproof.lang.reader.walks import Walk, over_list, side_by_side
from twinproof.lang.types import ListOf, Type

MOST_UNROLLED = 8  # of a comprehension that is spelled out, key by key
VIEWS = ("keys", "values", "items")


class DictionaryReader(KeyReader):
    """Reads dictionaries."""

    # ---------------------------------------------------------------------------------------------------- making them

    def dictionary(self, node: ast.expr, expected: Type | None) -> Expr:
        """A display, a comprehension, or a call of `dict`."""
        self.shared.has_faces = True
        match node:
            case ast.Dict([], []):
                kind = expected if isinstance(expected, Dictionary) else dictionary(UNKNOWN, UNKNOWN)
                return self._empty(kind)
            case ast.Dict(keys, values):
                return self._display(node, keys, values)
            case ast.DictComp(key, value, [clause]) if not clause.ifs and not clause.is_async:
                known = self.known_keys(clause.iter)
                if known is not None and self._is_key(key, clause):
                    return self._table(node, known, value, clause)
                return self._gathered_by_key(node, node)
            case ast.DictComp():
                return self._gathered_by_key(node, node)
            case ast.Call(_, [], []):
                return self._empty(expected if isinstance(expected, Dictionary) else dictionary(UNKNOWN, UNKNOWN))
            case ast.Call(_, [ast.Call(zipped, [_, _], []) as pairs], []) if self.stands_for(zipped) == "zip":
                named = self.given_name("key"), self.given_name("value")
                names: list[ast.expr] = [ast.copy_location(ast.Name(n, ast.Store()), node) for n in named]
                clause = ast.comprehension(ast.copy_location(ast.Tuple(names, ast.Store()), node), pairs, [], 0)
                both = ast.DictComp(self.load(named[0], node), self.load(named[1], node), [clause])
                return self._gathered_by_key(node, ast.copy_location(both, node))
            case ast.Call(_, [other], []):
                e = self.value(other)
                if isinstance(e.type, Table | Dictionary):
                    return e
        hint = "write `{key: value for key in KEYS}`, `dict(zip(keys, values))`, or start from `{}`"
        self.refuse(Code.DICTIONARY, node, "a dictionary of this form is not in the language", hint)

    def from_keys(self, node: ast.Call) -> Expr:
        """`dict.fromkeys(keys, value)`: one value for all keys."""
        match self._plain(node):
            case [keys, *values] if len(values) <= 1:
                value = values[0] if values else ast.copy_location(ast.Constant(None), node)
            case _:
                hint = "write `dict.fromkeys(KEYS, 0)`"
                self.refuse(Code.CALL_ARGUMENTS, node, "`fromkeys` takes keys and a value", hint)
        e = self.value(value)
        if has_list(e.type):
            hint = "write `{key: [] for key in KEYS}`"
            self.refuse(Code.ALIAS, node, "this would put one list into several places", hint)
        named, shown = self.given_name("key"), value
        if not isinstance(value, ast.Constant):
            shown = self.load(self.given("value", e, node), node)
        clause = ast.comprehension(ast.copy_location(ast.Name(named, ast.Store()), node), keys, [], 0)
        made = ast.DictComp(self.load(named, node), shown, [clause])
        return self.dictionary(ast.copy_location(made, node), None)

    def _empty(self, kind: Dictionary) -> Expr:
        keys, values = kind.items
        assert isinstance(keys, ListOf)
        assert isinstance(values, ListOf)
        return applied(Op.TUPLE, (list_of(keys.item), list_of(values.item)), kind)

    def _display(self, node: ast.Dict, keys: Sequence[ast.expr | None], values: Sequence[ast.expr]) -> Expr:
        constants: list[tuple[Type, Key]] = []
        for key in keys:
            constant = None if key is None else self._constant_key(key)
            if key is None or constant is None:
                hint = "use constants as keys, or start from `{}` and assign"
                self.refuse(
                    Code.DICTIONARY, key or node, "the keys of a dictionary that is spelled out are constants", hint
                )
            constants.append(constant)
        if len({kind for kind, _ in constants}) > 1:
            self.refuse(Code.DICTIONARY, node, "the keys of a dictionary have one type", "use keys of one type")
        items = [self.value(v) for v in values]
        for e, value in zip(items, values, strict=True):
            self._must_be_new(value, e.type)
        return self._made(node, constants[0][0], [k for _, k in constants], items)

    def _made(self, node: ast.expr, kind: Type, keys: Sequence[Key], items: Sequence[Expr]) -> Expr:
        items = [self.as_type(e, items[0].type) for e in items]
        if len({e.type for e in items}) > 1 or len(set(keys)) < len(keys):
            message = "the values of a dictionary have one type, and each key stands once"
            self.refuse(Code.DICTIONARY, node, message, "use a record for values of several types")
        return applied(Op.LIST, tuple(items), Table(items[0].type, kind, tuple(keys)))

    def _is_key(self, key: ast.expr, clause: ast.comprehension) -> bool:
        """Whether the keys of a comprehension are those of what it runs over."""
        target: ast.expr | None = clause.target
        if _is_view(clause.iter, "items"):
            target = target.elts[0] if isinstance(target, ast.Tuple) and target.elts else None
        return isinstance(key, ast.Name) and isinstance(target, ast.Name) and key.id == target.id

    def _table(
        self, node: ast.DictComp, known: tuple[Type, tuple[Key, ...]], value: ast.expr, clause: ast.comprehension
    ) -> Expr:
        """A dictionary with these keys: spelled out if they are few and no noise is drawn, else made by a loop."""
        kind, keys = known
        if not 0 < len(keys) <= MOST_UNROLLED or any(self._may_draw(part) for part in ast.walk(value)):
            return self._collected(node, Items(value, [clause]), None, lambda item: Table(item, kind, keys))
        of = clause.iter.func.value if _is_view(clause.iter, "items") else None
        whole = self.expr(of) if of is not None else None
        items: list[Expr] = []
        for i, k in enumerate(keys):
            met = self.key(k, kind)
            if whole is not None:
                met = apply(Op.TUPLE, met, apply(Op.GET, whole, Literal(i)))
            for name, e in self._match(ast.copy_location(ast.Pass(), node), clause.target, met):
                self.scope[name] = e if is_constant(e) else self.in_variable(e, node, as_written(name))
            e = self.value(value)
            self._must_be_new(value, e.type)
            is_empty = isinstance(e, Apply) and e.op is Op.LIST and not e.args
            items.append(e if is_empty or is_constant(e) else self.in_variable(e, node, "value"))
        return self._made(node, kind, keys, items)

    def _may_draw(self, node: ast.AST) -> bool:
        """Whether this is a call that may draw noise: all may but those of Python's own functions."""
        if not isinstance(node, ast.Call):
            return False
        called = self.stands_for(node.func)
        return called is None or called in FUNCTIONS

    def _gathered_by_key(self, node: ast.expr, made: ast.DictComp) -> Expr:
        """A dictionary whose keys are found in a loop; a key that comes again gets the later value."""
        made_here: list[Var] = []
        is_new = self._come_once(made)

        def put() -> None:
            key = self.in_variable(self.value(made.key), node, "key")
            e = self.in_variable(self.value(made.value), node, "value")
            if has_list(key.type) or has_list(e.type):
                hint = "start from `{}` and assign in a loop"
                self.refuse(Code.DICTIONARY, node, "a dictionary of lists is not made by a comprehension", hint)
            whole = made_here[0] if made_here else self.fresh("values", dictionary(key.type, e.type))
            made_here[:] = [whole]
            if is_new:
                self._put_new(node, whole, key, e)
                return
            position = self.in_variable(self._position(node, whole, key), node, "position")
            self._put(node, whole, key, position, e, new_too=True)

        with self.buffer() as loop:
            self._over(node, Items(made.value, made.generators), put)
        kind = made_here[0].type
        assert isinstance(kind, Dictionary)
        self.emit(Assign(made_here[0], self._empty(kind), self.span(node)))
        self.out.extend(loop)
        return made_here[0]

    def _come_once(self, made: ast.DictComp) -> bool:
        """Whether no key of a comprehension comes again: they are counted, or the keys of another dictionary."""
        match made:
            case ast.DictComp(ast.Name(key), _, [ast.comprehension(ast.Name(target), iterable)]) if key == target:
                called = self.stands_for(iterable.func) if isinstance(iterable, ast.Call) else None
                return called == "range" or self._is_dictionary(_viewed(iterable, "keys"))
            case ast.DictComp(
                ast.Name(key), _, [ast.comprehension(ast.Tuple([ast.Name(target), other]), ast.Call() as iterable)]
            ) if key == target and key not in bound_names(other):
                counted = self.stands_for(iterable.func) == "enumerate"
                return counted or (_is_view(iterable, "items") and self._is_dictionary(iterable.func.value))
            case _:
                return False

    # -------------------------------------------------------------------------------------------------------- reading

    def _index(self, node: ast.expr, whole: Expr, index: ast.expr) -> Expr:
        if not isinstance(whole.type, Table | Dictionary):
            return super()._index(node, whole, index)
        whole = self.in_variable(whole, node, "held")
        key = self._looked_up(index, whole, index, raises=True)
        return self.apply(node, Op.GET, _values(whole), self.short(self._position(node, whole, key), index))

    def member(self, node: ast.expr, e: Expr, whole: ast.expr) -> Expr:
        view = whole.func.value if _is_view(whole, "keys") else whole
        if isinstance(view, ast.Name) and self.is_own(view.id):
            among = self._name(view)
            if isinstance(among.type, Table | Dictionary):
                kind = key_type(among.type)
                if e.type != kind and kind != UNKNOWN:
                    message = f"the keys of this dictionary are {kind}, and this is {e.type}"
                    self.refuse(Code.TYPE, node, message, "look for a value of the type of its keys")
                return self._has(node, among, e if is_constant(e) else self.in_variable(e, node, "key"))
        return super().member(node, e, whole)

    def called(self, node: ast.AST, function: ast.expr, values: Sequence[Expr]) -> Expr:
        match function, values:
            case ast.Attribute(ast.Name(base), "get" | "__getitem__"), [key] if self._is_dictionary(function.value):
                kind = self.scope[base].type
                among = [keys for name, keys in self.among.items() if self.scope.get(name) == key]
                is_there = isinstance(kind, Table) and bool(among) and set(among[0]) <= set(kind.keys)
                if is_there or self._stands_at(self.scope[base], key) is not None:
                    found = ast.Subscript(function.value, self.load(self.given("key", key, node), node), ast.Load())
                    return self.expr(ast.copy_location(found, function))
        return super().called(node, function, values)

    def method(self, node: ast.Call, whole: Expr, name: str) -> Expr | None:
        if not isinstance(whole.type, Table | Dictionary):
            return super().method(node, whole, name)
        match name, self._plain(node):
            case "get", [key_node, *default]:
                whole = self.in_variable(whole, node, "held")
                key = self._looked_up(key_node, whole, key_node)
                if default and key_type(whole.type) == UNKNOWN and isinstance(whole, Var):
                    other = self.value(default[0])
                    self.learn(whole, dictionary(key.type, other.type))
                    return other
                there, position = self._has(node, whole, key), self._position(node, whole, key, missing=0)
                found = self.apply(node, Op.GET, _values(whole), self.in_variable(position, node, "position"))
                if not default:
                    kind = option(found.type)
                    return self.apply(node, Op.ITE, there, self.as_type(found, kind), self.none(kind))
                other = self.as_type(self.held(self.value(default[0], found.type), node), found.type)
                return self.apply(node, Op.ITE, there, found, other)
            case "copy", []:
                return whole
            case "__getitem__", [key_node]:
                return self._index(node, whole, key_node)
            case (("keys" | "values" | "items"), []):
                hint = f"run over it, or make a list: `list(….{name}())`"
                self.refuse(Code.DICTIONARY, node, "this looks into the dictionary, and is no value of its own", hint)
            case _:
                return None

    def _runs(self, node: ast.expr) -> bool:
        if super()._runs(node):
            return True
        for view in VIEWS:
            if _is_view(node, view):
                return self._is_dictionary(node.func.value)
        return self._is_dictionary(node) or isinstance(self.class_of(node), EnumClass)

    def _is_dictionary(self, node: ast.expr) -> bool:
        """Whether a name stands for a dictionary."""
        if not isinstance(node, ast.Name) or not self.is_own(node.id) or node.id not in self.scope:
            return False
        return isinstance(self.scope[node.id].type, Table | Dictionary)

    def walk(self, s: ast.For, node: ast.expr, whole: bool = True) -> Walk:
        base, view = node, "keys"
        for name in VIEWS:
            if _is_view(node, name):
                base, view = node.func.value, name
        if not self._is_dictionary(base):
            return super().walk(s, node, whole)
        assert isinstance(base, ast.Name)
        e = self._name(base)
        keys_stay = isinstance(e.type, Table) and base.id not in set(chain(*map(stored_names, s.body)))
        if base.id in set(chain(*map(changed_names, s.body))) and not keys_stay:
            hint = f"loop over a copy: `for … in list({base.id})`"
            self.refuse(Code.CHANGED_WHILE_ITERATED, node, f"the loop changes `{base.id}`, which it runs over", hint)
        if view != "keys" and has_list(_value_type(e.type)) and base.id in set(chain(*map(changed_names, s.body))):
            hint = f"run over the keys: `for … in {base.id}`"
            self.refuse(
                Code.CHANGED_WHILE_ITERATED, node, f"the loop changes lists of `{base.id}` that it runs over", hint
            )
        if isinstance(e.type, Table):
            keys, values = self._over_keys(e.type, base), over_list(e)  # values as they are when they are met
        else:
            parts = (self.in_variable(component(e, i), base, b) for i, b in enumerate(("keys", "values")))
            keys, values = map(over_list, parts)
            if node is s.iter:
                keys = self._noting(s, e, keys)
        match view:
            case "keys":
                return keys
            case "values":
                return values
            case _ if isinstance(e.type, Table) and self._progression(e.type) is not None:  # as many as values
                return replace(values, item=lambda k: apply(Op.TUPLE, keys.item(k), values.item(k)))
            case _:
                return side_by_side([keys, values])

    def _noting(self, s: ast.For, whole: Expr, keys: Walk) -> Walk:
        """A walk over the keys of a dictionary that remembers where the key stands which the loop has come to."""
        name = self._key_met(s)

        def item(at: Expr) -> Expr:
            if name is not None:
                self.met[name] = whole, at
            return keys.item(at)

        return replace(keys, item=item)

    def _key_met(self, s: ast.For) -> str | None:
        """The name of the key that a loop over a dictionary has come to, if nothing else in the loop sets it."""
        first = s.target.elts[0] if isinstance(s.target, ast.Tuple) and _is_view(s.iter, "items") else s.target
        once = isinstance(first, ast.Name) and (is_inner(first.id) or self.counts[first.id] == 1)
        return first.id if isinstance(first, ast.Name) and once else None

    def _over_keys(self, kind: Table, node: ast.expr) -> Walk:
        keys = self._keys(kind)
        following = spelled_out(keys)
        return following.walk() if following else over_list(self.in_variable(keys, node, "keys"), len(kind.keys))

    def _for(self, s: ast.For) -> None:
        known, name = self.known_keys(s.iter), self._key_met(s)
        if known is not None and name is not None:
            self.among[name] = known[1]
        before, walked = dict(self.met), self.walked
        copied = isinstance(s.iter, ast.Call) and self.stands_for(s.iter.func) in ("list", "sorted")
        self.walked = walked if copied else walked | named_in(s.iter)
        super()._for(s)
        self.met, self.walked = before, walked

    @contextmanager
    def knowing(self, test: ast.expr, body: Sequence[ast.stmt]) -> Iterator[None]:
        """While a block is read before which a test has passed: which names are among the keys of something."""
        before = dict(self.among)
        for part in test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]:
            match part:
                case ast.Compare(ast.Name(name), [ast.In()], [whole]) if name not in set(
                    chain(*map(bound_names, body))
                ):
                    known = self.known_keys(whole)
                    if known is not None:
                        self.among[name] = known[1]
        yield
        self.among = before

    # -------------------------------------------------------------------------------------------------------- changing

    def step_into(self, outer: Expr, step: ast.expr, s: ast.stmt) -> tuple[Expr, Expr]:
        if isinstance(outer.type, Table):
            return outer, self.in_variable(self._position(s, outer, self._looked_up(step, outer, step)), s, "position")
        return super().step_into(outer, step, s)

    def update(self, s: ast.stmt, target: ast.Subscript, value: ast.expr, op: Op | None, grows: bool = False) -> None:
        whole = self._name(target.value) if isinstance(target.value, ast.Name) else None
        if whole is None or grows or not isinstance(whole.type, Table | Dictionary):
            return super().update(s, target, value, op, grows)
        assert isinstance(target.value, ast.Name)
        self._must_own(s, target.value.id)
        if not isinstance(whole, Var):
            self.refuse(Code.DICTIONARY, s, "this dictionary cannot be changed", "give it a name")
        kind = _value_type(whole.type)
        e: Expr = FALSE
        if op is None:
            e = self.value(value, None if kind == UNKNOWN else kind)
            self._must_be_new(value, e.type, s)
        if isinstance(whole.type, Dictionary) and self._learned_key(whole, target.slice, value):
            return None
        key = self._looked_up(target.slice, whole, target.slice)
        if op is not None:
            position = self.in_variable(self._position(target, whole, key), s, "position")
            current = self.in_variable(self.apply(s, Op.GET, _values(whole), position), s, "held")
            located = ast.copy_location(ast.BinOp(target, ast.Add(), value), s)
            e = self.combine(located, op, *self.meet(current, self.expr(value, current.type)))
        e = self.as_type(e, kind)
        if e.type != kind:
            held, other = told_apart(kind, e.type)
            message = f"`{target.value.id}` holds {held}, and would get {other}"
            self.refuse(Code.TYPE_CHANGED, s, message, "the values of a dictionary have one type")
        if has_list(e.type):
            self._must_be_new(value, e.type, s)
        if op is None and isinstance(whole.type, Table) and not self._surely_has(whole.type, target.slice, key):
            hint = f"write `if {ast.unparse(target.slice)} in {target.value.id}:` before it, or start from `{{}}`"
            self.refuse(Code.DICTIONARY, s, "this may bring a new key to a dictionary whose keys are known", hint)
        if op is None:
            position = self.in_variable(self._position(target, whole, key), s, "position")
        return self._put(s, whole, key, position, e, new_too=op is None)

    def _put(self, s: ast.AST, whole: Var, key: Expr, position: Expr, e: Expr, new_too: bool) -> None:
        at = self.span(s)
        replaced = self.apply(s, Op.SET, _values(whole), position, e)
        if isinstance(whole.type, Table):
            self.emit(Assign(whole, replaced, at))
            return
        old = Assign(whole, applied(Op.TUPLE, (component(whole, 0), replaced), whole.type), at)
        if not new_too:
            self.emit(old)
            return
        with self.buffer() as new:
            self._put_new(s, whole, key, e)
        is_old = apply(Op.LT, position, apply(Op.LEN, component(whole, 0)))
        self.emit(If(is_old, sequence(old), sequence(*new), at))

    def _put_new(self, s: ast.AST, whole: Var, key: Expr, e: Expr) -> None:
        """A key that is not in the dictionary yet, behind all others."""
        parts = apply(Op.APPEND, component(whole, 0), key), apply(Op.APPEND, component(whole, 1), e)
        self.emit(Assign(whole, applied(Op.TUPLE, parts, whole.type), self.span(s)))

    def _learned_key(self, whole: Var, key: ast.expr, value: ast.expr) -> bool:
        """Whether the types of a dictionary that was empty are learned here; all is read again then."""
        if key_type(whole.type) != UNKNOWN:
            return False
        with self.buffer():
            kind = dictionary(self.value(key).type, self.value(value).type)
        return self.learn(whole, kind)

    def _surely_has(self, kind: Table, node: ast.expr, key: Expr) -> bool:
        """Whether a key is surely one of those of a dictionary."""
        if is_constant(key):
            return key in [self.key(k, kind.key) for k in kind.keys]
        if isinstance(kind.key, Member) and set(kind.keys) == set(kind.key.members):
            return True
        among = self.among.get(node.id) if isinstance(node, ast.Name) else None
        return among is not None and set(among) <= set(kind.keys)


class _View(ast.Call):
    """`d.keys()`, `d.values()` or `d.items()`."""

    func: ast.Attribute


def _is_view(node: ast.expr, name: str) -> TypeGuard[_View]:
    match node:
        case ast.Call(ast.Attribute(_, attribute), [], []):
            return attribute == name
        case _:
            return False


def _viewed(node: ast.expr, name: str) -> ast.expr:
    """What this view looks into; itself if it is none."""
    return node.func.value if _is_view(node, name) else node


def _value_type(kind: Type) -> Type:
    values = kind if isinstance(kind, Table) else kind.items[1] if isinstance(kind, Dictionary) else kind
    assert isinstance(values, ListOf)
    return values.item


def _values(whole: Expr) -> Expr:
    return whole if isinstance(whole.type, Table) else component(whole, 1)
