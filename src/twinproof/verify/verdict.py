"""Verdicts: what is known of a mechanism's claim, with the evidence.

A verdict is plain data. It can be sent from one process to another as it is, and written down and read again as JSON
without losing anything, so that one that was kept is as good as a new one for whoever shows it.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from typing import Any, Literal, assert_never

from twinproof.document.records import RecordReader, RecordWriter, declared
from twinproof.document.strict import NOT_WELL_FORMED, Rejected
from twinproof.lang.claim import ClaimText, Concentrated, EpsilonDelta, Renyi
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_claim, show_expr
from twinproof.pages import rendered
from twinproof.refute.evidence import Refutation
from twinproof.search.result import Account, Attempted, CoupledSample, Payment, Searched, Stuck
from twinproof.verify.accounted import Accounted
from twinproof.verify.changes import Fix

Kind = Literal["proved", "refuted", "unknown"]
_WIDTH = 100  # of a line of words


@dataclass(frozen=True)
class Verdict:
    """The verdict on one mechanism."""

    mechanism: Mechanism
    kind: Kind
    seconds: float
    proof: Account | None = None
    stuck: Stuck | None = None
    refutation: Refutation | None = None
    inferred: Account | None = None  # of the smallest ε that was found to be provable, if that was asked for
    nothing_inferred: Stuck | None = None  # … and if none was found
    certificate: dict[str, Any] | None = field(default=None, repr=False)
    interrupted: bool = False
    complete: bool = False  # of an unknown one: both sides have tried all they have
    loose: str = ""  # for which inputs the claim says nothing, in a sentence
    fixes: tuple[Fix, ...] = ()  # of a refuted one: changes after which the claim is proved, if they were looked for
    kept: str = ""  # of a certificate that a project keeps: that it was accepted, or why it was not
    accounted: Accounted | None = None  # of a proof of zCDP or of Rényi privacy: what it means as (ε, δ)

    @property
    def claim(self) -> ClaimText:
        """What is claimed, as people write it."""
        return show_claim(self.mechanism.claim)

    def line(self, kind: str = "") -> str:
        """The verdict in one line: its kind (or that word in colours), and the sentence."""
        return f"{kind or self.kind}{' ' * (8 - len(self.kind))} {self.sentence()}"

    def sentence(self) -> str:
        """What is proved, refuted or unknown."""
        name = self.mechanism.name
        match self.kind:
            case "proved":
                return f"{name} is {self.claim.adjective()}"
            case "refuted":
                return f"{name} is not {self.claim.adjective()}"
            case _:
                return f"whether {name} is {self.claim.adjective()}"

    def evidence(self, with_words: bool = True) -> str:
        """The evidence: the paragraph, as lines, unless somebody shows that apart; then the formal part."""
        parts = [self.kept] if self.kept else []
        words = self.words() if with_words else ""
        parts += [*_wrapped(words), ""] if words else []
        if self.proof is not None:
            parts.append(self.proof.explain())
        if self.accounted is not None:
            parts.append(self.accounted.explain())
        if self.refutation is not None and self.refutation.refuted:
            parts.append(self.refutation.explain())
            parts += self._mended()
        if self.kind == "unknown":
            parts += [x.explain() for x in (self.stuck, self.refutation) if x is not None]
        if self.inferred is not None:
            parts.append(self._tightened(self.inferred))
        if self.nothing_inferred is not None:
            reason = self.nothing_inferred.reason
            parts.append(f"{reason[0].upper()}{reason[1:]}.")
        farthest = self.refutation.farthest if self.refutation is not None else None
        if (self.inferred is not None or self.nothing_inferred is not None) and farthest is not None:
            parts.append(farthest.exists())
        if self.loose:
            parts.append(self.loose)
        return "\n".join(parts)

    def words(self) -> str:
        """What was found out, in a paragraph for people who have never heard of couplings."""
        if self.kind == "proved" and self.proof is not None:
            from twinproof.search.wording import in_words  # with the solver, which a verdict that was kept does without

            return in_words(self.mechanism, self.proof)
        if self.kind == "unknown":
            from twinproof.verify.unknown import in_words as unknown_in_words

            return unknown_in_words(self.mechanism, self.stuck, self.refutation, self.inferred)
        return ""

    def _mended(self) -> list[str]:
        """The changes after which the claim is proved."""
        if not self.fixes:
            return []
        lines = ["", "  What would do (with this change alone the claim is proved):"]
        return lines + [f"    {fix.words()}" for fix in self.fixes]

    def _tightened(self, inferred: Account) -> str:
        smallest = show_claim(inferred.claim).amount
        if self.kind != "proved":
            return f"{smallest} can be proved."
        same = inferred.claim.amount == self.proof.claim.amount if self.proof is not None else False
        if same or not inferred.tighter:
            return f"Nothing smaller than {self.claim.amount} was found to be provable."
        return f"The claim could be tightened: {smallest} can be proved."

    def _repr_html_(self) -> str:
        """The verdict in a notebook: its line, and the evidence to unfold."""
        colour = {"proved": "#2c6b32", "refuted": "#a01f27", "unknown": "#7a5600"}[self.kind]
        sign = {"proved": "✓", "refuted": "✗", "unknown": "?"}[self.kind]
        values = {"kind": self.kind, "sentence": self.sentence(), "evidence": self.evidence()}
        return rendered("notebook/verdict.html", colour=colour, sign=sign, **values)

    def blamed(self) -> list[tuple[int, str]]:
        """The lines that have to do with a violation, and why."""
        counterexample = self.refutation.counterexample if self.refutation is not None else None
        return [(b.line, b.why) for b in counterexample.blamed] if counterexample is not None else []

    def summary(self, file: str, certificate: str | None = None) -> dict[str, Any]:
        """The verdict as `verify --json` prints it: what is to be known of it, in words and numbers."""
        document: dict[str, Any] = {
            "file": file,
            "mechanism": self.mechanism.name,
            "verdict": self.kind,
            **_numbers_of(self.claim),
            "claim": self.mechanism.claim.to_json(show_expr),
            "seconds": round(self.seconds, 3),
        }
        if certificate is not None:
            document["certificate"] = certificate
        if self.proof is not None:
            document["couplings"] = [_coupling(c) for c in self.proof.couplings]
            if self.proof.payments:
                document["delta_pays_for"] = [_payment(p) for p in self.proof.payments]
        if self.refutation is not None and self.refutation.counterexample is not None:
            document["counterexample"] = self.refutation.counterexample.to_json()
        if self.refutation is not None and self.refutation.largest is not None:
            document["largest_loss"] = self.refutation.largest.to_json()
        document |= self._why_unknown()
        if words := self.words():
            document["words"] = words
        if self.fixes:
            document["fixes"] = [_fix(fix) for fix in self.fixes]
        if self.kept:
            document["kept"] = self.kept
        if self.loose:
            document["loose"] = self.loose
        if self.accounted is not None:
            document["as_epsilon_delta"] = self.accounted.to_json()
        if self.inferred is not None:
            document[f"provable_{self.claim.amount_name}"] = show_claim(self.inferred.claim).amount
        if self.nothing_inferred is not None:
            document[f"provable_{self.claim.amount_name}"] = None
        return document

    def _why_unknown(self) -> dict[str, Any]:
        """What stood in the way, and how far both searches looked."""
        said: dict[str, Any] = {}
        if self.kind == "unknown" and self.stuck is not None:
            tried = [_tried(what) for what in self.stuck.tried]
            said |= {"reason": self.stuck.reason, "line": self.stuck.line, "tried": tried}
        if self.kind == "unknown" and self.refutation is not None:
            said["looked_at"] = {
                "pairs": self.refutation.pairs,
                "covered": list(self.refutation.covered),
                "not_covered": list(self.refutation.not_covered),
            }
        return said

    # ------------------------------------------------------------------------------------------------- written down

    def to_json(self) -> dict[str, Any]:
        """All of the verdict but the mechanism, which whoever reads it has."""
        writer = RecordWriter()
        encoded = {name: writer.field(kind, getattr(self, name)) for name, kind in _written_fields().items()}
        return {**encoded, "terms": writer.terms.rows, "certificate": self.certificate}

    @staticmethod
    def from_json(document: dict[str, Any], mechanism: Mechanism) -> Verdict:
        """The verdict on this mechanism that was written down; raises `ValueError` if it is none.

        It says what the document says. Whoever does not trust the document checks the certificate.
        """
        wanted = _written_fields()
        try:
            if set(document) != {*wanted, "terms", "certificate"}:
                raise ValueError(f"a verdict has the fields {', '.join(wanted)}, and its certificate")
            reader = RecordReader(document, mechanism.faces)
            parts = {name: reader.field(kind, document[name]) for name, kind in wanted.items()}
            return Verdict(mechanism, certificate=document["certificate"], **parts)
        except (*NOT_WELL_FORMED, Rejected) as problem:
            raise ValueError(f"this is not a verdict: {problem}") from None


def _written_fields() -> dict[str, Any]:
    """The fields that are written by their types; a certificate is JSON already."""
    return {name: kind for name, kind in declared(Verdict).items() if name not in ("mechanism", "certificate")}


def _wrapped(words: str) -> list[str]:
    """A paragraph in lines that a terminal holds."""
    return textwrap.wrap(words, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _tried(what: Attempted | Searched) -> str:
    from twinproof.search.display import show_tried

    return show_tried(what)


def _fix(fix: Fix) -> dict[str, Any]:
    return {"line": fix.line, "column": fix.column, "before": fix.before, "after": fix.after, "words": fix.words()}


def _payment(payment: Payment) -> dict[str, Any]:
    """What δ pays for."""
    return {
        "line": payment.draw.line,
        "event": show_expr(payment.event),
        "where": None if payment.when is None else show_expr(payment.when),
        "at_most": show_expr(payment.bound),
        "right_run_alone": payment.right_alone,
    }


def _coupling(coupling: CoupledSample) -> dict[str, Any]:
    from twinproof.search.display import show_cost  # with the solver, which a verdict that was kept does without

    return {
        "line": coupling.line,
        "rule": coupling.rule,
        "shift": show_expr(coupling.shift),
        "cost": show_cost(coupling),
        "cases": [
            {
                "when": show_expr(case.when) if case.when is not None else None,
                "shift": show_expr(case.shift),
                "cost": show_expr(case.price),
            }
            for case in coupling.cases
        ],
    }


def _numbers_of(claim: ClaimText) -> dict[str, str]:
    """The fields of an (ε, δ) that stand beside `claim`; other notions have none there."""
    match claim:
        case EpsilonDelta():
            return claim.named()
        case Concentrated() | Renyi():
            return {}
        case _:
            assert_never(claim)
