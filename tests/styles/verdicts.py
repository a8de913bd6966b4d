"""What twinproof says of the gallery in other styles and of `tests/unseen`: counts of verdicts, and which are wrong.

`python -m tests.styles.verdicts [WORD…]` asks for the files whose path has one of the words, or for all of them.
"""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
HOMES = (
    "styles",
    "unseen",
    "unseen/rows",
    "unseen/noises",
    "unseen/deltas",
    "unseen/moments",
    "unseen/hundred",
    "unseen/ninety",
    "unseen/fresh",
    "unseen/next",
    "unseen/third",
)
KINDS = ("private", "broken", "open")
FOLDERS = [f"tests/{home}/{kind}" for home in HOMES for kind in KINDS]
WRONG = {"private": "refuted", "broken": "proved", "open": "refuted"}
_LONGEST = 600  # seconds for one file
RIGHT = {"private": "proved", "broken": "refuted", "open": "unknown"}


def verdicts(path: Path) -> list[dict[str, str]]:
    """The verdicts on the mechanisms of a file."""
    run = [sys.executable, "-m", "twinproof", "verify", str(path), "--no-cache", "--json"]
    done = subprocess.run(run, capture_output=True, text=True, check=False, cwd=ROOT, timeout=_LONGEST)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def main() -> int:
    """Print what comes of each; 1 if a verdict is wrong."""
    wrong = 0
    for folder in FOLDERS:
        kind, counts = Path(folder).name, Counter[str]()
        for path in sorted((ROOT / folder).glob("*.py")):
            if sys.argv[1:] and not any(word in str(path) for word in sys.argv[1:]):
                continue
            for row in verdicts(path):
                verdict = row.get("verdict", "not read")
                counts[verdict] += 1
                wrong += verdict == WRONG[kind]
                if verdict != RIGHT[kind]:
                    note = "  WRONG" if verdict == WRONG[kind] else ""
                    print(f"{folder}: {row.get('mechanism')}: {verdict}{note}", flush=True)
        if counts:
            print(f"{folder}: " + ", ".join(f"{n} {v}" for v, n in sorted(counts.items())), flush=True)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
