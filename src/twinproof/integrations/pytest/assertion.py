"""`assert_private`: a test that passes when the claim of a mechanism is proved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from twinproof.integrations.subject import Subject, mechanism_of
from twinproof.lang.errors import TwinproofError
from twinproof.lang.mechanism import Mechanism

if TYPE_CHECKING:
    from twinproof.verify import Verdict


def assert_private(mechanism: Subject) -> None:
    """Fail unless the privacy that the mechanism claims is proved.

    `mechanism` is a function under `@mechanism`, or the text "PATH::name". The failure shows the counterexample, or
    where the proof got stuck.
    """
    __tracebackhide__ = True
    try:
        core = mechanism_of(mechanism)
    except TwinproofError as problem:
        raise AssertionError(str(problem)) from None
    failure = why_not_private(core)
    if failure is not None:
        raise AssertionError(failure)


def why_not_private(mechanism: Mechanism) -> str | None:
    """None when the claim is proved, else what a failing test shows."""
    # The solver is loaded here and not above: pytest loads the plugin whether it is used or not.
    from twinproof.verify import verify
    from twinproof.verify.cache import Cache

    # One process: pytest-xdist has the other cores, and the verdict does not depend on it.
    try:
        verdict = Cache.of_user().or_found(mechanism, lambda: verify(mechanism, jobs=1, advise=True))
    except TwinproofError as problem:
        return str(problem)
    if verdict.interrupted:
        raise KeyboardInterrupt
    return None if verdict.kind == "proved" else failure_text(verdict)


def failure_text(verdict: Verdict) -> str:
    """The verdict with its place and its evidence."""
    at = verdict.mechanism.at
    place = [f"{at.path}:{at.line}"] if at is not None else []
    evidence = [f"  {line}".rstrip() for line in verdict.evidence().split("\n")]
    return "\n".join([verdict.line(), *place, "", *evidence])
