"""Randomized response to two questions, each with the whole budget. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold; 2ε does.

Source: Warner, "Randomized Response: A Survey Technique for Eliminating Evasive Answer Bias", JASA 60, 1965, for one
question; Wang, Blocki, Li, Jha, "Locally Differentially Private Protocols for Frequency Estimation", USENIX Security
2017, for how a budget is divided among bits.

What is wrong: a row that is replaced may turn both answers round, and each response tells about ε of it.

A violating pair: a row (no, no) against (yes, yes). The event is that both are answered with no.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_response


@mechanism(epsilon="eps")
def response_two_bits(rows: Annotated[list[tuple[bool, bool]], one_changed()], eps: Epsilon) -> list[tuple[bool, bool]]:
    told = []
    for first, second in rows:
        told.append((randomized_response(first, eps), randomized_response(second, eps)))
    return told
