"""Lists that grow with the rows: which they are, where one run has an entry more, and what the ghosts leave behind."""

import json
from pathlib import Path

import pytest

from tests.volume import IS_LONG
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.lang.command import Assign, subcommands
from twinproof.lang.expr import Expr, Place, Var
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file, read_text
from twinproof.lang.types import INT
from twinproof.search.adjacency_cases import Statement
from twinproof.search.compiled import function
from twinproof.search.extra_entries import Extra, Grown, grown, loops_over
from twinproof.search.prover import Prover
from twinproof.search.result import Proof, Stuck

HERE = Path(__file__).parent
HEAD = "from typing import Annotated\nfrom twinproof import *\n"


def growing(body: str, adjacency: str = "one_user_added_or_removed(0, rows=2)") -> Grown | None:
    """What remembers the lists that grow in a program, where the left run has more rows."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text = (
        f'{HEAD}@mechanism(epsilon="eps")\ndef asked(rows: Annotated[list[tuple[int, int]], {adjacency}], '
        f"eps: Epsilon) -> int:\n{lines}"
    )
    (found,) = read_text(text, "asked.py")
    assert isinstance(found, Mechanism), found
    return grown(found, Statement.of(found).shapes()[0].alignments)


USERS = "users: list[int] = []\nfor user, _ in rows:\n    if user not in users:\n        users.append(user)\n"


def test_lists_that_grow_with_the_rows_are_found_and_loops_over_them_are_out_of_step() -> None:
    found = growing(USERS + "return laplace(len(users), 1 / eps)")
    assert found is not None
    assert [items.name for items in found.extras] == ["users"]
    (step,) = loops_over(found.mechanism, found.extras).values()
    assert step.rows.name == "users"
    assert step.longer is Place.LEFT


def test_lists_that_get_entries_together_have_one_place() -> None:
    body = "seen: dict[int, int] = {}\nfor user, _ in rows:\n    seen[user] = seen.get(user, 0) + 1\n"
    found = growing(body + "return laplace(len(seen), 1 / eps)")
    assert found is not None
    assert len(found.extras) == 2
    assert len(set(found.extras.values())) == 1


@pytest.mark.parametrize(
    ("body", "adjacency"),
    [
        (
            "total = 0\nfor _ in rows:\n    total += 1\nreturn laplace(total, 2 / eps)",
            "one_user_added_or_removed(0, rows=2)",
        ),
        (USERS + "return laplace(len(users), 1 / eps)", "one_user_changed(0, rows=2)"),
    ],
    ids=["no list", "as many rows in both runs"],
)
def test_where_no_list_grows_in_one_run_nothing_is_remembered(body: str, adjacency: str) -> None:
    assert growing(body, adjacency) is None


def test_ghosts_are_assigned_and_never_read_by_the_program() -> None:
    found = growing(USERS + "return laplace(len(users), 1 / eps)")
    assert found is not None
    ghosts = set(found.ghosts)
    others = [c for c in subcommands(found.mechanism.body) if isinstance(c, Assign) and c.target not in ghosts]
    assert others
    assert all(ghost.name not in str(c.value) for c in others for ghost in ghosts)


@pytest.mark.parametrize("longer", [Place.LEFT, Place.RIGHT])
def test_positions_belong_together_around_the_entry_that_one_run_has_more(longer: Place) -> None:
    extra, j = Extra(Var("place", INT, Place.MEMORY), longer), Var("j", INT, Place.RIGID)
    shorter = Place.RIGHT if longer is Place.LEFT else Place.LEFT

    def value(e: Expr, place: int, index: int) -> int:
        memory = {"place": place}
        found = function(e)(memory, memory, memory, {"j": index})
        assert isinstance(found, int)
        return found

    for place in (-1, 0, 2, 5):
        list_of_longer = list(range(10, 16))
        list_of_shorter = list_of_longer if place < 0 else list_of_longer[:place] + list_of_longer[place + 1 :]
        for index, entry in enumerate(list_of_shorter):
            assert value(extra.beside(j, shorter), place, index) == index
            there = value(extra.beside(j, longer), place, index)
            assert list_of_longer[there] == entry
            assert value(extra.shared(j), place, there) == index


def mechanisms(folder: str) -> list[Mechanism]:
    return [m for m in read_file(HERE / folder / "growing.py") if isinstance(m, Mechanism)]


@pytest.mark.parametrize("mechanism", mechanisms("fresh") if IS_LONG else mechanisms("fresh")[:1], ids=lambda m: m.name)
def test_what_is_proved_of_growing_lists_is_about_the_mechanism_itself(mechanism: Mechanism) -> None:
    answer = Prover(mechanism).find_proof()
    assert isinstance(answer, Proof)
    assert answer.theorem.judgment.left == mechanism.body
    check(json.loads(json.dumps(write(mechanism, answer.theorem))), mechanism)


@pytest.mark.parametrize("mechanism", mechanisms("near"), ids=lambda m: m.name)
def test_near_misses_with_growing_lists_are_not_proved(mechanism: Mechanism) -> None:
    assert isinstance(Prover(mechanism).find_proof((0,)), Stuck)
