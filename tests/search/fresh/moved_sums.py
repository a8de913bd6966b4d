"""Sums over lists of which one entry moves: over every other entry, by public flags, over slices, and of quotients."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(kinds) == len(hours)")
def four_passes(
    hours: Annotated[list[int], one_within(2)], kinds: list[int], eps: Epsilon
) -> tuple[int, int, int, int]:
    """Each kind is summed up by itself, and what is left over is halved in weight."""
    first = sum(h for h, kind in zip(hours, kinds, strict=True) if kind == 1)
    second = sum(h for h, kind in zip(hours, kinds, strict=True) if kind == 2)
    third = sum(3 * h for h, kind in zip(hours, kinds, strict=True) if kind == 3)
    rest = sum(h for h, kind in zip(hours, kinds, strict=True) if kind < 1 or kind > 3)
    return laplace(first, 2 / eps), laplace(second, 2 / eps), laplace(third, 6 / eps), laplace(rest, 2 / eps)


@mechanism(epsilon="eps")
def every_third(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """Three sums, each of every third entry."""
    first = second = third = 0
    for i in range(0, len(xs), 3):
        first += xs[i]
    for i in range(1, len(xs), 3):
        second += xs[i]
    for i in range(2, len(xs), 3):
        third += xs[i]
    return [laplace(first, 1 / eps), laplace(second, 1 / eps), laplace(third, 1 / eps)]


@mechanism(epsilon="eps", requires="width >= 1 and cells >= 0")
def strips(values: Annotated[list[int], one_within(4)], width: int, cells: int, eps: Epsilon) -> list[int]:
    """Strips of a public width, one after the other."""
    out = []
    for c in range(cells):
        total = 0
        for value in values[c * width : (c + 1) * width]:
            total += value
        out.append(laplace(total, 4 / eps))
    return out


@mechanism(epsilon="eps", requires="box >= 1")
def full_boxes(bottles: Annotated[list[int], one_within("2 * box")], box: int, eps: Epsilon) -> int:
    """Two boxes' worth of bottles fill two boxes more at most."""
    return laplace(sum(b // box for b in bottles), 2 / eps)


@mechanism(epsilon="eps")
def squares_of_either_sign(values: Annotated[list[int], one_within(100)], eps: Epsilon) -> int:
    total = 0
    for value in values:
        kept = clamp(value, -9, 4)
        total += kept * kept
    return laplace(total, 81 / eps)


@mechanism(epsilon="eps")
def weights_that_fade(recent: Annotated[list[int], one_within(2)], eps: Epsilon) -> int:
    """The weights are 27, 9, 3, 1 and then 0."""
    weight = 27
    total = 0
    for value in recent:
        total += weight * value
        weight //= 3
    return laplace(total, 54 / eps)
