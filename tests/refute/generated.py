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


NOISY_HEADER = """\
from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, choose, coin, each_within, gaussian, geometric, laplace, mechanism, one_within
from twinproof import permute_and_flip, randomized_choice, randomized_response, truncated_laplace, uniform

"""


def noisy(seed: int) -> Mechanism:
    """A mechanism that draws other noise than Laplace's."""
    text = noisy_source(seed)
    (found,) = read_text(text, f"noisy-{seed}.py")
    assert isinstance(found, Mechanism), f"{found}\n{text}"
    return found


def noisy_source(seed: int) -> str:
    """Its text: answers about private numbers one by one, or a choice among them; perhaps of a sample, or of all."""
    random = Random(seed)
    pick = random.choice
    adjacency = pick(["each_within(1)", "one_within(1)", "one_within(1)", "each_within(1, monotone=True)"])
    rate = pick(["eps", "eps", "eps / 2", "2 * eps"])
    claim = pick(["eps", "eps", "2 * eps", "len(xs) * eps"])
    delta = pick(["", "", ', delta="1/10"'])
    answers = [
        f"int(randomized_response(x {pick(['>', '>='])} limit, {rate}))",
        f"randomized_choice(min(max(x, 0), {pick([1, 2, 3])}), 4, {rate})",
        f"truncated_laplace(x, {pick([1, 2])} / eps, {pick([0, 1, 3, 8])})",
        f"gaussian(x, {pick([1, 2])} / eps)",
        f"gaussian(x, variance={pick([1, 2, 4])} / eps)",
        f"laplace(x, {pick([1, 2])} / eps) + uniform({pick([0, -1])}, {pick([0, 1, 2])})",
        f"x + geometric({pick([1, 2])} / eps) - geometric(1 / eps)",
        f"(x if coin({pick(['Fraction(1, 2)', 'Fraction(1, 10)', '0'])}) else uniform(0, 3))",
        f"(laplace(x, 1 / eps) if coin({pick(['Fraction(1, 2)', '1'])}) else 0)",
    ]
    head = f"def noisy(xs: Annotated[list[int], {adjacency}], limit: int, eps: Epsilon) -> "
    lines = [f'@mechanism(epsilon="{claim}"{delta}, requires="len(xs) >= 1")']
    if random.random() < 0.4:
        scores = pick(["xs", "[-abs(x - limit) for x in xs]", "[min(x, limit) for x in xs]"])
        lines += [f"{head}int:", f"    return {pick(['choose', 'permute_and_flip'])}({scores}, {rate})"]
    else:
        kept = pick(["True", f"coin({pick(['Fraction(1, 2)', 'Fraction(1, 3)'])})", "x > limit"])
        lines += [
            f"{head}list[int]:",
            "    out: list[int] = []",
            "    for x in xs:",
            f"        if {kept}:",
            f"            out.append({pick(answers)})",
            "    return out",
        ]
    return NOISY_HEADER + "\n" + "\n".join(lines) + "\n"
