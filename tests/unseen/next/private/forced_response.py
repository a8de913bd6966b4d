"""Warner's survey: heads, tell the truth; tails, say what a second coin says. Yes has probability 3/4 or 1/4, so an
answer costs log(3); the estimate is computed from the answers."""

from fractions import Fraction
from typing import Annotated

from twinproof import coin, mechanism, one_changed

HALF = Fraction(1, 2)


def respond(truth):
    if coin(HALF):
        return truth
    return coin(HALF)


@mechanism(epsilon="log(3)")
def forced_response(truths: Annotated[list[bool], one_changed()]) -> Fraction:
    said_yes = 0
    for truth in truths:
        if respond(truth):
            said_yes += 1
    return Fraction(4 * said_yes - len(truths), 2)
