"""A budget of four units, with answers at one unit or three; what is checked is that something is left, and not that it
suffices. Witness: four answers of 0 against four of 1, bar -10; -20, -20, -5, -5 costs six units, 3 / 2 * eps."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism

UNITS = 4


@mechanism(epsilon="eps")
def fine_when_short(answers: Annotated[list[int], each_within(1)], bar: int, eps: Epsilon) -> list[int]:
    released: list[int] = []
    spent = 0
    price = 1
    i = 0
    while i < len(answers) and spent < UNITS:
        noisy = laplace(answers[i], UNITS / (price * eps))
        released.append(noisy)
        spent += price
        price = 3 if noisy > bar else 1
        i += 1
    return released
