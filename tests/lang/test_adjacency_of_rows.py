"""Adjacency of data sets: all that a kind says of itself against its one relation, and both against what is meant."""

from __future__ import annotations

import copy
import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest

from tests.lang.test_adjacency import Dice
from twinproof.document.mechanisms import decode_mechanism, encode_mechanism
from twinproof.document.programs import ProgramReader, ProgramWriter
from twinproof.document.strict import Rejected
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.lang.adjacency import one_changed, one_user_added_or_removed, one_user_changed
from twinproof.lang.adjacency_kind import Adjacency, Case, Edit, Sides
from twinproof.lang.adjacency_of_rows import (
    MOST_ROWS,
    OfOneUser,
    OneAddedOrRemoved,
    OneChanged,
    OneUserAddedOrRemoved,
    OneUserChanged,
    is_row,
)
from twinproof.lang.expr import (
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Quantified,
    TypeMismatch,
    Var,
    conjunction,
    conjuncts,
    free_variables,
    subterms,
)
from twinproof.lang.faces import TEXT, Member, Record, Table, dictionary, option
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.printer import ASCII, PAPER, show_expr
from twinproof.lang.reader import read_text
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, TupleOf, Type
from twinproof.refute.space import space_of
from twinproof.search.compiled import function
from twinproof.search.prover import Prover
from twinproof.search.result import Stuck

Rows = tuple[Any, ...]
PAIR = TupleOf((INT, INT))
FLAGGED = TupleOf((BOOL, INT))
NESTED = TupleOf((TupleOf((BOOL, INT)), INT, BOOL))


def of_user(kind: type[OfOneUser], column: int, rows: int) -> OfOneUser:
    made = kind.made([Literal(column), Literal(rows)])
    assert isinstance(made, OfOneUser)
    return made


TRIED: list[tuple[Adjacency, Type]] = [
    *((kind, row) for kind in (OneAddedOrRemoved(), OneChanged()) for row in (INT, BOOL, PAIR, NESTED)),
    *((of_user(kind, 0, rows), PAIR) for kind in (OneUserAddedOrRemoved, OneUserChanged) for rows in (1, 2, 3)),
    *((of_user(kind, 1, 2), row) for kind in (OneUserAddedOrRemoved, OneUserChanged) for row in (FLAGGED, NESTED)),
]


def _name(part: object) -> str:
    if isinstance(part, OfOneUser):
        return f"{part.NAME}-{part.most}"
    return part.NAME if isinstance(part, Adjacency) else str(part)


each = pytest.mark.parametrize(("kind", "row"), TRIED, ids=_name)

# ------------------------------------------------------------------------------------------------------- what is meant


def is_adjacent(kind: Adjacency, left: Rows, right: Rows) -> bool:
    """Whether two lists are adjacent, by what the documentation says."""
    if isinstance(kind, OneChanged):
        shorter = min(len(left), len(right))
        kept = [n for n in range(shorter) if left[n] == right[n]]
        return len(left) == len(right) <= len(kept) + 1
    if isinstance(kind, OneAddedOrRemoved):
        return any(_without(a, {n}) == b for a, b in ((left, right), (right, left)) for n in range(len(a)))
    assert isinstance(kind, OfOneUser)
    column = kind.arguments[0]
    assert isinstance(column, Literal)
    found = False
    for user in {row[column.value] for row in left + right}:
        own = [{n for n, row in enumerate(side) if row[column.value] == user} for side in (left, right)]
        rest = [_without(side, places) for side, places in zip((left, right), own, strict=True)]
        if isinstance(kind, OneUserChanged):
            alike = own[0] == own[1] and rest[0] == rest[1]
            found |= alike and len(left) == len(right) and len(own[0]) <= kind.most
        else:
            found |= rest[0] == rest[1] and min(map(len, own)) == 0 < max(map(len, own)) <= kind.most
    return found or (isinstance(kind, OneUserChanged) and left == right)


def _without(rows: Rows, places: set[int]) -> Rows:
    return tuple(row for n, row in enumerate(rows) if n not in places)


# ----------------------------------------------------------------------------------- what a relation says of two values


