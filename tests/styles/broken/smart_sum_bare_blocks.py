"""SmartSum that forgets the noise when a block is finished, in other styles. Not private at all.

Claim: 2ε, which does not hold, as in `gallery/broken/smart_sum_bare_blocks.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_within


class State(NamedTuple):
    finished: int
    block: int
    running: int


@mechanism(epsilon="2 * eps", requires="m >= 1")
def smart_sum_bare_blocks_comprehension(stream: Annotated[list[int], one_within(1)], m: int, eps: Epsilon) -> list[int]:
    """Exact sums of blocks, noisy entries, and the sums of slices: three comprehensions."""
    blocks = [sum(stream[b * m : (b + 1) * m]) for b in range(len(stream) // m)]
    entries = [laplace(x, 1 / eps) if (i + 1) % m != 0 else 0 for i, x in enumerate(stream)]
    return [sum(blocks[: i // m]) + sum(entries[i // m * m : i]) for i in range(1, len(stream) + 1)]


@mechanism(epsilon="2 * eps", requires="m >= 1")
def smart_sum_bare_blocks_slices(stream: Annotated[list[int], one_within(1)], m: int, eps: Epsilon) -> list[int]:
    """At the end of a block, the exact sum of the list so far, by a slice."""
    out: list[int] = []
    running = 0
    for i, x in enumerate(stream, 1):
        running = sum(stream[:i]) if i % m == 0 else running + laplace(x, 1 / eps)
        out.append(running)
    return out


@mechanism(epsilon="2 * eps", requires="m >= 1")
def smart_sum_bare_blocks_in_place(stream: Annotated[list[int], one_within(1)], m: int, eps: Epsilon) -> list[int]:
    """The output is a list of zeros that is set in place."""
    out = [0] * len(stream)
    finished = block = running = 0
    for i, x in enumerate(stream):
        block += x
        if (i + 1) % m == 0:
            finished += block
            running, block = finished, 0
        else:
            running += laplace(x, 1 / eps)
        out[i] = running
    return out


@mechanism(epsilon="2 * eps", requires="m >= 1")
def smart_sum_bare_blocks_records(stream: Annotated[list[int], one_within(1)], m: int, eps: Epsilon) -> list[int]:
    """The state is a record, and a nested function makes the next one."""

    def step(state: State, x: int, is_end: bool) -> State:
        if is_end:
            finished = state.finished + state.block + x
            return State(finished, 0, finished)
        return State(state.finished, state.block + x, state.running + laplace(x, 1 / eps))

    out: list[int] = []
    state = State(finished=0, block=0, running=0)
    for i, x in enumerate(stream):
        state = step(state, x, is_end=(i + 1) % m == 0)
        out.append(state.running)
    return out
