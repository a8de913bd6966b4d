"""Heartbeats are counted while a session is not paused, and each pause row switches that for all rows after it.
Witness: [BEAT, BEAT] against [PAUSE, BEAT, BEAT]; one row moves the count from 2 to 0, and the noise is for 1."""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Signal(Enum):
    BEAT = 0
    PAUSE = 1


@mechanism(epsilon="eps")
def pause_button(signals: Annotated[list[Signal], one_added_or_removed()], eps: Epsilon) -> int:
    running = True
    beats = 0
    for signal in signals:
        if signal is Signal.PAUSE:
            running = not running
        elif running:
            beats += 1
    return laplace(beats, 1 / eps)