def sides(row: Type) -> Sides:
    whole = ListOf(row)
    return Sides(Var("x", whole, Place.LEFT), Var("x", whole, Place.RIGHT), (), frozenset({"x"}))


Truth = Callable[[Rows, Rows, dict[str, int], Sequence[int]], bool]


@functools.cache
def truth(e: Expr) -> Truth:
    """A formula as a function of both lists, of the numbers that are known, and of those that quantifiers are over."""
    if not any(isinstance(t, Quantified) for t in subterms(e)):
        plain = function(e)
        return lambda left, right, known, domain: bool(plain({}, {"x": left}, {"x": right}, known))
    match e:
        case Quantified(True, var, body):
            inner, name = truth(body), var.name
            return lambda left, right, known, domain: all(
                inner(left, right, {**known, name: n}, domain) for n in domain
            )
        case Quantified():
            return exists(e)
        case Apply(op, args):
            parts = [truth(a) for a in args]
            match op:
                case Op.AND:
                    return lambda *given: all(part(*given) for part in parts)
                case Op.OR:
                    return lambda *given: any(part(*given) for part in parts)
                case Op.IMPLIES:
                    return lambda *given: not parts[0](*given) or parts[1](*given)
    raise AssertionError(f"a relation is not made of {e}")


def exists(e: Expr) -> Truth:
    """Whether there are such numbers, chosen one by one; a fact is asked as soon as all of its numbers are there."""
    names: list[str] = []
    while isinstance(e, Quantified) and not e.universal:
        names.insert(0, e.var.name)  # those that come last say most
        e = e.body
    facts: list[list[Truth]] = [[] for _ in names]
    for fact in conjuncts(e):
        free = {v.name for v in free_variables(fact)}
        facts[max((n for n, name in enumerate(names) if name in free), default=0)].append(truth(fact))

    def found(left: Rows, right: Rows, known: dict[str, int], domain: Sequence[int]) -> bool:
        def from_here(place: int, chosen: dict[str, int]) -> bool:
            if place == len(names):
                return True
            for n in domain:
                now = {**chosen, names[place]: n}
                if all(fact(left, right, now, domain) for fact in facts[place]) and from_here(place + 1, now):
                    return True
            return False

        return from_here(0, known)

    return found


def numbers(left: Rows, right: Rows) -> range:
    """Positions, with some beyond the end, and users, with one that has no rows."""
    return range(-1, max(len(left), len(right), 2) + 3)


def related(kind: Adjacency, row: Type, left: Rows, right: Rows) -> bool:
    parts = kind.relation(sides(row))
    return all(truth(part)(left, right, {}, numbers(left, right)) for part in parts)


# ------------------------------------------------------------------------------------------------------------- samples


def rows_of(row: Type) -> list[Any]:
    """A few rows; users are 0, 1 and 2."""
    match row:
        case TupleOf(items) if items == FLAGGED.items:
            return [(True, 0), (False, 0), (True, 1), (False, 2)]
        case TupleOf(items) if items == PAIR.items:
            return [(0, 0), (0, 1), (1, 0), (2, 1)]
        case TupleOf():
            return [((True, 0), 0, True), ((False, 0), 0, True), ((True, 1), 1, True), ((True, 0), 2, False)]
        case _:
            return [True, False] if row == BOOL else [0, 1, 7]


def samples(row: Type) -> Iterator[tuple[Rows, Rows]]:
    """All pairs of short lists, and longer ones at random, most of them close."""
    few = rows_of(row)
    lists = [tuple(rows) for n in range(3) for rows in itertools.product(few, repeat=n)]
    lists += itertools.product(few[:2] if row != PAIR else few[1:3], repeat=3)
    yield from itertools.product(lists, repeat=2)
    random = Random(11)
    for _ in range(400):
        left = [random.choice(few) for _ in range(random.randrange(3, 7))]
        right = list(left)
        for _ in range(random.choice((1, 1, 1, 2, 2, 3))):
            place = random.randrange(len(right)) if right else 0
            match random.randrange(4):
                case 0:
                    right.insert(place, random.choice(few))
                case 1:
                    right[place : place + 1] = [random.choice(few)]
                case 2:
                    del right[place : place + 1]
                case _ if isinstance(row, TupleOf) and right:  # all rows of one user are away, or replaced
                    column, user = random.randrange(2), random.randrange(3)
                    new = [other for other in few if other[column] == user]
                    changed = random.random() < 0.5
                    kept = [r if r[column] != user else random.choice(new) if changed and new else None for r in right]
                    right = [r for r in kept if r is not None]
        yield (tuple(left), tuple(right)) if random.random() < 0.5 else (tuple(right), tuple(left))


