"""The sampler: its decisions against an independent inversion, its laws against frequencies, and its manners.

The reference is decimal arithmetic with 300 digits; it shares nothing with the ball arithmetic under test. A check of a
frequency rejects a right sampler with probability at most LEVEL (Chernoff's bound). At most CHECKS of them see bits
that change from run to run, so the whole file gives a false alarm with probability at most LEVEL · CHECKS < 1e-6.
"""

import asyncio
import subprocess
import sys
import threading
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import chain, pairwise, repeat
from math import ceil, inf, log, nan, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from numpy.typing import NDArray

from twinproof.lang.noise import (
    LAPLACE,
    ONE_SIDED,
    AdditiveNoise,
    Noise,
    NoiseSource,
    Parameters,
    SeededNoise,
    SystemNoise,
    using,
)
from twinproof.lang.noise.drawing import current
from twinproof.lang.noise.geometric import Digit, OneSided, Plan, Signed, Table, plan
from twinproof.lang.noise.laplace import laplace, laplace_batch, laplace_mass
from twinproof.lang.noise.law import Scale
from twinproof.lang.noise.one_sided_laplace import one_sided_laplace, one_sided_laplace_batch, one_sided_mass

LEVEL = 1e-10
CHECKS = 4000
FULL = (1 << 64) - 1
KINDS: tuple[AdditiveNoise, ...] = (LAPLACE, ONE_SIDED)
SCALES: list[Scale] = [Fraction(1, 1000), 0.3, 1, Fraction(7, 3), 2 / 0.1, 64, 64.1, 1000, 1e5, 10**12, 10**30]

AnyLaw = Digit | OneSided | Signed
LAWS: list[AnyLaw] = [
    OneSided(Fraction(1), 14),
    OneSided(Fraction(200), 1),
    OneSided(Fraction(3, 7), 33),
    Signed(Fraction(200), 1, Fraction(200)),
    Signed(Fraction(1), 14, Fraction(1)),
    Signed(1 / Fraction(0.3), 5, 1 / Fraction(0.3)),
    Signed(Fraction(1, 20), 280, Fraction(1, 20)),
    Signed(Fraction(16, 1000), 875, Fraction(1, 1000)),
    Digit(Fraction(1, 1000), 16),
    Digit(Fraction(1, 10**30), 1024),
    Digit(Fraction(1, 70), 2),
]
every_law = pytest.mark.parametrize("law", LAWS, ids=lambda law: f"{type(law).__name__}-{float(law.rate):.3g}")


@pytest.fixture(autouse=True)
def _decimals() -> Iterator[None]:
    with localcontext(Context(prec=300)):
        yield


@cache
def ratio(rate: Fraction) -> Decimal:
    """e^(−rate)."""
    return (-Decimal(rate.numerator) / Decimal(rate.denominator)).exp()


def at(scale: Scale) -> Parameters:
    """The parameters of a noise of this scale."""
    return (1 / Fraction(scale),)


def below(kind: AdditiveNoise, scale: Scale, x: int) -> Decimal:
    """The probability of a draw below x."""
    rate = 1 / Fraction(scale)
    if kind is ONE_SIDED:
        return 1 - ratio(rate * max(x, 0))
    whole = 1 + ratio(rate)
    return 1 - ratio(rate * x) / whole if x > 0 else ratio(rate * (1 - x)) / whole


def thresholds(law: AnyLaw) -> list[Decimal]:
    """The mass of the cells before 1, 2, …"""
    a = ratio(law.rate)
    match law:
        case Digit(_, base):
            return [(1 - a**i) / (1 - a**base) for i in range(1, base)]
        case OneSided(_, end):
            return [1 - a**i for i in range(1, end + 1)]
        case Signed(_, end, unit):
            positive = 1 / (1 + ratio(unit))
            return [(1 - positive) * a**i for i in range(end, -1, -1)] + [
                1 - positive * a**i for i in range(1, end + 1)
            ]


def leading(value: Decimal, bits: int) -> int:
    """The first bits of a number in [0, 1)."""
    return int(value * (1 << bits))


class Script:
    """Bits that were chosen: these words, then `after` for ever."""

    def __init__(self, words: Iterable[int], after: int = 0x5555555555555555) -> None:
        self.words, self.after, self.taken = iter(words), after, 0

    def read(self, count: int) -> bytes:
        assert count == 8
        self.taken += 1
        return next(self.words, self.after).to_bytes(8, "little")


