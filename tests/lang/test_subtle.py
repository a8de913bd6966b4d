"""Where Python is subtle, a mechanism means in the core what it means in Python, or it is refused."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from tests.lang.subtle import (
    Subtle,
    dictionaries,
    evaluation,
    following,
    found,
    gathered,
    holding,
    missing,
    numbered,
    ranked,
    rationals,
    records,
    scopes,
    shorthand,
    together,
    walks,
)
from tests.lang.test_meaning import INPUTS, Inputs, check_same, check_wellformed, defined, read
from twinproof.lang.mechanism import Mechanism

CASES: Mapping[str, Subtle] = {
    f"{module.__name__.rpartition('.')[2]}-{name}": case
    for module in (
        dictionaries,
        evaluation,
        following,
        found,
        gathered,
        holding,
        missing,
        numbered,
        ranked,
        rationals,
        records,
        scopes,
        shorthand,
        together,
        walks,
    )
    for name, case in module.CASES.items()
}
MORE: tuple[Inputs, ...] = (
    *INPUTS,
    {"xs": [3, -1, 3, 0, 7], "x": 3, "n": 2, "ns": [5, 2, 5, 1], "eps": Fraction(1)},
    {"xs": [0, 0], "x": 0, "n": 1, "ns": [0, 1, 2], "eps": Fraction(1)},
)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_it_keeps_its_meaning_or_is_refused(case: Subtle) -> None:
    mechanism = read(case.text, "main")
    if not isinstance(mechanism, Mechanism):
        return
    check_wellformed(mechanism, case.text)
    function = defined(case.text, "main")
    for seed, inputs in product(range(3), MORE):
        check_same(function, mechanism, inputs, seed)


def test_most_cases_are_read() -> None:
    refused = [name for name, case in CASES.items() if not isinstance(read(case.text, "main"), Mechanism)]
    assert len(refused) < 0.4 * len(CASES), refused
