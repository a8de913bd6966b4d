"""Bad input: each mistake is a message that tells a person what to mend, and leaves the proof as it was."""

# ruff: noqa: N806 - the two runs are called L and R

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.tactics.scripts import ABOVE, LOOP, NOISY, proof_of
from twinproof.kernel.rules import Theorem
from twinproof.lang.errors import TwinproofError
from twinproof.tactics.failures import ShouldHaveFailed
from twinproof.tactics.script import (
    Proof,
    ScriptError,
    TacticFailed,
    all_of,
    expect_failure,
    forall,
    implies,
    length,
    post_processing,
    sequential_composition,
)
from twinproof.tactics.script import laplace as laplace_theorem


def refused(p: Proof, step: Callable[[], object], *words: str) -> str:
    """The message of a step that must fail, at the caller's line, with the proof unchanged."""
    shown = str(p)
    with pytest.raises(ScriptError) as caught:
        step()
    message = str(caught.value)
    for part in words:
        assert part in message
    assert message.startswith(f"{__file__}:")
    assert str(p) == shown
    return message


def above(p: Proof) -> dict[str, object]:
    """What [WhileExt] needs for Above Threshold."""
    L, R = p.left, p.right
    w, n = p.forall_eq("w"), p.name("n", length(L.answers))
    return {
        "invariant": all_of(
            L.i == R.i, L.i >= 0, L.bar + 1 == R.bar, implies(L.r == n, R.r == n), (L.r == n) | (L.r < L.i),
            implies(L.r == w, R.r == w),
        ),
        "variant": length(L.answers) - L.i,
        "critical": n - w,
        "epsilon": p.rigid.eps / 2,
    }  # fmt: skip


# ---------------------------------------------------------------------------------------------------------------- loops


def test_an_invariant_that_does_not_give_the_postcondition() -> None:
    p = proof_of(ABOVE)
    given = above(p) | {"invariant": p.left.i == p.right.i}
    message = refused(
        p,
        lambda: p.while_ext(**given),
        "after the loop the postcondition does not follow from the invariant",
        "does not follow: r⟨2⟩ = w",
        "although:        r⟨1⟩ = w",
    )
    values = dict(re.findall(r"(r⟨1⟩|r⟨2⟩|w) = (-?\d+)", message))
    assert values["r⟨1⟩"] == values["w"] != values["r⟨2⟩"]


def test_an_invariant_that_is_not_kept() -> None:
    p = proof_of(ABOVE)
    given = above(p)
    p.while_ext(**given | {"invariant": given["invariant"] & (p.left.i == 0)})
    p.wp().lap_null()
    refused(p, p.auto, "the precondition is not enough", "does not follow: i⟨1⟩ + 1 = 0", "i⟨1⟩ = 0    i⟨2⟩ = 0")


def test_an_invariant_that_does_not_hold_at_the_start() -> None:
    p = proof_of(LOOP)
    L, R, n, eps = p.left, p.right, p.rigid.n, p.rigid.eps
    p.while_((L.i == R.i) & (L.out == R.out) & (L.i >= 1), variant=n - L.i, bound=n, epsilon=eps)
    p.wp().lap_gen(shift=0, bound=1).auto()
    refused(p, p.auto, "does not follow: 1 ≤ 0")


def test_a_variant_that_does_not_decrease() -> None:
    p = proof_of(LOOP.replace("i += 1", "i += 0 if y > 3 else 1"))
    L, R, n, eps = p.left, p.right, p.rigid.n, p.rigid.eps
    p.while_(all_of(L.i == R.i, L.out == R.out), variant=n - L.i, bound=n, epsilon=eps)
    p.wp().lap_gen(shift=0, bound=1)
    refused(p, p.auto, "does not follow: n − (i⟨1⟩ + ", "< k")


