"""Ends of ranges that move on by a width: `low = start + i * width` goes up by `width` from round to round.

A loop that draws noise in each round, for one range after the other, multiplies its counter with a width that is a
parameter. A variable that the width is added to says the same without a product of unknowns.

The program has its guards: every expression has a value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial, reduce
from itertools import product

from twinproof.lang.command import (
    Assign,
    Command,
    Seq,
    While,
    expressions,
    has_sampling,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import ZERO, Apply, Expr, Literal, Op, Var, apply, free_variables
from twinproof.lang.reader.plain.lists import Parts, counting, last_write, with_replaced
from twinproof.lang.reader.plain.naming import Naming
from twinproof.lang.rewriting import with_parts
from twinproof.lang.types import INT

Polynomial = Mapping[tuple[Var, ...], int]  # its factors, in order, with how often their product counts


def with_running_ends(command: Command, taken: set[str]) -> Command:
    """The command with variables for what moves on by a width that is no number; it takes new names."""
    command = with_parts(command, lambda part: with_running_ends(part, taken))
    if not isinstance(command, Seq):
        return command
    done: Parts = ()
    for part in command.parts:
        done = (*done, *_running(done, part, taken))
    return sequence(*done)


def _running(before: Parts, loop: Command, taken: set[str]) -> Parts:
    count = counting(loop)
    if count is None or not isinstance(loop, While) or not has_sampling(loop):
        return (loop,)
    start = last_write(before, count.counter)
    if start is None or getattr(before[start], "value", None) != ZERO:
        return (loop,)
    ends: dict[Expr, Polynomial] = {}
    for part in count.work:
        for c in subcommands(part):
            for e in expressions(c):
                ends.update((end, terms) for end, terms in _ends(e, count.counter, written(loop)))
    if not ends:
        return (loop,)
    begins: Parts = ()
    steps: Parts = ()
    by: dict[Expr, Expr] = {}
    for end, terms in ends.items():
        if end in by:
            continue
        naming = Naming(taken)
        running, step = naming.fresh(_name(count.work, end), INT), _step(terms, count.counter)
        naming.keep()
        begins = (*begins, Assign(running, _written_out(_at_zero(terms, count.counter))))
        steps = (*steps, Assign(running, apply(Op.ADD, running, _written_out(step))))
        for other, others in ends.items():
            if _step(others, count.counter) == step:
                apart = _written_out(_without(others, terms))
                by.setdefault(other, running if apart == ZERO else apply(Op.ADD, running, apart))
    *_, last = parts_of(loop.body)
    work = (with_replaced(part, by) for part in count.work)
    return (*begins, replace(loop, body=sequence(*work, *steps, last)))


def _name(work: Parts, end: Expr) -> str:
    named = (c.target.name for part in work for c in subcommands(part) if isinstance(c, Assign) and c.value == end)
    return next(named, "low")


def _ends(e: Expr, counter: Var, changing: frozenset[Var]) -> Iterator[tuple[Expr, Polynomial]]:
    """The largest parts of an expression that go up by the same in each round, and by no number."""
    if counter not in free_variables(e):
        return
    terms = _polynomial(e) if not (free_variables(e) - {counter}) & changing else None
    if terms is not None and all(factors.count(counter) <= 1 for factors in terms):
        if any(factors != () for factors in _step(terms, counter)):
            yield e, terms
        return
    for part in e.args if isinstance(e, Apply) else ():
        yield from _ends(part, counter, changing)


def _polynomial(e: Expr) -> Polynomial | None:
    """A polynomial of integers; None for anything else."""
    match e:
        case Literal(int(n)) if e.type == INT:
            return {(): n} if n else {}
        case Var() if e.type == INT:
            return {(e,): 1}
        case Apply(Op.ADD | Op.SUB | Op.MUL as op, (a, b)):
            one, two = _polynomial(a), _polynomial(b)
            if one is None or two is None or e.type != INT:
                return None
            if op is Op.SUB:
                return _without(one, two)
            if op is Op.ADD:
                return _without(one, {factors: -n for factors, n in two.items()})
            total: Counter[tuple[Var, ...]] = Counter()
            for (ours, x), (theirs, y) in product(one.items(), two.items()):
                total[tuple(sorted((*ours, *theirs), key=lambda v: v.name))] += x * y
            return {factors: n for factors, n in total.items() if n}
        case _:
            return None


def _without(one: Polynomial, two: Polynomial) -> Polynomial:
    left = {factors: one.get(factors, 0) - two.get(factors, 0) for factors in (*one, *two)}
    return {factors: n for factors, n in left.items() if n}


def _step(terms: Polynomial, counter: Var) -> Polynomial:
    """By how much something goes up in a round."""
    return {tuple(v for v in factors if v != counter): n for factors, n in terms.items() if counter in factors}


def _at_zero(terms: Polynomial, counter: Var) -> Polynomial:
    return {factors: n for factors, n in terms.items() if counter not in factors}


def _written_out(terms: Polynomial) -> Expr:
    whole: Expr = ZERO
    for factors, n in terms.items():
        parts: list[Expr] = [*factors] if abs(n) == 1 and factors else [Literal(abs(n)), *factors]
        one = reduce(partial(apply, Op.MUL), parts)
        if whole == ZERO:
            whole = one if n > 0 else apply(Op.SUB, ZERO, one)
        else:
            whole = apply(Op.ADD if n > 0 else Op.SUB, whole, one)
    return whole
