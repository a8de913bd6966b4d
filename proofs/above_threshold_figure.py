"""Above Threshold as the paper's figure prints it, proved as in the paper.

[Forall-Eq]: for any query number w, if the left run reports w, so does the right one. [LapGen] puts the noisy threshold
of the right run 1 higher, for ε/2. [WhileExt]: the same noise ([LapNull]) for the queries before w, which are below on
the right if they are on the left; the noisy answer of w 1 higher ([LapGen]), for the other ε/2; after w anything.
"""

from twinproof.tactics.script import Proof, all_of, implies, length

p = Proof("../gallery/private/above_threshold_figure.py")
L, R, eps, queries = p.left, p.right, p.rigid.eps, p.rigid.queries
nothing = length(queries) + 1

w = p.forall_eq("w")
p.while_ext(
    all_of(
        L.i == R.i,
        L.noisy_t + 1 == R.noisy_t,
        implies(L.r == nothing, R.r == nothing),
        (L.r == nothing) | (L.r < L.i),
        implies(L.r == w, R.r == w),
    ),
    variant=length(queries) - L.i,
    critical=length(queries) - w,
    epsilon=eps / 2,
)
p.wp().lap_null().auto()  # before w
p.wp().lap_gen(shift=1, bound=2).auto()  # at w
p.wp().lap_null().auto()  # after w
p.lap_gen(shift=1, bound=1).auto()  # the threshold
p.qed()
