"""Randomized response: each answer is told as it is, or turned round, by a coin that leans to the truth.

Claim: ε, when one row is replaced.

Source: Warner, "Randomized Response: A Survey Technique for Eliminating Evasive Answer Bias", JASA 60, 1965. The coin
is made of Laplace noise: 1 plus noise is at least 1 with probability e^ε/(1 + e^ε), and 0 plus noise with 1/(1 + e^ε).

Coupling: one answer moves by 1; equal noisy answers cost 1 unit of ε there, and nothing elsewhere.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def randomized_response(answers: Annotated[list[bool], one_changed()], eps: Epsilon) -> list[bool]:
    told = []
    for answer in answers:
        told.append(laplace(int(answer), 1 / eps) >= 1)
    return told
