"""The page: all that a verdict holds stands in it, what is text stays text, and it is one file."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from tests.report.reading import Page
from tests.report.verdicts import GALLERY, MONOTONE, PROVED, REFUTED, entries, page, unknown, verdict
from twinproof.exact.meaning import compare
from twinproof.kernel.replay import check
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.expr import conjuncts
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
from twinproof.lang.reader import read_mechanism, read_text
from twinproof.refute import Blame
from twinproof.report.chosen import FAINT, chosen_rows
from twinproof.report.content import Entry, entry, unreadable
from twinproof.report.derivation import derivation_of
from twinproof.report.listing import listing
from twinproof.report.page import MANY, render
from twinproof.search.display import show_spending, show_tried
from twinproof.tactics.display import assertion
from twinproof.verify import Verdict, verify


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(scope="module")
def read() -> Page:
    return Page(page())


@pytest.mark.parametrize("path", [PROVED, MONOTONE], ids=lambda p: p.stem)
def test_the_proof_is_told(path: Path, read: Page) -> None:
    found = verdict(path)
    assert found.proof is not None
    for coupling in found.proof.couplings:
        for case in coupling.cases:
            assert show_expr(case.price) in read.text
        assert f"{coupling.variable} [{coupling.rule}]" in read.text
    for spending in found.proof.spending:
        assert show_spending(spending) in read.text
    assert f"{found.mechanism.name} is {found.claim.short()}-differentially private." in read.text


def test_trust_and_derivation_are_the_kernels(read: Page) -> None:
    found = verdict(PROVED)
    assert found.certificate is not None
    report = check(found.certificate, found.mechanism)
    steps = sum(report.rules.values())
    assert f"{steps} steps by {len(report.rules)} rules of the kernel" in read.text
    assert f"{found.certificate['solver']}: {len(report.obligations)} side conditions" in read.text
    assert f"effort {report.effort:,}" in read.text
    assert report.source_hash in read.text
    for obligation in report.obligations:
        assert squeezed(show_expr(obligation)) in read.text
    for rule, uses in report.rules.items():
        assert f"[{rule}] × {uses}" in read.text
    (mine,) = (e for e in entries() if e.name == "above_threshold" and e.kind == "proved")
    assert mine.derivation is not None
    assert len(mine.derivation.steps) == steps
    assert all(p < s.number for s in mine.derivation.steps for p in s.premises)


def test_the_budget_fills_line_by_line() -> None:
    for e in entries():
        for case in e.cases:
            assert case.segments[0].start == 0
            assert all(a.end == b.start for a, b in pairwise(case.segments))
            assert case.segments[-1].end <= 1
    half = Fraction(1, 2)
    first = entries()[0].cases[0].segments
    assert [(s.what, s.start, s.end) for s in first] == [
        ("line 22, bar", Fraction(0), half),
        ("line 24, noisy", half, Fraction(1)),
    ]


def test_the_runs_stand_side_by_side(read: Page) -> None:
    for words in ("bar⟨1⟩ ←$ L_{eps / 2}(threshold)", "bar⟨2⟩ ←$ L_{eps / 2}(threshold)", "bar⟨1⟩ + 1 = bar⟨2⟩"):
        assert words in read.text
    case = entries()[0].cases[0]
    kinds = [row.kind for row in case.rows]
    assert kinds.index("invariant") < kinds.index("coupling", kinds.index("invariant"))
    proof = verdict(PROVED).proof
    assert proof is not None
    assert kinds.count("coupling") == len(proof.couplings)


def test_the_example_keeps_the_claim_that_is_proved() -> None:
    for e in entries():
        if e.kind == "proved":
            assert e.example is not None
            assert e.example.outcomes
            assert not any(o.above for o in e.example.outcomes)
            assert any(cell.move for d in e.example.apart for cell in d.cells)


def test_the_counterexample_is_told(read: Page) -> None:
    refutation = verdict(REFUTED).refutation
    assert refutation is not None
    found = refutation.counterexample
    assert found is not None
    (shown,) = (e for e in entries() if e.kind == "refuted")
    assert shown.broken is not None
    assert shown.example is not None
    assert float(shown.broken.p_left) == pytest.approx(float(found.p_left.lower), rel=1e-3)
    assert float(shown.broken.p_right) == pytest.approx(float(found.p_right.lower), rel=1e-3)
    assert found.loss_words() in read.text
    for blame in found.blamed:
        assert f"line {blame.line}: {blame.why}" in read.text
        assert any(line.number == blame.line and line.notes for line in shown.lines)
    (difference,) = shown.example.apart
    assert [c.left for c in difference.cells] == [str(v) for v in found.left["supports"]]
    assert [c.right for c in difference.cells] == [str(v) for v in found.right["supports"]]
    assert [bool(c.move) for c in difference.cells] == [
        a != b for a, b in zip(found.left["supports"], found.right["supports"], strict=True)
    ]
    assert [o.output for o in shown.example.outcomes if o.marked] == [repr(o) for o in found.event]


def test_a_counterexample_without_room_for_the_rest_has_its_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    from twinproof.exact.engine.run import Limits
    from twinproof.report import example

    monkeypatch.setattr(example, "_LIMITS", Limits(rows=1))
    shown = entry(verdict(REFUTED))
    assert shown.example is not None
    assert shown.example.chart is not None
    assert [o.marked for o in shown.example.outcomes] == [True]
    assert "The other outputs are not shown" in Page(render([shown])).text
    plain = entry(verdict(PROVED))
    assert plain.example is not None
    assert plain.example.chart is None
    assert "The exact distributions are not shown" in Page(render([plain])).text


def test_where_a_delta_is_claimed_its_curve_is_shown() -> None:
    found = entry(verdict(GALLERY / "broken" / "majority_if_many_voted.py"))
    assert found.example is not None
    assert found.example.curve is not None
    assert "the claim" in found.example.curve
    assert found.example.tradeoff.startswith("At the claimed ε the least δ is 0.9")
    shown = squeezed(render([found]))
    assert found.example.tradeoff in shown
    assert "The least δ of majority_if_many_voted for each ε" in shown
    assert all(e.example is None or e.example.curve is None for e in entries())  # these claim none


def test_what_was_tried_is_told(read: Page) -> None:
    found = unknown()
    assert found.stuck is not None
    assert found.refutation is not None
    for words in (
        *map(show_tried, found.stuck.tried),
        found.stuck.reason,
        "bar⟨1⟩ = 5",
        "noisy⟨1⟩ = -7",
        "4,321 pairs",
        "long lists",
    ):
        assert words in read.text
    assert "above_threshold may or may not be (eps, 0)-differentially private." in read.text


def test_a_pair_that_the_engine_refuses_is_told_in_words() -> None:
    found = unknown()
    assert found.stuck is not None
    assert found.stuck.example is not None
    far = replace(found.stuck.example, right={**found.stuck.example.left, "answers": [9, 9]})
    shown = entry(replace(found, stuck=replace(found.stuck, example=far)))
    assert "The exact distributions are not shown: the inputs are not adjacent" in Page(render([shown])).text


@pytest.mark.parametrize(
    "made", [lambda: verdict(PROVED), lambda: verdict(REFUTED), lambda: verdict(MONOTONE), unknown]
)
def test_a_verdict_that_was_written_down_has_the_same_page(made: Callable[[], Verdict]) -> None:
    new = made()
    kept = Verdict.from_json(json.loads(json.dumps(new.to_json())), new.mechanism)
    assert render([entry(kept)]) == render([entry(new)])


def test_a_proof_known_only_by_its_certificate_has_its_derivation() -> None:
    shown = entry(replace(verdict(PROVED), proof=None))
    assert shown.derivation is not None
    assert "The derivation" in Page(render([shown])).text


# ----------------------------------------------------------------------------------------------------------- the form


def test_nothing_is_loaded_and_nothing_runs(read: Page) -> None:
    assert not read.all("script")
    assert not read.all("link")
    assert not read.all("img")
    for _, attributes in read.elements:
        assert not any(name.startswith("on") or name in ("src", "srcset", "action") for name in attributes)
        assert attributes.get("href", "#").startswith("#")
    assert "url(" not in page()
    assert "@import" not in page()
    policies = [m["content"] for m in read.all("meta") if m.get("http-equiv") == "Content-Security-Policy"]
    assert policies == ["default-src 'none'; style-src 'unsafe-inline'"]


def test_links_lead_somewhere_and_names_are_unique(read: Page) -> None:
    ids = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in read.elements:
        assert attributes.get("href", "#summary")[1:] in ids
        assert attributes.get("aria-labelledby", "summary") in ids


def test_it_can_be_read_aloud(read: Page) -> None:
    tags = [tag for tag, _ in read.elements]
    assert all(tags.count(tag) == 1 for tag in ("main", "h1"))
    levels = [int(tag[1]) for tag in tags if re.fullmatch(r"h[1-6]", tag)]
    assert all(b <= a + 1 for a, b in pairwise(levels))
    for picture in read.all("svg"):
        assert picture["role"] == "img"
        assert len(picture["aria-label"]) > 40
    for attributes in (a for _, a in read.elements if a.get("role") == "region"):
        assert attributes["aria-label"]
        assert attributes["tabindex"] == "0"
    assert tags.count("details") == tags.count("summary")
    assert ("html", {"lang": "en"}) in read.elements


def test_pictures_take_the_pages_colours() -> None:
    drawn = "".join(str(e.example.chart) for e in entries() if e.example is not None)
    drawn += "".join(str(c.chart) for e in entries() for c in e.cases)
    assert not re.findall(r'(?:fill|stroke)="#', drawn)
    used = set(re.findall(r"var\((--\w+)\)", drawn))
    assert {"--left", "--right", "--ink"} <= used
    assert all(f"{name}:" in page() for name in used)


def test_the_same_verdicts_give_the_same_page() -> None:
    again = []
    for path in (PROVED, REFUTED):
        found = verdict(path)
        later = Verdict(
            found.mechanism,
            found.kind,
            found.seconds + 1,
            found.proof,
            found.stuck,
            found.refutation,
            certificate=found.certificate,
        )
        again.append(entry(later))
    assert render(again) == render(entries()[:2])


# -------------------------------------------------------------------------------------------------------- hostile text

HOSTILE = '''"""</title></style><script>alert(1)</script>"""
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def quiet(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    """<script>alert('doc')</script> & <img src=x onerror=alert(2)>"""
    y = laplace(x, 1 / eps)  # </code></style><script>alert(3)</script>
    return y
'''


def test_names_docstrings_and_comments_are_text(tmp_path: Path) -> None:
    folder = tmp_path / "<b onclick=alert(4)>"
    folder.mkdir()
    file = folder / 'a"><script>alert(5)<.py'
    file.write_text(HOSTILE)
    mechanism = read_mechanism(file)
    proved = entry(verify_quietly(file))
    bad = unreadable(Diagnostic(Code.NO_FILE, "<script>alert(6)</script>", "<i>", str(file), mechanism="<u>"))
    refuted = verdict(REFUTED)
    assert refuted.refutation is not None
    assert refuted.refutation.counterexample is not None
    blamed = replace(refuted.refutation.counterexample, blamed=(Blame(34, "<script>alert(7)</script>"),))
    hostile = replace(refuted, refutation=replace(refuted.refutation, counterexample=blamed))
    text = render([proved, bad, entry(hostile)])
    read = Page(text)
    assert not read.all("script")
    assert not read.all("img")
    assert not any(name.startswith("on") for _, attributes in read.elements for name in attributes)
    assert mechanism.doc in read.text
    assert "# </code></style><script>alert(3)</script>" in read.text
    assert "<script>alert(6)</script>" in read.text
    assert "line 34: <script>alert(7)</script>" in read.text


def verify_quietly(file: Path) -> Verdict:
    from twinproof.verify import verify

    return verify(read_mechanism(file), jobs=1)


def test_a_coupling_with_three_cases_shows_three() -> None:
    path = Path(__file__).parents[1] / "search" / "fresh" / "directions.py"
    found = verify(read_mechanism(path, "up_or_down"), jobs=1)
    assert found.proof is not None
    bar, draw = found.proof.couplings
    assert [len(c.cases) for c in (bar, draw)] == [2, 3]
    shown = entry(found)
    (note,) = (note for line in shown.lines for note in line.notes if note.title == f"v [{draw.rule}]")
    assert [b.when for b in note.branches] == ["if up ∧ bar⟨1⟩ ≤ v⟨1⟩", "else if ¬up ∧ v⟨1⟩ ≤ bar⟨1⟩", "otherwise"]
    assert [b.shift for b in note.branches] == ["v⟨2⟩ = v⟨1⟩ + 1", "v⟨2⟩ = v⟨1⟩ − 1", "v⟨2⟩ = v⟨1⟩ + x⟨2⟩ − x⟨1⟩"]
    assert [b.cost for b in note.branches] == [show_expr(case.price) for case in draw.cases]
    assert len(set(note.branches)) == 3
    (row,) = (r for case in shown.cases for r in case.rows if r.kind == "coupling" and r.line == draw.line)
    assert len(row.notes) == 3
    text = Page(render([shown])).text
    for branch in note.branches:
        assert text.count(f"{branch.shift} {branch.when}") >= 2  # beside the source, and between the runs
    told = found.summary("")["couplings"][1]
    assert [c["when"] for c in told["cases"]] == ["up ∧ bar⟨1⟩ ≤ sampled", "¬up ∧ sampled ≤ bar⟨1⟩", None]


# ---------------------------------------------------------------------------------------------------- many mechanisms


def many() -> list[Entry]:
    return [replace(e, file=f"{folder}/{n}.py") for folder in ("here", "there/deep") for n, e in enumerate(entries())]


def test_many_are_folded_and_stand_by_their_folders() -> None:
    few, lots = page(), render(many())
    assert few.count('<details class="mechanism" open>') == len(entries())
    assert '<details class="mechanism" open>' not in lots
    assert lots.count('<details class="mechanism">') == 2 * len(entries()) > MANY
    assert [squeezed(t) for t in re.findall(r'rowgroup" class="path">(.*?)</th>', lots)] == ["here", "there/deep"]
    assert "rowgroup" not in render([entry(verdict(PROVED))])
    assert lots.count('aria-label="the next mechanism') == len(many()) - 1
    for anchor in re.findall(r'<a href="#(m\d+)"', lots):  # inside of what is folded, so that a link unfolds it
        inside = lots.partition(f'id="{anchor}"')[0]
        assert inside.rfind("<details") > inside.rfind("</details>")


def test_each_kind_of_verdict_can_be_hidden() -> None:
    for kind in ("proved", "refuted", "unknown"):
        assert f'<input type="checkbox" id="show-{kind}" checked>' in page()
        count = sum(e.kind == kind for e in entries())
        assert page().count(f"is-{kind}") == 2 * count + 1  # its row, its part, and the style sheet
    alone = render([entry(verdict(PROVED))])
    assert "<input" not in alone


def test_figures_stand_there_once() -> None:
    for rule in ("ω-Samp", "ω-Seq"):
        assert page().count(f'id="rule-{rule}"') == 1
        assert page().count(f'href="#rule-{rule}"') == 2  # of the two proofs


HELPERS = """
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, within

