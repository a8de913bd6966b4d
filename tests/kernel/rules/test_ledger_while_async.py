"""[ω-While-Async]: two loops out of step; where the right one goes on alone, it must get on."""

from __future__ import annotations

import contextlib
from collections import Counter
from dataclasses import dataclass, replace
from itertools import zip_longest
from random import Random

import pytest

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
    RIGID,
    Maker,
    add,
    both,
    eps,
    eq,
    i,
    k,
    laplace,
    le,
    lt,
    n,
    one,
    one_sided,
    p,
    q,
    refused,
    sub,
    two,
    u,
    v,
    w,
    x,
    y,
    z,
)
from tests.kernel.semantics import FUZZ, Violation, check
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment, Ledger
from twinproof.kernel.rules import Refused, Theorem
from twinproof.lang.command import Assign, Command, Sample, Skip, While, sequence
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, Op, Var, apply, implies, negate
from twinproof.lang.types import REAL

DEAD = le(1, 0)
B1, B2, LEFT_ALONE, RIGHT_ALONE = lt(0, x), lt(0, y), one(p), two(q)
COUNT, DOWN, UP = Assign(x, sub(x, 1)), Assign(y, sub(y, 1)), Assign(x, add(x, 1))
Commands = tuple[Command, ...]


@dataclass(frozen=True)
class Claim:
    """What the rule is given, with premises that cannot be entered: the invariant is false."""

    left: Expr = B1
    right: Expr = B2
    left_alone: Expr = LEFT_ALONE
    right_alone: Expr = RIGHT_ALONE
    invariant: Expr = DEAD
    variant: Expr = y
    index: Var = k
    left_body: Command = COUNT
    right_body: Command = DOWN
    cost: Ledger = LEDGERS

    @property
    def both_wait(self) -> Expr:
        return both(self.invariant, negate(self.left_alone), negate(self.right_alone))

    @property
    def gone(self) -> Expr:
        return negate(self.cost.keep)

    @property
    def together(self) -> Theorem:
        return self.step(self.left_body, self.right_body, both(self.both_wait, one(self.left), two(self.right)))

    @property
    def only_left(self) -> Theorem:
        return self.step(self.left_body, Skip(), both(self.invariant, self.left_alone, one(self.left)))

    @property
    def only_right(self) -> Theorem:
        here = both(self.invariant, negate(self.left_alone), self.right_alone, two(self.right))
        pre = both(here, eq(self.index, two(self.variant)))
        return self.step(Skip(), self.right_body, pre, both(self.invariant, lt(two(self.variant), self.index)))

    def step(self, left: Command, right: Command, pre: Expr, post: Expr | None = None) -> Theorem:
        """A premise with this precondition, which must be as false as the invariant."""
        post = self.invariant if post is None else post
        return rules.ledger_conseq(pre, post, self.cost.keep, rules.exfalso(left, right, post, self.cost))

    def applied(
        self,
        together: Theorem | None = None,
        only_left: Theorem | None = None,
        only_right: Theorem | None = None,
        pruned: Theorem | None = None,
    ) -> Theorem:
        """The rule on these premises and its own for the others."""
        return rules.ledger_while_async(
            self.left,
            self.right,
            self.left_alone,
            self.right_alone,
            self.invariant,
            self.variant,
            self.index,
            together or self.together,
            only_left or self.only_left,
            only_right or self.only_right,
            pruned or rules.exfalso(self.left_body, Skip(), self.gone, FREE),
        )


PLAIN = Claim()


# ------------------------------------------------------------------------------------------------------ what it accepts


def test_the_conclusion_is_as_in_the_figure() -> None:
    made = PLAIN.applied().judgment
    post = both(DEAD, negate(one(PLAIN.left)), negate(two(PLAIN.right)))
    assert made == Judgment(While(PLAIN.left, COUNT), While(PLAIN.right, DOWN), DEAD, post, LEDGERS)


def kept(m: Maker) -> Expr:
    assert isinstance(m.cost, Ledger)
    return m.cost.keep


