"""Tactics: each does what its rule says, through the kernel, and the goals it leaves are the rule's premises."""

# ruff: noqa: N806 - the two runs are called L and R

import re
import warnings

import pytest

from tests.tactics.scripts import ABOVE, LOOP, NOISY, proof_of
from twinproof.kernel.judgment import Budget, Ledger
from twinproof.kernel.replay import check
from twinproof.kernel.rules import is_theorem
from twinproof.kernel.statement import privacy
from twinproof.lang.expr import ZERO
from twinproof.lang.printer import show_expr
from twinproof.tactics.script import NotProved, Proof, TacticFailed, all_of, expect_failure, implies, ite, length
from twinproof.tactics.state import Sorry


def budget(p: Proof) -> str:
    cost = p.goals[0].judgment.cost
    assert isinstance(cost, Budget)
    return show_expr(cost.epsilon)


def after(p: Proof) -> str:
    return show_expr(p.goals[0].judgment.post)


def before(p: Proof) -> str:
    return show_expr(p.goals[0].judgment.pre)


def finished(p: Proof) -> bool:
    """A theorem that is the privacy statement, and a certificate that the kernel accepts."""
    theorem = p.qed()
    assert is_theorem(theorem)
    assert theorem.judgment == privacy(p.mechanism)
    assert check(p.certificate()).theorem.judgment == theorem.judgment
    return not p.goals


def test_a_proof_starts_with_the_privacy_statement() -> None:
    p = proof_of(NOISY)
    assert [goal.judgment for goal in p.goals] == [privacy(p.mechanism)]
    assert not p.proved


def test_sampling_and_stepping() -> None:
    p = proof_of(NOISY)
    p.wp()
    p.lap_gen(shift=0, bound=1)
    assert budget(p) == "0"
    assert "|0 + y⟨1⟩ − y⟨2⟩| ≤ 1" in after(p)
    p.assign()
    assert "|0 + (x⟨1⟩ + 1) − (x⟨2⟩ + 1)| ≤ 1" in after(p)
    p.skip()
    assert finished(p)
    assert p.rules == ["wp", "LapGen", "Assn", "Skip"]


def test_the_budget_that_is_left() -> None:
    p = proof_of(NOISY.replace('"eps"', '"5 * eps"'))
    p.wp().lap_gen(shift=0, bound=3)
    assert budget(p) == "2 · eps"


def test_what_is_left_over_is_no_harm() -> None:
    p = proof_of(NOISY.replace('"eps"', '"5 * eps"'))
    p.wp().lap_gen(shift=0, bound=1).auto()
    assert finished(p)


def test_one_side_at_a_time() -> None:
    p = proof_of(NOISY)
    p.wp().lap_gen(shift=0, bound=1)
    p.assign_left()
    assert "|0 + (x⟨1⟩ + 1) − y⟨2⟩| ≤ 1" in after(p)
    p.assign_right().auto()
    assert finished(p)


def test_a_limited_number_of_steps() -> None:
    p = proof_of(NOISY.replace("z = laplace(y, 1 / eps)", "w = laplace(y, 1 / eps)\n    v = w\n    z = v"))
    p.wp(left=1)
    assert after(p) == "z⟨1⟩ + 1 = result⟨2⟩"
    p.wp(left=2, right=3)
    assert after(p) == "w⟨1⟩ + 1 = w⟨2⟩ + 1"
    with pytest.raises(TacticFailed, match="only 0 commands can be stepped through, before `w ←"):
        p.wp(left=1)


def test_pointwise_equality() -> None:
    p = proof_of(NOISY)
    w = p.forall_eq("w")
    assert str(w) == "w"
    assert after(p) == "result⟨1⟩ = w ⇒ result⟨2⟩ = w"
    p.wp().lap_gen(shift=0, bound=1).auto()
    assert finished(p)


