"""How control moves through Python statements: what may leave a block, what falls through, what is surely assigned.

Everything here looks at the syntax tree alone.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence

Statements = Sequence[ast.stmt]

RETURN, BREAK, CONTINUE = "return", "break", "continue"


def escapes(statements: Statements) -> frozenset[str]:
    """The ways in which control may leave these statements other than by reaching their end."""
    ways: set[str] = set()
    for s in statements:
        match s:
            case ast.Return():
                ways.add(RETURN)
            case ast.Break():
                ways.add(BREAK)
            case ast.Continue():
                ways.add(CONTINUE)
            case ast.If(_, body, orelse):
                ways |= escapes(body) | escapes(orelse)
            case ast.While(_, body) | ast.For(_, _, body):
                ways |= escapes(body) & {RETURN}
            case _:
                pass
    return frozenset(ways)


def falls_through(statements: Statements) -> bool:
    """Whether control may reach the end of these statements."""
    for s in statements:
        match s:
            case ast.Return() | ast.Break() | ast.Continue():
                return False
            case ast.If(_, body, orelse):
                if not falls_through(body) and not falls_through(orelse):
                    return False
            case ast.While(ast.Constant(True), body):
                if BREAK not in escapes(body):
                    return False
            case _:
                pass
    return True


def own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function's body, without those of functions and classes inside it."""
    queue: list[ast.AST] = list(reversed(function.body))
    while queue:
        node = queue.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            queue.extend(reversed(list(ast.iter_child_nodes(node))))


def bound_names(node: ast.AST) -> Iterator[str]:
    """The names that a subtree assigns, once for each assignment; `out.append` counts as one of `out`."""
    for inner in ast.walk(node):
        match inner:
            case ast.Name(name, ast.Store()):
                yield name
            case ast.Call(ast.Attribute(ast.Name(name), "append")):
                yield name


def binding_counts(function: ast.FunctionDef) -> Counter[str]:
    """How often each local name is assigned in the text of a function."""
    counts: Counter[str] = Counter()
    for statement in function.body:
        counts.update(bound_names(statement))
        for inner in ast.walk(statement):
            if isinstance(inner, ast.AugAssign) and isinstance(inner.target, ast.Name):
                counts[inner.target.id] += 1
    return counts


def read_outside_its_loops(function: ast.FunctionDef, name: str) -> bool:
    """Whether a loop variable is read anywhere but inside the loops that set it."""

    def reads(node: ast.AST) -> bool:
        if isinstance(node, ast.For) and name in set(bound_names(node.target)):
            return reads(node.iter)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            return True
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
            return True
        return any(map(reads, ast.iter_child_nodes(node)))

    return any(map(reads, function.body))


class Unassigned(Exception):
    """A name is read where it may not have a value."""

    def __init__(self, node: ast.Name) -> None:
        super().__init__(node.id)
        self.node = node


def check_assigned(function: ast.FunctionDef) -> None:
    """Raise `Unassigned` at the first read of a local that some run may reach before assigning it."""
    local = set(binding_counts(function))
    parameters = {a.arg for a in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)}
    _Assigned(local - parameters).block(function.body, set())


class _Assigned:
    """Walks the statements with the set of names that surely have a value; None stands for "cannot get here"."""

    def __init__(self, local: set[str]) -> None:
        self.local = local

    def block(self, statements: Statements, known: set[str] | None) -> set[str] | None:
        for s in statements:
            if known is None:
                return None
            known = self.statement(s, known)
        return known

    def statement(self, s: ast.stmt, known: set[str]) -> set[str] | None:
        match s:
            case ast.If(test, body, orelse):
                self.read(test, known)
                yes, no = self.block(body, set(known)), self.block(orelse, set(known))
                return no if yes is None else yes if no is None else yes & no
            case ast.While(test, body):
                self.read(test, known)
                self.block(body, set(known))
                # Where only a break leaves the loop, the names known at every break would be known; the names known
                # before the loop are a safe part of them.
                return known if falls_through([s]) else None
            case ast.For(target, iterable, body):
                self.read(iterable, known)
                self.block(body, known | set(bound_names(target)))
                return known
            case ast.Return() | ast.Break() | ast.Continue():
                self.read(s, known)
                return None
            case ast.AugAssign(target, _, value):
                self.read(value, known)
                if isinstance(target, ast.Name):
                    self.read(ast.copy_location(ast.Name(target.id, ast.Load()), target), known)
                return known
            case _:
                self.read(s, known)
                assigned = {n.id for n in ast.walk(s) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
                bare = isinstance(s, ast.AnnAssign) and s.value is None
                return known if bare else known | assigned

    def read(self, node: ast.AST, known: set[str]) -> None:
        if isinstance(node, ast.AnnAssign):
            if node.value is not None:
                self.read(node.value, known)
            return
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in self.local - known:
            raise Unassigned(node)
        for child in ast.iter_child_nodes(node):
            self.read(child, known)
