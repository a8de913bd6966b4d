"""Build the proofs in this folder, and say which axioms they rest on.

Everything is compiled; a proof that is not finished, or an axiom of our own, is an error, and so is any axiom other
than the three classical ones of mathcomp-analysis. Nothing is installed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ALLOWED = {
    "propositional_extensionality",
    "functional_extensionality_dep",
    "constructive_indefinite_description",
}
UNFINISHED = re.compile(
    r"\b(Admitted|admit|Axioms?|Parameters?|Conjectures?|bypass_check)\b|Unset (Guard|Positivity|Universe) Check"
)
MISSING = "foundations: Coq with mathcomp-analysis is needed. Debian: apt-get install coq libcoq-mathcomp-analysis"


def sources() -> list[Path]:
    """The files of the project, in the order of `_CoqProject`."""
    lines = (HERE / "_CoqProject").read_text(encoding="utf-8").split("\n")
    return [HERE / line for line in lines if line.endswith(".v")]


def without_comments(text: str) -> str:
    """The text of a file of Coq, without its comments."""
    while (bare := re.sub(r"\(\*(?:(?!\(\*|\*\)).)*\*\)", "", text, flags=re.DOTALL)) != text:
        text = bare
    return text


def unfinished() -> list[str]:
    """Where something is assumed that should be proved, and files that nobody builds."""
    listed = sources()
    found = [f"{path.name}: is not in _CoqProject" for path in sorted(HERE.rglob("*.v")) if path not in listed]
    for path in listed:
        match = UNFINISHED.search(without_comments(path.read_text(encoding="utf-8")))
        if match:
            found.append(f"{path.name}: {match.group()}")
    return found


def axioms(printed: str) -> set[str]:
    """The names of the axioms in what `Print Assumptions` prints."""
    if "Closed under the global context" in printed:
        return set()
    after = printed.split("Axioms:\n", 1)[1]
    return {name.split(".")[-1] for name in re.findall(r"^([\w.']+)(?: :|$)", after, flags=re.MULTILINE)}


def run(*command: str) -> str:
    """What a command prints; a failure ends the build."""
    done = subprocess.run(command, cwd=HERE, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}foundations: {' '.join(command)} failed")
    return done.stdout


def main() -> None:
    if not shutil.which("coqc") or not shutil.which("coq_makefile"):
        sys.exit(MISSING)
    library = Path(run("coqc", "-where").strip()) / "user-contrib" / "mathcomp" / "analysis"
    if not library.exists():
        sys.exit(MISSING)
    if found := unfinished():
        sys.exit("foundations: not finished\n  " + "\n  ".join(found))
    run("coq_makefile", "-f", "_CoqProject", "-o", "Makefile.coq")
    run("make", "-s", "-f", "Makefile.coq", "-j", str(os.cpu_count() or 1))
    printed = run("coqc", "-w", "none", "-R", ".", "Twinproof", "Assumptions.v")
    used = axioms(printed)
    lines = sum(len(path.read_text(encoding="utf-8").split("\n")) - 1 for path in sources())
    print(f"foundations: {len(sources())} files, {lines} lines, all proved; axioms:")
    print("".join(f"  {name}\n" for name in sorted(used)), end="")
    if not used or not used <= ALLOWED:
        sys.exit(f"foundations: these axioms are too many: {', '.join(sorted(used - ALLOWED)) or 'none was printed'}")


if __name__ == "__main__":
    main()
