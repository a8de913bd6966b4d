"""Judgments: what a theorem says about two programs.

⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ   holds when, for all values of the rigid variables and all memories m₁ Φ m₂ and every set X,

    ⟦c₁⟧m₁(X)  ≤  e^ε · ⟦c₂⟧m₂(Ψ(X)) + δ,      where Ψ(X) = { b | ∃ a ∈ X. a Ψ b }.

⊢ω c₁ ~ c₂ : Φ ⇒ Ψ | L   holds when, for all (m₁, m₂, ω₀) in Φ and all functions f, g from memories to [0, ∞] with f = 0
outside L and e^(ω−ω₀)·f(a) ≤ g(b) for all (a, b, ω) in Ψ:   E over ⟦c₁⟧m₁ of f  ≤  E over ⟦c₂⟧m₂ of g.   Here ω is the
sum over the ledger's counters of counter · rate: integers, and one real at most, whose rate is 1.

⊢ᵤ c : {P | β} ⇒ {Q | β'}   holds when, for all values of the rigid variables and all memories m with P,

    E over ⟦c⟧m of V  ≤  max(0, β(m)),      where V(a) = min(1, max(0, β'(a))) if Q(a), and 1 otherwise:

the *credit* β pays for the probability to end outside Q, and for the credit β' that is left.

⊢ᴿ c₁ ~ c₂ : Φ ⇒ Ψ | L   is the ledger of Rényi privacy: the ledger with a power. It holds when for its orders α > 1,
with s = α/(α−1), for all (m₁, m₂, ω₀) in Φ and all f, g as above, but with e^(ω−ω₀)·f(a)^s ≤ g(b) on Ψ:

    (E over ⟦c₁⟧m₁ of f)^s  ≤  E over ⟦c₂⟧m₂ of g.

It has one order, a number over rigid variables, and then ω is the sum of counter · rate; or all of them (zCDP), and
then ω is α times that sum.

⊢ c₁ ~[α: r, δ] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩   says of the laws μ₁ and μ₂ of x₁ and x₂ after c₁ and c₂ from Φ that they are
*close*: there is a μ ≤ μ₁ that lacks at most the mass δ, with D_α(μ‖μ₂) ≤ r; or ≤ α·r for all α > 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from twinproof.lang.command import Command
from twinproof.lang.expr import ONE, TRUE, ZERO, Apply, Expr, Op, Place, Var, apply, free_variables
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
class Orders:
    """The orders α > 1 of Rényi's divergence that are meant: one, a number over rigid variables, or all of them."""

    one: Expr | None = None

    def __post_init__(self) -> None:
        if self.one is not None:
            if self.one.type not in NUMBERS:
                raise Malformed(f"an order is a number, not {self.one.type}")
            _only(self.one, (Place.RIGID,), "an order")

    def times(self, amount: Expr) -> Expr:
        """What an amount is multiplied with where it is paid at these orders: for all orders, the ledger does that."""
        return amount if self.one is None else apply(Op.MUL, self.one, amount)

    def __str__(self) -> str:
        return "all α" if self.one is None else show_expr(self.one)


ALL_ORDERS = Orders()


@dataclass(frozen=True, slots=True)
class Ledger:
    """The | L of a ledger judgment, the counters of its ledger with the rate of each, and its orders, if it has some.

    L is about the left memory only: what the left run must still satisfy to matter. Without orders it is the pure
    ledger.
    """

    counters: tuple[tuple[Var, Expr], ...]
    keep: Expr = TRUE
    orders: Orders | None = None

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
        at = "" if self.orders is None else f", {self.orders}"
        return f"ω = {counters or 0}{at} | {show_expr(self.keep)}"


@dataclass(frozen=True, slots=True)
class Closeness:
    """The [α: r, δ] of a judgment about two outputs: numbers over rigid variables. For all orders it is r times α."""

    orders: Orders
    bound: Expr
    delta: Expr = ZERO

    def __post_init__(self) -> None:
        for name, e in (("the bound", self.bound), ("δ", self.delta)):
            if e.type not in NUMBERS:
                raise Malformed(f"{name} is a number, not {e.type}")
            _only(e, (Place.RIGID,), name)

    def __str__(self) -> str:
        return f"[{self.orders}: {show_expr(self.bound)}, {show_expr(self.delta)}]"


Cost = Budget | Ledger  # what steps of programs are paid from


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
    cost: Cost | Closeness

    def __post_init__(self) -> None:
        if not all(isinstance(c, Command) for c in (self.left, self.right)):
            raise Malformed("a judgment is about two programs")
        if not isinstance(self.cost, Cost | Closeness) or not all(isinstance(e, Expr) for e in (self.pre, self.post)):
            raise Malformed("a judgment has a cost and two assertions")
        places = (Place.LEFT, Place.RIGHT, Place.RIGID)
        counters = {c for c, _ in self.cost.counters} if isinstance(self.cost, Ledger) else set()
        for name, e in (("the precondition", self.pre), ("the postcondition", self.post)):
            if e.type != BOOL:
                raise Malformed(f"{name} is a condition, not {e.type}")
            strange = {v for v in free_variables(e) if v.place not in places and v not in counters}
            if strange:
                raise Malformed(f"{name} cannot speak of {', '.join(sorted(v.name for v in strange))}")
        if isinstance(self.cost, Closeness):
            self._of_outputs()

    @property
    def stepwise(self) -> Cost:
        """The cost of a judgment about steps of programs; closeness is not one."""
        if isinstance(self.cost, Closeness):
            raise Malformed("closeness is a matter of whole programs")
        return self.cost

    def _of_outputs(self) -> None:
        match self.post:
            case Apply(Op.EQ, (Var(place=Place.LEFT), Var(place=Place.RIGHT))):
                pass
            case _:
                raise Malformed("closeness is about an output of the left run and one of the right run")

    def __str__(self) -> str:
        left, right = (show_command(c).replace("\n", "\n    ") for c in (self.left, self.right))
        match self.cost:
            case Budget():
                sign, tail = f"~{self.cost}", ""
            case Ledger(_, keep, orders):
                sign, tail = "~ω" if orders is None else f"~ᴿ[{orders}]", f" | {show_expr(keep)}"
            case Closeness():
                sign, tail = f"~{self.cost}", ""
        shown = f"    {left}\n  {sign}\n    {right}\n" if left != right else f"    {left}\n  {sign} itself\n"
        return f"⊢\n{shown}  : {show_expr(self.pre)}\n  ⇒ {show_expr(self.post)}{tail}"


def _only(e: Expr, places: tuple[Place, ...], what: str) -> None:
    strange = sorted(v.name for v in free_variables(e) if v.place not in places)
    if strange:
        raise Malformed(f"{what} cannot speak of {', '.join(strange)}")
