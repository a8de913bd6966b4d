"""The process that runs proof scripts for the language server: one request on stdin, the recording on stdout.

Only an editor that asks for goals has a script run. Its process ends like the one that verifies.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from twinproof.integrations.lsp.recording import record
from twinproof.integrations.lsp.worker import Answers, request_of


def main() -> None:
    answers, request = Answers(), request_of(sys.stdin)
    with open(os.devnull) as sys.stdin:  # the script has nobody to ask
        answers.say(recording=record(request["text"], Path(request["path"])))
    os._exit(0)


if __name__ == "__main__":
    main()
