"""Mechanisms that the prover proves if it is told how, and others that nobody can prove."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, within


@mechanism(epsilon="eps")
def far(answers: Annotated[list[int], each_within(1)], middle: int, bar: int, eps: Epsilon) -> int:
    noisy = laplace(bar, 10 / eps)
    for i in range(len(answers)):
        if laplace(abs(5 * answers[i] - middle), 20 / eps) >= noisy:
            return i
    return len(answers)


@mechanism(epsilon="eps")
def too_far(answers: Annotated[list[int], each_within(1)], middle: int, bar: int, eps: Epsilon) -> int:
    noisy = laplace(bar, 10 / eps)
    for i in range(len(answers)):
        if laplace(abs(6 * answers[i] - middle), 20 / eps) >= noisy:
            return i
    return len(answers)


@mechanism(epsilon="n * m * eps", requires="n >= 0 and m >= 0")
def grid(x: Annotated[int, within(1)], n: int, m: int, eps: Epsilon) -> list[int]:
    out: list[int] = []
    for _ in range(n):
        for _ in range(m):
            out.append(laplace(x, 1 / eps))
    return out


@mechanism(epsilon="n * m * eps", requires="n >= 0 and m >= 0")
def wide_grid(x: Annotated[int, within(1)], n: int, m: int, eps: Epsilon) -> list[int]:
    out: list[int] = []
    for _ in range(n):
        for _ in range(m + 1):
            out.append(laplace(x, 1 / eps))
    return out


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and t >= log(1 / (2 * delta)) / (10 * eps)")
def tens(count: Annotated[int, within(1)], t: int, eps: Epsilon, delta: Epsilon) -> int:
    noisy = laplace(count, 1 / eps) if count > 0 else 0
    return noisy if noisy // 10 > t else 0


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and t >= log(1 / (2 * delta)) / (10 * eps)")
def nines(count: Annotated[int, within(1)], t: int, eps: Epsilon, delta: Epsilon) -> int:
    noisy = laplace(count, 1 / eps) if count > 0 else 0
    return noisy if noisy // 9 > t else 0
