"""Pupils by school, by district and in all, each level with half of eps; there are three levels. Witness: no rows
against one pupil of school 0; the outputs of 0 everywhere have a loss of 3 / 2 * eps."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def three_levels_two_shares(schools: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    eps_level = eps / 2
    by_school = [0] * 4
    by_district = [0] * 2
    total = 0
    for school in schools:
        s = clamp(school, 0, 3)
        by_school[s] += 1
        by_district[s % 2] += 1
        total += 1
    out = [laplace(n, 1 / eps_level) for n in by_school]
    out.extend([laplace(n, 1 / eps_level) for n in by_district])
    out.append(laplace(total, 1 / eps_level))
    return out
