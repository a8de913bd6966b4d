"""A noise that nobody knows: every room works through what it says of itself, or refuses it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import arb

from twinproof.document.strict import Rejected
from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import distribution
from twinproof.export import CannotExport
from twinproof.export.terms import sampling as exported
from twinproof.kernel.judgment import Budget, Ledger
from twinproof.kernel.noise import ROWS, SHIFTS
from twinproof.kernel.replay import check
from twinproof.kernel.rules import RULES, Refused, ledger_map, ledger_sample, sample_left, sample_right
from twinproof.lang import noise as noises
from twinproof.lang.adjacency import Within
from twinproof.lang.claim import pure
from twinproof.lang.command import Sample
from twinproof.lang.expr import TRUE, Literal, Op, Place, TypeMismatch, Var, apply
from twinproof.lang.interpret import run
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.noise import (
    FUNCTIONS,
    NOISES,
    AdditiveNoise,
    DrawFunction,
    FiniteNoise,
    Noise,
    Parameters,
    SeededNoise,
)
from twinproof.lang.noise.law import Bits, Columns, NoiseParameter, Sampler
from twinproof.lang.printer import ASCII, show_command
from twinproof.lang.reader import read_text
from twinproof.lang.reader.vocabulary import PROVIDED
from twinproof.lang.types import INT, REAL
from twinproof.refute.laws import FINITE_LAWS, LAWS, Laws
from twinproof.refute.replay import NotConfirmed, replay
from twinproof.tactics.paper_rules import GENERAL_RULES, lap_null
from twinproof.verify import verify

NAMES = [name for name, value in vars(noises).items() if isinstance(value, Noise)]
WIDTH = NoiseParameter("width", (INT,))
PACKAGE = Path(__file__).parent.parent / "src" / "twinproof"


class Flat(AdditiveNoise):
    """An integer up to `width` away from the centre, each as likely as the others."""

    name = "flat"
    letters = ascii_letters = "F"
    parameters = (WIDTH,)

    def call(self, parameters: Parameters, centre: object) -> str:
        return f"flat({centre}, {parameters[0]})"

    def words(self, parameters: Parameters) -> str:
        return f"flat noise of width {parameters[0]}"

    def far(self, parameters: Parameters) -> int:
        return int(parameters[0])

    def support(self, parameters: Callable[[], Parameters]) -> tuple[int | None, int | None]:
        width = int(parameters()[0])
        return -width, width

    def sampler(self, parameters: Parameters) -> Sampler:
        width = int(parameters[0])

        class Sampled:
            def one(self, bits: Bits) -> int:
                return bits.read(1)[0] % (2 * width + 1) - width

            def many(self, bits: Bits, size: int) -> Any:
                return np.array([self.one(bits) for _ in range(size)])

        return Sampled()

    def mass(self, x: int, parameters: Parameters, prec: int) -> arb:
        return arb(1) / (2 * int(parameters[0]) + 1) if abs(x) <= parameters[0] else arb(0)

    def columns(self, parameters: Parameters) -> Columns:
        return FlatColumns(int(parameters[0]))


class FlatColumns:
    """The same for the engine."""

    def __init__(self, width: int) -> None:
        self.least, self.greatest = -width, width

    def mass(self, x: Any) -> Any:
        return np.where(np.abs(x) <= self.greatest, 1 / (2 * self.greatest + 1), 0.0)

    def between(self, low: Any, high: Any) -> Any:
        width = np.minimum(high, self.greatest) - np.maximum(low, self.least) + 1
        return np.maximum(width, 0) / (2 * self.greatest + 1)

    def reach(self, outside: float) -> int:
        return self.greatest

    def outside(self, k: int) -> float:
        return 0.0


FLAT = Flat()
X, OUT, EPS = Var("x", INT), Var("out", INT), Var("eps", REAL, Place.RIGID)
DRAW = Sample(OUT, FLAT, (Literal(3),), X)


def flat_mechanism() -> Mechanism:
    parameters = (Parameter(X, Within(Literal(1))), Parameter(EPS, positive=True))
    return Mechanism("flat_count", parameters, DRAW, OUT, pure(EPS))


def test_the_core_takes_it_and_checks_its_types() -> None:
    assert DRAW.parameters == (Literal(3),)
    with pytest.raises(TypeMismatch):
        Sample(OUT, FLAT, (EPS,), X)
    with pytest.raises(TypeMismatch):
        Sample(OUT, FLAT, (), X)
    with pytest.raises(TypeMismatch, match="has no rate"):
        _ = DRAW.rate


def test_it_is_printed_run_and_computed_by_what_it_says_of_itself() -> None:
    assert show_command(DRAW, ASCII) == "out <-$ F_{3}(x)"
    values = {run(flat_mechanism(), {"x": 5, "eps": Fraction(1)}, SeededNoise(seed)) for seed in range(200)}
    assert values == set(range(2, 9))
    computed = distribution(flat_mechanism(), {"x": 5, "eps": 1}, limits=Limits())
    for value in range(2, 9):
        assert abs(float(computed.mass(value).upper) - 1 / 7) < 1e-12
    assert computed.mass(1).upper < 1e-200
    assert computed.mass(9).upper < 1e-200


def test_a_noise_that_adds_nothing_is_not_for_the_engine() -> None:
    class Sign(Noise):
        name = "sign"
        letters = ascii_letters = "S"
        parameters = ()
        centre_type = value_type = INT
        call = words = far = draw = scripted = None  # type: ignore[assignment]

    out = Sample(OUT, Sign(), (), X)
    core = Mechanism("s", (Parameter(X, Within(Literal(1))), Parameter(EPS, positive=True)), out, OUT, pure(EPS))
    computed = distribution(core, {"x": 5, "eps": 1}, limits=Limits())
    assert not computed.complete
    assert any("sign is not noise that the engine knows" in reason for reason in computed.reasons)


def rules_about_samplings() -> Iterator[tuple[str, Callable[[], object]]]:
    post = apply(Op.EQ, Var("out", INT, Place.LEFT), Var("out", INT, Place.RIGHT))
    counter = Var("spent", INT, Place.LEDGER)
    value = Var("v", INT, Place.RIGID)
    ledger = Ledger(((counter, EPS),), TRUE)
    yield "Samp-L", lambda: sample_left(DRAW, TRUE, Budget())
    yield "Samp-R", lambda: sample_right(DRAW, TRUE, Budget())
    yield "LapGen", lambda: RULES["LapGen"](DRAW, DRAW, Literal(0), Literal(1), EPS, post)
    yield "OneLapGen", lambda: RULES["OneLapGen"](DRAW, DRAW, Literal(0), Literal(1), EPS, post)
    yield "ω-Samp", lambda: ledger_sample(DRAW, DRAW, Literal(0), value, counter, post, ledger)
    yield "ω-Map", lambda: ledger_map(DRAW, DRAW, value, value, Literal(0), (), post, ledger)
    yield "LapNull", lambda: lap_null(DRAW, DRAW, EPS)


@pytest.mark.parametrize(
    ("rule", "apply_it"), [*rules_about_samplings()], ids=lambda v: v if isinstance(v, str) else ""
)
def test_every_rule_of_the_kernel_refuses_it(rule: str, apply_it: Callable[[], object]) -> None:
    with pytest.raises(Refused, match=rf"\[{rule}\]"):
        apply_it()


def test_the_replay_refuses_it() -> None:
    with pytest.raises(NotConfirmed, match="the replay does not know flat noise"):
        replay(flat_mechanism(), {"x": 0, "eps": 1}, {"x": 1, "eps": 1}, [-3])
    with pytest.raises(ValueError, match="does not know flat noise"):
        Laws().number(FLAT, (Fraction(3),))


def test_nothing_is_said_about_a_mechanism_that_draws_it() -> None:
    """It is not private: an output at the edge is possible on one side only. Nobody may say either, without a rule."""
    verdict = verify(flat_mechanism())
    assert verdict.kind == "unknown"
    assert verdict.stuck is not None
    assert "no rule for flat noise" in verdict.stuck.reason


def test_documents_do_not_know_its_name() -> None:
    with pytest.raises(KeyError):
        NOISES[FLAT.name]
    assert FLAT.name not in PROVIDED


def test_coq_does_not_know_it() -> None:
    from twinproof.export.terms import Names

    with pytest.raises(CannotExport, match="flat noise"):
        exported(Names.__new__(Names), DRAW)


COUNT = (
    "from typing import Annotated\nfrom twinproof import Epsilon, laplace, mechanism, within\n"
    "@mechanism(epsilon='eps')\ndef f(x: Annotated[int, within(1)], eps: Epsilon) -> int:\n"
    "    return laplace(x, 1 / eps)\n"
)


def test_the_reader_does_not_know_it() -> None:
    assert not any(isinstance(r, Mechanism) for r in read_text(COUNT.replace("laplace", "flat")))


def test_every_noise_is_in_every_table() -> None:
    """What is registered is known to the replay; the kernel and the tactics know the same noises, and no others."""
    known = set(NOISES.values())
    assert set(LAWS) | set(FINITE_LAWS) == known
    assert set(LAWS) == {noise for noise in known if isinstance(noise, AdditiveNoise)}
    assert set(FINITE_LAWS) == {noise for noise in known if isinstance(noise, FiniteNoise)}
    assert set(ROWS) == known
    assert set(SHIFTS) == set(GENERAL_RULES) < known


@pytest.mark.parametrize("function", [*FUNCTIONS.values()], ids=lambda f: f.name)
def test_every_function_is_in_its_module_and_has_batches(function: DrawFunction) -> None:
    import importlib

    import twinproof

    module = importlib.import_module(f"twinproof.lang.noise.{function.module}")
    assert getattr(twinproof, function.name) is getattr(module, function.name)
    assert callable(getattr(module, f"{function.name}_batch"))
    assert function.name in PROVIDED
    assert {s.noise.value_type for s in function.spellings} == {function.value_type}


@pytest.mark.parametrize("noise", [*NOISES.values()], ids=lambda n: n.name)
def test_every_noise_has_its_module(noise: Noise) -> None:
    import importlib
    import pickle

    assert noise in vars(importlib.import_module(f"twinproof.lang.noise.{noise.name}")).values()
    assert pickle.loads(pickle.dumps(noise)) is noise
    assert (PACKAGE / "refute" / "laws" / f"{noise.name}.py").is_file()


def test_no_room_tells_noises_apart_by_hand() -> None:
    """`is LAPLACE` and its like stand only where one noise is meant: the rule and the theorem that are about it."""
    allowed = {"kernel/rules.py", "tactics/paper_theorems.py", "tactics/sampling.py", "search/amplification.py"}
    allowed |= {"search/windows.py", "search/events.py"}  # [ω-Samp-Int] is about Laplace noise
    allowed |= {"tactics/divergences.py"}  # the tactic for [R-Choose]
    allowed |= {"search/subsampling.py"}  # [Subsample-L] and [Subsample-R] are about coins
    allowed |= {"search/coins.py", "search/coin_blocks.py", "search/coupling_search.py"}  # so is [ω-Coins],
    allowed |= {"lang/reader/plain/branches.py"}  # for which what a coin decides stays one expression
    allowed |= {"tactics/credit.py", "search/promising.py"}  # coins in turn, by [U-Part]
    allowed |= {"search/blocks.py"}  # Gaussian noise alone is never pure
    telling = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if any(f"is {'not ' * n}{name}" in path.read_text() for n in (0, 1) for name in NAMES)
    }
    assert telling <= allowed


def test_a_certificate_that_names_it_is_rejected() -> None:
    (mechanism,) = read_text(COUNT)
    assert isinstance(mechanism, Mechanism)
    certificate = json.dumps(verify(mechanism).certificate)
    check(json.loads(certificate))
    with pytest.raises(Rejected, match="not a program"):
        check(json.loads(certificate.replace('"laplace"', '"flat"')))