def backwards(m: Maker, left: Commands, right: Commands, post: Expr, shift: Expr | None = None) -> Theorem:
    """Both programs side by side; where both draw at once the samples are coupled, if there is a shift."""
    made = rules.skip(post, m.cost)
    for a, b in reversed(list(zip_longest(left, right))):
        if isinstance(a, Sample) and isinstance(b, Sample) and shift is not None:
            assert isinstance(m.cost, Ledger)
            made = m.seq(rules.ledger_sample(a, b, shift, v, w, made.judgment.pre, m.cost), made)
            continue
        for command, first in ((b, False), (a, True)):
            match command:
                case Assign(target, value):
                    assign = rules.assign_left if first else rules.assign_right
                    made = m.seq(assign(target, value, made.judgment.pre, m.cost), made)
                case Sample():
                    sample = rules.sample_left if first else rules.sample_right
                    made = m.seq(sample(command, made.judgment.pre, m.cost), made)
                case _:
                    assert command is None
    return made


def step(m: Maker, pre: Expr, left: Commands, right: Commands, post: Expr, shift: Expr | None = None) -> Theorem:
    """The same from this precondition; the postcondition need hold only where the left run is kept."""
    return m.weaken(pre, backwards(m, left, right, implies(kept(m), post), shift), post)


@dataclass(frozen=True)
class Loops:
    """Two loops, and how they go: where each goes alone, what stays, what goes down, and a shift for what is drawn."""

    left: Expr
    right: Expr
    left_body: Commands
    right_body: Commands
    left_alone: Expr
    right_alone: Expr
    invariant: Expr
    variant: Expr
    shift: Expr | None = ZERO

    def claimed(self, cost: Ledger = LEDGERS) -> Judgment:
        """The conclusion, whether it is true or not."""
        left, right = While(self.left, sequence(*self.left_body)), While(self.right, sequence(*self.right_body))
        post = both(self.invariant, negate(one(self.left)), negate(two(self.right)))
        return Judgment(left, right, self.invariant, post, cost)

    def proved(self, m: Maker | None = None) -> Theorem:
        """All premises from the rules, and the conclusion."""
        m = m or Maker(Random(1), LEDGERS)
        b1, b2, e, inv, gone = one(self.left), two(self.right), two(self.variant), self.invariant, negate(kept(m))
        here = both(inv, negate(self.left_alone), negate(self.right_alone), b1, b2)
        together = step(m, here, self.left_body, self.right_body, inv, self.shift)
        here = both(inv, self.left_alone, b1)
        only_left = step(m, here, self.left_body, (), inv)
        here = both(inv, negate(self.left_alone), self.right_alone, b2, eq(k, e))
        only_right = step(m, here, (), self.right_body, both(inv, lt(e, k)))
        return rules.ledger_while_async(
            self.left,
            self.right,
            self.left_alone,
            self.right_alone,
            inv,
            self.variant,
            k,
            together,
            only_left,
            only_right,
            m.unary(together, both(gone, b1), gone),
        )


SHORT = lt(x, y)  # x counts up to y


def one_more_on_the_right(body: Commands, also: Expr = TRUE, shift: Expr | None = ZERO) -> Loops:
    """The right run has one round more, the n-th; before and after it both go on together."""
    before, after = both(eq(one(x), two(x)), le(two(x), n)), both(eq(add(one(x), 1), two(x)), lt(n, two(x)))
    inv = both(eq(add(one(y), 1), two(y)), le(n, one(y)), apply(Op.OR, before, after), also)
    return Loops(SHORT, SHORT, body, body, FALSE, eq(two(x), n), inv, sub(y, x), shift)


def one_more_on_the_left(body: Commands, also: Expr = TRUE, shift: Expr | None = ZERO) -> Loops:
    before, after = both(eq(one(x), two(x)), le(one(x), n)), both(eq(one(x), add(two(x), 1)), lt(n, one(x)))
    inv = both(eq(one(y), add(two(y), 1)), le(n, two(y)), apply(Op.OR, before, after), also)
    return Loops(SHORT, SHORT, body, body, eq(one(x), n), FALSE, inv, sub(y, x), shift)


