"""The names that a proof invents: a program may have any of them itself, and is proved all the same."""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.search.reading import HEADER
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.kernel.statement import privacy
from twinproof.lang.expr import Place, Var, free_variables
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.search.adjacency_cases import Statement
from twinproof.search.prover import prove
from twinproof.search.result import Proof

PRIVATE = Path(__file__).parent.parent.parent / "gallery" / "private"

# What the prover, the tactics that it uses and the kernel's own rules may invent, next to `moved_x` and `len_x`.
INVENTED = ("o", "sampled", "position", "w", "w1", "w2", "i", "j", "v", "sampled_other", "sampled_2")

BY_LENGTH = (
    HEADER
    + """
@mechanism(epsilon="eps", requires="len(xs) >= 1")
def by_length(xs: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    out = []
    for x in xs:
        out.append(laplace(x, len(xs) / (len(xs) * eps)))
    return out
"""
)


def texts() -> dict[str, str]:
    names = ("above_threshold", "sparse_vector", "histogram", "report_noisy_max", "stream_above_threshold")
    return {name: (PRIVATE / f"{name}.py").read_text() for name in names} | {"by_length": BY_LENGTH}


def last(text: str) -> ast.FunctionDef:
    return [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)][-1]


def own_names(text: str) -> list[str]:
    """The parameters and variables of the last function of a text."""
    nodes = list(ast.walk(last(text)))
    parameters = [n.arg for n in nodes if isinstance(n, ast.arg)]
    return list(dict.fromkeys([*parameters, *(n.id for n in nodes if isinstance(n, ast.Name) and _is_set(n))]))


def _is_set(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def renamed(text: str, names: dict[str, str]) -> Mechanism:
    """The last mechanism of a text, with other names for its parameters and variables."""
    function = last(text)
    lines = text.split("\n")
    start = min(d.lineno for d in function.decorator_list) - 1
    pattern = re.compile(rf"\b({'|'.join(names)})\b")
    body = "\n".join(pattern.sub(lambda found: names[found[1]], line) for line in lines[start:])
    mechanism = read_text("\n".join([*lines[:start], body]), "renamed.py")[-1]
    assert isinstance(mechanism, Mechanism), mechanism
    return mechanism


def squares(names: list[str]) -> Iterator[dict[str, str]]:
    """Renamings, each of all names at once; in a long run each name becomes each of the invented ones once."""
    for turn in range(0, len(INVENTED), 1 if "TWINPROOF_FUZZ" in os.environ else 3):
        yield {name: INVENTED[(number + turn) % len(INVENTED)] for number, name in enumerate(names[: len(INVENTED)])}


@pytest.mark.parametrize("name", texts())
def test_a_program_may_have_the_names_of_a_proof(name: str) -> None:
    text = texts()[name]
    for names in squares(own_names(text)):
        mechanism = renamed(text, names)
        assert mechanism.names >= set(names.values())
        answer = prove(mechanism)
        assert isinstance(answer, Proof), (names, answer)
        check(write(mechanism, answer.theorem), mechanism)


def witnesses(statement: Statement) -> list[Var]:
    """What the adjacency says to exist, in any of its cases, each once."""
    return list(dict.fromkeys(v for shape in statement.shapes() for own in shape.witnesses.values() for v in own))


@pytest.mark.parametrize(
    ("name", "invented"), [("histogram", "moved_cells"), ("by_length", "len_xs"), ("by_length", "moved_xs")]
)
def test_names_that_are_made_from_those_of_lists(name: str, invented: str) -> None:
    text = texts()[name]
    before = read_text(text, "text.py")[-1]
    assert isinstance(before, Mechanism)
    statement = Statement.of(before)
    rigid = {v.name for v in free_variables(privacy(before).pre) if v.place is Place.RIGID}
    assert invented in rigid | {v.name for v in witnesses(statement)}
    for own in own_names(text):
        if own not in invented:
            mechanism = renamed(text, {own: invented})
            answer = prove(mechanism)
            assert isinstance(answer, Proof), (own, answer)
            check(write(mechanism, answer.theorem), mechanism)


def test_a_threshold_that_is_called_sampled() -> None:
    mechanism = renamed(texts()["above_threshold"], {"threshold": "sampled"})
    answer = prove(mechanism)
    assert isinstance(answer, Proof)
    bar, noisy = answer.couplings
    assert bar.sampled == noisy.sampled
    assert noisy.sampled.name == "sampled_2"
    assert {v.name for case in noisy.cases if case.when is not None for v in free_variables(case.when)} >= {"sampled_2"}


def test_without_a_clash_the_names_are_the_plain_ones() -> None:
    above, histogram = (read_text(texts()[name], "text.py")[-1] for name in ("above_threshold", "histogram"))
    assert isinstance(above, Mechanism)
    assert isinstance(histogram, Mechanism)
    names = Statement.of(above).names
    assert (names.output.name, names.sampled.name, names.position.name) == ("o", "sampled", "position")
    assert [c.name for c in names.counters] == ["w1", "w2"]
    assert [c.name for c in Statement.of(histogram).names.counters] == ["w"]


def test_no_two_invented_names_are_the_same() -> None:
    for text in texts().values():
        for names in squares(own_names(text)):
            mechanism = renamed(text, names)
            own = Statement.of(mechanism).names
            invented = [own.output, own.sampled, own.position, *witnesses(Statement.of(mechanism)), *own.counters]
            assert len({v.name for v in invented}) == len(invented)
            assert mechanism.names.isdisjoint(v.name for v in invented)
