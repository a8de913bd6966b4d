"""Half of the answers are randomized responses and the other half are yes, and eps / 2 is claimed, but a no comes from
a response only. Witness: one no against one yes; the answer no has a loss of eps."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, mechanism, one_changed, randomized_response


@mechanism(epsilon="eps / 2")
def else_yes(truths: Annotated[list[bool], one_changed()], eps: Epsilon) -> list[bool]:
    half = Fraction(1, 2)
    return [randomized_response(truth, eps) if coin(half) else True for truth in truths]
