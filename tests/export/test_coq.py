"""A certificate as a file of Coq: each step is a lemma, each question to the solver is stated, and nothing is admitted.

(That such files compile is for `make gallery-in-coq`, which needs Coq.)
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.kernel.above_threshold import PATH, proof
from twinproof.export import CannotExport, coq, to_coq
from twinproof.export.steps import script
from twinproof.export.terms import Names
from twinproof.kernel.judgment import Budget, Ledger
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import Report, check
from twinproof.kernel.rules import (
    RULES,
    Theorem,
    conseq,
    exfalso,
    forall_eq,
    ledger_conseq,
    ledger_while_async,
    ledger_while_right,
    split,
)
from twinproof.lang.command import Assign, Command, Skip, While, sequence
from twinproof.lang.expr import FALSE, ONE, TRUE, Expr, Op, Place, Var, apply, conjunction, implies, tag
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_mechanism, read_text
from twinproof.lang.types import INT
from twinproof.search.prover import Prover
from twinproof.search.result import Proof
from twinproof.tactics.running import run_script
from twinproof.tactics.stepping import together

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def report() -> Report:
    return check(write(*proof(), PATH.read_text()))


@pytest.fixture(scope="module")
def text(report: Report) -> str:
    return to_coq(report)


def test_each_step_is_a_lemma_after_its_premises(report: Report, text: str) -> None:
    steps = [int(n) for n in re.findall(r"^Lemma step_(\d+)", text, flags=re.MULTILINE)]
    assert steps == list(range(sum(report.rules.values())))
    for part in text.split("Lemma step_")[1:]:
        own = int(part.split()[0])
        assert all(int(n) < own for n in re.findall(r"\(step_(\d+)", part.split("Qed.")[0]))


def test_each_question_to_the_solver_is_stated_twice(report: Report, text: str) -> None:
    """As a lemma, and as the hypothesis that the lemma falls back on where arithmetic does not prove it."""
    asked = re.findall(r"^Hypothesis smt_(\d+) : asked \((.*)\)\.$", text, flags=re.MULTILINE)
    proved = re.findall(r"^Lemma condition_(\d+) : (.*)\.$", text, flags=re.MULTILINE)
    assert asked == proved
    assert len(asked) == len(report.obligations) > 0


def test_nothing_is_assumed_but_what_the_solver_was_asked(text: str) -> None:
    assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Abort)\b", text)
    assert len(re.findall(r"^(?:Hypothesis|Variables?) ", text, flags=re.MULTILINE)) == text.count("Hypothesis smt_")


def test_the_last_theorem_is_the_claim(text: str) -> None:
    theorem = text.split("Theorem private")[1].split("Qed.")[0]
    assert "@differentially_private RR mem _" in theorem
    assert re.search(r"p_\w+ \(A\d+ .*\) r_eps \(IZR 0\)\.", theorem)


def test_a_rule_without_a_form_is_named(report: Report) -> None:
    x1, x2, i = Var("x", INT, Place.LEFT), Var("x", INT, Place.RIGHT), Var("i", INT, Place.RIGID)
    post = implies(apply(Op.EQ, x1, i), apply(Op.EQ, x2, i))
    x = Var("x", INT)
    theorem = forall_eq(x, x, i, (), exfalso(Skip(), Skip(), post, Budget()))
    with pytest.raises(CannotExport, match=r"\[Forall-Eq\] has no form"):
        to_coq(Report(report.mechanism, theorem, {}, (), 0, ""))


def test_a_step_about_one_program_is_named() -> None:
    mechanism = read_mechanism(ROOT / "gallery" / "private" / "majority_if_clear.py")
    found = Prover(mechanism).find_proof()
    assert isinstance(found, Proof)
    with pytest.raises(CannotExport, match=r"\[U-\w+\], of one program alone, has no form for Coq yet"):
        to_coq(check(write(mechanism, found.theorem, mechanism.source)))


def test_a_price_is_written_and_a_real_counter_refused() -> None:
    in_steps, exactly = run_script(ROOT / "proofs" / "computed_scale.py").proofs
    text = to_coq(check(json.loads(json.dumps(in_steps.certificate()))))
    assert "refine (@rw_pay mem " in text
    assert "(* [ω-Pay] *)" in text
    with pytest.raises(CannotExport, match="a real counter has no form for Coq yet"):
        to_coq(check(json.loads(json.dumps(exactly.certificate()))))


# --------------------------------------------------------------------------------------------------------- divergences


def exported(name: str) -> str:
    mechanism = read_mechanism(ROOT / "gallery" / "private" / f"{name}.py")
    found = Prover(mechanism).find_proof()
    assert isinstance(found, Proof)
    return to_coq(check(write(mechanism, found.theorem, mechanism.source)))


def test_zcdp_is_the_last_theorem() -> None:
    text = exported("gaussian_concentrated")
    assert "From Twinproof Require Import ExportRenyi." in text
    assert "refine (@rr_gauss_concentrated mem " in text
    assert "@draw_gaussian RR mem (fun m : mem => ((IZR 1) / ((IZR 2) * r_rho)%Re)%Re)" in text
    assert "(@concentrated RR counters (@total RR (rates0 r_k r_rho)))" in text
    theorem = text.split("Theorem private")[1].split("Qed.")[0]
    assert "@zcdp_private RR mem _ (c1 r_k r_rho) p_result" in theorem
    assert "apply/zcdp_private_claim" in theorem
    assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Abort)\b", text)


def test_a_budget_by_way_of_zcdp_is_a_budget_in_the_end() -> None:
    text = exported("gaussian_count")
    assert "refine (@rc_zcdp_dp mem _ (IZR 0) " in text
    assert "logarithm" in text
    assert "@differentially_private RR mem _" in text.split("Theorem private")[1]


def test_laplace_noise_is_moved_at_the_price_of_squares_too() -> None:
    text = exported("advanced_composition")
    assert "refine (@rr_laplace_concentrated mem " in text
    assert "refine (sr_while " in text


def test_one_order_is_named() -> None:
    source = """
