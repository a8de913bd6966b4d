"""Loading what a command needs, when it is needed."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from twinproof.cli.interrupts import LeavingAtOnce


class Broken(Exception):
    """A part of twinproof, or a library that it needs, cannot be loaded."""


@contextmanager
def loading() -> Iterator[None]:
    """Whatever goes wrong while a command is loaded, a solver's own errors too, is a matter of the installation.

    What is loaded stays: nobody looks for garbage in it, now or later.
    """
    gc.disable()
    try:
        with LeavingAtOnce():
            yield
        gc.freeze()
    except Exception as problem:
        if isinstance(problem.__cause__, KeyboardInterrupt):  # what Python makes of one while a class is made
            raise problem.__cause__ from None
        raise Broken(f"{type(problem).__name__}: {problem}") from problem
    finally:
        gc.enable()
