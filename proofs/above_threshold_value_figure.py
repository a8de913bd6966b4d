"""The paper's last figure as printed, which returns the noisy value without its index: the same script gets stuck.

The output does not even tell which query is critical. Take the first one, or any other: in its iteration the coupling
fails as the paper says. A proof that fails is not a violation: this program is private, even with 3ε/4, for another
reason, which is in Coq in `foundations/last_figure/` and in words in `docs/last-figure.md`.
"""

from twinproof.tactics.script import Proof, all_of, expect_failure, implies, length

p = Proof("../gallery/open/above_threshold_value_figure.py")
L, R, eps, queries = p.left, p.right, p.rigid.eps, p.rigid.queries
nothing = length(queries) + 1

w = p.forall_eq("w")
critical = 1
p.while_ext(
    all_of(
        L.i == R.i,
        L.i >= 1,
        L.noisy_t + 1 == R.noisy_t,
        implies(L.r == nothing, (R.r == nothing) & (L.v == 0) & (R.v == 0)),
        (L.r == nothing) | (L.r < L.i),
        implies(L.v == w, R.v == w),
    ),
    variant=length(queries) - L.i,
    critical=length(queries) - critical,
    epsilon=eps / 2,
)
p.exfalso()  # before the first query there is none
with expect_failure("does not follow: v_2 + 1 = w"):
    p.wp().lap_gen(shift=1, bound=2).auto()  # the paper's coupling: then the values are 1 apart
with expect_failure("although:        noisy_t⟨1⟩ ≤ v_2"):
    p.wp().lap_gen(shift=0, bound=1).auto()  # equal values: then the right one may be below the threshold
print(
    "Stuck in the critical iteration, as the paper says: we need v⟨1⟩ = v⟨2⟩ after it, and have coupled\n"
    "the two so that v⟨1⟩ + 1 = v⟨2⟩. Moreover the value does not tell which iteration is the critical one.\n"
)
