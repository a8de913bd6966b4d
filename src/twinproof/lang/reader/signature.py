"""The head of a mechanism: its parameters with their adjacency, and its claim."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar, assert_never

from twinproof.lang.adjacency import MARKED, implied_by
from twinproof.lang.adjacency_kind import Adjacency, Form
from twinproof.lang.adjacency_of_rows import MOST_ROWS
from twinproof.lang.bounds import Facts
from twinproof.lang.claim import Claim, Renyi, argument_of, stated
from twinproof.lang.claim_text import FUNCTIONS, OF_REALS
from twinproof.lang.errors import Code, Diagnostic, TwinproofError, joined
from twinproof.lang.expr import ONE, TRUE, ZERO, Apply, Expr, Literal, Op, Place, Var, apply, free_variables, subterms
from twinproof.lang.faces import Record, components, is_number
from twinproof.lang.mechanism import Parameter, is_public, private_values
from twinproof.lang.reader.annotations import (
    claim_texts,
    is_epsilon,
    parameters_of,
    read_type,
    unquote,
    unwrap_annotated,
)
from twinproof.lang.reader.calls import DOMAIN_HINT, CallReader
from twinproof.lang.reader.gathered import as_plain, has_set
from twinproof.lang.reader.guards import total
from twinproof.lang.reader.shared import MOST_FACTORS, Shared, article
from twinproof.lang.reader.source import Source
from twinproof.lang.types import (
    BOOL,
    DATABASE,
    INT,
    NUMBERS,
    QUERY,
    REAL,
    SCORE,
    ListOf,
    Type,
    is_data,
)

T = TypeVar("T")
_QUERIES = ListOf(QUERY)
_CALLED_SAID = f"{', '.join(list(FUNCTIONS)[:-1])} and {list(FUNCTIONS)[-1]}"


_IN_CLAIMS = (
    *(ast.Constant, ast.Name, ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Call, ast.Subscript),
    *(ast.List, ast.Tuple),
)


def _ops(node: ast.expr) -> tuple[ast.AST, ...]:
    """What is done at the top of an expression."""
    match node:
        case ast.Compare(_, ops):
            return tuple(ops)
        case ast.Subscript(_, index):
            return (index,)
        case _:
            return ()


@dataclass(frozen=True, slots=True)
class Mark:
    """The adjacency of a parameter, before its arguments are read; `call` is what stands in the annotation."""

    kind: type[Adjacency]
    call: ast.Call | None


@dataclass(frozen=True, slots=True)
class Signature:
    """All that the head says."""

    parameters: tuple[Parameter, ...]
    claim: Claim
    requires: Expr
    returns: Type | None
    facts: Facts


class ClaimReader(CallReader):
    """Reads claims, requirements and bounds: expressions over parameters, without noise and without calls.

    Decimals mean what they say and `/` is exact, here as in a run (`claim_text`).
    """

    def expr(self, node: ast.expr, expected: Type | None = None) -> Expr:
        if not isinstance(node, _IN_CLAIMS) or any(isinstance(n, ast.In | ast.NotIn | ast.Slice) for n in _ops(node)):
            hint = f"use the parameters, numbers, + - * / // % **, comparisons, and, or, not, {_CALLED_SAID}"
            self.refuse(Code.CLAIM_TEXT, node, "this cannot stand in a claim", hint)
        return super().expr(node, expected)

    def short(self, position: Expr, node: ast.expr) -> Expr:
        return position

    def repeat(self, node: ast.expr, xs: Expr, times: Expr) -> Expr:
        self.refuse(Code.CLAIM_TEXT, node, "a list is not repeated in a claim", "compare numbers")

    def real_arithmetic(self, node: ast.expr, op: Op, a: Expr, b: Expr) -> Expr:
        return self.apply(node, op, a, b)

    def call(self, node: ast.Call, expected: Type | None) -> Expr:
        name = self._called_in_text(node.func)
        if name is None or name not in FUNCTIONS:
            hint = f"use the parameters, numbers, + - * / // % **, {_CALLED_SAID}"
            self.refuse(Code.CLAIM_TEXT, node, "this call cannot stand in a claim", hint)
        return self._irrational(node, name) if name in OF_REALS else super().call(node, expected)

    def _called_in_text(self, function: ast.expr) -> str | None:
        """What a text calls. It need not import exp, log and sqrt; a name that the file gives a meaning keeps it."""
        match function:
            case ast.Name(name) if name in OF_REALS and name not in self.source.names and name not in self.scope:
                return name
            case _:
                return self.source.resolve(function)

    def _power(self, node: ast.expr, left: ast.expr, right: ast.expr) -> Expr:
        """A product of so many factors, or one over it; a square root; else exp(y · log(x))."""
        base, exponent = self.expr(left), self.expr(right)
        for e, part in ((base, left), (exponent, right)):
            if e.type not in NUMBERS:
                self.refuse(Code.TYPE, part, f"`**` takes numbers, not {article(e.type)}", "write numbers")
        number = Fraction(exponent.value) if isinstance(exponent, Literal) else None
        if number == Fraction(1, 2):
            return self.apply(node, Op.SQRT, base)
        if number is None or number.denominator != 1 or abs(number) > MOST_FACTORS:
            return self.apply(node, Op.EXP, self.apply(node, Op.MUL, exponent, self.apply(node, Op.LOG, base)))
        power: Expr = ONE
        for _ in range(abs(int(number))):
            power = base if power == ONE else self.apply(node, Op.MUL, power, base)
        return power if number >= 0 else self.apply(node, Op.QUOTIENT, ONE, power)

    def _name(self, node: ast.Name) -> Expr:
        if node.id not in self.scope:
            names = ", ".join(self.scope) or "none"
            self.refuse(Code.CLAIM_NAME, node, f"`{node.id}` is not a parameter", f"the parameters are: {names}")
        return self.scope[node.id]

    def condition(self, node: ast.expr) -> Expr:
        return self._truth(node, self.expr(node))

    def builtin(self, node: ast.Call, name: str) -> Expr:
        self.refuse(Code.CLAIM_TEXT, node, f"`{name}` of a list cannot stand in a claim", "compare numbers")


def read_signature(source: Source, function: ast.FunctionDef, initial: ast.FunctionDef | None = None) -> Signature:
    """Read the head of a mechanism; of a method, after that of the `__init__` of its class."""
    texts = claim_texts(source, function)
    assert texts is not None
    heads_of = [function] if initial is None else [initial, function]
    arguments: list[ast.arg] = []
    for head in heads_of:
        arguments += parameters_of(source, head)[initial is not None :]
        if head.args.defaults or any(head.args.kw_defaults):
            default = next(d for d in (*head.args.defaults, *head.args.kw_defaults) if d is not None)
            source.refuse(Code.PARAMETER_KIND, default, "a mechanism has no default values", "remove the default")
    if len({a.arg for a in arguments}) < len(arguments):
        message = "a parameter of the method has the name of one of `__init__`"
        source.refuse(Code.PARAMETER_KIND, function, message, "use different names")
    kinds = _of_each(arguments, lambda a: _parameter_type(source, a))
    marks = _of_each(arguments, lambda a: _mark(source, a, kinds[a.arg]))
    heads = {name: _variable(name, kind, marks[name]) for name, kind in kinds.items()}
    privacy = {a.arg for a in arguments if a.annotation is not None and is_epsilon(source, a.annotation)}
    positive = frozenset(var for name, var in heads.items() if name in privacy)
    nothing = _of_each(arguments, lambda a: _adjacency(source, marks[a.arg], kinds[a.arg], lambda _: ZERO))
    bare = tuple(Parameter(v, nothing[name], v in positive) for name, v in heads.items())  # bounds are not read yet
    facts = Facts(positive=positive)
    spoken: dict[str, Expr] = dict(heads)
    if initial is not None:  # a claim speaks of what the object holds, and of the parameters of the method
        own = {a.arg for a in parameters_of(source, function)}
        spoken = {n: v for n, v in heads.items() if n in own}
        spoken |= {a: heads[p] for a, p in _kept(initial) if p in heads}
    reader = ClaimReader(Shared(source, bare, facts, set(), {}), spoken, frozenset())
    requires = _claim(reader, texts.requires, BOOL, "requires") if texts.requires is not None else TRUE
    facts.assume(requires)
    parameters = []
    for a in arguments:
        adjacency = _adjacency(source, marks[a.arg], kinds[a.arg], lambda node: _bound(reader, node))
        parameters.append(Parameter(heads[a.arg], adjacency, heads[a.arg] in positive))
    written = texts.claim.named()
    claim = stated({part: _claim(reader, node, REAL, argument_of(part)) for part, node in written.items()}, ZERO)
    if isinstance(claim, Renyi) and isinstance(texts.claim, Renyi):
        _must_exceed_one(reader, texts.claim.alpha, claim.alpha)
    returns = read_type(source, function.returns) if function.returns is not None else None
    return Signature(tuple(parameters), claim, requires, returns, facts)


def _kept(initial: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """The attributes that an `__init__` sets to one of its parameters, as it is."""
    for s in initial.body:
        match s:
            case ast.Assign([ast.Attribute(ast.Name(), attribute)], ast.Name(parameter)):
                yield attribute, parameter


def _of_each(arguments: list[ast.arg], read: Callable[[ast.arg], T]) -> dict[str, T]:
    """What is read of each parameter; all that is wrong with them is told at once."""
    values: dict[str, T] = {}
    problems: list[Diagnostic] = []
    for a in arguments:
        try:
            values[a.arg] = read(a)
        except TwinproofError as problem:
            problems.append(problem.diagnostic)
    if problems:
        raise TwinproofError(joined(problems))
    return values


def _parameter_type(source: Source, a: ast.arg) -> Type:
    if a.annotation is None:
        hint = f"write `{a.arg}: int`, or `Annotated[…]` with an adjacency for private data"
        source.refuse(Code.ANNOTATION_MISSING, a, f"the parameter `{a.arg}` has no type", hint)
    kind = read_type(source, unwrap_annotated(source, a.annotation)[0])
    if kind not in (REAL, DATABASE, QUERY, SCORE, _QUERIES) and not is_data(kind):
        message = f"`{a.arg}` cannot be {kind}"
        hint = (
            "a parameter is data (int, bool, lists and tuples of them), an Epsilon, a Database, its queries or a score"
        )
        source.refuse(Code.ANNOTATION_UNKNOWN, a, message, hint)
    if has_set(kind) or as_plain(kind) != kind:
        message = f"`{a.arg}` cannot be {kind}"
        hint = "pass a list" if has_set(kind) else f"pass a {as_plain(kind)}"
        source.refuse(Code.ANNOTATION_UNKNOWN, a, message, hint)
    if not is_epsilon(source, a.annotation) and _names_epsilon(source, a.annotation):
        message = f"`{a.arg}` cannot be {kind}: an Epsilon stands alone"
        source.refuse(Code.ANNOTATION_UNKNOWN, a, message, "pass it as a parameter of its own, or use a Fraction")
    return kind


def _names_epsilon(source: Source, annotation: ast.expr) -> bool:
    """Whether a privacy parameter is named in a type, or in a field of a record that is."""
    for node in ast.walk(unwrap_annotated(source, annotation)[0]):
        match node:
            case ast.Constant(str()):
                if _names_epsilon(source, unquote(source, node, Code.ANNOTATION_UNKNOWN)):
                    return True
            case ast.Name(name) if isinstance(meaning := source.names.get(name), ast.ClassDef):
                fields = (s.annotation for s in meaning.body if isinstance(s, ast.AnnAssign))
                if any(_names_epsilon(source, field) for field in fields):
                    return True
            case ast.Name() | ast.Attribute() if source.resolve(node) == "Epsilon":
                return True
    return False


def _mark(source: Source, a: ast.arg, kind: Type) -> Mark | None:
    """The adjacency that stands in Annotated[…], checked against the type, or the one that the type stands for."""
    assert a.annotation is not None
    marks = unwrap_annotated(source, a.annotation)[1]
    if not marks:
        if kind in (_QUERIES, SCORE):
            hint = f"write `{a.arg}: Annotated[…, sensitivity(1)]`"
            source.refuse(Code.ADJACENCY_TYPE, a, f"the sensitivity of `{a.arg}` is missing", hint)
        if kind == QUERY:
            source.refuse(Code.ADJACENCY_TYPE, a, "a single query is not a parameter", "pass `list[Query]`")
        implied = implied_by(kind)
        return None if implied is None else Mark(implied, None)
    mark = marks[0]
    name = source.resolve(mark.func) if isinstance(mark, ast.Call) else None
    if len(marks) > 1 or not isinstance(mark, ast.Call) or name not in MARKED:
        hint = f"one of {', '.join(MARKED)}, with its bound, as in `each_within(1)`"
        source.refuse(Code.ADJACENCY_ARGUMENT, marks[-1], "this is not an adjacency", hint)
    if not MARKED[name].is_for(kind):
        message = f"`{name}` is for {MARKED[name].types_said()}, and `{a.arg}` is {kind}"
        smaller = "take integers in a smaller unit, and make fractions of them: `Fraction(cents, 100)`"
        source.refuse(Code.ADJACENCY_TYPE, mark, message, smaller if kind in (REAL, ListOf(REAL)) else _what_for())
    return Mark(MARKED[name], mark)


def _what_for() -> str:
    """Which adjacencies are for which types."""
    names: dict[str, list[str]] = {}
    for name, kind in MARKED.items():
        names.setdefault(kind.types_said(), []).append(name)
    return "; ".join(f"{' and '.join(adjacencies)}: {types}" for types, adjacencies in names.items())


def _variable(name: str, kind: Type, mark: Mark | None) -> Var:
    """A variable that lives where the adjacency says; what is public is rigid."""
    return Var(name, kind, Place.RIGID if mark is None else mark.kind.PLACE)


def _adjacency(source: Source, mark: Mark | None, kind: Type, amount: Callable[[ast.expr], Expr]) -> Adjacency | None:
    """The adjacency of a parameter of this type; `amount` reads a bound."""
    if mark is None:
        return None
    if mark.call is None:
        return mark.kind.made(())
    given = _arguments(mark.kind, mark.call)
    if given is None:
        usages = (f"`{usage}`" for usage in mark.kind.USAGE)
        message, hint = f"`{mark.kind.NAME}` has wrong arguments", f"write {' or '.join(usages)}"
        source.refuse(Code.ADJACENCY_ARGUMENT, mark.call, message, hint)
    made: list[Expr | bool] = []
    for argument, node in zip(mark.kind.ARGUMENTS, given, strict=True):
        match argument.form:
            case Form.AMOUNT:
                assert isinstance(node, ast.expr)
                made.append(amount(node))
            case Form.FLAG:
                assert isinstance(node, bool)
                made.append(node)
            case Form.COLUMN:
                made.append(_column(source, node, kind))
            case Form.COUNT:
                made.append(_count(source, node))
            case _:
                assert_never(argument.form)
    return mark.kind.made(made)


def _column(source: Source, node: ast.expr | bool, kind: Type) -> Expr:
    """The position of a column of rows, by the name of the field or as a number."""
    assert isinstance(kind, ListOf)
    assert isinstance(node, ast.expr)
    row = kind.item
    columns = row.items if isinstance(row, Record) else components(row) or ()
    names = row.fields if isinstance(row, Record) else tuple(range(len(columns)))
    match node:
        case ast.Constant(str() | int() as name) if not isinstance(name, bool) and name in names:
            place = names.index(name)
        case _:
            hint = f"one of {', '.join(map(repr, names))}" if names else "rows are records or tuples then"
            source.refuse(Code.ADJACENCY_ARGUMENT, node, "this is not a column of the rows", hint)
    if columns[place] != INT and not is_number(columns[place]):
        message = f"users are numbers, texts or members of an Enum, and this column holds {columns[place]}"
        source.refuse(Code.ADJACENCY_ARGUMENT, node, message, "choose the column that says whose row it is")
    return Literal(place)


def _count(source: Source, node: ast.expr | bool) -> Expr:
    """How many rows one user may have."""
    assert isinstance(node, ast.expr)
    match node:
        case ast.Constant(int(number)) if not isinstance(number, bool) and 1 <= number <= MOST_ROWS:
            return Literal(number)
        case _:
            message, hint = "how many rows a user may have is a number", f"write one from 1 to {MOST_ROWS}"
            source.refuse(Code.ADJACENCY_ARGUMENT, node, message, hint)


def _arguments(kind: type[Adjacency], call: ast.Call) -> list[ast.expr | bool] | None:
    """The arguments in the order of the kind's; None if there are others, or too few. Flags are read already."""
    keywords = {k.arg: k.value for k in call.keywords}
    positional = list(call.args)
    in_order: list[ast.expr | bool] = []
    for argument in kind.ARGUMENTS:
        match argument.form, keywords.pop(argument.name, None):
            case Form.FLAG, None:
                in_order.append(False)
            case Form.FLAG, ast.Constant(bool(flag)):
                in_order.append(flag)
            case Form.AMOUNT | Form.COLUMN, None if positional:
                in_order.append(positional.pop(0))
            case Form.AMOUNT | Form.COLUMN | Form.COUNT, ast.expr() as node:
                in_order.append(node)
            case _:
                return None
    return None if keywords or positional else in_order


