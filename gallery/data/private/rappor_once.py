"""Unary encoding, the one-time step of RAPPOR: a line of bits for each row, and a response to every bit.

Claim: ε, when one row is replaced. The result is how often each bit was told to be set.

Source: Erlingsson, Pihur, Korolova, "RAPPOR: Randomized Aggregatable Privacy-Preserving Ordinal Response", CCS 2014;
Wang, Blocki, Li, Jha, "Locally Differentially Private Protocols for Frequency Estimation", USENIX Security 2017.

Coupling: the same responses. A row that is replaced turns two bits round at most, each for ε/2.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_response


@mechanism(epsilon="eps", requires="values >= 1")
def rappor_once(rows: Annotated[list[int], one_changed()], values: int, eps: Epsilon) -> list[int]:
    counts = [0] * values
    for row in rows:
        for value in range(values):
            if randomized_response(row == value, eps / 2):
                counts[value] += 1
    return counts
