"""Random inputs of a mechanism, as a caller would pass them to the Python function.

Small numbers and short lists, so that comparisons fall both ways; a database is a table that its queries and scores
look things up in. What the mechanism requires is met by trying again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from twinproof.lang.enclosure import NoNumber
from twinproof.lang.expr import Expr, Literal, UnknownType, Var, subterms
from twinproof.lang.faces import Dictionary, Member, Option, Text, blank, from_core, to_core
from twinproof.lang.interpret import evaluate_stated
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, TupleOf, Type

_RATES = (Fraction(1, 2), Fraction(1), Fraction(7, 3), Fraction(1, 10), 0.7, 3)
_MOST_PARTS = 4  # of one, that a real number is a multiple of
_CANDIDATES = range(-50, 51)  # a score is given for these, and is 0 for all others
_LONGEST = 5
_LONGEST_NAMED = 64  # of lists whose length is required
_SOON = 40  # tries with short lists
_TRIES = 2_000
_NEAR = 0.2  # how often an integer is close to one that was named


def random_inputs(
    mechanism: Mechanism, random: Random, classes: Mapping[str, Any] | None = None, near: Sequence[int] = ()
) -> dict[str, Any] | None:
    """Values by parameter that satisfy what the mechanism requires; None if many tries have found none.

    The classes are those of which a parameter may be an instance, by name; without them, others that look the same.
    Some integers are close to one of `near`.
    """
    texts, named = mechanism.faces.texts, _sizes(mechanism.requires)
    for attempt in range(_TRIES):
        size = random.choice(named) if named and attempt >= _SOON else random.randint(0, _LONGEST)
        reach = 1 << (attempt % 6)  # some requirements ask for larger numbers
        kinds = {p.name: mechanism.face(p.name) for p in mechanism.parameters}
        rates = {p.name for p in mechanism.parameters if p.positive}
        inputs = {
            name: random.choice(_RATES) if name in rates else _value(kind, random, size, reach, near)
            for name, kind in kinds.items()
        }
        shown = {name: from_core(value, kinds[name], texts, classes) for name, value in inputs.items()}
        held = {p.var: to_core(shown[p.name], kinds[p.name], texts) for p in mechanism.parameters}
        if _is_required(mechanism, held):
            return shown
    return None


def _sizes(requires: Expr) -> list[int]:
    """The numbers in a requirement that a length may be held against."""
    numbers = {e.value for e in subterms(requires) if isinstance(e, Literal) and type(e.value) is int}
    return sorted(n for n in numbers if _LONGEST < n <= _LONGEST_NAMED)


def _is_required(mechanism: Mechanism, held: Mapping[Var, Any]) -> bool:
    """Whether values satisfy what is required, and that can be told."""
    try:
        return bool(evaluate_stated(mechanism.requires, held))
    except NoNumber:
        return False


def _value(kind: Type, random: Random, size: int, reach: int, near: Sequence[int]) -> Any:
    """A random value, as the core holds it."""
    match kind:
        case Member():
            return random.randrange(len(kind.members))
        case Text():
            return random.randrange(6)
        case Option((_, inner)) if random.random() < 0.3:
            return False, blank(inner)
        case Option((_, inner)):
            return True, _value(inner, random, size, reach, near)
        case Dictionary((ListOf(key), ListOf(item))):
            keys = list(dict.fromkeys(_value(key, random, 1, reach, near) for _ in range(size)))
            return keys, [_value(item, random, size, reach, near) for _ in keys]
        case ListOf(item):
            length = size if random.random() < 0.7 else random.randint(0, _LONGEST)
            return [_value(item, random, size, reach, near) for _ in range(length)]
        case TupleOf(kinds):
            return tuple(_value(k, random, size, reach, near) for k in kinds)
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
    return _integer(random, reach, near)


def _integer(random: Random, reach: int, near: Sequence[int]) -> int:
    if near and random.random() < _NEAR:
        return random.choice(near) + random.randint(-1, 1)
    return random.randint(-2 * reach, 5 * reach)
