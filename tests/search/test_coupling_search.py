"""Choosing couplings by trial."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from tests.search.reading import ABOVE, mechanism_of
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
from twinproof.search.adjacency_cases import Statement
from twinproof.search.alignment import Pace
from twinproof.search.compiled import Program
from twinproof.search.coupling_search import Search
from twinproof.search.couplings import choices
from twinproof.search.trials import Trials


def search_for(mechanism: Mechanism, trials: int = 200, factor: Fraction = Fraction(1), tier: int = 0) -> Search:
    program = Program(mechanism)
    source = Trials(program, {})
    statement = Statement.of(mechanism)
    names = statement.names
    made = [*source.stream(trials), *source.long(20)]
    pace = Pace.of(mechanism, {})
    tossed = [None] * len(mechanism.samplings)
    offered = choices(mechanism, names, tier, {})
    priced, counted = statement.pricings, statement.counter_of
    return Search(program, offered, names, priced, counted, pace, tossed, {}, frozenset(), made, factor)


def shifts(search: Search) -> Iterator[list[str]]:
    for couplings in search.solutions():
        yield [show_expr(c.shift) if c is not None else "-" for c in couplings]


def test_the_known_coupling_comes_first() -> None:
    found = next(shifts(search_for(mechanism_of(ABOVE))))
    assert found == ["1", "if bar⟨1⟩ ≤ sampled then 1 else answers⟨2⟩[i⟨2⟩] − answers⟨1⟩[i⟨1⟩]"]


def test_every_solution_passes_every_trial() -> None:
    search = search_for(mechanism_of(ABOVE), tier=1)
    count = 0
    for _ in search.solutions():
        count += 1
        assert all(search.passes(t)[0] for t in search.trials)
    assert count >= 2


@pytest.mark.parametrize("factor", [Fraction(1, 2), Fraction(3, 4), Fraction(9, 10)])
def test_a_smaller_budget_has_no_coupling(factor: Fraction) -> None:
    assert list(shifts(search_for(mechanism_of(ABOVE), factor=factor))) == []


def test_half_the_noise_has_no_coupling() -> None:
    assert list(shifts(search_for(mechanism_of(ABOVE.replace("4 / eps", "2 / eps"))))) == []
    assert list(shifts(search_for(mechanism_of(ABOVE.replace("return i", "return noisy"))))) == []


def test_a_trial_added_between_solutions_counts() -> None:
    """With few trials a wrong coupling passes; the trial that it fails takes it away."""
    mechanism = mechanism_of(ABOVE)
    search = search_for(mechanism, trials=2)
    search.trials = search.trials[:2]
    more = list(Trials(search.program, {}).stream(200))
    for _ in search.solutions():
        failed = [t for t in more if not search.accepts(t)]
        search.trials += failed
        if not failed:
            break
    else:
        pytest.fail("no coupling is left")
    assert all(search.accepts(t) for t in more)
    assert len(search.trials) > 2


def test_a_shift_that_depends_on_the_sample_is_one_to_one() -> None:
    """Two samples may not be sent to one place: a case distinction that would is no coupling."""
    text = """
    @mechanism(epsilon="eps")
    def sign(a: Annotated[int, within(1)], eps: Epsilon) -> bool:
        return laplace(a, 2 / eps) >= 0
    """
    for found in shifts(search_for(mechanism_of(text), tier=2)):
        assert found not in (["if 0 ≤ sampled then 0 else 1"], ["if 0 ≤ sampled then −1 else 0"])


def test_the_trials_are_always_the_same() -> None:
    program = Program(mechanism_of(ABOVE))
    first, second = (list(Trials(program, {}).stream(50)) for _ in range(2))
    assert [(t.left, t.right, t.rigid, t.run) for t in first] == [(t.left, t.right, t.rigid, t.run) for t in second]


def test_trials_are_adjacent() -> None:
    for bound in (1, 3):
        program = Program(mechanism_of(ABOVE.replace("each_within(1)", f"each_within({bound})")))
        apart = set()
        for trial in Trials(program, {}).stream(200):
            apart |= {b - a for a, b in zip(trial.left["answers"], trial.right["answers"], strict=True)}
        assert apart == set(range(-bound, bound + 1))
