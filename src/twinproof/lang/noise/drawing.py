"""Where noise comes from when a mechanism runs: the bits of the operating system, or others for tests.

`laplace(loc, scale)` and its like are what a mechanism calls; the bits come from the operating system, unless
`using(SeededNoise(…))` says otherwise. A draw has its law exactly, for every parameter that it may have (a float stands
for the rational it is). Nothing here hides how long a draw takes.
"""

from __future__ import annotations

import hashlib
import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable
from weakref import WeakSet

from twinproof.lang.noise.law import AdditiveNoise, Noise, Parameters, Sampler, integer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from twinproof.lang.noise.finite import FiniteNoise

_BLOCK = 4096  # bytes fetched at once
_CHUNK = 1 << 17  # draws made at once: their arrays stay in the cache


@runtime_checkable
class NoiseSource(Protocol):
    """Where noise comes from."""

    def draw(self, noise: Noise, parameters: Parameters, centre: Any) -> Any:
        """One draw of a noise around a centre."""


@runtime_checkable
class BatchNoiseSource(NoiseSource, Protocol):
    """A source that can also make many draws at once."""

    def batch(self, noise: AdditiveNoise, parameters: Parameters, size: int) -> NDArray[Any]:
        """`size` independent draws around 0: int64, or Python integers where int64 might be too narrow."""

    def batch_around(self, noise: FiniteNoise, parameters: Parameters, centre: Any, size: int) -> NDArray[Any]:
        """`size` independent draws of noise whose law is not moved with its centre."""


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

    def draw(self, noise: Noise, parameters: Parameters, centre: Any) -> Any:
        """One draw of a noise around a centre."""
        return noise.draw(self, parameters, centre)

    def batch(self, noise: AdditiveNoise, parameters: Parameters, size: int) -> NDArray[Any]:
        """`size` independent draws around 0: int64, or Python integers where int64 might be too narrow."""
        return self._many(lambda: noise.sampler(parameters), size)

    def batch_around(self, noise: FiniteNoise, parameters: Parameters, centre: Any, size: int) -> NDArray[Any]:
        """`size` independent draws of noise whose law is not moved with its centre."""
        return self._many(lambda: noise.checked(parameters, centre), size)

    def _many(self, made: Callable[[], Sampler], size: int) -> NDArray[Any]:
        import numpy as np

        if integer("size", size) < 0:
            raise ValueError(f"size is at least 0, not {size}")
        sampler = made()
        starts = range(0, max(size, 1), _CHUNK)
        return np.concatenate([sampler.many(self, min(_CHUNK, size - start)) for start in starts])


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
        self._seed = integer("seed", seed)
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

Watch = Callable[[Noise, Parameters, Any, Any], None]  # told of each draw: its law, parameters, centre and value
_watch: ContextVar[Watch | None] = ContextVar("twinproof_watch", default=None)

S = TypeVar("S", bound=NoiseSource)


def current() -> NoiseSource:
    """The source that mechanisms draw from."""
    return _current.get()


@contextmanager
def using(source: S, watch: Watch | None = None) -> Iterator[S]:
    """Draw from `source` inside the `with` block, in this thread or task; `watch` is told of each draw."""
    if isinstance(source, type) or not isinstance(source, NoiseSource):
        raise TypeError(f"a noise source has the method draw; this has not: {source!r}")
    tokens = _current.set(source), _watch.set(watch)
    try:
        yield source
    finally:
        _current.reset(tokens[0])
        _watch.reset(tokens[1])


def draw(noise: Noise, parameters: Parameters, centre: Any) -> Any:
    """One draw from the current source; whoever watches is told."""
    value = _current.get().draw(noise, parameters, centre)
    watch = _watch.get()
    if watch is not None:
        watch(noise, parameters, centre, value)
    return value


def _batches() -> BatchNoiseSource:
    source = _current.get()
    if not isinstance(source, BatchNoiseSource):
        raise TypeError(f"the current noise source has no batch method; draw one by one: {source!r}")
    return source


def draw_around(noise: FiniteNoise, parameters: Parameters, centre: Any, size: int) -> NDArray[Any]:
    """`size` independent draws of noise whose law is not moved with its centre."""
    return _batches().batch_around(noise, parameters, centre, size)


def draw_many(noise: AdditiveNoise, parameters: Parameters, centre: int, size: int) -> NDArray[Any]:
    """`size` independent draws: int64, or Python integers where int64 might be too narrow."""
    import numpy as np

    centre = integer("loc", centre)
    draws = _batches().batch(noise, parameters, size)
    if not centre or not draws.size:
        return draws
    limits = np.iinfo(np.int64)
    ends = centre, int(draws.min()) + centre, int(draws.max()) + centre
    if min(ends) < limits.min or max(ends) > limits.max:
        draws = draws.astype(object)
    return draws + centre
