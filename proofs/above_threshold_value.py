"""The buggy Above Threshold, which returns the noisy value with its index: the script gets stuck where the paper says.

Everything is as for Above Threshold, for any output w = (number, value), except the critical iteration. A proof that
fails is not a violation; here there is one, and `gallery/broken/above_threshold_value.py` describes it.
"""

from twinproof.tactics.script import Proof, all_of, expect_failure, implies, length

p = Proof("../gallery/broken/above_threshold_value.py")
L, R, eps, queries = p.left, p.right, p.rigid.eps, p.rigid.queries
nothing = length(queries) + 1

w = p.forall_eq("w")
p.wp()
p.while_ext(
    all_of(
        L.i == R.i,
        L.noisy_t + 1 == R.noisy_t,
        implies(L.r == nothing, (R.r == nothing) & (L.v == 0) & (R.v == 0)),
        (L.r == nothing) | (L.r < L.i),
        implies((L.r, L.v) == w, (R.r, R.v) == w),
    ),
    variant=length(queries) - L.i,
    critical=length(queries) - w[0],
    epsilon=eps / 2,
)
p.wp().lap_null().auto()  # before
with expect_failure("does not follow: w = (i⟨2⟩, v_2 + 1)"):
    p.wp().lap_gen(shift=1, bound=2).auto()  # the paper's coupling: then the values are 1 apart
with expect_failure("although:        noisy_t⟨1⟩ ≤ v_2"):
    p.wp().lap_gen(shift=0, bound=1).auto()  # equal values: then the right one may be below the threshold
p.later()
p.wp().lap_null().auto()  # after
p.lap_gen(shift=1, bound=1).auto()  # the threshold
print(
    "Stuck in the critical iteration, as the paper says: the result is private only if v⟨1⟩ = v⟨2⟩,\n"
    "but the noisy answer had to be 1 higher on the right to stay above a threshold that is 1 higher.\n"
    "This is the only goal that is left.\n"
)
