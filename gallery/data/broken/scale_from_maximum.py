"""A sum whose noise fits the largest value that is there. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold, and no other bound does.

Source: ordinary code; sensitivity read off the data.

What is wrong: the sum of values from 0 to the largest one seems to move by at most the largest one. But the scale of
the noise differs between neighbours, and shows: far away from the sums the ratio of the two tails grows without end.

A violating pair: the rows (1) against (2), so a sum of 1 with scale 1/ε against a sum of 2 with scale 2/ε. At ε = 1 the
event is an output of 10 or more, with probability below 0.0001 against more than 0.01.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def scale_from_maximum(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    values = [max(0, row) for row in rows]
    largest = max(values, default=0)
    return laplace(sum(values), max(1, largest) / eps)
