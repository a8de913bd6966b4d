"""What the prover found, in the user's terms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from twinproof.kernel.rules import Theorem
from twinproof.lang.expr import Expr
from twinproof.lang.printer import show_expr


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
        where = f"line {self.line}: " if self.line is not None else ""
        case = f" ({self.case})" if self.case else ""
        return f"{where}{self.variable}  [{self.rule}] shift {show_expr(self.shift)}, cost {self.cost}{case}"


@dataclass(frozen=True, slots=True)
class LoopInvariant:
    """A loop, and what holds each time the two runs come to its head."""

    line: int | None
    assertion: Expr
    case: str = ""


@dataclass(frozen=True, slots=True)
class Spending:
    """Where the budget goes: a bound in units of a rate."""

    what: str
    bound: Expr
    rate: Expr
    case: str = ""


@dataclass(frozen=True)
class Proof:
    """The claim is proved: the theorem, and how."""

    theorem: Theorem
    epsilon: Expr
    couplings: tuple[CoupledSample, ...]
    invariants: tuple[LoopInvariant, ...]
    spending: tuple[Spending, ...]


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
