# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(zcdp="len(counts) * eps ** 2 / 2")
def laplace_as_zcdp(counts: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    """Every pure eps is eps ** 2 / 2 of zCDP, and zCDP adds up over the entries."""
    return [laplace(count, 1 / eps) for count in counts]
