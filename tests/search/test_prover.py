"""The prover as a whole: what it says, what it infers, and that it is never worse than unknown."""

import math
from collections import Counter
from dataclasses import replace
from typing import NoReturn

import pytest

from tests.search.reading import ABOVE, FLAGS, mechanism_of
from twinproof.kernel.judgment import Budget
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.kernel.rules import is_theorem
from twinproof.kernel.statement import privacy
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.expr import ONE, ZERO, Op, apply
from twinproof.lang.printer import show_expr
from twinproof.search import coupling_search, prover
from twinproof.search.attempt import NotFound
from twinproof.search.coupling_search import Choice, Search
from twinproof.search.couplings import Choices
from twinproof.search.display import explain_proof, explain_stuck, show_cost, show_tried
from twinproof.search.prover import Allowance, Prover, infer, prove
from twinproof.search.result import Case, Proof, Stuck
from twinproof.search.trials import Trial

TWO = """
@mechanism(epsilon="{claim}")
def two(a: Annotated[int, within(1)], b: Annotated[int, within(1)], eps: Epsilon, more: Epsilon) -> tuple[int, int]:
    return laplace(a, 1 / eps), laplace(b, 1 / more)
"""


def test_a_proof_is_a_theorem_about_the_claim() -> None:
    mechanism = mechanism_of(ABOVE)
    found = prove(mechanism)
    assert isinstance(found, Proof)
    assert is_theorem(found.theorem)
    assert found.theorem.judgment == privacy(mechanism)
    check(write(mechanism, found.theorem), mechanism)


def test_the_coupling_is_told_line_by_line() -> None:
    found = prove(mechanism_of(ABOVE))
    assert isinstance(found, Proof)
    bar, noisy = found.couplings
    assert (bar.line, bar.variable, bar.rule, show_expr(bar.shift)) == (7, "bar", "ω-Samp", "1")
    assert show_cost(bar) == "eps / 2"
    assert noisy.line == 9
    assert show_cost(noisy).endswith("else 0")
    assert [(c.when is None, show_expr(c.shift)) for c in noisy.cases] == [
        (False, "1"),
        (True, "answers⟨2⟩[i⟨2⟩] − answers⟨1⟩[i⟨1⟩]"),
    ]
    assert [show_expr(c.price) for c in noisy.cases][-1] == "0"
    assert show_expr(found.spending[0].bound) == "4"
    for part in (
        "line 7: bar, coupled by [ω-Samp]",
        "shift  1",
        "at the loop",
        "budget: bar, noisy at most 4 times eps / 4",
    ):
        assert part in explain_proof(found)


def test_what_the_reader_adds_is_not_called_a_loop() -> None:
    text = """
    @mechanism(epsilon="eps")
    def first(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
        return laplace(xs[0], 1 / eps)
    """
    found = prove(mechanism_of(text))
    assert isinstance(found, Proof)
    assert not found.invariants  # it is stepped through
    assert "loop" not in found.explain()


def test_same_noise_costs_nothing() -> None:
    text = """
    @mechanism(epsilon="eps")
    def unused(a: Annotated[int, within(1)], eps: Epsilon) -> int:
        x = laplace(a, 1 / eps)
        y = laplace(0, 1 / eps)
        return y if x < x + 1 else 0
    """
    found = prove(mechanism_of(text))
    assert isinstance(found, Proof)
    assert any(c.cases == (Case(None, c.shift, ZERO),) for c in found.couplings)


@pytest.mark.parametrize(
    ("text", "change"),
    [
        (ABOVE, ("4 / eps", "3 / eps")),
        (ABOVE, ("2 / eps", "1 / eps")),
        (ABOVE, ("each_within(1)", "each_within(2)")),
        (ABOVE, ("return i", "return noisy")),
        (ABOVE, ("            return i", "            return i + answers[0]")),
        (FLAGS, ("4 * c / eps", "2 * c / eps")),
        (FLAGS, ("hits == c", "hits > c")),
        (FLAGS, ("bar = laplace(t, 2 / eps)", "bar = t")),
    ],
)
def test_a_small_change_breaks_the_proof(text: str, change: tuple[str, str]) -> None:
    assert change[0] in text
    found = prove(mechanism_of(text.replace(*change)))
    assert isinstance(found, Stuck)
    assert explain_stuck(found).startswith("No proof: ")


def test_where_it_got_stuck() -> None:
    found = prove(mechanism_of(TWO.format(claim="eps")))
    assert isinstance(found, Stuck)
    assert found.line == 7
    assert found.example is not None
    assert found.example.left["a"] != found.example.right["a"] or found.example.left["b"] != found.example.right["b"]
    assert "Two runs that stayed apart in all that was tried" in explain_stuck(found)


BARE = """
@mechanism(epsilon="eps")
def bare(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return x
"""
NO_INPUT = """
@mechanism(epsilon="eps", requires="n > 1000000000")
def nowhere(x: Annotated[int, within(1)], n: int, eps: Epsilon) -> int:
    return laplace(x, 1 / (2 * eps))
"""


def test_what_was_tried_is_said_and_no_more() -> None:
    """How many couplings there were for each draw, and how many pairs of runs it took; never that there are none."""
    found = prove(mechanism_of(TWO.format(claim="eps")))
    assert isinstance(found, Stuck)
    first = (
        "combinations of couplings (1 for the draw in line 7, 1 for the draw in line 7): none passed all trials, in "
    )
    assert show_tried(found.tried[0]).startswith(first)
    assert found.reason == "none of the couplings that were tried keeps the two runs together within the budget"
    bare = prove(mechanism_of(BARE))
    assert isinstance(bare, Stuck)
    assert bare.reason == "there is no noise to couple, and two runs return different outputs"
    assert bare.tried == ()
    nowhere = prove(mechanism_of(NO_INPUT))
    assert isinstance(nowhere, Stuck)
    assert nowhere.reason == "no pair of small inputs was found to try couplings on"


