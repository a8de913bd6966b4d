"""Verdicts that are kept, by the content of what they are about.

An entry is found by the text of the file, the name of the mechanism and the version of twinproof. It is the whole
verdict, so that an unchanged file has the same answer, wherever it is shown. Its certificate is believed as little as
any other: it is checked again before it counts. All is kept for the very code that has found it, and lost as soon as
any of that changes: a search must not say otherwise than what was kept. Nor is kept what an interrupted search had by
then.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import tempfile
import time
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from platformdirs import user_cache_dir

import twinproof
from twinproof.document.strict import VERSION, Rejected
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.verify.counterexample_document import check_refuted
from twinproof.verify.verdict import Kind, Verdict


def default_folder() -> Path:
    """Where verdicts are kept: where this system has such things, or where XDG_CACHE_HOME says."""
    return Path(user_cache_dir("twinproof", appauthor=False))


@functools.cache
def _code() -> str:
    """A fingerprint of this installation: its solver; which files there are, how long, when they were written."""
    package = Path(twinproof.__file__).parent
    files = sorted((str(f), s.st_size, s.st_mtime_ns) for f in package.rglob("*.py") for s in [f.stat()])
    return hashlib.sha256(json.dumps([version("z3-solver"), files]).encode()).hexdigest()


@dataclass(frozen=True)
class Cache:
    """A folder of verdicts. A folder that cannot be written keeps nothing, and nothing else is lost by that."""

    folder: Path

    def _path(self, mechanism: Mechanism, infer: bool) -> Path:
        content = json.dumps([twinproof.__version__, VERSION, mechanism.source, mechanism.name, infer])
        return self.folder / f"{hashlib.sha256(content.encode()).hexdigest()}.json"

    def has(self, mechanism: Mechanism, infer: bool) -> bool:
        """Whether there is an entry, be it good or bad."""
        return self._path(mechanism, infer).exists()

    def load(self, mechanism: Mechanism, infer: bool) -> Verdict | None:
        """The verdict that was kept, if its certificate is still accepted."""
        start = time.perf_counter()
        try:
            entry = json.loads(self._path(mechanism, infer).read_text(encoding="utf-8"))
            if entry["code"] != _code():
                return None
            verdict = Verdict.from_json(entry["verdict"], mechanism)
            if verdict.kind != _kind_of(verdict.certificate):
                return None
            _check(verdict)
        except (OSError, ValueError, KeyError, TypeError, Rejected):
            return None
        return replace(verdict, seconds=time.perf_counter() - start)

    def store(self, verdict: Verdict, infer: bool) -> None:
        """Keep a verdict that would be the same again."""
        if verdict.interrupted or (verdict.certificate is None and not verdict.complete):
            return
        entry = {"code": _code(), "verdict": verdict.to_json()}
        path = self._path(verdict.mechanism, infer)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(entry, file, ensure_ascii=False)
            os.replace(name, path)
        except OSError:
            return


def _kind_of(certificate: dict[str, Any] | None) -> Kind:
    """The verdict that a certificate is for."""
    if certificate is None:
        return "unknown"
    return "proved" if certificate["verdict"] == "proved" else "refuted"


def _check(verdict: Verdict) -> None:
    mechanism, certificate = verdict.mechanism, verdict.certificate
    if certificate is not None:
        (check if verdict.kind == "proved" else check_refuted)(certificate, mechanism, mechanism.source)