@functools.cache
def judged(kind: Adjacency, row: Type) -> list[tuple[Rows, Rows, bool]]:
    """The samples, and whether they are adjacent by the relation."""
    return [(left, right, related(kind, row, left, right)) for left, right in dict.fromkeys(samples(row))]


@each
def test_the_relation_is_what_is_meant(kind: Adjacency, row: Type) -> None:
    answers = {True: 0, False: 0}
    for left, right, adjacent in judged(kind, row):
        assert adjacent == is_adjacent(kind, left, right), (left, right)
        answers[adjacent] += 1
    assert min(answers.values()) > 20


@each
def test_the_check_is_the_relation(kind: Adjacency, row: Type) -> None:
    for left, right, adjacent in judged(kind, row):
        why = kind.why_apart("x", left, right, lambda _: 1)
        assert (why is None) == adjacent, (left, right, why)


@each
def test_the_relation_is_symmetric(kind: Adjacency, row: Type) -> None:
    for left, right, adjacent in judged(kind, row):
        if adjacent:
            assert related(kind, row, right, left)


@each
def test_the_parts_of_a_relation_are_no_conjunctions(kind: Adjacency, row: Type) -> None:
    for part in kind.relation(sides(row)):
        assert part.type == BOOL
        assert not (isinstance(part, Apply) and part.op is Op.AND)


@each
def test_a_length_is_public_if_the_relation_says_so(kind: Adjacency, row: Type) -> None:
    different = [adjacent for a, b, adjacent in judged(kind, row) if len(a) != len(b)]
    assert (not any(different)) == kind.PUBLIC_LENGTH
    assert different


def test_a_name_of_a_parameter_is_not_captured() -> None:
    """Positions are called otherwise than what is taken."""
    taken = frozenset({"j", "extra", "changed", "user", "changed_2", "extra_2"})
    for kind, row in TRIED:
        where = Sides(Var("x", ListOf(row), Place.LEFT), Var("x", ListOf(row), Place.RIGHT), (), taken)
        bound = {t.var.name for part in kind.relation(where) for t in subterms(part) if isinstance(t, Quantified)}
        assert bound
        assert not bound & taken


def edited(kind: Adjacency, left: Rows, right: Rows) -> bool:
    """Whether one edit of the kind leads from one list to the other."""
    replaced = [_without(left, {n}) == _without(right, {n}) for n in range(len(left))]
    match kind.EDIT:
        case Edit.REPLACED:
            return len(left) == len(right) and (left == right or any(replaced))
        case Edit.ADDED_OR_REMOVED:
            return any(_without(a, {n}) == b for a, b in ((left, right), (right, left)) for n in range(len(a)))
        case _:
            raise AssertionError(f"{kind.NAME} is no edit")


@each
def test_an_edit_is_the_relation(kind: Adjacency, row: Type) -> None:
    assert (kind.EDIT is None) == isinstance(kind, OfOneUser)
    if kind.EDIT is not None:
        assert all(edited(kind, left, right) == adjacent for left, right, adjacent in judged(kind, row))


# -------------------------------------------------------------------------------------------------------------- cases


def cases(kind: Adjacency, row: Type) -> tuple[Case, ...]:
    made = itertools.count()
    return kind.cases(sides(row), lambda name: Var(f"{name}_{next(made)}", INT, Place.RIGID))


@each
def test_adjacent_lists_are_in_a_case_with_the_witnesses_that_are_found(kind: Adjacency, row: Type) -> None:
    for left, right, adjacent in judged(kind, row):
        if not adjacent:
            continue
        domain = numbers(left, right)
        here = [case for case in cases(kind, row) if truth(case.alternative)(left, right, {}, domain)]
        assert here
        for case in here:
            found = kind.witnessed(left, right)
            known = dict(zip((w.name for w in case.witnesses), found, strict=True))
            assert all(truth(fact)(left, right, known, domain) for fact in case.facts), (left, right, known)


