"""A checked certificate as a file of Coq: definitions, side conditions, one lemma for each step, and the theorem.

A side condition is proved by arithmetic where that works. Where it does not, the file uses a hypothesis of its own that
states it: nothing is admitted, and the theorem says which hypotheses it needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from twinproof.export.divergences import outputs_of
from twinproof.export.forms import bound_at, number, orders_of, paid_at
from twinproof.export.steps import composed, script
from twinproof.export.terms import ABSTRACT, CannotExport, Names, View, program, type_of
from twinproof.kernel.judgment import Budget, Closeness, Judgment, Ledger
from twinproof.kernel.proof_document import premises
from twinproof.kernel.replay import Report
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Command, expressions, subcommands, written
from twinproof.lang.expr import ZERO, Expr, Place, Var, free_variables
from twinproof.lang.printer import show_claim, show_expr
from twinproof.lang.types import REAL, ListOf, TupleOf, Type

LEFT, RIGHT = Place.LEFT, Place.RIGHT
_MEMORIES = {LEFT: "m1", RIGHT: "m2"}
_HEAD = """\
(* {name} is {private}: a certificate of twinproof, over the theorems in foundations.
   Compile with: coqc -R foundations Twinproof FILE *)
From Twinproof Require Import {library}.
Unset Implicit Arguments.
Local Open Scope Z_scope.
"""


class _File:
    """Collects definitions, each once, and hands out their names."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.lines: list[str] = []
        self._assertions: dict[tuple[Expr, tuple[tuple[Var, Expr], ...] | None], str] = {}
        self._keeps: dict[Expr, str] = {}
        self._programs: dict[Command, str] = {}
        self._rates: dict[tuple[tuple[Var, Expr], ...], str] = {}
        self._steps: dict[Theorem, str] = {}
        self.conditions: list[str] = []

    def _define(self, name: str, kind: str, text: str) -> None:
        self.lines.append(f"Definition {name}{self.names.binders()} : {kind} :=\n  {text}.")

    def _named(self, name: str, changed: Mapping[Var, str] | None = None) -> str:
        return f"({name}{self.names.arguments(changed)})"

    def assertion(self, e: Expr, cost: Budget | Ledger | Closeness, changed: Mapping[Var, str] | None = None) -> str:
        counters = cost.counters if isinstance(cost, Ledger) else None
        key = (e, counters)
        if key not in self._assertions:
            name = f"A{len(self._assertions)}"
            numbers = {c: i for i, (c, _) in enumerate(counters or ())}
            state, bound = ("", "") if counters is None else ("counters -> ", " (w : counters)")
            text = View(self.names, _MEMORIES, numbers).prop(e)
            self._define(name, f"mem -> mem -> {state}Prop", f"fun (m1 m2 : mem){bound} => {text}")
            self._assertions[key] = name
        return self._named(self._assertions[key], changed)

    def keep(self, cost: Ledger, changed: Mapping[Var, str] | None = None) -> str:
        if cost.keep not in self._keeps:
            name = f"K{len(self._keeps)}"
            text = View(self.names, _MEMORIES).prop(cost.keep)
            self._define(name, "mem -> Prop", f"fun m1 : mem => {text}")
            self._keeps[cost.keep] = name
        return self._named(self._keeps[cost.keep], changed)

    def rates(self, cost: Ledger) -> str:
        if any(counter.type == REAL for counter, _ in cost.counters):
            raise CannotExport("a ledger with a real counter has no form for Coq yet")
        if cost.counters not in self._rates:
            name = f"rates{len(self._rates)}"
            self._define(name, "seq R", f"[:: {'; '.join(View(self.names, {}).real(r) for _, r in cost.counters)}]")
            self._rates[cost.counters] = name
        return self._named(self._rates[cost.counters])

    def program(self, command: Command) -> str:
        if command not in self._programs:
            name = f"c{len(self._programs)}"
            self._define(name, "cmd RR mem", program(self.names, command))
            self._programs[command] = name
        return self._named(self._programs[command])

    def step(self, theorem: Theorem, changed: Mapping[Var, str] | None = None) -> str:
        return self._named(self._steps[theorem], changed)

    # ------------------------------------------------------------------------------------------------------ judgments

    def judgment(self, judgment: Judgment, programs: tuple[str, str] | None = None) -> str:
        left, right = programs or (self.program(judgment.left), self.program(judgment.right))
        pre = self.assertion(judgment.pre, judgment.cost)
        if isinstance(judgment.cost, Closeness):
            first, second = outputs_of(self, judgment)
            orders, bound = orders_of(self, judgment.cost), bound_at(self, judgment.cost)
            about = f"{left} {first} {right} {second} {pre}"
            return f"@renyi_claim RR mem _ {orders} {bound} {number(self, judgment.cost.delta)} {about}"
        post = self.assertion(judgment.post, judgment.cost)
        match judgment.cost:
            case Budget(epsilon, delta):
                return f"@budget RR mem {left} {right} {number(self, epsilon)} {number(self, delta)} {pre} {post}"
            case Ledger(orders=None) as cost:
                total = f"(@total RR {self.rates(cost)})"
                return f"@ledger RR mem counters {total} {left} {right} {pre} {post} {self.keep(cost)}"
            case Ledger() as cost:
                about = f"{left} {right} {pre} {post} {self.keep(cost)}"
                return f"@renyi_ledger RR mem counters {orders_of(self, cost)} {paid_at(self, cost)} {about}"

    def condition(self, formula: Expr, cost: Budget | Ledger | Closeness) -> str:
        """A side condition as a lemma; what it is called, with the memories that it speaks of."""
        places = {v.place for v in free_variables(formula)}
        numbers = {c: i for i, (c, _) in enumerate(cost.counters)} if isinstance(cost, Ledger) else {}
        memories = [(LEFT, "m1", "a"), (RIGHT, "m2", "b")]
        bound = "".join(f" ({m} : mem)" for place, m, _ in memories if place in places)
        used = "".join(f" {x}" for place, _, x in memories if place in places)
        if Place.LEDGER in places:
            bound, used = bound + " (w : counters)", used + " w"
        index = len(self.conditions)
        statement = f"forall{self.names.binders()}{bound}, " if self.names.parameters or bound else ""
        text = statement + View(self.names, _MEMORIES, numbers).prop(formula)
        self.conditions.append(text)
        self.lines += [
            f"(* {_comment(show_expr(formula))} *)",
            f"Hypothesis smt_{index} : asked ({text}).",
            f"Lemma condition_{index} : {text}.",
            f"Proof. first [solve [timeout 20 side] | exact (answered smt_{index})]. Qed.",
        ]
        return f"(condition_{index}{self.names.arguments()}{used})"

    def add(self, theorem: Theorem) -> None:
        """One more step, all premises of which are there."""
        judgment = theorem.judgment
        used = [self.condition(e, judgment.cost) for e in theorem.step.obligations]
        stated = self.judgment(judgment)
        first, *rest = script(self, theorem)
        name = f"step_{len(self._steps)}"
        lines = [f"(* [{theorem.step.rule}] *)", f"Lemma {name}{self.names.binders()} : {stated}.", "Proof."]
        if (programs := composed(self, theorem)) is not None:
            lines.append(f"assert (J : {self.judgment(judgment, programs)}); [|exact J].")
        lines.append(first)
        last = "finish_exists" if "EXISTS" in rest else "finish"
        opened = f"cbv delta [{' '.join(self._open(theorem))}]; compute_memories"
        lines += [line.replace("OPEN", opened) for line in rest if line != "EXISTS"]
        if not first.startswith("exact"):
            facts = "".join(f"try pose proof {fact}; " for fact in used)
            lines.append("all: try solve [trivially].")
            if used and any(isinstance(p.judgment.cost, Closeness) for p in premises(theorem)):
                lines.append(f"all: try solve [{' | '.join(f'exact (fun a b => {fact})' for fact in used)}].")
            lines.append(f"all: {opened}; begin; {facts}{last}.")
        self.lines.append("\n".join([*lines, "Qed."]))
        self._steps[theorem] = name

    def _open(self, theorem: Theorem) -> list[str]:
        """The definitions that the judgments of a step are made of."""
        judgments = [theorem.judgment, *(p.judgment for p in premises(theorem))]
        extra = [e for e in theorem.step.given.values() if isinstance(e, Expr)]
        definitions = [
            name for (e, _), name in self._assertions.items() if any(e in (j.pre, j.post, *extra) for j in judgments)
        ]
        costs = [j.cost for j in judgments if isinstance(j.cost, Ledger)]
        definitions += [self._keeps[c.keep] for c in costs] + [self._rates[c.counters] for c in costs]
        return list(dict.fromkeys(definitions))


