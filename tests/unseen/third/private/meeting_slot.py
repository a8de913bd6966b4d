"""An hour at which many people can meet, by permute and flip. The hours of one person are replaced, so that each score
moves by at most 1, up or down, and rate eps / 2 costs eps."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, mechanism, one_changed, permute_and_flip

OPENS = 9
CLOSES = 17


class Free(NamedTuple):
    start: int
    end: int


@mechanism(epsilon="eps")
def meeting_slot(people: Annotated[list[Free], one_changed()], eps: Epsilon) -> int:
    scores = [sum(1 for free in people if free.start <= hour < free.end) for hour in range(OPENS, CLOSES)]
    return OPENS + permute_and_flip(scores, eps / 2)
