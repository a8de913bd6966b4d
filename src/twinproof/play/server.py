"""The server of the playground: the page for whoever opens it, until it is interrupted."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from nicegui import app, ui

from twinproof.play import pieces
from twinproof.play.asking import Connection
from twinproof.play.gallery import FIRST, examples
from twinproof.play.page import Page


def build(text: str | None, example: str, connection: Connection) -> None:
    """A new page: the text that was asked for, or an example of the gallery."""
    ui.add_css(pieces.style())
    key = example if example in examples() else FIRST
    Page(text if text is not None else examples()[key].text(), "" if text is not None else key, connection)


def serve(host: str, port: int, text: str | None, guard: Callable[..., Any], opened: Callable[[], None]) -> None:
    """Show the page to whoever asks, until interrupted."""

    spare = [Connection()]  # for the first page, so that its worker is ready when the browser is

    def root(example: str = "") -> None:
        build(text if not example else None, example, spare.pop() if spare else Connection())

    ui.page("/", title="Twinproof playground", viewport="width=device-width, initial-scale=1")(root)
    app.add_middleware(functools.partial(guard, port=port))
    app.on_startup(spare[0].warm)
    app.on_startup(opened)
    ui.run(
        host=host,
        port=port,
        reload=False,
        show=False,
        show_welcome_message=False,
        tailwind=False,
        dark=None,
        language="en-US",
        favicon="🎲",
        reconnect_timeout=5,
    )
