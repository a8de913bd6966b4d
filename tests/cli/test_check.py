"""twinproof check: accepted, rejected, unreadable, and what it explains."""

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import twinproof
from tests.kernel.above_threshold import PATH, proof
from twinproof.kernel.proof_document import write


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("certificates") / "above_threshold.json"
    path.write_text(json.dumps(write(*proof(), PATH.read_text())))
    return path


def test_a_proof_is_accepted(certificate: Path) -> None:
    done = twinproof("check", str(certificate), "--source", str(PATH))
    assert (done.returncode, done.stderr) == (0, "")
    assert "accepted: above_threshold is (eps, 0)-differentially private" in done.stdout


def test_what_it_rests_on_is_explained(certificate: Path, tmp_path: Path) -> None:
    done = twinproof("check", str(certificate), "--explain", "--smtlib", str(tmp_path / "questions"))
    assert done.returncode == 0
    for words in (
        "[ω-While] × 1",
        "side conditions, z3",
        "assumed",
        "trusted",
        "∀j. |answers⟨1⟩[j] − answers⟨2⟩[j]| ≤ 1",
    ):
        assert words in done.stdout
    scripts = sorted((tmp_path / "questions").glob("*.smt2"))
    assert len(scripts) == int(done.stdout.split(" side conditions written")[0].split()[-1])
    assert all(s.read_text().startswith("(set-logic ALL)") for s in scripts)


def test_a_second_opinion(certificate: Path) -> None:
    done = twinproof("check", str(certificate), "--second-opinion", "--explain")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "confirmed by cvc5" in done.stdout


def test_what_is_altered_is_rejected(certificate: Path, tmp_path: Path) -> None:
    forged = tmp_path / "forged.json"
    forged.write_text(certificate.read_text().replace('["literal", "int", "4"]', '["literal", "int", "3"]'))
    done = twinproof("check", str(forged))
    assert done.returncode == 1
    assert "rejected: steps[" in done.stdout
    assert "it does not hold" in done.stdout


def test_another_source_is_rejected(certificate: Path, tmp_path: Path) -> None:
    other = tmp_path / "above_threshold.py"
    other.write_text(PATH.read_text().replace("4 / eps", "3 / eps"))
    done = twinproof("check", str(certificate), "--source", str(other))
    assert done.returncode == 1
    assert "another program" in done.stdout
    gone = twinproof("check", str(certificate), "--source", str(tmp_path / "nowhere.py"))
    assert gone.returncode == 3


def test_what_is_no_certificate_is_unreadable(tmp_path: Path, certificate: Path) -> None:
    for text in ("", "{}", "[" * 100_000, '{"format": "twinproof certificate", "version": 99}'):
        path = tmp_path / "no.json"
        path.write_text(text)
        done = twinproof("check", str(path))
        assert done.returncode == 3
        assert "unreadable" in done.stderr
    assert twinproof("check", str(tmp_path / "nowhere.json")).returncode == 3
    assert twinproof("check", str(tmp_path)).returncode == 3
    both = twinproof("check", str(certificate), str(tmp_path / "nowhere.json"))
    assert both.returncode == 3
    assert "accepted" in both.stdout


def test_a_proof_for_coq(certificate: Path, tmp_path: Path) -> None:
    target = tmp_path / "above_threshold.v"
    done = twinproof("check", str(certificate), "--coq", str(target))
    assert (done.returncode, done.stderr) == (0, "")
    steps = done.stdout.split(f" steps written to {target}")[0].split()[-1]
    assert target.read_text().count("Lemma step_") == int(steps)


def test_a_file_for_coq_is_for_one_proof(certificate: Path, tmp_path: Path) -> None:
    target = tmp_path / "both.v"
    done = twinproof("check", str(certificate), str(certificate), "--coq", str(target))
    assert (done.returncode, done.stdout) == (3, "")
    assert "--coq writes one file, for one certificate" in done.stderr
    assert not target.exists()
    assert twinproof("check", str(certificate), "--coq", str(tmp_path / "nowhere" / "x.v")).returncode == 3
