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
class Pass:
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
        one = pass_over(parts[start])
        if one is None or start == 0 or parts[start - 1] != Assign(one.counter, ZERO):
            continue
        if {one.xs, one.taken.target} & written(sequence(*parts[start + 1 : i])):
            continue
        done = _where_the_best_is(parts, start, i, one) or _where_it_was_found(parts, start, i, one, after)
        if done is not None:
            return done
    return None


def pass_over(command: Command) -> Pass | None:
    match command:
        case While(Apply(Op.LT, (Var() as counter, Apply(Op.LEN, (Var() as xs,)))), body):
            match parts_of(body):
                case (
                    Assign(item, Apply(Op.GET, (whole, place))),
                    If() | Assign() as choice,
                    Assign(stepped, Apply(Op.ADD, (same, Literal(1)))),
                ) if whole == xs and place == stepped == same == counter:
                    match _choice(choice):
                        case If(test, Assign() as taken, Skip()) if len({xs, counter, item, taken.target}) == 4:
                            return Pass(xs, counter, item, test, taken, command)
    return None


def _choice(command: If | Assign) -> If | Assign:
    """`best ← max(best, item)`, and `min`, as the choice that it is."""
    match command:
        case Assign(best, Apply(Op.MAX | Op.MIN as op, (first, second))) if best in (first, second) and first != second:
            item = second if first == best else first
            better = apply(Op.LT, best, item) if op is Op.MAX else apply(Op.LT, item, best)
            return If(better, Assign(best, item, command.at), Skip(), command.at)
        case _:
            return command


@dataclass(frozen=True)
class Search:
    """A search for the first place of a value, which starts at 0: `while xs[place] ≠ value do place ← place + 1`.

    With a flag that ends it, it is one as well: what it does where it finds the value is done after it.
    """

    place: Var
    xs: Var
    value: Expr
    setup: Parts  # what stands between `place ← 0` and the loop
    then: Parts  # what is done where the value was found
    size: int  # how many commands it takes


def search_from(parts: Parts, i: int) -> Search | None:
    """The search that starts here."""
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
            return Search(place, xs, value, (), (), 2)
        case (Assign(place, Literal(0)), Assign(flag, Literal(False)) as setup):
            return _flagged(place, flag, setup, parts[i + 2 : i + 3])
        case _:
            return None


def _flagged(place: Var, flag: Var, setup: Assign, loop: Parts) -> Search | None:
    """A search that is ended by a flag."""
    match loop:
        case (
            While(Apply(Op.AND, (Apply(Op.LT, (counter, Apply(Op.LEN, (Var() as xs,)))), Apply(Op.NOT, (up,)))), body),
        ):
            match parts_of(body):
                case (
                    If(Apply(Op.EQ, (Apply(Op.GET, (whole, at)), value)), then, Skip()),
                    Assign(stepped, Apply(Op.ADD, (same, Literal(1)))) as step,
                ) if place == counter == at == stepped == same and whole == xs and up == flag:
                    does = parts_of(then)
                    ends = [c for c in does if flag in written(c)] == [Assign(flag, TRUE)]
                    if ends and place not in written(then) and not {place, flag} & free_variables(value):
                        return Search(place, xs, value, (setup,), (*does, step), 3)
    return None


def _where_the_best_is(parts: Parts, start: int, i: int, one: Pass) -> Parts | None:
    """`best` starts as the first item and becomes each item that is strictly better: it stands where it was taken."""
    best = one.taken.target
    searched = search_from(parts, i)
    begun = next((n for n in reversed(range(start)) if best in written(parts[n])), None)
    if searched is None or begun is None or searched.xs != one.xs or not _is(best, searched.value, parts[:i]):
        return None
    if one.taken.value != one.item:
        return None
    if parts[begun] != Assign(best, apply(Op.GET, one.xs, ZERO)) or one.xs in written(sequence(*parts[begun:start])):
        return None
    if one.test not in (apply(Op.LT, best, one.item), apply(Op.LT, one.item, best)):
        return None
    place = searched.place
    if place in mentioned(sequence(*parts[start:i])):
        return None
    merged = (*parts[: start - 1], parts[i], parts[start - 1], one.and_where(place, one.test))
    there = (*searched.setup, *searched.then, *_found(parts[i + searched.size :], one.xs, place))
    return (*merged, *parts[start + 1 : i], *there)


def _is(best: Var, value: Expr, parts: Parts) -> bool:
    """Whether a value is that of a variable after these commands, perhaps under another name."""
    last = next((n for n in reversed(range(len(parts))) if value in written(parts[n])), None)
    match parts[last] if last is not None else Skip():
        case Assign(_, held) if held == best and value != best:
            return best not in written(sequence(*parts[last:]))
        case _:
            return value == best


def _where_it_was_found(parts: Parts, start: int, i: int, one: Pass, after: Live) -> Parts | None:
    """`found` becomes true at an item: the first such item is where it was false before."""
    found = one.taken.target
    begun = next((n for n in reversed(range(start)) if found in written(parts[n])), None)
    if begun is None or one.taken.value != TRUE or parts[begun] != Assign(found, FALSE):
        return None
    asking = parts[i]
    if not isinstance(asking, If) or asking.condition != found:
        return None
    inside, otherwise = parts_of(asking.then), asking.otherwise
    searched = next(((n, s) for n in range(len(inside)) if (s := search_from(inside, n)) is not None), None)
    if searched is None:
        return None
    at, search = searched
    place, xs, value = search.place, search.xs, search.value
    if xs != one.xs:
        return None
    equal = apply(Op.EQ, one.item, value)
    if one.test not in ((equal, one.item) if value == TRUE else (equal,)):
        return None
    if (
        place in after
        or {xs, found} & written(sequence(*inside[:at]))
        or place in mentioned(sequence(*parts[start:i], *inside[:at], otherwise))
    ):
        return None
    if free_variables(value) & written(sequence(*parts[start:i], *inside[:at])):
        return None
    rest = (*search.setup, *search.then, *_found(inside[at + search.size :], xs, place))
    met = one.and_where(place, conjunction(negate(found), one.test))
    merged = (*parts[: start - 1], Assign(place, ZERO), parts[start - 1], met, *parts[start + 1 : i])
    return (*merged, replace(asking, then=sequence(*inside[:at], *rest)), *parts[i + 1 :])


def _found(parts: Parts, xs: Var, place: Var) -> Parts:
    """These commands without the one that ends a run in which nothing was found: there is a place."""
    return parts[1:] if parts and parts[0] == While(apply(Op.LE, apply(Op.LEN, xs), place), Skip()) else parts
