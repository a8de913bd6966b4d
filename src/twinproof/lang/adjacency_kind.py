"""What a kind of adjacency has to say of itself. The kinds are in `adjacency`.

Two values are given as numbers: an integer, a tuple of integers (for queries: of their answers), or, for a score, its
values by candidate, with None for all others.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from twinproof.lang.expr import TRUE, Expr, Place, TypeMismatch, Var, fresh_name
from twinproof.lang.types import INT, Type

if TYPE_CHECKING:
    from twinproof.lang.printer import Notation

Value = Any
Amount = Callable[[Expr], int]  # what an expression over public parameters is worth

# ----------------------------------------------------------------------------------------------- what a kind speaks of


class Form(Enum):
    """What an argument of an adjacency can be."""

    AMOUNT = "a public integer that is not negative"
    FLAG = "True or False, by its name; False unless given"
    COLUMN = "the name of a field of the rows, or its position"
    COUNT = "a number, by its name"


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument: its name in annotations, and its form."""

    name: str
    form: Form


@dataclass(frozen=True, slots=True)
class Sides:
    """Where a relation is written: a parameter and the databases in both runs, and names that must not be captured."""

    left: Expr
    right: Expr
    databases: tuple[tuple[Expr, Expr], ...] = ()
    taken: frozenset[str] = frozenset()

    def position(self, name: str) -> Var:
        """A variable for positions, to be bound by a quantifier."""
        return Var(fresh_name(name, set(self.taken)), INT, Place.RIGID)


@dataclass(frozen=True, slots=True)
class Motion:
    """How numbers move from left to right: each by at most `most`, in one direction (1: up) unless that is 0.

    If single, at most one of them moves. Two values are adjacent if and only if they have as many entries (or the same
    candidates) and one of the motions of the kind allows what the numbers do.
    """

    most: Expr
    direction: int = 0
    single: bool = False

    @property
    def said(self) -> str:
        """The direction in a word."""
        return {1: "rises", -1: "falls"}.get(self.direction, "")


class Edit(Enum):
    """What is done to a list to get an adjacent one, anywhere in it, where that is all there is to an adjacency."""

    ADDED_OR_REMOVED = "one row more or less"
    REPLACED = "one row replaced, or none"


@dataclass(frozen=True, slots=True)
class Alignment:
    """How the rows of two lists stand beside each other: but for those at these positions, they are the same in order.

    If one list is longer, the positions are its own, increasing, and what stands there the other has not; beyond its
    end they are none. Else both have other rows there. If there is a user, the rows of that user are exactly these.
    """

    longer: Place | None
    positions: tuple[Var, ...]
    user: Var | None = None
    column: int = 0  # of the rows, that says whose row it is


@dataclass(frozen=True, slots=True)
class Case:
    """One of the ways to be adjacent.

    `facts` are the parts of the relation, each as it is or something that implies it, over rigid witnesses. By the
    relation one of the alternatives holds, and by an alternative there are witnesses for the facts of its case. If the
    motion is single, the first witness is the position that moves. Lists of rows have an alignment instead of a motion.
    """

    facts: tuple[Expr, ...]
    alternative: Expr = TRUE
    motion: Motion | None = None
    witnesses: tuple[Var, ...] = ()
    alignment: Alignment | None = None
    sums: Var | None = (
        None  # the rigid list of the squares of how far entries move, added up, if that is what is bounded
    )


class Draws(Protocol):
    """Where trials take their numbers from."""

    @property
    def candidates(self) -> Sequence[int]:
        """The candidates for which a score is told apart."""

    def number(self) -> int:
        """A small integer."""

    def item(self, kind: Type, far: int = 0) -> Value:
        """A value of a type, as Python has it: an entry of a list; with its numbers far up (1) or far down (−1)."""

    def below(self, limit: int) -> int:
        """0 or more, and less than the limit."""

    def pair(self, most: int, direction: int) -> tuple[int, int]:
        """Two integers that are close; the right one is the larger one if the direction is 1."""


