"""The Dask cluster on which mechanisms are worked on: whole ones where there are several, and else the search for
counterexamples of the one.

A mechanism is worked on by one worker, prover and refuter in turn. A worker that dies loses nothing: the scheduler
gives its work to another one, and whoever asked does it itself if there is none left. What comes back is believed as
little as a file: its evidence is checked here.

Whether there is one is asked before the work begins: a wrong address is a mistake of the call, and must not end a
search that would have found something.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from twinproof.lang.mechanism import Mechanism
from twinproof.verify.processes import Child, Send, can_fork
from twinproof.verify.verdict import Verdict

_RETRIES = 2  # of work that has failed; dying workers are counted by the scheduler
_PATIENCE = 10.0  # seconds for a scheduler to answer
_GRACE = 10.0  # … and for the libraries to be loaded, and to say that it did not


@contextmanager
def connected(address: str) -> Iterator[None]:
    """The scheduler that has this address is the one that Dask uses in here."""
    from distributed import Client

    with Client(address, timeout=_PATIENCE):  # type: ignore[no-untyped-call]
        yield


def found_there(mechanism: Mechanism, infer: bool, advise: bool) -> Verdict:
    """What a worker does for one mechanism."""
    from twinproof.verify.decide import verify

    return verify(mechanism, infer=infer, jobs=1, advise=advise)


def verdicts_there(address: str, mechanisms: Mapping[int, Mechanism], infer: bool, advise: bool, send: Send) -> None:
    """The process that has mechanisms worked on by a cluster, and sends what came of each as it comes.

    Of one that was lost, because workers died on it more often than the scheduler puts up with, there is no word: the
    others are to be told apart from those that nobody has worked on.
    """
    from distributed import Client, as_completed

    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what the libraries say of workers that die is no news
    with Client(address, timeout=_PATIENCE) as client:  # type: ignore[no-untyped-call]
        futures: dict[Any, int] = {}
        for number, mechanism in mechanisms.items():
            future = client.submit(found_there, mechanism, infer, advise, pure=False, retries=_RETRIES)
            futures[future] = number
        for future in as_completed(futures, raise_errors=False):  # type: ignore[no-untyped-call]
            if future.status == "finished":
                send("verdict", (futures[future], future.result()))
            future.release()
    send("done", None)


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
