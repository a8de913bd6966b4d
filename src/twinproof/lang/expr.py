"""Expressions: one kind of tree for programs and assertions alike.

A variable says where its value lives: in the memory of a program, in the memory of the left or the right run (x⟨1⟩,
x⟨2⟩), in the ledger of costs that a proof keeps, or nowhere (a rigid variable, the same in both runs). Nodes are
immutable and carry their type and their hash; an ill-typed tree cannot be built (`TypeMismatch`), so whoever holds an
expression holds a well-typed one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import NoReturn, TypeVar, assert_never

from twinproof.lang.types import BOOL, DATABASE, INT, NUMBERS, QUERY, REAL, SCORE, ListOf, TupleOf, Type

T = TypeVar("T")


class TypeMismatch(Exception):
    """An operator was applied to arguments that it does not take."""


class UnknownType(TypeMismatch):
    """A walker has come to a type that it was never taught."""

    def __init__(self, kind: Type) -> None:
        super().__init__(f"nothing is known here of the type {str(kind)!r:.40}")


class UnknownOperator(TypeMismatch):
    """A walker has come to an operator that it was never taught."""

    def __init__(self, op: Op) -> None:
        super().__init__(f"nothing is known here of the operator {op.value}")


class Place(Enum):
    """Where the value of a variable lives."""

    MEMORY = "program"
    LEFT = "⟨1⟩"
    RIGHT = "⟨2⟩"
    RIGID = "rigid"
    LEDGER = "ledger"

    __hash__ = object.__hash__  # there is one object of each; Enum's own hash is a slow one


@dataclass(frozen=True, slots=True, eq=False)
class Var:
    """A variable; in an assertion a program's variable is tagged with its run."""

    name: str
    type: Type
    place: Place = Place.MEMORY
    _hash: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.name, self.place, self.type)))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Var) or self._hash != other._hash:
            return False
        return self.name == other.name and self.place is other.place and self.type == other.type

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Callable[..., Var], tuple[str, Type, Place]]:
        return Var, (self.name, self.type, self.place)  # made anew: hashes differ from process to process


@dataclass(frozen=True, slots=True)
class Literal:
    """A constant: a truth value, an integer or a rational."""

    value: bool | int | Fraction
    type: Type = field(init=False)

    def __post_init__(self) -> None:
        kinds: dict[type, Type] = {bool: BOOL, int: INT, Fraction: REAL}
        if type(self.value) not in kinds:
            raise TypeMismatch(f"a literal is a bool, an int or a Fraction, not {self.value!r:.40}")
        object.__setattr__(self, "type", kinds[type(self.value)])

    def __eq__(self, other: object) -> bool:
        # Python takes True == 1 == Fraction(1): here they are three different literals.
        return isinstance(other, Literal) and self.type == other.type and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)  # the type follows from the value


class Op(Enum):
    """The operators. Each value is the operator's stable name in stored programs."""

    ADD = "+"
    SUB = "-"
    MUL = "*"
    NEG = "neg"
    DIV = "div"  # rounds down, as Python's //
    MOD = "mod"  # has the sign of the divisor, as Python's %
    QUOTIENT = "/"  # on reals; by zero it is some real of which nothing is known (0, in a run)
    REAL = "real"  # an integer as a real
    FLOOR = "floor"  # the largest integer that is not above a number
    EXP = "exp"
    LOG = "log"  # the natural one; of what is not above zero it is some real of which nothing is known (0, in a run)
    SQRT = "sqrt"  # of what is below zero it is some real of which nothing is known (0, in a run)
    UP = "up"  # the least number of 64 binary digits that is not below a number
    ABS = "abs"
    MIN = "min"
    MAX = "max"
    EQ = "="
    LT = "<"
    LE = "<="
    NOT = "not"
    AND = "and"
    OR = "or"
    IMPLIES = "=>"
    ITE = "ite"
    LEN = "len"
    GET = "get"  # the item at a position; a fixed value of the type when the position is not 0 … len − 1
    LIST = "list"
    APPEND = "append"
    CONCAT = "concat"
    SET = "set"  # the list with another item at a position; the list itself when the position is not 0 … len − 1
    TUPLE = "tuple"
    PROJ = "proj"  # its second argument is a literal
    ANSWER = "answer"  # a query's answer on a database: evalQ(q, d)
    SCORE = "score"  # score(d, r)

    __hash__ = object.__hash__