def _comment(text: str) -> str:
    return text.replace("(*", "( *").replace("*)", "* )")


def _has_orders(theorem: Theorem) -> bool:
    """Whether a step is about divergences."""
    if theorem.is_triple:
        return False
    cost = theorem.judgment.cost
    return isinstance(cost, Closeness) or (isinstance(cost, Ledger) and cost.orders is not None)


def to_coq(report: Report) -> str:
    """The file for a proof; raises `CannotExport` where there is no form for Coq yet."""
    order = list(_in_order(report.theorem))
    for theorem in order:
        if theorem.is_triple:
            raise CannotExport(f"the rule [{theorem.step.rule}], of one program alone, has no form for Coq yet")
    library = "ExportRenyi" if any(map(_has_orders, order)) else "Export"
    names = Names.of(e for t in order for e in _mentioned(t))
    file = _File(names)
    for theorem in order:
        file.add(theorem)
    mechanism = report.mechanism
    head = _HEAD.format(name=mechanism.name, private=show_claim(mechanism.claim).adjective(), library=library)
    result = names.fields[mechanism.result.name, mechanism.result.type]
    theorem_text = _last(file, report.theorem, result)
    return "\n".join(
        [
            head,
            "Section Proof.",
            *_abstract(names),
            *_memory(names),
            *_tactics(names),
            *file.lines,
            *theorem_text,
            "End Proof.",
            "About private.",
            "",
        ]
    )


