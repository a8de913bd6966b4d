"""One round of federated averaging: the summed update moves by at most clip in the Euclidean norm. With the same
variance in each coordinate the loss is clip ** 2 / (2 * variance) = rho."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2


@mechanism(zcdp="rho", requires="clip >= 1")
def model_update(
    update: Annotated[list[int], moves_by_l2("clip * clip")], clip: int, learning_rate: int, rho: Epsilon
) -> list[int]:
    noisy = [gaussian(weight, variance=clip * clip / (2 * rho)) for weight in update]
    return [-learning_rate * weight for weight in noisy]
