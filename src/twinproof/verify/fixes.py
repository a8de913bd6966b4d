"""Fixes: changes of one place in the text of a refuted mechanism after which its claim is proved.

Each one is tried before it is offered. The changed text is read like any other and must claim the same; the
counterexample must not break it any more; and a proof must be found, which the kernel replays. How many are tried is
limited by counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

from twinproof.document.strict import Rejected
from twinproof.kernel import proof_document
from twinproof.kernel.replay import check
from twinproof.lang.errors import TwinproofError
from twinproof.lang.inputs import MissingScore, check_inputs
from twinproof.lang.interpret import Diverges, run
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import Noise, Parameters
from twinproof.lang.reader import read_text
from twinproof.refute.evidence import Counterexample
from twinproof.refute.replay import NotConfirmed, replay, smaller
from twinproof.refute.search import Effort, refute
from twinproof.refute.seeds import public_values
from twinproof.refute.space import filled, space_of
from twinproof.search.coupling_search import MOST_STEPS
from twinproof.search.prover import UNLIKELY, Allowance, Prover
from twinproof.search.result import Proof
from twinproof.verify.changes import Fix, applied, changes
from twinproof.verify.verdict import Verdict

_MOST_READ = 80
_MOST_TRIED = 4  # in vain, of those that the counterexample does not break
_MOST_TRIED_WITH_DELTA = 2  # … which take longer
_MOST_UNBLAMED = 2  # … where no line is to blame: then one change is hardly enough
_MOST_ATTEMPTS = 2  # at a proof, in vain: where invariants are not found, they mostly are not for another scale either
_MOST_FIXES = 2  # in different lines; with a δ, one
_LIKELY = tuple(range(UNLIKELY))
_GLANCE = Effort(sweep=90_000_000, guess=10_000_000, order=0, climb=5_000_000, grow=0, shrink=0, further=0)
_LENGTHS = (1, 2, 3)  # of lists on which a change must not make a mechanism fail
_STEPS = 2_000  # of a run without noise


def fixes_of(verdict: Verdict) -> Iterator[Fix]:
    """The changes that were found to make the claim provable."""
    example = verdict.refutation.counterexample if verdict.refutation is not None else None
    if example is None:
        return
    blamed = [line for line, _ in verdict.blamed()]
    tried, found = 0, set[int]()
    left = Allowance(_MOST_TRIED * len(_LIKELY) * MOST_STEPS, _MOST_ATTEMPTS, at_once=True)
    most, wanted = (_MOST_TRIED_WITH_DELTA, 1) if verdict.mechanism.claim.gives_up else (_MOST_TRIED, _MOST_FIXES)
    most = most if blamed else min(most, _MOST_UNBLAMED)
    times = verdict.refutation.farthest if verdict.refutation is not None else None
    seen = times.times_amount if times is not None else 1.0
    for number, fix in enumerate(changes(verdict.mechanism, blamed, seen)):
        if number == _MOST_READ or tried == most or len(found) == wanted or left.attempts <= 0:
            return
        changed = _changed(verdict.mechanism, fix) if fix.line not in found else None
        if changed is None or _breaks(changed, example) or not _returns(changed, verdict.mechanism, example):
            continue
        if changed.claim.gives_up and refute(changed, effort=_GLANCE, jobs=1).refuted:
            tried += 1  # to look for a proof of it takes many times as long
        elif _is_proved(changed, left):
            found.add(fix.line)
            yield fix
        else:
            tried += 1


def _changed(mechanism: Mechanism, fix: Fix) -> Mechanism | None:
    """The mechanism with a change, if it can be read and claims the same about the same inputs."""
    path = mechanism.at.path if mechanism.at is not None else mechanism.name
    for other in read_text(applied(mechanism.source, fix), path):
        if isinstance(other, Mechanism) and other.name == mechanism.name:
            said = (mechanism.claim, mechanism.requires, mechanism.parameters)
            same = (other.claim, other.requires, other.parameters) == said
            return other if same and other.body != mechanism.body else None
    return None


def _breaks(mechanism: Mechanism, example: Counterexample) -> bool:
    """Whether what has broken a claim breaks it still."""
    left, right = ({**side, **example.public} for side in (example.left, example.right))
    try:
        return replay(mechanism, left, right, example.event, smaller(example.p_left, example.p_right)).breaks
    except (NotConfirmed, TwinproofError):
        return False


class _NoNoise:
    """Draws that change nothing."""

    def draw(self, noise: Noise, parameters: Parameters, centre: Any) -> Any:
        return noise.scripted(0, lambda: parameters, centre)


def _returns(changed: Mechanism, before: Mechanism, example: Counterexample) -> bool:
    """Whether it returns something where it did before: a program that raises protects everything, and is no use."""
    space = space_of(before)
    points = [{**side, **example.public} for side in (example.left, example.right)]
    for n in _LENGTHS:
        points += [filled(space, public, n) for public in islice(public_values(space, n, Fraction(1)), 1)]
    return all(_ends(changed, given) for given in points if _ends(before, given))


def _ends(mechanism: Mechanism, given: Mapping[str, Any]) -> bool:
    """Whether a run without noise has a result; false for inputs that are none."""
    try:
        run(mechanism, check_inputs(mechanism, given), _NoNoise(), steps=_STEPS)
    except (Diverges, ArithmeticError, MissingScore, TwinproofError):
        return False
    return True


def _is_proved(mechanism: Mechanism, left: Allowance) -> bool:
    """Whether a proof is found at once, and replayed; what is not found is taken from what is left to try."""
    prover, before = Prover(mechanism), left.attempts
    prover.allowed = left
    answer = prover.find_proof(_LIKELY)
    if not isinstance(answer, Proof):
        return False
    left.attempts = before
    try:
        check(proof_document.write(mechanism, answer.theorem, mechanism.source), mechanism, mechanism.source)
    except Rejected:
        return False
    return True
