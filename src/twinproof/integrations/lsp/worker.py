"""The process that verifies for the language server: one request on stdin, answers on stdout, a line each.

Of each mechanism there is what is being done, the finding, and at last, of those that are refuted, what would mend
them. It ends when it is done, when it is killed because the text has changed, or when the server is gone. The server
has threads and so cannot fork: this is a program of its own, which hears of the server's end by the end of its stdin.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from dataclasses import asdict
from typing import IO, Any

from twinproof.integrations.lsp.finding import Finding, finding_of
from twinproof.lang.errors import TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.verify import Verdict, verify
from twinproof.verify.cache import Cache
from twinproof.verify.decide import with_what_to_do


class Answers:
    """Where answers go. Whatever else prints something must not disturb the protocol."""

    def __init__(self) -> None:
        self.out, sys.stdout = sys.stdout, sys.stderr

    def say(self, **answer: Any) -> None:
        print(json.dumps(answer), file=self.out, flush=True)


def request_of(server: IO[str]) -> Any:
    """The request; from then on, the process ends with the server."""
    request = json.loads(server.readline())
    threading.Thread(target=_end_with, args=(server,), daemon=True).start()
    return request


def _end_with(server: IO[str]) -> None:
    server.read()
    os._exit(1)


def main() -> None:
    answers, request, cache = Answers(), request_of(sys.stdin), Cache.of_user()
    found: list[Verdict] = []
    for mechanism in read_text(request["text"], request["path"]):
        if isinstance(mechanism, Mechanism) and mechanism.name in request["names"]:
            kept = cache.load(mechanism, infer=False, advise=True)
            finding, verdict = _found(mechanism, answers) if kept is None else (finding_of(kept), None)
            answers.say(name=mechanism.name, finding=finding.to_json())
            if kept is not None and kept.fixes:
                answers.say(name=mechanism.name, fixes=[asdict(fix) for fix in kept.fixes])
            found += [verdict] if verdict is not None else []
    for verdict in found:
        if verdict.kind == "refuted":
            answers.say(name=verdict.mechanism.name, progress="looking for a fix")
        advised = with_what_to_do(verdict)
        if advised.fixes:
            answers.say(name=verdict.mechanism.name, fixes=[asdict(fix) for fix in advised.fixes])
        cache.store(advised, infer=False, advise=True)
    os._exit(0)  # without waiting for the thread that listens to the server


def _found(mechanism: Mechanism, answers: Answers) -> tuple[Finding, Verdict | None]:
    def progress(side: str, text: str) -> None:
        answers.say(name=mechanism.name, progress=f"{side}: {text}")

    try:
        verdict = verify(mechanism, jobs=1, progress=progress)  # one process, so that the editor has a core too
        return finding_of(verdict), verdict
    except TwinproofError as problem:
        said = problem.diagnostic
        return Finding("error", said.message, f"help: {said.hint}", code=said.code.value), None


if __name__ == "__main__":
    main()