def _bound(reader: ClaimReader, node: ast.expr) -> Expr:
    hint = 'write a number such as 1, or a text over public int parameters such as "k"'
    number = isinstance(node, ast.Constant)
    if not number:  # what is not a text is evaluated by Python, where the parameters have no value
        reader.refuse(Code.ADJACENCY_ARGUMENT, node, "the bound of an adjacency is a number or a text", hint)
    e = reader.expr(unquote(reader.source, node, Code.ADJACENCY_ARGUMENT))
    if e.type != INT or any(v.place is not Place.RIGID for v in free_variables(e)):
        reader.refuse(Code.ADJACENCY_ARGUMENT, node, "the bound of an adjacency is a public integer", hint)
    e = _defined(reader, node, e)
    if not reader.shared.facts.is_nonnegative(e):
        message = "the bound of an adjacency may be negative"
        reader.refuse(Code.ADJACENCY_ARGUMENT, node, message, "add what keeps it at 0 or above to `requires=`")
    return e


def _must_be_plain(reader: ClaimReader, node: ast.expr) -> None:
    if reader.out:
        hint = "compare the parameters, and single items of them"
        reader.refuse(Code.CLAIM_TEXT, node, "this is too involved for a claim", hint)


def _defined(reader: ClaimReader, node: ast.expr, e: Expr) -> Expr:
    """The expression, if it surely has a value: no division by zero, no read outside a list."""
    _must_be_plain(reader, node)
    facts = reader.shared.facts
    settled, _ = total(e, facts)
    if not _has_value(e, facts):
        if any(isinstance(t, Apply) and t.op in (Op.LOG, Op.SQRT) for t in subterms(e)):
            message = "this may have no value: a logarithm, a root or a division where there is none"
            reader.refuse(Code.CLAIM_TEXT, node, message, DOMAIN_HINT)
        hint = "divide by what is surely above zero, and read lists inside their length; `requires=` may say so"
        reader.refuse(
            Code.CLAIM_TEXT, node, "this may have no value: a division by zero, or a read outside a list", hint
        )
    return settled


