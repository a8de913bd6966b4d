"""Loops over a few sizes, with their rounds one after the other: 1, 2, 4, 8 days at a time, say.

A loop is taken apart if its own numbers say how often it goes round, and its work multiplies with such a number,
divides by it, or counts in steps of it. In each round it is a constant, and so what was a product is a sum; and a loop
over numbers of which only a multiple is used counts in these multiples.

The program has its guards: every expression has a value.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Seq,
    While,
    expressions,
    has_sampling,
    mentioned,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import (
    FALSE,
    ONE,
    TRUE,
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    apply,
    free_variables,
    fresh_name,
    subterms,
)
from twinproof.lang.reader.plain.lists import Counting, Parts, counting, last_write, with_replaced
from twinproof.lang.reader.plain.opened import decided, settled
from twinproof.lang.rewriting import replaced, rewritten, with_arguments, with_expressions
from twinproof.lang.types import INT

MOST_ROUNDS = 8
MOST_COMMANDS = 160  # that the rounds of a loop may become
_Known = dict[Expr, Literal]


def with_levels_apart(program: Command, taken: set[str]) -> Command:
    """The program with such loops taken apart."""
    match program:
        case Seq(parts):
            done: Parts = ()
            for part in parts:
                rounds = _rounds(done, part, taken) if isinstance(part, While) else None
                done = (*done, *(rounds if rounds is not None else (with_levels_apart(part, taken),)))
            return sequence(*done)
        case If(_, then, otherwise):
            yes, no = (with_levels_apart(branch, taken) for branch in (then, otherwise))
            return replace(program, then=yes, otherwise=no)
        case While(_, body):
            return replace(program, body=with_levels_apart(body, taken))
        case _:
            return program


def _rounds(before: Parts, loop: While, taken: set[str]) -> Parts | None:
    """The rounds of a loop that draws noise in a loop inside of it; None if they are not known, or need not be."""
    if not any(isinstance(c, While) and has_sampling(c) for c in subcommands(loop.body)):
        return None
    lists, known = _lists_after(before), _known_after(before)
    body = with_replaced(loop.body, {xs: e for xs, e in lists.items() if xs not in written(loop.body)})
    sizes = [v for v in written(body) if v in known]
    if not any(_is_size(v, body) for v in (*sizes, *_assigned(body))):
        return None
    done: Parts = ()
    seen: list[_Known] = []
    for _ in range(MOST_ROUNDS + 1):
        goes_on = decided(_with(loop.condition, known))
        if goes_on == FALSE and len(seen) > 1:
            return done
        if goes_on != TRUE:
            return None
        seen.append(known)
        here = settled(sequence(*(Assign(v, e) for v, e in known.items() if isinstance(v, Var)), *parts_of(body)))
        here = rewritten(here, lambda c: with_expressions(c, _plain))
        done = (*done, *_in_multiples(parts_of(here), taken))
        if sum(1 for _ in subcommands(sequence(*done))) > MOST_COMMANDS:
            return None
        known = _known_after(parts_of(here))
    return None


def _in_multiples(parts: Parts, taken: set[str]) -> Parts:
    """These commands, where loops from 0 to a constant that use but multiples of their counter count in multiples."""
    done: Parts = ()
    for part in parts:
        loop, starts = counting(part), False
        if loop is not None and (at := last_write(done, loop.counter)) is not None:
            starts = done[at] == Assign(loop.counter, Literal(0))
        match loop.conditions if loop is not None and starts else ():
            case (Apply(Op.LT, (counted, Literal(int(end)))),) if (
                loop is not None and counted == loop.counter and end > 0
            ):
                done = (*done, *(_multiplied(part, loop, end, taken) or (part,)))
            case _:
                done = (*done, part)
    return done


def _multiplied(whole: Command, loop: Counting, end: int, taken: set[str]) -> Parts | None:
    """A loop that counts in multiples of its counter, if nothing else is used of it."""
    counter, work = loop.counter, sequence(*loop.work)
    products = (e for c in subcommands(work) for entire in expressions(c) for e in subterms(entire))
    for e in products:
        match e:
            case Apply(Op.MUL, (same, Literal(int(factor)))) if same == counter and factor > 1:
                break
            case _:
                pass
    else:
        return None
    scaled, step = Var(fresh_name(counter.name, taken), INT), Literal(factor)
    following = apply(Op.MUL, apply(Op.ADD, counter, ONE), step)
    now = with_replaced(work, {e: scaled, following: apply(Op.ADD, scaled, step)})
    if counter in mentioned(now) or not isinstance(whole, While):
        return None
    taken.add(scaled.name)
    body = sequence(now, Assign(scaled, apply(Op.ADD, scaled, step)))
    multiplied = replace(whole, condition=apply(Op.LT, scaled, Literal(end * factor)), body=body)
    return Assign(scaled, Literal(0)), multiplied, Assign(counter, Literal(end))


def _known_after(parts: Parts) -> _Known:
    """Integers that are constants after these commands."""
    known: _Known = {}
    for part in parts:
        for v in written(part):
            known.pop(v, None)
        match part:
            case Assign(target, value) if target.type == INT:
                now = decided(_with(value, known))
                if isinstance(now, Literal):
                    known[target] = now
            case _:
                pass
    return known


def _lists_after(parts: Parts) -> dict[Expr, Expr]:
    """Lists that are spelled out, after these commands."""
    known: dict[Expr, Expr] = {}
    for part in parts:
        for v in written(part):
            known.pop(v, None)
        match part:
            case Assign(target, Apply(Op.LIST, items) as e) if items and all(isinstance(i, Literal) for i in items):
                known[target] = e
            case _:
                pass
    return known


def _with(e: Expr, known: _Known) -> Expr:
    return replaced(e, known)


def _assigned(body: Command) -> Iterator[Var]:
    """The integers that are set before anything else is done in a body, as the item of a list of constants is."""
    for part in parts_of(body):
        if isinstance(part, While | If | Sample):
            return
        if isinstance(part, Assign) and part.target.type == INT:
            yield part.target


def _is_size(v: Var, body: Command) -> bool:
    """Whether a number is multiplied with another one, divides one, or is what a loop inside counts by."""
    for c in subcommands(body):
        match c:
            case While(_, inner) if any(_is_step(d, v) for d in subcommands(inner)):
                return True
            case _:
                pass
        for e in expressions(c):
            for part in subterms(e):
                match part:
                    case Apply(Op.MUL, (a, b)) if part.type == INT:
                        pairs = ((a, b), (b, a))
                        if any(v in free_variables(x) and not _is_made_of(y, v) for x, y in pairs):
                            return True
                    case Apply(Op.DIV | Op.MOD, (_, b)) if v in free_variables(b):
                        return True
                    case _:
                        pass
    return False


def _is_made_of(e: Expr, v: Var) -> bool:
    """Whether an expression is known where a number is."""
    return free_variables(e) <= {v}


def _is_step(c: Command, v: Var) -> bool:
    match c:
        case Assign(target, Apply(Op.ADD | Op.SUB, (same, step))):
            return same == target and target != v and v in free_variables(step)
        case _:
            return False


def _plain(e: Expr) -> Expr:
    """Without products with 1."""
    e = with_arguments(e, _plain)
    match e:
        case Apply(Op.MUL, (Literal(1), x) | (x, Literal(1))) if e.type == INT:
            return x
        case _:
            return e
