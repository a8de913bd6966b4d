"""The two runs side by side, with what ties them together: couplings at the samples, invariants at the loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While
from twinproof.lang.expr import Apply, Expr, Literal, Op, Place, Var, free_variables, substitute, tag
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
from twinproof.lang.types import INT
from twinproof.search.result import Account, CoupledSample, LoopInvariant
from twinproof.tactics.display import assertion
from twinproof.tactics.stepping import SAMPLED

_STEP = "  "


@dataclass(frozen=True, slots=True)
class Row:
    """A line of both runs, or what holds between them there."""

    kind: OneOf["code", "coupling", "invariant"]
    line: int | None
    left: str = ""
    right: str = ""
    notes: tuple[str, ...] = ()


def side_by_side(mechanism: Mechanism, proof: Account, case: str) -> list[Row]:
    """Both runs, for one case of the proof."""
    couplings = [c for c in proof.couplings if c.case == case]
    invariants = [i for i in proof.invariants if i.case == case]
    ends = Row("code", None, f"return {mechanism.result.name}⟨1⟩", f"return {mechanism.result.name}⟨2⟩")
    return [*_rows(mechanism.body, "", couplings, invariants), ends]


def _rows(
    command: Command, indent: str, couplings: Sequence[CoupledSample], invariants: Sequence[LoopInvariant]
) -> Iterator[Row]:
    at = getattr(command, "at", None)
    line = at.line if at is not None else None

    def both(text: str, *parts: Expr) -> Row:
        """A line with its expressions in the terms of each run."""
        left, right = (indent + text.format(*(show_expr(tag(e, p)) for e in parts)) for p in (Place.LEFT, Place.RIGHT))
        return Row("code", line, left, right)

    match command:
        case Skip():
            pass
        case Seq(parts):
            for part in parts:
                yield from _rows(part, indent, couplings, invariants)
        case Assign(target, value):
            yield both("{} ← {}", target, value)
        case Sample(target, noise, parameters, centre):
            numbers = ", ".join("{}" for _ in parameters)
            yield both(f"{{}} ←$ {noise.letters}_{{{{{numbers}}}}}({{}})", target, *parameters, centre)
            for c in couplings:
                if c.line == line and c.variable == target.name:
                    yield Row("coupling", line, notes=tuple(coupling_words(c)))
        case If(condition, then, otherwise):
            yield both("if {} then", condition)
            yield from _rows(then, indent + _STEP, couplings, invariants)
            if not isinstance(otherwise, Skip):
                yield Row("code", None, f"{indent}else", f"{indent}else")
                yield from _rows(otherwise, indent + _STEP, couplings, invariants)
        case While(condition, body):
            for i in invariants:
                if i.line == line:
                    yield Row("invariant", line, notes=tuple(assertion(i.assertion)))
            yield both("while {} do", condition)
            yield from _rows(body, indent + _STEP, couplings, invariants)


# ----------------------------------------------------------------------------------------------------------- couplings


@dataclass(frozen=True, slots=True)
class Branch:
    """What a coupling does in one of its cases: when, by how much the right draw is off, in words, and the cost."""

    when: str
    shift: str
    cost: str


def branches(coupling: CoupledSample) -> list[Branch]:
    """A coupling, one branch for each case of its shift."""
    name = coupling.variable
    match coupling.shift:
        case Apply(Op.ITE, (condition, yes, no)):
            start = f"if {show_expr(condition)} then "
            costs = coupling.cost.removeprefix(start).split(" else ")
            if coupling.cost.startswith(start) and len(costs) == 2:
                drawn = substitute(condition, {SAMPLED: Var(name, INT, Place.LEFT)})
                return [
                    Branch(f"if {show_expr(drawn)}", _shifted(name, yes), costs[0]),
                    Branch("otherwise", _shifted(name, no), costs[1]),
                ]
    return [Branch("", _shifted(name, coupling.shift), coupling.cost)]


def coupling_words(coupling: CoupledSample) -> list[str]:
    """A coupling in lines."""
    return [f"{b.shift}{f'  {b.when}' if b.when else ''}: costs {b.cost}" for b in branches(coupling)]


def _shifted(name: str, shift: Expr) -> str:
    """How the right draw follows from the left one."""
    left, right = f"{name}⟨1⟩", f"{name}⟨2⟩"
    match shift:
        case Literal(0):
            return f"{right} = {left}"
        case Literal(value) if value < 0:
            return f"{right} = {left} − {-value}"
        case Apply(Op.SUB | Op.ADD | Op.MUL, _) | Var() | Literal():
            return f"{right} = {left} + {show_expr(shift)}"
        case _:
            return f"{right} = {left} + ({show_expr(shift)})"


def legend(mechanism: Mechanism, proof: Account) -> list[str]:
    """What the names stand for that are not the program's own."""
    seen = {v for i in proof.invariants for v in free_variables(i.assertion)}
    seen |= {v for c in proof.couplings for v in free_variables(c.shift) if v != SAMPLED}
    own = {p.name for p in mechanism.parameters}
    counters = sorted({v.name for v in seen if v.place is Place.LEDGER})
    fixed = sorted({v.name for v in seen if v.place is Place.RIGID} - own)
    words = ["x⟨1⟩ is the value of x in the left run, x⟨2⟩ in the right one."]
    if counters:
        words.append(f"{_listed(counters)}: what has been spent so far, counted in units of the rate of the noise.")
    if fixed:
        words.append(f"{_listed(fixed)}: fixed for the whole proof, whatever the value; the proof holds for each.")
    return words


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)
