# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def keys_off_the_data(domains: Annotated[list[str], one_added_or_removed()], eps: Epsilon) -> dict[str, int]:
    """The bug: which keys there are is read off the data. Witness: [] and ["a"]: {} is the only output of the one,
    and impossible for the other."""
    counts: dict[str, int] = {}
    for domain in domains:
        if domain in counts:
            counts[domain] += 1
        else:
            counts[domain] = 1
    return {domain: laplace(count, 1 / eps) for domain, count in counts.items()}
