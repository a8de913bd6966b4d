"""What the page says of each mechanism, as plain data for the template: a verdict in, an entry out.

Every number comes from the verdict, from its certificate as the kernel replays it, or from the exact engine.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from twinproof.exact.display import ABOVE, against, loss, measured_words, probability
from twinproof.exact.meaning import Comparison, OutputLoss, sharper
from twinproof.kernel.replay import Report
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.errors import Diagnostic
from twinproof.lang.inputs import check_inputs
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import mechanism_facts, mechanism_lines
from twinproof.lang.python_values import Words, shown
from twinproof.lang.rounding import nearest
from twinproof.refute.evidence import Counterexample, Refutation, shown_input
from twinproof.refute.replay import log_at_least
from twinproof.report.chosen import chosen_rows, label, limit_words
from twinproof.report.derivation import Derivation, Rule, derivation_of, rules_of
from twinproof.report.example import Difference, Example, differences, example_of
from twinproof.report.listing import Line, Note, listing
from twinproof.report.plots import budget_chart, curve_chart, guarantee_chart, losses_chart
from twinproof.report.runs import Row, branches, legend, side_by_side
from twinproof.report.svg import inline
from twinproof.search.display import show_directions, show_payment, show_spending, show_tried
from twinproof.search.result import Account, Directions, Stuck
from twinproof.verify import Verdict
from twinproof.verify.accounted import Accounted
from twinproof.verify.budget import Segment, segments
from twinproof.verify.forms import check_proof


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a proof: how the budget is spent and how the runs stay together."""

    title: str
    spent: tuple[str, ...]
    segments: tuple[Segment, ...]
    chart: Markup | None
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A row of a comparison, in words."""

    output: str
    left: str
    right: str
    loss: str
    against: str  # ε: above it, within it, or not decided
    marked: bool

    @property
    def above(self) -> bool:
        return self.against == ABOVE


@dataclass(frozen=True, slots=True)
class Shown:
    """A pair of inputs with the picture of its outputs, or the reason why there is none."""

    apart: tuple[Difference, ...]
    shared: dict[str, str]
    chart: Markup | None
    outcomes: tuple[Outcome, ...]
    of: int
    epsilon: str
    largest: str
    trouble: str
    curve: Markup | None = None  # where a δ is claimed: the least δ for each ε
    tradeoff: str = ""  # the same at the claim, in words


@dataclass(frozen=True, slots=True)
class Trust:
    """What a proof rests on."""

    rules: tuple[Rule, ...]
    steps: int
    side_conditions: int
    solver: str
    effort: int
    source: str


@dataclass(frozen=True, slots=True)
class Broken:
    """A counterexample, in words."""

    event: tuple[str, ...]
    events: int
    p_left: str
    p_right: str
    loss: str
    beyond: str  # a larger loss with the same parameters, if one was seen
    blamed: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """What was tried, where neither a proof nor a counterexample was found."""

    reason: str
    line: int | None
    tried: tuple[str, ...]
    output: str
    draws: tuple[tuple[int | None, str, int], ...]
    search: str


@dataclass(frozen=True)
class Entry:
    """A mechanism on the page."""

    name: str
    kind: str  # proved, refuted, unknown, or error
    file: str
    line: int | None
    claim: str = ""
    sentence: str = ""
    words: str = ""  # a proof, or why there is none, in a paragraph
    fixes: tuple[tuple[int, str], ...] = ()  # changes after which a refuted claim is proved, with their lines
    doc: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    lines: tuple[Line, ...] = ()
    core: str = ""
    cases: tuple[Case, ...] = ()
    legend: tuple[str, ...] = ()
    example: Shown | None = None
    trust: Trust | None = None
    derivation: Derivation | None = None
    broken: Broken | None = None
    tried: Tried | None = None
    values: str = ""
    anchor: str = ""
    accounted: str = ""  # what zCDP or Rényi privacy means as (ε, δ)
    curve: Markup | None = None  # … for every ε


def unreadable(problem: Diagnostic) -> Entry:
    """The entry of something that could not be read."""
    line = problem.span.line if problem.span is not None else None
    name = problem.mechanism or problem.path
    return Entry(name, "error", problem.path, line, sentence=str(problem))


def entry(verdict: Verdict) -> Entry:
    """The entry of a verdict."""
    mechanism, document = verdict.mechanism, verdict.certificate
    example = example_of(verdict)
    proof = verdict.proof if verdict.kind == "proved" else None
    counterexample = verdict.refutation.counterexample if verdict.refutation is not None else None
    values = check_inputs(mechanism, example.left) if proof is not None and example is not None else {}
    report = check_proof(document, mechanism) if verdict.kind == "proved" and document is not None else None
    facts, core = _head(mechanism)
    return Entry(
        name=mechanism.name,
        kind=verdict.kind,
        file=mechanism.at.path if mechanism.at is not None else "",
        line=mechanism.at.line if mechanism.at is not None else None,
        claim=verdict.claim.short(),
        sentence=_sentence(verdict),
        words=verdict.words(),
        fixes=tuple((fix.line, fix.words().partition(": ")[2]) for fix in verdict.fixes),
        doc=mechanism.doc,
        facts=facts,
        lines=tuple(listing(mechanism, _notes(proof, counterexample))),
        core=core,
        cases=tuple(_case(mechanism, proof, c, values) for c in proof.shapes) if proof is not None else (),
        legend=tuple(legend(mechanism, proof)) if proof is not None else (),
        example=_shown(mechanism, example, counterexample) if example is not None else None,
        trust=_trust(report, str(document.get("solver", "z3")))
        if report is not None and document is not None
        else None,
        derivation=derivation_of(report) if report is not None else None,
        broken=_broken(verdict.refutation, counterexample)
        if verdict.refutation is not None and counterexample is not None
        else None,
        tried=_tried(verdict) if verdict.kind == "unknown" else None,
        values=", ".join(f"{name} = {v}" for name, v in _public(mechanism, example).items()),
        accounted=verdict.accounted.explain() if verdict.accounted is not None else "",
        curve=_curve(verdict.accounted) if verdict.accounted is not None else None,
    )


def _curve(accounted: Accounted) -> Markup:
    return inline(guarantee_chart(accounted.points), f"For each ε a δ that is enough. {accounted.explain()}")


def _trust(report: Report, solver: str) -> Trust:
    rules = tuple(rules_of(report))
    steps = sum(r.uses for r in rules)
    return Trust(rules, steps, len(report.obligations), solver, report.effort, report.source_hash)


def _sentence(verdict: Verdict) -> str:
    says = {"proved": "is", "refuted": "is not", "unknown": "may or may not be"}[verdict.kind]
    return f"{verdict.mechanism.name} {says} {verdict.claim.adjective()}."


def _head(mechanism: Mechanism) -> tuple[tuple[tuple[str, str], ...], str]:
    """The claim and the adjacency, and the core program, as the printer has them."""
    return tuple(mechanism_facts(mechanism)), "\n".join(mechanism_lines(mechanism))


def _notes(proof: Account | None, counterexample: Counterexample | None) -> dict[int, list[Note]]:
    notes: dict[int, list[Note]] = defaultdict(list)
    for c in proof.couplings if proof is not None else ():
        shape = f", if {show_directions(c.directions)}" if c.directions else ""
        if c.line is not None:
            notes[c.line].append(Note("coupling", f"{c.variable} [{c.rule}]{shape}", branches=tuple(branches(c))))
    for b in counterexample.blamed if counterexample is not None else ():
        notes[b.line].append(Note("blame", "blamed", b.why))
    return notes


# -------------------------------------------------------------------------------------------------------------- proofs


def _case(mechanism: Mechanism, proof: Account, shape: Directions, values: dict[str, Any]) -> Case:
    stretches = segments(mechanism, proof, shape, values) or []
    chart = None
    if stretches:
        parts = "; ".join(f"{s.what} up to {float(s.end):.0%}" for s in stretches)
        chart = inline(budget_chart(stretches), f"Share of the claim that is spent, line by line: {parts}.")
    spent = tuple(show_spending(s) for s in proof.spending if s.directions == shape)
    spent += tuple(f"δ pays for {show_payment(p)}" for p in proof.payments if p.directions == shape)
    return Case(show_directions(shape), spent, tuple(stretches), chart, tuple(side_by_side(mechanism, proof, shape)))


def _public(mechanism: Mechanism, example: Example | None) -> dict[str, str]:
    if example is None:
        return {}
    public = [p.name for p in mechanism.parameters if p.adjacency is None]
    return {name: shown_input(mechanism.faces, name, example.left[name]) for name in public}


# ------------------------------------------------------------------------------------------------------------ examples


def _shown(mechanism: Mechanism, example: Example, counterexample: Counterexample | None) -> Shown:
    """The pair with its picture. A counterexample that is too large for the rest still has its own output to show."""
    apart, shared = differences(mechanism.faces, example.left, example.right)
    event: Sequence[Any] = counterexample.outputs if counterexample is not None else ()
    if example.comparison is not None:
        comparison = example.comparison if counterexample is None else _sharpened(example.comparison, counterexample)
        every, claim = comparison.rows, comparison.stated
        rows = chosen_rows(comparison, event)
    elif counterexample is not None:
        output = event[0] if len(event) == 1 else Words(f"one of {len(event)}")
        event, claim = [output], counterexample.claim
        rows = [OutputLoss(output, counterexample.p_left, counterexample.p_right, _loss_of(counterexample), math.inf)]
        every = tuple(rows)
    else:
        return Shown(tuple(apart), shared, None, (), 0, "", "", example.trouble)
    marked, epsilon = {label(o) for o in event}, claim.epsilon if isinstance(claim, EpsilonDelta) else None
    outcomes = tuple(
        Outcome(
            label(r.output),
            probability(r.left),
            probability(r.right),
            loss(r),
            against(r, epsilon) if epsilon is not None else "",
            label(r.output) in marked,
        )
        for r in rows
    )
    worst = max(every, key=lambda r: r.at_least, default=None)
    largest = loss(worst) if worst is not None else "0"
    chart = None
    if rows:
        picture = losses_chart(rows, None, event)
        if isinstance(claim, EpsilonDelta):
            picture = losses_chart(rows, nearest(claim.epsilon), event, limit_words(claim))
        chart = inline(picture, _describe(mechanism, every, epsilon, largest))
    claimed = shown(epsilon) if epsilon is not None else ""
    pair = Shown(tuple(apart), shared, chart, outcomes, len(every), claimed, largest, example.trouble)
    if example.comparison is None:
        return pair
    if example.comparison.measured is not None:
        words = f"{measured_words(example.comparison.measured)}."
        return replace(pair, tradeoff=words[0].upper() + words[1:])
    return _with_curve(pair, mechanism, example.comparison)


def _loss_of(counterexample: Counterexample) -> float:
    """The loss of the event."""
    if counterexample.order is None:
        return counterexample.loss_at_least
    return log_at_least(counterexample.p_left.lower, counterexample.p_right.upper)


def _with_curve(pair: Shown, mechanism: Mechanism, comparison: Comparison) -> Shown:
    """The pair with the curve of the least δ, where a δ is claimed."""
    if comparison.claim.delta == 0:
        return pair
    delta, epsilon = probability(comparison.least_delta), loss(comparison.least_epsilon)
    words = f"At the claimed ε the least δ is {delta}, and at the claimed δ the least ε is {epsilon}."
    described = f"The least δ of {mechanism.name} on both inputs for each ε. {words}"
    return replace(pair, curve=inline(curve_chart(comparison.curve, comparison.claim), described), tradeoff=words)


def _sharpened(comparison: Comparison, counterexample: Counterexample) -> Comparison:
    """The comparison with what the counterexample says of its output, which was computed to more digits."""
    if len(counterexample.event) != 1:
        return comparison
    (output,) = counterexample.outputs
    row = OutputLoss(output, counterexample.p_left, counterexample.p_right, _loss_of(counterexample), math.inf)
    rows = [sharper(r, row) if r.output == output else r for r in comparison.rows]
    listed = any(r.output == output for r in rows)
    return replace(comparison, rows=tuple(rows) if listed else (*rows, row))


def _describe(mechanism: Mechanism, rows: Sequence[OutputLoss], epsilon: Fraction | None, largest: str) -> str:
    """The picture in a sentence, for those who do not see it."""
    what = f"Probabilities of the outputs of {mechanism.name} on both inputs, and the privacy loss of each output"
    if epsilon is None:
        return f"{what}: the largest is {largest}."
    above = sum(r.at_least > epsilon for r in rows)
    many = "no output is above it" if above == 0 else f"{above} output{'s are' if above > 1 else ' is'} above it"
    return f"{what}: the largest is {largest}, the claimed ε is {shown(epsilon)}, {many}."


# ------------------------------------------------------------------------------------------------- refuted and unknown


def _broken(refutation: Refutation, counterexample: Counterexample) -> Broken:
    larger = refutation.beyond()
    return Broken(
        event=tuple(label(o) for o in counterexample.outputs[:24]),
        events=len(counterexample.event),
        p_left=probability(counterexample.p_left),
        p_right=probability(counterexample.p_right),
        loss=counterexample.loss_words(),
        beyond=larger.explain() if larger is not None else "",
        blamed=tuple((b.line, b.why) for b in counterexample.blamed),
    )


def _tried(verdict: Verdict) -> Tried:
    stuck = verdict.stuck or Stuck("nothing was tried")
    example = stuck.example
    return Tried(
        reason=stuck.reason,
        line=stuck.line,
        tried=tuple(map(show_tried, stuck.tried)),
        output=shown(example.faces.output(example.output)) if example is not None else "",
        draws=tuple((d.line, d.variable, value) for d, value in example.draws) if example is not None else (),
        search=verdict.refutation.explain() if verdict.refutation is not None else "",
    )


def numbered(entries: Sequence[Entry]) -> list[Entry]:
    """The entries with anchors, each its own."""
    return [replace(e, anchor=f"m{n}") for n, e in enumerate(entries, 1)]
