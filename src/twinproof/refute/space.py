"""The inputs that a search moves in.

A *point* is a value for every parameter, in the form that the exact engine computes with. For the search a score is a
list of its values with one more number for all other candidates, so every private input is an integer or a list.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

from twinproof.lang.adjacency_kind import Adjacency, Motion
from twinproof.lang.claim import ClaimValue, Concentrated, EpsilonDelta, Renyi
from twinproof.lang.command import Sample, expressions, mentioned, subcommands
from twinproof.lang.computable import at_least
from twinproof.lang.enclosure import NoNumber
from twinproof.lang.expr import ZERO, Apply, Expr, Literal, Op, Place, Var, apply, free_variables, subterms
from twinproof.lang.faces import is_held
from twinproof.lang.inputs import FixedQuery, claimed
from twinproof.lang.interpret import evaluate, evaluate_stated
from twinproof.lang.mechanism import Mechanism, Parameter, is_public
from twinproof.lang.rewriting import rewritten, with_arguments, with_expressions
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, TupleOf, Type

FAR = 10**6  # beyond all noise that is ever listed
LARGEST = 2**55
_DOUBLINGS = 10  # of an integer that is raised
Point = Mapping[str, Any]
Key = tuple[Any, ...]


@dataclass(frozen=True)
class Space:
    """A mechanism, and the same with its scores as lists."""

    core: Mechanism
    form: Mechanism
    scores: tuple[str, ...]

    @cached_property
    def private(self) -> tuple[Parameter, ...]:
        """What may differ between the sides (in `form`, so no scores)."""
        return tuple(p for p in self.form.parameters if p.adjacency is not None and p.var.type != DATABASE)

    @cached_property
    def moving(self) -> tuple[Parameter, ...]:
        """What is private and moves number by number."""
        return tuple(p for p in self.private if kind_of(p).motions)

    @cached_property
    def public(self) -> tuple[Parameter, ...]:
        """What is the same on both sides."""
        return tuple(p for p in self.form.parameters if p.adjacency is None)

    @cached_property
    def has_delta(self) -> bool:
        """Whether a δ is claimed: then many outputs count together, and rare ones count as much as they weigh."""
        match self.form.claim:
            case EpsilonDelta(_, delta) | Concentrated(_, delta) | Renyi(_, _, delta):
                return delta != ZERO
            case other:
                assert_never(other)

    @cached_property
    def of_moments(self) -> bool:
        """Whether Rényi divergences are claimed: then all outputs count together."""
        match self.form.claim:
            case EpsilonDelta():
                return False
            case Concentrated() | Renyi():
                return True
            case other:
                assert_never(other)

    @cached_property
    def small(self) -> frozenset[str]:
        """The public numbers above zero that δ is made of, and ε or the program is not."""
        match self.form.claim:
            case EpsilonDelta(amount, delta) | Concentrated(amount, delta) | Renyi(_, amount, delta):
                named = free_variables(delta) - (free_variables(amount) & mentioned(self.form.body))
                return frozenset(p.name for p in self.public if p.positive and p.var in named)
            case other:
                assert_never(other)

    @cached_property
    def orders(self) -> frozenset[str]:
        """The public numbers that the order of a claimed divergence is made of."""
        match self.form.claim:
            case Renyi(order):
                return frozenset(p.name for p in self.public if p.positive and p.var in free_variables(order))
            case _:
                return frozenset()

    @cached_property
    def limits(self) -> tuple[Fraction, ...]:
        """The numbers above zero that stand in what is required."""
        found: set[Fraction] = set()
        for t in subterms(self.form.requires):
            if t.type in (INT, REAL) and not free_variables(t):
                with suppress(ZeroDivisionError, NoNumber):
                    found.add(at_least(evaluate(t, {})))
        return tuple(sorted(value for value in found if value > 0))

    @cached_property
    def constants(self) -> tuple[int, ...]:
        """The integers of the program and its claim, and those next to its reals, those near zero first."""
        commands = list(subcommands(self.core.body))
        places: list[Expr] = [e for c in commands for e in expressions(c)]
        places += [self.core.requires, *self.core.claim.parts()]
        places += [amount for p in self.core.parameters for amount in p.amounts]
        numbers = {int(t.value) for e in places for t in subterms(e) if isinstance(t, Literal) and t.type == INT}
        computed = [e for c in commands for e in ((c.centre,) if isinstance(c, Sample) else expressions(c))]
        reals = [t.value for e in computed for t in subterms(e) if isinstance(t, Literal) and t.type == REAL]
        numbers |= {math.floor(value) + d for value in reals for d in (0, 1)}
        return tuple(sorted((v for v in numbers if abs(v) <= FAR), key=lambda v: (abs(v), v < 0)))

    @cached_property
    def public_terms(self) -> tuple[Expr, ...]:
        """What the program computes from public numbers and lengths alone, such as 2·limit: data may meet it."""
        terms: dict[Expr, None] = {}
        for c in subcommands(self.form.body):
            for e in expressions(c):
                for t in subterms(e):
                    if isinstance(t, Apply) and t.type == INT and t.op is not Op.LEN and self._is_public(t):
                        terms.setdefault(t)
        return tuple(terms)

    def _is_public(self, e: Expr) -> bool:
        names = free_variables(e)
        return bool(names) and all(v.place is Place.RIGID for v in names) and is_public(e, self.form.parameters)

    def memory(self, point: Point) -> dict[Var, Any]:
        """The point as the initial memory of `form`."""
        return {p.var: point[p.name] for p in self.form.parameters}

    def allowed(self, point: Point) -> bool:
        """Whether Python can pass these, the mechanism's requirements hold, and all numbers can be computed with."""
        if not all(
            is_held(point[name], face, self.core.faces.texts) for name, face in self.core.faces.parameters.items()
        ):
            return False
        memory = self.memory(point)
        try:
            required = bool(evaluate_stated(self.form.requires, memory))
            self.claim(point)
        except (ZeroDivisionError, NoNumber):
            return False
        amounts = (amount for p in self.private for amount in p.amounts)
        return required and _fits(point) and all(evaluate(amount, memory) >= 0 for amount in amounts)

    def raised(self, point: Point, least: int | None = None) -> Point | None:
        """The point with one public integer just as large as `requires` asks; there a claimed δ is tight.

        It is no smaller than it is, unless a smaller number is given to start from.
        """
        for p in self.public if self.has_delta else ():
            number = point[p.name]
            if type(number) is not int:
                continue

            def is_allowed(value: int, name: str = p.name) -> bool:
                return self.allowed({**point, name: value})

            start = max(1, number) if least is None else least
            end = next((start * 2**k for k in range(_DOUBLINGS) if is_allowed(start * 2**k)), None)
            if end is not None:
                return {**point, p.name: bisect_left(range(end), True, lo=start, key=is_allowed)}
        return None

    def bound(self, parameter: Parameter, point: Point) -> int:
        """How far an entry of the parameter is moved: as far as it may, within reason."""
        if parameter.bound is None:
            raise TypeError(f"how far `{parameter.name}` moves has no bound")
        return min(FAR, self.amount(parameter.bound, point))

    def amount(self, e: Expr, point: Point) -> int:
        """A public integer that an adjacency is written with."""
        return int(evaluate(e, {p.var: point[p.name] for p in self.public}))

    def public_integers(self, point: Point) -> tuple[int, ...]:
        """The integers that are the same on both sides."""
        return tuple(point[p.name] for p in self.public if type(point[p.name]) is int)

    def nearby(self, parameter: Parameter, point: Point, items: Sequence[Any] = ()) -> Iterator[Any]:
        """Values that are adjacent to the parameter's own, where there are no motions to find them by."""
        return kind_of(parameter).nearby(point[parameter.name], partial(self.amount, point=point), items)

    def claim(self, point: Point) -> ClaimValue:
        """What is claimed there; the search knows how far from broken these notions are."""
        match claimed(self.form, self.memory(point)):
            case EpsilonDelta() | Concentrated() | Renyi() as claim:
                return claim
            case other:
                assert_never(other)

    def key(self, point: Point) -> Key:
        """A point as something to hash and to sort by."""
        return tuple(point[p.name] for p in self.form.parameters if p.var.type != DATABASE)

    def given(self, point: Point, asked: Mapping[str, frozenset[int]] | None = None) -> dict[str, Any]:
        """The point as inputs of the mechanism itself; of a score only what is asked for, if that is known."""
        result: dict[str, Any] = {}
        for p in self.core.parameters:
            if p.var.type == DATABASE:
                continue
            if p.name not in self.scores:
                result[p.name] = _plain(point[p.name])
                continue
            listed, other = point[p.name], point[other_of(p.name)]
            if asked is None:
                result[p.name] = {**{str(n): v for n, v in enumerate(listed)}, "else": other}
            else:
                candidates = sorted(asked[p.name])
                result[p.name] = {str(n): listed[n] if 0 <= n < len(listed) else other for n in candidates}
        return result

    def values(self, point: Point) -> dict[str, Any]:
        """The point for the interpreter: queries are functions there."""
        kinds = {p.name: p.var.type for p in self.form.parameters}
        return {n: tuple(map(FixedQuery, v)) if kinds[n] == ListOf(QUERY) else v for n, v in point.items()}

    def adjacent(self, points: Sequence[Point]) -> NDArray[np.bool_]:
        """Which points are adjacent to which."""
        size = len(points)
        groups: dict[Key, list[int]] = {}
        for n, point in enumerate(points):
            publics = tuple(point[p.name] for p in self.public)
            lengths = tuple(len(point[p.name]) for p in self.private if p.var.type != INT and p.has_public_length)
            groups.setdefault((publics, lengths), []).append(n)
        matrix = np.zeros((size, size), dtype=bool)
        for members in groups.values():
            near = np.ones((len(members), len(members)), dtype=bool)
            for p in self.private:
                if p not in self.moving:
                    near &= self._compared(p, [points[n] for n in members])
                    continue
                rows = np.array([np.atleast_1d(points[n][p.name]) for n in members], dtype=np.int64)
                moves = rows[None, :, :] - rows[:, None, :]
                near &= _near(kind_of(p).motions, moves, self.bound(p, points[members[0]]))
            matrix[np.ix_(members, members)] = near
        np.fill_diagonal(matrix, False)
        return matrix

    def _compared(self, p: Parameter, points: Sequence[Point]) -> NDArray[np.bool_]:
        """Pair by pair, where the adjacency is no matter of single numbers."""
        amount = partial(self.amount, point=points[0])
        why_apart = kind_of(p).why_apart
        return np.array([[why_apart(p.name, a[p.name], b[p.name], amount) is None for b in points] for a in points])