def test_pointwise_equality_with_a_delta_for_one_value() -> None:
    p = proof_of(
        '@mechanism(epsilon="0", delta="1")\ndef f(x: Annotated[int, within(1)]) -> int:\n    y = 3\n    return y\n'
    )
    p.forall_eq("w", points={3: 1})
    assert p.goals[0].judgment.cost == Budget(ZERO, p.goals[0].budget.delta)
    assert show_expr(p.goals[0].budget.delta) == "if w = 3 then 1 else 0"
    p.auto()
    assert finished(p)


def test_case() -> None:
    p = proof_of(NOISY)
    p.case(p.left.x == p.right.x)
    assert [goal.label for goal in p.goals] == ["case x⟨1⟩ = x⟨2⟩", "case x⟨1⟩ ≠ x⟨2⟩"]
    assert before(p).endswith("x⟨1⟩ = x⟨2⟩")
    p.wp().lap_null().auto()
    p.wp().lap_gen(shift=0, bound=1).auto()
    assert finished(p)


def test_conseq() -> None:
    p = proof_of(NOISY)
    L, R, eps = p.left, p.right, p.rigid.eps
    p.conseq(pre=(abs(L.x - R.x) <= 1) & (eps > 0), post=L.result + 1 == R.result + 1, epsilon=eps, delta=0)
    assert before(p) == "|x⟨1⟩ − x⟨2⟩| ≤ 1 ∧ 0 < eps"
    p.wp().lap_gen(shift=0, bound=1).auto()
    assert finished(p)


def test_seq_at_a_line_carries_what_is_not_touched() -> None:
    p = proof_of(NOISY)
    line = next(c.at.line for c in p.mechanism.samplings if c.at)
    p.seq(abs(p.left.y - p.right.y) <= 1, at=line)
    assert [goal.label for goal in p.goals] == ["first part", "second part"]
    assert after(p).startswith("0 < eps ∧ ")
    assert after(p).endswith("|y⟨1⟩ − y⟨2⟩| ≤ 1")
    p.auto()
    p.wp().lap_gen(shift=0, bound=1).auto()
    assert finished(p)


def test_seq_by_counting_commands_and_with_a_budget_for_the_first_part() -> None:
    p = proof_of(NOISY)
    p.seq(p.left.z == p.right.z, left=2, right=2, epsilon=p.rigid.eps)
    assert budget(p) == "eps"
    p.lap_gen(shift=0, bound=1).auto()
    assert budget(p) == "0"
    p.auto()
    assert finished(p)


def test_frame() -> None:
    p = proof_of(NOISY)
    p.seq((p.left.z == p.right.z) & (p.left.x - p.right.x <= 1), left=2, right=2, epsilon=p.rigid.eps)
    p.frame()
    assert after(p) == "z⟨1⟩ = z⟨2⟩"
    p.forall_eq("w")
    p.lap_gen(shift=0, bound=1).auto()
    p.auto()
    assert finished(p)


def test_conditionals() -> None:
    text = """
@mechanism(epsilon="eps")
def f(x: Annotated[int, within(1)], flag: bool, eps: Epsilon) -> int:
    if flag:
        y = laplace(x, 1 / eps)
    else:
        y = 0
    return y
"""
    p = proof_of(text)
    p.cond()
    assert [goal.label for goal in p.goals] == ["flag", "¬flag"]
    p.lap_gen(shift=0, bound=1).auto()
    p.auto()
    assert finished(p)

    p = proof_of(text)
    p.cond_left()
    p.cond_right()
    p.lap_gen(shift=0, bound=1).auto()
    p.exfalso()  # the flag is public: the runs cannot part
    p.cond_right()
    p.exfalso()
    p.auto()
    assert finished(p)


def test_while_with_a_cost_for_each_iteration() -> None:
    p = proof_of(LOOP)
    L, R, eps, n = p.left, p.right, p.rigid.eps, p.rigid.n
    p.while_((L.i == R.i) & (L.out == R.out), variant=n - L.i, bound=n, epsilon=eps)
    assert p.goals[0].label == "an iteration"
    assert budget(p) == "eps"
    p.wp().lap_gen(shift=0, bound=1).auto()
    assert p.goals[0].label == "up to the loop"
    assert budget(p) == "0"
    p.auto()
    assert finished(p)


