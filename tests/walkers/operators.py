"""The walkers over operators: what each is asked, what its answer is compared with, what it refuses and why."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import z3
from flint import arb

from tests.walkers.instances import (
    LIST,
    MECHANISM,
    closed,
    mentions,
    spelled,
    symbols_of,
)
from twinproof.document.expressions import TermReader, TermWriter
from twinproof.document.strict import Rejected
from twinproof.exact.engine.evaluate import Evaluator
from twinproof.exact.engine.forms import cases, isolate
from twinproof.exact.engine.states import Heap, States, entries_of
from twinproof.export import terms as coq
from twinproof.lang.amounts import multiple, tidy
from twinproof.lang.bounds import Facts
from twinproof.lang.computable import Computable, at_least, at_most, divided
from twinproof.lang.expr import (
    IRRATIONAL,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    UnknownOperator,
    UnknownType,
    Var,
    apply,
    conjunction,
    free_variables,
    negate,
    substitute,
    tag,
)
from twinproof.lang.inputs import FixedQuery
from twinproof.lang.interpret import evaluate
from twinproof.lang.noise import LAPLACE
from twinproof.lang.printer import ASCII, PAPER, show_expr
from twinproof.lang.reader.guards import total
from twinproof.lang.released import values_read
from twinproof.lang.rewriting import replaced, with_arguments
from twinproof.lang.scale import reciprocal
from twinproof.lang.types import (
    BOOL,
    DATABASE,
    INT,
    NUMBERS,
    QUERY,
    REAL,
    SCORE,
    ListOf,
)
from twinproof.refute import states as replay_states
from twinproof.refute import support
from twinproof.refute.laws import Hidden, Laws
from twinproof.search.compiled import function
from twinproof.search.symbolic import Symbols
from twinproof.search.terms import Items, Segment, State, Unsupported
from twinproof.smt import prove
from twinproof.smt.known import FUNCTIONS
from twinproof.smt.script import Script
from twinproof.tactics import assertions
from twinproof.tactics.assertions import Term
from twinproof.tactics.failures import BadAssertion

Memory = Mapping[Var, Any]
REFUSALS = (UnknownOperator, UnknownType, Unsupported, Rejected, BadAssertion, coq.CannotExport)


@dataclass(frozen=True)
class Walker:
    """What walks, what is asked of its answer, and what it refuses, with the reason."""

    walk: Callable[[Apply, Memory], Any]
    check: Callable[[Any, Apply, Memory, Any], bool]  # the answer, the expression, its memory, its value
    refuses: Callable[[Apply, Memory], str] = lambda e, m: ""
    asks: Callable[[Apply], bool] = lambda e: True  # what it is given at all
    knows_nothing: Callable[[Any, Apply], bool] | None = None  # of what it was never taught; else it raises
    most: int = 8


def equal(answer: Any, _e: Apply, _m: Memory, wanted: Any) -> bool:
    return bool(answer == wanted) and type(answer) is type(wanted)


def plain(value: Any) -> Any:
    """As the engine has it: a query is its answer."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    return value.answer if isinstance(value, FixedQuery) else value


def on_columns(e: Apply, memory: Memory) -> list[Any]:
    """By the exact engine, with one value for all rows and with a column."""
    engine = Evaluator(Heap(), memory)
    answers = []
    for spread in (False, True):
        columns: dict[Var, Any] = {}
        for v, value in memory.items():
            if v.type != SCORE:
                entry = 0 if v.type == DATABASE else engine.store(plain(value), v.type)
                columns[v] = np.array([entry, entry], dtype=entries_of(v.type)) if spread else entry
        column = engine.column(e, States(np.ones(2), columns, {}, 0.0))
        answers.append(engine.load(column[0] if isinstance(column, np.ndarray) else column, e.type))
    return answers


