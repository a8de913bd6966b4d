"""Inputs of a run: checked against the parameters of a mechanism, and against each other when there are two.

Values are given as Python or JSON has them (`python_values`). A database is not given itself: it is known by the
answers of its queries (a list) or by its scores (a list for the candidates 0, 1, …, or an object from candidates to
values, in which "else" stands for all others). Each candidate is given once, and is written in one way.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NoReturn

from twinproof.lang.claim import ClaimValue
from twinproof.lang.computable import at_least, at_most
from twinproof.lang.enclosure import NoNumber
from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.expr import Expr, UnknownType, Var
from twinproof.lang.faces import Member, Option, Text, is_held
from twinproof.lang.interpret import Value, evaluate, evaluate_stated
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.printer import show_expr
from twinproof.lang.python_values import (
    MOST_DIGITS,
    WrongValue,
    described,
    example_of,
    held,
    named_in,
    plainly,
    real_given,
)
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, TupleOf, Type, is_data

Inputs = Mapping[str, Value]
_NUMBER = re.compile(r"([\d._]+)(?:[eE]([+-]?\d[\d_]*))?")
_CANDIDATE = re.compile(r"0|-?[1-9][0-9]{0,17}")


@dataclass(frozen=True, slots=True)
class FixedQuery:
    """A query known by its one answer."""

    answer: int

    def __call__(self, database: object) -> int:
        return self.answer


@dataclass(frozen=True, slots=True)
class FixedScore:
    """A score known by its values, and by the value of all other candidates if there is one."""

    values: tuple[tuple[int, int], ...]
    otherwise: int | None = None

    def __call__(self, database: object, candidate: int) -> int:
        for scored, value in self.values:
            if scored == candidate:
                return value
        if self.otherwise is None:
            raise MissingScore(candidate)
        return self.otherwise


class Written(Fraction):
    """A number that was read in a text, and is shown as it is written there."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> Written:
        self = super().__new__(cls, text)
        self.text = text
        return self

    def __repr__(self) -> str:
        return self.text


class MissingScore(Exception):
    """A run asked for the score of a candidate that was not given."""

    def __init__(self, candidate: int) -> None:
        super().__init__(f"the run asked for the score of {candidate}, which is not given")
        self.candidate = candidate


def _refuse(mechanism: Mechanism, code: Code, message: str, hint: str) -> NoReturn:
    path = mechanism.at.path if mechanism.at is not None else mechanism.name
    raise TwinproofError(Diagnostic(code, message, hint, path, mechanism=mechanism.name))


def parse_argument(mechanism: Mechanism, text: str) -> tuple[str, object]:
    """One `name=value` of the command line; numbers keep their exact decimal value."""
    name, equals, value = text.partition("=")
    name = name.strip()
    if not equals or not name:
        _refuse(mechanism, Code.INPUT_TEXT, f"{text[:60]!r} is not name=value", "write --arg answers=[1,2]")
    return name, parse_value(mechanism, name, value)


def parse_value(mechanism: Mechanism, name: str, text: str) -> object:
    """A value written as in JSON or Python; a fraction such as 1/3 is a number too, and texts need no quotes."""
    text = text.strip()
    if (word := _word(text, mechanism.faces.parameters.get(name))) is not None:
        return word
    _refuse_long_numbers(mechanism, f"the value of `{name}`", text)
    if re.fullmatch(r"[+-]?\d+/\d+|[+-]?[\d.]+([eE][+-]?\d+)?", text):
        try:
            return int(text) if re.fullmatch(r"[+-]?\d+", text) else Written(text)
        except (ValueError, ZeroDivisionError):
            pass
    try:
        return json.loads(text, parse_float=Written, object_pairs_hook=_once_each)
    except (ValueError, RecursionError):
        pass
    try:
        if any(_names_twice(node) for node in ast.walk(ast.parse(text, mode="eval"))):
            raise ValueError("a name is given twice")
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        hint = "write numbers, true or false, and lists such as [1, 2]"
        _refuse(mechanism, Code.INPUT_TEXT, f"the value of `{name}` cannot be read: {text[:60]!r}", hint)


