"""Mechanisms: a core program with its inputs, their adjacency, and the privacy that it claims."""

from __future__ import annotations

from dataclasses import dataclass, field

from twinproof.lang.claim import Claim
from twinproof.lang.command import Command, Sample, Span, mentioned, subcommands, written
from twinproof.lang.expr import (
    TRUE,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Quantified,
    TypeMismatch,
    Var,
    free_variables,
)
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, is_data


@dataclass(frozen=True, slots=True)
class Within:
    """An integer that moves by at most `bound`."""

    bound: Expr


@dataclass(frozen=True, slots=True)
class EachWithin:
    """A list of the same length; every entry moves by at most `bound` (all in one direction if monotone)."""

    bound: Expr
    monotone: bool = False


@dataclass(frozen=True, slots=True)
class OneWithin:
    """A list of the same length; at most one entry moves, by at most `bound`."""

    bound: Expr


@dataclass(frozen=True, slots=True)
class Neighbours:
    """A database and an adjacent one. What that means is left open; only queries and scores see it."""


@dataclass(frozen=True, slots=True)
class Sensitive:
    """Queries or a score, the same in both runs, whose values on adjacent databases differ by at most `bound`."""

    bound: Expr


Adjacency = Within | EachWithin | OneWithin | Neighbours | Sensitive


@dataclass(frozen=True, slots=True)
class Parameter:
    """An input. Public ones (no adjacency), queries and scores are rigid: the same in both runs and never assigned."""

    var: Var
    adjacency: Adjacency | None = None
    positive: bool = False  # an Epsilon: a real number above zero

    def __post_init__(self) -> None:
        place, kind = self.var.place, self.var.type
        match self.adjacency:
            case None:
                fits = place is Place.RIGID and (is_data(kind) or kind == REAL)
            case Within():
                fits = place is Place.MEMORY and kind == INT
            case EachWithin() | OneWithin():
                fits = place is Place.MEMORY and kind == ListOf(INT)
            case Neighbours():
                fits = place is Place.MEMORY and kind == DATABASE
            case Sensitive():
                fits = place is Place.RIGID and kind in (ListOf(QUERY), SCORE)
        if not fits or self.positive != (kind == REAL):
            raise TypeMismatch(f"{self.var.name} cannot be a parameter like this")

    @property
    def name(self) -> str:
        return self.var.name

    @property
    def bound(self) -> Expr | None:
        """How far it may move, if that has a bound."""
        return None if self.adjacency is None or isinstance(self.adjacency, Neighbours) else self.adjacency.bound

    @property
    def private(self) -> bool:
        """Whether the two runs may hold different values."""
        return self.var.place is Place.MEMORY


@dataclass(frozen=True, slots=True)
class Mechanism:
    """A core program with its inputs, its result and the privacy that it claims.

    Parameters are never assigned. `requires` restricts the public parameters and the lengths of private lists; the
    claim speaks of the same. What it was read from comes with it, and does not count when mechanisms are compared.
    """

    name: str
    parameters: tuple[Parameter, ...]
    body: Command
    result: Var
    claim: Claim
    requires: Expr = TRUE
    doc: str = field(default="", compare=False, repr=False)
    at: Span | None = field(default=None, compare=False, repr=False)
    source: str = field(default="", compare=False, repr=False)  # the text of its file, with the line ends of Python

    def __post_init__(self) -> None:
        if len({p.name for p in self.parameters}) < len(self.parameters):
            raise TypeMismatch("two parameters have one name")
        if written(self.body) & {p.var for p in self.parameters}:
            raise TypeMismatch("a parameter is assigned")
        if self.result.place is not Place.MEMORY or not is_data(self.result.type):
            raise TypeMismatch(f"{self.result.name} cannot be the result")
        if self.requires.type != BOOL or not self.claim.is_well_typed():
            raise TypeMismatch("a claim is two numbers and a condition")
        self._check_names()
        inputs = {p.var for p in self.parameters}
        bounds = [p.bound for p in self.parameters if p.bound is not None]
        if any(b.type != INT or any(v.place is not Place.RIGID for v in free_variables(b)) for b in bounds):
            raise TypeMismatch("how far an input may move is an integer over public parameters")
        for e in (self.requires, *self.claim.parts(), *bounds):
            if not is_public(e, self.parameters) or not free_variables(e) <= inputs:
                raise TypeMismatch("claims, requirements and bounds are over public parameters, and lengths")

    def _check_names(self) -> None:
        """One name, one variable; and what is rigid in the program is a public parameter."""
        inputs = {p.var for p in self.parameters}
        variables = mentioned(self.body) | inputs | {self.result}
        if len({v.name for v in variables}) < len(variables):
            raise TypeMismatch("two variables have one name")
        strange = sorted(v.name for v in variables - inputs if v.place is not Place.MEMORY)
        if strange:
            raise TypeMismatch(f"{strange[0]} is not a parameter")

    @property
    def samplings(self) -> tuple[Sample, ...]:
        """The sampling commands, in the order of the text."""
        return tuple(c for c in subcommands(self.body) if isinstance(c, Sample))

    def parameter(self, name: str) -> Parameter:
        """The parameter of this name."""
        return next(p for p in self.parameters if p.name == name)


def is_public(e: Expr, parameters: tuple[Parameter, ...]) -> bool:
    """Whether the value is surely the same in both runs: rigid variables, and the lengths of list parameters."""
    match e:
        case Var():
            return e.place is Place.RIGID
        case Literal():
            return True
        case Apply(Op.LEN, (Var() as var,)) if any(p.var == var for p in parameters):
            return True
        case Apply():
            return all(is_public(a, parameters) for a in e.args)
        case Quantified():
            return is_public(e.body, parameters)


def private_values(e: Expr, parameters: tuple[Parameter, ...]) -> frozenset[Var]:
    """The private parameters whose value an expression reads, and not only their length."""
    match e:
        case Apply(Op.LEN, (Var(),)):
            return frozenset()
        case Apply():
            return frozenset().union(*(private_values(a, parameters) for a in e.args))
        case Quantified():
            return private_values(e.body, parameters)
        case _:
            return frozenset(p.var for p in parameters if p.private and p.var == e)
