"""How control moves through Python statements: what may leave a block, what falls through, what is surely assigned.

Everything here looks at the syntax tree alone.
"""

from __future__ import annotations

import ast
import functools
from collections import Counter
from collections.abc import Sequence
from itertools import chain

from twinproof.lang.reader.scopes import Inserting, is_inner

Statements = Sequence[ast.stmt]

# A function that is called often is put in place often, and a loop is asked often what it changes; what a text says is
# found out once. It stands: nothing changes a syntax tree once it is parsed.
_remembered = functools.lru_cache(maxsize=256)
_remembered_of_parts = functools.lru_cache(maxsize=4096)

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
            case ast.Return() | ast.Break() | ast.Continue() | ast.Raise():
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


# Methods that change a list, a set or a dictionary.
CHANGING = frozenset(
    (
        *("append", "extend", "sort", "reverse", "insert", "pop", "remove", "clear"),
        *("add", "discard", "update", "setdefault"),
    )
)


_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@_remembered
def own_nodes(function: ast.FunctionDef) -> tuple[ast.AST, ...]:
    """The nodes of a function's body, without those of functions and classes inside it."""
    return tuple(chain.from_iterable(map(_nodes, function.body)))


@_remembered_of_parts
def _nodes(node: ast.AST) -> tuple[ast.AST, ...]:
    """The nodes of a subtree in the order of the text, without those of functions and classes inside it."""
    found: list[ast.AST] = []
    queue = [node]
    while queue:
        inner = queue.pop()
        found.append(inner)
        if not isinstance(inner, _SCOPES):
            queue.extend(reversed(list(ast.iter_child_nodes(inner))))
    return tuple(found)


@_remembered_of_parts
def stored_names(node: ast.AST) -> tuple[str, ...]:
    """The names that a subtree binds, once for each time."""
    bare: set[ast.AST] = set()  # targets of annotations without a value, which assign nothing
    names: list[str] = []
    for inner in _nodes(node):
        match inner:
            case ast.AnnAssign(target, _, None):
                bare.add(target)
            case ast.FunctionDef(name):
                names.append(name)
            case ast.Name(name, ast.Store()) if inner not in bare:
                names.append(name)
    return tuple(names)


@_remembered_of_parts
def bound_names(node: ast.AST) -> tuple[str, ...]:
    """The names that a subtree binds or whose lists it changes, once for each time."""
    read = (name for inner in _nodes(node) if isinstance(inner, Inserting) for name in _whole_name(inner.value))
    return (*changed_names(node), *read)


@_remembered_of_parts
def changed_names(node: ast.AST) -> tuple[str, ...]:
    """As `bound_names`, without those of a `defaultdict` that is only read."""
    names = list(stored_names(node))
    for inner in _nodes(node):
        match inner:
            case ast.Call(ast.Attribute(whole, method)) if method in CHANGING:
                names.extend(_whole_name(whole))
            case ast.Subscript(whole, _, ast.Store() | ast.Del()):
                names.extend(_whole_name(whole))
    return tuple(names)


