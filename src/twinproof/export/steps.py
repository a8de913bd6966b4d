"""Each step of a derivation as an application of its theorem: the term, with holes for what follows by form.

The holes are filled by the tactics of `foundations/Export.v`; a side condition that the kernel asked the solver for is
handed to them as a lemma of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from twinproof.export.divergences import SCRIPTS
from twinproof.export.forms import Book, Script, kind_of, number, post_of, where
from twinproof.export.terms import CannotExport, View, assignment, program, sampling
from twinproof.kernel.judgment import Budget, Judgment, Ledger
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Sample, Seq, While, sequence
from twinproof.lang.expr import Expr, Place, conjunction, free_variables, negate

LEFT, RIGHT = Place.LEFT, Place.RIGHT


def script(book: Book, theorem: Theorem) -> Script:
    """The lines that prove a step; those after the first are for the holes."""
    rule, judgment = theorem.step.rule, theorem.judgment
    if rule not in _SCRIPTS:
        raise CannotExport(f"the rule [{rule}] has no form for Coq yet")
    return _SCRIPTS[rule](book, judgment, theorem.step.given)


def _condition(book: Book, e: Expr) -> str:
    """A program's condition, as a predicate on one memory."""
    return f"(fun m : mem => {View(book.names, {Place.MEMORY: 'm'}).prop(e)})"


def _skip(book: Book, judgment: Judgment, _: Mapping[str, Any]) -> Script:
    return [f"exact (@{kind_of(judgment)}_skip RR mem{where(book, judgment)} {post_of(book, judgment)})."]


def _exfalso(_book: Book, judgment: Judgment, _: Mapping[str, Any]) -> Script:
    memories = {"b": "_ _", "w": "_ _ _", "r": "_ _ _ _ _ _"}[kind_of(judgment)]
    return [f"exact (fun {memories} no => match Bool.diff_false_true no with end)."]


def _assign(side: str) -> Callable[[Book, Judgment, Mapping[str, Any]], Script]:
    def script_of(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
        update = assignment(book.names, Assign(given["target"], given["value"]))
        kind = kind_of(judgment)
        states = where(book, judgment)
        return [f"refine (s{kind}_pre (@{kind}_assign_{side} RR mem{states} {update} {post_of(book, judgment)}) _)."]

    return script_of


def _sample_left(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    _no_divergences(judgment)
    parts = " ".join(sampling(book.names, given["sampling"]))
    rates = "" if isinstance(judgment.stepwise, Budget) else f" {book.rates(judgment.stepwise)}"
    pre = book.assertion(judgment.pre, judgment.stepwise)
    return [f"refine (@s{kind_of(judgment)}_sample_left RR mem{rates} {parts} {pre} {post_of(book, judgment)} _)."]


def _sample_right(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    _no_divergences(judgment)
    parts = " ".join(sampling(book.names, given["sampling"]))
    rates = "" if isinstance(judgment.stepwise, Budget) else f" {book.rates(judgment.stepwise)}"
    pre = book.assertion(judgment.pre, judgment.stepwise)
    return [f"refine (@r{kind_of(judgment)}_sample_right mem{rates} {parts} {pre} {post_of(book, judgment)} _ _)."]


def _no_divergences(judgment: Judgment) -> None:
    if kind_of(judgment) == "r":
        raise CannotExport("a draw of one run alone, where divergences are paid, has no form for Coq yet")


def _cond(side: str) -> Callable[[Book, Judgment, Mapping[str, Any]], Script]:
    def script_of(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
        premises = f"{book.step(given['yes'])} {book.step(given['no'])}"
        condition = _condition(book, given["condition"])
        return [f"refine (s{kind_of(judgment)}_cond_{side} (B := {condition}) {premises} _ _)."]

    return script_of


def _case(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    condition = book.assertion(given["condition"], judgment.cost)
    premises = f"{book.step(given['yes'])} {book.step(given['no'])}"
    return [f"refine ({_rule(judgment, 'case')} (C := {condition}) {premises} _ _)."]


def _rule(judgment: Judgment, name: str) -> str:
    """The form of a rule that there is for steps and for whole programs."""
    kind = kind_of(judgment)
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
        f"refine (s{kind_of(judgment)}_frame {getters} _ _ {book.step(given['premise'])} _ _).",
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
    return [f"exact ({kind_of(judgment)}_unfold_{given['side']} {parts} {book.step(given['premise'])})."]


def _split(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    loop: While = given["loop"]
    both = conjunction(loop.condition, given["guard"])
    conditions = (("B", loop.condition), ("G", given["guard"]), ("BG", both))
    parts = " ".join(f"({name} := {_condition(book, e)})" for name, e in conditions)
    name = f"s{kind_of(judgment)}_split_{given['side']}"
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
    premises = f"{book.step(given['body'])} {book.step(given['pruned'])}"
    return [f"refine (s{kind_of(judgment)}_while_left {parts} {premises} _ _ _ _ _ _)."]


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
    return [f"refine (s{kind_of(judgment)}_while_right {parts} {variant} {body} _ _ _ _ _)."]


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
        f"refine (@rw_sample mem {parts} {pre} {post_of(book, judgment)} (erefl true) _ _ _ _ _).",
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
        f"refine (@rw_pay mem {parts} {pre} {post_of(book, judgment)} (erefl true) _ _ _ _ _).",
        "3: OPEN; paid_for.",
        "3: OPEN; injective.",
        "3: OPEN; sampled.",
    ]


def _ledger_seq(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    return [
        f"refine (s{kind_of(judgment)}_seq {' '.join(book.step(given[n]) for n in ('first', 'second', 'pruned'))} _ _)."
    ]


def _ledger_conseq(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    return [f"refine ({kind_of(judgment)}_conseq {book.step(given['premise'])} _ _ _)."]


def _ledger_while(book: Book, judgment: Judgment, given: Mapping[str, Any]) -> Script:
    invariant = book.assertion(given["invariant"], judgment.stepwise)
    conditions = f"(B1 := {_condition(book, given['left'])}) (B2 := {_condition(book, given['right'])})"
    premises = f"{book.step(given['body'])} {book.step(given['pruned'])}"
    return [f"refine (s{kind_of(judgment)}_while {conditions} (I := {invariant}) {premises} _ _ _ _ _ _)."]


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
    return [f"refine (s{kind_of(judgment)}_while_async {' '.join(parts)} {variant} {steps}{' _' * 15})."]


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
    **SCRIPTS,
}


def composed(book: Book, theorem: Theorem) -> tuple[str, str] | None:
    """The two programs as the theorem of a sequence has them; the kernel keeps sequences flat."""
    if theorem.step.rule not in ("Seq", "ω-Seq"):
        return None
    one, two = (theorem.step.given[n].judgment for n in ("first", "second"))
    left, right = ((book.program(a), book.program(b)) for a, b in ((one.left, two.left), (one.right, two.right)))
    return f"(Seq {left[0]} {left[1]})", f"(Seq {right[0]} {right[1]})"
