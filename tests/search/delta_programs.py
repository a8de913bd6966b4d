"""Random programs with claims of (ε, δ), each with pairs of adjacent inputs that tell it from its near misses.

A program is made of parts: a number is shown only if it is high, with noise that ends, or as it is when a coin says so,
and so on. Each part comes with a δ that lies close to a tail of its noise, on either side of what is true: a threshold
that is reached, a bound that is off by one, a coin too many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

HEAD = """
from fractions import Fraction
from typing import Annotated
from twinproof import (
    coin, laplace, mechanism, one_sided_laplace, one_within, randomized_response, truncated_laplace, uniform, within
)
"""
RATES = ("1", "1", "2", "2", "1 / 2", "3", "3 / 2", "1 / 4")
_SLIP = (0, 0, 0, 0, 1, -1)  # most claims are meant to be true
_IN_A_LIST = 0.1  # how many run over a list: these take longer
_TWICE = 0.05  # … and of the others, how many have two parts


@dataclass(frozen=True)
class Made:
    """A program, and pairs of adjacent inputs for it."""

    text: str
    pairs: tuple[tuple[dict[str, Any], dict[str, Any]], ...]


@dataclass(frozen=True)
class Part:
    """Lines that show something of a number, the ε and the δ that may be enough for a step of 1, and where to look."""

    lines: tuple[str, ...]
    epsilon: str
    delta: str
    near: tuple[int, ...]  # inputs at which it matters


def _power(away: int, scale: str) -> str:
    return f"exp(-({away}) / ({scale}))"


def _half(random: Random, scale: str) -> str:
    """What a tail of Laplace noise is divided by: more or less."""
    return random.choice(("2", f"(1 + exp(-1 / ({scale})))", f"(1 + exp(-1 / ({scale})))"))


def _high(random: Random, name: str) -> Part:
    """A noisy number that is shown if it is high, for input that is high enough."""
    scale, least, threshold = random.choice(RATES), random.choice((0, 0, 0, 1, -1, 2)), random.randrange(1, 8)
    lines = (
        "shown = 0",
        f"if {name} > {least}:",
        f"    shown = laplace({name}, {scale})",
        f"    if shown {random.choice(('<=', '<=', '<'))} {threshold}:",
        "        shown = 0",
    )
    away = threshold - least + random.choice(_SLIP)
    return Part(lines, f"1 / ({scale})", f"{_power(away, scale)} / {_half(random, scale)}", (least, least + 1))


def _low(random: Random, name: str) -> Part:
    """The same below."""
    scale, most, threshold = random.choice(RATES), random.choice((0, 0, 1, -1)), random.randrange(1, 8)
    lines = (
        "shown = 0",
        f"if {name} < {most}:",
        f"    noisy = laplace({name}, {scale})",
        f"    if noisy {random.choice(('<', '<', '<='))} -{threshold}:",
        "        shown = noisy",
    )
    away = threshold + most + random.choice(_SLIP)
    return Part(lines, f"1 / ({scale})", f"{_power(away, scale)} / {_half(random, scale)}", (most, most - 1))


def _ended(random: Random, name: str) -> Part:
    """A number with noise that ends, and δ for that end."""
    scale, bound, times = random.choice(RATES), random.randrange(1, 7), random.choice(("", "", "", "2 * "))
    lines = (f"shown = truncated_laplace({times}{name}, {scale}, {bound})",)
    return Part(lines, f"1 / ({scale})", _power(bound + random.choice(_SLIP), scale), (0,))


def _slips(random: Random, name: str) -> Part:
    """A number that is shown as it is when a coin says so, some times."""
    scale, rounds, of = random.choice(RATES), random.randrange(1, 4), random.choice((20, 30, 50, 100))
    lines = (
        f"shown = laplace({name}, {scale})",
        f"for _ in range({rounds}):",
        f"    if coin(Fraction(1, {of})):",
        f"        shown = {name}",
    )
    return Part(lines, f"1 / ({scale})", f"{max(1, rounds + random.choice(_SLIP))} / {of}", (0,))


def _either(random: Random, name: str) -> Part:
    """It is shown as it is in one case of a coin, and in the other one with noise."""
    scale, parts, of = random.choice(RATES), random.randrange(1, 4), random.choice((20, 50, 100))
    lines = (
        f"if coin(Fraction({parts}, {of})):",
        f"    shown = {name}",
        "else:",
        f"    shown = laplace({name}, {scale})",
    )
    return Part(lines, f"1 / ({scale})", f"{max(1, parts + random.choice(_SLIP))} / {of}", (0,))


def _stable(random: Random, name: str) -> Part:
    """Propose, test, release: whether a number is positive is told if it is far from 0, up to noise."""
    scale, threshold = random.choice(RATES), random.randrange(1, 7)
    lines = (
        f"far = abs({name})",
        "shown = 0",
        f"if laplace(far, {scale}) > {threshold}:",
        f"    if {name} > 0:",
        "        shown = 1",
        "    else:",
        "        shown = 2",
    )
    away = threshold + random.choice((0, 1, 0, 1, 0, 1, -1, 2))
    return Part(lines, f"1 / ({scale})", f"{_power(away, scale)} / {_half(random, scale)}", (0, 1))


def _spread(random: Random, name: str) -> Part:
    """Uniform noise: no ε at all, and δ for each value at the end."""
    wide = random.randrange(2, 12)
    return Part((f"shown = uniform({name}, {name} + {wide})",), "0", f"1 / {wide + 1 + random.choice(_SLIP)}", (0,))


def _upward(random: Random, name: str) -> Part:
    """One-sided noise, with a bound below which nothing is told."""
    scale, least, threshold = random.choice(RATES), random.choice((0, 1)), random.randrange(1, 7)
    lines = (
        "shown = 0",
        f"if {name} > {least}:",
        f"    shown = one_sided_laplace({name}, {scale})",
        f"    if shown <= {threshold}:",
        "        shown = 0",
    )
    return Part(lines, f"1 / ({scale})", _power(threshold - least + random.choice(_SLIP), scale), (least, least + 1))


def _beginning(random: Random, name: str) -> Part:
    """One-sided noise as it is, with δ for its first values."""
    scale, times = random.choice(RATES), random.choice(("", "", "", "2 * "))
    shown = random.choice(
        (f"one_sided_laplace({times}{name}, {scale})", f"one_sided_laplace(9 - {times}{name}, {scale})")
    )
    first = max(1, (2 if times else 1) + random.choice(_SLIP))
    return Part((f"shown = {shown}",), f"{'2' if times else '1'} / ({scale})", f"(1 - {_power(first, scale)})", (0,))


def _added(random: Random, name: str) -> Part:
    """Uniform noise around nothing, which is added later or taken away."""
    wide, sign = random.randrange(2, 12), random.choice("+-")
    return Part((f"shown = {name} {sign} uniform(1, {wide})",), "0", f"1 / {wide + random.choice(_SLIP)}", (0,))


def _in_turn(random: Random, name: str) -> Part:
    """A number that is shown as it is when two coins say so, one after the other."""
    scale, first, second = random.choice(RATES), random.randrange(1, 4), random.randrange(1, 4)
    test = random.choice(("if coin", "if coin", "if not coin"))
    lines = (
        f"shown = laplace({name}, {scale})",
        f"{test}(Fraction({first}, 10)):",
        f"    if coin(Fraction({second}, 10)):",
        f"        shown = {name}",
    )
    often = 10 - first if "not" in test else first
    return Part(lines, f"1 / ({scale})", f"{often} * {max(1, second + random.choice(_SLIP))} / 100", (0,))


def _answered(random: Random, name: str) -> Part:
    """An answer with noise, which needs no δ where ε is enough; of a number, or of a question about it."""
    scale, question = random.choice(RATES), random.randrange(-1, 3)
    told = random.choice((f"laplace({name}, {scale})", f"randomized_response({name} > {question}, 1 / ({scale}))"))
    lines = (f"shown = {told}",) if "laplace" in told else ("shown = 0", f"if {told}:", "    shown = 1")
    return Part(lines, f"1 / ({scale})", f"1 / {random.choice((10, 100, 1000))}", (question,))


KINDS: tuple[Callable[[Random, str], Part], ...] = (
    _high,
    _high,
    _low,
    _ended,
    _ended,
    _slips,
    _either,
    _stable,
    _spread,
    _upward,
    _beginning,
    _added,
    _in_turn,
    _answered,
)


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _itself(value: int) -> Any:
    return value


def _alone(value: int) -> Any:
    return [value]


def made(seed: int) -> Made:
    """One of them."""
    random = Random(f"delta {seed}")
    far = random.choice((1, 1, 1, 1, 2))
    part = random.choice(KINDS)(random, "x")
    steps = far if random.random() < 0.8 else random.choice((1, 2, 4))
    name, held = "x", _itself
    epsilon, delta, near = f"{steps} * {part.epsilon}", part.delta, set(part.near)
    if random.random() < _IN_A_LIST:
        body = ["all_shown = []", "for x in xs:", *_indented((*part.lines, "all_shown.append(shown)"))]
        body.append("return all_shown")
        head = f"def f(xs: Annotated[list[int], one_within({far})]) -> list[int]:"
        name, held = "xs", _alone
    elif random.random() < _TWICE:
        other = random.choice(KINDS)(random, "x")
        body = [*part.lines, "first = shown", *other.lines, "return first, shown"]
        head = f"def f(x: Annotated[int, within({far})]) -> tuple[int, int]:"
        epsilon, delta = f"{epsilon} + {far} * {other.epsilon}", f"{delta} + {other.delta}"
        near = {random.choice((*near, *other.near))}  # all of them take too long
    else:
        body = [*part.lines, "return shown"]
        head = f"def f(x: Annotated[int, within({far})]) -> int:"
    claim = f'@mechanism(epsilon="{epsilon}", delta="{delta}")'
    text = "\n".join([HEAD, claim, head, *_indented(body)])
    values = sorted({at + step for at in near for step in (0, far)})
    pairs = ((a, a + step) for a in values for step in (far, -far))
    return Made(text + "\n", tuple(({name: held(a)}, {name: held(b)}) for a, b in pairs))
