"""How often each of four columns is true; each count moves by one where a row is replaced."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_changed


class Answers(NamedTuple):
    first: bool
    second: bool
    third: bool
    fourth: bool


@mechanism(epsilon="eps")
def four_columns_changed(sheets: Annotated[list[Answers], one_changed()], eps: Epsilon) -> list[int]:
    first = sum(s.first for s in sheets)
    second = sum(s.second for s in sheets)
    third = sum(s.third for s in sheets)
    fourth = sum(s.fourth for s in sheets)
    return [laplace(n, 4 / eps) for n in (first, second, third, fourth)]