@each
def test_what_is_in_a_case_is_adjacent(kind: Adjacency, row: Type) -> None:
    """Whatever the witnesses are; and the lists stand beside each other as the alignment says."""
    tried = [(a, b, adjacent) for a, b, adjacent in judged(kind, row) if len(a) + len(b) < 6][::5]
    inside = 0
    for case in cases(kind, row):
        assert len(case.facts) == len(kind.relation(sides(row)))
        assert case.alignment is not None
        assert (*case.alignment.positions, *([case.alignment.user] if case.alignment.user else [])) == case.witnesses
        facts = truth(conjunction(*case.facts))
        for left, right, adjacent in tried:
            domain = numbers(left, right)
            for chosen in itertools.product(domain[1:], repeat=len(case.witnesses)):
                known = dict(zip((w.name for w in case.witnesses), chosen, strict=True))
                if facts(left, right, known, domain):
                    assert adjacent
                    assert stands(kind, case, left, right, known)
                    inside += 1
    assert inside > 10


def stands(kind: Adjacency, case: Case, left: Rows, right: Rows, known: dict[str, int]) -> bool:
    """Whether two lists are aligned, as the alignment is documented."""
    alignment = case.alignment
    assert alignment is not None
    places = [known[p.name] for p in alignment.positions]
    longer = left if alignment.longer is Place.LEFT else right
    if alignment.longer is None:
        alike = _without(left, set(places)) == _without(right, set(places)) and len(left) == len(right)
        alike = alike and places == sorted(set(places))
    else:
        shorter = right if alignment.longer is Place.LEFT else left
        alike = _without(longer, set(places)) == shorter and places == sorted(set(places)) and places[0] >= 0
    if alignment.user is None:
        return alike
    assert kind.arguments[0] == Literal(alignment.column)
    lists = (left, right) if alignment.longer is None else (longer,)
    user = known[alignment.user.name]
    own = [{n for n, row in enumerate(rows) if row[alignment.column] == user} for rows in lists]
    return alike and all(there == {p for p in places if 0 <= p < len(longer)} for there in own)


def test_the_cases_of_each_kind() -> None:
    for kind, row in TRIED:
        found = cases(kind, row)
        if kind.PUBLIC_LENGTH:
            assert [c.alignment.longer for c in found if c.alignment] == [None]
        else:
            assert [c.alignment.longer for c in found if c.alignment] == [Place.LEFT, Place.RIGHT]
        assert all(c.motion is None for c in found)
        assert kind.motions == ()
        assert kind.reach is None
    (case,) = cases(of_user(OneUserChanged, 0, 2), PAIR)
    assert [w.name for w in case.witnesses] == ["changed_0", "changed_2_1", "user_2"]


# ---------------------------------------------------------------------------------------------------- what is generated


@each
def test_trials_are_adjacent_and_stand_as_they_should(kind: Adjacency, row: Type) -> None:
    whole = ListOf(row)
    different, sizes, far = 0, set(), 0
    for seed, case in itertools.product(range(200), (None, *cases(kind, row))):
        left, right = kind.trial(whole, seed % 5, case, Dice(seed), lambda _: 1)
        assert is_adjacent(kind, left, right)
        assert all(is_of(value, row) for side in (left, right) for value in side)
        different += left != right
        sizes.add(max(len(left), len(right)))
        far += any(abs(n) > 50 for side in (left, right) for value in side for n in parts(value))
        if case is not None and case.alignment is not None and case.alignment.longer is not None:
            assert (len(left) > len(right)) == (case.alignment.longer is Place.LEFT)
        if case is not None:
            known = dict(zip((w.name for w in case.witnesses), kind.witnessed(left, right), strict=True))
            domain = range(-1, 8)
            assert all(truth(fact)(left, right, known, domain) for fact in case.facts)
    assert different > 100
    assert len(sizes) > 3
    assert far > 20 or row in (BOOL, FLAGGED)  # there are few numbers in these


