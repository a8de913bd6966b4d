"""Noise that is not added: answers that may be lies, and positions of high scores. [ω-Map] pairs equal samples.

What a pair costs is in the kernel's table: one step of ε at most for an answer about a bit; for a position, M less what
the chosen score is raised by. A sample may also go to another one: in the second mechanism to its opposite, for
nothing, where the bits differ.
"""

from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism, randomized_response, within
from twinproof.tactics.script import Proof


@mechanism(epsilon="eps")
def told(x: Annotated[int, within(1)], eps: Epsilon) -> bool:
    return randomized_response(x > 0, eps)


@mechanism(epsilon="eps")
def turned_round(x: Annotated[int, within(1)], eps: Epsilon) -> bool:
    answer = randomized_response(x > 0, eps)
    return answer == (x > 0)


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def chosen(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    return choose(scores, eps / 2)


p = Proof("answers.py::told")
w = p.pointwise("w")
p.map().auto()
p.qed()

p = Proof("answers.py::turned_round")
w = p.pointwise("w")
p.wp().map(lambda v: v == ((p.left.x > 0) == (p.right.x > 0))).auto()
p.qed()

p = Proof("answers.py::chosen")
w = p.pointwise("w")
p.map(bound=1).auto()
p.qed()