def test_a_variant_that_does_not_end_the_loop() -> None:
    p = proof_of(LOOP)
    L, R, n, eps = p.left, p.right, p.rigid.n, p.rigid.eps
    step = lambda: p.while_(all_of(L.i == R.i, L.out == R.out), variant=L.i, bound=n, epsilon=eps)  # noqa: E731
    refused(p, step, "the loop may go on when the variant i⟨1⟩ is used up", "does not follow: n ≤ i⟨1⟩")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"variant": lambda p: p.right.i}, "the variant is about the left run, and cannot speak of i⟨2⟩"),
        ({"variant": lambda p: p.left.out}, "the variant out⟨1⟩ must be an integer, not list[int]"),
        ({"bound": lambda p: p.left.i}, "may speak of rigid variables only, not of i⟨1⟩: name it first"),
        ({"epsilon": lambda p: p.left.i}, "ε cannot speak of i"),
        ({"epsilon": lambda p: 2 * p.rigid.eps}, "this costs ⟨2 · eps · n, 0⟩, and the goal has only ⟨n · eps, 0⟩"),
        ({"epsilon": lambda p: -p.rigid.eps}, "an iteration cannot cost less than 0"),
        ({"total": lambda p: lambda k: (k + 1) * p.rigid.eps}, "the total of no iterations must be 0"),
        ({"bound": lambda p: p.rigid.n - 1}, "the number of iterations may be negative"),
        ({"invariant": lambda p: p.left.i}, "`i⟨1⟩` is int, and a condition is needed here"),
    ],
)
def test_what_a_loop_is_given(change: dict[str, Callable[[Proof], object]], words: str) -> None:
    p = proof_of(LOOP)
    L, R, n, eps = p.left, p.right, p.rigid.n, p.rigid.eps
    given: dict[str, Any] = {
        "invariant": all_of(L.i == R.i, L.out == R.out),
        "variant": n - L.i,
        "bound": n,
        "epsilon": eps,
    }
    given |= {name: make(p) for name, make in change.items()}
    refused(p, lambda: p.while_(**given), words)


def test_a_critical_value_that_lives_in_a_memory() -> None:
    p = proof_of(ABOVE)
    given = above(p) | {"critical": length(p.left.answers)}
    refused(p, lambda: p.while_ext(**given), "the critical value may speak of rigid variables only", "name it first")


def test_what_was_given_up_must_not_come_back() -> None:
    p = proof_of(ABOVE)
    w = p.pointwise("w")
    L, R = p.left, p.right
    step = lambda: p.while_ledger(  # noqa: E731
        all_of(L.i == R.i, implies(L.r == w, R.r == w), p.ledger.bar * 2 + p.ledger.s <= 4), keep=(L.r == w) | (L.i < 3)
    )
    refused(p, step, "a left run that was given up (¬keep) may come back")


def test_a_loop_on_the_right_must_end() -> None:
    text = """
@mechanism(epsilon="eps")
def f(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    i = x
    while i > 0:
        i -= 1
    return laplace(x, 1 / eps)
"""
    p = proof_of(text)
    p.lap_gen(shift=0, bound=1)
    p.while_left(True).auto()
    refused(p, lambda: p.while_right(True, variant=3 - p.right.i), "the loop may go on when the variant")
    refused(p, lambda: p.while_right(True, variant=p.left.i), "the variant is about the right run")


ROUNDS = """
@mechanism(epsilon="eps")
def f(start: Annotated[int, within(1)], rounds: int, eps: Epsilon) -> int:
    i = start
    while i < rounds:
        i += 1
    return laplace(0, 1 / eps)
"""


def test_loops_out_of_step() -> None:
    p = proof_of(ROUNDS)
    p.pointwise("w")
    refused(p, lambda: p.while_async(True), "both programs must end with a loop")
    p.sample(0)
    L, R, rounds = p.left, p.right, p.rigid.rounds
    paid, late = p.ledger.result <= 0, R.i < rounds
    behind, ahead = (L.i < R.i) & (L.i < rounds), (R.i < L.i) & late
    given: list[tuple[dict[str, Any], str]] = [
        ({"right": ahead}, "where neither loop goes alone, both must go on or both must stop"),
        ({"left": behind}, "where neither loop goes alone, both must go on or both must stop"),
        ({"left": L.i < R.i, "right": ahead}, "the left loop may be done where it is to go alone"),
        ({"left": behind, "right": R.i < L.i}, "the right loop may be done where it is to go alone"),
        (
            {"left": behind, "right": ahead, "variant": R.i},
            "the variant i⟨2⟩ may be negative where the right loop goes",
        ),
        (
            {"left": behind, "right": ahead, "variant": L.i},
            "the variant is about the right run, and cannot speak of i⟨1⟩",
        ),
        ({"left": behind, "right": ahead, "variant": p.rigid.eps}, "the variant eps must be an integer, not real"),
        ({"keep": L.i > 0}, "what is kept after the loop must have been kept in it"),
    ]
    for change, words in given:
        refused(p, lambda change=change: p.while_async(paid, **change), words)  # type: ignore[misc]
    refused(
        p, lambda: p.while_async(True, left=behind, right=ahead), "after the loop the postcondition does not follow"
    )
    p.while_async(paid, left=behind, right=ahead, variant=5 + rounds * 0).auto().auto()
    refused(p, p.auto, "does not follow: 5 + rounds · 0 < k")


