"""Loops that go round a small constant number of times, with their rounds one after the other.

What stands at the positions of a small table, or of a list that is spelled out, is then known in each round. A loop may
be left early, by a flag: then each round is done only if the flags let it.

The program has its guards: every expression has a value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Seq,
    Skip,
    While,
    expressions,
    has_sampling,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    conjunction,
    conjuncts,
    free_variables,
    negate,
    substitute,
)
from twinproof.lang.interpret import evaluate
from twinproof.lang.reader.plain.lists import Parts, counting, last_write, with_replaced
from twinproof.lang.rewriting import rewritten, with_arguments, with_expressions
from twinproof.lang.types import BOOL, INT

MOST_ENTRIES = 8
MOST_COMMANDS = 120  # that the rounds of a loop may become


def read_at_positions(e: Expr) -> Iterator[Var]:
    """The lists that an expression reads or sets at a position that is computed."""
    match e:
        case Apply(Op.GET | Op.SET, (Var() as xs, position, *_)) if not isinstance(position, Literal):
            yield xs
        case _:
            pass
    for part in e.args if isinstance(e, Apply) else ():
        yield from read_at_positions(part)


def opened(command: Command, sizes: Mapping[Var, int], all_of_them: bool = False) -> Command:
    """The command with the rounds of loops through a table one after the other.

    All of them are also those that may be left early, and those over lists of constants, if they draw no noise.
    """
    match command:
        case Seq(parts):
            done: Parts = ()
            for part in parts:
                rounds = _rounds(done, part, sizes, all_of_them)
                done = (*done, *(rounds if rounds is not None else (opened(part, sizes, all_of_them),)))
            return sequence(*done)
        case If(_, then, otherwise):
            return replace(
                command, then=opened(then, sizes, all_of_them), otherwise=opened(otherwise, sizes, all_of_them)
            )
        case While(_, body):
            return replace(command, body=opened(body, sizes, all_of_them))
        case _:
            return command


def _rounds(before: Parts, loop: Command, sizes: Mapping[Var, int], all_of_them: bool) -> Parts | None:
    """The rounds of a loop from 0 to a small constant that reads what is known in each; None for any other."""
    count = counting(loop)
    if count is None:
        return None
    counter, ends, flags = count.counter, list[int](), list[Expr]()
    for condition in count.conditions:
        match decided(_with_lengths(condition, sizes)):
            case Apply(Op.LT, (Var() as left, Literal(int(end)))) if left == counter:
                ends.append(end)
            case other if all_of_them and counter not in free_variables(other):
                flags.append(other)
            case _:
                return None
    if not ends or not 2 <= min(ends) <= MOST_ENTRIES:
        return None
    at = last_write(before, counter)
    if at is None or before[at] != Assign(counter, Literal(0)):
        return None
    work, end = sequence(*count.work), min(ends)
    draws = has_sampling(work)
    known = _reads_table(work, sizes) or (all_of_them and not draws and any(map(reads_constants, _spoken(work))))
    if not known or (flags and draws) or end * sum(1 for _ in subcommands(work)) > MOST_COMMANDS:
        return None
    rounds = [settled(with_replaced(work, {counter: Literal(n)})) for n in range(end)]
    if not flags:
        return (*rounds, Assign(counter, Literal(end)))
    goes_on, rest = conjunction(*flags), sequence()
    for n, done in reversed(list(enumerate(rounds, 1))):  # the work does not read the counter any more
        rest = sequence(Assign(counter, Literal(n)), _while_it_goes_on(done, goes_on, rest))
    return (If(goes_on, rest, Skip()),)


def _while_it_goes_on(work: Command, goes_on: Expr, rest: Command) -> Command:
    """Some work, and then the rest if it still goes on, as it does before: if that is clear, without a question."""
    if not written(work) & free_variables(goes_on):
        return sequence(work, rest)
    match work:
        case Assign(flag, Literal() as value) if any(_decides(flag, value, c) for c in conjuncts(goes_on)):
            return work
        case Seq((*first, last)) if not written(sequence(*first)) & free_variables(goes_on):
            return sequence(*first, _while_it_goes_on(last, goes_on, rest))
        case If(_, then, otherwise):
            yes, no = (_while_it_goes_on(branch, goes_on, rest) for branch in (then, otherwise))
            if yes == then or no == otherwise:  # else the rest would be written twice
                return replace(work, then=yes, otherwise=no)
        case _:
            pass
    return sequence(work, If(goes_on, rest, Skip()))


def _decides(flag: Var, value: Literal, condition: Expr) -> bool:
    """Whether a condition does not hold once a flag has a value."""
    return decided(substitute(condition, {flag: value})) == FALSE


def _reads_table(work: Command, sizes: Mapping[Var, int]) -> bool:
    """Whether a round reads or sets an entry of a table."""
    return any(xs in sizes for e in _spoken(work) for xs in read_at_positions(e))


def _spoken(work: Command) -> Iterator[Expr]:
    return (e for c in subcommands(work) for e in expressions(c))


def reads_constants(e: Expr) -> bool:
    """Whether an expression reads a list of constants at a position that is computed."""
    match e:
        case Apply(Op.GET, (Apply(Op.LIST, items), position)) if not isinstance(position, Literal):
            if len(items) <= MOST_ENTRIES and all(isinstance(item, Literal) for item in items):
                return True
        case _:
            pass
    return isinstance(e, Apply) and any(map(reads_constants, e.args))


def _with_lengths(e: Expr, sizes: Mapping[Var, int]) -> Expr:
    match e:
        case Apply(Op.LEN, (Var() as xs,)) if xs in sizes:
            return Literal(sizes[xs])
        case _:
            return with_arguments(e, lambda part: _with_lengths(part, sizes))


def settled(work: Command) -> Command:
    """A round, or rounds, with what numbers decide decided; variables that hold a number there are that number."""
    known: dict[Expr, Expr] = {}
    done: list[Command] = []
    for part in work.parts if isinstance(work, Seq) else (work,):
        changed = frozenset() if isinstance(part, Assign | Sample) else written(part)  # while it is done
        part = with_replaced(part, {v: e for v, e in known.items() if v not in changed})
        part = rewritten(part, lambda c: chosen(with_expressions(c, decided)))
        for v in written(part):
            known.pop(v, None)
        match part:
            case Assign(target, Literal() as value) if target.type == INT:
                known[target] = value
            case _:
                pass
        done.append(part)
    return sequence(*done)


def chosen(command: Command) -> Command:
    """A command of which it is known which way it goes."""
    match command:
        case If(condition, then, otherwise) if condition in (TRUE, FALSE):
            return then if condition == TRUE else otherwise
        case While(condition) if condition == FALSE:
            return Skip()
        case _:
            return command


def decided(e: Expr) -> Expr:
    """The expression with its value where it has no variables, and with the branch that a known condition chooses."""
    if not isinstance(e, Apply):
        return e
    e = with_arguments(e, decided)
    assert isinstance(e, Apply)
    match e:
        case Apply(Op.ITE, (test, first, second)) if test in (TRUE, FALSE):
            return first if test == TRUE else second
        case Apply(Op.PROJ, (Apply(Op.TUPLE, parts), Literal(int(n)))):
            return parts[n]
        case Apply(Op.GET, (Apply(Op.LIST, items), Literal(int(n)))) if 0 <= n < len(items):
            return items[n]
        case Apply(Op.EQ, (a, Literal(bool(truth)))) | Apply(Op.EQ, (Literal(bool(truth)), a)):
            return a if truth else negate(a)
        case Apply(Op.AND, args) if all(a in (TRUE, FALSE) for a in args):
            return FALSE if FALSE in args else TRUE
        case _ if e.type in (INT, BOOL) and all(isinstance(a, Literal) for a in e.args):
            return Literal(evaluate(e, {}))
        case _:
            return e
