"""Commands: the core programs of the paper.

skip, sequence, assignment, sampling, if and while; nothing else. A command remembers the place in the user's
file that it came from, and in a mechanism its *site*: samplings are numbered in the order of the text, and so, on their
own, are conditionals and loops. Two commands at different sites may be equal: neither counts when commands are
compared. Commands that hold others carry their hash, so that what is known of a program can be kept by the program.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar, assert_never

from twinproof.lang.expr import Expr, Place, TypeMismatch, Var, free_variables
from twinproof.lang.noise.law import RATE, Noise
from twinproof.lang.span import Span
from twinproof.lang.types import BOOL


@dataclass(frozen=True, slots=True)
class Skip:
    """Does nothing."""

    at: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Assign:
    """x ← e."""

    target: Var
    value: Expr
    at: Span | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        _writable(self.target)
        _of_program(self.value)
        if self.value.type != self.target.type:
            raise TypeMismatch(f"{self.target.name} holds {self.target.type}, not {self.value.type}")


@dataclass(frozen=True, slots=True)
class Sample:
    """x ←$ L_parameters(centre): noise around the centre."""

    target: Var
    noise: Noise
    parameters: tuple[Expr, ...]
    centre: Expr
    at: Span | None = field(default=None, compare=False, repr=False)
    site: int | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        _writable(self.target)
        for e in (*self.parameters, self.centre):
            _of_program(e)
        self.noise.check(self.target.type, self.parameters, self.centre.type)

    @property
    def rate(self) -> Expr:
        """The rate of noise that has one: its scale is 1/rate."""
        for parameter, e in zip(self.noise.parameters, self.parameters, strict=True):
            if parameter == RATE:
                return e
        raise TypeMismatch(f"{self.noise.name} has no rate")

    @property
    def may_be_stuck(self) -> bool:
        """Whether its noise depends on the memory: where there is no such noise, the run goes no further.

        Public numbers are allowed in every program that was read (TP403), and replays ask for them anew.
        """
        return not self.noise.any_centre or any(
            v.place is Place.MEMORY for e in self.parameters for v in free_variables(e)
        )


@dataclass(frozen=True, slots=True)
class If:
    """if b then c else d."""

    condition: Expr
    then: Command
    otherwise: Command
    at: Span | None = field(default=None, compare=False, repr=False)
    site: int | None = field(default=None, compare=False, repr=False)
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        _condition(self.condition)
        object.__setattr__(self, "_hash", hash((If, self.condition, self.then, self.otherwise)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[If], tuple[Expr, Command, Command, Span | None, int | None]]:
        return If, (self.condition, self.then, self.otherwise, self.at, self.site)  # hashes differ between processes


@dataclass(frozen=True, slots=True)
class While:
    """while b do c."""

    condition: Expr
    body: Command
    at: Span | None = field(default=None, compare=False, repr=False)
    site: int | None = field(default=None, compare=False, repr=False)
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        _condition(self.condition)
        object.__setattr__(self, "_hash", hash((While, self.condition, self.body)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[While], tuple[Expr, Command, Span | None, int | None]]:
        return While, (self.condition, self.body, self.at, self.site)


@dataclass(frozen=True, slots=True)
class Seq:
    """c₁; c₂; …: two or more commands, none of them a sequence or skip. Build it with `sequence`."""

    parts: tuple[Command, ...]
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if len(self.parts) < 2 or any(isinstance(p, Seq | Skip) for p in self.parts):
            raise TypeMismatch("a sequence has two or more parts and is flat")
        object.__setattr__(self, "_hash", hash((Seq, self.parts)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Seq], tuple[tuple[Command, ...]]]:
        return Seq, (self.parts,)


Command = Skip | Assign | Sample | If | While | Seq
Numbered = TypeVar("Numbered", Sample, If, While)


def _writable(target: Var) -> None:
    if target.place is not Place.MEMORY:
        raise TypeMismatch(f"{target.name} is {target.place.value} and cannot be assigned")


def _of_program(e: Expr) -> None:
    """A program reads its own memory and rigid variables; it cannot see which of two runs it is."""
    for v in free_variables(e):
        if v.place not in (Place.MEMORY, Place.RIGID):
            raise TypeMismatch(f"a program cannot read {v.name}{v.place.value}")


def _condition(condition: Expr) -> None:
    _of_program(condition)
    if condition.type != BOOL:
        raise TypeMismatch(f"a condition is a bool, not {condition.type}")


def sequence(*commands: Command) -> Command:
    """The commands one after the other, flattened and without skips."""
    flat: list[Command] = []
    for command in commands:
        match command:
            case Skip():
                pass
            case Seq(parts):
                flat.extend(parts)
            case _:
                flat.append(command)
    return Seq(tuple(flat)) if len(flat) > 1 else flat[0] if flat else Skip()


def subcommands(command: Command) -> Iterator[Command]:
    """The command and all inside it, in the order of the text."""
    queue = [command]
    while queue:
        inner = queue.pop()
        yield inner
        match inner:
            case Skip() | Assign() | Sample():
                pass
            case Seq(parts):
                queue.extend(reversed(parts))
            case If(_, then, otherwise):
                queue += (otherwise, then)
            case While(_, body):
                queue.append(body)
            case _:
                assert_never(inner)


def parts_of(command: Command) -> tuple[Command, ...]:
    """The commands of a sequence; a command that is none is its only one, and skip has none."""
    match command:
        case Seq(parts):
            return parts
        case Skip():
            return ()
        case _:
            return (command,)


def loops_in(command: Command) -> list[While]:
    """The loops, outer before inner, in the order of the text."""
    return [c for c in subcommands(command) if isinstance(c, While)]


def has_loop(command: Command) -> bool:
    """Whether there is a loop in the command."""
    return any(isinstance(c, While) for c in subcommands(command))


def is_guard(command: Command) -> bool:
    """Whether this is a guard, `while b do skip`: a run that meets it with b true never ends."""
    return isinstance(command, While) and isinstance(command.body, Skip)


def has_rounds(command: Command) -> bool:
    """Whether there is a loop in the command that does something."""
    return any(isinstance(c, While) and not is_guard(c) for c in subcommands(command))


def has_sampling(command: Command) -> bool:
    """Whether noise may be drawn."""
    return any(isinstance(c, Sample) for c in subcommands(command))


def outside_loops(command: Command) -> Iterator[Command]:
    """The command and all inside it that is not in the body of a loop: what a run comes to once at most."""
    yield command
    match command:
        case Seq(parts):
            for part in parts:
                yield from outside_loops(part)
        case If(_, then, otherwise):
            yield from outside_loops(then)
            yield from outside_loops(otherwise)
        case _:
            pass


def numbered(command: Command) -> Command:
    """The command with the sites of all samplings, and of all conditionals and loops, in the order of the text."""
    samplings, forks = itertools.count(), itertools.count()

    def visit(c: Command) -> Command:
        match c:
            case Sample():
                return _at_site(c, next(samplings))
            case Seq(parts):
                new = tuple(map(visit, parts))
                return c if all(a is b for a, b in zip(new, parts, strict=True)) else Seq(new)
            case If(_, then, otherwise):
                site, yes, no = next(forks), visit(then), visit(otherwise)
                c = c if yes is then and no is otherwise else replace(c, then=yes, otherwise=no)
                return _at_site(c, site)
            case While(_, body):
                site, new_body = next(forks), visit(body)
                return _at_site(c if new_body is body else replace(c, body=new_body), site)
            case _:
                return c

    return visit(command)


def site_of(command: Sample | If | While) -> int:
    """The site of a command that belongs to a mechanism."""
    if command.site is None:
        raise ValueError("a command has a site in the body of a mechanism")
    return command.site


def _at_site(command: Numbered, site: int) -> Numbered:
    return command if command.site == site else replace(command, site=site)


def expressions(command: Command) -> Iterator[Expr]:
    """The expressions that occur directly in this command (not in its parts)."""
    match command:
        case Assign(_, value):
            yield value
        case Sample(_, _, parameters, centre):
            yield from parameters
            yield centre
        case If(condition) | While(condition):
            yield condition
        case Skip() | Seq():
            pass
        case _:
            assert_never(command)


def read_by(command: Command) -> frozenset[Var]:
    """The variables that the command reads itself (not in its parts)."""
    return frozenset[Var]().union(*map(free_variables, expressions(command)))


def written(command: Command) -> frozenset[Var]:
    """The variables that the command may assign."""
    return frozenset(c.target for c in subcommands(command) if isinstance(c, Assign | Sample))


def mentioned(command: Command) -> frozenset[Var]:
    """All variables that occur in the command."""
    reads = (free_variables(e) for c in subcommands(command) for e in expressions(c))
    return written(command).union(*reads)
