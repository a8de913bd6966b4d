"""The Dask cluster on which a search for counterexamples may run.

Whether there is one is asked before the work begins: a wrong address is a mistake of the call, and must not end a
search that would have found something.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from twinproof.verify.processes import possible, set_apart, undisturbed

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
    if not possible():
        return _asked(address)
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_ask, args=(address, there))
    try:
        with undisturbed():
            process.start()
            there.close()
        return str(here.recv()) if here.poll(_PATIENCE + _GRACE) else "there is no answer"
    except EOFError:
        return "the process that asked has ended without an answer"
    finally:
        with undisturbed():
            process.terminate()
            process.join()


def _ask(address: str, pipe: Any) -> None:
    """The process that asks; what the libraries say on stderr meanwhile is no news."""
    set_apart()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    pipe.send(_asked(address))


def _asked(address: str) -> str:
    try:
        with connected(address):
            return ""
    except Exception as problem:  # whatever it is, there is no cluster
        return " ".join(str(problem).split()) or type(problem).__name__