def test_with_a_ledger_too_a_loop_on_the_right_must_end() -> None:
    p = proof_of(ROUNDS)
    p.pointwise("w")
    p.sample(0)
    paid = p.ledger.result <= 0
    p.while_left(paid).auto()
    refused(p, lambda: p.while_right(paid, variant=p.right.i), "the variant i⟨2⟩ may be negative where the right loop")
    refused(p, lambda: p.while_right(paid, variant=p.left.i), "the variant is about the right run")
    p.while_right(paid, variant=p.rigid.rounds - p.right.i).auto().auto()
    p.qed()


def test_a_guard_is_about_its_own_run() -> None:
    p = proof_of(ROUNDS)
    p.pointwise("w")
    p.sample(0)
    p.seq(p.ledger.result <= 0, left=1, right=1).auto()
    refused(p, lambda: p.split("left", p.right.i < 0), "the guard is about the left run, and cannot speak of i⟨2⟩")
    refused(p, lambda: p.split("right", p.ledger.result < 1), "the guard is about the right run")


# -------------------------------------------------------------------------------------------------------------- budgets


def test_a_budget_that_is_too_small() -> None:
    p = proof_of(NOISY)
    p.wp()
    refused(
        p,
        lambda: p.lap_gen(shift=0, bound=2),
        "lap_gen does not apply: this costs ⟨2 · eps, 0⟩, and the goal has only ⟨eps, 0⟩ to spend",
        "does not follow: 0 ≤ −eps",
    )


def test_a_bound_that_is_too_small() -> None:
    p = proof_of(NOISY)
    p.wp().lap_gen(shift=0, bound=0)
    refused(p, p.auto, "does not follow: |0 + (x⟨1⟩ + 1) − (x⟨2⟩ + 1)| ≤ 0", "x⟨1⟩ = ", "x⟨2⟩ = ")


def test_a_wrong_coupling() -> None:
    p = proof_of(NOISY)
    p.wp().lap_gen(shift=1, bound=1)
    refused(p, p.auto, "does not follow: |1 + (x⟨1⟩ + 1) − (x⟨2⟩ + 1)| ≤ 1")


def test_a_budget_for_the_first_part_that_is_not_there() -> None:
    p = proof_of(NOISY)
    step = lambda: p.seq(True, left=1, right=1, epsilon=2 * p.rigid.eps)  # noqa: E731
    refused(p, step, "this costs ⟨2 · eps, 0⟩")


def test_a_bound_or_a_rate_that_lives_in_a_memory() -> None:
    p = proof_of(NOISY)
    p.wp()
    refused(p, lambda: p.lap_gen(shift=0, bound=p.left.x), "the bound x⟨1⟩ is part of the budget")
    refused(p, lambda: p.lap_gen(shift=0, bound=1, rate=p.left.x), "the rate x⟨1⟩ speaks of a memory")


# ---------------------------------------------------------------------------------------------- a rule at a wrong place


