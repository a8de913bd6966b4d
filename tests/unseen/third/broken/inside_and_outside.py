"""How many visitors were inside and how many outside, where one is replaced, with all of eps for either. Witness: one
inside against one outside; the output 1, 0 has a loss of twice eps."""

from dataclasses import dataclass
from typing import Annotated

import twinproof as tp


@dataclass(frozen=True)
class Places:
    inside: int
    outside: int


def noisy_count(flags, wanted, eps):
    n = 0
    for flag in flags:
        if flag == wanted:
            n += 1
    return tp.laplace(n, 1 / eps)


@tp.mechanism(epsilon="eps")
def inside_and_outside(is_inside: Annotated[list[bool], tp.one_changed()], eps: tp.Epsilon) -> Places:
    return Places(noisy_count(is_inside, True, eps), noisy_count(is_inside, False, eps))