def parts(value: Any) -> list[int]:
    return [n for v in value for n in parts(v)] if isinstance(value, tuple) else [value]


def is_of(value: Any, kind: Type) -> bool:
    match kind:
        case TupleOf(items):
            return type(value) is tuple and len(value) == len(items) and all(map(is_of, value, items))
        case _:
            return type(value) is (bool if kind == BOOL else int)


@each
def test_what_is_nearby_is_adjacent(kind: Adjacency, row: Type) -> None:
    few = rows_of(row)
    lists = [tuple(rows) for n in range(4) for rows in itertools.product(few[:3], repeat=n)]
    for value in lists:
        found = list(kind.nearby(value, lambda _: 1, few))
        assert all(is_adjacent(kind, value, other) for other in found)
        assert all(is_of(r, row) for other in found for r in other)
        assert value not in found
        if not kind.PUBLIC_LENGTH:
            assert {len(other) > len(value) for other in found} >= {True}
            assert not value or isinstance(kind, OfOneUser) or any(len(other) < len(value) for other in found)
        elif isinstance(kind, OneChanged):
            assert bool(found) == bool(value)
    assert list(kind.nearby(lists[-1], lambda _: 1, ())) or kind.PUBLIC_LENGTH or isinstance(kind, OfOneUser)


def test_the_neighbours_of_one_user() -> None:
    rows = ((0, 5), (1, 6), (0, 7))
    changed, away = of_user(OneUserChanged, 0, 2), of_user(OneUserAddedOrRemoved, 0, 2)
    assert ((0, 9), (1, 6), (0, 9)) in changed.nearby(rows, lambda _: 1, [(4, 9)])
    assert ((0, 5), (1, 9), (0, 7)) in changed.nearby(rows, lambda _: 1, [(4, 9)])
    few = of_user(OneUserChanged, 0, 1)
    assert list(few.nearby(rows, lambda _: 1, [(4, 9)])) == [((0, 5), (1, 9), (0, 7))]  # user 0 has too many rows
    found = list(away.nearby(rows, lambda _: 1, [(4, 9)]))
    assert found[:2] == [((1, 6),), ((0, 5), (0, 7))]
    assert (*rows, (4, 9), (4, 9)) in found
    assert ((4, 9), (4, 9), *rows) in found
    assert (*rows, (2, 9), (2, 9)) in away.nearby(rows, lambda _: 1, [(0, 9), (1, 9)])  # all known users have rows


HEAD = """
from typing import Annotated
from twinproof import (
    Epsilon, laplace, mechanism, one_added_or_removed, one_changed, one_user_added_or_removed, one_user_changed
)

@mechanism(epsilon="eps")
def tried(x: Annotated[list[{row}], {usage}], eps: Epsilon) -> int:
    return laplace({centre}, 1 / eps)
"""


def mechanism(kind: Adjacency, row: Type, centre: str = "len(x)") -> Mechanism:
    usage = kind.NAME + "()"
    if isinstance(kind, OfOneUser):
        column, most = (a.value for a in kind.arguments if isinstance(a, Literal))
        usage = f"{kind.NAME}({column}, rows={most})"
    (found,) = read_text(HEAD.format(row=row, usage=usage, centre=centre), "tried.py")
    assert isinstance(found, Mechanism), found
    return found


@each
def test_the_reader_reads_it(kind: Adjacency, row: Type) -> None:
    assert mechanism(kind, row).parameter("x").adjacency == kind


@each
def test_the_refuter_pairs_what_is_adjacent(kind: Adjacency, row: Type) -> None:
    space = space_of(mechanism(kind, row))
    lists = list(dict.fromkeys(left for left, _ in samples(row)))[:40]
    points = [{"x": x, "eps": 1} for x in lists]
    matrix = space.adjacent(points)
    for (m, a), (n, b) in itertools.product(enumerate(lists), repeat=2):
        assert matrix[m, n] == (m != n and is_adjacent(kind, a, b)), (a, b)


# ----------------------------------------------------------------------------------------------- names, words and types

