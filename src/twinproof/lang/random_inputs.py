"""Random inputs of a mechanism, as a caller would pass them to the Python function.

Small numbers and short lists, so that comparisons fall both ways; a database is a table that its queries and scores
look things up in. What the mechanism requires is met by trying again.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from twinproof.lang.checked import core_value
from twinproof.lang.expr import UnknownType
from twinproof.lang.interpret import evaluate_stated
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, TupleOf, Type

_RATES = (Fraction(1, 2), Fraction(1), Fraction(7, 3), Fraction(1, 10), 0.7, 3)
_MOST_PARTS = 4  # of one, that a real number is a multiple of
_CANDIDATES = range(-50, 51)  # a score is given for these, and is 0 for all others
_LONGEST = 5
_TRIES = 2_000


def random_inputs(mechanism: Mechanism, random: Random) -> dict[str, Any] | None:
    """Values by parameter that satisfy what the mechanism requires; None if many tries have found none."""
    for attempt in range(_TRIES):
        size = random.randint(0, _LONGEST)
        reach = 1 << (attempt % 6)  # some requirements ask for larger numbers
        inputs = {
            p.name: random.choice(_RATES) if p.positive else _value(p.var.type, random, size, reach)
            for p in mechanism.parameters
        }
        memory = {p.var: core_value(inputs[p.name], p.var.type) for p in mechanism.parameters}
        if evaluate_stated(mechanism.requires, memory):
            return inputs
    return None


def _value(kind: Type, random: Random, size: int, reach: int) -> Any:
    match kind:
        case ListOf(item):
            length = size if random.random() < 0.7 else random.randint(0, _LONGEST)
            return [_value(item, random, size, reach) for _ in range(length)]
        case TupleOf(kinds):
            return tuple(_value(k, random, size, reach) for k in kinds)
    if kind == BOOL:
        return random.random() < 0.5
    if kind == REAL:
        return Fraction(random.randint(-2 * reach, 5 * reach), random.randint(1, _MOST_PARTS))
    if kind == DATABASE:
        return {candidate: random.randint(-2, 4) for candidate in _CANDIDATES}
    if kind == QUERY:
        row = random.choice(_CANDIDATES)
        return lambda database: database[row]
    if kind == SCORE:
        return lambda database, candidate: database.get(candidate, 0)
    if kind != INT:
        raise UnknownType(kind)
    return random.randint(-2 * reach, 5 * reach)
