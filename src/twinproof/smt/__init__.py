"""Formulas to a solver: z3, with limits, and SMT-LIB for any other.

The only answer that counts is "proved". A limit, an interruption, a solver that fails or is not sure: all of them mean
that nothing was shown. This room is trusted; it imports `lang` and nothing else of ours.
"""

from twinproof.smt.shortcuts import implication
from twinproof.smt.solve import Outcome, in_one_context, prove, second_opinion, to_smtlib

__all__ = ["Outcome", "implication", "in_one_context", "prove", "second_opinion", "to_smtlib"]
