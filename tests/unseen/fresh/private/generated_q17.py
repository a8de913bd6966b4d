# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def generated_q17(
    src0: Annotated[list[tuple[int, int, bool]], one_added_or_removed()], p0: int, eps: Epsilon
) -> tuple[int, int]:
    """Generated from SELECT SUM(c1), COUNT(*) WHERE c2 AND c0 = p0: sensitivities 50 and 1, half of the budget each."""
    t0 = [c for c in src0 if c[2]]
    t1 = [(c[0], min(max(c[1], 0), 50)) for c in t0]
    t2 = [c[1] for c in t1 if c[0] == p0]
    t3 = sum(t2)
    t4 = len(t2)
    t5 = 50 / (eps / 2)
    t6 = 1 / (eps / 2)
    t7 = laplace(t3, t5)
    t8 = laplace(t4, t6)
    return (t7, t8)
