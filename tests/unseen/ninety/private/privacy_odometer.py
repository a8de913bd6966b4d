"""Analysts ask with a price in units for each question; what the purse cannot pay is skipped.

hard. A price p costs p * eps / units, and the purse holds units.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="units >= 1")
def privacy_odometer(
    answers: Annotated[list[int], each_within(1)], prices: list[int], units: int, eps: Epsilon
) -> list[int | None]:
    purse = units
    told: list[int | None] = []
    for answer, price in zip(answers, prices):
        if price < 1 or price > purse:
            told.append(None)
            continue
        purse -= price
        told.append(laplace(answer, units / (price * eps)))
    return told
