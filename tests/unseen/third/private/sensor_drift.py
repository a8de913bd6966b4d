"""A method of a small class: one value that moves by at most limit, with Gaussian noise. limit ** 2 / (2 * variance) is
rho."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


class Sensor:
    def __init__(self, limit: int, rho: Epsilon):
        self.limit = limit
        self.rho = rho

    @mechanism(zcdp="rho", requires="limit >= 1")
    def sensor_drift(self, drift: Annotated[int, within("limit")]) -> int:
        return gaussian(drift, variance=self.limit**2 / (2 * self.rho))
