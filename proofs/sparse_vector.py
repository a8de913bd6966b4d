"""Sparse Vector for k results: Above Threshold, as a lemma about its lines, and the loop rule: (k·ε, 0).

The lemma is about one search, from the same place in both runs. [While] pays ε for each of at most k searches.
"""

from twinproof.tactics.script import Proof, all_of, implies, ite, length

p = Proof("../gallery/private/sparse_vector_by_composition.py::sparse_vector_by_composition")
L, R, eps, k = p.left, p.right, p.rigid.eps, p.rigid.k

same_start = all_of(p.adjacent, L.start == R.start, L.start >= 0)
search = p.lemma(p.lines(26, 32), same_start, L.result == R.result, epsilon=eps)
w = search.pointwise("w")
W = search.ledger
search.wp()
search.while_ledger(
    all_of(
        L.i == R.i,
        L.i >= 0,
        L.returned == R.returned,
        implies(L.returned, L.result == R.result),
        L.bar + 1 == R.bar,
        W.bar <= 1,
        W.sample <= ite(L.returned, 2, 0),
    ),
    keep=ite(L.returned, L.result == w, (L.i <= w) | (w == length(L.answers))),
)
search.wp().sample(ite(L.i == w, 1, R.answers[R.i] - L.answers[L.i])).auto()
search.wp().sample(1).auto()

equal = all_of(L.found == R.found, L.start == R.start, L.k_2 == R.k_2, L.stopped == R.stopped)
p.while_(equal, variant=k - L.k_2, bound=k, epsilon=eps)
p.seq(all_of(equal, L.hit == R.hit), at=46, epsilon=eps)
p.assign().apply(search.qed()).auto()
p.auto()  # what is done with the result
p.auto()  # up to the loop
p.qed()
