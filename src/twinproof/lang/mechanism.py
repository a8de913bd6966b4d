"""Mechanisms: a core program with its inputs, their adjacency, and the privacy that it claims."""

from __future__ import annotations

from dataclasses import dataclass, field

from twinproof.lang.adjacency_kind import Adjacency
from twinproof.lang.claim import Claim
from twinproof.lang.command import Command, Sample, expressions, mentioned, numbered, subcommands, written
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
    may_be_irrational,
    subterms,
)
from twinproof.lang.faces import Faces
from twinproof.lang.span import Span
from twinproof.lang.types import BOOL, INT, REAL, Type, is_data


@dataclass(frozen=True, slots=True)
class Parameter:
    """An input. Public ones (no adjacency), queries and scores are rigid: the same in both runs and never assigned."""

    var: Var
    adjacency: Adjacency | None = None
    positive: bool = False  # an Epsilon: a real number above zero

    def __post_init__(self) -> None:
        place, kind = self.var.place, self.var.type
        public = place is Place.RIGID and is_data(kind)
        fits = public if self.adjacency is None else self.adjacency.fits(self.var)
        if not fits or (self.positive and kind != REAL):
            raise TypeMismatch(f"{self.var.name} cannot be a parameter like this")

    @property
    def name(self) -> str:
        return self.var.name

    @property
    def bound(self) -> Expr | None:
        """How far a number of it may move, if that has a bound."""
        return None if self.adjacency is None else self.adjacency.reach

    @property
    def amounts(self) -> tuple[Expr, ...]:
        """The public integers that its adjacency is written with."""
        return () if self.adjacency is None else self.adjacency.amounts

    @property
    def has_public_length(self) -> bool:
        """Whether the two runs hold a list of one length."""
        return self.adjacency is None or self.adjacency.PUBLIC_LENGTH

    @property
    def private(self) -> bool:
        """Whether the two runs may hold different values."""
        return self.var.place is Place.MEMORY


@dataclass(frozen=True, slots=True)
class Mechanism:
    """A core program with its inputs, its result and the privacy that it claims.

    Parameters are never assigned. `requires` restricts the public parameters and the lengths of private lists; the
    claim speaks of the same. The body's samplings, conditionals and loops have their sites. What it was read from
    comes with it, and does not count when mechanisms are compared.
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
    faces: Faces = field(default=Faces(), compare=False, repr=False)  # how Python shows its inputs and its result
    as_written: Command | None = field(default=None, compare=False, repr=False)  # what the body is the plain form of

    def __post_init__(self) -> None:
        object.__setattr__(self, "body", numbered(self.body))
        if len({p.name for p in self.parameters}) < len(self.parameters):
            raise TypeMismatch("two parameters have one name")
        if written(self.body) & {p.var for p in self.parameters}:
            raise TypeMismatch("a parameter is assigned")
        if self.result.place is not Place.MEMORY or not is_data(self.result.type):
            raise TypeMismatch(f"{self.result.name} cannot be the result")
        if self.requires.type != BOOL or not self.claim.is_well_typed():
            raise TypeMismatch("a claim is two numbers and a condition")
        if any(may_be_irrational(e) for c in subcommands(self.body) for e in expressions(c)):
            raise TypeMismatch("a program computes with fractions: what exp, log and sqrt make is rounded up first")
        self._check_names()
        inputs = {p.var for p in self.parameters}
        bounds = [amount for p in self.parameters for amount in p.amounts]
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
        """The sampling commands, in the order of the text: each stands at the position of its site."""
        return tuple(c for c in subcommands(self.body) if isinstance(c, Sample))

    @property
    def rounds(self) -> bool:
        """Whether a number of a noise is rounded: exp, log or sqrt is in it, and Python's own floats would not do."""
        numbers = (part for s in self.samplings for e in s.parameters for part in subterms(e))
        return any(isinstance(part, Apply) and part.op is Op.UP for part in numbers)

    @property
    def names(self) -> set[str]:
        """All names that the program has: whoever invents one takes another."""
        return {v.name for v in mentioned(self.body) | {self.result}} | {p.name for p in self.parameters}

    def face(self, name: str) -> Type:
        """The type of a parameter as Python has it."""
        return self.faces.parameters.get(name, self.parameter(name).var.type)

    @property
    def result_face(self) -> Type:
        """The type of the result as Python has it."""
        return self.faces.result or self.result.type

    def parameter(self, name: str) -> Parameter:
        """The parameter of this name."""
        return next(p for p in self.parameters if p.name == name)


def is_public(e: Expr, parameters: tuple[Parameter, ...]) -> bool:
    """Whether the value is surely the same in both runs: rigid variables, and the lengths that an adjacency keeps."""
    match e:
        case Var():
            return e.place is Place.RIGID
        case Literal():
            return True
        case Apply(Op.LEN, (Var() as var,)) if any(p.var == var and p.has_public_length for p in parameters):
            return True
        case Apply():
            return all(is_public(a, parameters) for a in e.args)
        case Quantified():
            return is_public(e.body, parameters)


def private_values(e: Expr, parameters: tuple[Parameter, ...]) -> frozenset[Var]:
    """The private parameters whose value an expression reads, and not only a length that is public."""
    match e:
        case Apply(Op.LEN, (Var() as var,)) if all(p.has_public_length for p in parameters if p.var == var):
            return frozenset()
        case Apply():
            return frozenset().union(*(private_values(a, parameters) for a in e.args))
        case Quantified():
            return private_values(e.body, parameters)
        case _:
            return frozenset(p.var for p in parameters if p.private and p.var == e)