COLOUR = Member((INT,), "Colour", ("RED", "BLUE"))
VISIT = Record((TEXT, INT, COLOUR, BOOL), "Visit", ("who", "minutes", "colour", "paid"), is_sequence=True)
ROWS: list[Type] = [INT, BOOL, REAL, PAIR, NESTED, TupleOf((REAL, INT)), TupleOf(()), TEXT, COLOUR, VISIT, option(INT)]
NO_ROWS: list[Type] = [
    *(DATABASE, QUERY, SCORE, ListOf(INT), TupleOf((INT, ListOf(INT))), dictionary(INT, INT), option(ListOf(INT))),
]


def test_what_can_be_a_row() -> None:
    assert all(map(is_row, ROWS))
    assert not any(map(is_row, NO_ROWS))


def test_which_parameters_a_kind_is_for() -> None:
    for kind, row in itertools.product((OneAddedOrRemoved(), OneChanged()), (*ROWS, *NO_ROWS)):
        for type_, place in itertools.product((row, ListOf(row)), (Place.MEMORY, Place.RIGID)):
            if isinstance(type_, ListOf) and type_.item in ROWS and place is Place.MEMORY:
                assert Parameter(Var("x", type_, place), kind).adjacency == kind
            else:
                with pytest.raises(TypeMismatch):
                    Parameter(Var("x", type_, place), kind)
        with pytest.raises(TypeMismatch):  # the core holds it by a list, and to Python it is none
            Parameter(Var("x", Table(row, INT, (1, 2))), kind)


@pytest.mark.parametrize("kind", [OneUserAddedOrRemoved, OneUserChanged])
@pytest.mark.parametrize(
    ("row", "columns"),
    [
        *((PAIR, {0, 1}), (FLAGGED, {1}), (NESTED, {1}), (VISIT, {0, 1, 2}), (TupleOf((REAL, INT)), {1})),
        *((INT, set()), (BOOL, set()), (TupleOf(()), set()), (TupleOf((INT, ListOf(INT))), set())),
    ],
    ids=str,
)
def test_which_columns_may_say_whose_a_row_is(kind: type[OfOneUser], row: Type, columns: set[int]) -> None:
    var = Var("x", ListOf(row))
    for column in range(-1, 6):
        assert of_user(kind, column, 1).fits(var) == (column in columns), column
    for column in columns:
        for rows in range(-1, MOST_ROWS + 3):
            assert of_user(kind, column, rows).fits(var) == (1 <= rows <= MOST_ROWS), rows
        assert not of_user(kind, column, 1).fits(Var("x", ListOf(row), Place.RIGID))
        assert not of_user(kind, column, 1).fits(Var("x", row))
    assert not kind.made([Var("k", INT, Place.RIGID), Literal(1)]).fits(var)
    assert not kind.made([Literal(0), Var("k", INT, Place.RIGID)]).fits(var)
    assert not kind.made([Literal(True), Literal(1)]).fits(Var("x", ListOf(PAIR)))
    assert not kind.made([Literal(0), Literal(True)]).fits(Var("x", ListOf(PAIR)))


SHOWN = [
    (OneAddedOrRemoved(), INT, "x⟨1⟩ is x⟨2⟩ with one row more or one less"),
    (OneChanged(), INT, "x⟨1⟩ is x⟨2⟩ with one row replaced"),
    (
        of_user(OneUserAddedOrRemoved, 1, 3),
        PAIR,
        "x⟨1⟩ is x⟨2⟩ with all rows of one user in column 2, at most 3, more or less",
    ),
    (
        of_user(OneUserChanged, 0, 1),
        PAIR,
        "x⟨1⟩ is x⟨2⟩ with all rows of one user in column 1, at most 1, replaced",
    ),
]


@pytest.mark.parametrize(("kind", "row", "words"), SHOWN, ids=_name)
def test_how_it_is_printed(kind: Adjacency, row: Type, words: str) -> None:
    var = Var("x", ListOf(row))
    assert kind.shown(var, PAPER, show_expr) == words
    assert kind.shown(var, ASCII, show_expr) == words.replace("⟨", "<").replace("⟩", ">")


