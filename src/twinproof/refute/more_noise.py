"""What more noise on a line, or on all lines that draw, makes of a loss; and coins that come up otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from twinproof.lang.command import Sample
from twinproof.lang.expr import ONE, Expr, Literal, Op, apply
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise.coin import PROBABILITY
from twinproof.refute.changed import with_draws, with_more_noise
from twinproof.refute.evidence import Blame
from twinproof.refute.measures import Measure

CLEARLY = 0.1  # of the loss
_FACTORS = (2, 4, 8, 16)  # so many times the noise
Changed = Callable[[Expr], Expr]


def draws(core: Mechanism, measure: Measure, before: float) -> Iterator[Blame]:
    """The lines that draw, those first where least has to change; all together where none alone would do."""
    lines = sorted({s.at.line for s in core.samplings if s.at is not None})
    blamed: list[tuple[int, float, Blame]] = []
    for line in lines:
        found = _with_noise(core, [line], measure, before)
        if found is not None:
            factor, after = found
            enough = factor if measure.keeps(after) else _FACTORS[-1] + 1
            words = f"with {_times(factor)} the noise here {measure.would(after, before)}"
            blamed.append((enough, after, Blame(line, words)))
    yield from (b for *_, b in sorted(blamed, key=lambda each: (*each[:2], each[2].line)))
    yield from _coins(core, measure, before)
    if not blamed and len(lines) > 1:
        found = _with_noise(core, lines, measure, before)
        if found is not None:
            factor, after = found
            others = (
                f"line {lines[1]}" if len(lines) == 2 else f"lines {', '.join(map(str, lines[1:-1]))} and {lines[-1]}"
            )
            words = f"with {_times(factor)} the noise here and in {others} {measure.would(after, before)}"
            yield Blame(lines[0], words)


def _with_noise(core: Mechanism, lines: list[int], measure: Measure, before: float) -> tuple[int, float] | None:
    """How many times the noise keeps the claim, or twice, with what is lost then; None if that changes little."""
    tried: dict[int, float | None] = {}
    for factor in _FACTORS:
        changed = core
        for line in lines:
            changed = with_more_noise(changed, line, factor)
        after = tried[factor] = measure.of(changed)
        if after is None:
            break
        if measure.keeps(after):
            return (factor, after) if before - after >= CLEARLY * before else None
    twice = tried[_FACTORS[0]]
    return None if twice is None or before - twice < CLEARLY * before else (_FACTORS[0], twice)


def _coins(core: Mechanism, measure: Measure, before: float) -> Iterator[Blame]:
    """Coins that would have to come up one way half as often."""
    for line in sorted(
        {s.at.line for s in core.samplings if s.at is not None and s.noise.parameters == (PROBABILITY,)}
    ):
        for side, changed in (("true", _halved), ("false", _half_certain)):

            def less_often(c: Sample, changed: Changed = changed) -> Sample:
                is_coin = c.noise.parameters == (PROBABILITY,)
                return replace(c, parameters=(changed(c.parameters[0]),)) if is_coin else c

            after = measure.of(with_draws(core, line, less_often))
            if after is not None and before - after >= CLEARLY * before:
                words = f"if this coin came up {side} half as often, {measure.would(after, before)}"
                yield Blame(line, words)


def _halved(p: Expr) -> Expr:
    return apply(Op.QUOTIENT, p, Literal(2))


def _half_certain(p: Expr) -> Expr:
    return apply(Op.QUOTIENT, apply(Op.ADD, p, ONE), Literal(2))


def _listed(lines: list[int]) -> str:
    *first, last = map(str, lines)
    return f"lines {', '.join(first)} and {last}" if first else f"line {last}"


def _times(factor: int) -> str:
    return "twice" if factor == 2 else f"{factor} times"
