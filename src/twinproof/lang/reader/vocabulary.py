"""What a name of a file can mean to the reader."""

from __future__ import annotations

import ast
import typing
from collections.abc import Iterator
from dataclasses import dataclass

from twinproof.lang.adjacency import MARKED
from twinproof.lang.noise import FUNCTIONS

LIBRARY = "twinproof"
# What a mechanism file may take from the library.
PROVIDED = frozenset(
    (
        *("mechanism", "clamp", "Database", "Epsilon", "Query", "Score", *FUNCTIONS),
        *MARKED,
    )
)
EXPORTED = PROVIDED | {"RunnableMechanism"}  # what `from twinproof import *` binds
# What it may take from modules of Python, and what the reader calls it.
KNOWN: dict[str, dict[str, str]] = {
    "typing": {
        "Annotated": "Annotated",
        "List": "list",
        "Tuple": "tuple",
        "Dict": "dict",
        "Set": "set",
        "FrozenSet": "frozenset",
        "DefaultDict": "defaultdict",
        "Optional": "Optional",
        "NamedTuple": "NamedTuple",
    },
    "collections": {"Counter": "Counter", "defaultdict": "defaultdict"},
    "dataclasses": {"dataclass": "dataclass"},
    "enum": {"Enum": "Enum", "auto": "auto"},
    "fractions": {"Fraction": "Fraction"},
    "math": {"floor": "floor", "ceil": "ceil", "exp": "exp", "log": "log", "sqrt": "sqrt"},
}
BUILTINS = frozenset(
    (
        *("abs", "all", "any", "bool", "dict", "enumerate", "float", "frozenset", "int", "len", "list", "max", "min"),
        *("next", "range", "reversed", "round", "set", "sorted", "str", "sum", "tuple", "zip"),
    )
)
EVERY_NAME = "*"  # the entry whose meaning is about all names at once


@dataclass(frozen=True, slots=True)
class Imported:
    """A name that stands for something the reader knows: "laplace", "Annotated", …"""

    name: str


@dataclass(frozen=True, slots=True)
class ImportedModule:
    """A name that stands for the library, or for a module of Python that is known, as a whole."""

    module: str


@dataclass(frozen=True, slots=True)
class Foreign:
    """A name that comes from a module that is not read."""

    module: str
    name: str = ""  # in that module; empty for the module itself

    @property
    def why(self) -> str:
        return f"comes from the module {self.module}, which is not read"


@dataclass(frozen=True, slots=True)
class Opaque:
    """A name whose meaning only running the file would tell."""

    why: str
    instead: str = "pass it as a parameter, or make it one constant at the top of the file"


@dataclass(frozen=True, slots=True)
class Constant:
    """A top-level constant: a number, a text, or a tuple of such."""

    value: Fixed


@dataclass(frozen=True, slots=True)
class Made:
    """A top-level constant that a call makes of constants, such as `Fraction(1, 3)`."""

    call: ast.Call

    @property
    def why(self) -> str:
        return "is made by a call that is not read"


Fixed = bool | int | str | tuple["Fixed", ...]


@dataclass(frozen=True, slots=True)
class Spelled:
    """A top-level tuple, or tuples in it, in which attributes of classes stand, such as members of an enum."""

    value: ast.Tuple


@dataclass(frozen=True, slots=True)
class Tabled:
    """A top-level dictionary of constants that the file only looks at."""

    value: ast.Dict


@dataclass(frozen=True, slots=True)
class FixedSet:
    """A top-level set of constants that the file only looks at, or a frozenset of such."""

    parts: ast.Tuple
    function: ast.expr | None  # by which it is made, if it is no display

    @property
    def why(self) -> str:
        return "is a set, and only asked with `in` here"


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name of something, such as the type `Scores = Annotated[list[int], each_within(1)]`."""

    value: ast.expr

    @property
    def why(self) -> str:
        return "is not a constant number, text or tuple of such"


Value = Constant | Made | Spelled | Tabled | FixedSet | Alias
Meaning = Imported | ImportedModule | Foreign | Opaque | Value | ast.FunctionDef | ast.ClassDef


def member(module: str, attribute: str) -> str | None:
    """What the reader knows of an attribute of a known module."""
    if module == LIBRARY:
        return attribute if attribute in PROVIDED else None
    return KNOWN[module].get(attribute)


def imported_from(module: str, name: str) -> Meaning:
    """What an imported name means."""
    provided = member(module, name) if module in (LIBRARY, *KNOWN) else None
    return Imported(provided) if provided else Foreign(module, name)


def bound_by_star(statement: ast.stmt) -> Iterator[tuple[str, Meaning]]:
    """The names that a star import of a known module binds; the stores of such an import are not in the code."""
    match statement:
        case ast.ImportFrom("twinproof" | "typing" as module, [ast.alias("*")], 0):
            exported = EXPORTED if module == LIBRARY else typing.__all__
            yield from ((name, imported_from(module, name)) for name in exported)
