"""Every mechanism of the gallery: how often the running Python function gives an output, against the exact engine.

Neither side knows of the other: the function is imported and called with seeded noise, the engine computes from its
text. The events are fixed by the engine's answer before any run, and the alarm is a Chernoff bound: if an event has a
probability p within the certified bounds, then n runs see it k ≥ p·n times with a chance of at most
exp(−n·KL(k/n ‖ p)), and likewise for k ≤ p·n. A level of 1e-6, divided by both directions of all events of all
mechanisms, so keeps the chance of any false alarm below 1e-6.
"""

from __future__ import annotations

import importlib.util
import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from twinproof.exact.distribution import Interval
from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import OutputDistribution, distribution
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import SeededNoise, using
from twinproof.lang.reader import read_file
from twinproof.lang.types import DATABASE, QUERY, SCORE, ListOf

GALLERY = Path(__file__).parents[2] / "gallery"
RUNS = 3000
LIKELIEST = 5
AGGREGATED = 3
FALSE_ALARMS = 1e-6

# Values for parameters by their names; a mechanism that needs others has its own line below.
COMMON: dict[str, object] = {
    "eps": Fraction(2),
    "eps_look": Fraction(2),
    "eps_answer": Fraction(1),
    "eps_day": Fraction(1),
    "threshold": 1,
    "t": 1,
    "c": 1,
    "k": 2,
    "m": 2,
    "cap": 4,
    "bound": 3,
    "step": 3,
    "limit": 3,
    "days": 3,
    "patients": 3,
    "busy": 2,
    "start": 0,
    "responses": 3,
    "value": 4,
    "count": 2,
    "visits": 2,
    "admissions": 5,
    "answers": [1, 0, 2],
    "supports": [1, 0, 2],
    "counts": [0, 1, 1],
    "scores": [1, 0, 2],
    "votes": [2, 1, 2],
    "cells": [3, 1],
    "stream": [1, 2],
    "steps": [1, -1],
    "entries": [1, 2, 3],
    "queries": [0, 2, 1, 3],
    "score": {"0": 0, "1": 2, "2": 1, "3": 2, "else": 4},
    "delta": Fraction(1, 10),
    "cutoff": 2,
    "low": 0,
    "high": 10,
    "gap": 2,
    "lead": 3,
    "first": 1,
    "second": 2,
    "xs": [1, 2],
    "rho": Fraction(1),
    "values": [1, 2],
    "total": 3,
    "levels": 2,
    "n": 2,
}
SPECIAL: dict[str, dict[str, object]] = {
    "sparse_vector": {"c": 2, "answers": [1, 0, 2, 1]},
    "sparse_vector_renoised": {"c": 2, "answers": [1, 0, 2, 1]},
    "composition_overspent": {"k": 1},
    "branch_on_secret": {"patients": 2},
    "gaussian_count": {"eps": Fraction(1)},
    "gaussian_vector": {"entries": [1, 2]},
    "gaussian_filter": {"answers": [1, 2]},
    "noisy_max_measured": {"scores": [1, 0]},
    "stability_histogram": {"threshold": 2},
    "stability_histogram_many_keys": {"threshold": 2},
    "stability_histogram_gaussian": {"threshold": 3},
    "found_and_measured": {"threshold": 2},
    "stability_histogram_at_threshold": {"threshold": 2},
    "threshold_without_log": {"threshold": 2},
    "majority_if_clear": {"threshold": 2},
    "majority_if_many_voted": {"threshold": 2, "votes": [2, 1]},
    "delta_charged_once": {"threshold": 2},
    "shown_if_there": {"threshold": 2},
    "asked_several_times": {"threshold": 2},
    "numeric_sparse_vector": {"answers": [1, 0], "eps": Fraction(3)},
    "gap_sparse_vector": {"answers": [1, 0]},
    "adaptive_sparse_vector": {"answers": [1, 20], "eps": Fraction(4)},
    "adaptive_sparse_vector_leak": {"answers": [1, 20], "eps": Fraction(4)},
    "smart_sum_bare_blocks": {"stream": [1, 2, 0]},
    "stream_above_threshold": {"score": {"0": 0, "1": 2, "2": 1, "else": 40}},
}


def mechanisms() -> list[tuple[Path, Mechanism]]:
    """Every mechanism of every file, helpers included."""
    found = []
    for path in sorted(GALLERY.glob("*/*.py")):
        for read in read_file(path):
            assert isinstance(read, Mechanism), read
            found.append((path, read))
    return found


