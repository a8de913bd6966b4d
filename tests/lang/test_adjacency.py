"""Every kind of adjacency: all that it says of itself against its one relation, evaluated on small inputs."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from random import Random
from typing import Any

import pytest

import twinproof
from twinproof.lang import adjacency as home
from twinproof.lang import adjacency_of_rows as of_rows
from twinproof.lang.adjacency import (
    KINDS,
    MARKED,
    NAMED,
    EachWithin,
    Mark,
    Neighbours,
    OneWithin,
    Sensitive,
    Within,
    each_within,
    implied_by,
    moves_by_l2,
    one_within,
    sensitivity,
    within,
)
from twinproof.lang.adjacency_kind import Adjacency, Case, Motion, Sides, Value
from twinproof.lang.expr import Apply, Expr, Op, Place, Quantified, TypeMismatch, Var, conjunction
from twinproof.lang.inputs import FixedQuery, FixedScore, numbers_of
from twinproof.lang.interpret import evaluate
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.printer import ASCII, PAPER, show_expr
from twinproof.lang.reader import read_text
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, TupleOf, Type
from twinproof.refute.space import space_of

K = Var("k", INT, Place.RIGID)
DATABASES = (Var("d", DATABASE, Place.LEFT), Var("d", DATABASE, Place.RIGHT))
MONOTONE = EachWithin(K, monotone=True)
BOUNDED = (Within(K), EachWithin(K), MONOTONE, OneWithin(K), Sensitive(K))
ALL = (*BOUNDED, Neighbours())
TRIED = [(kind, type_) for kind in BOUNDED for type_ in kind.TYPES]
named = pytest.mark.parametrize(
    ("kind", "type_"), TRIED, ids=lambda part: "monotone" if part == MONOTONE else getattr(part, "NAME", str(part))
)

# ----------------------------------------------------------------------------------- what a relation says of two values


def sides(kind: Adjacency, type_: Type) -> Sides:
    if kind.PLACE is Place.RIGID:
        var = Var("x", type_, Place.RIGID)
        return Sides(var, var, (DATABASES,), frozenset({"x", "d", "k"}))
    return Sides(Var("x", type_, Place.LEFT), Var("x", type_, Place.RIGHT), (), frozenset({"x", "k"}))


def memory(kind: Adjacency, type_: Type, left: Value, right: Value, k: int) -> dict[Var, Any]:
    """Both runs; a query or a score looks its value up in the database, which is 0 or 1."""
    where = sides(kind, type_)
    assert isinstance(where.left, Var)
    assert isinstance(where.right, Var)
    if kind.PLACE is Place.MEMORY:
        return {where.left: left, where.right: right, K: k}
    both = (left, right)
    known: Any
    if type_ == SCORE:
        known = lambda database, candidate: both[database].get(candidate, both[database].get(None, 0))  # noqa: E731
    else:
        known = tuple(lambda database, n=n: both[database][n] for n in range(len(left)))
    return {where.left: known, DATABASES[0]: 0, DATABASES[1]: 1, K: k}


def positions(left: Value, right: Value) -> range:
    """Positions of lists (queries outside a list have no answer), or candidates, with some outside."""
    if isinstance(left, Mapping):
        return range(-1, 10)
    most = max(len(left), len(right)) if isinstance(left, tuple) else 0
    return range(-1, most + 2)


def holds(e: Expr, known: Mapping[Var, Any], domain: Sequence[int]) -> bool:
    """The truth of a formula whose quantifiers are over a few positions."""
    match e:
        case Quantified(every, var, body):
            found = (holds(body, {**known, var: n}, domain) for n in domain)
            return all(found) if every else any(found)
        case Apply(Op.AND, args):
            return all(holds(a, known, domain) for a in args)
        case Apply(Op.OR, args):
            return any(holds(a, known, domain) for a in args)
        case Apply(Op.NOT, (a,)):
            return not holds(a, known, domain)
        case Apply(Op.IMPLIES, (a, b)):
            return not holds(a, known, domain) or holds(b, known, domain)
        case _:
            return bool(evaluate(e, known))


def related(kind: Adjacency, type_: Type, left: Value, right: Value, k: int) -> bool:
    if kind.PLACE is Place.RIGID and not same_entries(left, right):
        return False  # the same queries, and the same candidates
    domain = range(len(left)) if type_ == ListOf(QUERY) else positions(left, right)
    known = memory(kind, type_, left, right, k)
    return all(holds(part, known, domain) for part in kind.relation(sides(kind, type_)))


def same_entries(left: Value, right: Value) -> bool:
    if isinstance(left, Mapping):
        return set(left) == set(right)
    return not isinstance(left, tuple) or len(left) == len(right)


# ------------------------------------------------------------------------------------------------------------- samples


def values(type_: Type) -> list[Value]:
    """Small values, all of them."""
    if type_ == INT:
        return list(range(-3, 4))
    if type_ == SCORE:
        entries = list(itertools.product((0, 1, 3), repeat=2))
        tables = [{0: a, 2: b} for a, b in entries]
        return [*tables, *({0: a, None: b} for a, b in entries), {0: 0}, {}]
    few = [tuple(v) for n in range(3) for v in itertools.product((0, 1, 3), repeat=n)]
    return [*few, *itertools.product((0, 1), repeat=3)]


def samples(type_: Type) -> Iterator[tuple[Value, Value, int]]:
    """All pairs of small values, and larger ones at random, most of them close."""
    for left, right in itertools.product(values(type_), repeat=2):
        for k in (0, 1, 2):
            yield left, right, k
    random = Random(7)
    for _ in range(500 if type_ != INT else 0):
        size, k = random.randrange(4, 9), random.randrange(4)
        left = tuple(random.randrange(-9, 9) for _ in range(size))
        moved = random.choice([range(size), [random.randrange(size)], random.sample(range(size), 2)])
        steps = random.choice([range(-k - 1, k + 2), range(-k, k + 1), range(k + 1), range(-k, 1)])
        right = tuple(v + (random.choice(steps) if n in moved else 0) for n, v in enumerate(left))
        right = right if random.random() < 0.95 else right[:-1]
        yield (dict(enumerate(left)), dict(enumerate(right)), k) if type_ == SCORE else (left, right, k)


@functools.cache
def judged(kind: Adjacency, type_: Type) -> list[tuple[Value, Value, int, bool]]:
    """The samples, and whether they are adjacent by the relation."""
    return [(left, right, k, related(kind, type_, left, right, k)) for left, right, k in samples(type_)]


@named
def test_the_check_is_the_relation(kind: Adjacency, type_: Type) -> None:
    answers = {True: 0, False: 0}
    for left, right, k, adjacent in judged(kind, type_):
        why = kind.why_apart("x", left, right, functools.partial(lambda k, _: k, k))
        assert (why is None) == adjacent, (left, right, k, why)
        answers[adjacent] += 1
    assert min(answers.values()) > 20


@named
def test_the_relation_is_symmetric(kind: Adjacency, type_: Type) -> None:
    for left, right, k, adjacent in judged(kind, type_):
        if adjacent:
            assert related(kind, type_, right, left, k)


@named
def test_the_parts_of_a_relation_are_no_conjunctions(kind: Adjacency, type_: Type) -> None:
    for part in kind.relation(sides(kind, type_)):
        assert part.type == BOOL
        assert not (isinstance(part, Apply) and part.op is Op.AND)


@named
def test_a_public_length_follows_from_the_relation(kind: Adjacency, type_: Type) -> None:
    if isinstance(type_, ListOf):
        different = [adjacent for a, b, _, adjacent in judged(kind, type_) if len(a) != len(b)]
        assert kind.PUBLIC_LENGTH
        assert different
        assert not any(different)


def test_a_name_of_a_bound_is_not_captured() -> None:
    """A parameter j in the bound stays itself below the quantifier over positions."""
    j = Var("j", INT, Place.RIGID)
    for kind in (EachWithin(j), EachWithin(j, True), OneWithin(j)):
        where = Sides(
            Var("x", ListOf(INT), Place.LEFT), Var("x", ListOf(INT), Place.RIGHT), (), frozenset({"i", "j", "x"})
        )
        known = {where.left: (0, 0), where.right: (2, 0), j: 2}
        assert all(holds(part, known, range(3)) for part in kind.relation(where))  # type: ignore[arg-type]
        assert not all(holds(part, {**known, j: 1}, range(3)) for part in kind.relation(where))  # type: ignore[dict-item]


# ------------------------------------------------------------------------------------------------- motions and cases


def allows(motion: Motion, moves: Sequence[int], most: int) -> bool:
    one_way = all(motion.direction * m >= 0 for m in moves)
    return one_way and max(map(abs, moves), default=0) <= most and not (motion.single and sum(map(bool, moves)) > 1)


def moves_of(left: Value, right: Value) -> list[int]:
    if isinstance(left, Mapping):
        return [right[c] - left[c] for c in left]
    return [b - a for a, b in zip(left, right, strict=True)] if isinstance(left, tuple) else [right - left]


@named
def test_the_motions_are_the_relation(kind: Adjacency, type_: Type) -> None:
    assert all(motion.most == K for motion in kind.motions)
    assert kind.reach == K
    for left, right, k, adjacent in judged(kind, type_):
        moving = same_entries(left, right) and any(allows(m, moves_of(left, right), k) for m in kind.motions)
        assert moving == adjacent, (left, right, k)


def cases(kind: Adjacency, type_: Type) -> tuple[Case, ...]:
    return kind.cases(sides(kind, type_), lambda name: Var(f"{name}_x", INT, Place.RIGID))


@named
def test_the_cases_are_the_relation(kind: Adjacency, type_: Type) -> None:
    """Adjacent values are in a case, with the witnesses that the kind finds; what is in a case is adjacent."""
    parts = kind.relation(sides(kind, type_))
    for left, right, k, adjacent in judged(kind, type_):
        if kind.PLACE is Place.RIGID and not same_entries(left, right):
            continue
        known = memory(kind, type_, left, right, k)
        domain = range(len(left)) if type_ == ListOf(QUERY) else positions(left, right)
        here = []
        for case in cases(kind, type_):
            assert len(case.facts) == len(parts)
            facts = conjunction(*case.facts)
            tried = list(itertools.product(domain, repeat=len(case.witnesses)))
            found = [w for w in tried if holds(facts, {**known, **dict(zip(case.witnesses, w, strict=True))}, domain)]
            assert adjacent or not found
            if adjacent and holds(case.alternative, known, domain):
                assert kind.witnessed(left, right) in found
                assert case.motion is not None
                assert allows(case.motion, moves_of(left, right), k)
                here.append(case)
        assert bool(here) == adjacent


def test_the_cases_of_each_kind() -> None:
    said = {repr(kind): [case.motion.said for case in cases(kind, kind.TYPES[0]) if case.motion] for kind in ALL}
    assert said[repr(MONOTONE)] == ["rises", "falls"]
    assert all(words in ([""], []) for name, words in said.items() if name != repr(MONOTONE))
    (moved,) = cases(OneWithin(K), ListOf(INT))
    assert [w.name for w in moved.witnesses] == ["moved_x"]


# ---------------------------------------------------------------------------------------------------- what is generated


class Dice:
    """Numbers for trials."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.candidates = [0, 1, 5]

    def number(self) -> int:
        return self.random.randrange(-3, 4)

    def item(self, kind: Type, far: int = 0) -> Value:
        match kind:
            case TupleOf(items):
                return tuple(self.item(i, far) for i in items)
            case _ if kind == BOOL:
                return self.random.random() < 0.5
            case _:
                return self.number() + 100 * far

    def below(self, limit: int) -> int:
        return self.random.randrange(limit)

    def pair(self, most: int, direction: int) -> tuple[int, int]:
        value, step = self.number(), self.random.randrange(most + 1)
        return value, value + step * (direction or self.random.choice((1, -1)))


