"""The search for a counterexample: batches from small to large, then uphill from what looks best, then down to what is
simplest, and last a recomputation without the engine.

Nothing is left to chance and no clock is looked at: guesses come from a fixed stream, and the same mechanism gives the
same answer everywhere. Effort is counted in work of the engine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from twinproof.exact.meaning import core_of
from twinproof.lang.declare import RunnableMechanism
from twinproof.lang.errors import TwinproofError
from twinproof.lang.inputs import knowing
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import ListOf
from twinproof.refute.blame import blame
from twinproof.refute.confirm import confirm
from twinproof.refute.course import Course, Progress
from twinproof.refute.evidence import Counterexample, Refutation
from twinproof.refute.far import far_pairs
from twinproof.refute.given import given_pairs
from twinproof.refute.guesses import guesses
from twinproof.refute.moves import Pair, alike, is_long, longer, neighbours, shorter, simpler, weight
from twinproof.refute.order import out_of_order
from twinproof.refute.pairs import Finding, InputBatch, judge, spreads
from twinproof.refute.played import Player, Told
from twinproof.refute.replay import NotConfirmed
from twinproof.refute.rows import is_of_rows
from twinproof.refute.seeds import Stage, narrow, stages
from twinproof.refute.space import Point, Space, space_of
from twinproof.refute.wanted import frozen
from twinproof.refute.workers import Workers

PAIRS = 20  # of a batch, when the pairs are given
TOPS, ROUNDS = 3, 8  # from how many pairs to go uphill, and how many steps
LISTED = 6  # entries up to which all outputs are listed
PLAIN = 6  # stages before guesses are made
GUESSES, AT_ONCE, COMPUTED = 1_200, 150, 8  # how many in all, how many at once, and how many of these are computed
TELLING = 2 * PAIRS  # data sets around one that are computed
PLAYED, ASKED = 8, 6  # data sets that are made simpler one by one, and outputs for many of them
RUNS = 80_000  # work that the runs of one guess stand for
UNCONFIRMED = 4  # after so many the search gives up
_STEEP = (1e-30, 1e-12, 1e-5)
_DEEP = (1e-300,)  # for one output at the end of many draws


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to try, in work of the engine; a million takes about ten milliseconds."""

    sweep: int = 200_000_000  # over the batches that the program suggests
    guess: int = 100_000_000  # over guesses, where the inputs are data sets
    narrow: int = 50_000_000  # over boards where noise is narrow, where others were too large
    order: int = 100_000_000  # over data sets whose rows stand in another order
    climb: int = 50_000_000  # uphill from the best of them
    grow: int = 50_000_000  # and to longer lists
    shrink: int = 60_000_000
    further: int = 10_000_000  # for a larger loss, once the claim is broken


def refute(
    mechanism: Mechanism | RunnableMechanism[..., Any],
    *,
    effort: Effort | None = None,
    jobs: int | None = None,
    backend: str = "loky",
    on_progress: Callable[[Progress], None] | None = None,
    seeds: Iterable[tuple[Mapping[str, object], Mapping[str, object]]] = (),
) -> Refutation:
    """Search for two adjacent inputs and an event that break the claim.

    `jobs` is the number of processes (all cores unless given); `backend` is joblib's: "loky" for this machine, "dask"
    or "ray" for a cluster that is already connected. `seeds` are pairs of inputs to start from, as Python has them. An
    interrupt ends the search with what was found so far.
    """
    seeds = list(seeds)
    space = space_of(knowing(core_of(mechanism), *(side for pair in seeds for side in pair)))
    course = Course(space, Workers(space, jobs, backend), on_progress or (lambda _: None))
    allowed = effort or Effort()
    counterexample: Counterexample | None = None
    suspect: Finding | None = None
    failed = 0
    interrupted = False
    try:
        for suspect in _suspects(space, course, allowed, given_pairs(space, seeds)):
            counterexample = _settle(space, course, allowed, suspect)
            failed += 1
            if counterexample is not None or failed == UNCONFIRMED:
                break
    except KeyboardInterrupt:
        interrupted = True
        if suspect is not None and counterexample is None:
            counterexample = _confirmed(space, course, suspect)
    return course.refutation(counterexample, interrupted)


# ----------------------------------------------------------------------------------------------------------- the way up


