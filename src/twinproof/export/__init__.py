"""Proofs for other provers: a checked certificate as a file of Coq, over the theorems in `foundations`."""

from twinproof.export.coq import to_coq
from twinproof.export.terms import CannotExport

__all__ = ["CannotExport", "to_coq"]