@named
def test_trials_are_adjacent_and_move_as_they_should(kind: Adjacency, type_: Type) -> None:
    different = 0
    for seed, case in itertools.product(range(200), cases(kind, type_)):
        left, right = kind.trial(type_, seed % 5, case, Dice(seed), lambda _: 2)
        assert kind.why_apart("x", left, right, lambda _: 2) is None
        assert case.motion is not None
        assert allows(case.motion, moves_of(left, right), 2)
        different += left != right
    assert different > 50


MECHANISM = """
from typing import Annotated
from twinproof import Database, Epsilon, Query, Score, each_within, laplace, mechanism, one_within, sensitivity, within

@mechanism(epsilon="eps", requires="k >= 0")
def tried({parameters}k: int, eps: Epsilon) -> int:
    return laplace({read}, 1 / eps)
"""


def mechanism(kind: Adjacency, type_: Type) -> Mechanism:
    usage = kind.USAGE[-1 if kind == MONOTONE else 0].replace("(k", '("k"')
    name = {QUERY: "Query", INT: "int"}
    written = f"list[{name[type_.item]}]" if isinstance(type_, ListOf) else str(type_)  # type: ignore[index]
    database = "d: Database, " if kind.PLACE is Place.RIGID else ""
    reads = {"int": "x", "list[int]": "k", "list[Query]": "x[0](d) if len(x) > 0 else 0", "Score": "x(d, 1)"}
    text = MECHANISM.format(parameters=f"x: Annotated[{written}, {usage}], {database}", read=reads[written])
    (found,) = read_text(text, "tried.py")
    assert isinstance(found, Mechanism), found
    return found