class ByOperator(dict[Op, T]):
    """A table with an entry for each operator that somebody knows; it refuses the others."""

    def __missing__(self, op: Op) -> NoReturn:
        raise UnknownOperator(op)


class ByType(dict[Type, T]):
    """A table with an entry for each type that somebody knows; it refuses the others."""

    def __missing__(self, kind: Type) -> NoReturn:
        raise UnknownType(kind)


@dataclass(frozen=True, slots=True, eq=False)
class Apply:
    """An operator applied to arguments. Those made by `apply` are shared: equal ones are mostly one object."""

    op: Op
    args: tuple[Expr, ...]
    type: Type
    size: int = field(init=False, repr=False)  # how many nodes the tree has
    free: frozenset[Var] = field(init=False, repr=False)  # the variables that occur free
    _hash: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        wanted = _RESULT[self.op](self.args, self.type)
        if wanted != self.type:
            raise TypeMismatch(f"{self.op.value} gives {wanted}, not {self.type}")
        object.__setattr__(self, "size", 1 + sum(map(size_of, self.args)))
        object.__setattr__(self, "free", _NOTHING.union(*map(free_variables, self.args)))
        object.__setattr__(self, "_hash", hash((self.op, self.args)))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Apply)
            and self._hash == other._hash
            and self.op is other.op
            and self.type == other.type
            and self.args == other.args
        )

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Callable[..., Apply], tuple[Op, tuple[Expr, ...], Type]]:
        return applied, (self.op, self.args, self.type)


@dataclass(frozen=True, slots=True)
class Quantified:
    """∀x. body or ∃x. body, where x is a rigid variable."""

    universal: bool
    var: Var
    body: Expr
    type: Type = field(init=False, default=BOOL)

    def __post_init__(self) -> None:
        if self.var.place is not Place.RIGID:
            raise TypeMismatch(f"a quantifier binds a rigid variable, and {self.var.name} is not one")
        if self.body.type != BOOL:
            raise TypeMismatch(f"a quantifier ranges over a bool, not over a {self.body.type}")


Expr = Var | Literal | Apply | Quantified
_NOTHING: frozenset[Var] = frozenset()


def size_of(e: Expr) -> int:
    """The number of nodes of the tree."""
    match e:
        case Apply():
            return e.size
        case Quantified():
            return 1 + size_of(e.body)
        case Var() | Literal():
            return 1
        case _:
            assert_never(e)


# --------------------------------------------------------------------------------------------- the typing of operators

Typing = Callable[[tuple[Expr, ...], Type | None], Type]


def _types(args: tuple[Expr, ...]) -> str:
    return ", ".join(str(a.type) for a in args) or "nothing"


def _count(args: tuple[Expr, ...], number: int, what: str) -> None:
    if len(args) != number:
        raise TypeMismatch(f"{what} takes {number} argument{'s' * (number != 1)}, not {len(args)}")


def _fixed(what: str, wanted: tuple[Type, ...], result: Type) -> Typing:
    def typing(args: tuple[Expr, ...], _: Type | None) -> Type:
        _count(args, len(wanted), what)
        if tuple(a.type for a in args) != wanted:
            raise TypeMismatch(f"{what} takes {', '.join(map(str, wanted))}, not {_types(args)}")
        return result

    return typing


