"""Boards on all cores, or on a cluster. The answer does not depend on where they were computed.

A search starts in this process, since most end before another one could be started. Results come back in the order of
the batches, so whoever stops at the first that matters stops at the same one everywhere.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator, Sequence

from twinproof.refute.pairs import InputBatch, Seen, look
from twinproof.refute.space import Space

LOCAL = 60_000_000  # work that is done before other processes are asked
TOGETHER = 32  # batches that are handed out at once; a search that stops may have had the rest of them for nothing
BACKENDS = ("loky", "dask", "ray")
CLEANS_UP_SILENTLY = "ignore:resource_tracker:UserWarning"  # when a search is ended, loky's tracker puts its pool away


class Workers:
    """Looks at batches, here or elsewhere."""

    def __init__(self, space: Space, jobs: int | None, backend: str) -> None:
        if backend not in BACKENDS:
            raise ValueError(f"the backend is one of {', '.join(BACKENDS)}, not {backend!r}")
        if jobs is not None and jobs < 1:
            raise ValueError("at least one job is needed")
        self.space = space
        self.backend = backend
        self.jobs = jobs if jobs is not None else (os.cpu_count() or 1) if backend == "loky" else -1
        self.work = 0

    @property
    def local(self) -> bool:
        """Whether the next batches are looked at in this process."""
        return self.jobs == 1 or self.work < LOCAL

    def look(self, batches: Sequence[InputBatch]) -> Iterator[Seen]:
        """What each batch came to, in their order."""
        if self.local or len(batches) < 2:
            for batch in batches:
                seen = look(self.space, batch)
                self.work += seen.work
                yield seen
            return
        if CLEANS_UP_SILENTLY not in sys.warnoptions:
            sys.warnoptions.append(CLEANS_UP_SILENTLY)  # the tracker is begun with the options of this process
        import joblib  # it takes a moment to load, and most searches end before it is needed

        if self.backend == "ray":
            importlib.import_module("ray.util.joblib").register_ray()
        for start in range(0, len(batches), TOGETHER):
            with joblib.parallel_config(backend=self.backend, n_jobs=self.jobs):
                handed_out = batches[start : start + TOGETHER]
                looked_at: list[Seen] = joblib.Parallel()(joblib.delayed(look)(self.space, b) for b in handed_out)
            for seen in looked_at:
                self.work += seen.work
                yield seen
