"""Twinproof: does this code really keep the differential privacy it claims?

Write a mechanism as a Python function under `@mechanism`, call it, and let twinproof read it.
"""

from twinproof.lang.declare import (
    Database,
    Epsilon,
    Query,
    RunnableMechanism,
    Score,
    each_within,
    mechanism,
    one_within,
    sensitivity,
    within,
)
from twinproof.lang.noise import laplace, one_sided_laplace

__version__ = "0.1.0"

__all__ = [
    "Database",
    "Epsilon",
    "Query",
    "RunnableMechanism",
    "Score",
    "each_within",
    "laplace",
    "mechanism",
    "one_sided_laplace",
    "one_within",
    "sensitivity",
    "within",
]