def _word(text: str, kind: Type | None) -> str | None:
    """The text, or the name of a member, where one is wanted and it stands there without quotes."""
    match kind:
        case Option((_, inner)):
            return None if text in ("null", "None") else _word(text, inner)
        case Text() | Member():
            return text if text[:1] not in ('"', "'") else None
        case _:
            return None


def parse_object(mechanism: Mechanism, option: str, text: str) -> dict[str, object]:
    """Several inputs as one JSON object, as an option of the command line gives them."""
    _refuse_long_numbers(mechanism, option, text)
    try:
        value = json.loads(text, parse_float=Written, object_pairs_hook=_once_each)
    except _GivenTwice as problem:
        _refuse(mechanism, Code.INPUT_TEXT, f"{option}: {problem}", "give each input once")
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        hint = f"""write the inputs as a JSON object: {option} '{{"answers": [1, 2], "eps": 1}}'"""
        _refuse(mechanism, Code.INPUT_TEXT, f"{option} is not a JSON object: {text[:60]!r}", hint)
    return value


def _refuse_long_numbers(mechanism: Mechanism, what: str, text: str) -> None:
    """Turn down a number that is long to write out, before anything computes it."""
    for number in _NUMBER.finditer(text):
        exponent = (number[2] or "0").replace("_", "")
        if len(exponent) > 6 or len(number[1]) + abs(int(exponent)) > MOST_DIGITS:
            message = f"{what} holds a number of more than {MOST_DIGITS} digits: {number[0]!r:.60}"
            _refuse(mechanism, Code.INPUT_TYPE, message, "choose a number that is shorter when it is written out")


def _names_twice(node: ast.AST) -> bool:
    return isinstance(node, ast.Dict) and len({ast.dump(k) for k in node.keys if k is not None}) < len(node.keys)


class _GivenTwice(ValueError):
    """A name stands twice in one object."""


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = [name for name, _ in pairs]
    twice = next((name for name in names if names.count(name) > 1), None) if len(set(names)) < len(names) else None
    if twice is not None:
        raise _GivenTwice(f"`{twice}` is given twice")
    return dict(pairs)


def called_with(mechanism: Mechanism, *given: Mapping[str, object]) -> tuple[Mechanism, list[dict[str, Value]]]:
    """Inputs as Python or JSON has them, in the form of the core; and the mechanism that knows their texts."""
    mechanism = knowing(mechanism, *given)
    return mechanism, [read_inputs(mechanism, g) for g in given]


def knowing(mechanism: Mechanism, *given: Mapping[str, object]) -> Mechanism:
    """The mechanism with numbers for the texts of these inputs as well: small ones, and they are shown as given."""
    faces = mechanism.faces
    values = [(value, faces.parameters[n]) for g in given for n, value in g.items() if n in faces.parameters]
    return replace(mechanism, faces=replace(faces, texts=named_in(values, faces.texts))) if values else mechanism


def read_inputs(mechanism: Mechanism, given: Mapping[str, object]) -> dict[str, Value]:
    """What `check_inputs` returns, from inputs as Python or JSON has them."""
    return check_inputs(mechanism, _held(mechanism, given))


def _held(mechanism: Mechanism, given: Mapping[str, object]) -> dict[str, object]:
    """The inputs that the core holds otherwise than Python, in the form of the core; the others as they are."""
    faces = mechanism.faces
    result = dict(given)
    for name in given.keys() & faces.parameters.keys():
        try:
            result[name] = held(given[name], faces.parameters[name], faces.texts)
        except WrongValue as problem:
            message = f"`{name}{problem.where}` must be {described(problem.kind)}, not {plainly(problem.value):.60}"
            hint = f"write for instance {name}={example_of(faces.parameters[name])}"
            _refuse(mechanism, Code.INPUT_TYPE, message, hint)
    return result