def anchors_of(space: Space, publics: Mapping[str, Any]) -> list[int]:
    """Numbers near which something may happen: public ones and what is computed from them, zero, constants."""
    direct = [v for v in publics.values() if type(v) is int]
    listed = [x for v in publics.values() if isinstance(v, tuple) for x in integers_in(v)]
    memory = space.memory(filled(space, publics, 1))
    computed = [int(evaluate(t, memory)) for t in space.public_terms]
    far = [c for c in space.constants if abs(c) > 1]
    return [a for a in dict.fromkeys([*direct, *computed, *listed, 0, *far, *(-c for c in far)]) if abs(a) <= FAR]


def integers_in(value: Any) -> Iterator[int]:
    """The integers that a value holds, at any depth."""
    if isinstance(value, tuple):
        for part in value:
            yield from integers_in(part)
    elif type(value) is int:
        yield value


def filled(space: Space, publics: Mapping[str, Any], n: int) -> dict[str, Any]:
    private = {p.name: _zeros(p.var.type, n) for p in space.private}
    rest = {p.name: "the database" for p in space.form.parameters if p.name not in publics and p.name not in private}
    return {**publics, **private, **rest}


def _zeros(kind: Type, n: int) -> Any:
    """A private input of n entries; queries are known by their answers."""
    match kind:
        case ListOf(item):
            return (_zeros(item, 0),) * n
        case TupleOf(items):
            return tuple(_zeros(item, 0) for item in items)
        case _:
            return False if kind == BOOL else 0


