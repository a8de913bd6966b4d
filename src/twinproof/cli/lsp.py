"""twinproof lsp: serves editors."""

from __future__ import annotations

import importlib.util
import sys

from twinproof.cli.streams import echo

UNREADABLE = 3


def lsp() -> int:
    """Serve an editor over stdin and stdout, until it ends."""
    if importlib.util.find_spec("pygls") is None:
        echo("twinproof: the language server needs pygls: pip install 'twinproof[lsp]'", err=True)
        return UNREADABLE
    if sys.stdin.isatty():
        echo("waiting for an editor on stdin; end it with Ctrl-D", err=True)
    from twinproof.integrations.lsp.server import serve

    serve()
    return 0
