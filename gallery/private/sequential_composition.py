"""Sequential composition, adaptively: the first noisy answer decides which question is asked second.

Claim: ε_look + ε_answer.

Source: Dwork, Kenthapadi, McSherry, Mironov, Naor, "Our Data, Ourselves: Privacy via Distributed Noise Generation",
EUROCRYPT 2006; McSherry, "Privacy Integrated Queries", SIGMOD 2009.

Coupling: make the first answers equal (at most 1 unit of ε_look). The runs then ask the same second question, whichever
it is; make its answers equal too (at most 1 unit of ε_answer).
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def noisy_count(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(count, 1 / eps)


@mechanism(epsilon="eps_look + eps_answer")
def sequential_composition(
    visits: Annotated[int, within(1)],
    admissions: Annotated[int, within(1)],
    busy: int,
    eps_look: Epsilon,
    eps_answer: Epsilon,
) -> tuple[int, int]:
    """A rough number of visits; then, on a busy day, the admissions, and otherwise the visits once more."""
    rough = noisy_count(visits, eps_look)
    detail = noisy_count(admissions if rough >= busy else visits, eps_answer)
    return rough, detail
