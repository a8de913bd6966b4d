"""Report noisy max over stations, as a loop that keeps the best so far.

middling. Each count moves by 1 in either direction; noise of scale 2 / eps.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def busiest_station(passengers: Annotated[list[int], each_within(1)], eps: Epsilon) -> int | None:
    best = None
    record = 0
    for station, count in enumerate(passengers):
        noisy = laplace(count, 2 / eps)
        if best is None or noisy > record:
            best = station
            record = noisy
    return best
