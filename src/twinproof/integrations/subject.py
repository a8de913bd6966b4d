"""What an integration is asked about: a function under `@mechanism`, a core program, or the text PATH::name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from twinproof.lang.declare import RunnableMechanism
from twinproof.lang.files import text_of
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_mechanism

Subject = RunnableMechanism[Any, Any] | Mechanism | str


def mechanism_of(subject: Subject) -> Mechanism:
    """The core program that is meant. Raises `TwinproofError` when its text cannot be read."""
    if isinstance(subject, Mechanism):
        return subject
    if isinstance(subject, RunnableMechanism):
        return subject.core
    if isinstance(subject, str):
        path, colons, name = subject.partition("::")
        return read_mechanism(path, name if colons else None)
    raise TypeError(f"a function under @mechanism is needed, or the text PATH::name, not {subject!r:.80}")


def source_of(mechanism: Mechanism) -> str:
    """The text that the mechanism was read from; empty when it comes from no file."""
    if mechanism.at is None:
        return ""
    path = Path(mechanism.at.path)
    return text_of(path) if path.is_file() else ""
