"""What the end of a loop says of its beginning.

A search goes on until it finds something: `while noisy[i] ≠ best do i ← i + 1`. If its result is to be o, then o is
where it will be found, and that could be known before: noisy[o] = best, and i has not passed o. So where a loop ends
with v = e, and e does not change, what its last round asks is asked of e instead of v; what else speaks of variables
that change is left out. And if the search finds nothing, what is asked in each round fails at all positions to come.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable

from twinproof.lang.command import Assign, Sample, While, parts_of, subcommands, written
from twinproof.lang.expr import (
    ONE,
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
    forall,
    free_variables,
    implies,
    negate,
    substitute,
    subterms,
    tag,
)
from twinproof.lang.rewriting import replaced

_MOST_CASES = 16  # ways in which a last round may go
_MOST_LOOKED_AT = 1_000  # … with those that contradict themselves


def last_rounds(loop: While, after: Expr, index: Var, before_body: Callable[[Expr], Expr]) -> list[Expr]:
    """That the loop is at its end and `after` holds, or one of its last rounds may still come; if that says anything.

    Whoever does not satisfy it never will: what is said of the rounds to come speaks of what does not change, or of
    numbers that only grow and are not yet too large. `index` is a name for the positions to come.
    """
    running = tag(loop.condition, Place.LEFT)
    ended = conjunction(negate(running), after)
    last = cases(conjunction(running, before_body(ended)))
    ends = cases(ended)
    on = cases(conjunction(running, before_body(running)))
    if last is None or ends is None or on is None:
        return []
    changed = frozenset(Var(v.name, v.type, Place.LEFT) for v in written(loop.body))
    growing = frozenset(v for v in changed if _only_counts_up(loop, v))
    always = [p for p in on[0] if all(p in case for case in on)] if on else []
    foreseen: dict[Expr, None] = {}
    for case in last:
        to_come = _to_come(loop, case, always, changed, index)
        one = conjunction(_foreseen(case, changed, growing), *to_come)
        foreseen[conjunction(running, one) if to_come else one] = None
    known = {part for case in last for part in case}
    if TRUE in foreseen or not any(_reads(p) and p not in known for e in foreseen for p in conjuncts(e)):
        return []
    return [apply(Op.OR, *dict.fromkeys((*(conjunction(*case) for case in ends), *foreseen)))]


def _to_come(loop: While, case: Case, always: list[Expr], changed: frozenset[Var], index: Var) -> list[Expr]:
    """What a last round, that comes when a counter reaches its bound, says of the positions to come until then.

    `always` is what holds in each round after which there is another one.
    """
    found: list[Expr] = []
    for bound in conjuncts(tag(loop.condition, Place.LEFT)):
        match bound:
            case Apply(Op.LT, (Var() as v, most)) if v in changed and not free_variables(most) & changed:
                further = apply(Op.ADD, v, ONE)
                if apply(Op.LE, most, further) not in case or not _counts_by_one(loop, v):
                    continue
                here = [p for p in case if p in always and free_variables(p) & changed == {v} and _reads(p)]
                inside = conjunction(apply(Op.LE, v, index), apply(Op.LT, index, most))
                found += [forall(index, implies(inside, substitute(p, {v: index}))) for p in here]
            case _:
                pass
    return found


def _counts_by_one(loop: While, var: Var) -> bool:
    """Whether each round adds one to it."""
    memory = Var(var.name, var.type)
    further = Assign(memory, apply(Op.ADD, memory, ONE))
    changes = [c for c in subcommands(loop.body) if isinstance(c, Assign | Sample) and c.target == memory]
    return len(changes) == 1 and any(c == further for c in parts_of(loop.body))


def _reads(e: Expr) -> bool:
    """Whether a condition is about an entry of a list."""
    return any(isinstance(part, Apply) and part.op is Op.GET for part in subterms(e))


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
            first_to_fail = (conjunction(*args[:n], negate(args[n])) for n in range(len(args)))
            return cases(apply(Op.OR, *first_to_fail))
        case Apply(Op.NOT, (Apply(Op.OR, args),)):
            return cases(conjunction(*map(negate, args)))
        case Literal(bool(value)):
            return [()] if value else []
        case _:
            return [(e,)]
    possible: list[Case] = []
    for looked_at, one in enumerate(found):
        if not any(negate(p) in one for p in one):
            possible.append(one)
        if len(possible) > _MOST_CASES or looked_at > _MOST_LOOKED_AT:
            return None
    return possible


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
