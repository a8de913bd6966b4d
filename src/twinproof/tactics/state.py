"""The state of a proof: a tree of goals, and the theorems that have been made of them.

Nothing here can make a theorem; a closed goal holds one that came out of the kernel, and the theorem of a refined goal
is built as soon as those below it are there. What a failing step would have changed is not changed.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from twinproof.kernel.judgment import Malformed
from twinproof.kernel.rules import Refused, Theorem, is_theorem
from twinproof.lang.expr import TypeMismatch
from twinproof.tactics.failures import NotProved, TacticFailed, refusal, restorable, script_line, script_place
from twinproof.tactics.goal import Goal, Refinement
from twinproof.tactics.stepping import Stuck

T = TypeVar("T")


class Sorry(UserWarning):
    """A goal was closed without a proof."""


@dataclass
class Node:
    """A goal, and what has become of it."""

    goal: Goal
    parent: Node | None = None
    refinement: Refinement | None = None
    children: list[Node] = field(default_factory=list)
    theorem: Theorem | None = None
    sorry: str = ""  # the line of the script that gave it up
    later: int = 0  # how often it was put off

    @property
    def open(self) -> bool:
        """Whether somebody still has to do something about this very goal."""
        return self.theorem is None and not self.children and not self.sorry


class State:
    """A tree of goals."""

    def __init__(self, goal: Goal) -> None:
        self._root = Node(goal)
        self.rules: list[str] = []  # the rules that were used, in the order of the script
        restorable.add(self)

    def _snapshot(self) -> Callable[[], None]:
        """What puts the proof back to how it is now."""
        root, rules = _copy(self._root, None), list(self.rules)

        def back() -> None:
            self._root, self.rules = root, rules

        return back

    # ---------------------------------------------------------------------------------------------------- what there is

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The open goals; the next tactic works on the first."""
        return tuple(node.goal for node in self._open())

    @property
    def sorries(self) -> tuple[str, ...]:
        """The lines of the script that closed a goal without a proof."""
        return tuple(node.sorry for node in self._nodes() if node.sorry)

    @property
    def theorem(self) -> Theorem | None:
        """The theorem, once everything is proved."""
        return self._root.theorem

    @property
    def proved(self) -> bool:
        """Whether there is a theorem."""
        return self._root.theorem is not None

    def _nodes(self) -> list[Node]:
        nodes: list[Node] = []
        waiting = [self._root]
        while waiting:
            node = waiting.pop()
            nodes.append(node)
            waiting += reversed(node.children)
        return nodes

    def _open(self) -> list[Node]:
        return sorted((node for node in self._nodes() if node.open), key=lambda node: node.later)

    def _current(self, tactic: str) -> Node:
        if not (waiting := self._open()):
            raise TacticFailed(tactic, "no goal is open")
        return waiting[0]

    # ----------------------------------------------------------------------------------------------------- what changes

    def _refine(self, tactic: str, make: Callable[[Goal], Refinement]) -> None:
        """Replace the first open goal by simpler ones."""
        node = self._current(tactic)
        refinement = self._attempt(tactic, lambda: make(node.goal))
        node.refinement = refinement
        node.children = [Node(goal, node, later=node.later) for goal in refinement.goals]
        self.rules.append(refinement.rule)

    def _finish(self, tactic: str, rule: str, make: Callable[[Goal], Theorem]) -> None:
        """Close the first open goal, and all above it whose last open goal it was."""
        node = self._current(tactic)

        def close() -> list[tuple[Node, Theorem]]:
            made = [(node, _fitting(tactic, node.goal, make(node.goal)))]
            while (parent := made[-1][0].parent) is not None:
                last, latest = made[-1]
                below = [latest if child is last else child.theorem for child in parent.children]
                if any(t is None for t in below):
                    break
                assert parent.refinement is not None
                theorem = parent.refinement.build([t for t in below if t is not None])
                made.append((parent, _fitting(tactic, parent.goal, theorem)))
            return made

        for closed, theorem in self._attempt(tactic, close):
            closed.theorem = theorem
        self.rules.append(rule)

    def _attempt(self, tactic: str, action: Callable[[], T]) -> T:
        try:
            return action()
        except Refused as problem:
            raise TacticFailed(tactic, refusal(problem)) from None
        except (Malformed, TypeMismatch, Stuck) as problem:
            raise TacticFailed(tactic, str(problem)) from None

    def later(self) -> None:
        """Put the first goal off until all others are closed."""
        node = self._current("later")
        node.later = 1 + max(other.later for other in self._open())

    def sorry(self) -> None:
        """Close the goal without a proof. There will never be a theorem."""
        node = self._current("sorry")
        node.sorry = script_line() or "somewhere"
        what = f"{node.goal.label}: " if node.goal.label else ""
        warnings.warn(f"SORRY: {what}this goal is not proved, and there will be no theorem", Sorry, stacklevel=2)

    def qed(self) -> Theorem:
        """The theorem. It is an error to ask for it while something is open or was given up."""
        if self._root.theorem is not None:
            return _fitting("qed", self._root.goal, self._root.theorem)
        if self.goals:
            count = len(self.goals)
            raise NotProved(f"{count} goal{'s are' if count > 1 else ' is'} still open\n\n{self}")
        raise NotProved(f"sorry was used ({', '.join(self.sorries)}): there is no theorem")


def _copy(node: Node, parent: Node | None) -> Node:
    copy = replace(node, parent=parent)
    copy.children = [_copy(child, copy) for child in node.children]
    return copy


def _fitting(tactic: str, goal: Goal, theorem: Theorem) -> Theorem:
    """A theorem that says what the goal says; anything else is a mistake of a tactic."""
    if not is_theorem(theorem):
        raise TacticFailed(tactic, "this did not come out of the kernel")
    if theorem.judgment != goal.judgment:
        raise TacticFailed(tactic, f"it proved something else:\n{theorem}\n  where this was wanted:\n{goal.judgment}")
    return theorem


def beside_script(path: str | Path) -> Path:
    """A path in a script is meant from the script's folder; outside of a file, from the working directory."""
    place = script_place()
    folder = Path(place[0]).parent if place is not None and Path(place[0]).is_file() else Path()
    return folder / path
