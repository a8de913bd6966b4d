"""What there is to see in a program about its lists: loops that count, lists that grow, what a number was held for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from operator import itemgetter

from twinproof.lang.bounds import linear
from twinproof.lang.command import (
    Assign,
    Command,
    Sample,
    Skip,
    While,
    expressions,
    mentioned,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import (
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    applied,
    apply,
    conjuncts,
    free_variables,
    substitute,
    subterms,
)
from twinproof.lang.liveness import Live, live_before
from twinproof.lang.reader.walks import minus
from twinproof.lang.rewriting import replaced, rewritten, with_expressions
from twinproof.lang.types import INT, ListOf, Type

Parts = tuple[Command, ...]


@dataclass(frozen=True)
class Counting:
    """A loop that counts: `while conditions do work; counter ← counter + 1`."""

    counter: Var
    conditions: tuple[Expr, ...]
    work: Parts

    @property
    def reads(self) -> Live:
        """What its conditions ask for."""
        return frozenset[Var]().union(*map(free_variables, self.conditions))


def counting(command: Command) -> Counting | None:
    if not isinstance(command, While) or isinstance(command.body, Skip):
        return None
    *work, last = parts_of(command.body)
    match last:
        case Assign(counter, Apply(Op.ADD, (same, Literal(1)))) if same == counter and counter.type == INT:
            if counter not in written(sequence(*work)):
                return Counting(counter, conjuncts(command.condition), tuple(work))
    return None


@dataclass(frozen=True)
class Source:
    """A loop that appends one item to a list in each of its rounds, and counts them from a constant to a limit."""

    counter: Var
    first: Literal
    limit: Expr
    at: int  # which of the commands it is

    @property
    def rounds(self) -> Expr:
        """How many there are; none where this is below zero."""
        return minus(self.limit, self.first)


def in_order(variables: Live) -> list[Var]:
    """The variables by their names: the order of a set differs from run to run, and what is read must not."""
    return sorted(variables, key=lambda v: v.name)


def is_new(command: Command, xs: Var) -> bool:
    return isinstance(command, Assign) and command.target == xs and command.value == applied(Op.LIST, (), xs.type)


def appended(command: Command, xs: Var) -> Expr | None:
    """The item that a command appends to a list, in which it does not look at the list."""
    match command:
        case Assign(target, Apply(Op.APPEND, (whole, item))) if target == whole == xs and xs not in free_variables(
            item
        ):
            return item
        case _:
            return None


def only_grows(parts: Parts, xs: Var) -> bool:
    """Whether all that these commands do to a list is to append to it."""
    inside = chain.from_iterable(map(subcommands, parts))
    return all(appended(c, xs) is not None for c in inside if isinstance(c, Assign | Sample) and c.target == xs)


def last_write(parts: Parts, variable: Var) -> int | None:
    """The last of these commands that may write a variable."""
    return next((i for i in reversed(range(len(parts))) if variable in written(parts[i])), None)


def source_of(parts: Parts, xs: Var) -> Source | None:
    """The one loop among these commands that appends to a list, if it does so once in each round; its limit stays."""
    writing = [i for i, part in enumerate(parts) if xs in written(part) and not is_new(part, xs)]
    loop = counting(parts[writing[0]]) if len(writing) == 1 else None
    if loop is None or sum(xs in written(c) for c in loop.work) != 1:
        return None
    appends = any(appended(c, xs) is not None for c in loop.work)
    start = last_write(parts[: writing[0]], loop.counter)
    match parts[start] if start is not None else Skip(), loop.conditions:
        case Assign(_, Literal() as first), (Apply(Op.LT, (counted, limit)),) if appends and counted == loop.counter:
            stays = not free_variables(limit) & written(sequence(*parts[writing[0] :]))
            if stays and limit.type == INT:  # up to 5/2 there are three rounds, and not 5/2
                return Source(loop.counter, first, limit, writing[0])
    return None


def item_at(xs: Var, position: Expr) -> Expr:
    return apply(Op.GET, xs, position)


def read_at(command: Command, position: Var) -> list[Var]:
    """The lists that are read at a position."""
    found = (t for c in subcommands(command) for e in expressions(c) for t in subterms(e))
    read = (t.args[0] for t in found if isinstance(t, Apply) and t.op is Op.GET and t.args[1] == position)
    return [xs for xs in dict.fromkeys(read) if isinstance(xs, Var)]


def with_replaced(command: Command, by: Mapping[Expr, Expr]) -> Command:
    """The command with some expressions replaced wherever they stand."""
    return rewritten(command, lambda c: with_expressions(c, lambda e: replaced(e, by)))


def renamed(command: Command, by: Mapping[Var, Var]) -> Command:
    """The command with other variables in the place of some."""

    def change(c: Command) -> Command:
        c = with_expressions(c, lambda e: substitute(e, by))
        return replace(c, target=by.get(c.target, c.target)) if isinstance(c, Assign | Sample) else c

    return rewritten(command, change)


def same_number(a: Expr, b: Expr) -> bool:
    return a == b or (linear(a) is not None and linear(a) == linear(b))


def settled(e: Expr, parts: Parts) -> Expr:
    """A number after these commands, in terms of what it was held for; max(0, |xs|) is |xs|."""
    writes = {v: at for v in free_variables(e) if (at := last_write(parts, v)) is not None}
    if writes:
        variable, at = max(writes.items(), key=itemgetter(1))
        match parts[at]:
            case Assign(_, value) if variable.type == INT:
                before = replaced(e, {variable: value})
                if not free_variables(before) & written(sequence(*parts[at:])):
                    return settled(before, parts[:at])
    match e:
        case Apply(Op.MAX, (Literal(0), Apply(Op.LEN) as length)):
            return length
        case _:
            return e


def item_type(xs: Var) -> Type:
    assert isinstance(xs.type, ListOf)
    return xs.type.item


def is_length(e: Expr) -> bool:
    return isinstance(e, Apply) and e.op is Op.LEN


def live_after(parts: Parts, i: int, after: Live) -> Live:
    for part in reversed(parts[i + 1 :]):
        after = live_before(part, after, all_reads=True)
    return after


def names_of(work: Sequence[Command], item: Var, needed: Live) -> Iterator[Var]:
    """The names that some work gives to an item, other than those that are needed elsewhere."""
    for n, c in enumerate(work):
        match c:
            case Assign(name, value) if value == item and name not in needed:
                others = sequence(*work[:n], *work[n + 1 :])
                if name not in written(others) and name not in mentioned(sequence(*work[:n])):
                    yield name
            case _:
                pass
