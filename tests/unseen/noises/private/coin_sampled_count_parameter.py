from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="log(1 + q * (exp(eps) - 1))", requires="q <= 1")
def coin_sampled_count_parameter(rows: Annotated[list[int], one_added_or_removed()], q: Epsilon, eps: Epsilon) -> int:
    """A count over a sample, q a parameter."""
    sample = [row for row in rows if coin(q)]
    return laplace(len(sample), 1 / eps)
