"""Rounds in numbers: what the optimal composition proves, and what it must not."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from twinproof.document.strict import Rejected
from twinproof.exact.accounting import OfPure, delta_at
from twinproof.kernel.composition import is_enough
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.lang.expr import Expr
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.search.compiled import function
from twinproof.search.prover import prove
from twinproof.search.result import Proof
from twinproof.search.rounds import simplest
from twinproof.search.wording import in_words

HEAD = """
from fractions import Fraction
from typing import Annotated
from twinproof import (
    Epsilon, clamp, coin, each_within, gaussian, laplace, mechanism, one_added_or_removed, one_within,
    randomized_response, within,
)
"""
COUNTS = """
@mechanism(epsilon="2", delta="202 / 10000")
def counts(count: Annotated[int, within(1)]) -> list[int]:
    released: list[int] = []
    for _ in range(100):
        released.append(laplace(count, 10))
    return released
"""
ADAPTIVE = """
@mechanism(epsilon="2", delta="202 / 10000", requires="len(answers) <= 100")
def adaptive(answers: Annotated[list[int], each_within(1)], limit: int) -> list[int]:
    released: list[int] = []
    last = 0
    for answer in answers:
        noisy = laplace(answer + last, 10)
        released.append(noisy)
        last = noisy
        if noisy > limit:
            break
    return [2 * value for value in released]
"""
EVERY_OTHER = """
@mechanism(epsilon="3", delta="411 / 10000")
def every_other(count: Annotated[int, within(2)]) -> int:
    total, i = 5, 3
    while i < 13:
        if total > 0:
            noisy = laplace(3 * count, 12)
        else:
            noisy = laplace(count, 4)
        total = total + noisy
        i = i + 1
    return total
"""
ROWS = """
@mechanism(epsilon="2", delta="202 / 10000")
def rows(rows: Annotated[list[int], one_added_or_removed()]) -> list[int]:
    released: list[int] = []
    level = 0
    for _ in range(100):
        released.append(laplace(sum(1 for row in rows if row > level), 10))
        level = released[-1]
    return released
"""


def read(text: str) -> Mechanism:
    (found,) = read_text(HEAD + text)
    assert isinstance(found, Mechanism), found
    return found


def changed(text: str, *slips: str) -> Mechanism:
    for old, new in zip(slips[::2], slips[1::2], strict=True):
        assert old in text
        text = text.replace(old, new)
    return read(text)


@pytest.mark.parametrize("text", [COUNTS, ADAPTIVE, EVERY_OTHER, ROWS])
def test_rounds_are_proved_and_replayed(text: str) -> None:
    mechanism = read(text)
    found = prove(mechanism)
    assert isinstance(found, Proof)
    assert found.rounds is not None
    document = write(mechanism, found.theorem)
    check(document)
    times, claim = found.rounds
    assert f"{times} such rounds together keep the claim" in in_words(mechanism, found)
    assert f"and the claim follows for {times} of them" in found.explain()
    each, epsilon, delta = map(number, (claim.amount, *mechanism.claim.parts()))
    assert is_enough(times, each, epsilon, delta)


def number(e: Expr) -> Fraction:
    return Fraction(function(e)({}, {}, {}, {}))


def test_a_certificate_with_other_numbers_is_rejected() -> None:
    mechanism = read(COUNTS)
    found = prove(mechanism)
    assert isinstance(found, Proof)
    document = write(mechanism, found.theorem)
    (row,) = [row for row in document["steps"] if row["rule"] == "AC-While"]
    less = dict(row["given"])
    less["total"] = ["budget", less["total"][1], less["total"][1]]  # δ = ε: more than enough, and not what was claimed
    row["given"] = less
    with pytest.raises(Rejected):
        check(document)


SLIPS = [
    (COUNTS, "202 /", "201 /"),
    (COUNTS, '"2"', '"199 / 100"'),
    (COUNTS, "range(100)", "range(102)"),
    (COUNTS, "(count, 10)", "(count, 9)"),
    (COUNTS, "(count, 10)", "(2 * count, 10)"),
    (COUNTS, "within(1)", "within(2)"),
    (COUNTS, "append(laplace(count, 10))", "append(laplace(count, 10) + laplace(count, 10))"),
    (COUNTS, "append(laplace(count, 10))", "append(count)"),
    (ADAPTIVE, "<= 100", "<= 102"),
    (ADAPTIVE, ', requires="len(answers) <= 100"', ""),
    (ADAPTIVE, "last = noisy", "last = noisy + answer"),
    (ADAPTIVE, "if noisy > limit", "if answer > limit"),
    (ADAPTIVE, "last = noisy", "last = answer"),
    (EVERY_OTHER, "laplace(count, 4)", "laplace(count, 3)"),
    (EVERY_OTHER, "i = i + 1", "i = i + 1 if total > 0 else i"),
    (EVERY_OTHER, "while i < 13", "while i < 15"),
    (EVERY_OTHER, "i = i + 1", "i = i + count"),
    (ROWS, "level = released[-1]", "level = len(rows)"),
]


@pytest.mark.parametrize("slip", SLIPS, ids=[f"{n}" for n in range(len(SLIPS))])
def test_a_slip_is_not_proved(slip: tuple[str, ...]) -> None:
    assert not isinstance(prove(changed(*slip)), Proof)


def test_a_claim_with_symbols_is_for_others() -> None:
    """The composition is of numbers: a δ that is a parameter is met by way of zCDP, or not at all."""
    given = changed(COUNTS, "within(1)]", "within(1)], delta: Epsilon", '"202 / 10000"', '"delta"')
    assert not isinstance(prove(given), Proof)


def test_a_round_that_may_not_end() -> None:
    text = """
@mechanism(epsilon="2", delta="202 / 10000")
def endless(count: Annotated[int, within(1)]) -> list[int]:
    released: list[int] = []
    for _ in range(100):
        noisy = laplace(count, 10)
        while noisy > 0:
            noisy = noisy + 1
        released.append(noisy)
    return released
"""
    assert not isinstance(prove(read(text)), Proof)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_proved_is_what_is_true_of_responses(seed: int) -> None:
    """n responses of ε₀ each, with a δ that is a little more or less than what they need."""
    rng = Random(seed)
    rounds, parts = rng.randint(2, 9), rng.randint(2, 12)
    epsilon = Fraction(rng.randint(1, 8 * rounds), 8 * parts)
    needed = Fraction(delta_at(OfPure(Fraction(1, parts), rounds), epsilon))
    for factor, wanted in ((Fraction(1001, 1000), True), (Fraction(999, 1000), False)):
        delta = needed * factor
        if not Fraction(1, 10**9) < delta < 1:
            continue
        text = f'''
@mechanism(epsilon="{epsilon}", delta="{delta.numerator} / {delta.denominator}")
def responses(count: Annotated[int, within(1)]) -> list[bool]:
    return [randomized_response(count > 0, Fraction(1, {parts})) for _ in range({rounds})]
'''
        assert isinstance(prove(read(text)), Proof) is wanted


def test_the_simplest_fraction() -> None:
    assert simplest(Fraction(31, 100), Fraction(34, 100)) == Fraction(1, 3)
    assert simplest(Fraction(1, 2), Fraction(3, 2)) == 1
    assert simplest(Fraction(314, 100), Fraction(315, 100)) == Fraction(22, 7)
    assert simplest(Fraction(5, 7), Fraction(5, 7)) == Fraction(5, 7)
