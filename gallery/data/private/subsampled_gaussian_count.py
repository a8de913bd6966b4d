"""A count of a tenth of the rows with Gaussian noise, with a smaller ε and a smaller δ than the noise alone would need.

Claim: log(1 + q·(e − 1)) and q·10⁻⁵ for q = 1/10, when one row is added or removed.

Source: Balle, Barthe, Gaboardi, "Privacy Amplification by Subsampling", NeurIPS 2018; Li, Qardaji, Su, "On Sampling,
Anonymization, and Differential Privacy", ASIACCS 2012.

Coupling: the same coins for the rows that both have. The run with a row more tosses its coin alone. Where that is false
both runs go on alike; where it is true the counts are 1 apart, and Gaussian noise of variance 14 is (1, 10⁻⁵)-private.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import coin, gaussian, mechanism, one_added_or_removed


@mechanism(epsilon="log(1 + (exp(1) - 1) / 10)", delta="0.000001")
def subsampled_gaussian_count(rows: Annotated[list[int], one_added_or_removed()]) -> int:
    count = sum(1 for row in rows if coin(Fraction(1, 10)) and row > 0)
    return gaussian(count, variance=14)
