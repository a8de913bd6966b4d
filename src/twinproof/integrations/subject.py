"""What an integration is asked about: a function under `@mechanism`, a core program, or the text PATH::name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from twinproof.lang.declare import RunnableMechanism
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_mechanism
from twinproof.lang.reader.both_forms import trusted_form
from twinproof.lang.reader.target import parse_target

Subject = RunnableMechanism[Any, Any] | Mechanism | str | Path


def mechanism_of(subject: Subject) -> Mechanism:
    """The core program that is meant. Raises `TwinproofError` when its text cannot be read."""
    if isinstance(subject, Mechanism):
        return subject
    if isinstance(subject, RunnableMechanism):
        return subject.core
    if isinstance(subject, Path):
        return trusted_form(read_mechanism(subject))
    if isinstance(subject, str):
        target = parse_target(subject)
        return trusted_form(read_mechanism(target.path, target.name))
    raise TypeError(f"a function under @mechanism is needed, or the text PATH::name, not {subject!r:.80}")
