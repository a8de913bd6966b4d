"""Answers as long as the budget lasts, in other styles.

Claim: ρ-zCDP, as in `gallery/private/gaussian_filter.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, gaussian, mechanism

class Released(NamedTuple):
    answers: list[int]


@mechanism(zcdp="rho")
def gaussian_filter_loop(answers: Annotated[list[int], each_within(1)], threshold: int, rho: Epsilon) -> list[int]:
    """A loop over the answers that stops."""
    released: list[int] = []
    quarters = 0
    cost = 1
    for answer in answers:
        if quarters + cost > 4:
            break
        noisy = gaussian(answer, variance=2 / (cost * rho))
        released.append(noisy)
        quarters += cost
        cost = 2 if noisy > threshold else 1
    return released


@mechanism(zcdp="rho")
def gaussian_filter_left(answers: Annotated[list[int], each_within(1)], threshold: int, rho: Epsilon) -> list[int]:
    """What is left is counted down."""
    released: list[int] = []
    left = 4
    cost = 1
    i = 0
    while i < len(answers) and cost <= left:
        noisy = gaussian(answers[i], variance=2 / (cost * rho))
        released.append(noisy)
        left -= cost
        if noisy > threshold:
            cost = 2
        else:
            cost = 1
        i += 1
    return released


@mechanism(zcdp="rho")
def gaussian_filter_records(answers: Annotated[list[int], each_within(1)], threshold: int, rho: Epsilon) -> Released:
    """The result is a record."""
    released: list[int] = []
    quarters = 0
    cost = 1
    i = 0
    while i < len(answers) and quarters + cost <= 4:
        noisy = gaussian(answers[i], variance=2 / (cost * rho))
        released.append(noisy)
        quarters += cost
        cost = 2 if noisy > threshold else 1
        i += 1
    return Released(released)