@named
def test_the_refuter_pairs_what_is_adjacent(kind: Adjacency, type_: Type) -> None:
    """The matrix of a board against the check, pair by pair. A score is a list there, and a number for all others."""
    core = mechanism(kind, type_)
    space = space_of(core)
    kinds = {p.name: p.adjacency for p in space.private}
    blank = {p.name: "the database" for p in space.form.parameters} | {"k": 1, "eps": 1}
    choices = [[0, 1, 2] if p.var.type == INT else values(ListOf(INT))[:30] for p in space.private]
    points = [{**blank, **dict(zip(kinds, chosen, strict=True))} for chosen in itertools.product(*choices)][:120]
    matrix = space.adjacent(points)
    for (m, a), (n, b) in itertools.product(enumerate(points), repeat=2):
        found = all(kind.why_apart(name, a[name], b[name], lambda _: 1) is None for name, kind in kinds.items() if kind)
        assert matrix[m, n] == (found and m != n), (a, b)


# -------------------------------------------------------------------------------------------------- names and words


def test_the_table_is_complete() -> None:
    places = (*vars(home).values(), *vars(of_rows).values())
    defined = [c for c in places if isinstance(c, type) and issubclass(c, Adjacency)]
    concrete = {c for c in defined if not getattr(c, "__abstractmethods__", None)}
    assert set(KINDS) == concrete
    assert len(NAMED) == len(KINDS)
    for kind in KINDS:
        assert len(kind.ARGUMENTS) == len(fields(kind))  # type: ignore[arg-type]
        assert all(usage.startswith(f"{kind.NAME}(") for usage in kind.USAGE)