def _number(what: str, arity: int | None, kinds: tuple[Type, ...] = NUMBERS, result: Type | None = None) -> Typing:
    """Numbers in, a number (or the given type) out; integers next to reals count as reals. No arity: two or more."""

    def typing(args: tuple[Expr, ...], _: Type | None) -> Type:
        if arity is not None:
            _count(args, arity, what)
        elif len(args) < 2:
            raise TypeMismatch(f"{what} takes two or more arguments")
        if any(a.type not in kinds for a in args):
            raise TypeMismatch(f"{what} takes {' or '.join(map(str, kinds))}, not {_types(args)}")
        return result or (REAL if any(a.type == REAL for a in args) else INT)

    return typing


def _logical(what: str, arity: int | None) -> Typing:
    def typing(args: tuple[Expr, ...], _: Type | None) -> Type:
        if arity is not None:
            _count(args, arity, what)
        if any(a.type != BOOL for a in args):
            raise TypeMismatch(f"{what} takes bool, not {_types(args)}")
        return BOOL

    return typing


def _equal(args: tuple[Expr, ...], _: Type | None) -> Type:
    _count(args, 2, "=")
    left, right = args[0].type, args[1].type
    if left != right and not (left in NUMBERS and right in NUMBERS):
        raise TypeMismatch(f"= compares values of one type, not {left} with {right}")
    return BOOL


def _ite(args: tuple[Expr, ...], _: Type | None) -> Type:
    _count(args, 3, "a conditional expression")
    condition, first, second = args
    if condition.type != BOOL:
        raise TypeMismatch(f"the condition must be a bool, not {condition.type}")
    if first.type != second.type:
        raise TypeMismatch(f"both branches must have one type, not {first.type} and {second.type}")
    return first.type


def _len(args: tuple[Expr, ...], _: Type | None) -> Type:
    _count(args, 1, "len")
    if not isinstance(args[0].type, ListOf):
        raise TypeMismatch(f"len takes a list, not {args[0].type}")
    return INT


def _get(args: tuple[Expr, ...], _: Type | None) -> Type:
    _count(args, 2, "indexing")
    if not isinstance(args[0].type, ListOf) or args[1].type != INT:
        raise TypeMismatch(f"indexing takes a list and an int, not {_types(args)}")
    return args[0].type.item


def _list(args: tuple[Expr, ...], stated: Type | None) -> Type:
    if not isinstance(stated, ListOf):
        raise TypeMismatch("a list needs a list type")
    if any(a.type != stated.item for a in args):
        raise TypeMismatch(f"a {stated} holds {stated.item}, not {_types(args)}")
    return stated


def _append(args: tuple[Expr, ...], _: Type | None) -> Type:
    _count(args, 2, "append")
    whole = args[0].type
    if not isinstance(whole, ListOf) or args[1].type != whole.item:
        raise TypeMismatch(f"append takes a list and an item of it, not {_types(args)}")
    return whole


def _set(args: tuple[Expr, ...], _: Type | None) -> Type:
    _count(args, 3, "replacing an item")
    whole = args[0].type
    if not isinstance(whole, ListOf) or args[1].type != INT or args[2].type != whole.item:
        raise TypeMismatch(f"replacing takes a list, an int and an item of the list, not {_types(args)}")
    return whole


def _concat(args: tuple[Expr, ...], _: Type | None) -> Type:
    _count(args, 2, "joining lists")
    if not isinstance(args[0].type, ListOf) or args[0].type != args[1].type:
        raise TypeMismatch(f"joining takes two lists of one type, not {_types(args)}")
    return args[0].type


def _tuple(args: tuple[Expr, ...], stated: Type | None) -> Type:
    items = tuple(a.type for a in args)
    return stated if isinstance(stated, TupleOf) and stated.items == items else TupleOf(items)


