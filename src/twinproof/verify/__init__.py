"""The one front door: try to prove, try to refute, and return a verdict with evidence.

A verdict of "proved" comes with a certificate that the kernel has replayed, one of "refuted" with a counterexample that
was recomputed; all else is "unknown".
"""

from twinproof.verify.front import verify
from twinproof.verify.verdict import Verdict

__all__ = ["Verdict", "verify"]