LIMIT = 3
OTHER = 4


def unused(x: int) -> int:
    return OTHER


def clamped(x: int) -> int:
    return min(LIMIT, max(0, x))


def doubled(x: int) -> int:
    return 2 * clamped(x)


@mechanism(epsilon="2 * eps")
def counted(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(doubled(x), 1 / eps)
"""


def test_helpers_and_constants_are_shown() -> None:
    (mechanism,) = read_text(HELPERS)
    assert isinstance(mechanism, Mechanism)
    shown = {line.number for line in listing(mechanism, {})}
    texts = HELPERS.split("\n")
    assert {texts[n - 1] for n in shown} >= {"LIMIT = 3", "def clamped(x: int) -> int:", "    return 2 * clamped(x)"}
    assert not {texts[n - 1] for n in shown} & {"OTHER = 4", "def unused(x: int) -> int:"}


def test_the_proof_is_told_in_words() -> None:
    for proved in (entries()[0], entries()[2]):
        assert proved.words.startswith("Between neighbouring inputs, each entry of")
        assert proved.words.endswith("as claimed.")
    assert entries()[1].words == ""


def test_facts_are_written_once_and_make_up_the_assertions() -> None:
    found = verdict(PROVED)
    assert found.certificate is not None
    report = check(found.certificate, found.mechanism)
    derivation = derivation_of(report)
    assert len(set(derivation.facts)) == len(derivation.facts)
    last = derivation.steps[-1]
    numbers = [n for s in derivation.assertions[last.pre - 1] for n in range(s.first, s.last + 1)]
    assert {derivation.facts[n - 1] for n in numbers} == {
        "\n".join(assertion(part)) for part in conjuncts(report.theorem.judgment.pre)
    }


def test_a_proof_with_a_delta_has_steps_about_one_program() -> None:
    found = verdict(GALLERY / "private" / "majority_if_clear.py")
    shown = entry(found)
    assert shown.derivation is not None
    alone = [s for s in shown.derivation.steps if s.right is None]
    assert alone
    assert all(s.cost.startswith("credit ") for s in alone)
    assert f"All {len(shown.derivation.steps)} steps" in render([shown])


def test_tails_are_cut() -> None:
    mechanism = read_mechanism(GALLERY / "private" / "laplace_mechanism.py")
    comparison = compare(mechanism, {"value": 0, "k": 1, "eps": 1}, {"value": 1, "k": 1, "eps": 1}, 1e-12)
    rows = chosen_rows(comparison)
    likeliest = max(r.left.upper for r in rows)
    assert len(rows) < len(comparison.rows)
    assert all(max(r.left.upper, r.right.upper) * FAINT >= likeliest for r in rows)
    far = comparison.rows[0].output
    assert far not in [r.output for r in rows]
    assert far in [r.output for r in chosen_rows(comparison, [far])]


def test_wide_distributions_are_shown_in_even_steps() -> None:
    mechanism = read_mechanism(GALLERY / "private" / "laplace_mechanism.py")
    comparison = compare(mechanism, {"value": 0, "k": 40, "eps": "1/40"}, {"value": 40, "k": 40, "eps": "1/40"}, 1e-12)
    rows = chosen_rows(comparison)
    steps = {b.output - a.output for a, b in pairwise(rows)}
    assert len(steps) == 1
    assert min(steps) > 1
    assert rows[0].output < -100
    assert rows[-1].output > 140
    assert max(r.left.upper for r in rows) == max(r.left.upper for r in comparison.rows)
