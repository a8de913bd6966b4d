"""What the processes of `verify` have in common."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

Progress = Callable[[str, str], None]  # which side, and what it is doing
PATIENCE = 10.0  # seconds that an interrupted search has to say what it has found
_LOOK = 0.5  # seconds between two looks whether the parent is still there


def possible() -> bool:
    """Whether this system can fork: what was read and imported here need not be read and imported again."""
    return "fork" in multiprocessing.get_all_start_methods()


def set_apart() -> None:
    """The first thing in a process: Ctrl-C is for the parent, which decides what becomes of its processes."""
    os.setpgid(0, 0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _end_with_the_parent()


def end_all_of(process: Any) -> None:
    """End a process that was set apart, and those that it has started: they would outlive it, and hold our output."""
    try:
        os.killpg(process.pid, signal.SIGTERM)
    except (ProcessLookupError, PermissionError):  # nobody is left, or it has not set itself apart yet
        process.terminate()


def _end_with_the_parent() -> None:
    """Do not outlive the parent, however it ends."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOK)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
