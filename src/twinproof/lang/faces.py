"""Values as Python shows them: records, enums, texts, values that may be missing, dictionaries.

The core has none of these. A *face* is a type that Python has and the core does not; it says by which tuple, list or
number the core holds such a value. Faces are types like others while a program is read; what is read is then `erased`,
and a mechanism remembers the faces of its parameters and of its result, for those who give it inputs and look at what
it returns.

| Python | core |
| --- | --- |
| a `NamedTuple`, a frozen dataclass, an object that holds parameters | the tuple of its fields |
| a member of an `Enum` | its number in the order of the class |
| a text | a number; those that the program names have the first ones |
| `T | None` | a pair: whether there is a value, and the value |
| a dictionary with keys that are known when it is read | the list of its values, in the order of the keys |
| another dictionary | the list of its keys, in the order in which they came, and the list of their values |
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from twinproof.lang.command import Assign, Command
from twinproof.lang.expr import Apply, Expr, Literal, Op, Quantified, Var, applied
from twinproof.lang.rewriting import rewritten, with_expressions
from twinproof.lang.types import BOOL, INT, ListOf, TupleOf, Type

Key = bool | int | str | tuple["Key", ...]  # of a dictionary whose keys are known; a member of an enum is its name


@dataclass(frozen=True, slots=True)
class Record(TupleOf):
    """A class with named fields; a `NamedTuple` is a sequence as well."""

    name: str
    fields: tuple[str, ...]
    is_sequence: bool

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Member(TupleOf):
    """A member of an `Enum`."""

    name: str
    members: tuple[str, ...]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Text(TupleOf):
    """A text, which can only be compared."""

    def __str__(self) -> str:
        return "str"


@dataclass(frozen=True, slots=True)
class Option(TupleOf):
    """A value, or None."""

    def __str__(self) -> str:
        return f"{self.items[1]} | None"


@dataclass(frozen=True, slots=True)
class Table(ListOf):
    """A dictionary whose keys are known when it is read: these, in this order."""

    key: Type
    keys: tuple[Key, ...]

    def __str__(self) -> str:
        return f"dict[{self.key}, {self.item}]"


@dataclass(frozen=True, slots=True)
class Dictionary(TupleOf):
    """A dictionary whose keys are found when it runs."""

    def __str__(self) -> str:
        keys, values = self.items
        assert isinstance(keys, ListOf)
        assert isinstance(values, ListOf)
        return f"dict[{keys.item}, {values.item}]"


TEXT = Text((INT,))


def option(kind: Type) -> Option:
    """A value of this type, or None."""
    return Option((BOOL, kind))


def dictionary(key: Type, value: Type) -> Dictionary:
    """A dictionary from one type to another."""
    return Dictionary((ListOf(key), ListOf(value)))


def components(kind: Type) -> tuple[Type, ...] | None:
    """The types of the components, if it is a tuple to Python: to be indexed, unpacked, run over."""
    match kind:
        case Record():
            return kind.items if kind.is_sequence else None
        case Member() | Text() | Option() | Dictionary():
            return None
        case TupleOf(items):
            return items
        case _:
            return None


def is_list(kind: Type) -> bool:
    """Whether it is a list to Python."""
    return isinstance(kind, ListOf) and not isinstance(kind, Table)


# -------------------------------------------------------------------------------------------------------------- erasing


def erased(kind: Type) -> Type:
    """The type by which the core holds such values."""
    match kind:
        case Member() | Text():
            return INT
        case TupleOf(items):
            return TupleOf(tuple(map(erased, items)))
        case ListOf(item):
            return ListOf(erased(item))
        case _:
            return kind


def erased_expression(e: Expr) -> Expr:
    """The expression on the core's values."""
    match e:
        case Var():
            return _erased_variable(e)
        case Literal():
            return e
        case Apply(Op.TUPLE, (inner,)) if isinstance(e.type, Member | Text):
            return erased_expression(inner)
        case Apply(Op.PROJ, (whole, _)) if isinstance(whole.type, Member | Text):
            return erased_expression(whole)
        case Apply(op, args):
            return applied(op, tuple(map(erased_expression, args)), erased(e.type))
        case Quantified(universal, var, body):
            return Quantified(universal, _erased_variable(var), erased_expression(body))


def _erased_variable(var: Var) -> Var:
    return Var(var.name, erased(var.type), var.place)


def erased_program(command: Command) -> Command:
    """The program on the core's values."""

    def change(c: Command) -> Command:
        match c:
            case Assign(target, value):
                return dataclasses.replace(c, target=_erased_variable(target), value=erased_expression(value))
            case _:
                return with_expressions(c, erased_expression)  # noise is drawn into numbers

    return rewritten(command, change)
