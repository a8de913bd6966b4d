"""The noise that mechanisms draw: discrete Laplace laws, sampled exactly.

`laplace(loc, scale)` and `one_sided_laplace(loc, scale)` are what a mechanism calls; the bits come from the operating
system, unless `using(SeededNoise(…))` says otherwise. A draw has its law exactly, for every positive rational scale (a
float stands for the rational it is); `noise_tables` says why. Nothing here hides how long a draw takes.
"""

import hashlib
import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from math import isfinite
from typing import Any, Protocol, TypeVar, get_args, runtime_checkable
from weakref import WeakSet

import numpy as np
from flint import arb
from numpy.typing import NDArray

from twinproof.lang.noise_tables import Kind, exp_minus, in_precision, plan

__all__ = [
    "BatchNoiseSource",
    "NoiseSource",
    "Scale",
    "SeededNoise",
    "SystemNoise",
    "current",
    "exact_scale",
    "laplace",
    "laplace_batch",
    "laplace_mass",
    "one_sided_laplace",
    "one_sided_laplace_batch",
    "one_sided_mass",
    "using",
]

Scale = int | float | Fraction

_BLOCK = 4096  # bytes fetched at once
_CHUNK = 1 << 17  # draws made at once: their arrays stay in the cache


@runtime_checkable
class NoiseSource(Protocol):
    """Where noise centred at 0 comes from."""

    def laplace(self, scale: Fraction) -> int:
        """One draw with mass ∝ exp(−|x| / scale)."""

    def one_sided_laplace(self, scale: Fraction) -> int:
        """One draw with mass ∝ exp(−x / scale) on x ≥ 0."""


@runtime_checkable
class BatchNoiseSource(NoiseSource, Protocol):
    """A source that can also make many draws at once."""

    def batch(self, kind: Kind, scale: Scale, size: int) -> NDArray[Any]:
        """`size` independent draws: int64, or Python integers where int64 might be too narrow."""


def exact_scale(scale: Scale) -> Fraction:
    """The scale as the rational number it is, or an error that says why it is no scale."""
    if isinstance(scale, Fraction):
        exact = scale
    elif isinstance(scale, bool) or not isinstance(scale, (int, float)):
        raise TypeError(f"a scale is an int, a float or a Fraction, not {type(scale).__name__}: {scale!r}")
    elif isinstance(scale, float) and not isfinite(scale):
        raise ValueError(f"a scale is finite, not {scale!r}")
    else:
        exact = Fraction(scale)
    if exact.numerator <= 0:
        raise ValueError(f"a scale is positive, not {scale!r}")
    return exact


def _integer(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} is an int, not {type(value).__name__}: {value!r}")
    return value


class _BitNoise(ABC):
    """Noise made from a stream of bytes. The lock sees to it that no two threads get the same bytes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._buffer = b""
        self._used = 0
        _buffered.add(self)

    @abstractmethod
    def _fetch(self, count: int) -> bytes:
        """New bytes, at least `count`; called with the lock held."""

    def read(self, count: int) -> bytes:
        """The next `count` bytes of the stream."""
        with self._lock:
            start, end = self._used, self._used + count
            if end > len(self._buffer):
                self._buffer = self._buffer[start:] + self._fetch(end - len(self._buffer))
                start, end = 0, count
            self._used = end
            return self._buffer[start:end]

    def _after_fork(self) -> None:
        self._lock = threading.Lock()

    def laplace(self, scale: Fraction) -> int:
        """One draw with mass ∝ exp(−|x| / scale)."""
        scale = exact_scale(scale)
        return plan("laplace", scale.numerator, scale.denominator).one(self)

    def one_sided_laplace(self, scale: Fraction) -> int:
        """One draw with mass ∝ exp(−x / scale) on x ≥ 0."""
        scale = exact_scale(scale)
        return plan("one_sided_laplace", scale.numerator, scale.denominator).one(self)

    def batch(self, kind: Kind, scale: Scale, size: int) -> NDArray[Any]:
        """`size` independent draws: int64, or Python integers where int64 might be too narrow."""
        if kind not in get_args(Kind):
            raise ValueError(f"the kind is one of {', '.join(get_args(Kind))}, not {kind!r}")
        scale, size = exact_scale(scale), _integer("size", size)
        if size < 0:
            raise ValueError(f"size is at least 0, not {size}")
        law = plan(kind, scale.numerator, scale.denominator)
        starts = range(0, max(size, 1), _CHUNK)
        return np.concatenate([law.many(self, min(_CHUNK, size - start)) for start in starts])


class SystemNoise(_BitNoise):
    """Noise from the operating system's random bits: the source for real use.

    A forked child forgets the bits that its parent has fetched but not used, as else both would draw the same noise.
    """

    def _fetch(self, count: int) -> bytes:
        return os.urandom(max(count, _BLOCK))

    def _after_fork(self) -> None:
        super()._after_fork()
        self._buffer, self._used = b"", 0


class SeededNoise(_BitNoise):
    """Noise that a seed determines, the same on every platform: for tests and examples, never for privacy.

    The bits are SHAKE-256 of the seed and a counter, block after block.
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._seed = _integer("seed", seed)
        self._blocks = 0

    def _fetch(self, count: int) -> bytes:
        first, self._blocks = self._blocks, self._blocks - (-count // _BLOCK)
        names = (f"twinproof noise, seed {self._seed}, block {i}" for i in range(first, self._blocks))
        return b"".join(hashlib.shake_256(name.encode()).digest(_BLOCK) for name in names)


_buffered: WeakSet[_BitNoise] = WeakSet()


def _after_fork() -> None:
    for source in _buffered:
        source._after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)