def test_while_with_a_total_in_closed_form() -> None:
    """The k-th iteration from the end may cost k·ε: together n(n+1)/2·ε."""
    text = LOOP.replace('"n * eps"', '"n * (n + 1) / 2 * eps"')
    p = proof_of(text)
    L, R, eps, n = p.left, p.right, p.rigid.eps, p.rigid.n
    invariant = (L.i == R.i) & (L.out == R.out)
    p.while_(invariant, variant=n - L.i, bound=n, total=lambda k: k * (k + 1) / 2 * eps)
    assert budget(p) == "eps · k"
    p.wp().lap_gen(shift=0, bound=1)
    p.conseq(epsilon=0)
    p.auto()
    p.auto()
    assert finished(p)


def test_while_ext_and_names() -> None:
    p = proof_of(ABOVE)
    L, R, eps = p.left, p.right, p.rigid.eps
    w = p.forall_eq("w")
    n = p.name("n", length(L.answers))
    invariant = all_of(
        L.i == R.i, L.i >= 0, L.bar + 1 == R.bar, implies(L.r == n, R.r == n), (L.r == n) | (L.r < L.i),
        implies(L.r == w, R.r == w),
    )  # fmt: skip
    p.while_ext(invariant, variant=length(L.answers) - L.i, critical=n - w, epsilon=eps / 2)
    labels = ["before the critical iteration", "the critical iteration", "after the critical iteration"]
    assert [goal.label for goal in p.goals] == [*labels, "up to the loop"]
    p.wp().lap_null().auto()
    p.wp().lap_gen(shift=1, bound=2).auto()
    p.wp().lap_null().auto()
    p.lap_gen(shift=1, bound=1).auto()
    assert finished(p)


def test_the_ledger() -> None:
    p = proof_of(ABOVE)
    L, R = p.left, p.right
    w = p.pointwise("w")
    W = p.ledger
    assert dir(W) == ["bar", "s"]
    assert isinstance(p.goals[0].judgment.cost, Ledger)
    n = length(L.answers)
    invariant = all_of(
        L.i == R.i, L.i >= 0, L.bar + 1 == R.bar, implies(L.r == n, R.r == n), (L.r == n) | (L.r < L.i),
        implies(L.r == w, R.r == w), W.bar <= 1, W.s <= ite(L.i <= w, 0, 2),
    )  # fmt: skip
    p.while_ledger(invariant)
    p.wp().sample(ite(L.i == w, 1, R.answers[R.i] - L.answers[L.i])).auto()
    p.case(w == 0)  # the structural tactics serve a ledger, too
    p.sample(1).auto()
    started = all_of(L.i == 0, R.i == 0, L.r == n, R.r == n, W.bar == 0, W.s == 0)
    p.seq(started, left=2, right=2)
    p.conseq(post=all_of(started, p.adjacent, w != 0)).auto()
    p.sample(1).auto()
    assert finished(p)


def test_a_shift_that_depends_on_the_sample() -> None:
    p = proof_of(NOISY.replace('"eps"', '"2 * eps"'))
    p.pointwise("w", counters={"noise": p.rigid.eps})
    w = p.rigid.w
    p.wp()
    with expect_failure("v"):  # two samples would become one
        p.sample(lambda v: ite(v == w, 1, 0)).auto()
    p.sample(lambda v: ite(v <= w, 0, 1), counter=p.ledger.noise).auto()
    assert finished(p)


def test_same_noise_costs_nothing_on_the_ledger() -> None:
    p = proof_of(NOISY)
    p.pointwise("w")
    p.wp().sample()
    assert "ω_z + |y⟨2⟩ − y⟨1⟩ + y⟨1⟩ − y⟨2⟩|" in after(p)


