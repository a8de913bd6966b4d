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

import collections
import dataclasses
import enum
import functools
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from twinproof.lang.command import Assign, Command
from twinproof.lang.expr import ZERO, Apply, Expr, Literal, Op, Quantified, UnknownType, Var, applied, apply
from twinproof.lang.rewriting import rewritten, with_expressions
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, TupleOf, Type

Key = bool | int | str | tuple["Key", ...]  # of a dictionary whose keys are known; a member of an enum is its name


@dataclass(frozen=True, slots=True)
class Record(TupleOf):
    """A class with named fields; a `NamedTuple` is a sequence as well."""

    name: str
    fields: tuple[str, ...]
    is_sequence: bool
    has_identity: bool = False  # equal to itself only, as the instances of a class without fields are

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
        key, item = key_and_item(self)
        return f"dict[{key}, {item}]"


TEXT = Text((INT,))
WRONG_TYPE = object()


@dataclass(frozen=True)
class Faces:
    """How Python shows what a mechanism takes and returns; what has no face is shown as the core holds it."""

    parameters: Mapping[str, Type] = dataclasses.field(default_factory=dict)
    result: Type | None = None
    texts: tuple[str, ...] = ()  # those that the program names: their positions are their numbers

    def input(self, name: str, value: Any) -> Any:
        """An input that the core holds, as Python has it."""
        return from_core(value, self.parameters[name], self.texts) if name in self.parameters else value

    def inputs(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Inputs that the core holds, as Python has them."""
        return {name: self.input(name, value) for name, value in values.items()}

    def output(self, value: Any, classes: Mapping[str, Any] | None = None) -> Any:
        """A result that the core holds, as Python has it."""
        return value if self.result is None else from_core(value, self.result, self.texts, classes)


NO_FACES = Faces()


def is_number(kind: Type) -> bool:
    """Whether a value is a number under another name: a text, or a member of an enum."""
    return isinstance(kind, Member | Text)


def number_in(e: Expr) -> Expr:
    """The number that a value is, where it is one under another name; another value is itself."""
    if not is_number(e.type):
        return e
    return e.args[0] if isinstance(e, Apply) and e.op is Op.TUPLE else apply(Op.PROJ, e, ZERO)


def option(kind: Type) -> Option:
    """A value of this type, or None."""
    return Option((BOOL, kind))


def dictionary(key: Type, value: Type) -> Dictionary:
    """A dictionary from one type to another."""
    return Dictionary((ListOf(key), ListOf(value)))


def key_and_item(kind: Dictionary) -> tuple[Type, Type]:
    """The types of the keys and of the values."""
    keys, values = kind.items
    assert isinstance(keys, ListOf)
    assert isinstance(values, ListOf)
    return keys.item, values.item


def as_dictionary(kind: Table) -> Dictionary:
    """The type of dictionaries with any keys of the same type."""
    return dictionary(kind.key, kind.item)


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


def has_identity(kind: Type) -> bool:
    """Whether something is, or is part of, such a value that is equal to itself only."""
    match kind:
        case Record() if kind.has_identity:
            return True
        case TupleOf(items):
            return any(map(has_identity, items))
        case ListOf(item):
            return has_identity(item)
        case _:
            return False


def item_of(kind: Type) -> Type:
    """The type of the items of a list."""
    assert isinstance(kind, ListOf)
    return kind.item


def is_member(kind: Type) -> bool:
    """Whether it is a member of an enum, or None."""
    return isinstance(kind, Member) or (isinstance(kind, Option) and isinstance(kind.items[1], Member))


def is_list(kind: Type) -> bool:
    """Whether it is a list to Python."""
    return type(kind) is ListOf


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
            return erased_variable(e)
        case Literal():
            return e
        case Apply(Op.TUPLE, (inner,)) if isinstance(e.type, Member | Text):
            return erased_expression(inner)
        case Apply(Op.PROJ, (whole, _)) if isinstance(whole.type, Member | Text):
            return erased_expression(whole)
        case Apply(op, args):
            return applied(op, tuple(map(erased_expression, args)), erased(e.type))
        case Quantified(universal, var, body):
            return Quantified(universal, erased_variable(var), erased_expression(body))


def erased_variable(var: Var) -> Var:
    """The variable with the type of the core."""
    return Var(var.name, erased(var.type), var.place)


def erased_program(command: Command) -> Command:
    """The program on the core's values."""

    def change(c: Command) -> Command:
        match c:
            case Assign(target, value):
                return dataclasses.replace(c, target=erased_variable(target), value=erased_expression(value))
            case _:
                return with_expressions(c, erased_expression)  # noise is drawn into numbers

    return rewritten(command, change)


# --------------------------------------------------------------------------------------------------------------- values


def to_core(value: Any, kind: Type, texts: tuple[str, ...] = ()) -> Any:
    """A value of Python as the core holds it, or `WRONG_TYPE`. Databases, queries and scores stay themselves."""

    def each(values: Iterable[Any], kinds: Iterable[Type]) -> Any:
        parts = tuple(to_core(v, k, texts) for v, k in zip(values, kinds, strict=True))
        return WRONG_TYPE if any(p is WRONG_TYPE for p in parts) else parts

    match kind:
        case Member():
            return kind.members.index(value.name) if isinstance(value, enum.Enum) else WRONG_TYPE
        case Text():
            return number_of_text(value, texts) if isinstance(value, str) else WRONG_TYPE
        case Option((_, inner)):
            return (False, blank(inner)) if value is None else each((True, value), kind.items)
        case Record(items, _, fields):
            named = all(hasattr(value, name) for name in fields) and not isinstance(value, type)
            return each((getattr(value, name) for name in fields), items) if named else WRONG_TYPE
        case Table(item, key, keys):
            held = {to_core(k, key, texts): v for k, v in value.items()} if isinstance(value, dict) else {}
            wanted = [key_to_core(k, key, texts) for k in keys]
            in_order = list(held) == wanted
            return each((held[k] for k in wanted), [item] * len(keys)) if in_order else WRONG_TYPE
        case Dictionary((keys, values)):
            return each((list(value), list(value.values())), (keys, values)) if isinstance(value, dict) else WRONG_TYPE
        case ListOf(item):
            return each(value, [item] * len(value)) if isinstance(value, list | tuple) else WRONG_TYPE
        case TupleOf(kinds):
            fits = isinstance(value, tuple) and len(value) == len(kinds)
            return each(value, kinds) if fits else WRONG_TYPE
    if kind in (BOOL, INT):
        return value if type(value) is (bool if kind == BOOL else int) else WRONG_TYPE
    if kind in (DATABASE, QUERY, SCORE):
        return value
    if kind != REAL:
        raise UnknownType(kind)
    exact = isinstance(value, int | float | Fraction | Decimal) and not isinstance(value, bool)
    return Fraction(value) if exact and math.isfinite(value) else WRONG_TYPE


def from_core(value: Any, kind: Type, texts: tuple[str, ...] = (), classes: Mapping[str, Any] | None = None) -> Any:
    """A value of the core as Python has it.

    Instances are made by the classes of these names; where they are not at hand, by classes that look the same.
    """

    def show(part: Any, its: Type) -> Any:
        return from_core(part, its, texts, classes)

    match kind:
        case Member(_, name, members):
            if not 0 <= value < len(members):
                raise ValueError(f"{name} has no member {value}")
            return (_class_like(kind) if classes is None else classes[name])[members[value]]
        case Text():
            return text_of_number(value, texts)
        case Option((_, inner)):
            return show(value[1], inner) if value[0] else None
        case Record(items, name, fields):
            shown = dict(zip(fields, map(show, value, items), strict=True))
            return (_class_like(kind) if classes is None else classes[name])(**shown)
        case Table(item, key, keys):
            named = [show(key_to_core(k, key, texts), key) for k in keys]
            return dict(zip(named, (show(v, item) for v in value), strict=True))
        case Dictionary((keys, values)):
            return dict(zip(show(value[0], keys), show(value[1], values), strict=True))
        case ListOf(item):
            return [show(v, item) for v in value]
        case TupleOf(items):
            return tuple(map(show, value, items))
        case _:
            return value


@functools.lru_cache(maxsize=256)
def _class_like(kind: Record | Member) -> Any:
    """A class with the name of one that was read and not run, and with its members or fields."""
    if isinstance(kind, Member):
        return enum.Enum(kind.name, list(kind.members))
    if kind.is_sequence:
        return collections.namedtuple(kind.name, kind.fields)
    return dataclasses.make_dataclass(kind.name, kind.fields, frozen=True)


def is_held(value: Any, kind: Type, texts: tuple[str, ...] = ()) -> bool:
    """Whether a value of the erased type is the one by which the core holds some value of Python."""
    test = how_it_is_held(kind, texts)
    return test is None or test(value)


@functools.lru_cache(maxsize=256)
def how_it_is_held(kind: Type, texts: tuple[str, ...]) -> Callable[[Any], bool] | None:
    """How to tell whether a value of the erased type holds one of Python; None: each does."""
    match kind:
        case Member():
            return range(len(kind.members)).__contains__
        case Text():
            return lambda number: number_of_text(text_of_number(number, texts), texts) == number
        case Option((_, inner)):
            some, nothing = how_it_is_held(inner, texts), blank(inner)
            return lambda value: (some is None or some(value[1])) if value[0] else bool(value[1] == nothing)
        case Table(item, _, keys):
            return _of_length(how_it_is_held(item, texts), len(keys))
        case Dictionary((keys_kind, values_kind)):
            return _of_dictionary(how_it_is_held(keys_kind, texts), how_it_is_held(values_kind, texts))
        case ListOf(item):
            entry = how_it_is_held(item, texts)
            return None if entry is None else lambda value: all(map(entry, value))
        case TupleOf(items):
            tests = ((n, how_it_is_held(item, texts)) for n, item in enumerate(items))
            parts = [(n, part) for n, part in tests if part is not None]
            return None if not parts else lambda value: all(part(value[n]) for n, part in parts)
        case _:
            return None


def _of_length(entry: Callable[[Any], bool] | None, length: int) -> Callable[[Any], bool]:
    return lambda value: len(value) == length and (entry is None or all(map(entry, value)))


def _of_dictionary(
    keys_held: Callable[[Any], bool] | None, values_held: Callable[[Any], bool] | None
) -> Callable[[Any], bool]:
    def held(value: Any) -> bool:
        keys, values = value
        if not len(set(keys)) == len(keys) == len(values):
            return False
        return (keys_held is None or keys_held(keys)) and (values_held is None or values_held(values))

    return held


def key_to_core(key: Key, kind: Type, texts: tuple[str, ...]) -> Any:
    """A key that the text of a program names, as the core holds it."""
    match kind, key:
        case Member(), str():
            return kind.members.index(key)
        case Text(), str():
            return number_of_text(key, texts)
        case TupleOf(items), tuple():
            return tuple(key_to_core(k, i, texts) for k, i in zip(key, items, strict=True))
        case _:
            return key


def blank(kind: Type) -> Any:
    """The value that stands where there is none."""
    match kind:
        case Member() | Text():
            return 0
        case Option((_, inner)):
            return (False, blank(inner))
        case TupleOf(items):
            return tuple(map(blank, items))
        case ListOf():
            return ()
        case _:
            return False if kind == BOOL else Fraction(0) if kind == REAL else 0


_OTHER = "another text "


def number_of_text(text: str, texts: tuple[str, ...]) -> int:
    """The number by which the core knows a text: below zero for those that neither the program nor we have named."""
    if text in texts:
        return texts.index(text)
    digits = text.removeprefix(_OTHER)
    if text.startswith(_OTHER) and digits.isdecimal() and str(int(digits)) == digits:
        return len(texts) + int(digits)
    return -int.from_bytes(b"\1" + text.encode("utf-8", "surrogatepass"), "big")


def text_of_number(number: int, texts: tuple[str, ...]) -> str:
    """The text that the core knows by a number."""
    if number >= len(texts):
        return f"{_OTHER}{number - len(texts)}"
    if number >= 0:
        return texts[number]
    data = (-number).to_bytes((number.bit_length() + 7) // 8, "big")
    try:
        return data[1:].decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return f"text {number}"
