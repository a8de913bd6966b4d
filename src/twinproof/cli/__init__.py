"""The command line: one command for each thing a user wants to know.

Commands print what they found and end with the exit code that the documentation promises. They compute nothing
themselves.
"""

import os

try:
    from twinproof.cli.interrupts import guarded
except KeyboardInterrupt:  # in the first milliseconds, before there is anybody to hear it
    os.write(2, b"interrupted\n")
    os._exit(130)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["main"]


def main() -> None:
    """What the process is for: the command that its arguments name."""
    guarded(_loaded)


def _loaded() -> "Callable[[], None]":
    from twinproof.cli.app import main

    return main
