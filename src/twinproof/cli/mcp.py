"""twinproof mcp: serves coding assistants."""

from __future__ import annotations

import importlib.util
import sys

from twinproof.cli.streams import echo

UNREADABLE = 3


def mcp() -> int:
    """Serve a client of the Model Context Protocol over stdin and stdout, until it ends."""
    if importlib.util.find_spec("mcp") is None:
        echo("twinproof: the server for coding assistants needs mcp: pip install 'twinproof[mcp]'", err=True)
        return UNREADABLE
    if sys.stdin.isatty():
        echo("waiting for a coding assistant on stdin; end it with Ctrl-D", err=True)
    from twinproof.integrations.mcp.server import serve

    serve()
    return 0
