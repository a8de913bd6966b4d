"""Python expressions to core expressions.

What an expression *does* (draw noise, call a function) is hoisted: it becomes commands before the statement in which
the expression stands, into fresh variables. That keeps the meaning, because a hoisted command writes only fresh
variables; where Python would evaluate a part only sometimes (`and`, `or`, `x if c else y`), the hoisted commands stand
under the same condition.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NoReturn

from twinproof.lang.bounds import Facts
from twinproof.lang.command import Assign, Command, If, Noise, Sample, Skip, Span, sequence
from twinproof.lang.errors import Code, TwinproofError
from twinproof.lang.expr import (
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    TypeMismatch,
    Var,
    apply,
    free_variables,
    fresh_name,
    list_of,
    negate,
    substitute,
)
from twinproof.lang.mechanism import Parameter, is_public
from twinproof.lang.reader.source import Constant, Opaque, Source
from twinproof.lang.scale import reciprocal
from twinproof.lang.types import BOOL, DATABASE, INT, NUMBERS, QUERY, REAL, SCORE, Basic, ListOf, TupleOf, Type

UNKNOWN = Basic("unknown")  # the item type of an empty list until something is put into it
MOST_COMMANDS = 5_000


class Learned(Exception):
    """The type of an empty list has become known; the mechanism is read again with it."""


@dataclass
class Shared:
    """What all functions that make up one mechanism share while it is read."""

    source: Source
    parameters: tuple[Parameter, ...]
    facts: Facts
    taken: set[str]
    learned: dict[str, Type]
    stack: list[str] = field(default_factory=list)
    commands: int = 0


ARITHMETIC = {
    ast.Add: Op.ADD, ast.Sub: Op.SUB, ast.Mult: Op.MUL, ast.FloorDiv: Op.DIV, ast.Mod: Op.MOD, ast.Div: Op.QUOTIENT,
}  # fmt: skip

OUTSIDE = {
    ast.JoinedStr: ("text", "a mechanism computes with int, bool, lists and tuples only"),
    ast.Lambda: ("a lambda", "define a helper function at the top level of the file"),
    ast.ListComp: ("a comprehension", "build the list with a `for` loop and `append`"),
    ast.SetComp: ("a set", "use a list"),
    ast.DictComp: ("a dictionary", "use lists"),
    ast.GeneratorExp: ("a generator", "write a `for` loop"),
    ast.Dict: ("a dictionary", "use lists or tuples"),
    ast.Set: ("a set", "use a list"),
    ast.Await: ("await", "a mechanism is an ordinary function"),
    ast.Yield: ("yield", "collect the values in a list and return it"),
    ast.YieldFrom: ("yield", "collect the values in a list and return it"),
    ast.NamedExpr: ("an assignment inside an expression", "assign on a line of its own"),
    ast.Starred: ("unpacking with a star", "name the components"),
    ast.Attribute: ("an attribute", "a mechanism uses plain variables"),
    ast.Slice: ("a slice", "copy the items with a loop"),
}

CALL_HINTS = {
    "print": "a mechanism only returns its result: remove the output",
    "open": "a mechanism reads its parameters only: pass the data in",
    "input": "a mechanism reads its parameters only: pass the data in",
    "float": "data are integers; scales are exact without a conversion",
    "round": "data are integers already",
    "zip": "loop over the positions: `for i in range(len(xs))`",
    "map": "write a `for` loop",
    "sorted": "sorting is not in the language",
    "reversed": "loop over `range(len(xs) - 1, -1, -1)`",
    "isinstance": "types are known from the annotations",
}


class ExpressionReader:
    """Reads the expressions of one function; `out` collects the commands that they hoist."""

    def __init__(self, shared: Shared, scope: dict[str, Expr], local: frozenset[str]) -> None:
        self.shared = shared
        self.source = shared.source
        self.scope = scope
        self.local = local
        self.constants: dict[Var, Expr] = {}  # locals that are set once, to a public value
        self.out: list[Command] = []
        self.call_site: Span | None = None  # for functions without a text of their own

    # --------------------------------------------------------------------------------------------------- utilities

    def span(self, node: ast.AST) -> Span:
        return self.call_site or self.source.span(node)

    def refuse(self, code: Code, node: ast.AST, message: str, hint: str) -> NoReturn:
        raise TwinproofError(self.source.diagnose(code, self.span(node), message, hint))

    def emit(self, command: Command) -> None:
        self.shared.commands += 1
        if self.shared.commands > MOST_COMMANDS:
            raise TwinproofError(
                self.source.diagnose(
                    Code.TOO_LARGE,
                    getattr(command, "at", None) or Span(self.source.path, 1, 1, 1, 1),
                    f"the mechanism has more than {MOST_COMMANDS} steps once its functions are put in place",
                    "call fewer functions, or call them in a loop",
                )
            )
        self.out.append(command)

    @contextmanager
    def buffer(self) -> Iterator[list[Command]]:
        """Collect the commands that are emitted meanwhile."""
        outer, self.out = self.out, []
        try:
            yield self.out
        finally:
            self.out = outer

    def fresh(self, base: str, kind: Type) -> Var:
        name = fresh_name(base, self.shared.taken)
        self.shared.taken.add(name)
        return Var(name, kind)

    def apply(self, node: ast.AST, op: Op, *args: Expr) -> Expr:
        try:
            return apply(op, *args)
        except TypeMismatch as problem:
            self.refuse(Code.TYPE, node, str(problem), _type_hint([a.type for a in args]))

    # ------------------------------------------------------------------------------------------------- expressions

    def expr(self, node: ast.expr, expected: Type | None = None) -> Expr:
        """The core expression; what it does is emitted. `expected` gives empty lists their type."""
        match node:
            case ast.Constant(value):
                return self._constant(node, value)
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
            case ast.Tuple(items):
                fits = isinstance(expected, TupleOf) and len(expected.items) == len(items)
                kinds = expected.items if isinstance(expected, TupleOf) and fits else [None] * len(items)
                return apply(Op.TUPLE, *map(self.value, items, kinds))
            case _:
                what, hint = OUTSIDE.get(type(node), ("this expression", "see docs/language.md for what is"))
                self.refuse(Code.EXPRESSION, node, f"{what} is not in the language", hint)

    def value(self, node: ast.expr, expected: Type | None = None) -> Expr:
        """An expression whose value is data: not a real number, a database, a query or a score."""
        e = self.expr(node, expected)
        if e.type == REAL:
            message = "a real number is used as data; reals are only for scales"
            self.refuse(
                Code.REAL_DATA, node, message, "compute with integers; use `//` for a division that rounds down"
            )
        if e.type in (DATABASE, QUERY, SCORE):
            hint = "ask it: `queries[i](d)` or `score(d, r)` is an integer"
            self.refuse(Code.TYPE, node, f"a {e.type} is not a value that can be stored or returned", hint)
        return e

    def condition(self, node: ast.expr) -> Expr:
        e = self.expr(node)
        if e.type != BOOL:
            hint = {INT: "compare it: `x != 0`"}.get(e.type) if isinstance(e.type, Basic) else None
            hint = hint or ("ask for its length: `len(xs) > 0`" if isinstance(e.type, ListOf) else "write a comparison")
            self.refuse(Code.NOT_A_CONDITION, node, f"a condition must be a bool, and this is {_article(e.type)}", hint)
        return e

    def integer(self, node: ast.expr, what: str) -> Expr:
        e = self.value(node)
        if e.type != INT:
            self.refuse(Code.TYPE, node, f"{what} must be an int, and this is {_article(e.type)}", _type_hint([e.type]))
        return e

    def _constant(self, node: ast.expr, value: object) -> Expr:
        match value:
            case bool() | int():
                return Literal(value)
            case float() if value == value and abs(value) != float("inf"):
                return self.number(node, value)
            case str() | bytes():
                hint = "a mechanism computes with int, bool, lists and tuples only"
                self.refuse(Code.EXPRESSION, node, "text is not in the language", hint)
            case None:
                hint = "return an integer that stands for it, such as -1 or len(xs)"
                self.refuse(Code.EXPRESSION, node, "None is not in the language", hint)
            case _:
                self.refuse(
                    Code.EXPRESSION, node, f"{value!r} is not in the language", "use int, bool, lists and tuples"
                )

    def number(self, node: ast.expr, value: float) -> Expr:
        """A float in a mechanism counts at its exact value, as it does when the mechanism runs."""
        return Literal(Fraction(value))

    def _name(self, node: ast.Name) -> Expr:
        name = node.id
        if name in self.scope:
            return self.scope[name]
        meaning = None if name in self.local else self.source.names.get(name)
        match meaning:
            case Constant(value):
                return Literal(value)
            case Opaque(why):
                hint = "pass it as a parameter, or make it one constant at the top of the file"
                self.refuse(Code.GLOBAL_STATE, node, f"`{name}` {why}", hint)
            case ast.FunctionDef():
                self.refuse(Code.EXPRESSION, node, f"the function `{name}` is used as a value", "call it")
        if name in self.local:
            self.refuse(Code.MAYBE_UNASSIGNED, node, f"`{name}` may have no value here", "assign it first")
        known = self.source.resolve(node)
        message = f"`{name}` is used as a value" if known else f"there is no `{name}` here"
        code = Code.EXPRESSION if known else Code.UNKNOWN_NAME
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
        op = ARITHMETIC.get(type(operator))
        if op is None:
            hint = "the operators are + - * // % on integers, and + - * / in a scale"
            self.refuse(Code.EXPRESSION, node, "this operator is not in the language", hint)
        return self.combine(node, op, self.expr(left, expected), self.expr(right, expected))

    def combine(self, node: ast.expr, op: Op, a: Expr, b: Expr) -> Expr:
        """a op b, with + on lists joining them and a division of integers refused or folded as Python does."""
        if op is Op.ADD and isinstance(a.type, ListOf):
            if isinstance(b, Apply) and b.op is Op.LIST and len(b.args) == 1:
                return self.apply(node, Op.APPEND, a, b.args[0])
            return self.apply(node, Op.CONCAT, a, b)
        if op is Op.QUOTIENT and a.type == b.type == INT:
            return self.divide(node, a, b)
        return self.apply(node, op, a, b)

    def divide(self, node: ast.expr, a: Expr, b: Expr) -> Expr:
        """`/` on integers gives a rounded float in Python: fine between two constants, refused otherwise."""
        if isinstance(a, Literal) and isinstance(b, Literal) and b.value != 0:
            return Literal(Fraction(int(a.value) / int(b.value)))
        hint = "write `//` to round down; in a scale, divide by an Epsilon parameter, as in `2 * c / eps`"
        self.refuse(Code.REAL_DATA, node, "`/` on integers rounds to a float in Python, so it is not exact", hint)

    def _compare(self, node: ast.Compare) -> Expr:
        before = self.expr(node.left)
        state = [before]

        def step(op: ast.cmpop, right: ast.expr) -> Expr:
            other = self.expr(right, state[0].type)
            result = self._comparison(node, op, state[0], other)
            state[0] = other
            return result

        parts = [lambda o=o, r=r: step(o, r) for o, r in zip(node.ops, node.comparators, strict=True)]
        return self._short_circuit(node, Op.AND, parts)

    def _comparison(self, node: ast.expr, op: ast.cmpop, a: Expr, b: Expr) -> Expr:
        match op:
            case ast.Eq():
                return self.apply(node, Op.EQ, a, b)
            case ast.NotEq():
                return negate(self.apply(node, Op.EQ, a, b))
            case ast.Lt():
                return self.apply(node, Op.LT, a, b)
            case ast.LtE():
                return self.apply(node, Op.LE, a, b)
            case ast.Gt():
                return self.apply(node, Op.LT, b, a)
            case ast.GtE():
                return self.apply(node, Op.LE, b, a)
            case _:
                word = "in" if isinstance(op, ast.In | ast.NotIn) else "is"
                hint = "write a loop that looks for the item" if word == "in" else "compare with == or !="
                self.refuse(Code.EXPRESSION, node, f"`{word}` is not in the language", hint)

    def _short_circuit(self, node: ast.expr, op: Op, parts: Sequence[Callable[[], Expr]]) -> Expr:
        """`and` / `or`: a part that does something is only done where Python would."""
        so_far = parts[0]()
        for part in parts[1:]:
            with self.buffer() as done:
                e = part()
            if done:
                flag = self.fresh("holds", BOOL)
                at = self.span(node)
                self.emit(Assign(flag, so_far, at))
                then = sequence(*done, Assign(flag, e, at))
                self.emit(If(flag, then, Skip(), at) if op is Op.AND else If(negate(flag), then, Skip(), at))
                so_far = flag
            else:
                joined = so_far.args if isinstance(so_far, Apply) and so_far.op is op else (so_far,)
                so_far = self.apply(node, op, *joined, e)
        return so_far

    def _conditional(
        self, node: ast.expr, test: ast.expr, body: ast.expr, orelse: ast.expr, expected: Type | None
    ) -> Expr:
        condition = self.condition(test)
        with self.buffer() as yes:
            first = self.expr(body, expected)
        with self.buffer() as no:
            second = self.expr(orelse, expected or first.type)
        if not yes and not no:
            return self.apply(node, Op.ITE, condition, first, second)
        self.apply(node, Op.ITE, condition, first, second)  # for its message when the types differ
        target, at = self.fresh("chosen", first.type), self.span(node)
        self.emit(
            If(condition, sequence(*yes, Assign(target, first, at)), sequence(*no, Assign(target, second, at)), at)
        )
        return target

    def _list(self, node: ast.expr, items: list[ast.expr], expected: Type | None) -> Expr:
        item = expected.item if isinstance(expected, ListOf) else None
        values = [self.value(e, item) for e in items]
        kind = values[0].type if values else item or UNKNOWN
        for value, e in zip(values, items, strict=True):
            if value.type != kind:
                message = f"the items of a list have one type: here {kind} and {value.type}"
                self.refuse(Code.TYPE, e, message, "use a tuple for values of several types")
        return list_of(kind, *values)

    def _index(self, node: ast.expr, whole: Expr, index: ast.expr) -> Expr:
        if isinstance(index, ast.Slice):
            self.refuse(Code.EXPRESSION, index, "a slice is not in the language", "copy the items with a loop")
        position = self.expr(index)
        if not isinstance(whole.type, TupleOf):
            return self.apply(node, Op.GET, whole, position)
        if not isinstance(position, Literal) or position.type != INT:
            self.refuse(Code.TUPLE_SHAPE, index, "a tuple is indexed by a constant only", "use a list, or unpack it")
        number = int(position.value)
        number += len(whole.type.items) * (number < 0)
        if not 0 <= number < len(whole.type.items):
            message = f"a {whole.type} has no component {position.value}"
            self.refuse(Code.TUPLE_SHAPE, index, message, f"components are 0 to {len(whole.type.items) - 1}")
        return component(whole, number)

    # -------------------------------------------------------------------------------------------------------- calls

    def call(self, node: ast.Call, expected: Type | None) -> Expr:
        function = node.func
        if isinstance(function, ast.Subscript) or (isinstance(function, ast.Name) and function.id in self.scope):
            return self._ask(node, self.expr(function))
        name = function.id if isinstance(function, ast.Name) else None
        if name is not None and name in self.local:
            self.refuse(
                Code.UNKNOWN_CALL, function, f"`{name}` is a variable here, not a function", "rename one of them"
            )
        meaning = self.source.names.get(name) if name else None
        if isinstance(meaning, ast.FunctionDef):
            return self.inline(node, meaning)
        known = self.source.resolve(function)
        match known:
            case "laplace" | "one_sided_laplace":
                target = self.fresh("sample", INT)
                self.sample(node, lambda: target)
                return target
            case "sum" | "any" | "all":
                return self.builtin(node, known)
            case "min" | "max":
                arguments = self._plain(node)
                if len(arguments) == 1:
                    return self.builtin(node, known)
                return self.apply(node, Op.MIN if known == "min" else Op.MAX, *map(self.expr, arguments))
            case "abs" | "len" | "int" | "bool" | "list":
                return self._unary_builtin(node, known, expected)
            case None:
                self._unknown_call(node, name)
            case _:
                hint = (
                    "`range` and `enumerate` belong in a `for` line; see docs/language.md for the functions there are"
                )
                self.refuse(Code.UNKNOWN_CALL, node, f"`{known}` cannot be called here", hint)

    def _unknown_call(self, node: ast.Call, name: str | None) -> NoReturn:
        function = node.func
        if isinstance(function, ast.Attribute):
            hint = "`out.append(x)` stands on a line of its own" if function.attr == "append" else "use the operators"
            self.refuse(Code.UNKNOWN_CALL, node, f"the method `{function.attr}` is not in the language", hint)
        meaning = self.source.names.get(name or "")
        if isinstance(meaning, Opaque):
            hint = "define it in this file as a plain function"
            self.refuse(Code.UNKNOWN_CALL, node, f"`{name}` {meaning.why}, so it cannot be called here", hint)
        shown = f"there is no function `{name}` here" if name else "this cannot be called"
        hint = "import it from twinproof" if name in ("laplace", "one_sided_laplace") else "define it in this file"
        self.refuse(Code.UNKNOWN_CALL, node, shown, CALL_HINTS.get(name or "", hint))

    def _plain(self, node: ast.Call) -> list[ast.expr]:
        if node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            message = "this call takes plain arguments only"
            self.refuse(Code.CALL_ARGUMENTS, node, message, "write the arguments without keywords or stars")
        return node.args

    def _unary_builtin(self, node: ast.Call, name: str, expected: Type | None) -> Expr:
        arguments = self._plain(node)
        if len(arguments) != 1:
            self.refuse(Code.CALL_ARGUMENTS, node, f"`{name}` takes one argument here", "see docs/language.md")
        e = self.expr(arguments[0], expected if name == "list" else None)
        match name, e.type:
            case "abs", _:
                return self.apply(node, Op.ABS, e)
            case "len", TupleOf(items):
                return Literal(len(items))
            case "len", _:
                return self.apply(node, Op.LEN, e)
            case ("int", Basic("int")) | ("bool", Basic("bool")) | ("list", ListOf()):
                return e
            case "int", Basic("bool"):
                return apply(Op.ITE, e, Literal(1), Literal(0))
            case "bool", Basic("int"):
                return negate(apply(Op.EQ, e, Literal(0)))
            case _:
                hint = "int takes a bool, bool an int, list a list"
                self.refuse(Code.TYPE, node, f"`{name}` does not take {_article(e.type)} here", hint)

    def _ask(self, node: ast.Call, function: Expr) -> Expr:
        """`queries[i](d)` and `score(d, r)`."""
        arguments = [self.expr(a) for a in self._plain(node)]
        if function.type == QUERY:
            return self.apply(node, Op.ANSWER, function, *arguments)
        if function.type == SCORE:
            return self.apply(node, Op.SCORE, function, *arguments)
        message = f"this is {_article(function.type)}, and only a Query or a Score can be called"
        self.refuse(Code.UNKNOWN_CALL, node, message, "call a function of this file")

    def sample(self, node: ast.Call, target: Callable[[], Var]) -> None:
        """target ←$ noise, from a call of `laplace` or `one_sided_laplace`; the target is asked for last."""
        name = self.source.resolve(node.func)
        given: dict[str, ast.expr] = dict(zip(("loc", "scale"), node.args, strict=False))
        for keyword in node.keywords:
            given[keyword.arg or "**"] = keyword.value
        if set(given) != {"loc", "scale"} or len(node.args) + len(node.keywords) != 2:
            hint = f"write `{name}(loc, scale)`"
            self.refuse(Code.NOISE_ARGUMENTS, node, f"`{name}` takes a location and a scale", hint)
        centre = self.integer(given["loc"], "the location of noise")
        rate = reciprocal(self.scale(given["scale"]))
        noise = Noise.LAPLACE if name == "laplace" else Noise.ONE_SIDED
        self.emit(Sample(target(), noise, rate, centre, self.span(node)))

    def scale(self, node: ast.expr) -> Expr:
        """A scale: a number over public parameters. That it is positive is checked where it stands in the program."""
        e = substitute(self.expr(node), self.constants)
        if e.type not in NUMBERS:
            hint = "write a number, such as `2 / eps`"
            self.refuse(Code.NOISE_ARGUMENTS, node, f"a scale must be a number, and this is {_article(e.type)}", hint)
        if is_public(e, self.shared.parameters):
            return e
        hidden = sorted((v for v in free_variables(e) if v.place is Place.MEMORY), key=lambda v: v.name)
        private = {p.var for p in self.shared.parameters if p.private}
        for v in hidden:
            if v in private:
                message = f"the scale depends on the private `{v.name}`"
                self.refuse(Code.SCALE_PRIVATE, node, message, "a scale may use public parameters and lengths only")
        message = f"the scale depends on the variable `{hidden[0].name}`, which is not a parameter"
        hint = "a scale may use public parameters, lengths, and variables that are set once from them"
        self.refuse(Code.SCALE_NOT_PUBLIC, node, message, hint)

    def inline(self, node: ast.Call, function: ast.FunctionDef) -> Expr:
        """The result of calling a function of the file."""
        raise NotImplementedError

    def builtin(self, node: ast.Call, name: str) -> Expr:
        """The result of a builtin that is defined by a small program."""
        raise NotImplementedError


def component(whole: Expr, number: int) -> Expr:
    """One component of a tuple, read off at once when the tuple is spelled out."""
    if isinstance(whole, Apply) and whole.op is Op.TUPLE:
        return whole.args[number]
    return apply(Op.PROJ, whole, Literal(number))


def _article(kind: Type) -> str:
    return f"{'an' if str(kind)[0] in 'aeiou' else 'a'} {kind}"


def _type_hint(kinds: list[Type]) -> str:
    if BOOL in kinds and INT in kinds:
        return "int and bool are different here: write `int(b)`, or `x != 0`"
    if any(isinstance(k, ListOf) and k.item == UNKNOWN for k in kinds):
        return "annotate the empty list: `out: list[int] = []`"
    if REAL in kinds:
        return "real numbers are only for scales"
    return "make both sides values of one type that the operator takes"
