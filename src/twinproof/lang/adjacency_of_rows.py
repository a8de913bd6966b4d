"""Adjacency of data sets: lists of rows, of which one is more or less or another one, or all rows of one user are.

Rows stand in an order, and what is not concerned keeps it. A row has no bounds: what a mechanism does not clamp may be
any number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from twinproof.lang.adjacency_kind import Adjacency, Alignment, Amount, Argument, Case, Draws, Edit, Form, Sides, Value
from twinproof.lang.expr import (
    ONE,
    ZERO,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    exists,
    forall,
    implies,
    negate,
)
from twinproof.lang.faces import is_list, is_number, item_of
from twinproof.lang.types import BOOL, INT, REAL, ListOf, TupleOf, Type

if TYPE_CHECKING:
    from twinproof.lang.printer import Notation

Positions = Sequence[Expr]
MOST_ROWS = 8  # of one user: each has its own name in a proof
LEFT, RIGHT = Place.LEFT, Place.RIGHT


def is_row(kind: Type) -> bool:
    """Whether a value of this type can be a row: numbers, truth values, and tuples of them."""
    match kind:
        case TupleOf(items):
            return all(map(is_row, items))
        case _:
            return kind in (INT, BOOL, REAL)


# ------------------------------------------------------------------------------------------------------------ formulas


def _length(items: Expr) -> Expr:
    return apply(Op.LEN, items)


def _item(items: Expr, position: Expr) -> Expr:
    return apply(Op.GET, items, position)


def _plus(e: Expr, number: int) -> Expr:
    return apply(Op.ADD, e, Literal(number)) if number else e


def _less(e: Expr, number: int) -> Expr:
    return apply(Op.SUB, e, Literal(number)) if number else e


def _inside(position: Expr, items: Expr) -> Expr:
    return apply(Op.LT, position, _length(items))


def _in_order(positions: Positions) -> list[Expr]:
    """0 ≤ p₁ < p₂ < …"""
    first: list[Expr] = [apply(Op.LE, ZERO, p) for p in positions[:1]]
    return first + [apply(Op.LT, p, q) for p, q in pairwise(positions)]


def _inserted(more: Expr, fewer: Expr, positions: Positions, j: Var) -> Expr:
    """One list is the other without what stands at the positions; those beyond its end, but for the first, are none."""
    first, *others = positions
    longer = _plus(_length(fewer), 1)
    for p in others:
        longer = apply(Op.ADD, longer, apply(Op.ITE, _inside(p, more), ONE, ZERO))
    parts = [*_in_order(positions), _inside(first, more), apply(Op.EQ, _length(more), longer)]
    starts = [_less(p, n) for n, p in enumerate(positions)]  # where, in the shorter list, one more is missing
    for n in range(len(positions) + 1):
        limits = [apply(Op.LE, starts[n - 1], j)] if n else []
        limits += [apply(Op.LT, j, starts[n])] if n < len(starts) else []
        parts.append(forall(j, implies(conjunction(*limits), apply(Op.EQ, _item(more, _plus(j, n)), _item(fewer, j)))))
    return conjunction(*parts)


def _replaced(sides: Sides, positions: Positions, j: Var) -> Expr:
    """The lists are the same but for what stands at the positions."""
    elsewhere = conjunction(*(negate(apply(Op.EQ, j, p)) for p in positions))
    return forall(j, implies(elsewhere, apply(Op.EQ, _item(sides.left, j), _item(sides.right, j))))


# ---------------------------------------------------------------------------------------------------------- the kinds


class OfRows(Adjacency):
    """Lists of rows that are the same but for a few."""

    __slots__ = ()
    TYPES = ()
    PLACE = Place.MEMORY
    counts_rows = True
    ARGUMENTS: ClassVar[tuple[Argument, ...]] = ()
    WITNESS: ClassVar[str]  # what the position of such a row is called

    @classmethod
    def is_for(cls, kind: Type) -> bool:
        return is_list(kind) and is_row(item_of(kind))

    @classmethod
    def types_said(cls) -> str:
        return "a list of rows"

    @property
    def users_in(self) -> int:
        """The column that says whose row it is, if that matters."""
        return 0

    def _of_one_user(self, sides: Sides, positions: Positions, user: Expr | None) -> tuple[Expr, ...]:
        """What else is known of the rows at these positions."""
        return ()

    def _witnesses(self, make: Callable[[str], Var]) -> tuple[tuple[Var, ...], Var | None]:
        """Names for the positions, and for the user if there is one."""
        return tuple(make(self.WITNESS if n == 0 else f"{self.WITNESS}_{n + 1}") for n in range(self.most)), None


class Changed(OfRows):
    """Lists of one length."""

    __slots__ = ()
    WITNESS = "changed"
    PUBLIC_LENGTH = True

    def _apart(self, sides: Sides, positions: Positions, user: Expr | None) -> Expr:
        j = sides.position("j")
        order = _in_order(positions) if len(positions) > 1 else []
        return conjunction(*order, _replaced(sides, positions, j), *self._of_one_user(sides, positions, user))

    def relation(self, sides: Sides) -> tuple[Expr, ...]:
        positions, user = self._witnesses(sides.position)
        some = self._apart(sides, positions, user)
        for var in (*positions, *(() if user is None else (user,))):
            some = exists(var, some)
        return apply(Op.EQ, _length(sides.left), _length(sides.right)), some

    def cases(self, sides: Sides, witness: Callable[[str], Var]) -> tuple[Case, ...]:
        positions, user = self._witnesses(witness)
        same, some = self.relation(sides)
        names = positions if user is None else (*positions, user)
        facts = (same, self._apart(sides, positions, user))
        alignment = Alignment(None, positions, user, self.users_in)
        return (Case(facts, some, witnesses=names, alignment=alignment),)

    def trial(self, kind: Type, size: int, case: Case | None, draws: Draws, amount: Amount) -> tuple[Value, Value]:
        assert isinstance(kind, ListOf)
        left = [draws.item(kind.item) for _ in range(size)]
        changes = self._changes(left, draws)
        far = (0, 0, 1, -1)[draws.below(4)]  # half of the rows that are replaced move far
        right = list(left)
        for place, put in changes:
            left[place], right[place] = put(draws.item(kind.item, far)), put(draws.item(kind.item, -far))
        return tuple(left), tuple(right)

    def _changes(self, rows: list[Value], draws: Draws) -> list[tuple[int, Callable[[Value], Value]]]:
        """Which rows are replaced, and what a new row becomes there."""
        return [(draws.below(len(rows)), lambda row: row)] if rows else []


@dataclass(frozen=True, slots=True)
class OneChanged(Changed):
    """A list of rows; at most one of them is replaced, by any other."""

    NAME = "one_changed"
    USAGE = ("one_changed()",)
    EDIT = Edit.REPLACED

    def shown(self, var: Var, notation: Notation, show: Callable[[Expr], str]) -> str:
        return f"{var.name}{notation.left} is {var.name}{notation.right} with one row replaced"

    def said(self, name: str, show: Callable[[Expr], str]) -> str:
        return f"one row of `{name}` is replaced"

    def why_apart(self, name: str, left: Value, right: Value, amount: Amount) -> str | None:
        if len(left) != len(right):
            return f"`{name}` has {len(left)} rows on one side and {len(right)} on the other"
        changed = sum(a != b for a, b in zip(left, right, strict=True))
        if changed > 1:
            return f"{changed} rows of `{name}` are replaced, and only one may be"
        return None

    def witnessed(self, left: Value, right: Value) -> tuple[int, ...]:
        return (next((n for n, (a, b) in enumerate(zip(left, right, strict=True)) if a != b), 0),)

    def nearby(self, value: Value, amount: Amount, rows: Sequence[Value]) -> Iterator[Value]:
        for n in sorted({0, len(value) - 1}) if value else ():
            yield from ((*value[:n], row, *value[n + 1 :]) for row in rows if row != value[n])


class Resized(OfRows):
    """Lists of which one has rows that the other has not."""

    __slots__ = ()
    WITNESS = "extra"

    def _apart(self, sides: Sides, more: Place, positions: Positions, user: Expr | None) -> Expr:
        j = sides.position("j")
        longer, shorter = (sides.left, sides.right) if more is LEFT else (sides.right, sides.left)
        own = self._of_one_user(Sides(longer, shorter, taken=sides.taken), positions, user)
        return conjunction(_inserted(longer, shorter, positions, j), *own)

    def _some(self, sides: Sides, more: Place) -> Expr:
        positions, user = self._witnesses(sides.position)
        some = self._apart(sides, more, positions, user)
        for var in (*positions, *(() if user is None else (user,))):
            some = exists(var, some)
        return some

    def relation(self, sides: Sides) -> tuple[Expr, ...]:
        return (apply(Op.OR, self._some(sides, LEFT), self._some(sides, RIGHT)),)

    def cases(self, sides: Sides, witness: Callable[[str], Var]) -> tuple[Case, ...]:
        made = []
        for more in (LEFT, RIGHT):
            positions, user = self._witnesses(witness)
            names = positions if user is None else (*positions, user)
            facts = (self._apart(sides, more, positions, user),)
            alignment = Alignment(more, positions, user, self.users_in)
            made.append(Case(facts, self._some(sides, more), witnesses=names, alignment=alignment))
        return tuple(made)

    def trial(self, kind: Type, size: int, case: Case | None, draws: Draws, amount: Amount) -> tuple[Value, Value]:
        assert isinstance(kind, ListOf)
        more = [draws.item(kind.item) for _ in range(size + 1)]
        place = draws.below(len(more))
        more[place] = draws.item(kind.item, (0, 0, 1, -1)[draws.below(4)])  # half of the rows that go lie far away
        away = self._removed(more, place)
        longer, shorter = tuple(more), tuple(row for n, row in enumerate(more) if n not in away)
        alignment = None if case is None else case.alignment
        on_left = draws.below(2) == 0 if alignment is None else alignment.longer is LEFT
        return (longer, shorter) if on_left else (shorter, longer)

    def _removed(self, rows: list[Value], place: int) -> set[int]:
        """The positions of rows that one list has and the other has not, with the row that stands at a place."""
        return {place}


@dataclass(frozen=True, slots=True)
class OneAddedOrRemoved(Resized):
    """A list of rows, and the same with one row more, or one less, anywhere."""

    NAME = "one_added_or_removed"
    USAGE = ("one_added_or_removed()",)
    EDIT = Edit.ADDED_OR_REMOVED

    def shown(self, var: Var, notation: Notation, show: Callable[[Expr], str]) -> str:
        return f"{var.name}{notation.left} is {var.name}{notation.right} with one row more or one less"

    def said(self, name: str, show: Callable[[Expr], str]) -> str:
        return f"`{name}` has one row more or less"

    def why_apart(self, name: str, left: Value, right: Value, amount: Amount) -> str | None:
        if abs(len(left) - len(right)) != 1:
            lengths = f"{len(left)} rows on one side and {len(right)} on the other"
            return f"`{name}` has {lengths}: one side must have one row more"
        longer, shorter = (left, right) if len(left) > len(right) else (right, left)
        (place,) = self.witnessed(left, right)
        if longer[:place] + longer[place + 1 :] != shorter:
            return f"one list of `{name}` is not the other with one row more"
        return None

    def witnessed(self, left: Value, right: Value) -> tuple[int, ...]:
        longer, shorter = (left, right) if len(left) > len(right) else (right, left)
        differing = (n for n, (a, b) in enumerate(zip(longer, shorter, strict=False)) if a != b)
        return (next(differing, len(shorter)),)

    def nearby(self, value: Value, amount: Amount, rows: Sequence[Value]) -> Iterator[Value]:
        for row in rows:
            yield (*value, row)
        for n in sorted({0, len(value) - 1}) if value else ():
            yield (*value[:n], *value[n + 1 :])
        for row in rows:
            yield (row, *value)


# ------------------------------------------------------------------------------------------------------ all of one user


class OfOneUser(OfRows):
    """All rows of one user, who is a number in a column; there are at most so many of them."""

    __slots__ = ()
    ARGUMENTS = (Argument("column", Form.COLUMN), Argument("rows", Form.COUNT))
    column: Expr
    rows: Expr

    @classmethod
    def types_said(cls) -> str:
        return "a list of rows with a column of users"

    @property
    def most(self) -> int:
        assert isinstance(self.rows, Literal)
        return int(self.rows.value)

    @property
    def users_in(self) -> int:
        assert isinstance(self.column, Literal)
        return int(self.column.value)

    def fits(self, var: Var) -> bool:
        match var.type, self.column, self.rows:
            case ListOf(TupleOf(items)), Literal(int(column)), Literal(int(rows)) if column in range(len(items)):
                numbers = self.column.type == INT and self.rows.type == INT  # True is an int to Python
                known = items[column] == INT or is_number(items[column])
                return numbers and known and rows in range(1, MOST_ROWS + 1) and super().fits(var)
            case _:
                return False

    def _user(self, row: Expr) -> Expr:
        return apply(Op.PROJ, row, self.column)

    def _witnesses(self, make: Callable[[str], Var]) -> tuple[tuple[Var, ...], Var | None]:
        return super()._witnesses(make)[0], make("user")

    def _users(self, rows: Sequence[Value]) -> list[Value]:
        return [row[self.users_in] for row in rows]

    def _places(self, rows: Sequence[Value], user: Value) -> tuple[int, ...]:
        """Where the rows of a user stand; then positions beyond the end."""
        there = [n for n, row in enumerate(rows) if row[self.users_in] == user]
        return (*there, *range(len(rows), len(rows) + self.most - len(there)))

    def _bounded(self, rows: list[Value], user: Value) -> list[Value]:
        """The rows, without those of a user that are too many."""
        there = [n for n, u in enumerate(self._users(rows)) if u == user]
        return [row for n, row in enumerate(rows) if n not in there[self.most :]]


@dataclass(frozen=True, slots=True)
class OneUserChanged(OfOneUser, Changed):
    """A list of rows; all rows of one user, of whom there are at most `rows`, are replaced by others of that user."""

    NAME = "one_user_changed"
    USAGE = ('one_user_changed("user", rows=k)',)
    column: Expr
    rows: Expr

    def _of_one_user(self, sides: Sides, positions: Positions, user: Expr | None) -> tuple[Expr, ...]:
        assert user is not None
        j, parts = sides.position("j"), []
        for p in positions:
            inside = conjunction(apply(Op.LE, ZERO, p), _inside(p, sides.left))
            both = (apply(Op.EQ, self._user(_item(side, p)), user) for side in (sides.left, sides.right))
            parts.append(implies(inside, conjunction(*both)))
        elsewhere = (negate(apply(Op.EQ, j, p)) for p in positions)
        there = conjunction(apply(Op.LE, ZERO, j), _inside(j, sides.left), *elsewhere)
        parts.append(forall(j, implies(there, negate(apply(Op.EQ, self._user(_item(sides.left, j)), user)))))
        return tuple(parts)

    def shown(self, var: Var, notation: Notation, show: Callable[[Expr], str]) -> str:
        rows = f"all rows of one user in column {self.users_in + 1}, at most {self.most},"
        return f"{var.name}{notation.left} is {var.name}{notation.right} with {rows} replaced"

    def _changes(self, rows: list[Value], draws: Draws) -> list[tuple[int, Callable[[Value], Value]]]:
        if not rows:
            return []
        user = self._users(rows)[draws.below(len(rows))]
        rows[:] = self._bounded(rows, user)

        def put(row: Value) -> Value:
            return (*row[: self.users_in], user, *row[self.users_in + 1 :])

        return [(n, put) for n, u in enumerate(self._users(rows)) if u == user]

    def said(self, name: str, show: Callable[[Expr], str]) -> str:
        return f"the rows of one user in `{name}`, at most {self.most}, are replaced"

    def why_apart(self, name: str, left: Value, right: Value, amount: Amount) -> str | None:
        if len(left) != len(right):
            return f"`{name}` has {len(left)} rows on one side and {len(right)} on the other"
        changed = [pair for pair in zip(left, right, strict=True) if pair[0] != pair[1]]
        users = {row[self.users_in] for pair in changed for row in pair}
        if len(users) > 1:
            return f"rows of `{name}` are replaced that belong to {len(users)} users, and only one may change"
        count = sum(u in users for u in self._users(left))
        if count > self.most:
            return f"the user whose rows of `{name}` are replaced has {count} of them, and may have {self.most}"
        return None

    def witnessed(self, left: Value, right: Value) -> tuple[int, ...]:
        changed = next((a for a, b in zip(left, right, strict=True) if a != b), None)
        user = max([0, *self._users(left)]) + 1 if changed is None else changed[self.users_in]
        return (*self._places(left, user), user)

    def nearby(self, value: Value, amount: Amount, rows: Sequence[Value]) -> Iterator[Value]:
        for user in sorted(set(self._users(value))):
            if self._users(value).count(user) > self.most:
                continue
            for new in rows:
                row = (*new[: self.users_in], user, *new[self.users_in + 1 :])
                changed = tuple(row if u == user else old for old, u in zip(value, self._users(value), strict=True))
                if changed != value:
                    yield changed


@dataclass(frozen=True, slots=True)
class OneUserAddedOrRemoved(OfOneUser, Resized):
    """A list of rows, and the same without all rows of one user, of whom there are at most `rows`."""

    NAME = "one_user_added_or_removed"
    USAGE = ('one_user_added_or_removed("user", rows=k)',)
    column: Expr
    rows: Expr

    def _of_one_user(self, sides: Sides, positions: Positions, user: Expr | None) -> tuple[Expr, ...]:
        assert user is not None
        j, longer, shorter = sides.position("j"), sides.left, sides.right
        own = [implies(_inside(p, longer), apply(Op.EQ, self._user(_item(longer, p)), user)) for p in positions]
        there = conjunction(apply(Op.LE, ZERO, j), _inside(j, shorter))
        return *own, forall(j, implies(there, negate(apply(Op.EQ, self._user(_item(shorter, j)), user))))

    def shown(self, var: Var, notation: Notation, show: Callable[[Expr], str]) -> str:
        rows = f"all rows of one user in column {self.users_in + 1}, at most {self.most},"
        return f"{var.name}{notation.left} is {var.name}{notation.right} with {rows} more or less"

    def _removed(self, rows: list[Value], place: int) -> set[int]:
        user = self._users(rows)[place]
        rows[:] = self._bounded(rows, user)
        return {n for n, u in enumerate(self._users(rows)) if u == user}

    def _away(self, left: Value, right: Value) -> Value | None:
        """The user whose rows only one side has."""
        longer, shorter = (left, right) if len(left) > len(right) else (right, left)
        for user in sorted(set(self._users(longer)) - set(self._users(shorter))):
            if tuple(row for row, u in zip(longer, self._users(longer), strict=True) if u != user) == tuple(shorter):
                return user
        return None

    def said(self, name: str, show: Callable[[Expr], str]) -> str:
        return f"`{name}` has the rows of one user, at most {self.most}, more or less"

    def why_apart(self, name: str, left: Value, right: Value, amount: Amount) -> str | None:
        user = self._away(left, right)
        if user is None:
            return f"one list of `{name}` is not the other with all rows of one user more"
        count = max(map(len, (left, right))) - min(map(len, (left, right)))
        if count > self.most:
            return f"the user whose rows of `{name}` are away has {count} of them, and may have {self.most}"
        return None

    def witnessed(self, left: Value, right: Value) -> tuple[int, ...]:
        user = self._away(left, right)
        assert user is not None
        return (*self._places(left if len(left) > len(right) else right, user), user)

    def nearby(self, value: Value, amount: Amount, rows: Sequence[Value]) -> Iterator[Value]:
        users = self._users(value)
        for user in sorted(set(users)):
            if users.count(user) <= self.most:
                yield tuple(row for row, u in zip(value, users, strict=True) if u != user)
        fresh = next((u for u in self._users(rows) if u not in users), max([0, *users]) + 1)
        for new in rows:
            row = (*new[: self.users_in], fresh, *new[self.users_in + 1 :])
            yield (*value, *[row] * self.most)
            yield (*[row] * self.most, *value)
