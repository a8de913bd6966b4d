"""The pictures of the noises are those of their laws, each noise has one, and the page shows it."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET

import pytest

from tests.exact.law_pictures import DRAWS, PICTURES, bars, masses
from twinproof.lang.noise import FUNCTIONS

PAGE = (PICTURES.parent / "language.md").read_text(encoding="utf-8")


def test_each_noise_has_a_picture_on_the_page() -> None:
    shown = re.findall(r"^\| `(\w+)\(.*\(laws/(\w+)\.svg\) \|$", PAGE, flags=re.MULTILINE)
    assert [name for name, _ in shown] == [file for _, file in shown]
    assert {name for name, _ in shown} == set(FUNCTIONS) == set(DRAWS)
    assert {path.stem for path in PICTURES.iterdir()} == set(DRAWS)


@pytest.mark.parametrize("noise", DRAWS)
def test_the_bars_are_the_masses(noise: str) -> None:
    elements = list(ET.fromstring((PICTURES / f"{noise}.svg").read_text(encoding="utf-8")).iter())
    told = [e.get("aria-label", "") for e in elements if e.get("aria-roledescription") == "bar"]
    assert sorted(told) == sorted(row["told"] for row in bars(noise))
    assert DRAWS[noise][0] in {e.text for e in elements}


def test_the_masses_follow_the_formulas_of_the_page() -> None:
    e = math.e
    assert masses("laplace")[3] / masses("laplace")[0] == pytest.approx(math.exp(-3 / 2))
    assert masses("one_sided_laplace")[5] / masses("one_sided_laplace")[2] == pytest.approx(math.exp(-3 / 2))
    assert masses("one_sided_laplace")[1] == 0
    assert masses("geometric")[0] == pytest.approx(1 - math.exp(-1 / 2))
    assert masses("truncated_laplace")[4] / masses("truncated_laplace")[0] == pytest.approx(math.exp(-2))
    assert masses("truncated_laplace")[5] == 0
    assert masses("gaussian")[3] / masses("gaussian")[0] == pytest.approx(math.exp(-9 / 8))
    assert masses("uniform")[6] == pytest.approx(1 / 6)
    assert masses("coin")[True] == pytest.approx(1 / 3)
    assert masses("randomized_response")[True] == pytest.approx(e / (1 + e))
    assert masses("randomized_choice")[2] == pytest.approx(e / (e + 4))
    assert masses("choose")[2] / masses("choose")[0] == pytest.approx(e**3)
    w = [math.exp(s - 3) for s in (0, 1, 3, 2)]
    steps = 2000  # of the midpoint rule
    inside = (math.prod(1 - (k + 0.5) / steps * w[j] for j in (0, 1, 3)) for k in range(steps))
    assert masses("permute_and_flip")[2] == pytest.approx(sum(inside) / steps)
