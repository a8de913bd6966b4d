"""The process that verifies for the language server: one request on stdin, a finding on stdout for each mechanism.

It ends when it is done, when it is killed because the text has changed, or when the server is gone. The server has
threads and so cannot fork: this is a program of its own, which hears of the server's end by the end of its stdin.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from typing import IO

from twinproof.integrations.lsp.finding import Finding, finding_of
from twinproof.lang.errors import TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.verify import verify


def _end_with(server: IO[str]) -> None:
    server.read()
    os._exit(1)


def main() -> None:
    # Whatever prints something must not disturb the protocol.
    answers, sys.stdout = sys.stdout, sys.stderr
    request = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with, args=(sys.stdin,), daemon=True).start()
    for mechanism in read_text(request["text"], request["path"]):
        if isinstance(mechanism, Mechanism) and mechanism.name in request["names"]:
            # One process, so that the editor has a core too.
            try:
                finding = finding_of(verify(mechanism, jobs=1))
            except TwinproofError as problem:
                finding = Finding("error", problem.diagnostic.message, f"help: {problem.diagnostic.hint}")
            print(json.dumps({"name": mechanism.name, "finding": finding.to_json()}), file=answers, flush=True)
    answers.flush()
    os._exit(0)  # without waiting for the thread that listens to the server


if __name__ == "__main__":
    main()
