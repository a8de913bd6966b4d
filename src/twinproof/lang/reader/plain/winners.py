"""What a loop over public candidates has chosen: the position of the candidate says which it was.

`for candidate in candidates: … if score > best: best, winner = score, candidate` keeps the candidate itself. Two of
them may be the same, and then the answer does not say which round it comes from. The position does; and the candidate
follows from it, as from any released number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    expressions,
    has_sampling,
    loops_in,
    parts_of,
    sequence,
    subcommands,
)
from twinproof.lang.expr import ZERO, Apply, Expr, Literal, Op, Var, apply, free_variables, fresh_name, substitute
from twinproof.lang.reader.plain.lists import Counting, counting
from twinproof.lang.rewriting import rewritten, with_expressions
from twinproof.lang.types import INT

_NOBODY = Literal(-1)


@dataclass(frozen=True)
class _Choice:
    """A variable that is a constant at first, and then what some round of a loop has for a candidate."""

    winner: Var
    first: Literal
    candidates: Expr
    counter: Var
    begins: bool  # whether the first round chooses its candidate, and nobody asks before the loop has ended

    def chosen(self, place: Var) -> Expr:
        """What was chosen, told by its position."""
        there = apply(Op.GET, self.candidates, place)
        if self.begins:
            return apply(Op.ITE, apply(Op.LT, ZERO, apply(Op.LEN, self.candidates)), there, self.first)
        return apply(Op.ITE, apply(Op.LT, place, ZERO), self.first, there)


def with_positions(program: Command, result: Var, public: frozenset[Var], taken: set[str]) -> Command:
    """The program with positions in the place of candidates that loops with noise choose; it takes their names."""
    once = {choice.winner: choice for choice in _choices(program, public)}  # a round may have two names for a candidate
    for choice in once.values():
        place = Var(fresh_name(f"{choice.winner.name}_place", taken), INT)
        taken.add(place.name)
        program = _with_position(program, choice, place)
        if choice.winner == result:
            program = sequence(program, Assign(result, choice.chosen(place)))
    return program


def _with_position(program: Command, choice: _Choice, place: Var) -> Command:
    start, chosen = ZERO if choice.begins else _NOBODY, choice.chosen(place)

    def change(c: Command) -> Command:
        match c:
            case Assign(target, value) if target == choice.winner:
                return Assign(place, start if value == choice.first else choice.counter, c.at)
            case _:
                return with_expressions(c, lambda e: substitute(e, {choice.winner: chosen}))

    return rewritten(program, change)


def _choices(program: Command, public: frozenset[Var]) -> Iterator[_Choice]:
    for loop in loops_in(program):
        count = counting(loop)
        for at, part in enumerate(count.work) if count is not None and has_sampling(loop.body) else ():
            match part:
                case Assign(name, Apply(Op.GET, (items, position)) as candidate) if (
                    count is not None and position == count.counter and free_variables(items) <= public
                ):
                    work = count.work[at + 1 :]
                    for winner, first in _winners(program, work, name, candidate):
                        begins = _begins(program, loop, count, items, winner)
                        yield _Choice(winner, first, items, count.counter, begins)
                case _:
                    pass


def _writes(program: Command, v: Var) -> list[Assign | Sample]:
    return [c for c in subcommands(program) if isinstance(c, Assign | Sample) and c.target == v]


def _winners(program: Command, work: Sequence[Command], name: Var, candidate: Expr) -> Iterator[tuple[Var, Literal]]:
    """The variables that are set to a constant at first, and to the candidate of a round by the work in it."""
    if len(_writes(program, name)) != 1:
        return
    inside = [c for part in work for c in subcommands(part) if isinstance(c, Assign) and c.value in (name, candidate)]
    for winner in dict.fromkeys(c.target for c in inside):
        others = [c for c in _writes(program, winner) if not any(c is one for one in inside)]
        match others:
            case [Assign(_, Literal() as first) as start] if any(start is part for part in parts_of(program)):
                yield winner, first
            case _:
                pass


def _begins(program: Command, loop: Command, count: Counting, items: Expr, winner: Var) -> bool:
    """Whether a loop through all candidates chooses the first of them at first, and is not asked before it ends."""
    outer = parts_of(program)
    at = next((n for n, part in enumerate(outer) if part is loop), None)
    if at is None or not any(isinstance(part, Assign) and part.target == winner for part in outer[:at]):
        return False  # a constant that it is set to afterwards is not what it is before
    starts = [c for c in _writes(program, count.counter) if isinstance(c, Assign) and c.value == ZERO]
    if not starts or len(_writes(program, count.counter)) != len(starts) + 1:
        return False
    if count.conditions != (apply(Op.LT, count.counter, apply(Op.LEN, items)),):
        return False
    asked = (e for part in outer[: at + 1] for c in subcommands(part) for e in expressions(c))
    if any(winner in free_variables(e) for e in asked):
        return False
    first_round = apply(Op.EQ, count.counter, ZERO)
    for part in count.work:
        match part:
            case If(Apply(Op.OR, parts), then) if first_round in parts:
                if any(isinstance(c, Assign) and c.target == winner for c in parts_of(then)):
                    return True
            case _:
                pass
    return False
