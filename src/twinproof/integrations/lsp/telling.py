"""A verdict at length, for the side view of an editor: a proof in words with its couplings and its budget, a
counterexample with its inputs, or what was tried.

All of it is read off the verdict; nothing is computed but the shares of the budget, with example values.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

from twinproof.exact.display import probability
from twinproof.integrations.lsp.sections import (
    Block,
    Budget,
    Part,
    Section,
    Step,
    code,
    section,
    step,
    steps,
    table,
    words,
)
from twinproof.lang.expr import Place, conjuncts, free_variables
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_claim, show_expr
from twinproof.lang.python_values import inputs_as_json, shown
from twinproof.refute.evidence import Counterexample, Refutation, shown_input
from twinproof.refute.seeds import public_values
from twinproof.refute.space import filled, space_of
from twinproof.search.display import show_condition, show_directions, show_payment, show_spending, show_tie, show_tried
from twinproof.search.result import Account, CoupledSample, Directions, Stuck
from twinproof.tactics.display import assertion
from twinproof.verify import Verdict
from twinproof.verify.budget import Segment, segments

_MOST_OUTPUTS = 12
_MOST_TRIED = 6
_ENTRIES = 3  # of the lists with which shares are computed
_TRIES = 200


def told(verdict: Verdict) -> Iterator[Section]:
    """The sections that say what there is to say."""
    if verdict.kind == "proved" and verdict.proof is not None:
        yield section("In words", words(verdict.words()))
        yield from _proof(verdict.mechanism, verdict.proof)
    elif verdict.refutation is not None and verdict.refutation.counterexample is not None:
        yield from _refuted(verdict, verdict.refutation, verdict.refutation.counterexample)
    elif verdict.stuck is not None:
        yield section("In words", words(verdict.words()))
        yield from _unknown(verdict.stuck, verdict.refutation)


# -------------------------------------------------------------------------------------------------------------- proofs


def _proof(mechanism: Mechanism, proof: Account) -> Iterator[Section]:
    for shape in proof.shapes:
        behind = f", if {show_directions(shape)}" if shape else ""
        couplings = [c for c in proof.couplings if c.directions == shape]
        invariants = [i for i in proof.invariants if i.directions == shape]
        yield section(f"Draw by draw{behind}", *_in_words(proof, shape))
        yield section(f"Couplings{behind}", steps(_coupling(c) for c in couplings))
        yield section(f"Budget{behind}", *_budget(mechanism, proof, shape))
        if invariants:
            held = (
                step(i.line, "each time both runs come to this loop", [("", text) for text in assertion(i.assertion)])
                for i in invariants
            )
            yield section(f"At the loops{behind}", steps(held), folded=True)
    yield section("Names", *map(words, _legend(mechanism, proof)), folded=True)


def _in_words(proof: Account, shape: Directions) -> Iterator[Block]:
    yield words(
        "Two runs on adjacent inputs, a left and a right one, are tied together draw by draw, "
        "so that whatever the left run returns, the right run returns too. Each tie has a price."
    )
    draws = [(c.line or 0, step(c.line, show_tie(c))) for c in proof.couplings if c.directions == shape]
    loops = [
        (i.line or 0, step(i.line, f"Here {_many(len(conjuncts(i.assertion)))} between the two runs, in every round."))
        for i in proof.invariants
        if i.directions == shape
    ]
    yield steps(one for _, one in sorted([*draws, *loops], key=lambda pair: pair[0]))
    spent = [show_spending(s) for s in proof.spending if s.directions == shape]
    claimed = show_claim(proof.claim).amount
    bill = f"The bill: {'; '.join(spent)}" if spent else "The bill: nothing"
    yield words(f"{bill}. That is within {claimed}, whatever the inputs.")
    for payment in (p for p in proof.payments if p.directions == shape):
        yield words(f"δ pays for {show_payment(payment)}.")


def _many(facts: int) -> str:
    return "one fact holds" if facts == 1 else f"{facts} facts hold"


def _coupling(coupling: CoupledSample) -> Step:
    rows: list[tuple[str, str]] = []
    for number, case in enumerate(coupling.cases):
        if case.when is not None:
            rows.append(("if" if number == 0 else "else if", show_condition(coupling, case.when)))
        elif number > 0:
            rows.append(("otherwise", ""))
        rows += [("shift", show_expr(case.shift)), ("cost", show_expr(case.price))]
    return step(coupling.line, f"{coupling.variable} [{coupling.rule}]", rows)


def _legend(mechanism: Mechanism, proof: Account) -> Iterator[str]:
    """What the names stand for that are not the program's own."""
    seen = {v for i in proof.invariants for v in free_variables(i.assertion)}
    seen |= {v for c in proof.couplings for v in free_variables(c.shift) if v != c.sampled}
    own = {p.name for p in mechanism.parameters}
    counters = sorted({v.name for v in seen if v.place is Place.LEDGER})
    fixed = sorted({v.name for v in seen if v.place is Place.RIGID} - own)
    yield "x⟨1⟩ is the value of x in the left run, x⟨2⟩ in the right one. |xs| is the length of a list."
    if counters:
        yield f"{', '.join(counters)}: what has been spent so far, counted in units of the rate of the noise."
    if fixed:
        yield f"{', '.join(fixed)}: fixed for the whole proof, whatever the value; the proof holds for each."


