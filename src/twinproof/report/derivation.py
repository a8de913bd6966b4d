"""A derivation for the eye: its steps in order, and the programs and facts that they speak of, each once."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from dataclasses import dataclass, field

from twinproof.kernel.judgment import Budget, Closeness, Cost, Ledger, Triple
from twinproof.kernel.proof_document import premises
from twinproof.kernel.replay import Report
from twinproof.kernel.rules import RULES, Theorem
from twinproof.lang.command import Command
from twinproof.lang.expr import Expr, conjuncts
from twinproof.lang.printer import show_command, show_expr
from twinproof.tactics.display import assertion


@dataclass(frozen=True, slots=True)
class Step:
    """A step: its rule, the steps that it rests on, and its judgment by the numbers of its parts (from one).

    Where δ pays for something there are steps about one program; they have nothing on the right, and their cost is what
    becomes of a credit.
    """

    number: int
    rule: str
    premises: tuple[int, ...]
    left: int
    right: int | None
    pre: int
    post: int
    cost: str
    side_conditions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Numbers that follow each other, from the first to the last."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the kernel, how often it was used, and its figure."""

    name: str
    uses: int
    figure: str

    @property
    def anchor(self) -> str:
        """The name as a link has it."""
        return "".join(c if c.isalnum() else "-" for c in self.name)


@dataclass
class Derivation:
    """The steps of a proof, in an order in which each rests on earlier ones; the last is the claim."""

    steps: list[Step] = field(default_factory=list)
    programs: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    assertions: list[tuple[Stretch, ...]] = field(default_factory=list)  # which facts hold together, as their numbers
    side_conditions: list[str] = field(default_factory=list)


def rules_of(report: Report) -> list[Rule]:
    """The rules that a proof uses."""
    return [Rule(name, uses, inspect.getdoc(RULES[name]) or "") for name, uses in report.rules.items()]


def derivation_of(report: Report) -> Derivation:
    """The derivation that a certificate was accepted for."""
    derivation = Derivation()
    programs: dict[Command, int] = {}
    assertions: dict[Expr, int] = {}
    facts: dict[Expr, int] = {}

    def program(command: Command) -> int:
        if command not in programs:
            programs[command] = len(programs) + 1
            derivation.programs.append(show_command(command))
        return programs[command]

    def about(e: Expr) -> int:
        if e not in assertions:
            assertions[e] = len(assertions) + 1
            derivation.assertions.append(_stretches(map(fact, conjuncts(e))))
        return assertions[e]

    def fact(e: Expr) -> int:
        if e not in facts:
            facts[e] = len(facts) + 1
            derivation.facts.append("\n".join(assertion(e)))
        return facts[e]

    numbers: dict[Theorem, int] = {}
    for theorem in _in_order(report.theorem):
        said, step = theorem.triple if theorem.is_triple else theorem.judgment, theorem.step
        numbers[theorem] = len(derivation.steps) + 1
        asked = len(derivation.side_conditions)
        derivation.side_conditions += [show_expr(e) for e in step.obligations]
        derivation.steps.append(
            Step(
                number=len(derivation.steps) + 1,
                rule=step.rule,
                premises=tuple(numbers[p] for p in premises(theorem)),
                left=program(said.program if isinstance(said, Triple) else said.left),
                right=None if isinstance(said, Triple) else program(said.right),
                pre=about(said.pre),
                post=about(said.post),
                cost=_credit(said) if isinstance(said, Triple) else _cost(said.cost),
                side_conditions=tuple(range(asked + 1, len(derivation.side_conditions) + 1)),
            )
        )
    return derivation


def _stretches(numbers: Iterable[int]) -> tuple[Stretch, ...]:
    """Numbers in order, those that follow each other as one."""
    found: list[Stretch] = []
    for number in sorted(set(numbers)):
        if found and found[-1].last == number - 1:
            found[-1] = Stretch(found[-1].first, number)
        else:
            found.append(Stretch(number, number))
    return tuple(found)


def _cost(cost: Cost | Closeness) -> str:
    match cost:
        case Budget(epsilon, delta):
            return f"⟨{show_expr(epsilon)}, {show_expr(delta)}⟩"
        case Ledger(_, keep, orders):
            return f"{'ω' if orders is None else 'ᴿ'} | {show_expr(keep)}"
        case Closeness():
            return str(cost)


def _credit(triple: Triple) -> str:
    return f"credit {show_expr(triple.before)} → {show_expr(triple.after)}"


def _in_order(last: Theorem) -> list[Theorem]:
    """The theorems that one rests on, and itself: premises first, each once."""
    done: dict[Theorem, None] = {}
    waiting = [last]
    while waiting:
        current = waiting[-1]
        missing = [p for p in premises(current) if p not in done]
        if missing:
            waiting += reversed(missing)
            continue
        waiting.pop()
        done[current] = None
    return list(done)
