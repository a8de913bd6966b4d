"""A proof script, run once, with the goals behind each of its lines: what `twinproof prove --upto LINE` shows.

A script is a Python program; this executes it. It gets more statements: wherever it could be stopped, one that takes
down the goals that are open there when it is first come to. So a cursor that moves needs no second run.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypedDict

from twinproof.lang.errors import TwinproofError
from twinproof.tactics.display import Shown, assertion, cost_of, goal_text, rows
from twinproof.tactics.failures import ScriptError
from twinproof.tactics.goal import Goal
from twinproof.tactics.proof import Proof, collected
from twinproof.tactics.running import at_home, last_line
from twinproof.tactics.state import Sorry

_NOTE = "_twinproof_takes_down_the_goals"
_BLOCKS = ("body", "orelse", "finalbody")
_RULE, _LABEL = "  ───", len("  after   ")  # of the text of a goal

Place = tuple[int, int]  # a block, by its number, and the statement of it that comes next


class GoalShown(TypedDict):
    """A goal, as an editor shows it: what holds before, the programs side by side, what must hold after."""

    heading: str
    cost: str
    before: list[str]
    programs: list[tuple[tuple[bool, str, str], tuple[bool, str, str]]]
    after: list[str]


class ProofShown(TypedDict):
    """A proof at some point of the script."""

    title: str
    summary: str
    proved: bool
    goals: list[GoalShown]


class StateShown(TypedDict):
    """All proofs at some point, and the same as text."""

    proofs: list[ProofShown]
    text: str


class Problem(TypedDict):
    """What went wrong: the line of the script, if it is known, and the words."""

    line: int | None
    text: str


class Recording(TypedDict):
    """The states that there were; for each line, from 0, which of them is the one behind it; and what went wrong.

    A line that was not come to has the last state, and `reached` says so.
    """

    states: list[StateShown]
    lines: list[int]
    reached: list[bool]
    problem: Problem | None


@dataclass(frozen=True)
class Seen(Shown):
    """A proof as it was at one moment."""

    title: str
    proved: bool
    open: tuple[Goal, ...]
    given_up: tuple[str, ...]

    @staticmethod
    def of(proof: Proof) -> Seen:
        return Seen(proof.title, proof.proved, proof.goals, proof.sorries)

    @property
    def goals(self) -> Sequence[Goal]:
        return self.open

    @property
    def sorries(self) -> Sequence[str]:
        return self.given_up


def record(text: str, path: Path) -> Recording:
    """Run a script, and tell what it showed on the way."""
    count = text.count("\n") + 1
    try:
        tree = ast.parse(text, str(path))
        points = _Points(tree, count)
        first = dict.fromkeys(points.before_all, 0)  # which moment a point was first come to
        code = compile(points.instrumented(), str(path), "exec")
    except SyntaxError as problem:
        words = f"this is not Python: {problem.msg}"
        return _told([()], [0] * (count + 1), [False] * (count + 1), {"line": problem.lineno, "text": words})
    except (ValueError, RecursionError, MemoryError) as problem:
        words = f"this is not Python: {problem}"
        return _told([()], [0] * (count + 1), [False] * (count + 1), {"line": None, "text": words})
    moments: list[tuple[Seen, ...]] = [()]
    with collected() as proofs, at_home(path), warnings.catch_warnings():
        warnings.simplefilter("ignore", Sorry)  # the goals tell of it

        def take(point: int) -> None:
            if point not in first:
                now = tuple(map(Seen.of, proofs))
                if now != moments[-1]:
                    moments.append(now)
                first[point] = len(moments) - 1

        went_wrong = _execute(code, path, take)
        moments.append(tuple(map(Seen.of, proofs)))
    last, lines, reached = len(moments) - 1, [], []
    for wanted in points.behind:
        come_to = [first[p] for p in wanted if p in first]
        lines.append(min(come_to, default=last))
        reached.append(bool(come_to) or went_wrong is None)
    return _told(moments, lines, reached, went_wrong)


def _execute(code: Any, path: Path, take: Callable[[int], None]) -> Problem | None:
    names: dict[str, object] = {"__name__": "__main__", "__file__": str(path.resolve()), _NOTE: take}
    try:
        exec(code, names)  # a script is a program: running it is what was asked for
    except ScriptError as problem:
        number = problem.where.rpartition(":")[2]
        return {"line": int(number) if number.isdecimal() else None, "text": problem.text}
    except TwinproofError as problem:
        return {"line": last_line(problem, path), "text": str(problem)}
    except SystemExit as problem:
        return {"line": last_line(problem, path), "text": "the script ended itself (sys.exit)"}
    except Exception as problem:
        return {"line": last_line(problem, path), "text": f"{type(problem).__name__}: {problem}"}
    return None


# --------------------------------------------------------------------------------------------------- where it may stop


class _Points:
    """The points of a script at which it would be stopped behind some line."""

    def __init__(self, tree: ast.Module, lines: int) -> None:
        self.tree = tree
        self.numbers: dict[Place, int] = {}
        self.blocks: dict[int, list[ast.stmt]] = {}
        self.behind = [[self._number(place) for place in self._cut(tree.body, line)] for line in range(lines + 1)]

    def _number(self, place: Place) -> int:
        return self.numbers.setdefault(place, len(self.numbers))

    def _cut(self, block: list[ast.stmt], line: int) -> list[Place]:
        """Before the first statement that ends behind the line, or inside of it."""
        for number, statement in enumerate(block):
            if (statement.end_lineno or statement.lineno) > line:
                inside = self._inside(statement, line) if statement.lineno <= line else None
                self.blocks[id(block)] = block
                return [(id(block), number)] if inside is None else inside
        return []

    def _inside(self, statement: ast.stmt, line: int) -> list[Place] | None:
        """In the blocks of a statement around the line; None if none of them has begun by then.

        A decorated function is a mechanism, say, and not a part of the proof: the script stops before it.
        """
        if getattr(statement, "decorator_list", []):
            return None
        inner: list[list[ast.stmt]] = [getattr(statement, name, []) for name in _BLOCKS]
        begun = [block for block in inner if block and isinstance(block[0], ast.stmt) and block[0].lineno <= line]
        begun += [part.body for name in ("handlers", "cases") for part in getattr(statement, name, [])]
        return [place for block in begun for place in self._cut(block, line)] if begun else None

    @property
    def before_all(self) -> set[int]:
        """The points where nothing may stand: before what is imported from the future."""
        future = [n for n, s in enumerate(self.tree.body) if isinstance(s, ast.ImportFrom) and s.module == "__future__"]
        most = max(future, default=-1)
        return {number for (block, at), number in self.numbers.items() if block == id(self.tree.body) and at <= most}

    def instrumented(self) -> ast.Module:
        """The script, with a note taken at each point."""
        nowhere = self.before_all
        for (block, position), number in sorted(self.numbers.items(), key=lambda item: item[0][1], reverse=True):
            if number not in nowhere:
                statements = self.blocks[block]
                note = ast.Expr(ast.Call(ast.Name(_NOTE, ast.Load()), [ast.Constant(number)], []))
                statements.insert(position, ast.copy_location(note, statements[position]))
        return ast.fix_missing_locations(self.tree)


# ------------------------------------------------------------------------------------------------------- what is shown


def _told(
    moments: Sequence[tuple[Seen, ...]], lines: list[int], reached: list[bool], problem: Problem | None
) -> Recording:
    return {"states": list(map(_state, moments)), "lines": lines, "reached": reached, "problem": problem}


def _state(proofs: Sequence[Seen]) -> StateShown:
    return {"proofs": list(map(_proof, proofs)), "text": "\n\n".join(proof.all_goals() for proof in proofs)}


def _proof(proof: Seen) -> ProofShown:
    goals = [_goal(goal, number, len(proof.goals)) for number, goal in enumerate(proof.goals, 1)]
    summary = proof.all_goals().partition("\n\n")[0]
    return {"title": proof.title, "summary": summary, "proved": proof.proved, "goals": goals}


def _goal(goal: Goal, number: int, count: int) -> GoalShown:
    heading, *lines = goal_text(goal, number, count).split("\n")
    below = max(n for n, line in enumerate(lines) if line.startswith(_RULE)) + 1
    left, right = rows(goal.judgment.left), rows(goal.judgment.right)
    return {
        "heading": heading.removesuffix(cost_of(goal)).rstrip(),
        "cost": cost_of(goal),
        "before": assertion(goal.judgment.pre),
        "programs": list(zip_longest(left, right, fillvalue=(False, "", ""))),
        "after": [line[_LABEL:] for line in lines[below:]],  # without what the programs leave as it was
    }
