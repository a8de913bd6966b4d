"""twinproof show: mechanisms as the paper writes them."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from twinproof.cli.targets import every
from twinproof.lang.errors import Diagnostic
from twinproof.lang.printer import ASCII, PAPER, show_mechanism


def speaks_unicode() -> bool:
    """Whether the terminal or file that we print to takes the paper's symbols."""
    try:
        "←⟨ᵒ".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def show(
    targets: Annotated[list[str], typer.Argument(metavar="PATH[::NAME]…", help="Files, folders, or one mechanism.")],
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Plain ASCII instead of the paper's symbols.")] = False,
) -> int:
    """Print the core program of each mechanism, with its claim and its adjacency."""
    notation = ASCII if ascii_only or not speaks_unicode() else PAPER
    failed = False
    for position, found in enumerate(every(targets)):
        if isinstance(found, Diagnostic):
            failed = True
            sys.stdout.flush()
            typer.echo(str(found), err=True)
            continue
        if position:
            typer.echo()
        if found.at is not None:
            typer.echo(f"{found.at.path}:{found.at.line}")
        typer.echo(show_mechanism(found, notation))
    return 3 if failed else 0
