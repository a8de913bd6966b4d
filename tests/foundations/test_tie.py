"""Rules and theorems belong together: neither list has what the other has not, and the page shows both as they are.

(That the theorems are proved is for `make foundations`, which needs Coq; these tests do not.)
"""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.foundations.page import FOUNDATIONS, PAGE, figure, named, page, statements, theorems
from twinproof.kernel.rules import RULES


@pytest.fixture(scope="module")
def build() -> ModuleType:
    """The script that builds the proofs; importing it runs nothing."""
    spec = importlib.util.spec_from_file_location("build", FOUNDATIONS / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_names_theorems_that_exist(rule: str) -> None:
    known = theorems()
    assert named(rule) != []
    assert [(name, known[name].file) for name, _ in named(rule)] == named(rule)


# Rules that the kernel does without, or that its own ones follow from.
UNUSED = {
    "u_all", "u_and", "u_coin", "u_coin_mean", "u_draw", "u_draw_mean", "u_exfalso", "u_exists", "u_frame", "u_hoare",
    "u_inst", "u_keep", "u_mean", "u_sample", "u_split", "u_unfold",
    "w_coin_right", "w_good_right",
    "w_sample_block",
    "r_assign", "r_cond", "r_pay_more", "r_draw_left", "r_draw_right", "r_sample_map", "r_sample_moved",
    "r_sample_bounded", "r_sample_range", "r_pure", "r_pure_concentrated", "r_mech",
    "claim_seq", "claim_post", "zcdp_dp_textbook",
}  # fmt: skip


def test_a_theorem_belongs_to_one_rule() -> None:
    assert sorted(name for rule in RULES for name, _ in named(rule)) == sorted(set(theorems()) - UNUSED)
    assert set(theorems()) >= UNUSED


@pytest.mark.parametrize("rule", RULES)
def test_structural_rules_have_a_theorem_for_each_kind_of_judgment(rule: str) -> None:
    kinds = {name.split("_")[0] for name, _ in named(rule)} - {"claim"}
    file = named(rule)[0][1]
    alone = rule in ("ω-Samp", "ω-Pay", "ω-Pointwise")  # what holds of the pure ledger alone
    files = {
        "StructuralRules": {"b", "w", "r"},
        "BudgetRules": {"b"},
        "LedgerRules": {"w"} if alone else {"w", "r"},
        "NoiseTable": {"w", "r"} if rule.startswith("ω-") else {"b", "w", "r"},
        "Intervals": {"w"},
        "RenyiNoise": {"r"},
        "RenyiRange": {"r"},
        "RenyiTable": {"r"},
        "RenyiBlocks": {"r"},
        "RenyiPrivacy": {"r"} if rule.startswith("R-Close") else set(),
        "RenyiConversions": {"R-Pure": {"pure"}, "zCDP-DP-sym": {"zcdp"}}.get(rule, {"rdp"}),
        "SampleMap": {"w"},
        "CoinBlocks": {"w"},
        "Credit": {"w"} if rule.startswith("ω-") else {"u"},
        "Tails": {"u"},
        "Ghosts": {"w"} if rule.startswith("ω-") else {"b"},
        "Composition": {"b"},
        "Subsample": {"b"},
        "Excess": {"w"} if rule.startswith("ω-") else {"b"},
    }
    assert kinds == files[file]


@pytest.mark.parametrize("rule", RULES)
def test_the_figure_stands_above_the_theorem_in_coq_too(rule: str) -> None:
    name, file = named(rule)[0]
    text = (FOUNDATIONS / f"{file}.v").read_text(encoding="utf-8")
    above = re.sub(r"\s+", " ", text.split(f"Theorem {name} ")[0].rsplit("(*", 1)[1])
    parts = [p.strip() for line in figure(rule).split("\n") for p in re.split(r"\s{3,}", line)]
    judgments = [re.sub(r"\s+", " ", p) for p in parts if "⊢" in p or "─" in p]
    assert len(judgments) >= 2
    assert [p for p in judgments if p not in above] == []


def test_every_theorem_of_a_rule_is_among_those_whose_axioms_are_printed() -> None:
    printed = (FOUNDATIONS / "Assumptions.v").read_text(encoding="utf-8")
    assert [name for name in theorems() if not re.search(rf"\b{name}\b", printed)] == []
    last = statements("Privacy")
    assert [n for n, s in last.items() if s.text.startswith("Theorem") and not re.search(rf"\b{n}\b", printed)] == []


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python -m tests.foundations.page`"


def test_nothing_is_left_unproved(build: ModuleType) -> None:
    assert build.unfinished() == []


def test_what_is_left_unproved_would_be_noticed(
    build: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "_CoqProject").write_text("-R . Twinproof\nGood.v\nBad.v\n", encoding="utf-8")
    (tmp_path / "Good.v").write_text("(* no Axiom (* nor Admitted *) here *)\nLemma x : True. Proof. by []. Qed.\n")
    (tmp_path / "Bad.v").write_text("Lemma x : False. Admitted.\n")
    (tmp_path / "Forgotten.v").write_text("")
    monkeypatch.setattr(build, "HERE", tmp_path)
    assert build.unfinished() == ["Forgotten.v: is not in _CoqProject", "Bad.v: Admitted"]


def test_axioms_are_read_off_what_coq_prints(build: ModuleType) -> None:
    printed = "Axioms:\npropositional_extensionality : forall P Q : Prop, P <-> Q -> P = Q\nboolp.other\n  : False\n"
    assert build.axioms(printed) == {"propositional_extensionality", "other"}
    assert build.axioms("Closed under the global context\n") == set()


def test_the_folder_tells_which_files_there_are() -> None:
    story = (FOUNDATIONS / "README.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `(\w+\.v)` \|", story, flags=re.MULTILINE)
    assert sorted(told) == sorted(p.name for p in FOUNDATIONS.glob("*.v"))
