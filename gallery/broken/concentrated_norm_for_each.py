"""A vector whose entries each move by 1, with noise for a vector that moves by 1 as a whole. Not private as claimed.

Claim: ρ-zCDP. It is n·ρ in truth, for n entries.

Source: Bun, Steinke, "Concentrated Differential Privacy: Simplifications, Extensions, and Lower Bounds", TCC 2016: the
price is the square of the Euclidean norm of how far the vector moves.

What is wrong: the squares of what the entries move by were not added up: each entry moves by 1, and so was said to do
the vector.

A violating pair: two entries that both move. Outputs on the far side of both.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="rho")
def concentrated_norm_for_each(values: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    return [gaussian(value, variance=1 / (2 * rho)) for value in values]