WHY = [
    (
        OneAddedOrRemoved(),
        (1, 2),
        (1, 2),
        "`x` has 2 rows on one side and 2 on the other: one side must have one row more",
    ),
    (OneAddedOrRemoved(), (1, 2, 3), (3, 2), "one list of `x` is not the other with one row more"),
    (OneChanged(), (1, 2), (1,), "`x` has 2 rows on one side and 1 on the other"),
    (OneChanged(), (1, 2, 3), (1, 0, 0), "2 rows of `x` are replaced, and only one may be"),
    (
        of_user(OneUserAddedOrRemoved, 0, 2),
        ((1, 0), (1, 1), (2, 0)),
        ((1, 0), (2, 0)),
        "one list of `x` is not the other with all rows of one user more",
    ),
    (
        of_user(OneUserAddedOrRemoved, 0, 1),
        ((1, 0), (1, 1), (2, 0)),
        ((2, 0),),
        "the user whose rows of `x` are away has 2 of them, and may have 1",
    ),
    (of_user(OneUserChanged, 0, 2), ((1, 0),), (), "`x` has 1 rows on one side and 0 on the other"),
    (
        of_user(OneUserChanged, 0, 2),
        ((1, 0), (2, 0)),
        ((1, 1), (3, 0)),
        "rows of `x` are replaced that belong to 3 users, and only one may change",
    ),
    (
        of_user(OneUserChanged, 0, 1),
        ((1, 0), (1, 1), (2, 0)),
        ((1, 5), (1, 1), (2, 0)),
        "the user whose rows of `x` are replaced has 2 of them, and may have 1",
    ),
]


@pytest.mark.parametrize(("kind", "left", "right", "reason"), WHY)
def test_why_two_values_are_not_adjacent(kind: Adjacency, left: Rows, right: Rows, reason: str) -> None:
    assert kind.why_apart("x", left, right, lambda _: 1) == reason
    swapped = kind.why_apart("x", right, left, lambda _: 1)
    assert swapped is not None
    assert reason == swapped or (len(left) != len(right) and reason.startswith("`x` has"))


def test_marks_take_a_column_and_a_count() -> None:
    assert repr(one_changed()) == "one_changed()"
    assert repr(one_user_changed("who", rows=2)) == "one_user_changed('who', rows=2)"
    assert repr(one_user_added_or_removed(0, rows=8)) == "one_user_added_or_removed(0, rows=8)"
    for make in (one_user_changed, one_user_added_or_removed):
        for rows in (0, -1, MOST_ROWS + 1):
            with pytest.raises(ValueError, match=f"{make.__name__} takes a number of rows from 1 to 8, not {rows}"):
                make("who", rows=rows)
        wrong: Any
        for wrong in ("k", True, 1.0, None):
            with pytest.raises(TypeError, match=f"{make.__name__} takes a number of rows, not {wrong!r}"):
                make("who", rows=wrong)
        for wrong in (True, 1.0, None):
            with pytest.raises(
                TypeError, match=f"{make.__name__} takes a column by its name or position, not {wrong!r}"
            ):
                make(wrong, rows=1)
        with pytest.raises(ValueError, match=f"{make.__name__} counts columns from 0 on, and -1 is none"):
            make(-1, rows=1)
    anything: Any = one_changed
    with pytest.raises(TypeError):
        anything(1)


# -------------------------------------------------------------------------------------------------------- in documents

USERS = of_user(OneUserAddedOrRemoved, 1, 2)


def documented(core: Mechanism) -> tuple[dict[str, Any], dict[str, Any]]:
    writer = ProgramWriter()
    row = encode_mechanism(writer, core)
    return row, {"terms": writer.terms.rows, "programs": writer.programs.rows}


@each
def test_a_mechanism_is_written_and_read(kind: Adjacency, row: Type) -> None:
    core = mechanism(kind, row)
    document, tables = documented(core)
    assert decode_mechanism(ProgramReader(tables), document) == core


