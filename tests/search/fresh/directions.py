"""One draw that is compared in two directions, as a flag, a position or an earlier answer says."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def up_or_down(xs: Annotated[list[int], each_within(1)], up: bool, t: int, eps: Epsilon) -> int:
    """A public flag for the whole search."""
    bar = laplace(t, 2 / eps)
    for i, x in enumerate(xs):
        v = laplace(x, 4 / eps)
        if (v >= bar) if up else (v <= bar):
            return i
    return -1


@mechanism(epsilon="eps")
def even_above_odd_below(xs: Annotated[list[int], each_within(1)], high: int, low: int, eps: Epsilon) -> int:
    """The position says which of two bars it is compared with, and how."""
    a = laplace(high, 4 / eps)
    b = laplace(low, 4 / eps)
    for i, x in enumerate(xs):
        v = laplace(x, 4 / eps)
        if i % 2 == 0:
            if v >= a:
                return i
        elif v <= b:
            return i
    return -1


@mechanism(epsilon="eps", requires="c >= 1")
def schmitt_trigger(
    signal: Annotated[list[int], each_within(1)], high: int, low: int, c: int, eps: Epsilon
) -> list[bool]:
    """On above the upper bar, off below the lower one; it ends after c switches."""
    hi = laplace(high, 4 / eps)
    lo = laplace(low, 4 / eps)
    on = False
    switches = 0
    out: list[bool] = []
    for x in signal:
        if switches == c:
            break
        v = laplace(x, 4 * c / eps)
        if on:
            if v <= lo:
                on = False
                switches += 1
        else:
            if v >= hi:
                on = True
                switches += 1
        out.append(on)
    return out
