from typing import Annotated

from twinproof import Epsilon, clamp, mechanism, one_changed, randomized_choice


@mechanism(epsilon="eps", requires="0 <= wanted and wanted < 6")
def choice_first_hit(dice: Annotated[list[int], one_changed()], wanted: int, eps: Epsilon) -> int | None:
    """The first whose reported value is the wanted one."""
    for i, die in enumerate(dice):
        if randomized_choice(clamp(die, 0, 5), 6, eps) == wanted:
            return i
    return None
