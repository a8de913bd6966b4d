"""The primitive rules of apRHL+. Each is one function; its docstring is the inference figure.

The structural rules ([Skip] to [Unfold]) serve both kinds of judgment: with a budget they are the paper's, with a
ledger they are the ω-rules of the same name. A rule checks that its premises are theorems and have the shape of the
figure, asks the solver for the side conditions, and returns the conclusion as a theorem; nothing else can make one.
Programs are kept in normal form (`sequence`): c; skip = c and (c; d); e = c; (d; e) hold by construction.

`docs/logic.md` proves each rule sound, and so do, in Coq, the theorems that the docstrings name.
"""

from __future__ import annotations

import functools
import inspect
import threading
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NoReturn, ParamSpec, Protocol

from twinproof.kernel.composition import is_enough
from twinproof.kernel.excess import OutOfReach, is_within
from twinproof.kernel.judgment import Budget, Closeness, Cost, Judgment, Ledger, Malformed, Orders, Triple
from twinproof.kernel.noise import Law, Row, UnknownNoise, price_of_squares, row_of, shift_coupling
from twinproof.kernel.tails import tail_of
from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Seq,
    Skip,
    While,
    mentioned,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    TypeMismatch,
    Var,
    apply,
    conjunction,
    forall,
    free_variables,
    fresh_name,
    implies,
    negate,
    substitute,
    tag,
)
from twinproof.lang.expr import exists as some
from twinproof.lang.noise import CHOOSE, COIN, GAUSSIAN, LAPLACE, ONE_SIDED, Noise
from twinproof.lang.printer import show_expr, show_values
from twinproof.lang.types import BOOL, INT, REAL, Type
from twinproof.smt import Outcome, implication, prove

P = ParamSpec("P")
LEFT, RIGHT, RIGID = Place.LEFT, Place.RIGHT, Place.RIGID
Paid = tuple[tuple[Var, Expr], ...]  # what each counter is raised by; those that are not here pay nothing


class Refused(Exception):
    """A rule does not apply: which one, why, and, for a side condition, what it says and where it fails."""

    def __init__(self, rule: str, reason: str, obligation: Expr | None = None, outcome: Outcome | None = None) -> None:
        self.rule, self.reason, self.obligation, self.outcome = rule, reason, obligation, outcome
        text = f"[{rule}] {reason}"
        if obligation is not None:
            text += f": {show_expr(obligation)}"
        if outcome is not None:
            text += f"\n  {outcome.reason}"
            if outcome.model:
                text += "\n" + show_values(outcome.model)
        super().__init__(text)


class _No(Exception):
    """What a figure says when it does not apply; the rule that it belongs to adds its name."""

    def __init__(self, reason: str, obligation: Expr | None = None, outcome: Outcome | None = None) -> None:
        super().__init__(reason)
        self.reason, self.obligation, self.outcome = reason, obligation, outcome


# ------------------------------------------------------------------------------------------------------------ theorems


@dataclass(frozen=True, slots=True)
class Step:
    """How a theorem was made: the rule, what it was given, and the side conditions that the solver confirmed."""

    rule: str
    given: Mapping[str, Any]
    obligations: tuple[Expr, ...]
    effort: int


class Theorem:
    """A judgment that a rule has derived. There is no other way to make one, and none to change one."""

    __slots__ = ("__weakref__",)

    def __init__(self) -> None:
        raise TypeError("a theorem comes out of a rule")

    def __init_subclass__(cls) -> None:
        raise TypeError("there is one kind of theorem")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a theorem does not change")

    def __reduce__(self) -> NoReturn:
        raise TypeError("a theorem is not copied: write a certificate")

    @property
    def judgment(self) -> Judgment:
        """What was derived of two programs."""
        said = _look_up(self)[0]
        if not isinstance(said, Judgment):
            raise TypeError("this theorem is about one program")
        return said

    @property
    def triple(self) -> Triple:
        """What was derived of one program."""
        said = _look_up(self)[0]
        if not isinstance(said, Triple):
            raise TypeError("this theorem is about two programs")
        return said

    @property
    def is_triple(self) -> bool:
        """Whether it is about one program."""
        return isinstance(_look_up(self)[0], Triple)

    @property
    def step(self) -> Step:
        """How it was derived."""
        return _look_up(self)[1]

    def __repr__(self) -> str:
        return str(_look_up(self)[0])


Credited = Theorem  # in the signature of a rule: a theorem about one program; every other one is about two
Said = Judgment | Triple


RULES: dict[str, Callable[..., Theorem]] = {}


class _Side(threading.local):
    """The side conditions of the rules that this thread is applying, one list for each rule."""

    def __init__(self) -> None:
        self.lists: list[list[tuple[Expr, int]]] = []


_side = _Side()


def _workshop() -> tuple[Callable[[Said, Step], Theorem], Callable[[object], tuple[Said, Step]]]:
    """The one place where theorems are made, and where it is kept what they say: a theorem itself holds nothing."""
    made: weakref.WeakKeyDictionary[Theorem, tuple[Said, Step]] = weakref.WeakKeyDictionary()

    def seal(judgment: Said, step: Step) -> Theorem:
        theorem = object.__new__(Theorem)
        made[theorem] = (judgment, step)
        return theorem

    def look_up(thing: object) -> tuple[Said, Step]:
        judgment_and_step = made.get(thing) if type(thing) is Theorem else None
        if judgment_and_step is None:
            raise TypeError("this is not a theorem")
        return judgment_and_step

    return seal, look_up


class _Make(Protocol):
    """Turns the function of a figure into a rule."""

    def __call__(self, figure: Callable[P, Said]) -> Callable[P, Theorem]: ...


def _rules_made_by(
    seal: Callable[[Said, Step], Theorem], look_up: Callable[[object], tuple[Said, Step]]
) -> tuple[Callable[[str], _Make], Callable[[object], tuple[Said, Step]]]:
    """The decorator that makes a function from premises to a conclusion into a rule: theorems in, a theorem out."""

    def named(name: str) -> _Make:
        def make_named(figure: Callable[P, Said]) -> Callable[P, Theorem]:
            return make(name, figure)

        return make_named

    def make(name: str, figure: Callable[P, Said]) -> Callable[P, Theorem]:
        signature = inspect.signature(figure)

        @functools.wraps(figure)
        def rule(*args: P.args, **kwargs: P.kwargs) -> Theorem:
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            for parameter, given in bound.arguments.items():
                kind = signature.parameters[parameter].annotation
                if (kind in ("Theorem", "Credited") or isinstance(given, Theorem)) and not is_theorem(given):
                    raise Refused(name, f"the premise `{parameter}` is not a theorem")
                if isinstance(given, Theorem) and given.is_triple != (kind == "Credited"):
                    number = "one program" if kind == "Credited" else "two programs"
                    raise Refused(name, f"the premise `{parameter}` must be about {number}")
            _side.lists.append([])
            try:
                judgment = figure(*bound.args, **bound.kwargs)
            except _No as no:
                raise Refused(name, no.reason, no.obligation, no.outcome) from None
            except (Malformed, TypeMismatch, UnknownNoise) as problem:
                raise Refused(name, str(problem)) from None
            finally:
                side = _side.lists.pop()
            obligations, effort = tuple(e for e, _ in side), sum(spent for _, spent in side)
            return seal(judgment, Step(name, MappingProxyType(dict(bound.arguments)), obligations, effort))

        RULES[name] = rule
        return rule

    return named, look_up


_rule, _look_up = _rules_made_by(*_workshop())
del _workshop, _rules_made_by


def is_theorem(thing: object) -> bool:
    """Whether something came out of a rule."""
    try:
        _look_up(thing)
    except TypeError:
        return False
    return True


# ------------------------------------------------------------------------------------------------------ side conditions


def _must(what: str, formula: Expr) -> None:
    """Ask the solver for a side condition."""
    if formula == TRUE:
        return
    outcome = prove(formula)
    if not outcome.proved:
        raise _No(what, formula, outcome)
    _side.lists[-1].append((formula, outcome.effort))


def _same(what: str, got: object, wanted: object) -> None:
    """Two parts must be the same to the letter; [Conseq] makes them so."""
    if got != wanted:
        shown = [show_expr(x) if isinstance(x, Expr) else str(x) for x in (got, wanted)]
        raise _No(f"{what} is\n    {shown[0]}\n  and must be\n    {shown[1]}")


def _budget(judgment: Judgment) -> Budget:
    if not isinstance(judgment.cost, Budget):
        raise _No("the premise must be a judgment with a budget")
    return judgment.cost


def _ledger(judgment: Judgment) -> Ledger:
    if not isinstance(judgment.cost, Ledger):
        raise _No("the premise must be a ledger judgment")
    return judgment.cost


def _pure(cost: Ledger) -> Ledger:
    """A ledger without orders: the price of a sample, and of an output, is what it is worth by itself."""
    if cost.orders is not None:
        raise _No("this holds of the pure ledger, and not of one with orders")
    return cost


def _renyi(cost: Ledger) -> Orders:
    if cost.orders is None:
        raise _No("the ledger must have orders")
    return cost.orders


def _close(judgment: Judgment) -> Closeness:
    if not isinstance(judgment.cost, Closeness):
        raise _No("the premise must say how close two outputs are")
    return judgment.cost


def _outputs(judgment: Judgment) -> tuple[Var, Var]:
    """The outputs whose closeness a judgment is about, x₁⟨1⟩ and x₂⟨2⟩."""
    match judgment.post:
        case Apply(Op.EQ, (Var() as ours, Var() as theirs)) if (ours.place, theirs.place) == (LEFT, RIGHT):
            return ours, theirs
    raise _No("the postcondition must be that two outputs are equal")


def _stepwise(cost: Cost | Closeness) -> None:
    """Closeness is about whole programs: the rules that put programs together have no theorem for it."""
    if isinstance(cost, Closeness):
        raise _No("closeness is a matter of whole programs")


def _fresh(var: Var, *where: Expr | Command) -> None:
    """A rigid variable that occurs nowhere in the given expressions and programs."""
    if var.place is not RIGID:
        raise _No(f"{var.name} must be a rigid variable")
    for part in where:
        used = mentioned(part) if isinstance(part, Skip | Assign | Sample | If | While | Seq) else free_variables(part)
        if var in used:
            raise _No(f"{var.name} must be new, and is used already")


def _new_variable(base: str, kind: Any, *where: Expr) -> Var:
    taken = {v.name for e in where for v in free_variables(e)}
    return Var(fresh_name(base, taken), kind, RIGID)


def _le(a: Expr, b: Expr) -> Expr:
    return TRUE if a == b else apply(Op.LE, a, b)


def _eq(a: Expr, b: Expr) -> Expr:
    return TRUE if a == b else apply(Op.EQ, a, b)


def _and(*parts: Expr) -> Expr:
    return conjunction(*parts)


# --------------------------------------------------------------------------------------------------- structural rules


@_rule("Skip")
def skip(post: Expr, cost: Cost) -> Judgment:
    """
    ─────────────────────────────────── [Skip]   [ω-Skip]
    ⊢ skip ~⟨0,0⟩ skip : Ψ ⇒ Ψ

    Theorems: b_skip, w_skip (foundations/StructuralRules.v); r_skip (foundations/RenyiRules.v)
    """
    _free_of_charge(cost)
    return Judgment(Skip(), Skip(), post, post, cost)


@_rule("Assn-L")
def assign_left(target: Var, value: Expr, post: Expr, cost: Cost) -> Judgment:
    """
    ─────────────────────────────────────────────── [Assn-L]   [ω-Assn-L]
    ⊢ x ← e ~⟨0,0⟩ skip : Ψ[e⟨1⟩/x⟨1⟩] ⇒ Ψ

    Theorems: b_assign_left, w_assign_left (foundations/StructuralRules.v); r_assign_left (foundations/RenyiRules.v)
    """
    _free_of_charge(cost)
    command = Assign(target, value)
    return Judgment(command, Skip(), substitute(post, {_at(target, LEFT): tag(value, LEFT)}), post, cost)


@_rule("Assn-R")
def assign_right(target: Var, value: Expr, post: Expr, cost: Cost) -> Judgment:
    """
    ─────────────────────────────────────────────── [Assn-R]   [ω-Assn-R]
    ⊢ skip ~⟨0,0⟩ x ← e : Ψ[e⟨2⟩/x⟨2⟩] ⇒ Ψ

    Theorems: b_assign_right, w_assign_right (foundations/StructuralRules.v); r_assign_right (foundations/RenyiRules.v)
    """
    _free_of_charge(cost)
    command = Assign(target, value)
    return Judgment(Skip(), command, substitute(post, {_at(target, RIGHT): tag(value, RIGHT)}), post, cost)


@_rule("Samp-L")
def sample_left(sampling: Sample, post: Expr, cost: Cost) -> Judgment:
    """
    ─────────────────────────────────────────────────────────── [Samp-L]   [ω-Samp-L]
    ⊢ y ←$ N_θ(e) ~⟨0,0⟩ skip : ∀v ∈ values(θ⟨1⟩, e⟨1⟩). Ψ[v/y⟨1⟩] ⇒ Ψ

    Theorems: b_law_left, w_law_left (foundations/NoiseTable.v); r_law_left (foundations/RenyiTable.v)
    """
    _free_of_charge(cost)
    return Judgment(sampling, Skip(), _for_each_value(sampling, LEFT, post), post, cost)


@_rule("Samp-R")
def sample_right(sampling: Sample, post: Expr, cost: Cost) -> Judgment:
    """
    ─────────────────────────────────────────────────────────────────── [Samp-R]   [ω-Samp-R]
    ⊢ skip ~⟨0,0⟩ y ←$ N_θ(e) : lawful(θ⟨2⟩, e⟨2⟩) ∧ ∀v ∈ values(θ⟨2⟩, e⟨2⟩). Ψ[v/y⟨2⟩] ⇒ Ψ

    The right side is lossless because a lawful noise is a distribution.

    Theorems: b_law_right, w_law_right (foundations/NoiseTable.v); r_law_right (foundations/RenyiTable.v)
    """
    _free_of_charge(cost)
    lossless = row_of(sampling.noise).lawful(_law(sampling, RIGHT))
    return Judgment(Skip(), sampling, _and(lossless, _for_each_value(sampling, RIGHT, post)), post, cost)


@_rule("Cond-L")
def cond_left(condition: Expr, pre: Expr, yes: Theorem, no: Theorem) -> Judgment:
    """
    ⊢ c₁ ~⟨ε,δ⟩ c : Φ ∧ b⟨1⟩ ⇒ Ψ      ⊢ d₁ ~⟨ε,δ⟩ c : Φ ∧ ¬b⟨1⟩ ⇒ Ψ
    ────────────────────────────────────────────────────────────────── [Cond-L]   [ω-Cond-L]
    ⊢ if b then c₁ else d₁ ~⟨ε,δ⟩ c : Φ ⇒ Ψ

    Theorems: b_cond_left, w_cond_left (foundations/StructuralRules.v); r_cond_left (foundations/RenyiRules.v)
    """
    one, two = yes.judgment, no.judgment
    _stepwise(one.cost)
    _two_cases(tag(condition, LEFT), pre, one, two)
    _same("the right program of the second premise", two.right, one.right)
    return Judgment(If(condition, one.left, two.left), one.right, pre, one.post, one.cost)


@_rule("Cond-R")
def cond_right(condition: Expr, pre: Expr, yes: Theorem, no: Theorem) -> Judgment:
    """
    ⊢ c ~⟨ε,δ⟩ c₂ : Φ ∧ b⟨2⟩ ⇒ Ψ      ⊢ c ~⟨ε,δ⟩ d₂ : Φ ∧ ¬b⟨2⟩ ⇒ Ψ
    ────────────────────────────────────────────────────────────────── [Cond-R]   [ω-Cond-R]
    ⊢ c ~⟨ε,δ⟩ if b then c₂ else d₂ : Φ ⇒ Ψ

    Theorems: b_cond_right, w_cond_right (foundations/StructuralRules.v); r_cond_right (foundations/RenyiRules.v)
    """
    one, two = yes.judgment, no.judgment
    _stepwise(one.cost)
    _two_cases(tag(condition, RIGHT), pre, one, two)
    _same("the left program of the second premise", two.left, one.left)
    return Judgment(one.left, If(condition, one.right, two.right), pre, one.post, one.cost)


