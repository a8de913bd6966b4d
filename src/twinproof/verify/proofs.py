"""Certificates that a project keeps of what a proof script proves, and the search for a proof may not.

`twinproof prove --certificates DIR` writes them. They are believed as little as any other: the kernel replays each one
against the program that was read just now, and a file whose text has changed has none.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from twinproof.document.mechanisms import decode_name
from twinproof.document.strict import MOST_BYTES, Rejected, Unreadable, parse
from twinproof.lang.files import contents
from twinproof.lang.mechanism import Mechanism
from twinproof.verify.verdict import Verdict

Kept = tuple[Path, Mapping[str, Any]]


@dataclass(frozen=True)
class Proofs:
    """The certificates of a folder, by the names of the mechanisms that they say they are about."""

    found: Mapping[str, list[Kept]] = field(repr=False)
    unreadable: tuple[str, ...] = ()

    @staticmethod
    def of(folder: Path) -> Proofs:
        """What is in a folder. Raises `OSError` if it cannot be listed."""
        found: dict[str, list[Kept]] = {}
        unreadable = []
        for path in sorted(p for p in folder.iterdir() if p.suffix == ".json"):
            try:
                document = parse(contents(path, MOST_BYTES + 1))
                found.setdefault(decode_name(document.get("mechanism")), []).append((path, document))
            except OSError as problem:
                unreadable.append(f"{path}: unreadable: {problem.strerror}")
            except (Unreadable, Rejected) as problem:
                unreadable.append(f"{path}: unreadable: {problem}")
        return Proofs(found, tuple(unreadable))

    def judge(self, mechanism: Mechanism) -> Verdict | str:
        """What a certificate proves of this very program; else why those that are kept about it do not count."""
        refused = []
        start = time.perf_counter()
        for path, document in self.found.get(mechanism.name, []):
            try:
                said = _accepted(path, document, mechanism)
            except Rejected as problem:
                refused.append(f"{path} is not accepted: {str(problem).partition(chr(10))[0]}")
                continue
            seconds = time.perf_counter() - start
            return Verdict(mechanism, "proved", seconds, certificate=dict(document), kept=said)
        return "\n".join(refused)


def _accepted(path: Path, document: Mapping[str, Any], mechanism: Mechanism) -> str:
    """What the proof of a certificate rests on, in words. Raises `Rejected` unless the kernel accepts it."""
    from twinproof.verify.forms import check_proof  # with the solver, which is loaded when there is something to check

    report = check_proof(document, mechanism)
    rules = ", ".join(f"[{rule}] × {count}" for rule, count in report.rules.items())
    steps = sum(report.rules.values())
    return f"by the certificate {path}, not by a search: the kernel accepts its {steps} steps\n    {rules}"
