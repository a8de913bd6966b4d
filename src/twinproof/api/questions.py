"""The questions that a Python program can ask: verify, compare, dist, explain."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, overload

from twinproof.api.answers import Answer, Answers, ComparisonAnswer, DistributionAnswer, Explanation
from twinproof.exact.meaning import TOLERANCE, core_of, distribution
from twinproof.exact.meaning import compare as compare_inputs
from twinproof.integrations.subject import mechanism_of
from twinproof.lang.declare import RunnableMechanism
from twinproof.lang.errors import Diagnostic, TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_mechanism
from twinproof.lang.reader.targets import every
from twinproof.lang.settings import settings
from twinproof.search.hints import BadHint, Hints
from twinproof.verify.batch import Wanted, verdicts
from twinproof.verify.cache import Cache, default_folder
from twinproof.verify.proofs import Proofs
from twinproof.verify.verdict import Verdict

Function = RunnableMechanism[..., Any] | Mechanism


@overload
def verify(
    subject: Function,
    *,
    infer: bool | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    cache: bool | None = None,
    hints: Mapping[str, object] | None = None,
) -> Answer: ...


@overload
def verify(
    subject: str | Path | None = None,
    *,
    infer: bool | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    cache: bool | None = None,
    hints: Mapping[str, object] | None = None,
) -> Answers: ...


def verify(
    subject: Function | str | Path | None = None,
    *,
    infer: bool | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    cache: bool | None = None,
    hints: Mapping[str, object] | None = None,
) -> Answer | Answers:
    """The verdict on a function under `@mechanism`; or all verdicts on a file, a folder, or PATH::name.

    Without a subject it is what pyproject.toml names, or this folder. What is not said is as `[tool.twinproof]` says.
    `hints` are couplings, invariants and events that the search tries and does not believe, about one mechanism.
    Raises `TwinproofError` where a function cannot be read, its claim protects nothing, or a hint is none.
    """
    kept = settings()
    if hints and infer:
        raise ValueError("hints are about the claim: the smallest ε is searched for without them")
    wanted = Wanted(
        infer=(kept.infer and not hints) if infer is None else infer,
        timeout=kept.timeout if timeout is None else timeout,
        jobs=jobs or kept.jobs,
        cache=Cache(default_folder()) if (kept.cache if cache is None else cache) else None,
        proofs=Proofs.of(kept.proofs) if kept.proofs is not None else None,
        # A process with threads, as that of a notebook, is better not forked; but only a fork can be stopped in time.
        here=threading.active_count() > 1 and timeout is None and kept.timeout is None,
        hints=_hints(hints or {}),
    )
    if isinstance(subject, RunnableMechanism | Mechanism):
        (found,) = _asked([core_of(subject)], wanted)
        if isinstance(found, Diagnostic):
            raise TwinproofError(found)
        return Answer.of(found)
    if subject is not None and not isinstance(subject, str | Path):
        mechanism_of(subject)  # says what is needed
    items = list(every([str(subject)] if subject is not None else kept.paths))
    found_here = _asked([item for item in items if isinstance(item, Mechanism)], wanted)
    answers = [Answer.of(v) for v in found_here if isinstance(v, Verdict)]
    errors = [x for x in (*items, *found_here) if isinstance(x, Diagnostic)]
    return Answers(answers, errors)


def _hints(given: Mapping[str, object]) -> Hints:
    try:
        return Hints.of(given)
    except BadHint as problem:
        raise ValueError(f"hints: {problem}") from None


def _asked(mechanisms: list[Mechanism], wanted: Wanted) -> list[Verdict | Diagnostic]:
    """What is found, in the order of the mechanisms."""
    found = dict(verdicts(mechanisms, wanted))
    if any(isinstance(v, Verdict) and v.interrupted for v in found.values()):
        raise KeyboardInterrupt
    return [found[number] for number in sorted(found)]


def dist(
    subject: Function | str | Path, inputs: Mapping[str, object], *, tolerance: float = TOLERANCE
) -> DistributionAnswer:
    """The exact distribution of the output on these inputs."""
    return DistributionAnswer.of(distribution(_one(subject), inputs, tolerance))


def compare(
    subject: Function | str | Path,
    left: Mapping[str, object],
    right: Mapping[str, object],
    both: Mapping[str, object] | None = None,
    *,
    tolerance: float = TOLERANCE,
) -> ComparisonAnswer:
    """What two adjacent inputs reveal; inputs that are the same on both sides may be given once, in `both`."""
    for name in both or {}:
        if name in left or name in right:
            raise ValueError(f"`{name}` is given in `both` and for one side")
    common = both or {}
    return ComparisonAnswer.of(compare_inputs(_one(subject), {**common, **left}, {**common, **right}, tolerance))


def explain(subject: Function | str | Path | Verdict) -> Explanation:
    """A mechanism as it was read, its verdict, and the evidence for it, in words."""
    if isinstance(subject, Verdict):
        verdict = subject
    else:
        verdict = verify(mechanism_of(subject) if isinstance(subject, str | Path) else subject)
    return Explanation("\n\n".join([show_mechanism(verdict.mechanism), verdict.line(), verdict.evidence()]))


def _one(subject: Function | str | Path) -> Function:
    """The function itself where there is one: it knows the classes of its outputs."""
    return mechanism_of(subject) if isinstance(subject, str | Path) else subject
