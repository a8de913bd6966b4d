"""Claims with a δ that are missed by a hair: what is over it lies in a tail, or on many outputs that add up."""

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest

from twinproof.exact.meaning import compare
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.refute import Refutation, refute
from twinproof.refute.evidence import Counterexample
from twinproof.verify import counterexample_document
from twinproof.verify.counterexample_document import check_refuted

GALLERY = Path(__file__).parent.parent.parent / "gallery"
NEAR = [
    ("stability_histogram", 'delta="delta"', 'delta="delta / 1.05"'),
    ("stability_histogram", ">= 1 + log", ">= log"),
    ("majority_if_clear", 'delta="delta"', 'delta="delta / 1.05"'),
    ("majority_if_clear", ">= 1 + log", ">= log"),
    ("truncated_total", 'delta="delta"', 'delta="delta / 1.05"'),
    ("truncated_total", "exp(-bound", "exp(-(bound + 1)"),
    ("gaussian_exact_delta", "0.00725", "0.00724"),
    ("gaussian_exact_delta", "variance=4", "variance=3.96"),
    ("top_keys_above_cutoff", ">= 1 + log", ">= log"),
    ("asked_several_times", "range(k)", "range(k + 1)"),
]
HEAD = """
from typing import Annotated
from twinproof import Epsilon, gaussian, laplace, mechanism, one_within, within
"""
TAIL = """
@mechanism(epsilon="1", delta="{}")
def rare(counts: Annotated[list[int], one_within(1)]) -> list[int]:
    shown = []
    for count in counts:
        noisy = laplace(count, 1) if count > 0 else 0
        shown.append(noisy if noisy > 14 else 0)
    return shown
"""
MANY = """
@mechanism(epsilon="1/10", delta="{}")
def wide(x: Annotated[int, within(1)]) -> int:
    return gaussian(x, 20)
"""


def read(text: str, name: str) -> Mechanism:
    (core,) = [item for item in read_text(text, f"{name}.py") if isinstance(item, Mechanism) and item.name == name]
    return core


def replayed(core: Mechanism, found: Refutation) -> Counterexample:
    """The counterexample, as the check of its certificate computes it again."""
    example = found.counterexample
    assert example is not None, found.explain()
    document = json.loads(json.dumps(counterexample_document.write(core, example, core.source)))
    check_refuted(document, core, core.source)
    return example


@pytest.mark.parametrize(("name", "was", "becomes"), NEAR)
def test_near_misses_are_refuted(name: str, was: str, becomes: str) -> None:
    (file,) = GALLERY.glob(f"*/{name}.py")
    text = file.read_text(encoding="utf-8")
    assert was in text
    core = read(text.replace(was, becomes), name)
    example = replayed(core, refute(core, jobs=1))
    assert example.epsilon_at_least > example.claim.amount
    assert example.claim.delta == 0 or example.delta_at_least > example.claim.delta


def test_what_is_over_lies_in_a_tail() -> None:
    """A key that is new is shown with probability a^14 / (1 + a), which is 6.08e-7."""
    exact = math.exp(-14) / (1 + math.exp(-1))
    core = read(HEAD + TAIL.format("6.0e-7"), "rare")
    found = refute(core, jobs=1)
    example = replayed(core, found)
    assert 6.0e-7 < example.delta_at_least <= exact
    assert math.isinf(example.epsilon_at_least)
    assert found.largest is not None
    assert found.largest.needed == pytest.approx(exact, rel=1e-3)
    assert not refute(read(HEAD + TAIL.format("6.1e-7"), "rare"), jobs=1).refuted


def test_many_small_excesses_add_up() -> None:
    """No output alone is over by more than a hundredth of δ, and all of them are needed."""
    core = read(HEAD + MANY.format("0.0045"), "wide")
    left, right = {"x": 0}, {"x": 1}
    least = compare(core, left, right).least_delta
    core = read(HEAD + MANY.format(f"{float(least.lower) / 1.02:.9f}"), "wide")
    example = replayed(core, refute(core, jobs=1))
    assert len(example.event) > 20
    assert example.claim.delta < example.delta_at_least <= least.upper
    assert not refute(read(HEAD + MANY.format(f"{float(least.upper) * 1.000001:.12f}"), "wide"), jobs=1).refuted


def test_the_words_have_both_numbers() -> None:
    core = read(HEAD + MANY.format("0.0001"), "wide")
    found = refute(core, jobs=1)
    example = replayed(core, found)
    words = found.explain()
    assert "Claimed are ε = 1/10 and δ = 1/10000; at this ε, δ would have to be" in words
    assert "and at this δ, ε would have to be" in words
    document = example.to_json()
    assert document["delta_at_least"] == example.delta_at_least > Fraction(1, 10_000)
    assert document["epsilon_at_least"] == example.epsilon_at_least > 0.1
    assert found.largest is not None
    assert found.largest.needed >= example.delta_at_least
    assert found.largest.to_json()["delta_at_least"] == found.largest.needed


def test_a_claim_without_a_delta_says_nothing_of_one() -> None:
    core = read(HEAD + MANY.format("0"), "wide")
    found = refute(core, jobs=1)
    assert found.counterexample is not None
    assert "δ" not in found.explain()
    assert "delta_at_least" not in found.counterexample.to_json()
    assert found.counterexample.epsilon_at_least == found.counterexample.loss_at_least
