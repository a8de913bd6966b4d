"""A notion of privacy that a room does not know is refused there, and never taken for (ε, δ)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from twinproof.document.mechanisms import decode_mechanism, encode_mechanism
from twinproof.document.programs import ProgramReader, ProgramWriter
from twinproof.document.strict import Rejected
from twinproof.exact.meaning import compare
from twinproof.integrations.opendp.bridge import measured
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.kernel.statement import privacy
from twinproof.lang.claim import EpsilonDelta, Renyi
from twinproof.lang.expr import ZERO, Literal
from twinproof.lang.inputs import claimed, memory_of
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_mechanism
from twinproof.refute.replay import replay
from twinproof.refute.space import Space
from twinproof.search.budget import amount_of
from twinproof.search.prover import Prover
from twinproof.search.result import Proof
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


@pytest.mark.parametrize("notion", [{"notion": "zcdp", "rho": 0}, {"notion": "renyi", "alpha": 0, "r": 0}])
def test_a_proof_of_one_notion_is_none_of_another(notion: dict[str, object]) -> None:
    """The certificate of a pure claim, with the same numbers as another notion."""
    known = read_mechanism("gallery/private/laplace_mechanism.py")
    answer = Prover(known).find_proof()
    assert isinstance(answer, Proof)
    document = json.loads(json.dumps(write(known, answer.theorem, "")))
    assert check(document).mechanism == known
    row = document["mechanism"]
    parts = {part: row["epsilon"] for part in notion if part != "notion"}
    kept = {name: value for name, value in row.items() if name not in ("epsilon", "delta")}
    claim = {"notion": notion["notion"], **parts, "delta": row["delta"]}
    with pytest.raises(Rejected):
        check({**document, "mechanism": {**kept, "claim": claim}})


def test_other_notions_are_written_down_and_read_again() -> None:
    for path in ("gallery/private/gaussian_concentrated.py", "gallery/broken/gaussian_variance_one_percent.py"):
        for claim in (None, "renyi"):
            found = read_mechanism(path)
            if claim is not None:
                found = replace(found, claim=Renyi(Literal(2), found.claim.amount, ZERO))
            writer = ProgramWriter()
            row = json.loads(json.dumps(encode_mechanism(writer, found)))
            tables = {"terms": writer.terms.rows, "programs": writer.programs.rows}
            assert decode_mechanism(ProgramReader(json.loads(json.dumps(tables))), row) == found
            for wrong in ({**row, "epsilon": 0}, {**row, "claim": {**row["claim"], "notion": "pure"}}):
                with pytest.raises(Rejected):
                    decode_mechanism(ProgramReader(tables), wrong)


@pytest.mark.parametrize("room", ROOMS)
def test_the_same_rooms_take_what_they_know(room: str) -> None:
    ROOMS[room](read_mechanism("gallery/private/laplace_mechanism.py"))