def _whole_name(node: ast.expr) -> list[str]:
    """The name of the list that an item stands in, in the end, if it has one."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return [node.id] if isinstance(node, ast.Name) else []


@_remembered
def binding_counts(function: ast.FunctionDef) -> Counter[str]:
    """How often each local name is assigned in the text of a function."""
    counts: Counter[str] = Counter()
    for statement in function.body:
        counts.update(bound_names(statement))
    for inner in own_nodes(function):
        if isinstance(inner, ast.AugAssign) and isinstance(inner.target, ast.Name):
            counts[inner.target.id] += 1
    return counts


@_remembered
def local_names(function: ast.FunctionDef) -> frozenset[str]:
    """The names that are local to a function beside its parameters; an annotation alone makes a name local too."""
    declared = {
        n.target.id for n in own_nodes(function) if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)
    }
    stored = (name for statement in function.body for name in stored_names(statement) if not is_inner(name))
    return frozenset(stored) | declared


@_remembered
def nested_functions(function: ast.FunctionDef) -> dict[str, ast.FunctionDef]:
    """The functions that are defined in a function, each bound once."""
    counts = binding_counts(function)
    inside = (n for n in own_nodes(function) if isinstance(n, ast.FunctionDef))
    return {f.name: f for f in inside if counts[f.name] == 1}


@_remembered
def read_from_outside(function: ast.FunctionDef) -> frozenset[str]:
    """The names that a function reads, and does not bind itself."""
    arguments = {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)}
    loaded = {n.id for s in function.body for n in ast.walk(s) if isinstance(n, ast.Name)}
    return frozenset(loaded - arguments - local_names(function))


def read_outside(function: ast.FunctionDef, loop: ast.For, name: str) -> bool:
    """Whether the variable of a loop is read outside it, other than inside further loops that set it themselves."""

    def reads(node: ast.AST) -> bool:
        if node is loop:
            return reads(loop.iter)
        if isinstance(node, ast.For) and name in set(bound_names(node.target)):
            return reads(node.iter) or (any(n is loop for n in ast.walk(node)) and any(map(reads, node.body)))
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            return True
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
            return True
        return any(map(reads, ast.iter_child_nodes(node)))

    return any(map(reads, function.body))


def named_in(node: ast.AST) -> set[str]:
    """The names that stand in a subtree."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def is_read(function: ast.FunctionDef, name: str) -> bool:
    """Whether a name is read anywhere in a function."""
    loads = (n for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
    return any(n.id == name for n in loads)


@_remembered
def loop_items(function: ast.FunctionDef) -> frozenset[str]:
    """The names that stand for an item of a list in some loop."""
    targets = (n.target for n in own_nodes(function) if isinstance(n, ast.For | ast.comprehension))
    return frozenset(name for target in targets for name in bound_names(target))


@_remembered
def linear_names(function: ast.FunctionDef) -> frozenset[str]:
    """The names that are only assigned by simple statements at the top level of a function, each run once."""
    simple: Counter[str] = Counter()
    anywhere: Counter[str] = Counter()
    for statement in function.body:
        names = [n.id for n in _nodes(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        anywhere.update(names)
        if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
            simple.update(names)
    return frozenset(name for name, count in anywhere.items() if simple[name] == count)


def known_values(test: ast.expr, holds: bool) -> set[str]:
    """The names that are surely not None where a test has come out like this."""
    match test:
        case ast.Compare(ast.Name(name), [ast.Is() | ast.Eq()], [ast.Constant(None)]):
            return set() if holds else {name}
        case ast.Compare(ast.Name(name), [ast.IsNot() | ast.NotEq()], [ast.Constant(None)]):
            return {name} if holds else set()
        case ast.UnaryOp(ast.Not(), inner):
            return known_values(inner, not holds)
        case ast.BoolOp(op, values) if isinstance(op, ast.And) == holds:
            return set().union(*(known_values(v, holds) for v in values))
        case _:
            return set()


class Unassigned(Exception):
    """A name is read where it may not have a value."""

    def __init__(self, node: ast.Name) -> None:
        super().__init__(node.id)
        self.node = node


def check_assigned(function: ast.FunctionDef) -> None:
    """Raise `Unassigned` at the first read of a local that some run may reach before assigning it."""
    local = set(local_names(function))
    parameters = {a.arg for a in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)}
    _Assigned(local - parameters, nested_functions(function)).block(function.body, set())


class _Assigned:
    """Walks the statements with the set of names that surely have a value; None stands for "cannot get here"."""

    def __init__(self, local: set[str], nested: dict[str, ast.FunctionDef]) -> None:
        self.local = local
        self.nested = nested

    def block(self, statements: Statements, surely: set[str] | None) -> set[str] | None:
        for s in statements:
            if surely is None:
                return None
            surely = self.statement(s, surely)
        return surely

    def statement(self, s: ast.stmt, surely: set[str]) -> set[str] | None:
        match s:
            case ast.If(test, body, orelse):
                self.read(test, surely)
                yes, no = self.block(body, set(surely)), self.block(orelse, set(surely))
                return no if yes is None else yes if no is None else yes & no
            case ast.While(test, body):
                self.read(test, surely)
                self.block(body, set(surely))
                # Where only a break leaves the loop, the names set at every break would be set; the names set
                # before the loop are a safe part of them.
                return surely if falls_through([s]) else None
            case ast.For(target, iterable, body):
                self.read(iterable, surely)
                self.block(body, surely | set(bound_names(target)))
                return surely
            case ast.Return() | ast.Break() | ast.Continue():
                self.read(s, surely)
                return None
            case ast.Raise():
                return None
            case ast.FunctionDef(name):
                return surely | {name}
            case ast.AugAssign(target, _, value):
                self.read(value, surely)
                if isinstance(target, ast.Name):
                    self.read(ast.copy_location(ast.Name(target.id, ast.Load()), target), surely)
                return surely
            case _:
                self.read(s, surely)
                assigned = {n.id for n in ast.walk(s) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
                bare = isinstance(s, ast.AnnAssign) and s.value is None
                return surely if bare else surely | assigned

    def read(self, node: ast.AST, surely: set[str]) -> None:
        if isinstance(node, ast.AnnAssign):
            if node.value is not None:
                self.read(node.value, surely)
            return
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            if node.id in self.local and node.id not in surely:
                raise Unassigned(node)
            inside = read_from_outside(self.nested[node.id]) if node.id in self.nested else frozenset[str]()
            for name in sorted(inside & self.local - surely):  # what the function finds when it is called here
                raise Unassigned(ast.copy_location(ast.Name(name, ast.Load()), node))
        for child in ast.iter_child_nodes(node):
            self.read(child, surely)
