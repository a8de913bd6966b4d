"""When a list may change hands: it is stored somewhere, and not looked at by its old name again.

`reports.append(bits)` gives the list of `bits` a second way to be reached. Nobody can tell if the first one is gone:
on every way from there, the next that is done with the name `bits`, if anything, is to bind it anew. Then the list has
*moved*: the name that it was put under owns it, and the old name reaches nothing. What is known here of a function is
its text alone:

- `is_over`: whether a name is bound anew, on every way from a statement on, before anything looks at it. A loop leads
  back to its head, `continue` to the head too, `break` behind it; what is not known to bind a name is taken for a look.
- `may_move`: that, and that there is no third way to the list. Names own lists apart from each other (`ownership`), so
  it could only be the variable of a loop over something with the list in it, or a loop that still goes over the list.
- `changed_inside`: names in whose lists a list *inside* may be changed. The variable of a loop may be such a list.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from twinproof.lang.reader.flow import CHANGING, named_in, own_nodes
from twinproof.lang.reader.scopes import is_inner

StandsFor = Callable[[ast.expr], str | None]
_ITEMS_ONLY = frozenset(("len", "range", "enumerate", "zip", "reversed", "sorted", "list", "sum"))


def may_move(function: ast.FunctionDef, s: ast.stmt, name: str, flat: bool, stands_for: StandsFor) -> bool:
    """Whether the list of a local name may go elsewhere in a statement: nothing else reaches it, and the name is not
    looked at again. In a `flat` list are no lists."""
    if is_inner(name) or sum(n.id == name for n in ast.walk(s) if isinstance(n, ast.Name)) != 1:
        return False
    for loop in own_nodes(function):
        if isinstance(loop, ast.For) and _runs_over(loop.iter, name, stands_for):
            goes_on = any(n is s for n in ast.walk(loop))
            if goes_on or not flat or not _items_only(loop.iter, name, stands_for):
                return False
    return is_over(function, s, name)


def _runs_over(node: ast.AST, name: str, stands_for: StandsFor) -> bool:
    """Whether more of a list is in what is run over than how long it is when the loop begins."""
    match node:
        case ast.Name(this):
            return this == name
        case ast.Call(ast.Name() as called, [ast.Name()], []) if stands_for(called) == "len":
            return False
        case ast.GeneratorExp() | ast.Lambda():  # which look when they are asked
            return name in named_in(node)
        case _:
            return any(_runs_over(part, name, stands_for) for part in ast.iter_child_nodes(node))


def _items_only(node: ast.expr, name: str, stands_for: StandsFor) -> bool:
    """Whether what is run over has items of a list in it, and not the list."""
    match node:
        case ast.Name():
            return True
        case ast.Call(ast.Name() as called, arguments, keywords) if stands_for(called) in _ITEMS_ONLY:
            return all(_items_only(a, name, stands_for) for a in (*arguments, *(k.value for k in keywords)))
        case ast.Subscript(ast.Name(), position):
            return name not in named_in(position)
        case ast.BinOp(left, _, right):
            return all(_items_only(part, name, stands_for) for part in (left, right))
        case _:
            return name not in named_in(node)


def is_over(function: ast.FunctionDef, s: ast.stmt, name: str) -> bool:
    """Whether a name is bound anew, on every way from the end of a statement, before anything looks at it. A function
    inside may be called from anywhere."""
    inside = (n for n in own_nodes(function) if isinstance(n, ast.FunctionDef))
    if any(n.name == name or name in named_in(n) for n in inside):
        return False
    walk = _Looked(s, name)
    walk.block(function.body, False, _Ways(True, True))
    return walk.met and not walk.after


@dataclass(frozen=True)
class _Ways:
    """Whether a name is looked at where `break` and `continue` lead."""

    left: bool
    again: bool


class _Looked:
    """Walks the statements backwards, with whether the name may be looked at from here on."""

    def __init__(self, s: ast.stmt, name: str) -> None:
        self.s = s
        self.name = name
        self.met = False  # whether the statement is there
        self.after = False  # whether the name may be looked at after it

    def block(self, statements: Sequence[ast.stmt], after: bool, ways: _Ways) -> bool:
        for s in reversed(statements):
            if s is self.s:
                self.met = True
                self.after = self.after or after
            after = self.statement(s, after, ways)
        return after

    def statement(self, s: ast.stmt, after: bool, ways: _Ways) -> bool:
        """Whether the name may be looked at from before a statement on, by whether it may be from its end on."""
        match s:
            case ast.Assign(targets, value):
                return self.assigned(targets, value, after)
            case ast.AnnAssign(target, _, ast.expr() as value):
                return self.assigned([target], value, after)
            case ast.AnnAssign(ast.Name(), _, None) | ast.Pass():
                return after
            case ast.AugAssign() | ast.Expr() | ast.Assert():
                return after or self.named(s)
            case ast.If(test, body, orelse):
                yes, no = self.block(body, after, ways), self.block(orelse, after, ways)
                return self.named(test) or yes or no
            case ast.While(test, body, []):
                return self.loop(body, after or self.named(test))
            case ast.For(target, iterable, body, []) if not self.looked_at(target):
                return self.loop(body, after, self.bound(target)) or self.named(iterable)
            case ast.Return() | ast.Raise():
                return self.named(s)
            case ast.Break():
                return ways.left
            case ast.Continue():
                return ways.again
            case ast.FunctionDef():
                return after or self.named(s) or s.name == self.name
            case _:
                self.after = self.after or any(inner is self.s for inner in ast.walk(s))
                return True

    def assigned(self, targets: Sequence[ast.expr], value: ast.expr, after: bool) -> bool:
        looked = self.named(value) or any(map(self.looked_at, targets))
        return looked or (after and not any(map(self.bound, targets)))

    def loop(self, body: Sequence[ast.stmt], left: bool, binds: bool = False) -> bool:
        """Whether the name may be looked at from the head of a loop on, by whether it may be where the loop is left;
        it may be bound anew for each round."""
        head = left
        for _ in range(2):  # what was found in the first turn may be found from further up in the second
            again = self.block(body, head, _Ways(left, head))
            head = head or (again and not binds)
        return head

    def named(self, node: ast.AST) -> bool:
        return any(isinstance(n, ast.Name) and n.id == self.name for n in ast.walk(node))

    def bound(self, target: ast.expr) -> bool:
        """Whether a target gives the name a new value."""
        match target:
            case ast.Name(name):
                return name == self.name
            case ast.Tuple(parts) | ast.List(parts):
                return any(map(self.bound, parts))
            case _:
                return False

    def looked_at(self, target: ast.expr) -> bool:
        """Whether a target is a part of something, and the name is looked at to find it."""
        match target:
            case ast.Name():
                return False
            case ast.Tuple(parts) | ast.List(parts):
                return any(map(self.looked_at, parts))
            case _:
                return self.named(target)


def changed_inside(node: ast.AST) -> set[str]:
    """The names in whose lists one is changed that has no name of its own."""
    return {name for part in _changed_parts(node) for name in _roots(part)}


def _roots(part: ast.expr) -> set[str]:
    """The name that something is a part of; of what is none, all names that stand in it."""
    inner = part
    while isinstance(inner, ast.Subscript | ast.Attribute):
        inner = inner.value
    return {inner.id} if isinstance(inner, ast.Name) else named_in(part)


def _changed_parts(node: ast.AST) -> Iterator[ast.expr]:
    for inner in ast.walk(node):
        match inner:
            case ast.Call(ast.Attribute(whole, method)) if method in CHANGING and not isinstance(whole, ast.Name):
                yield whole
            case ast.AugAssign(ast.Subscript() as part):
                yield part
            case ast.Subscript(whole, _, ast.Store() | ast.Del()) if not isinstance(whole, ast.Name):
                yield whole
            case _:
                pass
