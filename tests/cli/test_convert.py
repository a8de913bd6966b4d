"""`twinproof convert`: numbers in, numbers out, and what is no number."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import twinproof
from twinproof.exact.accounting import OfPure, OfRenyi, OfZcdp, delta_at, epsilon_at
from twinproof.lang.claim_text import decimal


def test_words() -> None:
    done = twinproof("convert", "--zcdp", "1/2", "--delta", "1e-6", "--epsilon", "1")
    assert done.returncode == 0
    assert done.stdout == "0.5-zCDP is\n  at δ = 1e-06: ε = 5.22154\n  at ε = 1: δ = 0.246847\n"
    nothing = twinproof("convert", "--zcdp", "1", "--approximately", "0.1", "--delta", "0.01")
    assert "0.1-approximate 1-zCDP" in nothing.stdout
    assert "no ε is enough" in nothing.stdout


def test_without_a_question_there_is_a_curve() -> None:
    shown = twinproof("convert", "--pure", "0.1", "--times", "10").stdout
    assert "at δ = 1e-06" in shown
    assert "at δ = 1e-09" in shown
    assert shown.count("    ε = ") > 5


@pytest.mark.parametrize(
    ("words", "guarantee"),
    [
        (("--zcdp", "0.05", "--times", "4"), OfZcdp(decimal("0.2"))),
        (("--zcdp", "0.2", "--approximately", "1e-8"), OfZcdp(decimal("0.2"), decimal("1e-8"))),
        (("--renyi", "8", "0.2", "--times", "2"), OfRenyi(decimal("8"), decimal("0.4"))),
        (("--pure", "0.1", "--times", "50"), OfPure(decimal("0.1"), 50)),
    ],
)
def test_json_has_the_numbers_of_the_library(words: tuple[str, ...], guarantee: OfZcdp | OfRenyi | OfPure) -> None:
    done = twinproof("convert", *words, "--delta", "1e-6", "--epsilon", "0.5", "--json")
    found = json.loads(done.stdout)
    assert found["at_delta"] == [{"delta": 1e-6, "epsilon": epsilon_at(guarantee, decimal("1e-6"))}]
    assert found["at_epsilon"] == [{"epsilon": 0.5, "delta": delta_at(guarantee, decimal("0.5"))}]
    assert "curve" not in found


def test_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "curve.svg"
    done = twinproof("convert", "--zcdp", "0.5", "--delta", "1e-6", "--plot", str(file))
    assert done.stdout.endswith(f"picture: {file}\n")
    assert "<svg" in file.read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "give one of"),
        (("--zcdp", "1", "--pure", "1"), "give one of"),
        (("--zcdp", "-1"), "not a number"),
        (("--zcdp", "1/0"), "not a number"),
        (("--zcdp", "x"), "not a number"),
        (("--zcdp", "1e400"), "too large"),
        (("--renyi", "1", "1"), "above 1"),
        (("--pure", "1", "--approximately", "0.1"), "--zcdp and --renyi only"),
        (("--pure", "1", "--times", "0"), "from 1 to"),
        (("--zcdp", "1", "--delta", "2"), "above 1"),
        (("--zcdp", "1", "--plot", "curve.txt"), "picture"),
    ],
)
def test_what_is_wrong_is_said(words: tuple[str, ...], said: str) -> None:
    done = twinproof("convert", *words)
    assert done.returncode == 3
    assert said in done.stderr
    assert done.stdout == ""
