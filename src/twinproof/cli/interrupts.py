"""Ctrl-C: one line and the exit code 130, whenever it comes.

While a command is at work an interrupt is a `KeyboardInterrupt`, so that whoever has something to end or to say does
so. Before, while modules are loaded, and after, while the interpreter ends, there is nothing to lose, and the process
is left at once: an exception in there would show where it was, or be swallowed by a library. A parent that has
interrupts ignored, as a shell has for its background jobs, is obeyed. (The first moments count, so this loads next to
nothing.)
"""

from __future__ import annotations

import atexit
import os
import signal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

INTERRUPTED = 130


def leave(*_: object) -> NoReturn:
    """End the process, with a word about it; the processes that it has started end when they find it gone."""
    try:
        os.write(2, b"interrupted\n")
    finally:
        os._exit(INTERRUPTED)


class LeavingAtOnce:
    """Whoever is interrupted in here leaves at once, unless interrupts are ignored."""

    def __enter__(self) -> None:
        self.before = signal.getsignal(signal.SIGINT)
        if self.before is signal.default_int_handler:
            signal.signal(signal.SIGINT, leave)

    def __exit__(self, *_: object) -> None:
        if self.before is signal.default_int_handler:
            signal.signal(signal.SIGINT, self.before)


def guarded(load: Callable[[], Callable[[], None]]) -> None:
    """Load the command line and run it, as the last thing that the process does."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        load()()
        return
    sys.unraisablehook = _heard_in_passing
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)  # when all is done, it is too late for interrupts
    try:
        signal.signal(signal.SIGINT, leave)
        command = load()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            command()
        except RuntimeError as problem:
            if isinstance(problem.__cause__, KeyboardInterrupt):  # what Python makes of one while a class is made
                leave()
            raise
        finally:
            signal.signal(signal.SIGINT, leave)
    except KeyboardInterrupt:  # a second one, while the first was answered
        leave()


def _heard_in_passing(unraisable: Any) -> None:
    """An interrupt that came while an object was taken away, say, would be shown and lost."""
    if unraisable.exc_type is KeyboardInterrupt:
        leave()
    if unraisable.exc_type is AttributeError and getattr(unraisable.object, "__name__", "") == "__del__":
        return  # of an object that was interrupted while it was made, and lacks its parts
    sys.__unraisablehook__(unraisable)