def _proj(args: tuple[Expr, ...], _: Type | None) -> Type:
    _count(args, 2, "a tuple's component")
    whole, position = args
    if not isinstance(whole.type, TupleOf) or not isinstance(position, Literal) or position.type != INT:
        raise TypeMismatch(f"a component is taken of a tuple at a fixed position, not of {_types(args)}")
    if not 0 <= position.value < len(whole.type.items):
        raise TypeMismatch(f"a {whole.type} has no component {position.value}")
    return whole.type.items[int(position.value)]


_RESULT = ByOperator[Typing](
    {
        Op.ADD: _number("+", 2),
        Op.SUB: _number("-", 2),
        Op.MUL: _number("*", 2),
        Op.NEG: _number("-", 1),
        Op.DIV: _number("//", 2, (INT,)),
        Op.MOD: _number("%", 2, (INT,)),
        Op.QUOTIENT: _number("/", 2, result=REAL),
        Op.REAL: _number("a real", 1, result=REAL),
        Op.FLOOR: _number("floor", 1, result=INT),
        Op.EXP: _number("exp", 1, result=REAL),
        Op.LOG: _number("log", 1, result=REAL),
        Op.SQRT: _number("sqrt", 1, result=REAL),
        Op.UP: _number("up", 1, result=REAL),
        Op.ABS: _number("abs", 1),
        Op.MIN: _number("min", None),
        Op.MAX: _number("max", None),
        Op.EQ: _equal,
        Op.LT: _number("<", 2, result=BOOL),
        Op.LE: _number("<=", 2, result=BOOL),
        Op.NOT: _logical("not", 1),
        Op.AND: _logical("and", None),
        Op.OR: _logical("or", None),
        Op.IMPLIES: _logical("implies", 2),
        Op.ITE: _ite,
        Op.LEN: _len,
        Op.GET: _get,
        Op.LIST: _list,
        Op.APPEND: _append,
        Op.CONCAT: _concat,
        Op.SET: _set,
        Op.TUPLE: _tuple,
        Op.PROJ: _proj,
        Op.ANSWER: _fixed("a query", (QUERY, DATABASE), INT),
        Op.SCORE: _fixed("a score", (SCORE, DATABASE, INT), INT),
    }
)


_SHARED: dict[tuple[Op, tuple[Expr, ...]], Apply] = {}
_MOST_SHARED = 100_000  # expressions that are remembered


def applied(op: Op, args: tuple[Expr, ...], kind: Type) -> Apply:
    """The expression of this form, the same object for long, so that comparing two seldom needs a look inside."""
    if not args:
        return Apply(op, args, kind)  # an empty list is the one form whose type does not follow from its parts
    key = (op, args)
    shared = _SHARED.get(key)
    if shared is None or (shared.type is not kind and shared.type != kind):
        if len(_SHARED) >= _MOST_SHARED:
            _SHARED.clear()
        shared = _SHARED[key] = Apply(op, args, kind)
    return shared


def apply(op: Op, *args: Expr) -> Apply:
    """The operator on these arguments, with the type that follows from theirs."""
    return applied(op, args, _RESULT[op](args, None))


def list_of(item: Type, *args: Expr) -> Apply:
    """A list literal."""
    return applied(Op.LIST, args, ListOf(item))


TRUE = Literal(True)
FALSE = Literal(False)
ZERO = Literal(0)
ONE = Literal(1)


IRRATIONAL = (Op.EXP, Op.LOG, Op.SQRT)  # they lead out of the fractions: a run computes them by enclosures


def may_be_irrational(e: Expr) -> bool:
    """Whether exp, log or sqrt occurs outside of what is rounded up: the value may be no fraction."""
    match e:
        case Apply(Op.UP):
            return False
        case Apply():
            return e.op in IRRATIONAL or any(map(may_be_irrational, e.args))
        case Quantified():
            return may_be_irrational(e.body)
        case _:
            return False


