"""What is known of products and quotients of unknowns: how those differ that have a factor or a divisor in common.

Such a term is just some value, the same for the same operands. What is said here is true of all integers, and it is
linear, so that the Horn engine can read it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product as choices_of

import z3

from twinproof.lang.expr import Place
from twinproof.search.terms import Term, both_of

Entries = Sequence[tuple[Place | None, tuple[Term, ...], Term]]  # operands with the value, the latest at the end


def near_products(products: Entries, steps: Sequence[int]) -> Iterator[Term]:
    """How the last product differs from others with a factor c in common, where the other factors are near each other.

    From x = y + 1 follows c·x = c·y + c. From x ≤ y + n follows c·x ≤ c·y + n·c if 0 ≤ c, and the opposite if c ≤ 0.
    """
    *others, (_, latest, made) = products
    for (_, factors, product), (common, x) in choices_of(others, (latest, latest[::-1])):
        for same, y in (factors, factors[::-1]):
            if not same.eq(common):
                continue
            yield z3.Implies(x == y + 1, made == product + common)
            yield z3.Implies(y == x + 1, product == made + common)
            for n in steps:
                for near, low, high in ((x <= y + n, made, product), (y <= x + n, product, made)):
                    yield z3.Implies(both_of(near, common >= 0), low <= high + n * common)
                    yield z3.Implies(both_of(near, common <= 0), low >= high + n * common)


def near_quotients(quotients: Entries, steps: Sequence[int]) -> Iterator[Term]:
    """How the last quotient differs from others by the same positive divisor d.

    From x ≤ y + n·d follows x div d ≤ y div d + n.
    """
    *others, (_, (x, divisor), made) = quotients
    positive = divisor > 0
    yield z3.Implies(both_of(positive, x >= 0), both_of(made >= 0, made <= x))
    for (_, (y, by), quotient), n in choices_of(others, steps):
        if by.eq(divisor):
            yield z3.Implies(both_of(positive, x <= y + n * divisor), made <= quotient + n)
            yield z3.Implies(both_of(positive, y <= x + n * divisor), quotient <= made + n)