def by_solver(e: Apply, memory: Memory) -> Any:
    """Whether the solver proves the value, or where there is no literal for it, the script itself."""
    if mentions(e, QUERY, DATABASE, SCORE):
        return Script(apply(Op.EQ, e, e)).text("true")
    value, whole = evaluate(e, memory), closed(e, memory)
    if isinstance(value, Computable):  # no fraction, so it lies strictly between two
        below, above = Literal(at_least(value)), Literal(at_most(value))
        return prove(conjunction(apply(Op.LE, below, whole), apply(Op.LE, whole, above))).proved
    return prove(apply(Op.EQ, whole, spelled(value, e.type))).proved


def is_proved(answer: Any, e: Apply, _m: Memory, _w: Any) -> bool:
    return answer is True or (isinstance(answer, str) and all(f" {v.name}|" in answer for v in free_variables(e)))


def in_product(e: Apply, memory: Memory) -> tuple[Symbols, Segment, Any]:
    """As terms of the product of two runs, where x is what the left run holds."""
    symbols = symbols_of(MECHANISM)
    segment, state = Segment(None), State({}, {}, {}, (symbols.true, symbols.true))
    state.left = {v.name: symbols.evaluate(spelled(x, v.type), state, segment) for v, x in memory.items()}
    return symbols, segment, symbols.evaluate(tag(e, Place.LEFT), state, segment)


def is_the_term(answer: tuple[Symbols, Segment, Any], e: Apply, _m: Memory, wanted: Any) -> bool:
    symbols, segment, term = answer
    guessed = e.op in (Op.DIV, Op.MOD, Op.QUOTIENT)  # by what is no positive literal: any value, the same each time
    guessed = guessed or e.op in FUNCTIONS
    wanted = at_least(wanted) if isinstance(wanted, Computable) else wanted
    solver = z3.Solver(ctx=symbols.context)
    solver.add(*symbols.facts, *segment.constraints)

    def differs(value: Any, there: Any) -> Any:
        if isinstance(value, Items):
            return value.length != len(there)
        if isinstance(value, tuple):
            return z3.Or(*(differs(v, t) for v, t in zip(value, there, strict=True)), symbols.false)
        return value != (z3.RealVal(there, symbols.context) if isinstance(there, Fraction) else there)

    possible = solver.check(z3.Not(differs(term, wanted))) == z3.sat
    return possible and (guessed or solver.check(differs(term, wanted)) == z3.unsat)


def by_ranges(e: Apply, memory: Memory) -> list[Any]:
    """As the replay of infinite losses sees it: with the values, and with integers known as ranges only."""
    paths = object.__new__(support._Paths)
    paths.place, paths.fixed = {v: n for n, v in enumerate(memory)}, {}
    known = tuple(memory.values())
    around = tuple(support.Range(x - 1, x + 2) if v.type in NUMBERS else x for v, x in memory.items())
    nothing = tuple(support.UNKNOWN if v.type in (BOOL, REAL, LIST) else x for v, x in memory.items())
    half = tuple(support.Range(None, x) if v.type in NUMBERS else x for v, x in memory.items())
    return [paths.value(e, seen) for seen in (known, around, half, nothing)]


def within(answer: Any, value: Any) -> bool:
    match answer:
        case support.Range(low, high):
            return (low is None or low <= value) and (high is None or value <= high)
        case support.Unknown():
            return True
        case tuple():
            return len(answer) == len(value) and all(map(within, answer, value))
    return bool(answer == value)


def by_hiding(e: Apply, memory: Memory) -> list[tuple[bool, int, Any]]:
    """As the replay cuts it: for each integer that may be hidden, the parts in which the condition has an answer."""
    variables = list(memory)
    parts = []
    for n, v in enumerate(variables):
        if v.type == INT:
            laws = Laws()
            runs = replay_states.States(variables, {}, arb(2) ** -40, laws, replay_states.Work())
            hidden = Hidden(laws.number(LAPLACE, (Fraction(1),)), 0, -4, 4, 0)
            seen = tuple(hidden if m == n else x for m, x in enumerate(memory.values()))
            parts += [(truth, n, m[n]) for truth, m, _ in runs.split(e, seen, arb(1))]
    return parts


