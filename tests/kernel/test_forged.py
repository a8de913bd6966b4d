"""Certificates that once said something false, or kept `check` busy: programs and derivations that no reader makes.

Each file was accepted (or never ended) before; the reason for which it is rejected now stands beside it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import twinproof

FORGED = Path(__file__).parent / "forged"
REASONS = {
    "queries_compared": "queries, scores and databases are not compared",
    "scores_compared": "queries, scores and databases are not compared",
    "several_databases_refuted": "public_dbs cannot be a parameter like this",
    "several_databases_proved": "public_dbs cannot be a parameter like this",
    "bound_captured": "claims, requirements and bounds are over public parameters, and lengths",
    "bound_of_one_run": "how far an input may move is an integer over public parameters",
    "two_of_one_name": "claims, requirements and bounds are over public parameters, and lengths",
    "nothing_required": "the claim protects nothing",
    "negative_bound": "the claim protects nothing",
    "doubled_terms": "its judgment has more than 200000 parts",
    "doubled_programs": "its judgment has more than 200000 parts",
}


@pytest.mark.parametrize("name", REASONS)
@pytest.mark.timeout(60)
def test_a_forgery_is_rejected(name: str) -> None:
    done = twinproof("check", str(FORGED / f"{name}.json"))
    assert done.returncode == 1
    assert ": rejected: " in done.stdout
    assert REASONS[name] in done.stdout


@pytest.mark.timeout(60)
def test_loops_in_loops_are_no_burden() -> None:
    """Thirty loops inside each other; what is live in them was asked for twice at each level."""
    assert twinproof("check", str(FORGED / "loops_in_loops.json")).returncode == 0


def test_there_is_a_reason_for_each() -> None:
    assert {path.stem for path in FORGED.glob("*.json")} == {*REASONS, "loops_in_loops"}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"solver": False}, "solver: it is named by a text"),
        ({"terms": [["var", "x", ["tuple", ["int"] * 101], "MEMORY"]]}, "one of more than 100 parts"),
    ],
)
def test_an_odd_part_is_rejected(change: dict[str, object], reason: str, tmp_path: Path) -> None:
    document = json.loads((FORGED / "negative_bound.json").read_text()) | change
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(document))
    done = twinproof("check", str(path))
    assert done.returncode == 1
    assert reason in done.stdout
