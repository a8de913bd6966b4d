"""Loops over rows: which are out of step, what belongs together, how sums differ, what is computed at the end."""

import textwrap

import pytest

from tests.search.reading import mechanism_of
from twinproof.lang.adjacency_kind import Alignment
from twinproof.lang.command import loops_in, site_of
from twinproof.lang.expr import Place
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
from twinproof.search.adjacency_cases import Shape, Statement
from twinproof.search.alignment import Pace, behind, loops_out_of_step
from twinproof.search.differences import differences
from twinproof.search.post_processing import post_processing
from twinproof.search.prices import pricing
from twinproof.search.prover import Prover
from twinproof.search.result import Proof

HEAD = """
from twinproof import clamp, one_added_or_removed, one_changed, one_user_added_or_removed


@mechanism(epsilon="eps", requires="b >= 1")
def asked(rows: Annotated[list[{row}], {kind}], b: int, ns: list[int], eps: Epsilon) -> {returns}:
"""
ADDED, CHANGED = "one_added_or_removed()", "one_changed()"


def mechanism(body: str, kind: str = ADDED, returns: str = "int", row: str = "int") -> Mechanism:
    lines = textwrap.indent(textwrap.dedent(body).strip(), "    ")
    return mechanism_of(HEAD.format(row=row, kind=kind, returns=returns) + lines + "\n")


def shape(asked: Mechanism, longer: Place | None) -> Shape:
    shapes = Statement.of(asked).shapes()
    return next(s for s in shapes if s.alignments["rows"].longer is longer)


def alignment(asked: Mechanism, longer: Place | None = Place.LEFT) -> dict[str, Alignment]:
    return shape(asked, longer).alignments


TOTAL = """
total = 0
for row in rows:
    total += clamp(row, 0, 10)
return laplace(total, 10 / eps)
"""


def test_a_loop_over_rows_is_out_of_step_where_one_run_has_more() -> None:
    added, changed = mechanism(TOTAL), mechanism(TOTAL, CHANGED)
    (loop,) = loops_in(added.body)
    for longer in (Place.LEFT, Place.RIGHT):
        (step,) = loops_out_of_step(added, alignment(added, longer)).values()
        assert (step.loop, step.longer, step.rows.name) == (loop, longer, "rows")
        assert step.alone(Place.LEFT) != step.alone(Place.RIGHT)
    assert not loops_out_of_step(changed, alignment(changed, None))


@pytest.mark.parametrize(
    "body",
    [
        "s = 0\nfor n in ns:\n    s += n\nreturn laplace(s, 1 / eps)",
        "s = 0\ni = 0\nwhile i < len(rows):\n    s += 1\n    i += 2\nreturn laplace(s, 1 / eps)",
        "s = 0\ni = 0\nwhile i + 1 < len(rows):\n    s += 1\n    i += 1\nreturn laplace(s, 1 / eps)",
    ],
)
def test_other_loops_are_not(body: str) -> None:
    asked = mechanism(body)
    assert not loops_out_of_step(asked, alignment(asked))


def test_the_shorter_run_is_behind_by_what_it_was_skipped() -> None:
    assert [behind(row, (2,)) for row in range(6)] == [0, 1, 2, 2, 3, 4]
    assert [behind(row, (1, 3)) for row in range(6)] == [0, 1, 1, 2, 2, 3]


def test_visits_and_draws_that_belong_together() -> None:
    asked = mechanism("return [laplace(row, 1 / eps) for row in rows]", returns="list[int]")
    (loop,) = loops_in(asked.body)
    site, at = site_of(loop), {"rows": (1,)}
    more_on_left = Pace.of(asked, alignment(asked, Place.LEFT))
    assert more_on_left.visits(site, (0,), at) == [(0,)]
    assert more_on_left.visits(site, (1,), at) == [(1,), (2,)]  # the left run passes its row while the other waits
    assert more_on_left.visits(site, (2,), at) == [(3,)]
    assert [more_on_left.draw(0, (n,), at) for n in (1, 2, 3)] == [(1,), (3,), (4,)]
    more_on_right = Pace.of(asked, alignment(asked, Place.RIGHT))
    assert [more_on_right.visits(site, (n,), at) for n in range(4)] == [[(0,)], [(1,)], [(1,)], [(2,)]]
    assert [more_on_right.draw(0, (n,), at) for n in (1, 2, 3)] == [(1,), None, (2,)]
    assert not more_on_left.is_in_step(site)


