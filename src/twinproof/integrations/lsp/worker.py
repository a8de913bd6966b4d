"""The process that verifies for the language server: one request on stdin, a finding on stdout for each mechanism.

It ends when it is done, when it is killed because the text has changed, or when the server is gone.
"""

from __future__ import annotations

import json
import os
import sys

from twinproof.integrations.lsp.finding import Finding, finding_of
from twinproof.lang.errors import TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.verify import verify
from twinproof.verify.processes import end_with_the_parent


def main() -> None:
    # Whatever prints something must not disturb the protocol.
    answers, sys.stdout = sys.stdout, sys.stderr
    request = json.loads(sys.stdin.readline())
    end_with_the_parent(os.getppid())
    for mechanism in read_text(request["text"], request["path"]):
        if isinstance(mechanism, Mechanism) and mechanism.name in request["names"]:
            # One process, so that the editor has a core too.
            try:
                finding = finding_of(verify(mechanism, jobs=1))
            except TwinproofError as problem:
                finding = Finding("error", problem.diagnostic.message, f"help: {problem.diagnostic.hint}")
            print(json.dumps({"name": mechanism.name, "finding": finding.to_json()}), file=answers, flush=True)
    answers.flush()
    os._exit(0)  # without waiting for the thread that watches the server


if __name__ == "__main__":
    main()
