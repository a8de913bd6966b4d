"""Where that is which mechanism authors import, by its name in the package."""

from __future__ import annotations

from twinproof.lang.adjacency import MARKED
from twinproof.lang.noise import FUNCTIONS


def home_of(name: str) -> str:
    """The module of something that mechanisms are made of."""
    home = f"noise.{FUNCTIONS[name].module}" if name in FUNCTIONS else "adjacency" if name in MARKED else "declare"
    return f"twinproof.lang.{home}"
