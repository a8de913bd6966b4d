"""Findings: what an editor shows of a verdict, in a form that travels between processes."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from twinproof.integrations.lsp.sections import Section
from twinproof.lang.command import subcommands
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
from twinproof.verify.changes import Fix

if TYPE_CHECKING:
    from twinproof.search.result import Account
    from twinproof.verify import Verdict


_VERDICTS = ("proved", "refuted", "unknown")


@dataclass(frozen=True, slots=True)
class Note:
    """What there is to say about one line, as it is shown."""

    line: int
    text: str
    cost: str = ""  # of the draw there, if it is one: in short, if there is a short way to say it


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on one mechanism; or that its claim protects nothing ("error"), or that there is none ("failed")."""

    kind: Literal["proved", "refuted", "unknown", "error", "failed"]
    sentence: str
    evidence: str = ""
    couplings: tuple[Note, ...] = ()
    reasons: tuple[Note, ...] = ()  # the lines to blame, or where the proof got stuck
    claim: str = ""  # in short
    sections: tuple[Section, ...] = field(default=(), hash=False)  # the evidence at length
    fixes: tuple[Fix, ...] = ()
    code: str = ""  # of an error
    words: str = ""  # what of the evidence is a paragraph
    formal: str = ""  # … and what is not

    def line(self) -> str:
        """The finding in one line."""
        return f"{self.kind}: {self.sentence}" if self.kind in _VERDICTS else self.sentence

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(document: dict[str, Any]) -> Finding:
        """The finding that was written down."""
        notes: dict[str, Any] = {
            part: tuple(Note(**note) for note in document[part]) for part in ("couplings", "reasons")
        }
        fixes = tuple(Fix(**fix) for fix in document["fixes"])
        return Finding(**{**document, **notes, "fixes": fixes, "sections": tuple(document["sections"])})


def finding_of(verdict: Verdict) -> Finding:
    """What an editor shows of a verdict."""
    from twinproof.integrations.lsp.telling import told  # with the solver, which the server does without

    couplings = _couplings(verdict.mechanism, verdict.proof) if verdict.proof is not None else []
    reasons: list[Note] = []
    if verdict.refutation is not None and verdict.refutation.counterexample is not None:
        reasons += [Note(b.line, b.why) for b in verdict.refutation.counterexample.blamed]
    if verdict.kind == "unknown" and verdict.stuck is not None and verdict.stuck.line is not None:
        reasons.append(Note(verdict.stuck.line, f"no proof: {verdict.stuck.reason}"))
    plain = replace(verdict, fixes=())  # changes are offered apart
    return Finding(
        verdict.kind,
        verdict.sentence(),
        plain.evidence(),
        tuple(couplings),
        tuple(reasons),
        verdict.claim.amount if verdict.mechanism.claim.notion() == "pure" else verdict.claim.short(),
        tuple(told(verdict)),
        words=verdict.words(),
        formal=plain.evidence(with_words=False),
    )


def _couplings(mechanism: Mechanism, proof: Account) -> list[Note]:
    """Of each draw, how the runs are tied there, in a sentence and as the rule has it, and what it costs."""
    from twinproof.search.bills import cost_in_short
    from twinproof.search.display import show_cost, show_directions, show_tie

    notes = []
    for c in proof.couplings:
        if c.line is not None:
            shape, cost = f"If {show_directions(c.directions)}: " if c.directions else "", show_cost(c)
            formal = f"[{c.rule}] with shift `{show_expr(c.shift)}`, cost `{cost}`"
            short = cost_in_short(mechanism, proof, c)
            spent = f" It spends {short}." if short is not None and short != cost else ""
            text = f"{shape}{show_tie(c)}{spent}\n\n`{c.variable}` is coupled by {formal}"
            notes.append(Note(c.line, text, cost if short is None else short))
    return notes


Key = tuple[Mechanism, tuple[int, ...], str]


def key_of(mechanism: Mechanism) -> Key:
    """What a finding is about: the program, on which lines it stands, and how Python shows its values.

    A comment elsewhere does not matter.
    """
    spans = [mechanism.at, *(c.at for c in subcommands(mechanism.body) if hasattr(c, "at"))]
    return mechanism, tuple(span.line for span in spans if span is not None), repr(mechanism.faces)
