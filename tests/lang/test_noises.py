"""The samplers of the noises beside Laplace: decisions against decimals, frequencies against exact masses, manners.

All bits are seeded, so nothing here gives a false alarm one day; that a fault would be seen is tested as well.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from itertools import chain, permutations, repeat
from math import ceil, inf, nan
from random import Random
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from numpy.typing import NDArray

from tests.lang.test_noise import FULL, Recorded, Script, improbable
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.noise import (
    CHOOSE,
    COIN,
    FUNCTIONS,
    GAUSSIAN,
    NOISES,
    PERMUTE_AND_FLIP,
    RANDOMIZED_CHOICE,
    RANDOMIZED_RESPONSE,
    TRUNCATED,
    UNIFORM,
    AdditiveNoise,
    FiniteNoise,
    Parameters,
    SeededNoise,
    using,
)
from twinproof.lang.noise.choose import choose, choose_batch
from twinproof.lang.noise.coin import coin, coin_batch
from twinproof.lang.noise.gaussian import gaussian, gaussian_batch, gaussian_mass_of
from twinproof.lang.noise.gaussian_sampler import Table, Wide, gaussian_sampler
from twinproof.lang.noise.inversion import Below, Cells, Ratio
from twinproof.lang.noise.one_sided_laplace import geometric, geometric_batch, one_sided_laplace
from twinproof.lang.noise.permute_and_flip import permute_and_flip, permute_and_flip_batch
from twinproof.lang.noise.randomized_choice import randomized_choice, randomized_choice_batch
from twinproof.lang.noise.randomized_response import randomized_response, randomized_response_batch
from twinproof.lang.noise.truncated_laplace import truncated_laplace, truncated_laplace_batch
from twinproof.lang.noise.uniform import uniform, uniform_batch
from twinproof.lang.reader import read_text
from twinproof.refute.laws import FINITE_LAWS

DRAWS = 60_000
HALF = Fraction(1, 2)

ADDED: list[tuple[AdditiveNoise, Parameters]] = [
    *((GAUSSIAN, (Fraction(v),)) for v in (Fraction(1, 10), 1, Fraction(7, 3), 100, 4096)),
    *((TRUNCATED, (Fraction(r), Fraction(b))) for r, b in ((1, 0), (1, 3), (Fraction(1, 9), 4), (Fraction(1, 90), 40))),
    *((TRUNCATED, (Fraction(r), Fraction(b))) for r, b in ((HALF, 30), (Fraction(1, 10**20), 6))),
    *((UNIFORM, (Fraction(size),)) for size in (1, 2, 6, 37)),
]
SCORES = ((0,), (1, 1), (0, 3, 1), (-2, 5, 5, 4, 0), (10**6, 0))
FINITE: list[tuple[FiniteNoise, Parameters, Any]] = [
    *((COIN, (p,), False) for p in (Fraction(0), Fraction(1), HALF, Fraction(1, 3), Fraction(99, 100))),
    *((RANDOMIZED_RESPONSE, (Fraction(e),), bit) for e in (Fraction(1, 4), 1, 5) for bit in (False, True)),
    *(
        (RANDOMIZED_CHOICE, (Fraction(k), Fraction(e)), x)
        for k, e, x in ((1, 1, 0), (2, 1, 1), (7, HALF, 3), (5, 3, 0))
    ),
    *((CHOOSE, (Fraction(r),), s) for r in (HALF, 2) for s in SCORES),
    *((PERMUTE_AND_FLIP, (Fraction(r),), s) for r in (HALF, 2) for s in SCORES),
]


def masses_of(noise: AdditiveNoise, parameters: Parameters) -> dict[int, float]:
    """The masses around 0 of all values that are to be seen in so many draws."""
    low, high = noise.support(lambda: parameters)
    far = 2 * noise.far(parameters)
    values = range(-far if low is None else low, (far if high is None else high) + 1)
    return {x: float(noise.mass(x, parameters, 64)) for x in values}


def misfits(sample: Sequence[Any] | NDArray[Any], masses: dict[Any, float]) -> list[Any]:
    """The values, and the sets of values up to one, whose frequency is improbable."""
    counts: dict[Any, int] = dict.fromkeys(masses, 0)
    for value in sample:
        counts[value] = counts.get(value, 0) + 1
    wrong = [v for v, n in counts.items() if improbable(n, len(sample), min(1.0, masses.get(v, 0.0)))]
    seen, mass = 0, 0.0
    for v in sorted(counts):
        seen, mass = seen + counts[v], min(1.0, mass + masses.get(v, 0.0))
        if mass < 1 - 1e-9 and improbable(seen, len(sample), mass):
            wrong.append((v, "and below"))
    return wrong


class TestFrequencies:
    @pytest.mark.parametrize(("noise", "parameters"), ADDED, ids=str)
    def test_of_noise_that_is_added(self, noise: AdditiveNoise, parameters: Parameters) -> None:
        source, masses = SeededNoise(17), masses_of(noise, parameters)
        assert misfits(source.batch(noise, parameters, DRAWS).tolist(), masses) == []
        assert misfits([source.draw(noise, parameters, 5) - 5 for _ in range(6000)], masses) == []

    @pytest.mark.parametrize(("noise", "parameters", "centre"), FINITE, ids=str)
    def test_of_finite_noise(self, noise: FiniteNoise, parameters: Parameters, centre: Any) -> None:
        source = SeededNoise(18)
        values = noise.values(parameters, centre)
        masses = dict(zip(values, map(float, noise.masses(parameters, centre, 64)), strict=True))
        drawn = source.batch_around(noise, parameters, centre, DRAWS).tolist()
        assert {type(v) for v in drawn} == {type(values[0])}
        assert misfits(drawn, masses) == []
        assert misfits([source.draw(noise, parameters, centre) for _ in range(6000)], masses) == []

    @pytest.mark.parametrize("sigma", [65, 100, Fraction(1001, 7), 1000, 12_345, 10**6, 10**13, 10**40])
    def test_of_wide_gaussian_noise(self, sigma: int) -> None:
        """By intervals of a fifth of σ, whose masses are integrals, and by residues."""
        source, parameters = SeededNoise(19), (Fraction(sigma) ** 2,)
        many = source.batch(GAUSSIAN, parameters, 100_000)
        assert many.dtype == (object if sigma > 10**15 else np.int64)
        single = np.array([source.draw(GAUSSIAN, parameters, 0) for _ in range(5000)], dtype=many.dtype)
        step = max(1, int(sigma) // 5)
        for sample in (many, single):
            below = [int((sample < c * step).sum()) for c in range(-15, 16)]
            for c, hits in zip(range(-15, 16), below, strict=True):
                assert not improbable(hits, len(sample), _below(c * step, Fraction(sigma))), c
            for modulus in (2, 3, 8):  # a wide law is as good as uniform on these
                for r in range(modulus):
                    assert not improbable(int((sample % modulus == r).sum()), len(sample), 1 / modulus), (r, modulus)

    def test_small_faults_are_seen(self) -> None:
        sample = SeededNoise(20).batch(GAUSSIAN, (Fraction(100),), DRAWS)
        assert misfits(sample.tolist(), masses_of(GAUSSIAN, (Fraction(100),))) == []
        assert misfits(sample.tolist(), masses_of(GAUSSIAN, (Fraction(110),)))
        assert misfits((sample + (sample >= 0)).tolist(), masses_of(GAUSSIAN, (Fraction(100),)))
        rounded = np.rint(np.random.default_rng(1).normal(0, 0.5, DRAWS)).astype(np.int64)
        assert misfits(rounded.tolist(), masses_of(GAUSSIAN, (Fraction(1, 4),)))


def _below(x: int, sigma: Fraction) -> float:
    """P(X < x) of a wide law: the integral up to half way between x − 1 and x, off by less than e^(−2π²σ²)."""
    with ctx.workprec(200):
        z = arb(fmpq(2 * x - 1, 2)) / arb(fmpq(sigma.numerator, sigma.denominator))
        return float((-z / arb(2).sqrt()).erfc() / 2)


@pytest.fixture
def _decimals() -> Iterable[None]:
    with localcontext(Context(prec=120)):
        yield


def decimal_exp(number: Fraction) -> Decimal:
    return (Decimal(number.numerator) / Decimal(number.denominator)).exp()


def gaussian_thresholds(variance: Fraction, first: int, last: int, signed: bool) -> list[Decimal]:
    """P(X < x) for first ≤ x ≤ last, by adding up decimals."""
    far = ceil(30 * variance) + 40
    weights = {x: decimal_exp(-x * x / (2 * variance)) for x in range(-far if signed else 0, far + 1)}
    whole = sum(weights.values())
    return [sum((w for y, w in weights.items() if y < x), Decimal(0)) / whole for x in range(first, last + 1)]


@pytest.mark.usefixtures("_decimals")
class TestDecisions:
    @pytest.mark.parametrize("variance", [Fraction(1, 20), HALF, Fraction(5), Fraction(30)])
    @pytest.mark.parametrize("signed", [True, False])
    def test_gaussian_tables_hold_the_floors(self, variance: Fraction, signed: bool) -> None:
        cells = Table(variance, signed)._cells
        first = cells._offset + 1
        exact = gaussian_thresholds(variance, first, first + len(cells.low) - 1, signed)
        for low, high, threshold in zip(cells.low, cells.high, exact, strict=True):
            floor = min(int(threshold * (1 << 64)), FULL)
            assert low <= floor <= high <= low + 1

    @pytest.mark.parametrize("variance", [Fraction(1, 20), Fraction(3)])
    def test_gaussian_inversion_is_exact_far_out_as_well(self, variance: Fraction) -> None:
        table, random = Table(variance, True), Random(1)
        exact = gaussian_thresholds(variance, -30, 30, True)
        words = [random.getrandbits(64) for _ in range(100)] + [0, 1, 2, 1 << 10, 1 << 30, FULL, FULL - 1, FULL - 9]
        for word in words:
            u = (Decimal(word) + Decimal(1) / 3) / (1 << 64)  # the script goes on with 0101…
            assert table.one(Script([word])) == bisect_right(exact, u) - 31

    def test_gaussian_tables_draw_beyond_their_end(self) -> None:
        table = Table(Fraction(1), True)
        assert table.one(Script([0, 0, 5], after=FULL)) < -12
        assert table.one(Script([FULL, FULL, FULL - 5], after=0)) > 12
        assert table.many(SeededNoise(1), 0).tolist() == []

    def test_cells_decide_in_batches_as_one_by_one(self) -> None:
        for cells in (Table(Fraction(5), True)._cells, Cells(lambda: [arb(1) / 4, arb(2) / 7, arb(3) / 4])):
            random = Random(4)
            words = [f + d for f in (*cells.low, *cells.high) for d in (-1, 0, 1) if 0 <= f + d <= FULL]
            words += [random.getrandbits(64) for _ in range(300)] + [0, FULL]
            undecided = [w for w in words if cells._guide[w >> 48] < 0]
            for after in (0x5555555555555555, 0x123456789ABCDEF0):  # streams of zeros or ones would go out for ever
                reads = chain(
                    [np.array([w >> 48 for w in words], dtype="<u2").tobytes()],
                    [np.array([w << 16 & FULL | 0xABCD for w in undecided], dtype="<u8").tobytes()],
                    repeat(after.to_bytes(8, "little")),
                )
                single = [cells.one(Script([w], after)) for w in words]
                assert cells.many(Recorded(reads), len(words)).tolist() == single

    def test_a_dyadic_threshold_is_decided(self) -> None:
        cells = Cells(lambda: [arb(1) / 2])
        assert cells.one(Script([1 << 63, 1], after=7)) == 1
        assert cells.one(Script([(1 << 63) - 1, FULL - 1], after=7)) == 0
        assert cells.one(Script([1 << 62])) == 0
        assert cells.one(Script([3 << 62])) == 1

    @pytest.mark.parametrize(
        "p", [Fraction(1, 3), Fraction(2, 7), HALF, Fraction(0.1), Fraction(1, 2**70), Fraction(1)]
    )
    def test_a_ratio_is_compared_bit_by_bit(self, p: Fraction) -> None:
        ratio, random = Ratio(p.numerator, p.denominator), Random(2)
        for _ in range(300):
            words = [random.getrandbits(64) for _ in range(2)]
            if random.random() < 0.5:
                words[0] = min((p.numerator << 64) // p.denominator, FULL)
            u = Fraction(words[0] << 128 | words[1] << 64, 1 << 192)
            assert ratio.one(Script(words, after=0)) is (u < p)
        first = np.arange(1 << 16, dtype="<u2")
        stream = chain([first.tobytes()], repeat(b"\x01\x00\x00\x00\x00\x00"))
        if p.denominator <= 1 << 16:

            class Sized:
                def read(self, count: int) -> bytes:
                    data = next(stream)
                    return data if len(data) == count else b"\x01" + bytes(count - 1)

            assert abs(int(ratio.many(Sized(), 1 << 16).sum()) - p * (1 << 16)) <= 1

    @pytest.mark.parametrize(
        "variance", [Fraction(4097), Fraction(10**5), Fraction(77_777_777, 3), Fraction(10**24 + 1)]
    )
    def test_what_is_kept_of_a_wide_law(self, variance: Fraction) -> None:
        """Pairs with chosen bits: kept just where U is below e^(−γ), by decimals."""
        law, random, size = Wide(variance), Random(6), 4000
        qs = np.array([random.choice([0, 1, 20, 60, 200, 900, 5000]) for _ in range(size)], dtype=np.int64)
        flips = [random.getrandbits(16) for _ in range(size)]
        words, lows = [], []
        for q, flip in zip(qs.tolist(), flips, strict=True):
            low = random.getrandbits(law._low) if law._low else 0
            r = (flip >> 1 & (1 << law._head) - 1) << law._low | low
            d = r + (flip & 1)
            edge = decimal_exp(-Fraction(d * ((q << law._shift + 1) + d)) / (2 * variance)) * (1 << 16)
            near = int(edge) + random.choice([-2, -1, 0, 1, 2])
            words.append(min(max(near, 0), 0xFFFF) if random.random() < 0.7 else random.getrandbits(16))
            lows.append(low)

        class Chosen:
            def many(self, bits: object, count: int) -> NDArray[np.int64]:
                return qs

        def read(number: int, width: int) -> bytes:
            return number.to_bytes(width, "little")

        count = -(-law._low // 8) if law._low > 48 else next((w for w in (1, 2, 4, 8) if 8 * w >= law._low), 0)
        stream = [b"".join(read(f, 2) for f in flips), b"".join(read(w, 2) for w in words)]
        if law._low:
            stream.append(b"".join(read(low << 8 * count - law._low, count) for low in lows))
        law._top = Chosen()  # type: ignore[assignment]
        drawn = law._pairs(Recorded(chain(stream, repeat(bytes(range(0x55, 0x5D))))), size).tolist()
        expected = []
        after = int.from_bytes(bytes(range(0x55, 0x5D)), "little")
        tail = sum(Decimal(after) / Decimal(1 << 64 * (i + 1)) for i in range(3))
        for q, flip, word, low in zip(qs.tolist(), flips, words, lows, strict=True):
            r = (flip >> 1 & (1 << law._head) - 1) << law._low | low
            d = r + (flip & 1)
            gamma = Fraction(d * ((q << law._shift + 1) + d)) / (2 * variance)
            if (Decimal(word) + tail) / (1 << 16) < decimal_exp(-gamma):
                magnitude = q << law._shift | r
                expected.append(~magnitude if flip & 1 else magnitude)
        assert drawn == expected
        assert size / 20 < len(drawn) < size

    def test_most_pairs_are_kept(self) -> None:
        for variance in (Fraction(4097), Fraction(10**6), Fraction(10**30)):
            law = Wide(variance)
            assert law._pairs(SeededNoise(1), 50_000).size > 48_000

    def test_integers_below_a_number(self) -> None:
        for count in (1, 2, 3, 255, 256, 257, 10**6, 2**62, 2**63, 10**30):
            drawn = Below(count).many(SeededNoise(2), 500).tolist()
            assert all(0 <= x < count for x in drawn)
            assert max(drawn) >= count // 2
            assert drawn[0] == Below(count).many(SeededNoise(2), 500)[0]
        with pytest.raises(ValueError, match="an integer to draw"):
            Below(0)


class TestMasses:
    @pytest.mark.parametrize(("noise", "parameters", "centre"), FINITE, ids=str)
    def test_finite_masses_add_up_and_are_those_of_the_replay(
        self, noise: FiniteNoise, parameters: Parameters, centre: Any
    ) -> None:
        values, masses = noise.values(parameters, centre), noise.masses(parameters, centre, 200)
        assert len(values) == len(masses) == len(set(values))
        with ctx.workprec(256):
            assert sum(masses, arb(0)).overlaps(arb(1))
            assert sum(masses, arb(0)).rad() < 1e-50
            replayed = FINITE_LAWS[noise](parameters, centre)
            assert set(replayed) == set(values)
            for value, mass in zip(values, masses, strict=True):
                assert mass > 0
                assert mass.rel_accuracy_bits() >= 190
                assert abs(replayed[value] / mass - 1) < 1e-50

    @pytest.mark.parametrize("scores", [(0,), (2, 2), (1, 0), (0, 3, 1), (5, 5, 0, 4), (-1, -1, 2, 0, 2)])
    @pytest.mark.parametrize("rate", [Fraction(1, 3), Fraction(2)])
    def test_permute_and_flip_by_all_orders(self, scores: tuple[int, ...], rate: Fraction) -> None:
        with ctx.workprec(200):
            coins = [arb(fmpq(*(rate * (s - max(scores))).as_integer_ratio())).exp() for s in scores]
            chance = [arb(0) for _ in scores]
            orders = list(permutations(range(len(scores))))
            for order in orders:
                left = arb(1) / len(orders)
                for i in order:
                    chance[i] += left * coins[i]
                    left *= 1 - coins[i]
            for mass, exact in zip(PERMUTE_AND_FLIP.masses((rate,), scores, 150), chance, strict=True):
                assert abs(mass - exact) < 1e-40

    def test_permute_and_flip_of_many_scores(self) -> None:
        random = Random(7)
        scores = tuple(random.randint(0, 30) for _ in range(300))
        masses = PERMUTE_AND_FLIP.masses((Fraction(1, 5),), scores, 100)
        with ctx.workprec(200):
            assert abs(sum(masses, arb(0)) - 1) < 1e-25
        assert min(m.rel_accuracy_bits() for m in masses) > 90

    def test_gaussian_masses(self) -> None:
        with ctx.workprec(300):
            for sigma in (Fraction(1, 5), 1, Fraction(9, 2), 40):
                reach = ceil(20 * sigma) + 5
                total = sum((gaussian_mass_of(x, sigma, 200) for x in range(-reach, reach + 1)), arb(0))
                assert abs(total - 1) < 1e-50
                ratio = gaussian_mass_of(3, sigma, 200) / gaussian_mass_of(0, sigma, 200)
                exponent = Fraction(-9) / (2 * Fraction(sigma) ** 2)
                assert abs(ratio / arb(fmpq(exponent.numerator, exponent.denominator)).exp() - 1) < 1e-50
        assert gaussian_mass_of(2, variance=4).overlaps(gaussian_mass_of(2, 2))
        assert gaussian_mass_of(10**6, 10**30).rel_accuracy_bits() > 120

    def test_a_coin_of_zero_has_one_side(self) -> None:
        assert tuple(COIN.values((Fraction(0),), False)) == (False,)
        assert tuple(COIN.values((Fraction(1),), False)) == (True,)


class TestScales:
    def test_tiny_ones_draw_their_centre(self) -> None:
        with using(SeededNoise(3)):
            assert {gaussian(7, Fraction(1, 10**30)) for _ in range(20)} == {7}
            assert {truncated_laplace(7, 1e-300, 9) for _ in range(20)} == {7}
            assert {geometric(1e-300) for _ in range(20)} == {0}
            assert {randomized_response(True, 10**6) for _ in range(20)} == {True}
            assert {choose([0, 10**9], 1) for _ in range(20)} == {1}
            assert gaussian_batch(7, 1e-200, 50).tolist() == [7] * 50

    def test_huge_ones_stay_within_what_is_likely(self) -> None:
        with using(SeededNoise(3)):
            drawn = [abs(gaussian(0, 10**100)) for _ in range(200)]
            assert max(drawn) < 7 * 10**100
            assert sorted(drawn)[100] > 10**99
            assert all(abs(truncated_laplace(0, 10**100, 5)) <= 5 for _ in range(50))
            assert all(0 <= uniform(0, 10**100) <= 10**100 for _ in range(20))
            near = [truncated_laplace(0, 10**40, 10**30) for _ in range(50)]
            assert max(map(abs, near)) <= 10**30
            assert len(set(near)) == 50
            assert truncated_laplace_batch(0, 10**40, 10**30, 40).dtype == object

    def test_a_variance_is_a_square(self) -> None:
        with using(SeededNoise(5)):
            one = [gaussian(3, 2) for _ in range(30)]
        with using(SeededNoise(5)):
            assert [gaussian(3, variance=4) for _ in range(30)] == one
        assert gaussian_sampler(Fraction(4)) is gaussian_sampler(Fraction(4))

    def test_geometric_is_one_sided_noise_around_zero(self) -> None:
        with using(SeededNoise(5)):
            one = [geometric(9) for _ in range(30)]
        with using(SeededNoise(5)):
            assert [one_sided_laplace(0, 9) for _ in range(30)] == one


class TestBatches:
    def test_each_bit_gets_its_own_response(self) -> None:
        with using(SeededNoise(6)):
            bits = np.array([[True, False]] * 20_000)
            told = randomized_response_batch(bits, 1)
            assert told.shape == bits.shape
            assert told.dtype == bool
            truth = 0.7310585786300049
            assert not improbable(int(told[:, 0].sum()), 20_000, truth)
            assert not improbable(int(told[:, 1].sum()), 20_000, 1 - truth)
            chosen = randomized_choice_batch(np.full(20_000, 2), 5, 1)
            lie = 1 / (2.718281828459045 + 4)
            for value in range(5):
                p = 2.718281828459045 * lie if value == 2 else lie
                assert not improbable(int((chosen == value).sum()), 20_000, p)

    def test_their_shapes_and_types(self) -> None:
        with using(SeededNoise(6)):
            assert coin_batch(0.5, 3).dtype == bool
            assert uniform_batch(-3, 3, 1000).min() == -3
            assert uniform_batch(10**30, 10**30 + 1, 5).dtype == object
            assert geometric_batch(4, 7).shape == (7,)
            assert set(choose_batch([0, 0], 1, 100).tolist()) == {0, 1}
            assert permute_and_flip_batch([5], 1, 4).tolist() == [0] * 4
            assert gaussian_batch(2**63 - 2, 5, 50).dtype == object
            for empty in (gaussian_batch(0, 5, 0), gaussian_batch(0, 500, 0), truncated_laplace_batch(0, 5, 3, 0)):
                assert empty.shape == (0,)

    def test_wrong_arrays(self) -> None:
        with pytest.raises(TypeError, match="an array of bool"):
            randomized_response_batch(np.array([0, 1]), 1)
        with pytest.raises(TypeError, match="an array of int"):
            randomized_choice_batch(np.array([0.5]), 3, 1)
        with pytest.raises(ValueError, match="values from 0 to 2"):
            randomized_choice_batch(np.array([3]), 3, 1)


class TestErrors:
    @pytest.mark.parametrize(
        ("call", "error", "message"),
        [
            (lambda: gaussian(0, 0), ValueError, "sigma is positive, not 0"),
            (lambda: gaussian(0, -1), ValueError, "sigma is positive, not -1"),
            (lambda: gaussian(0, variance=Fraction(-1, 2)), ValueError, "variance is positive"),
            (lambda: gaussian(0, inf), ValueError, "sigma is finite"),
            (lambda: gaussian(0, nan), ValueError, "sigma is finite"),
            (lambda: gaussian(0), TypeError, "either sigma or variance"),
            (lambda: gaussian(0, 1, variance=1), TypeError, "either sigma or variance"),
            (lambda: gaussian(0.5, 1), TypeError, "loc is an int, not float"),  # type: ignore[arg-type]
            (lambda: gaussian(0, "1"), TypeError, "sigma is an int, a float or a Fraction"),  # type: ignore[arg-type]
            (lambda: gaussian_batch(0, 1, -1), ValueError, "size is at least 0"),
            (lambda: coin(-0.1), ValueError, "a probability is between 0 and 1, not -0.1"),
            (lambda: coin(2), ValueError, "a probability is between 0 and 1, not 2"),
            (lambda: coin(nan), ValueError, "a probability is between 0 and 1"),
            (lambda: coin(True), TypeError, "a probability is an int, a float or a Fraction"),
            (lambda: coin_batch(1.5, 3), ValueError, "a probability is between 0 and 1"),
            (lambda: uniform(3, 2), ValueError, "hi is at least lo"),
            (lambda: uniform(0, 1.0), TypeError, "hi is an int"),  # type: ignore[arg-type]
            (lambda: uniform_batch(3, 2, 5), ValueError, "hi is at least lo"),
            (lambda: randomized_response(1, 1), TypeError, "bit is a bool, not int"),  # type: ignore[arg-type]
            (lambda: randomized_response(True, 0), ValueError, "eps is positive"),
            (lambda: randomized_choice(0, 0, 1), ValueError, "k is at least 1, not 0"),
            (lambda: randomized_choice(4, 4, 1), ValueError, "one of the values 0 … 3, not 4"),
            (lambda: randomized_choice(-1, 4, 1), ValueError, "one of the values 0 … 3, not -1"),
            (lambda: randomized_choice(0, 4, -1), ValueError, "eps is positive"),
            (lambda: choose([], 1), ValueError, "scores are not empty"),
            (lambda: choose([1], 0), ValueError, "rate is positive"),
            (lambda: choose([1.5], 1), TypeError, "a score is an int"),  # type: ignore[list-item]
            (lambda: choose(5, 1), TypeError, "scores are a list of int"),  # type: ignore[arg-type]
            (lambda: permute_and_flip([], 1), ValueError, "scores are not empty"),
            (lambda: permute_and_flip_batch([], 1, 3), ValueError, "scores are not empty"),
            (lambda: truncated_laplace(0, 0, 3), ValueError, "a scale is positive"),
            (lambda: truncated_laplace(0, 1, -1), ValueError, "bound is at least 0, not -1"),
            (lambda: truncated_laplace(0, 1, 1.0), TypeError, "bound is an int"),  # type: ignore[arg-type]
            (lambda: geometric(0), ValueError, "a scale is positive"),
        ],
    )
    def test_plain_words(self, call: Callable[[], object], error: type[Exception], message: str) -> None:
        with pytest.raises(error, match=message):
            call()

    def test_a_core_program_without_a_law_raises_too(self) -> None:
        source = SeededNoise(1)
        with pytest.raises(ValueError, match="between 0 and 1, not 3/2"):
            source.draw(COIN, (Fraction(3, 2),), False)
        with pytest.raises(ValueError, match="no choose noise around"):
            source.draw(CHOOSE, (Fraction(1),), ())
        with pytest.raises(ValueError, match="no randomized_choice noise around 7"):
            source.draw(RANDOMIZED_CHOICE, (Fraction(3), Fraction(1)), 7)
        with pytest.raises(ValueError, match="a variance is positive"):
            source.draw(GAUSSIAN, (Fraction(-1),), 0)


def test_every_noise_is_tried_here_or_beside() -> None:
    tried = {noise for noise, _ in ADDED} | {noise for noise, *_ in FINITE}
    assert {n.name for n in {*NOISES.values()} - tried} == {"laplace", "one_sided_laplace"}


@pytest.mark.parametrize(("noise", "parameters", "centre"), FINITE, ids=str)
def test_scripted_values_are_possible(noise: FiniteNoise, parameters: Parameters, centre: Any) -> None:
    values = noise.values(parameters, centre)
    for step in (-2, -1, 0, 1, 5):
        assert noise.scripted(step, lambda: parameters, centre) in values
    assert len({noise.scripted(step, lambda: parameters, centre) for step in range(len(values))}) == len(values)


def test_a_function_is_spelled_in_the_ways_that_python_takes() -> None:
    function = FUNCTIONS["gaussian"]
    assert function.usage == "`gaussian(loc, sigma)` or `gaussian(loc, variance=…)`"
    assert function.spelling(2, []) is function.spellings[0]
    assert function.spelling(1, ["sigma"]) is function.spellings[0]
    assert function.spelling(1, ["variance"]) is function.spellings[1]
    assert function.spelling(0, ["variance", "loc"]) is function.spellings[1]
    for positional, names in ((1, []), (3, []), (2, ["variance"]), (2, ["sigma"]), (1, [None]), (0, ["loc", "loc"])):
        assert function.spelling(positional, names) is None


@pytest.mark.parametrize("draw", ["coin(Fraction(min(-2, n), 3))", "uniform(0, n)", "truncated_laplace(x, 1, n)"])
def test_public_numbers_that_may_not_be_allowed_are_refused_even_if_nobody_looks_at_the_draw(draw: str) -> None:
    """What computes with programs leaves such a draw out, as if it could not be stuck."""
    text = (
        "from fractions import Fraction\nfrom typing import Annotated\n"
        "from twinproof import coin, mechanism, truncated_laplace, uniform, within\n\n\n"
        '@mechanism(epsilon="1")\ndef m(x: Annotated[int, within(1)], n: int) -> int:\n'
        f"    unused = {draw}\n    return 1\n"
    )
    (found,) = read_text(text)
    assert isinstance(found, Diagnostic), str(found)
    assert found.code is Code.SCALE_SIGN
