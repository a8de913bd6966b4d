"""Crash reports by the version of the program; reports of other versions are dropped.

easy. A report counts for one version at most.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed

VERSIONS = ("1.0", "1.1", "2.0", "2.1", "nightly")


class Report(NamedTuple):
    version: str
    fatal: bool


@mechanism(epsilon="eps")
def crashes_by_version(reports: Annotated[list[Report], one_added_or_removed()], eps: Epsilon) -> dict[str, int]:
    crashes = dict.fromkeys(VERSIONS, 0)
    for report in reports:
        if not report.fatal:
            continue
        if report.version in crashes:
            crashes[report.version] += 1
    return {version: laplace(crashes[version], 1 / eps) for version in VERSIONS}
