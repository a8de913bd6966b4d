"""twinproof show: mechanisms as the paper writes them."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from twinproof.cli.streams import echo, speaks_unicode
from twinproof.cli.targets import every
from twinproof.lang.errors import Diagnostic
from twinproof.lang.printer import ASCII, PAPER, show_mechanism


def show(targets: Sequence[str], ascii_only: bool) -> int:
    """Print the core program of each mechanism, with its claim and its adjacency."""
    notation = ASCII if ascii_only or not speaks_unicode() else PAPER
    failed = False
    for position, item in enumerate(every(targets)):
        if isinstance(item, Diagnostic):
            failed = True
            sys.stdout.flush()
            echo(str(item), err=True)
            continue
        if position:
            echo()
        if item.at is not None:
            echo(f"{item.at.path}:{item.at.line}")
        echo(show_mechanism(item, notation))
    return 3 if failed else 0
