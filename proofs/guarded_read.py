"""A read that may be out of range, by the ledger rules: a run that raises in Python has no output.

The reader puts a guard before the read: while the position is out of range, do nothing. The left run may be stuck there
([ω-While-L]); the right one must not be when the left one is not ([Unfold]). Neither needs a word in the script.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism
from twinproof.tactics.script import Proof


@mechanism(epsilon="eps")
def guarded_read(answers: Annotated[list[int], each_within(1)], position: int, eps: Epsilon) -> int:
    return laplace(answers[position], 1 / eps)


p = Proof("guarded_read.py")
p.pointwise("w")
p.sample(0)
p.auto()
p.qed()
