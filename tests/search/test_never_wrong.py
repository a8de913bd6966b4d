"""No mechanism is both proved and refuted: random ones go to the prover and to the exact engine."""

from fractions import Fraction

import pytest

from tests.search import noisy_mechanisms
from tests.search.mechanisms import generate
from tests.volume import volume
from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import compare
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.search.adjacency_cases import Statement
from twinproof.search.compiled import Program
from twinproof.search.prover import TIERS, Prover
from twinproof.search.result import Proof
from twinproof.search.trials import Trials, inputs

SEEDS = volume(24, 48)
GROUPS = 3
PAIRS = 6
MANY, FEWER = Limits(rows=200_000, work=20_000_000), Limits(rows=50_000, work=5_000_000)


def mechanism_of(seed: int, computed: bool = False) -> tuple[str, Mechanism]:
    return read(seed, generate(seed, computed))


def read(seed: int, text: str) -> tuple[str, Mechanism]:
    (found,) = read_text(text, "fuzzed.py")
    assert isinstance(found, Mechanism), f"{seed}: {found}"
    return text, found


def pairs(mechanism: Mechanism) -> list[tuple[dict[str, object], dict[str, object]]]:
    """A few small adjacent inputs."""
    found: dict[str, tuple[dict[str, object], dict[str, object]]] = {}
    shapes = Statement.of(mechanism).shapes()
    for shape in (shapes[0], shapes[-1]):
        for trial in Trials(Program(mechanism), shape.cases).stream(60):
            left, right = (inputs(mechanism, trial, side) for side in (0, 1))
            small = all(len(v) <= 3 for v in left.values() if isinstance(v, list))
            if small and left != right and left["eps"] in (Fraction(1), Fraction(1, 2)):
                found.setdefault(repr((left, right)), (left, right))
    return list(found.values())[:PAIRS]


@pytest.mark.parametrize("computed", [False, True])
@pytest.mark.parametrize("group", range(GROUPS))
def test_what_is_proved_is_true(group: int, computed: bool) -> None:
    accuracy = (1e-8, FEWER) if computed else (1e-12, MANY)
    seeds = range(group, SEEDS, GROUPS)
    proved = sum(is_proved_truly(seed, *mechanism_of(seed, computed), *accuracy) for seed in seeds)
    assert proved, "a group without a proof shows nothing"


@pytest.mark.parametrize("group", range(GROUPS))
def test_what_is_proved_of_any_noise_is_true(group: int) -> None:
    seeds = range(group, SEEDS, GROUPS)
    made = ((seed, read(seed, noisy_mechanisms.generate(seed))) for seed in seeds)
    assert sum(is_proved_truly(seed, *one, 1e-9, FEWER) for seed, one in made), "a group without a proof shows nothing"


def is_proved_truly(seed: int, text: str, mechanism: Mechanism, tolerance: float, limits: Limits) -> bool:
    """Whether a mechanism is proved; then the proof is checked, and some pairs of inputs are looked at."""
    answer = Prover(mechanism).find_proof(TIERS[:1])
    if not isinstance(answer, Proof):
        return False
    check(write(mechanism, answer.theorem, text), mechanism, text)
    for left, right in pairs(mechanism):
        compared = compare(mechanism, left, right, tolerance, limits)
        assert not compared.violates, f"{seed}: {left} {right}\n{text}"
    return True


def test_many_are_proved_and_many_are_not() -> None:
    answers = [Prover(mechanism_of(seed)[1]).find_proof(TIERS[:1]) for seed in range(1000, 1016)]
    proved = sum(isinstance(a, Proof) for a in answers)
    assert 3 <= proved <= 13
