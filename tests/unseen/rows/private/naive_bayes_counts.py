"""How many rows have each label, and for each label how many have each of two features."""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@dataclass(frozen=True)
class Mail:
    spam: bool
    link: bool
    caps: bool


@mechanism(epsilon="eps")
def naive_bayes_counts(mails: Annotated[list[Mail], one_added_or_removed()], eps: Epsilon) -> list[int]:
    out = []
    for label in (True, False):
        of_label = [m for m in mails if m.spam == label]
        out.append(laplace(len(of_label), 3 / eps))
        out.append(laplace(sum(1 for m in of_label if m.link), 3 / eps))
        out.append(laplace(sum(1 for m in of_label if m.caps), 3 / eps))
    return out
