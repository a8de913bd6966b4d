"""One randomized response for each row, where rows come and go: how many there are is told exactly. Witness: no rows
against one; the empty list comes on the left only."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, mechanism, one_added_or_removed, randomized_response


class Member(NamedTuple):
    joined: int
    active: bool


@mechanism(epsilon="eps")
def responses_one_by_one(members: Annotated[list[Member], one_added_or_removed()], eps: Epsilon) -> list[bool]:
    return [randomized_response(member.active, eps) for member in members]
