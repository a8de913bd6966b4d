"""WRONG: a very negative value is not clipped."""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@dataclass(frozen=True)
class Entry:
    delta: int


@mechanism(epsilon="eps")
def only_high_values_clipped(entries: Annotated[list[Entry], one_added_or_removed()], eps: Epsilon) -> int:
    return laplace(sum(e.delta if e.delta < 20 else 20 for e in entries), 20 / eps)
