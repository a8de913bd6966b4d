"""A count that is shown only if it seems to be there, once and k times, in other styles.

Claim: (ε, δ) and (k·ε, k·δ), as in `gallery/private/asked_several_times.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, within


class Answer(NamedTuple):
    shown: int


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def shown_if_there_one_return(count: Annotated[int, within(1)], threshold: int, eps: Epsilon, delta: Epsilon) -> int:
    """The result is set on the way."""
    shown = 0
    if count > 0:
        noisy = laplace(count, 1 / eps)
        if noisy > threshold:
            shown = noisy
    return shown


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def shown_if_there_none(count: Annotated[int, within(1)], threshold: int, eps: Epsilon, delta: Epsilon) -> int | None:
    """The result is None where nothing is shown."""
    if count <= 0:
        return None
    noisy = laplace(count, 1 / eps)
    return noisy if noisy > threshold else None


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def shown_if_there_records(count: Annotated[int, within(1)], threshold: int, eps: Epsilon, delta: Epsilon) -> Answer:
    """The result is a record."""
    if count <= 0:
        return Answer(0)
    noisy = laplace(count, 1 / eps)
    return Answer(noisy if noisy > threshold else 0)


@mechanism(
    epsilon="k * eps",
    delta="k * delta",
    requires="k >= 0 and delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps",
)
def asked_several_times_loop(
    count: Annotated[int, within(1)], k: int, threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    """A loop calls the mechanism."""
    answers: list[int] = []
    for _ in range(k):
        answers.append(shown_if_there_one_return(count, threshold, eps, delta))
    return answers


@mechanism(
    epsilon="k * eps",
    delta="k * delta",
    requires="k >= 0 and delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps",
)
def asked_several_times_nested(
    count: Annotated[int, within(1)], k: int, threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    """A function in a function takes its place."""

    def shown() -> int:
        noisy = laplace(count, 1 / eps) if count > 0 else 0
        return noisy if noisy > threshold else 0

    return [shown() for _ in range(k)]


@mechanism(
    epsilon="k * eps",
    delta="k * delta",
    requires="k >= 0 and delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps",
)
def asked_several_times_records(
    count: Annotated[int, within(1)], k: int, threshold: int, eps: Epsilon, delta: Epsilon
) -> list[Answer]:
    """The result is a list of records."""
    return [shown_if_there_records(count, threshold, eps, delta) for _ in range(k)]
