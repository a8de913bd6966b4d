"""twinproof doctor: is everything here that twinproof needs, in the right version, and does it work?

Each check is a function of its own that may fail in any way: whatever it raises is what is wrong. Nothing is loaded
before it is looked at, so a broken library is a line and not a traceback.
"""

from __future__ import annotations

import importlib.metadata
import json
import multiprocessing
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from twinproof import __version__
from twinproof.cli.streams import echo, speaks_unicode

if TYPE_CHECKING:
    from twinproof.lang.mechanism import Mechanism

WELL, UNWELL = 0, 3
State = Literal["ok", "missing", "wrong"]

# What the optional parts are for; their names are those of twinproof's extras.
EXTRAS = {
    "second-opinion": "`check --second-opinion`",
    "cluster": "`verify --cluster`",
    "lsp": "editors",
    "mcp": "`twinproof mcp`",
    "opendp": "OpenDP measurements",
    "plots": "`report` and `--plot`",
    "play": "`play`",
}
AGAIN = "pip install --force-reinstall "

TINY = """
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def private(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)


@mechanism(epsilon="eps")
def broken(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / (2 * eps))
"""


@dataclass(frozen=True)
class Finding:
    """What came of one check."""

    check: str
    state: State
    detail: str
    remedy: str = ""
    required: bool = True

    @property
    def well(self) -> bool:
        """Whether twinproof works with this."""
        return self.state == "ok" or not self.required

    def __str__(self) -> str:
        detail = self.detail if self.required or self.state == "ok" else f"{self.detail} (optional)"
        remedy = f"\n{'':<27} → {self.remedy}" if self.remedy and self.state != "ok" else ""
        return f"{self.state:<8} {self.check:<18} {detail}{remedy}"


class Wrong(Exception):
    """A check found something that is not as it should be."""


def doctor(as_json: bool) -> int:
    """Check everything and print a line about each."""
    findings: list[Finding] = []
    for finding in _findings():
        findings.append(finding)
        if not as_json:
            echo(str(finding))
    unwell = [f.check for f in findings if not f.well]
    if as_json:
        echo(json.dumps({"ok": not unwell, "checks": [asdict(f) for f in findings]}))
    else:
        echo(f"not well: {', '.join(unwell)}" if unwell else "all that is required is well")
    return UNWELL if unwell else WELL


def _findings() -> Iterator[Finding]:
    yield _tried("python", _python, "install another Python")
    yield _tried("twinproof", _itself, AGAIN + "twinproof")
    for requirement in _requirements():
        yield _library(requirement)
    yield _tried("random bits", _random_bits, "the system's secure generator does not answer: noise cannot be drawn")
    yield _tried(
        "solver", _solver, "correct what is said of z3-solver above, or install it again: " + AGAIN + "z3-solver"
    )
    yield _tried("ball arithmetic", _balls, AGAIN + "python-flint")
    yield _tried(
        "prover and kernel", _proof, "correct what is wrong above, or install twinproof again: " + AGAIN + "twinproof"
    )
    yield _tried(
        "refuter", _refutation, "correct what is wrong above, or install twinproof again: " + AGAIN + "twinproof"
    )
    yield from _optional()
    yield _tried("side by side", _fork, "nothing to do: prover and refuter take turns here", required=False)
    yield _tried("cache", _cache, "let XDG_CACHE_HOME name a folder that can be written", required=False)
    yield _tried("terminal", _terminal, "set PYTHONUTF8=1 to see symbols instead of ASCII", required=False)


def _tried(check: str, look: Callable[[], str], remedy: str, required: bool = True) -> Finding:
    try:
        return Finding(check, "ok", look(), required=required)
    except Wrong as problem:
        return Finding(check, "wrong", str(problem), remedy, required)
    except Exception as problem:  # a library may fail in ways of its own; what it says is what we have to tell
        missing: State = "missing" if isinstance(problem, ModuleNotFoundError) else "wrong"
        return Finding(check, missing, f"{type(problem).__name__}: {problem}", remedy, required)


# ------------------------------------------------------------------------------------------------------------- versions


def _python() -> str:
    version, wanted = platform.python_version(), importlib.metadata.metadata("twinproof")["Requires-Python"]
    if not SpecifierSet(wanted).contains(version, prereleases=True):
        raise Wrong(f"{version}, but {wanted} is needed")
    return f"{version}, {sys.executable}"


def _itself() -> str:
    installed = importlib.metadata.version("twinproof")
    if installed != __version__:
        raise Wrong(f"{__version__}, but installed as {installed}")
    return __version__


