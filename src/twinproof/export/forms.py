"""What all forms of steps have in common: where names are kept, and how judgments of each kind are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from twinproof.export.terms import Names, View
from twinproof.kernel.judgment import Budget, Closeness, Judgment, Ledger
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Command
from twinproof.lang.expr import Expr, Var


class Book(Protocol):
    """Where assertions, programs and earlier steps have their names."""

    names: Names

    def assertion(
        self, e: Expr, cost: Budget | Ledger | Closeness, changed: Mapping[Var, str] | None = None
    ) -> str: ...
    def keep(self, cost: Ledger, changed: Mapping[Var, str] | None = None) -> str: ...
    def rates(self, cost: Ledger) -> str: ...
    def program(self, command: Command) -> str: ...
    def step(self, theorem: Theorem, changed: Mapping[Var, str] | None = None) -> str: ...


Script = list[str]


def number(book: Book, e: Expr) -> str:
    """A budget: a real over rigid variables."""
    return View(book.names, {}).real(e)


def kind_of(judgment: Judgment) -> str:
    """Of a judgment: with a budget, with a ledger, with one of divergences, or about how close two outputs are."""
    match judgment.cost:
        case Budget():
            return "b"
        case Ledger(orders=None):
            return "w"
        case Ledger():
            return "r"
        case Closeness():
            return "c"


def where(book: Book, judgment: Judgment) -> str:
    """What the theorems of a ledger are about: its states, its orders, and what a state has paid."""
    cost = judgment.stepwise
    if isinstance(cost, Budget):
        return ""
    if cost.orders is None:
        return f" counters {total(book, cost)}"
    return f" counters {orders_of(book, cost)} {paid_at(book, cost)}"


def orders_of(book: Book, cost: Ledger | Closeness) -> str:
    """The orders of divergences."""
    assert cost.orders is not None
    return "(@all_orders RR)" if cost.orders.one is None else f"(@one_order RR {number(book, cost.orders.one)})"


def paid_at(book: Book, cost: Ledger) -> str:
    """What a state of a ledger of divergences has paid at each order."""
    assert cost.orders is not None
    return f"(@{'concentrated' if cost.orders.one is None else 'plain'} RR counters {total(book, cost)})"


def bound_at(book: Book, cost: Closeness) -> str:
    """What a divergence is at most, at each order."""
    bound = number(book, cost.bound)
    return f"(fun al : RR => (al * {bound})%R)" if cost.orders.one is None else f"(fun _ : RR => {bound})"


def post_of(book: Book, judgment: Judgment) -> str:
    """The postcondition, and with a ledger what is kept."""
    post = book.assertion(judgment.post, judgment.stepwise)
    return post if isinstance(judgment.stepwise, Budget) else f"{post} {book.keep(judgment.stepwise)}"


def total(book: Book, cost: Ledger) -> str:
    return f"(@total RR {book.rates(cost)})"