@_rule("Case")
def case(condition: Expr, pre: Expr, yes: Theorem, no: Theorem) -> Judgment:
    """
    ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ∧ P ⇒ Ψ      ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ∧ ¬P ⇒ Ψ
    ────────────────────────────────────────────────────────────── [Case]   [ω-Case]
    ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ

    Theorems: b_case, w_case (foundations/StructuralRules.v); r_case (foundations/RenyiRules.v);
    claim_case (foundations/RenyiPrivacy.v)
    """
    one, two = yes.judgment, no.judgment
    _two_cases(condition, pre, one, two)
    _same("the left program of the second premise", two.left, one.left)
    _same("the right program of the second premise", two.right, one.right)
    return Judgment(one.left, one.right, pre, one.post, one.cost)


@_rule("Frame")
def frame(fact: Expr, premise: Theorem) -> Judgment:
    """
    ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ
    ────────────────────────────────── [Frame]   Θ speaks of no x⟨1⟩ that c₁ writes, no x⟨2⟩ that c₂ writes,
    ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ∧ Θ ⇒ Ψ ∧ Θ               and of no counter of the ledger

    Theorems: b_frame, w_frame (foundations/StructuralRules.v); r_frame (foundations/RenyiRules.v)
    """
    given = premise.judgment
    _stepwise(given.cost)
    changed = {_at(v, LEFT) for v in written(given.left)} | {_at(v, RIGHT) for v in written(given.right)}
    for v in free_variables(fact):
        if v in changed or v.place is Place.LEDGER:
            raise _No(f"{v.name} may change")
    return Judgment(given.left, given.right, _and(given.pre, fact), _and(given.post, fact), given.cost)


@_rule("Exists")
def exists(var: Var, fact: Expr, pre: Expr, premise: Theorem) -> Judgment:
    """
    ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ∧ P ⇒ Ψ
    ─────────────────────────────── [Exists]   i is rigid and not in Φ, Ψ, ε, δ (or L and the rates), c₁, c₂
    ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ∧ ∃i. P ⇒ Ψ

    Theorems: b_exists, w_exists (foundations/StructuralRules.v); r_exists (foundations/RenyiRules.v);
    claim_exists (foundations/RenyiPrivacy.v)
    """
    given = premise.judgment
    _same("the precondition of the premise", given.pre, _and(pre, fact))
    _fresh(var, pre, given.post, given.left, given.right, *_expressions(given.cost))
    return replace(given, pre=_and(pre, some(var, fact)))


@_rule("Inst")
def instantiate(var: Var, value: Expr, premise: Theorem) -> Judgment:
    """
    ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ
    ──────────────────────────── [Inst]   i is rigid, e is over rigid variables and of the type of i
    (⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ)[e/i]

    Theorems: b_inst, w_inst (foundations/StructuralRules.v); r_inst (foundations/RenyiRules.v);
    claim_inst (foundations/RenyiPrivacy.v)
    """
    if var.place is not RIGID or any(v.place is not RIGID for v in free_variables(value)) or var.type != value.type:
        raise _No("a rigid variable is replaced by an expression of its type over rigid variables")
    given, change = premise.judgment, {var: value}
    left, right = (_substitute_command(c, change) for c in (given.left, given.right))
    pre, post = substitute(given.pre, change), substitute(given.post, change)
    match given.cost:
        case Budget(epsilon, delta):
            cost: Cost | Closeness = Budget(substitute(epsilon, change), substitute(delta, change))
        case Ledger(counters, keep, orders):
            rates = tuple((c, substitute(r, change)) for c, r in counters)
            cost = Ledger(rates, substitute(keep, change), None if orders is None else _orders_with(orders, change))
        case Closeness(at, bound, delta):
            cost = Closeness(_orders_with(at, change), substitute(bound, change), substitute(delta, change))
    return Judgment(left, right, pre, post, cost)


@_rule("Exfalso")
def exfalso(left: Command, right: Command, post: Expr, cost: Cost) -> Judgment:
    """
    ───────────────────────────────── [Exfalso]
    ⊢ c₁ ~⟨ε,δ⟩ c₂ : false ⇒ Ψ

    Theorems: b_exfalso, w_exfalso (foundations/StructuralRules.v); r_exfalso (foundations/RenyiRules.v)
    """
    _stepwise(cost)
    return Judgment(left, right, FALSE, post, cost)


@_rule("Unfold")
def unfold(loop: While, side: str, premise: Theorem) -> Judgment:
    """
    ⊢ if b then (c; while b do c) else skip; d ~⟨ε,δ⟩ e : Φ ⇒ Ψ
    ───────────────────────────────────────────────────────────── [Unfold], and likewise on the right
    ⊢ while b do c; d ~⟨ε,δ⟩ e : Φ ⇒ Ψ

    Theorems: b_unfold_left, b_unfold_right, w_unfold_left, w_unfold_right (foundations/StructuralRules.v);
    r_unfold_left, r_unfold_right (foundations/RenyiRules.v)
    """
    given = premise.judgment
    _stepwise(given.cost)
    opened = If(loop.condition, sequence(loop.body, loop), Skip())
    if side not in ("left", "right"):
        raise _No("the side is left or right")
    program = given.left if side == "left" else given.right
    first, *rest = program.parts if isinstance(program, Seq) else (program,)
    _same("the first command of the premise", first, opened)
    closed = sequence(loop, *rest)
    return replace(given, left=closed) if side == "left" else replace(given, right=closed)


@_rule("Split")
def split(loop: While, guard: Expr, side: str, premise: Theorem) -> Judgment:
    """
    ⊢ while b ∧ g do c; while b do c; d ~⟨ε,δ⟩ e : Φ ⇒ Ψ
    ────────────────────────────────────────────────────── [Split], and likewise on the right
    ⊢ while b do c; d ~⟨ε,δ⟩ e : Φ ⇒ Ψ

    g is any expression of the program; it may speak of rigid variables.

    Theorems: b_split_left, b_split_right, w_split_left, w_split_right (foundations/StructuralRules.v);
    r_split_left, r_split_right (foundations/RenyiRules.v)
    """
    given = premise.judgment
    _stepwise(given.cost)
    if side not in ("left", "right"):
        raise _No("the side is left or right")
    program = given.left if side == "left" else given.right
    first, second, *rest = (*(program.parts if isinstance(program, Seq) else (program,)), Skip())
    _same("the first command of the premise", first, While(_and(loop.condition, guard), loop.body))
    _same("the second command of the premise", second, loop)
    whole = sequence(loop, *rest)
    return replace(given, left=whole) if side == "left" else replace(given, right=whole)


# -------------------------------------------------------------------------------------------------- rules with a budget


@_rule("Seq")
def seq(first: Theorem, second: Theorem) -> Judgment:
    """
    ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ'      ⊢ c₁' ~⟨ε',δ'⟩ c₂' : Ψ' ⇒ Ψ      Φ ⇒ 0 ≤ δ'
    ───────────────────────────────────────────────────────────────────────── [Seq]
    ⊢ c₁; c₁' ~⟨ε+ε',δ+δ'⟩ c₂; c₂' : Φ ⇒ Ψ

    Theorem: b_seq (foundations/BudgetRules.v)
    """
    one, two = first.judgment, second.judgment
    a, b = _budget(one), _budget(two)
    _same("the precondition of the second premise", two.pre, one.post)
    _must("the second δ must not be negative", implies(one.pre, _le(ZERO, b.delta)))
    cost = Budget(_plus(a.epsilon, b.epsilon), _plus(a.delta, b.delta))
    return Judgment(sequence(one.left, two.left), sequence(one.right, two.right), one.pre, two.post, cost)


@_rule("Conseq")
def conseq(pre: Expr, post: Expr, cost: Budget, premise: Theorem) -> Judgment:
    """
    ⊢ c₁ ~⟨ε',δ'⟩ c₂ : Φ' ⇒ Ψ'    Φ ⇒ Φ'    Ψ' ⇒ Ψ    Φ ⇒ ε' ≤ ε ∧ δ' ≤ δ
    ───────────────────────────────────────────────────────────────────── [Conseq]
    ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ

    Theorem: b_conseq (foundations/BudgetRules.v)
    """
    given = premise.judgment
    old = _budget(given)
    _must("the new precondition must imply the old one", implication(pre, given.pre))
    _must("the old postcondition must imply the new one", implication(given.post, post))
    within = _and(_le(old.epsilon, cost.epsilon), _le(old.delta, cost.delta))
    _must("the new budget must not be smaller", implies(pre, within))
    return Judgment(given.left, given.right, pre, post, cost)


@_rule("Forall-Eq")
def forall_eq(left: Var, right: Var, index: Var, points: tuple[tuple[Expr, Expr], ...], premise: Theorem) -> Judgment:
    """
    ⊢ c₁ ~⟨ε,δᵢ⟩ c₂ : Φ ⇒ (x₁⟨1⟩ = i ⇒ x₂⟨2⟩ = i)     Φ ⇒ δᵢ ≤ Σⱼ (if i = vⱼ then dⱼ else 0)     Φ ⇒ 0 ≤ dⱼ
    ─────────────────────────────────────────────────────────────────────────────────────────── [Forall-Eq]
    ⊢ c₁ ~⟨ε,Σⱼ dⱼ⟩ c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

    i is rigid, ranges over the whole type of x₁ and x₂, and is not in Φ, ε, c₁, c₂, vⱼ, dⱼ.

    Theorem: b_forall_eq (foundations/BudgetRules.v)
    """
    given = premise.judgment
    budget = _budget(given)
    x1, x2 = _at(left, LEFT), _at(right, RIGHT)
    _one_type(index.type, left, right)
    _fresh(index, given.pre, budget.epsilon, given.left, given.right, *(e for pair in points for e in pair))
    _same("the postcondition", given.post, implies(apply(Op.EQ, x1, index), apply(Op.EQ, x2, index)))
    allowed: Expr = ZERO
    total: Expr = ZERO
    for value, delta in points:
        allowed = _plus(allowed, apply(Op.ITE, apply(Op.EQ, index, value), delta, _zero_like(delta)))
        total = _plus(total, delta)
        _must("each δ must not be negative", implies(given.pre, _le(ZERO, delta)))
    _must("the δ of each value must be allowed for", implies(given.pre, _le(budget.delta, allowed)))
    equal = apply(Op.EQ, x1, x2)
    return Judgment(given.left, given.right, given.pre, equal, Budget(budget.epsilon, total))


@_rule("LapGen")
def lap_gen(left: Sample, right: Sample, shift: Expr, bound: Expr, rate: Expr, post: Expr) -> Judgment:
    """
    ──────────────────────────────────────────────────────────────────────────────────────────── [LapGen]
    ⊢ y₁ ←$ L_ρ(e₁) ~⟨k'·ρ,0⟩ y₂ ←$ L_ρ(e₂) :
          0 < ρ ∧ |k + e₁⟨1⟩ − e₂⟨2⟩| ≤ k' ∧ ∀v. Ψ[v/y₁⟨1⟩, (v+k)/y₂⟨2⟩]  ⇒  Ψ

    k is over the initial memories, k' and ρ over rigid variables; both rates equal ρ.

    Theorem: b_lap_gen (foundations/BudgetRules.v)
    """
    _noise(LAPLACE, left, right)
    distance = _distance(left, right, shift)
    value = _new_variable("v", INT, post, shift)
    coupled = forall(value, _coupled(left, right, value, shift, post))
    pre = _and(_rates(left, right, rate), _le(apply(Op.ABS, distance), bound), coupled)
    return Judgment(left, right, pre, post, Budget(apply(Op.MUL, bound, rate), ZERO))


@_rule("OneLapGen")
def one_lap_gen(left: Sample, right: Sample, shift: Expr, bound: Expr, rate: Expr, post: Expr) -> Judgment:
    """
    ──────────────────────────────────────────────────────────────────────────────────────────── [OneLapGen]
    ⊢ y₁ ←$ Lᵒˢ_ρ(e₁) ~⟨k'·ρ,0⟩ y₂ ←$ Lᵒˢ_ρ(e₂) :
          0 < ρ ∧ 0 ≤ k + e₁⟨1⟩ − e₂⟨2⟩ ≤ k' ∧ ∀v ≥ e₁⟨1⟩. Ψ[v/y₁⟨1⟩, (v+k)/y₂⟨2⟩]  ⇒  Ψ

    Theorem: b_one_lap_gen (foundations/BudgetRules.v)
    """
    _noise(ONE_SIDED, left, right)
    distance = _distance(left, right, shift)
    value = _new_variable("v", INT, post, shift, tag(left.centre, LEFT))
    inside = apply(Op.LE, tag(left.centre, LEFT), value)
    coupled = forall(value, implies(inside, _coupled(left, right, value, shift, post)))
    pre = _and(_rates(left, right, rate), _le(ZERO, distance), _le(distance, bound), coupled)
    return Judgment(left, right, pre, post, Budget(apply(Op.MUL, bound, rate), ZERO))


@_rule("Excess")
def sample_excess(
    left: Sample,
    right: Sample,
    shift: Expr,
    distance: Expr,
    numbers: tuple[tuple[Expr, Expr], ...],
    post: Expr,
    cost: Budget,
) -> Judgment:
    """
    P(X ≥ T) − e^ε·P(X ≥ T + D) ≤ δ, where X has the noise N_θ(0), and T is where P(v) and e^ε·P(v + D) cross
    ──────────────────────────────────────────────────────────────────────────────────────────── [Excess]
    ⊢ y₁ ←$ N_θ₁(e₁) ~⟨ε,δ⟩ y₂ ←$ N_θ₂(e₂) :
          θ₁⟨1⟩ = θ ∧ θ₂⟨2⟩ = θ ∧ |k + e₁⟨1⟩ − e₂⟨2⟩| ≤ D ∧ ∀v ∈ values(θ₁⟨1⟩, e₁⟨1⟩). Ψ[v/y₁⟨1⟩, (v+k)/y₂⟨2⟩]  ⇒  Ψ

    N is Laplace, truncated Laplace or Gaussian noise. θ, D, ε and δ are numbers, 0 ≤ ε, 0 ≤ δ and 0 ≤ D; for D = 0
    nothing is asked of δ. k is over the initial memories: a shift may not look at the sample.

    Theorem: b_excess (foundations/Excess.v)
    """
    if left.noise is not right.noise:
        raise _No("both samplings must draw the same noise")
    gap = apply(Op.ABS, _distance(left, right, shift))
    _one_type(INT, distance)
    _same("the parameters", tuple(p for p, _ in numbers), left.parameters)
    far, epsilon, delta, *theta = map(_number, (distance, cost.epsilon, cost.delta, *(n for _, n in numbers)))
    try:
        if not is_within(left.noise, tuple(theta), int(far), epsilon, delta):
            raise _No("δ is smaller than the excess at this ε")
    except OutOfReach as problem:
        raise _No(str(problem)) from None
    law, other = _law(left, LEFT), _law(right, RIGHT)
    known = [_eq(p, n) for each in (law, other) for p, (_, n) in zip(each.parameters, numbers, strict=True)]
    value = _new_variable("v", INT, post, shift, law.centre, *law.parameters)
    inside = row_of(left.noise).values(law, value)
    coupled = forall(value, implies(inside, _coupled(left, right, value, shift, post)))
    pre = _and(*known, _le(gap, distance), coupled)
    return Judgment(left, right, pre, post, cost)


