# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_choice


@mechanism(epsilon="eps")
def hashed_survey(words: Annotated[list[int], one_changed()], a: int, b: int, eps: Epsilon) -> list[int]:
    """Local hashing: each word is hashed to one of eight buckets with a public hash, and the bucket is randomized."""
    return [randomized_choice((a * word + b) % 8, 8, eps) for word in words]