def test_authors_can_write_every_kind() -> None:
    for name, kind in MARKED.items():
        assert name in twinproof.__all__
        for usage in kind.USAGE:
            mark = eval(usage, {name: getattr(twinproof, name), "k": 2})
            assert isinstance(mark, Mark)
            assert repr(mark).replace("'", '"') == re.sub(r"\bk\b", "2", usage)
    assert implied_by(DATABASE) is Neighbours
    assert all(implied_by(t) is None for t in (INT, BOOL, REAL, SCORE, QUERY, ListOf(INT)))


@pytest.mark.parametrize("make", [within, each_within, one_within, moves_by_l2, sensitivity])
def test_marks_take_a_bound(make: Any) -> None:
    assert repr(make("2 * k")) == f"{make.__name__}('2 * k')"
    assert [repr(make(k)) for k in (0, 2)] == [f"{make.__name__}(0)", f"{make.__name__}(2)"]
    with pytest.raises(ValueError, match=f"{make.__name__} takes a bound that is not negative, not -1"):
        make(-1)
    for wrong in (True, 1.5, None):
        with pytest.raises(TypeError, match=f"{make.__name__} takes an int or a text over public parameters"):
            make(wrong)


@named
def test_the_reader_reads_it(kind: Adjacency, type_: Type) -> None:
    assert mechanism(kind, type_).parameter("x").adjacency == kind


def test_which_parameters_a_kind_is_for() -> None:
    every: tuple[Type, ...] = (INT, BOOL, REAL, DATABASE, QUERY, SCORE, ListOf(INT), ListOf(QUERY), ListOf(BOOL))
    for kind, type_, place in itertools.product(ALL, every, (Place.MEMORY, Place.RIGID)):
        if type_ in kind.TYPES and place is kind.PLACE:
            assert Parameter(Var("x", type_, place), kind).adjacency == kind
        else:
            with pytest.raises(TypeMismatch):
                Parameter(Var("x", type_, place), kind)