def kind_of(parameter: Parameter) -> Adjacency:
    """The adjacency of a private parameter."""
    assert parameter.adjacency is not None
    return parameter.adjacency


def _fits(value: Any) -> bool:
    """Whether all numbers of a point are small enough for the engine, with room to move."""
    if isinstance(value, Mapping):
        return all(map(_fits, value.values()))
    if isinstance(value, tuple):
        return all(map(_fits, value))
    return not isinstance(value, int | Fraction) or max(abs(value.numerator), value.denominator) <= LARGEST


def _near(motions: Sequence[Motion], moves: NDArray[np.int64], limit: int) -> NDArray[np.bool_]:
    """Whether one of the motions allows these moves."""
    near: NDArray[np.bool_] = np.zeros(moves.shape[:2], dtype=bool)
    for motion in motions:
        allowed = np.asarray((moves * motion.direction >= 0).all(axis=2))
        if motion.single:
            allowed &= (moves != 0).sum(axis=2) <= 1
        near |= allowed
    return near & np.asarray((np.abs(moves) <= limit).all(axis=2))


def _plain(value: Any) -> Any:
    return [_plain(v) for v in value] if isinstance(value, tuple) else value


def other_of(name: str) -> str:
    """The name of the number that stands for all candidates that are not listed."""
    return f"{name} of others"


# ------------------------------------------------------------------------------------------------------ scores as lists


def space_of(core: Mechanism) -> Space:
    """The space of a mechanism's inputs."""
    scores = {p.var: p for p in core.parameters if p.var.type == SCORE}
    if not scores:
        return Space(core, core, ())
    parameters: list[Parameter] = []
    instead: dict[Var, tuple[Var, Var]] = {}
    for p in core.parameters:
        if p.var not in scores:
            parameters.append(p)
            continue
        listed, other = Var(p.name, ListOf(INT)), Var(other_of(p.name), INT)
        of_listed, of_other = kind_of(p).of_values()
        parameters += [Parameter(listed, of_listed), Parameter(other, of_other)]
        instead[p.var] = (listed, other)
    body = rewritten(core.body, lambda c: with_expressions(c, lambda e: _without_score(e, instead)))
    form = replace(core, parameters=tuple(parameters), body=body)
    return Space(core, form, tuple(p.name for p in scores.values()))


def _without_score(e: Expr, instead: Mapping[Var, tuple[Var, Var]]) -> Expr:
    """The expression with each score looked up in its list."""
    match e:
        case Apply(Op.SCORE, (Var() as score, _, candidate)):
            listed, other = instead[score]
            place = _without_score(candidate, instead)
            inside = apply(Op.AND, apply(Op.LE, ZERO, place), apply(Op.LT, place, apply(Op.LEN, listed)))
            return apply(Op.ITE, inside, apply(Op.GET, listed, place), other)
        case _:
            return with_arguments(e, lambda part: _without_score(part, instead))
