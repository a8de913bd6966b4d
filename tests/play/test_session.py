"""A session: a new text ends the work on the old one, only the newest inputs count, and failures end."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, cast

from twinproof.play.asking import Connection, Failed
from twinproof.play.session import Session


class Worker:
    """Answers like a worker, at once or when it is let; and remembers what was asked."""

    def __init__(self, fails: bool = False) -> None:
        self.fails = fails
        self.asked: list[Any] = []
        self.ended = 0
        self.gate = asyncio.Event()
        self.gate.set()

    def warm(self) -> None:
        pass

    async def end(self) -> None:
        self.ended += 1

    async def ask(self, _: float, **request: Any) -> AsyncIterator[dict[str, Any]]:
        self.asked.append(request["text"] if request["task"] == "judge" else (request["task"], request.get("left")))
        await self.gate.wait()
        match request["task"]:
            case "judge":
                yield {"names": ["first", "second"]}
                yield {"progress": "working"}
                for name in ("first", "second"):
                    yield {"view": {"name": name}}
            case "begin":
                yield {"left": {"x": 0}, "right": {"x": 1}}
            case "look":
                if self.fails:
                    raise Failed("it is gone")
                yield {"seen": {"of": request["left"]["x"]}}


def run(scenario: Callable[[Session, Worker, list[str]], Awaitable[None]], fails: bool = False) -> None:
    async def all_of_it() -> None:
        worker, heard = Worker(fails), list[str]()
        session = Session(heard.append, cast(Connection, worker))
        await scenario(session, worker, heard)
        await session.end()
        assert worker.ended == 1

    asyncio.run(all_of_it())


def seen(session: Session) -> Any:
    return session.state.seen


async def rest() -> None:
    for _ in range(40):
        await asyncio.sleep(0)


def test_a_text_is_judged_and_looked_at() -> None:
    async def scenario(session: Session, worker: Worker, heard: list[str]) -> None:
        session.type("text", pause=0)
        await rest()
        assert worker.asked == ["text", ("begin", None), ("look", {"x": 0})]
        assert (session.state.chosen, session.state.busy) == ("second", "")
        assert seen(session) == {"of": 0}
        assert heard[-2:] == ["inputs", "seen"]
        session.type("text", pause=0)  # nothing has changed
        await rest()
        assert worker.asked.count("text") == 1

    run(scenario)


def test_what_is_typed_meanwhile_counts_alone() -> None:
    async def scenario(session: Session, worker: Worker, _: list[str]) -> None:
        worker.gate.clear()
        session.type("a", pause=0)
        await rest()
        session.type("ab", pause=60)
        session.type("abc", pause=0)
        await rest()
        worker.gate.set()
        await rest()
        assert [asked for asked in worker.asked if isinstance(asked, str)] == ["a", "abc"]
        assert session.state.text == "abc"
        assert seen(session) == {"of": 0}

    run(scenario)


def test_only_the_newest_inputs_are_looked_at() -> None:
    async def scenario(session: Session, worker: Worker, heard: list[str]) -> None:
        session.type("text", pause=0)
        await rest()
        worker.gate.clear()
        for x in range(1, 6):
            session.move({"x": x}, {"x": x})
            await rest()
        before = heard.count("seen")
        worker.gate.set()
        await rest()
        assert [left["x"] for task, left in worker.asked[2:]] == [0, 1, 5]
        assert seen(session) == {"of": 5}
        assert heard.count("seen") == before + 1

    run(scenario)


def test_another_mechanism_waits_for_its_turn() -> None:
    async def scenario(session: Session, worker: Worker, _: list[str]) -> None:
        session.type("text", pause=0)
        await rest()
        session.choose("first")
        await rest()
        assert worker.asked[-2:] == [("begin", None), ("look", {"x": 0})]
        worker.gate.clear()
        session.type("other", pause=0)
        await rest()
        count = len(worker.asked)
        session.choose("second")
        await rest()
        assert len(worker.asked) == count
        worker.gate.set()
        await rest()
        assert (session.state.chosen, seen(session)) == ("second", {"of": 0})

    run(scenario)


def test_failures_are_told_and_do_not_go_on_for_ever() -> None:
    async def scenario(session: Session, worker: Worker, heard: list[str]) -> None:
        session.type("text", pause=0)
        await rest()
        assert heard.count("trouble") == 2
        assert worker.asked.count("text") == 2
        session.move({"x": 3}, {"x": 4})
        await rest()
        assert heard.count("trouble") == 4
        assert session.state.seen is None

    run(scenario, fails=True)
