"""twinproof play: the playground, a page on this machine."""

from __future__ import annotations

import contextlib
import importlib.util
import socket
import webbrowser
from pathlib import Path

from twinproof.cli.streams import echo
from twinproof.lang.files import text_of
from twinproof.play.guard import HOST, Guard

DONE, UNREADABLE = 0, 3


def play(file: Path | None, port: int, browser: bool) -> int:
    """Show the playground until interrupted."""
    if importlib.util.find_spec("nicegui") is None:
        echo("twinproof: the playground needs NiceGUI: pip install 'twinproof[play]'", err=True)
        return UNREADABLE
    try:
        text = text_of(file) if file is not None else None
    except UnicodeDecodeError:
        echo(f"twinproof: {file} is not a text in UTF-8", err=True)
        return UNREADABLE
    try:
        port = free_port(port)
    except OSError as problem:
        echo(f"twinproof: port {port} cannot be used: {problem.strerror or problem}", err=True)
        return UNREADABLE
    address = f"http://{HOST}:{port}/"

    def opened() -> None:
        echo(f"the playground is at {address} (end it with Ctrl-C)")
        if browser:
            webbrowser.open(address)

    from twinproof.play.server import serve

    with contextlib.suppress(KeyboardInterrupt):  # which is how it ends
        serve(HOST, port, text, Guard, opened)
    return DONE


def free_port(wanted: int) -> int:
    """The port, if it is free; for 0 any that is."""
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        tried.bind((HOST, wanted))
        chosen: int = tried.getsockname()[1]
    return chosen
