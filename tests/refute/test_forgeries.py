"""Forged refutations: of claims that hold, with numbers, inputs and programs that were made up.

A slice by default; TWINPROOF_FUZZ=50 runs fifty times as many. What is accepted must be so in the eyes of an oracle
that follows every run by itself.
"""

import math
import os
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.exact.brute import RandomProgram
from tests.exact.noisy_programs import AnyNoise
from tests.refute.forger import (
    Document,
    Releasing,
    ReleasingAny,
    Seen,
    certainly_holds,
    changed,
    forged,
    inputs_for,
    is_accepted,
    moved,
    refilled,
    sealed,
    seen,
)
from tests.refute.generated import generated
from tests.refute.programs import folder
from twinproof.exact.distribution import Interval
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.errors import TwinproofError
from twinproof.lang.expr import Literal
from twinproof.lang.inputs import check_adjacent, check_inputs
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_mechanism
from twinproof.refute.replay import NotConfirmed, Replayed, replay
from twinproof.verify.counterexample_document import check_refuted

FUZZ = int(os.environ.get("TWINPROOF_FUZZ", "1"))
PROGRAMS = 8  # in a slice
PATIENCE = 60.0  # seconds of work for one certificate, on any machine


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less is followed before a replay is given up, so that many can be tried."""
    monkeypatch.setattr("twinproof.refute.states.MOST_STEPS", 3_000)


@dataclass(frozen=True)
class Case:
    """A program, two adjacent inputs, and what the oracle saw of them."""

    mechanism: Mechanism
    left: dict[str, Any]
    right: dict[str, Any]
    sides: tuple[Seen, Seen]

    def events(self, random: Random) -> list[tuple[Any, ...]]:
        """Outputs that were seen, and some that are put together from them."""
        known = [o for side in self.sides for o in side.values[:12]]
        if not known:
            return []
        chosen = [(random.choice(known),) for _ in range(2)]
        chosen += [(mixed(random, random.choice(known), random.choice(known)),) for _ in range(2)]
        pair = {repr(o): o for o in (random.choice(known), random.choice(known))}
        return [*chosen, tuple(pair.values())]


def mixed(random: Random, one: Any, two: Any) -> Any:
    """An output that takes some of its parts from each."""
    if isinstance(one, tuple):
        return tuple(mixed(random, a, b) for a, b in zip(one, two, strict=True))
    if isinstance(one, list):
        return [*one[: random.randint(0, len(one))], *two[random.randint(0, len(two)) :]]
    return random.choice([one, two, one if isinstance(one, bool) else one + random.choice([-1, 1])])


def invented(seed: int) -> Case:
    """A case of a seed: a program of some family with inputs that fit."""
    random = Random(seed)
    if seed % 3 == 2:
        mechanism = generated(seed)
        inputs: dict[str, Any] = {
            "xs": [random.randint(-1, 2) for _ in range(random.randint(1, 2))],
            "limit": random.randint(-1, 2),
            "eps": Fraction(random.choice([2, 3, 4])),
        }
    else:
        families = (ReleasingAny if seed % 2 else Releasing) if seed % 3 else AnyNoise if seed % 2 else RandomProgram
        mechanism, given = families(seed).mechanism()
        inputs = dict(given)
    other = moved(random, mechanism, inputs)
    return Case(mechanism, inputs, other, (seen(mechanism, inputs), seen(mechanism, other)))


def replayed(case: Case, event: tuple[Any, ...], claim: Fraction) -> tuple[Mechanism, Replayed] | None:
    mechanism = replace(case.mechanism, claim=EpsilonDelta(Literal(claim), case.mechanism.claim.delta))
    try:
        return mechanism, replay(mechanism, case.left, case.right, event)
    except NotConfirmed:
        return None


@pytest.mark.parametrize("part", range(4 * FUZZ))
def test_what_is_made_up_is_taken_as_the_oracle_sees_it(part: int) -> None:
    """Bounds that have nothing in common with the oracle's would be a mistake of one of the two."""
    tried = decided = accepted = 0
    for seed in range(PROGRAMS * part, PROGRAMS * (part + 1)):
        random = Random(seed)
        case = invented(seed)
        for event in case.events(random):
            p, q = (side.probability(event) for side in case.sides)
            found = replayed(case, event, Fraction(0))
            tried += 1
            if found is None:
                continue
            text = f"seed {seed}: {event}\n{case.left} {case.right}\n{show_mechanism(case.mechanism)}"
            for ours, theirs in ((found[1].p_left, p), (found[1].p_right, q)):
                assert ours.lower <= theirs.upper, text
                assert theirs.lower <= ours.upper, text
            # The forger claims just as much as holds at these inputs, a little more, and a little less.
            loss = math.log(p.upper / q.lower) if q.lower > 0 and p.upper > 0 else 0.0
            for nudge in (0.001, random.choice([1.0, -0.1])):
                claim = max(Fraction(0), Fraction(loss + nudge).limit_denominator(10**6))
                most = min(Fraction(1), max(Fraction(0), p.upper - q.lower))
                delta = random.choice([Fraction(0), Fraction(0), most])
                mechanism = replace(case.mechanism, claim=EpsilonDelta(Literal(claim), Literal(delta)))
                stated = replace(found[1], claim=EpsilonDelta(claim, delta))
                document = forged(mechanism, case.left, case.right, event, stated)
                holds = certainly_holds(p, q, claim, delta)
                taken = is_accepted(document, mechanism if seed % 2 else None)
                assert not (holds and taken), f"{text}\nε = {claim}, δ = {delta}, {p}, {q}"
                decided += holds
                accepted += taken
    print(f"{tried} events, {decided} claims that hold, {accepted} refutations")
    assert 2 * decided > tried


