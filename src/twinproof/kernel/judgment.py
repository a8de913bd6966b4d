"""Judgments: what a theorem says about two programs.

⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ   holds when, for all values of the rigid variables and all memories m₁ Φ m₂ and every set X,

    ⟦c₁⟧m₁(X)  ≤  e^ε · ⟦c₂⟧m₂(Ψ(X)) + δ,      where Ψ(X) = { b | ∃ a ∈ X. a Ψ b }.

⊢ω c₁ ~ c₂ : Φ ⇒ Ψ | L   holds when, for all (m₁, m₂, ω₀) in Φ and all functions f, g from memories to [0, ∞] with f = 0
outside L and e^(ω−ω₀)·f(a) ≤ g(b) for all (a, b, ω) in Ψ:   E over ⟦c₁⟧m₁ of f  ≤  E over ⟦c₂⟧m₂ of g.   Here ω is the
sum over the ledger's counters of counter · rate: integers, and one real at most, whose rate is 1.

⊢ᵤ c : {P | β} ⇒ {Q | β'}   holds when, for all values of the rigid variables and all memories m with P,

    E over ⟦c⟧m of V  ≤  max(0, β(m)),      where V(a) = min(1, max(0, β'(a))) if Q(a), and 1 otherwise:

the *credit* β pays for the probability to end outside Q, and for the credit β' that is left.
"""

from __future__ import annotations

from dataclasses import dataclass

from twinproof.lang.command import Command
from twinproof.lang.expr import ONE, TRUE, ZERO, Expr, Place, Var, free_variables
from twinproof.lang.printer import show_command, show_expr
from twinproof.lang.types import BOOL, NUMBERS, REAL


class Malformed(Exception):
    """Something is not a judgment at all: an assertion about variables that it cannot speak of, say."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The ⟨ε, δ⟩ of a judgment: numbers over rigid variables."""

    epsilon: Expr = ZERO
    delta: Expr = ZERO

    def __post_init__(self) -> None:
        for name, e in (("ε", self.epsilon), ("δ", self.delta)):
            if e.type not in NUMBERS:
                raise Malformed(f"{name} is a number, not {e.type}")
            _only(e, (Place.RIGID,), name)

    def __str__(self) -> str:
        return f"⟨{show_expr(self.epsilon)}, {show_expr(self.delta)}⟩"


@dataclass(frozen=True, slots=True)
class Ledger:
    """The | L of a ledger judgment, and the counters of its ledger with the rate of each.

    L is about the left memory only: what the left run must still satisfy to matter.
    """

    counters: tuple[tuple[Var, Expr], ...]
    keep: Expr = TRUE

    def __post_init__(self) -> None:
        if self.keep.type != BOOL:
            raise Malformed("L is a condition")
        _only(self.keep, (Place.LEFT, Place.RIGID), "L")
        for counter, rate in self.counters:
            if counter.place is not Place.LEDGER or counter.type not in NUMBERS:
                raise Malformed(f"{counter.name} is not a counter of the ledger")
            if rate.type not in NUMBERS:
                raise Malformed("a rate is a number")
            _only(rate, (Place.RIGID,), "a rate")
            if counter.type == REAL and rate != ONE:
                raise Malformed("a real counter counts ε itself, and its rate is 1")
        if sum(counter.type == REAL for counter, _ in self.counters) > 1:
            raise Malformed("a ledger has one real counter at most")
        if len({c for c, _ in self.counters}) < len(self.counters):
            raise Malformed("a counter stands twice in the ledger")

    def __str__(self) -> str:
        counters = " + ".join(f"{show_expr(counter)} · {show_expr(rate)}" for counter, rate in self.counters)
        return f"ω = {counters or 0} | {show_expr(self.keep)}"


Cost = Budget | Ledger


@dataclass(frozen=True, slots=True)
class Triple:
    """One program, what holds before and after it, and the credit there is before and what is left of it after.

    All speak of the left memory and of rigid variables; the credits are numbers.
    """

    program: Command
    pre: Expr
    before: Expr
    post: Expr
    after: Expr

    def __post_init__(self) -> None:
        if not isinstance(self.program, Command):
            raise Malformed("a triple is about a program")
        if not all(isinstance(e, Expr) for e in (self.pre, self.before, self.post, self.after)):
            raise Malformed("a triple has two assertions and two credits")
        for name, e, kinds in (
            ("the precondition", self.pre, (BOOL,)),
            ("the postcondition", self.post, (BOOL,)),
            ("the credit", self.before, NUMBERS),
            ("the rest of the credit", self.after, NUMBERS),
        ):
            if e.type not in kinds:
                raise Malformed(f"{name} is {'a condition' if kinds == (BOOL,) else 'a number'}, not {e.type}")
            _only(e, (Place.LEFT, Place.RIGID), name)

    def __str__(self) -> str:
        program = show_command(self.program).replace("\n", "\n    ")
        before, after = (
            f"{show_expr(e)} | {show_expr(c)}" for e, c in ((self.pre, self.before), (self.post, self.after))
        )
        return f"⊢ᵤ\n    {program}\n  : {before}\n  ⇒ {after}"


@dataclass(frozen=True, slots=True)
class Judgment:
    """Two programs, what holds before, what holds after, and at what cost."""

    left: Command
    right: Command
    pre: Expr
    post: Expr
    cost: Cost

    def __post_init__(self) -> None:
        if not all(isinstance(c, Command) for c in (self.left, self.right)):
            raise Malformed("a judgment is about two programs")
        if not isinstance(self.cost, Cost) or not all(isinstance(e, Expr) for e in (self.pre, self.post)):
            raise Malformed("a judgment has a cost and two assertions")
        places = (Place.LEFT, Place.RIGHT, Place.RIGID)
        counters = {c for c, _ in self.cost.counters} if isinstance(self.cost, Ledger) else set()
        for name, e in (("the precondition", self.pre), ("the postcondition", self.post)):
            if e.type != BOOL:
                raise Malformed(f"{name} is a condition, not {e.type}")
            strange = {v for v in free_variables(e) if v.place not in places and v not in counters}
            if strange:
                raise Malformed(f"{name} cannot speak of {', '.join(sorted(v.name for v in strange))}")

    def __str__(self) -> str:
        left, right = (show_command(c).replace("\n", "\n    ") for c in (self.left, self.right))
        match self.cost:
            case Budget():
                sign, tail = f"~{self.cost}", ""
            case Ledger(_, keep):
                sign, tail = "~ω", f" | {show_expr(keep)}"
        shown = f"    {left}\n  {sign}\n    {right}\n" if left != right else f"    {left}\n  {sign} itself\n"
        return f"⊢\n{shown}  : {show_expr(self.pre)}\n  ⇒ {show_expr(self.post)}{tail}"


def _only(e: Expr, places: tuple[Place, ...], what: str) -> None:
    strange = sorted(v.name for v in free_variables(e) if v.place not in places)
    if strange:
        raise Malformed(f"{what} cannot speak of {', '.join(strange)}")
