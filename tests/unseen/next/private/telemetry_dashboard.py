"""Three numbers from one log: crashes, events, and seconds cut to cap. They move by 1, 1 and cap at most, and cost a
quarter, a quarter and half of eps."""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@dataclass(frozen=True)
class Event:
    crashed: bool
    seconds: int


@dataclass(frozen=True)
class Panel:
    crashes: int
    events: int
    seconds: int


class Dashboard:
    def __init__(self, cap: int, eps: Epsilon):
        self.cap = cap
        self.eps = eps

    def count(self, number):
        return laplace(number, 4 / self.eps)

    @mechanism(epsilon="eps", requires="cap >= 1")
    def telemetry_dashboard(self, events: Annotated[list[Event], one_added_or_removed()]) -> Panel:
        crashes = self.count(sum(event.crashed for event in events))
        number = self.count(len(events))
        used = sum(clamp(event.seconds, 0, self.cap) for event in events)
        return Panel(crashes=crashes, events=number, seconds=laplace(used, 2 * self.cap / self.eps))
