"""Local privacy in telemetry: each device reports its browser as one of k, by k-ary randomized response.

easy. One device's response differs; a number out of range counts as 0.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_choice


def known(browser, k):
    return browser if 0 <= browser < k else 0


@mechanism(epsilon="eps", requires="k >= 1")
def browser_choice_on_device(browsers: Annotated[list[int], one_changed()], k: int, eps: Epsilon) -> list[int]:
    reports = []
    for browser in browsers:
        reports.append(randomized_choice(known(browser, k), k, eps))
    return reports