class Recorded:
    """Bits that were chosen, with the sizes in which they must be asked for."""

    def __init__(self, reads: Iterable[bytes]) -> None:
        self.reads = iter(reads)

    def read(self, count: int) -> bytes:
        data = next(self.reads)
        assert len(data) == count
        return data


class TestDecisions:
    @every_law
    def test_every_floor_is_the_floor(self, law: AnyLaw) -> None:
        table = Table(law)
        expected = [leading(f, 64) for f in thresholds(law)]
        assert table.floors == expected
        assert [table.certified_floor(i, 64) for i in range(1, law.thresholds + 1)] == expected

    @every_law
    def test_a_word_beside_a_floor_decides_and_a_word_on_it_asks_for_more(self, law: AnyLaw) -> None:
        table, exact = Table(law), thresholds(law)
        floors, random = set(table.floors), Random(1)
        words = {f + d for f in floors for d in (-1, 0, 1)} | {0, FULL} | {random.getrandbits(64) for _ in range(200)}
        for word in words - {-1, FULL + 1}:
            script = Script([word])
            u = (Decimal(word) + Decimal(1) / 3) / (1 << 64)  # the script goes on with 0101…
            assert table.one(script) + law.offset == bisect_right(exact, u)
            assert (script.taken > 1) == (word in floors)

    @every_law
    def test_the_split_is_exactly_at_the_threshold(self, law: AnyLaw) -> None:
        """The first word that reaches cell i, searched three words deep, must spell out the bits of its threshold."""
        table, exact = Table(law), thresholds(law)
        for i in {1, law.thresholds // 2 + 1, law.thresholds}:
            known: list[int] = []
            for depth in (1, 2, 3):
                low, high = -1, FULL
                while high - low > 1:
                    middle = (low + high) // 2
                    reached = table.one(Script([*known, middle], after=FULL)) + law.offset >= i
                    low, high = (low, middle) if reached else (middle, high)
                known.append(high)
                assert sum(w << 64 * (depth - 1 - k) for k, w in enumerate(known)) == leading(exact[i - 1], 64 * depth)

    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("scale", [s for s in SCALES if s <= 64])
    def test_a_law_of_one_digit_is_plain_inversion(self, kind: AdditiveNoise, scale: Scale) -> None:
        exact = Fraction(scale)
        law, end = plan(kind is LAPLACE, exact.numerator, exact.denominator), ceil(14 * exact)
        random, seen = Random(2), set()
        for _ in range(100):
            word = random.getrandbits(64)
            u = (Decimal(word) + Decimal(1) / 3) / (1 << 64)
            x = law.one(Script([word]))
            if -end <= x < end:
                seen.add(x)
                assert below(kind, scale, x) <= u < below(kind, scale, x + 1)
        assert len(seen) >= min(3 * scale, 30)

    def test_masses_far_below_one_word_are_reached(self) -> None:
        """At scale 1/1000 only 2^-1442 of the mass is not at 0: it takes 23 words to see that a draw is there."""
        scale = Fraction(1, 1000)
        limit = leading(below(LAPLACE, scale, 0), 23 * 64)
        assert 1 < limit < FULL
        for last, expected in ((0, -1), (limit - 1, -1), (limit + 1, 0), (FULL, 0)):
            script = Script([0] * 22 + [last], after=FULL)
            assert plan(True, 1, 1000).one(script) == expected
            assert script.taken >= 23
        limit = leading(ratio(1 / scale), 23 * 64)
        for last, expected in ((FULL - limit - 1, 0), (FULL - limit + 1, 1)):
            assert plan(False, 1, 1000).one(Script([FULL] * 22 + [last], after=0)) == expected

    @pytest.mark.parametrize("scale", [5e-324, Fraction(1, 10**400)])
    def test_scales_beyond_the_reach_of_any_computer_draw_their_centre(self, scale: Scale) -> None:
        assert [laplace(7, scale) for _ in range(20)] == [7] * 20
        assert one_sided_laplace_batch(7, scale, 20).tolist() == [7] * 20

    @pytest.mark.parametrize("word", [1, 1 << 60, 1 << 63, 15 << 60])
    def test_beyond_the_table_a_draw_goes_on_from_its_end(self, word: int) -> None:
        """The tables of scale 1 end at 14, and P(G ≥ 14 + k | G ≥ 14) = e^(−k)."""
        edges = [below(ONE_SIDED, 1, x) for x in range(14)]
        excess = bisect_right(edges, Decimal(word) / (1 << 64)) - 1
        two_sided, one_sided = plan(True, 1, 1), plan(False, 1, 1)
        assert two_sided.one(Script([FULL, word])) == 14 + excess
        assert two_sided.one(Script([FULL, FULL, FULL, word])) == 42 + excess
        assert two_sided.one(Script([0, FULL, word])) == -1 - (28 + excess)
        assert one_sided.one(Script([FULL, FULL, word])) == 28 + excess

    @every_law
    def test_a_batch_decides_each_word_as_a_single_draw(self, law: AnyLaw) -> None:
        table, random = Table(law), Random(4)
        words = [f + d for f in table.floors for d in (-1, 0, 1) if 0 <= f + d <= FULL]
        words += [random.getrandbits(64) for _ in range(500)]
        starts = {f >> 48 for f in table.floors}
        undecided = [w for w in words if w >> 48 in starts]
        for after in (0, FULL):
            # The stream: 16 bits of each word, the other 48 (and 16 to be ignored) where they matter, constant words.
            reads = chain(
                [np.array([w >> 48 for w in words], dtype="<u2").tobytes()],
                [np.array([w << 16 & FULL | 0xABCD for w in undecided], dtype="<u8").tobytes()],
                repeat(after.to_bytes(8, "little")),
            )
            assert table.many(Recorded(reads), len(words)).tolist() == [table.one(Script([w], after)) for w in words]


def cell_masses(table: Table) -> list[Fraction]:
    """The mass of each cell, with an error below 2^-64."""
    ends = [0, *table.floors, 1 << 64]
    return [Fraction(b - a, 1 << 64) for a, b in pairwise(ends)]


class TestDigits:
    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("scale", [65, 1000, 123456.75, 10**12, 10**30])
    def test_digits_multiply_to_the_law(self, kind: AdditiveNoise, scale: Scale) -> None:
        law, random, reach = Plan(kind is LAPLACE, Fraction(scale)), Random(3), 3 * ceil(scale)
        top, offset = cell_masses(law._top), law._top.law.offset
        low = [(width, table.floors, cell_masses(table)) for width, table in reversed(law._digits)]
        assert low
        for _ in range(100):
            x = random.randrange(-reach if kind is LAPLACE else 0, reach)
            rest, mass, words = x if x >= 0 else ~x, Fraction(1), []
            for width, floors, masses in low:
                rest, digit = divmod(rest, 1 << width)
                mass *= masses[digit]
                words.append([0, *floors][digit] + 1)
            cell = offset + (rest if x >= 0 else ~rest)
            mass *= top[cell]
            words.append([0, *law._top.floors][cell] + 1)
            assert law.one(Script(reversed(words))) == x
            # A factor is at least 2^-12 here, thus its relative error at most 2^-52.
            exact = (laplace_mass if kind is LAPLACE else one_sided_mass)(x, scale)
            with ctx.workprec(128):
                assert abs(arb(fmpq(mass.numerator, mass.denominator)) / exact - 1) < len(words) * 2.0**-51

    @pytest.mark.parametrize("scale", [Fraction(70), Fraction(200)])
    def test_digits_and_one_large_table_agree(self, scale: Fraction) -> None:
        end = ceil(14 * scale)
        direct = cell_masses(Table(Signed(1 / scale, end, 1 / scale)))
        law = Plan(True, scale)
        ((width, table),) = law._digits
        top, low = cell_masses(law._top), cell_masses(table)
        for x in range(-end // 2, end // 2):
            high, digit = divmod(x if x >= 0 else ~x, 1 << width)
            cell = law._top.law.offset + (high if x >= 0 else ~high)
            assert abs(direct[x + end + 1] - top[cell] * low[digit]) < Fraction(3, 1 << 64)

    def test_tables_stay_small(self) -> None:
        for scale in (Fraction(1, 10**9), 64, 65, 10**6, 10**30):
            law = Plan(True, Fraction(scale))
            assert all(len(t.floors) <= 2000 for t in [law._top, *(t for _, t in law._digits)])

    def test_a_draw_too_large_for_int64_comes_back_whole(self) -> None:
        class Ones:
            """Ones for a while, then zeros."""

            left = 10 + 48 * 8

            def read(self, count: int) -> bytes:
                ones = min(self.left, count)
                self.left -= ones
                return b"\xff" * ones + b"\0" * (count - ones)

        law = plan(True, 1 << 54, 1)
        assert law.many(SeededNoise(1), 1000).dtype == np.int64
        draws = law.many(Ones(), 1)  # the top digit leaves its table, which ends at 896, and 48 times again
        assert draws.tolist() == [49 * 896 << 48]
        assert draws[0] > 1 << 63

    def test_results_are_int64_or_python_integers(self) -> None:
        source = SeededNoise(5)
        assert source.batch(LAPLACE, at(10**12), 100).dtype == np.int64
        draws = source.batch(LAPLACE, at(10**30), 200)
        assert draws.dtype == object
        assert {type(x) for x in draws} == {int}
        assert 10**29 < sorted(abs(draws))[100] < 10**31


def improbable(hits: int, draws: int, p: float) -> bool:
    """Of probability below LEVEL, by Chernoff: P(p̂ ≥ q) and P(p̂ ≤ q) are at most exp(−n · KL(q ‖ p)) on their sides."""
    q = hits / draws
    terms = [(q, p), (1 - q, 1 - p)]
    if any(b == 0 < a for a, b in terms):
        return True
    return draws * sum(a * log(a / b) for a, b in terms if a > 0) > log(2 / LEVEL)


def misfits(kind: AdditiveNoise, scale: Scale, sample: NDArray[Any]) -> tuple[list[str], int]:
    """What is improbable among the counts of intervals and of residues, and how many were looked at."""
    step = max(1, int(scale) // 4)
    cuts = [step * i for i in (range(-12, 13) if kind is LAPLACE else range(1, 25))]
    ends = [Decimal(0), *(below(kind, scale, c) for c in cuts), Decimal(1)]
    cells = np.searchsorted(np.array(cuts, dtype=sample.dtype), sample, side="right")
    looks = [(f"interval {i}", int(np.count_nonzero(cells == i)), ends[i + 1] - ends[i]) for i in range(len(cuts) + 1)]
    a = ratio(1 / Fraction(scale))
    for modulus in (2, 3, 8):
        residues = (sample % modulus).astype(np.int64)
        for r in range(modulus):
            weight = a**r if kind is ONE_SIDED else (a**r + a ** (modulus - r)) / (1 + a)
            hits = int(np.count_nonzero(residues == r))
            looks.append((f"{r} modulo {modulus}", hits, weight * (1 - a) / (1 - a**modulus)))
    return [name for name, hits, p in looks if improbable(hits, sample.size, float(p))], len(looks)


class TestFrequencies:
    @pytest.mark.parametrize("source", [SeededNoise(2016), SystemNoise()], ids=["seeded", "system"])
    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("scale", SCALES)
    def test_of_batches(self, kind: AdditiveNoise, scale: Scale, source: SeededNoise | SystemNoise) -> None:
        found, looks = misfits(kind, scale, source.batch(kind, at(scale), 300_000 if scale < 1e18 else 30_000))
        assert found == []
        assert 3 * looks * len(KINDS) * len(SCALES) < CHECKS  # system batches, single draws, and some room

    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("scale", SCALES)
    def test_of_single_draws(self, kind: AdditiveNoise, scale: Scale) -> None:
        draw = laplace if kind is LAPLACE else one_sided_laplace
        sample = np.array([draw(0, scale) for _ in range(10_000)], dtype=object if scale > 1e18 else np.int64)
        assert misfits(kind, scale, sample)[0] == []

    @pytest.mark.parametrize("scale", [Fraction(7, 3), 1000])
    def test_mean_and_sign(self, scale: Scale) -> None:
        """Cut at ten scales the law is still symmetric, and Hoeffding's inequality bounds its mean."""
        sample = laplace_batch(0, scale, 1_000_000)
        cut = 10 * float(scale)
        assert abs(np.clip(sample, -cut, cut).mean()) < 2 * cut * sqrt(log(2 / LEVEL) / (2 * sample.size))
        assert not improbable(int((sample > 0).sum()), int((sample != 0).sum()), 0.5)

    def test_small_faults_are_seen(self) -> None:
        sample = SeededNoise(1).batch(LAPLACE, at(20), 300_000)
        assert misfits(LAPLACE, 20, sample)[0] == []
        assert misfits(LAPLACE, 20.8, sample)[0]
        assert misfits(LAPLACE, 20, np.where(sample < 0, sample + 1, sample))[0]
        assert misfits(LAPLACE, 20, sample & ~1)[0]
        assert misfits(ONE_SIDED, 20, abs(sample))[0]
        rounded = np.rint(np.random.default_rng(1).laplace(0, 1, 300_000)).astype(np.int64)
        assert misfits(LAPLACE, 1, rounded)[0]


class TestMasses:
    @pytest.mark.parametrize("scale", [Fraction(1, 50), 0.3, 1, Fraction(7, 3), 1000, 10**12])
    @pytest.mark.parametrize("prec", [53, 128, 400])
    def test_against_the_reference(self, scale: Scale, prec: int) -> None:
        for kind, mass in zip(KINDS, (laplace_mass, one_sided_mass), strict=True):
            for x in (-3, -1, 0, 1, 2, 40):
                ball, exact = mass(x, scale, prec), below(kind, scale, x + 1) - below(kind, scale, x)
                assert ball.rel_accuracy_bits() >= prec or exact == 0
                with ctx.workprec(1000):
                    assert abs(ball - arb(format(exact, ".250e"))) <= arb(10) ** -240 + 2 * ball.rad()

    def test_they_sum_to_one(self) -> None:
        with ctx.workprec(200):
            total = sum((laplace_mass(x, 2) for x in range(-100, 101)), arb(0))
            missing = 2 * (-arb(101) / 2).exp() / (1 + (-arb(1) / 2).exp())
            assert abs(total + missing - 1) < 1e-35
        assert one_sided_mass(-1, 2) == 0

    def test_the_precision_of_others_is_left_alone(self) -> None:
        before = ctx.prec
        laplace_mass(1, 3, 500)
        Plan(True, Fraction(17, 19))
        assert ctx.prec == before


GOLDEN_SINGLE = [9, 16, -29, -1, -3, -33, 0, -1, -11, 53, 3, -2]
GOLDEN_ONE_SIDED = [971, 601, 298, 3821, 575, 747]
GOLDEN_BATCH = [3, 0, 1, 20, -36, -6, 71, -28, 29, 0, 34, -34]
GOLDEN_LARGE = -1250054810098454720761124731614


class TestSources:
    def test_a_seed_fixes_every_draw(self) -> None:
        source = SeededNoise(42)
        assert [source.draw(LAPLACE, at(10), 0) for _ in range(12)] == GOLDEN_SINGLE
        assert [source.draw(ONE_SIDED, at(1000), 0) for _ in range(6)] == GOLDEN_ONE_SIDED
        assert source.batch(LAPLACE, at(2 / 0.1), 12).tolist() == GOLDEN_BATCH
        assert source.draw(LAPLACE, at(10**30), 0) == GOLDEN_LARGE

    def test_seeds_differ(self) -> None:
        streams = [SeededNoise(seed).read(5000) for seed in (-1, 0, 1, 10, 1 << 70)]
        assert len(set(streams)) == 5

    @pytest.mark.parametrize("make", [lambda: SeededNoise(3), SystemNoise])
    def test_a_stream_does_not_repeat_and_reads_what_was_asked(self, make: Callable[[], SeededNoise]) -> None:
        source = make()
        sizes = [8, 4096, 1, 0, 10_000, 7, 4095, 262_144] + [8] * 3000
        parts = [source.read(n) for n in sizes]
        assert [len(p) for p in parts] == sizes
        whole = b"".join(parts)
        words = {whole[i : i + 8] for i in range(0, len(whole) - 7, 8)}
        assert len(words) == len(whole) // 8  # two equal words: probability below 2^-30 for 2^16 random ones

    def test_how_a_seeded_stream_is_cut_does_not_matter(self) -> None:
        pieces, whole = SeededNoise(9), SeededNoise(9)
        assert b"".join(pieces.read(n) for n in (1, 4095, 1, 5000, 8)) == whole.read(9105)

    def test_threads_never_share_bits(self) -> None:
        class Counting(SystemNoise):
            """A stream that counts, so that a byte handed out twice shows."""

            count = 0

            def _fetch(self, count: int) -> bytes:
                first, self.count = self.count, self.count + 16
                return b"".join(i.to_bytes(8, "big") for i in range(first, self.count))

        source, got = Counting(), [[] for _ in range(4)]  # type: tuple[Counting, list[list[bytes]]]

        def work(mine: list[bytes]) -> None:
            mine.extend(source.read(8) for _ in range(4000))

        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-6)
        try:
            threads = [threading.Thread(target=work, args=(mine,)) for mine in got]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(timeout=60)
        finally:
            sys.setswitchinterval(interval)
        assert sorted(chain(*got)) == [i.to_bytes(8, "big") for i in range(16_000)]

    def test_a_forked_child_draws_other_bits_and_finds_no_lock_held(self) -> None:
        program = """
import os, signal, threading
from fractions import Fraction
from twinproof.lang import noise
from twinproof.lang.noise import geometric

system, seeded = noise.SystemNoise(), noise.SeededNoise(1)
system.read(8)
held, done = threading.Event(), threading.Event()

def hold():
    with system._lock, seeded._lock, geometric._precision:
        held.set()
        done.wait()

holder = threading.Thread(target=hold)
holder.start()
held.wait()
out, into = os.pipe()
child = os.fork()
if child == 0:
    signal.alarm(30)
    system.draw(noise.LAPLACE, (Fraction(1, 3),), 0)
    os.write(into, system.read(64) + seeded.read(64))
    os._exit(0)
done.set()
holder.join()
os.waitpid(child, 0)
os.close(into)
theirs = os.read(out, 1000)
assert len(theirs) == 128, "the child hangs"
rest_of_buffer = system.read(4000)
assert theirs[:64] not in rest_of_buffer, "the child draws its parent's bits"
assert theirs[64:] == seeded.read(64), "a seed fixes the bits in the child too"
"""
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr


class Constant:
    """A source without batches."""

    def __init__(self, value: int) -> None:
        self.value = value
        self.scales: list[Fraction] = []

    def draw(self, noise: Noise, parameters: Parameters, centre: int) -> int:
        self.scales.append(1 / parameters[0])
        return centre + (self.value if noise is LAPLACE else abs(self.value))


class TestCurrent:
    def test_the_system_is_the_default(self) -> None:
        assert isinstance(current(), SystemNoise)
        assert isinstance(current(), NoiseSource)

    def test_blocks_nest_and_end_even_by_an_error(self) -> None:
        default, outer, inner = current(), Constant(-1), Constant(-2)
        with using(outer) as given:
            assert given is outer
            with using(inner):
                assert laplace(10, 1) == 8
            with pytest.raises(ZeroDivisionError), using(inner):
                laplace(1 // 0, 1)
            assert current() is outer
            assert laplace(10, 1) == 9
            assert one_sided_laplace(10, 1) == 11
        assert current() is default

    def test_a_float_scale_reaches_the_source_as_the_rational_it_is(self) -> None:
        with using(Constant(0)) as source:
            laplace(0, 0.1)
            one_sided_laplace(0, 3)
        assert source.scales == [Fraction(3602879701896397, 36028797018963968), Fraction(3)]
        assert {type(s) for s in source.scales} == {Fraction}

    def test_threads_have_their_own(self) -> None:
        barrier, seen = threading.Barrier(2, timeout=20), {}

        def work(value: int) -> None:
            with using(Constant(value)):
                barrier.wait()
                seen[value] = laplace(0, 1)
                barrier.wait()

        with using(Constant(5)):
            threads = [threading.Thread(target=work, args=(v,)) for v in (1, 2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(timeout=60)
            assert laplace(0, 1) == 5
        assert seen == {1: 1, 2: 2}

    def test_tasks_have_their_own(self) -> None:
        async def work(value: int) -> int:
            with using(Constant(value)):
                await asyncio.sleep(0)
                return laplace(0, 1)

        async def both() -> list[int]:
            return list(await asyncio.gather(work(1), work(2)))

        assert asyncio.run(both()) == [1, 2]


class TestDraws:
    def test_loc_moves_single_draws_and_batches(self) -> None:
        for draw, batch in (
            (laplace, laplace_batch),
            (one_sided_laplace, one_sided_laplace_batch),
        ):
            for loc in (-7, 10**6, 10**40):
                with using(SeededNoise(1)):
                    here, many = draw(0, 5), batch(0, 5, 50)
                with using(SeededNoise(1)):
                    assert draw(loc, 5) == here + loc
                    moved = batch(loc, 5, 50)
                assert moved.tolist() == [x + loc for x in many.tolist()]
                assert (moved.dtype == object) == (loc == 10**40)

    @pytest.mark.parametrize("loc", [2**63 - 4, 2**63 - 1, 2**63, 4 - 2**63, -(2**63)])
    def test_loc_at_the_edge_of_int64_does_not_wrap(self, loc: int) -> None:
        with using(SeededNoise(1)):
            plain = laplace_batch(0, 5, 50).tolist()
        with using(SeededNoise(1)):
            assert laplace_batch(loc, 5, 50).tolist() == [x + loc for x in plain]

    @pytest.mark.parametrize("size", [0, 1, 131_072, 131_073])
    def test_batches_have_the_size_asked_for(self, size: int) -> None:
        assert laplace_batch(3, 1000, size).shape == (size,)
        assert one_sided_laplace_batch(10**30, 1, size % 7).shape == (size % 7,)

    def test_parts_of_a_long_batch_are_different_draws(self) -> None:
        draws = laplace_batch(0, 1e9, 262_144)
        assert not np.array_equal(draws[:131_072], draws[131_072:])


class TestErrors:
    @pytest.mark.parametrize("scale", [0, -1, -0.5, 0.0, Fraction(0), Fraction(-1, 3)])
    def test_a_scale_that_is_not_positive(self, scale: Scale) -> None:
        self.refused(ValueError, "a scale is positive, not", scale)

    @pytest.mark.parametrize("scale", [inf, -inf, nan])
    def test_a_scale_that_is_not_finite(self, scale: Scale) -> None:
        self.refused(ValueError, "a scale is finite, not", scale)

    @pytest.mark.parametrize("scale", [True, "1", None, 1j, Decimal(1), [1], np.int64(1)])
    def test_a_scale_of_a_wrong_type(self, scale: Any) -> None:
        self.refused(TypeError, "a scale is an int, a float or a Fraction, not", scale)

    def refused(self, error: type[Exception], message: str, scale: Any) -> None:
        calls: list[Callable[[], object]] = [
            lambda: laplace(0, scale),
            lambda: one_sided_laplace(0, scale),
            lambda: laplace_batch(0, scale, 3),
            lambda: one_sided_laplace_batch(0, scale, 3),
            lambda: laplace_mass(0, scale),
            lambda: one_sided_mass(0, scale),
        ]
        for call in calls:
            with pytest.raises(error, match=message):
                call()

    @pytest.mark.parametrize("loc", [True, 1.0, "1", None, Fraction(1), np.int64(1)])
    def test_a_loc_that_is_no_int(self, loc: Any) -> None:
        calls: list[Callable[[], object]] = [
            lambda: laplace(loc, 1),
            lambda: one_sided_laplace(loc, 1),
            lambda: laplace_batch(loc, 1, 3),
            lambda: one_sided_laplace_batch(loc, 1, 3),
        ]
        for call in calls:
            with pytest.raises(TypeError, match="loc is an int, not"):
                call()

    def test_the_other_arguments(self) -> None:
        wrong: Any = 2.0
        with pytest.raises(TypeError, match="size is an int, not float"):
            laplace_batch(0, 1, wrong)
        with pytest.raises(ValueError, match="size is at least 0, not -1"):
            laplace_batch(0, 1, -1)
        with pytest.raises(TypeError, match="seed is an int, not float"):
            SeededNoise(wrong)
        with pytest.raises(TypeError, match="x is an int, not float"):
            laplace_mass(wrong, 1)
        with pytest.raises(TypeError, match="prec is an int, not float"):
            one_sided_mass(1, 1, wrong)
        with pytest.raises(ValueError, match="prec is at least 2, not 1"):
            one_sided_mass(1, 1, 1)
        for kind in KINDS:
            with pytest.raises(ValueError, match="a scale is positive, not -3"):
                SystemNoise().batch(kind, (Fraction(-1, 3),), 1)
            with pytest.raises(ValueError, match="a scale is positive, not -3"):
                SystemNoise().draw(kind, (Fraction(-1, 3),), 0)

    @pytest.mark.parametrize("source", [3, None, SystemNoise])
    def test_what_is_no_source(self, source: Any) -> None:
        with pytest.raises(TypeError, match="a noise source has the method draw"), using(source):
            pass

    def test_a_source_without_batches(self) -> None:
        with using(Constant(0)), pytest.raises(TypeError, match="has no batch method"):
            laplace_batch(0, 1, 3)
