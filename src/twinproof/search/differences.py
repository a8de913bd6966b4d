"""By how much what a loop over rows adds up differs, because of the rows that are not the same in both runs.

A loop that adds e(row) to a number for each row has, when it has passed a row that only the left run has, a number that
is larger there by e of that row. Such expressions are told to the search as things that invariants may speak of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from twinproof.lang.adjacency_kind import Alignment
from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Skip,
    While,
    has_sampling,
    loops_in,
    parts_of,
    site_of,
    written,
)
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    conjuncts,
    free_variables,
    size_of,
    substitute,
    subterms,
    tag,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.rewriting import with_arguments
from twinproof.lang.types import INT

LEFT, RIGHT = Place.LEFT, Place.RIGHT
_LARGEST = 80  # parts of an expression that is worth telling


class Unclear(Exception):
    """A body that does more than compute."""


def differences(mechanism: Mechanism, alignments: Mapping[str, Alignment]) -> list[Expr]:
    """What numbers may differ by, for each loop over rows that adds something up: while it runs, and after it."""
    found: dict[Expr, None] = {}
    for loop in loops_in(mechanism.body) if alignments else ():
        for name, alignment in alignments.items():
            rows = mechanism.parameter(name).var
            for counter, added in sums(loop, rows):
                for difference in _at_rows(added, rows, counter, alignment):
                    found[difference] = None
    return list(found)


def moved_sums(mechanism: Mechanism, moved: Mapping[str, tuple[Var, ...]], inside: bool) -> list[Expr]:
    """The same for sums over a list of which one entry moves, at this position.

    Those inside of loops that draw noise are told if it is known what has been paid in the rounds before.
    """
    found: dict[Expr, None] = {}
    starts = starts_of(mechanism.body)
    noisy = [c.body for c in loops_in(mechanism.body) if has_sampling(c.body)]
    inner = set() if inside else {site_of(loop) for body in noisy for loop in loops_in(body)}
    loops = [loop for loop in loops_in(mechanism.body) if site_of(loop) not in inner]
    for loop, (name, (position, *others)) in product(loops, moved.items()):
        items = mechanism.parameter(name).var
        for sum_of_moved in sums_with(loop, items, starts.get(site_of(loop))) if not others else ():
            counter = sum_of_moved.counter
            there = apply(Op.SUB, *(in_round(sum_of_moved.added, counter, position, side) for side in (LEFT, RIGHT)))
            comes, ends = (
                [in_round(c, counter, position, LEFT) for c in conditions]
                for conditions in (sum_of_moved.comes, sum_of_moved.ends)
            )
            before = apply(Op.LT, position, tag(counter, LEFT))
            for conditions in ([*comes, before], comes, [*comes, *ends]):
                test = conjunction(*conditions)
                found[there if test == TRUE else apply(Op.ITE, test, there, ZERO)] = None
    return list(found)


@dataclass(frozen=True)
class Sum:
    """What a loop adds to a number in the round in which its counter is at a position of a list."""

    counter: Var
    added: Expr
    comes: tuple[Expr, ...]  # when the counter comes to a position that is in the list and not beyond the end
    ends: tuple[Expr, ...]  # … and when it is not


def sums_with(loop: While, items: Var, start: Expr | None) -> Iterator[Sum]:
    """The sums of a loop that reads entries of a list."""
    length = apply(Op.LEN, items)
    for counter, added in additions(loop):
        if items in free_variables(added):
            added = _knowing(added, apply(Op.LT, counter, length), TRUE)
            comes = tuple(_inside(c, counter, length) for c in _rounds(loop, counter, start))
            ends = (_inside(c, counter, length) for c in conjuncts(loop.condition))
            yield Sum(counter, added, comes, tuple(c for c in ends if c != TRUE))


def _inside(condition: Expr, counter: Var, length: Expr) -> Expr:
    """A condition on a counter that is below the length of a list."""
    match condition:
        case Apply(Op.LT, (a, b)) if a == counter and b == length:
            return TRUE
        case Apply(Op.LT, (a, Apply(Op.MIN, (b, c)))) if a == counter and length in (b, c):
            return apply(Op.LT, a, c if b == length else b)
        case Apply(Op.LE, (Apply(Op.MIN, (b, c)), a)) if a == counter and length in (b, c):
            return apply(Op.LE, c if b == length else b, a)
        case _:
            return condition


def starts(mechanism: Mechanism) -> list[tuple[Expr, Var]]:
    """Where counters start, if that is no number; with these."""
    known, found = starts_of(mechanism.body), dict[tuple[Expr, Var], None]()
    for loop in loops_in(mechanism.body):
        counter, start = _counter(loop), known.get(site_of(loop))
        if counter is not None and isinstance(start, Apply):
            found[tag(start, LEFT), Var(counter.name, INT, LEFT)] = None
    return list(found)


def held(mechanism: Mechanism) -> list[tuple[Expr, Var]]:
    """Products and quotients of unknowns, with the variables that hold them while loops run."""
    found = dict[tuple[Expr, Var], None]()
    for values in before_loops(mechanism.body).values():
        for v, e in values.items():
            if v.type == INT and size_of(e) <= _LARGEST and _is_curved(e):
                found[tag(e, LEFT), Var(v.name, INT, LEFT)] = None
    return list(found)


def _is_curved(e: Expr) -> bool:
    """Whether numbers that are no constants are multiplied or divided."""
    products = (t for t in subterms(e) if isinstance(t, Apply) and t.op in (Op.MUL, Op.DIV, Op.MOD))
    return any(not any(isinstance(a, Literal) for a in t.args) for t in products)


def strides(mechanism: Mechanism) -> list[Expr]:
    """What is left of how far a counter has come where it is divided by the size of its steps: 0, if these are all."""
    starts, found = starts_of(mechanism.body), dict[Expr, None]()
    for loop in loops_in(mechanism.body):
        counter, start = _counter(loop), starts.get(site_of(loop))
        if counter is not None and start is not None and _step_of(loop, counter) > 1:
            found[tag(_left_over(loop, counter, start), LEFT)] = None
    return list(found)


def _step_of(loop: While, counter: Var) -> int:
    """By how much a loop counts on, if that is a number and nothing else happens."""
    try:
        step = added_to(effects(loop.body).get(counter, counter), counter)
    except Unclear:
        return 0
    return int(step.value) if isinstance(step, Literal) else 0


def _left_over(loop: While, counter: Var, start: Expr) -> Expr:
    gone = counter if start == ZERO else apply(Op.SUB, counter, start)
    return apply(Op.MOD, gone, Literal(_step_of(loop, counter)))


def _rounds(loop: While, counter: Var, start: Expr | None) -> Iterator[Expr]:
    """At which values of its counter a loop goes round, as far as that is not all from 0 on."""
    if start is None:
        return
    if start != ZERO:
        yield apply(Op.LE, start, counter)
    if _step_of(loop, counter) > 1:
        yield apply(Op.EQ, _left_over(loop, counter, start), ZERO)


def starts_of(command: Command) -> dict[int, Expr]:
    """What the counters of loops are before the first round, by the sites of the loops."""
    known = before_loops(command, counted=True)
    loops = ((loop, _counter(loop)) for loop in loops_in(command))
    return {site_of(w): known[site_of(w)][c] for w, c in loops if c is not None and c in known[site_of(w)]}


def before_loops(
    command: Command, known: Mapping[Var, Expr] | None = None, counted: bool = False
) -> dict[int, dict[Var, Expr]]:
    """What variables hold when loops begin, and as long as they run; or, of what they count by, when they begin."""
    found: dict[int, dict[Var, Expr]] = {}
    values = dict(known or {})
    for part in parts_of(command):
        changed = written(part)
        lasting = {v: e for v, e in values.items() if v not in changed and not free_variables(e) & changed}
        match part:
            case Assign(target, value):
                value = substitute(value, {v: values[v] for v in free_variables(value) if v in values})
                if target not in free_variables(value):
                    lasting[target] = value
            case While(_, body):
                found[site_of(part)] = values if counted else lasting
                found |= before_loops(body, lasting, counted)
            case If(_, then, otherwise):
                found |= before_loops(then, values, counted) | before_loops(otherwise, values, counted)
            case _:
                pass
        values = lasting
    return found


def _counter(loop: While) -> Var | None:
    """What a loop counts its rounds by."""
    return next((v for c in conjuncts(loop.condition) if (v := _counted(c)) is not None), None)


def sums(loop: While, rows: Var) -> Iterator[tuple[Var, Expr]]:
    """What a loop that reads rows one after the other adds to its numbers for each of them; with its counter."""
    changed = written(loop.body)
    for counter, added in additions(loop):
        if not beside_reads(added, rows, counter) & changed:
            yield counter, added


def additions(loop: While) -> Iterator[tuple[Var, Expr]]:
    """What a loop adds to its numbers in each round; with its counter. It may be computed from the counter."""
    counter = _counter(loop)
    if counter is None:
        return
    changed = written(loop.body)
    try:
        after = effects(loop.body)
    except Unclear:
        return
    for number in sorted((v for v in changed if v.type == INT and v != counter), key=lambda v: v.name):
        added = added_to(after[number], number)
        if added is None or added == ZERO or size_of(added) > _LARGEST:
            continue
        added = _while_it_goes_on(added, changed - {counter})
        if not free_variables(added) & changed - {counter}:
            yield counter, added


def _while_it_goes_on(added: Expr, changed: frozenset[Var]) -> Expr:
    """What is added as long as flags that the loop itself sets let it."""
    match added:
        case Apply(Op.ITE, (test, yes, no)) if free_variables(test) & changed and ZERO in (yes, no):
            return _while_it_goes_on(no if yes == ZERO else yes, changed)
        case _:
            return added


def _counted(condition: Expr) -> Var | None:
    match condition:
        case Apply(Op.LT, (Var() as counter, _)):
            return counter
        case _:
            return None


def in_round(e: Expr, counter: Var, position: Var, side: Place) -> Expr:
    """An expression in the round that has come to a position, in one of the runs."""
    return tag(substitute(e, {counter: position}), side)


def effects(body: Command) -> dict[Var, Expr]:
    """What the variables are after a body without loops and noise, in terms of what they were before it."""
    values: dict[Var, Expr] = {}

    def now(e: Expr) -> Expr:
        made = substitute(e, {v: values[v] for v in free_variables(e) if v in values})
        if size_of(made) > 4 * _LARGEST:
            raise Unclear
        return made

    for command in parts_of(body):
        match command:
            case Assign(target, value):
                values[target] = now(value)
            case If(condition, then, otherwise):
                test = now(condition)
                yes, no = ({v: now(e) for v, e in effects(branch).items()} for branch in (then, otherwise))
                for v in {**yes, **no}:
                    before = values.get(v, v)
                    values[v] = _either(test, yes.get(v, before), no.get(v, before))
            case While(_, Skip()):
                pass  # a guard: where it stops the run, nothing is said of what comes after it
            case Sample() | While():
                raise Unclear
            case _:
                pass
    return values


def _either(test: Expr, yes: Expr, no: Expr) -> Expr:
    """One of two, where each knows how the test came out."""
    first, second = _knowing(yes, test, TRUE), _knowing(no, test, FALSE)
    return first if first == second else apply(Op.ITE, test, first, second)


def _knowing(e: Expr, test: Expr, truth: Expr) -> Expr:
    """An expression where it is known how a test came out."""
    if e == test:
        return truth
    match e, test:
        case Apply(Op.EQ, (a, Literal(n))), Apply(Op.EQ, (b, Literal(m))) if a == b and n != m and truth == TRUE:
            return FALSE
        case Apply(Op.ITE, (asked, first, second)), _:
            asked, first, second = (_knowing(part, test, truth) for part in (asked, first, second))
            if asked in (TRUE, FALSE):
                return first if asked == TRUE else second
            return first if first == second else apply(Op.ITE, asked, first, second)
        case Apply(), _:
            return with_arguments(e, lambda part: _knowing(part, test, truth))
        case _:
            return e


def added_to(e: Expr, number: Expr) -> Expr | None:
    """What is added to a number, if nothing else happens to it."""
    if e == number:
        return ZERO
    match e:
        case Apply(Op.ADD, (a, b)):
            if number not in subterms(b):
                return _sum(added_to(a, number), b)
            if number not in subterms(a):
                return _sum(added_to(b, number), a)
        case Apply(Op.SUB, (a, b)) if number not in subterms(b):
            before = added_to(a, number)
            return None if before is None else apply(Op.SUB, before, b)
        case Apply(Op.ITE, (test, a, b)) if number not in subterms(test):
            yes, no = added_to(a, number), added_to(b, number)
            return None if yes is None or no is None else yes if yes == no else apply(Op.ITE, test, yes, no)
        case _:
            pass
    return None


def _sum(a: Expr | None, b: Expr) -> Expr | None:
    return None if a is None else b if a == ZERO else apply(Op.ADD, a, b)


def beside_reads(e: Expr, rows: Var, counter: Var) -> frozenset[Var]:
    """The variables of an expression, without those of what it reads of the row at hand."""
    match e:
        case Apply(Op.GET, (items, position)) if items == rows and position == counter:
            return frozenset()
        case Apply(_, args):
            return frozenset().union(*(beside_reads(a, rows, counter) for a in args))
        case _:
            return free_variables(e)


def _at_rows(added: Expr, rows: Var, counter: Var, alignment: Alignment) -> Iterator[Expr]:
    """What is added for the rows that differ: for those that the loop has passed, and for all."""
    if rows not in free_variables(added):
        return
    positions, longer = alignment.positions, alignment.longer
    here, length = (tag(e, longer or LEFT) for e in (counter, apply(Op.LEN, rows)))
    each = [at_row(added, rows, p, longer or LEFT) for p in positions]
    if longer is None:
        each = [apply(Op.SUB, e, at_row(added, rows, p, RIGHT)) for p, e in zip(positions, each, strict=True)]
    passed: list[Expr] = [apply(Op.ITE, apply(Op.LT, p, here), e, ZERO) for p, e in zip(positions, each, strict=True)]
    there = each[:1] if longer is not None else each
    for p, e in zip(positions[len(there) :], each[len(there) :], strict=True):  # there may be no such row
        there.append(apply(Op.ITE, apply(Op.LT, p, length), e, ZERO))
    yield total_of(passed)
    yield total_of(there)


def total_of(parts: Sequence[Expr]) -> Expr:
    whole = parts[0]
    for part in parts[1:]:
        whole = apply(Op.ADD, whole, part)
    return whole


def at_row(e: Expr, rows: Var, position: Var, side: Place) -> Expr:
    """What is added for the row at a position of one run; all else is said of the left run."""

    def visit(part: Expr) -> Expr:
        match part:
            case Apply(Op.GET, (items, _)) if items == rows:
                return apply(Op.GET, tag(rows, side), position)
            case Var() | Literal():
                return tag(part, LEFT)
            case _:
                return with_arguments(part, visit)

    return visit(e)


def size(amount: Expr) -> Expr:
    """How far from 0 an amount is."""
    match amount:
        case Literal(int(number)):
            return Literal(abs(number))
        case Apply(Op.ITE, (test, yes, no)):
            return apply(Op.ITE, test, size(yes), size(no))
        case _:
            return apply(Op.ABS, amount)
