"""Each step of a derivation as an application of its theorem: the term, with holes for what follows by form.

The holes are filled by the tactics of `foundations/Export.v`; a side condition that the kernel asked the solver for is
handed to them as a lemma of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from twinproof.export.terms import CannotExport, Names, View, assignment, drawn, program, sampling
from twinproof.kernel.judgment import Budget, Closeness, Judgment, Ledger
from twinproof.kernel.noise import price_of_squares
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Command, Sample, Seq, While, sequence
from twinproof.lang.expr import Apply, Expr, Op, Place, Var, apply, conjunction, free_variables, negate

LEFT, RIGHT = Place.LEFT, Place.RIGHT


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


def script(book: Book, theorem: Theorem) -> Script:
    """The lines that prove a step; those after the first are for the holes."""
    rule, judgment = theorem.step.rule, theorem.judgment
    if rule not in _SCRIPTS:
        raise CannotExport(f"the rule [{rule}] has no form for Coq yet")
    return _SCRIPTS[rule](book, judgment, theorem.step.given)


def number(book: Book, e: Expr) -> str:
    """A budget: a real over rigid variables."""
    return View(book.names, {}).real(e)


def _kind(judgment: Judgment) -> str:
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


def _where(book: Book, judgment: Judgment) -> str:
    """What the theorems of a ledger are about: its states, its orders, and what a state has paid."""
    cost = judgment.stepwise
    if isinstance(cost, Budget):
        return ""
    if cost.orders is None:
        return f" counters {_total(book, cost)}"
    return f" counters {orders_of(book, cost)} {paid_at(book, cost)}"


def orders_of(book: Book, cost: Ledger | Closeness) -> str:
    """The orders of divergences."""
    assert cost.orders is not None
    return "(@all_orders RR)" if cost.orders.one is None else f"(@one_order RR {number(book, cost.orders.one)})"


def paid_at(book: Book, cost: Ledger) -> str:
    """What a state of a ledger of divergences has paid at each order."""
    assert cost.orders is not None
    return f"(@{'concentrated' if cost.orders.one is None else 'plain'} RR counters {_total(book, cost)})"


def bound_at(book: Book, cost: Closeness) -> str:
    """What a divergence is at most, at each order."""
    bound = number(book, cost.bound)
    return f"(fun al : RR => (al * {bound})%R)" if cost.orders.one is None else f"(fun _ : RR => {bound})"


def _condition(book: Book, e: Expr) -> str:
    """A program's condition, as a predicate on one memory."""
    return f"(fun m : mem => {View(book.names, {Place.MEMORY: 'm'}).prop(e)})"


def _post(book: Book, judgment: Judgment) -> str:
    """The postcondition, and with a ledger what is kept."""
    post = book.assertion(judgment.post, judgment.stepwise)
    return post if isinstance(judgment.stepwise, Budget) else f"{post} {book.keep(judgment.stepwise)}"


def _total(book: Book, cost: Ledger) -> str:
    return f"(@total RR {book.rates(cost)})"


def _skip(book: Book, judgment: Judgment, _: Mapping[str, Any]) -> Script:
    return [f"exact (@{_kind(judgment)}_skip RR mem{_where(book, judgment)} {_post(book, judgment)})."]


def _exfalso(_book: Book, judgment: Judgment, _: Mapping[str, Any]) -> Script:
    memories = {"b": "_ _", "w": "_ _ _", "r": "_ _ _ _ _ _"}[_kind(judgment)]
    return [f"exact (fun {memories} no => match Bool.diff_false_true no with end)."]


