"""The gallery: every private mechanism is proved for all inputs, no broken one ever is."""

import json
from pathlib import Path

import pytest

from tests.volume import IS_LONG
from twinproof.integrations.lsp.finding import finding_of
from twinproof.kernel.proof_document import premises, write
from twinproof.kernel.replay import check
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Sample
from twinproof.lang.expr import ZERO, Expr
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
from twinproof.lang.reader import read_file
from twinproof.search.display import explain_stuck
from twinproof.search.prover import TIERS, Prover
from twinproof.search.result import Proof, Stuck
from twinproof.verify import Verdict

GALLERY = Path(__file__).parent.parent.parent / "gallery"


def mechanisms(folder: str) -> list[Mechanism]:
    found = [m for path in sorted((GALLERY / folder).glob("*.py")) for m in read_file(path)]
    return [m for m in found if isinstance(m, Mechanism)]


@pytest.fixture(scope="module", params=mechanisms("private"), ids=lambda m: m.name)
def answered(request: pytest.FixtureRequest) -> tuple[Mechanism, Proof | Stuck]:
    """A private mechanism and its answer, for all tests about it, which run one after the other."""
    return request.param, Prover(request.param).find_proof()


def test_what_is_private_is_proved(answered: tuple[Mechanism, Proof | Stuck]) -> None:
    mechanism, answer = answered
    assert isinstance(answer, Proof), answer
    document = json.loads(json.dumps(write(mechanism, answer.theorem)))
    report = check(document, mechanism)
    assert report.mechanism == mechanism
    assert {c.draw.site for c in answer.couplings} == set(range(len(mechanism.samplings)))
    assert all(c.line is not None for c in answer.couplings)


def test_the_rule_that_is_told_is_the_one_that_the_certificate_holds(
    answered: tuple[Mechanism, Proof | Stuck],
) -> None:
    """In the verdict, its JSON and the editor: the rule, and the shift that it was given."""
    mechanism, answer = answered
    assert isinstance(answer, Proof), answer
    held = coupled_in(check(json.loads(json.dumps(write(mechanism, answer.theorem))), mechanism).theorem)
    verdict = Verdict(mechanism, "proved", 0.0, proof=answer)
    notes = finding_of(verdict).couplings
    for coupling, told, note in zip(answer.couplings, verdict.summary("")["couplings"], notes, strict=True):
        sampling = mechanism.samplings[coupling.draw.site]
        used = {rule for rule, left, _ in held if left == sampling}
        if coupling.rule == WINDOW:  # there are couplings by shifts beside it
            assert used == {WINDOW, "ω-Samp"}
        else:
            assert (coupling.rule, sampling, coupling.shift) in held
            assert used == {coupling.rule}
        assert (told["rule"], told["shift"]) == (coupling.rule, show_expr(coupling.shift))
        assert f"coupled by [{coupling.rule}]" in note.text
        assert f"{coupling.variable}, coupled by [{coupling.rule}]" in verdict.evidence()


WINDOW = "ω-Samp-Int"


def coupled_in(theorem: Theorem) -> set[tuple[str, Sample, Expr]]:
    """The steps of a derivation that couple two draws: the rule, the left one, and the shift."""
    held = set()
    seen: set[Theorem] = set()
    waiting = [theorem]
    while waiting:
        current = waiting.pop()
        if current not in seen:
            seen.add(current)
            waiting += premises(current)
            given = current.step.given
            if "image" in given:
                moved = ZERO if given["image"] == given["value"] else given["image"].args[1]
                held.add((current.step.rule, given["left"], moved))
            if current.step.rule == WINDOW:
                held.add((WINDOW, given["left"], ZERO))
            if "shift" in given:
                held.add((current.step.rule, given["left"], given["shift"]))
    return held


@pytest.mark.parametrize("mechanism", mechanisms("open"), ids=lambda m: m.name)
def test_what_is_open_is_not_proved(mechanism: Mechanism) -> None:
    answer = Prover(mechanism).find_proof(TIERS[:1])
    assert isinstance(answer, Stuck)
    assert explain_stuck(answer).startswith("No proof: ")


@pytest.mark.parametrize("mechanism", mechanisms("broken"), ids=lambda m: m.name)
def test_what_is_broken_is_not_proved(mechanism: Mechanism) -> None:
    answer = Prover(mechanism).find_proof(TIERS if IS_LONG else TIERS[:1])
    assert isinstance(answer, Stuck)
    assert answer.example is not None
    assert answer.example.left != answer.example.right
    assert explain_stuck(answer).startswith("No proof: none of the couplings that were tried keeps the two runs ")
    assert "  Tried: combinations of couplings (" in explain_stuck(answer)


def test_the_same_question_has_the_same_answer() -> None:
    (mechanism,) = [m for m in mechanisms("private") if m.name == "adaptive_sparse_vector"]
    documents = []
    for _ in range(2):
        answer = Prover(mechanism).find_proof()
        assert isinstance(answer, Proof)
        documents.append(write(mechanism, answer.theorem))
    assert documents[0] == documents[1]
