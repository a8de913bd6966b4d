"""What was said in a call, and what the settings of the project say where it was not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from twinproof.lang.settings import Settings, settings


def settled(
    targets: Sequence[str],
    proofs: Path | None,
    certificates: Path | None,
    infer: bool,
    cache: bool | None,
    jobs: int | None,
    timeout: float | None,
) -> Settings:
    """The words of a call, completed by the settings."""
    kept = settings()
    return Settings(
        paths=tuple(targets) or kept.paths,
        proofs=proofs or kept.proofs,
        certificates=certificates or kept.certificates,
        infer=infer or kept.infer,
        cache=kept.cache if cache is None else cache,
        jobs=jobs or kept.jobs,
        timeout=kept.timeout if timeout is None else timeout,
    )


def wanted_paths(targets: Sequence[str] | None) -> list[str]:
    """What a command is about."""
    return list(targets or settings().paths)
