"""Random claims of zCDP, Rényi privacy, and (ε, δ) by way of it: what is proved holds, by numbers on small inputs.

`TWINPROOF_FUZZ=100` makes it longer. The programs are small: numbers, lists of two entries, a few rows; Gaussian noise,
Laplace noise and choices, some branches and loops. What is claimed lies close to what is true, on either side of it:
what was computed for the inputs that are compared, and what the squares add up to, a hundredth less or more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.volume import volume
from twinproof.exact.meaning import compare
from twinproof.exact.profile import Seen
from twinproof.lang.claim import Concentrated, EpsilonDelta, Renyi
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.search.prover import Prover
from twinproof.search.result import Proof

HEAD = """
from fractions import Fraction
from typing import Annotated
from twinproof import choose, clamp, coin, each_within, gaussian, laplace, mechanism, moves_by_l2
from twinproof import one_added_or_removed, one_changed, one_within, within
"""
EACH = 10  # programs of one test
LITTLE = Fraction(1, 1000)  # what is far below all that is claimed
TOLERANCE, TINY = 1e-12, 1e-250
ORDERS = (1.01, 1.1, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 8.0, 16.0, 32.0)
MOST_PAIRS = 3
VARIANCES = ("1 / 2", "1", "2", "3")
SCALES = ("1", "1 / 2", "3 / 2")

Pair = tuple[dict[str, Any], dict[str, Any]]


@dataclass(frozen=True)
class Body:
    """A function without its claim, what it may cost in zCDP, and pairs of adjacent inputs."""

    signature: str
    lines: tuple[str, ...]
    cost: Fraction
    pairs: tuple[Pair, ...]
    requires: str = ""
    slip: Fraction = Fraction(0)  # how likely it is that something comes out as it is


def value(text: str) -> Fraction:
    above, _, below = text.partition(" / ")
    return Fraction(int(above), int(below or "1"))


def draw(random: Random, centre: str, moves: int) -> tuple[str, Fraction]:
    """Noise around something that moves by so much, and its price."""
    if random.random() < 0.8:
        variance = random.choice(VARIANCES)
        return f"gaussian({centre}, variance={variance})", Fraction(moves**2) / (2 * value(variance))
    scale = random.choice(SCALES)
    return f"laplace({centre}, {scale})", (moves / value(scale)) ** 2 / 2


# -------------------------------------------------------------------------------------------------------------- numbers


def of_numbers(random: Random) -> Body:
    """One to three draws around what is made of two numbers, the later ones perhaps in a branch or around a draw."""
    far = random.choice((1, 1, 2))
    centres = [
        ("x", far), ("2 * x", 2 * far), ("x + y", far + 1), ("x - y", far + 1), ("y", 1), ("abs(x)", far), ("1 - y", 1),
        ("clamp(x, 0, 1)", 1), ("max(x, y)", far), ("3", 0), ("x % 2", 1), ("(1 if x > 0 else 0)", 1),
    ]  # fmt: skip
    lines: list[str] = []
    cost, names = Fraction(0), list[str]()
    for name in ("a", "b", "c")[: random.choice((1, 2, 2, 3))]:
        centre, moves = random.choice(centres)
        if names and random.random() < 0.2:
            centre = f"{centre} + {names[-1]}"
        noise, price = draw(random, centre, moves)
        kind, tested = random.random(), random.choice([*(f"{n} > 0" for n in names), "x > 0", "coin(Fraction(1, 3))"])
        if kind < 0.2 and names:
            other, more = draw(random, *random.choice(centres))
            lines += [f"if {tested}:", f"    {name} = {noise}", "else:", f"    {name} = {other}"]
            price = max(price, more)
        elif kind < 0.4:
            lines += [f"{name} = {random.choice(('0', '0', 'x'))}", f"if {tested}:", f"    {name} = {noise}"]
        elif kind < 0.5:
            lines += [f"{name} = 0", "for _ in range(2):", f"    {name} = {name} + {noise}"]
            price = 2 * price
        else:
            lines.append(f"{name} = {noise}")
        names.append(name)
        cost += price
    few = random.sample(names, min(2, len(names)))  # three numbers make many outputs
    shown = random.choice((few, few, few, names[:1], [" + ".join(names)]))
    returned = "int" if len(shown) == 1 else f"tuple[{', '.join('int' for _ in shown)}]"
    lines.append(f"return {', '.join(shown)}")
    moved = list(product((0, 1), (0, far, -far), (0, 1, -1)))
    pairs = tuple(({"x": x, "y": 0}, {"x": x + d, "y": e}) for x, d, e in moved if (d, e) != (0, 0))
    return Body(
        f"x: Annotated[int, within({far})], y: Annotated[int, within(1)]) -> {returned}", tuple(lines), cost, pairs
    )


# ---------------------------------------------------------------------------------------------------------------- lists

OF_TWO = {
    "each_within(1)": tuple(product((-1, 0, 1), repeat=2)),
    "one_within(1)": ((1, 0), (0, 1), (-1, 0)),
    "one_within(2)": ((2, 0), (0, 2), (0, -1)),
    "moves_by_l2(2)": ((1, 1), (1, -1), (0, 1)),
    "moves_by_l2(4)": ((2, 0), (1, 1), (0, -2)),
}
SQUARES = {"each_within(1)": 2, "one_within(1)": 1, "one_within(2)": 4, "moves_by_l2(2)": 2, "moves_by_l2(4)": 4}
TOGETHER = {"each_within(1)": 2, "one_within(1)": 1, "one_within(2)": 2, "moves_by_l2(2)": 2, "moves_by_l2(4)": 2}


def each_entry(random: Random, kind: str) -> tuple[list[str], Fraction]:
    noise, unit = draw(random, random.choice(("xs[i]", "xs[i]", "xs[i]", "-xs[i]", "xs[0]", "xs[1 - i]")), 1)
    stop = random.choice(
        ("", "", "        if out[-1] > 1:\n            break", "        if xs[i] > 0:\n            break")
    )
    lines = ["out = []", "for i in range(len(xs)):", f"    out.append({noise})", *stop[4:].splitlines()]
    lines = [line.removeprefix("    ") if line.startswith("        ") else line for line in lines]
    return [*lines, "return out"], SQUARES[kind] * unit


def the_sum(random: Random, kind: str) -> tuple[list[str], Fraction]:
    noise, price = draw(random, random.choice(("sum(xs)", "xs[0] + xs[1]", "xs[0] - xs[1]")), TOGETHER[kind])
    return [f"return [{noise}]"], price


def running(random: Random, kind: str) -> tuple[list[str], Fraction]:
    noise, price = draw(random, "total", 1)
    lines = ["total = 0", "out = []", "for x in xs:", "    total += x", f"    out.append({noise})", "return out"]
    return lines, price * (5 if kind == "each_within(1)" else 2)


def chosen(random: Random, kind: str) -> tuple[list[str], Fraction]:
    rate, noise = random.choice(("1", "1 / 2", "2")), draw(random, "xs[best]", 1)
    price = (value(rate) * (1 if kind == "one_within(1)" else 2)) ** 2 / 8
    lines = [f"best = choose(xs, {rate})"]
    if random.random() < 0.5:
        return [*lines, "return [best]"], price
    return [*lines, f"return [best, {noise[0]}]"], price + noise[1]


def winner(random: Random, kind: str) -> tuple[list[str], Fraction]:
    """The larger of two noisy entries, a part of its own, and perhaps a measurement of the winner."""
    rate, noise = random.choice((Fraction(1), Fraction(1, 2))), draw(random, "xs[best]", 1)
    scale = random.choice((2, 2, 1)) / rate
    tests = ("0 if first >= second else 1", "0 if first > second else 1", "1 if xs[1] > first else 0")
    compared = random.choice(tests)
    lines = [
        f"first = laplace(xs[0], Fraction({scale}))", f"second = laplace(xs[1], Fraction({scale}))",
        f"best = {compared}",
    ]  # fmt: skip
    price = rate**2 / 2
    if random.random() < 0.5:
        return [*lines, "return [best]"], price
    return [*lines, f"return [best, {noise[0]}]"], price + noise[1]


def filtered(random: Random, kind: str) -> tuple[list[str], Fraction]:
    test = random.choice(("spent + cost <= 2", "spent + cost <= 2", "spent < 2", "spent <= 2"))
    after = random.choice(("2 if out[-1] > 0 else 1", "1", "0 if out[-1] > 0 else 1"))
    lines = [
        "out = []", "spent = 0", "cost = 1", "i = 0", f"while i < len(xs) and {test}:",
        f"    out.append(gaussian(xs[{random.choice(('i', 'i', '0'))}], variance=Fraction(1, max(cost, 1))))",
        "    spent += cost", f"    cost = {after}", "    i += 1", "return out",
    ]  # fmt: skip
    return lines, Fraction(1)


def of_lists(random: Random) -> Body:
    """What is done with the two entries of a list that moves in one of the known ways."""
    kind = random.choice(tuple(OF_TWO))
    lines, cost = random.choice((each_entry, each_entry, the_sum, running, chosen, winner, filtered))(random, kind)
    starts = ((0, 0), (0, 1))
    pairs = tuple(
        ({"xs": list(a)}, {"xs": [n + d for n, d in zip(a, by, strict=True)]})
        for a, by in product(starts, OF_TWO[kind])
        if any(by)
    )
    return Body(f"xs: Annotated[list[int], {kind}]) -> list[int]", tuple(lines), cost, pairs, "len(xs) == 2")


# ----------------------------------------------------------------------------------------------------------------- rows


def descent(random: Random, replaced: bool) -> tuple[list[str], Fraction]:
    """Steps of a centre by what rows pull at it: the centre is released, or it should have been."""
    low, high = random.choice(((-1, 1), (-1, 1), (0, 1), (-1, 2)))
    far = (high - low) if replaced else max(high, -low)
    rounds, noisy = random.choice((1, 2, 2)), random.random() < 0.8
    pull = random.choice((f"clamp(r - centre, {low}, {high})", f"clamp(r, {low}, {high})", f"min(r - centre, {high})"))
    noise, price = draw(random, "pulled", far)
    lines = [
        "centre = 0", "out = []", f"for _ in range({rounds}):", "    pulled = 0", "    for r in rows:",
        f"        pulled += {pull}", f"    step = {noise}", "    out.append(step)",
        f"    centre += {'step' if noisy else 'pulled'}", "return out",
    ]  # fmt: skip
    return lines, rounds * price


def by_group(random: Random, replaced: bool) -> tuple[list[str], Fraction]:
    """Sums of what rows have, by a key that is a part of them."""
    high = random.choice((1, 2))
    noise, price = draw(random, "total", high)
    added = random.choice(
        (f"clamp(r, 0, {high})", f"clamp(r, 0, {high})", f"clamp(r, -1, {high})", "1", f"min(r, {high})")
    )
    key = random.choice(("r % 2", "clamp(r, 0, 1)"))
    lines = [
        "totals = {0: 0, 1: 0}", "for r in rows:", f"    totals[{key}] += {added}",
        f"return [{noise} for total in totals.values()]",
    ]  # fmt: skip
    return lines, price * (2 if replaced else 1)


def of_rows(random: Random) -> Body:
    """Counts and sums of rows, one of which is added, removed or replaced."""
    replaced = random.random() < 0.5
    which = random.random()
    count, high = ("sum(1 for r in rows if r > 0)", 1), random.choice((1, 2))
    total = (f"sum(clamp(r, {random.choice((0, 0, -1))}, {high}) for r in rows)", high)
    parts = [draw(random, *random.choice((count, total))) for _ in range(random.choice((1, 1, 2)))]
    if which < 0.25:
        lines, cost = descent(random, replaced)
    elif which < 0.45:
        lines, cost = by_group(random, replaced)
    elif which < 0.65:
        noise, price = draw(random, "cell", 1)
        lines = ["cells = [0, 0]", "for r in rows:", "    cells[clamp(r, 0, 1)] += 1"]
        lines.append(f"return [{noise} for cell in cells]")
        cost = price * (2 if replaced else 1)
    else:
        lines = [f"return [{', '.join(noise for noise, _ in parts)}]"]
        cost = sum((price for _, price in parts), Fraction(0))
    numbers = (-2, 0, 1, 3)
    if replaced:
        rows = [([a, 1], [b, 1]) for a, b in product(numbers, repeat=2) if a != b]
    else:
        rows = [([1], [1, b]) for b in numbers] + [([b], []) for b in numbers]
    kind = "one_changed()" if replaced else "one_added_or_removed()"
    pairs = tuple(({"rows": a}, {"rows": b}) for a, b in rows)
    return Body(f"rows: Annotated[list[int], {kind}]) -> list[int]", tuple(lines), cost, pairs)


# ---------------------------------------------------------------------------------------------------------------- slips


def slipping(random: Random, body: Body) -> Body:
    """The same, but that now and then the data come out as they are; or that a new entry is shown if it is high."""
    chance = random.choice((5, 20, 100))
    names = body.signature.partition(":")[0]
    if names == "xs" and random.random() < 0.4:
        variance, least = random.choice(("1", "2")), random.choice((2, 3))
        test = random.choice((f"s > {least}", f"s > {least}", f"s >= {least}"))
        lines = [
            "out = []", "for x in xs:", f"    s = gaussian(x, variance={variance}) if x > 0 else 0",
            f"    out.append(s if {test} else 0)", "return out",
        ]  # fmt: skip
        tail = Fraction(np.exp(-float(least**2 / (2 * value(variance))))).limit_denominator(10**6)
        return replace(body, lines=tuple(lines), cost=1 / (2 * value(variance)), slip=tail)
    out = random.choice(("list(xs)", "[xs[0]]")) if names == "xs" else "[len(rows)]"
    test = random.choice((f"coin(Fraction(1, {chance}))",) * 3 + (f"coin(Fraction(1, {chance})) and {names}[0] > 0",))
    if names == "rows":
        test = f"coin(Fraction(1, {chance}))"
    return replace(body, lines=(f"if {test}:", f"    return {out}", *body.lines), slip=Fraction(1, chance))


# --------------------------------------------------------------------------------------------------------------- claims


def written(body: Body, claim: str) -> str:
    requires = f', requires="{body.requires}"' if body.requires else ""
    head = f"@mechanism({claim}{requires})\ndef f({body.signature}:"
    return "\n".join([HEAD, head, *(f"    {line}" for line in body.lines)]) + "\n"


def divergence(here: Seen, there: Seen, order: float) -> float:
    """At most the divergence, but for rounding: the outputs that were not listed are left out on the left."""
    listed = here.low > 0
    p, q = np.log(here.low[listed]), np.log(there.high[listed] + there.lost + TINY)
    return float(np.logaddexp.reduce(order * p + (1 - order) * q) / (order - 1)) if len(p) else 0.0


def times_the_claim(mechanism: Mechanism, pairs: Sequence[Pair]) -> float:
    """What is seen over what is claimed: of the divergence of the order, or the largest D_α/α."""
    seen = [0.0]
    for left, right in pairs:
        both = compare(mechanism, left, right, TOLERANCE)
        assert isinstance(both.stated, Renyi | Concentrated)
        a, b = both.profile.left, both.profile.right
        for one, other in ((a, b), (b, a)):
            if isinstance(both.stated, Renyi):
                most = divergence(one, other, float(both.stated.alpha))
            else:
                most = max(divergence(one, other, order) / order for order in ORDERS)
            seen.append(most / float(both.stated.amount))
    return max(seen)


def claims(random: Random, body: Body) -> Iterator[str]:
    """What may be claimed: one text near to what the squares add up to, and one near to what is seen."""
    notion, order = random.choice(("zcdp", "zcdp", "renyi", "through")), random.choice(("3 / 2", "2", "3", "4"))
    delta = Fraction(1, random.choice((10, 100, 10**4)))

    def text(rho: Fraction) -> str:
        if notion == "zcdp":
            return f'zcdp="{rho}"'
        if notion == "renyi":
            return f'renyi=("{order}", "{value(order) * rho}")'
        return f'epsilon="{rho} + 2 * sqrt({rho} * log({1 / delta}))", delta="{delta}"'

    near = (Fraction(1), Fraction(1), Fraction(99, 100), Fraction(101, 100), Fraction(1, 2))
    if body.slip:
        notion = random.choice(("zcdp", "renyi"))
        given_up = body.slip * random.choice((*near, Fraction(2)))
        yield f'{text(max(LITTLE, body.cost * random.choice(near)))}, delta="{given_up}"'
        return
    yield text(max(LITTLE, body.cost * random.choice(near)))
    (item,) = read_text(written(body, text(LITTLE)), "<generated>")
    if notion != "through" and isinstance(item, Mechanism):
        rho = LITTLE * Fraction(times_the_claim(item, body.pairs)).limit_denominator(10**6)
        if rho < 20:  # else it is infinite, or nearly so
            yield text(max(LITTLE, rho * random.choice((Fraction(49, 50), Fraction(51, 50)))))


def made(seed: int) -> Iterator[tuple[str, Mechanism, tuple[Pair, ...]]]:
    """The mechanisms of a number: one function with one or two claims."""
    random = Random(f"divergence {seed}")
    body = random.choice((of_numbers, of_numbers, of_lists, of_lists, of_rows))(random)
    if "-> list[int]" in body.signature and random.random() < 0.25:
        body = slipping(random, body)
    body = replace(body, pairs=tuple(random.sample(body.pairs, min(MOST_PAIRS, len(body.pairs)))))
    for claim in claims(random, body):
        text = written(body, claim)
        (item,) = read_text(text, "<generated>")
        assert isinstance(item, Mechanism), text
        yield text, item, body.pairs


def is_broken(mechanism: Mechanism, pairs: Sequence[Pair]) -> bool:
    """Whether a pair breaks the claim, beyond rounding."""
    match mechanism.claim:
        case EpsilonDelta():
            return any(compare(mechanism, left, right, TOLERANCE).violates is True for left, right in pairs)
        case claim if claim.gives_up:
            return any(compare(mechanism, left, right, TOLERANCE).violates is True for left, right in pairs)
        case _:
            return times_the_claim(mechanism, pairs) > 1 + 1e-6


@pytest.mark.parametrize("start", range(0, volume(1, 100) * EACH, EACH))
def test_what_is_proved_of_divergences_holds(start: int) -> None:
    proved = broken = 0
    for seed in range(start, start + EACH):
        for text, mechanism, pairs in made(seed):
            found, breaks = Prover(mechanism).find_proof((0, 1)), is_broken(mechanism, pairs)
            assert not (isinstance(found, Proof) and breaks), text
            proved += isinstance(found, Proof)
            broken += breaks
    assert start or (proved >= 3 and broken >= 3)  # there are some of each
