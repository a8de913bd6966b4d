"""One open page: what is typed, what is known of it, which inputs are chosen. The page hears of every change.

A new text ends the work on the old one. What sliders ask for is answered one at a time, and of those that wait only the
newest counts.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from twinproof.play.asking import Connection, Failed
from twinproof.play.wire import Problem, Seen, View

PAUSE = 0.35  # seconds without a key, before a text is judged
JUDGING, LOOKING = 60.0, 20.0  # seconds that a text and a pair of inputs get
Json = dict[str, Any]


@dataclass
class State:
    """All that the page shows."""

    text: str = ""
    busy: str = ""  # what is being done with the text
    trouble: str = ""  # why there is no answer
    names: list[str] = field(default_factory=list)
    views: dict[str, View] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    chosen: str = ""
    left: Json = field(default_factory=dict)
    right: Json = field(default_factory=dict)
    seed: int = 1
    seen: Seen | None = None

    @property
    def view(self) -> View | None:
        return self.views.get(self.chosen)


class Session:
    """The state of a page, and its worker. `changed` is called with the part that has changed."""

    def __init__(self, changed: Callable[[str], None], connection: Connection) -> None:
        self.state = State()
        self.changed = changed
        self.connection = connection
        self._judging: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None
        self._look_again = False
        self._has_failed = False  # since something was last typed or moved

    def type(self, text: str, pause: float = PAUSE) -> None:
        """A new text."""
        if text == self.state.text:
            return
        self._cancel()
        self._has_failed = False
        self.state = State(text=text, busy="reading", seed=self.state.seed, chosen=self.state.chosen)
        self.changed("verdict")
        self._judging = asyncio.create_task(self._judge(text, pause))

    def choose(self, name: str) -> None:
        """Another mechanism of the same text."""
        self.state.chosen, self.state.seen = name, None
        self.changed("verdict")
        if not self.state.busy:  # else its turn comes when all have been judged
            self._judging = asyncio.create_task(self._begin())

    def move(self, left: Json, right: Json) -> None:
        """Other inputs."""
        self._has_failed = False
        self.state.left, self.state.right = left, right
        self._look()

    def draw(self) -> None:
        """Another pair of runs."""
        self._has_failed = False
        self.state.seed = int.from_bytes(os.urandom(4), "big")
        self._look()

    async def end(self) -> None:
        """The page is closed."""
        self._cancel()
        await self.connection.end()

    def _cancel(self) -> None:
        for task in (self._judging, self._looking):
            if task is not None:
                task.cancel()
        self._judging = self._looking = None

    # ----------------------------------------------------------------------------------------------------- the work

    async def _judge(self, text: str, pause: float) -> None:
        state = self.state
        await asyncio.sleep(pause)
        try:
            async for answer in self.connection.ask(JUDGING, task="judge", text=text):
                self._hear(state, answer)
        except TimeoutError:
            state.trouble = f"There was no answer within {JUDGING:.0f} seconds; `twinproof verify` takes its time."
        except Failed as problem:
            state.trouble = f"There is no answer: {problem}."
        state.busy = ""
        self.changed("verdict")
        if state.view is not None and not state.trouble:
            await self._begin()
        self.connection.warm()

    def _hear(self, state: State, answer: dict[str, Any]) -> None:
        match answer:
            case {"names": names}:
                state.names = names
                if state.chosen not in names:
                    state.chosen = names[-1] if names else ""
            case {"progress": text}:
                state.busy = text
            case {"view": view}:
                state.views[view["name"]] = view
            case {"problem": problem}:
                state.problems.append(problem)
        self.changed("verdict" if "progress" not in answer else "busy")

    async def _begin(self) -> None:
        """Two inputs to begin with."""
        name = self.state.chosen
        if self.state.view is None:
            return
        try:
            async for answer in self.connection.ask(LOOKING, task="begin", name=name):
                self.state.left, self.state.right = answer["left"], answer["right"]
        except (TimeoutError, Failed) as problem:
            self._give_up(f"No example was found: {problem or 'it took too long'}.")
            return
        self.changed("inputs")
        self._look()

    def _look(self) -> None:
        if self._looking is not None and not self._looking.done():
            self._look_again = True
            return
        self._looking = asyncio.create_task(self._looked())

    async def _looked(self) -> None:
        while True:
            self._look_again = False
            state = self.state
            request = {"name": state.chosen, "left": state.left, "right": state.right, "seed": state.seed}
            try:
                async for answer in self.connection.ask(LOOKING, task="look", **request):
                    state.seen = answer["seen"]
            except (TimeoutError, Failed) as problem:
                self._give_up(f"These inputs were too much: {problem or 'they took too long'}.")
                return
            if not self._look_again:
                self.changed("seen")
                return

    def _give_up(self, trouble: str) -> None:
        """What was known is lost with the worker: it is found again, once, and then somebody has to do something."""
        self.state.trouble, self.state.seen = trouble, None
        self.changed("trouble")
        self.state.trouble = ""
        if not self._has_failed:
            self._has_failed = True
            self._judging = asyncio.create_task(self._judge(self.state.text, 0))
