"""A certificate as a file of Coq: each step is a lemma, each question to the solver is stated, and nothing is admitted.

(That such files compile is for `make gallery-in-coq`, which needs Coq.)
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.kernel.above_threshold import PATH, proof
from twinproof.export import CannotExport, to_coq
from twinproof.export.steps import script
from twinproof.kernel.judgment import Budget
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import Report, check
from twinproof.kernel.rules import RULES, exfalso, forall_eq
from twinproof.lang.command import Skip
from twinproof.lang.expr import Op, Place, Var, apply, implies
from twinproof.lang.types import INT
from twinproof.tactics.running import run_script

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


def test_a_price_is_written_and_a_real_counter_refused() -> None:
    in_steps, exactly = run_script(ROOT / "proofs" / "computed_scale.py").proofs
    text = to_coq(check(json.loads(json.dumps(in_steps.certificate()))))
    assert "refine (@rw_pay mem " in text
    assert "(* [ω-Pay] *)" in text
    with pytest.raises(CannotExport, match="a real counter has no form for Coq yet"):
        to_coq(check(json.loads(json.dumps(exactly.certificate()))))


def test_all_other_rules_have_a_form() -> None:
    from twinproof.export import steps

    assert set(RULES) - set(steps._SCRIPTS) == {"Forall-Eq", "While", "While-R"}
    assert callable(script)
