"""Certificates: proofs as JSON documents, and the check that believes nothing they say. (`tactics` writes them.)

A document embeds the core program with its claim, and the steps of the derivation: which rule, on which earlier steps,
with which expressions. It holds no conclusions. Checking decodes the program and the expressions (every node is built
by the constructors of `lang`, which type-check), applies each rule anew in the kernel, and compares the last theorem
with the privacy statement of the embedded program. Expressions and programs are tables in which a row refers to
earlier rows only, so a document cannot be cyclic, and none of it is ever executed.

Reading is strict: known fields only, one spelling of every value, and sizes that are counted. `document` has the part
of it that is about any document.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from twinproof.kernel.document import MOST_DIGITS, is_hash, is_name, source_hash
from twinproof.kernel.judgment import Budget, Cost, Ledger, Malformed
from twinproof.kernel.rules import RULES, Refused, Theorem
from twinproof.kernel.statement import privacy
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Skip,
    While,
    expressions,
    sequence,
    subcommands,
)
from twinproof.lang.expr import (
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Quantified,
    TypeMismatch,
    Var,
    applied,
    size_of,
    subterms,
)
from twinproof.lang.mechanism import (
    Adjacency,
    EachWithin,
    Mechanism,
    Neighbours,
    OneWithin,
    Parameter,
    Sensitive,
    Within,
)
from twinproof.lang.noise import NOISES
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, TupleOf, Type, is_data, type_size
from twinproof.smt import in_one_context

MOST_ROWS = 200_000
MOST_NODES = 100_000  # of one expression, spelled out
MOST_COMMANDS = 20_000  # of one program, spelled out
MOST_DEPTH = 150  # of an expression or a program
MOST_PARTS = 100  # of a type
MOST_JUDGED = 200_000  # nodes and commands of one judgment
MOST_REPLAYED = 6_000_000  # of all judgments
MOST_IN_ALL = 3_000_000  # nodes and commands of all rows
MOST_EFFORT = 200_000_000  # of the solver, for a whole document

_INTEGER = rf"-?\d{{1,{MOST_DIGITS}}}"
_FRACTION = rf"{_INTEGER}(/\d{{1,{MOST_DIGITS}}})?"

# What the constructors and the rules raise when they are given something else than they take.
NOT_WELL_FORMED = (
    *(TypeMismatch, Malformed, ValueError, KeyError, TypeError, IndexError),
    *(AttributeError, ArithmeticError, AssertionError),
)

_KEYS = {"format", "version", "verdict", "source", "solver", "mechanism", "terms", "programs", "steps"}
_MECHANISM = {"name", "parameters", "body", "result", "epsilon", "delta", "requires"}

_BASIC = {str(t): t for t in (BOOL, INT, REAL, DATABASE, QUERY, SCORE)}
_ADJACENCY: dict[str, type[Within | OneWithin | Sensitive]] = {
    "within": Within,
    "one_within": OneWithin,
    "sensitivity": Sensitive,
}


class Rejected(Exception):
    """The document does not prove what it says, and where."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an accepted certificate rests on."""

    mechanism: Mechanism
    theorem: Theorem
    rules: Mapping[str, int]
    obligations: tuple[Expr, ...]
    effort: int
    source_hash: str