@_rule("While")
def while_both(
    left: Expr,
    right: Expr,
    invariant: Expr,
    variant: Expr,
    bound: Expr,
    index: Var,
    facts: Expr,
    total: Budget,
    body: Theorem,
) -> Judgment:
    """
    ⊢ c₁ ~⟨εₖ,δₖ⟩ c₂ : Θ ∧ b₁⟨1⟩ ∧ b₂⟨2⟩ ∧ k = e⟨1⟩ ∧ e⟨1⟩ ≤ n  ⇒  Θ ∧ b₁⟨1⟩ = b₂⟨2⟩ ∧ e⟨1⟩ < k
    Θ ∧ e⟨1⟩ ≤ 0 ⇒ ¬b₁⟨1⟩        P ⇒ 0 ≤ n ∧ E(0) = D(0) = 0
    P ∧ 1 ≤ k ≤ n  ⇒  0 ≤ εₖ ≤ E(k) − E(k−1)  ∧  0 ≤ δₖ ≤ D(k) − D(k−1)
    ──────────────────────────────────────────────────────────────────────────────────────────── [While]
    ⊢ while b₁ do c₁ ~⟨E(n),D(n)⟩ while b₂ do c₂ : P ∧ Θ ∧ b₁⟨1⟩ = b₂⟨2⟩ ∧ e⟨1⟩ ≤ n  ⇒  Θ ∧ ¬b₁⟨1⟩ ∧ ¬b₂⟨2⟩

    k is rigid and new; n, P, E and D are over rigid variables (E and D also over k); e is an integer.

    Theorem: b_while (foundations/BudgetRules.v)
    """
    given = body.judgment
    cost = _budget(given)
    _one_type(INT, variant, bound, index)
    b1, b2, e = tag(left, LEFT), tag(right, RIGHT), tag(variant, LEFT)
    _fresh(index, invariant, b1, b2, e, bound, facts, given.left, given.right)
    if any(v.place is not RIGID for v in free_variables(facts) | free_variables(bound)):
        raise _No("the bound and the facts are over rigid variables")
    together = apply(Op.EQ, b1, b2)
    before = _and(invariant, b1, b2, apply(Op.EQ, index, e), apply(Op.LE, e, bound))
    _same("the precondition of the body", given.pre, before)
    _same("the postcondition of the body", given.post, _and(invariant, together, apply(Op.LT, e, index)))
    ends = implies(_and(invariant, apply(Op.LE, e, ZERO)), negate(b1))
    _must("the loop must end when the variant is used up", ends)
    _must("the bound must not be negative", implies(facts, _le(ZERO, bound)))
    inside = _and(facts, apply(Op.LE, ONE, index), apply(Op.LE, index, bound))
    for name, each, whole in (("ε", cost.epsilon, total.epsilon), ("δ", cost.delta, total.delta)):
        start, previous = substitute(whole, {index: ZERO}), substitute(whole, {index: apply(Op.SUB, index, ONE)})
        _must(f"the total {name} must start at 0", implies(facts, _eq(start, ZERO)))
        growth = _and(_le(ZERO, each), _le(each, apply(Op.SUB, whole, previous)))
        _must(f"the total must grow by the {name} of each iteration", implies(inside, growth))
    spent = Budget(substitute(total.epsilon, {index: bound}), substitute(total.delta, {index: bound}))
    pre = _and(facts, invariant, together, apply(Op.LE, e, bound))
    post = _and(invariant, negate(b1), negate(b2))
    return Judgment(While(left, given.left), While(right, given.right), pre, post, spent)


@_rule("AC-While")
def while_composed(
    left: Expr,
    right: Expr,
    invariant: Expr,
    variant: Expr,
    bound: Expr,
    index: Var,
    outputs: tuple[tuple[Var, Var], ...],
    total: Budget,
    there: Theorem,
    back: Theorem,
    ends: Theorem,
) -> Judgment:
    """
    ⊢ c₁ ~⟨ε₀,0⟩ c₂ : Θ ∧ b₁⟨1⟩ ∧ b₂⟨2⟩ ∧ k = e⟨1⟩  ⇒  x₁⟨1⟩ = x₂⟨2⟩ ∧ Θ ∧ b₁⟨1⟩ = b₂⟨2⟩ ∧ e⟨1⟩ < k
    ⊢ c₂ ~⟨ε₀,0⟩ c₁ : (Θ ∧ b₁⟨1⟩ ∧ b₂⟨2⟩ ∧ k = e⟨1⟩)⁻¹  ⇒  x₂⟨1⟩ = x₁⟨2⟩
    ⊢ skip ~⟨0,0⟩ c₂ : Θ ∧ b₁⟨1⟩ ∧ b₂⟨2⟩ ∧ k = e⟨1⟩  ⇒  true        Θ ∧ e⟨1⟩ ≤ 0 ⇒ ¬b₁⟨1⟩
    0 < ε₀        Σ_{j ≤ n} C(n, j)·max(0, e^((n−j)·ε₀) − e^(ε + j·ε₀)) ≤ δ·(1 + e^ε₀)^n
    ──────────────────────────────────────────────────────────────────────────────────────────── [AC-While]
    ⊢ while b₁ do c₁ ~⟨ε,δ⟩ while b₂ do c₂ : Θ ∧ b₁⟨1⟩ = b₂⟨2⟩ ∧ e⟨1⟩ ≤ n  ⇒  Θ ∧ ¬b₁⟨1⟩ ∧ ¬b₂⟨2⟩

    x₁ and x₂ are variables, or tuples of them. Θ, b₁, b₂ and e speak of no y⟨1⟩ that c₁ writes and of no y⟨2⟩ that c₂
    writes, except x₁⟨1⟩ and x₂⟨2⟩. n, ε₀, ε and δ are numbers, k is rigid and new, e is an integer. Φ⁻¹ is Φ with ⟨1⟩
    and ⟨2⟩ exchanged.

    Theorem: b_ac_while (foundations/Composition.v)
    """
    one, two, three = there.judgment, back.judgment, ends.judgment
    b1, b2, e = tag(left, LEFT), tag(right, RIGHT), tag(variant, LEFT)
    _one_type(INT, variant, index)
    _fresh(index, invariant, b1, b2, e, one.left, one.right)
    if not all(isinstance(x, Var) for pair in outputs for x in pair):
        raise _No("what both runs agree on must be a variable")
    told = {_at(x, LEFT) for x, _ in outputs} | {_at(x, RIGHT) for _, x in outputs}
    changed = {_at(v, LEFT) for v in written(one.left)} | {_at(v, RIGHT) for v in written(one.right)}
    spoken = frozenset().union(*map(free_variables, (invariant, b1, b2, e)))
    if strange := (changed - told) & spoken:
        raise _No(f"{min(v.name for v in strange)} may change")
    together = apply(Op.EQ, b1, b2)
    before = _and(invariant, b1, b2, apply(Op.EQ, index, e))
    same = _and(*(apply(Op.EQ, _at(x1, LEFT), _at(x2, RIGHT)) for x1, x2 in outputs))
    same_back = _and(*(apply(Op.EQ, _at(x2, LEFT), _at(x1, RIGHT)) for x1, x2 in outputs))
    cost = _budget(one)
    _same("δ", cost.delta, ZERO)
    _same("the precondition of the body", one.pre, before)
    _same("the postcondition of the body", one.post, _and(same, invariant, together, apply(Op.LT, e, index)))
    _same("the cost of the way back", two.cost, cost)
    _same("the programs of the way back", (two.left, two.right), (one.right, one.left))
    _same("the precondition of the way back", two.pre, _exchanged(before))
    _same("the postcondition of the way back", two.post, same_back)
    _same("the program that ends", (three.left, three.right), (Skip(), one.right))
    _same("the judgment that it ends", (three.pre, three.post, three.cost), (before, TRUE, Budget()))
    stops = implies(_and(invariant, apply(Op.LE, e, ZERO)), negate(b1))
    _must("the loop must end when the variant is used up", stops)
    _one_type(INT, bound)
    rounds, each, epsilon, delta = map(_number, (bound, cost.epsilon, total.epsilon, total.delta))
    if each <= 0:
        raise _No("ε₀ must be positive")
    if not is_enough(int(rounds), each, epsilon, delta):
        raise _No(f"δ is not as large as {rounds} rounds need that cost {each} each")
    pre = _and(invariant, together, apply(Op.LE, e, bound))
    post = _and(invariant, negate(b1), negate(b2))
    return Judgment(While(left, one.left), While(right, one.right), pre, post, total)


@_rule("Cond-Seq")
def cond_seq(after: Command, side: str, premise: Theorem) -> Judgment:
    """
    ⊢ if b then (c; e) else (d; e) ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ
    ────────────────────────────────────────────────── [Cond-Seq], and likewise on the right
    ⊢ if b then c else d; e ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ

    Theorems: b_cond_seq_left, b_cond_seq_right (foundations/Subsample.v)
    """
    given = premise.judgment
    _budget(given)
    if side not in ("left", "right"):
        raise _No("the side is left or right")
    program = given.left if side == "left" else given.right
    if not isinstance(program, If):
        raise _No("the program must be a conditional")
    then, otherwise = (_before(after, branch) for branch in (program.then, program.otherwise))
    whole = sequence(If(program.condition, then, otherwise), after)
    return replace(given, left=whole) if side == "left" else replace(given, right=whole)


@_rule("Subsample-L")
def subsample_left(sampling: Sample, total: Budget, kept: Theorem, left_out: Theorem) -> Judgment:
    """
    ⊢ d₁ ~⟨ε,δ⟩ c₂ : Φ₁ ⇒ Ψ      ⊢ d₁ ~⟨0,0⟩ c₂ : Φ₀ ⇒ Ψ
    0 ≤ q ≤ 1      1 + q·(e^ε − 1) ≤ e^ε'      q·δ ≤ δ'
    ──────────────────────────────────────────────────────────────────────────── [Subsample-L]
    ⊢ y ←$ B(q); d₁ ~⟨ε',δ'⟩ c₂ : Φ₁[true/y⟨1⟩] ∧ Φ₀[false/y⟨1⟩] ⇒ Ψ

    q is over rigid variables.

    Theorem: b_subsample_left (foundations/Subsample.v)
    """
    given, pre = _subsampled(sampling, LEFT, total, kept.judgment, left_out.judgment)
    return Judgment(sequence(sampling, given.left), given.right, pre, given.post, total)


@_rule("Subsample-R")
def subsample_right(sampling: Sample, total: Budget, kept: Theorem, left_out: Theorem) -> Judgment:
    """
    ⊢ c₁ ~⟨ε,δ⟩ d₂ : Φ₁ ⇒ Ψ      ⊢ c₁ ~⟨0,0⟩ d₂ : Φ₀ ⇒ Ψ
    0 ≤ ε, δ      0 ≤ q ≤ 1      1 + q·(e^ε − 1) ≤ e^ε'      q·δ ≤ δ'
    ──────────────────────────────────────────────────────────────────────────── [Subsample-R]
    ⊢ c₁ ~⟨ε',δ'⟩ y ←$ B(q); d₂ : Φ₁[true/y⟨2⟩] ∧ Φ₀[false/y⟨2⟩] ⇒ Ψ

    q is over rigid variables.

    Theorem: b_subsample_right (foundations/Subsample.v)
    """
    given, pre = _subsampled(sampling, RIGHT, total, kept.judgment, left_out.judgment)
    cost = _budget(given)
    _must("ε must not be negative", implies(pre, _le(ZERO, cost.epsilon)))
    _must("δ must not be negative", implies(pre, _le(ZERO, cost.delta)))
    return Judgment(given.left, sequence(sampling, given.right), pre, given.post, total)


@_rule("While-L")
def while_left(condition: Expr, invariant: Expr, body: Theorem) -> Judgment:
    """
    ⊢ c ~⟨0,0⟩ skip : Θ ∧ b⟨1⟩ ⇒ Θ
    ─────────────────────────────────────────────── [While-L]
    ⊢ while b do c ~⟨0,0⟩ skip : Θ ⇒ Θ ∧ ¬b⟨1⟩

    Theorem: b_while_left (foundations/BudgetRules.v)
    """
    given = body.judgment
    b = tag(condition, LEFT)
    _same("the budget of the body", given.cost, Budget())
    _same("the right program", given.right, Skip())
    _same("the precondition of the body", given.pre, _and(invariant, b))
    _same("the postcondition of the body", given.post, invariant)
    return Judgment(While(condition, given.left), Skip(), invariant, _and(invariant, negate(b)), Budget())


@_rule("While-R")
def while_right(condition: Expr, invariant: Expr, variant: Expr, index: Var, body: Theorem) -> Judgment:
    """
    ⊢ skip ~⟨0,0⟩ c : Θ ∧ b⟨2⟩ ∧ k = e⟨2⟩ ⇒ Θ ∧ e⟨2⟩ < k        Θ ∧ e⟨2⟩ ≤ 0 ⇒ ¬b⟨2⟩
    ──────────────────────────────────────────────────────────────────────────────── [While-R]
    ⊢ skip ~⟨0,0⟩ while b do c : Θ ⇒ Θ ∧ ¬b⟨2⟩                    k is rigid and new, e is an integer

    Theorem: b_while_right (foundations/BudgetRules.v)
    """
    given = body.judgment
    _one_type(INT, variant, index)
    b, e = tag(condition, RIGHT), tag(variant, RIGHT)
    _fresh(index, invariant, b, e, given.right)
    _same("the budget of the body", given.cost, Budget())
    _same("the left program", given.left, Skip())
    _same("the precondition of the body", given.pre, _and(invariant, b, apply(Op.EQ, index, e)))
    _same("the postcondition of the body", given.post, _and(invariant, apply(Op.LT, e, index)))
    ends = implies(_and(invariant, apply(Op.LE, e, ZERO)), negate(b))
    _must("the loop must end when the variant is used up", ends)
    return Judgment(Skip(), While(condition, given.right), invariant, _and(invariant, negate(b)), Budget())


# -------------------------------------------------------------------------------------------------- rules with a ledger


@_rule("ω-Samp")
def ledger_sample(
    left: Sample, right: Sample, shift: Expr, value: Var, counter: Var, post: Expr, cost: Ledger
) -> Judgment:
    """
    ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Samp]
    ⊢ω y₁ ←$ L_ρ(e₁) ~ y₂ ←$ L_ρ(e₂) :
          0 < ρ ∧ (∀v w. v + k(v) = w + k(w) ⇒ v = w)
          ∧ ∀v. Ψ[v/y₁⟨1⟩, (v+k(v))/y₂⟨2⟩, (ω_ρ + |k(v) + e₁⟨1⟩ − e₂⟨2⟩|)/ω_ρ]   ⇒   Ψ | L

    The shift k may depend on the sample v: v ↦ v + k(v) is injective. For one-sided noise v and w range from e₁⟨1⟩ on,
    and 0 ≤ k(v) + e₁⟨1⟩ − e₂⟨2⟩.

    Theorem: w_sample (foundations/LedgerRules.v)
    """
    rate, distance = _counter_and_distance(left, right, shift, value, counter, post, _pure(cost))
    _one_type(INT, counter)
    price, rates = apply(Op.ABS, distance), _rates(left, right, rate)
    return _coupled_at(left, right, shift, value, counter, price, rates, post, cost)


@_rule("ω-Pay")
def ledger_pay(
    left: Sample, right: Sample, shift: Expr, value: Var, counter: Var, price: Expr, post: Expr, cost: Ledger
) -> Judgment:
    """
    ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Pay]
    ⊢ω y₁ ←$ L_ρ₁(e₁) ~ y₂ ←$ L_ρ₂(e₂) :
          0 < ρ₁⟨1⟩ ∧ ρ₁⟨1⟩ = ρ₂⟨2⟩ ∧ (∀v. |k(v) + e₁⟨1⟩ − e₂⟨2⟩| · ρ₁⟨1⟩ ≤ p(v) · ρ)
          ∧ (∀v w. v + k(v) = w + k(w) ⇒ v = w) ∧ ∀v. Ψ[v/y₁⟨1⟩, (v+k(v))/y₂⟨2⟩, (ω_ρ + p(v))/ω_ρ]   ⇒   Ψ | L

    The rates ρ₁ and ρ₂ may speak of the memories; the rate ρ of the counter is over rigid variables, and the price p is
    an integer or a real, as the counter is. k and v as in [ω-Samp].

    Theorem: w_pay (foundations/LedgerRules.v)
    """
    rate, distance = _counter_and_distance(left, right, shift, value, counter, post, _pure(cost))
    own, other = tag(left.rate, LEFT), tag(right.rate, RIGHT)
    _fresh(value, own)
    _places(price, (LEFT, RIGHT, RIGID, Place.LEDGER))
    _one_type(counter.type, price)
    enough = apply(Op.LE, apply(Op.MUL, apply(Op.ABS, distance), own), apply(Op.MUL, price, rate))
    inside = shift_coupling(left.noise).values(tag(left.centre, LEFT), value)
    paid = _and(apply(Op.LT, ZERO, own), _eq(own, other), forall(value, implies(inside, enough)))
    return _coupled_at(left, right, shift, value, counter, price, paid, post, cost)


