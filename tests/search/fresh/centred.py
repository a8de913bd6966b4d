"""Noise around zero that is added to what it hides, and centres that move further than their inputs."""

from typing import Annotated

from twinproof import Database, Epsilon, Query, each_within, laplace, mechanism, sensitivity, within


@mechanism(epsilon="eps", requires="0 <= k and k < len(xs)")
def entry_plus_noise(xs: Annotated[list[int], each_within(1)], k: int, eps: Epsilon) -> int:
    """One entry, the noise beside it."""
    return xs[k] + laplace(0, 1 / eps)


@mechanism(epsilon="len(xs) * eps")
def entries_plus_noise(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    """All entries."""
    out: list[int] = []
    for i in range(len(xs)):
        out.append(xs[i] + laplace(0, 1 / eps))
    return out


@mechanism(epsilon="a + b + g")
def found_and_told(
    d: Database, qs: Annotated[list[Query], sensitivity(1)], t: int, a: Epsilon, b: Epsilon, g: Epsilon
) -> tuple[int, int]:
    """The first query above the bar, and its answer under fresh noise; all noise is around zero."""
    bar = t + laplace(0, 1 / a)
    for i in range(len(qs)):
        if qs[i](d) + laplace(0, 2 / b) >= bar:
            return (i, qs[i](d) + laplace(0, 1 / g))
    return (-1, 0)


@mechanism(epsilon="eps")
def noise_taken_away(x: Annotated[int, within(1)], y: Annotated[int, within(1)], eps: Epsilon) -> tuple[int, int]:
    """The noise is subtracted from a difference of which both parts move, and added to a sum."""
    first = laplace(0, 4 / eps) - y + x
    return (first, x + y + laplace(0, 4 / eps))


@mechanism(epsilon="eps")
def three_times_the_votes(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Scores that move by three."""
    arg = -1
    top = 0
    for i, x in enumerate(xs):
        v = laplace(3 * x, 6 / eps)
        if arg == -1 or v > top:
            arg = i
            top = v
    return arg


@mechanism(epsilon="eps")
def two_inputs_against_a_bar(
    xs: Annotated[list[int], each_within(1)], y: Annotated[int, within(2)], t: int, eps: Epsilon
) -> int:
    """What is compared moves by three: one for the entry, two for the other input."""
    bar = laplace(t, 6 / eps)
    for i, x in enumerate(xs):
        if laplace(x + y, 12 / eps) >= bar:
            return i
    return 0


def _first_above(xs: list[int], t: int, eps: Epsilon) -> int:
    bar = laplace(t, 2 / eps)
    for i, x in enumerate(xs):
        if laplace(x, 4 / eps) >= bar:
            return i
    return -1


@mechanism(epsilon="2 * eps")
def again_higher_or_lower(
    y: Annotated[int, within(1)], xs: Annotated[list[int], each_within(1)], t: int, eps: Epsilon
) -> tuple[int, int]:
    """A released number decides where the bar is."""
    seen = laplace(y, 1 / eps)
    if seen > t:  # noqa: SIM108
        at = _first_above(xs, t + 10, eps)
    else:
        at = _first_above(xs, t - 10, eps)
    return (seen, at)


@mechanism(epsilon="k * (a + b)", requires="k >= 0 and len(xs) >= 1")
def chosen_and_measured(
    xs: Annotated[list[int], each_within(1)], k: int, a: Epsilon, b: Epsilon
) -> list[tuple[int, int]]:
    """In each round the noisy best, and a measurement of it, as one pair."""
    log: list[tuple[int, int]] = []
    for _ in range(k):
        pick = 0
        top = laplace(xs[0], 2 / a)
        for i in range(1, len(xs)):
            v = laplace(xs[i], 2 / a)
            if v > top:
                top = v
                pick = i
        log.append((pick, laplace(xs[pick], 1 / b)))
    return log
