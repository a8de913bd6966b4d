"""Report-noisy-max: the proof of the Exponential mechanism, with [LapGen] and [LapNull] for two-sided noise."""

from twinproof.tactics.script import Proof, implies, length

p = Proof("../gallery/private/report_noisy_max.py")
L, R, eps = p.left, p.right, p.rigid.eps

w = p.forall_eq("w")
n = p.name("n", length(L.scores))
before = (L.winner < w) & (R.winner < w) & (abs(L.highest - R.highest) <= 1)
after = ((L.winner == w) & (R.winner == w) & (L.highest + 1 == R.highest)) | (L.winner != w)
p.while_ext(
    (L.i == R.i)
    & (L.i >= 0)
    & implies((L.i > 0) & (L.i <= w), before)
    & implies((L.i > 0) & (w < L.i), after)
    & implies(L.i == 0, (L.winner == 0) & (R.winner == 0)),
    variant=length(L.scores) - L.i,
    critical=n - w,
    epsilon=eps,
)
p.wp().lap_null().auto()  # i < w
p.wp().lap_gen(shift=1, bound=2).auto()  # i = w
p.wp().lap_null().auto()  # i > w
p.auto()
p.qed()