def test_unfold_goes_through_a_short_loop() -> None:
    text = """
@mechanism(epsilon="eps")
def f(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    i = 0
    while i < 1:
        i += 1
    return laplace(x + i, 1 / eps)
"""
    p = proof_of(text)
    p.lap_gen(shift=0, bound=1)
    p.seq((p.left.i == 0) & (p.right.i == 0), left=1, right=1).auto()
    for side in ("left", "right"):
        p.unfold(side)
    p.cond()
    p.seq((p.left.i == 1) & (p.right.i == 1), left=1, right=1).auto()
    for side in ("left", "right"):
        p.unfold(side)
    p.cond()
    p.exfalso()
    p.auto()
    p.exfalso()
    assert finished(p)


def test_the_moved_entry_is_named() -> None:
    text = """
@mechanism(epsilon="eps")
def f(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    return laplace(len(xs), 1 / eps)
"""
    p = proof_of(text)
    p.exists("moved")
    assert "j ≠ moved ⇒ xs⟨1⟩[j] = xs⟨2⟩[j]" in before(p)
    p.lap_null().auto()
    assert finished(p)


def test_a_lemma_is_applied_with_a_value() -> None:
    p = proof_of(NOISY)
    L, R, eps = p.left, p.right, p.rigid.eps
    m = p.any("m")
    lemma = p.lemma(p.commands(1, 2), (abs(L.y - R.y) <= m) & (eps > 0), L.z == R.z, epsilon=m * eps)
    lemma.lap_gen(shift=0, bound=m).auto()
    p.wp().apply(lemma.qed(), m=1)
    assert "|y⟨1⟩ − y⟨2⟩| ≤ 1" in after(p)
    p.auto()
    assert finished(p)


def test_later_puts_a_goal_off() -> None:
    p = proof_of(NOISY)
    p.case(p.left.x == p.right.x)
    p.later()
    assert [goal.label for goal in p.goals] == ["case x⟨1⟩ ≠ x⟨2⟩", "case x⟨1⟩ = x⟨2⟩"]
    p.wp().lap_gen(shift=0, bound=1).auto()
    p.wp().lap_null().auto()
    assert finished(p)


def test_sorry_is_loud_and_gives_no_theorem() -> None:
    p = proof_of(NOISY)
    with pytest.warns(Sorry, match="SORRY"):
        p.sorry()
    assert not p.goals
    assert not p.proved
    assert "SORRY at" in str(p)
    assert "NOT PROVED" in str(p)
    with pytest.raises(NotProved, match="sorry was used"):
        p.qed()
    with pytest.raises(NotProved):
        p.certificate()


def test_sorry_in_one_branch_spoils_the_whole() -> None:
    p = proof_of(NOISY)
    p.case(p.left.x == p.right.x)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Sorry)
        p.sorry()
    p.wp().lap_gen(shift=0, bound=1).auto()
    assert not p.goals
    with pytest.raises(NotProved, match="there is no theorem"):
        p.qed()


def test_qed_shows_what_is_open() -> None:
    p = proof_of(NOISY)
    p.case(p.left.x == p.right.x)
    with pytest.raises(NotProved, match=r"(?s)2 goals are still open.*z ←\$ L_\{eps\}\(y\)"):
        p.qed()


TWO_SEARCHES = """
@mechanism(epsilon="2 * eps")
def two_searches(d: Database, score: Annotated[Score, sensitivity(1)], t: int, eps: Epsilon) -> tuple[int, int]:
    bar = laplace(t, 2 / eps)
    i = 0
    going = True
    while going:
        s = laplace(score(d, i), 4 / eps)
        if s < bar:
            i += 1
        else:
            going = False
    bar = laplace(t, 2 / eps)
    j = 0
    going = True
    while going:
        s = laplace(score(d, j), 4 / eps)
        if s < bar:
            j += 1
        else:
            going = False
    return i, j
"""


