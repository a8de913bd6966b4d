"""A table by floor and wing, kept in one list."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Room(NamedTuple):
    level: int
    wing: int


@mechanism(epsilon="eps")
def flat_table(rooms: Annotated[list[Room], one_added_or_removed()], eps: Epsilon) -> list[int]:
    table = [0] * 12
    for room in rooms:
        if 0 <= room.level < 4 and 0 <= room.wing < 3:
            table[room.level * 3 + room.wing] += 1
    for cell in range(12):
        table[cell] = laplace(table[cell], 1 / eps)
    return table
