"""Noise with finitely many values: its law around a centre is a list of masses, and is not moved with the centre."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from twinproof.lang.noise.law import Bits, Noise, Parameters, Sampler

if TYPE_CHECKING:
    from flint import arb
    from numpy.typing import NDArray


class FiniteNoise(Noise):
    """A distribution on finitely many values, which depend on the parameters and on the centre."""

    @abstractmethod
    def values(self, parameters: Parameters, centre: Any) -> Sequence[Any]:
        """The values that are possible, each once."""

    @abstractmethod
    def masses(self, parameters: Parameters, centre: Any, prec: int) -> Sequence[arb]:
        """Balls around the probabilities of these values, in their order, good to about `prec` bits."""

    @abstractmethod
    def plain(self, parameters: Parameters, centre: Any) -> Any:
        """The value that the noise is there to hide, or the likeliest one; any value where there is no law."""

    def sampler(self, parameters: Parameters, centre: Any) -> Sampler:
        """The exact sampler of draws around the centre."""
        return _by_masses(self, parameters, centre)

    def draw(self, bits: Bits, parameters: Parameters, centre: Any) -> Any:
        return self.checked(parameters, centre).one(bits)

    def checked(self, parameters: Parameters, centre: Any) -> Sampler:
        """The sampler; raises ValueError where there is no law."""
        problem = self.problem(parameters, centre)
        if problem is not None:
            raise ValueError(problem)
        return self.sampler(parameters, centre)

    def far(self, parameters: Parameters) -> int:
        return 1

    def scripted(self, step: int, parameters: Callable[[], Parameters], centre: Any) -> Any:
        numbers = parameters()
        start = self.plain(numbers, centre)
        if step == 0 or self.problem(numbers, centre) is not None:
            return start
        values = self.values(numbers, centre)
        return values[(values.index(start) + step) % len(values)] if start in values else values[0]


class Listed:
    """Values that are drawn by their masses."""

    def __init__(self, noise: FiniteNoise, parameters: Parameters, centre: Any) -> None:
        from flint import arb, ctx

        from twinproof.lang.noise.inversion import Cells

        self._values = noise.values(parameters, centre)

        def before() -> list[arb]:
            sums, total = [], arb(0)
            for mass in noise.masses(parameters, centre, ctx.prec)[:-1]:
                total += mass
                sums.append(total)
            return sums

        self._cells = Cells(before, extra=len(self._values).bit_length())

    def one(self, bits: Bits) -> Any:
        """One draw."""
        return self._values[self._cells.one(bits)]

    def many(self, bits: Bits, size: int) -> NDArray[Any]:
        """Many draws."""
        import numpy as np

        return np.array(self._values)[self._cells.many(bits, size)]


@lru_cache(maxsize=256)
def _by_masses(noise: FiniteNoise, parameters: Parameters, centre: Any) -> Listed:
    return Listed(noise, parameters, centre)