def are_the_parts(parts: list[tuple[bool, int, Any]], e: Apply, memory: Memory, _w: Any) -> bool:
    for n, v in enumerate(memory):
        for x in range(-4, 5) if v.type == INT else ():
            if [t for t, m, at in parts if m == n and covers(at, x)] != [evaluate(e, {**memory, v: x})]:
                return False
    return True


def covers(at: Any, x: int) -> bool:
    return bool(at == x) if isinstance(at, int) else at.low <= x <= at.high


def by_facts(e: Apply, memory: Memory) -> tuple[Any, ...]:
    """What the reader's facts say, where they know the integers, or that they lie within one."""
    said: list[Any] = []
    for slack in (0, 1):
        facts = Facts(positive=frozenset(v for v, x in memory.items() if v.type == REAL and x > 0))
        for v, x in memory.items():
            term, size = (apply(Op.LEN, v), len(x)) if isinstance(v.type, ListOf) else (v, x)
            if term.type == INT:
                facts.limit(term, ZERO, size + slack)
                facts.limit(ZERO, term, slack - size)
        number, truth = e.type in NUMBERS, e.type == BOOL
        said.append(
            (
                facts.range(e) if e.type == INT else (None, None),
                number and facts.is_positive(e),
                number and facts.is_nonnegative(e),
                truth and facts.entails(e),
                truth and facts.entails(negate(e)),
                truth and facts.given(e).unreachable,
            )
        )
    return tuple(said)


def are_true(said: tuple[Any, ...], _e: Apply, _m: Memory, wanted: Any) -> bool:
    return all(
        (low is None or low <= wanted)
        and (high is None or wanted <= high)
        and (not positive or wanted > 0)
        and (not nonnegative or wanted >= 0)
        and (not holds or wanted is True)
        and (not fails or wanted is False)
        and (not unreachable or wanted is False)
        for (low, high), positive, nonnegative, holds, fails, unreachable in said
    )


def in_python(e: Apply, memory: Memory, wanted: Any) -> Any:
    """What Python gives, where it does not raise; a negative position counts from the end."""
    values = [evaluate(a, memory) for a in e.args]
    if e.op in (Op.GET, Op.SET) and not -len(values[0]) <= values[1] < len(values[0]):
        return None
    if e.op is Op.GET:
        return values[0][values[1]]
    if e.op is Op.SET:
        items = list(values[0])
        items[values[1]] = values[2]
        return tuple(items)
    return None if e.op in (Op.DIV, Op.MOD, Op.QUOTIENT) and values[1] == 0 else wanted


def is_total(answer: tuple[Expr, Expr], e: Apply, memory: Memory, wanted: Any) -> bool:
    made, domain = answer
    there = in_python(e, memory, wanted)
    return evaluate(domain, memory) is (there is not None) and (there is None or evaluate(made, memory) == there)


PRINTED: Mapping[Op, str] = {
    Op.ADD: "x0 + x1", Op.SUB: "x0 − x1", Op.MUL: "x0 · x1", Op.NEG: "−x0", Op.DIV: "x0 div x1", Op.MOD: "x0 mod x1",
    Op.QUOTIENT: "x0 / x1", Op.REAL: "x0", Op.FLOOR: "⌊x0⌋", Op.ABS: "|x0|", Op.MIN: "min(x0, x1)",
    Op.MAX: "max(x0, x1)", Op.EXP: "exp(x0)", Op.LOG: "log(x0)", Op.SQRT: "√x0", Op.UP: "up(x0)",
    Op.EQ: "x0 = x1", Op.LT: "x0 < x1", Op.LE: "x0 ≤ x1", Op.NOT: "¬x0", Op.AND: "x0 ∧ x1", Op.OR: "x0 ∨ x1",
    Op.IMPLIES: "x0 ⇒ x1", Op.ITE: "if x0 then x1 else x2", Op.LEN: "|x0|", Op.GET: "x0[x1]", Op.LIST: "[x0, x1]",
    Op.APPEND: "x0 :: x1", Op.CONCAT: "x0 ++ x1", Op.SET: "x0[x1 ↦ x2]", Op.TUPLE: "(x0, x1)", Op.PROJ: "x0.1",
    Op.ANSWER: "evalQ(x0, x1)", Op.SCORE: "x0(x1, x2)",
}  # fmt: skip


