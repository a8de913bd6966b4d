"""What the prover found, for the eye: proofs, and where a search got stuck, in lines of text."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from twinproof.lang.amounts import multiple
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.expr import ONE, Expr, Literal, Op, Place, Var, apply, conjuncts, substitute
from twinproof.lang.printer import show_expr
from twinproof.lang.python_values import shown
from twinproof.lang.types import BOOL, INT
from twinproof.search.result import (
    Account,
    Attempted,
    Case,
    CoupledSample,
    Directions,
    Draw,
    LoopInvariant,
    Payment,
    Searched,
    Spending,
    Stuck,
)

_MOST_TRIED = 6


def explain_proof(proof: Account) -> str:
    """The proof in words: how each sample is coupled, what holds at each loop, where the budget goes."""
    lines: list[str] = []
    shapes = dict.fromkeys([*(c.directions for c in proof.couplings), *(s.directions for s in proof.spending)])
    for shape in shapes:
        said = [line for c in proof.couplings if c.directions == shape for line in _coupling(c)]
        said += [line for i in proof.invariants if i.directions == shape for line in _invariant(i)]
        said += [f"budget: {show_spending(s)}" for s in proof.spending if s.directions == shape]
        said += [f"δ pays for: {show_payment(p)}" for p in proof.payments if p.directions == shape]
        lines += [f"If {show_directions(shape)}:", *(f"  {line}" for line in said)] if shape else said
    if proof.first is not None:
        name, claim = proof.first
        private = f"{name} is {claim.map(show_expr).adjective()} by itself"
        if not isinstance(proof.claim, EpsilonDelta):
            half = multiple(apply(Op.MUL, claim.amount, claim.amount), Fraction(1, 2))
            private += f", which counts as {show_expr(half)}"
        lines.append(private)
    if proof.rounds is not None:
        times, claim = proof.rounds
        lines.append(f"so a round is {claim.map(show_expr).adjective()}, and the claim follows for {times} of them")
    if proof.through is not None:
        follows = "the claim" if proof.sampled is None else proof.sampled[1].map(show_expr).adjective()
        whole = "it" if proof.sampled is None else "what comes after the sampling"
        lines.append(f"so {whole} is {proof.through.map(show_expr).adjective()}, and {follows} follows from that")
    if proof.sampled is not None:
        chance, claim = proof.sampled
        if proof.through is None:
            lines.append(f"so what comes after the sampling is {claim.map(show_expr).adjective()}")
        lines.append(f"a row is sampled with probability {show_expr(chance)}, and the claim follows from that")
    if proof.between is not None:
        lowest, end = proof.between
        lines.append(
            f"for all integers {lowest} and {end}, and so for those between which the keys lie: {lowest} ≤ key < {end}"
        )
    return "\n".join(lines)


def show_directions(directions: Directions) -> str:
    """A shape of the adjacency: "votes rises"."""
    said = {1: "rises", -1: "falls", 2: "has more rows on the right", -2: "has more rows on the left"}
    return ", ".join(f"{name} {said[sign]}" for name, sign in directions)


def show_cost(coupling: CoupledSample) -> str:
    """What one draw costs at most, as an expression of both runs."""
    prices = [show_expr(case.price) for case in coupling.cases]
    if len(set(prices)) == 1:
        return prices[0]
    conditions = [show_expr(case.when) for case in coupling.cases if case.when is not None]
    cases = [f"if {condition} then {price} else " for condition, price in zip(conditions, prices, strict=False)]
    return "".join([*cases, prices[-1]])


def show_condition(coupling: CoupledSample, condition: Expr) -> str:
    """A condition of a coupling, where the sample goes by the name of its variable."""
    return show_expr(substitute(condition, {coupling.sampled: Var(coupling.variable, INT, Place.LEFT)}))


def show_tie(coupling: CoupledSample) -> str:
    """A draw in both runs, in a sentence for each case."""
    said = []
    for number, case in enumerate(coupling.cases):
        tie, price = _tie(coupling, case), _price(case)
        if case.when is not None:
            said.append(f"{'If' if number == 0 else 'Else, if'} {show_condition(coupling, case.when)}, {tie}; {price}.")
        elif number == 0:
            said.append(f"{tie[0].upper()}{tie[1:]}; {price}.")
        else:
            said.append(f"Otherwise {tie}; {price}.")
    return " ".join(said)


def _tie(coupling: CoupledSample, case: Case) -> str:
    """How the right draw follows from the left one, in words."""
    name = coupling.variable
    match case.shift:
        case Literal(0):
            return f"the right run draws the same {name} as the left run"
        case Literal(1) if coupling.sampled.type == BOOL:
            return f"the right run draws the other side of {name}"
        case Literal(value) if value > 0:
            return f"the right run draws a {name} that is larger by {value}"
        case Literal(value):
            return f"the right run draws a {name} that is smaller by {-value}"
        case shift if show_expr(case.price) == "0":
            return f"both runs draw the same noise, and {name} is off by {show_expr(shift)}"
        case shift:
            return f"the right run draws the {name} of the left run plus {show_expr(shift)}"


def _price(case: Case) -> str:
    price = show_expr(case.price)
    return "that is free" if price == "0" else f"that costs {price}"


def show_spending(spending: Spending) -> str:
    """A bound on what some draws spend: "bar, noisy at most 2 times eps / 2"."""
    most = f"{show_variables(spending.draws)} at most {show_expr(spending.bound)}"
    return most if spending.rate == ONE else f"{most} times {show_expr(spending.rate)}"


def show_payment(payment: Payment) -> str:
    """What δ pays for: "line 12, c + t ≤ noisy where c − 1 ≤ 0: at most exp(−t · eps)"."""
    line = f"line {payment.draw.line}, " if payment.draw.line is not None else ""
    whose = "of a draw that only the right run makes, " if payment.right_alone else ""
    where = f" where {show_expr(payment.when)}" if payment.when is not None else ""
    if payment.over is not None:
        said = f"what samples with {show_expr(payment.event)} cost over {show_expr(payment.over)}"
        return f"{line}{said}{where}: at most {show_expr(payment.bound)} each time"
    return f"{line}{whose}{show_expr(payment.event)}{where}: at most {show_expr(payment.bound)} each time"


def show_variables(draws: tuple[Draw, ...]) -> str:
    """The variables that get the samples, each once."""
    return ", ".join(dict.fromkeys(draw.variable for draw in draws))


def show_tried(tried: Attempted | Searched) -> str:
    """A step of the search that came to nothing."""
    match tried:
        case Attempted(shifts, reason):
            couplings = "; ".join(f"{draw.variable}: {show_expr(shift)}" for draw, shift in shifts)
            return f"{couplings}: {reason}"
        case Searched(offered, passed, pairs, given_up):
            each = ", ".join(f"{count:,} for the draw{_in_line(draw.line)}" for draw, count in offered)
            ended = f"{passed or 'none'} passed all trials, in {pairs:,} pairs of runs"
            return f"combinations of couplings ({each}): {ended}{', which is the limit' if given_up else ''}"


def explain_stuck(stuck: Stuck) -> str:
    """What stood in the way of a proof, in words."""
    where = f" (line {stuck.line})" if stuck.line is not None else ""
    lines = [f"No proof: {stuck.reason}{where}."]
    if stuck.example is not None:
        faces = stuck.example.faces
        left, right = _inputs(faces.inputs(stuck.example.left)), _inputs(faces.inputs(stuck.example.right))
        lines += [
            "  Two runs that stayed apart in all that was tried:",
            f"    left   {left}",
            f"    right  {right}",
        ]
        lines.append(f"    where the left run returns {shown(faces.output(stuck.example.output))}")
    lines += [f"  Tried: {show_tried(what)}." for what in stuck.tried[:_MOST_TRIED]]
    return "\n".join(lines)


def _coupling(coupling: CoupledSample) -> list[str]:
    head = f"{_at_line(coupling.line)}{coupling.variable}, coupled by [{coupling.rule}]"
    return [head, f"    shift  {show_expr(coupling.shift)}", f"    cost   {show_cost(coupling)}"]


def _invariant(invariant: LoopInvariant) -> list[str]:
    parts = (f"    {show_expr(part)}" for part in conjuncts(invariant.assertion))
    return [f"{_at_line(invariant.line)}at the loop, in both runs", *parts]


def _inputs(values: dict[str, Any]) -> str:
    return ", ".join(f"{name} = {shown(value)}" for name, value in values.items())


def _at_line(line: int | None) -> str:
    return f"line {line}: " if line is not None else ""


def _in_line(line: int | None) -> str:
    return f" in line {line}" if line is not None else ""
