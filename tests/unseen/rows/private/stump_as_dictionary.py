"""Labels on both sides of a public cut, in a dictionary whose keys are pairs of bools."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Case(NamedTuple):
    x: int
    ill: bool


@mechanism(epsilon="eps")
def stump_as_dictionary(cases: Annotated[list[Case], one_added_or_removed()], cut: int, eps: Epsilon) -> tuple[bool, bool]:
    counts = {(False, False): 0, (False, True): 0, (True, False): 0, (True, True): 0}
    for case in cases:
        counts[(case.x >= cut, case.ill)] += 1
    noisy = {key: laplace(n, 1 / eps) for key, n in counts.items()}
    return noisy[(False, True)] > noisy[(False, False)], noisy[(True, True)] > noisy[(True, False)]
