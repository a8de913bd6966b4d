"""twinproof lsp: serves editors."""

from __future__ import annotations

import importlib.util
import sys
from typing import Annotated

import typer

UNREADABLE = 3


def lsp(
    stdio: Annotated[bool, typer.Option("--stdio", help="Some editors say so; it is what happens anyway.")] = False,
) -> int:
    """Serve an editor over stdin and stdout: language errors at once, verdicts on save.

    Not for people: editors start it (see docs/editors.md). It needs twinproof's extra `lsp`.
    """
    if importlib.util.find_spec("pygls") is None:
        typer.echo("twinproof: the language server needs pygls: pip install 'twinproof[lsp]'", err=True)
        return UNREADABLE
    if sys.stdin.isatty():
        typer.echo("waiting for an editor on stdin; end it with Ctrl-D", err=True)
    from twinproof.integrations.lsp.server import serve

    serve()
    return 0
