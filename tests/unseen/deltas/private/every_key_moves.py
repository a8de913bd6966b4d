"""One user may hold every key: (n eps, n delta)."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="len(counts) * eps", delta="len(counts) * exp(-(t - 1) * eps) / 2", requires="t >= 1")
def every_key_moves(counts: Annotated[list[int], each_within(1)], t: int, eps: Epsilon) -> list[int | None]:
    out: list[int | None] = []
    for count in counts:
        if count > 0:
            noisy = laplace(count, 1 / eps)
            out.append(noisy if noisy > t else None)
        else:
            out.append(None)
    return out
