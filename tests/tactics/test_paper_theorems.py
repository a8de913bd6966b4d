"""The general theorems: what they say of the programs that they are given. (What they refuse is in test_failures.)"""

from tests.tactics.scripts import NOISY, proof_of
from twinproof.kernel.judgment import Budget
from twinproof.lang.printer import show_expr
from twinproof.tactics.script import laplace, post_processing, sequential_composition

TWICE = """
@mechanism(epsilon="3 * eps", delta="0")
def twice(x: Annotated[int, within(1)], y: Annotated[int, within(2)], eps: Epsilon) -> tuple[int, int]:
    a = laplace(x, 1 / eps)
    b = laplace(y + a, 1 / eps)
    return a, b
"""


def test_the_laplace_mechanism() -> None:
    p = proof_of(NOISY)
    m = p.any("m")
    said = laplace(p.commands(1, 2), bound=m).judgment
    assert show_expr(said.pre) == "0 < eps ∧ |y⟨1⟩ − y⟨2⟩| ≤ m"
    assert show_expr(said.post) == "z⟨1⟩ = z⟨2⟩"
    assert isinstance(said.cost, Budget)
    assert show_expr(said.cost.epsilon) == "eps · m"
    assert said.left == said.right == p.commands(1, 2)


def test_sequential_composition_and_post_processing() -> None:
    p = proof_of(TWICE)
    L, R, eps = p.left, p.right, p.rigid.eps  # noqa: N806
    first = laplace(p.commands(0, 1), bound=1)
    second = p.lemma(p.commands(1, 2), p.adjacent & (L.a == R.a), L.b == R.b, epsilon=2 * eps)
    second.apply(laplace(p.commands(1, 2), bound=2)).auto()
    both = sequential_composition(first, second.qed())
    assert show_expr(both.judgment.post) == "b⟨1⟩ = b⟨2⟩ ∧ a⟨1⟩ = a⟨2⟩"
    assert isinstance(both.judgment.cost, Budget)
    assert show_expr(both.judgment.cost.epsilon) == "eps + 2 · eps"
    assert both.judgment.left == p.commands(0, 2)
    packed = post_processing(both, p.commands(2, 3), L.result)
    assert show_expr(packed.judgment.post) == "result⟨1⟩ = result⟨2⟩"
    p.apply(packed).auto()
    assert p.qed().judgment.left == p.mechanism.body
