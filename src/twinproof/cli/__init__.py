"""The command line: one command for each thing a user wants to know.

Commands print what they found and end with the exit code that the documentation promises. They compute nothing
themselves.
"""

from twinproof.cli.app import main

__all__ = ["main"]
