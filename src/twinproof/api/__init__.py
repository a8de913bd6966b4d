"""Twinproof for Python programs and notebooks: what the commands do, as functions.

They go the same way as the commands, and their answers show themselves in a notebook. Files are read, never executed.
"""

from twinproof.api.answers import Answer, Answers, ComparisonAnswer, DistributionAnswer, Explanation, Picture
from twinproof.api.questions import compare, dist, explain, verify

__all__ = [
    "Answer",
    "Answers",
    "ComparisonAnswer",
    "DistributionAnswer",
    "Explanation",
    "Picture",
    "compare",
    "dist",
    "explain",
    "verify",
]
