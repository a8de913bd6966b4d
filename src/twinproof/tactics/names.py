"""The names that a proof can speak of: the variables of the two runs, what is rigid, and the counters of the ledger."""

from __future__ import annotations

from typing import Any

from twinproof.kernel.judgment import Ledger
from twinproof.lang.expr import Expr, Place, Var, free_variables, fresh_name
from twinproof.lang.types import INT, Type
from twinproof.tactics.assertions import Namespace, Term, run_names
from twinproof.tactics.failures import TacticFailed
from twinproof.tactics.goal import Goal
from twinproof.tactics.state import State

LEFT, RIGHT, RIGID = Place.LEFT, Place.RIGHT, Place.RIGID


class Names(State):
    """A proof about programs with these variables."""

    def __init__(self, goal: Goal, variables: frozenset[Var]) -> None:
        super().__init__(goal)
        self._variables = variables
        self._counters: dict[Var, str] = {}  # by which names the script knows the counters of ledgers

    @property
    def left(self) -> Namespace:
        """The variables of the left run."""
        return Namespace("the left run", lambda: run_names(self._variables, LEFT))

    @property
    def right(self) -> Namespace:
        """The variables of the right run."""
        return Namespace("the right run", lambda: run_names(self._variables, RIGHT))

    @property
    def rigid(self) -> Namespace:
        """What is the same in both runs: public parameters, and the names that this proof has given."""

        def find() -> dict[str, Expr | str]:
            goal = self.goals[0] if self.goals else self._root.goal
            spoken = free_variables(goal.judgment.pre) | free_variables(goal.judgment.post) | goal.names
            elsewhere: dict[str, Expr | str] = {
                v.name: f"`{v.name}` may differ between the runs: take it from `left` or `right`"
                for v in self._variables
                if v.place is not RIGID
            }
            return elsewhere | {v.name: v for v in spoken if v.place is RIGID}

        return Namespace("what is the same in both runs", find)

    @property
    def ledger(self) -> Namespace:
        """The counters of the ledger, by the names that `pointwise` gave them."""

        def find() -> dict[str, Expr | str]:
            cost = self.goals[0].judgment.cost if self.goals else None
            return {self._counters[c]: c for c, _ in cost.counters} if isinstance(cost, Ledger) else {}

        return Namespace("the ledger", find)

    @property
    def adjacent(self) -> Term:
        """What the statement assumes: the adjacency of the inputs, and the requirements."""
        return Term(self._root.goal.judgment.pre)

    def _taken(self, tactic: str) -> set[str]:
        """The names of the programs, and those that the proof of the first open goal has given."""
        return {v.name for v in self._variables} | self._current(tactic).goal.taken

    def _new_counter(self, name: str, index: Var | None = None, kind: Type = INT) -> Var:
        """A counter that the script knows by this name; `index` is new, too."""
        taken = self._taken("pointwise") | ({index.name} if index is not None else set())
        counter = Var(fresh_name(f"ω_{name}", taken), kind, Place.LEDGER)
        self._counters[counter] = name
        return counter

    def _new(self, tactic: str, name: str, kind: Any) -> Var:
        """A rigid variable of a name that nothing else has."""
        taken = self._taken(tactic)
        if not name.isidentifier():
            raise TacticFailed(tactic, f"{name!r} is not a name")
        if name in taken:
            raise TacticFailed(tactic, f"the name `{name}` is taken; choose one that means nothing yet")
        return Var(name, kind, RIGID)