def test_the_right_loop_has_one_round_more() -> None:
    loops = one_more_on_the_right((UP,), le(w, 0))
    made = loops.proved()
    assert made.judgment == loops.claimed()
    assert made.judgment.left == made.judgment.right == While(SHORT, UP)
    assert check(made, Random(2), 20, 20_000) == 20


def test_the_left_loop_has_one_round_more() -> None:
    made = one_more_on_the_left((UP,), le(w, 0)).proved()
    assert made.judgment.left == made.judgment.right == While(SHORT, UP)
    assert check(made, Random(2), 20, 20_000) == 20


def test_what_is_drawn_together_is_coupled_and_what_is_drawn_alone_is_free() -> None:
    """Each sample is the same in both runs, but for the n-th round, which only the right run has."""
    body = (laplace(z), UP)
    drawn = both(implies(eq(one(x), two(x)), eq(one(z), two(z))), le(w, 0), lt(0, eps))
    for loops in (one_more_on_the_right(body, drawn), one_more_on_the_left(body, drawn)):
        assert check(loops.proved(), Random(2), 10, 20_000) == 10


def test_one_after_the_other() -> None:
    """The left loop to its end, then the right one: l goes before r, where both hold."""
    inv = both(le(w, 0), eq(one(z), two(z)))
    loops = Loops(SHORT, SHORT, (UP,), (UP,), one(SHORT), two(SHORT), inv, sub(y, x))
    assert check(loops.proved(), Random(2), 20, 200) == 20
    right_first = replace(loops, left_alone=both(one(SHORT), negate(two(SHORT))))
    assert check(right_first.proved(), Random(2), 20, 200) == 20


def test_the_left_loop_may_never_end() -> None:
    forever = Loops(TRUE, SHORT, (), (UP,), TRUE, FALSE, TRUE, x)
    made = forever.proved().judgment
    assert made == Judgment(While(TRUE, Skip()), While(SHORT, UP), TRUE, FALSE, LEDGERS)
    check(made, Random(2))


def test_neither_loop_need_end_while_both_go_on_together() -> None:
    inv = both(eq(one(p), two(p)), le(w, 0))
    made = Loops(p, p, (), (), FALSE, FALSE, inv, x).proved().judgment
    assert made.left == made.right == While(p, Skip())


def test_the_index_may_be_used_by_the_left_program() -> None:
    """It is new to what the right run does alone; the left program waits there."""
    claim = Claim(left=lt(k, x), left_body=Assign(x, sub(x, k)))
    made = claim.applied(pruned=rules.exfalso(claim.left_body, Skip(), FALSE, FREE)).judgment
    assert made.left == While(lt(k, x), Assign(x, sub(x, k)))


# ----------------------------------------------------------------------------------------- the right loop gets on alone


def false(claim: Judgment) -> bool:
    """Whether the oracle finds a claim to be false."""
    try:
        check(claim, Random(1), 200, 2_000)
    except Violation:
        return True
    return False


STUCK = Loops(FALSE, TRUE, (), (), FALSE, TRUE, TRUE, y)  # against a loop that is done, one that never ends


def test_a_right_loop_that_never_ends_is_refused() -> None:
    """Alone it would prove anything: no left run ends with it."""
    assert false(STUCK.claimed())
    with refused("the new precondition must imply the old one"):
        STUCK.proved()
    stays = rules.ledger_conseq(eq(k, two(y)), TRUE, TRUE, rules.skip(TRUE, LEDGERS))
    never, pruned = rules.exfalso(Skip(), Skip(), TRUE, LEDGERS), rules.exfalso(Skip(), Skip(), FALSE, FREE)
    with refused("the postcondition of the step of the right run alone is"):
        rules.ledger_while_async(FALSE, TRUE, FALSE, TRUE, TRUE, y, k, never, never, stays, pruned)