def test_what_is_given_up_in_a_first_loop_stays_so_in_a_second() -> None:
    p = proof_of(TWO_SEARCHES)
    L, R, score = p.left, p.right, p.rigid.score
    w = p.pointwise("w")
    W = p.ledger
    p.wp()
    together = all_of(L.going == R.going, L.bar + 1 == R.bar)
    second = all_of(together, L.i == R.i, L.j == R.j, W.bar <= 2, W.s <= ite(L.going, 2, 4))
    p.while_ledger(second, keep=(L.i == w[0]) & ite(L.going, L.j <= w[1], L.j == w[1]))
    p.wp().sample(ite(L.j == w[1], 1, score(R.d, R.j) - score(L.d, L.j))).auto()
    p.wp().sample(1)
    first = all_of(together, L.i == R.i, W.bar <= 1, W.s <= ite(L.going, 0, 2))
    p.while_ledger(first, keep=ite(L.going, L.i <= w[0], L.i == w[0]))
    p.wp().sample(ite(L.i == w[0], 1, score(R.d, R.i) - score(L.d, L.i))).auto()
    p.wp().sample(1).auto()
    assert finished(p)


def test_a_loop_on_the_left_with_a_ledger() -> None:
    """What the left run does in its loop is up to it; on the right the loop is not entered."""
    text = """
@mechanism(epsilon="eps")
def f(x: Annotated[int, within(1)], n: int, eps: Epsilon) -> int:
    i = 0
    while i > n and i > 0:
        i += n
    return laplace(x, 1 / eps)
"""
    p = proof_of(text)
    p.pointwise("w")
    p.sample(0)
    nothing_paid = p.ledger.result == 0
    p.while_left(nothing_paid).auto()
    assert p.rules == ["ω-Pointwise", "ω-Samp", "ω-While-L", "wp"]
    p.wp(left=1)
    p.seq((p.right.i == 0) & nothing_paid, left=0, right=1).auto()
    p.unfold("right").cond_right()
    p.exfalso()
    p.auto()
    assert finished(p)


def test_loops_in_step_are_a_case_of_loops_out_of_step() -> None:
    """Then no run goes alone, and there is one goal for the body; what cannot output w any more is given up as ever."""
    p = proof_of(ABOVE)
    L, R = p.left, p.right
    w = p.pointwise("w")
    W, n = p.ledger, length(L.answers)
    invariant = all_of(
        L.i == R.i, L.i >= 0, L.bar + 1 == R.bar, implies(L.r == n, R.r == n), (L.r == n) | (L.r < L.i),
        implies(L.r == w, R.r == w), W.bar <= 1, W.s <= ite(L.i <= w, 0, 2),
    )  # fmt: skip
    p.while_async(invariant, keep=(L.r == n) | (L.r == w))
    assert [goal.label for goal in p.goals] == ["an iteration of both runs", "up to the loop"]
    p.wp().sample(ite(L.i == w, 1, R.answers[R.i] - L.answers[L.i])).auto()
    p.sample(1).auto()
    assert finished(p)


def test_what_is_given_up_in_loops_out_of_step_may_be_a_goal_of_its_own() -> None:
    """The body has a loop itself, so { ¬keep } body { ¬keep } is left to prove."""
    text = """
@mechanism(epsilon="eps")
def f(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    y = laplace(x, 1 / eps)
    i = x
    while i < 5:
        j = 0
        while j < 3:
            j += 1
        i += 1
    return y
"""
    p = proof_of(text)
    L, R = p.left, p.right
    w = p.pointwise("w")
    same = all_of(implies(L.y == w, R.y == w), p.ledger.y <= 1)
    p.while_async(same, left=L.i < 5, right=R.i < 5, variant=5 - R.i, keep=L.y == w)
    runs = [f"an iteration of {which}" for which in ("both runs", "the left run alone", "the right run alone")]
    assert [goal.label for goal in p.goals] == [*runs, "what is pruned stays pruned", "up to the loop"]
    p.exfalso()
    p.wp().while_left(same).auto().auto()
    p.wp().while_right(all_of(same, R.i < 5, 5 - R.i == p.rigid.k), variant=3 - R.j).auto().auto()
    p.wp().while_left(L.y != w).auto().auto()
    p.wp().sample(0).auto()
    assert finished(p)


