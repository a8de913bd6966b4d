"""Variables that hold tuples, taken apart: a record is read as the variables that its fields are, a dictionary that
grows as its keys and its values.

Each tuple `t` that a program computes becomes variables `t_1`, `t_2`, …, which are assigned together; where the whole
is asked for, it is put together again. The result stays what it is, and so do parameters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from twinproof.lang.command import Assign, Command, sequence, written
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    applied,
    apply,
    conjunction,
    free_variables,
    fresh_name,
    substitute,
)
from twinproof.lang.faces import Dictionary, Record
from twinproof.lang.reader.gathered import Counts, Defaulting
from twinproof.lang.reader.guards import may_raise
from twinproof.lang.reader.shared import may_be_none
from twinproof.lang.rewriting import rewritten, with_arguments, with_expressions
from twinproof.lang.types import TupleOf, Type

Fields = Mapping[Var, tuple[Var, ...]]


def without_tuples(program: Command, result: Var, taken: set[str]) -> Command:
    """The program with a variable for each component of each tuple and record; it takes their names.

    What may be None, or is held as a number, is taken apart when the program has its guards, and no longer says so.
    """
    while True:
        whole = sorted((v for v in written(program) if is_apart(v.type) and v != result), key=_name)
        if not whole:
            return program
        fields = {v: tuple(_fields(v, taken)) for v in whole}
        program = rewritten(program, lambda c: _apart(c, fields, taken))  # noqa: B023


def is_apart(kind: Type) -> bool:
    """Whether what has this type is taken apart."""
    return (
        type(kind) in (TupleOf, Record, Dictionary, Counts, Defaulting)
        and isinstance(kind, TupleOf)
        and len(kind.items) > 0
    )


def _name(v: Var) -> str:
    return v.name


def _fields(v: Var, taken: set[str]) -> Iterator[Var]:
    """A variable for each component, named after the field if it has a name."""
    assert isinstance(v.type, TupleOf)
    for name, kind in zip(_names(v.type), v.type.items, strict=True):
        field = Var(fresh_name(f"{v.name}_{name}", taken), kind)
        taken.add(field.name)
        yield field


def _names(kind: TupleOf) -> Iterable[str]:
    match kind:
        case Record(_, _, names):
            return names
        case Dictionary():
            return "keys", "values"
        case _:
            return map(str, range(1, len(kind.items) + 1))


def _apart(command: Command, fields: Fields, taken: set[str]) -> Command:
    command = with_expressions(command, lambda e: _said(e, fields))
    match command:
        case Assign(target, value) if target in fields:
            parts = fields[target]
            values = [_component(value, n) for n in range(len(parts))]
            return sequence(*_together(dict(zip(parts, values, strict=True)), command, taken))
        case _:
            return command


def _together(values: dict[Var, Expr], whole: Assign, taken: set[str]) -> Iterator[Command]:
    """These assignments at once: those that the others read come after them, or their old values are kept."""
    left = {v: e for v, e in values.items() if v != e}
    while left:
        free = next((v for v in left if not any(v in free_variables(e) for w, e in left.items() if w != v)), None)
        if free is None:  # they go in a circle
            free = next(iter(left))
            kept = Var(fresh_name(f"{free.name}_before", taken), free.type)
            taken.add(kept.name)
            yield Assign(kept, free, whole.at)
            left = {v: e if v == free else substitute(e, {free: kept}) for v, e in left.items()}
        yield Assign(free, left.pop(free), whole.at)


def _said(e: Expr, fields: Fields) -> Expr:
    """The expression in the variables of the components."""
    match e:
        case Var() if e in fields:
            return applied(Op.TUPLE, fields[e], e.type)
        case Apply(Op.PROJ, (whole, Literal(int(n)))):
            said = _said(whole, fields)
            stays = may_raise(said) or (n == 1 and may_be_none(said))
            return apply(Op.PROJ, said, Literal(n)) if stays else _component(said, n)
        case Apply(Op.EQ, (left, right)) if isinstance(left.type, TupleOf):
            return _equal(_said(left, fields), _said(right, fields))
        case _:
            return with_arguments(e, lambda part: _said(part, fields))


def _equal(a: Expr, b: Expr) -> Expr:
    """Whether two values are the same, component by component where both are spelled out."""
    match a, b:
        case Apply(Op.TUPLE, first), Apply(Op.TUPLE, second) if not may_raise(a) and not may_raise(b):
            return conjunction(*map(_equal, first, second))
        case _:
            return apply(Op.EQ, a, b)


def _component(e: Expr, n: int) -> Expr:
    """One component of a tuple."""
    match e:
        case Apply(Op.TUPLE, parts):
            return parts[n]
        case Apply(Op.ITE, (condition, first, second)):
            yes, no = _component(first, n), _component(second, n)
            if yes == no and not may_raise(condition):
                return yes
            return condition if (yes, no) == (TRUE, FALSE) else apply(Op.ITE, condition, yes, no)
        case _:
            return apply(Op.PROJ, e, Literal(n))