@_rule("ω-Map")
def ledger_map(
    left: Sample,
    right: Sample,
    image: Expr,
    value: Var,
    bound: Expr,
    paid: Paid,
    post: Expr,
    cost: Ledger,
) -> Judgment:
    """
    ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Map]
    ⊢ω y₁ ←$ N_θ₁(e₁) ~ y₂ ←$ N_θ₂(e₂) :
          lawful(θ₁, e₁) ∧ (∀v w. K(v) ∧ K(w) ∧ φ(v) = φ(w) ⇒ v = w)
          ∧ ∀v. K(v) ⇒ φ(v) ∈ values(θ₂, e₂) ∧ fits(v, φ(v)) ∧ steps(v, φ(v)) · unit ≤ Σ_i p_i(v) · ρ_i
                       ∧ Ψ[v/y₁⟨1⟩, φ(v)/y₂⟨2⟩, (ω_i + p_i(v))/ω_i]   ⇒   Ψ | L

    K(v): v ∈ values(θ₁, e₁) ∧ L[v/y₁⟨1⟩]; the first law is read in the left memory, the second in the right one.
    What fits, and what it costs, is said by the row of the noise, which may rest on the number M. The map φ and the
    prices p_i may depend on the sample, M may not; a price may be negative, but where the ledger is for all orders
    their sum may not: it is paid α times, and α is more than 1.

    Theorems: w_sample_law, w_pay_law, w_pays_law (foundations/NoiseTable.v); r_sample_law (foundations/RenyiTable.v)
    """
    if left.noise is not right.noise:
        raise _No("both samplings must draw the same noise")
    row = row_of(left.noise)
    ours, theirs = _law(left, LEFT), _law(right, RIGHT)
    if value.place is not RIGID or value.type != left.target.type:
        raise _No(f"{value.name} must be a rigid variable of the type of what is drawn")
    _fresh(value, bound, post, left, right, *_expressions(cost))
    _one_type(left.target.type, image)
    _one_type(INT, bound)
    for e in (image, bound):
        _places(e, (LEFT, RIGHT, RIGID, Place.LEDGER))
    raised = _raised(paid, cost)
    steps = row.steps(ours, theirs, bound, value, image)
    enough = _enough(row, ours, steps, paid, cost)
    if cost.orders is not None and cost.orders.one is None:
        enough = _and(enough, _le(ZERO, _total(paid, cost)))
    fits = _and(row.values(theirs, image), row.fits(ours, theirs, bound, value, image), enough)
    changes: dict[Var, Expr] = {_at(left.target, LEFT): value, _at(right.target, RIGHT): image, **raised}
    kept = _and(row.values(ours, value), substitute(cost.keep, {_at(left.target, LEFT): value}))
    other = _new_variable(f"{value.name}_other", value.type, image, post, ours.centre, cost.keep, kept, value)
    same_image = apply(Op.EQ, image, substitute(image, {value: other}))
    both_kept = _and(kept, substitute(kept, {value: other}), same_image)
    injective = forall(value, forall(other, implies(both_kept, apply(Op.EQ, value, other))))
    one_to_one = TRUE if image == value else injective
    after = forall(value, implies(kept, _and(fits, substitute(post, changes))))
    return Judgment(left, right, _and(row.lawful(ours), one_to_one, after), post, cost)


@_rule("ω-Coins")
def ledger_coins(
    left: Command,
    right: Command,
    ours: Var,
    theirs: Var,
    image: Expr,
    value: Var,
    paid: Paid,
    post: Expr,
    cost: Ledger,
) -> Judgment:
    """
    ─────────────────────────────────────────────────────────────────────────────────────────── [ω-Coins]
    ⊢ω c₁ ~ c₂ :
          fair(c₁)⟨1⟩ ∧ fair(c₂)⟨2⟩ ∧ (K(false) ∧ K(true) ⇒ φ(false) ≠ φ(true))
          ∧ ∀v. K(v) ⇒ P₁(v) ≤ e^c(v) · P₂(φ(v)) ∧ Ψ[v/x₁⟨1⟩, φ(v)/x₂⟨2⟩, (ω_i + p_i(v))/ω_i]   ⇒   Ψ | L

    c₁ and c₂ toss coins, assign and branch, and x₁ and x₂ are truth values. K(v): L[v/x₁⟨1⟩]. P₁(v) is the probability
    of x₁ = v after c₁, and P₂(v) that of x₂ = v after c₂; fair says that all coins that may be tossed have a
    probability between 0 and 1. Ψ speaks of no x⟨1⟩ that c₁ writes and no x⟨2⟩ that c₂ writes, except x₁⟨1⟩ and x₂⟨2⟩,
    and so does L. c = Σ_i p_i·ρ_i; the map φ and the prices may depend on v, and a price may be negative.

    Theorems: w_coins, w_coins_counters (foundations/CoinBlocks.v)
    """
    if value.place is not RIGID or value.type != BOOL:
        raise _No(f"{value.name} must be a rigid truth value")
    for x in (ours, theirs):
        if x.place is not Place.MEMORY or x.type != BOOL:
            raise _No(f"{x.name} must be a truth value of the program")
    _fresh(value, post, left, right, *_expressions(cost))
    _one_type(BOOL, image)
    _places(image, (LEFT, RIGHT, RIGID, Place.LEDGER))
    raised, price = _raised(paid, _pure(cost)), apply(Op.EXP, _total(paid, cost))
    lost = {_at(v, place) for c, x, place in ((left, ours, LEFT), (right, theirs, RIGHT)) for v in written(c) - {x}}
    if lost & (free_variables(post) | free_variables(cost.keep)):
        raise _No("the postcondition speaks of something else that the coins decide")
    first, second = (tuple(_told(c, x, v) for v in (FALSE, TRUE)) for c, x in ((left, ours), (right, theirs)))
    parts: list[Expr] = [tag(_fair(left, TRUE), LEFT), tag(_fair(right, TRUE), RIGHT)]
    changes: dict[Var, Expr] = {_at(ours, LEFT): value, _at(theirs, RIGHT): image, **raised}
    kept, after = substitute(cost.keep, {_at(ours, LEFT): value}), substitute(post, changes)
    each = [tuple(substitute(e, {value: v}) for e in (kept, image, price, after)) for v in (FALSE, TRUE)]
    parts.append(implies(_and(*(keep for keep, *_ in each)), negate(_eq(*(there for _, there, *_ in each)))))
    for here, (keep, there, most, holds) in zip(first, each, strict=True):
        likely = apply(Op.ITE, there, tag(second[1], RIGHT), tag(second[0], RIGHT))
        parts.append(implies(keep, _and(_le(tag(here, LEFT), apply(Op.MUL, most, likely)), holds)))
    return Judgment(left, right, _and(*parts), post, cost)


def _told(command: Command, x: Var, v: Expr) -> Expr:
    """The probability that a truth value is this one after a program of coins."""
    one, none = Literal(Fraction(1)), Literal(Fraction(0))
    return _expectation(command, apply(Op.ITE, x, one, none) if v == TRUE else apply(Op.ITE, x, none, one))


def _expectation(command: Command, e: Expr) -> Expr:
    """What a number is expected to be after a program of coins."""
    match command:
        case Skip():
            return e
        case Assign(target, given):
            return substitute(e, {target: given})
        case Sample(target, noise, (chance,)) if noise is COIN:
            return _expected(chance, *(substitute(e, {target: v}) for v in (FALSE, TRUE)))
        case Seq(parts):
            for part in reversed(parts):
                e = _expectation(part, e)
            return e
        case If(condition, then, otherwise):
            return apply(Op.ITE, condition, *(_expectation(branch, e) for branch in (then, otherwise)))
        case _:
            raise _No("a program of coins tosses coins, assigns and branches")


def _fair(command: Command, after: Expr) -> Expr:
    """That all coins that may be tossed have a probability between 0 and 1, and what holds after that."""
    match command:
        case Skip():
            return after
        case Assign(target, given):
            return substitute(after, {target: given})
        case Sample(target, noise, (chance,)) if noise is COIN:
            return _and(_probability(chance), *(substitute(after, {target: v}) for v in (FALSE, TRUE)))
        case Seq(parts):
            for part in reversed(parts):
                after = _fair(part, after)
            return after
        case If(condition, then, otherwise):
            yes, no = _fair(then, after), _fair(otherwise, after)
            return _and(implies(condition, yes), implies(negate(condition), no))
        case _:
            raise _No("a program of coins tosses coins, assigns and branches")


@_rule("ω-Coin-L")
def coin_left(sampling: Sample, tails: Paid, heads: Paid, post: Expr, cost: Ledger) -> Judgment:
    """
    ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Coin-L]
    ⊢ω y ←$ B(q) ~ skip :
          0 ≤ q⟨1⟩ ≤ 1 ∧ (1−q⟨1⟩)·e^(−c₀) + q⟨1⟩·e^(−c₁) ≤ 1
          ∧ Ψ[false/y⟨1⟩, ω + c₀/ω] ∧ Ψ[true/y⟨1⟩, ω + c₁/ω]   ⇒   Ψ | L

    c₀ = Σ_i p_i·ρ_i is paid for tails, and c₁ for heads, where each counter ω_i is raised by its p_i; a price may be
    negative. The price is paid in expectation: what heads get back, tails may have paid for.

    Theorems: w_coin_left, w_coin_left_counters (foundations/SampleMap.v)
    """
    chance, results = _tossed(sampling, LEFT, tails, heads, post, _pure(cost))
    less = [apply(Op.EXP, apply(Op.NEG, _total(paid, cost))) for paid in (tails, heads)]
    enough = _le(_expected(chance, *less), apply(Op.REAL, ONE))
    return Judgment(sampling, Skip(), _and(_probability(chance), enough, *results), post, cost)


@_rule("ω-Coin-R'")
def coin_right(sampling: Sample, tails: Paid, heads: Paid, post: Expr, cost: Ledger) -> Judgment:
    """
    ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Coin-R']
    ⊢ω skip ~ y ←$ B(q) :
          0 ≤ q⟨2⟩ ≤ 1 ∧ 1 ≤ (1−q⟨2⟩)·e^c₀ + q⟨2⟩·e^c₁
          ∧ Ψ[false/y⟨2⟩, ω + c₀/ω] ∧ Ψ[true/y⟨2⟩, ω + c₁/ω]   ⇒   Ψ | L

    c₀ and c₁ as in [ω-Coin-L].

    Theorems: w_coin_alone_right, w_coin_right_counters (foundations/SampleMap.v)
    """
    chance, results = _tossed(sampling, RIGHT, tails, heads, post, _pure(cost))
    more = [apply(Op.EXP, _total(paid, cost)) for paid in (tails, heads)]
    enough = _le(apply(Op.REAL, ONE), _expected(chance, *more))
    return Judgment(Skip(), sampling, _and(_probability(chance), enough, *results), post, cost)


@_rule("ω-Good-R")
def good_right(sampling: Sample, tail: str, distance: Expr, paid: Paid, post: Expr, cost: Ledger) -> Judgment:
    """
    ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Good-R]
    ⊢ω skip ~ y ←$ N_θ(e) :
          lawful(θ⟨2⟩, e⟨2⟩) ∧ e^(−c) ≤ 1 − tail(θ⟨2⟩, e⟨2⟩, bad)
          ∧ ∀v ∈ values(θ⟨2⟩, e⟨2⟩). ¬bad(v) ⇒ Ψ[v/y⟨2⟩, ω + c/ω]   ⇒   Ψ | L

    bad is a row of the table of tails, at a distance that may speak of both memories, and tail(θ, e, bad) is its bound.
    c = Σ_i p_i·ρ_i, where each counter ω_i is raised by its p_i: what the right run loses with the bad samples is paid.

    Theorem: w_good_right_counters (foundations/Ghosts.v)
    """
    _pure(cost)
    _places(distance, (LEFT, RIGHT, RIGID))
    _one_type(INT, distance)
    law, row, raised = _law(sampling, RIGHT), tail_of(sampling.noise, tail), _raised(paid, cost)
    prices = (price for _, price in paid)
    value = _new_variable("v", sampling.target.type, post, law.centre, distance, *law.parameters, *prices)
    good = _and(row_of(sampling.noise).values(law, value), negate(row.given_up(law, distance, value)))
    stays = forall(value, implies(good, substitute(post, {_at(sampling.target, RIGHT): value, **raised})))
    likely = apply(Op.SUB, apply(Op.REAL, ONE), row.bound(law, distance))
    enough = _le(apply(Op.EXP, apply(Op.NEG, _total(paid, cost))), likely)
    pre = _and(row_of(sampling.noise).lawful(law), row.allowed(law, distance), enough, stays)
    return Judgment(Skip(), sampling, pre, post, cost)


@_rule("ω-Seq")
def ledger_seq(first: Theorem, second: Theorem, pruned: Theorem) -> Judgment:
    """
    ⊢ω c₁ ~ c₂ : Φ ⇒ Ψ' | L'     ⊢ω c₁' ~ c₂' : Ψ' ⇒ Ψ | L     ⊢ c₁' ~⟨0,0⟩ skip : ¬L' ⇒ ¬L
    ─────────────────────────────────────────────────────────────────────────────────────── [ω-Seq]
    ⊢ω c₁; c₁' ~ c₂; c₂' : Φ ⇒ Ψ | L

    The last premise is the unary { ¬L' } c₁' { ¬L }: what is pruned stays pruned.

    Theorems: w_seq (foundations/LedgerRules.v); r_seq (foundations/RenyiRules.v)
    """
    one, two = first.judgment, second.judgment
    a, b = _ledger(one), _ledger(two)
    _same("the ledger of the second premise", (b.counters, b.orders), (a.counters, a.orders))
    _same("the precondition of the second premise", two.pre, one.post)
    _unary(pruned.judgment, two.left, negate(a.keep), negate(b.keep))
    return Judgment(sequence(one.left, two.left), sequence(one.right, two.right), one.pre, two.post, b)


@_rule("ω-Conseq")
def ledger_conseq(pre: Expr, post: Expr, keep: Expr, premise: Theorem) -> Judgment:
    """
    ⊢ω c₁ ~ c₂ : Φ' ⇒ Ψ' | L'      Φ ⇒ Φ'      Ψ' ∧ L ⇒ Ψ      L ⇒ L'
    ──────────────────────────────────────────────────────────────────── [ω-Conseq]
    ⊢ω c₁ ~ c₂ : Φ ⇒ Ψ | L

    Theorems: w_conseq (foundations/LedgerRules.v); r_conseq (foundations/RenyiRules.v)
    """
    given = premise.judgment
    old = _ledger(given)
    _must("the new precondition must imply the old one", implication(pre, given.pre))
    holds_after = given.post if given.post == post else _and(given.post, keep)
    _must("the old postcondition must imply the new one", implication(holds_after, post))
    _must("what is kept must have been kept", implication(keep, old.keep))
    return Judgment(given.left, given.right, pre, post, replace(old, keep=keep))


@_rule("ω-While")
def ledger_while(left: Expr, right: Expr, invariant: Expr, body: Theorem, pruned: Theorem) -> Judgment:
    """
    ⊢ω c₁ ~ c₂ : Θ ∧ b₁⟨1⟩ ∧ b₂⟨2⟩ ⇒ Θ ∧ b₁⟨1⟩ = b₂⟨2⟩ | L        ⊢ c₁ ~⟨0,0⟩ skip : ¬L ∧ b₁⟨1⟩ ⇒ ¬L
    ───────────────────────────────────────────────────────────────────────────────────────── [ω-While]
    ⊢ω while b₁ do c₁ ~ while b₂ do c₂ : Θ ∧ b₁⟨1⟩ = b₂⟨2⟩ ⇒ Θ ∧ ¬b₁⟨1⟩ ∧ ¬b₂⟨2⟩ | L

    No variant and no losslessness: partial correctness is enough.

    Theorems: w_while (foundations/LedgerRules.v); r_while (foundations/RenyiRules.v)
    """
    given = body.judgment
    cost = _ledger(given)
    b1, b2 = tag(left, LEFT), tag(right, RIGHT)
    together = apply(Op.EQ, b1, b2)
    _same("the precondition of the body", given.pre, _and(invariant, b1, b2))
    _same("the postcondition of the body", given.post, _and(invariant, together))
    _unary(pruned.judgment, given.left, _and(negate(cost.keep), b1), negate(cost.keep))
    post = _and(invariant, negate(b1), negate(b2))
    return Judgment(While(left, given.left), While(right, given.right), _and(invariant, together), post, cost)