def test_a_loop_on_the_right_with_a_ledger() -> None:
    """It does nothing to the left run: what was given up before it is given up still."""
    text = """
@mechanism(epsilon="eps")
def f(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    y = laplace(x, 1 / eps)
    i = x
    while i > 0:
        i -= 1
    return y
"""
    p = proof_of(text)
    L, R = p.left, p.right
    w = p.pointwise("w")
    same = implies(L.y == w, (R.y == w) & (p.ledger.y <= 1))
    p.while_right(same, variant=R.i).auto()
    assert p.goals[0].ledger.keep == (L.y == w).expr
    p.while_left(same).auto()
    assert p.rules == ["ω-Pointwise", "ω-While-R", "wp", "ω-While-L", "wp"]
    p.wp().sample(0).auto()
    assert finished(p)


def test_a_loop_in_two_phases() -> None:
    """With a budget: the first three rounds cost something, the others do not."""
    text = """
@mechanism(epsilon="3 * eps", requires="n >= 3")
def f(x: Annotated[int, within(1)], n: int, eps: Epsilon) -> list[int]:
    out: list[int] = []
    i = 0
    while i < n:
        y = laplace(x if i < 3 else i, 1 / eps)
        out.append(y)
        i += 1
    return out
"""
    p = proof_of(text)
    L, R, n, eps = p.left, p.right, p.rigid.n, p.rigid.eps
    p.seq(all_of(L.i == 0, R.i == 0, L.out == R.out), left=2, right=2).auto()
    p.split("left", L.i < 3).split("right", R.i < 3)
    same = all_of(L.i == R.i, L.out == R.out)
    p.while_(all_of(same, L.i >= 3), variant=n - L.i, bound=n)
    p.wp().lap_gen(shift=0, bound=0).auto()
    p.while_(all_of(same, L.i >= 0), variant=3 - L.i, bound=3, epsilon=eps)
    p.wp().lap_gen(shift=0, bound=1).auto()
    p.auto()
    assert finished(p)


RATE = """
@mechanism(epsilon="eps / len(xs)", requires="len(xs) >= 1")
def f(x: Annotated[int, within(1)], xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    return laplace(x, len(xs) / eps)
"""


def test_a_rate_that_speaks_of_a_length() -> None:
    p = proof_of(RATE)
    with pytest.raises(TacticFailed, match="speaks of a memory; give rate=…"):
        p.lap_gen(shift=0, bound=1)
    p.lap_gen(shift=0, bound=1, rate=p.rigid.eps / p.rigid.len_xs).auto()
    assert finished(p)


def test_a_counter_for_such_a_rate() -> None:
    p = proof_of(RATE)
    with pytest.raises(TacticFailed, match="speaks of a memory; give counters="):
        p.pointwise("w")
    p.pointwise("w", counters={"noise": p.rigid.eps / p.rigid.len_xs})
    with pytest.raises(TacticFailed, match="give counter=…"):
        p.sample(0)
    p.sample(0, counter=p.ledger.noise).auto()
    assert finished(p)


@pytest.mark.parametrize("name", ["v", "v_2", "k", "n", "ω_bar", "ω_s", "w"])
def test_a_program_may_have_the_names_that_tactics_invent(name: str) -> None:
    for own in ("eps", "t"):
        p = proof_of(re.sub(rf"\b{own}\b", name, ABOVE))
        L, R = p.left, p.right
        w = p.pointwise("output")
        W = p.ledger
        assert dir(W) == ["bar", "s"]
        n = length(L.answers)
        p.while_ledger(
            all_of(
                L.i == R.i, L.i >= 0, L.bar + 1 == R.bar, implies(L.r == n, R.r == n), (L.r == n) | (L.r < L.i),
                implies(L.r == w, R.r == w), W.bar <= 1, W.s <= ite(L.i <= w, 0, 2),
            )
        )  # fmt: skip
        p.wp().sample(lambda _: ite(L.i == w, 1, R.answers[R.i] - L.answers[L.i])).auto()  # noqa: B023
        p.sample(1).auto()
        assert finished(p)
