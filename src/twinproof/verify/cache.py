"""Verdicts that are kept, by what they are about.

An entry is found by the core program, its claim, how Python shows its values, and the very code of twinproof: what
stands elsewhere in the file does not matter, nor on which lines the program stands. It is the whole verdict, so that an
unchanged mechanism has the same answer, wherever it is shown. A certificate is believed as little as any other: it is
checked again before it counts, unless this user's own key says that this entry is the one that was written here after
its check. All is lost as soon as any of the code changes: a search must not say otherwise than what was kept. Nor is
kept what an interrupted search had by then. What nobody has asked for in a long time goes, and what is too much goes,
the oldest first.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import hmac
import json
import os
import secrets
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import twinproof
from twinproof.document.mechanisms import encode_mechanism
from twinproof.document.programs import ProgramWriter
from twinproof.document.strict import VERSION, Rejected, source_hash
from twinproof.lang.command import subcommands
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_command
from twinproof.verify.verdict import Kind, Verdict

_FILE = "verdicts.sqlite3"
_PATIENCE = 10.0  # seconds to wait for others who write
_OLDEST = 90 * 86_400.0  # seconds since somebody has asked for it
_LARGEST = 256_000_000  # bytes of all entries
_DAY = 86_400.0  # seconds between two notes that an entry was asked for
_TABLE = """CREATE TABLE IF NOT EXISTS kept (
    key TEXT PRIMARY KEY, used REAL NOT NULL, size INTEGER NOT NULL, seal BLOB NOT NULL, entry BLOB NOT NULL
) WITHOUT ROWID"""


def default_folder() -> Path:
    """Where verdicts are kept: where this system has such things, or where XDG_CACHE_HOME says."""
    import platformdirs

    return platformdirs.user_cache_path("twinproof", appauthor=False)


def default_key() -> Path:
    """Where this user's own key is: not among what is kept, which may be copied from elsewhere."""
    import platformdirs

    return platformdirs.user_state_path("twinproof", appauthor=False) / "key"


@functools.cache
def _code() -> str:
    """A fingerprint of this installation: its solver; which files there are, how long, when they were written."""
    from importlib.metadata import version  # which is long to load, and of no use where nothing is kept

    package = Path(twinproof.__file__).parent
    files = sorted((str(f), s.st_size, s.st_mtime_ns) for f in package.rglob("*.py") for s in [f.stat()])
    return hashlib.sha256(json.dumps([version("z3-solver"), files]).encode()).hexdigest()


@functools.cache
def _secret(path: Path) -> bytes | None:
    """This user's key, which is made when it is first needed; None where there can be none."""
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(secrets.token_bytes(32))
        own = path.stat()
        if own.st_mode & 0o077 or (hasattr(os, "getuid") and own.st_uid != os.getuid()):
            return None  # others could have it
        key = path.read_bytes()
    except OSError:
        return None
    return key if len(key) == 32 else None


def lines_of(mechanism: Mechanism) -> list[int]:
    """The lines of a mechanism and of its commands, in order."""
    spans = [mechanism.at, *(getattr(c, "at", None) for c in subcommands(mechanism.body))]
    return [span.line for span in spans if span is not None]