CASES = mechanisms()
LEVEL = FALSE_ALARMS / (2 * (LIKELIEST + AGGREGATED) * len(CASES))


def inputs_of(mechanism: Mechanism) -> dict[str, object]:
    """Small inputs, in the form that the engine takes."""
    values = {**COMMON, **SPECIAL.get(mechanism.name, {})}
    return {p.name: values[p.name] for p in mechanism.parameters if p.var.type != DATABASE}


def arguments_of(mechanism: Mechanism, inputs: dict[str, object]) -> dict[str, Any]:
    """The same inputs, in the form that the Python function takes: queries and scores are functions."""

    def converted(kind: object, value: Any) -> Any:
        if kind == DATABASE:
            return "the database"
        if kind == ListOf(QUERY):
            return [lambda database, answer=answer: answer for answer in value]
        if kind == SCORE:
            return lambda database, candidate: value.get(str(candidate), value["else"])
        return value

    return {p.name: converted(p.var.type, inputs.get(p.name)) for p in mechanism.parameters}


def function_of(path: Path, name: str) -> Callable[..., object]:
    """The function itself, imported from its file."""
    spec = importlib.util.spec_from_file_location(f"gallery_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function: Callable[..., object] = getattr(module, name)
    return function


def key(output: Any) -> Any:
    """Outputs as keys that tell truth values from numbers."""
    if isinstance(output, list | tuple):
        return (type(output).__name__, *map(key, output))
    return (type(output).__name__, output)


def events_of(found: OutputDistribution) -> list[list[Any]]:
    """Events that do not depend on any run: the likeliest outputs, two halves of the list, and all of it."""
    outputs = list(found.outputs)
    return [[o] for o, _ in found.most_likely(LIKELIEST)] + [outputs[: len(outputs) // 2], outputs[::2], outputs]


def relative_entropy(q: float, p: float) -> float:
    """KL(q ‖ p) of two coins."""
    parts = ((q, p), (1 - q, 1 - p))
    if any(a > 0 and b <= 0 for a, b in parts):
        return math.inf
    return math.fsum(a * math.log(a / b) for a, b in parts if a > 0)


def log_chance(seen: int, runs: int, bounds: Interval) -> float:
    """The logarithm of a bound of the chance to see so many, or so few, for the most favourable p within the bounds."""
    share = seen / runs
    low, high = float(bounds.lower), float(bounds.upper)
    if low <= share <= high:
        return 0.0
    return -runs * relative_entropy(share, high if share > high else low)


@pytest.mark.parametrize(("path", "mechanism"), CASES, ids=[f"{p.stem}-{m.name}" for p, m in CASES])
def test_frequencies_lie_inside_of_the_certified_bounds(path: Path, mechanism: Mechanism) -> None:
    inputs = inputs_of(mechanism)
    found = distribution(mechanism, inputs, 1e-9, Limits(iterations=10_000))
    assert found.complete
    assert found.lost + found.unlisted < 1e-8
    events = events_of(found)
    intervals = [found.probability(e) for e in events]
    function, arguments = function_of(path, mechanism.name), arguments_of(mechanism, inputs)
    with using(SeededNoise(2016)):
        seen = Counter(key(function(**arguments)) for _ in range(RUNS))
    for event, interval in zip(events, intervals, strict=True):
        count = sum(seen[k] for k in {key(o) for o in event})
        assert log_chance(count, RUNS, interval) >= math.log(LEVEL), (event[:3], count / RUNS, interval)


def test_the_alarm_would_be_heard() -> None:
    """A coin that is off by a tenth is found out, one that is right never is."""
    half = Interval(Fraction(1, 2), Fraction(1, 2))
    assert log_chance(1500, RUNS, half) == 0
    assert log_chance(1600, RUNS, half) >= math.log(LEVEL)
    assert log_chance(1800, RUNS, half) < math.log(LEVEL)
    assert log_chance(1200, RUNS, half) < math.log(LEVEL)
    impossible = Interval(Fraction(0), Fraction(0))
    assert log_chance(1, RUNS, impossible) == -math.inf
    assert log_chance(0, RUNS, impossible) == 0


def test_the_level_covers_all_events() -> None:
    assert len(CASES) >= len(list(GALLERY.glob("*/*.py"))) >= 38
    assert LEVEL * 2 * (LIKELIEST + AGGREGATED) * len(CASES) <= FALSE_ALARMS * (1 + 1e-12)