WRONG_PLACE: list[tuple[str, Callable[[Proof], object], str]] = [
    ("lap_gen", lambda p: p.lap_gen(shift=0, bound=1), "both programs must end with a sampling; here stand last"),
    ("lap_null", lambda p: p.lap_null(), "`result ← z + 1` (line 12)"),
    ("one_lap_gen", lambda p: p.wp().one_lap_gen(shift=0, bound=1), "the noise must be one-sided"),
    ("sample", lambda p: p.sample(0), "this goal has a budget, not a ledger; use lap_gen or lap_null"),
    ("while_ledger", lambda p: p.while_ledger(True), "this goal has a budget, not a ledger"),
    (
        "while_async",
        lambda p: p.while_async(True),
        "this goal has a budget, not a ledger; use while_left and while_right",
    ),
    ("while_ext", lambda p: p.while_ext(True, variant=0, critical=0, epsilon=0), "both programs must end with a loop"),
    ("while_left", lambda p: p.while_left(True), "the left program must end with a loop; it ends with `result"),
    ("while_right", lambda p: p.while_right(True, variant=0), "the right program must end with a loop"),
    ("sample_left", lambda p: p.sample_left(), "the left program must end with a sampling"),
    ("cond", lambda p: p.cond(), "must be a conditional and nothing else; cut the program around it with seq"),
    ("cond_left", lambda p: p.cond_left(), "the left program must be a conditional"),
    ("unfold", lambda p: p.unfold("left"), "the left program must begin with a loop; it begins with `y ← x + 1`"),
    ("unfold sideways", lambda p: p.unfold("up"), "the side is 'left' or 'right'"),
    ("split", lambda p: p.split("right", True), "the right program must begin with a loop; it begins with `y ← x + 1`"),
    ("split sideways", lambda p: p.split("both", True), "the side is 'left' or 'right'"),
    ("split by a number", lambda p: p.split("left", p.left.x), "`x⟨1⟩` is int, and a condition is needed here"),
    ("skip", lambda p: p.skip(), "there are commands left"),
    ("auto", lambda p: p.auto(), "on the left there is still `z ←$ L_{eps}(y)` (line 11)"),
    ("exfalso", lambda p: p.exfalso(), "the precondition is possible"),
    ("frame", lambda p: p.frame(), "every part of the postcondition speaks of what the programs write: result⟨1⟩"),
    ("exists", lambda p: p.exists("j"), "no part of the precondition begins with ∃"),
    ("assign", lambda p: p.wp().assign(), "the last command must be an assignment; it is `z ←$"),
    ("seq nowhere", lambda p: p.seq(True), "say where to cut: at=LINE"),
    ("seq at a line", lambda p: p.seq(True, at=99), "stands in line 99; there are lines 10, 11, 12"),
    ("seq with keep", lambda p: p.seq(True, left=1, right=1, keep=True), "keep=… is for a goal with a ledger"),
    ("seq too far", lambda p: p.seq(True, left=9, right=9), "has 3 commands, and cannot be cut after 9"),
    ("lines", lambda p: p.lines(99), "no command stands in lines 99 to 99"),
    ("name twice", lambda p: p.name("eps", 3), "the name `eps` is taken"),
    ("no name", lambda p: p.name("a b", 3), "'a b' is not a name"),
    ("conseq post", lambda p: p.conseq(post=p.left.y == 0), "the new postcondition is not stronger"),
    ("conseq pre", lambda p: p.conseq(pre=p.left.x == 0), "the new precondition is not weaker"),
    ("conseq budget", lambda p: p.conseq(epsilon=2 * p.rigid.eps), "this costs ⟨2 · eps, 0⟩"),
    ("forall_eq", lambda p: p.seq(p.left.y == 0, left=1, right=1).forall_eq("w"), "must be x⟨1⟩ = x⟨2⟩ and nothing"),
    ("case", lambda p: p.case(p.left.x), "`x⟨1⟩` is int, and a condition is needed here"),
    ("certificate of a lemma", lambda p: _lemma(p).certificate(), "a lemma is not the privacy of a mechanism"),
    ("apply", lambda p: p.apply(_lemma(p).qed()), "the theorem is about other programs"),
    ("apply with a name", lambda p: p.apply(_lemma(p).qed(), q=1), "the theorem has no rigid variable `q`"),
]


def _lemma(p: Proof) -> Proof:
    lemma = p.lemma(p.commands(0, 1), p.left.x == p.right.x, p.left.y == p.right.y)
    return lemma.auto()


@pytest.mark.parametrize(("step", "words"), [(s, w) for _, s, w in WRONG_PLACE], ids=[n for n, _, _ in WRONG_PLACE])
def test_a_rule_at_the_wrong_place(step: Callable[[Proof], object], words: str) -> None:
    p = proof_of(NOISY)
    with pytest.raises(TacticFailed if "a condition" not in words else ScriptError) as caught:
        step(p)
    assert words in str(caught.value)
    assert f"{__file__}:" in str(caught.value)


def test_nothing_is_left_to_do() -> None:
    p = proof_of(NOISY)
    p.wp().lap_gen(shift=0, bound=1).auto()
    refused(p, p.auto, "no goal is open")