class Reader:
    """Decodes the tables, row by row. A row may refer to earlier rows only."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.terms: list[Expr] = []
        self.programs: list[Command] = []
        self.steps: list[Theorem] = []
        self._term_shapes: list[tuple[int, int]] = []  # how many parts, how deep
        self._program_shapes: list[tuple[int, int]] = []
        self._in_all = 0
        self._fill(document, "terms", self._term, self.terms)
        self._fill(document, "programs", self._program, self.programs)

    def _fill(self, document: Mapping[str, Any], name: str, decode: Callable[[Any], Any], table: list[Any]) -> None:
        rows = document.get(name)
        if not isinstance(rows, list) or len(rows) > MOST_ROWS:
            raise Rejected(f"{name}: a table of at most {MOST_ROWS} rows is needed")
        for number, row in enumerate(rows):
            try:
                table.append(decode(row))
            except NOT_WELL_FORMED as problem:
                raise Rejected(f"{name}[{number}]: {type(problem).__name__}: {problem}") from None

    def _at(self, table: list[Any], number: Any) -> Any:
        if type(number) is not int or not 0 <= number < len(table):
            raise ValueError(f"there is no earlier row {number!r:.40}")
        return table[number]

    def term(self, number: Any) -> Expr:
        e: Expr = self._at(self.terms, number)
        return e

    def var(self, number: Any) -> Var:
        e = self.term(number)
        if not isinstance(e, Var):
            raise ValueError("a variable is needed here")
        return e

    def program(self, number: Any) -> Command:
        command: Command = self._at(self.programs, number)
        return command

    def _terms(self, *numbers: Any) -> tuple[Expr, ...]:
        """The parts of a new term."""
        parts = tuple(map(self.term, numbers))
        self._measure(self._term_shapes, numbers, MOST_NODES)
        return parts

    def _programs(self, *numbers: Any) -> tuple[Command, ...]:
        """The parts of a new program."""
        parts = tuple(map(self.program, numbers))
        self._measure(self._program_shapes, numbers, MOST_COMMANDS)
        return parts

    def _measure(self, shapes: list[tuple[int, int]], numbers: Iterable[int], most: int) -> None:
        """Note how large and how deep a new row is, before it is built; refuse what is too large."""
        parts = [shapes[n] for n in numbers]
        size, depth = 1 + sum(s for s, _ in parts), 1 + max((d for _, d in parts), default=0)
        self._in_all += size
        if size > most or self._in_all > MOST_IN_ALL:
            raise ValueError(f"it has more than {most} parts, or all have more than {MOST_IN_ALL}")
        if depth > MOST_DEPTH:
            raise ValueError(f"it is nested more than {MOST_DEPTH} deep")
        shapes.append((size, depth))

    def _term(self, row: Any) -> Expr:
        match row:
            case ["apply", str(op), list(args), kind]:
                return applied(Op(op), self._terms(*args), type_in(kind))
            case ["var", str(name), kind, str(place)] if is_name(name):
                self._terms()
                return Var(name, type_in(kind), Place[place])
            case ["literal", str(kind), str(value)]:
                self._terms()
                return literal_in(kind, value)
            case ["all" | "some" as which, number, body]:
                var = self.var(number)
                return Quantified(which == "all", var, *self._terms(body))
        raise ValueError(f"this is not a term: {row!r:.80}")

    def _program(self, row: Any) -> Command:
        match row:
            case ["if", condition, then, otherwise]:
                yes, no = self._programs(then, otherwise)
                return If(self.term(condition), yes, no)
            case ["while", condition, body]:
                (inner,) = self._programs(body)
                return While(self.term(condition), inner)
            case ["seq", list(parts)]:
                return sequence(*self._programs(*parts))
            case ["skip"]:
                self._programs()
                return Skip()
            case ["assign", target, value]:
                self._programs()
                return Assign(self.var(target), self.term(value))
            case ["sample", target, str(name), *parameters, centre] if name in NOISES:
                self._programs()
                numbers = tuple(map(self.term, parameters))
                return Sample(self.var(target), NOISES[name], numbers, self.term(centre))
        raise ValueError(f"this is not a program: {row!r:.80}")

    def argument(self, value: Any) -> Any:
        match value:
            case ["step", number]:
                return self._at(self.steps, number)
            case ["term", number]:
                return self.term(number)
            case ["program", number]:
                return self.program(number)
            case ["budget" | "ledger", *_]:
                return self.cost(value)
            case ["text", str(text)]:
                return text
            case ["pairs", list(pairs)]:
                return tuple((self.term(a), self.term(b)) for a, b in pairs)
        raise ValueError(f"this is not an argument: {value!r:.80}")

    def cost(self, value: Any) -> Cost:
        match value:
            case ["budget", epsilon, delta]:
                return Budget(self.term(epsilon), self.term(delta))
            case ["ledger", list(counters), keep]:
                return Ledger(tuple((self.var(c), self.term(r)) for c, r in counters), self.term(keep))
        raise ValueError(f"this is not a cost: {value!r:.80}")


def literal_in(kind: str, text: str) -> Literal:
    """A constant; each has one spelling."""
    value: bool | int | Fraction
    if kind == "bool" and text in ("True", "False"):
        value = text == "True"
    elif kind == "int" and re.fullmatch(_INTEGER, text, re.ASCII):
        value = int(text)
    elif kind == "real" and re.fullmatch(_FRACTION, text, re.ASCII):
        value = Fraction(text)
    else:
        raise ValueError(f"this is not a {kind:.20}: {text!r:.60}")
    if str(value) != text:
        raise ValueError(f"{text!r:.60} is written as {value!s:.60}")
    return Literal(value)


def type_in(kind: Any, depth: int = 0) -> Type:
    """A type, as it stands in a document."""
    if depth > 20:
        raise ValueError("a type is nested too deeply")
    found: Type | None = None
    match kind:
        case str() if kind in _BASIC:
            return _BASIC[kind]
        case ["list", item]:
            found = ListOf(type_in(item, depth + 1))
        case ["tuple", list(items)] if len(items) <= MOST_PARTS:
            found = TupleOf(tuple(type_in(i, depth + 1) for i in items))
    if found is None or type_size(found) > MOST_PARTS:
        raise ValueError(f"this is not a type, or one of more than {MOST_PARTS} parts: {kind!r:.60}")
    return found


def mechanism_in(reader: Reader, row: Any) -> Mechanism:
    """The mechanism of a document."""
    try:
        _known_fields(row, _MECHANISM)
        parameters = tuple(_parameter_in(reader, p) for p in row["parameters"])
        mechanism = Mechanism(
            name=name_in(row),
            parameters=parameters,
            body=reader.program(row["body"]),
            result=reader.var(row["result"]),
            claim=EpsilonDelta(reader.term(row["epsilon"]), reader.term(row["delta"])),
            requires=reader.term(row["requires"]),
        )
        _check_comparisons(mechanism)
    except NOT_WELL_FORMED as problem:
        raise Rejected(f"mechanism: {type(problem).__name__}: {problem}") from None
    return mechanism


def _check_comparisons(mechanism: Mechanism) -> None:
    """A program compares data and numbers; a query, a score or a database is known by what it answers only."""
    texts = [e for c in subcommands(mechanism.body) for e in expressions(c)]
    for e in (*texts, mechanism.requires, *mechanism.claim.parts()):
        for t in subterms(e):
            if isinstance(t, Apply) and t.op is Op.EQ and not all(is_data(a.type) or a.type == REAL for a in t.args):
                raise ValueError("queries, scores and databases are not compared")


def _known_fields(row: Any, names: set[str]) -> None:
    if not isinstance(row, dict) or set(row) != names:
        raise ValueError(f"the fields must be {', '.join(sorted(names))}")


def name_in(row: Any) -> str:
    """The name of a mechanism in a document; it is printed, and names files."""
    name = row.get("name") if isinstance(row, dict) else None
    if not is_name(name):
        raise Rejected("mechanism: its name is not an identifier")
    return str(name)


def _parameter_in(reader: Reader, row: Any) -> Parameter:
    _known_fields(row, {"var", "positive", "adjacency"})
    if type(row["positive"]) is not bool:
        raise ValueError("`positive` is true or false")
    return Parameter(reader.var(row["var"]), _adjacency_in(reader, row["adjacency"]), row["positive"])


def _adjacency_in(reader: Reader, row: Any) -> Adjacency | None:
    match row:
        case None:
            return None
        case ["database"]:
            return Neighbours()
        case ["each_within", bound, bool(monotone)]:
            return EachWithin(reader.term(bound), monotone)
        case [str(kind), bound] if kind in _ADJACENCY:
            return _ADJACENCY[kind](reader.term(bound))
    raise ValueError(f"this is not an adjacency: {row!r:.60}")


def check(document: Mapping[str, Any], expected: Mechanism | None = None, source: str | None = None) -> Report:
    """Replay a certificate; raises `Rejected` with the place and the reason unless it proves its mechanism private.

    With `expected` (and its source text) the certificate must be about that very mechanism.
    """
    try:
        return _check(document, expected, source)
    except (RecursionError, MemoryError):
        raise Rejected("an expression or a program is too deep or too large") from None


@in_one_context()
def _check(document: Mapping[str, Any], expected: Mechanism | None, source: str | None) -> Report:
    if document.get("verdict") != "proved":
        raise Rejected("verdict: only proofs can be replayed here")
    if set(document) != _KEYS:
        raise Rejected(f"a proof has the parts {', '.join(sorted(_KEYS))}")
    reader = Reader(document)
    mechanism = mechanism_in(reader, document.get("mechanism"))
    if expected is not None and mechanism != expected:
        raise Rejected("mechanism: the source has another program or another claim")
    if not is_hash(document["source"]) or (source is not None and document["source"] != source_hash(source)):
        raise Rejected("source: the fingerprint is of another text")
    if not isinstance(document["solver"], str):
        raise Rejected("solver: it is named by a text")
    goal = _goal(mechanism)
    steps = document.get("steps")
    if not isinstance(steps, list) or not 0 < len(steps) <= MOST_ROWS:
        raise Rejected("steps: a derivation has at least one step")
    spent, sizes = 0, _Sizes()
    for number, row in enumerate(steps):
        theorem = _replay(reader, number, row)
        if (trouble := sizes.trouble(theorem)) is not None:
            raise Rejected(f"steps[{number}]: {trouble}")
        spent += theorem.step.effort
        if spent > MOST_EFFORT:
            raise Rejected(f"steps[{number}]: the solver's effort exceeds {MOST_EFFORT}")
        reader.steps.append(theorem)
    last = reader.steps[-1]
    if last.judgment != goal:
        raise Rejected(f"steps[{len(steps) - 1}]: the derivation ends with another judgment than the claim:\n{last}")
    used = list(_used(last))
    obligations = tuple(e for t in used for e in t.step.obligations)
    counts = Counter(t.step.rule for t in used)
    effort = sum(t.step.effort for t in used)
    return Report(mechanism, last, dict(sorted(counts.items())), obligations, effort, str(document.get("source")))


class _Sizes:
    """Counts what the judgments of a derivation hold: rules may put together what is small in the document."""

    def __init__(self) -> None:
        self._programs: dict[int, tuple[Command, int]] = {}  # by identity, with the program so that it stays
        self._in_all = 0

    def trouble(self, theorem: Theorem) -> str | None:
        """What is too large, if something is."""
        j = theorem.judgment
        cost = (j.cost.epsilon, j.cost.delta) if isinstance(j.cost, Budget) else (j.cost.keep,)
        size = sum(map(size_of, (j.pre, j.post, *cost))) + self._program(j.left) + self._program(j.right)
        self._in_all += size
        if size > MOST_JUDGED:
            return f"its judgment has more than {MOST_JUDGED} parts"
        return f"all judgments have more than {MOST_REPLAYED} parts" if self._in_all > MOST_REPLAYED else None

    def _program(self, command: Command) -> int:
        if id(command) not in self._programs:
            size = 0
            for c in subcommands(command):
                size += 1 + sum(map(size_of, expressions(c)))
                if size > MOST_JUDGED:
                    break
            self._programs[id(command)] = command, size
        return self._programs[id(command)][1]


def _goal(mechanism: Mechanism) -> Any:
    try:
        return privacy(mechanism)
    except NOT_WELL_FORMED as problem:
        raise Rejected(f"mechanism: its claim cannot be stated: {problem}") from None


def _replay(reader: Reader, number: int, row: Any) -> Theorem:
    try:
        _known_fields(row, {"rule", "given"})
        rule, given = row["rule"], row["given"]
        if rule not in RULES:
            raise Rejected(f"steps[{number}]: there is no rule {rule!r:.40}")
        if not all(map(is_name, given)):
            raise ValueError("what a rule is given is named by identifiers")
        return RULES[rule](**{name: reader.argument(value) for name, value in given.items()})
    except Refused as problem:
        raise Rejected(f"steps[{number}]: {problem}") from None
    except NOT_WELL_FORMED as problem:
        raise Rejected(f"steps[{number}]: {type(problem).__name__}: {problem}") from None


def premises(theorem: Theorem) -> list[Theorem]:
    """The theorems that a theorem was made from."""
    return [v for v in theorem.step.given.values() if isinstance(v, Theorem)]


def _used(theorem: Theorem) -> Iterable[Theorem]:
    """The steps that a theorem rests on, each once."""
    seen: set[int] = set()
    waiting = [theorem]
    while waiting:
        current = waiting.pop()
        if id(current) not in seen:
            seen.add(id(current))
            yield current
            waiting += premises(current)
