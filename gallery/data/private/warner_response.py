"""Warner's randomized response: each answer is told as it is, or turned round.

Claim: ε, when one row is replaced.

Source: Warner, "Randomized Response: A Survey Technique for Eliminating Evasive Answer Bias", JASA 60, 1965.

Coupling: the same responses. The one about the row that is replaced costs ε at most, all others nothing.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_response


@mechanism(epsilon="eps")
def warner_response(answers: Annotated[list[bool], one_changed()], eps: Epsilon) -> list[bool]:
    return [randomized_response(answer, eps) for answer in answers]
