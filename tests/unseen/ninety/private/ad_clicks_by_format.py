"""Clicks by the format of the advertisement; the impressions that were not clicked do not count.

easy. One impression counts for one format, once.
"""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Format(Enum):
    BANNER = "banner"
    VIDEO = "video"
    NATIVE = "native"


class Impression(NamedTuple):
    format: Format
    clicked: bool


@mechanism(epsilon="eps")
def ad_clicks_by_format(
    impressions: Annotated[list[Impression], one_added_or_removed()], eps: Epsilon
) -> dict[Format, int]:
    clicks = {f: 0 for f in Format}
    for impression in impressions:
        if impression.clicked:
            clicks[impression.format] += 1
    return {f: laplace(n, 1 / eps) for f, n in clicks.items()}
