"""One count, answered k times with a k-th of the budget each; but the loop runs k + 1 times. Not private as claimed.

Claim: ε. It does not hold; (k + 1)/k · ε does.

Source: the composition theorem (Dwork, Kenthapadi, McSherry, Mironov, Naor, "Our Data, Ourselves: Privacy via
Distributed Noise Generation", EUROCRYPT 2006) and an ordinary slip: `<=` in place of `<`.

What is wrong: every answer costs ε/k, and there is one too many.

A violating pair: k = 1 and the counts 0 and 1. The event is that both answers are 0: each of them loses ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps", requires="k >= 1")
def composition_overspent(count: Annotated[int, within(1)], k: int, eps: Epsilon) -> list[int]:
    answers: list[int] = []
    asked = 0
    while asked <= k:
        answers.append(laplace(count, k / eps))
        asked += 1
    return answers
