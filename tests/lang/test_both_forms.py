"""A verdict is about what was written, also if a pass that makes the plain form were wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from twinproof.lang import reader
from twinproof.lang.command import Assign, Command, If, Skip
from twinproof.lang.expr import Literal
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_directly, read_file, read_text
from twinproof.lang.reader.both_forms import first_difference, trusted_form
from twinproof.lang.reader.plain import plain_form
from twinproof.lang.rewriting import rewritten, with_expressions
from twinproof.verify.cache import Cache
from twinproof.verify.decide import verify

GALLERY = Path(__file__).parents[2] / "gallery"

LEAKS = """
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, one_added_or_removed

@mechanism(epsilon="eps")
def leaks(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    big = [row for row in rows if row > 100]
    twice = 0
    if len(big) > 0:
        twice = 2
    return laplace(len(rows), 1 / eps), twice
"""


def only(text: str) -> Mechanism:
    (mechanism,) = read_text(text, "text.py")
    assert isinstance(mechanism, Mechanism)
    return mechanism


def without_branches(command: Command) -> Command:
    return rewritten(command, lambda c: c.otherwise if isinstance(c, If) else c)


def with_other_numbers(command: Command) -> Command:
    return rewritten(command, lambda c: with_expressions(c, lambda e: Literal(0) if e == Literal(2) else e))


def with_less(command: Command) -> Command:
    """Where 2 would be assigned, nothing is."""
    return rewritten(command, lambda c: Skip() if isinstance(c, Assign) and c.value == Literal(2) else c)


@pytest.mark.parametrize("wrong", [without_branches, with_other_numbers, with_less], ids=lambda f: f.__name__)
def test_a_wrong_pass_is_noticed(monkeypatch: pytest.MonkeyPatch, wrong: Callable[[Command], Command]) -> None:
    monkeypatch.setattr(reader, "plain_form", lambda *program, **more: wrong(plain_form(*program, **more)))
    mechanism = only(LEAKS)
    direct = read_directly(mechanism)
    assert direct is not None
    given = first_difference(mechanism, direct)
    assert given is not None
    assert any(row > 100 for row in given["rows"])
    assert trusted_form(mechanism).body == direct.body
    assert verify(mechanism, jobs=1).kind == "refuted"


def test_what_is_kept_is_kept_for_what_was_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    one = only(LEAKS.replace("twice = 2", "twice = 0"))
    form = with_other_numbers
    monkeypatch.setattr(reader, "plain_form", lambda *program, **more: form(plain_form(*program, **more)))
    other = only(LEAKS)
    assert one.body == other.body
    cache = Cache(tmp_path)
    cache.store(verify(one, jobs=1), False)
    assert cache.has(one, False)
    assert not cache.has(other, False)


def test_both_forms_of_the_gallery_do_the_same() -> None:
    folders = ("private", "data/private", "data/broken")
    paths = [path for folder in folders for path in sorted((GALLERY / folder).glob("*.py"))[::4]]
    mechanisms = [m for path in paths for m in read_file(path) if isinstance(m, Mechanism)]
    changed = 0
    for mechanism in mechanisms:
        assert trusted_form(mechanism) is mechanism
        direct = read_directly(mechanism)
        changed += direct is not None and direct.body != mechanism.body
    assert changed >= 10  # else there is nothing that this could have seen


@pytest.mark.parametrize(
    "rare",
    [
        *("row == 1000", "row // 1000 == 77", "row * row == 289 and row < 0", "row * 3 - len(rows) > 4000"),
        *(
            "len(rows) >= 7",
            "len(rows) == 11 and row > 5",
            "sum(rows) == 412",
            "rows.count(row) > 5",
            "rows[-1] == 91 + row",
        ),
        *("min(rows) > 60 and len(rows) > 3", "[r for r in rows if r > 700] and row < -90"),
    ],
)
def test_a_condition_that_holds_for_few_inputs_is_met(rare: str) -> None:
    text = LEAKS.replace("row > 100", rare)
    assert first_difference(only(text), only(text.replace("twice = 2", "twice = 3"))) is not None


def test_what_was_not_read_from_a_text_is_what_it_is() -> None:
    mechanism = only(LEAKS)
    made = Mechanism(mechanism.name, mechanism.parameters, mechanism.body, mechanism.result, mechanism.claim)
    assert trusted_form(made) is made
