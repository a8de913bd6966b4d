"""From a mechanism to its verdict.

Whoever asks, the same three things are tried: the prover; the refuter, which knows nothing of the prover; and if
neither has succeeded, the refuter once more from where the prover got stuck. The first that succeeds is the answer, and
since a claim cannot be both proved and refuted, it does not depend on the order in which the first two are tried, or on
how far the loser of a race has come.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace

from twinproof.document.strict import Rejected
from twinproof.kernel.replay import check
from twinproof.lang.errors import TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.refute import Refutation
from twinproof.refute.seeds import many_moving
from twinproof.refute.space import space_of
from twinproof.search.prover import GivenUp, Prover
from twinproof.search.result import Proof, Stuck
from twinproof.verify import counterexample_document
from twinproof.verify.counterexample_document import check_refuted
from twinproof.verify.meaning import accounted, how_loose, why_meaningless
from twinproof.verify.processes import Progress, can_fork
from twinproof.verify.race import Ended, Proved, race, searched
from twinproof.verify.verdict import Verdict

_NEARLY = 0.999_999  # of a number that was rounded


def _quiet(*_: str) -> None:
    pass


def verify(
    mechanism: Mechanism,
    *,
    infer: bool = False,
    jobs: int | None = None,
    timeout: float | None = None,
    side_by_side: bool = False,
    cluster: str | None = None,
    progress: Progress = _quiet,
) -> Verdict:
    """The verdict on a mechanism's claim.

    Side by side, prover and refuter run in two processes (where the system can fork), which a timeout can stop;
    otherwise one after the other, here, with the same answer. `cluster` is the address of a Dask scheduler: the search
    for counterexamples then runs there. Raises `TwinproofError` where the claim protects nothing.
    """
    start = time.perf_counter()
    if problem := why_meaningless(mechanism):
        raise TwinproofError(problem)
    if side_by_side and can_fork():
        ended = race(mechanism, jobs, timeout, progress, cluster)
    else:
        ended = _in_turn(mechanism, jobs, cluster, progress)
    ended = _again_from_there(mechanism, ended, jobs, cluster)
    verdict = replace(_settled(mechanism, ended), interrupted=ended.interrupted)
    if verdict.kind != "refuted":
        verdict = replace(verdict, loose=how_loose(mechanism))
    if verdict.kind == "proved":
        verdict = replace(verdict, accounted=accounted(mechanism))
    verdict = replace(verdict, seconds=time.perf_counter() - start)
    return with_the_smallest(verdict, jobs, cluster, progress) if infer and not ended.interrupted else verdict


def with_the_smallest(
    verdict: Verdict, jobs: int | None = None, cluster: str | None = None, progress: Progress = _quiet
) -> Verdict:
    """The verdict with the smallest ε that can be proved, and with the other end: a loss that exists."""
    start = time.perf_counter()
    refutation = verdict.refutation or searched(verdict.mechanism, jobs, cluster)
    false_below = _false_below(refutation) if verdict.kind == "refuted" else 1.0
    stuck = None if verdict.kind == "proved" else verdict.stuck or Stuck("the claim is refuted")
    answer = Prover(verdict.mechanism, _heard(progress)).infer(stuck, false_below)
    seconds = verdict.seconds + time.perf_counter() - start
    inferred, nothing = (answer.account, None) if isinstance(answer, Proof) else (None, answer)
    return replace(verdict, inferred=inferred, nothing_inferred=nothing, refutation=refutation, seconds=seconds)


def _false_below(refutation: Refutation) -> float:
    """The multiples of the claimed ε up to which the claim is broken, at the same δ."""
    return refutation.farthest.times_amount * _NEARLY if refutation.farthest is not None else 0.0


def _heard(progress: Progress) -> Callable[[str], None]:
    return lambda text: progress("prover", text)


def _again_from_there(mechanism: Mechanism, ended: Ended, jobs: int | None, cluster: str | None) -> Ended:
    """If neither side has succeeded: the refuter once more, from the pair of runs that stopped the prover, and from
    longer lists than it looks at by itself."""
    missed = ended.refutation is not None and not ended.refutation.refuted
    if ended.out_of_time or ended.interrupted or ended.stuck is None or not missed:
        return ended
    example = ended.stuck.example
    pairs = [(example.left, example.right)] if example is not None else []
    pairs += many_moving(space_of(mechanism))
    seen = mechanism.faces.inputs
    refutation = searched(mechanism, jobs, cluster, [(seen(left), seen(right)) for left, right in pairs])
    assert ended.refutation is not None
    return replace(ended, refutation=refutation.after(ended.refutation), interrupted=refutation.interrupted)


def _in_turn(mechanism: Mechanism, jobs: int | None, cluster: str | None, progress: Progress) -> Ended:
    """The likeliest couplings first, then the refuter, then all that the prover has."""
    refutation: Refutation | None = None

    def refute() -> Refutation:
        nonlocal refutation
        progress("refuter", "searching for a counterexample")
        refutation = searched(mechanism, jobs, cluster)
        return refutation

    def halfway() -> None:
        ended = refute()
        if ended.refuted or ended.interrupted:
            raise GivenUp

    try:
        answer = Prover(mechanism, _heard(progress), halfway).find_proof()
    except GivenUp:
        return Ended(None, None, refutation, interrupted=refutation is not None and refutation.interrupted)
    if isinstance(answer, Proof):
        return Ended(Proved.by(answer, mechanism), None, None)
    last = refutation or refute()
    return Ended(None, answer, last, interrupted=last.interrupted)


def _settled(mechanism: Mechanism, ended: Ended) -> Verdict:
    """The verdict, after the evidence was checked here; evidence that does not pass is none."""
    try:
        return _evident(mechanism, ended)
    except Rejected as problem:
        return Verdict(mechanism, "unknown", 0.0, stuck=Stuck(f"the evidence was not accepted: {problem}"))


def _evident(mechanism: Mechanism, ended: Ended) -> Verdict:
    if ended.proved is not None:
        document = json.loads(json.dumps(ended.proved.certificate))
        check(document, mechanism, mechanism.source)
        return Verdict(mechanism, "proved", 0.0, ended.proved.account, certificate=document)
    refutation = ended.refutation
    if refutation is not None and refutation.counterexample is not None:
        written = counterexample_document.write(mechanism, refutation.counterexample, mechanism.source)
        document = json.loads(json.dumps(written))
        check_refuted(document, mechanism, mechanism.source)
        return Verdict(mechanism, "refuted", 0.0, refutation=refutation, certificate=document)
    if ended.out_of_time or ended.interrupted:
        stuck = Stuck("it was interrupted" if ended.interrupted else "the time was over")
        return Verdict(mechanism, "unknown", 0.0, None, stuck, refutation)
    complete = ended.stuck is not None and refutation is not None
    stuck = ended.stuck or Stuck("the prover has ended without an answer")
    return Verdict(mechanism, "unknown", 0.0, None, stuck, refutation, complete=complete)
