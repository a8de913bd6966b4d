"""Lists are shared in Python and never in the core: programs about sharing mean the same in both, or are refused.

`TWINPROOF_PROGRAMS=100000` makes the generated part longer. Most programs share a list somewhere, on purpose.
"""

from __future__ import annotations

import copy
import os
from contextlib import suppress
from random import Random

import pytest

from tests.lang.sharing_programs import Sharing, inputs
from tests.lang.test_meaning import check_same, defined, read
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.mechanism import Mechanism

PROGRAMS = int(os.environ.get("TWINPROOF_PROGRAMS", "4000"))
BATCH = 500


def check(text: str, mechanism: Mechanism, seed: int) -> None:
    """Four runs each; and the arguments are as they were."""
    function, random = defined(text, "main"), Random(seed)
    parameters = {p.name: str(p.var.type) for p in mechanism.parameters}
    for turn in range(4):
        given = inputs(parameters, random)
        before = copy.deepcopy(given)
        with suppress(IndexError):
            function(**given)
        assert given == before, f"an argument was changed: {before} became {given}"
        check_same(function, mechanism, before, turn)


@pytest.mark.parametrize("start", range(0, PROGRAMS, BATCH))
def test_what_is_accepted_shares_nothing_that_changes(start: int) -> None:
    wrong: dict[int, str] = {}
    accepted = 0
    for seed in range(start, start + BATCH):
        text = Sharing(seed).text()
        mechanism = read(text, "main")
        if isinstance(mechanism, Diagnostic):
            continue
        accepted += 1
        try:
            check(text, mechanism, seed)
        except Exception as problem:
            wrong[seed] = f"{type(problem).__name__}: {problem}\n{text}"
    shortest = min(wrong.values(), key=len, default="")
    assert not wrong, f"seeds {sorted(wrong)}; the shortest:\n{shortest}"
    assert accepted > 0.1 * BATCH, f"only {accepted} of {BATCH} programs were read"


def test_most_refusals_are_about_sharing() -> None:
    found = [read(Sharing(seed).text(), "main") for seed in range(400)]
    refused = [f for f in found if isinstance(f, Diagnostic)]
    sharing = (Code.ALIAS, Code.CHANGED_PARAMETER, Code.CHANGED_WHILE_ITERATED)
    others = [str(f) for f in refused if f.code not in sharing]
    assert len(others) < 0.25 * len(found), "\n".join(others[:5])
