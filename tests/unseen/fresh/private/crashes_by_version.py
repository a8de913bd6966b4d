# Judged before running: easy.
from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Version(Enum):
    OLD = "1.0"
    STABLE = "2.0"
    BETA = "3.0b"


class Crash(NamedTuple):
    version: Version
    fatal: bool


@mechanism(epsilon="eps")
def crashes_by_version(reports: Annotated[list[Crash], one_added_or_removed()], eps: Epsilon) -> dict[Version, int]:
    """Telemetry: fatal crashes of each version. Private, since a report counts for one version only, by 1."""
    counts = {version: 0 for version in Version}
    for report in reports:
        if not report.fatal:
            continue
        counts[report.version] += 1
    return {version: max(0, laplace(count, 1 / eps)) for version, count in counts.items()}