def test_the_variant_is_not_negative() -> None:
    """Or a right loop that counts down for ever would have one."""
    counts = replace(STUCK, right_body=(DOWN,))
    assert false(counts.claimed())
    with refused("the variant must not be negative where the right loop goes on"):
        counts.proved()
    ends = replace(counts, right=le(0, y), right_alone=le(0, two(y)))
    assert check(ends.proved(), Random(2), 10) == 10
    with refused("the variant must not be negative where the right loop goes on"):
        replace(counts, right=le(-1, y), right_alone=le(-1, two(y))).proved()


def test_the_variant_is_an_integer() -> None:
    """Reals may go down for ever and stay above 0."""
    real = Var("r", REAL)
    with refused("r⟨2⟩ must be int, not real"):
        replace(PLAIN, variant=real).applied()
    with refused("k must be int, not real"):
        replace(PLAIN, index=Var("k", REAL, RIGID)).applied()


# -------------------------------------------------------------------------------------------------- the index is new


@pytest.mark.parametrize(
    "claim",
    [
        replace(PLAIN, invariant=both(DEAD, le(k, 1))),
        replace(PLAIN, left_alone=le(k, 1)),
        replace(PLAIN, right_alone=le(k, 1)),
        replace(PLAIN, right=lt(k, y)),
        replace(PLAIN, variant=add(y, k)),
        replace(PLAIN, right_body=Assign(y, k)),
        replace(PLAIN, cost=Ledger(LEDGERS.counters, le(one(x), k))),
        replace(PLAIN, cost=Ledger(((w, eps), (u, k)))),
        replace(PLAIN, cost=Ledger(((w, k),))),
    ],
)
def test_the_index_is_new(claim: Claim) -> None:
    with refused("k must be new"):
        claim.applied()


OTHER = both(eq(one(x), two(y)), le(0, two(y)))
UNEQUAL = negate(eq(k, two(y)))
BOUND_TO_INDEX = {
    "the invariant": replace(STUCK, invariant=both(UNEQUAL, le(0, two(y)))),
    "l": replace(STUCK, left=eq(x, k), left_alone=eq(k, two(y)), invariant=OTHER),
    "r": replace(STUCK, left=eq(x, k), right_alone=UNEQUAL, invariant=OTHER),
    "the variant": replace(STUCK, variant=apply(Op.ITE, eq(k, y), add(y, 1), y), invariant=le(0, two(y))),
    "the program": replace(STUCK, right=le(0, y), right_alone=le(0, two(y)), right_body=(Assign(y, sub(k, 1)),)),
    "what is kept": replace(STUCK, invariant=both(eq(one(y), two(y)), le(0, two(y)))),
}


@pytest.mark.parametrize("where", BOUND_TO_INDEX)
def test_an_index_that_is_not_new_would_prove_what_is_false(where: str) -> None:
    """All premises are true, as the index is what the variant is in one state only, and so is nearly all else."""
    cost = Ledger(LEDGERS.counters, negate(eq(one(y), k)) if where == "what is kept" else TRUE)
    assert false(BOUND_TO_INDEX[where].claimed(cost))
    with refused("[ω-While-Async] k must be new"):
        BOUND_TO_INDEX[where].proved(Maker(Random(1), cost))


def test_the_index_is_rigid() -> None:
    for index in (one(z), two(z), w):
        assert isinstance(index, Var)
        with refused(f"{index.name} must be a rigid variable"):
            replace(PLAIN, index=index).applied()


# ---------------------------------------------------------------------------------------- premises are as in the figure


def test_where_a_loop_goes_alone_is_a_condition() -> None:
    steps = PLAIN.together, PLAIN.only_left, PLAIN.only_right, rules.exfalso(COUNT, Skip(), FALSE, FREE)
    for left, right in ((one(x), RIGHT_ALONE), (LEFT_ALONE, two(x)), (ONE, RIGHT_ALONE), (LEFT_ALONE, ZERO)):
        with refused("not takes bool"):
            rules.ledger_while_async(B1, B2, left, right, DEAD, y, k, *steps)