SHOWN = [
    (Within(K), INT, "|x⟨1⟩ − x⟨2⟩| ≤ k", "|x<1> - x<2>| <= k"),
    (
        EachWithin(K),
        ListOf(INT),
        "|x⟨1⟩| = |x⟨2⟩| ∧ ∀j. |x⟨1⟩[j] − x⟨2⟩[j]| ≤ k",
        "|x<1>| = |x<2>| and forall j. |x<1>[j] - x<2>[j]| <= k",
    ),
    (
        MONOTONE,
        ListOf(INT),
        "|x⟨1⟩| = |x⟨2⟩| ∧ ((∀j. 0 ≤ x⟨1⟩[j] − x⟨2⟩[j] ≤ k) ∨ (∀j. 0 ≤ x⟨2⟩[j] − x⟨1⟩[j] ≤ k))",
        "|x<1>| = |x<2>| and ((forall j. 0 <= x<1>[j] - x<2>[j] <= k) or (forall j. 0 <= x<2>[j] - x<1>[j] <= k))",
    ),
    (
        OneWithin(K),
        ListOf(INT),
        "|x⟨1⟩| = |x⟨2⟩| ∧ ∃i. |x⟨1⟩[i] − x⟨2⟩[i]| ≤ k ∧ (∀j. j ≠ i ⇒ x⟨1⟩[j] = x⟨2⟩[j])",
        "|x<1>| = |x<2>| and exists i. |x<1>[i] - x<2>[i]| <= k and (forall j. j != i => x<1>[j] = x<2>[j])",
    ),
    (
        Sensitive(K),
        ListOf(QUERY),
        "∀j. |evalQ(x[j], d⟨1⟩) − evalQ(x[j], d⟨2⟩)| ≤ k",
        "forall j. |evalQ(x[j], d<1>) - evalQ(x[j], d<2>)| <= k",
    ),
    (Sensitive(K), SCORE, "∀r. |x(d⟨1⟩, r) − x(d⟨2⟩, r)| ≤ k", "forall r. |x(d<1>, r) - x(d<2>, r)| <= k"),
    (Neighbours(), DATABASE, "adj(x⟨1⟩, x⟨2⟩)", "adj(x<1>, x<2>)"),
]


@pytest.mark.parametrize(("kind", "type_", "paper", "plain"), SHOWN)
def test_how_it_is_printed(kind: Adjacency, type_: Type, paper: str, plain: str) -> None:
    var = Var("x", type_, kind.PLACE)
    assert kind.shown(var, PAPER, show_expr) == paper
    assert kind.shown(var, ASCII, lambda e: show_expr(e, ASCII)) == plain


def test_inputs_as_an_adjacency_sees_them() -> None:
    assert numbers_of(3) == 3
    assert numbers_of((FixedQuery(4), FixedQuery(5))) == (4, 5)
    assert numbers_of(FixedScore(((0, 3), (2, 4)))) == {0: 3, 2: 4}
    assert numbers_of(FixedScore(((0, 3),), 7)) == {0: 3, None: 7}


WHY = [
    (Within(K), 0, 3, "`x` moves by 3, and may move by 1"),
    (EachWithin(K), (0, 0), (0,), "`x` has 2 entries on one side and 1 on the other"),
    (EachWithin(K), (0, 0), (0, -2), "an entry of `x` moves by 2, and may move by 1"),
    (MONOTONE, (0, 0), (1, -1), "entries of `x` move in both directions, and may move in one only"),
    (OneWithin(K), (0, 0, 0), (1, 1, 0), "2 entries of `x` move, and only one may"),
    (Sensitive(K), {0: 1}, {1: 1}, "`x` must be given for the same candidates on both sides"),
    (Sensitive(K), {0: 1, None: 2}, {0: 1}, "`x` must be given for the same candidates on both sides"),
    (Sensitive(K), {0: 1, None: 0}, {0: 1, None: 2}, "an entry of `x` moves by 2, and may move by 1"),
]


@pytest.mark.parametrize(("kind", "left", "right", "reason"), WHY)
def test_why_two_values_are_not_adjacent(kind: Adjacency, left: Value, right: Value, reason: str) -> None:
    assert kind.why_apart("x", left, right, lambda _: 1) == reason