def forged_terms() -> Iterator[tuple[Expr, Expr]]:
    column, rows = Literal(1), Literal(2)
    k = Var("k", INT, Place.RIGID)
    for wrong in (-1, 0, 2, 7, 10**30, -(10**30)):  # in column 0 there are truth values
        yield Literal(wrong), rows
    for wrong in (-1, 0, MOST_ROWS + 1, 10**30, -(10**30)):
        yield column, Literal(wrong)
    for e in (Literal(True), k, Var("x", ListOf(FLAGGED)), Apply(Op.ADD, (Literal(0), Literal(1)), INT)):
        yield e, rows
        yield column, e


@pytest.mark.parametrize("number", range(len(list(forged_terms()))))
def test_a_column_or_a_count_that_is_none_is_rejected(number: int) -> None:
    wrong = list(forged_terms())[number]
    core = mechanism(USERS, FLAGGED, "0")
    writer = ProgramWriter()
    document = encode_mechanism(writer, core)
    document["parameters"][0]["adjacency"] = [USERS.NAME, *map(writer.term, wrong)]
    tables = {"terms": writer.terms.rows, "programs": writer.programs.rows}
    with pytest.raises(Rejected, match=r"^mechanism: TypeMismatch: x cannot be a parameter like this$"):
        decode_mechanism(ProgramReader(tables), document)


@functools.cache
def certificate() -> dict[str, Any]:
    core = mechanism(USERS, FLAGGED, "0")
    answer = Prover(core).find_proof()
    assert not isinstance(answer, Stuck)
    return write(core, answer.theorem, core.source)


def altered(adjacency: list[Any], *terms: Any) -> dict[str, Any]:
    """The certificate with another adjacency, which may refer to terms that are added."""
    document = copy.deepcopy(certificate())
    document["terms"] += terms
    document["mechanism"]["parameters"][0]["adjacency"] = adjacency
    return document


def test_a_certificate_holds_for_its_adjacency_only() -> None:
    assert check(certificate()).mechanism.parameter("x").adjacency == USERS
    size = len(certificate()["terms"])
    one, three = ["literal", "int", "1"], ["literal", "int", "3"]
    for row, terms in (
        ([USERS.NAME, size, size + 1], (one, three)),
        ([USERS.NAME, size, size + 1], (one, one)),
        (["one_user_changed", size, size + 1], (one, ["literal", "int", "2"])),
        (["one_added_or_removed"], ()),
        (["one_changed"], ()),
    ):
        with pytest.raises(Rejected, match="the derivation ends with another judgment than the claim"):
            check(altered(row, *terms))


@pytest.mark.parametrize(
    "rows",
    [
        *((["literal", "int", "1"], ["literal", "int", n]) for n in ("0", "-1", "9", "1" * 40)),
        *((["literal", "int", n], ["literal", "int", "2"]) for n in ("0", "-1", "2", "1" * 40)),
        *(
            (["literal", "bool", "True"], ["literal", "int", "2"]),
            (["literal", "int", "1"], ["literal", "bool", "True"]),
        ),
        (["literal", "int", "1"], ["literal", "real", "2"]),
        (["literal", "int", "1"], ["var", "k", "int", "RIGID"]),
        (["var", "k", "int", "RIGID"], ["literal", "int", "2"]),
        (["literal", "int", "1"], ["apply", "+", [1, 1], "int"]),
    ],
    ids=str,
)
def test_forged_columns_and_counts_are_rejected_by_the_replay(rows: tuple[Any, Any]) -> None:
    size = len(certificate()["terms"])
    with pytest.raises(Rejected, match="mechanism: TypeMismatch: x cannot be a parameter like this"):
        check(altered([USERS.NAME, size, size + 1], *rows))


@pytest.mark.parametrize(
    "row",
    [
        *([USERS.NAME], [USERS.NAME, 1], [USERS.NAME, 1, 2, 2], [USERS.NAME, 1, True], [USERS.NAME, None, 2]),
        *(
            [USERS.NAME, 1, "2"],
            [USERS.NAME, 1, -1],
            [USERS.NAME, 1, 10**9],
            ["one_changed", 1],
            ["one_changed", False],
        ),
    ],
    ids=str,
)
def test_rows_that_are_no_adjacency_are_rejected(row: list[Any]) -> None:
    with pytest.raises(Rejected, match=r"^mechanism: "):
        check(altered(row))