def test_all_steps_have_one_ledger() -> None:
    others = (
        Ledger(LEDGERS.counters, one(p)),
        Ledger(((w, ONE),)),
        Ledger(((w, eps), (u, eps))),
        Ledger(()),
    )
    for cost in others:
        other = replace(PLAIN, cost=cost)
        with refused("the cost of the step of the left run alone is"):
            PLAIN.applied(only_left=other.only_left)
        with refused("the cost of the step of the right run alone is"):
            PLAIN.applied(only_right=other.only_right)
        with refused("the cost of the step of the left run alone is"):
            PLAIN.applied(together=other.together)
    with refused("the premise must be a ledger judgment"):
        PLAIN.applied(together=rules.exfalso(COUNT, DOWN, DEAD, FREE))
    with refused("the cost of the step of the left run alone is"):
        PLAIN.applied(only_left=rules.exfalso(COUNT, Skip(), DEAD, FREE))
    with refused("the cost of the step of the right run alone is"):
        PLAIN.applied(only_right=rules.exfalso(Skip(), DOWN, DEAD, FREE))


def test_each_run_does_alone_what_it_does_in_step() -> None:
    other = replace(PLAIN, left_body=UP, right_body=UP)
    with refused("the program of the left run alone is"):
        PLAIN.applied(only_left=other.only_left)
    with refused("the program of the right run alone is"):
        PLAIN.applied(only_right=other.only_right)


def test_the_other_run_waits() -> None:
    left, right = PLAIN.only_left.judgment, PLAIN.only_right.judgment
    with refused("the right program beside it is"):
        PLAIN.applied(only_left=PLAIN.step(COUNT, DOWN, left.pre))
    with refused("the left program beside it is"):
        PLAIN.applied(only_right=PLAIN.step(COUNT, DOWN, right.pre, right.post))


def test_both_runs_go_on_where_neither_goes_alone() -> None:
    b1, b2, apart = one(PLAIN.left), two(PLAIN.right), PLAIN.both_wait
    for pre in (
        both(apart, b1),
        both(apart, b2),
        both(DEAD, negate(two(q)), b1, b2),
        both(DEAD, negate(one(p)), b1, b2),
        both(DEAD, one(p), two(q), b1, b2),
        both(DEAD, negate(one(q)), negate(two(p)), b1, b2),
    ):
        with refused("the precondition of the step of both runs is"):
            PLAIN.applied(together=PLAIN.step(COUNT, DOWN, pre))
    with refused("the postcondition of the step of both runs is"):
        PLAIN.applied(together=PLAIN.step(COUNT, DOWN, PLAIN.together.judgment.pre, TRUE))


def test_the_left_run_goes_on_where_it_goes_alone() -> None:
    b1 = one(PLAIN.left)
    for pre in (
        both(DEAD, one(p)),
        both(DEAD, b1),
        both(DEAD, negate(one(p)), b1),
        both(DEAD, one(p), negate(two(q)), b1),
    ):
        with refused("the precondition of the step of the left run alone is"):
            PLAIN.applied(only_left=PLAIN.step(COUNT, Skip(), pre))
    with refused("the postcondition of the step of the left run alone is"):
        PLAIN.applied(only_left=PLAIN.step(COUNT, Skip(), PLAIN.only_left.judgment.pre, TRUE))


def test_the_right_run_goes_on_where_it_goes_alone() -> None:
    b2, known, goal = two(PLAIN.right), eq(k, two(y)), PLAIN.only_right.judgment.post
    here = both(DEAD, negate(one(p)), two(q))
    for pre in (
        both(here, b2),
        both(here, known),
        both(DEAD, two(q), b2, known),
        both(DEAD, negate(one(p)), b2, known),
        both(DEAD, one(p), two(q), b2, known),
        both(here, b2, eq(k, one(y))),
        both(here, b2, le(two(y), k)),
    ):
        with refused("the precondition of the step of the right run alone is"):
            PLAIN.applied(only_right=PLAIN.step(Skip(), DOWN, pre, goal))
    pre = PLAIN.only_right.judgment.pre
    for post in (DEAD, lt(two(y), k), both(DEAD, le(two(y), k)), both(DEAD, lt(one(y), k))):
        with refused("the postcondition of the step of the right run alone is"):
            PLAIN.applied(only_right=PLAIN.step(Skip(), DOWN, pre, post))


