"""Counterexamples as documents: the certificate of a refutation, and its check, which believes nothing that it says.

A document embeds the core program with its claim, as certificates of proofs do, the two inputs, the event and both
probabilities. Checking decodes the program, the inputs and the event, computes the probabilities anew in ball
arithmetic, and writes the certificate of what came out. The document must be that very certificate, in every field and
to the last digit, and the claim must be broken. So everything in a document has one spelling: that of the writer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, assert_never

from twinproof.document.mechanisms import decode_mechanism, encode_mechanism
from twinproof.document.programs import ProgramReader, ProgramWriter
from twinproof.document.strict import FORMAT, NOT_WELL_FORMED, VERSION, Rejected, is_hash, source_hash
from twinproof.document.values import decode_value
from twinproof.exact.distribution import Interval
from twinproof.exact.moments import MOST_BITS, Order
from twinproof.lang.claim import Concentrated, EpsilonDelta, Renyi
from twinproof.lang.errors import TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.python_values import as_json
from twinproof.lang.types import DATABASE
from twinproof.refute import Counterexample
from twinproof.refute.evidence import outward
from twinproof.refute.replay import NotConfirmed, replay, smaller

_FRACTION = re.compile(r"[0-9]+(/[0-9]+)?")
PARTS = {"format", "version", "verdict", "source", "mechanism", "terms", "programs", "counterexample", "digest"}
_STATED = {"left", "right", "event", "p_left", "p_right"}
_OF_EPSILON = {"epsilon", "delta", "loss_at_least"}
_OF_MOMENTS = {"claim", "order", "divergence_at_least"}  # and a cap, where a δ is claimed


def write(mechanism: Mechanism, counterexample: Counterexample, source: str = "") -> dict[str, Any]:
    """The certificate of a counterexample; `source` is the text that the mechanism was read from."""
    return _written(mechanism, counterexample, source_hash(source))


def _written(mechanism: Mechanism, counterexample: Counterexample, fingerprint: str) -> dict[str, Any]:
    writer = ProgramWriter()
    program = encode_mechanism(writer, mechanism)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "verdict": "refuted",
        "source": fingerprint,
        "mechanism": program,
        "terms": writer.terms.rows,
        "programs": writer.programs.rows,
        "counterexample": {
            "left": {name: as_json(value) for name, value in counterexample.left.items()},
            "right": {name: as_json(value) for name, value in counterexample.right.items()},
            "event": [as_json(o) for o in counterexample.event],
            "p_left": outward(counterexample.p_left),
            "p_right": outward(counterexample.p_right),
            **_broken(counterexample),
        },
    }
    return {**document, "digest": digest(document)}


def _broken(counterexample: Counterexample) -> dict[str, Any]:
    """What is claimed on these inputs, and by how much it is broken."""
    parts, shown = counterexample.claim.map(str).named(), counterexample.to_json()
    if isinstance(counterexample.claim, EpsilonDelta):
        return {**parts, "loss_at_least": shown["loss_at_least"]}
    return {"claim": parts, **{name: shown[name] for name in ("order", "cap", "divergence_at_least") if name in shown}}


def digest(document: Mapping[str, Any]) -> str:
    """A fingerprint of all the rest: it shows that something was altered, and is trusted for nothing else."""
    rest = {name: value for name, value in document.items() if name != "digest"}
    return source_hash(json.dumps(rest, sort_keys=True))


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
    if set(document) != PARTS:
        raise Rejected(f"a refutation has the parts {', '.join(sorted(PARTS))}")
    if document["digest"] != digest(document):
        raise Rejected("digest: the document was altered")
    mechanism = _mechanism_in(document, expected)
    if not is_hash(document["source"]) or (source is not None and document["source"] != source_hash(source)):
        raise Rejected("source: the fingerprint is of another text")
    stated = document["counterexample"]
    wanted = _wanted_parts(mechanism)
    if not isinstance(stated, dict) or set(stated) != wanted:
        raise Rejected(f"counterexample: it has the parts {', '.join(sorted(wanted))}")
    try:
        again = _recomputed(mechanism, stated)
        fact = _written(mechanism, again, document["source"])
    except TwinproofError as problem:
        raise Rejected(f"counterexample: {problem.diagnostic.message}") from None
    except NotConfirmed as problem:
        raise Rejected(f"counterexample: {problem}") from None
    except NOT_WELL_FORMED as problem:
        raise Rejected(f"counterexample: {type(problem).__name__}: {problem}") from None
    for name in ("mechanism", "terms", "programs"):
        if not _same(document[name], fact[name]):
            raise Rejected(f"{name}: the program is not written as it would be")
    for name, value in fact["counterexample"].items():
        if not _same(stated[name], value):
            raise Rejected(f"{name}: it is {value!r:.80}, and the certificate says {stated[name]!r:.80}")
    if not _same(dict(document), fact):
        raise Rejected("the document is not written as it would be")
    return Checked(mechanism, again)


def _wanted_parts(mechanism: Mechanism) -> set[str]:
    """What a counterexample to this claim has to say."""
    match mechanism.claim:
        case EpsilonDelta():
            return _STATED | _OF_EPSILON
        case Concentrated() | Renyi() as claim:
            return _STATED | _OF_MOMENTS | ({"cap"} if claim.gives_up else set())
        case other:
            assert_never(other)


def _mechanism_in(document: Mapping[str, Any], expected: Mechanism | None) -> Mechanism:
    """The mechanism of the document. If it is known from its source, so is what Python can pass to it."""
    mechanism = decode_mechanism(ProgramReader(document), document["mechanism"])
    if expected is None:
        return mechanism
    if mechanism != expected:
        raise Rejected("mechanism: the source has another program or another claim")
    return replace(mechanism, faces=expected.faces)


def _recomputed(mechanism: Mechanism, stated: Mapping[str, Any]) -> Counterexample:
    """What the replay finds on the inputs and the event of the document."""
    left, right = (_inputs_in(mechanism, stated[side]) for side in ("left", "right"))
    event = _event_in(mechanism, stated["event"])
    p, q = (_interval(stated[side]) for side in ("p_left", "p_right"))
    order = None if "order" not in stated else Order(_fraction(stated["order"]), _cap(stated))
    replayed = replay(mechanism, left, right, event, smaller(p, q), order)
    if not replayed.breaks:
        raise NotConfirmed("its probabilities do not break the claim")
    return Counterexample(
        mechanism=mechanism.name,
        left=left,
        right=right,
        public={p.name: left[p.name] for p in mechanism.parameters if p.adjacency is None},
        event=tuple(event),
        p_left=replayed.p_left,
        p_right=replayed.p_right,
        claim=replayed.claim,
        loss_at_least=replayed.loss_at_least,
        faces=mechanism.faces,
        order=order,
    )


def _cap(stated: Mapping[str, Any]) -> Fraction | None:
    return _fraction(stated["cap"]) if "cap" in stated else None


def _fraction(text: Any) -> Fraction:
    """A number of an order, which is written in one way only; the replay says what it may be."""
    if not isinstance(text, str) or len(text) > MOST_BITS or _FRACTION.fullmatch(text) is None:
        raise ValueError("an order is a fraction")
    number = Fraction(text)
    if str(number) != text:
        raise ValueError("an order is a fraction in lowest terms")
    return number


def _same(stated: Any, fact: Any) -> bool:
    """Equality that tells 1 from True and from 1.0, and 0.0 from -0.0."""
    if type(stated) is not type(fact):
        return False
    if isinstance(fact, dict):
        return set(stated) == set(fact) and all(_same(stated[name], fact[name]) for name in fact)
    if isinstance(fact, list):
        return len(stated) == len(fact) and all(map(_same, stated, fact))
    return repr(stated) == repr(fact)


def _interval(value: Any) -> Interval:
    """About where a probability lies: the replay begins with it, and finds the true bounds by itself."""
    low, high = value
    if not isinstance(low, float) or not isinstance(high, float) or not 0 <= low <= high <= 2:
        raise ValueError("a probability is given by two bounds")
    return Interval(Fraction(low), Fraction(high))


def _inputs_in(mechanism: Mechanism, given: Any) -> dict[str, Any]:
    """Inputs as the mechanism takes them: every parameter, but for the database; `check_inputs` has the last word."""
    kinds = {p.name: p.var.type for p in mechanism.parameters if p.var.type != DATABASE}
    if not isinstance(given, dict) or set(given) != set(kinds):
        raise ValueError(f"inputs are given for {', '.join(kinds)}")
    return {name: decode_value(given[name], kind) for name, kind in kinds.items()}


def _event_in(mechanism: Mechanism, given: Any) -> list[Any]:
    if not isinstance(given, list):
        raise ValueError("an event is a list of outputs")
    return [decode_value(o, mechanism.result.type) for o in given]
