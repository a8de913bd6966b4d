"""Conversions to (ε, δ) beside those of OpenDP and of Google's dp-accounting.

    python benchmarks/bench_convert.py [PYTHON]

PYTHON is an interpreter with `dp-accounting` installed, in an environment of its own: its requirements do not go
together with ours (it wants an older `attrs`). `make accounting` makes one inside of ours, which is taken if none is
named. It ends with an error if one of our numbers is larger than another's, which would be less tight.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import opendp.prelude as dp

from twinproof.exact.accounting import Guarantee, OfPure, OfZcdp, epsilon_at

DELTAS = ("1e-6", "1e-9")
RHOS = ("0.001", "0.05", "0.5", "3")
PURE = (("0.1", 100), ("0.5", 10), ("0.01", 2000))
_PEER = """
import json, math
from dp_accounting import dp_event
from dp_accounting.pld import privacy_loss_distribution as pld
from dp_accounting.rdp import RdpAccountant
found = {}
for rho in RHOS:
    for delta in DELTAS:
        accountant = RdpAccountant()
        accountant.compose(dp_event.ZCDpEvent(float(rho)))
        found[f"{rho} {delta}"] = accountant.get_epsilon(float(delta))
for each, times in PURE:
    one = pld.from_randomized_response(2 / (1 + math.exp(float(each))), 2)
    for delta in DELTAS:
        found[f"{each} {times} {delta}"] = one.self_compose(times).get_epsilon_for_delta(float(delta))
print(json.dumps(found))
"""


def opendp_epsilon(rho: str, delta: str) -> float:
    """OpenDP's ε for ρ-zCDP."""
    dp.enable_features("contrib", "honest-but-curious")
    space = dp.atom_domain(T=int), dp.absolute_distance(T=int)
    measure, amount = dp.zero_concentrated_divergence(), float(rho)
    made = dp.m.make_user_measurement(*space, measure, lambda x: x, lambda _: amount, TO="ExtrinsicObject")
    profile: Any = dp.c.make_zCDP_to_approxDP(made).map(1)  # type: ignore[no-untyped-call]
    return float(profile.epsilon(float(delta)))


def peers(python: str) -> dict[str, float]:
    """What dp-accounting says, from its own environment."""
    given = f"RHOS = {RHOS!r}\nDELTAS = {DELTAS!r}\nPURE = {PURE!r}\n"
    done = subprocess.run([python, "-c", given + _PEER], capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def line(name: str, guarantee: Guarantee, delta: str, others: Mapping[str, float | None]) -> bool:
    start = time.perf_counter()
    ours = epsilon_at(guarantee, Fraction(delta))
    seconds = time.perf_counter() - start
    shown = "  ".join(f"{who} {'-' if e is None else f'{e:.9f}'}" for who, e in others.items())
    print(f"{name:<28} δ = {delta}: ε = {ours:.9f}  {shown}  ({1000 * seconds:.1f} ms)")
    return all(e is None or ours <= e * (1 + 1e-9) for e in others.values())


def main(python: str) -> int:
    theirs = peers(python)
    tight: list[bool] = []
    for rho in RHOS:
        for delta in DELTAS:
            others = {"OpenDP": opendp_epsilon(rho, delta), "dp-accounting": theirs[f"{rho} {delta}"]}
            tight.append(line(f"{rho}-zCDP", OfZcdp(Fraction(rho)), delta, others))
    for each, times in PURE:
        for delta in DELTAS:
            other = {"dp-accounting": theirs[f"{each} {times} {delta}"]}
            tight.append(line(f"{times} times ε = {each}", OfPure(Fraction(each), times), delta, other))
    print(f"{sum(tight)} of {len(tight)} at least as tight as all others")
    return 0 if all(tight) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else str(Path(sys.prefix) / "accounting" / "bin" / "python")))
