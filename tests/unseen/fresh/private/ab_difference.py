# Judged before running: middling.
from enum import Enum, auto
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Arm(Enum):
    CONTROL = auto()
    TREATED = auto()


class Session(NamedTuple):
    arm: Arm
    score: int


def total_of(sessions, arm):
    return sum(clamp(session.score, -10, 10) for session in sessions if session.arm == arm)


@mechanism(epsilon="eps")
def ab_difference(sessions: Annotated[list[Session], one_added_or_removed()], eps: Epsilon) -> int:
    """Treated minus control. A session is in one arm, so the difference moves by 10 at most."""
    lift = total_of(sessions, Arm.TREATED) - total_of(sessions, Arm.CONTROL)
    return laplace(lift, 10 / eps)
