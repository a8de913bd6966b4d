"""Two disjoint parts, with a question of its own for each."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Member(NamedTuple):
    age: int
    fee: int


@mechanism(epsilon="eps")
def young_counted_old_summed(
    members: Annotated[list[Member], one_added_or_removed()], border: int, eps: Epsilon
) -> tuple[int, int]:
    young = [m for m in members if m.age < border]
    old = [m for m in members if m.age >= border]
    return laplace(len(young), 1 / eps), laplace(sum(clamp(m.fee, 0, 90) for m in old), 90 / eps)
