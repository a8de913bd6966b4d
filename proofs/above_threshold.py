"""Above Threshold to the end of the list: the proof of the figure, with every query reached.

The length of the list is the same in both runs but lives in their memories; [Exists] names it, so that the critical
value of the variant can speak of it.
"""

from twinproof.tactics.script import Proof, all_of, implies, length

p = Proof("../gallery/private/above_threshold.py")
L, R, eps = p.left, p.right, p.rigid.eps

w = p.forall_eq("w")
n = p.name("n", length(L.answers))
p.while_ext(
    all_of(
        L.i == R.i,
        L.i >= 0,
        L.nothing == n,
        R.nothing == n,
        L.bar + 1 == R.bar,
        implies(L.first == n, R.first == n),
        (L.first == n) | (L.first < L.i),
        implies(L.first == w, R.first == w),
    ),
    variant=length(L.answers) - L.i,
    critical=n - w,
    epsilon=eps / 2,
)
p.wp().lap_null().auto()  # before w
p.wp().lap_gen(shift=1, bound=2).auto()  # at w
p.wp().lap_null().auto()  # after w
p.wp().lap_gen(shift=1, bound=1).auto()  # the threshold
p.qed()
