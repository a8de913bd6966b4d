"""Prove the gallery, write each proof for Coq, and compile it: which ones Coq accepts, and what it had to be told.

Needs Coq and the built foundations, and twinproof in the Python that runs it: `make gallery-in-coq`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
GALLERY = HERE.parent / "gallery" / "private"
TWINPROOF = (sys.executable, "-c", "from twinproof.cli import main; main()")
LIMIT = 600  # seconds for one file
UNSAID = "no form for Coq yet"  # what twinproof says of a proof that it cannot write


def compiled(certificate: Path, target: Path) -> str:
    """What became of one certificate, in words."""
    exported = subprocess.run(
        [*TWINPROOF, "check", str(certificate), "--coq", str(target)], capture_output=True, text=True, check=False
    )
    if exported.returncode:
        why = exported.stderr.strip()
        return f"{UNSAID}: {why.rpartition('cannot be written: ')[2]}" if UNSAID in why else f"not exported: {why}"
    start = time.monotonic()
    command = ["coqc", "-w", "none", "-R", str(HERE), "Twinproof", str(target)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LIMIT, cwd=target.parent)
    except subprocess.TimeoutExpired:
        return f"not compiled in {LIMIT} s"
    if done.returncode:
        return f"not compiled: {done.stderr.strip()[-300:]}"
    conditions = target.read_text(encoding="utf-8").count("\nHypothesis smt_")
    told = len(re.findall(r"\basked\b", done.stdout))
    seconds = time.monotonic() - start
    return f"compiled in {seconds:.0f} s, {conditions - told} of {conditions} side conditions by Coq alone"


def main() -> None:
    """One line for each proof; fails if one that has a form for Coq is not compiled."""
    failed = unsaid = 0
    with tempfile.TemporaryDirectory() as folder:
        certificates = Path(folder)
        subprocess.run(
            [*TWINPROOF, "verify", str(GALLERY), "--certificates", folder], stdout=subprocess.DEVNULL, check=True
        )
        for certificate in sorted(certificates.glob("*.json")):
            outcome = compiled(certificate, certificates / f"{certificate.stem.replace('-', '_in_')}.v")
            print(f"{certificate.stem}: {outcome}", flush=True)
            unsaid += outcome.startswith(UNSAID)
            failed += not outcome.startswith(("compiled", UNSAID))
    print(f"{unsaid} proofs have {UNSAID}")
    if failed:
        sys.exit(f"{failed} proofs are not compiled")


if __name__ == "__main__":
    main()
