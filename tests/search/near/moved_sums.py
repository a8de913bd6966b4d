"""Sums over lists of which one entry moves, with one entry in two sums or too little noise: each claim is false."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="len(kinds) == len(hours)")
def passes_that_meet(hours: Annotated[list[int], one_within(2)], kinds: list[int], eps: Epsilon) -> tuple[int, int]:
    """What is of the first kind is left over as well."""
    first = sum(h for h, kind in zip(hours, kinds, strict=True) if kind == 1)
    rest = sum(h for h, kind in zip(hours, kinds, strict=True) if kind != 2)
    return laplace(first, 2 / eps), laplace(rest, 2 / eps)


@mechanism(epsilon="eps")
def second_and_third(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> tuple[int, int]:
    """Each sixth entry is in both sums."""
    second = third = 0
    for i in range(0, len(xs), 2):
        second += xs[i]
    for i in range(1, len(xs), 3):
        third += xs[i]
    return laplace(second, 1 / eps), laplace(third, 1 / eps)


@mechanism(epsilon="eps", requires="width >= 1 and cells >= 0")
def strips_that_overlap(values: Annotated[list[int], one_within(4)], width: int, cells: int, eps: Epsilon) -> list[int]:
    """The first entry of a strip is the last of the one before."""
    out = []
    for c in range(cells):
        total = 0
        for value in values[c * width : (c + 1) * width + 1]:
            total += value
        out.append(laplace(total, 4 / eps))
    return out


@mechanism(epsilon="eps", requires="box >= 1")
def one_box_too_many(bottles: Annotated[list[int], one_within("2 * box + 1")], box: int, eps: Epsilon) -> int:
    """With one bottle more it may be three boxes."""
    return laplace(sum(b // box for b in bottles), 2 / eps)


@mechanism(epsilon="eps")
def squares_of_the_wrong_end(values: Annotated[list[int], one_within(100)], eps: Epsilon) -> int:
    """The square of -9 is 81."""
    total = 0
    for value in values:
        kept = clamp(value, -9, 8)
        total += kept * kept
    return laplace(total, 80 / eps)


@mechanism(epsilon="eps")
def weights_that_grow(recent: Annotated[list[int], one_within(2)], eps: Epsilon) -> int:
    """The weights are 1, 3, 9, and there is no last one."""
    weight = 1
    total = 0
    for value in recent:
        total += weight * value
        weight *= 3
    return laplace(total, 54 / eps)


@mechanism(epsilon="eps")
def weights_one_too_light(recent: Annotated[list[int], one_within(2)], eps: Epsilon) -> int:
    """The noise is for the second weight."""
    weight = 27
    total = 0
    for value in recent:
        total += weight * value
        weight //= 3
    return laplace(total, 53 / eps)
