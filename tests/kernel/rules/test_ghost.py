"""[Ghost]: variables that only proofs write."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
    Maker,
    add,
    both,
    eps,
    eq,
    items,
    laplace,
    le,
    lt,
    n,
    one,
    p,
    refused,
    two,
    x,
    y,
    z,
)
from tests.kernel.semantics import FUZZ, RIGHT_WINDOW, Layout, Runner, values_of
from twinproof.kernel import rules
from twinproof.kernel.judgment import Judgment
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Command, If, Sample, Skip, While, mentioned, sequence
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, Literal, Op, Place, Var, apply, negate
from twinproof.lang.noise import COIN, UNIFORM
from twinproof.lang.types import BOOL, INT
from twinproof.tactics.stepping import alone

H = Var("h", BOOL)
G = Var("g", INT)
SAME = eq(one(x), two(x))
CHANCE = Literal(Fraction(1, 3))


def about(command: Command, post: Expr = SAME) -> Theorem:
    """{ wp } command ~ skip { post }."""
    return alone(command, Place.LEFT, post, FREE)


def test_assignments_to_a_ghost_are_taken_away() -> None:
    noted = sequence(Assign(H, FALSE), Assign(x, add(x, 1)), Assign(H, apply(Op.OR, H, le(x, y))))
    made = rules.ghost(H, about(noted)).judgment
    assert made == Judgment(Assign(x, add(x, 1)), Skip(), eq(add(one(x), 1), two(x)), SAME, FREE)


def test_ghosts_in_branches_and_loops_are_taken_away_on_both_sides() -> None:
    inside = sequence(Assign(y, add(y, 1)), Assign(H, TRUE))
    noted = sequence(If(p, Assign(H, TRUE), inside), While(lt(y, n), inside))
    bare = sequence(If(p, Skip(), Assign(y, add(y, 1))), While(lt(y, n), Assign(y, add(y, 1))))
    made = rules.ghost(H, rules.exfalso(noted, noted, SAME, FREE)).judgment
    assert (made.left, made.right) == (bare, bare)


def test_a_draw_into_a_ghost_is_taken_away() -> None:
    noted = sequence(laplace(G, add(x, 1)), Assign(y, x))
    made = rules.ghost(G, rules.conseq(both(lt(0, eps), SAME), SAME, FREE, about(noted))).judgment
    assert made == Judgment(Assign(y, x), Skip(), both(lt(0, eps), SAME), SAME, FREE)


def test_what_is_left_must_not_read_a_ghost() -> None:
    for command in (
        Assign(x, apply(Op.ITE, H, ONE, ZERO)),
        If(H, Assign(x, ONE), Skip()),
        While(H, Assign(x, ONE)),
        laplace(x, apply(Op.ITE, H, ONE, ZERO)),
    ):
        for noted in (command, sequence(Assign(H, TRUE), command)):
            with refused("must not be read by what is left"):
                rules.ghost(H, rules.exfalso(noted, Skip(), SAME, FREE))
            with refused("must not be read by what is left"):
                rules.ghost(H, rules.exfalso(Skip(), noted, SAME, FREE))


def test_a_ghost_that_another_one_reads_goes_after_it() -> None:
    noted = sequence(laplace(G, x), Assign(H, le(G, y)))
    made = rules.conseq(both(lt(0, eps), SAME), SAME, FREE, about(noted))
    with refused("must not be read by what is left"):
        rules.ghost(G, made)
    assert rules.ghost(G, rules.ghost(H, made)).judgment.left == Skip()


@pytest.mark.parametrize("side", [Place.LEFT, Place.RIGHT])
def test_the_postcondition_must_not_speak_of_a_ghost(side: Place) -> None:
    with refused("the postcondition must not speak of h"):
        rules.ghost(H, rules.skip(both(SAME, Var("h", BOOL, side)), FREE))


def test_a_ghost_is_a_variable_of_the_programs_and_the_cost_a_budget() -> None:
    with refused("must be a variable of the programs"):
        rules.ghost(Var("h", BOOL, Place.RIGID), rules.skip(SAME, FREE))
    with refused("a judgment with a budget"):
        rules.ghost(H, rules.skip(SAME, LEDGERS))


def test_the_noise_of_a_ghost_must_be_lawful() -> None:
    with refused("the noise of a ghost must be lawful"):
        rules.ghost(G, about(laplace(G, x)))
    chance = apply(Op.QUOTIENT, apply(Op.REAL, n), apply(Op.REAL, add(n, 1)))
    tossed = Sample(H, COIN, (chance,), TRUE)
    with refused("the noise of a ghost must be lawful"):
        rules.ghost(H, rules.conseq(SAME, SAME, FREE, about(tossed)))
    assert rules.ghost(H, rules.conseq(both(le(0, n), SAME), SAME, FREE, about(tossed))).judgment.left == Skip()


def test_whether_it_is_lawful_must_not_be_a_matter_of_the_memory() -> None:
    """Elsewhere in the run there may be no such noise, and then the run does not go on."""
    drawn = Sample(G, UNIFORM, (y,), ZERO)
    with refused("y cannot be used here"):
        rules.ghost(G, rules.conseq(both(le(1, one(y)), SAME), SAME, FREE, about(drawn)))


def ghosts_in(maker: Maker, depth: int) -> Command:
    """A random program with ghosts that read everything."""
    rng = maker.rng
    parts: list[Command] = []
    for _ in range(depth):
        kind, inside = rng.random(), ghosts_in(maker, 1) if depth > 1 else Skip()
        if kind < 0.3:
            parts.append(Assign(H, maker.pick(negate(H), le(x, y), p, lt(G, x))))
        elif kind < 0.45:
            parts.append(rng.choice((Sample(H, COIN, (CHANCE,), TRUE), laplace(G, maker.pick(x, G)))))
        elif kind < 0.6:
            parts.append(If(p, inside, Assign(G, add(G, 1))))
        elif kind < 0.7:
            parts += [Assign(z, ZERO), While(lt(z, ONE), sequence(Assign(z, add(z, 1)), inside))]
        else:
            parts.append(rng.choice((Assign(x, maker.integer()), Assign(y, maker.integer()), laplace(x, y))))
    return sequence(*parts)


def test_random_programs_end_alike_with_ghosts_and_without() -> None:
    """What the ghosts' own window cuts off is missing with them, and nothing else is."""
    seen = 0
    for attempt in range(200 * FUZZ):
        maker = Maker(Random(f"ghost {attempt}"), FREE)
        noted = ghosts_in(maker, 3)
        made = rules.exfalso(noted, noted, SAME, FREE)
        bare = rules.ghost(G, rules.ghost(H, rules.conseq(both(lt(0, eps), FALSE), SAME, FREE, made))).judgment.left
        assert mentioned(bare).isdisjoint({H, G})
        layout = Layout((x, y, z, p, items, H, G), (eps, n))
        start = tuple(maker.rng.choice(values_of(v.type)) for v in layout.memory)
        runners = [Runner(layout, (Fraction(1), 1), RIGHT_WINDOW, left=False) for _ in range(2)]
        with_ghosts, without = (
            ends_of(runner.run(program, {start: Fraction(1)}))
            for runner, program in zip(runners, (noted, bare), strict=True)
        )
        assert all(mass <= without[end] for end, mass in with_ghosts.items())
        assert sum(without.values()) - sum(with_ghosts.values()) <= runners[0].lost
        seen += noted != bare and len(without) > 1
    assert seen > 20


def ends_of(runs: dict[tuple[object, ...], Fraction]) -> Counter[tuple[object, ...]]:
    """How likely each memory is at the end, but for the ghosts in it."""
    ends: Counter[tuple[object, ...]] = Counter()
    for memory, mass in runs.items():
        ends[memory[:-2]] += mass  # type: ignore[assignment]
    return ends
