"""Everything that a proof script needs: `from twinproof.tactics.script import Proof, implies, length`."""

from twinproof.tactics.assertions import (
    Term,
    all_of,
    any_of,
    append,
    exists,
    exp,
    floor,
    forall,
    implies,
    ite,
    length,
    log,
    maximum,
    minimum,
    replaced,
    sqrt,
    up,
)
from twinproof.tactics.failures import BadAssertion, NotProved, ScriptError, TacticFailed, expect_failure
from twinproof.tactics.paper_theorems import laplace, post_processing, sequential_composition
from twinproof.tactics.proof import Proof

__all__ = [
    "BadAssertion",
    "NotProved",
    "Proof",
    "ScriptError",
    "TacticFailed",
    "Term",
    "all_of",
    "any_of",
    "append",
    "exists",
    "exp",
    "expect_failure",
    "floor",
    "forall",
    "implies",
    "ite",
    "laplace",
    "length",
    "log",
    "maximum",
    "minimum",
    "post_processing",
    "replaced",
    "sequential_composition",
    "sqrt",
    "up",
]
