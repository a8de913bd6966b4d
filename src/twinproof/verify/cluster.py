"""The Dask cluster on which a search for counterexamples may run.

Whether there is one is asked before the work begins: a wrong address is a mistake of the call, and must not end a
search that would have found something.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager

from twinproof.verify.processes import Child, Send, can_fork

_PATIENCE = 10.0  # seconds for a scheduler to answer
_GRACE = 10.0  # … and for the libraries to be loaded, and to say that it did not


@contextmanager
def connected(address: str) -> Iterator[None]:
    """The scheduler that has this address is the one that Dask uses in here."""
    from distributed import Client

    with Client(address, timeout=_PATIENCE):  # type: ignore[no-untyped-call]
        yield


def unreachable(address: str) -> str:
    """Why there is no scheduler at an address; empty if there is one.

    It is asked in a process of its own, where the system can fork: Dask starts threads, and who has threads must not
    fork any more.
    """
    if not can_fork():
        return _asked(address)
    child = Child(_ask, address)
    try:
        if not child.speaks_within(_PATIENCE + _GRACE):
            return "there is no answer"
        answer = child.hear()
        return str(answer[1]) if answer is not None else "the process that asked has ended without an answer"
    finally:
        child.end()


def _ask(address: str, send: Send) -> None:
    """The process that asks; what the libraries say on stderr meanwhile is no news."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    send("done", _asked(address))


def _asked(address: str) -> str:
    try:
        with connected(address):
            return ""
    except Exception as problem:  # whatever it is, there is no cluster
        reason = " ".join(str(problem).split()) or type(problem).__name__
    gc.collect()  # the client that failed goes now: if it went while the next is made, Dask would wait for itself
    return reason
