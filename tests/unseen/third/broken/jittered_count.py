"""A count with uniform noise between -10 and 10, said to be 1/10-private. Witness: 0 against 1; the output -10 is seen
on the left only, which no epsilon pays for."""

from typing import Annotated

from twinproof import mechanism, uniform, within


@mechanism(epsilon="1 / 10")
def jittered_count(sightings: Annotated[int, within(1)]) -> int:
    return uniform(sightings - 10, sightings + 10)
