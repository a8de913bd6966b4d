"""Seeing a proof: as text, in a terminal, in a notebook."""

import io

from rich.console import Console

from tests.tactics.scripts import ABOVE, NOISY, proof_of
from twinproof.tactics.display import goal_text
from twinproof.tactics.script import forall, implies

GOAL = """\
noisy, one goal is open

goal 1 of 1   budget ⟨eps, 0⟩
  before  0 < eps
          x⟨1⟩ − x⟨2⟩ ≤ 1
          −1 ≤ x⟨1⟩ − x⟨2⟩
  ────────────────────────────────────────────────
    10  y ← x + 1;        │   10  y ← x + 1;
    11  z ←$ L_{eps}(y);  │   11  z ←$ L_{eps}(y);
  ▸ 12  result ← z + 1    │ ▸ 12  result ← z + 1
  ────────────────────────────────────────────────
  after   result⟨1⟩ = result⟨2⟩"""

FIRST_PART = """\
goal 1 of 2: first part   budget ⟨eps, 0⟩
  before  0 < eps
          x⟨1⟩ − x⟨2⟩ ≤ 1
          −1 ≤ x⟨1⟩ − x⟨2⟩
  ─────────────────────────────────────────
  ▸ 10  y ← x + 1  │   10  y ← x + 1;
                   │   11  z ←$ L_{eps}(y);
                   │ ▸ 12  result ← z + 1
  ─────────────────────────────────────────
  after   y⟨1⟩ = result⟨2⟩
          (and 3 facts from above that nothing here changes)"""


def test_both_programs_stand_side_by_side() -> None:
    assert str(proof_of(NOISY)) == GOAL


def test_sides_of_different_length_and_what_cannot_change() -> None:
    p = proof_of(NOISY)
    p.seq(p.left.y == p.right.result, left=1, right=3, epsilon=p.rigid.eps)
    assert goal_text(p.goals[0], 1, 2) == FIRST_PART


def test_the_next_goal_is_shown_in_full_and_the_others_by_name() -> None:
    p = proof_of(NOISY)
    p.case(p.left.x == 0)
    shown = str(p)
    assert "noisy, 2 goals are open" in shown
    assert shown.endswith("goal 2 of 2: case x⟨1⟩ ≠ 0   budget ⟨eps, 0⟩")
    assert p.all_goals().count("│ ▸ 12  result ← z + 1") == 2


def test_a_finished_proof() -> None:
    p = proof_of(NOISY)
    p.wp().lap_gen(shift=0, bound=1).auto()
    assert str(p) == repr(p) == "noisy: proved, no goals are left"


def test_the_ledger_and_what_is_kept() -> None:
    p = proof_of(NOISY)
    p.pointwise("w")
    assert "goal 1 of 1   ledger ω_z at rate eps; kept where result⟨1⟩ = w" in str(p)


def test_long_assertions_are_broken_where_they_have_structure() -> None:
    p = proof_of(ABOVE)
    L, R = p.left, p.right  # noqa: N806
    long = [L.bar + L.s + L.i + L.r <= R.bar + R.s + R.i + R.r + n for n in range(4)]
    p.seq(implies(long[0], implies(long[1], long[2] & long[3]) & forall(lambda j: L.i == j)), left=3, right=3)
    lines = [line.strip() for line in str(p).split("\n") if "after" in line or line.startswith("           ")]
    assert [line.removeprefix("after   ") for line in lines[-5:]] == [
        "bar⟨1⟩ + s⟨1⟩ + i⟨1⟩ + r⟨1⟩ ≤ bar⟨2⟩ + s⟨2⟩ + i⟨2⟩ + r⟨2⟩ + 0 ⇒",
        "(bar⟨1⟩ + s⟨1⟩ + i⟨1⟩ + r⟨1⟩ ≤ bar⟨2⟩ + s⟨2⟩ + i⟨2⟩ + r⟨2⟩ + 1 ⇒",
        "bar⟨1⟩ + s⟨1⟩ + i⟨1⟩ + r⟨1⟩ ≤ bar⟨2⟩ + s⟨2⟩ + i⟨2⟩ + r⟨2⟩ + 2 ∧",
        "bar⟨1⟩ + s⟨1⟩ + i⟨1⟩ + r⟨1⟩ ≤ bar⟨2⟩ + s⟨2⟩ + i⟨2⟩ + r⟨2⟩ + 3) ∧",
        "(∀j. i⟨1⟩ = j)",
    ]


def test_a_terminal() -> None:
    stream = io.StringIO()
    Console(file=stream, width=120, highlight=False).print(proof_of(NOISY))
    shown = stream.getvalue()
    for part in ("noisy, one goal is open", "budget ⟨eps, 0⟩", "x⟨1⟩ − x⟨2⟩ ≤ 1", "▸ 12", "z ←$ L_{eps}(y);"):
        assert part in shown
    row = next(line for line in shown.split("\n") if "y ← x + 1" in line)
    assert row.count("y ← x + 1") == 2


def test_a_notebook() -> None:
    page = proof_of(NOISY)._repr_html_()
    assert page.count("y ← x + 1") == 2
    assert "<b>▸   12  result ← z + 1</b>" in page
    assert "before" in page
    assert "result⟨1⟩ = result⟨2⟩" in page


def test_a_notebook_shows_text_and_never_markup() -> None:
    p = proof_of('@mechanism(epsilon="0")\ndef f(a: int) -> int:\n    return 1 if a < 2 else 3\n')
    page = p._repr_html_()
    assert "a &lt; 2" in page
    assert "a < 2" not in page
    p.title = "<script>alert(1)</script>"
    assert "<script>" not in p._repr_html_()
    assert "&lt;script&gt;" in p._repr_html_()