def is_printed(texts: tuple[str, str], e: Apply, _m: Memory, _w: Any) -> bool:
    names = {v.name for v in free_variables(e)}
    if names != set(re.findall(r"x\d", PRINTED[e.op])):  # more arguments than in the table, or fewer
        return texts[1].isascii() and all(name in text for text in texts for name in names)
    text = PRINTED[e.op] if e.op is not Op.PROJ else f"x0.{int(evaluate(e.args[1], {})) + 1}"
    return texts[1].isascii() and texts[0] == text


WRITTEN: Mapping[Op, Callable[..., Term]] = {
    Op.ADD: lambda a, b: a + b,
    Op.SUB: lambda a, b: a - b,
    Op.MUL: lambda a, b: a * b,
    Op.NEG: lambda a: -a,
    Op.DIV: lambda a, b: a // b,
    Op.MOD: lambda a, b: a % b,
    Op.QUOTIENT: lambda a, b: a / b,
    Op.FLOOR: assertions.floor,
    Op.EXP: assertions.exp,
    Op.LOG: assertions.log,
    Op.SQRT: assertions.sqrt,
    Op.UP: assertions.up,
    Op.ABS: abs,
    Op.MIN: assertions.minimum,
    Op.MAX: assertions.maximum,
    Op.EQ: lambda a, b: a == b,
    Op.LT: lambda a, b: a < b,
    Op.LE: lambda a, b: a <= b,
    Op.NOT: lambda a: ~a,
    Op.AND: assertions.all_of,
    Op.OR: assertions.any_of,
    Op.IMPLIES: assertions.implies,
    Op.ITE: assertions.ite,
    Op.LEN: assertions.length,
    Op.GET: lambda a, b: a[b],
    Op.LIST: lambda *items: Term(assertions.lift(list(items))),
    Op.APPEND: assertions.append,
    Op.CONCAT: lambda a, b: a + b,
    Op.SET: assertions.replaced,
    Op.TUPLE: lambda *items: Term(assertions.lift(tuple(items))),
    Op.PROJ: lambda a, b: a[int(b.expr.value)],
    Op.ANSWER: lambda a, b: a(b),
    Op.SCORE: lambda a, b, c: a(b, c),
}


def in_assertion(e: Apply, _m: Memory) -> Expr:
    if e.op not in WRITTEN:
        raise BadAssertion(f"there is no word for {e.op.value}")
    return WRITTEN[e.op](*map(Term, e.args)).expr


def through_a_certificate(e: Apply, _m: Memory) -> Expr:
    writer = TermWriter()
    number = writer.term(e)
    return TermReader(json.loads(json.dumps({"terms": writer.terms.rows}))).term(number)


def solved(e: Apply, memory: Memory) -> list[tuple[Var, int, Expr]]:
    forms = ((v, isolate(e, v)) for v in memory if v.type == e.type == INT)
    return [(v, *form) for v, form in forms if form is not None]


def in_coq(e: Apply, _m: Memory) -> tuple[str, str]:
    view = coq.View(coq.Names.of([e]), {Place.MEMORY: "m"})
    return view.value(e), view.prop(e) if e.type == BOOL else ""


def same_value(answer: Expr, _e: Apply, memory: Memory, wanted: Any) -> bool:
    return bool(evaluate(answer, memory) == wanted)


def no_abstract(e: Apply) -> bool:
    """The product meets databases, queries and scores as parameters: their answers have a test of their own."""
    return not mentions(e, QUERY, SCORE, DATABASE)


