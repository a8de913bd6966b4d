"""The walkers over types: what each is asked, what its answer must be, and which types it knows."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from tests.walkers.instances import (
    MECHANISM,
    has,
    pool,
    symbols_of,
)
from twinproof.document.types import decode_type, encode_type
from twinproof.document.values import decode_value
from twinproof.exact.engine.states import entries_of
from twinproof.exact.meaning import output_of
from twinproof.export import terms as coq
from twinproof.lang import inputs, random_inputs
from twinproof.lang.expr import (
    Op,
    Place,
    UnknownType,
    Var,
    apply,
)
from twinproof.lang.faces import WRONG_TYPE, to_core
from twinproof.lang.inputs import FixedQuery, FixedScore
from twinproof.lang.interpret import default, evaluate
from twinproof.lang.python_values import as_json, described, example_of
from twinproof.lang.types import (
    BOOL,
    DATABASE,
    INT,
    QUERY,
    REAL,
    SCORE,
    ListOf,
    TupleOf,
    Type,
    is_data,
    type_size,
)
from twinproof.refute import admitted, seeds
from twinproof.refute.wanted import literal
from twinproof.search.compiled import Program
from twinproof.search.terms import Unsupported
from twinproof.search.trials import Trials
from twinproof.smt.script import Script
from twinproof.tactics import assertions
from twinproof.tactics.failures import BadAssertion


@dataclass(frozen=True)
class TypeWalker:
    """What walks over a type, what is asked of its answer, and which types it knows."""

    walk: Callable[[Type], Any]
    check: Callable[[Any, Type], bool]
    knows: Callable[[Type], bool] = lambda kind: True
    refusals: tuple[type[Exception], ...] = (UnknownType, Unsupported)


def is_of(value: Any, kind: Type) -> bool:
    """Whether this is a value of the type, as the interpreter has it."""
    match kind:
        case ListOf(item):
            return type(value) is tuple and all(is_of(v, item) for v in value)
        case TupleOf(items):
            return type(value) is tuple and len(value) == len(items) and all(map(is_of, value, items))
    classes: Mapping[Type, type] = {BOOL: bool, INT: int, REAL: Fraction, QUERY: FixedQuery, SCORE: FixedScore}
    return type(value) is classes[kind] if kind in classes else value == "the database"


def is_data_or(*more: Type) -> Callable[[Type], bool]:
    """Data, or lists and tuples of data and of these."""

    def knows(kind: Type) -> bool:
        match kind:
            case ListOf(item):
                return knows(item)
            case TupleOf(items):
                return all(map(knows, items))
        return kind in (BOOL, INT, REAL, *more)

    return knows


def as_output(value: Any, kind: Type) -> Any:
    """A value as a function returns it, whatever is in it."""
    match kind:
        case ListOf(item):
            return [as_output(v, item) for v in value]
        case TupleOf(items):
            return tuple(map(as_output, value, items))
    return value


def sorted_by_solver(kind: Type) -> str:
    script = Script(apply(Op.EQ, Var("x", kind, Place.RIGID), Var("y", kind, Place.RIGID)))
    return f"{script.sort(kind)} {script._default(kind)}"


def through_types(kind: Type) -> Type:
    return decode_type(json.loads(json.dumps(encode_type(kind))))


def one_input(kind: Type) -> Any:
    return to_core(random_inputs.random_value(kind, Random(1), 3), kind)


def looks_like(value: Any, kind: Type) -> bool:
    match kind:
        case ListOf(item):
            return type(value) is tuple and all(looks_like(v, item) for v in value)
        case TupleOf(items):
            return type(value) is tuple and all(map(looks_like, value, items))
    if kind == DATABASE:
        return isinstance(value, dict)
    return callable(value) if kind in (QUERY, SCORE) else is_of(value, kind)


TRIALS = Trials(Program(MECHANISM), {})
SYMBOLS = symbols_of(MECHANISM)
WALKERS: Mapping[str, TypeWalker] = {
    "interpret.default": TypeWalker(
        default, lambda v, kind: is_of(v, kind) or v is None or (v is not False and has(kind, QUERY))
    ),
    "types.is_data": TypeWalker(is_data, lambda said, kind: said is is_data_or()(kind)),
    "types.type_size": TypeWalker(type_size, lambda n, kind: n >= 1),
    "exact.engine.states.entries_of": TypeWalker(
        entries_of,
        lambda entries, kind: (entries is bool) == (kind == BOOL),
        lambda kind: kind != SCORE,  # it is looked up, and has no column
    ),
    "exact.meaning.output_of": TypeWalker(
        lambda kind: output_of(pool(kind)[-1], kind),
        lambda v, kind: admitted._has_type(v, kind),
        lambda kind: is_data(kind) or kind == TupleOf(()),
    ),
    "smt.script": TypeWalker(sorted_by_solver, lambda text, kind: str(kind).lower() in text.lower()),
    "export.terms": TypeWalker(
        lambda kind: (coq.type_of(kind), coq.default(kind)), lambda texts, kind: all(texts) and texts[0] != texts[1]
    ),
    "certificates": TypeWalker(through_types, lambda read, kind: read == kind, refusals=(ValueError,)),
    "inputs.convert": TypeWalker(
        lambda kind: inputs._convert(json.loads(example_of(kind), parse_float=Fraction), kind),
        lambda v, kind: is_of(v, kind),
        is_data_or(QUERY, SCORE),  # a database is known by what is answered
    ),
    "python_values.described": TypeWalker(described, lambda text, kind: bool(text), lambda kind: kind != DATABASE),
    "random_inputs": TypeWalker(one_input, looks_like),
    "faces.to_core": TypeWalker(
        lambda kind: to_core(pool(kind)[-1], kind),
        lambda v, kind: v is not WRONG_TYPE and is_of(v, kind),
    ),
    "refute.wanted.literal": TypeWalker(
        lambda kind: [(v, literal(v, kind)) for v in pool(kind)],
        lambda pairs, kind: all(e.type == kind and evaluate(e, {}) == v for v, e in pairs),
        is_data_or(),
    ),
    "refute.admitted": TypeWalker(
        lambda kind: admitted._has_type(as_output(pool(kind)[-1], kind), kind),
        lambda said, kind: said is True,
        is_data_or(),
    ),
    "refute.seeds": TypeWalker(
        lambda kind: seeds._values(kind, (0, 1), 2),
        lambda values, kind: bool(values) and all(is_of(v, kind) for v in values),
        is_data_or(),
    ),
    "search.trials": TypeWalker(lambda kind: TRIALS._public(kind, 3), is_of, is_data_or()),
    "search.symbolic": TypeWalker(
        SYMBOLS._sort, lambda sort, kind: sort.name().lower() == str(kind), lambda kind: kind in (BOOL, INT, REAL)
    ),
    "document.values": TypeWalker(
        lambda kind: [
            (v, decode_value(json.loads(json.dumps(as_json(v))), kind))
            for v in (as_output(value, kind) for value in pool(kind))
        ],
        lambda pairs, kind: all(v == read and repr(v) == repr(read) for v, read in pairs),
        is_data_or(),
        refusals=(ValueError, TypeError),
    ),
    "tactics.assertions": TypeWalker(
        lambda kind: assertions.kind_of(annotation(kind)),
        lambda read, kind: read == kind,
        is_data_or(),
        refusals=(BadAssertion,),
    ),
}


def annotation(kind: Type) -> Any:
    match kind:
        case ListOf(item):
            return list[annotation(item)]  # type: ignore[misc]
        case TupleOf(items):
            return tuple[tuple(map(annotation, items))]  # type: ignore[misc]
    return {BOOL: bool, INT: int, REAL: Fraction}.get(kind, str(kind))