def test_what_a_run_visits_alone() -> None:
    body = """
    total = 0
    for row in rows:
        for n in ns:
            if row < n:
                total += 1
    return laplace(total, 1 / eps)
    """
    asked = mechanism(body)
    outer, inner = map(site_of, loops_in(asked.body))
    pace, at = Pace.of(asked, alignment(asked, Place.LEFT)), {"rows": (1,)}
    assert pace.waits(inner, (2, 0), Place.LEFT, at) == (outer, (1,))
    assert pace.waits(inner, (1, 0), Place.LEFT, at) is None
    assert pace.waits(inner, (2, 0), Place.RIGHT, at) is None


def told(body: str, kind: str = ADDED, longer: Place | None = Place.LEFT, row: str = "int") -> list[str]:
    asked = mechanism(body, kind, row=row)
    return [show_expr(e) for e in differences(asked, alignment(asked, longer))]


def test_a_sum_differs_by_what_is_added_for_the_row() -> None:
    passed, after = told(TOTAL)
    assert after == "max(0, min(rows⟨1⟩[extra_rows], 10))"
    assert passed == f"if extra_rows < k⟨1⟩ then {after} else 0"
    passed, after = told(TOTAL, CHANGED, None)
    first, second = (f"max(0, min(rows⟨{n}⟩[changed_rows], 10))" for n in (1, 2))
    assert after == f"{first} − {second}"


def test_a_count_differs_by_one_where_the_row_is_counted() -> None:
    body = """
    n = 0
    for row in rows:
        if row > b:
            n += 1
        elif row == 3:
            n -= 2
    return laplace(n, 2 / eps)
    """
    _, after = told(body)
    assert after == "if b < rows⟨1⟩[extra_rows] then 1 else if rows⟨1⟩[extra_rows] = 3 then 0 − 2 else 0"


@pytest.mark.parametrize("change", ["m = max(m, row)", "m = 2 * m + row", "m = row", "m += last\n    last = row"])
def test_of_what_is_no_sum_over_the_rows_nothing_is_told(change: str) -> None:
    lines = f"m = 0\nlast = 0\nfor row in rows:\n    {change}\nreturn laplace(m + last, 1 / eps)"
    asked = mechanism(lines)
    assert not any("extra_rows" in show_expr(e) and "m⟨" in show_expr(e) for e in differences(asked, alignment(asked)))
    if change != "m += last\n    last = row":
        assert not differences(asked, alignment(asked))


def test_what_is_computed_from_one_value_is_proved_for_that_value() -> None:
    cut = mechanism("best = laplace(len(rows), 1 / eps)\ndouble = 2 * best\nreturn 0 if double > 3 else double")
    found = post_processing(cut)
    assert found is not None
    assert found.released.result.name == "best"
    assert isinstance(Prover(cut).find_proof(), Proof)
    two = mechanism("a = laplace(len(rows), 2 / eps)\nc = laplace(len(rows), 2 / eps)\nreturn a + c")
    assert post_processing(two) is None
    private = mechanism("a = laplace(len(rows), 1 / eps)\nreturn a + len(rows)")
    assert post_processing(private) is None
    assert not isinstance(Prover(private).find_proof((0, 1)), Proof)


def test_a_bound_of_what_rows_add_is_a_step() -> None:
    asked = mechanism("return laplace(sum(clamp(row, 0, b) for row in rows), 2 * b / eps)")
    (sampling,) = asked.samplings
    price = pricing(asked, sampling)
    assert price.divisor is not None
    assert (show_expr(price.unit), show_expr(price.divisor)) == ("eps / 2", "b")
    assert isinstance(Prover(asked).find_proof(), Proof)


WRONG = {
    "a scale that is too small": ("return laplace(sum(clamp(row, 0, b) for row in rows), b / eps)", CHANGED + "#"),
    "no clamp from below": ("return laplace(sum(min(row, b) for row in rows), b / eps)", ADDED),
    "half a step": ("return laplace(2 * sum(clamp(row, 0, b) for row in rows), b / eps)", ADDED),
    "two loops for one budget": (
        "m = laplace(sum(clamp(row, 0, b) for row in rows), b / eps)\nreturn m + laplace(len(rows), 1 / eps)",
        ADDED,
    ),
    "the width is not the size": ("return laplace(sum(clamp(row, b, 2 * b) for row in rows), b / eps)", ADDED),
}


@pytest.mark.parametrize("name", WRONG)
def test_near_misses_are_not_proved(name: str) -> None:
    body, kind = WRONG[name]
    if kind.endswith("#"):
        body, kind = body.replace("clamp(row, 0, b)", "clamp(row, -b, b)"), kind[:-1]
    assert not isinstance(Prover(mechanism(body, kind)).find_proof((0, 1)), Proof)
