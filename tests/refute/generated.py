"""Random mechanisms that look like real ones: noise, comparisons and releases in a loop over private answers.

Each is determined by its seed. About half of them keep their claim.
"""

from __future__ import annotations

from random import Random

from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text

HEADER = """\
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism, one_sided_laplace, one_within, within

"""

RETURNED = {"list[bool]": "out", "list[int]": "out", "int": "best", "tuple[int, int]": "first, second"}


def generated(seed: int) -> Mechanism:
    """The mechanism of a seed."""
    text = source(seed)
    (found,) = read_text(text, f"generated-{seed}.py")
    assert isinstance(found, Mechanism), f"{found}\n{text}"
    return found


def source(seed: int) -> str:
    """Its text."""
    random = Random(seed)
    pick = random.choice
    scale = [f"{pick([1, 1, 2, 2, 3, 4])} / eps" for _ in range(3)]
    noise = pick(["laplace", "laplace", "laplace", "one_sided_laplace"])
    adjacency = pick(
        ["each_within(1)", "each_within(1)", "one_within(1)", "one_within(2)", "each_within(1, monotone=True)"]
    )
    result = pick(["list[bool]", "list[int]", "int", "tuple[int, int]"])
    compared = pick([f"laplace(x, {scale[1]})", "x", f"laplace(x, {scale[1]})", f"{noise}(x, {scale[1]})"])
    released = pick(["noisy", "noisy - bar", f"laplace(x, {scale[2]})", "i", "noisy", "x"])
    bar = pick([f"laplace(limit, {scale[0]})", f"laplace(limit, {scale[0]})", "limit"])
    relation = pick([">=", ">", "<="])
    claim = pick(["eps", "eps", "2 * eps", "len(xs) * eps", "3 * eps"])
    append = {
        "list[bool]": f"out.append(noisy {relation} bar)",
        "list[int]": f"out.append({released} if noisy {relation} bar else {pick(['-1', '0', 'noisy'])})",
        "int": f"best = {pick(['max', 'min'])}(best, noisy)" if random.random() < 0.5 else f"best = {released}",
        "tuple[int, int]": f"first, second = i, {released}",
    }[result]
    guarded = result in ("int", "tuple[int, int]") and random.random() < 0.7
    stop = pick(["hits >= 1", "hits >= 2", "i >= 5"])
    lines = [
        f'@mechanism(epsilon="{claim}")',
        f"def generated(xs: Annotated[list[int], {adjacency}], limit: int, eps: Epsilon) -> {result}:",
        f"    bar = {bar}",
        "    out: list[bool] = []" if result == "list[bool]" else "    out: list[int] = []",
        "    best, first, second, hits = 0, -1, 0, 0",
        "    for i, x in enumerate(xs):",
        f"        noisy = {compared}",
        f"        if noisy {relation} bar:" if guarded else "        if True:",
        f"            {append}",
        f"        if noisy {relation} bar:",
        "            hits += 1",
        f"        if {stop}:",
        "            break",
        f"    return {RETURNED[result]}",
    ]
    return HEADER + "\n" + "\n".join(lines) + "\n"