# ---------------------------------------------------------------------------------------------- no state is left out


ENDS = (Assign(p, FALSE),)  # a loop while p that has one round
TWO_FLAGS = Loops(p, p, ENDS, ENDS, FALSE, FALSE, TRUE, x)


def test_loops_that_wait_for_each_other_go_on_or_end_together() -> None:
    """Where one loop is done and the other is not, one of l and r must hold."""
    replace(TWO_FLAGS, invariant=eq(one(p), two(p))).proved()
    for invariant in (both(one(p), negate(two(p))), both(negate(one(p)), two(p))):
        assert false(replace(TWO_FLAGS, invariant=invariant).claimed())
        with refused("the loops must go on or end together"):
            replace(TWO_FLAGS, invariant=invariant).proved()


def test_a_left_loop_that_is_done_does_not_go_alone() -> None:
    """The step is never taken; but what the right loop still has to do would be left out with it."""
    loops = replace(TWO_FLAGS, invariant=both(negate(one(p)), two(p)))
    for left_alone in (TRUE, two(p), negate(one(p))):
        assert false(replace(loops, left_alone=left_alone).claimed())
        with refused("the left loop must go on where it goes alone"):
            replace(loops, left_alone=left_alone).proved()


def test_a_right_loop_that_is_done_does_not_go_alone() -> None:
    loops = replace(TWO_FLAGS, invariant=both(one(p), negate(two(p))))
    for right_alone in (TRUE, one(p), negate(two(p))):
        assert false(replace(loops, right_alone=right_alone).claimed())
        with refused("the right loop must go on where it goes alone"):
            replace(loops, right_alone=right_alone).proved()


def test_what_is_pruned_stays_pruned() -> None:
    """{ ¬L ∧ b₁ } c₁ { ¬L } in each of its parts."""
    keep = le(0, one(x))
    gone = lt(one(x), 0)
    claim = replace(PLAIN, cost=Ledger(LEDGERS.counters, keep))
    pre = both(gone, one(claim.left))
    unary = rules.conseq(pre, gone, FREE, rules.assign_left(x, sub(x, 1), gone, FREE))
    assert claim.applied(pruned=unary).judgment.cost.keep == keep  # type: ignore[union-attr]
    with refused("the program of the unary premise is"):
        claim.applied(pruned=rules.conseq(pre, gone, FREE, rules.skip(gone, FREE)))
    with refused("the right program of the unary premise is"):
        claim.applied(pruned=rules.exfalso(COUNT, DOWN, gone, FREE))
    with refused("the budget of the unary premise is"):
        claim.applied(pruned=rules.conseq(pre, gone, Budget(ZERO, ONE), unary))
    with refused("the precondition of the unary premise is"):
        claim.applied(pruned=rules.conseq(both(pre, one(p)), gone, FREE, unary))
    with refused("the postcondition of the unary premise is"):
        claim.applied(pruned=rules.conseq(pre, TRUE, FREE, unary))


# -------------------------------------------------------------------------------------------------- random instances


def random_body(m: Maker, up: Assign) -> Commands:
    """A draw perhaps, a flag that goes down perhaps, and a step on."""
    noise = m.rng.choice((laplace, laplace, one_sided))
    draw = noise(z, m.pick(ZERO, z, x), m.pick(eps, eps, eps, ONE))
    flag = Assign(p, both(p, m.pick(lt(z, 1), le(0, z), lt(x, n))))
    return m.rng.choice(((up,), (draw, up), (draw, up), (draw, flag, up), (draw, up, flag), (up, draw), (flag, up)))


