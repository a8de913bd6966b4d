"""Why there is no Measurement."""

from __future__ import annotations

from twinproof.verify import Verdict


class NotProved(Exception):
    """The claim of the mechanism is not proved. `verdict` has what is known of it."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(f"{verdict.line()}\n{verdict.evidence()}".rstrip())
        self.verdict = verdict


class DoesNotFit(Exception):
    """OpenDP has no domain and metric for what the mechanism takes, or others were given."""