@_rule("ω-While-L")
def ledger_while_left(condition: Expr, invariant: Expr, body: Theorem, pruned: Theorem) -> Judgment:
    """
    ⊢ω c ~ skip : Θ ∧ b⟨1⟩ ⇒ Θ | L        ⊢ c ~⟨0,0⟩ skip : ¬L ∧ b⟨1⟩ ⇒ ¬L
    ───────────────────────────────────────────────────────────────────────── [ω-While-L]
    ⊢ω while b do c ~ skip : Θ ⇒ Θ ∧ ¬b⟨1⟩ | L

    Theorems: w_while_left (foundations/LedgerRules.v); r_while_left (foundations/RenyiRules.v)
    """
    given = body.judgment
    cost = _ledger(given)
    b = tag(condition, LEFT)
    _same("the right program", given.right, Skip())
    _same("the precondition of the body", given.pre, _and(invariant, b))
    _same("the postcondition of the body", given.post, invariant)
    _unary(pruned.judgment, given.left, _and(negate(cost.keep), b), negate(cost.keep))
    return Judgment(While(condition, given.left), Skip(), invariant, _and(invariant, negate(b)), cost)


@_rule("ω-While-R")
def ledger_while_right(condition: Expr, invariant: Expr, variant: Expr, index: Var, body: Theorem) -> Judgment:
    """
    ⊢ω skip ~ c : Θ ∧ b⟨2⟩ ∧ k = e⟨2⟩ ⇒ Θ ∧ e⟨2⟩ < k | L        Θ ∧ b⟨2⟩ ⇒ 0 ≤ e⟨2⟩
    ────────────────────────────────────────────────────────────────────────────────── [ω-While-R]
    ⊢ω skip ~ while b do c : Θ ⇒ Θ ∧ ¬b⟨2⟩ | L

    k is rigid and new; e is an integer. The right loop ends: against skip, one that does not would prove anything.

    Theorems: w_while_right (foundations/LedgerRules.v); r_while_right (foundations/RenyiRules.v)
    """
    given = body.judgment
    cost = _ledger(given)
    b, e = tag(condition, RIGHT), tag(variant, RIGHT)
    _same("the left program", given.left, Skip())
    _goes_alone(index, e, _and(invariant, b), invariant, given, b)
    return Judgment(Skip(), While(condition, given.right), invariant, _and(invariant, negate(b)), cost)


@_rule("ω-While-Async")
def ledger_while_async(
    left: Expr,
    right: Expr,
    left_alone: Expr,
    right_alone: Expr,
    invariant: Expr,
    variant: Expr,
    index: Var,
    together: Theorem,
    only_left: Theorem,
    only_right: Theorem,
    pruned: Theorem,
) -> Judgment:
    """
    ⊢ω c₁ ~ c₂   : Θ ∧ ¬l ∧ ¬r ∧ b₁⟨1⟩ ∧ b₂⟨2⟩ ⇒ Θ | L                        Θ ∧ ¬l ∧ ¬r ⇒ b₁⟨1⟩ = b₂⟨2⟩
    ⊢ω c₁ ~ skip : Θ ∧ l ∧ b₁⟨1⟩ ⇒ Θ | L                                      Θ ∧ l ⇒ b₁⟨1⟩
    ⊢ω skip ~ c₂ : Θ ∧ ¬l ∧ r ∧ b₂⟨2⟩ ∧ k = e⟨2⟩ ⇒ Θ ∧ e⟨2⟩ < k | L           Θ ∧ ¬l ∧ r ⇒ b₂⟨2⟩ ∧ 0 ≤ e⟨2⟩
    ⊢ c₁ ~⟨0,0⟩ skip : ¬L ∧ b₁⟨1⟩ ⇒ ¬L
    ─────────────────────────────────────────────────────────────────────────────────────────── [ω-While-Async]
    ⊢ω while b₁ do c₁ ~ while b₂ do c₂ : Θ ⇒ Θ ∧ ¬b₁⟨1⟩ ∧ ¬b₂⟨2⟩ | L

    Where l holds the left loop goes on alone, else where r holds the right one does; l and r are assertions, like Θ.
    k is rigid and new; e is an integer, and decreases whenever the right run goes alone.

    Theorems: w_while_async (foundations/LedgerRules.v); r_while_async (foundations/RenyiRules.v)
    """
    both, one, two = together.judgment, only_left.judgment, only_right.judgment
    cost = _ledger(both)
    b1, b2, e = tag(left, LEFT), tag(right, RIGHT), tag(variant, RIGHT)
    _same("the cost of the step of the left run alone", one.cost, cost)
    _same("the cost of the step of the right run alone", two.cost, cost)
    _same("the program of the left run alone", one.left, both.left)
    _same("the right program beside it", one.right, Skip())
    _same("the program of the right run alone", two.right, both.right)
    _same("the left program beside it", two.left, Skip())
    apart = _and(invariant, negate(left_alone), negate(right_alone))
    _same("the precondition of the step of both runs", both.pre, _and(apart, b1, b2))
    _same("the postcondition of the step of both runs", both.post, invariant)
    _same("the precondition of the step of the left run alone", one.pre, _and(invariant, left_alone, b1))
    _same("the postcondition of the step of the left run alone", one.post, invariant)
    waiting = _and(invariant, negate(left_alone), right_alone)
    _goes_alone(index, e, _and(waiting, b2), invariant, two, left_alone, right_alone, b2)
    _must("the loops must go on or end together", implies(apart, apply(Op.EQ, b1, b2)))
    _must("the left loop must go on where it goes alone", implies(_and(invariant, left_alone), b1))
    _must("the right loop must go on where it goes alone", implies(waiting, b2))
    _unary(pruned.judgment, both.left, _and(negate(cost.keep), b1), negate(cost.keep))
    post = _and(invariant, negate(b1), negate(b2))
    return Judgment(While(left, both.left), While(right, both.right), invariant, post, cost)


@_rule("ω-Pointwise")
def pointwise(left: Var, right: Var, index: Var, epsilon: Expr, pre: Expr, premise: Theorem) -> Judgment:
    """
    ⊢ω c₁ ~ c₂ : Φ ∧ ω = 0 ⇒ (x₁⟨1⟩ = i ⇒ x₂⟨2⟩ = i ∧ Σ_ρ ω_ρ·ρ ≤ ε) | x₁⟨1⟩ = i
    ──────────────────────────────────────────────────────────────────────────────── [ω-Pointwise]
    ⊢ c₁ ~⟨ε,0⟩ c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

    i is rigid, ranges over the whole type of x₁ and x₂, and is not in Φ, ε, c₁, c₂ or a rate; Φ speaks of no counter.

    Theorem: w_pointwise (foundations/LedgerRules.v)
    """
    given = premise.judgment
    cost = _pure(_ledger(given))
    _one_type(index.type, left, right)
    x1, x2 = _at(left, LEFT), _at(right, RIGHT)
    _fresh(index, pre, epsilon, given.left, given.right, *(rate for _, rate in cost.counters))
    _places(pre, (LEFT, RIGHT, RIGID))
    empty = _and(*(apply(Op.EQ, counter, ZERO) for counter, _ in cost.counters))
    spent: Expr = ZERO
    for counter, rate in cost.counters:
        spent = _plus(spent, apply(Op.MUL, counter, rate))
    hit = apply(Op.EQ, x1, index)
    wanted = implies(hit, _and(apply(Op.EQ, x2, index), apply(Op.LE, spent, epsilon)))
    _same("the precondition", given.pre, _and(pre, empty))
    _same("the postcondition", given.post, wanted)
    _same("what is kept", cost.keep, hit)
    return Judgment(given.left, given.right, pre, apply(Op.EQ, x1, x2), Budget(epsilon, ZERO))


@_rule("ω-Budget")
def ledger_budget(epsilon: Expr, pre: Expr, post: Expr, premise: Theorem) -> Judgment:
    """
    ⊢ω c₁ ~ c₂ : Φ ∧ ω = 0 ⇒ Ψ ∧ Σ_ρ ω_ρ·ρ ≤ ε | true
    ──────────────────────────────────────────────────── [ω-Budget]
    ⊢ c₁ ~⟨ε,0⟩ c₂ : Φ ⇒ Ψ

    Φ and Ψ speak of no counter.

    Theorem: w_budget (foundations/Excess.v)
    """
    given = premise.judgment
    cost = _pure(_ledger(given))
    for e in (pre, post):
        _places(e, (LEFT, RIGHT, RIGID))
    empty = _and(*(apply(Op.EQ, counter, ZERO) for counter, _ in cost.counters))
    within = apply(Op.LE, _total(tuple((counter, counter) for counter, _ in cost.counters), cost), epsilon)
    _same("the precondition", given.pre, _and(pre, empty))
    _same("the postcondition", given.post, _and(post, within))
    _same("what is kept", cost.keep, TRUE)
    return Judgment(given.left, given.right, pre, post, Budget(epsilon, ZERO))


@_rule("ω-Pointwise-Bad")
def pointwise_bad(
    left: Var,
    right: Var,
    index: Var,
    bad: Expr,
    epsilon: Expr,
    delta: Expr,
    pre: Expr,
    premise: Theorem,
    credit: Credited,
) -> Judgment:
    """
    ⊢ω c₁ ~ c₂ : Φ ∧ ω = 0 ⇒ (x₁⟨1⟩ = i ∧ ¬B⟨1⟩ ⇒ x₂⟨2⟩ = i ∧ Σ_ρ ω_ρ·ρ ≤ ε) | x₁⟨1⟩ = i ∧ ¬B⟨1⟩
    ⊢ᵤ c₁ : {P | δ} ⇒ {¬B | 0}        Φ ⇒ P⟨1⟩        Φ ⇒ 0 ≤ δ
    ────────────────────────────────────────────────────────────────────────────── [ω-Pointwise-Bad]
    ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

    i is rigid, ranges over the whole type of x₁ and x₂, and is not in Φ, B, P, ε, δ, c₁, c₂ or a rate; B and P speak of
    the left memory; Φ speaks of no counter. What δ pays for is an event of the left run that does not look at i.

    Theorem: w_pointwise_bad (foundations/Credit.v)
    """
    given, paid = premise.judgment, credit.triple
    cost = _pure(_ledger(given))
    _one_type(index.type, left, right)
    x1, x2 = _at(left, LEFT), _at(right, RIGHT)
    rates = (rate for _, rate in cost.counters)
    _fresh(index, pre, bad, paid.pre, epsilon, delta, given.left, given.right, *rates)
    _places(pre, (LEFT, RIGHT, RIGID))
    empty = _and(*(apply(Op.EQ, counter, ZERO) for counter, _ in cost.counters))
    hit = _and(apply(Op.EQ, x1, index), negate(bad))
    within = apply(Op.LE, _total(tuple((counter, counter) for counter, _ in cost.counters), cost), epsilon)
    _same("the precondition", given.pre, _and(pre, empty))
    _same("the postcondition", given.post, implies(hit, _and(apply(Op.EQ, x2, index), within)))
    _same("what is kept", cost.keep, hit)
    _credited(paid, given.left, bad, delta, pre)
    return Judgment(given.left, given.right, pre, apply(Op.EQ, x1, x2), Budget(epsilon, delta))


@_rule("Ghost")
def ghost(ghost: Var, premise: Theorem) -> Judgment:
    """
    ⊢ c₁ᴴ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ
    ───────────────────────── [Ghost]   c₁ = erase_h(c₁ᴴ), and the same on the right
    ⊢ c₁ ~⟨ε,δ⟩ c₂ : Φ ⇒ Ψ

    erase_h takes away each assignment to h and each sampling into h. What is left does not mention h, and Ψ speaks of
    neither h⟨1⟩ nor h⟨2⟩. Whether the noise of such a sampling is lawful is a matter of rigid variables, and Φ says so:
    then it is a distribution (`erase_ghost_law`). The same holds of closeness, ~[α: r, δ].

    Theorems: b_ghost, b_ghost_right (foundations/Ghosts.v); claim_ghost, claim_ghost_right (foundations/RenyiPrivacy.v)
    """
    given = premise.judgment
    if isinstance(given.cost, Ledger):
        raise _No("the premise must be a judgment with a budget, or say how close two outputs are")
    if ghost.place is not Place.MEMORY:
        raise _No(f"{ghost.name} must be a variable of the programs")
    left, right = _without(ghost, given.left), _without(ghost, given.right)
    if ghost in mentioned(left) | mentioned(right):
        raise _No(f"{ghost.name} must not be read by what is left")
    if {_at(ghost, LEFT), _at(ghost, RIGHT)} & free_variables(given.post):
        raise _No(f"the postcondition must not speak of {ghost.name}")
    for sampling in (c for program in (given.left, given.right) for c in subcommands(program)):
        if isinstance(sampling, Sample) and sampling.target == ghost:
            lawful = row_of(sampling.noise).lawful(_law(sampling, LEFT))
            _places(lawful, (RIGID,))
            _must("the noise of a ghost must be lawful", implies(given.pre, lawful))
    return Judgment(left, right, given.pre, given.post, given.cost)


@_rule("ω-Samp-Int")
def ledger_interval(
    left: Sample,
    right: Sample,
    low: Expr,
    high: Expr,
    low_right: Expr,
    high_right: Expr,
    margin: Expr,
    length: Expr,
    rest: Expr,
    paid: Paid,
    post: Expr,
    cost: Ledger,
) -> Judgment:
    """
    ──────────────────────────────────────────────────────────────────────────────────────────── [ω-Samp-Int]
    ⊢ω y₁ ←$ L_ρ(e₁) ~ y₂ ←$ L_ρ(e₂) :
          0 < ρ ∧ e^(−λ) ≤ 1 − e^(−n·ρ) ∧ n ≤ s − r + 1 ∧ 0 ≤ m ∧ r − m ≤ p + d ∧ q + d ≤ s + m
          ∧ ∀v. K(v) ⇒ p ≤ v ≤ q ∧ ∀u. r ≤ u ≤ s ⇒ Ψ[v/y₁⟨1⟩, u/y₂⟨2⟩, ω + (m·ρ + λ)/ω]   ⇒   Ψ | L

    d = e₂⟨2⟩ − e₁⟨1⟩; K(v): L[v/y₁⟨1⟩]. Each left sample from p to q may go with each right sample from r to s. None of
    p, q, r, s, m, n and λ may depend on a sample. m·ρ + λ ≤ Σ_i p_i·ρ_i, where each counter ω_i is raised by its p_i.

    Theorems: w_sample_int, w_sample_int_counters (foundations/Intervals.v)
    """
    _noise(LAPLACE, left, right)
    _pure(cost)
    own, other = tag(left.rate, LEFT), tag(right.rate, RIGHT)
    integers = (low, high, low_right, high_right, margin, length)
    _one_type(INT, *integers)
    for e in (*integers, rest):
        _places(e, (LEFT, RIGHT, RIGID, Place.LEDGER))
    raised = _raised(paid, cost)
    far = apply(Op.SUB, tag(right.centre, RIGHT), tag(left.centre, LEFT))
    shrunk = apply(Op.EXP, apply(Op.NEG, apply(Op.MUL, length, own)))
    size = apply(Op.ADD, apply(Op.SUB, high_right, low_right), ONE)
    fits = _and(
        apply(Op.LT, ZERO, own),
        _eq(own, other),
        _le(apply(Op.EXP, apply(Op.NEG, rest)), apply(Op.SUB, apply(Op.REAL, ONE), shrunk)),
        _le(length, size),
        _le(ZERO, margin),
        _le(apply(Op.SUB, low_right, margin), apply(Op.ADD, low, far)),
        _le(apply(Op.ADD, high, far), apply(Op.ADD, high_right, margin)),
        _le(apply(Op.ADD, apply(Op.MUL, margin, own), rest), _total(paid, cost)),
    )
    spoken = (post, cost.keep, *integers, *(price for _, price in paid))
    value = _new_variable("v", INT, *spoken)
    image = _new_variable("u", INT, value, *spoken)
    y1, y2 = _at(left.target, LEFT), _at(right.target, RIGHT)
    drawn = substitute(post, {y1: value, y2: image, **raised})
    there = forall(image, implies(_between(low_right, image, high_right), drawn))
    kept = substitute(cost.keep, {y1: value})
    after = forall(value, implies(kept, _and(_between(low, value, high), there)))
    return Judgment(left, right, _and(fits, after), post, cost)


