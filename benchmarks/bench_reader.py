"""How long it takes to read a file of 60 mechanisms, per line.

Two files: one in the plain style of the gallery, and one in the other styles of `tests/styles`, where a line says more.
With the path of another checkout, `python benchmarks/bench_reader.py ../before`, both versions read the plain file, in
turns; the other one may be older than what the second file is written in.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent
MECHANISMS = 60
TURNS = 5
ONCE = """
import sys, time
from pathlib import Path
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
text = Path(sys.argv[1]).read_text()
found = read_text(text)
assert all(isinstance(m, Mechanism) for m in found), [str(m) for m in found if not isinstance(m, Mechanism)][0]
times = []
for _ in range(3):
    start = time.process_time()
    read_text(text)
    times.append(time.process_time() - start)
print(min(times) / len(text.splitlines()))
"""


def joined(paths: Iterable[Path]) -> str:
    """Sixty mechanisms of these files in one file, with names of their own."""
    imports, parts, count = set[str](), list[str](), 0
    kept = list(paths)
    while count < MECHANISMS:
        for path in kept:
            text = path.read_text()
            tree = ast.parse(text)
            here = [s for s in tree.body if isinstance(s, ast.Import | ast.ImportFrom)]
            imports |= {ast.unparse(s) for s in here if getattr(s, "module", "") != "__future__"}
            last = max(s.end_lineno or 0 for s in here)
            body = "\n".join(text.splitlines()[last:])
            for name in {n for s in tree.body for n in _bound(s)}:
                body = re.sub(rf"\b{name}\b", f"{name}_{len(parts)}", body)
            parts.append(body)
            count += body.count("@mechanism")
            if count >= MECHANISMS:
                break
    return "\n".join(sorted(imports)) + "\n" + "\n".join(parts) + "\n"


def _bound(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.FunctionDef(name) | ast.ClassDef(name) | ast.Assign([ast.Name(name)]):
            return [name]
        case _:
            return []


def per_line(checkout: Path, file: Path) -> float:
    """The microseconds that a line takes."""
    env = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    done = subprocess.run([sys.executable, "-c", ONCE, str(file)], env=env, check=True, capture_output=True, text=True)
    return 1e6 * float(done.stdout)


def main() -> None:
    before = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
    old = ROOT if before is None else before
    files = {
        "plain style": joined(sorted(p for p in old.glob("gallery/*/*.py") if (ROOT / p.relative_to(old)).exists())),
        "other styles": joined(sorted(ROOT.glob("tests/styles/private/*.py"))),
    }
    print(f"reader: a file of {MECHANISMS} mechanisms, microseconds of processor time per line, best of {TURNS} turns")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            file = Path(folder) / "mechanisms.py"
            file.write_text(text)
            compared = before if name == "plain style" else None
            turns = [(per_line(ROOT, file), per_line(compared, file) if compared else 0.0) for _ in range(TURNS)]
            now, then = (min(column) for column in zip(*turns, strict=True))
            shown = f"  {name:<14} {now:6.1f}   {len(text.splitlines())} lines"
            print(shown + (f"   before {then:6.1f}, {now / then:.2f} × as long" if compared else ""))


if __name__ == "__main__":
    main()