from typing import Annotated
from twinproof import Epsilon, gaussian, mechanism, within

@mechanism(renyi=(3, "3 * rho"))
def answer(count: Annotated[int, within(1)], rho: Epsilon) -> int:
    return gaussian(count, variance=1 / (2 * rho))
"""
    (mechanism,) = read_text(source)
    assert isinstance(mechanism, Mechanism)
    found = Prover(mechanism).find_proof()
    assert isinstance(found, Proof)
    text = to_coq(check(write(mechanism, found.theorem, mechanism.source)))
    assert "refine (@rr_gauss_order mem " in text
    assert "@renyi_claim RR mem _ (@one_order RR (IZR 3))" in text.split("Theorem private")[1]


def test_what_has_no_form_is_refused_by_its_name() -> None:
    with pytest.raises(CannotExport, match=r"\[R-Block\] has no form"):
        exported("noisy_max_measured")
    with pytest.raises(CannotExport, match=r"\[Excess\] has no form"):
        exported("gaussian_exact_delta")


# ------------------------------------------------------------------------------------------------- loops in new shapes

X, N, K = Var("x", INT), Var("n", INT, Place.RIGID), Var("k", INT, Place.RIGID)
LESS, STEP, LEFT_TO_GO = apply(Op.LT, X, N), Assign(X, apply(Op.ADD, X, ONE)), apply(Op.SUB, N, X)
X1, X2, BEHIND = (tag(e, place) for e, place in ((X, Place.LEFT), (X, Place.RIGHT), (LEFT_TO_GO, Place.RIGHT)))
FREE = Ledger((), TRUE)


def written(theorem: Theorem) -> list[str]:
    """The lines of the last step of a derivation."""
    order = list(coq._in_order(theorem))
    file = coq._File(Names.of(e for t in order for e in coq._mentioned(t)))
    for one in order:
        file.add(one)
    return file.lines[-1].split("\n")


def derived(left: Command, right: Command, pre: Expr, post: Expr) -> Theorem:
    return ledger_conseq(pre, post, TRUE, together(left, right, post, FREE, lambda *_: pytest.fail("nothing is drawn")))


@pytest.mark.parametrize(("cost", "kind"), [(Budget(), "sb"), (FREE, "sw")])
@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize(("rest", "after"), [(Skip(), "Skip"), (STEP, "(Assign RR (fun m : mem => set_p_x m")])
def test_a_split_loop_names_its_condition_in_one_piece_and_in_two(
    cost: Budget | Ledger, kind: str, side: str, rest: Command, after: str
) -> None:
    guard, loop = apply(Op.LT, X, K), While(LESS, STEP)
    program = sequence(While(conjunction(LESS, guard), STEP), loop, rest)
    left, right = (program, Skip()) if side == "left" else (Skip(), program)
    _, _, _, line, *_ = written(split(loop, guard, side, exfalso(left, right, TRUE, cost)))
    conditions = ("B := ((p_x m) < r_n)", "G := ((p_x m) < r_k)", "BG := (((p_x m) < r_n) /\\ ((p_x m) < r_k))")
    assert line.startswith(f"refine ({kind}_split_{side} ")
    assert [c for c in conditions if c not in line.replace("(fun m : mem => ", "")] == []
    assert f"(d := {after}" in line


def test_a_right_loop_is_written_with_its_variant_for_every_index() -> None:
    here, there = tag(LESS, Place.RIGHT), apply(Op.LT, BEHIND, K)
    body = derived(Skip(), STEP, conjunction(here, apply(Op.EQ, K, BEHIND)), there)
    _, _, _, line, *_ = written(ledger_while_right(LESS, TRUE, LEFT_TO_GO, K, body))
    assert line.startswith("refine (sw_while_right ")
    assert "(e := fun m : mem => (r_n - (p_x m)))" in line
    families = r"\(P := fun x => \(A\d+ x r_n\)\) \(Q := fun x => \(A\d+ x r_n\)\)"
    assert re.search(families + r" \(fun x => \(step_\d+ x r_n\)\)", line)


def test_loops_out_of_step_are_written_with_whose_turn_it_is() -> None:
    b1, b2 = tag(LESS, Place.LEFT), tag(LESS, Place.RIGHT)
    invariant = conjunction(apply(Op.LE, X1, N), apply(Op.LE, X2, N))
    left, right = apply(Op.LT, X1, X2), apply(Op.LT, X2, X1)
    not_left, not_right = apply(Op.LE, X2, X1), apply(Op.LE, X1, X2)
    both = derived(STEP, STEP, conjunction(invariant, not_left, not_right, b1, b2), invariant)
    one = derived(STEP, Skip(), conjunction(invariant, left, b1), invariant)
    before = conjunction(invariant, not_left, right, b2, apply(Op.EQ, K, BEHIND))
    two = derived(Skip(), STEP, before, conjunction(invariant, apply(Op.LT, BEHIND, K)))
    never = conseq(conjunction(FALSE, b1), FALSE, Budget(), exfalso(STEP, Skip(), FALSE, Budget()))
    theorem = ledger_while_async(LESS, LESS, left, right, invariant, LEFT_TO_GO, K, both, one, two, never)
    _, _, _, line, *rest = written(theorem)
    assert line.startswith("refine (sw_while_async ")
    assert "(nl := fun (m1 m2 : mem) (w : counters) => ((p_x m2) <= (p_x m1)))" in line
    assert "(nr := fun (m1 m2 : mem) (w : counters) => ((p_x m1) <= (p_x m2)))" in line
    plain, family = r" \(step_\d+ r_k r_n\)", r" \(fun x => \(step_\d+ x r_n\)\)"
    assert re.search(plain + plain + family + plain, line)
    assert len(re.findall("pose proof", rest[1])) == len(theorem.step.obligations) == 4


CREDIT = {
    *("Ghost", "U-Skip", "U-Assn", "U-Seq", "U-Cond", "U-Case"),
    *("U-Conseq", "U-While", "U-Tail", "U-Part", "U-Free"),
}


def test_all_other_rules_have_a_form() -> None:
    from twinproof.export import steps

    assert set(RULES) - set(steps._SCRIPTS) == {
        "Forall-Eq",
        "While",
        "While-R",
        "ω-Map",
        "ω-Coins",
        "ω-Coin-L",
        "ω-Coin-R'",
        "ω-Good-R",
        "ω-Pointwise-Bad",
        "ω-Samp-Int",
        "AC-While",
        "Excess",
        "Cond-Seq",
        "Subsample-L",
        "Subsample-R",
        "ω-Budget",
        "R-Choose",
        "R-Samp",
        "R-Block",
        "R-Pure",
        "R-Close-Bad",
        *CREDIT,
    }
    assert callable(script)