def _has_value(e: Expr, facts: Facts) -> bool:
    """Whether an expression surely has a value. Python comes to the second of two conditions if the first holds."""
    if isinstance(e, Apply) and e.op is Op.AND:
        for part in e.args:
            if not _has_value(part, facts):
                return False
            facts = facts.given(part)
        return True
    _, domain = total(e, facts)
    divisors = [t.args[1] for t in subterms(e) if isinstance(t, Apply) and t.op is Op.QUOTIENT]
    return facts.entails(domain) and all(map(facts.is_positive, divisors))


def _must_exceed_one(reader: ClaimReader, node: ast.expr, order: Expr) -> None:
    """A Rényi divergence has an order above 1."""
    if not reader.shared.facts.is_positive(apply(Op.SUB, order, ONE)):
        hint = "add what keeps it above 1 to `requires=`, such as `alpha > 1`"
        reader.refuse(Code.CLAIM_ORDER, node, "the order `alpha` may be 1 or below", hint)


def _claim(reader: ClaimReader, node: ast.expr, kind: Type, name: str) -> Expr:
    """A part of the claim, or the requirement: public, of the right type, and not negative."""
    e = reader.expr(node)
    _must_be_plain(reader, node)
    if kind == BOOL and e.type != BOOL:
        reader.refuse(Code.CLAIM_TEXT, node, f"`{name}` must be a condition, not {e.type}", "write a comparison")
    if kind == REAL and e.type not in NUMBERS:
        reader.refuse(Code.CLAIM_TEXT, node, f"`{name}` must be a number, not {e.type}", "write a number")
    if not is_public(e, reader.shared.parameters):
        private = min(private_values(e, reader.shared.parameters), key=lambda v: v.name)
        measured = any(isinstance(t, Apply) and t.op is Op.LEN and private in t.args for t in subterms(e))
        what = f"the length of `{private.name}`, which is private" if measured else f"the private `{private.name}`"
        hint = "use public parameters, and the lengths of lists that have the same one in both runs"
        reader.refuse(Code.CLAIM_PRIVATE, node, f"`{name}` depends on {what}", hint)
    e = _defined(reader, node, e)
    if kind == REAL and not reader.shared.facts.is_nonnegative(e):
        if free_variables(e):
            hint = "add what keeps it at 0 or above to `requires=`, such as `n >= 0`"
            reader.refuse(Code.CLAIM_NEGATIVE, node, f"`{name}` may be negative", hint)
        reader.refuse(Code.CLAIM_NEGATIVE, node, f"`{name}` is negative", "no mechanism keeps that: claim 0 or more")
    return ZERO if e == Literal(Fraction(0)) else e  # 0.0 claims what 0 does
