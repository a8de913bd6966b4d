"""Above Threshold that also tells the value it found, with fresh noise.

Claim: 2ε. The result is (index, noisy value), or (−1, 0) when no answer was above.

Source: Barthe, Gaboardi, Grégoire, Hsu, Strub, "Proving Differential Privacy via Probabilistic Couplings", LICS 2016,
"Other versions of Above Threshold": draw the value again after the loop instead of showing the noise that was compared.

Coupling, for each index w: as in Above Threshold (threshold +1, answer w +1, all else the same noise) for ε. Both runs
then stand at the same index; make the fresh values equal, for |answer⟨1⟩ − answer⟨2⟩| ≤ 1 unit of ε. If nothing was
above there is no second draw.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="2 * eps")
def above_threshold_fresh_value(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    eps: Epsilon,
) -> tuple[int, int]:
    bar = laplace(threshold, 2 / eps)
    hit = -1
    for i in range(len(answers)):
        if laplace(answers[i], 4 / eps) >= bar:
            hit = i
            break
    if hit < 0:
        return hit, 0
    return hit, laplace(answers[hit], 1 / eps)