# ------------------------------------------------------------------------------ the ledger of Rényi privacy and of zCDP


@_rule("R-Gauss")
def renyi_gauss(
    left: Sample, right: Sample, shift: Expr, counter: Var, price: Expr, post: Expr, cost: Ledger
) -> Judgment:
    """
    ──────────────────────────────────────────────────────────────────────────────────────────── [R-Gauss]
    ⊢R y₁ ←$ 𝒩(e₁, σ₁²) ~ y₂ ←$ 𝒩(e₂, σ₂²) :
          0 < σ₁²⟨1⟩ ∧ σ₁²⟨1⟩ = σ₂²⟨2⟩ ∧ α·(k + e₁⟨1⟩ − e₂⟨2⟩)²/(2·σ₁²⟨1⟩) ≤ c
          ∧ ∀v. Ψ[v/y₁⟨1⟩, (v+k)/y₂⟨2⟩, ω + c/ω]   ⇒   Ψ | L

    c = p·ρ, by which the price p raises a counter of the rate ρ; for all orders it is α·p·ρ, and then α is on neither
    side. k and p are over both memories and the counters, not over v: a shift may not look at the sample. It is enough
    that neither factor is larger: α/(2·σ₁²⟨1⟩) ≤ ρ and (k + e₁⟨1⟩ − e₂⟨2⟩)² ≤ p.

    Theorems: r_gauss, r_gauss_concentrated, r_gauss_order (foundations/RenyiNoise.v)
    """
    _noise(GAUSSIAN, left, right)
    (own,), (other,) = (tuple(tag(p, side) for p in s.parameters) for s, side in ((left, LEFT), (right, RIGHT)))
    return _moved(left, right, shift, counter, price, (own, other, price_of_squares(left, LEFT)), post, cost)


@_rule("R-Lap")
def renyi_laplace(
    left: Sample, right: Sample, shift: Expr, counter: Var, price: Expr, post: Expr, cost: Ledger
) -> Judgment:
    """
    ──────────────────────────────────────────────────────────────────────────────────────────── [R-Lap]
    ⊢R y₁ ←$ L_ρ₁(e₁) ~ y₂ ←$ L_ρ₂(e₂) :
          0 < ρ₁⟨1⟩ ∧ ρ₁⟨1⟩ = ρ₂⟨2⟩ ∧ α·(|k + e₁⟨1⟩ − e₂⟨2⟩|·ρ₁⟨1⟩)²/2 ≤ c
          ∧ ∀v. Ψ[v/y₁⟨1⟩, (v+k)/y₂⟨2⟩, ω + c/ω]   ⇒   Ψ | L

    k and c as in [R-Gauss]; a step costs ρ₁⟨1⟩²/2.

    Theorems: r_laplace, r_laplace_concentrated, r_laplace_order (foundations/RenyiNoise.v)
    """
    _noise(LAPLACE, left, right)
    own, other = tag(left.rate, LEFT), tag(right.rate, RIGHT)
    return _moved(left, right, shift, counter, price, (own, other, price_of_squares(left, LEFT)), post, cost)


@_rule("R-Choose")
def renyi_choose(
    left: Sample, right: Sample, grow: Expr, shrink: Expr, counter: Var, price: Expr, post: Expr, cost: Ledger
) -> Judgment:
    """
    ──────────────────────────────────────────────────────────────────────────────────────────── [R-Choose]
    ⊢R y₁ ←$ choose_ρ₁(s₁) ~ y₂ ←$ choose_ρ₂(s₂) :
          0 ≤ ρ₁⟨1⟩ ∧ ρ₁⟨1⟩ = ρ₂⟨2⟩ ∧ 0 < |s₁⟨1⟩| = |s₂⟨2⟩| ∧ (∀j. −M' ≤ s₂⟨2⟩[j] − s₁⟨1⟩[j] ≤ M)
          ∧ α·((M + M')·ρ₁⟨1⟩)²/8 ≤ c ∧ ∀v. 0 ≤ v < |s₁⟨1⟩| ⇒ Ψ[v/y₁⟨1⟩, v/y₂⟨2⟩, ω + c/ω]   ⇒   Ψ | L

    Both runs choose the same position. M, M' and c are as k and c in [R-Gauss]; (M + M')² steps cost ρ₁⟨1⟩²/8 each.

    Theorem: r_choose (foundations/RenyiRange.v)
    """
    _noise(CHOOSE, left, right)
    rate = _counted(counter, price, cost)
    _one_type(INT, grow, shrink)
    for e in (grow, shrink):
        _places(e, (LEFT, RIGHT, RIGID, Place.LEDGER))
    row, ours, theirs = row_of(CHOOSE), _law(left, LEFT), _law(right, RIGHT)
    value = _new_variable("v", INT, post, ours.centre, theirs.centre, grow, shrink, price)
    same = row.fits(ours, theirs, grow, value, value), row.fits(theirs, ours, shrink, value, value)
    unit = price_of_squares(left, LEFT)
    steps = _squared(apply(Op.ADD, grow, shrink))
    changes: dict[Var, Expr] = {_at(left.target, LEFT): value, _at(right.target, RIGHT): value}
    after = substitute(post, {**changes, counter: apply(Op.ADD, counter, price)})
    pre = _and(row.lawful(ours), *same, _pays(steps, unit, price, rate, cost))
    return Judgment(left, right, _and(pre, forall(value, implies(row.values(ours, value), after))), post, cost)


@_rule("R-Samp")
def renyi_sample(
    left: Sample,
    right: Sample,
    image: Expr,
    inverse: Expr,
    value: Var,
    grow: Expr,
    shrink: Expr,
    most: Expr,
    counter: Var,
    price: Expr,
    post: Expr,
    cost: Ledger,
) -> Judgment:
    """
    ──────────────────────────────────────────────────────────────────────────────────────────── [R-Samp]
    ⊢R y₁ ←$ N_θ₁(e₁) ~ y₂ ←$ N_θ₂(e₂) :
          0 ≤ ε ∧ lawful(θ₁, e₁) ∧ lawful(θ₂, e₂)
          ∧ (∀v w ∈ values(θ₁, e₁). φ(v) = φ(w) ⇒ v = w) ∧ (∀u ∈ values(θ₂, e₂). ψ(u) ∈ values(θ₁, e₁) ∧ φ(ψ(u)) = u)
          ∧ (∀v ∈ values(θ₁, e₁). φ(v) ∈ values(θ₂, e₂) ∧ fits(v, φ(v)) ∧ steps(v, φ(v)) · unit ≤ ε
                                   ∧ fits(φ(v), v) ∧ steps(φ(v), v) · unit ≤ ε)
          ∧ α·ε²/2 ≤ c ∧ ∀v. K(v) ⇒ Ψ[v/y₁⟨1⟩, φ(v)/y₂⟨2⟩, ω + c/ω]   ⇒   Ψ | L

    fits, steps, unit and K as in [ω-Map], in both directions, with a number M for each; c as in [R-Gauss]. The map φ
    and its inverse ψ look at the sample; ε, c and both numbers are over both memories and the counters, and do not.

    Theorem: r_law_bounded (foundations/RenyiTable.v)
    """
    if left.noise is not right.noise:
        raise _No("both samplings must draw the same noise")
    row, ours, theirs = row_of(left.noise), _law(left, LEFT), _law(right, RIGHT)
    rate = _counted(counter, price, cost)
    if value.type != left.target.type:
        raise _No(f"{value.name} must be of the type of what is drawn")
    _fresh(value, grow, shrink, most, price, post, left, right, *_expressions(cost))
    _one_type(left.target.type, image, inverse)
    _one_type(INT, grow, shrink)
    _one_type(REAL, most)
    for e in (image, inverse, grow, shrink, most):
        _places(e, (LEFT, RIGHT, RIGID, Place.LEDGER))

    def within(steps: Expr, law: Law) -> Expr:
        unit = row.unit(law)
        return TRUE if unit is None else _le(apply(Op.MUL, steps, unit), most)

    inside, back = row.values(ours, value), substitute(image, {value: inverse})
    other = _new_variable(f"{value.name}_other", value.type, image, ours.centre, *ours.parameters, value)
    both_inside = _and(inside, substitute(inside, {value: other}), _eq(image, substitute(image, {value: other})))
    one_to_one = forall(value, forall(other, implies(both_inside, _eq(value, other))))
    there = _and(row.values(ours, inverse), _eq(back, value))
    onto = forall(value, implies(row.values(theirs, value), there))
    forth = row.fits(ours, theirs, grow, value, image), within(row.steps(ours, theirs, grow, value, image), ours)
    again = row.fits(theirs, ours, shrink, image, value), within(row.steps(theirs, ours, shrink, image, value), theirs)
    close = forall(value, implies(inside, _and(row.values(theirs, image), *forth, *again)))
    each = _renyi(cost).times(apply(Op.QUOTIENT, apply(Op.REAL, ONE), Literal(2)))
    paid = _le(apply(Op.MUL, _squared(most), each), apply(Op.MUL, price, rate))
    changes: dict[Var, Expr] = {_at(left.target, LEFT): value, _at(right.target, RIGHT): image}
    after = substitute(post, {**changes, counter: apply(Op.ADD, counter, price)})
    kept = _and(inside, substitute(cost.keep, {_at(left.target, LEFT): value}))
    lawful = _and(_le(apply(Op.REAL, ZERO), most), row.lawful(ours), row.lawful(theirs))
    pre = _and(lawful, one_to_one, onto, close, paid, forall(value, implies(kept, after)))
    return Judgment(left, right, pre, post, cost)


@_rule("R-Block")
def renyi_block(paid: Paid, post: Expr, cost: Ledger, premise: Theorem) -> Judgment:
    """
    ⊢ c₁ ~[α: r, 0] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩, for every order α of the ledger
    ──────────────────────────────────────────────────────────────────────────────────────────────── [R-Block]
    ⊢R c₁ ~ c₂ : Φ ∧ cost ≤ c ∧ (∀o. Ψ[o/x₁⟨1⟩, o/x₂⟨2⟩, ω + c/ω]) ⇒ x₁⟨1⟩ = x₂⟨2⟩ ∧ Ψ | L

    cost is r. Ψ speaks of no x⟨1⟩ that c₁ writes and no x⟨2⟩ that c₂ writes, except x₁⟨1⟩ and x₂⟨2⟩. c = Σ_i p_i·ρ_i,
    where each counter ω_i is raised by its p_i, over both memories and the counters before.

    Theorem: r_block (foundations/RenyiBlocks.v)
    """
    given = premise.judgment
    close = _close(given)
    _same("the orders", close.orders, _renyi(cost))
    _same("δ", close.delta, ZERO)
    x1, x2 = _outputs(given)
    changed = {_at(v, LEFT) for v in written(given.left)} | {_at(v, RIGHT) for v in written(given.right)}
    if strange := (changed - {x1, x2}) & free_variables(post):
        raise _No(f"{min(v.name for v in strange)} may change")
    output = _new_variable("o", x1.type, post, given.pre, *(price for _, price in paid))
    told = forall(output, substitute(post, {x1: output, x2: output, **_raised(paid, cost)}))
    pre = _and(given.pre, _le(close.bound, _total(paid, cost)), told)
    return Judgment(given.left, given.right, pre, _and(given.post, post), cost)


@_rule("R-Close")
def renyi_close(left: Var, right: Var, bound: Expr, pre: Expr, premise: Theorem) -> Judgment:
    """
    ⊢R c₁ ~ c₂ : Φ ∧ ω = 0 ⇒ x₁⟨1⟩ = x₂⟨2⟩ ∧ Σ_ρ ω_ρ·ρ ≤ r | true
    ──────────────────────────────────────────────────────────────── [R-Close]
    ⊢ c₁ ~[α: r, 0] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

    α are the orders of the ledger; Φ speaks of no counter. There is no pruning by the output: outputs that are close
    one by one need not be close together.

    Theorem: r_close (foundations/RenyiPrivacy.v)
    """
    given = premise.judgment
    cost = _ledger(given)
    x1, x2 = _at(left, LEFT), _at(right, RIGHT)
    _places(pre, (LEFT, RIGHT, RIGID))
    empty = _and(*(apply(Op.EQ, counter, ZERO) for counter, _ in cost.counters))
    within = apply(Op.LE, _total(tuple((counter, counter) for counter, _ in cost.counters), cost), bound)
    equal = apply(Op.EQ, x1, x2)
    _same("the precondition", given.pre, _and(pre, empty))
    _same("the postcondition", given.post, _and(equal, within))
    _same("what is kept", cost.keep, TRUE)
    return Judgment(given.left, given.right, pre, equal, Closeness(_renyi(cost), bound))


@_rule("R-Close-Bad")
def renyi_close_bad(
    left: Var, right: Var, bad: Expr, bound: Expr, delta: Expr, pre: Expr, premise: Theorem, credit: Credited
) -> Judgment:
    """
    ⊢R c₁ ~ c₂ : Φ ∧ ω = 0 ⇒ (¬B⟨1⟩ ⇒ x₁⟨1⟩ = x₂⟨2⟩ ∧ total ω ≤ cost) | ¬B⟨1⟩      ⊢ᵤ c₁ : {P | δ} ⇒ {¬B | 0}
    Φ ⇒ P⟨1⟩ ∧ 0 ≤ δ
    ──────────────────────────────────────────────────────────────────────────────────────────────────── [R-Close-Bad]
    ⊢ c₁ ~[α: r, δ] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

    cost is r, and total ω is Σ_ρ ω_ρ·ρ. B and P speak of the left memory; Φ speaks of no counter.

    Theorem: r_close_bad (foundations/RenyiPrivacy.v)
    """
    given, paid = premise.judgment, credit.triple
    cost = _ledger(given)
    x1, x2 = _at(left, LEFT), _at(right, RIGHT)
    _places(pre, (LEFT, RIGHT, RIGID))
    empty = _and(*(apply(Op.EQ, counter, ZERO) for counter, _ in cost.counters))
    within = apply(Op.LE, _total(tuple((counter, counter) for counter, _ in cost.counters), cost), bound)
    equal = apply(Op.EQ, x1, x2)
    _same("the precondition", given.pre, _and(pre, empty))
    _same("the postcondition", given.post, implies(negate(bad), _and(equal, within)))
    _same("what is kept", cost.keep, negate(bad))
    _credited(paid, given.left, bad, delta, pre)
    return Judgment(given.left, given.right, pre, equal, Closeness(_renyi(cost), bound, delta))


@_rule("R-Pure")
def renyi_pure(orders: Expr | None, there: Theorem, back: Theorem, ends: Theorem) -> Judgment:
    """
    ⊢ c₁ ~⟨ε,0⟩ c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩      ⊢ c₂ ~⟨ε,0⟩ c₁ : Φ⁻¹ ⇒ x₂⟨1⟩ = x₁⟨2⟩      ⊢ skip ~⟨0,0⟩ c₂ : Φ ⇒ true
    ──────────────────────────────────────────────────────────────────────────────────────────────── [R-Pure]
    ⊢ c₁ ~[α: α·ε²/2, 0] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

    Φ ⇒ 0 ≤ ε. Φ⁻¹ is Φ with ⟨1⟩ and ⟨2⟩ exchanged. For all orders the bound is ε²/2.

    Theorem: pure_claim (foundations/RenyiConversions.v)
    """
    one, two, three = there.judgment, back.judgment, ends.judgment
    budget = _budget(one)
    x1, x2 = _outputs(one)
    _same("δ", budget.delta, ZERO)
    _same("the cost of the way back", two.cost, budget)
    _same("the programs of the way back", (two.left, two.right), (one.right, one.left))
    _same("the precondition of the way back", two.pre, _exchanged(one.pre))
    _same("the postcondition of the way back", two.post, _exchanged(apply(Op.EQ, x2, x1)))
    _same("the program that ends", (three.left, three.right), (Skip(), one.right))
    _same("the judgment that it ends", (three.pre, three.post, three.cost), (one.pre, TRUE, Budget()))
    _must("ε must not be negative", implies(one.pre, _le(ZERO, budget.epsilon)))
    half = apply(Op.QUOTIENT, apply(Op.REAL, apply(Op.MUL, budget.epsilon, budget.epsilon)), Literal(2))
    at = Orders(orders)
    return Judgment(one.left, one.right, one.pre, one.post, Closeness(at, at.times(half)))