_current: ContextVar[NoiseSource] = ContextVar("twinproof_noise", default=SystemNoise())  # noqa: B039 (shared on purpose)

Watch = Callable[[str, Fraction, int, int], None]  # told of each draw: its law, scale, centre and value
_watch: ContextVar[Watch | None] = ContextVar("twinproof_watch", default=None)

S = TypeVar("S", bound=NoiseSource)


def current() -> NoiseSource:
    """The source that `laplace` and `one_sided_laplace` draw from."""
    return _current.get()


@contextmanager
def using(source: S, watch: Watch | None = None) -> Iterator[S]:
    """Draw from `source` inside the `with` block, in this thread or task; `watch` is told of each draw."""
    if isinstance(source, type) or not isinstance(source, NoiseSource):
        raise TypeError(f"a noise source has the methods laplace and one_sided_laplace; this has not: {source!r}")
    tokens = _current.set(source), _watch.set(watch)
    try:
        yield source
    finally:
        _current.reset(tokens[0])
        _watch.reset(tokens[1])


def laplace(loc: int, scale: Scale) -> int:
    """An integer x with mass ∝ exp(−|x − loc| / scale)."""
    exact = exact_scale(scale)
    return _told("laplace", exact, _integer("loc", loc), _current.get().laplace(exact))


def one_sided_laplace(loc: int, scale: Scale) -> int:
    """An integer x ≥ loc with mass ∝ exp(−(x − loc) / scale)."""
    exact = exact_scale(scale)
    return _told("one_sided_laplace", exact, _integer("loc", loc), _current.get().one_sided_laplace(exact))


def _told(law: str, scale: Fraction, loc: int, offset: int) -> int:
    """The value of a draw, after whoever watches was told."""
    watch = _watch.get()
    if watch is not None:
        watch(law, scale, loc, loc + offset)
    return loc + offset


def laplace_batch(loc: int, scale: Scale, size: int) -> NDArray[Any]:
    """`size` independent draws of `laplace(loc, scale)`: int64, or Python integers where int64 might be too narrow."""
    return _batch("laplace", loc, scale, size)


def one_sided_laplace_batch(loc: int, scale: Scale, size: int) -> NDArray[Any]:
    """`size` independent draws of `one_sided_laplace(loc, scale)`, as `laplace_batch`."""
    return _batch("one_sided_laplace", loc, scale, size)


def _batch(kind: Kind, loc: int, scale: Scale, size: int) -> NDArray[Any]:
    source = _current.get()
    if not isinstance(source, BatchNoiseSource):
        raise TypeError(f"the current noise source has no batch method; draw one by one: {source!r}")
    loc = _integer("loc", loc)
    draws = source.batch(kind, exact_scale(scale), size)
    if not loc or not draws.size:
        return draws
    limits = np.iinfo(np.int64)
    ends = loc, int(draws.min()) + loc, int(draws.max()) + loc
    if min(ends) < limits.min or max(ends) > limits.max:
        draws = draws.astype(object)
    return draws + loc


def laplace_mass(x: int, scale: Scale, prec: int = 128) -> arb:
    """A ball around the probability that `laplace(0, scale)` is x, good to about `prec` bits."""
    return _mass(abs(_integer("x", x)), exact_scale(scale), prec, two_sided=True)


def one_sided_mass(x: int, scale: Scale, prec: int = 128) -> arb:
    """A ball around the probability that `one_sided_laplace(0, scale)` is x, good to about `prec` bits."""
    return _mass(_integer("x", x), exact_scale(scale), prec, two_sided=False)


def _mass(x: int, scale: Fraction, prec: int, *, two_sided: bool) -> arb:
    if _integer("prec", prec) < 2:
        raise ValueError(f"prec is at least 2, not {prec}")
    if x < 0:
        return arb(0)
    rate = 1 / scale
    # exp turns the absolute error of its argument into a relative one; 1 − a cancels as many bits as the scale has.
    guard = 32 + int(x * rate + scale + 1).bit_length()

    def compute() -> arb:
        a = exp_minus(rate)
        mass = (1 - a) * exp_minus(rate, x)
        return mass / (1 + a) if two_sided else mass

    return in_precision(prec + guard, compute)
