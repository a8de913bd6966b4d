"""Unary encoding: each row is a line of bits, one for each public value, and every bit may be turned round.

Claim: ε, when one row is replaced. The result is how often each bit was set.

Source: Wang, Blocki, Li, Jha, "Locally Differentially Private Protocols for Frequency Estimation", USENIX Security
2017 (symmetric unary encoding); also in Near, Abuah, "Programming Differential Privacy", the chapter on the local
model.

Coupling: a replaced row turns at most two bits of its line. Equal noisy bits cost 1 unit of ε/2 each.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


def perturbed(bit: int, eps: Epsilon) -> int:
    return 1 if laplace(bit, 2 / eps) >= 1 else 0


@mechanism(epsilon="eps", requires="values >= 1")
def unary_encoding(rows: Annotated[list[int], one_changed()], values: int, eps: Epsilon) -> list[int]:
    counts = [0] * values
    for row in rows:
        for value in range(values):
            bit = 1 if row == value else 0
            counts[value] += perturbed(bit, eps)
    return counts
