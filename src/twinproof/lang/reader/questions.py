"""Two questions about one list that are answered in one pass: what is the largest, and where; is it there, and where.

`noisy.index(max(noisy))` and `above.index(True) if True in above else None` run over their list twice. The second pass
finds what the first has seen: where it last took a larger item, which no later one equals that came before; or where it
first met the value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from twinproof.lang.command import Assign, Command, If, Skip, While, mentioned, parts_of, sequence, written
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    apply,
    conjunction,
    free_variables,
    negate,
)
from twinproof.lang.liveness import Live

Parts = tuple[Command, ...]


@dataclass(frozen=True)
class _Pass:
    """A loop over all items of a list that takes something over where a test of the item says so."""

    xs: Var
    counter: Var
    item: Var
    test: Expr
    taken: Assign
    loop: While

    def and_where(self, place: Var, test: Expr) -> While:
        """The same pass, which also remembers the position."""
        first, _, last = parts_of(self.loop.body)
        taken = sequence(self.taken, Assign(place, self.counter))
        return replace(self.loop, body=sequence(first, If(test, taken, Skip(), self.loop.at), last))


def answered_at_once(parts: Parts, i: int, after: Live) -> Parts | None:
    """The commands with the question here answered by the pass before; `after` are the variables that matter then."""
    for start in (n for n in reversed(range(i)) if isinstance(parts[n], While)):
        one = _pass(parts[start])
        if one is None or parts[start - 1] != Assign(one.counter, ZERO):
            continue
        if {one.xs, one.taken.target} & written(sequence(*parts[start + 1 : i])):
            continue
        done = _where_the_best_is(parts, start, i, one) or _where_it_was_found(parts, start, i, one, after)
        if done is not None:
            return done
    return None


def _pass(command: Command) -> _Pass | None:
    match command:
        case While(Apply(Op.LT, (Var() as counter, Apply(Op.LEN, (Var() as xs,)))), body):
            match parts_of(body):
                case (
                    Assign(item, Apply(Op.GET, (whole, place))),
                    If(test, Assign() as taken, Skip()),
                    Assign(stepped, Apply(Op.ADD, (same, Literal(1)))),
                ) if whole == xs and place == stepped == same == counter:
                    if len({xs, counter, item, taken.target}) == 4:
                        return _Pass(xs, counter, item, test, taken, command)
    return None


def _search(parts: Parts, i: int) -> tuple[Var, Var, Expr] | None:
    """The place, the list and the value of a search that starts here: `place ← 0; while xs[place] ≠ value do …`."""
    match parts[i : i + 2]:
        case (
            Assign(place, Literal(0)),
            While(
                Apply(
                    Op.AND,
                    (
                        Apply(Op.LT, (counter, Apply(Op.LEN, (Var() as xs,)))),
                        Apply(Op.NOT, (Apply(Op.EQ, (Apply(Op.GET, (whole, at)), value)),)),
                    ),
                ),
                Assign(stepped, Apply(Op.ADD, (same, Literal(1)))),
            ),
        ) if place == counter == at == stepped == same and whole == xs and place not in free_variables(value):
            return place, xs, value
        case _:
            return None


def _where_the_best_is(parts: Parts, start: int, i: int, one: _Pass) -> Parts | None:
    """`best` starts as the first item and becomes each item that is strictly better: it stands where it was taken."""
    best = one.taken.target
    searched = _search(parts, i)
    begun = next((n for n in reversed(range(start)) if best in written(parts[n])), None)
    if searched is None or begun is None or searched[1:] != (one.xs, best) or one.taken.value != one.item:
        return None
    if parts[begun] != Assign(best, apply(Op.GET, one.xs, ZERO)) or one.xs in written(sequence(*parts[begun:start])):
        return None
    if one.test not in (apply(Op.LT, best, one.item), apply(Op.LT, one.item, best)):
        return None
    place = searched[0]
    if place in mentioned(sequence(*parts[start:i])):
        return None
    merged = (*parts[: start - 1], parts[i], parts[start - 1], one.and_where(place, one.test))
    return (*merged, *parts[start + 1 : i], *_found(parts[i + 2 :], one.xs, place))


def _where_it_was_found(parts: Parts, start: int, i: int, one: _Pass, after: Live) -> Parts | None:
    """`found` becomes true at an item: the first such item is where it was false before."""
    found = one.taken.target
    begun = next((n for n in reversed(range(start)) if found in written(parts[n])), None)
    if begun is None or one.taken.value != TRUE or parts[begun] != Assign(found, FALSE):
        return None
    asking = parts[i]
    if not isinstance(asking, If) or asking.condition != found:
        return None
    inside, otherwise = parts_of(asking.then), asking.otherwise
    searched = next(((n, s) for n in range(len(inside)) if (s := _search(inside, n)) is not None), None)
    if searched is None:
        return None
    at, (place, xs, value) = searched
    equal = apply(Op.EQ, one.item, value)
    if xs != one.xs or one.test not in ((equal, one.item) if value == TRUE else (equal,)):
        return None
    if (
        place in after
        or {xs, found} & written(sequence(*inside[:at]))
        or place in mentioned(sequence(*parts[start:i], *inside[:at], otherwise))
    ):
        return None
    if free_variables(value) & written(sequence(*parts[start:i], *inside[:at])):
        return None
    rest = _found(inside[at + 2 :], xs, place)
    met = one.and_where(place, conjunction(negate(found), one.test))
    merged = (*parts[: start - 1], Assign(place, ZERO), parts[start - 1], met, *parts[start + 1 : i])
    return (*merged, replace(asking, then=sequence(*inside[:at], *rest)), *parts[i + 1 :])


def _found(parts: Parts, xs: Var, place: Var) -> Parts:
    """These commands without the one that ends a run in which nothing was found: there is a place."""
    return parts[1:] if parts and parts[0] == While(apply(Op.LE, apply(Op.LEN, xs), place), Skip()) else parts
