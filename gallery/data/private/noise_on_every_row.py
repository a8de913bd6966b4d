"""Every row with noise of its own, in the order of the rows: what each could send without trusting anybody.

Claim: ε, when one row is replaced: the number of rows is public then.

Source: the local model; Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith, "What Can We Learn Privately?", FOCS 2008.

Coupling: one clamped value moves by at most 9, so equal results cost at most 9 units of ε/9 there, and nothing at the
other rows.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def noise_on_every_row(marks: Annotated[list[int], one_changed()], eps: Epsilon) -> list[int]:
    return [laplace(clamp(mark, 1, 10), 9 / eps) for mark in marks]
