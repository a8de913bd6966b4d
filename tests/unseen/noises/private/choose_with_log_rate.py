from math import log
from typing import Annotated

from twinproof import choose, each_within, mechanism


@mechanism(epsilon="log(2)", requires="len(scores) >= 1")
def choose_with_log_rate(scores: Annotated[list[int], each_within(1)]) -> int:
    """At most twice as likely."""
    return choose(scores, log(2) / 2)
