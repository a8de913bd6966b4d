"""Goals for the eye: the two programs side by side, what holds before above them, what must hold after below.

The same lines serve as text, in a terminal (Rich) and in a notebook (HTML). Tactics work backward, so the command that
comes next is the last one of each side; it is marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from twinproof.kernel.judgment import Budget, Closeness, Ledger, Orders
from twinproof.lang.command import Command, If, Skip, While, parts_of
from twinproof.lang.expr import TRUE, ZERO, Apply, Expr, Op, Quantified, conjuncts
from twinproof.lang.printer import show_command, show_expr
from twinproof.pages import rendered
from twinproof.tactics.budgets import show_budget
from twinproof.tactics.goal import Goal, once, unchanged

Row = tuple[bool, str, str]  # whether it comes next, the line of the source, the text
NEXT = "▸"


def rows(program: Command) -> list[Row]:
    """A program, line by line."""
    parts = parts_of(program)
    rows: list[Row] = []
    for position, part in enumerate(parts):
        ends = position == len(parts) - 1
        lines = _rows(part, "")
        if not ends:
            lines[-1] = (lines[-1][0], lines[-1][1] + ";")
        rows += [(ends and number == 0, line, text) for number, (line, text) in enumerate(lines)]
    return rows or [(False, "", "skip")]


def _rows(command: Command, indent: str) -> list[tuple[str, str]]:
    line = "" if (at := getattr(command, "at", None)) is None else str(at.line)
    deeper = indent + "  "
    match command:
        case If(condition, then, otherwise):
            branches = [(line, f"{indent}if {show_expr(condition)} then"), *_block(then, deeper)]
            if not isinstance(otherwise, Skip):
                branches += [("", f"{indent}else"), *_block(otherwise, deeper)]
            return branches
        case While(condition, Skip()):
            return [(line, f"{indent}while {show_expr(condition)} do skip")]
        case While(condition, body):
            return [(line, f"{indent}while {show_expr(condition)} do"), *_block(body, deeper)]
        case _:
            return [(line, indent + show_command(command))]


def _block(command: Command, indent: str) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for part in parts_of(command):
        if rows:
            rows[-1] = (rows[-1][0], rows[-1][1] + ";")
        rows += _rows(part, indent)
    return rows or [("", f"{indent}skip")]


def cost_of(goal: Goal) -> str:
    """What may be spent."""
    match goal.judgment.cost:
        case Budget() as cost:
            return f"budget {show_budget(cost)}"
        case Closeness(orders, bound, delta):
            away = "" if delta == ZERO else f", without a mass of {show_expr(delta)}"
            return f"divergence {_at_orders(orders)} {show_expr(bound)}{away}"
        case Ledger(counters, keep, orders):
            named = ", ".join(f"{c.name} at rate {show_expr(rate)}" for c, rate in counters)
            kind = "" if orders is None else f" of divergence {_at_orders(orders)}"
            return f"ledger{kind} {named}; kept where {show_expr(keep)}"


def _at_orders(orders: Orders) -> str:
    return "at all orders α: α times" if orders.one is None else f"at the order {show_expr(orders.one)}:"


_WIDE = 100


def assertion(e: Expr) -> list[str]:
    """An assertion, one line for each part; parts that are too long are broken where they have structure."""
    return [line for part in conjuncts(e) for line in _broken(part, _WIDE)]


def _broken(e: Expr, width: int) -> list[str]:
    text = show_expr(e)
    if len(text) <= width:
        return [text]
    match e:
        case Apply(Op.IMPLIES, (when, what)):
            parts = [_broken(part, width - 3) for part in conjuncts(what)]
            parts = [_bracketed(p, lines) for p, lines in zip(conjuncts(what), parts, strict=True)]
            body = [
                f"{line} ∧" if n == len(lines) - 1 else line for lines in parts[:-1] for n, line in enumerate(lines)
            ]
            return [f"{show_expr(when)} ⇒", *(f"  {line}" for line in (*body, *parts[-1]))]
        case Quantified(universal, var, inner):
            return [f"{'∀' if universal else '∃'}{var.name}.", *(f"  {line}" for line in _broken(inner, width - 2))]
        case Apply(Op.AND, parts_):
            lines = [_bracketed(p, _broken(p, width - 3)) for p in parts_]
            return [f"{x} ∧" if n == len(b) - 1 else x for b in lines[:-1] for n, x in enumerate(b)] + lines[-1]
        case _:
            return [text]


def _bracketed(e: Expr, lines: list[str]) -> list[str]:
    """Lines of a part of a conjunction, in brackets where it binds less."""
    if not isinstance(e, Quantified) and not (isinstance(e, Apply) and e.op in (Op.IMPLIES, Op.OR)):
        return lines
    inside = [f"({lines[0]}", *(f" {line}" for line in lines[1:])]
    return [*inside[:-1], f"{inside[-1]})"]


def _after(goal: Goal) -> list[str]:
    """The postcondition; what held before and cannot change is only counted."""
    judgment = goal.judgment
    given = conjuncts(judgment.pre)
    still = [p for p in conjuncts(unchanged(judgment.post, judgment.left, judgment.right)) if p in given and p != TRUE]
    lines = assertion(once(*(p for p in conjuncts(judgment.post) if p not in still)))
    if not still:
        return lines
    facts = "a fact" if len(still) == 1 else f"{len(still)} facts"
    return [*(line for line in lines if lines != ["true"]), f"(and {facts} from above that nothing here changes)"]


def _heading(goal: Goal, number: int, count: int) -> str:
    return f"goal {number} of {count}" + (f": {goal.label}" if goal.label else "")


def goal_text(goal: Goal, number: int = 1, count: int = 1) -> str:
    """A goal as plain text."""
    left, right = rows(goal.judgment.left), rows(goal.judgment.right)
    digits = max(len(line) for _, line, _ in (*left, *right))
    width = max(len(text) for _, _, text in left)
    shown = []
    for mine, yours in zip_longest(left, right, fillvalue=(False, "", "")):
        cells = [f"{NEXT if first else ' '} {line:>{digits}}  {text}" for first, line, text in (mine, yours)]
        shown.append(f"  {cells[0]:<{width + digits + 4}}  │ {cells[1]}".rstrip())
    rule = "  " + "─" * max(24, *(len(line) - 2 for line in shown))
    before, after = (
        [f"  {label if n == 0 else '      '}  {line}" for n, line in enumerate(lines)]
        for label, lines in (("before", assertion(goal.judgment.pre)), ("after ", _after(goal)))
    )
    return "\n".join([f"{_heading(goal, number, count)}   {cost_of(goal)}", *before, rule, *shown, rule, *after])


def goal_rich(goal: Goal, number: int = 1, count: int = 1) -> Group:
    """A goal for a terminal."""
    heading = Text.assemble((_heading(goal, number, count), "bold"), "   ", (cost_of(goal), "cyan"))
    table = Table(box=None, pad_edge=False, show_header=False)
    for _ in range(2):
        table.add_column(justify="right", style="dim", no_wrap=True)
        table.add_column(overflow="fold")
    left, right = rows(goal.judgment.left), rows(goal.judgment.right)
    for mine, yours in zip_longest(left, right, fillvalue=(False, "", "")):
        cells: list[Text] = []
        for first, line, text in (mine, yours):
            cells += [Text(f"{NEXT if first else ' '} {line}"), Text(text, style="bold" if first else "")]
        table.add_row(*cells)
    parts = [Text(f"  {line}", style="green") for line in assertion(goal.judgment.pre)]
    ends = [Text(f"  {line}", style="yellow") for line in _after(goal)]
    return Group(heading, Text("before", style="dim"), *parts, table, Text("after", style="dim"), *ends)


def _goal_for_notebook(goal: Goal, number: int, count: int) -> dict[str, Any]:
    """A goal as its template wants it."""

    def cell(row: Row) -> dict[str, Any]:
        first, line, text = row
        return {"first": first, "text": f"{NEXT if first else ' '} {line:>4}  {text}"}

    both = zip_longest(rows(goal.judgment.left), rows(goal.judgment.right), fillvalue=(False, "", ""))
    return {
        "heading": _heading(goal, number, count),
        "cost": cost_of(goal),
        "before": assertion(goal.judgment.pre),
        "rows": [(cell(mine), cell(yours)) for mine, yours in both],
        "after": _after(goal),
    }


class Shown:
    """Something with goals that can be seen."""

    title: str

    @property
    def goals(self) -> Sequence[Goal]:
        raise NotImplementedError

    @property
    def sorries(self) -> Sequence[str]:
        raise NotImplementedError

    def _summary(self) -> str:
        if self.goals:
            others = f", {len(self.goals)} goals are open" if len(self.goals) > 1 else ", one goal is open"
        else:
            others = ": NOT PROVED, sorry was used" if self.sorries else ": proved, no goals are left"
        given_up = "".join(f"\nSORRY at {where}" for where in self.sorries)
        return f"{self.title}{others}{given_up}"

    def __str__(self) -> str:
        """The summary, the next goal in full, and the names of the others."""
        if not self.goals:
            return self._summary()
        first = goal_text(self.goals[0], 1, len(self.goals))
        others = [f"{_heading(g, n, len(self.goals))}   {cost_of(g)}" for n, g in enumerate(self.goals, 1)][1:]
        return "\n".join([self._summary(), "", first, *([""] if others else []), *others])

    __repr__ = __str__

    def all_goals(self) -> str:
        """Every open goal in full."""
        count = len(self.goals)
        return "\n\n".join([self._summary(), *(goal_text(g, n, count) for n, g in enumerate(self.goals, 1))])

    def __rich__(self) -> Group:
        count = len(self.goals)
        shown = [goal_rich(goal, number, count) for number, goal in enumerate(self.goals, 1)]
        return Group(Text(self._summary(), style="bold red" if self.sorries else "bold"), *shown)

    def _repr_html_(self) -> str:
        count = len(self.goals)
        goals = [_goal_for_notebook(g, n, count) for n, g in enumerate(self.goals, 1)]
        return rendered("notebook/goals.html", summary=self._summary().split("\n"), goals=goals)
