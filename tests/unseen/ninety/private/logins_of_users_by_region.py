"""Logins by region under zCDP, where a user has three logins at most.

hard. The squares of how far the counts move add up to 9 at most, when all three are in one region.
"""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, gaussian, mechanism, one_user_added_or_removed


class Region(Enum):
    EU = 1
    US = 2
    ASIA = 3


class Login(NamedTuple):
    user: int
    region: Region


@mechanism(zcdp="rho")
def logins_of_users_by_region(
    logins: Annotated[list[Login], one_user_added_or_removed("user", rows=3)], rho: Epsilon
) -> dict[Region, int]:
    counts = {region: 0 for region in Region}
    for login in logins:
        counts[login.region] += 1
    return {region: gaussian(n, variance=9 / (2 * rho)) for region, n in counts.items()}
