"""From a mechanism to its verdict."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace

from twinproof.kernel.certificate import Rejected, check
from twinproof.lang.mechanism import Mechanism
from twinproof.search.prover import TIERS, Prover
from twinproof.search.result import Proof, Stuck
from twinproof.tactics import certificate
from twinproof.verify.race import Ended, Proved, possible, race, searched
from twinproof.verify.refuted import certificate as refuted_certificate
from twinproof.verify.refuted import check_refuted
from twinproof.verify.verdict import Verdict

Progress = Callable[[str], None]


def _quiet(_: str) -> None:
    pass


def verify(
    mechanism: Mechanism,
    source: str = "",
    *,
    infer: bool = False,
    jobs: int | None = None,
    timeout: float | None = None,
    side_by_side: bool = False,
    cluster: str | None = None,
    progress: Progress = _quiet,
) -> Verdict:
    """The verdict on a mechanism's claim. `source` is the text it was read from; certificates hold its hash.

    Side by side, prover and refuter run in two processes (where the system can fork), which a timeout can stop;
    otherwise one after the other, here. `cluster` is the address of a Dask scheduler: the search for counterexamples
    then runs there.
    """
    start = time.perf_counter()
    if side_by_side and possible():
        ended = _again_from_there(mechanism, race(mechanism, source, jobs, timeout, progress, cluster), jobs, cluster)
    else:
        ended = _in_turn(mechanism, source, jobs, cluster, progress)
    verdict = _settled(mechanism, source, ended)
    if infer and not ended.interrupted:
        found = Prover(mechanism, progress).infer()
        refutation = verdict.refutation or searched(mechanism, jobs, cluster)  # the other end: a loss that exists
        verdict = replace(verdict, inferred=found if isinstance(found, Proof) else None, refutation=refutation)
    return replace(verdict, seconds=time.perf_counter() - start, interrupted=ended.interrupted)


def _again_from_there(mechanism: Mechanism, ended: Ended, jobs: int | None, cluster: str | None) -> Ended:
    """If neither side has succeeded: the refuter once more, from the pair of runs that stopped the prover."""
    example = ended.stuck.example if ended.stuck is not None else None
    missed = ended.refutation is not None and not ended.refutation.refuted
    if ended.out_of_time or ended.interrupted or example is None or not missed:
        return ended
    return replace(ended, refutation=searched(mechanism, jobs, cluster, [(example.left, example.right)]))


def _in_turn(mechanism: Mechanism, source: str, jobs: int | None, cluster: str | None, progress: Progress) -> Ended:
    """The likeliest couplings first, then the refuter, then all that the prover has."""
    prover = Prover(mechanism, progress)
    found = prover.prove(TIERS[:2])
    refutation = None
    if isinstance(found, Stuck):
        progress("searching for a counterexample")
        example = found.example
        seeds = [(example.left, example.right)] if example is not None else []
        refutation = searched(mechanism, jobs, cluster, seeds)
        if not refutation.refuted:
            found = prover.prove(TIERS[2:])
    if isinstance(found, Stuck):
        return Ended(None, found, refutation)
    return Ended(Proved(found, certificate.write(mechanism, found.theorem, source)), None, refutation)


def _settled(mechanism: Mechanism, source: str, ended: Ended) -> Verdict:
    """The verdict, after the evidence was checked here; evidence that does not pass is none."""
    try:
        return _evident(mechanism, source, ended)
    except Rejected as problem:
        return Verdict(mechanism, "unknown", 0.0, stuck=Stuck(f"the evidence was not accepted: {problem}"))


def _evident(mechanism: Mechanism, source: str, ended: Ended) -> Verdict:
    if ended.proved is not None:
        document = json.loads(json.dumps(ended.proved.document))
        report = check(document, mechanism, source)
        proof = replace(ended.proved.proof, theorem=report.theorem)
        return Verdict(mechanism, "proved", 0.0, proof, certificate=document)
    refutation = ended.refutation
    if refutation is not None and refutation.counterexample is not None:
        document = json.loads(json.dumps(refuted_certificate(mechanism, refutation.counterexample, source)))
        check_refuted(document, mechanism, source)
        return Verdict(mechanism, "refuted", 0.0, None, ended.stuck, refutation, certificate=document)
    stuck = Stuck("the time was over") if ended.out_of_time else ended.stuck
    stuck = Stuck("it was interrupted") if ended.interrupted else stuck
    return Verdict(mechanism, "unknown", 0.0, None, stuck, refutation)
