"""Certificates that are kept, by the content of what they are about.

An entry is found by the text of the file, the name of the mechanism and the version of twinproof. It is believed as
little as any other certificate: it is checked again before it counts. What is kept beside the certificate are the words
for it, so that an unchanged file has the same answer.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twinproof import __version__
from twinproof.kernel.certificate import VERSION, Rejected, check
from twinproof.lang.mechanism import Mechanism
from twinproof.verify.refuted import check_refuted
from twinproof.verify.verdict import Kind, Verdict


def default_folder() -> Path:
    """Where certificates are kept unless the user says otherwise."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "twinproof"


@dataclass(frozen=True)
class Cache:
    """A folder of certificates. A folder that cannot be written keeps nothing, and nothing else is lost by that."""

    folder: Path

    def _path(self, mechanism: Mechanism, source: str, infer: bool) -> Path:
        content = json.dumps([__version__, VERSION, source, mechanism.name, infer])
        return self.folder / f"{hashlib.sha256(content.encode()).hexdigest()}.json"

    def load(self, mechanism: Mechanism, source: str, infer: bool) -> Verdict | None:
        """The verdict that was kept, if its certificate is still accepted."""
        try:
            entry = json.loads(self._path(mechanism, source, infer).read_text(encoding="utf-8"))
            document, words, kept = entry["certificate"], str(entry["words"]), dict(entry["json"])
            kind: Kind = "proved" if document["verdict"] == "proved" else "refuted"
            _checked(document, kind, mechanism, source)
        except (OSError, ValueError, KeyError, TypeError, Rejected):
            return None
        return Verdict(mechanism, kind, 0.0, certificate=document, words=words, kept=kept)

    def store(self, verdict: Verdict, source: str, infer: bool) -> None:
        """Keep a verdict that has a certificate."""
        if verdict.certificate is None:
            return
        entry = {"certificate": verdict.certificate, "words": verdict.evidence(), "json": verdict.to_json("")}
        path = self._path(verdict.mechanism, source, infer)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(entry, file, ensure_ascii=False)
            os.replace(name, path)
        except OSError:
            return


def _checked(document: Mapping[str, Any], kind: Kind, mechanism: Mechanism, source: str) -> None:
    if kind == "proved":
        check(document, mechanism, source)
    else:
        check_refuted(document, mechanism, source)