def test_a_search_that_was_given_up_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (coupling_search, prover):
        monkeypatch.setattr(module, "MOST_STEPS", 30)
    found = prove(mechanism_of(ABOVE.replace("4 / eps", "3 / eps")))
    assert isinstance(found, Stuck)
    assert "no coupling" not in explain_stuck(found)
    assert any(
        what.endswith("none passed all trials, in 30 pairs of runs, which is the limit")
        for what in map(show_tried, found.tried)
    )


def test_a_draw_that_the_grammar_has_nothing_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prover, "choices", lambda *_: [Choices(((),), ())])
    found = prove(mechanism_of(TWO.format(claim="eps").replace("laplace(a, 1 / eps), ", "0, ")))
    assert isinstance(found, Stuck)
    assert (found.reason, found.line) == ("the grammar has no coupling for this draw", 7)


@pytest.mark.parametrize(
    ("text", "smallest", "tighter"),
    [
        (TWO.format(claim="eps + more"), "eps + more", False),
        (TWO.format(claim="2 * eps + more"), "eps + more", True),
        (ABOVE.replace('epsilon="eps"', 'epsilon="3 * eps"'), "eps", True),
        (ABOVE.replace("4 / eps", "2 / eps"), "3 · eps / 2", False),
    ],
)
def test_the_smallest_budget(text: str, smallest: str, tighter: bool) -> None:
    found = infer(mechanism_of(text))
    assert isinstance(found, Proof)
    assert show_expr(found.claim.amount) == smallest
    assert found.tighter is tighter
    cost = found.theorem.judgment.cost
    assert isinstance(cost, Budget)
    assert cost.epsilon == found.claim.amount


class Told:
    """Writes down what a prover says about its work."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def __call__(self, text: str) -> None:
        self.texts.append(text)


BROKEN = ABOVE.replace("4 / eps", "2 / eps")


def test_what_is_known_to_be_false_is_not_tried() -> None:
    told = Told()
    found = Prover(mechanism_of(BROKEN), told).infer(Stuck("it is refuted"), 1.4)
    assert isinstance(found, Proof)
    assert show_expr(found.claim.amount) == "3 · eps / 2"
    assert told.texts[0] == "smallest ε: 3/2 times the claim"
    assert all(text.startswith("smallest ε: ") for text in told.texts)


@pytest.mark.parametrize(
    ("steps", "attempts", "most"),
    [(0, 6, 0), (1_000, 6, 1_000), (100_000, 0, 0), (100_000, 1, 100_000)],
)
def test_the_search_for_the_smallest_ends_by_counts(
    steps: int, attempts: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where every attempt at a proof fails, and there is no end of multiples to try."""

    def fails(*_: object) -> NoReturn:
        raise NotFound("not today")

    runs = Counter[int]()
    real = Search.passes

    def counted(self: Search, trial: Trial) -> tuple[bool, frozenset[Choice]]:
        runs[0] += 1
        return real(self, trial)

    monkeypatch.setattr(prover, "MOST_TO_INFER", Allowance(steps, attempts))
    monkeypatch.setattr(Prover, "_attempt", fails)
    monkeypatch.setattr(Search, "passes", counted)
    told = Told()
    found = Prover(mechanism_of(BROKEN), told).infer(Stuck("it is refuted"))
    assert isinstance(found, Stuck)
    assert found.reason.endswith("was found to be provable, then it was given up")
    assert sum("looking for invariants" in text for text in told.texts) <= attempts
    assert runs[0] <= 2 * most + 2  # those that check a combination are looked at once more


def test_a_loss_beyond_all_multiples_is_said() -> None:
    found = Prover(mechanism_of(BROKEN)).infer(Stuck("it is refuted"), math.inf)
    assert isinstance(found, Stuck)
    assert found.reason == "the loss is larger than 16 times the claim, and larger multiples are not tried"


def test_a_delta_that_is_not_needed_is_allowed() -> None:
    text = ABOVE.replace('epsilon="eps"', 'epsilon="eps", delta="1/10"')
    found = prove(mechanism_of(text))
    assert isinstance(found, Proof)
    assert found.claim.map(show_expr).named() == {"epsilon": "eps", "delta": "1 / 10"}
    assert found.theorem is not None
    assert found.theorem.judgment == privacy(mechanism_of(text))


def test_a_delta_must_not_be_negative() -> None:
    """The reader asks for that too; whoever makes a core program by hand is told by the prover."""
    mechanism = mechanism_of(ABOVE)
    eps = next(p.var for p in mechanism.parameters if p.positive)
    found = prove(replace(mechanism, claim=EpsilonDelta(eps, apply(Op.SUB, eps, ONE))))
    assert isinstance(found, Stuck)
    assert found.reason.startswith("the couplings need no δ, but the claimed one may be negative")


def test_a_delta_does_not_pay_for_couplings() -> None:
    text = ABOVE.replace('epsilon="eps"', 'epsilon="eps / 2", delta="1/10"')
    assert isinstance(prove(mechanism_of(text)), Stuck)


def test_what_is_not_modelled_is_unknown() -> None:
    text = """
    @mechanism(epsilon="2 * eps")
    def joined(a: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
        twice = a + a
        return [laplace(x, 1 / eps) for x in twice]
    """
    assert isinstance(prove(mechanism_of(text)), Stuck)


def test_progress_is_told() -> None:
    told: list[str] = []
    prove(mechanism_of(ABOVE), told.append)
    assert told == ["choosing couplings, tier 0", "looking for invariants, attempt 1 of tier 0"]
