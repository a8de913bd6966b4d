"""The one front door: try to prove, try to refute, and return a verdict with evidence.

A verdict of "proved" comes with a certificate that the kernel has replayed, one of "refuted" with a counterexample that
was recomputed; all else is "unknown".
"""

from typing import TYPE_CHECKING

from twinproof.verify.verdict import Verdict

if TYPE_CHECKING:
    from twinproof.verify.decide import verify

__all__ = ["Verdict", "verify"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Prover and refuter are loaded when they are first asked for: whoever only checks needs neither."""
        if name != "verify":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from twinproof.verify.decide import verify

        return verify
