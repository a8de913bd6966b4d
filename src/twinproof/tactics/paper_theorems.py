"""The paper's general theorems, as functions from programs and theorems to theorems.

The logic has no variables for programs, so "for all mechanisms" is a function of this language: it applies the kernel's
rules to whatever it is given, and the kernel checks each step.
"""

from __future__ import annotations

from twinproof.kernel.judgment import Budget
from twinproof.kernel.rules import Theorem, frame, lap_gen, seq
from twinproof.lang.amounts import tidy
from twinproof.lang.command import Command, Sample
from twinproof.lang.expr import Expr, Op, Place, Var, apply, conjunction, implies, tag
from twinproof.lang.noise import LAPLACE
from twinproof.lang.printer import show_expr
from twinproof.tactics.assertions import Value, lift
from twinproof.tactics.backward import both_alone, is_straight
from twinproof.tactics.failures import TacticFailed, require
from twinproof.tactics.goal import once, unchanged
from twinproof.tactics.paper_rules import weaken

LEFT, RIGHT = Place.LEFT, Place.RIGHT


def laplace(program: Command, bound: Value) -> Theorem:
    """
    ─────────────────────────────────────────────────────────────────────────────────────── Laplace mechanism
    ⊢ y ←$ L_ρ(e) ~⟨k·ρ,0⟩ y ←$ L_ρ(e) : 0 < ρ ∧ |e⟨1⟩ − e⟨2⟩| ≤ k ⇒ y⟨1⟩ = y⟨2⟩

    A k-sensitive e is released with k·ρ-differential privacy. From [LapGen] with the shift 0.
    """
    if not isinstance(program, Sample) or program.noise is not LAPLACE:
        raise TacticFailed("laplace", "the theorem is about one Laplace sampling")
    k, rate = lift(bound), program.rate
    y1, y2 = tag(program.target, LEFT), tag(program.target, RIGHT)
    coupled = lap_gen(program, program, lift(0), k, rate, apply(Op.EQ, y1, y2))
    distance = apply(Op.SUB, tag(program.centre, LEFT), tag(program.centre, RIGHT))
    pre = conjunction(apply(Op.LT, lift(0), rate), apply(Op.LE, apply(Op.ABS, distance), k))
    return weaken(coupled, pre=pre, cost=Budget(tidy(apply(Op.MUL, k, rate))))


def sequential_composition(first: Theorem, second: Theorem) -> Theorem:
    """
    ⊢ c ~⟨ε,δ⟩ c : Φ ⇒ x⟨1⟩ = x⟨2⟩        ⊢ c' ~⟨ε',δ'⟩ c' : Φ' ⇒ Ψ
    ──────────────────────────────────────────────────────────────────────── sequential composition
    ⊢ c; c' ~⟨ε+ε',δ+δ'⟩ c; c' : Φ ∧ Θ ⇒ Ψ ∧ Ξ

    Θ are the parts of Φ' that c does not touch, and x⟨1⟩ = x⟨2⟩ implies the others: c' is private for any value of x
    that the runs agree on. Ξ is x⟨1⟩ = x⟨2⟩ if c' leaves x alone. From [Frame], [Conseq] and [Seq].
    """
    one, two = first.judgment, second.judgment
    fact = unchanged(two.pre, one.left, one.right)
    middle = conjunction(one.post, fact)
    what = "the second part needs more than equal results of the first, and what the first does not touch"
    require("sequential_composition", what, implies(middle, two.pre))
    lasting = unchanged(one.post, two.left, two.right)
    later = weaken(_framed(lasting, second), pre=middle)
    return weaken(seq(_framed(fact, first), later), post=once(two.post, lasting))


def post_processing(first: Theorem, program: Command, output: Value) -> Theorem:
    """
    ⊢ c ~⟨ε,δ⟩ c : Φ ⇒ x⟨1⟩ = x⟨2⟩
    ─────────────────────────────────────────── post-processing
    ⊢ c; d ~⟨ε,δ⟩ c; d : Φ ⇒ y⟨1⟩ = y⟨2⟩          d computes y from x and from what is public

    `output` is y, given as `L.y`. From [Assn-L], [Assn-R], [Cond-L], [Cond-R], [Conseq] and [Seq].
    """
    y = lift(output)
    if not isinstance(y, Var) or y.place is not LEFT:
        raise TacticFailed("post_processing", f"the output is a variable of the left run, not {show_expr(y)}")
    if not is_straight(program):
        raise TacticFailed("post_processing", "what comes after must be computed: no samplings and no loops")
    equal = apply(Op.EQ, y, Var(y.name, y.type, RIGHT))
    later = both_alone(program, program, equal, Budget())
    what = f"{y.name} is not computed from the private result and public values alone"
    require("post_processing", what, implies(first.judgment.post, later.judgment.pre))
    return seq(first, weaken(later, pre=first.judgment.post))


def _framed(fact: Expr, theorem: Theorem) -> Theorem:
    return theorem if fact == lift(True) else frame(fact, theorem)
