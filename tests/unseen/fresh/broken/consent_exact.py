# Judged before running: easy.
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Donor(NamedTuple):
    cents: int
    consents: bool


@mechanism(epsilon="eps", requires="cap >= 1")
def consent_exact(donors: Annotated[list[Donor], one_added_or_removed()], cap: int, eps: Epsilon) -> int:
    """The bug: only those without consent get noise, and the rest is added exactly and without a bound.
    Witness: [] and [(1000, True)], cap 1, eps 1, output 0: 1000."""
    open_total = sum(donor.cents for donor in donors if donor.consents)
    hidden_total = sum(clamp(donor.cents, 0, cap) for donor in donors if not donor.consents)
    return open_total + laplace(hidden_total, cap / eps)