@dataclass(frozen=True)
class Cache:
    """A folder of verdicts. A folder that cannot be written keeps nothing, and nothing else is lost by that."""

    folder: Path
    key: Path | None = None  # the file with the key of this user; without it, everything is checked again

    @staticmethod
    def of_user() -> Cache:
        """The one that all front ends share."""
        return Cache(default_folder(), default_key())

    # ------------------------------------------------------------------------------------------------------- entries

    def _name(self, mechanism: Mechanism, infer: bool, advise: bool) -> str:
        """What an entry is found by. Lines count only in that some are the same, and in their order."""
        writer, lines = ProgramWriter(), lines_of(mechanism)
        ranks = {line: rank for rank, line in enumerate(sorted(set(lines)))}
        program = encode_mechanism(writer, mechanism)
        content = [
            _code(),
            twinproof.__version__,
            VERSION,
            [program, writer.terms.rows, writer.programs.rows],
            repr(mechanism.faces),
            "" if mechanism.as_written is None else show_command(mechanism.as_written),
            [ranks[line] for line in lines],
            infer,
            advise,
        ]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """The entries; no connection outlives its use, since processes are forked off."""
        with closing(sqlite3.connect(self.folder / _FILE, timeout=_PATIENCE)) as connection, connection:
            yield connection

    def has(self, mechanism: Mechanism, infer: bool, advise: bool = False) -> bool:
        """Whether there is an entry, be it good or bad."""
        return self._row(self._name(mechanism, infer, advise)) is not None

    def _row(self, name: str) -> tuple[float, bytes, bytes] | None:
        if not (self.folder / _FILE).exists():
            return None
        try:
            with self._open() as there:
                row: tuple[float, bytes, bytes] | None = there.execute(
                    "SELECT used, seal, entry FROM kept WHERE key = ?", (name,)
                ).fetchone()
                if row is not None and time.time() - row[0] > _DAY:
                    there.execute("UPDATE kept SET used = ? WHERE key = ?", (time.time(), name))
        except sqlite3.Error:
            return None
        return row

    def load(self, mechanism: Mechanism, infer: bool, advise: bool = False, sealed: bool = False) -> Verdict | None:
        """The verdict that was kept, if its certificate is still accepted; `sealed`: only if it need not be checked."""
        start = time.perf_counter()
        name = self._name(mechanism, infer, advise)
        row = self._row(name)
        if row is None:
            return None
        _, seal, entry = row
        is_sealed = bool(seal) and hmac.compare_digest(seal, self._seal(name, entry))
        if sealed and not is_sealed:
            return None
        try:
            verdict = _read(json.loads(zlib.decompress(entry)), mechanism)
            if not is_sealed:
                _check(verdict)
        except (ValueError, KeyError, TypeError, IndexError, zlib.error, Rejected):
            return None
        return replace(verdict, seconds=time.perf_counter() - start)

    def store(self, verdict: Verdict, infer: bool, advise: bool = False) -> None:
        """Keep a verdict that would be the same again."""
        if verdict.interrupted or (verdict.certificate is None and not verdict.complete):
            return
        name = self._name(verdict.mechanism, infer, advise)
        document = {"lines": lines_of(verdict.mechanism), "verdict": verdict.to_json()}
        entry = zlib.compress(json.dumps(document, ensure_ascii=False).encode(), 1)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with self._open() as there:
                there.execute(_TABLE)
                row = (name, time.time(), len(entry), self._seal(name, entry), entry)
                there.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?, ?)", row)
                _evict(there)
        except sqlite3.OperationalError:
            return  # it cannot be written, or somebody else writes for too long
        except (OSError, sqlite3.DatabaseError):
            with contextlib.suppress(OSError):
                (self.folder / _FILE).unlink()  # it is none: the next one begins anew

    def or_found(self, mechanism: Mechanism, find: Callable[[], Verdict]) -> Verdict:
        """The verdict that was kept, with what to do about it; or one that is found, and kept from then on."""
        verdict = self.load(mechanism, infer=False, advise=True)
        if verdict is None:
            verdict = find()
            self.store(verdict, infer=False, advise=True)
        return verdict

    def _seal(self, name: str, entry: bytes) -> bytes:
        """What only this user can have written beside an entry; nothing where there is no key."""
        secret = _secret(self.key) if self.key is not None else None
        return hmac.digest(secret, name.encode() + entry, "sha256") if secret is not None else b""


def _evict(there: sqlite3.Connection) -> None:
    """Let go of what nobody has asked for in a long time, and of the oldest if there is too much."""
    there.execute("DELETE FROM kept WHERE used < ?", (time.time() - _OLDEST,))
    (size,) = there.execute("SELECT TOTAL(size) FROM kept").fetchone()
    if size > _LARGEST:
        there.execute(
            "DELETE FROM kept WHERE key IN (SELECT key FROM (SELECT key, SUM(size) OVER (ORDER BY used DESC, key) AS "
            "so_far FROM kept) WHERE so_far > ?)",
            (_LARGEST * 3 // 4,),
        )


# ------------------------------------------------------------------------------------------------------------- reading


def _read(document: dict[str, Any], mechanism: Mechanism) -> Verdict:
    """The verdict of an entry, on the lines on which the mechanism stands now."""
    before, now = document["lines"], lines_of(mechanism)
    moved = dict(zip(before, now, strict=True))
    parts = document["verdict"]
    if before != now:
        parts = _on_lines(parts, moved)
    certificate = parts["certificate"]
    if certificate is not None:
        certificate |= _of_text(certificate, mechanism.source)
    verdict = Verdict.from_json(parts, mechanism)
    if verdict.kind != _kind_of(certificate):
        raise ValueError("the certificate is for another verdict")
    rows = mechanism.source.split("\n")
    if not all(fix.fits(rows) and (before == now or fix.line in now) for fix in verdict.fixes):
        raise ValueError("what was to be changed is another text now")
    return verdict


def _of_text(certificate: dict[str, Any], text: str) -> dict[str, Any]:
    """The parts of a certificate that say which text it is for, for another one that has the same program."""
    from twinproof.verify.counterexample_document import digest

    named = {"source": source_hash(text)}
    if "digest" not in certificate:
        return named
    if certificate["digest"] != digest(certificate):
        raise ValueError("the certificate was altered")
    return {**named, "digest": digest({**certificate, **named})}


def _on_lines(part: Any, moved: dict[int, int]) -> Any:
    """A part of a verdict with other lines; of a certificate nothing changes."""
    if isinstance(part, dict):
        return {
            name: moved.get(value, value)
            if name == "line" and isinstance(value, int)
            else value
            if name in ("certificate", "terms")
            else _on_lines(value, moved)
            for name, value in part.items()
        }
    return [_on_lines(each, moved) for each in part] if isinstance(part, list) else part


def _kind_of(certificate: dict[str, Any] | None) -> Kind:
    """The verdict that a certificate is for."""
    if certificate is None:
        return "unknown"
    return "proved" if certificate["verdict"] == "proved" else "refuted"


def _check(verdict: Verdict) -> None:
    """Replay a certificate; with the kernel and the solver, which whoever wrote it here does without."""
    from twinproof.verify.counterexample_document import check_refuted
    from twinproof.verify.forms import check_proof

    mechanism, certificate = verdict.mechanism, verdict.certificate
    if certificate is not None and verdict.kind == "proved":
        check_proof(certificate, mechanism)
    elif certificate is not None:
        check_refuted(certificate, mechanism, mechanism.source)
