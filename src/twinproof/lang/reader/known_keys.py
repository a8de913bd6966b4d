"""The keys of dictionaries: which are known when a file is read, and where a key stands."""

from __future__ import annotations

import ast

from twinproof.lang.errors import Code
from twinproof.lang.expr import FALSE, TRUE, Expr, Literal, Op, applied, apply, list_of
from twinproof.lang.faces import TEXT, Dictionary, Key, Member, Option, Table, components
from twinproof.lang.reader.classes import EnumClass
from twinproof.lang.reader.progressions import Progression, progression
from twinproof.lang.reader.rankings import RankingReader
from twinproof.lang.reader.shared import component, is_constant
from twinproof.lang.reader.unknown import UNKNOWN, blank, has_unknown
from twinproof.lang.reader.vocabulary import Constant, Spelled
from twinproof.lang.types import BOOL, INT, ListOf, TupleOf, Type

MOST_KEYS = 64  # of a dictionary whose keys are known


class KeyReader(RankingReader):
    """Reads keys, and finds them."""

    def _constant_key(self, node: ast.expr) -> tuple[Type, Key] | None:
        match node:
            case ast.Constant(bool() as value):
                return BOOL, value
            case ast.Constant(int() as value):
                return INT, value
            case ast.Constant(str() as value):
                return TEXT, value
            case ast.UnaryOp(ast.USub(), ast.Constant(int() as value)) if not isinstance(value, bool):
                return INT, -value
            case ast.Attribute(base, name) if (
                isinstance(made := self.class_of(base), EnumClass) and name in made.members
            ):
                return made.type, name
            case ast.Name(name) if not self.is_own(name) and isinstance(
                meaning := self.source.names.get(name), Constant
            ):
                return _kind_of_key(meaning.value)
            case ast.Tuple(parts):
                found = [self._constant_key(p) for p in parts]
                if all(f is not None for f in found):
                    return TupleOf(tuple(f[0] for f in found if f)), tuple(f[1] for f in found if f)
        return None

    def known_keys(self, node: ast.expr) -> tuple[Type, tuple[Key, ...]] | None:
        """The keys that something to run over gives, if they are known now."""
        match node:
            case ast.Tuple(parts) | ast.List(parts):
                found = [self._constant_key(p) for p in parts]
                kinds = {f[0] for f in found if f is not None}
                keys = tuple(f[1] for f in found if f is not None)
                if len(kinds) == 1 and len(keys) == len(parts) == len(set(keys)):
                    return kinds.pop(), keys
                return None
            case ast.Call(ast.Attribute(base, "keys" | "items"), [], []):
                return self.known_keys(base) if isinstance(base, ast.Name) and self.is_own(base.id) else None
            case ast.Name(name) if self.is_own(name):
                kind = self._name(node).type
                return (kind.key, kind.keys) if isinstance(kind, Table) else None
            case ast.Name(name) if isinstance(spelled := self.source.names.get(name), Spelled):
                return self.known_keys(spelled.value) if self.means_members(spelled.value) else None
            case ast.Name(name) if isinstance(meaning := self.source.names.get(name), Constant):
                value = meaning.value
                if not isinstance(value, tuple) or not value or len(value) > MOST_KEYS:
                    return None
                kinds = {_kind_of_key(v)[0] for v in value}
                distinct = len(set(value)) == len(value)
                return (kinds.pop(), value) if len(kinds) == 1 and distinct else None
        made = self.class_of(node)
        return (made.type, made.members) if isinstance(made, EnumClass) else None

    def key(self, key: Key, kind: Type) -> Expr:
        """A known key as a value."""
        match kind, key:
            case Member(_, _, members), str():
                return applied(Op.TUPLE, (Literal(members.index(key)),), kind)
            case TupleOf(items), tuple() if components(kind) is not None:
                return applied(Op.TUPLE, tuple(self.key(k, i) for k, i in zip(key, items, strict=True)), kind)
            case _, str():
                return self.text(key)
            case _, bool() | int():
                return Literal(key)
        raise AssertionError(f"{key!r} is no key of type {kind}")

    def _keys(self, kind: Table) -> Expr:
        return list_of(kind.key, *(self.key(k, kind.key) for k in kind.keys))

    def _progression(self, kind: Table) -> Progression | None:
        """The keys, where each is one more than the one before."""
        found = progression([self.key(k, kind.key) for k in kind.keys])
        return found if found is not None and found.step == 1 else None

    def _same(self, a: Expr, b: Expr) -> Expr:
        if is_constant(a) and is_constant(b):
            return TRUE if a == b else FALSE
        return apply(Op.EQ, a, b)

    def _looked_up(self, node: ast.AST, whole: Expr, key: ast.expr, raises: bool = False) -> Expr:
        """The key that is looked for, as a value of the right type; None is none, and may raise."""
        kind = key_type(whole.type)
        e = self.value(key, None if kind == UNKNOWN else kind)
        if raises and isinstance(e.type, Option) and not isinstance(kind, Option):
            e = blank(kind) if has_unknown(e.type) else component(e, 1)
        if e.type != kind and kind != UNKNOWN:
            message = f"the keys of this dictionary are {kind}, and this is {e.type}"
            self.refuse(Code.TYPE, node, message, "look for a value of the type of its keys")
        return self.in_variable(e, node, "key") if not is_constant(e) else e

    def _has(self, node: ast.AST, whole: Expr, key: Expr) -> Expr:
        if key_type(whole.type) == UNKNOWN:
            return FALSE  # nothing is in it yet; when its types are learned, all is read again
        if self._stands_at(whole, key) is not None:
            return TRUE
        if isinstance(whole.type, Table):
            following = self._progression(whole.type)
            if following is not None and not is_constant(key):
                return TRUE if _has_all(whole.type) else following.has(key)
            tests = [self._same(key, self.key(k, whole.type.key)) for k in whole.type.keys]
            if TRUE in tests:
                return TRUE
            tests = [t for t in tests if t != FALSE]
            return FALSE if not tests else tests[0] if len(tests) == 1 else apply(Op.OR, *tests)
        return self.place_builtin(located(node), "contains", {"items": component(whole, 0), "value": key})

    def _position(self, node: ast.AST, whole: Expr, key: Expr, missing: int | None = None) -> Expr:
        """Where the key stands; outside the list of values where it is not there, unless that is known."""
        if key_type(whole.type) == UNKNOWN:
            return Literal(0)
        met = self._stands_at(whole, key)
        if met is not None:
            return met
        if not isinstance(whole.type, Table):
            return self.place_builtin(located(node), "position", {"items": component(whole, 0), "value": key})
        position: Expr = Literal(len(whole.type.keys) if missing is None else missing)
        following = self._progression(whole.type)
        if following is not None and not is_constant(key):
            otherwise = Literal(0) if _has_all(whole.type) else position  # no key is missing then
            return apply(Op.ITE, following.has(key), following.position(key), otherwise)
        for i, k in reversed(list(enumerate(whole.type.keys))):
            same = self._same(key, self.key(k, whole.type.key))
            position = (
                Literal(i) if same == TRUE else position if same == FALSE else apply(Op.ITE, same, Literal(i), position)
            )
        return position

    def _stands_at(self, whole: Expr, key: Expr) -> Expr | None:
        """The position of a key that a loop over this dictionary has come to; None for any other."""
        found = (at for name, (of, at) in self.met.items() if of == whole and self.scope.get(name) == key)
        return next(found, None)


def _kind_of_key(value: Key) -> tuple[Type, Key]:
    match value:
        case bool():
            return BOOL, value
        case int():
            return INT, value
        case str():
            return TEXT, value
        case tuple():
            return TupleOf(tuple(_kind_of_key(v)[0] for v in value)), value


def _has_all(kind: Table) -> bool:
    """Whether all members of an enum are keys, so that each key is there."""
    return isinstance(kind.key, Member) and len(kind.keys) == len(kind.key.members)


def key_type(kind: Type) -> Type:
    if isinstance(kind, Table):
        return kind.key
    assert isinstance(kind, Dictionary)
    keys = kind.items[0]
    assert isinstance(keys, ListOf)
    return keys.item


def located(node: ast.AST) -> ast.expr:
    assert isinstance(node, ast.expr | ast.stmt)
    return ast.copy_location(ast.Constant(None), node)
