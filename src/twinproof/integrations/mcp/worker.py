"""The process that answers one call for the server: a request on stdin, an answer on stdout.

The server has threads and must answer others meanwhile; this can be forked, and killed when the time is over. It does
not outlive the server, however that ends.
"""

from __future__ import annotations

import json
import os
import sys

from twinproof.integrations.mcp.answering import NoAnswer, answer
from twinproof.verify.processes import can_fork, end_with_the_parent


def main() -> None:
    if can_fork():
        end_with_the_parent(os.getppid())
    out, sys.stdout = sys.stdout, sys.stderr  # whatever else prints something must not disturb the answer
    request = json.load(sys.stdin)
    try:
        said: dict[str, object] = {"answer": answer(request["tool"], request["asked"])}
    except NoAnswer as problem:
        said = {"problem": str(problem)}
    json.dump(said, out)


if __name__ == "__main__":
    main()
