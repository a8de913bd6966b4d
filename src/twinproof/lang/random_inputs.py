"""Random inputs of a mechanism, as a caller would pass them to the Python function.

Small numbers and short lists, so that comparisons fall both ways; a database is a table that its queries and scores
look things up in. What the mechanism requires is met by trying again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

from twinproof.lang.enclosure import NoNumber
from twinproof.lang.expr import Expr, Literal, UnknownType, Var, subterms
from twinproof.lang.faces import Dictionary, Member, Option, Text, blank, from_core, to_core
from twinproof.lang.interpret import Value, evaluate_stated
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
_TEXTS = 6  # how many different texts there are at least
_CHANGES = 8  # tries to change inputs
_FAR_BITS = 18  # numbers are changed by less than two to this


def random_inputs(
    mechanism: Mechanism,
    random: Random,
    classes: Mapping[str, Any] | None = None,
    near: Sequence[int] = (),
    longest: int = _LONGEST,
) -> dict[str, Any] | None:
    """Values by parameter that satisfy what the mechanism requires; None if many tries have found none.

    The classes are those of which a parameter may be an instance, by name; without them, others that look the same.
    Some integers are close to one of `near`; most lists are no longer than `longest`.
    """
    texts, named = mechanism.faces.texts, _sizes(mechanism.requires)
    kinds = {p.name: mechanism.face(p.name) for p in mechanism.parameters}
    rates = {p.name for p in mechanism.parameters if p.positive}
    for attempt in range(_TRIES):
        size = random.choice(named) if named and attempt >= _SOON else random.randint(0, longest)
        reach = 1 << (attempt % 6)  # some requirements ask for larger numbers
        maker = _Maker(random, size, reach, near, longest, max(_TEXTS, len(texts) + 1))
        inputs = {name: random.choice(_RATES) if name in rates else maker.value(kind) for name, kind in kinds.items()}
        shown = {name: from_core(value, kinds[name], texts, classes) for name, value in inputs.items()}
        held = {p.var: to_core(shown[p.name], kinds[p.name], texts) for p in mechanism.parameters}
        if _is_required(mechanism, held):
            return shown
    return None


def random_value(kind: Type, random: Random, size: int) -> Any:
    """A value of a type, as the core holds it; most of its lists are so long."""
    return _Maker(random, size, 2, (), size, _TEXTS).value(kind)


def changed_inputs(
    mechanism: Mechanism, inputs: Mapping[str, Value], random: Random, near: Sequence[int]
) -> dict[str, Value] | None:
    """Inputs as the core holds them, with one that is another; None if that is not found at once."""
    maker = _Maker(random, 1, 1, near, _LONGEST, max(_TEXTS, len(mechanism.faces.texts) + 1))
    parameters = [p for p in mechanism.parameters if not p.positive]
    for _ in range(_CHANGES if parameters else 0):
        one = random.choice(parameters)
        changed = {**inputs, one.name: maker.changed(mechanism.face(one.name), inputs[one.name])}
        held = {p.var: changed[p.name] for p in mechanism.parameters}
        if changed != inputs and _is_required(mechanism, held):
            return changed
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


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes random values, as the core holds them, and changes one a little."""

    random: Random
    size: int  # of most lists
    reach: int  # how large numbers are
    near: Sequence[int]
    longest: int
    texts: int  # how many different ones there are

    def value(self, kind: Type) -> Any:
        """A random value of a type."""
        random = self.random
        match kind:
            case Member():
                return random.randrange(len(kind.members))
            case Text():
                return random.randrange(self.texts)
            case Option((_, inner)) if random.random() < 0.3:
                return False, blank(inner)
            case Option((_, inner)):
                return True, self.value(inner)
            case Dictionary((ListOf(key), ListOf(item))):
                keys = list(dict.fromkeys(replace(self, size=1).value(key) for _ in range(self.size)))
                return keys, [self.value(item) for _ in keys]
            case ListOf(item):
                length = self.size if random.random() < 0.7 else random.randint(0, self.longest)
                return [self.value(item) for _ in range(length)]
            case TupleOf(kinds):
                return tuple(map(self.value, kinds))
        if kind == BOOL:
            return random.random() < 0.5
        if kind == REAL:
            return Fraction(random.randint(-2 * self.reach, 5 * self.reach), random.randint(1, _MOST_PARTS))
        if kind == DATABASE:
            return {candidate: random.randint(-2, 4) for candidate in _CANDIDATES}
        if kind == QUERY:
            row = random.choice(_CANDIDATES)
            return lambda database: database[row]
        if kind == SCORE:
            return lambda database, candidate: database.get(candidate, 0)
        if kind != INT:
            raise UnknownType(kind)
        return self._integer()

    def _integer(self) -> int:
        if self.near and self.random.random() < _NEAR:
            return self.random.choice(self.near) + self.random.randint(-1, 1)
        return self.random.randint(-2 * self.reach, 5 * self.reach)

    def changed(self, kind: Type, value: Any) -> Any:
        """Another value that is not far from this one."""
        random = self.random
        match kind:
            case Option((_, inner)) if value[0] and random.random() < 0.8:
                return True, self.changed(inner, value[1])
            case Member() | Text() | Option():
                return self.value(kind)
            case Dictionary((_, ListOf(item))) if value[0] and random.random() < 0.5:
                return value[0], _replaced(
                    value[1], i := random.randrange(len(value[1])), self.changed(item, value[1][i])
                )
            case Dictionary((ListOf(key), ListOf(item))):
                new, at = self.value(key), random.randint(0, len(value[0]))
                if new in value[0]:
                    at = value[0].index(new)
                    return tuple((*part[:at], *part[at + 1 :]) for part in value)
                return (*value[0][:at], new, *value[0][at:]), (*value[1][:at], self.value(item), *value[1][at:])
            case ListOf(item):
                return self._changed_list(item, value)
            case TupleOf(kinds) if kinds:
                i = random.randrange(len(kinds))
                return _replaced(value, i, self.changed(kinds[i], value[i]))
        if kind == INT:
            return self._changed_integer(value)
        if kind == REAL:
            return value + Fraction(
                random.choice((-1, 1)) << random.randrange(_FAR_BITS), random.randint(1, _MOST_PARTS)
            )
        return value if kind in (DATABASE, QUERY, SCORE) else self.value(kind)

    def _changed_integer(self, value: int) -> int:
        random = self.random
        way = random.random()
        if self.near and way < _NEAR:
            return random.choice(self.near) + random.randint(-1, 1)
        return -value if way > 0.9 else value + (random.choice((-1, 1)) << random.randrange(_FAR_BITS))

    def _changed_list(self, item: Type, value: Sequence[Any]) -> tuple[Any, ...]:
        """A list with one item more or less, another item, or the same ones in another order."""
        random, items = self.random, tuple(value)
        way, i, at = random.randrange(10), random.randrange(len(items) or 1), random.randint(0, len(items))
        if not items or way == 0:
            return (*items[:at], self.value(item), *items[at:])
        match way:
            case 1:
                return (*items[:at], items[i], *items[at:])
            case 2:
                return (*items[:i], *items[i + 1 :])
            case 3 if len(items) > 1:
                return _replaced(_replaced(items, i, items[at - 1]), at - 1, items[i])
            case 4 if len(items) <= _LONGEST_NAMED // 2:
                return (*items, *items)
            case _:
                return _replaced(items, i, self.changed(item, items[i]))


def _replaced(items: Sequence[Any], i: int, item: Any) -> tuple[Any, ...]:
    return (*items[:i], item, *items[i + 1 :])