def check_inputs(mechanism: Mechanism, given: Mapping[str, object]) -> dict[str, Value]:
    """The values by parameter, in the form the core computes with; raises when one is missing, wrong or not allowed.

    What Python has and the core does not is given as the core holds it.
    """
    names = [p.name for p in mechanism.parameters]
    for name in given:
        if name not in names:
            hint = f"the parameters are: {', '.join(names)}"
            _refuse(mechanism, Code.INPUT_UNKNOWN, f"{mechanism.name} has no parameter `{name}`", hint)
    if sum(p.var.type == DATABASE for p in mechanism.parameters) > 1:
        message = "a mechanism with several databases cannot be given its answers"
        _refuse(mechanism, Code.INPUT_TYPE, message, "run the Python function on real databases")
    values = {p.name: _input(mechanism, p, given) for p in mechanism.parameters}
    memory = memory_of(mechanism, values)
    if not _is_required(mechanism, memory):
        shown = show_expr(mechanism.requires)
        _refuse(mechanism, Code.INPUT_RANGE, f"{mechanism.name} requires {shown}", "choose inputs that satisfy it")
    return values


def _is_required(mechanism: Mechanism, memory: Mapping[Var, Value]) -> bool:
    """Whether the inputs satisfy `requires`."""
    try:
        return bool(evaluate_stated(mechanism.requires, memory))
    except (ZeroDivisionError, NoNumber) as problem:
        hint = "choose inputs for which what is required has a value, and is not just at its limit"
        _refuse(mechanism, Code.INPUT_RANGE, f"{show_expr(mechanism.requires)}: {problem}", hint)


def memory_of(mechanism: Mechanism, inputs: Inputs) -> dict[Var, Value]:
    """The initial memory."""
    return {p.var: inputs[p.name] for p in mechanism.parameters}


def _input(mechanism: Mechanism, parameter: Parameter, given: Mapping[str, object]) -> Value:
    name, kind = parameter.name, parameter.var.type
    if kind == DATABASE:
        if name in given:
            hint = "give the answers of its queries or scores, and leave the database out"
            _refuse(mechanism, Code.INPUT_UNKNOWN, f"the database `{name}` is not given itself", hint)
        return "the database"
    if name not in given:
        hint = f"add --arg {name}={example_of(mechanism.face(name))}"
        _refuse(mechanism, Code.INPUT_MISSING, f"the value of `{name}` is missing", hint)
    value = given[name]
    converted = _convert(value, kind)
    if converted is None:
        wrong = _wrong_part(value, kind)
        message = f"`{name}{wrong.where}` must be {described(wrong.kind)}, not {plainly(wrong.value):.60}"
        _refuse(mechanism, Code.INPUT_TYPE, message, f"write for instance {name}={example_of(kind)}")
    if not is_held(converted, mechanism.face(name), mechanism.faces.texts):
        message = f"`{name}` cannot be {plainly(converted):.60}: Python has no such {mechanism.face(name)}"
        _refuse(mechanism, Code.INPUT_RANGE, message, f"write for instance {name}={example_of(mechanism.face(name))}")
    if parameter.positive and converted <= 0:
        _refuse(
            mechanism,
            Code.INPUT_RANGE,
            f"`{name}` must be above zero, not {plainly(value)}",
            "choose a positive number",
        )
    return converted


def _wrong_part(value: object, kind: Type) -> WrongValue:
    """The part of a value that is not of its type, or the whole where that is not known."""
    try:
        if is_data(kind):
            held(value, kind)
    except WrongValue as problem:
        return problem
    return WrongValue(value, kind)


