"""Calls in Python expressions: builtins, noise, queries and scores. Functions of the file are put in place later."""

from __future__ import annotations

import ast
from collections.abc import Callable
from fractions import Fraction

from twinproof.lang.command import Sample, Skip, While
from twinproof.lang.errors import Code
from twinproof.lang.expr import (
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    apply,
    may_be_irrational,
    negate,
    substitute,
    subterms,
)
from twinproof.lang.faces import Dictionary, Record, components
from twinproof.lang.mechanism import is_public
from twinproof.lang.noise import FUNCTIONS, DrawFunction
from twinproof.lang.noise.spelling import GRID, Argument, Form, Spelling
from twinproof.lang.reader.classes import Class
from twinproof.lang.reader.guards import total
from twinproof.lang.reader.reals import has_float
from twinproof.lang.reader.records import RecordReader
from twinproof.lang.reader.shared import article, component
from twinproof.lang.reader.vocabulary import KNOWN, Alias, Opaque
from twinproof.lang.scale import times
from twinproof.lang.types import BOOL, INT, NUMBERS, QUERY, REAL, SCORE, Basic, ListOf, Type

CALL_HINTS = {
    "print": "a mechanism only returns its result: remove the output",
    "open": "a mechanism reads its parameters only: pass the data in",
    "input": "a mechanism reads its parameters only: pass the data in",
    "float": "numbers stay exact: use Fraction; scales need no conversion",
    "map": "write a comprehension: `[f(x) for x in xs]`",
    "filter": "write a comprehension: `[x for x in xs if …]`",
    "isinstance": "types are known from the annotations",
    "iter": "run over the list itself, with `for`",
    "divmod": "write `a // b` and `a % b`",
    "pow": "write `x ** 2`",
}
METHOD_HINTS = {
    "append": "`out.append(x)` stands on a line of its own",
    "extend": "`out.extend(xs)` stands on a line of its own",
    "pop": "read the last item with `xs[-1]`, and go on with `xs = xs[:-1]`",
    "remove": "make a new list: `[x for x in xs if x != y]`",
    "insert": "make a new list: `xs[:i] + [x] + xs[i:]`",
    "clear": "start anew: `xs = []`",
    "update": "set the keys one by one, in a loop",
    "setdefault": "write `if k not in counts: counts[k] = 0`",
    "sort": "`xs.sort()` stands on a line of its own, and `sorted(xs)` is a value",
    "reverse": "`xs.reverse()` stands on a line of its own, and `xs[::-1]` is a value",
    "join": "texts are compared and returned: return a list",
    "format": "texts are compared and returned: return the values",
}


DOMAIN_HINT = (
    "divide by what is surely above zero, take log of what is surely above zero, and sqrt of what is surely not below"
    " it; `requires=` may say so"
)
NOISE_HINT = "draw it with twinproof, exactly: `from twinproof import laplace`, then `laplace(x, scale)`"
_DRAWS = frozenset(
    (
        *("laplace", "gauss", "normal", "normalvariate", "standard_normal", "exponential", "expovariate", "geometric"),
        *("random", "rand", "randn", "randint", "integers", "uniform", "choice", "choices", "shuffle", "sample"),
        *("binomial", "bernoulli", "poisson", "rvs", "default_rng", "randbelow", "getrandbits", "randrange"),
    )
)
_BY_NAME = {
    "OrderedDict": "a plain dictionary keeps the order of its keys",
    "namedtuple": "write a class: `class Row(NamedTuple):`, with its fields and their types",
    "reduce": "write a loop",
    "mean": "write `Fraction(sum(xs), len(xs))`",
    "deepcopy": "write `list(xs)`, or `[list(row) for row in rows]`",
    "copy": "write `list(xs)`",
    "itemgetter": "write `lambda row: row[0]`",
    "attrgetter": "write `lambda row: row.name`",
    "prod": "multiply in a loop",
    "comb": "multiply in a loop",
    "isqrt": "count up in a loop",
}
_MATHS = frozenset(("log", "log2", "log10", "log1p", "exp", "exp2", "expm1", "sqrt", "pow"))
_ROUNDING = frozenset(("floor", "ceil", "trunc", "round", "rint", "around"))
_LISTS = frozenset(("sum", "max", "min", "mean", "median", "clip", "array", "zeros", "ones", "argmax", "argmin", "abs"))


