from typing import Annotated

from twinproof import Epsilon, clamp, each_within, laplace, mechanism, within


@mechanism(epsilon="size_eps + series_eps", requires="len(series) >= 1")
def released_number_of_questions(
    active: Annotated[int, within(1)],
    series: Annotated[list[int], each_within(1)],
    size_eps: Epsilon,
    series_eps: Epsilon,
) -> tuple[int, list[int]]:
    """A noisy size at size_eps decides how many entries are released, and series_eps is split evenly between those: k draws
    at series_eps / k each."""
    k = clamp(laplace(active, 1 / size_eps), 1, len(series))
    return k, [laplace(x, k / series_eps) for x in series[:k]]
