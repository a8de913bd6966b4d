"""The application: its commands, and what happens around them (exit codes, pipes, interrupts)."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from twinproof import __version__
from twinproof.cli.check import check_certificates
from twinproof.cli.exact import compare, dist
from twinproof.cli.lsp import lsp
from twinproof.cli.prove import prove
from twinproof.cli.report import report
from twinproof.cli.run import run
from twinproof.cli.show import show
from twinproof.cli.verify import verify_files
from twinproof.lang.errors import TwinproofError

UNREADABLE = 3

app = typer.Typer(
    name="twinproof",
    help="Does this code really keep the differential privacy it claims?",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("verify")(verify_files)
app.command()(show)
app.command()(run)
app.command()(dist)
app.command()(compare)
app.command("check")(check_certificates)
app.command()(prove)
app.command()(lsp)
app.command()(report)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"twinproof {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def show_usage_problem(problem: typer.TyperException) -> None:
    """Say what is wrong with the words of a call."""
    typer.echo(f"twinproof: {problem.format_message()}\nSee `twinproof --help`.", err=True)


def main() -> None:
    """Run a command; every failure is one clear line (or diagnostic) and an exit code."""
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except TwinproofError as problem:
        typer.echo(str(problem), err=True)
        code = UNREADABLE
    except typer.Abort:
        typer.echo("interrupted", err=True)
        code = 130
    except KeyboardInterrupt:
        typer.echo("interrupted", err=True)
        code = 130
    except typer.TyperException as problem:
        show_usage_problem(problem)
        code = UNREADABLE
    except BrokenPipeError:
        # The reader of our output has gone; the interpreter must not complain about it while it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code if isinstance(code, int) else 0)
