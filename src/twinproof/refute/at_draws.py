"""For data sets: what noise is drawn around on both sides, how often, and with which scale.

Each sentence is a fact about two runs, a left one and a right one that draws the same values where it can.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from twinproof.lang.noise import AdditiveNoise
from twinproof.lang.noise.law import RATE
from twinproof.lang.rounding import nearest
from twinproof.refute.evidence import Blame
from twinproof.refute.pairs import Finding
from twinproof.refute.played import Played, Player
from twinproof.refute.rows import enlarged, is_of_rows
from twinproof.refute.runner import Draw
from twinproof.refute.space import Space

_CLOSE = 0.02  # of the loss
_LARGER = 1_000  # times
_FURTHER = "; larger numbers in that row move it further"


@dataclass(frozen=True, slots=True)
class _Line:
    """The draws of one line, on both sides."""

    line: int
    ours: tuple[Draw, ...]
    theirs: tuple[Draw, ...]

    @property
    def scales(self) -> list[tuple[Fraction, Fraction]]:
        """The scales that are not the same."""
        rates = [(a[2][0], b[2][0]) for a, b in zip(self.ours, self.theirs, strict=True)]
        return [(1 / a, 1 / b) for a, b in rates if a != b]

    @property
    def centres(self) -> list[tuple[Any, Any]]:
        """What each draw is around."""
        return [(a[3], b[3]) for a, b in zip(self.ours, self.theirs, strict=True)]

    @property
    def costs(self) -> list[Fraction]:
        """How much each draw loses at most."""
        return [abs(a - b) * draw[2][0] for (a, b), draw in zip(self.centres, self.ours, strict=True)]


def at_draws(space: Space, finding: Finding, output: Any, loss: float) -> Iterator[Blame]:
    """The draws that can be blamed: for their scale, for what they are drawn around, or for what all of them cost."""
    player = Player(space)
    runs = player.both(finding.left, finding.right, output)
    if runs is None:
        return
    lines, epsilon = _by_line(*runs), finding.epsilon
    known = [at for at in lines if len(at.ours) == len(at.theirs) and all(map(_has_rate, at.ours + at.theirs))]
    same = [at for at in known if not at.scales]
    for at in known:
        for left, right in at.scales[:1]:
            words = f"it is {_shown(left)} on the left and {_shown(right)} on the right"
            yield Blame(at.line, f"the scale of the noise here depends on private data: {words}")
    for at in same:
        for (a, b), cost, (_, _, (rate,), _, _) in zip(at.centres, at.costs, at.ours, strict=True):
            if cost > epsilon:
                words = f"what gets noise here is {a} on the left and {b} on the right: it moves by {abs(a - b)}"
                words += f", and this noise allows for {_allowed(epsilon / rate)}"
                yield Blame(at.line, words + (_FURTHER if _moves_further(player, finding, at.line, abs(a - b)) else ""))
                break
    total = nearest(sum((cost for at in same for cost in at.costs), Fraction(0)))
    if len(same) == len(lines) and total > epsilon and math.isclose(total, loss, rel_tol=_CLOSE):
        yield from _together(same, total, epsilon)


def _moves_further(player: Player, finding: Finding, line: int, far: int) -> bool:
    """Whether larger numbers in the rows that make the difference move what a line draws around further."""
    space, sides = player.space, [dict(finding.left), dict(finding.right)]
    for p in (p for p in space.private if is_of_rows(space, p)):
        pair = enlarged(finding.left[p.name], finding.right[p.name], space.form.face(p.name), _LARGER)
        for side, rows in zip(sides, pair, strict=True):
            side[p.name] = rows
    left, right = sides
    if not (space.allowed(left) and space.allowed(right) and space.adjacent([left, right])[0, 1]):
        return False
    runs = [player.scripted(side, (0, 0, 0)) for side in sides]
    if runs[0] is None or runs[1] is None:
        return False
    moved = (at for at in _by_line(runs[0], runs[1]) if at.line == line and len(at.ours) == len(at.theirs))
    return any(abs(a - b) > 2 * far for at in moved for a, b in at.centres)


def how_often(space: Space, finding: Finding) -> Iterator[Blame]:
    """The lines where one side draws noise more often than the other, without noise."""
    player = Player(space)
    ours, theirs = (player.scripted(point, (0, 0, 0)) for point in (finding.left, finding.right))
    for at in () if ours is None or theirs is None else _by_line(ours, theirs):
        left, right = len(at.ours), len(at.theirs)
        if left != right:
            yield Blame(at.line, f"noise is drawn here {_times(left)} on the left and {_times(right)} on the right")


def _together(lines: list[_Line], total: float, epsilon: float) -> Iterator[Blame]:
    for at in lines:
        moved = [sides for sides, cost in zip(at.centres, at.costs, strict=True) if cost > 0]
        if moved:
            left, right = (_listed([sides[n] for sides in moved]) for n in (0, 1))
            cost = nearest(sum(at.costs, Fraction(0)))
            takes = f"which takes {cost:.4g} of the budget of {epsilon:.4g}; all draws together take {total:.4g}"
            yield Blame(at.line, f"what gets noise here is {left} on the left and {right} on the right, {takes}")


def _by_line(ours: Played, theirs: Played) -> list[_Line]:
    return [
        _Line(line, tuple(d for d in ours.draws if d[0] == line), tuple(d for d in theirs.draws if d[0] == line))
        for line in dict.fromkeys(d[0] for d in (*ours.draws, *theirs.draws))
        if line
    ]


def _has_rate(draw: Draw) -> bool:
    return isinstance(draw[1], AdditiveNoise) and draw[1].parameters == (RATE,)


def _allowed(number: float) -> str:
    """How far numbers may move: by whole steps, unless not even one is allowed."""
    return str(math.floor(number)) if number >= 1 else f"less than 1 ({number:.2g})"


def _listed(numbers: list[Any]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"({', '.join(map(str, numbers))})"


def _times(number: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(number, f"{number} times")


def _shown(number: Fraction) -> str:
    return str(number) if number.denominator == 1 else f"{float(number):.4g}"
