"""Constants at the top of a file: numbers, texts, tuples of such; and lists and dictionaries that nobody changes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from twinproof.lang.reader.vocabulary import Alias, Constant, Fixed, FixedSet, Made, Meaning, Opaque, Spelled, Tabled

_NO_CONSTANT = "is not a constant number, text or tuple of such"
_LOOKING_ON = {"any", "all", "dict", "enumerate", "len", "list", "reversed", "sorted", "sum", "tuple", "zip"}
_CHOOSING = {"max", "min"}  # of one argument they look at its items, of several they give one of them back
_SAID = {ast.List: ("list", "a tuple"), ast.Dict: ("dictionary", "a function"), ast.Set: ("set", "a frozenset")}
_VIEWS = {"get", "items", "keys", "values"}


def constant(value: ast.expr) -> Meaning:
    """What a name means that is bound to an expression, if nothing else changes it."""
    match value:
        case ast.Set(parts) if all(map(_is_spelled, parts)):
            return FixedSet(ast.copy_location(ast.Tuple(parts, ast.Load()), value), None)
        case ast.Call(ast.Name("frozenset") as function, [ast.Tuple(parts) | ast.List(parts) | ast.Set(parts)], []):
            if all(map(_is_spelled, parts)):
                return FixedSet(ast.copy_location(ast.Tuple(parts, ast.Load()), value), function)
        case _:
            pass
    if isinstance(value, ast.Call) and not value.keywords and all(_fixed(a) is not None for a in value.args):
        return Made(value)
    fixed = _fixed(value)
    if fixed is not None:
        return Constant(fixed)
    match value:
        case ast.Tuple() if _is_spelled(value):
            return Spelled(value)
        case ast.List(parts) if parts and all(_fixed(p) is not None for p in parts):
            return Constant(tuple(f for f in map(_fixed, parts) if f is not None))
        case ast.List(parts) if parts and all(map(_is_spelled, parts)):
            return Spelled(ast.copy_location(ast.Tuple(parts, ast.Load()), value))
        case ast.Dict(keys, values) if keys and all(k is not None and _is_spelled(k) for k in [*keys, *values]):
            return Tabled(value)
        case ast.Subscript(ast.Name() | ast.Attribute()) | ast.BinOp(_, ast.BitOr(), _) | ast.Name():
            return Alias(value)
        case _:
            return Opaque(_NO_CONSTANT)


def changeable(tree: ast.Module, nodes: list[ast.AST]) -> Iterator[tuple[str, Meaning]]:
    """The names of lists and dictionaries of the file that somebody may change, or see the difference to a tuple."""
    made: dict[str, type[ast.expr]] = {}
    for statement in tree.body:
        match statement:
            case ast.Assign([ast.Name(name)], ast.List() | ast.Dict() | ast.Set() as value):
                made[name] = type(value)
            case ast.AnnAssign(ast.Name(name), _, ast.List() | ast.Dict() | ast.Set() as value):
                made[name] = type(value)
            case _:
                pass
    if not made:
        return
    looking_on = (_LOOKING_ON | _CHOOSING) - set(_bound(nodes))
    looked_at = {part for node in nodes for part in _looked_at(node, made, looking_on)}
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in made and node not in looked_at:
            what, instead = _SAID[made[node.id]]
            yield node.id, Opaque(f"is a {what}, which this file may change", f"make it {instead}, or a parameter")


def _bound(nodes: list[ast.AST]) -> Iterator[str]:
    """All names that are bound anywhere, in whatever way."""
    for node in nodes:
        match node:
            case ast.Name(name, ast.Store() | ast.Del()) | ast.arg(name) | ast.FunctionDef(name) | ast.ClassDef(name):
                yield name
            case ast.alias(name, other):
                yield other or name
            case ast.ExceptHandler(_, str(name)) | ast.MatchAs(_, str(name)) | ast.MatchStar(str(name)):
                yield name
            case _:
                pass


def _looked_at(node: ast.AST, made: dict[str, type[ast.expr]], looking_on: set[str]) -> Iterator[ast.AST]:
    """The parts of a node that are only looked at, if they are a list or a dictionary of the file."""
    match node:
        case ast.For(_, iterable) | ast.comprehension(_, iterable):
            yield iterable
        case ast.Call(ast.Name(function), arguments) if function in looking_on:
            yield from arguments if function in _LOOKING_ON or len(arguments) == 1 else ()
        case ast.Call(ast.Attribute(ast.Name("dict"), "fromkeys"), [keys, *_]) if "dict" in looking_on:
            yield keys
        case ast.Compare(_, operators, comparators):
            yield from (c for o, c in zip(operators, comparators, strict=True) if isinstance(o, ast.In | ast.NotIn))
        case ast.Subscript(base, index, ast.Load()) if not isinstance(index, ast.Slice):
            yield base
        case ast.Attribute(ast.Name(name) as base, attribute, ast.Load()) if made.get(name) is ast.Dict:
            if attribute in _VIEWS:
                yield base
        case _:
            pass


def _is_spelled(value: ast.expr) -> bool:
    """Whether an expression is a constant, an attribute of a name, or a tuple of such."""
    match value:
        case ast.Tuple(parts):
            return all(map(_is_spelled, parts))
        case ast.Attribute(ast.Name()):
            return True
        case _:
            return _fixed(value) is not None


def _fixed(value: ast.expr) -> Fixed | None:
    """What an expression is that says so itself; None if it does not."""
    match value:
        case ast.Constant(bool() | int() | str() as fixed):
            return fixed
        case ast.UnaryOp(ast.USub(), ast.Constant(int() as number)) if not isinstance(number, bool):
            return -number
        case ast.Tuple(parts):
            inner = [_fixed(part) for part in parts]
            return None if any(f is None for f in inner) else tuple(f for f in inner if f is not None)
        case _:
            return None
