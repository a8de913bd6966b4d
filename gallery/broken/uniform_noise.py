"""A count with uniform noise. Not private as claimed, whatever ε is.

Claim: ε. It does not hold for any ε.

Source: folklore. Adam, Wortmann, "Security-Control Methods for Statistical Databases: A Comparative Study", ACM
Computing Surveys 21, 1989, is about the perturbation of outputs before differential privacy.

What is wrong: the noise ends, and where it ends the two neighbours can be told apart for certain.

A violating pair: 0 against 1. The event is the output −10, which only the first can give.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, uniform, within


@mechanism(epsilon="eps")
def uniform_noise(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    return count + uniform(-10, 10)
