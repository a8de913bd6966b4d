"""Answers at a price of one unit of twelve, or of three after one that was high. What is next is paid before it is
drawn, if it can be; prices depend on noisy answers only, and never add up to more than twelve."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism

UNITS = 12
COARSE = 1
FINE = 3


@mechanism(epsilon="eps")
def coarse_then_fine(answers: Annotated[list[int], each_within(1)], bar: int, eps: Epsilon) -> list[int]:
    released: list[int] = []
    spent = 0
    price = COARSE
    for answer in answers:
        if spent + price > UNITS:
            break
        spent += price
        noisy = laplace(answer, UNITS / (price * eps))
        released.append(noisy)
        price = FINE if noisy > bar else COARSE
    return released
