"""What the prover found, in the user's terms."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from twinproof.kernel.rules import Theorem
from twinproof.lang.claim import Claim
from twinproof.lang.expr import Expr
from twinproof.lang.printer import show_expr
from twinproof.tactics.stepping import conjuncts


@dataclass(frozen=True, slots=True)
class CoupledSample:
    """A sampling line: which rule couples it, by which shift, and what one draw costs at most."""

    line: int | None
    variable: str
    rule: str
    shift: Expr
    cost: str
    case: str = ""  # for which shape of the adjacency, if there are several

    def __str__(self) -> str:
        head = f"{_where(self.line)}{self.variable}, coupled by [{self.rule}]"
        return f"{head}\n    shift  {show_expr(self.shift)}\n    cost   {self.cost}"


@dataclass(frozen=True, slots=True)
class LoopInvariant:
    """A loop, and what holds each time the two runs come to its head."""

    line: int | None
    assertion: Expr
    case: str = ""

    def __str__(self) -> str:
        parts = (f"\n    {show_expr(part)}" for part in conjuncts(self.assertion))
        return f"{_where(self.line)}at the loop, in both runs{''.join(parts)}"


@dataclass(frozen=True, slots=True)
class Spending:
    """Where the budget goes: a bound in units of a rate."""

    what: str
    bound: Expr
    rate: Expr
    case: str = ""

    def __str__(self) -> str:
        bound = show_expr(self.bound)
        return f"budget: {self.what} at most {bound} times {show_expr(self.rate)}"


@dataclass(frozen=True)
class Account:
    """How a claim is proved, in the user's terms."""

    claim: Claim  # that was proved
    couplings: tuple[CoupledSample, ...]
    invariants: tuple[LoopInvariant, ...]
    spending: tuple[Spending, ...]
    tighter: bool = False  # whether it is a smaller part of what was claimed

    def explain(self) -> str:
        """The proof in words: how each sample is coupled, what holds at each loop, where the budget goes."""
        lines: list[str] = []
        cases = dict.fromkeys([*(c.case for c in self.couplings), *(s.case for s in self.spending)])
        for case in cases:
            lines += [f"If {case}:"] if case else []
            indent = "  " if case else ""
            parts: tuple[CoupledSample | LoopInvariant | Spending, ...] = (
                *self.couplings,
                *self.invariants,
                *self.spending,
            )
            found = [str(part) for part in parts if part.case == case]
            lines += [f"{indent}{line}" for text in found for line in text.split("\n")]
        return "\n".join(lines)


@dataclass(frozen=True)
class Proof(Account):
    """The claim is proved: the theorem, and how."""

    theorem: Theorem = field(kw_only=True)

    @property
    def account(self) -> Account:
        """How, without the theorem, which stays in the process that has made it."""
        return Account(**{part.name: getattr(self, part.name) for part in fields(Account)})


@dataclass(frozen=True, slots=True)
class Example:
    """Two runs that no coupling tried could keep together: inputs, the left output, and what went wrong."""

    left: dict[str, Any]
    right: dict[str, Any]
    output: Any
    draws: tuple[tuple[int | None, str, int], ...]  # line, variable, value, in the left run


@dataclass(frozen=True)
class Stuck:
    """No proof was found: why, where, and what was tried."""

    reason: str
    line: int | None = None
    tried: tuple[str, ...] = ()
    example: Example | None = field(default=None)

    def explain(self) -> str:
        """What stood in the way, in words."""
        where = f" (line {self.line})" if self.line is not None else ""
        lines = [f"No proof: {self.reason}{where}."]
        if self.example is not None:
            left, right = _inputs(self.example.left), _inputs(self.example.right)
            lines += [
                "  Two runs that stayed apart in all that was tried:",
                f"    left   {left}",
                f"    right  {right}",
            ]
            lines.append(f"    where the left run returns {self.example.output}")
        lines += [f"  Tried: {what}." for what in self.tried[:6]]
        return "\n".join(lines)


def _inputs(values: dict[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _where(line: int | None) -> str:
    return f"line {line}: " if line is not None else ""
