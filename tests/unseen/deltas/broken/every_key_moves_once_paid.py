"""Every key may move, and delta is for one."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="len(counts) * eps", delta="exp(-t * eps) / (1 + exp(-eps))", requires="t >= 1")
def every_key_moves_once_paid(counts: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> list[int]:
    out = []
    for count in counts:
        noisy = laplace(count, 1 / eps) if count > 0 else 0
        out.append(noisy if noisy > t else 0)
    return out
