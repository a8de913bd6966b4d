"""What a loop over public candidates has chosen: the position of the candidate says which it was.

`for candidate in candidates: … if score > best: best, winner = score, candidate` keeps the candidate itself. Two of them
may be the same, and then the answer does not say which round it comes from. The position does; and the candidate follows
from it, as from any released number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from twinproof.lang.command import Assign, Command, Sample, Seq, has_sampling, loops_in, sequence, subcommands
from twinproof.lang.expr import ZERO, Apply, Expr, Literal, Op, Var, apply, free_variables, fresh_name, substitute
from twinproof.lang.reader.plain.lists import counting
from twinproof.lang.rewriting import rewritten, with_expressions
from twinproof.lang.types import INT

_NOBODY = Literal(-1)


@dataclass(frozen=True)
class _Choice:
    """A variable that is a constant at first, and then what some round of a loop has for a candidate."""

    winner: Var
    first: Literal
    candidate: Expr  # in terms of the counter
    counter: Var


def with_positions(program: Command, result: Var, public: frozenset[Var], taken: set[str]) -> Command:
    """The program with positions in the place of candidates that loops with noise choose; it takes their names."""
    for choice in list(_choices(program, public)):
        place = Var(fresh_name(f"{choice.winner.name}_place", taken), INT)
        taken.add(place.name)
        there = substitute(choice.candidate, {choice.counter: place})
        chosen = apply(Op.ITE, apply(Op.LT, place, ZERO), choice.first, there)

        def change(c: Command, choice: _Choice = choice, place: Var = place, chosen: Expr = chosen) -> Command:
            match c:
                case Assign(target, value) if target == choice.winner:
                    return Assign(place, _NOBODY if value == choice.first else choice.counter, c.at)
                case _:
                    return with_expressions(c, lambda e: substitute(e, {choice.winner: chosen}))

        program = rewritten(program, change)
        if choice.winner == result:
            program = sequence(program, Assign(result, chosen))
    return program


def _choices(program: Command, public: frozenset[Var]) -> Iterator[_Choice]:
    writes = [c for c in subcommands(program) if isinstance(c, Assign | Sample)]
    for loop in loops_in(program):
        count = counting(loop)
        if count is None or not has_sampling(loop.body):
            continue
        for at, part in enumerate(count.work):
            match part:
                case Assign(name, Apply(Op.GET, (items, position)) as candidate) if (
                    position == count.counter and free_variables(items) <= public
                ):
                    if sum(c.target == name for c in writes) == 1:
                        behind = sequence(*count.work[at + 1 :])
                        for winner, first in _winners(program, behind, name, candidate, writes):
                            yield _Choice(winner, first, candidate, count.counter)
                case _:
                    pass


def _winners(
    program: Command, work: Command, name: Var, candidate: Expr, writes: list[Assign | Sample]
) -> Iterator[tuple[Var, Literal]]:
    """The variables that are set to a constant at first, and to the candidate of a round by the work in it."""
    inside = [c for c in subcommands(work) if isinstance(c, Assign) and c.value in (name, candidate)]
    for winner in dict.fromkeys(c.target for c in inside):
        sets = [c for c in inside if c.target == winner]
        others = [c for c in writes if c.target == winner and not any(c is one for one in sets)]
        outer = program.parts if isinstance(program, Seq) else (program,)
        match others:
            case [Assign(_, Literal() as first) as start] if any(start is part for part in outer):
                yield winner, first
            case _:
                pass
