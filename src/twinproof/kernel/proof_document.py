"""Proofs as documents: the steps of a derivation, written down and read again. `replay` checks what was read.

A document embeds the core program with its claim, and the steps of the derivation: which rule, on which earlier steps,
with which expressions. It holds no conclusions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import z3

from twinproof.document.mechanisms import encode_mechanism
from twinproof.document.programs import ProgramReader, ProgramWriter
from twinproof.document.strict import FORMAT, VERSION, Rejected, check_fields, is_name, source_hash
from twinproof.document.tables import WrittenTable, earlier
from twinproof.kernel.judgment import Budget, Closeness, Cost, Ledger, Orders
from twinproof.kernel.rules import RULES, Theorem
from twinproof.lang.command import Assign, If, Sample, Seq, Skip, While
from twinproof.lang.expr import Apply, Literal, Quantified, Var
from twinproof.lang.mechanism import Mechanism

PARTS = {"format", "version", "verdict", "source", "solver", "mechanism", "terms", "programs", "steps"}


def write(mechanism: Mechanism, theorem: Theorem, source: str = "") -> dict[str, Any]:
    """The certificate of a proof that a mechanism is private; `source` is the text it was read from."""
    writer = StepWriter()
    program = encode_mechanism(writer, mechanism)
    writer.step(theorem)
    return {
        "format": FORMAT,
        "version": VERSION,
        "verdict": "proved",
        "source": source_hash(source),
        "solver": f"z3 {z3.get_version_string()}",
        "mechanism": program,
        "terms": writer.terms.rows,
        "programs": writer.programs.rows,
        "steps": writer.steps.rows,
    }


def premises(theorem: Theorem) -> list[Theorem]:
    """The theorems that a theorem was made from."""
    return [v for v in theorem.step.given.values() if isinstance(v, Theorem)]


class StepWriter(ProgramWriter):
    """Encodes the steps of a derivation, each once."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: WrittenTable[Theorem] = WrittenTable()

    def step(self, theorem: Theorem) -> None:
        """A step, after its premises. A long chain of steps needs no deep recursion."""
        waiting = [theorem]
        while waiting:
            current = waiting[-1]
            missing = [p for p in premises(current) if p not in self.steps]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            if current not in self.steps:
                given = {name: self._encode_argument(value) for name, value in current.step.given.items()}
                self.steps.add(current, {"rule": current.step.rule, "given": given})

    def _encode_argument(self, value: Any) -> Any:
        match value:
            case Theorem():
                return ["step", self.steps.number(value)]
            case Var() | Literal() | Apply() | Quantified():
                return ["term", self.term(value)]
            case Skip() | Assign() | Sample() | If() | While() | Seq():
                return ["program", self.program(value)]
            case Budget() | Ledger() | Closeness():
                return self._encode_cost(value)
            case None:
                return ["nothing"]
            case str():
                return ["text", value]
            case tuple():
                return ["pairs", [[self.term(a), self.term(b)] for a, b in value]]
        raise TypeError(f"a step cannot hold {value!r}")

    def _encode_cost(self, cost: Cost | Closeness) -> Any:
        match cost:
            case Budget(epsilon, delta):
                return ["budget", self.term(epsilon), self.term(delta)]
            case Ledger(counters, keep, orders):
                rates = [[self.term(c), self.term(r)] for c, r in counters]
                return ["ledger", rates, self.term(keep), *([] if orders is None else [self._encode_orders(orders)])]
            case Closeness(orders, bound, delta):
                return ["closeness", self._encode_orders(orders), self.term(bound), self.term(delta)]

    def _encode_orders(self, orders: Orders) -> Any:
        return "all" if orders.one is None else self.term(orders.one)


class StepReader(ProgramReader):
    """Decodes the steps of a derivation. `steps` are the theorems of the rows so far, made by whoever replays them."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        super().__init__(document)
        self.steps: list[Theorem] = []

    def step(self, number: int, row: Any) -> tuple[Callable[..., Theorem], dict[str, Any]]:
        """A rule, and what it is given."""
        check_fields(row, {"rule", "given"})
        rule, given = row["rule"], row["given"]
        if rule not in RULES:
            raise Rejected(f"steps[{number}]: there is no rule {rule!r:.40}")
        if not all(map(is_name, given)):
            raise ValueError("what a rule is given is named by identifiers")
        return RULES[rule], {name: self._decode_argument(value) for name, value in given.items()}

    def _decode_argument(self, value: Any) -> Any:
        match value:
            case ["step", number]:
                return earlier(self.steps, number)
            case ["term", number]:
                return self.term(number)
            case ["program", number]:
                return self.program(number)
            case ["budget" | "ledger" | "closeness", *_]:
                return self._decode_cost(value)
            case ["nothing"]:
                return None
            case ["text", str(text)]:
                return text
            case ["pairs", list(pairs)]:
                return tuple((self.term(a), self.term(b)) for a, b in pairs)
        raise ValueError(f"this is not an argument: {value!r:.80}")

    def _decode_cost(self, value: Any) -> Cost | Closeness:
        match value:
            case ["budget", epsilon, delta]:
                return Budget(self.term(epsilon), self.term(delta))
            case ["ledger", list(counters), keep, *orders] if len(orders) <= 1:
                rates = tuple((self.var(c), self.term(r)) for c, r in counters)
                return Ledger(rates, self.term(keep), self._decode_orders(orders[0]) if orders else None)
            case ["closeness", orders, bound, delta]:
                return Closeness(self._decode_orders(orders), self.term(bound), self.term(delta))
        raise ValueError(f"this is not a cost: {value!r:.80}")

    def _decode_orders(self, value: Any) -> Orders:
        return Orders() if value == "all" else Orders(self.term(value))