class Adjacency(ABC):
    """A kind of adjacency. Kinds are frozen dataclasses; their fields are their arguments, in this order."""

    __slots__ = ()

    NAME: ClassVar[str]  # in annotations and in certificates
    USAGE: ClassVar[tuple[str, ...]]  # how it is written in annotations; nothing if the type alone stands for it
    ARGUMENTS: ClassVar[tuple[Argument, ...]]
    TYPES: ClassVar[tuple[Type, ...]]  # of the parameters that it is for
    PLACE: ClassVar[Place]  # where these live: in the memories, or rigid
    PUBLIC_LENGTH: ClassVar[bool] = False  # whether the relation implies that lists have one length
    IN_SQUARES: ClassVar[bool] = False  # whether its bound is on the squares of how far entries move, added up
    EDIT: ClassVar[Edit | None] = None  # lists are adjacent if and only if one such edit leads from one to the other
    counts_rows: ClassVar[bool] = False  # whether it is about whole entries, so that numbers of them move by one

    @property
    def most(self) -> int:
        """How many rows may not be the same in both runs; one, if it is not about several rows."""
        return 1

    @classmethod
    def made(cls, arguments: Sequence[Expr | bool]) -> Adjacency:
        """The adjacency with these arguments."""
        make: Callable[..., Adjacency] = cls
        return make(*arguments)

    @property
    def arguments(self) -> tuple[Expr | bool, ...]:
        return tuple(getattr(self, f.name) for f in fields(self))  # type: ignore[arg-type]

    @property
    def amounts(self) -> tuple[Expr, ...]:
        """The expressions among the arguments: integers over public parameters that are not negative."""
        return tuple(a for a in self.arguments if isinstance(a, Expr))

    @classmethod
    def is_for(cls, kind: Type) -> bool:
        """Whether it is for parameters of this type."""
        return kind in cls.TYPES

    @classmethod
    def types_said(cls) -> str:
        """The types that it is for, in words."""
        return " or ".join(map(str, cls.TYPES))

    def fits(self, var: Var) -> bool:
        """Whether the variable can be a parameter of this kind."""
        return var.place is self.PLACE and self.is_for(var.type)

    # ---------------------------------------------------------------------------------------------------- the meaning

    @abstractmethod
    def relation(self, sides: Sides) -> tuple[Expr, ...]:
        """What is known of two adjacent values: the parts of a conjunction, none of them one itself. Trusted.

        It must be symmetric: a claim covers both directions.
        """

    @abstractmethod
    def shown(self, var: Var, notation: Notation, show: Callable[[Expr], str]) -> str:
        """The relation as people read it."""

    def said(self, name: str, show: Callable[[Expr], str]) -> str:
        """What may differ between two neighbouring inputs, as a clause for people."""
        return f"`{name}` differs as {self.NAME} says"

    @abstractmethod
    def why_apart(self, name: str, left: Value, right: Value, amount: Amount) -> str | None:
        """None for two values that are adjacent, else what keeps them apart in a sentence."""

    # ------------------------------------------------------------------------------------------------ for the searches

    @property
    def reach(self) -> Expr | None:
        """How far a single number may move, if that has a bound."""
        return None

    @property
    def motions(self) -> tuple[Motion, ...]:
        """The relation as motions of numbers, if it is nothing else."""
        return ()

    def cases(self, sides: Sides, witness: Callable[[str], Var]) -> tuple[Case, ...]:
        """The cases that a proof goes through; `witness` makes a rigid integer of that name."""
        return (Case(self.relation(sides), motion=next(iter(self.motions), None)),)

    def witnessed(self, left: Value, right: Value) -> tuple[int, ...]:
        """The values of the witnesses for two values that are adjacent."""
        return ()

    def summed_up(self, left: Value, right: Value) -> tuple[int, ...]:
        """The value of the list of sums, for a case that has one."""
        return ()

    @abstractmethod
    def trial(self, kind: Type, size: int, case: Case | None, draws: Draws, amount: Amount) -> tuple[Value, Value]:
        """Two small adjacent values, about so long, that are apart as in this case; a database is a number of its own.

        The type is the one that Python has; the values are as the core holds them.
        """

    def nearby(self, value: Value, amount: Amount, items: Sequence[Value]) -> Iterator[Value]:
        """A few values adjacent to this one, the simplest first, where there are no motions to find them by.

        `items` are what may stand in a list of this type.
        """
        return iter(())

    def of_values(self) -> tuple[Adjacency, Adjacency]:
        """Of a score: how a list of its values may move, and how the value of all other candidates may."""
        raise TypeMismatch(f"{self.NAME} does not say how the values of a score move")
