"""What has to be told apart to know whether a run gives one output.

Some variables are only *released*: the program never computes with them. Each place where one is read is a component of
the result, or adds to the list that it holds itself, or asks for that list's length. So a run goes on in the same way
whatever such a variable holds, as long as the length is the same, and at the end all that counts is whether the result
is the output. Of its values only those must be told apart that can still become the part of the output that the
variable is released as: for a number that part itself, for a list its prefixes. All other values of one length are one
value, `Other`. It goes through all that can be done with such a variable as its members do: what is added to one that
is no prefix makes one that is no prefix, its length is theirs, and it is not the output, as they are not. So merging
them changes no probability of the output. Where a variable is released as several parts, it is compared with all of
them; the result itself is compared with the output as a whole, in any case.

A run may be given up once such a list is `Other` (`is_final`), if it stays so and is in the result. It stays so if the
list is set by one command outside of loops: that command is done, as the list has a value, and what comes can only add
to it. It is in the result if every command that sets the result releases it, and one of them still comes; that is where
the result is not live.

A list need not be released whole for that. Where the result is set to a tuple with a position p and L[p], it can only
be the output if p is what the output has there, say n, and L[n] is what it has beside it (`placed`). If L is set by one
command outside of loops and else only added to, what stands at n stays there. So a run that puts something else there
may be given up as well, again if the result is not live.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from twinproof.lang.command import Assign, Command, expressions, outside_loops, subcommands, written
from twinproof.lang.expr import (
    FALSE,
    Apply,
    Expr,
    Literal,
    Op,
    UnknownType,
    Var,
    apply,
    conjunction,
    list_of,
    negate,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.released import (
    Path,
    added,
    assignments,
    beside_variables,
    values_read,
    whole_variables,
)
from twinproof.lang.types import BOOL, Basic, ListOf, TupleOf, Type, is_data


@dataclass(frozen=True, slots=True)
class Other:
    """All values, of one length if they are lists, that cannot become a part of the output."""

    length: int = 0

    def __len__(self) -> int:
        return self.length


@dataclass(frozen=True, slots=True)
class Unset:
    """What a variable holds that was never assigned."""


UNSET = Unset()


class ReadsUnset(Exception):
    """A run looks at a variable that has no value."""

    def __init__(self, var: Var) -> None:
        super().__init__(f"the program reads {var.name} before it is assigned")


@dataclass(frozen=True, slots=True)
class Wanted:
    """For every variable that is only released, the parts of one output that it is released as."""

    parts: Mapping[Var, tuple[Any, ...]]
    final: frozenset[Var]  # lists that stay wrong, and are in every result
    result: Var
    placed: Mapping[Var, tuple[int, Any]]  # what must come to stand at a position of a list

    def asked_at(self, var: Var, length: int, live: frozenset[Var]) -> tuple[Any, ...]:
        """What must be added to a list of this length: a run that adds something else cannot give the output."""
        position, item = self.placed.get(var, (-1, None))
        return (item,) if position == length and self.result not in live else ()

    def is_final(self, var: Var, live: frozenset[Var]) -> bool:
        """Whether a run whose list is wrong cannot give the output any more."""
        return var in self.final and self.result not in live

    def abstracted(self, var: Var, value: Any) -> Any:
        """The value itself if it can become a part of the output, else what stands for all others."""
        if isinstance(var.type, ListOf):
            return value if any(p[: len(value)] == value for p in self.parts[var]) else Other(len(value))
        return value if value in self.parts[var] else Other()

    def next_items(self, var: Var, value: tuple[Any, ...]) -> list[Any]:
        """What may be added to a list that is as it should be so far."""
        n = len(value)
        return list(dict.fromkeys(p[n] for p in self.parts[var] if len(p) > n and p[:n] == value))


def frozen(value: Any) -> Any:
    """A value as the core has it: lists are tuples."""
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value


def literal(value: Any, kind: Type) -> Expr:
    """A value of data as an expression."""
    match kind:
        case ListOf(item):
            return list_of(item, *(literal(v, item) for v in value))
        case TupleOf(items):
            return apply(Op.TUPLE, *(literal(v, k) for v, k in zip(value, items, strict=True)))
        case Basic() if is_data(kind):
            return Literal(value)
        case _:
            raise UnknownType(kind)


def equals(e: Expr, value: Any, kind: Type) -> Expr:
    """The condition that an expression has this value; components are compared one by one."""
    match e, kind:
        case Apply(Op.TUPLE, args), TupleOf(items):
            return conjunction(*(equals(a, v, k) for a, v, k in zip(args, value, items, strict=True)))
        case Apply(Op.LIST, args), ListOf(item):
            if len(args) != len(value):
                return FALSE
            return conjunction(*(equals(a, v, item) for a, v in zip(args, value, strict=True)))
        case _ if kind == BOOL:
            return e if value else negate(e)
        case _:
            return apply(Op.EQ, e, literal(value, kind))


def wanted(core: Mechanism, output: Any) -> Wanted:
    """What is to be told apart for one output, which is given as the core has it."""
    released = _only_released(core)
    if core.result not in released:
        return Wanted({}, frozenset(), core.result, {})
    parts: dict[Var, list[Any]] = {v: [] for v in released}
    parts[core.result] = [output]
    everywhere = set(released)
    for value in _results(core):
        here = [(var, at_path(output, path)) for var, path in whole_variables(value)]
        for var, part in here:
            if var in parts and part not in parts[var]:
                parts[var].append(part)
        everywhere &= {v for v, _ in here}
    final = frozenset(v for v in everywhere if _is_set_once(core, v)) if _results(core) else frozenset()
    return Wanted({v: tuple(p) for v, p in parts.items()}, final, core.result, placed(core, output))


def placed(core: Mechanism, output: Any) -> Mapping[Var, tuple[int, Any]]:
    """What must stand at a position of a list, where each result tells a position and what stands there."""
    return {items: (output[position], output[item]) for items, (position, item) in places_told(core).items()}


def places_told(core: Mechanism) -> Mapping[Var, tuple[int, int]]:
    """For lists of which each result tells a position and what stands there: which components of it these are."""
    common: dict[Var, tuple[int, int]] | None = None
    for value in _results(core):
        here: dict[Var, tuple[int, int]] = {}
        args = value.args if isinstance(value, Apply) and value.op is Op.TUPLE else ()
        for n, read in enumerate(args):
            match read:
                case Apply(Op.GET, (Var() as items, position)) if position in args and _is_set_once(core, items):
                    here[items] = (args.index(position), n)
                case _:
                    pass
        common = here if common is None else {v: p for v, p in common.items() if here.get(v) == p}
    return common or {}


def at_path(output: Any, path: Path) -> Any:
    """The part of an output."""
    for n in path:
        output = output[n]
    return output


def _results(core: Mechanism) -> list[Expr]:
    return [c.value for c in assignments(core.body, core.result)]


def _only_released(core: Mechanism) -> frozenset[Var]:
    drawn = {c.target for c in core.samplings}
    candidates = {v for v in written(core.body) - drawn if v.type != BOOL}
    if core.result not in candidates or any(core.result in _looked_at(c, None) for c in subcommands(core.body)):
        return frozenset()
    looked_at = frozenset().union(*(_looked_at(c, core.result) for c in subcommands(core.body)))
    return frozenset(candidates - looked_at)


def _looked_at(command: Command, result: Var | None) -> frozenset[Var]:
    """The variables that a command reads in any other way than those named above."""
    looked_at: Iterable[Expr] = expressions(command)
    if isinstance(command, Assign):
        items = added(command.value, command.target)
        if items is not None:
            looked_at = items
        elif command.target == result:
            looked_at = beside_variables(command.value)
    return frozenset().union(*map(values_read, looked_at))


def _is_set_once(core: Mechanism, var: Var) -> bool:
    """Whether one command, outside of loops, sets the list, and all others add to it."""
    anywhere, once = (starts(commands, var) for commands in (subcommands(core.body), outside_loops(core.body)))
    return isinstance(var.type, ListOf) and len(anywhere) == len(once) == 1


def starts(commands: Iterable[Command], var: Var) -> list[Assign]:
    """The assignments that set a list to something else than itself with more items."""
    return [c for c in commands if isinstance(c, Assign) and c.target == var and added(c.value, var) is None]
