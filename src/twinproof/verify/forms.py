"""What a proof may be about: the mechanism, or its form that goes through keys between two more public numbers.

That form does what the mechanism does, for all numbers between which the keys lie; so a proof for all of them is one of
the mechanism. Nothing else is asked of it: who runs, compares or refutes a mechanism has what was written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from twinproof.document.mechanisms import decode_mechanism
from twinproof.document.strict import Rejected
from twinproof.kernel.proof_document import StepReader
from twinproof.kernel.replay import Report, check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader.both_forms import form_by_keys
from twinproof.search.hints import NO_HINTS, Hints
from twinproof.search.prover import prove
from twinproof.search.result import Proof, Stuck


def prove_a_form(
    mechanism: Mechanism,
    progress: Callable[[str], None],
    halfway: Callable[[], None] | None = None,
    hints: Hints = NO_HINTS,
) -> tuple[Proof | Stuck, Mechanism]:
    """A proof, with what it is about; or why the mechanism itself was not proved."""
    form = form_by_keys(mechanism)
    if form is not None:
        found = prove(form, lambda text: progress(f"key by key: {text}"), halfway, hints)
        if isinstance(found, Proof):
            lowest, end = (p.name for p in form.parameters[-2:])
            return replace(found, between=(lowest, end)), form
    return prove(mechanism, progress, halfway, hints), mechanism


def check_proof(document: Mapping[str, Any], mechanism: Mechanism) -> Report:
    """Replay a certificate of a mechanism, or of its form; raises `Rejected` unless it proves one of them private."""
    form = form_by_keys(mechanism)
    expected = form if form is not None and _is_about(document, form) else mechanism
    return check(document, expected, mechanism.source)


def _is_about(document: Mapping[str, Any], form: Mechanism) -> bool:
    """Whether a certificate says that it is about this program."""
    try:
        return decode_mechanism(StepReader(document), document.get("mechanism")) == form
    except (Rejected, RecursionError):
        return False
