"""What the kernel settles without the solver: only what follows by propositional steps."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from twinproof.lang.expr import FALSE, TRUE, Expr, Literal, Op, Place, Var, apply, conjunction, implies, negate
from twinproof.lang.interpret import evaluate
from twinproof.lang.types import BOOL, INT
from twinproof.smt import implication

ATOMS = [Var(name, BOOL, Place.RIGID) for name in "pqr"]
X, Y = Var("x", INT, Place.RIGID), Var("y", INT, Place.RIGID)
LEAVES = [*ATOMS, apply(Op.LT, X, Y), apply(Op.LE, Y, X), TRUE, FALSE]

formulas: st.SearchStrategy[Expr] = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: (
        st.builds(negate, inner)
        | st.builds(lambda a, b: conjunction(a, b), inner, inner)
        | st.builds(lambda a, b: apply(Op.OR, a, b), inner, inner)
        | st.builds(lambda a, b: implies(a, b), inner, inner)
    ),
    max_leaves=7,
)
MEMORIES = [
    {**dict(zip(ATOMS, values, strict=True)), X: x, Y: 0}
    for values in itertools.product((True, False), repeat=3)
    for x in (-1, 0, 1)
]


@given(formulas, formulas)
def test_nothing_is_lost(a: Expr, b: Expr) -> None:
    """What is left for the solver holds exactly where a ⇒ b does."""
    left = implication(a, b)
    for memory in MEMORIES:
        assert evaluate(left, memory) == (not evaluate(a, memory) or evaluate(b, memory))


def test_what_is_settled() -> None:
    p, q, r = ATOMS
    either = apply(Op.OR, p, q)
    assert implication(conjunction(p, q), conjunction(q, p)) == TRUE
    assert implication(conjunction(p, implies(p, q)), q) == TRUE
    assert implication(p, either) == TRUE
    assert implication(negate(either), conjunction(negate(q), negate(p))) == TRUE
    assert implication(conjunction(negate(either), q), r) == TRUE
    assert implication(conjunction(apply(Op.LT, X, Y), apply(Op.LE, Y, X)), r) == TRUE
    assert implication(either, p) == implies(either, p)
    assert implication(implies(p, q), q) == implies(implies(p, q), q)
    assert implication(p, conjunction(p, apply(Op.LT, X, Literal(1)))) == implies(p, apply(Op.LT, X, Literal(1)))
