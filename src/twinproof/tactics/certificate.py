"""Writing proofs down as certificates; the kernel checks them and believes nothing that is written here."""

from __future__ import annotations

from typing import Any, assert_never

import z3

from twinproof.kernel.certificate import premises
from twinproof.kernel.document import FORMAT, VERSION, source_hash
from twinproof.kernel.judgment import Budget, Ledger
from twinproof.kernel.rules import Theorem
from twinproof.lang.claim import Claim, EpsilonDelta
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While
from twinproof.lang.expr import Apply, Expr, Literal, Quantified, Var
from twinproof.lang.mechanism import Adjacency, EachWithin, Mechanism, Neighbours, OneWithin, Sensitive, Within
from twinproof.lang.types import Basic, ListOf, TupleOf, Type


class Writer:
    """Collects terms, programs and steps in tables, each once."""

    def __init__(self) -> None:
        self.terms: list[Any] = []
        self.programs: list[Any] = []
        self.steps: list[Any] = []
        self._known_terms: dict[Expr, int] = {}
        self._known_programs: dict[Command, int] = {}
        self._known_steps: dict[int, int] = {}

    def term(self, e: Expr) -> int:
        if e not in self._known_terms:
            match e:
                case Var(name, kind, place):
                    row: Any = ["var", name, _type_out(kind), place.name]
                case Literal(value):
                    row = ["literal", str(e.type), str(value)]
                case Apply(op, args):
                    row = ["apply", op.value, [self.term(a) for a in args], _type_out(e.type)]
                case Quantified(universal, var, body):
                    row = ["all" if universal else "some", self.term(var), self.term(body)]
            self._known_terms[e] = self._add(self.terms, row)
        return self._known_terms[e]

    def program(self, command: Command) -> int:
        if command not in self._known_programs:
            match command:
                case Skip():
                    row: Any = ["skip"]
                case Assign(target, value):
                    row = ["assign", self.term(target), self.term(value)]
                case Sample(target, noise, parameters, centre):
                    row = ["sample", self.term(target), noise.name, *map(self.term, parameters), self.term(centre)]
                case If(condition, then, otherwise):
                    row = ["if", self.term(condition), self.program(then), self.program(otherwise)]
                case While(condition, body):
                    row = ["while", self.term(condition), self.program(body)]
                case Seq(parts):
                    row = ["seq", [self.program(p) for p in parts]]
            self._known_programs[command] = self._add(self.programs, row)
        return self._known_programs[command]

    def step(self, theorem: Theorem) -> int:
        """The number of a step; its premises come before it. A long chain of steps needs no deep recursion."""
        waiting = [theorem]
        while waiting:
            current = waiting[-1]
            missing = [p for p in premises(current) if id(p) not in self._known_steps]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            if id(current) not in self._known_steps:
                given = {name: self._argument(value) for name, value in current.step.given.items()}
                self._known_steps[id(current)] = self._add(self.steps, {"rule": current.step.rule, "given": given})
        return self._known_steps[id(theorem)]

    def _argument(self, value: Any) -> Any:
        match value:
            case Theorem():
                return ["step", self._known_steps[id(value)]]
            case Var() | Literal() | Apply() | Quantified():
                return ["term", self.term(value)]
            case Skip() | Assign() | Sample() | If() | While() | Seq():
                return ["program", self.program(value)]
            case Budget(epsilon, delta):
                return ["budget", self.term(epsilon), self.term(delta)]
            case Ledger(counters, keep):
                return ["ledger", [[self.term(c), self.term(r)] for c, r in counters], self.term(keep)]
            case str():
                return ["text", value]
            case tuple():
                return ["pairs", [[self.term(a), self.term(b)] for a, b in value]]
        raise TypeError(f"a step cannot hold {value!r}")

    @staticmethod
    def _add(table: list[Any], row: Any) -> int:
        table.append(row)
        return len(table) - 1


def _type_out(kind: Type) -> Any:
    match kind:
        case ListOf(item):
            return ["list", _type_out(item)]
        case TupleOf(items):
            return ["tuple", [_type_out(i) for i in items]]
        case Basic(name):
            return name


def write(mechanism: Mechanism, theorem: Theorem, source: str = "") -> dict[str, Any]:
    """The certificate of a proof that a mechanism is private; `source` is the text it was read from."""
    writer = Writer()
    program = program_out(writer, mechanism)
    writer.step(theorem)
    return {
        "format": FORMAT,
        "version": VERSION,
        "verdict": "proved",
        "source": source_hash(source),
        "solver": f"z3 {z3.get_version_string()}",
        "mechanism": program,
        "terms": writer.terms,
        "programs": writer.programs,
        "steps": writer.steps,
    }


def program_out(writer: Writer, mechanism: Mechanism) -> dict[str, Any]:
    """A mechanism, over the tables of the writer."""
    parameters = [
        {"var": writer.term(p.var), "positive": p.positive, "adjacency": _adjacency_out(writer, p.adjacency)}
        for p in mechanism.parameters
    ]
    return {
        "name": mechanism.name,
        "parameters": parameters,
        "body": writer.program(mechanism.body),
        "result": writer.term(mechanism.result),
        **_claim_out(writer, mechanism.claim),
        "requires": writer.term(mechanism.requires),
    }


def _claim_out(writer: Writer, claim: Claim) -> dict[str, Any]:
    match claim:
        case EpsilonDelta(epsilon, delta):
            return {"epsilon": writer.term(epsilon), "delta": writer.term(delta)}
        case _:
            assert_never(claim)


def _adjacency_out(writer: Writer, adjacency: Adjacency | None) -> Any:
    match adjacency:
        case None:
            return None
        case Neighbours():
            return ["database"]
        case EachWithin(bound, monotone):
            return ["each_within", writer.term(bound), monotone]
        case Within(bound):
            return ["within", writer.term(bound)]
        case OneWithin(bound):
            return ["one_within", writer.term(bound)]
        case Sensitive(bound):
            return ["sensitivity", writer.term(bound)]
