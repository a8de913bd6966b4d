"""The two runs side by side, with what ties them together: couplings at the samples, invariants at the loops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, site_of
from twinproof.lang.expr import Apply, Expr, Literal, Op, Place, Var, free_variables, tag
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
from twinproof.lang.types import BOOL
from twinproof.search.display import show_condition
from twinproof.search.result import Account, Case, CoupledSample, Directions, LoopInvariant
from twinproof.tactics.display import assertion

_STEP = "  "


@dataclass(frozen=True, slots=True)
class Row:
    """A line of both runs, or what holds between them there."""

    kind: OneOf["code", "coupling", "invariant"]
    line: int | None
    left: str = ""
    right: str = ""
    notes: tuple[str, ...] = ()


def side_by_side(mechanism: Mechanism, proof: Account, shape: Directions) -> list[Row]:
    """Both runs, for one shape of the adjacency."""
    couplings = {c.draw.site: c for c in proof.couplings if c.directions == shape}
    invariants = {i.site: i for i in proof.invariants if i.directions == shape}
    ends = Row("code", None, f"return {mechanism.result.name}⟨1⟩", f"return {mechanism.result.name}⟨2⟩")
    return [*_rows(mechanism.body, "", couplings, invariants), ends]


def _rows(
    command: Command, indent: str, couplings: Mapping[int, CoupledSample], invariants: Mapping[int, LoopInvariant]
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
            law = f"{{}} ←$ {noise.letters}_{{{{{numbers}}}}}"
            yield (
                both(f"{law}({{}})", target, *parameters, centre)
                if noise.has_centre
                else both(law, target, *parameters)
            )
            coupling = couplings.get(site_of(command))
            if coupling is not None:
                yield Row("coupling", line, notes=tuple(coupling_words(coupling)))
        case If(condition, then, otherwise):
            yield both("if {} then", condition)
            yield from _rows(then, indent + _STEP, couplings, invariants)
            if not isinstance(otherwise, Skip):
                yield Row("code", None, f"{indent}else", f"{indent}else")
                yield from _rows(otherwise, indent + _STEP, couplings, invariants)
        case While(condition, body):
            invariant = invariants.get(site_of(command))
            if invariant is not None:
                yield Row("invariant", line, notes=tuple(assertion(invariant.assertion)))
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
    """A coupling, one branch for each of its cases."""
    return [
        Branch(
            _when(coupling, case, first=n == 0),
            _shifted(coupling, case.shift),
            show_expr(case.price),
        )
        for n, case in enumerate(coupling.cases)
    ]


def _when(coupling: CoupledSample, case: Case, first: bool) -> str:
    if case.when is None:
        return "" if first else "otherwise"
    return f"{'if' if first else 'else if'} {show_condition(coupling, case.when)}"


def coupling_words(coupling: CoupledSample) -> list[str]:
    """A coupling in lines."""
    return [f"{b.shift}{f'  {b.when}' if b.when else ''}: costs {b.cost}" for b in branches(coupling)]


def _shifted(coupling: CoupledSample, shift: Expr) -> str:
    """How the right draw follows from the left one."""
    left, right = (f"{coupling.variable}{mark}" for mark in ("⟨1⟩", "⟨2⟩"))
    match shift:
        case Literal(0):
            return f"{right} = {left}"
        case Literal(1) if coupling.sampled.type == BOOL:
            return f"{right} = ¬{left}"
        case Literal(value) if value < 0:
            return f"{right} = {left} − {-value}"
        case Apply(Op.SUB | Op.ADD | Op.MUL, _) | Var() | Literal():
            return f"{right} = {left} + {show_expr(shift)}"
        case _:
            return f"{right} = {left} + ({show_expr(shift)})"


def legend(mechanism: Mechanism, proof: Account) -> list[str]:
    """What the names stand for that are not the program's own."""
    seen = {v for i in proof.invariants for v in free_variables(i.assertion)}
    seen |= {v for c in proof.couplings for v in free_variables(c.shift) if v != c.sampled}
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
