"""Processes of our own: children that are begun for a task, send messages, and do not outlive their parent."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Container, Hashable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Generic, NoReturn, TypeVar

Progress = Callable[[str, str], None]  # which side, and what it is doing
Message = tuple[str, Any]  # of what kind, and what
Send = Callable[[str, object], None]
Key = TypeVar("Key", bound=Hashable)

PATIENCE = 10.0  # seconds that an interrupted search has to say what it has found
_BROKEN = "broken"  # what a child says that cannot load a library
_INTERRUPTED = 130
_LOOK = 0.5  # seconds between two looks whether the parent is still there
_DEAF = 10  # looks after which a process that was told to end is ended
_SIGNAL_AT_END_OF_PARENT = 1  # of prctl, on Linux


def can_fork() -> bool:
    """Whether this system can fork: what was read and imported here need not be read and imported again."""
    return "fork" in multiprocessing.get_all_start_methods()


class _Waiting:
    """Answers one kind of signal afterwards: here it is only heard. A second one is not made to wait."""

    def __init__(self, answer: Callable[..., object]) -> None:
        self.answer = answer
        self.heard = False

    def __call__(self, *_: object) -> None:
        if self.heard:
            os._exit(_INTERRUPTED)
        self.heard = True


@contextmanager
def undisturbed() -> Iterator[None]:
    """An interrupt in here is answered afterwards: for processes that are begun or ended, and messages that are sent.

    So is the wish of a parent that this process should end, where it is answered at all. Whoever is forked off in here
    does not answer until it says how.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # another thread hears of no signals
        return
    with ExitStack() as afterwards:  # answers the last kind first, and each of them whatever the others' answers do
        for kind in (signal.SIGINT, signal.SIGTERM):
            answer = signal.getsignal(kind)
            if callable(answer):
                instead = _Waiting(answer)
                afterwards.callback(_answer, kind, instead)
                signal.signal(kind, instead)
        yield


def _answer(kind: signal.Signals, waiting: _Waiting) -> None:
    signal.signal(kind, waiting.answer)
    if waiting.heard:
        signal.raise_signal(kind)


# ------------------------------------------------------------------------------------------------------- in the parent


class Child:
    """A process that does a task: `task(*arguments, send)`, where `send` is how it speaks to us.

    Where the system cannot fork, the task has to be one that can be imported, and has no children of its own.
    """

    def __init__(self, task: Callable[..., None], *arguments: object) -> None:
        context: Any = multiprocessing.get_context("fork" if can_fork() else "spawn")
        with undisturbed():
            self.pipe, there = context.Pipe(duplex=False)
            lasting = threading.current_thread() is threading.main_thread()
            self._process = context.Process(target=_do, args=(os.getpid(), lasting, task, arguments, there))
            self._process.daemon = not can_fork()
            self._process.start()
            there.close()
        self.start = time.monotonic()

    def hear(self) -> Message | None:
        """The next message; None when there are no more. That a library cannot be loaded there is an error here."""
        try:
            message: Message = self.pipe.recv()
        except EOFError:
            return None
        if message[0] == _BROKEN:
            raise ImportError(message[1])
        return message

    def speaks_within(self, seconds: float) -> bool:
        """Whether there is a message, or their end, by then."""
        return bool(self.pipe.poll(max(seconds, 0)))

    def interrupt(self) -> None:
        """Ask for what it has by now."""
        if self._process.is_alive():
            os.kill(self._process.pid, signal.SIGINT)

    def tell_to_end(self) -> None:
        """End it, and those that it has started: they would outlive it, and hold our output."""
        if not can_fork():
            self._process.terminate()
            return
        try:
            os.killpg(self._process.pid, signal.SIGTERM)
        except (ProcessLookupError, PermissionError):  # nobody is left, or it has not set itself apart yet
            self._process.terminate()

    def end(self) -> None:
        """End it, and wait until it has. While it is being forked off it may not hear: so it is told again.

        While it computes with a number of a million digits it does not hear either, and then it is not asked any more.
        """
        with undisturbed():
            self.tell_to_end()
            self._process.join(_LOOK)
            for _ in range(_DEAF):
                if self._process.is_alive():
                    self.tell_to_end()
                    self._process.join(_LOOK)
            if self._process.is_alive():
                self._process.kill()
                self._process.join()
            self.pipe.close()


class Children(Generic[Key]):
    """Some children at the same time, each known by what it is there for."""

    def __init__(self) -> None:
        self.at_work: dict[Key, Child] = {}

    def begin(self, key: Key, task: Callable[..., None], *arguments: object) -> None:
        """One more child."""
        with undisturbed():
            self.at_work[key] = Child(task, *arguments)

    def news(self, seconds: float | None, besides: Container[Key] = ()) -> Iterator[tuple[Key, Message | None]]:
        """A message of each that speaks within so many seconds (None: however long it takes); None at its end."""
        heeded = {key: child for key, child in self.at_work.items() if key not in besides}
        ready = multiprocessing.connection.wait([child.pipe for child in heeded.values()], seconds)
        for key, child in heeded.items():
            if child.pipe in ready:
                yield key, child.hear()

    def dismiss(self, key: Key) -> Child:
        """End a child; what it was."""
        with undisturbed():
            child = self.at_work.pop(key)
            child.end()
        return child

    def end(self) -> None:
        """End all of them."""
        with undisturbed():
            for child in self.at_work.values():
                child.tell_to_end()
            for child in self.at_work.values():
                child.end()


# -------------------------------------------------------------------------------------------------------- in the child


def _do(parent: int, lasting: bool, task: Callable[..., None], arguments: tuple[Any, ...], pipe: Any) -> None:
    """All that a child does; `lasting` says whether whoever began it lives as long as its process."""
    if can_fork():
        _set_apart()
        if lasting:
            _be_ended_with(parent)
        end_with_the_parent(parent)

    def send(kind: str, content: object) -> None:
        with undisturbed():
            pipe.send((kind, content))

    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        try:
            task(*arguments, send)
        except ImportError as problem:
            send(_BROKEN, str(problem))


def _set_apart() -> None:
    """Ctrl-C is for the parent, which decides what becomes of its children.

    A parent may still interrupt one; it ends without a word, unless it has said that it is `listening`.
    """
    os.setpgid(0, 0)
    signal.signal(signal.SIGINT, _go)
    sys.unraisablehook = _heard_in_passing
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if isinstance(before, _Waiting) and before.heard:  # while it was being forked off
        signal.raise_signal(signal.SIGTERM)


def listening() -> None:
    """From now on an interrupt is a `KeyboardInterrupt`: there is something to say."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _go(*_: object) -> NoReturn:
    os._exit(_INTERRUPTED)


def _heard_in_passing(unraisable: Any) -> None:
    """An interrupt that came while an object was taken away, say, would be shown and lost."""
    if unraisable.exc_type is KeyboardInterrupt:
        _go()
    if unraisable.exc_type is AttributeError and getattr(unraisable.object, "__name__", "") == "__del__":
        return  # of an object that was interrupted while it was made, and lacks its parts
    sys.__unraisablehook__(unraisable)


def _be_ended_with(parent: int) -> None:
    """Let the system end this process with its parent, also while it hears nothing; Linux does.

    It would do so too where only the thread ends that began this process: that is why it has to last.
    """
    if sys.platform == "linux":
        import ctypes  # which takes as long to load as all else here

        ctypes.CDLL(None).prctl(_SIGNAL_AT_END_OF_PARENT, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


def end_with_the_parent(parent: int) -> None:
    """Do not outlive the parent, which has this number, however it ends, unless nothing is heard for long."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOK)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
