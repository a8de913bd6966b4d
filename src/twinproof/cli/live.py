"""The live display of `verify`: what is being worked on, for whom, and what has come out so far.

It is drawn on stderr, where somebody watches, and goes away when the work is done. No thread draws it: processes are
forked off while it stands.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from twinproof.cli.streams import is_watched
from twinproof.lang.mechanism import Mechanism
from twinproof.verify.batch import Watcher

if TYPE_CHECKING:
    from rich.table import Table

_COLOURS = {"proved": "green", "refuted": "red", "unknown": "yellow"}


@dataclass
class _Line:
    """One mechanism that is being worked on."""

    start: float = field(default_factory=time.monotonic)
    sides: dict[str, str] = field(default_factory=dict)


class LiveDisplay(Watcher):
    """Shows the mechanisms that are worked on, and how many verdicts there are."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.counts: Counter[str] = Counter()
        self.lines: dict[int, _Line] = {}
        self.live: Any = None

    def counted(self, mechanisms: Sequence[Mechanism]) -> None:
        self.names = [mechanism.name for mechanism in mechanisms]

    def begun(self, number: int) -> None:
        self.lines[number] = _Line()
        self.waiting()

    def told(self, number: int, side: str, text: str) -> None:
        self.lines[number].sides[side] = text

    def waiting(self) -> None:
        if not is_watched(sys.stderr):
            return
        if self.live is None:
            from rich.console import Console
            from rich.live import Live

            console = Console(stderr=True)
            self.live = Live(
                console=console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
            )
        self.live.start()
        self.live.update(self._drawn(), refresh=True)

    def ended(self, number: int, kind: str) -> None:
        """There is a verdict. The display makes room for it."""
        self.counts[kind] += 1
        self.lines.pop(number, None)
        self.clear()

    def clear(self) -> None:
        """Take the display away, until time goes by again."""
        if self.live is not None:
            self.live.stop()

    def _drawn(self) -> Table:
        from rich.spinner import Spinner
        from rich.table import Table
        from rich.text import Text

        table = Table.grid(padding=(0, 1))
        sign = Spinner("dots", style="cyan")
        sign.start_time = 0.0  # it turns by the clock, whoever draws it
        for number, line in self.lines.items():
            seconds = f"{time.monotonic() - line.start:5.1f} s"
            table.add_row(sign.render(time.monotonic()), Text(self.names[number], "bold"), Text(seconds, "dim"))
            for side, text in line.sides.items():
                table.add_row("", Text(f"  {side}", "dim"), Text(text, "dim", overflow="ellipsis", no_wrap=True))
        done = sum(self.counts.values())
        summary = Text(f"{done} of {len(self.names)} done")
        for kind, count in self.counts.items():
            summary.append(f" · {count} {kind}", _COLOURS[kind])
        table.add_row("", summary, "")
        return table
