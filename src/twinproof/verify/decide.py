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
from twinproof.lang.errors import TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader.both_forms import trusted_form
from twinproof.refute.evidence import Refutation
from twinproof.search.hints import NO_HINTS, Hints
from twinproof.search.prover import A_LITTLE, GivenUp, Prover
from twinproof.search.result import Proof, Stuck
from twinproof.verify.forms import check_proof, prove_a_form
from twinproof.verify.meaning import accounted, how_loose, why_meaningless
from twinproof.verify.processes import Progress, can_fork
from twinproof.verify.race import ALONE, Ended, Proved, race, searched
from twinproof.verify.verdict import Verdict

_NEARLY = 0.999_999  # of a number that was rounded


def _quiet(*_: str) -> None:
    pass


def _nobody() -> None:
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
    advise: bool = False,
    alone: float = ALONE,
    joined: Callable[[], None] = _nobody,
    hints: Hints = NO_HINTS,
) -> Verdict:
    """The verdict on a mechanism's claim.

    Side by side, prover and refuter run in two processes (where the system can fork), which a timeout can stop;
    otherwise one after the other, here, with the same answer. The refuter begins after `alone` seconds of computing,
    of which `joined` is told. `hints` are tried, and not believed. `cluster` is the address of a Dask scheduler: the
    search for counterexamples then runs there. `advise` also looks for what would mend a refuted claim, or for how much
    of an unknown one can be proved. Raises `TwinproofError` where the claim protects nothing.
    """
    start = time.perf_counter()
    if problem := why_meaningless(mechanism):
        raise TwinproofError(problem)
    mechanism = trusted_form(mechanism)
    if side_by_side and can_fork():
        ended = race(mechanism, jobs, timeout, progress, cluster, alone, joined, hints)
    else:
        ended = _in_turn(mechanism, jobs, cluster, progress, hints)
    ended = _again_from_there(mechanism, ended, jobs, cluster)
    verdict = replace(_settled(mechanism, ended), interrupted=ended.interrupted)
    if verdict.kind != "refuted":
        verdict = replace(verdict, loose=how_loose(mechanism))
    if verdict.kind == "proved":
        verdict = replace(verdict, accounted=accounted(mechanism))
    verdict = replace(verdict, seconds=time.perf_counter() - start)
    if infer and not ended.interrupted:
        verdict = with_the_smallest(verdict, jobs, cluster, progress)
    return with_what_to_do(verdict, progress) if advise and not ended.interrupted else verdict


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


def with_what_to_do(verdict: Verdict, progress: Progress = _quiet) -> Verdict:
    """The verdict with what its author would ask next: what would mend it, or how much of it can be proved.

    Both are looked for within counts, and what was not found is not told of.
    """
    start = time.perf_counter()
    if verdict.kind == "refuted":
        from twinproof.verify.fixes import fixes_of  # which is about verdicts

        progress("verdict", "refuted; now for what would mend it")
        verdict = replace(verdict, fixes=tuple(fixes_of(verdict)))
    elif verdict.kind == "unknown" and verdict.complete and verdict.inferred is None:
        below = _false_below(verdict.refutation) if verdict.refutation is not None else 0.0
        answer = Prover(verdict.mechanism, _heard(progress)).infer(verdict.stuck, max(below, 1.0), A_LITTLE)
        verdict = replace(verdict, inferred=answer.account) if isinstance(answer, Proof) else verdict
    return replace(verdict, seconds=verdict.seconds + time.perf_counter() - start)


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
    from twinproof.refute.seeds import many_moving  # with the engine, which whoever is proved at once does without
    from twinproof.refute.space import space_of

    example = ended.stuck.example
    pairs = [(example.left, example.right)] if example is not None else []
    pairs += many_moving(space_of(mechanism))
    seen = mechanism.faces.inputs
    refutation = searched(mechanism, jobs, cluster, [(seen(left), seen(right)) for left, right in pairs])
    assert ended.refutation is not None
    return replace(ended, refutation=refutation.after(ended.refutation), interrupted=refutation.interrupted)


def _in_turn(mechanism: Mechanism, jobs: int | None, cluster: str | None, progress: Progress, hints: Hints) -> Ended:
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
        answer, proved = prove_a_form(mechanism, _heard(progress), halfway, hints)
    except GivenUp:
        return Ended(None, None, refutation, interrupted=refutation is not None and refutation.interrupted)
    if isinstance(answer, Proof):
        return Ended(Proved.by(answer, proved), None, None)
    last = refutation or refute()
    return Ended(None, answer, last, interrupted=last.interrupted)


def accepted(verdict: Verdict) -> Verdict | None:
    """A verdict from elsewhere, if its evidence passes here."""
    document, mechanism = verdict.certificate, verdict.mechanism
    try:
        match verdict.kind:
            case "unknown":
                return verdict
            case _ if document is None:
                return None
            case "proved":
                check_proof(document, mechanism)
            case "refuted":
                from twinproof.verify.counterexample_document import check_refuted  # with ball arithmetic

                check_refuted(document, mechanism, mechanism.source)
    except Rejected:
        return None
    return verdict


def _settled(mechanism: Mechanism, ended: Ended) -> Verdict:
    """The verdict, after the evidence was checked here; evidence that does not pass is none."""
    try:
        return _evident(mechanism, ended)
    except Rejected as problem:
        return Verdict(mechanism, "unknown", 0.0, stuck=Stuck(f"the evidence was not accepted: {problem}"))


def _evident(mechanism: Mechanism, ended: Ended) -> Verdict:
    if ended.proved is not None:
        document = json.loads(json.dumps(ended.proved.certificate))
        check_proof(document, mechanism)
        return Verdict(mechanism, "proved", 0.0, ended.proved.account, certificate=document)
    refutation = ended.refutation
    if refutation is not None and refutation.counterexample is not None:
        from twinproof.verify.counterexample_document import check_refuted, write

        written = write(mechanism, refutation.counterexample, mechanism.source)
        document = json.loads(json.dumps(written))
        check_refuted(document, mechanism, mechanism.source)
        return Verdict(mechanism, "refuted", 0.0, refutation=refutation, certificate=document)
    if ended.out_of_time or ended.interrupted:
        stuck = Stuck("it was interrupted" if ended.interrupted else "the time was over")
        return Verdict(mechanism, "unknown", 0.0, None, stuck, refutation)
    complete = ended.stuck is not None and refutation is not None
    stuck = ended.stuck or Stuck("the prover has ended without an answer")
    return Verdict(mechanism, "unknown", 0.0, None, stuck, refutation, complete=complete)
