"""The forms of the steps about divergences: draws at the price of squares, how close two outputs are, and (ε, δ)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from twinproof.export.forms import Book, Script, bound_at, number, orders_of, post_of
from twinproof.export.terms import View, drawn
from twinproof.kernel.judgment import Budget, Closeness, Judgment, Ledger
from twinproof.kernel.noise import price_of_squares
from twinproof.lang.command import Sample
from twinproof.lang.expr import Apply, Op, Place, Var, apply

LEFT, RIGHT = Place.LEFT, Place.RIGHT


def moved(name: str) -> Callable[[Book, Judgment, Mapping[str, Any]], Script]:
    """A draw that is moved, at the price of squares."""

    def script_of(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
        cost = judgment.stepwise
        assert isinstance(cost, Ledger)
        assert cost.orders is not None
        left: Sample = given["left"]
        laws = [drawn(book.names, s) for s in (left, given["right"])]
        each = View(book.names, {LEFT: "m"}).real(cost.orders.times(price_of_squares(left, LEFT)))
        numbers = {c: i for i, (c, _) in enumerate(cost.counters)}
        view = View(book.names, {LEFT: "m1", RIGHT: "m2"}, numbers)
        shift, price = (f"(fun (m1 m2 : mem) (w : counters) => {view.value(given[n])})" for n in ("shift", "price"))
        where = f"{book.rates(cost)} {numbers[given['counter']]}%nat"
        parts = [" ".join(pair) for pair in zip(*laws, strict=True)]
        about = f"{parts[0]} (fun m : mem => {each}) {parts[1]} {parts[2]} {shift} {price}"
        pre = book.assertion(judgment.pre, cost)
        order = "" if cost.orders.one is None else f" {number(book, cost.orders.one)}"
        rule = f"rr_{name}_{'concentrated' if cost.orders.one is None else 'order'}"
        return [
            f"refine (@{rule} mem {where} {about} {pre} {post_of(book, judgment)} (erefl true) _ _ _ _{order} _).",
            "5: OPEN; unit_price.",
            "4: OPEN; moved.",
            "3: OPEN; squares.",
        ]

    return script_of


def close(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    cost = judgment.cost
    assert isinstance(cost, Closeness)
    premise = given["premise"].judgment
    outputs = " ".join(book.names.fields[given[n].name, given[n].type] for n in ("left", "right"))
    order = "" if cost.orders.one is None else f" {number(book, cost.orders.one)}"
    rule = f"rr_close_{'concentrated' if cost.orders.one is None else 'order'}"
    numbers = f"{book.rates(premise.cost)} _ {outputs}{order} {number(book, cost.bound)}"
    programs = f"{book.program(judgment.left)} {book.program(judgment.right)}"
    about = f"{book.assertion(premise.pre, premise.cost)} {book.assertion(premise.post, premise.cost)}"
    keep, pre = book.keep(premise.cost), book.assertion(judgment.pre, cost)
    return [f"refine (@{rule} mem {numbers} {programs} {about} {keep} {pre} {book.step(given['premise'])} _ _ _)."]


def _of_outputs(book: Book, judgment: Judgment) -> str:
    """Both programs, each with its output."""
    outputs = outputs_of(book, judgment)
    return f"{book.program(judgment.left)} {outputs[0]} {book.program(judgment.right)} {outputs[1]}"


def outputs_of(book: Book, judgment: Judgment) -> tuple[str, str]:
    """The outputs that a judgment of closeness is about, in both programs."""
    assert isinstance(judgment.post, Apply)
    left, right = (book.names.fields[v.name, v.type] for v in judgment.post.args if isinstance(v, Var))
    return left, right


def close_conseq(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    cost, premise = judgment.cost, given["premise"].judgment
    assert isinstance(cost, Closeness)
    inner = premise.cost
    amounts = " ".join(number(book, e) for e in (cost.bound, inner.bound, cost.delta, inner.delta))
    if cost.orders.one is None:
        rule, order = "all", ""
    else:
        rule, order = "at" if inner.orders.one is None else "one", f" {number(book, cost.orders.one)}"
    about = f"{_of_outputs(book, judgment)} {book.assertion(premise.pre, inner)} {book.assertion(judgment.pre, cost)}"
    return [f"refine (@rc_conseq_{rule} mem _{order} {amounts} {about} {book.step(given['premise'])} _ _)."]


def converted(name: str) -> Callable[[Book, Judgment, Mapping[str, Any]], Script]:
    """From divergences to a budget."""

    def script_of(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
        premise = given["premise"].judgment
        found, whole = premise.cost, judgment.cost
        assert isinstance(whole, Budget)
        end = " ".join(number(book, e) for e in (given["epsilon"], given["delta"], whole.delta))
        about = f"{_of_outputs(book, premise)} {book.assertion(premise.pre, found)} {book.step(given['premise'])}"
        if name == "zcdp_dp":
            own = f"{number(book, found.delta)} {number(book, found.bound)}"
            return [f"refine (@rc_zcdp_dp mem _ {own} {end} {about} _ _ _)."]
        order = given["order"]
        spent = found.bound if found.orders.one is not None else apply(Op.MUL, order, found.bound)
        inside = "Logic.I" if found.orders.one is None else "erefl"
        numbers = " ".join(number(book, e) for e in (found.delta, order, spent))
        first = f"{orders_of(book, found)} {bound_at(book, found)} {numbers} {end} {about} {inside} erefl"
        return [f"refine (@rc_{name} mem _ {first}{' _' * (3 if name == 'rdp_dp' else 4)})."]

    return script_of


SCRIPTS: Mapping[str, Callable[[Book, Judgment, Mapping[str, Any]], Script]] = {
    "R-Gauss": moved("gauss"),
    "R-Lap": moved("laplace"),
    "R-Close": close,
    "R-Conseq": close_conseq,
    "zCDP-DP-sym": converted("zcdp_dp"),
    "RDP-DP": converted("rdp_dp"),
    "RDP-DP-sym": converted("rdp_dp_sym"),
}
