"""How many users were in each of four regions, where a user with several visits to one region counts once there. With
at most three visits that is three counts that move by 1: the squares add up to 3 at most."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, gaussian, mechanism, one_user_added_or_removed

REGIONS = ("north", "east", "south", "west")


class Visit(NamedTuple):
    user: int
    region: str


@mechanism(zcdp="rho")
def regions_visited_zcdp(
    visits: Annotated[list[Visit], one_user_added_or_removed("user", rows=3)], rho: Epsilon
) -> dict[str, int]:
    users = {region: 0 for region in REGIONS}
    seen: set[tuple[int, str]] = set()
    for visit in visits:
        if visit.region in users and (visit.user, visit.region) not in seen:
            seen.add((visit.user, visit.region))
            users[visit.region] += 1
    return {region: gaussian(number, variance=3 / (2 * rho)) for region, number in users.items()}
