"""A notion of privacy that a room does not know is refused there, and never taken for (ε, δ)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from twinproof.document.mechanisms import encode_mechanism
from twinproof.document.programs import ProgramWriter
from twinproof.exact.meaning import compare
from twinproof.integrations.opendp.bridge import measured
from twinproof.kernel.statement import privacy
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.inputs import claimed, memory_of
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_mechanism
from twinproof.refute.replay import replay
from twinproof.refute.space import Space
from twinproof.search.budget import amount_of
from twinproof.search.prover import Prover
from twinproof.verify.verdict import Verdict

LEFT, RIGHT = ({"value": value, "k": 1, "eps": Fraction(1)} for value in (0, 1))


@dataclass(frozen=True)
class Stranger:
    """A notion that has the same parts and the same words as an (ε, δ), and is none."""

    epsilon: Any
    delta: Any

    def map(self, change: Callable[[Any], Any]) -> Stranger:
        return Stranger(change(self.epsilon), change(self.delta))

    def valued(self, up: Callable[[Any], Any], down: Callable[[Any], Any]) -> Stranger:
        return self.map(up)

    def __getattr__(self, name: str) -> Any:
        return getattr(EpsilonDelta(self.epsilon, self.delta), name)


def strange() -> Mechanism:
    known = read_mechanism("gallery/private/laplace_mechanism.py")
    return replace(known, claim=Stranger(*known.claim.parts()))  # type: ignore[arg-type]


ROOMS: dict[str, Callable[[Mechanism], object]] = {
    "the kernel's statement": privacy,
    "certificates": lambda m: encode_mechanism(ProgramWriter(), m),
    "the prover": Prover,
    "the budget of the prover": lambda m: amount_of(m.claim),
    "the replay": lambda m: replay(m, LEFT, RIGHT, [0]),
    "the search for counterexamples": lambda m: Space(m, m, ()).claim(LEFT),
    "compare": lambda m: compare(m, LEFT, RIGHT),
    "verdicts": lambda m: Verdict(m, "unknown", 0.0).summary("f.py"),
    "OpenDP": lambda m: measured(claimed(m, memory_of(m, LEFT))),
}


@pytest.mark.parametrize("room", ROOMS)
def test_a_notion_that_is_not_known_is_refused(room: str) -> None:
    with pytest.raises(AssertionError, match=r"Expected code to be unreachable, but got: .*Stranger"):
        ROOMS[room](strange())


@pytest.mark.parametrize("room", ROOMS)
def test_the_same_rooms_take_what_they_know(room: str) -> None:
    ROOMS[room](read_mechanism("gallery/private/laplace_mechanism.py"))