def is_number(e: Apply) -> bool:
    return e.type in NUMBERS


OPERATORS: Mapping[str, Walker] = {
    "interpret.evaluate": Walker(evaluate, equal),
    "exact.engine.evaluate": Walker(
        on_columns,
        lambda a, e, m, w: a == [plain(w)] * 2 and type(a[0]) is type(plain(w)),
        lambda e, m: "no fraction: a table holds what is rounded up" if e.op in IRRATIONAL else "",
    ),
    "smt.script": Walker(by_solver, is_proved, most=2),
    "printer": Walker(lambda e, m: (show_expr(e, PAPER), show_expr(e, ASCII)), is_printed, most=1),
    "search.compiled": Walker(lambda e, m: function(e)({v.name: x for v, x in m.items()}, {}, {}, {}), equal),
    "search.symbolic": Walker(in_product, is_the_term, asks=no_abstract, most=4),
    "refute.support": Walker(
        by_ranges,
        lambda a, e, m, w: equal(a[0], e, m, w) and all(within(x, w) for x in a),
        knows_nothing=lambda a, e: False,
    ),
    "refute.states": Walker(by_hiding, are_the_parts, asks=lambda e: e.type == BOOL),
    "lang.bounds": Walker(
        by_facts,
        are_true,
        knows_nothing=lambda said, e: all(s == ((None, None), False, False, False, False, False) for s in said),
    ),
    "reader.guards": Walker(lambda e, m: total(e, Facts()), is_total),
    "tactics.assertions": Walker(
        in_assertion, same_value, lambda e, m: "an integer next to a real is one" if e.op is Op.REAL else ""
    ),
    "certificates": Walker(through_a_certificate, lambda a, e, m, w: a == e, most=1),
    "export.terms": Walker(
        in_coq,
        lambda texts, e, m, w: all(f"p_x{n}" in texts[0] for n in range(len(m))) and bool(texts[1]) == (e.type == BOOL),
        lambda e, m: "no form for Coq yet" if e.op is Op.UP else "",
        most=1,
    ),
    "exact.engine.forms.isolate": Walker(
        solved,
        lambda forms, e, m, w: all(f * m[v] + evaluate(rest, m) == w for v, f, rest in forms),
        knows_nothing=lambda forms, e: forms == [],
    ),
    "exact.engine.forms.cases": Walker(
        lambda e, m: cases(e),
        lambda by, e, m, w: (
            by is None
            or (by[1].type == by[2].type == e.type and evaluate(by[1] if evaluate(by[0], m) else by[2], m) == w)
        ),
        knows_nothing=lambda by, e: by is None,
    ),
    "lang.amounts": Walker(
        lambda e, m: (tidy(e), multiple(e, Fraction(3))),
        lambda a, e, m, w: evaluate(a[0], m) == w and evaluate(a[1], m) == 3 * w,
        asks=is_number,
        knows_nothing=lambda a, e: a[0] == e,  # one factor of which nothing more is known
    ),
    "lang.scale": Walker(
        lambda e, m: reciprocal(e),
        lambda a, e, m, w: w == 0 or evaluate(a, m) == divided(1, w),
        asks=is_number,
        knows_nothing=lambda a, e: a == apply(Op.QUOTIENT, Literal(1), e),
    ),
    "lang.rewriting": Walker(
        lambda e, m: (with_arguments(e, lambda a: a), replaced(e, {ZERO: ZERO}), substitute(e, {v: v for v in m})),
        lambda a, e, m, w: all(x == e for x in a),
        knows_nothing=lambda a, e: all(x == e for x in a),  # the parts are all that it looks at
    ),
    "lang.released.values_read": Walker(
        lambda e, m: values_read(e),
        lambda a, e, m, w: a == (frozenset() if e.op is Op.LEN else free_variables(e)),
        knows_nothing=lambda a, e: a == free_variables(e),
    ),
}
