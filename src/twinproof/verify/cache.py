"""Verdicts that are kept, by the content of what they are about.

An entry is found by the text of the file, the name of the mechanism and the version of twinproof. Its certificate is
believed as little as any other: it is checked again before it counts. What is kept beside it are the words, so that an
unchanged file has the same answer. All is kept for the very code that has found it, and lost as soon as any of that
changes: a search must not say otherwise than what was kept. Nor is kept what an interrupted search had by then.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import twinproof
from twinproof.document.strict import VERSION, Rejected
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.verify.counterexample_document import check_refuted
from twinproof.verify.verdict import Kind, Verdict


def default_folder() -> Path:
    """Where verdicts are kept unless the user says otherwise."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "twinproof"


@functools.cache
def _code() -> str:
    """A fingerprint of this installation: which files there are, how long, and when they were written."""
    package = Path(twinproof.__file__).parent
    files = sorted((str(f), s.st_size, s.st_mtime_ns) for f in package.rglob("*.py") for s in [f.stat()])
    return hashlib.sha256(json.dumps(files).encode()).hexdigest()


@dataclass(frozen=True)
class Kept:
    """An entry that was accepted."""

    kind: Kind
    words: str
    json: dict[str, Any]
    certificate: dict[str, Any] | None
    seconds: float

    def verdict(self, mechanism: Mechanism) -> Verdict:
        """The verdict, as it was."""
        return Verdict(
            mechanism, self.kind, self.seconds, certificate=self.certificate, words=self.words, kept=self.json
        )


@dataclass(frozen=True)
class Cache:
    """A folder of verdicts. A folder that cannot be written keeps nothing, and nothing else is lost by that."""

    folder: Path

    def _path(self, mechanism: Mechanism, source: str, infer: bool) -> Path:
        content = json.dumps([twinproof.__version__, VERSION, source, mechanism.name, infer])
        return self.folder / f"{hashlib.sha256(content.encode()).hexdigest()}.json"

    def has(self, mechanism: Mechanism, source: str, infer: bool) -> bool:
        """Whether there is an entry, be it good or bad."""
        return self._path(mechanism, source, infer).exists()

    def checked(self, mechanism: Mechanism, source: str, infer: bool) -> Kept | None:
        """The entry, if its certificate is still accepted."""
        start = time.perf_counter()
        try:
            entry = json.loads(self._path(mechanism, source, infer).read_text(encoding="utf-8"))
            document, words, kept = entry["certificate"], str(entry["words"]), dict(entry["json"])
            if entry["code"] != _code():
                return None
            kind: Kind = "unknown" if document is None else "proved" if document["verdict"] == "proved" else "refuted"
            _check(document, kind, mechanism, source)
        except (OSError, ValueError, KeyError, TypeError, Rejected):
            return None
        return Kept(kind, words, kept, document, time.perf_counter() - start)

    def load(self, mechanism: Mechanism, source: str, infer: bool) -> Verdict | None:
        """The verdict that was kept, if it still holds."""
        kept = self.checked(mechanism, source, infer)
        return kept.verdict(mechanism) if kept is not None else None

    def store(self, verdict: Verdict, source: str, infer: bool) -> None:
        """Keep a verdict that would be the same again."""
        if verdict.interrupted or (verdict.certificate is None and not verdict.complete):
            return
        entry = {
            "certificate": verdict.certificate,
            "words": verdict.evidence(),
            "json": verdict.to_json(""),
            "code": _code(),
        }
        path = self._path(verdict.mechanism, source, infer)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(entry, file, ensure_ascii=False)
            os.replace(name, path)
        except OSError:
            return


def _check(document: Mapping[str, Any], kind: Kind, mechanism: Mechanism, source: str) -> None:
    if kind == "proved":
        check(document, mechanism, source)
    elif kind == "refuted":
        check_refuted(document, mechanism, source)
