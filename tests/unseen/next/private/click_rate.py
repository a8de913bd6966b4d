"""The share of views that were clicked, from a noisy numerator and a noisy denominator. Either moves by at most 1 and
has a budget of its own; all else is done with noisy numbers."""

from fractions import Fraction
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class View(NamedTuple):
    campaign: int
    clicked: bool


@mechanism(epsilon="eps_clicks + eps_views")
def click_rate(
    views: Annotated[list[View], one_added_or_removed()], campaign: int, eps_clicks: Epsilon, eps_views: Epsilon
) -> Fraction:
    mine = [view for view in views if view.campaign == campaign]
    clicked = laplace(sum(view.clicked for view in mine), 1 / eps_clicks)
    shown = max(1, laplace(len(mine), 1 / eps_views))
    return Fraction(clamp(clicked, 0, shown), shown)
