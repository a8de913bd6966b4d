"""Loops that the two runs go through out of step: over rows of which one run has more than the other.

Where the rows are the same the runs go round together. At a row that only one run has, that run goes round alone. So at
the head of such a loop the positions belong to each other: the shorter run is behind by as many rows as it was skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from twinproof.lang.adjacency_kind import Alignment
from twinproof.lang.amounts import sum_of
from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Seq,
    Skip,
    While,
    loops_in,
    parts_of,
    site_of,
    subcommands,
    written,
)
from twinproof.lang.expr import FALSE, ONE, ZERO, Apply, Expr, Op, Place, Var, apply, conjunction, tag
from twinproof.lang.mechanism import Mechanism

LEFT, RIGHT = Place.LEFT, Place.RIGHT
Rounds = tuple[int, ...]
Positions = Mapping[str, tuple[int, ...]]  # of the rows that only one run has, by parameter


def alone_at(site: int) -> int:
    """The name, as a site, of a loop or of branches that one run goes through alone."""
    return ~site


@dataclass(frozen=True)
class OutOfStep:
    """A loop over rows, of which one run has more."""

    loop: While
    counter: Var
    rows: Var
    alignment: Alignment

    @property
    def longer(self) -> Place:
        """The run that has more rows."""
        assert self.alignment.longer is not None
        return self.alignment.longer

    @property
    def positions_belong(self) -> Expr:
        """Which positions of the two runs belong to each other."""
        shorter = RIGHT if self.longer is LEFT else LEFT
        here: Expr = tag(self.counter, self.longer)
        for p in self.alignment.positions:
            passed = apply(Op.LT, p, tag(self.counter, self.longer))
            here = apply(Op.SUB, here, apply(Op.ITE, passed, ONE, ZERO))
        return apply(Op.EQ, tag(self.counter, shorter), here)

    @property
    def behind_after(self) -> Expr:
        """By how many rows the shorter run will be behind when this round has ended."""
        here = tag(self.counter, self.longer)
        return sum_of((apply(Op.ITE, apply(Op.LE, p, here), ONE, ZERO), 1) for p in self.alignment.positions)

    @property
    def goes_alone(self) -> Expr:
        """Where the longer run goes round alone."""
        here = tag(self.counter, self.longer)
        at = [apply(Op.EQ, here, p) for p in self.alignment.positions]
        return conjunction(tag(self.loop.condition, self.longer), at[0] if len(at) == 1 else apply(Op.OR, *at))

    def alone(self, side: Place) -> Expr:
        """Where the run of one side goes round alone."""
        return self.goes_alone if side is self.longer else FALSE

    @property
    def variant(self) -> Expr:
        """How many rows are still to come."""
        return apply(Op.SUB, apply(Op.LEN, self.rows), self.counter)


def loops_out_of_step(mechanism: Mechanism, alignments: Mapping[str, Alignment]) -> dict[int, OutOfStep]:
    """The loops over rows of which one run has more, by their sites."""
    longer = {name: a for name, a in alignments.items() if a.longer is not None}
    found: dict[int, OutOfStep] = {}
    lengths = dict(lengths_of(mechanism))
    for loop in loops_in(mechanism.body) if longer else ():
        match loop.condition:
            case Apply(Op.LT, (Var() as counter, limit)):
                match lengths.get(limit, limit):
                    case Apply(Op.LEN, (Var(name) as rows,)) if name in longer and counts_on(loop.body, counter):
                        found[site_of(loop)] = OutOfStep(loop, counter, rows, longer[name])
                    case _:
                        pass
            case _:
                pass
    return found


def lengths_of(mechanism: Mechanism) -> Iterator[tuple[Expr, Expr]]:
    """The variables that are set once, to a length."""
    assignments = [c for c in subcommands(mechanism.body) if isinstance(c, Assign | Sample)]
    often = Counter(c.target for c in assignments)
    for c in assignments:
        match c:
            case Assign(target, Apply(Op.LEN, (Var(),)) as length) if often[target] == 1:
                yield target, length
            case _:
                pass


def counts_on(body: Command, counter: Var) -> bool:
    """Whether a body ends by counting on, and does not touch the counter before."""
    *before, last = parts_of(body) or (Skip(),)
    one_more = apply(Op.ADD, counter, ONE)
    return (
        isinstance(last, Assign)
        and (last.target, last.value) == (counter, one_more)
        and all(counter not in written(c) for c in before)
    )


@dataclass(frozen=True)
class Pace:
    """Which draws of two runs belong to each other, and which visits to the heads of loops.

    A draw, or a visit, is known by its site and by the rounds of the loops around it, which are counted from 1; a visit
    to a loop also by the rounds that the loop has made. `positions` are those of the rows that only one run has.
    """

    steps: Mapping[int, OutOfStep]
    around_draws: Mapping[int, tuple[int, ...]]
    around: Mapping[int, tuple[int, ...]]  # loops and conditionals
    over: Mapping[int, OutOfStep] = field(default_factory=dict)  # loops over lists of the program, out of step too

    @classmethod
    def of(
        cls, mechanism: Mechanism, alignments: Mapping[str, Alignment], over: Mapping[int, OutOfStep] | None = None
    ) -> Pace:
        draws: dict[int, tuple[int, ...]] = {}
        forks: dict[int, tuple[int, ...]] = {}

        def visit(command: Command, around: tuple[int, ...]) -> None:
            match command:
                case Sample():
                    draws[site_of(command)] = around
                case Seq(parts):
                    for part in parts:
                        visit(part, around)
                case If(_, then, otherwise):
                    forks[site_of(command)] = around
                    visit(then, around)
                    visit(otherwise, around)
                case While(_, body):
                    forks[site_of(command)] = around
                    visit(body, (*around, site_of(command)))
                case _:
                    pass

        visit(mechanism.body, ())
        return cls(loops_out_of_step(mechanism, alignments), draws, forks, over or {})

    def is_in_step(self, site: int) -> bool:
        """Whether both runs go round a loop equally often."""
        return not any(s in self.steps or s in self.over for s in (site, *self.around[site]))

    def is_alone(self, site: int, rounds: Rounds, positions: Positions) -> bool:
        """Whether the left run makes a draw in a round that the right run does not have."""
        for loop, number in zip(self.around_draws[site], rounds, strict=True):
            step = self.steps.get(loop)
            if step is not None and step.longer is LEFT and number - 1 in positions[step.rows.name]:
                return True
        return False

    def draw(self, site: int, rounds: Rounds, positions: Positions) -> Rounds | None:
        """The rounds of the left run in which it makes the draw that belongs to one of the right run."""
        return self._rounds(self.around_draws[site], rounds, positions)

    def visits(self, site: int, rounds: Rounds, positions: Positions) -> list[Rounds]:
        """The visits of the left run that belong to one of the right run."""
        around = self.around[site]
        outer = self._rounds(around, rounds[: len(around)], positions)
        if outer is None:
            return []
        if len(rounds) == len(around):
            return [outer]
        made = rounds[-1]
        if site not in self.steps:
            return [(*outer, made)]
        step, there = self.steps[site], positions[self.steps[site].rows.name]
        if step.longer is RIGHT:
            return [(*outer, behind(made, there))]
        return [(*outer, n) for n in range(made, made + len(there) + 1) if behind(n, there) == made]

    def waits(self, site: int, rounds: Rounds, longer: Place, positions: Positions) -> tuple[int, Rounds] | None:
        """For a visit that the longer run makes alone: the loop at which the other waits, and its visit there."""
        around = self.around[site]
        for n, (loop, number) in enumerate(zip(around, rounds, strict=False)):
            step = self.steps.get(loop)
            if step is not None and step.longer is longer:
                there = positions[step.rows.name]
                outer = rounds[:n]
                if number - 1 in there and not any(s in self.steps for s in around[:n]):
                    return loop, (*outer, behind(number - 1, there))
                return None
        return None

    def _rounds(self, around: Rounds, rounds: Rounds, positions: Positions) -> Rounds | None:
        """Rounds of the right run as the left run counts them; None where it has no such row."""
        ours: list[int] = []
        for site, number in zip(around, rounds, strict=True):
            step = self.steps.get(site)
            if step is not None:
                there = positions[step.rows.name]
                if step.longer is RIGHT:
                    if number - 1 in there:
                        return None
                    number = behind(number - 1, there) + 1
                else:
                    number += sum(p - n <= number - 1 for n, p in enumerate(there))
            ours.append(number)
        return tuple(ours)


def behind(row: int, positions: tuple[int, ...]) -> int:
    """The position in the shorter list when the longer one is at a row."""
    return row - sum(p < row for p in positions)