def test_a_ledger_goal_refuses_what_needs_a_budget() -> None:
    p = proof_of(NOISY)
    p.pointwise("w")
    p.wp()
    refused(p, lambda: p.lap_gen(shift=0, bound=1), "this goal has a ledger, not a budget; use sample")
    refused(p, lambda: p.forall_eq("u"), "this goal has a ledger")
    refused(p, lambda: p.sample(0, counter=p.left.x), "counter=… is one of the ledger's counters")
    refused(p, lambda: p.conseq(epsilon=1), "this goal has a ledger, not a budget; use pre=… and post=…")
    refused(p, lambda: p.seq(True, left=1, right=1, epsilon=1), "use the counters in `mid`")
    other = proof_of(NOISY)
    other.pointwise("w", counters={"none": 3 * other.rigid.eps})
    other.wp()
    refused(other, lambda: other.sample(0), "no counter of the ledger has the rate eps; give counter=…")


def test_a_name_that_does_not_exist() -> None:
    p = proof_of(ABOVE)
    refused(p, lambda: p.left.baar, "there is no `baar` in the left run; did you mean `bar`")
    refused(p, lambda: p.ledger.bar, "there is no `bar` in the ledger; it has no variables")


def test_runs_that_part_at_a_conditional() -> None:
    text = """
@mechanism(epsilon="eps")
def f(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    y = 0
    if x > 0:
        y = 1
    return laplace(x, 1 / eps)
"""
    p = proof_of(text)
    p.lap_gen(shift=0, bound=1)
    p.seq(True, left=1, right=1).auto()
    refused(p, p.cond, "both runs must take the same branch (cond_left and cond_right let them part)")


def test_a_quantified_obligation_that_the_solver_cannot_decide_is_said_to_be_undecided() -> None:
    p = proof_of(NOISY)
    L = p.left
    hard = forall(lambda a, b, c: implies((a > 0) & (b > 0) & (c > 0), a * a * a + b * b * b != c * c * c + 0 * L.x))
    refused(p, lambda: p.conseq(pre=hard), "the solver does not know", "give it less to do")


def test_a_mechanism_that_cannot_be_read() -> None:
    with pytest.raises(TwinproofError, match="there is no such file"):
        Proof("nowhere.py")


# ------------------------------------------------------------------------------------------------------- expect_failure


def test_an_expected_failure_changes_nothing() -> None:
    p = proof_of(NOISY)
    p.wp()
    shown = str(p)
    with expect_failure("does not follow: |1 + (x⟨1⟩ + 1) − (x⟨2⟩ + 1)| ≤ 1"):
        p.lap_gen(shift=1, bound=1).auto()
    assert str(p) == shown
    p.lap_gen(shift=0, bound=1).auto()
    p.qed()


def test_a_failure_that_does_not_come() -> None:
    p = proof_of(NOISY)
    with pytest.raises(ShouldHaveFailed, match="expected to fail, and it went through"), expect_failure():
        p.wp()


def test_a_failure_for_another_reason() -> None:
    p = proof_of(NOISY)
    with pytest.raises(ShouldHaveFailed, match="does not contain 'budget'"), expect_failure("budget"):
        p.skip()


def test_other_mistakes_are_not_taken_for_the_expected_one() -> None:
    with pytest.raises(ZeroDivisionError), expect_failure():
        1 / 0  # noqa: B018


# ----------------------------------------------------------------------------------------------------- general theorems


def test_the_general_theorems_refuse_what_they_are_not_about() -> None:
    p = proof_of(NOISY)
    refused(p, lambda: laplace_theorem(p.commands(0, 1), 1), "the theorem is about one Laplace sampling")
    noisy = laplace_theorem(p.commands(1, 2), 1)
    refused(p, lambda: post_processing(noisy, p.commands(1, 2), p.left.z), "no samplings and no loops")
    refused(p, lambda: post_processing(noisy, p.commands(0, 1), p.left.y), "y is not computed from the private result")
    refused(p, lambda: post_processing(noisy, p.commands(2, 3), p.right.result), "a variable of the left run")
    refused(p, lambda: sequential_composition(noisy, _needs_more(p)), "the second part needs more than equal results")


def _needs_more(p: Proof) -> Theorem:
    lemma = p.lemma(p.commands(2, 3), (p.left.z == 3) & (p.right.z == 3), p.left.result == 4)
    return lemma.auto().qed()
