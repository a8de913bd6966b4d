"""Whether a heater is on at each time: on below the lower limit, off above the upper, else as it was. One reading moves
by 1 and has noise of scale 1 / eps; the states are made of noisy readings."""

from enum import Enum, auto
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


class Heater(Enum):
    OFF = auto()
    ON = auto()


@mechanism(epsilon="eps", requires="low < high")
def thermostat_states(
    readings: Annotated[list[int], one_within(1)], low: int, high: int, eps: Epsilon
) -> list[Heater]:
    state = Heater.OFF
    states: list[Heater] = []
    for reading in readings:
        noisy = laplace(reading, 1 / eps)
        if state is Heater.OFF and noisy < low:
            state = Heater.ON
        elif state is Heater.ON and noisy > high:
            state = Heater.OFF
        states.append(state)
    return states
