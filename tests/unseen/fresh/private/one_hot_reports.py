# Judged before running: middling.
from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_response


@mechanism(epsilon="eps", requires="k >= 1")
def one_hot_reports(colours: Annotated[list[int], one_changed()], k: int, eps: Epsilon) -> list[list[bool]]:
    """Basic RAPPOR: one hot bits with a response each. Another colour changes two bits, at eps / 2 each."""
    return [[randomized_response(colour == c, eps / 2) for c in range(k)] for colour in colours]
