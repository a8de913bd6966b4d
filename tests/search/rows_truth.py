"""The largest loss of a mechanism on rows over all small adjacent lists, by the exact engine.

The rows are made of numbers near which something may happen: those of the program and of the public parameters, and
some far beyond. All lists of a few of these rows, up to a length, are computed at once, and every two of them that
are adjacent are compared. What is found is certain: bounds on both sides, not rounded values.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import Table, distributions
from twinproof.lang.claim import ClaimValue, Concentrated, EpsilonDelta, Renyi
from twinproof.lang.command import expressions, subcommands
from twinproof.lang.errors import TwinproofError
from twinproof.lang.expr import Literal, subterms
from twinproof.lang.faces import Member, Option, Text, blank
from twinproof.lang.inputs import check_inputs, claimed, memory_of, why_not_adjacent
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.types import BOOL, INT, REAL, ListOf, TupleOf, Type

Inputs = dict[str, Any]
Masses = NDArray[np.float64]
LIMITS = Limits(rows=300_000, work=60_000_000)
FAR = 40
EPSILONS = (4, 2, 1)  # the larger, the fewer outputs
ORDERS = (1.1, 1.5, 2.0, 3.0, 5.0, 8.0, 16.0, 32.0)
TINY = 1e-250


@dataclass(frozen=True)
class Violation:
    """Two adjacent inputs, as the core holds them, and by how much the claim is exceeded at least.

    The loss is in units of the claim: of ε where δ is 0, else of δ; of ρ, or of the bound at an order.
    """

    left: Inputs
    right: Inputs
    loss: float
    claimed: float


def numbers_of(mechanism: Mechanism) -> list[int]:
    """The small numbers that the program names."""
    found = {0, 1}
    for e in (e for command in subcommands(mechanism.body) for e in expressions(command)):
        found |= {
            t.value for t in subterms(e) if isinstance(t, Literal) and type(t.value) is int and abs(t.value) <= 200
        }
    return sorted(found, key=abs)


def values_of(kind: Type, numbers: Sequence[int]) -> list[Any]:
    """Values of a type of Python, as the core holds them."""
    match kind:
        case Member():
            return list(range(len(kind.members)))
        case Text():
            return [0, 1, 2]
        case Option((_, inner)):
            return [(False, blank(inner)), *((True, v) for v in values_of(inner, numbers))]
        case TupleOf(items):
            return list(itertools.islice(itertools.product(*(values_of(item, numbers) for item in items)), 4_000))
    if kind == BOOL:
        return [True, False]
    if kind == REAL:
        return [*map(Fraction, numbers), Fraction(1, 2)]
    assert kind == INT, kind
    return list(numbers)


def chosen_rows(mechanism: Mechanism, parameter: Parameter, public: Inputs, count: int, random: Random) -> list[Any]:
    """A few rows that may matter: among them some that are far away."""
    kind = mechanism.face(parameter.name)
    assert isinstance(kind, ListOf)
    named = [*numbers_of(mechanism), *(v for v in public.values() if type(v) is int)]
    near = sorted({n + d for n in named for d in (-1, 0, 1)} | {2}, key=abs)
    numbers = [*near[:8], *near[-3:], FAR, -FAR]
    plain, all_rows = values_of(kind.item, [0, 1, FAR, -FAR, *near[-1:]]), values_of(kind.item, numbers)
    some = random.sample(plain, min(len(plain), count // 2)) + random.sample(all_rows, min(len(all_rows), count))
    return list(dict.fromkeys(some))[:count]


def public_values(mechanism: Mechanism, random: Random, eps: Fraction) -> Inputs:
    """Values for the public parameters."""
    found: Inputs = {}
    for p in mechanism.parameters:
        if p.adjacency is None:
            found[p.name] = eps if p.positive else _public(mechanism.face(p.name), random)
    return found


def _public(kind: Type, random: Random) -> Any:
    match kind:
        case ListOf(item):
            return tuple(sorted(_public(item, random) for _ in range(random.randint(1, 3))))
        case TupleOf(items) if not isinstance(kind, Member | Text | Option):
            return tuple(_public(item, random) for item in items)
    if kind == INT:
        return random.choice((1, 1, 1, 2, 2, 3, 0, 0, -1, -4))
    return random.choice(values_of(kind, (0, 1, 2)))


def small_lists(rows: Sequence[Any], longest: int) -> Iterator[tuple[Any, ...]]:
    for length in range(longest + 1):
        yield from itertools.product(rows, repeat=length)


def violation(
    mechanism: Mechanism,
    seed: int = 0,
    rounds: int = 6,
    count: int = 4,
    longest: int = 2,
) -> Violation | None:
    """The worst pair of small adjacent lists that breaks the claim, if one does, with other rows in each round."""
    random = Random(seed)
    worst: Violation | None = None
    for turn in range(rounds):
        found = _violation(mechanism, random, turn, count, longest)
        if found is not None and (worst is None or found.loss / found.claimed > worst.loss / worst.claimed):
            worst = found
    return worst


def _violation(mechanism: Mechanism, random: Random, turn: int, count: int, longest: int) -> Violation | None:
    of_rows = [p for p in mechanism.parameters if p.adjacency is not None]
    if len(of_rows) != 1:
        raise ValueError("exactly one parameter must be private")
    (parameter,) = of_rows
    for _ in range(200):
        public = public_values(mechanism, random, Fraction(EPSILONS[turn % len(EPSILONS)]))
        try:
            check_inputs(mechanism, {**public, parameter.name: ()})
            break
        except TwinproofError:
            continue
    else:
        return None
    rows = chosen_rows(mechanism, parameter, public, count, random)
    worst: Violation | None = None
    for among, tolerance in ((rows, 1e-9), (rows[:3], 1e-5), (rows[:2], 1e-3)):
        inputs = [{**public, parameter.name: some} for some in small_lists(among, longest)]
        table = distributions(mechanism, inputs, tolerance, LIMITS)
        worst = largest(mechanism, inputs, table)
        if worst is not None or not table.reasons:
            break  # else there was too much to compute: fewer lists, and less of the tails
    return worst


def largest(mechanism: Mechanism, inputs: Sequence[Inputs], table: Table) -> Violation | None:
    """The worst violation among inputs that agree in all that is public."""
    claim = claimed(mechanism, memory_of(mechanism, inputs[0]))
    low, high = table.lowest(), table.highest()
    worst: Violation | None = None
    for a, b in itertools.permutations(range(len(inputs)), 2):
        loss, allowed = exceeded(claim, low[a], high[b])
        if loss <= allowed or why_not_adjacent(mechanism, inputs[a], inputs[b]) is not None:
            continue
        if worst is None or loss > worst.loss:
            worst = Violation(dict(inputs[a]), dict(inputs[b]), loss, allowed)
    return worst


def exceeded(claim: ClaimValue, low: Masses, high: Masses) -> tuple[float, float]:
    """What is lost at least from masses that are not below `low` to masses that are not above `high`, and the claim."""
    with np.errstate(divide="ignore", over="ignore"):
        match claim:
            case EpsilonDelta(epsilon, delta) if delta == 0:
                there = low > math.exp(epsilon) * (1 + 1e-9) * high
                return (float(np.log(low[there] / high[there]).max()) if there.any() else 0.0), float(epsilon)
            case EpsilonDelta(epsilon, delta):
                return float(np.clip(low - math.exp(epsilon) * high, 0, None).sum()) * (1 - 1e-9), float(delta)
            case Concentrated(rho, delta) if delta == 0:
                return max(divergence(order, low, high) / order for order in ORDERS), float(rho)
            case Renyi(order, bound, delta) if delta == 0:
                return divergence(float(order), low, high), float(bound)
    raise ValueError("a divergence that is given up with some probability is not computed here")


def divergence(order: float, low: Masses, high: Masses) -> float:
    """The Rényi divergence at an order, from below: a part of its terms, a little smaller than they are."""
    there = low > TINY
    if (high[there] <= 0).any():
        return math.inf
    logs = order * np.log(low[there]) - (order - 1) * np.log(high[there])
    most = float(logs.max(initial=-math.inf))
    return -math.inf if most == -math.inf else (most + math.log(float(np.exp(logs - most).sum())) - 1e-9) / (order - 1)


def shown(inputs: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in inputs.items())
