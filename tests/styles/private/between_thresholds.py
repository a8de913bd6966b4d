"""Above, below, or between two thresholds, in other styles.

Claim: (ε, δ), as in `gallery/private/between_thresholds.py`.
"""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism


class Place(Enum):
    BELOW = "below"
    BETWEEN = "between"
    ABOVE = "above"


class Found(NamedTuple):
    place: int


@mechanism(
    epsilon="eps",
    delta="delta",
    requires=(
        "gap >= 1 and exp(-gap * eps / 4) + exp(-eps / 4) <= 1"
        " and delta <= 1 / 2 and high - low >= 1 + gap + 8 * log(1 / (2 * delta)) / eps"
    ),
)
def between_thresholds_enum(
    answers: Annotated[list[int], each_within(1)], low: int, high: int, gap: int, eps: Epsilon, delta: Epsilon
) -> list[Place]:
    """The result is a list of members of an Enum."""
    apart = laplace(0, 4 / eps)
    places: list[Place] = []
    for answer in answers:
        noisy = laplace(answer, 4 / eps)
        if noisy < low + apart:
            places.append(Place.BELOW)
        elif noisy > high - apart:
            places.append(Place.ABOVE)
        else:
            places.append(Place.BETWEEN)
            break
    return places


@mechanism(
    epsilon="eps",
    delta="delta",
    requires=(
        "gap >= 1 and exp(-gap * eps / 4) + exp(-eps / 4) <= 1"
        " and delta <= 1 / 2 and high - low >= 1 + gap + 8 * log(1 / (2 * delta)) / eps"
    ),
)
def between_thresholds_records(
    answers: Annotated[list[int], each_within(1)], low: int, high: int, gap: int, eps: Epsilon, delta: Epsilon
) -> list[Found]:
    """The result is a list of records."""
    apart = laplace(0, 4 / eps)
    found: list[Found] = []
    for answer in answers:
        noisy = laplace(answer, 4 / eps)
        if low + apart <= noisy <= high - apart:
            found.append(Found(0))
            return found
        found.append(Found(-1 if noisy < low + apart else 1))
    return found


@mechanism(
    epsilon="eps",
    delta="delta",
    requires=(
        "gap >= 1 and exp(-gap * eps / 4) + exp(-eps / 4) <= 1"
        " and delta <= 1 / 2 and high - low >= 1 + gap + 8 * log(1 / (2 * delta)) / eps"
    ),
)
def between_thresholds_loop(
    answers: Annotated[list[int], each_within(1)], low: int, high: int, gap: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    """A flag ends the loop."""
    apart = laplace(0, 4 / eps)
    seen: list[int] = []
    i = 0
    is_between = False
    while i < len(answers) and not is_between:
        noisy = laplace(answers[i], 4 / eps)
        if noisy < low + apart:
            seen.append(-1)
        elif noisy > high - apart:
            seen.append(1)
        else:
            seen.append(0)
            is_between = True
        i += 1
    return seen