def random_fact(m: Maker) -> Expr:
    """What may stay as it is, of the samples, the flag and the ledger."""
    same = eq(one(z), two(z))
    apart = sub(two(z), one(z))
    sample = m.pick(
        TRUE,
        TRUE,
        same,
        implies(eq(one(x), two(x)), same),
        implies(one(p), same),
        implies(one(p), two(p)),
        implies(eq(one(z), i), eq(two(z), i)),
        le(apply(Op.ABS, apart), 1),
        apply(Op.OR, both(same, le(w, 1)), both(le(apply(Op.ABS, apart), 1), le(w, 0))),
    )
    spent = m.pick(
        le(w, 0), le(w, 0), le(w, 1), le(w, one(x)), le(add(w, sub(n, one(x))), 2), implies(one(p), le(w, 0)), TRUE
    )
    return both(sample, spent, lt(0, eps))


def random_loops(m: Maker) -> tuple[str, Loops]:
    """The name of a kind of loops, and two of it, which may or may not be provable."""
    rng = m.rng
    shift = m.pick(ZERO, ZERO, sub(two(z), one(z)), sub(two(x), one(x)), apply(Op.ITE, le(v, i), ONE, ZERO), ONE)
    body, also = random_body(m, UP), random_fact(m)
    kind = rng.choice(("right", "left", "catch up", "one by one", "strides", "stop", "askew", "askew"))
    if kind in ("right", "left"):
        loops = (one_more_on_the_right if kind == "right" else one_more_on_the_left)(body, also, shift)
        return kind, loops if rng.random() < 0.7 else askew(m, loops)
    goes = m.pick(SHORT, lt(x, n), lt(x, n), le(x, n), both(p, lt(x, n)))
    variant = m.pick(sub(n, x), sub(n, x), sub(add(n, 1), x)) if goes != SHORT else sub(y, x)
    loops = Loops(goes, goes, body, body, one(goes), two(goes), also, variant, shift)
    behind, ahead = both(lt(one(x), two(x)), one(goes)), both(lt(two(x), one(x)), two(goes))
    match kind:
        case "one by one":
            left_alone = m.pick(one(goes), both(one(goes), negate(two(goes))))
            return kind, replace(loops, left_alone=left_alone)
        case "catch up":
            return kind, replace(loops, left_alone=behind, right_alone=ahead)
        case "strides":
            stride = random_body(m, Assign(x, add(x, rng.choice((2, 3)))))
            return kind, replace(loops, right_body=stride, left_alone=behind, right_alone=ahead)
        case "stop":
            left_alone, right_alone = both(one(goes), negate(two(goes))), both(two(goes), negate(one(goes)))
            return kind, replace(loops, left_alone=left_alone, right_alone=right_alone)
    in_step = m.pick(TRUE, eq(one(x), two(x)), le(one(x), two(x)), le(two(x), one(x)), eq(add(one(x), 1), two(x)))
    body = rng.choice(((UP,), (UP,), body))
    loops = Loops(goes, goes, body, body, FALSE, FALSE, both(in_step, m.pick(le(w, 0), also)), variant, shift)
    return kind, askew(m, loops)


def askew(m: Maker, loops: Loops) -> Loops:
    """The same with other places where a loop goes alone; most of that is wrong."""
    goes = m.rng.choice((loops.right, loops.right, TRUE))
    left, right = one(loops.left), two(goes)
    left_alone = m.pick(FALSE, TRUE, left, left, both(left, negate(right)), eq(one(x), n), both(left, m.atom()), one(p))
    right_alone = m.pick(FALSE, TRUE, right, right, both(right, negate(left)), eq(two(x), n), both(right, m.atom()))
    return replace(loops, left_alone=left_alone, right_alone=right_alone, right=goes)


def test_loops_out_of_step_are_valid() -> None:
    """Loops that draw, count and stop at random, each at its own pace, with invariants about the ledger."""
    made, looked = Counter[str](), Counter[str]()
    for number in range(240 * FUZZ):
        m = Maker(Random(number))
        m.cost = Ledger(LEDGERS.counters, m.pick(TRUE, TRUE, one(p), one(p), eq(one(y), i), le(one(x), 2)))
        kind, loops = random_loops(m)
        with contextlib.suppress(Refused):
            theorem = loops.proved(m)
            made[kind] += 1
            looked[kind] += check(theorem, m.rng, 3, 300)
    assert len(made) >= 6, made
    assert looked.total() >= 60, looked
