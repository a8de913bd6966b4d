"""Sequential composition, adaptively, from the general theorems.

`laplace` for the first answer; the second question depends on it, and is private whichever it is, as long as both runs
ask the same; `sequential_composition` adds the budgets, and `post_processing` packs the two answers into the result.
"""

from twinproof.tactics.script import Proof, laplace, post_processing, sequential_composition

p = Proof("../gallery/private/sequential_composition.py::sequential_composition")
L, R = p.left, p.right

look = post_processing(laplace(p.commands(0, 1), bound=1), p.commands(1, 2), L.rough)
ask = p.lemma(p.commands(2, 5), p.adjacent & (L.rough == R.rough), L.detail == R.detail, epsilon=p.rigid.eps_answer)
ask.wp().apply(laplace(p.commands(3, 4), bound=1)).auto()
both = sequential_composition(look, ask.qed())
p.apply(post_processing(both, p.commands(5, 6), L.result)).auto()
p.qed()
