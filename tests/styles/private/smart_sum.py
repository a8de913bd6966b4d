"""SmartSum, in other styles: all prefix sums of a stream, in blocks of m.

Claim: 2ε, as in `gallery/private/smart_sum.py`.
"""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_within


class State(NamedTuple):
    finished: int  # noisy sum of the finished blocks
    block: int  # exact sum of the block that is being filled
    filled: int
    running: int  # the noisy prefix sum that is shown


@dataclass(frozen=True)
class Total:
    time: int
    noisy: int


class Noise:
    """Adds noise of one scale."""

    def __init__(self, eps: Epsilon) -> None:
        self.scale = 1 / eps

    def on(self, number: int) -> int:
        return laplace(number, self.scale)


@mechanism(epsilon="2 * eps", requires="m >= 1")
def smart_sum_comprehension(stream: Annotated[list[int], one_within(1)], m: int, eps: Epsilon) -> list[int]:
    """All noisy blocks first, then all noisy entries, then the sums of slices: three comprehensions."""
    blocks = [laplace(sum(stream[b * m : (b + 1) * m]), 1 / eps) for b in range(len(stream) // m)]
    entries = [laplace(x, 1 / eps) if (i + 1) % m != 0 else 0 for i, x in enumerate(stream)]
    return [sum(blocks[: i // m]) + sum(entries[i // m * m : i]) for i in range(1, len(stream) + 1)]


@mechanism(epsilon="2 * eps", requires="m >= 1")
def smart_sum_slices(stream: Annotated[list[int], one_within(1)], m: int, eps: Epsilon) -> list[int]:
    """The exact sum of a block is taken from a slice at its end."""
    out: list[int] = []
    finished = running = 0
    for i, x in enumerate(stream, 1):
        if i % m == 0:
            finished += laplace(sum(stream[i - m : i]), 1 / eps)
            running = finished
        else:
            running += laplace(x, 1 / eps)
        out.append(running)
    return out


@mechanism(epsilon="2 * eps", requires="m >= 1")
def smart_sum_in_place(stream: Annotated[list[int], one_within(1)], m: int, eps: Epsilon) -> list[int]:
    """Exact sums of blocks in a list that is added to in place; the output is set in place too."""
    sums = [0] * (len(stream) // m + 1)
    out = [0] * len(stream)
    finished = 0
    for i, x in enumerate(stream):
        sums[i // m] += x
        if (i + 1) % m == 0:
            finished += laplace(sums[i // m], 1 / eps)
            out[i] = finished
        else:
            before = out[i - 1] if i > 0 else 0
            out[i] = before + laplace(x, 1 / eps)
    return out


@mechanism(epsilon="2 * eps", requires="m >= 1")
def smart_sum_records(stream: Annotated[list[int], one_within(1)], m: int, eps: Epsilon) -> list[Total]:
    """The state is a record, and a function in the function makes the next one."""

    def step(state: State, x: int) -> State:
        if state.filled + 1 == m:
            finished = state.finished + laplace(state.block + x, 1 / eps)
            return State(finished, block=0, filled=0, running=finished)
        running = state.running + laplace(x, 1 / eps)
        return State(state.finished, state.block + x, state.filled + 1, running)

    out: list[Total] = []
    state = State(finished=0, block=0, filled=0, running=0)
    for time, x in enumerate(stream):
        state = step(state, x)
        out.append(Total(time, state.running))
    return out


@mechanism(epsilon="2 * eps", requires="m >= 1")
def smart_sum_class(stream: Annotated[list[int], one_within(1)], m: int, eps: Epsilon) -> list[int]:
    """An object draws the noise; the state is unpacked from a tuple each time."""
    noise = Noise(eps)
    out: list[int] = []
    finished, block, running = 0, 0, 0
    for i, x in enumerate(stream, start=1):
        block += x
        if i % m == 0:
            finished += noise.on(block)
            block, running = 0, finished
        else:
            running += noise.on(x)
        out.append(running)
    return out


@mechanism(epsilon="2 * eps", requires="m >= 1")
def smart_sum_none(stream: Annotated[list[int], one_within(1)], m: int, eps: Epsilon) -> list[int]:
    """What is shown is None before anything was, and a conditional expression then takes the finished blocks."""
    out: list[int] = []
    finished = block = 0
    shown: int | None = None
    for i, x in enumerate(stream):
        block += x
        if (i + 1) % m == 0:
            finished += laplace(block, 1 / eps)
            block = 0
            shown = None
        else:
            noisy = laplace(x, 1 / eps)
            shown = finished + noisy if shown is None else shown + noisy
        out.append(finished if shown is None else shown)
    return out
