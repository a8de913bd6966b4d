"""Above Threshold on an endless stream of queries, in other styles; a run may not end.

Claim: ε, as in `gallery/private/stream_above_threshold.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Database, Epsilon, Score, laplace, mechanism, sensitivity


class Found(NamedTuple):
    number: int


class Gate:
    """A bar, and the scale of the noise on what is compared with it."""

    def __init__(self, bar: int, scale: Epsilon) -> None:
        self.bar = bar
        self.scale = scale

    def stops(self, answer: int) -> bool:
        return laplace(answer, self.scale) < self.bar


@mechanism(epsilon="eps")
def stream_above_threshold_in_place(
    d: Database,
    score: Annotated[Score, sensitivity(1)],
    threshold: int,
    eps: Epsilon,
) -> int:
    """A list of what was below; its length is the result."""
    bar = laplace(threshold, 2 / eps)
    below: list[int] = []
    noisy = laplace(score(d, 0), 4 / eps)
    while noisy < bar:
        below.append(noisy)
        noisy = laplace(score(d, len(below)), 4 / eps)
    return len(below)


@mechanism(epsilon="eps")
def stream_above_threshold_nested(
    d: Database,
    score: Annotated[Score, sensitivity(1)],
    threshold: int,
    eps: Epsilon,
) -> int:
    """A function in the function asks the stream and compares."""
    bar = laplace(threshold, 2 / eps)

    def is_below(number: int) -> bool:
        return laplace(score(d, number), 4 / eps) < bar

    i = 0
    while is_below(i):
        i += 1
    return i


@mechanism(epsilon="eps")
def stream_above_threshold_records(
    d: Database,
    score: Annotated[Score, sensitivity(1)],
    threshold: int,
    eps: Epsilon,
) -> Found:
    """The number is None until it is found, and the result is a record."""
    bar = laplace(threshold, 2 / eps)
    found: int | None = None
    i = 0
    while found is None:
        if laplace(score(d, i), 4 / eps) >= bar:
            found = i
        i += 1
    return Found(found)


@mechanism(epsilon="eps")
def stream_above_threshold_class(
    d: Database,
    score: Annotated[Score, sensitivity(1)],
    threshold: int,
    eps: Epsilon,
) -> int:
    """A small object compares; the loop has no condition and is left by a return."""
    gate = Gate(laplace(threshold, 2 / eps), 4 / eps)
    i = 0
    while True:
        if not gate.stops(score(d, i)):
            return i
        i += 1