# -------------------------------------------------------------------------------------------------------------- budget


def _budget(mechanism: Mechanism, proof: Account, shape: Directions) -> Iterator[Block]:
    claim, bills = show_claim(proof.claim).amount, [s for s in proof.spending if s.directions == shape]
    for values in islice(_examples(mechanism), 1):
        stretches = segments(mechanism, proof, shape, values)
        if stretches is not None:
            public = {p.name: values[p.name] for p in mechanism.parameters if p.adjacency is None}
            example = ", ".join(f"{n} = {shown_input(mechanism.faces, n, v)}" for n, v in public.items())
            parts = [_part(stretch) for stretch in stretches]
            budget: Budget = {"kind": "budget", "claim": claim, "example": example, "parts": parts}
            yield budget
    yield steps(step(None, show_spending(bill)) for bill in bills)
    if not bills:
        yield words(f"Nothing of {claim} is spent.")


def _part(stretch: Segment) -> Part:
    return {"what": stretch.what, "bound": stretch.bound, "start": float(stretch.start), "end": float(stretch.end)}


def _examples(mechanism: Mechanism) -> Iterator[Mapping[str, Any]]:
    """Simple values that the mechanism admits."""
    space = space_of(mechanism)
    for publics in islice(public_values(space, _ENTRIES, Fraction(1)), _TRIES):
        values = filled(space, publics, _ENTRIES)
        if all(p.name in values for p in mechanism.parameters):
            yield values


# ------------------------------------------------------------------------------------------------- refuted and unknown


def _refuted(verdict: Verdict, refutation: Refutation, example: Counterexample) -> Iterator[Section]:
    private = [name for name in example.left if name not in example.public]
    rows = [[name, *(shown_input(example.faces, name, side[name]) for side in _sides(example))] for name in private]
    blocks: list[Block] = [table(["input", "left", "right"], rows)]
    if example.public:
        given = (f"{name} = {shown_input(example.faces, name, value)}" for name, value in example.public.items())
        blocks.append(words(f"with {', '.join(given)}"))
    yield section("Two adjacent inputs", *blocks)
    some = ", ".join(map(shown, example.outputs[:_MOST_OUTPUTS]))
    more = f", … ({len(example.event)} in all)" if len(example.event) > _MOST_OUTPUTS else ""
    seen = f"{'output' if len(example.event) == 1 else 'one of'} {some}{more}"
    chances = [seen, probability(example.p_left), probability(example.p_right)]
    larger = refutation.beyond()
    beyond = [words(larger.explain())] if larger is not None else []
    chance = table(["how likely is", "left", "right"], [chances])
    yield section("What is seen", chance, words(example.loss_words()), *beyond)
    if example.blamed:
        yield section("Why", steps(step(b.line, b.why) for b in example.blamed))
    given_to = [json.dumps(inputs_as_json(example.faces.inputs(side))) for side in _sides(example)]
    where = f"{verdict.mechanism.at.path if verdict.mechanism.at is not None else ''}::{verdict.mechanism.name}"
    command = ["twinproof", "compare", where, "--left", given_to[0], "--right", given_to[1]]
    yield section("See it for yourself", code(shlex.join(command)), folded=True)


def _sides(example: Counterexample) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    return example.left, example.right


def _unknown(stuck: Stuck, refutation: Refutation | None) -> Iterator[Section]:
    yield section("Why there is no proof", steps([step(stuck.line, f"{stuck.reason}.")]))
    if stuck.example is not None:
        example, faces = stuck.example, stuck.example.faces
        left, right = faces.inputs(example.left), faces.inputs(example.right)
        rows = [[name, shown(left[name]), shown(right[name])] for name in left]
        returned = words(f"The left run returns {shown(faces.output(example.output))}.")
        yield section("Two runs that stayed apart", table(["input", "left", "right"], rows), returned)
    if stuck.tried:
        tried = steps(step(None, f"{show_tried(what)}.") for what in stuck.tried[:_MOST_TRIED])
        yield section("What was tried", tried, folded=True)
    if refutation is not None:
        lines = [line.strip() for line in refutation.explain().split("\n") if line.strip()]
        yield section("The search for a counterexample", *map(words, lines), folded=True)
