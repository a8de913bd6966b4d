"""twinproof prove: runs a proof script, and shows the goals that it leaves."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rich.console import Console

from twinproof.cli.streams import echo
from twinproof.lang.printer import show_claim
from twinproof.tactics.proof import Proof
from twinproof.tactics.running import run_script

PROVED, OPEN, FAILED = 0, 2, 3


def prove(script: Path, upto: int | None, certificates: Path | None) -> int:
    """Run a proof script and show the goals that are open at its end, or at a line of it."""
    ran = run_script(script, upto)
    problem = ran.problem
    for proof in ran.proofs:
        _show(proof)
        if certificates is not None and proof.proved and not proof.is_lemma:
            problem = _write(proof, certificates) or problem
    sys.stdout.flush()
    if problem:
        echo(problem, err=True)
        return FAILED
    if not ran.proofs:
        where = "in this script" if upto is None else f"up to line {upto}"
        echo(f"{script}: no proof is begun {where}: p = Proof('PATH::name') begins one", err=True)
        return FAILED
    return PROVED if ran.proved else OPEN


def on_terminal() -> bool:
    """Whether somebody is watching."""
    return sys.stdout.isatty()


def _show(proof: Proof) -> None:
    if proof.proved and not proof.is_lemma:
        claim = show_claim(proof.mechanism.claim)
        steps = len(proof.certificate()["steps"])
        echo(f"{proof.title} is {claim.adjective()}: proved, in {steps} steps of the kernel")
    elif proof.proved:
        echo(f"{proof.title}: proved")
    elif on_terminal():
        Console(highlight=False).print(proof)
    else:
        echo(proof.all_goals())


def _write(proof: Proof, folder: Path) -> str:
    """Write a certificate; what went wrong, if something did."""
    path = folder / f"{proof.mechanism.name}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(proof.certificate()), encoding="utf-8")
    except OSError as problem:
        return f"{path}: the certificate cannot be written: {problem.strerror}"
    echo(f"  certificate: {path}")
    return ""
