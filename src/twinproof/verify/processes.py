"""What the processes of `verify` have in common."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

Progress = Callable[[str, str], None]  # which side, and what it is doing
PATIENCE = 10.0  # seconds that an interrupted search has to say what it has found
_INTERRUPTED = 130
_LOOK = 0.5  # seconds between two looks whether the parent is still there


def possible() -> bool:
    """Whether this system can fork: what was read and imported here need not be read and imported again."""
    return "fork" in multiprocessing.get_all_start_methods()


@contextmanager
def undisturbed() -> Iterator[None]:
    """An interrupt in here is answered afterwards: for processes that are begun or ended, and messages that are sent.

    Whoever is forked off in here does not answer it at all, until it says how. A second one is not made to wait.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield  # another thread hears of no interrupts; and who ignores them goes on to
        return
    waiting = False

    def wait(*_: object) -> None:
        nonlocal waiting
        if waiting:
            os._exit(_INTERRUPTED)
        waiting = True

    signal.signal(signal.SIGINT, wait)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if waiting:
            signal.raise_signal(signal.SIGINT)


def set_apart() -> None:
    """The first thing in a process: Ctrl-C is for the parent, which decides what becomes of its processes.

    A parent may still interrupt one; it ends without a word, unless it has said that it is `listening`.
    """
    os.setpgid(0, 0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, _go)
    sys.unraisablehook = _heard_in_passing
    end_with_the_parent()


def listening() -> None:
    """From now on an interrupt is a `KeyboardInterrupt`: there is something to say."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _go(*_: object) -> NoReturn:
    os._exit(_INTERRUPTED)


def _heard_in_passing(unraisable: Any) -> None:
    """An interrupt that came while an object was taken away, say, would be shown and lost."""
    if unraisable.exc_type is KeyboardInterrupt:
        _go()
    if unraisable.exc_type is AttributeError and getattr(unraisable.object, "__name__", "") == "__del__":
        return  # of an object that was interrupted while it was made, and lacks its parts
    sys.__unraisablehook__(unraisable)


def end_all_of(process: Any) -> None:
    """End a process that was set apart, and those that it has started: they would outlive it, and hold our output."""
    try:
        os.killpg(process.pid, signal.SIGTERM)
    except (ProcessLookupError, PermissionError):  # nobody is left, or it has not set itself apart yet
        process.terminate()


def end_with_the_parent() -> None:
    """Do not outlive the parent, however it ends."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOK)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
