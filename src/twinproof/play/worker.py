"""The process that works for a page: requests on stdin, answers on stdout, a line of JSON each.

It reads a text and judges its mechanisms, one after the other; then it answers what two inputs show, until the next
text. A page that has a new text while the old one is still being judged kills it, and it ends when the page is gone.
Its memory is limited; its time is for whoever started it to limit.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from typing import IO, Any

from twinproof.lang.errors import Diagnostic, TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.play.study import Study
from twinproof.play.wire import Problem
from twinproof.verify import verify

MOST_MEMORY = 4 << 30  # bytes
_PATH = "playground.py"


class Worker:
    """What was judged last, and the answers to what is asked of it."""

    def __init__(self, out: IO[str]) -> None:
        self.out = out
        self.studies: dict[str, Study] = {}

    def say(self, **answer: Any) -> None:
        self.out.write(f"{json.dumps(answer)}\n")
        self.out.flush()

    def do(self, request: dict[str, Any]) -> None:
        """Answer a request; the last answer to each is marked as such."""
        match request["task"]:
            case "judge":
                self._judge(request["text"])
            case "begin":
                left, right = self.studies[request["name"]].pair()
                self.say(left=left, right=right)
            case "look":
                study = self.studies[request["name"]]
                self.say(seen=study.at(request["left"], request["right"], request["seed"]))
        self.say(done=request["number"])

    def _judge(self, text: str) -> None:
        self.studies = {}
        readings = read_text(text, _PATH)
        self.say(names=[r.name for r in readings if isinstance(r, Mechanism)])
        for reading in readings:
            if isinstance(reading, Diagnostic):
                self._refuse(reading)
            else:
                self._verify(reading)

    def _verify(self, mechanism: Mechanism) -> None:
        def progress(side: str, text: str) -> None:
            self.say(progress=f"{mechanism.name}: {side}, {text}")

        try:
            study = Study(verify(mechanism, jobs=1, progress=progress))
        except TwinproofError as problem:
            self._refuse(problem.diagnostic)
            return
        self.studies[mechanism.name] = study
        self.say(view=study.view())

    def _refuse(self, problem: Diagnostic) -> None:
        """Everything that is wrong with a mechanism, or with the text."""
        for each in problem.all:
            line = each.span.line if each.span is not None else None
            said: Problem = {
                "name": each.mechanism,
                "line": line,
                "code": each.code.value,
                "message": each.message,
                "hint": each.hint,
            }
            self.say(problem=said)


def _limit_memory() -> None:
    """More than anything sensible takes: a text that wants more gets no answer, and the machine goes on."""
    try:
        import resource
    except ImportError:  # not every system has such limits
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    limit = MOST_MEMORY if most == resource.RLIM_INFINITY else min(MOST_MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (limit, most))


def _listen(requests: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        requests.put(line)
    os._exit(1)  # the page is gone


def main() -> None:
    out, sys.stdout = sys.stdout, sys.stderr  # whatever else prints something must not disturb the protocol
    _limit_memory()
    requests: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests,), daemon=True).start()
    worker = Worker(out)
    worker.say(ready=True)
    while True:
        worker.do(json.loads(requests.get()))


if __name__ == "__main__":
    main()