def _last(file: _File, theorem: Theorem, result: str) -> list[str]:
    """The theorem: what the mechanism claims, by the definition of that notion of privacy."""
    goal = theorem.judgment
    about = f"{file.program(goal.left)} {result} {file.assertion(goal.pre, goal.cost)}"
    binders, proof = file.names.binders(), file.step(theorem)
    match goal.cost:
        case Budget(epsilon, delta):
            numbers = f"{number(file, epsilon)} {number(file, delta)}"
            stated, by = f"@differentially_private RR mem _ {about} {numbers}", "apply/privacy; "
        case Closeness(orders, bound, delta) if orders.one is None and delta == ZERO:
            stated, by = f"@zcdp_private RR mem _ {about} {number(file, bound)}", "apply/zcdp_private_claim; "
        case _:
            stated, by = file.judgment(goal), ""
    return [f"Theorem private{binders} : {stated}.", f"Proof. {by}exact {proof}. Qed."]


def _in_order(last: Theorem) -> Iterator[Theorem]:
    """The steps of a derivation, each after its premises and once."""
    done: set[Theorem] = set()
    waiting = [last]
    while waiting:
        current = waiting[-1]
        missing = [p for p in premises(current) if p not in done]
        if missing:
            waiting += missing
            continue
        waiting.pop()
        if current not in done:
            done.add(current)
            yield current


def _mentioned(theorem: Theorem) -> Iterator[Expr]:
    judgment = theorem.judgment
    yield judgment.pre
    yield judgment.post
    match judgment.cost:
        case Budget(epsilon, delta):
            yield from (epsilon, delta)
        case Ledger(counters, keep):
            yield from (keep, *(rate for _, rate in counters))
        case Closeness(_, bound, delta):
            yield from (bound, delta)
    if isinstance(judgment.cost, Ledger | Closeness) and judgment.cost.orders and judgment.cost.orders.one:
        yield judgment.cost.orders.one
    for command in (judgment.left, judgment.right):
        yield from written(command)
        for part in subcommands(command):
            yield from expressions(part)
    for name, given in theorem.step.given.items():
        if isinstance(given, Expr) and (theorem.step.rule, name) not in (("ω-Samp", "shift"), ("ω-Samp", "value")):
            yield given
    yield from theorem.step.obligations


def _memory(names: Names) -> list[str]:
    """The record of the program's variables, with a function to change each."""
    kinds = {f: type_of(kind) for (_, kind), f in names.fields.items()}
    fields = "; ".join(f"{f} : {kind}" for f, kind in kinds.items())
    lines = [f"Set Primitive Projections.\nRecord mem := Mem {{ {fields} }}.\nUnset Primitive Projections."]
    for f, kind in kinds.items():
        values = " ".join("v" if g == f else f"({g} m)" for g in kinds)
        lines.append(f"Definition set_{f} (m : mem) (v : {kind}) : mem := Mem {values}.")
    return lines


def _abstract_types(names: Names) -> list[str]:
    kinds = {part for _, kind in names.fields for part in _parts(kind)}
    kinds |= {part for var in names.rigid for part in _parts(var.type)}
    return [text for kind, text in ABSTRACT.items() if kind in kinds]


def _parts(kind: Type) -> Iterator[Type]:
    yield kind
    for inner in (kind.item,) if isinstance(kind, ListOf) else kind.items if isinstance(kind, TupleOf) else ():
        yield from _parts(inner)


def _abstract(names: Names) -> list[str]:
    abstract_types = _abstract_types(names)
    lines = [f"Variables ({text} : Type) (no_{text.lower()} : {text})." for text in abstract_types]
    if "Query" in abstract_types:
        lines.append("Variable answer : Query -> Database -> Z.")
    if "Score" in abstract_types:
        lines.append("Variable score : Score -> Database -> Z -> Z.")
    return lines


def _tactics(names: Names) -> list[str]:
    """What computes a variable of a changed memory, and what names the memories of a goal."""
    changed = " ".join([*names.fields.values(), *(f"set_{f}" for f in names.fields.values())])
    machine = "raise eqn inside allowed zeros spent spent_from size nth cond"
    return [
        f"Ltac compute_memories := cbv beta iota zeta delta [{changed} {machine}] in *.",
        "Ltac begin := lazymatch goal with\n"
        "  | |- forall (_ _ : mem) (_ : counters), _ => intros a b w\n"
        "  | |- forall (_ _ : mem), _ => intros a b\n"
        "  | |- forall (_ : mem), _ => intros a\n"
        "  | |- _ => idtac end.",
    ]
