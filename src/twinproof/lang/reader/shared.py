"""What all functions that make up one mechanism share while it is read, and how much of it there may be."""

from __future__ import annotations

import ast
import functools
from dataclasses import dataclass, field, replace

from twinproof.lang.bounds import Facts
from twinproof.lang.errors import Diagnostic
from twinproof.lang.expr import (
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    apply,
)
from twinproof.lang.faces import Option
from twinproof.lang.mechanism import Parameter
from twinproof.lang.reader.source import Source
from twinproof.lang.reader.unknown import UNKNOWN
from twinproof.lang.span import Span
from twinproof.lang.types import (
    BOOL,
    INT,
    REAL,
    ListOf,
    Type,
)

MOST_COMMANDS = 5_000
MOST_NODES = 20_000  # of one expression
MOST_SHARED = 50  # nodes of a public expression that is put in place rather than stored
MOST_PARTS = 100  # of one type
MOST_BITS = 4_000  # of one integer
MOST_FACTORS = 64  # of a power


class Lost(Exception):
    """A statement cannot be read because of something that was found to be wrong before."""


@dataclass(frozen=True)
class Bounds:
    """Two public integers between which all lie that is sorted: from the first one, and below the second."""

    lowest: Var
    highest: Var
    watched: bool = False  # items are sorted as they were written, and a run in which one lies elsewhere raises


@dataclass
class Shared:
    """What all functions that make up one mechanism share while it is read."""

    source: Source
    parameters: tuple[Parameter, ...]
    facts: Facts
    taken: set[str]
    learned: dict[str, Type]
    may_hold_ints: set[str] = field(default_factory=set)  # variables of rationals that are given integers somewhere
    stack: list[str] = field(default_factory=list)
    stale: bool = False  # something was learned: what is read now only serves to learn more
    commands: int = 0
    numbers: dict[str, int] = field(default_factory=dict)  # the last number given to a fresh name, by its base
    invented: int = 0  # names that were made up for things that have none
    texts: dict[str, int] = field(default_factory=dict)  # the texts that the mechanism names, and their numbers
    has_faces: bool = False  # some value is of a type that the core does not have
    checked: set[ast.FunctionDef] = field(default_factory=set)  # functions whose constructs and flow are all right
    places: dict[str, Span] = field(default_factory=dict)  # where a list of unknown items was made
    bounds: Bounds | None = None  # how integers are sorted, if not as it was written
    problems: list[Diagnostic] = field(default_factory=list)  # what is wrong with statements that were passed over

    @functools.cached_property
    def without_names(self) -> Source:
        """The same file, as if it bound no name."""
        return replace(self.source, names={})

    def fresh(self, base: str) -> str:
        """A name that is not taken yet: the base, or the base with a number."""
        name = base
        while name in self.taken:
            self.numbers[base] = self.numbers.get(base, 1) + 1
            name = f"{base}_{self.numbers[base]}"
        self.taken.add(name)
        return name


def component(whole: Expr, number: int) -> Expr:
    """One component of a tuple, read off at once when the tuple is spelled out; but None has no value to read off."""
    if isinstance(whole, Apply) and whole.op is Op.TUPLE and (number == 0 or not may_be_none(whole)):
        return whole.args[number]
    return apply(Op.PROJ, whole, Literal(number))


def may_be_none(e: Expr) -> bool:
    """Whether this may be None, which has no value."""
    match e:
        case Apply(Op.TUPLE, (Literal(True), _)):
            return False
        case _:
            return isinstance(e.type, Option)


def is_constant(e: Expr) -> bool:
    """Whether this is a literal, or a tuple of such."""
    match e:
        case Literal():
            return True
        case Apply(Op.TUPLE, args):
            return all(map(is_constant, args))
        case _:
            return False


def article(kind: Type) -> str:
    return f"{'an' if str(kind)[0] in 'aeiou' else 'a'} {kind}"


def type_hint(kinds: list[Type]) -> str:
    if BOOL in kinds and INT in kinds:
        return "int and bool are different here: write `int(b)`, or `x != 0`"
    if any(isinstance(k, ListOf) and k.item == UNKNOWN for k in kinds):
        return "annotate the empty list: `out: list[int] = []`"
    if REAL in kinds:
        return "real numbers are only for scales"
    return "make both sides values of one type that the operator takes"
