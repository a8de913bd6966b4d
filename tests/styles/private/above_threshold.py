"""Above Threshold to the end of the list, in other styles: each answer gets its noise, the first one above is reported.

Claim: ε, as in `gallery/private/above_threshold.py`. The result is an index; None, or len(answers), if
nothing was above.
"""

from typing import Annotated, NamedTuple, Optional

from twinproof import Epsilon, each_within, laplace, mechanism


class Reading(NamedTuple):
    position: int
    noisy: int


class Noise:
    """The scales for the threshold and for the answers."""

    def __init__(self, eps: Epsilon) -> None:
        self.threshold = 2 / eps
        self.answer = 4 / eps


@mechanism(epsilon="eps")
def above_threshold_comprehension(
    answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon
) -> int | None:
    """A comprehension that draws, and `index` in a list of booleans."""
    bar = laplace(threshold, 2 / eps)
    above = [laplace(answer, 4 / eps) >= bar for answer in answers]
    return above.index(True) if True in above else None


@mechanism(epsilon="eps")
def above_threshold_filter(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> int:
    """The noise is drawn in the condition of a comprehension; the least index that is left, or len(answers)."""
    bar = laplace(threshold, 2 / eps)
    hits = [i for i, answer in enumerate(answers) if laplace(answer, 4 / eps) >= bar]
    hits.append(len(answers))
    return min(hits)


@mechanism(epsilon="eps")
def above_threshold_in_place(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> int:
    """A list of zeros is filled with noisy answers, and then searched from the end to the start."""
    bar = laplace(threshold, 2 / eps)
    noisy = [0] * len(answers)
    for i in range(len(answers)):
        noisy[i] = laplace(answers[i], 4 / eps)
    first = len(answers)
    for i in reversed(range(len(noisy))):
        if noisy[i] >= bar:
            first = i
    return first


@mechanism(epsilon="eps")
def above_threshold_records(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> int | None:
    """Records of position and noisy answer, of which those above are kept."""
    bar = laplace(threshold, 2 / eps)
    readings = [Reading(i, laplace(answer, 4 / eps)) for i, answer in enumerate(answers)]
    above = [reading for reading in readings if reading.noisy >= bar]
    if len(above) == 0:
        return None
    return above[0].position


@mechanism(epsilon="eps")
def above_threshold_none(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> Optional[int]:
    """A variable that is None until something was found; the scales are attributes of a small object."""
    noise = Noise(eps)
    bar = laplace(threshold, noise.threshold)
    first: Optional[int] = None
    for i, answer in enumerate(answers):
        noisy = laplace(answer, noise.answer)
        if first is None and noisy >= bar:
            first = i
    return first
