from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1 and sens >= 1")
def choose_with_penalty(
    scores: Annotated[list[int], each_within("sens")], prices: list[int], sens: int, eps: Epsilon
) -> int:
    """Scores less public prices, and a bound on how far scores move that is a parameter."""
    net = [scores[i] - (prices[i] if i < len(prices) else 0) for i in range(len(scores))]
    return choose(net, eps / (2 * sens))
