"""Histograms whose cells have a public width and a public number: the cell of a row has a name in all rounds."""

import pytest

from tests.search.reading import mechanism_of
from tests.search.row_mutants import proved

HEAD = """
from twinproof import clamp, one_added_or_removed, one_changed, one_user_added_or_removed


@mechanism(epsilon="eps", requires="width >= 1 and bins >= 1")
def asked(rows: Annotated[list[int], {kind}()], start: int, width: int, bins: int, eps: Epsilon) -> list[int]:
    counts = [0] * bins
    for x in rows:
        {body}
    return [laplace(c, {scale} / eps) for c in counts]
"""
INSIDE = "if 0 <= x // width < bins:\n            counts[x // width] += 1"
CLAMPED = "counts[clamp((x - start) // width, 0, bins - 1)] += 1"
TWICE = CLAMPED + "\n        counts[clamp((x - start) // width + 1, 0, bins - 1)] += 1"
ADDED, CHANGED = "one_added_or_removed", "one_changed"


def text(body: str, kind: str, scale: int) -> str:
    return HEAD.format(body=body, kind=kind, scale=scale)


@pytest.mark.parametrize(("body", "kind", "scale"), [(INSIDE, ADDED, 1), (CLAMPED, ADDED, 1)])
def test_a_row_is_in_one_cell(body: str, kind: str, scale: int) -> None:
    assert proved(mechanism_of(text(body, kind, scale))) == "proved"


@pytest.mark.parametrize(("body", "kind", "scale"), [(TWICE, ADDED, 1), (CLAMPED, CHANGED, 1)])
def test_a_row_that_counts_in_two_cells_is_not_proved_with_noise_for_one(body: str, kind: str, scale: int) -> None:
    assert proved(mechanism_of(text(body, kind, scale)), 8) != "proved"