def negate(e: Expr) -> Expr:
    """¬e, without a double negation, and with ¬(a < b) as b ≤ a."""
    match e:
        case Literal(bool(value)):
            return Literal(not value)
        case Apply(Op.NOT, (inner,)):
            return inner
        case Apply(Op.LT, (left, right)):
            return apply(Op.LE, right, left)
        case Apply(Op.LE, (left, right)):
            return apply(Op.LT, right, left)
        case _:
            return apply(Op.NOT, e)


def conjunction(*parts: Expr) -> Expr:
    """The conjunction of the parts, flattened, without the trivial ones."""
    flat: list[Expr] = []
    for part in parts:
        flat.extend(part.args if isinstance(part, Apply) and part.op is Op.AND else (part,))
    flat = [p for p in flat if p != TRUE]
    if FALSE in flat:
        return FALSE
    if len(flat) == 1:
        return flat[0]
    return apply(Op.AND, *flat) if flat else TRUE


def conjuncts(e: Expr) -> tuple[Expr, ...]:
    """The parts of a conjunction; what is none is its own only part."""
    return e.args if isinstance(e, Apply) and e.op is Op.AND else (e,)


def implies(condition: Expr, conclusion: Expr) -> Expr:
    """condition ⇒ conclusion, without the trivial cases."""
    if condition == TRUE or conclusion == TRUE:
        return conclusion
    return TRUE if condition == FALSE else apply(Op.IMPLIES, condition, conclusion)


def forall(var: Var, body: Expr) -> Quantified:
    """∀ var. body."""
    return Quantified(True, var, body)


def exists(var: Var, body: Expr) -> Quantified:
    """∃ var. body."""
    return Quantified(False, var, body)


# ------------------------------------------------------------------------------------------------------------- walkers


def free_variables(e: Expr) -> frozenset[Var]:
    """The variables that occur free."""
    match e:
        case Apply():
            return e.free
        case Var():
            return frozenset((e,))
        case Literal():
            return _NOTHING
        case Quantified():
            return free_variables(e.body) - {e.var}


def subterms(e: Expr) -> Iterator[Expr]:
    """The expression and all below it, each before its parts."""
    waiting = [e]
    while waiting:
        part = waiting.pop()
        yield part
        match part:
            case Apply():
                waiting.extend(reversed(part.args))
            case Quantified():
                waiting.append(part.body)
            case Var() | Literal():
                pass
            case _:
                assert_never(part)


def substitute(e: Expr, replacement: Mapping[Var, Expr]) -> Expr:
    """All replacements at once; bound variables are renamed where they would capture."""
    if not replacement:
        return e
    match e:
        case Var():
            by = replacement.get(e, e)
            if by.type != e.type:
                raise TypeMismatch(f"{e.name} is {e.type} and cannot become {by.type}")
            return by
        case Literal():
            return e
        case Apply():
            if e.free.isdisjoint(replacement):
                return e
            return applied(e.op, tuple([substitute(a, replacement) for a in e.args]), e.type)
        case Quantified():
            inner = {v: r for v, r in replacement.items() if v != e.var and v in free_variables(e.body)}
            if not inner:
                return e
            incoming = frozenset().union(*(free_variables(r) for r in inner.values()))
            var = e.var
            if var in incoming:
                taken = {v.name for v in incoming | free_variables(e.body)}
                var = Var(fresh_name(e.var.name, taken), e.var.type, Place.RIGID)
                inner[e.var] = var
            return Quantified(e.universal, var, substitute(e.body, inner))


@functools.lru_cache(maxsize=1 << 14)
def tag(e: Expr, place: Place) -> Expr:
    """e⟨1⟩ or e⟨2⟩: the program expression read in one of the two memories."""
    return substitute(e, {v: Var(v.name, v.type, place) for v in free_variables(e) if v.place is Place.MEMORY})


def fresh_name(base: str, taken: set[str]) -> str:
    """The name itself, or with the first number that makes it new."""
    if base not in taken:
        return base
    number = 2
    while f"{base}_{number}" in taken:
        number += 1
    return f"{base}_{number}"