@_rule("R-Conseq")
def renyi_conseq(pre: Expr, cost: Closeness, premise: Theorem) -> Judgment:
    """
    ⊢ c₁ ~[α: r', δ'] c₂ : Φ' ⇒ x₁⟨1⟩ = x₂⟨2⟩      Φ ⇒ Φ'      Φ ⇒ r' ≤ r ∧ δ' ≤ δ
    ──────────────────────────────────────────────────────────────────────────────── [R-Conseq]
    ⊢ c₁ ~[α: r, δ] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

    What holds for all orders holds for one of them, with α·r' in the place of r'.

    Theorem: claim_conseq (foundations/RenyiPrivacy.v)
    """
    given = premise.judgment
    old = _close(given)
    if old.orders != cost.orders and old.orders.one is not None:
        raise _No("the orders are others")
    bound = old.bound if old.orders == cost.orders else cost.orders.times(old.bound)
    _must("the new precondition must imply the old one", implication(pre, given.pre))
    within = _and(_le(bound, cost.bound), _le(old.delta, cost.delta))
    _must("the new bound and δ must not be smaller", implies(pre, within))
    return Judgment(given.left, given.right, pre, given.post, cost)


@_rule("RDP-DP")
def renyi_budget(order: Expr, epsilon: Expr, delta: Expr, premise: Theorem) -> Judgment:
    """
    ⊢ c₁ ~[α: r, δ₀] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩      Φ ⇒ 1 < α ∧ e^((α−1)·(cost − ε))·(1−1/α)^α/(α−1) ≤ δ
    ────────────────────────────────────────────────────────────────────────────────────────────────── [RDP-DP]
    ⊢ c₁ ~⟨ε, δ + δ₀⟩ c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

    α is an order of the premise, over rigid variables: its one order, where cost is r, or any one, where cost is α·r.

    Theorem: rdp_dp (foundations/RenyiConversions.v)
    """
    given = premise.judgment
    cost = _cost_at(order, _close(given))
    less = apply(Op.SUB, order, ONE)
    inverse = apply(Op.QUOTIENT, apply(Op.REAL, ONE), order)
    sharp = apply(Op.MUL, order, apply(Op.LOG, apply(Op.SUB, apply(Op.REAL, ONE), inverse)))
    power = apply(Op.EXP, apply(Op.ADD, apply(Op.MUL, less, apply(Op.SUB, cost, epsilon)), sharp))
    enough = _le(apply(Op.QUOTIENT, power, less), delta)
    _must("the order must be above 1", implies(given.pre, apply(Op.LT, ONE, order)))
    _must("δ must be as large as that", implies(given.pre, enough))
    return _with_budget(given, epsilon, delta)


@_rule("RDP-DP-sym")
def renyi_budget_of_textbooks(order: Expr, epsilon: Expr, delta: Expr, premise: Theorem) -> Judgment:
    """
    ⊢ c₁ ~[α: r, δ₀] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩      Φ ⇒ 1 < α ∧ 0 < δ ∧ cost + log(1/δ)/(α−1) ≤ ε
    ──────────────────────────────────────────────────────────────────────────────────── [RDP-DP-sym]
    ⊢ c₁ ~⟨ε, δ + δ₀⟩ c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

    α and cost as in [RDP-DP].

    Theorem: rdp_dp_sym (foundations/RenyiConversions.v)
    """
    given = premise.judgment
    cost = _cost_at(order, _close(given))
    _must("the order must be above 1", implies(given.pre, apply(Op.LT, ONE, order)))
    _must("δ must be positive", implies(given.pre, apply(Op.LT, ZERO, delta)))
    rest = apply(Op.QUOTIENT, _log_of_inverse(delta), apply(Op.SUB, order, ONE))
    _must("ε must be as large as that", implies(given.pre, _le(apply(Op.ADD, cost, rest), epsilon)))
    return _with_budget(given, epsilon, delta)


@_rule("zCDP-DP-sym")
def concentrated_budget(epsilon: Expr, delta: Expr, premise: Theorem) -> Judgment:
    """
    ⊢ c₁ ~[all α: r, δ₀] c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩      Φ ⇒ 0 ≤ r ≤ ε ∧ 0 < δ ∧ 4·r·log(1/δ) ≤ (ε − r)²
    ──────────────────────────────────────────────────────────────────────────────────────────── [zCDP-DP-sym]
    ⊢ c₁ ~⟨ε, δ + δ₀⟩ c₂ : Φ ⇒ x₁⟨1⟩ = x₂⟨2⟩

    Theorem: zcdp_dp_sym (foundations/RenyiConversions.v)
    """
    given = premise.judgment
    close = _close(given)
    if close.orders.one is not None:
        raise _No("the premise must be for all orders")
    rho, over = close.bound, apply(Op.SUB, epsilon, close.bound)
    signs = _and(_le(ZERO, rho), apply(Op.LT, ZERO, delta), _le(rho, epsilon))
    _must("δ must be positive, the bound not negative, and ε not below the bound", implies(given.pre, signs))
    needed = apply(Op.MUL, apply(Op.MUL, Literal(4), rho), _log_of_inverse(delta))
    _must("ε must be as large as that", implies(given.pre, _le(needed, _squared(over))))
    return _with_budget(given, epsilon, delta)


# ------------------------------------------------------------------------------------------------- credit, for one run


@_rule("U-Skip")
def credit_skip(post: Expr, after: Expr) -> Triple:
    """
    ──────────────────────────── [U-Skip]
    ⊢ᵤ skip : {Q | β} ⇒ {Q | β}

    Theorem: u_skip (foundations/Credit.v)
    """
    return Triple(Skip(), post, after, post, after)


@_rule("U-Assn")
def credit_assign(target: Var, value: Expr, post: Expr, after: Expr) -> Triple:
    """
    ───────────────────────────────────────── [U-Assn]
    ⊢ᵤ x ← e : {Q[e/x] | β[e/x]} ⇒ {Q | β}

    Theorem: u_assign (foundations/Credit.v)
    """
    change = {_at(target, LEFT): tag(value, LEFT)}
    return Triple(Assign(target, value), substitute(post, change), substitute(after, change), post, after)


@_rule("U-Seq")
def credit_seq(first: Credited, second: Credited) -> Triple:
    """
    ⊢ᵤ c : {P | β} ⇒ {T | γ}     ⊢ᵤ d : {T | γ} ⇒ {Q | β'}
    ──────────────────────────────────────────────────────── [U-Seq]
    ⊢ᵤ c; d : {P | β} ⇒ {Q | β'}

    Theorem: u_seq (foundations/Credit.v)
    """
    one, two = first.triple, second.triple
    _same("the precondition of the second premise", two.pre, one.post)
    _same("the credit of the second premise", two.before, one.after)
    return Triple(sequence(one.program, two.program), one.pre, one.before, two.post, two.after)


@_rule("U-Cond")
def credit_cond(condition: Expr, pre: Expr, yes: Credited, no: Credited) -> Triple:
    """
    ⊢ᵤ c : {P ∧ b | β} ⇒ {Q | β'}     ⊢ᵤ d : {P ∧ ¬b | β} ⇒ {Q | β'}
    ──────────────────────────────────────────────────────────────────── [U-Cond]
    ⊢ᵤ if b then c else d : {P | β} ⇒ {Q | β'}

    Theorem: u_cond (foundations/Credit.v)
    """
    one, two, test = yes.triple, no.triple, tag(condition, LEFT)
    _same("the precondition of the first premise", one.pre, _and(pre, test))
    _same("the precondition of the second premise", two.pre, _and(pre, negate(test)))
    _same("the postcondition of the second premise", two.post, one.post)
    _same("the credit of the second premise", two.before, one.before)
    _same("the rest of the credit of the second premise", two.after, one.after)
    return Triple(If(condition, one.program, two.program), pre, one.before, one.post, one.after)


@_rule("U-Case")
def credit_case(condition: Expr, pre: Expr, yes: Credited, no: Credited) -> Triple:
    """
    ⊢ᵤ c : {P ∧ E | β} ⇒ {Q | β'}     ⊢ᵤ c : {P ∧ ¬E | β} ⇒ {Q | β'}
    ──────────────────────────────────────────────────────────────────── [U-Case]
    ⊢ᵤ c : {P | β} ⇒ {Q | β'}

    Theorem: u_case (foundations/Credit.v)
    """
    one, two = yes.triple, no.triple
    _same("the precondition of the first premise", one.pre, _and(pre, condition))
    _same("the precondition of the second premise", two.pre, _and(pre, negate(condition)))
    _same("the program of the second premise", two.program, one.program)
    _same("the postcondition of the second premise", two.post, one.post)
    _same("the credit of the second premise", two.before, one.before)
    _same("the rest of the credit of the second premise", two.after, one.after)
    return Triple(one.program, pre, one.before, one.post, one.after)


@_rule("U-Conseq")
def credit_conseq(pre: Expr, before: Expr, post: Expr, after: Expr, premise: Credited) -> Triple:
    """
    ⊢ᵤ c : {P | β} ⇒ {Q | γ}      P' ⇒ P ∧ β ≤ β'      Q ⇒ Q' ∧ γ' ≤ γ
    ──────────────────────────────────────────────────────────────────── [U-Conseq]
    ⊢ᵤ c : {P' | β'} ⇒ {Q' | γ'}

    Theorem: u_conseq (foundations/Credit.v)
    """
    given = premise.triple
    _must("the new precondition must imply the old one", implication(pre, given.pre))
    _must("the new credit must not be smaller", implies(pre, _le(given.before, before)))
    _must("the old postcondition must imply the new one", implication(given.post, post))
    _must("the rest of the credit must not grow", implies(given.post, _le(after, given.after)))
    return Triple(given.program, pre, before, post, after)


@_rule("U-While")
def credit_while(condition: Expr, invariant: Expr, credit: Expr, body: Credited) -> Triple:
    """
    ⊢ᵤ c : {Θ ∧ b | β} ⇒ {Θ | β}
    ─────────────────────────────────────────── [U-While]
    ⊢ᵤ while b do c : {Θ | β} ⇒ {Θ ∧ ¬b | β}

    No variant: only a run that ends can end badly.

    Theorem: u_while (foundations/Credit.v)
    """
    given, test = body.triple, tag(condition, LEFT)
    _same("the precondition of the body", given.pre, _and(invariant, test))
    _same("the postcondition of the body", given.post, invariant)
    _same("the credit of the body", given.before, credit)
    _same("the rest of the credit of the body", given.after, credit)
    loop = While(condition, given.program)
    return Triple(loop, invariant, credit, _and(invariant, negate(test)), credit)


@_rule("U-Tail")
def credit_tail(sampling: Sample, tail: str, distance: Expr, post: Expr, after: Expr) -> Triple:
    """
    P ⇒ lawful(θ, e) ∧ tail(θ, e, bad) ≤ τ ≤ β      ∀v ∈ values(θ, e). P ∧ ¬bad(v) ⇒ Q[v/y] ∧ β'[v/y] + τ ≤ β
    ────────────────────────────────────────────────────────────────────────────────────────────────────────── [U-Tail]
    ⊢ᵤ y ←$ N_θ(e) : {P | β} ⇒ {Q | β'}

    bad is a row of the table of tails, at a distance that may speak of the memory, and tail(θ, e, bad) is its bound.
    Here β' does not speak of y and is not negative, and τ is the bound: then β is β' + τ.

    Theorem: u_tail (foundations/Tails.v)
    """
    _places(distance, (LEFT, RIGID))
    _one_type(INT, distance)
    y, law, row = _at(sampling.target, LEFT), _law(sampling, LEFT), tail_of(sampling.noise, tail)
    if y in free_variables(after):
        raise _No("the rest of the credit must not speak of the sample")
    value = _new_variable("v", sampling.target.type, post, law.centre, distance, *law.parameters)
    good = _and(row_of(sampling.noise).values(law, value), negate(row.given_up(law, distance, value)))
    stays = forall(value, implies(good, substitute(post, {y: value})))
    pre = _and(row_of(sampling.noise).lawful(law), row.allowed(law, distance), _le(ZERO, after), stays)
    return Triple(sampling, pre, apply(Op.ADD, after, row.bound(law, distance)), post, after)


@_rule("U-Part")
def credit_part(
    sampling: Sample, tail: str, distance: Expr, inside: Expr, outside: Expr, post: Expr, after: Expr
) -> Triple:
    """
    P ⇒ lawful(θ, e) ∧ 0 ≤ η ≤ γ ∧ η + tail(θ, e, bad)·(γ − η) ≤ β
    ∀v ∈ values(θ, e). P ⇒ Q[v/y] ∧ (bad(v) ⇒ β'[v/y] ≤ γ) ∧ (¬bad(v) ⇒ β'[v/y] ≤ η)
    ─────────────────────────────────────────────────────────────────────────────────── [U-Part]
    ⊢ᵤ y ←$ N_θ(e) : {P | β} ⇒ {Q | β'}

    bad is a row of the table of tails, at a distance that may speak of the memory, and tail(θ, e, bad) is its bound.
    γ and η do not speak of y; here β is η + tail(θ, e, bad)·(γ − η).

    Theorem: u_part (foundations/Tails.v)
    """
    _places(distance, (LEFT, RIGID))
    _one_type(INT, distance)
    y, law, row = _at(sampling.target, LEFT), _law(sampling, LEFT), tail_of(sampling.noise, tail)
    for part in (inside, outside):
        _places(part, (LEFT, RIGID))
        if part.type not in (INT, REAL):
            raise _No("a credit must be a number")
        if y in free_variables(part):
            raise _No("the parts of the credit must not speak of the sample")
    spoken = (post, after, inside, outside, law.centre, distance, *law.parameters)
    value = _new_variable("v", sampling.target.type, *spoken)
    given_up, left = row.given_up(law, distance, value), substitute(after, {y: value})
    enough = _and(implies(given_up, _le(left, inside)), implies(negate(given_up), _le(left, outside)))
    stays = implies(row_of(sampling.noise).values(law, value), _and(substitute(post, {y: value}), enough))
    ordered = _and(_le(ZERO, outside), _le(outside, inside))
    pre = _and(row_of(sampling.noise).lawful(law), row.allowed(law, distance), ordered, forall(value, stays))
    more = apply(Op.MUL, row.bound(law, distance), apply(Op.SUB, inside, outside))
    return Triple(sampling, pre, apply(Op.ADD, outside, more), post, after)


@_rule("U-Free")
def credit_free(sampling: Sample, post: Expr, after: Expr) -> Triple:
    """
    ──────────────────────────────────────────────────────────────────── [U-Free]
    ⊢ᵤ y ←$ N_θ(e) : {0 ≤ β ∧ ∀v ∈ values(θ, e). Q[v/y] | β} ⇒ {Q | β}

    β does not speak of y.

    Theorem: u_free (foundations/Credit.v)
    """
    if _at(sampling.target, LEFT) in free_variables(after):
        raise _No("the credit must not speak of the sample")
    pre = _and(_le(ZERO, after), _for_each_value(sampling, LEFT, post))
    return Triple(sampling, pre, after, post, after)


# ------------------------------------------------------------------------------------------------------- parts of rules


def _credited(paid: Triple, program: Command, bad: Expr, delta: Expr, pre: Expr) -> None:
    """δ pays for the bad event: ⊢ᵤ c : {P | δ} ⇒ {¬B | 0}, and what holds before implies P and 0 ≤ δ."""
    _same("the program of the credit", paid.program, program)
    _same("the postcondition of the credit", paid.post, negate(bad))
    _same("the credit", paid.before, delta)
    _same("the rest of the credit", paid.after, ZERO)
    _must("the precondition must imply that of the credit", implies(pre, paid.pre))
    _must("δ must not be negative", implies(pre, _le(ZERO, delta)))


