"""Near misses of the gallery's mechanisms with divergences: a hundredth less noise, a round more, a bound too low.

Each is the text of a mechanism that is proved, with one slip in it. None is proved.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.search.prover import Prover
from twinproof.search.result import Proof

GALLERY = Path(__file__).parents[2] / "gallery"
SLIPS = [
    ("private/gaussian_concentrated", "1 / (2 * rho)", "1 / (2 * rho) / (1 + 1 / 100)"),
    ("private/gaussian_concentrated", "variance=1 / (2 * rho)", "sigma=1 / (2 * rho)"),
    ("private/gaussian_concentrated", 'zcdp="k * k * rho"', 'zcdp="k * rho"'),
    ("private/gaussian_concentrated", "gaussian(count,", "gaussian(count + count,"),
    ("private/gaussian_vector", "k / (2 * rho)", "100 * k / (101 * 2 * rho)"),
    ("private/gaussian_vector", 'requires="k >= 1"', 'requires="k >= 2"', "variance=k /", "variance=(k - 1) /"),
    ("private/gaussian_vector", "for entry in entries", "for entry in entries for _ in range(2)"),
    ("private/gaussian_vector", "gaussian(entry,", "gaussian(2 * entry,"),
    ("private/gaussian_vector", 'moves_by_l2("k")', 'each_within("k")', "moves_by_l2", "each_within"),
    ("private/gaussian_filter", "quarters + cost <= 4", "quarters <= 4"),
    ("private/gaussian_filter", "quarters + cost <= 4", "quarters + cost <= 5"),
    ("private/gaussian_filter", "quarters = quarters + cost", "quarters = quarters + 1"),
    ("private/gaussian_filter", "2 / (cost * rho)", "2 / (cost * cost * rho)"),
    ("private/gaussian_filter", "each_within(1)", "each_within(2)"),
    ("private/gaussian_filter", "threshold else 1", "threshold else 0", "(cost * rho)", "(max(cost, 1) * rho)"),
    ("private/gaussian_tree_sums", "range(levels)", "range(levels + 1)"),
    ("private/gaussian_tree_sums", "start = start + width", "start = start + 1"),
    ("private/gaussian_tree_sums", "levels / (2 * rho)", "levels / (2 * rho) / (1 + 1 / 100)"),
    ("private/gaussian_tree_sums", "one_within(1)", "each_within(1)", "one_within", "each_within"),
    ("private/noisy_max_measured", "2 / eps", "1 / eps"),
    ("private/noisy_max_measured", "eps * eps / 2 + rho", "eps * eps / 3 + rho"),
    ("private/noisy_max_measured", "return best,", "return highest,"),
    ("private/noisy_max_measured", "return best,", "return best + highest,"),
    ("private/noisy_max_measured", "gaussian(scores[best],", "gaussian(2 * scores[best],"),
    ("private/advanced_composition", "range(n)", "range(n + 1)"),
    ("private/advanced_composition", "n * eps * eps / 2 +", "n * eps * eps / 3 +"),
    ("private/advanced_composition", "sqrt(2 * n", "sqrt(n"),
    ("private/stability_histogram_gaussian", "noisy > threshold", "noisy >= threshold"),
    ("private/stability_histogram_gaussian", "1 / (2 * rho)", "1 / (2 * rho) / (1 + 1 / 100)"),
    ("private/stability_histogram_gaussian", "count > 0", "count > 1"),
    ("private/stability_histogram_gaussian", 'delta="delta"', 'delta="delta / 2"'),
    ("private/stability_histogram_gaussian", "one_within(1)", "one_within(2)"),
    ("private/stability_histogram_gaussian", "one_within(1)", "each_within(1)", "one_within", "each_within"),
    ("private/stability_histogram_gaussian", "rho * threshold * threshold >=", "2 * rho * threshold * threshold >="),
    ("private/stability_histogram_gaussian", "shown.append(noisy if", "shown.append(count if"),
    ("private/found_and_measured", "there > threshold", "there >= threshold"),
    ("private/found_and_measured", "1 / (2 * rho)", "1 / (2 * rho) / (1 + 1 / 100)"),
    ("private/found_and_measured", "eps * eps / 2 + rho", "eps * eps / 3 + rho"),
    ("private/found_and_measured", "1 + log", "log"),
    ("private/found_and_measured", "gaussian(count,", "gaussian(2 * count,"),
    ("private/answers_that_slip", "n / 1000", "n / 1001"),
    ("private/answers_that_slip", 'delta="n / 1000"', 'delta="1 / 1000"'),
    ("private/answers_that_slip", "range(n)", "range(n + 1)"),
    ("private/answers_that_slip", 'zcdp="n * rho"', 'zcdp="rho"'),
    ("private/answers_that_slip", "if coin(Fraction(1, 1000))", "if count > 0 or coin(Fraction(1, 1000))"),
    ("data/private/gaussian_histogram", "variance=1 / rho", "variance=1 / (2 * rho)"),
    ("data/private/gaussian_histogram", "variance=1 / rho", "variance=100 / (101 * rho)"),
    (
        "data/private/gaussian_histogram",
        "for age in ages:\n", "for age in ages:\n        cells[9] += clamp(age, 0, 1)\n"
    ),
    ("data/private/gaussian_group_by", "clamp(spent, 0, bound)", "clamp(spent, -bound, bound + 1)"),
    ("data/private/gaussian_group_by", "bound * bound / (2 * rho)", "bound / (2 * rho)"),
    ("data/private/gaussian_group_by", "clamp(spent, 0, bound)", "min(spent, bound)"),
    ("data/private/gaussian_group_by", "one_added_or_removed", "one_changed"),
    ("data/private/noisy_gradient_descent", "/ (2 * rho)", "/ (2 * rho) / (1 + 1 / 100)"),
    ("data/private/noisy_gradient_descent", "clamp(row - centre, -bound, bound)", "min(row - centre, bound)"),
    ("data/private/noisy_gradient_descent", "clamp(row - centre, -bound, bound)", "max(row - centre, -bound)"),
    ("data/private/noisy_gradient_descent", "-bound, bound)", "-bound, bound + 1)"),
    ("data/private/noisy_gradient_descent", "centre += gaussian", "centre += gradient + gaussian"),
    ("data/private/noisy_gradient_descent", "range(rounds)", "range(rounds + 1)"),
    ("data/private/noisy_gradient_descent", "one_added_or_removed", "one_changed"),
    ("data/private/noisy_gradient_descent", "row - centre, -bound, bound)", "row, -bound, bound) * centre"),
]  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS, ids=lambda s: f"{Path(s[0]).name}: {s[-1].strip()}")
def test_a_slip_is_not_proved(slip: tuple[str, ...]) -> None:
    name, *changes = slip
    text = (GALLERY / f"{name}.py").read_text()
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old in text, old
        text = text.replace(old, new)
    (mechanism,) = read_text(text, name)
    assert isinstance(mechanism, Mechanism), mechanism
    assert not isinstance(Prover(mechanism).find_proof(), Proof), text


# For x > 0 a run in ten does not end, so D_α of x = 0 against x = 1 is ln(10/9) > 0.1 at all orders.
ENDLESS = """
from fractions import Fraction
from typing import Annotated
from twinproof import Epsilon, coin, gaussian, laplace, mechanism, within

@mechanism(zcdp="CLAIM", requires="eps <= 1 / 8 and rho <= 1 / 1000")
def endless(x: Annotated[int, within(1)], eps: Epsilon, rho: Epsilon) -> int:
    v = START
    if x > 0 and coin(Fraction(1, 10)):
        while v == v:
            v = v + 0
    return gaussian(0, variance=1 / (2 * rho))
"""


@pytest.mark.parametrize(("claim", "start"), [("eps * eps / 2 + rho", "laplace(0, 1 / eps)"), ("1 / 100 + rho", "1")])
def test_a_run_that_may_not_end_is_no_block(claim: str, start: str) -> None:
    (mechanism,) = read_text(ENDLESS.replace("CLAIM", claim).replace("START", start), "endless")
    assert isinstance(mechanism, Mechanism), mechanism
    assert not isinstance(Prover(mechanism).find_proof(), Proof)
