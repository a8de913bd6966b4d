from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="cap >= 1")
def assert_on_data(values: Annotated[list[int], one_within(10)], cap: int, eps: Epsilon) -> int:
    """WRONG: the data are checked and not clipped, and a run that fails has no output. Values [0] give every output a positive
    probability, values [-1] give every output probability 0."""
    assert all(0 <= v <= cap for v in values)
    return laplace(sum(values), cap / eps)
