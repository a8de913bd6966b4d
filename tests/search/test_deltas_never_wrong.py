"""Random claims with a δ: what is proved holds, by exact numbers on small inputs; and enough of what holds is proved.

`TWINPROOF_FUZZ=50` makes it 10,000 programs, in about an hour of one processor.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.search.delta_programs import Made, made
from tests.volume import volume
from twinproof.exact.meaning import compare
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.search.prover import Prover
from twinproof.search.result import Proof

EACH = 40  # programs of one test
SHARE = 0.4  # of the claims of one test that seem to hold, how many must be proved at least


def programs(start: int) -> Iterator[tuple[Made, Mechanism]]:
    for seed in range(start, start + EACH):
        one = made(seed)
        (item,) = read_text(one.text, "<generated>")
        if isinstance(item, Mechanism):  # else δ is 1 or more, say
            yield one, item


def is_broken(one: Made, mechanism: Mechanism) -> bool:
    return any(compare(mechanism, left, right).violates is True for left, right in one.pairs)


@pytest.mark.parametrize("start", range(0, volume(1, 5) * EACH, EACH))
def test_what_is_proved_with_a_delta_holds(start: int) -> None:
    proved = broken = whole = paid = 0
    for one, mechanism in programs(start):
        found, breaks = Prover(mechanism).find_proof((0, 1)), is_broken(one, mechanism)
        is_proved = isinstance(found, Proof)
        assert not (is_proved and breaks), one.text
        whole, broken, proved = whole + (not breaks), broken + breaks, proved + is_proved
        paid += isinstance(found, Proof) and bool(found.payments)
    assert broken
    assert paid
    assert proved >= SHARE * whole, (proved, whole)
