"""Running a command, and what happens around it: exit codes, pipes, interrupts, an installation that is broken."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from copy import copy
from typing import Any

import typer

from twinproof.cli.commands import app
from twinproof.cli.completion import as_bash_wants
from twinproof.cli.help import NoReader
from twinproof.cli.interrupts import INTERRUPTED
from twinproof.cli.loading import Broken
from twinproof.cli.streams import abandon, prepare, say
from twinproof.lang.errors import TwinproofError

UNREADABLE, NO_READER = 3, 141


def main() -> None:
    """Run a command; every failure is one clear line (or diagnostic) and an exit code."""
    prepare()
    if sys.stdout is None:
        say("twinproof: stdout is closed, so there is no place for an answer")
        sys.exit(UNREADABLE)
    try:
        code = _run()
        sys.stdout.flush()
    except (NoReader, BrokenPipeError):
        abandon()
        code = NO_READER
    except OSError as problem:
        where = f"{problem.filename}: " if problem.filename is not None else ""
        say(f"twinproof: {where}{problem.strerror or problem}")
        abandon()
        code = UNREADABLE
    sys.exit(code)


def _run() -> int:
    try:
        with as_bash_wants():
            code: Any = _with(sys.argv[1:])(prog_name="twinproof", standalone_mode=False)
        if code == INTERRUPTED:  # what Typer makes of Ctrl-C, without a word
            say("interrupted")
        return code if isinstance(code, int) else 0
    except TwinproofError as problem:
        say(str(problem))
    except (KeyboardInterrupt, typer.Abort):
        say("interrupted")
        return INTERRUPTED
    except typer.TyperException as problem:
        say(f"twinproof: {problem.format_message()}\n{_where_to_look(problem)}")
    except (Broken, ImportError) as problem:
        say(f"twinproof: this installation is broken: {problem}\n`twinproof doctor` says what is wrong with it.")
    return UNREADABLE


def _with(arguments: Sequence[str]) -> typer.Typer:
    """The application; if its first word is a command, with that one alone, since Typer looks at all it is given."""
    words = {getattr(c.callback, "__name__", ""): c for c in app.registered_commands if c.name is None}
    words |= {c.name: c for c in app.registered_commands if c.name is not None}
    named = [words[arguments[0]]] if arguments and arguments[0] in words else []
    if not named:
        return app
    one = copy(app)
    one.registered_commands = named
    return one


def _where_to_look(problem: typer.TyperException) -> str:
    context = getattr(problem, "ctx", None)
    return f"See `{context.command_path if context is not None else 'twinproof'} --help`."
