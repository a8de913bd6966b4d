"""Report noisy max over counts of rows, with the noise that suffices for counts: 1 / eps.

hard. A patient more moves all counts in one direction.
"""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Symptom(Enum):
    FEVER = 0
    COUGH = 1
    FATIGUE = 2


@mechanism(epsilon="eps")
def top_symptom(patients: Annotated[list[Symptom], one_added_or_removed()], eps: Epsilon) -> Symptom:
    tally = {s: 0 for s in Symptom}
    for symptom in patients:
        tally[symptom] += 1
    noisy = {s: laplace(n, 1 / eps) for s, n in tally.items()}
    return max(noisy, key=noisy.get)
