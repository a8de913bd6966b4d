"""Above, below, or between two thresholds, until the first answer that lies between.

Claim: (ε, δ), if the thresholds are far enough apart: high − low ≥ 1 + gap + 8·log(1 / (2δ)) / ε, for a gap so large
that e^(−gap·ε/4) + e^(−ε/4) ≤ 1.

Source: Bun, Steinke, Ullman, "Make Up Your Mind: The Price of Online Queries in Differential Privacy", SODA 2017;
proved with couplings, for other constants, by Barthe, Fong, Gaboardi, Grégoire, Hsu, Strub, "Advanced Probabilistic
Couplings for Differential Privacy", CCS 2016.

Why: δ pays for noise that brings the two thresholds too close. Otherwise both are moved apart by 1, for ε/4; answers
above and below cost nothing then. The one between has to stay between thresholds that are narrower by 2, which costs
ε/2, and ε/4 more because some of its outcomes have no partner.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(
    epsilon="eps",
    delta="delta",
    requires=(
        "gap >= 1 and exp(-gap * eps / 4) + exp(-eps / 4) <= 1"
        " and delta <= 1 / 2 and high - low >= 1 + gap + 8 * log(1 / (2 * delta)) / eps"
    ),
)
def between_thresholds(
    answers: Annotated[list[int], each_within(1)], low: int, high: int, gap: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    apart = laplace(0, 4 / eps)
    seen = []
    for answer in answers:
        noisy = laplace(answer, 4 / eps)
        if noisy < low + apart:
            seen.append(-1)
        elif noisy > high - apart:
            seen.append(1)
        else:
            seen.append(0)
            break
    return seen
