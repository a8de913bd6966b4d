"""Names for new variables."""

from __future__ import annotations

from twinproof.lang.expr import Var, fresh_name
from twinproof.lang.types import Type


class Naming:
    """Gives names that are not taken. Those for a change that is only tried are taken when it is made."""

    def __init__(self, taken: set[str]) -> None:
        self.taken = taken
        self.tried: set[str] = set()

    def fresh(self, base: str, kind: Type) -> Var:
        """A new variable, named after this or with a number."""
        name = fresh_name(base, self.taken | self.tried)
        self.tried.add(name)
        return Var(name, kind)

    def forget(self) -> None:
        """The change was not made."""
        self.tried = set()

    def keep(self) -> None:
        """The change was made."""
        self.taken |= self.tried
        self.tried = set()
