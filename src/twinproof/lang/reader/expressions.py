"""Python expressions to core expressions.

What an expression *does* (draw noise, call a function) is hoisted: it becomes commands before the statement in which
the expression stands, into fresh variables. That keeps the meaning, because a hoisted command writes only fresh
variables; where Python would evaluate a part only sometimes (`and`, `or`, `x if c else y`), the hoisted commands stand
under the same condition.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NoReturn

from twinproof.lang.bounds import Facts
from twinproof.lang.command import Assign, Command, If, Skip, Span, sequence, written
from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.expr import (
    FALSE,
    Apply,
    Expr,
    Literal,
    Op,
    TypeMismatch,
    Var,
    applied,
    apply,
    conjunction,
    free_variables,
    list_of,
    negate,
    size_of,
)
from twinproof.lang.faces import Dictionary, Option, Table, components, is_member
from twinproof.lang.mechanism import Parameter
from twinproof.lang.reader.flow import known_values
from twinproof.lang.reader.guards import is_partial
from twinproof.lang.reader.reals import AS_FLOATS, has_float, is_exact, python_number, takes_floats
from twinproof.lang.reader.scopes import RANGE, as_written
from twinproof.lang.reader.source import Source
from twinproof.lang.reader.unknown import UNKNOWN, fits, has_unknown, retyped
from twinproof.lang.reader.vocabulary import Constant, Foreign, Made, Opaque
from twinproof.lang.types import (
    BOOL,
    DATABASE,
    INT,
    NUMBERS,
    QUERY,
    REAL,
    SCORE,
    Basic,
    ListOf,
    TupleOf,
    Type,
    is_data,
    type_size,
)

MOST_COMMANDS = 5_000
MOST_NODES = 20_000  # of one expression
MOST_SHARED = 50  # nodes of a public expression that is put in place rather than stored
MOST_PARTS = 100  # of one type
MOST_BITS = 4_000  # of one integer
MOST_FACTORS = 64  # of a power


class Lost(Exception):
    """A statement cannot be read because of something that was found to be wrong before."""


@dataclass
class Shared:
    """What all functions that make up one mechanism share while it is read."""

    source: Source
    parameters: tuple[Parameter, ...]
    facts: Facts
    taken: set[str]
    learned: dict[str, Type]
    stale: bool = False  # something was learned: what is read now only serves to learn more
    stack: list[str] = field(default_factory=list)
    commands: int = 0
    numbers: dict[str, int] = field(default_factory=dict)  # the last number given to a fresh name, by its base
    invented: int = 0  # names that were made up for things that have none
    texts: dict[str, int] = field(default_factory=dict)  # the texts that the mechanism names, and their numbers
    has_faces: bool = False  # some value is of a type that the core does not have
    checked: set[ast.FunctionDef] = field(default_factory=set)  # functions whose constructs and flow are all right
    places: dict[str, Span] = field(default_factory=dict)  # where a list of unknown items was made
    problems: list[Diagnostic] = field(default_factory=list)  # what is wrong with statements that were passed over

    @functools.cached_property
    def without_names(self) -> Source:
        """The same file, as if it bound no name."""
        return replace(self.source, names={})

    def fresh(self, base: str) -> str:
        """A name that is not taken yet: the base, or the base with a number."""
        name = base
        while name in self.taken:
            self.numbers[base] = self.numbers.get(base, 1) + 1
            name = f"{base}_{self.numbers[base]}"
        self.taken.add(name)
        return name


ARITHMETIC = {
    ast.Add: Op.ADD, ast.Sub: Op.SUB, ast.Mult: Op.MUL, ast.FloorDiv: Op.DIV, ast.Mod: Op.MOD, ast.Div: Op.QUOTIENT,
}  # fmt: skip

OUTSIDE = {
    ast.JoinedStr: ("text", "a mechanism computes with int, bool, lists and tuples only"),
    ast.SetComp: ("a set", "use a list"),
    ast.Set: ("a set", "use a list"),
    ast.Await: ("await", "a mechanism is an ordinary function"),
    ast.Yield: ("yield", "collect the values in a list and return it"),
    ast.YieldFrom: ("yield", "collect the values in a list and return it"),
    ast.NamedExpr: ("an assignment inside an expression", "assign on a line of its own"),
    ast.Starred: ("unpacking with a star", "name the components"),
}


class ExpressionReader:
    """Reads the expressions of one function; `out` collects the commands that they hoist."""

    def __init__(self, shared: Shared, scope: dict[str, Expr], local: frozenset[str]) -> None:
        self.shared = shared
        self.source = shared.source
        self.scope = scope
        self.local = local
        self.outer: ExpressionReader | None = None  # that of the function around this one
        self.there: set[str] = set()  # names that may be None elsewhere, and surely are not here
        self.lost: set[str] = set()  # locals that statements would set which could not be read
        self.constants: dict[Var, Expr] = {}  # locals that are set once, to a public value
        self.out: list[Command] = []
        self.call_site: Span | None = None  # for functions without a text of their own
        self._here = Span(self.source.path, 1, 1, 1, 1)  # the statement that is being read

    # --------------------------------------------------------------------------------------------------- utilities

    def span(self, node: ast.AST) -> Span:
        return self.call_site or self.source.span(node)

    def refuse(self, code: Code, node: ast.AST, message: str, hint: str) -> NoReturn:
        raise TwinproofError(self.source.diagnose(code, self.span(node), message, hint))

    def emit(self, command: Command) -> None:
        self.count(getattr(command, "at", None) or Span(self.source.path, 1, 1, 1, 1))
        self.out.append(command)

    def count(self, at: Span) -> None:
        """Count a step of the core program, and stop where it has too many."""
        self.shared.commands += 1
        if self.shared.commands > MOST_COMMANDS:
            message = f"the mechanism has more than {MOST_COMMANDS} steps once its functions are put in place"
            hint = "call fewer functions, or call them in a loop"
            raise TwinproofError(self.source.diagnose(Code.TOO_LARGE, at, message, hint))

    def stands_for(self, function: ast.expr) -> str | None:
        """What a name stands for in this function: "laplace", "len", …; None if it is a variable or unknown."""
        if isinstance(function, ast.Name) and function.id == RANGE:
            return "range"
        base = function.value if isinstance(function, ast.Attribute) else function
        if isinstance(base, ast.Name) and self.is_own(base.id):
            return None
        return self.source.resolve(function)

    def is_own(self, name: str) -> bool:
        """Whether a name belongs to this function, or to one around it."""
        return name in self.local or name in self.scope or (self.outer is not None and self.outer.is_own(name))

    @contextmanager
    def buffer(self) -> Iterator[list[Command]]:
        """Collect the commands that are emitted meanwhile."""
        outer, self.out = self.out, []
        try:
            yield self.out
        finally:
            self.out = outer

    def fresh(self, base: str, kind: Type) -> Var:
        """A new variable of the core."""
        return self.typed(self.shared.fresh(base), kind)

    def typed(self, name: str, kind: Type) -> Var:
        """The variable of a name; what was learned about the items of a list counts."""
        if has_unknown(kind):
            self.shared.places.setdefault(name, self._here)
        learned = self.shared.learned.get(name, kind)
        return Var(name, learned if has_unknown(kind) or (kind == INT and learned == REAL) else kind)

    def widen(self, target: Var) -> None:
        """A variable that was an integer so far is given a rational: all is read again with it."""
        self.shared.learned[target.name] = REAL
        self.shared.stale = True

    def learn(self, target: Var, kind: Type) -> bool:
        """Whether a list of unknown items meets a known type here; the mechanism is then read again with it."""
        if not has_unknown(target.type) or has_unknown(kind) or not fits(kind, target.type):
            return False
        if target.name not in self.shared.learned:
            self.shared.learned[target.name] = kind
            self.shared.stale = True
        return self.shared.stale

    def assign(self, target: Var, value: Expr, node: ast.AST) -> None:
        """target ← value, where an empty list takes the type of its variable."""
        if target.type == INT and value.type == REAL and self.shared.stale:
            return
        if value.type != target.type:
            if self.learn(target, value.type):
                return
            value = self.as_type(value, target.type)
        try:
            self.emit(Assign(target, value, self.span(node)))
        except TypeMismatch:
            hint = f"annotate the empty list: `{target.name}: list[int] = []`"
            self.refuse(Code.EMPTY_LIST, node, f"the items of the list `{target.name}` are of unknown type", hint)

    def apply(self, node: ast.AST, op: Op, *args: Expr) -> Expr:
        if sum(map(size_of, args)) > MOST_NODES:
            message = f"an expression has more than {MOST_NODES} parts once it is spelled out"
            self.refuse(Code.TOO_LARGE, node, message, "compute it in several steps")
        try:
            return apply(op, *args)
        except TypeMismatch as problem:
            self.refuse(Code.TYPE, node, str(problem), type_hint([a.type for a in args]))

    # ------------------------------------------------------------------------------------------------- expressions

    def expr(self, node: ast.expr, expected: Type | None = None) -> Expr:
        """The core expression; what it does is emitted. `expected` gives empty lists their type."""
        match node:
            case ast.Constant(None):
                return self.none(expected)
            case ast.Constant(value):
                return self._constant(node, value)
            case ast.Attribute():
                return self.attribute(node)
            case ast.Name():
                return self._name(node)
            case ast.UnaryOp():
                return self._unary(node)
            case ast.BinOp(left, op, right):
                return self._arithmetic(node, left, op, right, expected)
            case ast.BoolOp(op, values):
                parts = [lambda v=v: self.condition(v) for v in values]
                return self._short_circuit(node, Op.AND if isinstance(op, ast.And) else Op.OR, parts)
            case ast.Compare():
                return self._compare(node)
            case ast.IfExp(test, body, orelse):
                return self._conditional(node, test, body, orelse, expected)
            case ast.Call():
                return self.call(node, expected)
            case ast.Subscript(value, index):
                return self._index(node, self.expr(value), index)
            case ast.List(items):
                return self._list(node, items, expected)
            case ast.ListComp():
                return self.comprehension(node, expected)
            case ast.Dict() | ast.DictComp():
                return self.dictionary(node, expected)
            case ast.GeneratorExp():
                hint = "give it to sum, min, max, any, all, list or sorted, or write a list: `[…]`"
                self.refuse(Code.EXPRESSION, node, "a generator is only read where something consumes it", hint)
            case ast.Lambda():
                hint = "write `key=lambda …`, or define a function"
                self.refuse(Code.EXPRESSION, node, "a lambda is only read as a key", hint)
            case ast.Tuple(items):
                fits = isinstance(expected, TupleOf) and len(expected.items) == len(items)
                kinds = expected.items if isinstance(expected, TupleOf) and fits else [None] * len(items)
                whole = apply(Op.TUPLE, *map(self.value, items, kinds))
                if type_size(whole.type) > MOST_PARTS:
                    message = f"a tuple has more than {MOST_PARTS} parts, with those of its components"
                    self.refuse(Code.TOO_LARGE, node, message, "use fewer components, or a list")
                return whole
            case _:
                what, hint = OUTSIDE.get(type(node), ("this expression", "see docs/language.md for what is"))
                self.refuse(Code.EXPRESSION, node, f"{what} is not in the language", hint)

    def value(self, node: ast.expr, expected: Type | None = None) -> Expr:
        """An expression whose value is data: not a real number, a database, a query or a score."""
        e = self.expr(node, expected)
        if e.type == REAL and not is_exact(e):
            message = "a float is used as data"
            self.refuse(Code.REAL_DATA, node, message, "write `Fraction(1, 2)`, or compute with integers")
        if e.type in (DATABASE, QUERY, SCORE):
            hint = "ask it: `queries[i](d)` or `score(d, r)` is an integer"
            self.refuse(Code.TYPE, node, f"a {e.type} is not a value that can be stored or returned", hint)
        return e

    def condition(self, node: ast.expr) -> Expr:
        e = self.expr(node)
        if e.type != BOOL:
            hint = {INT: "compare it: `x != 0`"}.get(e.type) if isinstance(e.type, Basic) else None
            hint = hint or ("ask for its length: `len(xs) > 0`" if isinstance(e.type, ListOf) else "write a comparison")
            self.refuse(Code.NOT_A_CONDITION, node, f"a condition must be a bool, and this is {article(e.type)}", hint)
        return e

    def integer(self, node: ast.expr, what: str) -> Expr:
        e = self.value(node)
        if e.type != INT:
            self.refuse(Code.TYPE, node, f"{what} must be an int, and this is {article(e.type)}", type_hint([e.type]))
        return e

    def _constant(self, node: ast.expr, value: object) -> Expr:
        match value:
            case bool() | int():
                if value.bit_length() > MOST_BITS:
                    message = f"an integer of {value.bit_length()} bits is too large to be read"
                    self.refuse(Code.TOO_LARGE, node, message, f"use integers of at most {MOST_BITS} bits")
                return Literal(value)
            case Fraction():  # a decimal in the text of a claim
                return Literal(value)
            case float() if value == value and abs(value) != float("inf"):
                return Literal(Fraction(value))  # at its exact value, as when the mechanism runs
            case str():
                return self.text(value)
            case tuple():
                return apply(Op.TUPLE, *(self._constant(node, part) for part in value))
            case _:
                self.refuse(
                    Code.EXPRESSION, node, f"{value!r} is not in the language", "use int, bool, lists and tuples"
                )

    def _name(self, node: ast.Name) -> Expr:
        name = node.id
        if name in self.lost:
            raise Lost
        if name in self.scope:
            e = self.scope[name]
            return component(e, 1) if name in self.there and isinstance(e.type, Option) else e
        if self.outer is not None and name not in self.local and self.outer.is_own(name):
            return self.outer._name(node)
        meaning = None if name in self.local else self.source.names.get(name)
        match meaning:
            case Constant(value):
                return self._constant(node, value)
            case Made(call) if self.source.resolve(call.func) == "Fraction":
                return self.call(call, None)
            case Opaque() | Foreign() | Made():
                hint = "pass it as a parameter, or make it one constant at the top of the file"
                self.refuse(Code.GLOBAL_STATE, node, f"`{name}` {meaning.why}", hint)
            case ast.ClassDef():
                self.refuse(Code.EXPRESSION, node, f"the class `{name}` is used as a value", "make an instance of it")
            case ast.FunctionDef():
                self.refuse(Code.EXPRESSION, node, f"the function `{name}` is used as a value", "call it")
        if name in self.local:
            self.refuse(Code.MAYBE_UNASSIGNED, node, f"`{name}` may have no value here", "assign it first")
        word = self.source.resolve(node)
        message = f"`{name}` is used as a value" if word else f"there is no `{as_written(name)}` here"
        code = Code.EXPRESSION if word else Code.UNKNOWN_NAME
        self.refuse(code, node, message, "use a parameter or a variable that was assigned before")

    def _unary(self, node: ast.UnaryOp) -> Expr:
        if isinstance(node.op, ast.Not):
            return negate(self.condition(node.operand))
        if isinstance(node.op, ast.Invert):
            self.refuse(Code.EXPRESSION, node, "bit operations are not in the language", "use `not` for truth values")
        e = self.expr(node.operand)
        if isinstance(node.op, ast.UAdd) and e.type in NUMBERS:
            return e
        if isinstance(e, Literal) and e.type in NUMBERS:
            return Literal(-e.value)
        return self.apply(node, Op.NEG, e)

    def _arithmetic(
        self, node: ast.expr, left: ast.expr, operator: ast.operator, right: ast.expr, expected: Type | None
    ) -> Expr:
        if isinstance(operator, ast.Pow):
            return self._power(node, left, right)
        op = ARITHMETIC.get(type(operator))
        if op is None:
            hint = "the operators are + - * // % ** on integers, and + - * / in a scale"
            self.refuse(Code.EXPRESSION, node, "this operator is not in the language", hint)
        return self.combine(node, op, *self.meet(self.expr(left, expected), self.expr(right, expected)))

    def _power(self, node: ast.expr, left: ast.expr, right: ast.expr) -> Expr:
        """A power with a constant exponent: so many factors."""
        base, exponent = self.expr(left), self.expr(right)
        if not isinstance(exponent, Literal) or exponent.type != INT or not 0 <= exponent.value <= MOST_FACTORS:
            message = f"the exponent of `**` is a constant from 0 to {MOST_FACTORS} here"
            self.refuse(Code.EXPRESSION, right, message, "multiply in a loop")
        if base.type not in NUMBERS:
            self.refuse(Code.TYPE, left, f"`**` takes a number, not {base.type}", type_hint([base.type]))
        if isinstance(base, Literal) and base.type == INT:
            return self._constant(node, int(base.value) ** int(exponent.value))
        if exponent.value == 0:
            self.held(base, node)
            return Literal(1)
        factor = base if size_of(base) <= 3 and not is_partial(base) else self.in_variable(base, node, "base")
        power = factor
        for _ in range(int(exponent.value) - 1):
            power = self.combine(node, Op.MUL, power, factor)
        return power

    def meet(self, a: Expr, b: Expr) -> tuple[Expr, Expr]:
        """Two values of one type, where an empty list takes the type of the other."""
        for one, other in ((a, b), (b, a)):
            if has_unknown(one.type) and isinstance(one, Var) and self.learn(one, other.type):
                return other, other  # the types are right, and all is read again
        return retyped(a, b.type), retyped(b, a.type)

    def alike(self, a: Expr, b: Expr) -> tuple[Expr, Expr]:
        """As `meet`, for values that come to one place; an integer beside an exact rational is one."""
        if {a.type, b.type} == {INT, REAL} and all(e.type == INT or is_exact(e) for e in (a, b)):
            return self.as_type(a, REAL), self.as_type(b, REAL)
        return self.meet(a, b)

    def combine(self, node: ast.expr, op: Op, a: Expr, b: Expr) -> Expr:
        """a op b, with + on lists joining them and a division of integers refused or folded as Python does."""
        if op is Op.MUL and isinstance(a.type, ListOf):
            return self.repeat(node, a, b)
        if op is Op.MUL and isinstance(b.type, ListOf):
            return self.repeat(node, b, a)
        if op is Op.ADD and isinstance(a.type, ListOf):
            if isinstance(b, Apply) and b.op is Op.LIST and len(b.args) == 1:
                return self.apply(node, Op.APPEND, a, b.args[0])
            return self.apply(node, Op.CONCAT, a, b)
        if op is Op.QUOTIENT or REAL in (a.type, b.type):
            return self.real_arithmetic(node, op, a, b)
        return self.apply(node, op, a, b)

    def real_arithmetic(self, node: ast.expr, op: Op, a: Expr, b: Expr) -> Expr:
        """Arithmetic with reals, as Python does it: exact where an Epsilon takes part, rounded between constants.

        Anything else would round in a run, and the core would not.
        """
        if isinstance(a, Literal) and isinstance(b, Literal) and a.type in NUMBERS and b.type in NUMBERS:
            with suppress(OverflowError, ZeroDivisionError):
                return Literal(Fraction(AS_FLOATS[op](python_number(a), python_number(b))))
        elif not self._rounds(op, a, b):
            if op is Op.DIV:
                return self.apply(node, Op.FLOOR, self.apply(node, Op.QUOTIENT, a, b))
            if op is Op.MOD:
                first, second = self.in_variable(a, node, "held"), self.in_variable(b, node, "held")
                whole = self.apply(node, Op.FLOOR, self.apply(node, Op.QUOTIENT, first, second))
                return self.apply(node, Op.SUB, first, self.apply(node, Op.MUL, second, whole))
            return self.apply(node, op, a, b)
        hint = "write `//` to round down, or `Fraction(a, b)`; in a scale, divide by an Epsilon, as in `2 * c / eps`"
        self.refuse(Code.REAL_DATA, node, "this rounds to a float in Python, so it is not exact", hint)

    def _rounds(self, op: Op, a: Expr, b: Expr) -> bool:
        """Whether a run would do this in floats."""
        if has_float(a) or has_float(b):
            return not (takes_floats(a) or takes_floats(b))
        return not (is_exact(a) or is_exact(b)) and (op is Op.QUOTIENT or REAL in (a.type, b.type))

    def _compare(self, node: ast.Compare) -> Expr:
        before = self.expr(node.left)
        state = [before]

        def step(op: ast.cmpop, right: ast.expr) -> Expr:
            if isinstance(op, ast.In | ast.NotIn):
                if len(node.ops) > 1:
                    self.refuse(Code.EXPRESSION, node, "`in` stands in a chain of comparisons", "use `and`")
                inside = self.member(node, state[0], right)
                return inside if isinstance(op, ast.In) else negate(inside)
            if isinstance(right, ast.Constant) and right.value is None:
                missing = self.is_none(state[0])
                if not isinstance(op, ast.Is | ast.IsNot | ast.Eq | ast.NotEq) or len(node.ops) > 1:
                    self.refuse(Code.EXPRESSION, node, "None can only be compared with `is`", "write `x is None`")
                return missing if isinstance(op, ast.Is | ast.Eq) else negate(missing)
            other = self.expr(right, state[0].type)
            result = self._comparison(node, op, *self.meet(state[0], other))
            state[0] = other
            return result

        parts = [lambda o=o, r=r: step(o, r) for o, r in zip(node.ops, node.comparators, strict=True)]
        return self._short_circuit(node, Op.AND, parts)

    def _comparison(self, node: ast.expr, op: ast.cmpop, a: Expr, b: Expr) -> Expr:
        for e in (a, b):
            if isinstance(e.type, Table | Dictionary):
                self.refuse(Code.DICTIONARY, node, "dictionaries are not compared here", "compare their items")
            if not is_data(e.type) and e.type not in NUMBERS and not has_unknown(e.type):
                hint = "ask it, and compare the answers: `queries[i](d)` or `score(d, r)`"
                self.refuse(Code.TYPE, node, f"a {e.type} cannot be compared", hint)
        match op:
            case ast.Eq():
                return self.apply(node, Op.EQ, a, b)
            case ast.NotEq():
                return negate(self.apply(node, Op.EQ, a, b))
            case ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE() if components(a.type) is not None:
                first, second = self.in_variable(a, node, "held"), self.in_variable(b, node, "held")
                if isinstance(op, ast.Gt | ast.LtE):
                    first, second = second, first
                less = self.less(node, first, second)
                return less if isinstance(op, ast.Lt | ast.Gt) else negate(less)
            case ast.Lt():
                return self.apply(node, Op.LT, a, b)
            case ast.LtE():
                return self.apply(node, Op.LE, a, b)
            case ast.Gt():
                return self.apply(node, Op.LT, b, a)
            case ast.GtE():
                return self.apply(node, Op.LE, b, a)
            case ast.Is() | ast.IsNot() if is_member(a.type) or is_member(b.type):
                same = self.apply(node, Op.EQ, a, b)  # there is one object of each member
                return same if isinstance(op, ast.Is) else negate(same)
            case _:
                hint = "compare with == or !=; `is` asks for None and for members of enums"
                self.refuse(Code.EXPRESSION, node, "`is` is not in the language here", hint)

    def less(self, node: ast.expr, a: Expr, b: Expr) -> Expr:
        """a < b, where tuples are compared component by component, as in Python."""
        match a.type:
            case TupleOf(items) if a.type == b.type and components(a.type) is not None:
                whole: Expr = FALSE
                for i in reversed(range(len(items))):
                    x, y = component(a, i), component(b, i)
                    equal = apply(Op.EQ, x, y)
                    later = conjunction(equal, whole)
                    whole = self.less(node, x, y) if later == FALSE else apply(Op.OR, self.less(node, x, y), later)
                return whole
            case Basic("bool") if b.type == BOOL:
                return conjunction(negate(a), b)
            case _:
                return self.apply(node, Op.LT, a, b)

    def _short_circuit(self, node: ast.expr, op: Op, parts: Sequence[Callable[[], Expr]]) -> Expr:
        """`and` / `or`: a part that does something is only done where Python would.

        So is one that reads what such a part has set, as the third of `a < laplace(x, s) < b` does.
        """
        so_far = [parts[0]()]
        flag: Var | None = None
        set_within: frozenset[Var] = frozenset()
        for part in parts[1:]:
            with self.buffer() as done:
                e = part()
            if not done and not free_variables(e) & set_within:
                so_far.append(e)
                continue
            at = self.span(node)
            if flag is None or done or so_far != [flag]:
                flag = self.fresh("holds", BOOL)
                self.emit(Assign(flag, self._joined(node, op, so_far), at))
            then = sequence(*done, Assign(flag, e, at))
            self.emit(If(flag, then, Skip(), at) if op is Op.AND else If(negate(flag), then, Skip(), at))
            so_far, set_within = [flag], set_within.union(*map(written, done))
        return self._joined(node, op, so_far)

    def _joined(self, node: ast.expr, op: Op, parts: list[Expr]) -> Expr:
        flat: list[Expr] = []
        for p in parts:
            flat.extend(p.args if isinstance(p, Apply) and p.op is op else (p,))
        return flat[0] if len(flat) == 1 else self.apply(node, op, *flat)

    def _conditional(
        self, node: ast.expr, test: ast.expr, body: ast.expr, orelse: ast.expr, expected: Type | None
    ) -> Expr:
        condition = self.condition(test)
        before = set(self.there)
        with self.buffer() as yes:
            self.there |= known_values(test, True)
            first = self.expr(body, expected)
        self.there = before | known_values(test, False)
        with self.buffer() as no:
            second = self.expr(orelse, expected or first.type)
        self.there = before
        first, second = self.alike(first, second)
        if not yes and not no:
            return self.apply(node, Op.ITE, condition, first, second)
        self.apply(node, Op.ITE, condition, first, second)  # for its message when the types differ
        target = self.fresh("chosen", first.type)
        for done, value in ((yes, first), (no, second)):
            with self.buffer() as last:
                self.assign(target, value, node)
            done += last
        self.emit(If(condition, sequence(*yes), sequence(*no), self.span(node)))
        return target

    def _list(self, node: ast.expr, items: list[ast.expr], expected: Type | None) -> Expr:
        if len(items) > MOST_NODES // 2:
            message = f"a list of {len(items)} items is too long to be spelled out"
            self.refuse(Code.TOO_LARGE, node, message, "pass it as a parameter")
        item = expected.item if isinstance(expected, ListOf) else None
        values = [self.value(e, item) for e in items]
        kind = values[0].type if values else item or UNKNOWN
        for value in values:
            kind = self.alike(Var("item", kind), value)[0].type if value.type != kind else kind
        values = [self.as_type(value, kind) for value in values]
        for value, e in zip(values, items, strict=True):
            if value.type != kind:
                message = f"the items of a list have one type: here {kind} and {value.type}"
                self.refuse(Code.TYPE, e, message, "use a tuple for values of several types")
        return list_of(kind, *values)

    def _index(self, node: ast.expr, whole: Expr, index: ast.expr) -> Expr:
        if isinstance(index, ast.Slice):
            return self.slice(node, whole, index)
        position = self.expr(index)
        items = components(whole.type)
        if items is None:
            return self.apply(node, Op.GET, whole, self.short(position, index))
        if not isinstance(position, Literal) or position.type != INT:
            if len(set(items)) == 1:  # as good as a list
                held = self.in_variable(whole, node, "held")
                listed = list_of(items[0], *(component(held, i) for i in range(len(items))))
                return self.apply(node, Op.GET, listed, self.short(position, index))
            hint = "use a list, or unpack it"
            self.refuse(Code.TUPLE_SHAPE, index, "a tuple of several types is indexed by a constant only", hint)
        number = int(position.value)
        number += len(items) * (number < 0)
        if not 0 <= number < len(items):
            message = f"a {whole.type} has no component {position.value}"
            self.refuse(Code.TUPLE_SHAPE, index, message, f"components are 0 to {len(items) - 1}")
        return component(self.held(whole, node), number)

    def short(self, position: Expr, node: ast.expr) -> Expr:
        """A position in a list, in a variable if it is long: it will stand in several places."""
        if size_of(position) <= 8 or position.type != INT:
            return position
        held = self.fresh("position", INT)
        self.assign(held, position, node)
        return held

    def held(self, e: Expr, node: ast.AST) -> Expr:
        """The expression, in a variable if it may have no value: it is then evaluated even if little of it is used."""
        if not is_partial(e):
            return e
        variable = self.fresh("held", e.type)
        self.assign(variable, e, node)
        return variable

    def as_type(self, e: Expr, kind: Type) -> Expr:
        """The value as one of another type, where Python has no difference: an empty list, an integer as a rational."""
        if kind == REAL and e.type == INT:
            return apply(Op.REAL, e)
        return retyped(e, kind)

    def blank(self, kind: Type) -> Expr:
        """Some value of a type, for a variable that is set before anybody reads it."""
        match kind:
            case ListOf():
                return applied(Op.LIST, (), kind)
            case TupleOf(items):
                return applied(Op.TUPLE, tuple(map(self.blank, items)), kind)
            case _ if kind == UNKNOWN:
                return apply(Op.GET, list_of(UNKNOWN), Literal(0))
            case _:
                return FALSE if kind == BOOL else Literal(Fraction(0)) if kind == REAL else Literal(0)

    def in_variable(self, e: Expr, node: ast.AST, base: str) -> Expr:
        """The expression, in a variable unless it is as short as one: it will stand in several places."""
        if isinstance(e, Var | Literal):
            return e
        variable = self.fresh(base, e.type)
        self.assign(variable, e, node)
        return variable

    def evaluate_here(self, e: Expr, node: ast.AST) -> None:
        """Evaluate, where Python does, the parts of a real constant that may have no value: the run then ends here."""
        match e:
            case _ if not is_partial(e):
                pass
            case Apply(Op.ITE, (condition, first, second)) if e.type == REAL:
                self.evaluate_here(condition, node)
                with self.buffer() as yes:
                    self.evaluate_here(first, node)
                with self.buffer() as no:
                    self.evaluate_here(second, node)
                self.emit(If(condition, sequence(*yes), sequence(*no), self.span(node)))
            case Apply(_, args) if e.type == REAL:
                for part in args:
                    self.evaluate_here(part, node)
            case _:
                self.held(e, node)

    def call(self, node: ast.Call, expected: Type | None) -> Expr:
        """The result of a call."""
        raise NotImplementedError

    def text(self, text: str) -> Expr:
        """A text."""
        raise NotImplementedError

    def none(self, expected: Type | None) -> Expr:
        """None, as a value of a type that may be missing."""
        raise NotImplementedError

    def is_none(self, e: Expr) -> Expr:
        """Whether a value is None."""
        raise NotImplementedError

    def attribute(self, node: ast.Attribute) -> Expr:
        """An attribute of something."""
        raise NotImplementedError

    def dictionary(self, node: ast.expr, expected: Type | None) -> Expr:
        """A dictionary."""
        raise NotImplementedError

    def comprehension(
        self, node: ast.ListComp, expected: Type | None, into: Callable[[Type], Var] | None = None
    ) -> Expr:
        """The list that a comprehension makes; `into` says in which variable."""
        raise NotImplementedError

    def repeat(self, node: ast.expr, xs: Expr, times: Expr) -> Expr:
        """A list, several times over."""
        raise NotImplementedError

    def slice(self, node: ast.expr, whole: Expr, part: ast.Slice) -> Expr:
        """A part of a list, as a new one."""
        raise NotImplementedError

    def member(self, node: ast.expr, e: Expr, whole: ast.expr) -> Expr:
        """Whether a value is among others."""
        raise NotImplementedError


def component(whole: Expr, number: int) -> Expr:
    """One component of a tuple, read off at once when the tuple is spelled out."""
    if isinstance(whole, Apply) and whole.op is Op.TUPLE:
        return whole.args[number]
    return apply(Op.PROJ, whole, Literal(number))


def article(kind: Type) -> str:
    return f"{'an' if str(kind)[0] in 'aeiou' else 'a'} {kind}"


def type_hint(kinds: list[Type]) -> str:
    if BOOL in kinds and INT in kinds:
        return "int and bool are different here: write `int(b)`, or `x != 0`"
    if any(isinstance(k, ListOf) and k.item == UNKNOWN for k in kinds):
        return "annotate the empty list: `out: list[int] = []`"
    if REAL in kinds:
        return "real numbers are only for scales"
    return "make both sides values of one type that the operator takes"
