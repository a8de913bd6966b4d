"""Counters that are asked for known keys only: `hist = Counter(…)`, then `hist["a"]`, or `hist[k]` for `k in KINDS`.

Nobody can tell what such a counter holds at other keys, which keys it has, or in which order they came. So it is a
dictionary with these keys, and what would be counted at another key is not.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from twinproof.lang.expr import Literal, Op, applied
from twinproof.lang.faces import Key, Table
from twinproof.lang.reader.comprehensions import Items
from twinproof.lang.reader.counters import CounterReader
from twinproof.lang.reader.flow import own_nodes, read_from_outside
from twinproof.lang.reader.known_keys import MOST_KEYS
from twinproof.lang.types import INT, Type


class AskedReader(CounterReader):
    """Reads counters of which it is known what they are asked."""

    def _assign(self, s: ast.stmt, targets: Sequence[ast.expr], value: ast.expr) -> None:
        match targets, value:
            case [ast.Name(name)], ast.Call() if (start := self._start_of(value)) is not None:
                keys = self._asked_for(name)
                if keys is not None:
                    self._keep(s, name, value, Table(INT, *keys), start)
                    return
            case _:
                pass
        super()._assign(s, targets, value)

    def _annotated(self, s: ast.AnnAssign) -> None:
        match s.target, s.value:
            case ast.Name(name), ast.Call() as made if self._start_of(made) is not None and self._asked_for(name):
                return self._assign(s, [s.target], made)
            case _:
                return super()._annotated(s)

    def _start_of(self, made: ast.Call) -> Literal | None:
        """What is at a key to begin with, if this makes a counter."""
        match self.stands_for(made.func), made.args, made.keywords:
            case "Counter", [], []:
                return Literal(0)
            case "Counter", [given], [] if not self._is_mapping(given):
                return Literal(0)
            case "defaultdict", [ast.Name() as factory], [] if self.stands_for(factory) == "int":
                return Literal(0)
            case "defaultdict", [ast.Lambda(ast.arguments([], [], None, [], [], None, []), ast.Constant(int(n)))], []:
                return Literal(n) if not isinstance(n, bool) else None
            case _:
                return None

    def _is_mapping(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Starred | ast.Dict | ast.DictComp) or self._is_dictionary(node)

    def _asked_for(self, name: str) -> tuple[Type, tuple[Key, ...]] | None:
        """The keys that a counter is asked for, if all are known, and if it is asked for nothing else."""
        if name not in self.local or any(name in read_from_outside(f) for f in self.nested.values()):
            return None
        nodes, known, keys = own_nodes(self.function), set[ast.AST](), dict[Key, Type]()
        for node in nodes:
            match node:
                case ast.Subscript(ast.Name() as whole, _, ast.Store()) if whole.id == name:
                    known.add(whole)
                case ast.Subscript(ast.Name() as whole, key, ast.Load()) if whole.id == name:
                    found = self._keys_at(key, nodes)
                    if found is None:
                        return None
                    known.add(whole)
                    keys |= dict.fromkeys(found[1], found[0])
                case _:
                    pass
        uses = [n for n in nodes if isinstance(n, ast.Name) and n.id == name and n not in known]
        kinds = set(keys.values())
        if len(uses) != 1 or not isinstance(uses[0].ctx, ast.Store) or len(kinds) != 1 or len(keys) > MOST_KEYS:
            return None
        return kinds.pop(), tuple(keys)

    def _keys_at(self, key: ast.expr, nodes: tuple[ast.AST, ...]) -> tuple[Type, tuple[Key, ...]] | None:
        """The keys that an expression may be, if they are known: a constant, or what a loop runs over."""
        constant = self._constant_key(key)
        if constant is not None:
            return constant[0], (constant[1],)
        if not isinstance(key, ast.Name):
            return None
        bound = [n for n in nodes if isinstance(n, ast.Name) and n.id == key.id and isinstance(n.ctx, ast.Store)]
        loops = [n for n in nodes if isinstance(n, ast.For | ast.comprehension) and n.target in bound]
        if len(bound) != 1 or len(loops) != 1 or key.id in self.parameters:
            return None
        over = loops[0].iter
        match over:
            case ast.Call(function, [ast.Constant(int()), *_] as ends) if self.stands_for(function) == "range":
                numbers = [e.value for e in ends if isinstance(e, ast.Constant) and type(e.value) is int]
                if len(numbers) < len(ends) or len(ends) > 2:
                    return None
                found = range(*numbers)
                return (INT, tuple(found)) if 0 < len(found) <= MOST_KEYS else None
            case ast.Name(other) if self.is_own(other) and other not in self.scope:
                return None
            case _:
                return self.known_keys(over)

    def _keep(self, s: ast.stmt, name: str, made: ast.Call, kind: Table, start: Literal) -> None:
        """Start the dictionary, and count what there is to count."""
        self.shared.has_faces = True
        items = self.items_of(made.args[0]) if made.args and self.stands_for(made.func) == "Counter" else None
        self._store(s, name, applied(Op.LIST, (start,) * len(kind.keys), kind))
        self.kept.add(name)
        if items is not None:
            self._count_all(s, made, name, items)

    def _count_all(self, s: ast.stmt, made: ast.Call, name: str, items: Items) -> None:
        def put() -> None:
            key = self.load(self.given("key", self.value(items.element), s), made)
            place = ast.copy_location(ast.Subscript(self.load(name, made), key, ast.Store()), made)
            self.update(s, place, ast.copy_location(ast.Constant(1), made), Op.ADD)

        self._over(made, items, put)

    def update(self, s: ast.stmt, target: ast.Subscript, value: ast.expr, op: Op | None, grows: bool = False) -> None:
        if not isinstance(target.value, ast.Name) or target.value.id not in self.kept or s in self.guarded:
            return super().update(s, target, value, op, grows)
        e = self.value(value) if op is None else None  # Python evaluates the key first where it adds to what is there
        whole = self._name(target.value)
        key = self.load(self.given("key", self._looked_up(target.slice, whole, target.slice), s), target)
        e = self.value(value) if e is None else e
        added = self.load(self.given("added", e, s), value)
        if op is not None:  # which is done at other keys too, where it may raise
            tried = ast.BinOp(ast.copy_location(ast.Constant(0), s), self.operator_of(op), added)
            self.in_variable(self.expr(ast.copy_location(tried, s)), s, "tried")
        place = ast.copy_location(ast.Subscript(target.value, key, ast.Store()), target)
        inner: ast.stmt
        if op is None:
            inner = ast.copy_location(ast.Assign([place], added), s)
        else:
            inner = ast.copy_location(ast.AugAssign(place, self.operator_of(op), added), s)
        self.guarded.add(inner)
        test = ast.copy_location(ast.Compare(key, [ast.In()], [self.load(target.value.id, s)]), target)
        return self._branch(ast.copy_location(ast.If(test, [inner], []), s), [inner], [])
