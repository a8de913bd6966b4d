"""The mutants of mechanisms on rows are there, of each kind that has a name, and none of a few is proved."""

from pathlib import Path

import pytest

from tests.search.row_mutants import NAMED, compared, in_turn, mutants, proved, seconds_for
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text

TOTALS = """\
from typing import Annotated
from twinproof import Epsilon, clamp, laplace, mechanism, one_user_added_or_removed


@mechanism(epsilon="eps")
def totals(
    rows: Annotated[list[tuple[int, int]], one_user_added_or_removed(0, rows=2)], eps: Epsilon
) -> list[int]:
    sums = [0] * 3
    for user, value in rows:
        sums[clamp(user, 0, 2)] += clamp(value, -1, 4)
    return [laplace(sums[k], 8 / eps) for k in range(3)]
"""

COUNT = """\
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def count(rows: Annotated[list[bool], one_added_or_removed()], eps: Epsilon) -> int:
    return laplace(sum(rows), 1 / eps)
"""


def changes(kind: str) -> set[str]:
    return {one.what for one in mutants(TOTALS) if one.kind == kind}


def test_each_kind_with_a_name_has_its_changes() -> None:
    assert changes("no clamp") == {"no clamp", "no lower bound", "no upper bound"}
    assert changes("wrong bound") == {"one too far up", "one too far down", "one row more", "8 is 7"}
    rounds = {"one round less", "one round more", "not the first", "not the last", "only the first round"}
    assert changes("one loop short") == rounds
    assert changes("other") > {"half the noise", "no noise", "another adjacency", "twice"}


def test_kinds_with_a_name_are_all_or_come_first(tmp_path: Path) -> None:
    for name in ("first.py", "second.py"):
        (tmp_path / name).write_text(TOTALS, encoding="utf-8")
    files = sorted(tmp_path.glob("*.py"))
    kinds = list(dict.fromkeys(one.kind for _, one in in_turn(files)))
    assert kinds == [*NAMED, "other"]
    assert {one.kind for _, one in in_turn(files, named=True)} == set(NAMED)
    assert [path.name for path, _ in in_turn(files)][:4] == ["first.py", "second.py"] * 2  # they take turns


def read(text: str) -> Mechanism:
    found = read_text(text, "totals.py")[-1]
    assert isinstance(found, Mechanism), found
    return found


@pytest.mark.parametrize("what", ["one row more", "8 is 7", "no lower bound"])
def test_what_is_wrong_is_not_proved_in_the_time_that_the_right_one_needs(what: str, tmp_path: Path) -> None:
    path = tmp_path / "totals.py"
    path.write_text(TOTALS, encoding="utf-8")
    assert proved(read(TOTALS)) == "proved"
    mutant = next(one for one in reversed(list(mutants(TOTALS))) if one.what == what)
    assert proved(read(mutant.text), seconds_for(path, 3)) != "proved"


def test_a_violation_is_told() -> None:
    mutant = next(one for one in mutants(COUNT) if one.what == "half the noise")
    assert compared(read(COUNT)) == "nothing found"
    assert compared(read(mutant.text)).startswith("WRONG: ")


def test_time_is_a_limit() -> None:
    assert proved(read(TOTALS), 0) == "out of time"
