"""What δ pays for, and the ghosts that remember it.

An event is a tail of one draw (of the kernel's table), at a distance that is a public integer, while a *guard* holds.
The program remembers in a ghost whether the event has happened. [Ghost] takes the ghosts away again when all is proved.

Where only the right run draws, the left run draws into a ghost in its place, from the noise that the right run would
have; so what δ pays for is always something that happens on the left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from twinproof.kernel.noise import Law
from twinproof.kernel.tails import tail_of
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, sequence, site_of
from twinproof.lang.expr import FALSE, Expr, Op, Place, Var, apply, conjunction, free_variables, fresh_name
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.types import BOOL, INT, Type


@dataclass(frozen=True, slots=True)
class Event:
    """A tail of a draw, while the guard holds."""

    site: int
    tail: str
    distance: Expr  # a public integer
    guard: Expr  # over the memory before the draw
    stand_in: Expr | None = None  # the centre of what the left run draws in the place of the right one, if it does


@dataclass(frozen=True, slots=True)
class Pledge:
    """A mechanism with its ghosts, and what remembers that the event has happened."""

    mechanism: Mechanism
    event: Event
    site: int  # of the draw that is paid for, in the mechanism with ghosts
    partner: int | None  # of the draw of the right run, where the left run draws in its place
    bad: Var
    due: Var  # whether the guard held before the draw
    ghosts: tuple[Var, ...]  # each of them is read by those before it only

    @property
    def bound(self) -> Expr:
        """How likely the event is at most, whenever its guard holds."""
        sampling = self.mechanism.samplings[self.site]
        return tail_of(sampling.noise, self.event.tail).bound(
            Law(sampling.parameters, sampling.centre), self.event.distance
        )


def pledged(mechanism: Mechanism, event: Event, witnesses: tuple[Var, ...]) -> Pledge:
    """The mechanism that remembers an event; what exists by the adjacency becomes a public input."""
    taken = mechanism.names | {w.name for w in witnesses}

    def new(base: str, kind: Type) -> Var:
        name = fresh_name(base, taken)
        taken.add(name)
        return Var(name, kind, Place.MEMORY)

    bad, due, centre = new("bad", BOOL), new("due", BOOL), new("around", INT)
    drawn = mechanism.samplings[event.site]
    draw, ghosts = drawn, [bad, due]
    if event.stand_in is not None:
        draw = Sample(new("instead", drawn.target.type), drawn.noise, drawn.parameters, event.stand_in)
        ghosts.append(draw.target)
    known = draw.target not in free_variables(draw.centre)  # also after the draw
    around: Command = Skip() if known else Assign(centre, draw.centre)
    ghosts += [] if known else [centre]
    law = Law(draw.parameters, draw.centre if known else centre)
    given_up = tail_of(draw.noise, event.tail).given_up(law, event.distance, draw.target)
    raised = Assign(bad, apply(Op.OR, bad, conjunction(due, given_up)))
    remembered = sequence(Assign(due, event.guard), around, draw, raised)

    def visit(command: Command) -> Command:
        match command:
            case Sample() if draw is drawn and site_of(command) == event.site:
                return remembered
            case Seq(parts):
                return sequence(*map(visit, parts))
            case If(_, then, otherwise) if draw is not drawn and _draws(then, event.site):
                return replace(command, otherwise=sequence(remembered, otherwise))
            case If(_, then, otherwise) if draw is not drawn and _draws(otherwise, event.site):
                return replace(command, then=sequence(remembered, then))
            case If(_, then, otherwise):
                return replace(command, then=visit(then), otherwise=visit(otherwise))
            case While(_, body):
                return replace(command, body=visit(body))
            case _:
                return command

    public = tuple(Parameter(w) for w in witnesses)
    body = sequence(Assign(bad, FALSE), visit(mechanism.body))
    whole = replace(mechanism, body=body, parameters=(*mechanism.parameters, *public))
    own = [site_of(s) for s in whole.samplings if s.target not in ghosts]
    partner = own[event.site]
    if draw is drawn:
        return Pledge(whole, event, partner, None, bad, due, tuple(ghosts))
    (site,) = (site_of(s) for s in whole.samplings if s.target in ghosts)
    return Pledge(whole, event, site, partner, bad, due, tuple(ghosts))


def _draws(command: Command, site: int) -> bool:
    """Whether a sampling stands directly in a command, and not in a conditional or loop in it."""
    parts = command.parts if isinstance(command, Seq) else (command,)
    return any(isinstance(p, Sample) and site_of(p) == site for p in parts)
