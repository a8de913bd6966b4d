"""Counterexamples as documents: the certificate of a refutation, and its check, which believes nothing that it says.

A document embeds the core program with its claim, as certificates of proofs do, the two inputs, the event and both
probabilities. Checking computes the probabilities anew in ball arithmetic; they must come out as stated, to the last
digit, and break the claim.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from twinproof.exact.distribution import Interval
from twinproof.kernel.certificate import FORMAT, NOT_WELL_FORMED, VERSION, Reader, Rejected, mechanism_in, source_hash
from twinproof.lang.errors import TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import BOOL, INT, REAL, ListOf, TupleOf, Type
from twinproof.refute import Counterexample, NotConfirmed, replay
from twinproof.refute.evidence import outward, plain
from twinproof.refute.replay import smaller
from twinproof.tactics.certificate import Writer, program_out

_KEYS = {"format", "version", "verdict", "source", "mechanism", "terms", "programs", "counterexample", "digest"}
_PARTS = {"left", "right", "event", "p_left", "p_right", "epsilon", "delta", "loss_at_least"}
MOST_OUTPUTS = 10_000


def certificate(mechanism: Mechanism, found: Counterexample, source: str = "") -> dict[str, Any]:
    """The certificate of a counterexample; `source` is the text that the mechanism was read from."""
    program, terms, programs = _program_out(mechanism)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "verdict": "refuted",
        "source": source_hash(source),
        "mechanism": program,
        "terms": terms,
        "programs": programs,
        "counterexample": {
            "left": {name: _exact(value) for name, value in found.left.items()},
            "right": {name: _exact(value) for name, value in found.right.items()},
            "event": [plain(o) for o in found.event],
            "p_left": outward(found.p_left),
            "p_right": outward(found.p_right),
            "epsilon": str(found.epsilon),
            "delta": str(found.delta),
            "loss_at_least": found.to_json()["loss_at_least"],
        },
    }
    return {**document, "digest": digest(document)}


def digest(document: Mapping[str, Any]) -> str:
    """A fingerprint of all the rest: it shows that something was altered, and is trusted for nothing else."""
    rest = {name: value for name, value in document.items() if name != "digest"}
    return source_hash(json.dumps(rest, sort_keys=True))


def _program_out(mechanism: Mechanism) -> tuple[dict[str, Any], list[Any], list[Any]]:
    writer = Writer()
    return program_out(writer, mechanism), writer.terms, writer.programs


def _exact(value: Any) -> Any:
    """An input as JSON has it; real numbers as texts, which keep them exact."""
    return str(value) if isinstance(value, Fraction) else plain(value)


# ---------------------------------------------------------------------------------------------------------------- check


@dataclass(frozen=True, slots=True)
class Checked:
    """An accepted certificate."""

    mechanism: Mechanism
    counterexample: Counterexample


def check_refuted(document: Mapping[str, Any], expected: Mechanism | None = None, source: str | None = None) -> Checked:
    """Recompute a certificate; raises `Rejected` unless everything in it comes out as it says."""
    try:
        return _check(document, expected, source)
    except RecursionError:
        raise Rejected("an expression or a program is nested too deeply") from None


def _check(document: Mapping[str, Any], expected: Mechanism | None, source: str | None) -> Checked:
    if set(document) != _KEYS:
        raise Rejected(f"a refutation has the parts {', '.join(sorted(_KEYS))}")
    if document["digest"] != digest(document):
        raise Rejected("digest: the document was altered")
    mechanism = mechanism_in(Reader(document), document["mechanism"])
    if (document["mechanism"], document["terms"], document["programs"]) != _program_out(mechanism):
        raise Rejected("mechanism: the program is not written as it would be")
    if expected is not None and mechanism != expected:
        raise Rejected("mechanism: the source has another program or another claim")
    if not _is_hash(document["source"]) or (source is not None and document["source"] != source_hash(source)):
        raise Rejected("source: the fingerprint is of another text")
    stated = document["counterexample"]
    if not isinstance(stated, dict) or set(stated) != _PARTS:
        raise Rejected(f"counterexample: it has the parts {', '.join(sorted(_PARTS))}")
    return Checked(mechanism, _recomputed(mechanism, stated))


def _is_hash(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def _recomputed(mechanism: Mechanism, stated: Mapping[str, Any]) -> Counterexample:
    try:
        left, right = (_inputs_in(mechanism, stated[side]) for side in ("left", "right"))
        event = _event_in(mechanism, stated["event"])
        p, q = (_interval(stated[side]) for side in ("p_left", "p_right"))
        found = replay(mechanism, left, right, event, smaller(p, q))
    except TwinproofError as problem:
        raise Rejected(f"counterexample: {problem.diagnostic.message}") from None
    except NotConfirmed as problem:
        raise Rejected(f"counterexample: {problem}") from None
    except NOT_WELL_FORMED as problem:
        raise Rejected(f"counterexample: {type(problem).__name__}: {problem}") from None
    again = Counterexample(
        mechanism=mechanism.name,
        left=left,
        right=right,
        public={p.name: left[p.name] for p in mechanism.parameters if p.adjacency is None},
        event=tuple(event),
        p_left=found.p_left,
        p_right=found.p_right,
        epsilon=found.epsilon,
        delta=found.delta,
        loss_at_least=found.loss_at_least,
    )
    if not found.breaks:
        raise Rejected("counterexample: its probabilities do not break the claim")
    facts = {
        "p_left": outward(found.p_left),
        "p_right": outward(found.p_right),
        "epsilon": str(found.epsilon),
        "delta": str(found.delta),
        "loss_at_least": again.to_json()["loss_at_least"],
    }
    for name, fact in facts.items():
        if not _same(stated[name], fact):
            raise Rejected(f"{name}: it is {fact}, and the certificate says {stated[name]!r:.80}")
    return again


def _same(stated: Any, fact: Any) -> bool:
    """Equality that tells 1 from True and from 1.0."""
    if isinstance(fact, list):
        return isinstance(stated, list) and len(stated) == len(fact) and all(map(_same, stated, fact))
    return type(stated) is type(fact) and bool(stated == fact)


def _interval(value: Any) -> Interval:
    low, high = value
    if not isinstance(low, float) or not isinstance(high, float) or not 0 <= low <= high <= 2:
        raise ValueError("a probability is given by two bounds")
    return Interval(Fraction(low), Fraction(high))


def _inputs_in(mechanism: Mechanism, given: Any) -> dict[str, Any]:
    """Inputs as the mechanism takes them; `check_inputs` has the last word."""
    if not isinstance(given, dict):
        raise ValueError("inputs are given by parameter")
    reals = {p.name for p in mechanism.parameters if p.var.type == REAL}
    values = {name: Fraction(value) if name in reals else value for name, value in given.items()}
    if {name: _exact(value) for name, value in values.items()} != given or any(
        name in reals and not isinstance(given[name], str) for name in given
    ):
        raise ValueError("an input is not written as it would be")
    return values


def _event_in(mechanism: Mechanism, given: Any) -> list[Any]:
    if not isinstance(given, list) or not 0 < len(given) <= MOST_OUTPUTS:
        raise ValueError("an event is a list of outputs")
    return [_output_in(o, mechanism.result.type) for o in given]


def _output_in(value: Any, kind: Type) -> Any:
    match kind:
        case ListOf(item) if isinstance(value, list):
            return [_output_in(v, item) for v in value]
        case TupleOf(items) if isinstance(value, list) and len(value) == len(items):
            return tuple(_output_in(v, k) for v, k in zip(value, items, strict=True))
        case _ if (kind == BOOL and type(value) is bool) or (kind == INT and type(value) is int):
            return value
    raise ValueError(f"{value!r:.40} is not an output of this mechanism")