def _requirements(extra: str = "") -> list[Requirement]:
    """What twinproof says that it needs, for itself or for one of its extras."""
    try:
        texts = importlib.metadata.requires("twinproof") or []
    except importlib.metadata.PackageNotFoundError:
        return []  # there is a line about that already
    requirements = [Requirement(text) for text in texts]
    for_extra = [r for r in requirements if r.marker is not None and not r.marker.evaluate({"extra": ""})]
    if not extra:
        return [r for r in requirements if r not in for_extra]
    return [r for r in for_extra if r.marker is not None and r.marker.evaluate({"extra": extra})]


def _library(requirement: Requirement, extra: str = "", purpose: str = "") -> Finding:
    """Whether a library is there in a version that will do."""
    name, wanted = requirement.name, str(requirement.specifier)
    remedy = f"pip install 'twinproof[{extra}]'" if extra else f"pip install '{name}{wanted}'"
    why = f", for {purpose}" if purpose else ""
    try:
        version = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return Finding(name, "missing", f"not installed{why}", remedy, required=not extra)
    if not requirement.specifier.contains(version, prereleases=True):
        return Finding(name, "wrong", f"{version}, but {wanted} is needed{why}", remedy, required=not extra)
    return Finding(name, "ok", f"{version}{why}", required=not extra)


def _optional() -> Iterator[Finding]:
    for extra, purpose in EXTRAS.items():
        for requirement in _requirements(extra):
            yield _library(requirement, extra, purpose)


# ----------------------------------------------------------------------------------------------------- whether it works


def _random_bits() -> str:
    from twinproof.lang.noise.laplace import laplace

    if len({os.urandom(16) for _ in range(8)}) < 8:
        raise Wrong("the system's generator repeats itself")
    laplace(0, 1)
    return "from the system's secure generator; a draw of noise works"


def _solver() -> str:
    import z3

    from twinproof.lang.expr import Literal as Number
    from twinproof.lang.expr import Op, Var, apply
    from twinproof.lang.types import INT
    from twinproof.smt import prove

    x = Var("x", INT)
    below = apply(Op.LT, x, apply(Op.ADD, x, Number(1)))
    if not prove(below).proved or prove(apply(Op.LT, x, Number(0))).proved:
        raise Wrong(f"z3 {z3.get_version_string()} does not decide x < x + 1")
    return f"z3 {z3.get_version_string()} decides a side condition"


def _balls() -> str:
    from flint import arb

    ball = (-arb(1)).exp() * arb(1).exp()
    if not ball.contains(1) or ball.contains(2):
        raise Wrong(f"e · 1/e is {ball}")
    return f"e · 1/e is {ball}"


def _tiny(name: str) -> Mechanism:
    from twinproof.lang.mechanism import Mechanism
    from twinproof.lang.reader import read_text

    for item in read_text(TINY):
        if isinstance(item, Mechanism) and item.name == name:
            return item
    raise Wrong("a tiny mechanism is not read")


def _proof() -> str:
    from twinproof.kernel.proof_document import write
    from twinproof.kernel.replay import check
    from twinproof.search.prover import Prover
    from twinproof.search.result import Stuck

    private = _tiny("private")
    proof = Prover(private).find_proof()
    if isinstance(proof, Stuck):
        raise Wrong(f"a tiny claim is not proved: {proof.reason}")
    report = check(json.loads(json.dumps(write(private, proof.theorem, TINY))), private, TINY)
    return f"a tiny claim is proved, and its certificate accepted in {sum(report.rules.values())} steps"


def _refutation() -> str:
    from twinproof.refute import refute
    from twinproof.verify.counterexample_document import check_refuted, write

    broken = _tiny("broken")
    refutation = refute(broken, jobs=1)
    if refutation.counterexample is None:
        raise Wrong("a tiny broken claim is not refuted")
    check_refuted(json.loads(json.dumps(write(broken, refutation.counterexample, TINY))), broken, TINY)
    return "a tiny broken claim is refuted, and the counterexample accepted"


# ----------------------------------------------------------------------------------------------------- the surroundings


def _fork() -> str:
    if "fork" not in multiprocessing.get_all_start_methods():
        raise Wrong("this system cannot fork")
    return f"prover and refuter run at the same time; {os.cpu_count()} cores"


def _cache() -> str:
    from twinproof.verify.cache import default_folder

    folder = default_folder()
    there = next(place for place in (folder, *folder.parents) if place.exists())  # the rest is made when it is needed
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as problem:
        raise Wrong(f"{folder} cannot be written ({problem.strerror})") from None
    files = [p.stat().st_size for p in folder.rglob("*") if p.is_file()]
    return f"{folder}: {len(files)} {'file' if len(files) == 1 else 'files'}, {sum(files) / 1e6:.1f} MB"


def _terminal() -> str:
    if not speaks_unicode():
        raise Wrong(f"{sys.stdout.encoding} has no letters such as ε")
    return f"{sys.stdout.encoding} has all symbols"
