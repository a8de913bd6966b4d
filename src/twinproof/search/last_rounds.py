"""What the end of a loop says of its beginning.

A search goes on until it finds something: `while noisy[i] ≠ best do i ← i + 1`. If its result is to be o, then o is
where it will be found, and that could be known before: noisy[o] = best, and i has not passed o. So where a loop ends
with v = e, and e does not change, what its last round asks is asked of e instead of v; what else speaks of variables
that change is left out.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable

from twinproof.lang.command import Assign, Sample, While, subcommands, written
from twinproof.lang.expr import (
    TRUE,
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
    negate,
    tag,
)
from twinproof.lang.rewriting import replaced
from twinproof.lang.types import ListOf

_MOST_CASES = 16  # ways in which a last round may go


def last_rounds(loop: While, after: Expr, before_body: Callable[[Expr], Expr]) -> list[Expr]:
    """That the loop is at its end and `after` holds, or one of its last rounds may still come; if that says anything.

    Whoever does not satisfy it never will: what is said of the rounds to come speaks of what does not change, or of
    numbers that only grow and are not yet too large.
    """
    running = tag(loop.condition, Place.LEFT)
    ended = conjunction(negate(running), after)
    last = cases(conjunction(running, before_body(ended)))
    ends = cases(ended)
    if last is None or ends is None:
        return []
    changed = frozenset(Var(v.name, v.type, Place.LEFT) for v in written(loop.body))
    growing = frozenset(v for v in changed if _only_counts_up(loop, v))
    foreseen = dict.fromkeys(_foreseen(case, changed, growing) for case in last)
    known = {part for case in last for part in case}
    if TRUE in foreseen or not any(_reads(p) and p not in known for e in foreseen for p in conjuncts(e)):
        return []
    return [apply(Op.OR, *dict.fromkeys((*(conjunction(*case) for case in ends), *foreseen)))]


def _reads(e: Expr) -> bool:
    """Whether a condition is about a list of the left run."""
    return any(v.place is Place.LEFT and isinstance(v.type, ListOf) for v in free_variables(e))


Case = tuple[Expr, ...]  # conditions that hold together


def cases(e: Expr) -> list[Case] | None:
    """The condition as a choice among conjunctions; None if there are too many. What contradicts itself is left out."""
    match e:
        case Apply(Op.OR, args):
            parts = [cases(a) for a in args]
            if any(p is None for p in parts):
                return None
            found: Iterable[Case] = itertools.chain.from_iterable(p for p in parts if p is not None)
        case Apply(Op.AND, args):
            factors = [cases(a) for a in args]
            if any(f is None for f in factors):
                return None
            choices = itertools.product(*(f for f in factors if f is not None))
            found = (tuple(dict.fromkeys(itertools.chain.from_iterable(choice))) for choice in choices)
        case Apply(Op.NOT, (Apply(Op.AND, args),)):
            return cases(apply(Op.OR, *map(negate, args)))
        case Apply(Op.NOT, (Apply(Op.OR, args),)):
            return cases(conjunction(*map(negate, args)))
        case Literal(bool(value)):
            return [()] if value else []
        case _:
            return [(e,)]
    possible = [case for case in itertools.islice(found, 4 * _MOST_CASES) if not any(negate(p) in case for p in case)]
    return possible if len(possible) <= _MOST_CASES else None


def _foreseen(case: Case, changed: frozenset[Var], growing: frozenset[Var]) -> Expr:
    """What a last round says of what does not change, and that numbers that count up have not passed their end."""
    by: dict[Expr, Expr] = {}
    bounds: list[Expr] = []
    for part in case:
        match part:
            case Apply(Op.EQ, (moving, still)) if not free_variables(still) & changed:
                for v in free_variables(moving) & changed:
                    if _is_at_least(moving, v):
                        by[moving] = still
                        bounds += [apply(Op.LE, v, still)] if v in growing else []
            case _:
                pass
    kept = (replaced(part, by) for part in case)
    known = [p for p in kept if not free_variables(p) & changed and not _is_plain(p)]
    return conjunction(*dict.fromkeys((*known, *bounds)))


def _is_plain(e: Expr) -> bool:
    """o = o."""
    return isinstance(e, Apply) and e.op is Op.EQ and e.args[0] == e.args[1]


def _is_at_least(e: Expr, v: Var) -> bool:
    """Whether e is v, or v plus something that is not negative."""
    match e:
        case Apply(Op.ADD, (a, Literal(int(n)))) if n >= 0:
            return a == v
        case _:
            return e == v


def _only_counts_up(loop: While, var: Var) -> bool:
    """Whether the body only ever adds constants to it."""
    memory = Var(var.name, var.type)
    changes = [c for c in subcommands(loop.body) if isinstance(c, Assign | Sample) and c.target == memory]
    return all(isinstance(c, Assign) and _is_at_least(c.value, memory) for c in changes)
