"""The names that a proof invents. None of them is a name of the program, and no two of them are the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from twinproof.kernel.judgment import Judgment
from twinproof.lang.expr import Expr, Place, Var, free_variables, fresh_name
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import BOOL, INT, Type

DEEPEST = 3  # lists in lists in lists


@dataclass(frozen=True)
class Names:
    """The proof's own variables."""

    output: Var  # rigid: the output that the proof is about
    sampled: Var  # rigid: what the left run draws, in a shift that depends on it
    told: Var  # rigid: the same, where that is a truth value
    position: Var  # bound: a position in a list that is a prefix of another
    indices: tuple[Var, ...]  # bound: any position in the lists that an invariant speaks of, and in lists in them
    counters: tuple[Var, ...]  # of the ledger, one for each rate
    taken: frozenset[str]  # all names of the program and of the proof

    @classmethod
    def of(cls, mechanism: Mechanism, goal: Judgment, counted: Sequence[Type]) -> Names:
        """Names for the proof of a goal; `counted` says what each counter of the ledger holds."""
        taken = mechanism.names | {v.name for e in (goal.pre, goal.post) for v in free_variables(e)}

        def new(base: str) -> str:
            name = fresh_name(base, taken)
            taken.add(name)
            return name

        output = Var(new("o"), mechanism.result.type, Place.RIGID)
        sampled, position = (Var(new(base), INT, Place.RIGID) for base in ("sampled", "position"))
        told = Var(new("told"), BOOL, Place.RIGID)
        indices = tuple(Var(new("j"), INT, Place.RIGID) for _ in range(DEEPEST))
        bases = ["w"] if len(counted) == 1 else [f"w{number}" for number in range(1, len(counted) + 1)]
        counters = tuple(Var(new(base), kind, Place.LEDGER) for base, kind in zip(bases, counted, strict=True))
        return cls(output, sampled, told, position, indices, counters, frozenset(taken))

    def sample(self, kind: Type) -> Var:
        """The name of what the left run draws."""
        return self.told if kind == BOOL else self.sampled

    @property
    def index(self) -> Var:
        """Any position in a list."""
        return self.indices[0]

    def on_sample(self, e: Expr) -> bool:
        """Whether an expression depends on what the left run draws."""
        return not free_variables(e).isdisjoint((self.sampled, self.told))