def foreign_hint(origin: str) -> str:
    """What to write instead of something from another module."""
    last = origin.rpartition(".")[2]
    if last in _DRAWS:
        return NOISE_HINT
    if last in _BY_NAME:
        return _BY_NAME[last]
    if last in _MATHS:
        return "scales are computed exactly, with + - * / and `exp`, `log` and `sqrt` of Python's own module `math`"
    if last in _ROUNDING:
        return "data are integers already; `//` divides and rounds down"
    if last in _LISTS:
        return "use lists of int with Python's own sum, min, max, abs and loops"
    return "define what you need of it in this file, as a plain function"


def is_on_grid(call: ast.Call) -> bool:
    """Whether a draw has a grid."""
    return any(k.arg == GRID for k in call.keywords)


class CallReader(RecordReader):
    """Reads expressions with calls."""

    def call(self, node: ast.Call, expected: Type | None) -> Expr:
        own = self._own_call(node)
        if own is not None:
            return own
        called = self.stands_for(node.func)
        match called:
            case str() if called in FUNCTIONS and is_on_grid(node):
                return self._on_grid(node, FUNCTIONS[called])
            case str() if called in FUNCTIONS:
                target = self.fresh("sample", FUNCTIONS[called].value_type)
                self.sample(node, FUNCTIONS[called], lambda: target)
                return target
            case "sum" | "any" | "all" | "next":
                return self.builtin(node, called)
            case "min" | "max" if len(node.args) == 1:
                return self.builtin(node, called)
            case "min" | "max":
                return self._extreme_of(node, called, [self.expr(a) for a in self._plain(node)])
            case "clamp" | "Fraction" | "floor" | "ceil" | "round":
                return self._number(node, called)
            case "exp" | "log" | "sqrt":
                return self._irrational(node, called)
            case "sorted":
                return self.sorted(node)
            case "dict":
                return self.dictionary(node, expected)
            case "list" if len(node.args) == 1 and not node.keywords:
                return self.listed(node.args[0], expected)
            case "abs" | "len" | "int" | "bool" | "list":
                return self._unary_builtin(node, called, expected)
            case None:
                return self._unknown_call(node, node.func.id if isinstance(node.func, ast.Name) else None)
            case _:
                return self.further_call(node, called, expected)

    def further_call(self, node: ast.Call, called: str, expected: Type | None) -> Expr:
        """The result of a function of Python that makes a set, a counter and the like."""
        del expected
        hint = "`range`, `enumerate` and `zip` are run over; see docs/language.md for the functions there are"
        self.refuse(Code.UNKNOWN_CALL, node, f"`{called}` cannot be called here", hint)

    def _own_call(self, node: ast.Call) -> Expr | None:
        """A call of something that this function or this file has: a query, a function, a class."""
        function = node.func
        if isinstance(function, ast.Subscript):
            return self._ask(node, self.expr(function))
        if not isinstance(function, ast.Name):
            return None
        name = function.id
        nested = self.nested_function(name)
        if nested is not None:
            return self.inline(node, *nested)
        is_asked = name in self.scope and self.scope[name].type in (QUERY, SCORE)
        if is_asked or (self.is_own(name) and name not in self.local):
            return self._ask(node, self._name(ast.copy_location(ast.Name(name, ast.Load()), function)))
        if self.is_own(name):
            held = self._name(function)
            if isinstance(held.type, Record):
                return self.method(node, held, "__call__")
            message = f"`{name}` is a variable here, not a function"
            self.refuse(Code.UNKNOWN_CALL, function, message, "rename one of them")
        made = self.class_of(function)
        if made is not None:
            return self.construct(node, made)
        meaning = self.source.names.get(name)
        return self.inline(node, meaning) if isinstance(meaning, ast.FunctionDef) else None

    def _number(self, node: ast.Call, name: str) -> Expr:
        """What makes a number of numbers."""
        match name:
            case "clamp":
                return self._clamped(node)
            case "Fraction":
                return self._fraction(node)
            case _:
                return self._rounded(node, name)

    def _unknown_call(self, node: ast.Call, name: str | None) -> Expr:
        function = node.func
        if isinstance(function, ast.Attribute) and self.is_value(function.value):
            found = self.method(node, self.expr(function.value), function.attr)
            if found is not None:
                return found
        if (
            isinstance(function, ast.Attribute)
            and function.attr == "fromkeys"
            and self.stands_for(function.value) == "dict"
        ):
            return self.from_keys(node)
        origin = self.source.origin(function)
        if origin is not None:
            message = f"`{origin}` comes from a module that is not read, so it cannot be called here"
            self.refuse(Code.UNKNOWN_CALL, node, message, foreign_hint(origin))
        if isinstance(function, ast.Attribute):
            hint = "a mechanism uses functions, operators and loops, on int, bool, lists and tuples"
            hint = NOISE_HINT if function.attr in _DRAWS else METHOD_HINTS.get(function.attr, hint)
            self.refuse(Code.UNKNOWN_CALL, node, f"the method `{function.attr}` is not in the language", hint)
        meaning = self.source.names.get(name or "")
        if isinstance(meaning, Opaque | Alias):
            hint = "define it in this file as a plain function"
            self.refuse(Code.UNKNOWN_CALL, node, f"`{name}` {meaning.why}, so it cannot be called here", hint)
        shown = f"there is no function `{name}` here" if name else "this cannot be called"
        home = "twinproof" if name in FUNCTIONS else next((m for m, known in KNOWN.items() if name in known), None)
        hint = f"import it from {home}" if home else "define it in this file"
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
        e = self.expr(arguments[0])
        match name, e.type:
            case "abs", _:
                return self.apply(node, Op.ABS, e)
            case "len", _ if (items := components(e.type)) is not None:
                self.held(e, node)
                return Literal(len(items))
            case "len", Dictionary():
                return self.apply(node, Op.LEN, component(e, 0))
            case "len", _:
                return self.apply(node, Op.LEN, e)
            case ("int", Basic("int")) | ("bool", Basic("bool")):
                return e
            case "int", Basic("real") if not has_float(e):
                return self._towards_zero(node, e)
            case "int", Basic("bool"):
                return apply(Op.ITE, e, Literal(1), Literal(0))
            case "bool", Basic("int"):
                return negate(apply(Op.EQ, e, Literal(0)))
            case _:
                hint = "int takes a bool, bool an int, len a list"
                self.refuse(Code.TYPE, node, f"`{name}` does not take {article(e.type)} here", hint)

    def _extreme_of(self, node: ast.Call, name: str, given: list[Expr]) -> Expr:
        """`min` and `max` of several arguments; of equal ones, the first."""
        if not given or (all(e.type in NUMBERS or e.type == BOOL for e in given) and given[0].type != BOOL):
            return self.apply(node, Op.MIN if name == "min" else Op.MAX, *given)
        best, *others = (self.in_variable(e, node, "held") for e in given)
        for other in others:
            better = self.less(node, best, other) if name == "max" else self.less(node, other, best)
            best = self.apply(node, Op.ITE, better, other, best)
        return best

    def _clamped(self, node: ast.Call) -> Expr:
        """`clamp(x, low, high)`: max(low, min(x, high))."""
        names = ("x", "low", "high")
        given = dict(zip(names, node.args, strict=False))
        given.update({k.arg: k.value for k in node.keywords if k.arg in names and k.arg not in given})
        if set(given) != set(names) or len(node.args) + len(node.keywords) != len(names):
            self.refuse(
                Code.CALL_ARGUMENTS, node, "`clamp` takes a number and two bounds", "write `clamp(x, low, high)`"
            )
        parts = {name: self.expr(argument) for name, argument in given.items()}  # in the order of the call
        x, low, high = (parts[name] for name in names)
        return self.apply(node, Op.MAX, low, self.apply(node, Op.MIN, x, high))

    def _fraction(self, node: ast.Call) -> Expr:
        """`Fraction(a)` and `Fraction(a, b)`"""
        arguments = self._plain(node)
        if len(arguments) == 1 and isinstance(arguments[0], ast.Constant) and isinstance(arguments[0].value, str):
            try:
                exact = Fraction(arguments[0].value)
            except (ValueError, ZeroDivisionError):
                hint = "write `Fraction(1, 3)`"
                self.refuse(Code.CALL_ARGUMENTS, node, f"{arguments[0].value!r:.40} is not a fraction", hint)
            return apply(Op.REAL, Literal(exact))
        if not 1 <= len(arguments) <= 2:
            self.refuse(Code.CALL_ARGUMENTS, node, "`Fraction` takes one number or two", "write `Fraction(1, 3)`")
        parts = [self.expr(a) for a in arguments]
        for e, argument in zip(parts, arguments, strict=True):
            if e.type not in NUMBERS or (len(parts) == 2 and has_float(e)):
                message = f"a fraction is made of numbers, and this is {article(e.type)}"
                self.refuse(Code.TYPE, argument, message, "write `Fraction(a, b)` of integers")
        whole = apply(Op.REAL, parts[0])
        return whole if len(parts) == 1 else self.apply(node, Op.QUOTIENT, whole, parts[1])

    def _rounded(self, node: ast.Call, name: str) -> Expr:
        """`floor`, `ceil`, and Python's own `round`, which takes the even one of two that are equally near."""
        arguments = self._plain(node)
        if not 1 <= len(arguments) <= 1 + (name == "round"):
            self.refuse(Code.CALL_ARGUMENTS, node, f"`{name}` takes one number", f"write `{name}(x)`")
        e = self.expr(arguments[0])
        if e.type not in NUMBERS or has_float(e):
            message = f"`{name}` takes an exact number, not {article(e.type) if e.type != REAL else 'a float'}"
            self.refuse(Code.TYPE, arguments[0], message, "round a Fraction")
        digits = self.expr(arguments[1]) if len(arguments) == 2 else None
        if digits is not None and (
            not isinstance(digits, Literal) or digits.type != INT or not 0 <= digits.value <= 30
        ):
            hint = "write `round(x, 2)`"
            self.refuse(Code.CALL_ARGUMENTS, node, "the digits of `round` are a constant from 0 to 30", hint)
        if e.type == INT:
            return e
        if name == "floor":
            return self.apply(node, Op.FLOOR, e)
        if name == "ceil":
            return apply(Op.NEG, self.apply(node, Op.FLOOR, apply(Op.NEG, e)))
        if digits is None:
            return self._half_to_even(node, e)
        unit = Literal(10 ** int(digits.value))
        return self.apply(node, Op.QUOTIENT, apply(Op.REAL, self._half_to_even(node, apply(Op.MUL, e, unit))), unit)

    def _half_to_even(self, node: ast.Call, e: Expr) -> Expr:
        moved = self.in_variable(apply(Op.ADD, e, Literal(Fraction(1, 2))), node, "held")
        near = self.in_variable(apply(Op.FLOOR, moved), node, "near")
        tie = apply(Op.EQ, apply(Op.REAL, near), moved)
        odd = apply(Op.EQ, apply(Op.MOD, near, Literal(2)), Literal(1))
        return apply(Op.ITE, apply(Op.AND, tie, odd), apply(Op.SUB, near, Literal(1)), near)

    def _towards_zero(self, node: ast.Call, e: Expr) -> Expr:
        e = self.in_variable(e, node, "held")
        down, up = apply(Op.FLOOR, e), apply(Op.NEG, apply(Op.FLOOR, apply(Op.NEG, e)))
        return apply(Op.ITE, apply(Op.LT, e, Literal(0)), up, down)

    def _ask(self, node: ast.Call, function: Expr) -> Expr:
        """`queries[i](d)` and `score(d, r)`."""
        arguments = [self.expr(a) for a in self._plain(node)]
        if function.type == QUERY:
            return self.apply(node, Op.ANSWER, function, *arguments)
        if function.type == SCORE:
            return self.apply(node, Op.SCORE, function, *arguments)
        message = f"this is {article(function.type)}, and only a Query or a Score can be called"
        self.refuse(Code.UNKNOWN_CALL, node, message, "call a function of this file")

    def sample(self, node: ast.Call, function: DrawFunction, target: Callable[[], Var]) -> None:
        """target ←$ noise, from a call of its function; the target is asked for last."""
        spelling, given = self._spelled(node, function)
        kinds = {a.name: a for a in spelling.arguments}
        # in the order of the call: each may draw noise itself
        read = {name: self._noise_argument(value, kinds[name]) for name, value in given.items()}
        parameters, centre = spelling.meaning(read)
        self.emit(Sample(target(), spelling.noise, parameters, centre, self.span(node)))

    def _spelled(self, node: ast.Call, function: DrawFunction) -> tuple[Spelling, dict[str, ast.expr]]:
        """What a call stands for, and its arguments by their names, in the order of the call."""
        spelling = function.spelling(len(node.args), [k.arg for k in node.keywords])
        if spelling is None or any(isinstance(a, ast.Starred) for a in node.args):
            hint = f"write {function.usage}"
            self.refuse(Code.NOISE_ARGUMENTS, node, f"`{function.name}` takes {function.takes}", hint)
        given = {a.name: value for a, value in zip(spelling.arguments, node.args, strict=False)}
        return spelling, given | {str(k.arg): k.value for k in node.keywords}

    def _noise_argument(self, node: ast.expr, argument: Argument) -> Expr:
        """An argument of a draw."""
        kind: Type
        match argument.form:
            case Form.INTEGER:
                return substitute(self.integer(node, argument.words), self.constants)
            case Form.NUMBER:
                return self.scale(node, argument.words, argument.wider)
            case Form.BOOL:
                kind, hint = BOOL, "compare something, such as `x > 0`"
            case Form.SCORES:
                kind, hint = ListOf(INT), "make a list of int"
        e = self.value(node, kind)
        if e.type != kind:
            message = f"{argument.words} must be {argument.form.value}, and this is {article(e.type)}"
            self.refuse(Code.TYPE, node, message, hint)
        return e

    def _on_grid(self, node: ast.Call, function: DrawFunction) -> Expr:
        """Noise in steps of one over `grid`: integers that are so many times as large, divided again."""
        others = [k for k in node.keywords if k.arg != GRID]
        spelling, given = self._spelled(ast.copy_location(ast.Call(node.func, node.args, others), node), function)
        if not function.has_grid:
            hint = f"write {function.usage}"
            self.refuse(Code.NOISE_ARGUMENTS, node, f"`{function.name}` takes {function.takes}, and no grid", hint)
        noise, location, number = spelling.noise, "loc", "scale"
        order = [*(a.name for a in spelling.arguments[: len(node.args)]), *(str(k.arg) for k in node.keywords)]
        given[GRID] = next(k.value for k in node.keywords if k.arg == GRID)
        read: dict[str, Expr] = {}
        for name in order:  # as in the call
            if name == GRID:
                read[name] = substitute(self.integer(given[name], "a grid"), self.constants)
            else:
                read[name] = self.value(given[name]) if name == location else self.scale(given[name])
        centre, grid = read[location], read["grid"]
        if not is_public(grid, self.shared.parameters) or not self.shared.facts.is_positive(grid):
            message = "a grid is a public integer above zero, and this may not be"
            self.refuse(Code.NOISE_ARGUMENTS, given["grid"], message, "write a number, such as `grid=100`")
        if centre.type not in NUMBERS:
            message = f"the location of noise on a grid is a number, and this is {article(centre.type)}"
            self.refuse(Code.TYPE, given[location], message, "give it an int or a Fraction")
        steps = self.apply(node, Op.MUL, centre, grid)
        if centre.type == REAL:
            steps = self.in_variable(steps, node, "steps")
            whole = self.in_variable(apply(Op.FLOOR, steps), node, "whole")
            self.emit(While(negate(apply(Op.EQ, apply(Op.REAL, whole), steps)), Skip(), self.span(node)))
            steps = whole
        target = self.fresh("sample", noise.value_type)
        in_steps = {location: steps, number: times(read[number], grid)}
        self.emit(Sample(target, noise, *spelling.meaning(in_steps), self.span(node)))
        return apply(Op.QUOTIENT, apply(Op.REAL, target), grid)

    def scale(self, node: ast.expr, what: str = "a scale", wider: int = 1) -> Expr:
        """A number of a noise. That it is allowed, as a scale must be positive, is seen to where it stands.

        What exp, log and sqrt make is rounded to a fraction, to the side of more noise.
        """
        e = substitute(self.expr(node), self.constants)
        if e.type not in NUMBERS:
            hint = "write a number, such as `2 / eps`"
            self.refuse(Code.NOISE_ARGUMENTS, node, f"{what} must be a number, and this is {article(e.type)}", hint)
        if not may_be_irrational(e):
            return e
        if not wider:
            hint = "pass it as a parameter, or draw with `randomized_response(bit, eps)`"
            self.refuse(Code.IRRATIONAL, node, f"{what} cannot be rounded, so exp, log and sqrt are not in it", hint)
        facts = self.shared.facts
        divisors = [t.args[1] for t in subterms(e) if isinstance(t, Apply) and t.op is Op.QUOTIENT]
        if not facts.entails(total(e, facts)[1]) or not all(map(facts.is_positive, divisors)):
            self.refuse(Code.IRRATIONAL, node, f"{what} may have no value here", DOMAIN_HINT)
        return apply(Op.UP, e) if wider > 0 else apply(Op.NEG, apply(Op.UP, apply(Op.NEG, e)))

    def _irrational(self, node: ast.Call, name: str) -> Expr:
        """exp, log or sqrt of a number: itself, and not the float that Python rounds it to."""
        arguments = self._plain(node)
        if len(arguments) != 1:
            message = f"`{name}` takes one number"
            self.refuse(Code.CALL_ARGUMENTS, node, message, f"write `{name}(x)`; log(x) / log(b) is the one to base b")
        e = self.expr(arguments[0])
        if e.type not in NUMBERS:
            hint = f"write `{name}` of a number, such as `1 + eps`"
            self.refuse(Code.TYPE, arguments[0], f"`{name}` takes a number, not {article(e.type)}", hint)
        return apply(Op(name), e)

    def method(self, node: ast.Call, whole: Expr, name: str) -> Expr | None:
        """The result of a method of a value; None if it has none of this name that is read."""
        raise NotImplementedError

    def sorted(self, node: ast.Call) -> Expr:
        """A list in order."""
        raise NotImplementedError

    def listed(self, node: ast.expr, wanted: Type | None) -> Expr:
        """The items of something to run over, as a list."""
        raise NotImplementedError

    def nested_function(self, name: str) -> tuple[ast.FunctionDef, CallReader] | None:
        """The function of this name that is defined in this function or in one around it, and who reads that one."""
        return None

    def construct(self, node: ast.Call, made: Class) -> Expr:
        """A new instance of a class."""
        raise NotImplementedError

    def inline(self, node: ast.Call, function: ast.FunctionDef, outer: CallReader | None = None) -> Expr:
        """The result of calling a function of the file; `outer` reads the function in which it is defined."""
        raise NotImplementedError

    def builtin(self, node: ast.Call, name: str) -> Expr:
        """The result of a builtin that is defined by a small program."""
        raise NotImplementedError

    def from_keys(self, node: ast.Call) -> Expr:
        """`dict.fromkeys(keys, value)`"""
        raise NotImplementedError
