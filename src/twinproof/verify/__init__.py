"""The one front door: try to prove, try to refute, and return a verdict with evidence.

A verdict of "proved" comes with a certificate that the kernel has replayed, one of "refuted" with a counterexample that
was recomputed; all else is "unknown".
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import twinproof
from twinproof.verify.verdict import Verdict

if TYPE_CHECKING:
    from twinproof.verify.decide import verify

__all__ = ["Verdict", "verify"]

if not TYPE_CHECKING:

    class _Room(ModuleType):
        """This room. To programs and notebooks `twinproof.verify` is a function, and the room has that name already."""

        def __call__(self, *subject: Any, **options: Any) -> Any:
            """The verdict on a function, or all verdicts on a file or a folder: see `twinproof.api.verify`."""
            return twinproof.api.verify(*subject, **options)

    sys.modules[__name__].__class__ = _Room

    def __getattr__(name: str) -> object:
        """Prover and refuter are loaded when they are first asked for: whoever only checks needs neither."""
        if name != "verify":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from twinproof.verify.decide import verify

        return verify
