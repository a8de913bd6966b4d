"""The processes of a session: whether a command leaves some behind."""

import os
import subprocess
import time
from pathlib import Path


def _processes() -> list[int]:
    """The numbers of all processes: those that Linux lists, or those that `ps` does."""
    if Path("/proc/self").exists():
        return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return [int(word) for word in subprocess.check_output(["ps", "-e", "-o", "pid="], text=True, timeout=60).split()]


def left_of(session: int) -> list[int]:
    """The processes that are still there of a session."""
    found = []
    for pid in _processes():
        try:
            found += [pid] if os.getsid(pid) == session else []
        except (ProcessLookupError, PermissionError):
            continue
    return found


def ends(session: int, seconds: float = 5.0) -> bool:
    """Whether nothing of a session is left soon."""
    deadline = time.monotonic() + seconds
    while left_of(session) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not left_of(session)