@pytest.mark.parametrize("mechanism", folder("private"), ids=lambda m: m.name)
def test_a_claim_that_holds_cannot_be_refuted(mechanism: Mechanism) -> None:
    """Private mechanisms of the gallery, with inputs, outputs and numbers that were made up."""
    random = Random(mechanism.name)
    tried = 0
    for _ in range(FUZZ):
        left = inputs_for(random, mechanism)
        right = moved(random, mechanism, left)
        sides = tuple(seen(mechanism, side, cut=1e-2, fuel=6, most=60) for side in (left, right))
        for event in Case(mechanism, left, right, (sides[0], sides[1])).events(random):
            tried += 1
            with suppress(NotConfirmed, TwinproofError):  # the other input may not satisfy what is required
                found = replay(mechanism, left, right, event)
                assert not found.breaks, (left, right, event)
                lying = replace(
                    found, p_left=Interval(Fraction(1, 2), Fraction(1)), p_right=Interval(Fraction(0), Fraction(0))
                )
                for stated in (found, lying):
                    assert not is_accepted(forged(mechanism, left, right, event, stated), mechanism)
    assert tried > 0


def bases(count: int, first: int = 0) -> list[tuple[Mechanism, Document]]:
    """Certificates that are accepted, of small programs."""
    found: list[tuple[Mechanism, Document]] = []
    seed = 50_000 + first
    while len(found) < count:
        seed += 1
        random = Random(seed)
        case = invented(seed)
        for event in case.events(random)[:1]:
            result = replayed(case, event, Fraction(1, 20))
            if result is not None and result[1].breaks:
                found.append((result[0], forged(result[0], case.left, case.right, event, result[1])))
    return found


def judged(document: Document) -> bool | None:
    """Whether what an accepted document says holds in the eyes of the oracle; None where it cannot tell."""
    checked = check_refuted(document)
    mechanism, found = checked.mechanism, checked.counterexample
    left, right = dict(found.left), dict(found.right)
    check_adjacent(mechanism, check_inputs(mechanism, left), check_inputs(mechanism, right))
    p, q = (seen(mechanism, side).probability(found.event) for side in (left, right))
    if certainly_holds(p, q, *found.claim.parts()):
        return False
    return True if p.lower > q.upper else None


@pytest.mark.parametrize("part", range(4 * FUZZ))
def test_certificates_that_were_changed(part: int) -> None:
    """Changes of all kinds, with numbers that were filled in anew; and none may pass for that of another program."""
    tried = accepted = 0
    random = Random(part)
    for mechanism, document in bases(2, 1_000 * part):
        assert is_accepted(document, mechanism)
        for _ in range(100):
            other = changed(random, document, random.choice([1, 1, 1, 2, 3]))
            other = refilled(other) if random.random() < 0.8 else sealed(other)
            tried += 1
            start = time.process_time()
            if is_accepted(other):
                accepted += 1
                assert judged(other) is not False, other
                same = all(other[part] == document[part] for part in ("mechanism", "terms", "programs"))
                assert is_accepted(other, mechanism) == same
            assert time.process_time() - start < PATIENCE
    print(f"{tried} changed certificates, {accepted} of them still true")
    assert 0 < accepted < tried
