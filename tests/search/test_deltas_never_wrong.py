"""Random claims with a δ: what is proved holds, by exact numbers on small inputs; and enough of what holds is proved.

`TWINPROOF_FUZZ=100` makes it longer. The δ that is claimed lies close to a tail of the noise, on either side of what is
true: a threshold that is reached, a bound that is off by one, a coin too many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from tests.volume import volume
from twinproof.exact.meaning import compare
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.search.prover import Prover
from twinproof.search.result import Proof

HEAD = """
from fractions import Fraction
from typing import Annotated
from twinproof import coin, laplace, mechanism, one_within, truncated_laplace, within
"""
EACH = 6  # programs of one test


@dataclass(frozen=True)
class Made:
    """A program, and pairs of adjacent inputs for it."""

    text: str
    pairs: tuple[tuple[dict[str, Any], dict[str, Any]], ...]


def cell(random: Random, name: str, rate: str) -> tuple[list[str], str]:
    """A noisy number that is shown if it is high, for input that is high enough; and δ that may be enough for it."""
    least, threshold = random.choice((0, 0, 0, 1, -1)), random.randrange(1, 5)
    hidden = random.choice(("<=", "<=", "<"))
    lines = [
        "shown = 0",
        f"if {name} > {least}:",
        f"    shown = laplace({name}, {rate})",
        f"    if shown {hidden} {threshold}:",
        "        shown = 0",
    ]
    away = threshold - least + random.choice((-1, 0, 0, 0, 1))
    return lines, f"exp(-({away}) / ({rate})) / {random.choice(('2', '(1 + exp(-1 / (' + rate + ')))'))}"


def ended(random: Random, name: str, rate: str) -> tuple[list[str], str]:
    """A number with noise that ends, and δ for that end."""
    bound, times = random.randrange(1, 5), random.choice(("", "", "2 * "))
    lines = [f"shown = truncated_laplace({times}{name}, {rate}, {bound})"]
    return lines, f"exp(-{bound + random.choice((-1, 0, 0, 1))} / ({rate}))"


def slips(random: Random, name: str, rate: str) -> tuple[list[str], str]:
    """A number that is shown as it is when a coin says so, some times."""
    rounds, paid = random.randrange(1, 4), random.choice((0, 0, 0, -1, 1))
    lines = [
        f"shown = laplace({name}, {rate})",
        f"for _ in range({rounds}):",
        "    if coin(Fraction(1, 20)):",
        f"        shown = {name}",
    ]
    return lines, f"{max(1, rounds + paid)} / 20"


def made(seed: int) -> Made:
    random = Random(f"delta {seed}")
    rate, far = random.choice(("1", "2", "1 / 2")), random.choice((1, 1, 1, 2))
    kind = random.choice((cell, cell, ended, slips))
    lines, delta = kind(random, "x", rate)
    epsilon = f"{random.choice(('1', '2', '2', '4'))} / ({rate})"
    if random.random() < 0.5:
        body = [*lines, "return shown"]
        head = f"def f(x: Annotated[int, within({far})]) -> int:"
        values: list[tuple[Any, Any]] = [(a, b) for a in range(-1, 3) for b in (a + far, a - far)]
    else:
        inside = [f"    {line}" for line in (*lines, "all_shown.append(shown)")]
        body = ["all_shown = []", "for x in xs:", *inside, "return all_shown"]
        head = f"def f(xs: Annotated[list[int], one_within({far})]) -> list[int]:"
        values = [([a], [b]) for a in range(-1, 3) for b in (a + far, a - far)]
    name = "x" if "x:" in head.split("(")[1] else "xs"
    text = "\n".join([HEAD, f'@mechanism(epsilon="{epsilon}", delta="{delta}")', head, *(f"    {b}" for b in body)])
    return Made(text + "\n", tuple(({name: a}, {name: b}) for a, b in values))


def programs(start: int) -> Iterator[tuple[Made, Mechanism]]:
    for seed in range(start, start + EACH):
        one = made(seed)
        (item,) = read_text(one.text, "<generated>")
        if isinstance(item, Mechanism):  # else δ is 1 or more, say
            yield one, item


def is_broken(one: Made, mechanism: Mechanism) -> bool:
    return any(compare(mechanism, left, right).violates is True for left, right in one.pairs)


@pytest.mark.parametrize("start", range(0, volume(1, 100) * EACH, EACH))
def test_what_is_proved_with_a_delta_holds(start: int) -> None:
    proved = broken = 0
    for one, mechanism in programs(start):
        found, breaks = Prover(mechanism).find_proof((0, 1)), is_broken(one, mechanism)
        assert not (isinstance(found, Proof) and breaks), one.text
        proved += isinstance(found, Proof) and bool(found.payments)
        broken += breaks
    assert start or (proved >= 1 and broken >= 1)  # there are some of each
