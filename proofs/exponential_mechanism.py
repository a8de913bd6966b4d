"""The Exponential mechanism, exactly as in the paper: [Forall-Eq], [WhileExt], three cases, one-sided conditionals.

The invariant is the paper's: before response w both runs hold an earlier one, with scores at most 1 apart; afterwards
either both hold w, the right one with a score 1 higher, or the left one does not hold w. (In the first iteration there
is nothing to compare with, and `best` has its initial value.) Conditionals may part; `wp` goes through them one side
after the other, by [Cond-R] and [Cond-L].
"""

from twinproof.tactics.script import Proof, implies

p = Proof("../gallery/private/exponential_mechanism.py")
L, R, eps, responses = p.left, p.right, p.rigid.eps, p.rigid.responses

w = p.forall_eq("w")
before = (L.best < w) & (R.best < w) & (abs(L.bq - R.bq) <= 1)
after = ((L.best == w) & (R.best == w) & (L.bq + 1 == R.bq)) | (L.best != w)
p.while_ext(
    (L.r == R.r)
    & (L.r >= 1)
    & implies((L.r > 1) & (L.r <= w), before)
    & implies((L.r > 1) & (w < L.r), after)
    & implies(L.r == 1, (L.best == 1) & (R.best == 1)),
    variant=responses - L.r + 1,
    critical=responses - w + 1,
    epsilon=eps,
)
p.wp().one_lap_null().auto()  # r < w
p.wp().one_lap_gen(shift=1, bound=2).auto()  # r = w
p.wp().one_lap_null().auto()  # r > w
p.auto()
p.qed()
