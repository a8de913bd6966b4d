"""WRONG: noise for as many cells as there are kinds in the data."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def scale_from_kinds_seen(kinds: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    seen: list[int] = []
    for kind in kinds:
        if kind not in seen:
            seen.append(kind)
    return laplace(sum(clamp(k, 0, 3) for k in kinds), 3 * (len(seen) + 1) / eps)
