"""The prover and noise of every kind: what is private is proved, what is nearly so is not."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tests.search.test_gallery import mechanisms
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.lang.command import Command, Sample
from twinproof.lang.expr import Literal, Op, apply
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise.law import RATE
from twinproof.lang.reader import read_file
from twinproof.lang.rewriting import rewritten
from twinproof.search.prover import Prover
from twinproof.search.result import Proof, Stuck

HERE = Path(__file__).parent / "noises"


def read(name: str) -> list[Mechanism]:
    found = read_file(HERE / f"{name}.py")
    assert all(isinstance(m, Mechanism) for m in found), found
    return [m for m in found if isinstance(m, Mechanism)]


@pytest.mark.parametrize("mechanism", read("private"), ids=lambda m: m.name)
def test_what_is_private_is_proved(mechanism: Mechanism) -> None:
    answer = Prover(mechanism).find_proof()
    assert isinstance(answer, Proof), answer
    assert check(write(mechanism, answer.theorem), mechanism).mechanism == mechanism


@pytest.mark.parametrize("mechanism", read("near"), ids=lambda m: m.name)
def test_what_is_nearly_private_is_not_proved(mechanism: Mechanism) -> None:
    assert isinstance(Prover(mechanism).find_proof(), Stuck)


TIGHT = {
    "private": ("choice_of_counts", "permuted_and_flipped", "noisy_max_geometric", "random_query"),
    "data/private": ("warner_response", "kary_response", "rappor_once", "exponential_median", "subsampled_count"),
}


def one_in_a_hundred_more(command: Command) -> Command:
    """The same draw, with each rate a hundredth higher: less noise than is needed."""
    if not isinstance(command, Sample):
        return command
    pairs = zip(command.noise.parameters, command.parameters, strict=True)
    more = tuple(apply(Op.MUL, Literal(Fraction(101, 100)), e) if p == RATE else e for p, e in pairs)
    return replace(command, parameters=more)


@pytest.mark.parametrize(("folder", "name"), [(folder, name) for folder, names in TIGHT.items() for name in names])
def test_a_hundredth_less_noise_is_not_proved(folder: str, name: str) -> None:
    (mechanism,) = [m for m in mechanisms(folder) if m.name == name]
    changed = replace(mechanism, body=rewritten(mechanism.body, one_in_a_hundred_more))
    assert changed != mechanism
    assert isinstance(Prover(changed).find_proof((0, 1)), Stuck)
