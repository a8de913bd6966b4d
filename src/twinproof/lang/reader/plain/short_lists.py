"""Lists of which only the ends are asked for: whether there is an item, how many there are, the first ones, the last.

`above = [r for r in readings if r.noisy >= bar]` and then `above[0]` needs no list: the first item is kept when it
comes, and the others are counted, or not even that where nobody asks for more than whether there is one. A loop over
`above[:2]` asks for the first two.

The program has its guards: every expression has a value, and an item that is not there is never used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Seq,
    Skip,
    While,
    expressions,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    apply,
    free_variables,
    fresh_name,
    negate,
)
from twinproof.lang.reader.plain.lists import Parts, counting, last_write, with_replaced
from twinproof.lang.reader.unknown import blank
from twinproof.lang.rewriting import rewritten, with_arguments, with_expressions, with_parts
from twinproof.lang.types import BOOL, INT, ListOf

MOST_ITEMS = 3  # from the start of a list that are kept apart


def without_short_lists(program: Command, result: Var, taken: set[str]) -> Command:
    """The program with variables in the place of lists of which only the ends are asked for; it takes their names."""
    opened = _opened(program, written(program))
    changed = _with_ends(opened, result, taken)
    return program if changed == opened else changed


def _with_ends(program: Command, result: Var, taken: set[str]) -> Command:
    asked = _Asked({v for v in written(program) if isinstance(v.type, ListOf)} - {result})
    for c in subcommands(program):
        asked.command(c)
    ends: dict[Var, _Ends] = {}
    for xs in sorted(asked.short, key=lambda v: v.name):
        ends[xs] = (_counted if xs in asked.counted else _flagged)(xs, taken)
        taken |= {ends[xs].size.name, *(v.name for v in ends[xs].items.values())}
    return rewritten(program, _Change(ends).command) if ends else program


def _opened(command: Command, made: frozenset[Var]) -> Command:
    """The command with the rounds of loops over the first items of a list one after the other: `for x in xs[:2]`."""
    match command:
        case Seq(parts):
            done: Parts = ()
            for part in parts:
                done = (*done, *(_rounds(done, part, made) or (_opened(part, made),)))
            return sequence(*done)
        case _:
            return with_parts(command, lambda part: _opened(part, made))


def _rounds(before: Parts, loop: Command, made: frozenset[Var]) -> Parts | None:
    """The rounds of a loop over the first few items of a list that the program makes; None for any other."""
    count = counting(loop)
    if count is None or any(isinstance(c, Sample | While) for part in count.work for c in subcommands(part)):
        return None
    match count.conditions:
        case (Apply(Op.LT, (Var() as counter, Apply(Op.MIN, (Literal(int(most)), Apply(Op.LEN, (Var() as xs,)))))),):
            pass
        case _:
            return None
    at = last_write(before, counter)
    if counter != count.counter or at is None or before[at] != Assign(counter, ZERO):
        return None
    if xs not in made or xs in written(sequence(*count.work)) or not 1 <= most <= MOST_ITEMS:
        return None
    length = apply(Op.LEN, xs)
    rounds: list[Command] = []
    for n in map(Literal, range(most)):
        work = sequence(*(with_replaced(part, {counter: n}) for part in count.work))
        rounds.append(If(apply(Op.LT, n, length), work, Skip()))
    return (*rounds, Assign(counter, apply(Op.MIN, Literal(most), length)))


class _Asked:
    """Which lists are only asked for their ends, and of which of these it must be known how many items they have."""

    def __init__(self, short: set[Var]) -> None:
        self.short = short
        self.counted: set[Var] = set()

    def command(self, c: Command) -> None:
        match c:
            case Assign(target, Apply(Op.LIST, ())) if target in self.short:
                pass
            case Assign(target, Apply(Op.APPEND, (whole, item))) if target == whole:
                self.expression(item)
            case Assign(target, value):
                self.short.discard(target)
                self.expression(value)
            case _:
                for e in expressions(c):
                    self.expression(e)

    def expression(self, e: Expr) -> None:
        if self.short.isdisjoint(free_variables(e)):
            return
        match e:
            case Var():
                self.short.discard(e)
            case Apply(Op.GET, (Var(), Literal(0))):
                pass
            case Apply(Op.LEN, (Var() as xs,)):
                self.counted.add(xs)
            case Apply(Op.GET, (Var() as xs, Literal(int(n)))) if 0 < n < MOST_ITEMS:
                self.counted.add(xs)
            case Apply(Op.GET, (Var() as xs, Apply(Op.SUB, (Apply(Op.LEN, (same,)), Literal(1))))) if xs == same:
                self.counted.add(xs)
            case Apply(_, args):
                if not _is_whether(e):
                    for part in args:
                        self.expression(part)
            case _:
                self.short -= free_variables(e)


def _is_whether(e: Expr) -> bool:
    """Whether this asks if a list has an item."""
    match e:
        case Apply(Op.LT, (Literal(0), Apply(Op.LEN, (Var(),)))) | Apply(Op.LE, (Literal(1), Apply(Op.LEN, (Var(),)))):
            return True
        case Apply(Op.EQ | Op.LE, (Apply(Op.LEN, (Var(),)), Literal(0))):
            return True
        case Apply(Op.LT, (Apply(Op.LEN, (Var(),)), Literal(1))):
            return True
        case _:
            return False


@dataclass(frozen=True)
class _Change:
    """What is said of lists, said of variables."""

    ends: Mapping[Var, _Ends]

    def command(self, c: Command) -> Command:
        match c:
            case Assign(target, Apply(Op.LIST, ())) if target in self.ends:
                return self.ends[target].new(c)
            case Assign(target, Apply(Op.APPEND, (_, item))) if target in self.ends:
                return self.ends[target].more(self.expression(item))
            case _:
                return with_expressions(c, self.expression)

    def expression(self, e: Expr) -> Expr:
        lists = free_variables(e) & self.ends.keys()
        if not lists:
            return e
        for xs in lists:
            if e in self.ends[xs].said:
                return self.ends[xs].said[e]
        return with_arguments(e, self.expression)


@dataclass(frozen=True)
class _Ends:
    """Variables for what is asked of a list."""

    xs: Var
    size: Var  # how many items there are, or whether there are any
    items: Mapping[int, Var]  # the first ones by their positions, and the last at −1
    said: Mapping[Expr, Expr]  # what is asked of the list, in these variables

    def new(self, c: Assign) -> Command:
        """There are no items."""
        none: Expr = FALSE if self.size.type == BOOL else ZERO
        return sequence(Assign(self.size, none, c.at), *(Assign(v, blank(v.type), c.at) for v in self.items.values()))

    def more(self, item: Expr) -> Command:
        """There is one more."""
        more = Assign(self.size, TRUE if self.size.type == BOOL else apply(Op.ADD, self.size, ONE))
        return sequence(*(self._kept(n, v, item) for n, v in self.items.items()), more)

    def _kept(self, n: int, variable: Var, item: Expr) -> Command:
        taken = Assign(variable, item)
        if n < 0:
            return taken
        return If(negate(self.size) if self.size.type == BOOL else apply(Op.EQ, self.size, Literal(n)), taken, Skip())


def _flagged(xs: Var, taken: set[str]) -> _Ends:
    """Where nobody asks for more than the first item, and whether it is there."""
    assert isinstance(xs.type, ListOf)
    some = Var(fresh_name(f"{xs.name}_any", taken), BOOL)
    first = Var(fresh_name(f"{xs.name}_first", taken), xs.type.item)
    length, none = apply(Op.LEN, xs), negate(some)
    said: dict[Expr, Expr] = {
        apply(Op.LT, ZERO, length): some,
        apply(Op.LE, ONE, length): some,
        apply(Op.EQ, length, ZERO): none,
        apply(Op.LE, length, ZERO): none,
        apply(Op.LT, length, ONE): none,
        apply(Op.GET, xs, ZERO): first,
    }
    return _Ends(xs, some, {0: first}, said)


def _counted(xs: Var, taken: set[str]) -> _Ends:
    """Where somebody asks for more."""
    assert isinstance(xs.type, ListOf)
    kind = xs.type.item
    names = {0: "first", 1: "second", 2: "third", -1: "last"}
    items = {n: Var(fresh_name(f"{xs.name}_{name}", taken), kind) for n, name in names.items()}
    count, length = Var(fresh_name(f"{xs.name}_count", taken), INT), apply(Op.LEN, xs)
    said: dict[Expr, Expr] = {apply(Op.GET, xs, Literal(n)): items[n] for n in names if n >= 0}
    said[apply(Op.GET, xs, apply(Op.SUB, length, ONE))] = items[-1]
    said[length] = count
    return _Ends(xs, count, items, said)
