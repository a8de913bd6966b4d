"""The paper's proofs: each script proves what it says, is short and quick, and together they leave no rule untried."""

import ast
import json
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.cli.test_commands import twinproof
from twinproof.kernel.replay import Report, check
from twinproof.kernel.rules import RULES
from twinproof.kernel.statement import privacy
from twinproof.tactics.proof import Proof
from twinproof.tactics.running import Ran, run_script

ROOT = Path(__file__).parent.parent.parent
SCRIPTS = sorted((ROOT / "proofs").glob("*.py"))
NAMES = [path.stem for path in SCRIPTS]

PROVED = {
    "answers": ["told", "turned_round", "chosen"],
    "subsampled": ["subsampled"],
    "twice_unlucky": ["twice_unlucky"],
    "up_to_bad": ["truncated_count", "seldom_all"],
    "above_threshold": ["above_threshold"],
    "above_threshold_figure": ["above_threshold_figure"],
    "above_threshold_fresh_value": ["above_threshold_fresh_value"],
    "computed_scale": ["computed_scale", "computed_scale"],
    "exact_delta": ["after_a_loop", "asked_twice"],
    "exponential_mechanism": ["exponential_mechanism"],
    "gaussian_count": ["gaussian_count"],
    "gaussian_filter": ["gaussian_filter"],
    "ghosts": ["one_chance"],
    "guarded_read": ["guarded_read"],
    "histogram": ["histogram"],
    "laplace_mechanism": ["laplace_mechanism", "noisy_query"],
    "nine_times_in_ten": ["nine_times_in_ten"],
    "out_of_step": ["out_of_step"],
    "partial_sum": ["partial_sum"],
    "post_processing": ["post_processing"],
    "private_end": ["private_end"],
    "private_start": ["private_start"],
    "report_noisy_max": ["report_noisy_max"],
    "sequential_composition": ["sequential_composition"],
    "short_loop": ["short_loop"],
    "sparse_vector": ["sparse_vector_by_composition"],
    "stability_histogram": ["stability_histogram"],
    "stream_above_threshold": ["stream_above_threshold"],
}
STUCK = {
    "above_threshold_value": ["the critical iteration"],
    "above_threshold_value_figure": ["the critical iteration", "after the critical iteration", "up to the loop"],
}
BY_TACTICS = {
    "Assn", "Case", "Cond", "Cond-L", "Cond-R", "Excess", "Exfalso", "Exists", "Forall-Eq", "Frame", "LapGen",
    "LapNull", "OneLapGen", "OneLapNull", "Samp-L", "Samp-R", "Seq", "Skip", "Split", "Unfold", "While", "WhileExt",
    "While-L", "While-R", "wp", "ω-Budget", "ω-Coin-L", "ω-Coin-R'", "ω-Good-R", "ω-Map", "ω-Pay", "ω-Pointwise",
    "ω-Pointwise-Bad", "ω-Samp", "ω-While", "ω-While-Async", "ω-While-L", "ω-While-R",
    "R-Close", "R-Gauss", "zCDP-DP-sym",
}  # fmt: skip


@cache
def ran(name: str) -> tuple[Ran, float]:
    """What came of a script, and how many seconds of computing it took."""
    start = time.process_time()
    result = run_script(ROOT / "proofs" / f"{name}.py")
    return result, time.process_time() - start


def main_proofs(name: str) -> Iterator[Proof]:
    return (proof for proof in ran(name)[0].proofs if not proof.is_lemma)


@cache
def replayed(name: str) -> list[Report]:
    """What the kernel says to the certificates of a script, each with the source that it is about."""
    found = []
    for proof in main_proofs(name):
        assert proof.mechanism.at is not None
        source = Path(proof.mechanism.at.path).read_text()
        document = json.loads(json.dumps(proof.certificate()))
        found.append(check(document, proof.mechanism, source))
    return found


def test_every_script_is_expected_here() -> None:
    assert sorted(PROVED | STUCK) == NAMES


@pytest.mark.parametrize("name", PROVED)
def test_what_is_proved_has_a_certificate_that_the_kernel_accepts(name: str) -> None:
    assert ran(name)[0].proved
    assert [report.mechanism.name for report in replayed(name)] == PROVED[name]
    for proof, report in zip(main_proofs(name), replayed(name), strict=True):
        assert report.theorem.judgment == proof.qed().judgment == privacy(proof.mechanism)


@pytest.mark.parametrize("name", PROVED)
def test_the_command_says_so(name: str, tmp_path: Path) -> None:
    done = twinproof("prove", str(ROOT / "proofs" / f"{name}.py"), "--certificates", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    for mechanism in PROVED[name]:
        assert f"{mechanism} is " in done.stdout
        assert json.loads((tmp_path / f"{mechanism}.json").read_text())["verdict"] == "proved"


@pytest.mark.parametrize("name", STUCK)
def test_the_buggy_variants_get_stuck_where_the_paper_says(name: str) -> None:
    done = twinproof("prove", str(ROOT / "proofs" / f"{name}.py"))
    assert (done.returncode, done.stderr) == (2, "")
    assert "Stuck in the critical iteration, as the paper says" in done.stdout
    (proof,) = main_proofs(name)
    assert [goal.label for goal in proof.goals] == STUCK[name]
    assert not proof.proved


@pytest.mark.parametrize("path", SCRIPTS, ids=NAMES)
def test_a_proof_has_at_most_forty_lines(path: Path) -> None:
    text = path.read_text()
    tree = ast.parse(text)
    docstring = tree.body[0]
    assert isinstance(docstring, ast.Expr), "a script says what it proves, and how"
    proof = text.split("\n")[docstring.end_lineno :]
    assert len([line for line in proof if line.strip() and not line.strip().startswith("#")]) <= 40


@pytest.mark.parametrize("name", NAMES)
def test_a_proof_takes_less_than_two_seconds(name: str) -> None:
    assert ran(name)[1] < 2


WITHOUT_TACTIC = {
    "ω-Samp-Int",
    "ω-Coins",
    "AC-While",
    "Cond-Seq",
    "Subsample-L",
    "Subsample-R",
}  # they have tests of their own in tests/kernel


def test_no_rule_is_untried() -> None:
    """Neither a primitive rule, in the derivations, nor one that a tactic stands for, in the scripts."""
    in_derivations = {rule for name in PROVED for report in replayed(name) for rule in report.rules}
    in_scripts = {rule for name in PROVED for proof in ran(name)[0].proofs for rule in proof.rules}
    of_divergences = {rule for rule in RULES if rule.startswith(("R-", "RDP-", "zCDP-"))}  # see test_divergences
    assert in_derivations - of_divergences == set(RULES) - of_divergences - WITHOUT_TACTIC
    assert in_derivations & of_divergences == {"R-Close", "R-Gauss", "zCDP-DP-sym"}
    assert in_scripts >= BY_TACTICS
