"""Constants at the top of a file: tuples in which members of enums stand."""

from fractions import Fraction

import pytest

from twinproof.lang.declare import RunnableMechanism
from twinproof.lang.errors import Diagnostic
from twinproof.lang.interpret import run
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import SeededNoise, using
from twinproof.lang.reader import read_text

HEAD = """from enum import Enum
from typing import Annotated
from twinproof import Epsilon, clamp, laplace, mechanism, within

class Size(Enum):
    SMALL = 1
    LARGE = 2

SIZES = (Size.LARGE, Size.SMALL)
PRICES = ((Size.SMALL, 3), (Size.LARGE, 5))
LOW, HIGH = -2, 2
(LIMIT, WORDS) = 4, ("a", "b", "c")

@mechanism(epsilon="eps")
def named(x: Annotated[int, within(1)], eps: Epsilon) -> {result}:
{body}
"""


def text(body: str, result: str = "int") -> str:
    return HEAD.format(result=result, body="\n".join(f"    {line}" for line in body.split("\n")))


READ = {
    "several in a line": ("return laplace(clamp(x, LOW, HIGH), LIMIT / eps) + len(WORDS)", "int"),
    "a member by its position": ("noisy = laplace(x, 1 / eps)\nreturn SIZES[noisy % 2]", "Size"),
    "run over": (
        "n = 0\nfor s in SIZES:\n    if s == Size.SMALL:\n        n += 1\nreturn laplace(x, 1 / eps) + n",
        "int",
    ),
    "pairs": (
        "n = 0\nfor s, p in PRICES:\n    if s == Size.LARGE:\n        n += p\nreturn laplace(x, 1 / eps) + n",
        "int",
    ),
    "asked": ("return laplace(x, 1 / eps) if Size.SMALL in SIZES else 0", "int"),
    "keys": ("d = {s: laplace(x, 2 / eps) for s in SIZES}\nreturn d[Size.SMALL]", "int"),
}


@pytest.mark.parametrize("name", READ)
def test_they_are_what_they_are_in_python(name: str) -> None:
    body, result = READ[name]
    source = text(body, result)
    (found,) = read_text(source, "named.py")
    assert isinstance(found, Mechanism), found
    namespace: dict[str, object] = {}
    exec(compile(source, "named.py", "exec"), namespace)
    function = namespace["named"]
    assert isinstance(function, RunnableMechanism)
    for seed in range(20):
        with using(SeededNoise(seed)):
            wanted = function(x=seed, eps=1)
        held = run(found, {"x": seed, "eps": Fraction(1)}, SeededNoise(seed))
        assert found.faces.output(held, namespace) == wanted


@pytest.mark.parametrize(
    "body",
    [
        "Size = 1\nreturn laplace(x, 1 / eps) + (1 if SIZES[0] == SIZES[1] else Size)",
        "n = len(OTHER)\nreturn laplace(x, 1 / eps) + n",
    ],
)
def test_what_is_not_a_member_is_refused(body: str) -> None:
    source = text(body).replace("SIZES =", "OTHER = (Size.SMALL.value, Size)\nSIZES =")
    (found,) = read_text(source, "named.py")
    assert isinstance(found, Diagnostic)


UNREAD = {
    "twice in a line": "LOW, LOW = 0, 3",
    "more names than values": "LOW, HIGH, LIMIT = 0, (3, 4)",
    "one after the other": "LOW = HIGH = 3",
    "turned around": "HIGH = 3\nLOW, HIGH = HIGH, 4",
    "a list": "LOW, HIGH = [3], 3",
    "an item": "HIGHS = [1, 2]\nLOW, HIGHS[0] = HIGHS[0], 4",
    "what is made": "LOW, HIGH = max(3, 4), int('3')",
    "what is left": "LOW, *HIGH = 3, 4, 5",
}


@pytest.mark.parametrize("line", UNREAD.values(), ids=list(UNREAD))
def test_what_only_running_would_tell_is_refused(line: str) -> None:
    source = text("return laplace(x, 3 / eps) + LOW").replace("LOW, HIGH = -2, 2", line)
    (found,) = read_text(source, "named.py")
    assert isinstance(found, Diagnostic)
    assert found.code.name == "GLOBAL_STATE"