def _assign(side: str) -> Callable[[Book, Judgment, Mapping[str, Any]], Script]:
    def script_of(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
        update = assignment(book.names, Assign(given["target"], given["value"]))
        kind = _kind(judgment)
        where = _where(book, judgment)
        return [f"refine (s{kind}_pre (@{kind}_assign_{side} RR mem{where} {update} {_post(book, judgment)}) _)."]

    return script_of


def _sample_left(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    _no_divergences(judgment)
    parts = " ".join(sampling(book.names, given["sampling"]))
    rates = "" if isinstance(judgment.stepwise, Budget) else f" {book.rates(judgment.stepwise)}"
    pre = book.assertion(judgment.pre, judgment.stepwise)
    return [f"refine (@s{_kind(judgment)}_sample_left RR mem{rates} {parts} {pre} {_post(book, judgment)} _)."]


def _sample_right(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    _no_divergences(judgment)
    parts = " ".join(sampling(book.names, given["sampling"]))
    rates = "" if isinstance(judgment.stepwise, Budget) else f" {book.rates(judgment.stepwise)}"
    pre = book.assertion(judgment.pre, judgment.stepwise)
    return [f"refine (@r{_kind(judgment)}_sample_right mem{rates} {parts} {pre} {_post(book, judgment)} _ _)."]


def _no_divergences(judgment: Judgment) -> None:
    if _kind(judgment) == "r":
        raise CannotExport("a draw of one run alone, where divergences are paid, has no form for Coq yet")


def _cond(side: str) -> Callable[[Book, Judgment, Mapping[str, Any]], Script]:
    def script_of(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
        premises = f"{book.step(given['yes'])} {book.step(given['no'])}"
        condition = _condition(book, given["condition"])
        return [f"refine (s{_kind(judgment)}_cond_{side} (B := {condition}) {premises} _ _)."]

    return script_of


def _case(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    condition = book.assertion(given["condition"], judgment.cost)
    premises = f"{book.step(given['yes'])} {book.step(given['no'])}"
    return [f"refine ({_rule(judgment, 'case')} (C := {condition}) {premises} _ _)."]


def _rule(judgment: Judgment, name: str) -> str:
    """The form of a rule that there is for steps and for whole programs."""
    kind = _kind(judgment)
    return f"rc_{name}" if kind == "c" else f"s{kind}_{name}"


def _frame(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    fact: Expr = given["fact"]
    readers, instead = [], {}
    for place, bound in ((LEFT, "g1"), (RIGHT, "g2")):
        read = sorted((v for v in free_variables(fact) if v.place is place), key=lambda v: (v.name, str(v.type)))
        getter, path = "tt", bound
        for v in reversed(read):
            getter = f"({book.names.fields[v.name, v.type]} m, {getter})"
        for v in read:
            instead[v] = f"(fst {path})"
            path = f"(snd {path})"
        readers.append(f"(fun m : mem => {getter})")
    proposition = View(book.names, {}, {}, instead).prop(fact)
    getters = f"(get1 := {readers[0]}) (get2 := {readers[1]}) (Th := fun g1 g2 => {proposition})"
    programs = " ".join(book.program(c).strip("()").split()[0] for c in (judgment.left, judgment.right))
    return [
        f"refine (s{_kind(judgment)}_frame {getters} _ _ {book.step(given['premise'])} _ _).",
        f"1,2: cbv delta [{programs}]; kept.",
    ]


def _exists(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    premise: Theorem = given["premise"]
    changed = {given["var"]: "x"}
    pre = book.assertion(premise.judgment.pre, judgment.cost, changed)
    first = f"refine ({_rule(judgment, 'exists')} (P := fun x => {pre}) (fun x => {book.step(premise, changed)}) _)."
    return [first, "EXISTS"]


def _inst(book: Book, _: Judgment, given: Mapping[str, Any]) -> Script:
    value = View(book.names, {}).value(given["value"])
    return [f"exact {book.step(given['premise'], {given['var']: value})}."]


def _body_and_rest(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> str:
    """The body of a loop that one side of a conclusion begins with, and what comes after the loop."""
    whole = judgment.left if given["side"] == "left" else judgment.right
    after = program(book.names, sequence(*(whole.parts[1:] if isinstance(whole, Seq) else ())))
    return f"(c := {program(book.names, given['loop'].body)}) (d := {after})"


def _unfold(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    loop: While = given["loop"]
    parts = f"(b := cond {_condition(book, loop.condition)}) {_body_and_rest(book, judgment, given)}"
    return [f"exact ({_kind(judgment)}_unfold_{given['side']} {parts} {book.step(given['premise'])})."]


def _split(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    loop: While = given["loop"]
    both = conjunction(loop.condition, given["guard"])
    conditions = (("B", loop.condition), ("G", given["guard"]), ("BG", both))
    parts = " ".join(f"({name} := {_condition(book, e)})" for name, e in conditions)
    name = f"s{_kind(judgment)}_split_{given['side']}"
    return [f"refine ({name} {parts} {_body_and_rest(book, judgment, given)} {book.step(given['premise'])} _)."]


def _seq(book: Book, _: Judgment, given: Mapping[str, Any]) -> Script:
    return [f"refine (rb_seq {book.step(given['first'])} {book.step(given['second'])} _ _ _)."]


def _conseq(book: Book, _: Judgment, given: Mapping[str, Any]) -> Script:
    return [f"refine (rb_conseq {book.step(given['premise'])} _ _ _)."]


def _lap_gen(name: str) -> Callable[[Book, Judgment, Mapping[str, Any]], Script]:
    def script_of(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
        _, rho1, e1, y1 = sampling(book.names, given["left"])
        _, rho2, e2, y2 = sampling(book.names, given["right"])
        shift = View(book.names, {LEFT: "m1", RIGHT: "m2"}).value(given["shift"])
        assert isinstance(judgment.stepwise, Budget)
        costs = " ".join(number(book, e) for e in (given["rate"], given["bound"], judgment.stepwise.epsilon))
        parts = f"{costs} {rho1} {rho2} {e1} {e2} {y1} {y2} (fun m1 m2 : mem => {shift})"
        about = f"{book.assertion(judgment.pre, judgment.stepwise)} {book.assertion(judgment.post, judgment.stepwise)}"
        return [f"refine (@rb_{name} mem {parts} {about} _ _ _ _)."]

    return script_of


def _while_left(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    invariant = book.assertion(given["invariant"], judgment.stepwise)
    parts = f"(B := {_condition(book, given['condition'])}) (I := {invariant})"
    if isinstance(judgment.stepwise, Budget):
        return [f"refine (sb_while_left {parts} {book.step(given['body'])} _ _ _ _)."]
    return [f"refine (s{_kind(judgment)}_while_left {parts} {book.step(given['body'])} {book.step(given['pruned'])} _ _ _ _ _ _)."]


def _alone(book: Book, given: Mapping[str, Any], premise: Theorem, names: tuple[str, str]) -> tuple[str, str]:
    """The right loop goes alone: its variant, what a step starts from and ends in, and the step, for each index."""
    stepped, changed = premise.judgment, {given["index"]: "x"}
    variant = View(book.names, {Place.MEMORY: "m"}).value(given["variant"])
    pre, post = (book.assertion(e, stepped.stepwise, changed) for e in (stepped.pre, stepped.post))
    families = f"({names[0]} := fun x => {pre}) ({names[1]} := fun x => {post})"
    return f"(e := fun m : mem => {variant}) {families}", f"(fun x => {book.step(premise, changed)})"


def _ledger_while_right(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    invariant = book.assertion(given["invariant"], judgment.stepwise)
    parts = f"(B := {_condition(book, given['condition'])}) (I := {invariant})"
    variant, body = _alone(book, given, given["body"], ("P", "Q"))
    return [f"refine (s{_kind(judgment)}_while_right {parts} {variant} {body} _ _ _ _ _)."]


def _ledger_sample(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    cost = judgment.stepwise
    assert isinstance(cost, Ledger)
    left: Sample = given["left"]
    kind, rho1, e1, y1 = sampling(book.names, left)
    _, rho2, e2, y2 = sampling(book.names, given["right"])
    numbers = {c: i for i, (c, _) in enumerate(cost.counters)}
    view = View(book.names, {LEFT: "m1", RIGHT: "m2"}, numbers, {given["value"]: "v"})
    shift = f"(fun (m1 m2 : mem) (w : counters) (v : Z) => {view.value(given['shift'])})"
    parts = f"{book.rates(cost)} {kind} {numbers[given['counter']]}%nat {rho1} {rho2} {e1} {e2} {y1} {y2} {shift}"
    pre = book.assertion(judgment.pre, cost)
    return [
        f"refine (@rw_sample mem {parts} {pre} {_post(book, judgment)} (erefl true) _ _ _ _ _).",
        "4: OPEN; injective.",
        "4: OPEN; sampled.",
    ]


def _ledger_pay(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    cost = judgment.stepwise
    assert isinstance(cost, Ledger)
    kind, rho1, e1, y1 = sampling(book.names, given["left"])
    _, rho2, e2, y2 = sampling(book.names, given["right"])
    numbers = {c: i for i, (c, _) in enumerate(cost.counters)}
    view = View(book.names, {LEFT: "m1", RIGHT: "m2"}, numbers, {given["value"]: "v"})
    shift, price = (f"(fun (m1 m2 : mem) (w : counters) (v : Z) => {view.value(given[n])})" for n in ("shift", "price"))
    where = f"{book.rates(cost)} {kind} {numbers[given['counter']]}%nat"
    parts = f"{where} {rho1} {rho2} {e1} {e2} {y1} {y2} {shift} {price}"
    pre = book.assertion(judgment.pre, cost)
    return [
        f"refine (@rw_pay mem {parts} {pre} {_post(book, judgment)} (erefl true) _ _ _ _ _).",
        "3: OPEN; paid_for.",
        "3: OPEN; injective.",
        "3: OPEN; sampled.",
    ]


def _ledger_seq(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    return [f"refine (s{_kind(judgment)}_seq {' '.join(book.step(given[n]) for n in ('first', 'second', 'pruned'))} _ _)."]


def _ledger_conseq(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    return [f"refine ({_kind(judgment)}_conseq {book.step(given['premise'])} _ _ _)."]


def _ledger_while(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    invariant = book.assertion(given["invariant"], judgment.stepwise)
    conditions = f"(B1 := {_condition(book, given['left'])}) (B2 := {_condition(book, given['right'])})"
    premises = f"{book.step(given['body'])} {book.step(given['pruned'])}"
    return [f"refine (s{_kind(judgment)}_while {conditions} (I := {invariant}) {premises} _ _ _ _ _ _)."]


def _ledger_while_async(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    cost = judgment.stepwise
    assert isinstance(cost, Ledger)
    view = View(book.names, {LEFT: "m1", RIGHT: "m2"}, {c: i for i, (c, _) in enumerate(cost.counters)})
    parts = [f"(B{n} := {_condition(book, given[side])})" for n, side in ((1, "left"), (2, "right"))]
    parts.append(f"(I := {book.assertion(given['invariant'], cost)})")
    for name, alone in (("l", given["left_alone"]), ("r", given["right_alone"])):
        parts.append(f"({name} := {book.assertion(alone, cost)})")
        parts.append(f"(n{name} := fun (m1 m2 : mem) (w : counters) => {view.prop(negate(alone))})")
    variant, only_right = _alone(book, given, given["only_right"], ("P2", "Q2"))
    steps = f"{book.step(given['together'])} {book.step(given['only_left'])} {only_right} {book.step(given['pruned'])}"
    return [f"refine (s{_kind(judgment)}_while_async {' '.join(parts)} {variant} {steps}{' _' * 15})."]


def _pointwise(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    premise: Theorem = given["premise"]
    cost = premise.judgment.stepwise
    assert isinstance(cost, Ledger)
    assert isinstance(judgment.stepwise, Budget)
    changed = {given["index"]: "x"}
    outputs = " ".join(book.names.fields[given[n].name, given[n].type] for n in ("left", "right"))
    pre, post = (book.assertion(e, cost, changed) for e in (premise.judgment.pre, premise.judgment.post))
    families = f"(fun x => {pre}) (fun x => {post}) (fun x => {book.keep(cost, changed)})"
    programs = f"{book.program(judgment.left)} {book.program(judgment.right)}"
    about = f"{book.assertion(judgment.pre, judgment.stepwise)} (fun x => {book.step(premise, changed)})"
    epsilon = number(book, judgment.stepwise.epsilon)
    return [f"refine (@rw_pointwise mem {book.rates(cost)} _ {outputs} {epsilon} {programs} {families} {about} _ _ _)."]


def _moved(name: str) -> Callable[[Book, Judgment, Mapping[str, Any]], Script]:
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
            f"refine (@{rule} mem {where} {about} {pre} {_post(book, judgment)} (erefl true) _ _ _ _{order} _).",
            "5: OPEN; unit_price.",
            "4: OPEN; moved.",
            "3: OPEN; squares.",
        ]

    return script_of


def _close(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
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


def _close_conseq(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
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


def _converted(name: str) -> Callable[[Book, Judgment, Mapping[str, Any]], Script]:
    """From divergences to a budget."""

    def script_of(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
        premise = given["premise"].judgment
        close, whole = premise.cost, judgment.cost
        assert isinstance(whole, Budget)
        end = " ".join(number(book, e) for e in (given["epsilon"], given["delta"], whole.delta))
        about = f"{_of_outputs(book, premise)} {book.assertion(premise.pre, close)} {book.step(given['premise'])}"
        if name == "zcdp_dp":
            return [f"refine (@rc_zcdp_dp mem _ {number(book, close.delta)} {number(book, close.bound)} {end} {about} _ _ _)."]
        order = given["order"]
        spent = close.bound if close.orders.one is not None else apply(Op.MUL, order, close.bound)
        inside = "Logic.I" if close.orders.one is None else "erefl"
        numbers = " ".join(number(book, e) for e in (close.delta, order, spent))
        first = f"{orders_of(book, close)} {bound_at(book, close)} {numbers} {end} {about} {inside} erefl"
        return [f"refine (@rc_{name} mem _ {first}{' _' * (3 if name == 'rdp_dp' else 4)})."]

    return script_of


_SCRIPTS: Mapping[str, Callable[[Book, Judgment, Mapping[str, Any]], Script]] = {
    "Skip": _skip,
    "Assn-L": _assign("left"),
    "Assn-R": _assign("right"),
    "Samp-L": _sample_left,
    "Samp-R": _sample_right,
    "Cond-L": _cond("left"),
    "Cond-R": _cond("right"),
    "Case": _case,
    "Frame": _frame,
    "Exists": _exists,
    "Inst": _inst,
    "Exfalso": _exfalso,
    "Unfold": _unfold,
    "Split": _split,
    "Seq": _seq,
    "Conseq": _conseq,
    "LapGen": _lap_gen("lap_gen"),
    "OneLapGen": _lap_gen("one_lap_gen"),
    "While-L": _while_left,
    "ω-Samp": _ledger_sample,
    "ω-Pay": _ledger_pay,
    "ω-Seq": _ledger_seq,
    "ω-Conseq": _ledger_conseq,
    "ω-While": _ledger_while,
    "ω-While-L": _while_left,
    "ω-While-R": _ledger_while_right,
    "ω-While-Async": _ledger_while_async,
    "ω-Pointwise": _pointwise,
    "R-Gauss": _moved("gauss"),
    "R-Lap": _moved("laplace"),
    "R-Close": _close,
    "R-Conseq": _close_conseq,
    "zCDP-DP-sym": _converted("zcdp_dp"),
    "RDP-DP": _converted("rdp_dp"),
    "RDP-DP-sym": _converted("rdp_dp_sym"),
}


def composed(book: Book, theorem: Theorem) -> tuple[str, str] | None:
    """The two programs as the theorem of a sequence has them; the kernel keeps sequences flat."""
    if theorem.step.rule not in ("Seq", "ω-Seq"):
        return None
    one, two = (theorem.step.given[n].judgment for n in ("first", "second"))
    left, right = ((book.program(a), book.program(b)) for a, b in ((one.left, two.left), (one.right, two.right)))
    return f"(Seq {left[0]} {left[1]})", f"(Seq {right[0]} {right[1]})"