def _convert(value: object, kind: Type) -> Value | None:
    """The value in the core's form, or None when it is not of the type."""
    match kind, value:
        case ListOf(item), list() | tuple():
            items = [_convert(v, item) for v in value]
            return None if None in items else tuple(items)
        case TupleOf(kinds), list() | tuple() if len(value) == len(kinds):
            items = list(map(_convert, value, kinds))
            return None if None in items else tuple(items)
        case ListOf() | TupleOf(), _:
            return None
        case _:
            return _convert_basic(value, kind)


def _convert_basic(value: object, kind: Type) -> Value | None:
    if kind == BOOL:
        return value if isinstance(value, bool) else None
    if isinstance(value, bool):
        return None
    if kind == REAL:
        return real_given(value)
    if kind == SCORE:
        return _score(value)
    if kind == QUERY and isinstance(value, FixedQuery):
        return value
    if kind not in (INT, QUERY):
        raise UnknownType(kind)
    if not isinstance(value, int) or abs(value) >= 10**MOST_DIGITS:
        return None
    return FixedQuery(value) if kind == QUERY else value


def _score(value: object) -> Value | None:
    pairs: list[tuple[object, object]]
    otherwise: object = None
    match value:
        case list() | tuple():
            pairs = list(enumerate(value))
        case dict():
            rest = dict(value)
            otherwise = rest.pop("else", None)
            pairs = [(int(k) if isinstance(k, str) and _CANDIDATE.fullmatch(k) else k, v) for k, v in rest.items()]
            if len({k for k, _ in pairs}) < len(pairs):
                return None
        case FixedScore():
            return value
        case _:
            return None
    numbers = [n for pair in pairs for n in pair] + ([otherwise] if otherwise is not None else [])
    if any(isinstance(n, bool) or not isinstance(n, int) for n in numbers):
        return None
    return FixedScore(
        tuple((int(str(k)), int(str(v))) for k, v in pairs), None if otherwise is None else int(str(otherwise))
    )


# ----------------------------------------------------------------------------------------------------------- adjacency


def why_not_adjacent(mechanism: Mechanism, left: Inputs, right: Inputs) -> str | None:
    """None when the two inputs are adjacent, else what keeps them apart in a sentence."""
    memory = memory_of(mechanism, left)
    for parameter in mechanism.parameters:
        name, a, b = parameter.name, left[parameter.name], right[parameter.name]
        if parameter.adjacency is None:
            if a != b:
                return f"`{name}` is public and must be the same on both sides"
            continue
        problem = parameter.adjacency.why_apart(name, numbers_of(a), numbers_of(b), lambda e: int(evaluate(e, memory)))
        if problem is not None:
            return problem
    return None


def numbers_of(value: Value) -> Value:
    """A private input as an adjacency sees it: queries by their answers, a score by its values."""
    match value:
        case FixedScore(values, otherwise):
            return dict(values) if otherwise is None else {**dict(values), None: otherwise}
        case tuple():
            return tuple(v.answer if isinstance(v, FixedQuery) else v for v in value)
        case _:
            return value


def check_adjacent(mechanism: Mechanism, left: Inputs, right: Inputs) -> None:
    """Raise when the two inputs are not adjacent."""
    problem = why_not_adjacent(mechanism, left, right)
    if problem is not None:
        _refuse(mechanism, Code.INPUT_RANGE, f"the inputs are not adjacent: {problem}", "choose adjacent inputs")


def value_of(e: Expr, mechanism: Mechanism, inputs: Inputs) -> Value:
    """The value of a public expression on given inputs."""
    return evaluate_stated(e, memory_of(mechanism, inputs))


def claimed(mechanism: Mechanism, memory: Mapping[Var, Value]) -> ClaimValue:
    """What is claimed in an initial memory; numbers that are no fractions are rounded so that it claims less."""
    return mechanism.claim.valued(
        lambda e: at_most(evaluate_stated(e, memory)), lambda e: at_least(evaluate_stated(e, memory))
    )
