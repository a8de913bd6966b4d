"""[Split]: a loop is its iterations while a guard holds, and then the rest."""

import pytest

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
    Maker,
    add,
    both,
    eps,
    eq,
    explore,
    laplace,
    le,
    lt,
    n,
    one,
    one_sided,
    p,
    refused,
    sub,
    two,
    w,
    x,
    y,
    z,
)
from twinproof.kernel import rules
from twinproof.kernel.judgment import Judgment
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Command, Sample, Skip, While, sequence
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, negate

SAME = eq(one(x), two(x))
UP = Assign(x, add(x, 1))
B, G = lt(x, y), lt(x, n)
LOOP, FIRST = While(B, UP), While(both(B, G), UP)
REST = Assign(y, ONE)


def test_both_phases_are_one_loop() -> None:
    for cost in (FREE, LEDGERS):
        premise = rules.exfalso(sequence(FIRST, LOOP, REST), REST, SAME, cost)
        made = rules.split(LOOP, G, "left", premise).judgment
        assert made == Judgment(sequence(LOOP, REST), REST, FALSE, SAME, cost)
        premise = rules.exfalso(REST, sequence(FIRST, LOOP), SAME, cost)
        assert rules.split(LOOP, G, "right", premise).judgment == Judgment(REST, LOOP, FALSE, SAME, cost)


def test_the_other_program_and_the_rest_stay() -> None:
    program = sequence(FIRST, LOOP, REST, LOOP)
    premise = rules.exfalso(program, program, SAME, FREE)
    made = rules.split(LOOP, G, "left", premise).judgment
    assert (made.left, made.right) == (sequence(LOOP, REST, LOOP), program)
    made = rules.split(LOOP, G, "right", premise).judgment
    assert (made.left, made.right) == (program, sequence(LOOP, REST, LOOP))


def test_a_guard_that_always_or_never_holds() -> None:
    for guard, first in ((TRUE, LOOP), (FALSE, While(FALSE, UP))):
        premise = rules.exfalso(sequence(first, LOOP), Skip(), SAME, FREE)
        assert rules.split(LOOP, guard, "left", premise).judgment.left == LOOP


@pytest.mark.parametrize(
    "phases",
    [
        Skip(),
        LOOP,
        sequence(LOOP, LOOP),
        sequence(While(G, UP), LOOP),
        sequence(While(both(G, B), UP), LOOP),
        sequence(While(both(B, negate(G)), UP), LOOP),
        sequence(While(both(B, G), Assign(x, add(x, 2))), LOOP),
        sequence(REST, FIRST, LOOP),
        sequence(UP, LOOP),
    ],
)
def test_the_first_phase_goes_on_while_the_guard_holds(phases: Command) -> None:
    whole = sequence(FIRST, LOOP)
    with refused("the first command of the premise is"):
        rules.split(LOOP, G, "left", rules.exfalso(phases, whole, SAME, FREE))
    with refused("the first command of the premise is"):
        rules.split(LOOP, G, "right", rules.exfalso(whole, phases, SAME, FREE))


@pytest.mark.parametrize(
    "phases",
    [
        FIRST,
        sequence(FIRST, FIRST),
        sequence(FIRST, REST),
        sequence(FIRST, REST, LOOP),
        sequence(FIRST, While(B, Assign(x, add(x, 2)))),
        sequence(FIRST, While(both(B, negate(G)), UP)),
        sequence(FIRST, While(le(x, y), UP)),
    ],
)
def test_the_second_phase_is_the_loop_itself(phases: Command) -> None:
    whole = sequence(FIRST, LOOP)
    with refused("the second command of the premise is"):
        rules.split(LOOP, G, "left", rules.exfalso(phases, whole, SAME, FREE))
    with refused("the second command of the premise is"):
        rules.split(LOOP, G, "right", rules.exfalso(whole, phases, SAME, FREE))


def test_the_side_is_left_or_right() -> None:
    whole = sequence(FIRST, LOOP)
    with refused("the side is left or right"):
        rules.split(LOOP, G, "both", rules.exfalso(whole, whole, SAME, FREE))


def test_the_guard_is_a_condition_of_the_program() -> None:
    premise = rules.exfalso(sequence(FIRST, LOOP), Skip(), SAME, FREE)
    for guard, why in ((one(G), "cannot read"), (le(w, 1), "cannot read"), (x, "and takes bool")):
        with refused(why):
            rules.split(LOOP, guard, "left", premise)
    forever = rules.exfalso(sequence(While(TRUE, UP), While(TRUE, UP)), Skip(), SAME, FREE)
    with refused("a condition is a bool, not int"):
        rules.split(While(TRUE, UP), ONE, "left", forever)


def draw_and_count(m: Maker) -> tuple[Command, ...]:
    """The body of a loop that ends, or of one that stops at random."""
    centre = m.pick(ZERO, x, y)
    draw = m.rng.choice((laplace, one_sided))(z, centre)
    step = m.rng.choice((Assign(x, add(x, 1)), Assign(y, sub(y, 1)), Assign(x, y)))
    commands: tuple[tuple[Command, ...], ...] = ((step,), (draw, step), (step, Assign(p, lt(z, x))), (draw, step))
    return m.rng.choice(commands)


def backwards(m: Maker, commands: tuple[Command, ...], left: bool, post: Expr) -> Theorem:
    """The commands of one program alone."""
    made = rules.skip(post, m.cost)
    for command in reversed(commands):
        post = made.judgment.pre
        match command:
            case Assign(target, value):
                assign = rules.assign_left if left else rules.assign_right
                made = m.seq(assign(target, value, post, m.cost), made)
            case Sample():
                made = m.seq((rules.sample_left if left else rules.sample_right)(command, post, m.cost), made)
            case _:
                raise AssertionError(command)
    return made


def unrolled(m: Maker, loop: While, commands: tuple[Command, ...], left: bool, post: Expr, times: int) -> Theorem:
    """The loop against skip, provided that it ends within so many iterations."""
    if times:
        rest = unrolled(m, loop, commands, left, post, times - 1)
        yes = m.seq(backwards(m, commands, left, rest.judgment.pre), rest)
    else:
        again = sequence(*commands, loop)
        yes = rules.exfalso(again if left else Skip(), Skip() if left else again, post, m.cost)
    rule, tagged = (rules.cond_left, one) if left else (rules.cond_right, two)
    opened = m.branch(tagged(loop.condition), yes, rules.skip(post, m.cost), loop.condition, rule)
    return rules.unfold(loop, "left" if left else "right", opened)


def test_split_loops_are_valid() -> None:
    """Two phases, each unrolled, are put together; both have to end within a few iterations."""

    def make(m: Maker) -> Theorem:
        left = m.rng.random() < 0.5
        condition, guard = (
            m.pick(lt(x, y), both(lt(x, y), negate(p))),
            m.pick(lt(x, n), p, le(z, 0), lt(y, z), eq(x, n)),
        )
        commands = draw_and_count(m)
        body = sequence(*commands)
        phases = While(both(condition, guard), body), While(condition, body)
        second = unrolled(m, phases[1], commands, left, m.assertion(), m.rng.randint(0, 2))
        first = unrolled(m, phases[0], commands, left, second.judgment.pre, m.rng.randint(0, 2))
        made = m.seq(first, second)
        made = m.weaken(both(made.judgment.pre, lt(0, eps)), made)
        return rules.split(phases[1], guard, "left" if left else "right", made)

    explore("split", 80, make, least=0.8)
