"""What the prover found, as data; `display` has the words."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from twinproof.lang.claim import Claim
from twinproof.lang.expr import Expr, Var
from twinproof.lang.faces import NO_FACES, Faces

if TYPE_CHECKING:  # what was kept is shown without the kernel and the solver
    from twinproof.kernel.rules import Theorem

# A shape of the adjacency: each monotone list, and whether it rises (1) or falls (−1), and each data set of which the
# right run has more rows (2), or the left one (−2).
Directions = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """A sampling: its site, the line that it stands in, and the variable that gets the sample."""

    site: int
    line: int | None
    variable: str


@dataclass(frozen=True, slots=True)
class Case:
    """What a coupling does in one of its cases: when (None: in all others), by which shift, and what a draw costs."""

    when: Expr | None
    shift: Expr
    price: Expr


@dataclass(frozen=True, slots=True)
class CoupledSample:
    """A sampling: which rule couples it, and how, case by case; the first case whose condition holds is the one."""

    draw: Draw
    rule: str
    shift: Expr  # in all cases
    cases: tuple[Case, ...]
    sampled: Var  # what the conditions and shifts call the sample
    directions: Directions = ()

    @property
    def line(self) -> int | None:
        return self.draw.line

    @property
    def variable(self) -> str:
        return self.draw.variable


@dataclass(frozen=True, slots=True)
class LoopInvariant:
    """A loop, by its site and line, and what holds each time the two runs come to its head."""

    site: int
    line: int | None
    assertion: Expr
    directions: Directions = ()


@dataclass(frozen=True, slots=True)
class Spending:
    """Where the budget goes: what some draws spend together is at most a bound, in units of a rate."""

    draws: tuple[Draw, ...]
    bound: Expr
    rate: Expr
    directions: Directions = ()


@dataclass(frozen=True, slots=True)
class Payment:
    """What δ pays for: a draw that falls into a tail, when, and how likely that is at most each time.

    Or what samples of a tail cost `over` an ε that is paid for the draw.
    """

    draw: Draw
    event: Expr
    when: Expr | None
    bound: Expr
    right_alone: bool  # whether it is a draw that only the right run makes
    directions: Directions = ()
    over: Expr | None = None


@dataclass(frozen=True)
class Account:
    """How a claim is proved, in the user's terms."""

    claim: Claim  # that was proved
    couplings: tuple[CoupledSample, ...]
    invariants: tuple[LoopInvariant, ...]
    spending: tuple[Spending, ...]
    tighter: bool = False  # whether it is a smaller part of what was claimed
    payments: tuple[Payment, ...] = ()  # of δ
    through: Claim | None = None  # what the draws were paid for, if another claim follows from that
    rounds: tuple[int, Claim] | None = None  # how many there are, and what holds of one: all else is about that
    first: tuple[str, Claim] | None = None  # a number that is released first, and what holds of it by itself
    sampled: tuple[Expr, Claim] | None = None  # how likely a row counts, and what holds of what is computed if it does
    between: tuple[str, str] | None = None  # the numbers between which all keys lie, where it goes through the keys

    @property
    def billed(self) -> Claim:
        """What the draws are paid for: the claim, or another one that it follows from."""
        if self.rounds is not None:
            return self.rounds[1]
        return self.through or (self.claim if self.sampled is None else self.sampled[1])

    def explain(self) -> str:
        """The proof in words."""
        from twinproof.search.display import explain_proof  # which is about what stands here

        return explain_proof(self)

    @property
    def shapes(self) -> tuple[Directions, ...]:
        """The shapes of the adjacency that the proof tells apart."""
        of_draws = (*(c.directions for c in self.couplings), *(i.directions for i in self.invariants))
        return tuple(dict.fromkeys((*of_draws, *(s.directions for s in self.spending)))) or ((),)


@dataclass(frozen=True)
class Proof(Account):
    """The claim is proved: the theorem, and how."""

    theorem: Theorem = field(kw_only=True)

    @property
    def account(self) -> Account:
        """How, without the theorem, which stays in the process that has made it."""
        return Account(**{part.name: getattr(self, part.name) for part in fields(Account)})


@dataclass(frozen=True, slots=True)
class Example:
    """Two runs that no coupling tried could keep together: inputs, the left output, and what the left run drew."""

    left: dict[str, Any]
    right: dict[str, Any]
    output: Any
    draws: tuple[tuple[Draw, int], ...]
    faces: Faces = NO_FACES


@dataclass(frozen=True, slots=True)
class Attempted:
    """Couplings that kept all trials together, and why no proof came of them."""

    shifts: tuple[tuple[Draw, Expr], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Searched:
    """How many couplings there were for each draw, and how the search among their combinations ended."""

    offered: tuple[tuple[Draw, int], ...]
    passed: int  # combinations that kept all trials together
    pairs: int  # of runs
    given_up: bool


@dataclass(frozen=True)
class Stuck:
    """No proof was found: why, where, and what was tried."""

    reason: str
    line: int | None = None
    tried: tuple[Attempted | Searched, ...] = ()
    example: Example | None = None

    def explain(self) -> str:
        """What stood in the way of a proof, in words."""
        from twinproof.search.display import explain_stuck

        return explain_stuck(self)
