"""The exponential mechanism over a menu, for any score of sensitivity 2.

easy. Rate eps / (2 * 2).
"""

from typing import Annotated

from twinproof import Database, Epsilon, Score, choose, mechanism, sensitivity


@mechanism(epsilon="eps", requires="dishes >= 1")
def menu_of_the_week(d: Database, score: Annotated[Score, sensitivity(2)], dishes: int, eps: Epsilon) -> int:
    scores = [score(d, dish) for dish in range(dishes)]
    return choose(scores, eps / 4)
