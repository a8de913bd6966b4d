"""Entries of a cache as texts, for tests that forge them."""

import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing

from twinproof.verify.cache import Cache


def entries(cache: Cache) -> dict[str, str]:
    """What is kept, by what it is found by."""
    with closing(sqlite3.connect(cache.folder / "verdicts.sqlite3")) as there:
        return {name: zlib.decompress(entry).decode() for name, entry in there.execute("SELECT key, entry FROM kept")}


def rewrite(cache: Cache, change: Callable[[str], str], name: Callable[[str], str] = str) -> None:
    """Other texts for all entries, and other names, with the seals that they have."""
    with closing(sqlite3.connect(cache.folder / "verdicts.sqlite3")) as there, there:
        for old, text in entries(cache).items():
            entry = zlib.compress(change(text).encode())
            there.execute("UPDATE kept SET key = ?, entry = ? WHERE key = ?", (name(old), entry, old))