def _between(low: Expr, e: Expr, high: Expr) -> Expr:
    return _and(apply(Op.LE, low, e), apply(Op.LE, e, high))


def _squared(e: Expr) -> Expr:
    return apply(Op.MUL, e, e)


def _log_of_inverse(delta: Expr) -> Expr:
    """log(1/δ)."""
    return apply(Op.LOG, apply(Op.QUOTIENT, apply(Op.REAL, ONE), delta))


def _counted(counter: Var, price: Expr, cost: Ledger) -> Expr:
    """The rate of a counter of a ledger with orders, which a price raises that does not look at the sample."""
    _renyi(cost)
    rate = dict(cost.counters).get(counter)
    if rate is None:
        raise _No(f"{counter.name} is not in the ledger")
    _one_type(counter.type, price)
    _places(price, (LEFT, RIGHT, RIGID, Place.LEDGER))
    return rate


def _pays(steps: Expr, unit: Expr, price: Expr, rate: Expr, cost: Ledger) -> Expr:
    """steps · unit ≤ p · ρ at the orders of the ledger, for steps and a unit that are not negative: it follows as well
    where unit ≤ ρ and steps ≤ p."""
    each = _renyi(cost).times(unit)
    one_by_one = _and(_le(each, rate), _le(steps, price))
    return apply(Op.OR, one_by_one, _le(apply(Op.MUL, steps, each), apply(Op.MUL, price, rate)))


def _moved(
    left: Sample,
    right: Sample,
    shift: Expr,
    counter: Var,
    price: Expr,
    numbers: tuple[Expr, Expr, Expr],
    post: Expr,
    cost: Ledger,
) -> Judgment:
    """Two samplings, the right one moved by a shift that does not look at the sample; numbers: both parameters, and
    what the square of a distance costs."""
    own, other, unit = numbers
    rate = _counted(counter, price, cost)
    _places(shift, (LEFT, RIGHT, RIGID, Place.LEDGER))
    _one_type(INT, shift)
    value = _new_variable("v", INT, post, shift, price)
    paid = _pays(_squared(_ledger_distance(left, right, shift)), unit, price, rate, cost)
    after = _coupled(left, right, value, shift, post, {counter: apply(Op.ADD, counter, price)})
    return Judgment(left, right, _and(apply(Op.LT, ZERO, own), _eq(own, other), paid, forall(value, after)), post, cost)


def _cost_at(order: Expr, close: Closeness) -> Expr:
    """What a bound says at one of its orders."""
    _places(order, (RIGID,))
    if close.orders.one is None:
        return apply(Op.MUL, order, close.bound)
    _same("the order", order, close.orders.one)
    return close.bound


def _with_budget(given: Judgment, epsilon: Expr, delta: Expr) -> Judgment:
    budget = Budget(epsilon, _plus(delta, _close(given).delta))
    return Judgment(given.left, given.right, given.pre, given.post, budget)


def _exchanged(e: Expr) -> Expr:
    """An assertion with ⟨1⟩ and ⟨2⟩ exchanged."""
    sides = {LEFT: RIGHT, RIGHT: LEFT}
    return substitute(e, {v: Var(v.name, v.type, sides[v.place]) for v in free_variables(e) if v.place in sides})


def _number(e: Expr) -> Fraction:
    """The value of a literal number."""
    if not isinstance(e, Literal) or isinstance(e.value, bool):
        raise _No(f"{show_expr(e)} must be a number")
    return Fraction(e.value)


def _at(var: Var, place: Place) -> Var:
    if var.place is not Place.MEMORY:
        raise Malformed(f"{var.name} is not a variable of a program")
    return Var(var.name, var.type, place)


def _one_type(kind: Type, *parts: Expr) -> None:
    for part in parts:
        if part.type != kind:
            raise _No(f"{show_expr(part)} must be {kind}, not {part.type}")


def _plus(a: Expr, b: Expr) -> Expr:
    return b if a == ZERO else a if b == ZERO else apply(Op.ADD, a, b)


def _zero_like(e: Expr) -> Expr:
    return ZERO if e.type == INT else apply(Op.REAL, ZERO)


def _expressions(cost: Cost | Closeness) -> tuple[Expr, ...]:
    """All that a cost speaks of."""
    match cost:
        case Budget(epsilon, delta):
            return epsilon, delta
        case Closeness(orders, bound, delta):
            return (bound, delta, *_of_orders(orders))
        case Ledger(counters, keep, orders):
            return (keep, *(rate for _, rate in counters), *_of_orders(orders))


def _of_orders(orders: Orders | None) -> tuple[Expr, ...]:
    return () if orders is None or orders.one is None else (orders.one,)


def _orders_with(orders: Orders, change: Mapping[Var, Expr]) -> Orders:
    return orders if orders.one is None else Orders(substitute(orders.one, change))


def _free_of_charge(cost: Cost) -> None:
    _stepwise(cost)
    if isinstance(cost, Budget):
        _same("the budget", cost, Budget())


def _two_cases(condition: Expr, pre: Expr, yes: Judgment, no: Judgment) -> None:
    if condition.type != BOOL:
        raise _No("a case is a condition")
    _same("the precondition of the first premise", yes.pre, _and(pre, condition))
    _same("the precondition of the second premise", no.pre, _and(pre, negate(condition)))
    _same("the postcondition of the second premise", no.post, yes.post)
    _same("the cost of the second premise", no.cost, yes.cost)


def _unary(given: Judgment, program: Command, pre: Expr, post: Expr) -> None:
    """{ pre } program { post }, as the judgment program ~⟨0,0⟩ skip about the left memory alone."""
    _same("the program of the unary premise", given.left, program)
    _same("the right program of the unary premise", given.right, Skip())
    _same("the budget of the unary premise", given.cost, Budget())
    _same("the precondition of the unary premise", given.pre, pre)
    _same("the postcondition of the unary premise", given.post, post)


def _goes_alone(index: Var, e: Expr, here: Expr, invariant: Expr, given: Judgment, *spoken: Expr) -> None:
    """A step of the right loop alone, from `here`: the invariant stays, the variant goes down, and is not negative."""
    _one_type(INT, e, index)
    _places(e, (RIGHT, RIGID))
    _fresh(index, e, invariant, given.right, *_expressions(given.cost), *spoken)
    _same("the precondition of the step of the right run alone", given.pre, _and(here, apply(Op.EQ, index, e)))
    _same("the postcondition of the step of the right run alone", given.post, _and(invariant, apply(Op.LT, e, index)))
    _must("the variant must not be negative where the right loop goes on", implies(here, apply(Op.LE, ZERO, e)))


def _without(ghost: Var, command: Command) -> Command:
    """A program without its assignments to a variable and its samplings into it."""
    match command:
        case Assign(target) | Sample(target):
            return Skip() if target == ghost else command
        case Seq(parts):
            return sequence(*(_without(ghost, part) for part in parts))
        case If(_, then, otherwise):
            return replace(command, then=_without(ghost, then), otherwise=_without(ghost, otherwise))
        case While(_, body):
            return replace(command, body=_without(ghost, body))
        case _:
            return command


def _law(sampling: Sample, place: Place) -> Law:
    """The noise of a sampling, read in the memory of one run."""
    return Law(tuple(tag(p, place) for p in sampling.parameters), tag(sampling.centre, place))


def _for_each_value(sampling: Sample, place: Place, post: Expr) -> Expr:
    law = _law(sampling, place)
    value = _new_variable("v", sampling.target.type, post, law.centre, *law.parameters)
    body = substitute(post, {_at(sampling.target, place): value})
    return forall(value, implies(row_of(sampling.noise).values(law, value), body))


def _raised(paid: Paid, cost: Ledger) -> dict[Var, Expr]:
    """The counters that pay, each raised by its price."""
    if len({counter for counter, _ in paid}) < len(paid):
        raise _No("a counter is raised once")
    rates = dict(cost.counters)
    for counter, price in paid:
        if counter not in rates:
            raise _No(f"{show_expr(counter)} is not in the ledger")
        _one_type(counter.type, price)
        _places(price, (LEFT, RIGHT, RIGID, Place.LEDGER))
    return {counter: apply(Op.ADD, counter, price) for counter, price in paid}


def _total(paid: Paid, cost: Ledger) -> Expr:
    """Σ_i p_i · ρ_i."""
    rates = dict(cost.counters)
    total: Expr = ZERO
    for counter, price in paid:
        total = _plus(total, rates[counter] if price == ONE else apply(Op.MUL, price, rates[counter]))
    return total


def _enough(row: Row, law: Law, steps: Expr, paid: Paid, cost: Ledger) -> Expr:
    """steps · unit ≤ Σ_i p_i · ρ_i; where the steps themselves are paid, that the rate is the unit."""
    unit = row.unit(law)
    if unit is not None and [price for _, price in paid] == [steps]:
        return _eq(unit, dict(cost.counters)[paid[0][0]])
    return _le(ZERO if unit is None else apply(Op.MUL, steps, unit), _total(paid, cost))


def _tossed(
    sampling: Sample, place: Place, tails: Paid, heads: Paid, post: Expr, cost: Ledger
) -> tuple[Expr, list[Expr]]:
    """The probability of heads, and what must hold of both results where they are paid."""
    _noise(COIN, sampling, sampling)
    y = _at(sampling.target, place)
    results = [substitute(post, {y: v, **_raised(paid, cost)}) for v, paid in ((FALSE, tails), (TRUE, heads))]
    return tag(sampling.parameters[0], place), results


def _subsampled(
    sampling: Sample, place: Place, total: Budget, kept: Judgment, left_out: Judgment
) -> tuple[Judgment, Expr]:
    """What holds where the coin is true, and what must hold before it is tossed, so that the total is enough."""
    _noise(COIN, sampling, sampling)
    chance, y, cost = sampling.parameters[0], _at(sampling.target, place), _budget(kept)
    _places(chance, (RIGID,))
    _same("the programs of the second premise", (left_out.left, left_out.right), (kept.left, kept.right))
    _same("the postcondition of the second premise", left_out.post, kept.post)
    _same("the budget of the second premise", left_out.cost, Budget())
    pre = _and(substitute(kept.pre, {y: TRUE}), substitute(left_out.pre, {y: FALSE}))
    grown = apply(Op.MUL, chance, apply(Op.SUB, apply(Op.EXP, cost.epsilon), ONE))
    _must("q must be a probability", implies(pre, _probability(chance)))
    _must("ε must be as large as that", implies(pre, _le(apply(Op.ADD, ONE, grown), apply(Op.EXP, total.epsilon))))
    _must("δ must be as large as that", implies(pre, _le(apply(Op.MUL, chance, cost.delta), total.delta)))
    return kept, pre


def _before(after: Command, whole: Command) -> Command:
    """What a program does before it ends with another one."""
    parts, last = parts_of(whole), parts_of(after)
    first = len(parts) - len(last)
    if parts[first:] != last:  # a shorter program has fewer parts than that
        raise _No("each branch must end with what comes after the conditional")
    return sequence(*parts[:first])


def _probability(chance: Expr) -> Expr:
    return _and(_le(ZERO, chance), _le(chance, ONE))


def _expected(chance: Expr, tails: Expr, heads: Expr) -> Expr:
    """(1 − q) · tails + q · heads."""
    return apply(Op.ADD, apply(Op.MUL, apply(Op.SUB, ONE, chance), tails), apply(Op.MUL, chance, heads))


def _noise(noise: Noise, left: Sample, right: Sample) -> None:
    if left.noise is not noise or right.noise is not noise:
        raise _No(f"both samplings must draw {noise.name} noise")


def _places(e: Expr, places: tuple[Place, ...]) -> None:
    for v in free_variables(e):
        if v.place not in places:
            raise _No(f"{v.name} cannot be used here")


def _distance(left: Sample, right: Sample, shift: Expr) -> Expr:
    """k + e₁⟨1⟩ − e₂⟨2⟩."""
    _places(shift, (LEFT, RIGHT, RIGID))
    _one_type(INT, shift)
    return apply(Op.SUB, apply(Op.ADD, shift, tag(left.centre, LEFT)), tag(right.centre, RIGHT))


def _rates(left: Sample, right: Sample, rate: Expr) -> Expr:
    """Both rates are ρ, and ρ is positive."""
    _places(rate, (RIGID,))
    equal = _and(_eq(tag(left.rate, LEFT), rate), _eq(tag(right.rate, RIGHT), rate))
    return _and(apply(Op.LT, ZERO, rate), equal)


def _ledger_distance(left: Sample, right: Sample, shift: Expr) -> Expr:
    """k(v) + e₁⟨1⟩ − e₂⟨2⟩."""
    return apply(Op.SUB, apply(Op.ADD, shift, tag(left.centre, LEFT)), tag(right.centre, RIGHT))


def _counter_and_distance(
    left: Sample, right: Sample, shift: Expr, value: Var, counter: Var, post: Expr, cost: Ledger
) -> tuple[Expr, Expr]:
    """The rate of the counter, and k(v) + e₁⟨1⟩ − e₂⟨2⟩, for two samplings that may be coupled."""
    if left.noise is not right.noise:
        raise _No("both samplings must draw the same noise")
    rate = dict(cost.counters).get(counter)
    if rate is None:
        raise _No(f"{counter.name} is not in the ledger")
    if value.place is not RIGID or value.type != INT or value in free_variables(post):
        raise _No(f"{value.name} must be a rigid integer that the postcondition does not mention")
    _fresh(value, tag(left.centre, LEFT), tag(right.centre, RIGHT), rate)
    _places(shift, (LEFT, RIGHT, RIGID, Place.LEDGER))
    _one_type(INT, shift)
    return rate, _ledger_distance(left, right, shift)


def _coupled_at(
    left: Sample,
    right: Sample,
    shift: Expr,
    value: Var,
    counter: Var,
    price: Expr,
    paid: Expr,
    post: Expr,
    cost: Ledger,
) -> Judgment:
    """Two samplings, coupled by a shift that may depend on the sample; `paid` says that the price is enough."""
    coupling = shift_coupling(left.noise)
    e1, distance = tag(left.centre, LEFT), _ledger_distance(left, right, shift)
    other = _new_variable(f"{value.name}_other", INT, shift, post, e1, value)
    moved, moved_other = (apply(Op.ADD, v, substitute(shift, {value: v})) for v in (value, other))
    after = _coupled(left, right, value, shift, post, {counter: apply(Op.ADD, counter, price)})
    one_to_one: Expr = implies(apply(Op.EQ, moved, moved_other), apply(Op.EQ, value, other))
    inside, inside_other = coupling.values(e1, value), coupling.values(e1, other)
    one_to_one = implies(_and(inside, inside_other), one_to_one)
    after = implies(inside, _and(coupling.allows(distance), after))
    varies = value in free_variables(shift)  # a shift by a constant is injective
    one_to_one = forall(value, forall(other, one_to_one)) if varies else TRUE
    return Judgment(left, right, _and(paid, one_to_one, forall(value, after)), post, cost)


def _coupled(
    left: Sample, right: Sample, value: Var, shift: Expr, post: Expr, also: Mapping[Var, Expr] | None = None
) -> Expr:
    """Ψ[v/y₁⟨1⟩, (v+k)/y₂⟨2⟩], both at once."""
    moved = apply(Op.ADD, value, shift)
    changes: dict[Var, Expr] = {_at(left.target, LEFT): value, _at(right.target, RIGHT): moved, **(also or {})}
    return substitute(post, changes)


def _substitute_command(command: Command, change: Mapping[Var, Expr]) -> Command:
    match command:
        case Skip():
            return command
        case Assign(target, value):
            return Assign(target, substitute(value, change), command.at)
        case Sample(target, noise, parameters, centre):
            numbers = tuple(substitute(p, change) for p in parameters)
            return Sample(target, noise, numbers, substitute(centre, change), command.at)
        case Seq(parts):
            return sequence(*(_substitute_command(p, change) for p in parts))
        case If(condition, then, otherwise):
            yes, no = _substitute_command(then, change), _substitute_command(otherwise, change)
            return If(substitute(condition, change), yes, no, command.at)
        case While(condition, body):
            return While(substitute(condition, change), _substitute_command(body, change), command.at)


del _rule  # from here on there is no way to make another rule