def _suspects(space: Space, course: Course, effort: Effort, given: list[Pair]) -> Iterator[Finding]:
    """Findings that break the claim, as they come up; the search goes on from there if none is confirmed."""
    if given:
        start = Stage("the inputs that were given", tuple(_batches(given)))
        yield from _stage(course, start, course.workers.work + effort.sweep)
        yield from _climb(space, course, effort.climb // 2)
    limit = course.workers.work + effort.sweep
    of_rows = any(is_of_rows(space, p) for p in space.private)
    further = far_pairs(space)
    for n, stage in enumerate(stages(space)):
        if of_rows and n == (0 if space.of_moments else PLAIN):  # a sum over all outputs of long lists takes long
            yield from _guessed(space, course, guesses(space, GUESSES), effort.guess)
        if n == PLAIN:
            before = course.workers.work
            yield from _beside(space, course, effort, of_rows)
            limit += course.workers.work - before
            yield from _guessed(space, course, further, effort.guess)
        yield from _stage(course, stage, limit)
        if course.workers.work > limit:
            course.missed.setdefault(f"anything after {course.covered[-1] if course.covered else 'the start'}")
            break
    yield from _guessed(space, course, further, effort.guess)  # where the boards were too large to come so far
    yield from _climb(space, course, effort.climb)
    yield from _grow(space, course, effort.grow)


def _beside(space: Space, course: Course, effort: Effort, of_rows: bool) -> Iterator[Finding]:
    """Boards for what the usual ones do not show: too many states, or the order of rows."""
    if course.missed:
        yield from _stage(course, narrow(space), course.workers.work + effort.narrow)
    if of_rows and space.has_delta:
        another_order = Stage("rows in another order", tuple(out_of_order(space)))
        yield from _stage(course, another_order, course.workers.work + effort.order)


def _stage(course: Course, stage: Stage, limit: int) -> Iterator[Finding]:
    """The batches of a stage, as long as there is work to spend."""
    course.tell(stage.about)
    for seen in course.workers.look(stage.batches):
        broken = course.note(seen)
        if broken is not None:
            yield broken
        if course.workers.work > limit:
            return
    if stage.batches and stage.about not in course.covered:
        course.covered.append(stage.about)


def _guessed(space: Space, course: Course, pairs: Iterator[Pair], work: int) -> Iterator[Finding]:
    """Guesses that stand out when both sides draw the same, each with the outputs that tell its sides apart."""
    limit = course.workers.work + work
    player = Player(space)
    listed = LISTED if spreads(space.form.result.type, 2) else COMPUTED
    while chunk := list(islice(pairs, AT_ONCE)):
        course.tell("guesses")
        best = player.best_of(chunk, COMPUTED)
        limit -= len(chunk) * RUNS
        batches = [InputBatch(told.pair, _DEEP if told.is_long else _STEEP, told.outputs) for told in best]
        batches += [InputBatch(told.pair, _STEEP, quick=True) for told in best[: listed // 2]]
        for seen in course.workers.look(batches):
            broken = course.note(seen)
            if broken is not None:
                yield broken
            if course.workers.work > limit:
                return
        if course.workers.work > limit:
            return


def _batches(pairs: list[Pair]) -> Iterable[InputBatch]:
    for start in range(0, len(pairs), PAIRS):
        yield InputBatch(tuple(p for pair in pairs[start : start + PAIRS] for p in pair), _STEEP)


def _climb(space: Space, course: Course, work: int) -> Iterator[Finding]:
    """Follow the slope of the loss from the best pairs that were seen."""
    spent = course.workers.work
    for start in _different(space, course.best)[:TOPS]:
        here = start
        for _ in range(ROUNDS):
            if course.workers.work - spent > work:
                return
            course.tell("uphill")
            pairs = [(here.left, here.right), *_telling(space, neighbours(space, here.left, here.right))]
            top = here
            for seen in course.workers.look(list(_batches(pairs))):
                broken = course.note(seen)
                if broken is not None:
                    yield broken
                top = max([top, *seen.findings], key=lambda f: f.score)
            if top.score <= here.score * (1 + 1e-4):
                break
            here = top


def _telling(space: Space, pairs: list[Pair]) -> list[Pair]:
    """Of data sets those that stand out when both sides draw the same: there are too many to compute them all."""
    if not any(is_of_rows(space, p) for p in space.private):
        return pairs
    return [told.pair for told in Player(space).best_of(pairs, TELLING)]


def _grow(space: Space, course: Course, work: int) -> Iterator[Finding]:
    """Follow one event to longer lists, where listing all outputs is out of the question."""
    spent = course.workers.work
    for start in _different(space, course.best)[:TOPS]:
        here: Finding | None = start
        while here is not None:
            shorter, here = here, None
            course.tell("longer lists")
            for a, b, output in longer(space, shorter.left, shorter.right, shorter.event[0]):
                if course.workers.work - spent > work:
                    return
                if not space.allowed(a):
                    continue
                (seen,) = course.workers.look([InputBatch((a, b), _STEEP, events=(output,))])
                broken = course.note(seen)
                if broken is not None:
                    yield broken
                if seen.findings and seen.findings[0].score > shorter.score * 1.01:
                    here = seen.findings[0]
                    break


def _different(space: Space, findings: list[Finding]) -> list[Finding]:
    """The findings that differ in more than their entries: one for each set of public values and lengths."""
    seen: dict[Any, Finding] = {}
    for f in findings:
        lengths = tuple(len(f.left[p.name]) for p in space.private if isinstance(f.left[p.name], tuple))
        seen.setdefault((tuple(f.left[p.name] for p in space.public), lengths), f)
    return list(seen.values())


# --------------------------------------------------------------------------------------------------------- the way down


Way = Callable[[Space, Course, Finding, Finding], tuple[Finding | None, int]]  # here, and where it began


def _settle(space: Space, course: Course, effort: Effort, first: Finding) -> Counterexample | None:
    """From a broken claim to its simplest counterexample; None when it cannot be confirmed."""
    course.tell("making it simple")
    small = _shrunk(space, course, first, effort.shrink)
    confirmed = _confirmed(space, course, small)
    if confirmed is None and small is not first:
        confirmed = _confirmed(space, course, first)
    if confirmed is None or math.isinf(confirmed.loss_at_least) or is_long(small.event):
        return confirmed
    larger = _further(space, course, small, effort.further, neighbours)
    if math.isinf(larger.loss):
        return _confirmed(space, course, _shrunk(space, course, larger, effort.shrink)) or confirmed
    _further(space, course, small, effort.further, alike)
    return confirmed


def _shrunk(space: Space, course: Course, finding: Finding, work: int) -> Finding:
    """A pair that still breaks the claim, as much as before if that was without limit, and is as simple as can be."""
    ways: list[Way] = [_shrunk_by_listing, _shrunk_with_event]
    if is_long(finding.event):
        ways = [_shrunk_with_event]
    elif any(is_of_rows(space, p) for p in space.private):
        counts_all = space.of_moments or space.has_delta  # then one output alone says little
        listed = [] if spreads(space.form.result.type, 2) and not counts_all else [_shrunk_by_listing]
        ways = [*listed, _shrunk_by_play, _shrunk_by_output]
    here: Finding = finding
    spent = 0
    while spent < work:
        better: Finding | None = None
        for way in ways:
            better, cost = way(space, course, here, finding)
            spent += cost
            if better is not None:
                ways.sort(key=lambda w: w is not way)  # what has worked is tried first
                break
        if better is None:
            break
        here = better
    return here


def _shrunk_by_listing(space: Space, course: Course, here: Finding, finding: Finding) -> tuple[Finding | None, int]:
    """A simpler pair that still breaks the claim, by all its outputs."""
    work = 0
    candidates = simpler(space, here.left, here.right)
    for start in range(0, len(candidates), PAIRS):
        judged, cost = judge(space, candidates[start : start + PAIRS], InputBatch((), _STEEP, quick=True))
        work += cost
        course.measure(judged)
        if (better := _simplest(space, judged, finding)) is not None:
            return better, work
    return None, work


def _shrunk_with_event(space: Space, course: Course, here: Finding, finding: Finding) -> tuple[Finding | None, int]:
    """A simpler pair for which the same event, or one that is as much shorter, still breaks the claim."""
    work = 0
    if len(here.event) > 1 or weight(space, here.left, here.right)[0] <= LISTED:
        return None, work
    output = frozen(here.event[0])
    rare = _DEEP if is_long(here.event) else _STEEP
    for a, b, wanted in shorter(space, here.left, here.right, output):
        if space.allowed(a):
            judged, cost = judge(space, [(a, b)], InputBatch((), rare, events=(wanted,)))
            work += cost
            course.measure(judged)
            if (better := _simplest(space, judged, finding)) is not None:
                return better, work
    size = weight(space, here.left, here.right)[0]
    pairs = [(a, b) for a, b in simpler(space, here.left, here.right) if weight(space, a, b)[0] == size]
    for start in range(0, len(pairs), PAIRS):
        judged, cost = judge(space, pairs[start : start + PAIRS], InputBatch((), rare, events=(output,)))
        work += cost
        course.measure(judged)
        if (better := _simplest(space, judged, finding)) is not None:
            return better, work
    return None, work


def _shrunk_by_play(space: Space, course: Course, here: Finding, finding: Finding) -> tuple[Finding | None, int]:
    """A simpler pair of data sets that stands out when both sides draw the same, by the output that tells most."""
    work = 0
    for told in islice((told for told in _simpler_told(space, here) if told.score > 1), PLAYED):
        judged, cost = judge(space, [told.pair], InputBatch((), _STEEP, events=told.outputs[:1]))
        work += cost
        course.measure(judged)
        if (better := _simplest(space, judged, finding)) is not None:
            return better, work
    return None, work


def _shrunk_by_output(space: Space, course: Course, here: Finding, finding: Finding) -> tuple[Finding | None, int]:
    """A simpler pair of data sets, by the same output, by it without one item, or by any that one side returns."""
    work = 0
    output = frozen(here.event[0])
    kept = [output, *(output[:n] + output[n + 1 :] for n in range(len(output) if _is_list(space) else 0))]
    candidates = list(_simpler_told(space, here))
    for anew in (False, True):
        for start in range(0, len(candidates), PAIRS):
            chunk = candidates[start : start + PAIRS]
            asked = [told.outputs[0] for told in chunk if told.outputs[0] not in kept] if anew else kept
            events = tuple(dict.fromkeys(asked))[:ASKED]
            if not events:
                continue
            judged, cost = judge(space, [told.pair for told in chunk], InputBatch((), _STEEP, events=events))
            work += cost
            course.measure(judged)
            if (better := _simplest(space, judged, finding)) is not None:
                return better, work
    return None, work


def _simpler_told(space: Space, here: Finding) -> Iterator[Told]:
    player = Player(space)
    told = (player.tell(*pair) for pair in simpler(space, here.left, here.right))
    return (t for t in told if t is not None and (t.score > 1 or t.apart))


def _is_list(space: Space) -> bool:
    return isinstance(space.form.result.type, ListOf)


def _simplest(space: Space, judged: list[Finding | None], finding: Finding) -> Finding | None:
    """The simplest that breaks the claim; of those that are equally simple, the one with the largest loss."""
    good = [f for f in judged if f is not None and f.breaks and math.isinf(f.loss) >= math.isinf(finding.loss)]
    return min(good, key=lambda f: (weight(space, f.left, f.right), -f.score), default=None)


def _further(
    space: Space, course: Course, start: Finding, work: int, around: Callable[[Space, Point, Point], list[Pair]]
) -> Finding:
    """How far off the claim is: uphill from the counterexample."""
    spent = course.workers.work
    here = start
    while not math.isinf(here.score):
        pairs = [(here.left, here.right), *_telling(space, around(space, here.left, here.right))]
        top = here
        for seen in course.workers.look(list(_batches(pairs))):
            course.note(seen)
            top = max([top, *seen.findings], key=lambda f: f.score)
            if course.workers.work - spent > work:
                return top
        if top.score <= here.score * 1.01:
            break
        here = top
    return here


def _confirmed(space: Space, course: Course, finding: Finding) -> Counterexample | None:
    try:
        confirmed = confirm(space, finding)
    except (NotConfirmed, TwinproofError) as problem:
        words = problem.diagnostic.message if isinstance(problem, TwinproofError) else str(problem)
        course.missed.setdefault(f"a pair whose loss seems to be {finding.loss:.4g}: {words}")
        return None
    blamed = blame(space, finding, confirmed.event, confirmed.loss_at_least, confirmed.order)
    return replace(confirmed, blamed=blamed)
