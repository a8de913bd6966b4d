"""Stepping through loop-free code: the weakest precondition of programs, as a theorem that the kernel has checked.

`alone` runs one side, `together` both. Going backward from a postcondition, an assignment is a substitution, a sampling
a quantifier, a coupled sampling is [ω-Samp], [ω-Pay] or [ω-Map] as the caller chooses. At a conditional the two
runs may part: all four combinations of branches are covered, those that part one side after the other. Ledger judgments
made here keep everything (L is true), so that no unary premise is needed on the way.

A guard, `while b do skip`, is a loop that is stepped through: a run that meets it with b true never ends. On the left
that run does not matter ([While-L], [ω-While-L]); on the right it must not happen ([Unfold]).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from twinproof.kernel.judgment import Budget, Cost, Ledger
from twinproof.kernel.rules import (
    Paid,
    Theorem,
    assign_left,
    assign_right,
    case,
    coin_left,
    coin_right,
    cond_left,
    cond_right,
    frame,
    ledger_coins,
    ledger_conseq,
    ledger_interval,
    ledger_map,
    ledger_pay,
    ledger_sample,
    ledger_while_left,
    renyi_choose,
    renyi_gauss,
    renyi_laplace,
    sample_left,
    sample_right,
    skip,
    unfold,
    while_left,
)
from twinproof.lang.command import Assign, Command, If, Sample, Skip, While, parts_of, sequence
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    Apply,
    Expr,
    Op,
    Place,
    Quantified,
    Var,
    apply,
    conjunction,
    conjuncts,
    implies,
    negate,
    substitute,
    tag,
)
from twinproof.lang.noise import GAUSSIAN, LAPLACE, Noise
from twinproof.lang.rewriting import rewritten
from twinproof.tactics.paper_rules import assn, impossible, in_order, weaken

LEFT, RIGHT = Place.LEFT, Place.RIGHT


_Moving = Callable[[Sample, Sample, Expr, Var, Expr, Expr, Ledger], Theorem]
BY_SQUARES: Mapping[Noise, _Moving] = {GAUSSIAN: renyi_gauss, LAPLACE: renyi_laplace}  # where divergences are paid


class WholeSteps(Enum):
    """Whether a price is a number of steps of the rate, and not more of a smaller one."""

    NONE = "it is not"
    SURE = "it is, and there are enough of them"
    ASKED = "it is, and whether they are enough is a matter of what is known there"


@dataclass(frozen=True, slots=True)
class Paired:
    """How two samplings are coupled: the shift, the rigid name that it has for the sample, the counter that pays.

    Where the program computes the rate, also what is paid, a condition under which that is enough, and what must be
    so in both runs for that, which the rounds before have to see to.
    """

    shift: Expr
    sampled: Var
    counter: Var
    price: Expr | None = None
    enough: Expr = TRUE
    whole_steps: WholeSteps = WholeSteps.NONE
    given: Expr = TRUE


@dataclass(frozen=True, slots=True)
class Mapped:
    """How two samplings are coupled by [ω-Map]: the right sample, the rigid name that it has for the left one, the
    number M, and what each counter pays."""

    image: Expr
    sampled: Var
    bound: Expr
    paid: Paid
    shrink: Expr | None = None  # by [R-Choose]: the number M'
    enough: Expr = TRUE  # … and a condition under which what is paid is enough
    turned: bool = False  # by [ω-Coins]


@dataclass(frozen=True, slots=True)
class Block(Sample):
    """A truth value that a program of coins decides, as one draw of it; a derivation is about that program."""

    program: Command = field(default_factory=Skip)


def written_out(command: Command) -> Command:
    """The command with the programs of its blocks."""
    return rewritten(command, lambda c: c.program if isinstance(c, Block) else c)


@dataclass(frozen=True, slots=True)
class Windowed:
    """How two samplings are coupled by [ω-Samp-Int] while a condition holds, and else by a shift."""

    when: Expr
    ours: tuple[Expr, Expr]  # from where to where the left sample lies
    theirs: tuple[Expr, Expr]  # … and the right one
    margin: Expr
    length: Expr
    rest: Expr
    paid: Paid
    near: Expr  # what of the premises is not known anyway
    otherwise: Paired


Couple = Callable[[Sample, Sample], Paired | Mapped | Windowed]
Tossed = Callable[[Sample], tuple[Paid, Paid] | None]  # what tails and heads of a coin cost that one run tosses alone
StandsIn = Callable[[Sample, Sample], bool]  # whether the left run draws in the place of the right one


def _for_nothing(_: Sample) -> None:
    return None


def _never(_: Sample, __: Sample) -> bool:
    return False


class Stuck(Exception):
    """The programs cannot be stepped through: a loop, or a sampling where no coupling was given."""


def by_cases(cases: Iterable[tuple[Expr, Expr]]) -> Expr:
    """(when ⇒ what) for each case; what is the same in all cases is said once, and without a condition."""
    given = [(when, conjuncts(what)) for when, what in cases]
    shared = [part for part in given[0][1] if all(part in parts for _, parts in given[1:])]
    rest = (implies(when, conjunction(*(p for p in parts if p not in shared))) for when, parts in given)
    return conjunction(*shared, *rest)


def alone(command: Command, side: Place, post: Expr, cost: Cost, tossed: Tossed = _for_nothing) -> Theorem:
    """{ wp } command { post } for one of the two runs; the other does nothing."""
    result = skip(post, cost)
    for part in reversed(parts_of(command)):
        result = in_order(_one(part, side, result.judgment.pre, cost, tossed), result)
    return result


def _one(command: Command, side: Place, post: Expr, cost: Cost, tossed: Tossed) -> Theorem:
    left = side is LEFT
    match command:
        case Assign(target, value):
            return (assign_left if left else assign_right)(target, value, post, cost)
        case Block(program=program):
            return alone(program, side, post, cost)
        case Sample():
            paid = tossed(command)
            if paid is not None and isinstance(cost, Ledger):
                return (coin_left if left else coin_right)(command, *paid, post, cost)
            return (sample_left if left else sample_right)(command, post, cost)
        case If(condition, then, otherwise):
            yes, no = (alone(branch, side, post, cost, tossed) for branch in (then, otherwise))
            b = tag(condition, side)
            pre = by_cases([(b, yes.judgment.pre), (negate(b), no.judgment.pre)])
            first, second = weaken(yes, pre=conjunction(pre, b)), weaken(no, pre=conjunction(pre, negate(b)))
            return (cond_left if left else cond_right)(condition, pre, first, second)
        case While(_, Skip()):
            return _guard_left(command, post, cost) if left else _guard_right(command, post, cost)
        case _:
            raise Stuck("a loop is not stepped through")


def _guard_left(guard: While, post: Expr, cost: Cost) -> Theorem:
    """⊢ while b do skip ~ skip : (¬b⟨1⟩ ⇒ Ψ) ⇒ Ψ. If b holds the left run never ends."""
    b = tag(guard.condition, LEFT)
    through = implies(negate(b), post)
    body = weaken(skip(through, cost), pre=conjunction(through, b))
    if isinstance(cost, Budget):
        loop = while_left(guard.condition, through, body)
    else:
        never = impossible(Skip(), Skip(), conjunction(negate(cost.keep), b), negate(cost.keep), Budget())
        loop = ledger_while_left(guard.condition, through, body, never)
    return weaken(loop, post=post)


def _guard_right(guard: While, post: Expr, cost: Cost) -> Theorem:
    """⊢ skip ~ while b do skip : ¬b⟨2⟩ ∧ Ψ ⇒ Ψ. The right run must not get stuck."""
    b = tag(guard.condition, RIGHT)
    pre = conjunction(negate(b), post)
    stuck = impossible(Skip(), guard, conjunction(pre, b), post, cost)
    passed = weaken(skip(post, cost), pre=conjunction(pre, negate(b)))
    return unfold(guard, "right", cond_right(guard.condition, pre, stuck, passed))


def together(
    left: Command,
    right: Command,
    post: Expr,
    cost: Cost,
    couple: Couple,
    tossed: Tossed = _for_nothing,
    stands_in: StandsIn = _never,
) -> Theorem:
    """{ wp } left ~ right { post }: in step where the two are alike, else one after the other.

    Where a sampling of the left stands in for one of the right, they are in step there, whatever is around them.
    """
    ours, theirs = parts_of(left), parts_of(right)
    pairs = itertools.product(enumerate(ours), enumerate(theirs))
    for (m, a), (n, b) in pairs:
        if isinstance(a, Sample) and isinstance(b, Sample) and stands_in(a, b):
            assert isinstance(cost, Ledger)
            rest = sequence(*ours[m + 1 :]), sequence(*theirs[n + 1 :])
            later = together(rest[0], rest[1], post, cost, couple, tossed, stands_in)
            drawn = in_order(_coupled(a, b, couple(a, b), later.judgment.pre, cost), later)
            start = sequence(*ours[:m]), sequence(*theirs[:n])
            before = together(start[0], start[1], drawn.judgment.pre, cost, couple, tossed, stands_in)
            return in_order(before, drawn)
    if len(ours) != len(theirs) or any(type(a) is not type(b) for a, b in zip(ours, theirs, strict=True)):
        later = alone(right, RIGHT, post, cost, tossed)
        return in_order(alone(left, LEFT, later.judgment.pre, cost, tossed), later)
    result = skip(post, cost)
    for a, b in zip(reversed(ours), reversed(theirs), strict=True):
        result = in_order(_both(a, b, result.judgment.pre, cost, couple, tossed, stands_in), result)
    return result


def _both(
    a: Command, b: Command, post: Expr, cost: Cost, couple: Couple, tossed: Tossed, stands_in: StandsIn
) -> Theorem:
    match a, b:
        case Assign(x, e), Assign(y, f):
            return assn(x, e, y, f, post, cost)
        case Sample(), Sample():
            assert isinstance(cost, Ledger)
            return _coupled(a, b, couple(a, b), post, cost)
        case If(), If():
            return _four_ways(a, b, post, cost, couple, tossed, stands_in)
        case While(_, Skip()), While(_, Skip()):
            later = _guard_right(b, post, cost)
            return in_order(_guard_left(a, later.judgment.pre, cost), later)
        case _:
            raise Stuck("a loop is not stepped through")


def windowed(draw: Sample, by: Windowed, post: Expr, cost: Ledger, known: Expr) -> tuple[Theorem, Expr]:
    """{ wp ∧ known } draw ~ draw { post ∧ known }, of the values that are kept; and the wp."""
    inside = ledger_interval(draw, draw, *by.ours, *by.theirs, by.margin, by.length, by.rest, by.paid, post, cost)
    moved = ledger_sample(draw, draw, by.otherwise.shift, by.otherwise.sampled, by.otherwise.counter, post, cost)
    after = conjuncts(inside.judgment.pre)[-1]
    wp = by_cases([(by.when, conjunction(by.near, after)), (negate(by.when), moved.judgment.pre)])
    pre, done = conjunction(wp, known), conjunction(post, known)
    yes = ledger_conseq(conjunction(pre, by.when), done, cost.keep, frame(known, inside))
    no = ledger_conseq(conjunction(pre, negate(by.when)), done, cost.keep, frame(known, moved))
    return case(by.when, pre, yes, no), wp


def _at(var: Var, place: Place) -> Var:
    return Var(var.name, var.type, place)


def turned(a: Sample, b: Sample, by: Mapped, post: Expr, cost: Ledger) -> Theorem:
    """{ enough ∧ wp } a ~ b { post } for two coins that may come up on different sides, or with different chances."""
    ours, theirs = (c.program if isinstance(c, Block) else c for c in (a, b))
    tossed = ledger_coins(ours, theirs, a.target, b.target, by.image, by.sampled, by.paid, post, cost)
    raised = {counter: apply(Op.ADD, counter, price) for counter, price in by.paid}
    drawn: dict[Var, Expr] = {_at(a.target, LEFT): by.sampled, _at(b.target, RIGHT): by.image}
    after = substitute(post, {**drawn, **raised})
    results = (substitute(after, {by.sampled: side}) for side in (FALSE, TRUE))
    return weaken(tossed, pre=conjunction(by.enough, *results))


def _coupled(a: Sample, b: Sample, by: Paired | Mapped | Windowed, post: Expr, cost: Ledger) -> Theorem:
    if isinstance(by, Windowed):
        raise Stuck("a window is a matter of what is kept")
    if isinstance(by, Mapped) and by.shrink is not None:
        ((counter, price),) = by.paid
        chosen = renyi_choose(a, b, by.bound, by.shrink, counter, price, post, cost)
        *fits, _, after = conjuncts(chosen.judgment.pre)
        return weaken(chosen, pre=conjunction(*fits, by.enough, after))
    if isinstance(by, Mapped) and (by.turned or isinstance(a, Block)):
        return turned(a, b, by, post, cost)
    if isinstance(by, Mapped):
        return ledger_map(a, b, by.image, by.sampled, by.bound, by.paid, post, cost)
    if cost.orders is not None:
        assert by.price is not None
        moved = BY_SQUARES[a.noise](a, b, by.shift, by.counter, by.price, post, cost)
        *lawful, pays, after = conjuncts(moved.judgment.pre)
        given = conjunction(*lawful, by.enough)
        asked: Expr = TRUE
        if isinstance(pays, Apply) and by.whole_steps is not WholeSteps.NONE:  # neither factor is larger
            moved = weaken(moved, pre=conjunction(*lawful, pays.args[0], after))
            asked = conjuncts(pays.args[0])[-1] if by.whole_steps is WholeSteps.ASKED else TRUE
        return weaken(moved, pre=conjunction(given, asked, after))
    if by.price is None:
        return ledger_sample(a, b, by.shift, by.sampled, by.counter, post, cost)
    paid = ledger_pay(a, b, by.shift, by.sampled, by.counter, by.price, post, cost)
    parts = conjuncts(paid.judgment.pre)
    first = next(n for n, part in enumerate(parts) if isinstance(part, Quantified))  # that the price is enough
    return weaken(paid, pre=conjunction(by.enough, *parts[first + 1 :]))


def _four_ways(a: If, b: If, post: Expr, cost: Cost, couple: Couple, tossed: Tossed, stands_in: StandsIn) -> Theorem:
    ours, theirs = tag(a.condition, LEFT), tag(b.condition, RIGHT)

    def when(s: bool, t: bool) -> Expr:
        return conjunction(ours if s else negate(ours), theirs if t else negate(theirs))

    cases = {
        (s, t): together(x, y, post, cost, couple, tossed, stands_in)
        for s, x in ((True, a.then), (False, a.otherwise))
        for t, y in ((True, b.then), (False, b.otherwise))
    }
    pre = by_cases([(when(s, t), theorem.judgment.pre) for (s, t), theorem in cases.items()])

    def side(s: bool) -> Theorem:
        here = conjunction(pre, ours if s else negate(ours))
        yes = weaken(cases[s, True], pre=conjunction(here, theirs))
        no = weaken(cases[s, False], pre=conjunction(here, negate(theirs)))
        return cond_right(b.condition, here, yes, no)

    return cond_left(a.condition, pre, side(True), side(False))
