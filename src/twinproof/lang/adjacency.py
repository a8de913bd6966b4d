"""Adjacency: which two values of an input a mechanism must not tell apart. One class for each kind, its only home.

A kind has a name and arguments, says which parameters it is for, and has one relation, an expression over both runs.
The kernel states claims with that relation, and all else that a kind says must agree with it: how it is printed, the
check of two values, the cases that a proof goes through, how numbers move, and what trials are made of. Other rooms ask
the kind (`adjacency_kind` has the questions) and do not tell kinds apart: a new one is a class here, in `KINDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import UnionType
from typing import TYPE_CHECKING, ClassVar, assert_never

from twinproof.lang.adjacency_by_l2 import MovesByL2
from twinproof.lang.adjacency_kind import Adjacency, Amount, Argument, Case, Draws, Form, Motion, Sides, Value
from twinproof.lang.adjacency_of_rows import (
    MOST_ROWS,
    OneAddedOrRemoved,
    OneChanged,
    OneUserAddedOrRemoved,
    OneUserChanged,
)
from twinproof.lang.expr import ZERO, Expr, Op, Place, Var, apply, conjunction, exists, forall, implies, negate
from twinproof.lang.types import DATABASE, INT, QUERY, SCORE, ListOf, Type

if TYPE_CHECKING:
    from twinproof.lang.printer import Notation

# ------------------------------------------------------------------------------------------------------------ formulas


def _item(items: Expr, position: Expr) -> Expr:
    return apply(Op.GET, items, position)


def _same_length(sides: Sides) -> Expr:
    return apply(Op.EQ, apply(Op.LEN, sides.left), apply(Op.LEN, sides.right))


def _inequalities(a: Expr, b: Expr, bound: Expr) -> tuple[Expr, Expr]:
    difference = apply(Op.SUB, a, b)
    return apply(Op.LE, difference, bound), apply(Op.LE, apply(Op.NEG, bound), difference)


def _close(a: Expr, b: Expr, bound: Expr) -> Expr:
    """|a − b| ≤ bound, as two inequalities."""
    return conjunction(*_inequalities(a, b, bound))


def _rises(a: Expr, b: Expr, bound: Expr) -> Expr:
    """0 ≤ b − a ≤ bound."""
    difference = apply(Op.SUB, b, a)
    return conjunction(apply(Op.LE, ZERO, difference), apply(Op.LE, difference, bound))


@dataclass(frozen=True, slots=True)
class _Words:
    """The pieces that printed relations are made of."""

    name: str
    notation: Notation

    @property
    def left(self) -> str:
        return self.name + self.notation.left

    @property
    def right(self) -> str:
        return self.name + self.notation.right

    @property
    def same_length(self) -> str:
        return f"|{self.left}| = |{self.right}|{self.sign(Op.AND)}"

    @property
    def each(self) -> str:
        return f"{self.notation.forall}j. "

    def sign(self, op: Op) -> str:
        return f" {self.notation.symbols[op]} "

    def minus(self, a: str, b: str) -> str:
        return f"{a}{self.sign(Op.SUB)}{b}"

    def within(self, a: str, b: str, limit: str) -> str:
        return f"|{self.minus(a, b)}|{self.sign(Op.LE)}{limit}"


# ---------------------------------------------------------------------------------------------------------- the kinds


class Bounded(Adjacency):
    """Numbers that move, each by at most `bound`."""

    __slots__ = ()
    ARGUMENTS: ClassVar[tuple[Argument, ...]] = (Argument("k", Form.AMOUNT),)
    bound: Expr

    @property
    def reach(self) -> Expr:
        return self.bound

    @property
    def motions(self) -> tuple[Motion, ...]:
        return (Motion(self.bound),)

    def trial(self, kind: Type, size: int, case: Case | None, draws: Draws, amount: Amount) -> tuple[Value, Value]:
        motion = (case.motion if case is not None else None) or self.motions[0]
        most = amount(motion.most)
        if kind == INT:
            return draws.pair(most, motion.direction)
        if kind == SCORE:
            values = {c: draws.pair(most, motion.direction) for c in draws.candidates}
            return {c: a for c, (a, _) in values.items()}, {c: b for c, (_, b) in values.items()}
        moved = {draws.below(max(1, size))} if motion.single else range(size)
        pairs = [draws.pair(most if n in moved else 0, motion.direction) for n in range(size)]
        return tuple(a for a, _ in pairs), tuple(b for _, b in pairs)

    def _entries_apart(self, name: str, left: Value, right: Value, amount: Amount) -> str | list[int]:
        """How far each entry moves; a sentence where one moves too far, or the entries are not the same ones."""
        if isinstance(left, Mapping):
            if set(left) != set(right):
                return f"`{name}` must be given for the same candidates on both sides"
            moves = [right[c] - left[c] for c in left]
        else:
            if len(left) != len(right):
                return f"`{name}` has {len(left)} entries on one side and {len(right)} on the other"
            moves = [b - a for a, b in zip(left, right, strict=True)]
        furthest, limit = max(map(abs, moves), default=0), amount(self.bound)
        if furthest > limit:
            return f"an entry of `{name}` moves by {furthest}, and may move by {limit}"
        return moves


@dataclass(frozen=True, slots=True)
class Within(Bounded):
    """An integer that moves by at most `bound`."""

    NAME = "within"
    USAGE = ("within(k)",)
    TYPES = (INT,)
    PLACE = Place.MEMORY
    bound: Expr

    def relation(self, sides: Sides) -> tuple[Expr, ...]:
        return _inequalities(sides.left, sides.right, self.bound)

    def shown(self, var: Var, notation: Notation, show: Callable[[Expr], str]) -> str:
        words = _Words(var.name, notation)
        return words.within(words.left, words.right, show(self.bound))

    def said(self, name: str, show: Callable[[Expr], str]) -> str:
        return f"`{name}` moves by at most {show(self.bound)}"

    def why_apart(self, name: str, left: Value, right: Value, amount: Amount) -> str | None:
        distance, limit = abs(left - right), amount(self.bound)
        if distance > limit:
            return f"`{name}` moves by {distance}, and may move by {limit}"
        return None


@dataclass(frozen=True, slots=True)
class EachWithin(Bounded):
    """A list of the same length; every entry moves by at most `bound` (all in one direction if monotone)."""

    NAME = "each_within"
    USAGE = ("each_within(k)", "each_within(k, monotone=True)")
    ARGUMENTS = (Argument("k", Form.AMOUNT), Argument("monotone", Form.FLAG))
    TYPES = (ListOf(INT),)
    PLACE = Place.MEMORY
    PUBLIC_LENGTH = True
    bound: Expr
    monotone: bool = False

    @property
    def motions(self) -> tuple[Motion, ...]:
        return tuple(Motion(self.bound, direction) for direction in ((1, -1) if self.monotone else (0,)))

    def _up_and_down(self, sides: Sides) -> tuple[Expr, Expr]:
        j, left, right = sides.position("j"), sides.left, sides.right
        up = forall(j, _rises(_item(left, j), _item(right, j), self.bound))
        return up, forall(j, _rises(_item(right, j), _item(left, j), self.bound))

    def relation(self, sides: Sides) -> tuple[Expr, ...]:
        if self.monotone:
            return _same_length(sides), apply(Op.OR, *self._up_and_down(sides))
        j = sides.position("j")
        return _same_length(sides), forall(j, _close(_item(sides.left, j), _item(sides.right, j), self.bound))

    def cases(self, sides: Sides, witness: Callable[[str], Var]) -> tuple[Case, ...]:
        alternatives = self._up_and_down(sides) if self.monotone else (self.relation(sides)[1],)
        same = _same_length(sides)
        return tuple(Case((same, a), a, motion) for a, motion in zip(alternatives, self.motions, strict=True))

    def shown(self, var: Var, notation: Notation, show: Callable[[Expr], str]) -> str:
        words, limit = _Words(var.name, notation), show(self.bound)
        left, right, le = f"{words.left}[j]", f"{words.right}[j]", words.sign(Op.LE)
        if not self.monotone:
            return f"{words.same_length}{words.each}{words.within(left, right, limit)}"
        up, down = (f"({words.each}0{le}{words.minus(a, b)}{le}{limit})" for a, b in ((left, right), (right, left)))
        return f"{words.same_length}({up}{words.sign(Op.OR)}{down})"

    def said(self, name: str, show: Callable[[Expr], str]) -> str:
        together = ", all of them up or all of them down" if self.monotone else ""
        return f"each entry of `{name}` moves by at most {show(self.bound)}{together}"

    def why_apart(self, name: str, left: Value, right: Value, amount: Amount) -> str | None:
        moves = self._entries_apart(name, left, right, amount)
        if isinstance(moves, str):
            return moves
        if self.monotone and min(moves, default=0) < 0 < max(moves, default=0):
            return f"entries of `{name}` move in both directions, and may move in one only"
        return None


@dataclass(frozen=True, slots=True)
class OneWithin(Bounded):
    """A list of the same length; at most one entry moves, by at most `bound`."""

    NAME = "one_within"
    USAGE = ("one_within(k)",)
    TYPES = (ListOf(INT),)
    PLACE = Place.MEMORY
    PUBLIC_LENGTH = True
    bound: Expr

    @property
    def motions(self) -> tuple[Motion, ...]:
        return (Motion(self.bound, single=True),)

    def _moved(self, sides: Sides, i: Var) -> Expr:
        j, left, right = sides.position("j"), sides.left, sides.right
        others = implies(negate(apply(Op.EQ, j, i)), apply(Op.EQ, _item(left, j), _item(right, j)))
        return conjunction(_close(_item(left, i), _item(right, i), self.bound), forall(j, others))

    def relation(self, sides: Sides) -> tuple[Expr, ...]:
        i = sides.position("i")
        return _same_length(sides), exists(i, self._moved(sides, i))

    def cases(self, sides: Sides, witness: Callable[[str], Var]) -> tuple[Case, ...]:
        i = witness("moved")
        same, some = self.relation(sides)
        return (Case((same, self._moved(sides, i)), some, self.motions[0], (i,)),)

    def witnessed(self, left: Value, right: Value) -> tuple[int, ...]:
        return (next((n for n, (a, b) in enumerate(zip(left, right, strict=True)) if a != b), 0),)

    def shown(self, var: Var, notation: Notation, show: Callable[[Expr], str]) -> str:
        words, both = _Words(var.name, notation), notation.symbols[Op.AND]
        moved = words.within(f"{words.left}[i]", f"{words.right}[i]", show(self.bound))
        unlike, then = f"j {notation.not_equal} i", words.sign(Op.IMPLIES)
        others = f"{words.each}{unlike}{then}{words.left}[j] = {words.right}[j]"
        return f"{words.same_length}{notation.exists}i. {moved} {both} ({others})"

    def said(self, name: str, show: Callable[[Expr], str]) -> str:
        return f"one entry of `{name}` moves by at most {show(self.bound)}"

    def why_apart(self, name: str, left: Value, right: Value, amount: Amount) -> str | None:
        moves = self._entries_apart(name, left, right, amount)
        if isinstance(moves, str):
            return moves
        if sum(m != 0 for m in moves) > 1:
            return f"{sum(m != 0 for m in moves)} entries of `{name}` move, and only one may"
        return None


@dataclass(frozen=True, slots=True)
class Sensitive(Bounded):
    """Queries or a score, the same in both runs, whose values on adjacent databases differ by at most `bound`."""

    NAME = "sensitivity"
    USAGE = ("sensitivity(k)",)
    TYPES = (ListOf(QUERY), SCORE)
    PLACE = Place.RIGID
    PUBLIC_LENGTH = True
    bound: Expr

    def relation(self, sides: Sides) -> tuple[Expr, ...]:
        j, asked = sides.position("j"), sides.left
        if asked.type == SCORE:
            values = [[apply(Op.SCORE, asked, d, j) for d in pair] for pair in sides.databases]
        else:
            values = [[apply(Op.ANSWER, _item(asked, j), d) for d in pair] for pair in sides.databases]
        return tuple(forall(j, _close(a, b, self.bound)) for a, b in values)

    def shown(self, var: Var, notation: Notation, show: Callable[[Expr], str]) -> str:
        words, (d1, d2) = _Words(var.name, notation), (f"d{notation.left}", f"d{notation.right}")
        if var.type == SCORE:
            values = (f"{var.name}({d1}, r)", f"{var.name}({d2}, r)")
            return f"{notation.forall}r. {words.within(*values, show(self.bound))}"
        values = (f"evalQ({var.name}[j], {d1})", f"evalQ({var.name}[j], {d2})")
        return f"{words.each}{words.within(*values, show(self.bound))}"

    def said(self, name: str, show: Callable[[Expr], str]) -> str:
        return f"each answer of `{name}` moves by at most {show(self.bound)}"

    def why_apart(self, name: str, left: Value, right: Value, amount: Amount) -> str | None:
        moves = self._entries_apart(name, left, right, amount)
        return moves if isinstance(moves, str) else None

    def of_values(self) -> tuple[Adjacency, Adjacency]:
        return EachWithin(self.bound), Within(self.bound)


@dataclass(frozen=True, slots=True)
class Neighbours(Adjacency):
    """A database and an adjacent one. What that means is left open; only queries and scores see it."""

    NAME = "database"
    USAGE = ()
    ARGUMENTS = ()
    TYPES = (DATABASE,)
    PLACE = Place.MEMORY

    def relation(self, sides: Sides) -> tuple[Expr, ...]:
        return ()

    def shown(self, var: Var, notation: Notation, show: Callable[[Expr], str]) -> str:
        return f"adj({var.name}{notation.left}, {var.name}{notation.right})"

    def said(self, name: str, show: Callable[[Expr], str]) -> str:
        return f"`{name}` is another database"

    def why_apart(self, name: str, left: Value, right: Value, amount: Amount) -> str | None:
        return None

    def trial(self, kind: Type, size: int, case: Case | None, draws: Draws, amount: Amount) -> tuple[Value, Value]:
        return 0, 1


KINDS: tuple[type[Adjacency], ...] = (
    Within,
    EachWithin,
    OneWithin,
    MovesByL2,
    Sensitive,
    Neighbours,
    OneAddedOrRemoved,
    OneChanged,
    OneUserAddedOrRemoved,
    OneUserChanged,
)
NAMED = {kind.NAME: kind for kind in KINDS}
MARKED = {kind.NAME: kind for kind in KINDS if kind.USAGE}  # those that annotations name


def implied_by(kind: Type) -> type[Adjacency] | None:
    """The kind that a type alone stands for, without an annotation."""
    return next((k for k in KINDS if not k.USAGE and k.is_for(kind)), None)


# ------------------------------------------------------------------------------------------------- what authors write


@dataclass(frozen=True, slots=True)
class Mark:
    """An adjacency in an annotation."""

    kind: str
    arguments: tuple[int | str | bool, ...]

    def __repr__(self) -> str:
        given = zip(NAMED[self.kind].ARGUMENTS, self.arguments, strict=True)
        by_name = (Form.FLAG, Form.COUNT)
        shown = [f"{a.name}={v}" if a.form in by_name else repr(v) for a, v in given if v is not False]
        return f"{self.kind}({', '.join(shown)})"


def _mark(kind: type[Adjacency], *arguments: int | str | bool) -> Mark:
    for argument, given in zip(kind.ARGUMENTS, arguments, strict=True):
        match argument.form:
            case Form.AMOUNT:
                _expect(kind, given, int | str, "an int or a text over public parameters")
                if isinstance(given, int) and given < 0:
                    raise ValueError(f"{kind.NAME} takes a bound that is not negative, not {given}")
            case Form.COLUMN:
                _expect(kind, given, int | str, "a column by its name or position")
                if isinstance(given, int) and given < 0:
                    raise ValueError(f"{kind.NAME} counts columns from 0 on, and {given} is none")
            case Form.COUNT:
                _expect(kind, given, int, "a number of rows")
                if given not in range(1, MOST_ROWS + 1):
                    raise ValueError(f"{kind.NAME} takes a number of rows from 1 to {MOST_ROWS}, not {given}")
            case Form.FLAG:
                pass
            case _:
                assert_never(argument.form)
    return Mark(kind.NAME, arguments)


def _expect(kind: type[Adjacency], given: object, wanted: type | UnionType, words: str) -> None:
    if isinstance(given, bool) or not isinstance(given, wanted):
        raise TypeError(f"{kind.NAME} takes {words}, not {given!r}")


def within(k: int | str) -> Mark:
    """An integer that moves by at most k."""
    return _mark(Within, k)


def each_within(k: int | str, *, monotone: bool = False) -> Mark:
    """A list of the same length, every entry of which may move by at most k (all in one direction if monotone)."""
    return _mark(EachWithin, k, monotone)


def one_within(k: int | str) -> Mark:
    """A list of the same length, at most one entry of which moves, by at most k."""
    return _mark(OneWithin, k)


def unmoved() -> Adjacency:
    """An integer that is the same in both runs: for whoever takes a mechanism apart."""
    return Within(ZERO)


MOVED_BY: Mapping[Type, Callable[[Expr], Adjacency]] = {INT: Within, ListOf(INT): OneWithin}
"""What is so far apart at most in both runs, or has one entry that is: for whoever takes a mechanism apart."""


def moves_by_l2(k: int | str) -> Mark:
    """A list of the same length; the squares of how far its entries move add up to at most k."""
    return _mark(MovesByL2, k)


def sensitivity(k: int | str) -> Mark:
    """Queries or a score whose values on adjacent databases differ by at most k."""
    return _mark(Sensitive, k)


def one_added_or_removed() -> Mark:
    """A list of rows, and the same with one row more or less, anywhere. Its length is private."""
    return _mark(OneAddedOrRemoved)


def one_changed() -> Mark:
    """A list of rows, one of which may be replaced by any other. Its length is public."""
    return _mark(OneChanged)


def one_user_added_or_removed(column: str | int, *, rows: int) -> Mark:
    """A list of rows, and the same with or without all rows of one user, of whom there are at most so many."""
    return _mark(OneUserAddedOrRemoved, column, rows)


def one_user_changed(column: str | int, *, rows: int) -> Mark:
    """A list of rows; all rows of one user, at most so many, may be replaced by others of that user."""
    return _mark(OneUserChanged, column, rows)
