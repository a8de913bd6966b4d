"""An answer that is given nine times in ten if it is yes: what is lost is paid with ε, and what is rare with δ.

Where the left run asks its coin alone, δ pays for the one time in ten in which it does not answer: the other run never
leaves the answer out. Where the right run does, its nine tenths have to do for all that the left run answers, at a
price of log(10/9): [ω-Good-R].
"""

from fractions import Fraction
from typing import Annotated

from twinproof import coin, mechanism, within
from twinproof.tactics import script
from twinproof.tactics.script import Proof, all_of


@mechanism(epsilon="log(10 / 9)", delta="1 / 10")
def nine_times_in_ten(there: Annotated[int, within(1)]) -> bool:
    answered = True
    if there > 0:
        answered = coin(Fraction(9, 10))
    return answered


p = Proof("nine_times_in_ten.py::nine_times_in_ten")
L, R = p.left, p.right
bad = ~L.answered
w = p.pointwise_bad("w", bad, tails={20: ("false", 0)}, counters={"lost": script.log(Fraction(10, 9))})
p.seq(all_of(L.answered, R.answered, p.ledger.lost == 0), at=19).auto()
p.cond_left()
p.cond_right()
p.map(paid={}).auto()  # both toss the same coin
p.sample_left().auto()  # the left one alone
p.cond_right()
p.spare("false", 0, paid={"lost": 1}).auto()  # the right one alone
p.auto()
p.qed()
