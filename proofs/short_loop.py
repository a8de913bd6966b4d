"""A loop of two rounds, gone through by hand, and a cost that is known only when the cases are told apart.

At most one of the cells moves. [Case] settles which one has to be paid for; budgets are fixed beforehand. [Unfold]
opens the loop, [Cond] goes in; that it goes on or stops at the wrong time is impossible ([Exfalso]).
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within
from twinproof.tactics.script import Proof, Term


@mechanism(epsilon="eps", requires="len(cells) >= 2")
def short_loop(cells: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    out: list[int] = []
    i = 0
    while i < 2:
        out.append(laplace(cells[i], 1 / eps))
        i += 1
    return out


p = Proof("short_loop.py")
L, R, eps = p.left, p.right, p.rigid.eps


def at_round(i: int) -> Term:
    return (L.i == i) & (R.i == i) & (L.out == R.out)


p.case(p.exists("moved") == 0)
for prices in ((1, 0), (0, 1)):  # the first cell moved; another one did
    p.seq(at_round(0), at=17).auto()
    for i, price in enumerate(prices):
        p.unfold("left").unfold("right").cond()
        p.seq(at_round(i + 1), left=3, right=3, epsilon=price * eps)
        p.wp().lap_gen(shift=0, bound=price).auto()
    p.unfold("left").unfold("right").cond()
    p.exfalso().auto()
    for _ in prices:
        p.exfalso()
p.qed()
