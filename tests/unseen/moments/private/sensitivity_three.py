"""A number that moves by three."""

from typing import Annotated

from twinproof import gaussian, mechanism, within


@mechanism(zcdp="9 / 50")
def sensitivity_three(x: Annotated[int, within(3)]) -> int:
    return gaussian(x, 5)
