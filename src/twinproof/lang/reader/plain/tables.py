"""Small tables: lists of a length that is known and small, which are read and set at positions.

`totals = {kind: 0 for kind in Kind}` is a list with an entry for each kind; it is as good to have a variable for each.
A loop that goes through the entries in order is the same work for each of them, one after the other.

The program has its guards: every expression has a value. What is read outside of a list is the core's nothing here as
there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Seq,
    Skip,
    expressions,
    mentioned,
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
    free_variables,
    fresh_name,
    substitute,
)
from twinproof.lang.reader.plain.lists import Parts, item_type, last_write, with_replaced
from twinproof.lang.reader.plain.opened import (
    MOST_ENTRIES,
    chosen,
    decided,
    opened,
    read_at_positions,
    reads_constants,
    settled,
)
from twinproof.lang.reader.unknown import blank
from twinproof.lang.rewriting import replaced, rewritten, with_arguments, with_expressions, with_parts
from twinproof.lang.types import INT, ListOf

_ROUNDS_INSIDE = 2  # for tables in a table, and for copies of them


def with_lengths(program: Command) -> Command:
    """The program with numbers in the place of lengths that lists always have."""
    sizes = _lengths(program)
    said: dict[Expr, Expr] = {apply(Op.LEN, xs): Literal(n) for xs, n in sizes.items() if _is_set_first(program, xs)}
    if not said:
        return program
    return rewritten(with_replaced(program, said), lambda c: with_expressions(c, decided))


def without_tables(program: Command, result: Var, taken: set[str]) -> Command:
    """The program with a variable for each entry of a small table; it takes their names.

    If the entries of a table are tables themselves, and there are few entries in all, the same is done with these.
    """
    sizes = _sizes(program)
    if not sizes and not any(reads_constants(e) for c in subcommands(program) for e in expressions(c)):
        return program
    changed = _by_entries(program, sizes, result, taken)
    if not any(isinstance(item_type(xs), ListOf) for xs in sizes):
        return changed
    for _ in range(_ROUNDS_INSIDE):
        inner = with_lengths(rewritten(changed, lambda c: with_expressions(c, _inside_choices)))
        sizes = _sizes(inner)
        if not 0 < sum(sizes.values()) <= MOST_ENTRIES:
            break
        changed = _by_entries(inner, sizes, result, taken)
    return changed


def _by_entries(program: Command, sizes: Mapping[Var, int], result: Var, taken: set[str]) -> Command:
    """The program with variables for the entries of these tables."""
    whole = opened(program, sizes, all_of_them=True)
    whole = _with_constants(whole if whole == program else settled(whole))
    kept = {xs: n for xs, n in _lengths(whole).items() if xs in sizes and _is_set_first(whole, xs)}
    tables = _named(kept, taken)
    changed = _Change(tables, taken).program(_changed_in_place(whole, tables))
    if result not in tables:
        return changed
    return sequence(changed, Assign(result, applied(Op.LIST, tables[result], result.type)))


def _inside_choices(e: Expr) -> Expr:
    """The expression with what is asked of one of two lists asked of each of them."""
    e = with_arguments(e, _inside_choices)
    match e:
        case Apply(Op.LEN | Op.GET as op, (Apply(Op.ITE, (test, first, second)), *rest)):
            return apply(Op.ITE, test, *(_inside_choices(apply(op, xs, *rest)) for xs in (first, second)))
        case Apply(Op.LEN, (Apply(Op.LIST, items),)):
            return Literal(len(items))
        case Apply(Op.GET, (Apply(Op.LIST, ()), _)):
            return blank(e.type)
        case _:
            return e


def _named(sizes: Mapping[Var, int], taken: set[str]) -> dict[Var, tuple[Var, ...]]:
    """A variable for each entry of these tables."""
    tables: dict[Var, tuple[Var, ...]] = {}
    for xs, size in sorted(sizes.items(), key=lambda pair: pair[0].name):
        entries = []
        for n in range(size):
            entries.append(Var(fresh_name(f"{xs.name}_{n}", taken), item_type(xs)))
            taken.add(entries[-1].name)
        tables[xs] = tuple(entries)
    return tables


def without_known_places(program: Command, result: Var, taken: set[str]) -> Command:
    """The program with variables for tables of which only entries are used that can be told in advance.

    Loops over these are taken apart, unless they draw: what is drawn in a loop is understood as such.
    """
    sizes = {xs: n for xs, n in _sizes(program).items() if xs != result}
    if not sizes:
        return program
    whole = opened(program, sizes)
    told = {xs: n for xs, n in sizes.items() if not any(_is_used_otherwise(c, xs) for c in subcommands(whole))}
    whole = opened(program, told)
    draws = [sum(isinstance(c, Sample) for c in subcommands(one)) for one in (program, whole)]
    return _Change(_named(told, taken), taken).program(whole) if told and draws[0] == draws[1] else program


def without_counters(program: Command, result: Var, taken: set[str]) -> Command:
    """The program with variables for small tables of numbers that are changed at positions found in a run.

    `left[name] -= 1` counts one of several budgets down, and which one is seen only then. Loops that draw are not taken
    apart.
    """
    found = {
        c.target
        for c in subcommands(program)
        if isinstance(c, Assign) and isinstance(c.value, Apply) and c.value.op is Op.SET
        if not isinstance(c.value.args[1], Literal)
    }
    lengths = {xs: n for xs, n in _lengths(program).items() if xs in found and 1 <= n <= MOST_ENTRIES}
    sizes = {xs: n for xs, n in lengths.items() if item_type(xs) == INT and _is_set_first(program, xs) and xs != result}
    if not sizes:
        return program
    changed = _by_entries(program, sizes, result, taken)
    draws = [sum(isinstance(c, Sample) for c in subcommands(one)) for one in (program, changed)]
    return changed if draws[0] == draws[1] else program


def _is_used_otherwise(c: Command, xs: Var) -> bool:
    """Whether a command uses a table other than by spelling it out, or at positions that are numbers."""
    match c:
        case Assign(target, Apply(Op.LIST, items)) if target == xs:
            return any(xs in free_variables(_without_entries(item, xs)) for item in items)
        case Assign(target, Apply(Op.SET, (_, Literal(), value))) if target == xs:
            return xs in free_variables(_without_entries(value, xs))
        case Assign(target) if target == xs:
            return True
        case _:
            return any(xs in free_variables(_without_entries(e, xs)) for e in expressions(c))


def _without_entries(e: Expr, xs: Var) -> Expr:
    match e:
        case Apply(Op.GET, (same, Literal())) if same == xs:
            return blank(item_type(xs))
        case Apply(Op.LEN, (same,)) if same == xs:
            return Literal(0)
        case _:
            return with_arguments(e, lambda part: _without_entries(part, xs))


def _sizes(program: Command) -> dict[Var, int]:
    """The tables, with their lengths."""
    sizes = {xs: n for xs, n in _lengths(program).items() if 2 <= n <= MOST_ENTRIES}
    unset = {v for v in sizes if not _is_set_first(program, v)}
    positions = {xs for c in subcommands(program) for e in expressions(c) for xs in read_at_positions(e)}
    return {v: n for v, n in sizes.items() if v not in unset and v in positions}


def _with_constants(program: Command) -> Command:
    """The program with what is read of lists that are spelled out once, and stay so, at known positions."""
    writes = [c for c in subcommands(program) if isinstance(c, Assign | Sample)]
    targets = Counter(c.target for c in writes)
    said: dict[Expr, Expr] = {}
    for c in writes:
        match c:
            case Assign(xs, Apply(Op.LIST, items)) if targets[xs] == 1 and _is_set_first(program, xs):
                constant = (pair for pair in enumerate(items) if not free_variables(pair[1]))
                said.update((apply(Op.GET, xs, Literal(n)), item) for n, item in constant)
            case _:
                pass
    if not said:
        return program
    return rewritten(with_replaced(program, said), lambda c: chosen(with_expressions(c, decided)))


def _lengths(program: Command) -> dict[Var, int]:
    """The lists that are only spelled out, always as long, or set at positions; with their lengths."""
    sizes: dict[Var, int] = {}
    others: set[Var] = set()
    for c in subcommands(program):
        match c:
            case Assign(target, Apply(Op.LIST, items)) if isinstance(target.type, ListOf):
                if sizes.setdefault(target, len(items)) != len(items):
                    others.add(target)
            case Assign(target, Apply(Op.SET, (xs, _, _))) if target == xs:
                pass
            case Assign(target) | Sample(target):
                others.add(target)
            case _:
                pass
    return {v: n for v, n in sizes.items() if v not in others}


def _is_set_first(program: Command, xs: Var) -> bool:
    """Whether a table is spelled out before anything else is done with it."""
    for part in program.parts if isinstance(program, Seq) else (program,):
        if xs in mentioned(part):
            return isinstance(part, Assign) and part.target == xs and xs not in free_variables(part.value)
    return False


# ------------------------------------------------------------------------------------------------ variables for entries


def _changed_in_place(command: Command, tables: Mapping[Var, tuple[Var, ...]]) -> Command:
    """`held ← xs[i]` and then `xs[i ↦ held + 1]`: what is put there is told by what stands there."""
    command = with_parts(command, lambda part: _changed_in_place(part, tables))
    if not isinstance(command, Seq):
        return command
    done: Parts = ()
    for part in command.parts:
        match part:
            case Assign(xs, Apply(Op.SET, (_, position, value))) if xs in tables:
                places = list(_places(apply(Op.GET, xs, position), value))
                held = {v: there for v in free_variables(value) for there in places if _holds(done, v, there)}
                part = replace(part, value=apply(Op.SET, xs, position, substitute(value, held)))
            case _:
                pass
        done = (*done, part)
    return sequence(*done)


def _places(there: Expr, value: Expr) -> Iterator[Expr]:
    """What stands where a value is put; if that is a list of which an entry is changed, also that entry."""
    yield there
    match value:
        case Apply(Op.SET, (same, position, inner)) if same == there:
            yield from _places(apply(Op.GET, there, position), inner)
        case _:
            pass


def _holds(parts: Parts, v: Var, value: Expr) -> bool:
    """Whether a variable holds a value after these commands."""
    at = last_write(parts, v)
    if at is None:
        return False
    made = parts[at]
    return (
        isinstance(made, Assign) and made.value == value and not free_variables(value) & written(sequence(*parts[at:]))
    )


@dataclass(frozen=True)
class _Change:
    """What is said of tables, said of variables."""

    tables: Mapping[Var, tuple[Var, ...]]
    taken: set[str]

    def program(self, program: Command) -> Command:
        return rewritten(program, self.command)

    def command(self, c: Command) -> Command:
        match c:
            case Assign(target, Apply(Op.LIST, items)) if target in self.tables:
                return self._together(target, [self.expression(item) for item in items], c)
            case Assign(target, Apply(Op.SET, (_, position, value))) if target in self.tables:
                return self._put(target, position, value, c)
            case _:
                return with_expressions(c, self.expression)

    def _together(self, xs: Var, values: list[Expr], c: Assign) -> Command:
        """All entries get their values at once."""
        entries = self.tables[xs]
        if not any(free_variables(v) & set(entries) for v in values):
            return sequence(*(Assign(x, v, c.at) for x, v in zip(entries, values, strict=True)))
        held = [self._new(f"{x.name}_new", x) for x in entries]
        first = (Assign(h, v, c.at) for h, v in zip(held, values, strict=True))
        return sequence(*first, *(Assign(x, h, c.at) for x, h in zip(entries, held, strict=True)))

    def _put(self, xs: Var, position: Expr, value: Expr, c: Assign) -> Command:
        entries, there = self.tables[xs], apply(Op.GET, xs, position)
        position = self.expression(position)
        if isinstance(position, Literal):
            inside = [x for n, x in enumerate(entries) if n == position.value]
            return sequence(*(Assign(x, self.expression(value), c.at) for x in inside))
        values = [self.expression(replaced(value, {there: x})) for x in entries]
        before: list[Command] = []
        if any(free_variables(v) & set(entries) - {x} for v, x in zip(values, entries, strict=True)):
            held = self._new(f"{xs.name}_new", entries[0])
            before.append(Assign(held, self.expression(value), c.at))
            values = [held] * len(entries)
        if free_variables(position) & set(entries) or not isinstance(position, Var):
            place = Var(fresh_name(f"{xs.name}_place", self.taken), INT)
            self.taken.add(place.name)
            before.append(Assign(place, position, c.at))
            position = place
        each = (self._put_at(x, apply(Op.EQ, position, Literal(n)), values[n], c) for n, x in enumerate(entries))
        return sequence(*before, *each)

    def _put_at(self, entry: Var, here: Expr, value: Expr, c: Assign) -> Command:
        """What becomes of one entry. Numbers are chosen by an expression: each conditional makes two ways of one."""
        if entry.type == INT:
            return Assign(entry, apply(Op.ITE, here, value, entry), c.at)
        return If(here, Assign(entry, value, c.at), Skip(), c.at)

    def _new(self, name: str, like: Var) -> Var:
        made = Var(fresh_name(name, self.taken), like.type)
        self.taken.add(made.name)
        return made

    def expression(self, e: Expr) -> Expr:
        if not free_variables(e) & self.tables.keys():
            return e
        match e:
            case Var():
                return applied(Op.LIST, self.tables[e], e.type)
            case Apply(Op.LEN, (Var() as xs,)) if xs in self.tables:
                return Literal(len(self.tables[xs]))
            case Apply(Op.GET, (Var() as xs, position)) if xs in self.tables:
                return self._entry(xs, self.expression(position))
            case _:
                return with_arguments(e, self.expression)

    def _entry(self, xs: Var, position: Expr) -> Expr:
        entries = self.tables[xs]
        value: Expr = blank(item_type(xs))
        for n, x in reversed(list(enumerate(entries))):
            if isinstance(position, Literal):
                value = x if position.value == n else value
            else:
                value = apply(Op.ITE, apply(Op.EQ, position, Literal(n)), x, value)
        return value
