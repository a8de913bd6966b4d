"""The page about the last figure says what is true: its numbers, its picture, and what it names in Coq."""

from __future__ import annotations

import random
import re
import shlex
import xml.etree.ElementTree as ET

import pytest

from tests.exact.last_figure import (
    PAGE,
    PICTURE,
    ROOT,
    bars,
    compared,
    far,
    loss_by_gap,
    points,
    value_alone,
    who_fired,
    with_index,
)
from twinproof.cli import main
from twinproof.exact.meaning import compare

TEXT = PAGE.read_text(encoding="utf-8")
LIMIT = 0.75


def told(kind: str) -> list[str]:
    """What the picture tells a screen reader of each mark of a kind."""
    elements = ET.fromstring(PICTURE.read_text(encoding="utf-8")).iter()
    return sorted(e.get("aria-label", "") for e in elements if e.get("aria-roledescription") == kind)


def test_the_losses_in_the_table_are_those_of_compare() -> None:
    (gaps,) = re.findall(r"^\| g \|(.*)\|$", TEXT, flags=re.MULTILINE)
    (losses,) = re.findall(r"^\| loss of 4g \+ 1 \|(.*)\|$", TEXT, flags=re.MULTILINE)
    found = loss_by_gap([int(g) for g in gaps.split("|")])
    assert [f"{loss:.6f}" for loss in found] == [loss.strip() for loss in losses.split("|")]
    assert sorted(found) == found
    assert LIMIT - 1e-6 < found[-1] < LIMIT


def test_the_command_on_the_page_says_what_the_page_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (command,) = re.findall(r"^twinproof (compare .*)$", TEXT, flags=re.MULTILINE)
    (shown,) = re.findall(r"^which says: `(.*)`\.$", TEXT, flags=re.MULTILINE)
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("sys.argv", ["twinproof", *shlex.split(command)])
    with pytest.raises(SystemExit):
        main()
    assert shown in capsys.readouterr().out.splitlines()


def test_the_points_of_the_picture_are_those_of_compare() -> None:
    assert told("circle") == sorted(p["told"] for p in points())


def test_the_bars_of_the_picture_are_those_of_compare() -> None:
    assert told("bar") == sorted(b["told"] for b in bars())
    assert f"the sum loses {who_fired()[-1]['loss']:.2f}" in TEXT


def test_the_value_alone_is_the_sum_over_the_queries() -> None:
    """What the picture says of the last bar: the program without the index shows the sum and nothing else."""
    rows = who_fired()
    for side in ("left", "right"):
        assert sum(r[side] for r in rows[:-1]) == pytest.approx(rows[-1][side], rel=1e-9)
    assert [r["loss"] for r in rows[:-1]] == [n / 4 for n in range(1, 9)]


def test_with_the_index_each_query_adds_a_quarter() -> None:
    for n in (1, 4, 8):
        assert compared(with_index(), (0,) * n).loss_at_least == pytest.approx(n / 4, rel=1e-9)


@pytest.mark.parametrize("seed", range(30))
def test_no_loss_passes_three_quarters(seed: int) -> None:
    """Random answers that move any way, near the bad example and far from it."""
    rng = random.Random(seed)
    n, width = rng.randint(1, 7), rng.choice([1, 4, 12])
    left = [rng.randint(-width, width) for _ in range(n)] if seed % 3 else [*far(n, rng.randint(1, 12))]
    moves = [rng.choice((-1, 0, 1)) for _ in range(n)] if seed % 2 else [rng.choice((-1, 1))] * n
    right = [a + move for a, move in zip(left, moves, strict=True)]
    eps = rng.choice([1, 2, 4])
    given: dict[str, object] = {"t": rng.randint(-3, 3), "eps": eps}
    found = compare(value_alone(), given | {"queries": [*left, 0]}, given | {"queries": [*right, 0]})
    assert 0 < found.loss_at_least <= LIMIT * eps


def test_what_the_page_names_in_coq_is_there() -> None:
    rows = re.findall(r"^\| .* \| (`\w+`.*) \| `(foundations/last_figure/\w+\.v)` \|$", TEXT, flags=re.MULTILINE)
    assert len(rows) == 12
    for names, file in rows:
        source = (ROOT / file).read_text(encoding="utf-8")
        for name in re.findall(r"`(\w+)`", names):
            assert re.search(rf"^(Lemma|Theorem) {name}\b", source, flags=re.MULTILINE), f"{name} in {file}"
