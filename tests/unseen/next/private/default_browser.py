"""Each installation reports its browser by randomized choice, and the reports are counted. One installation is
replaced, whose report costs eps; counting comes after the noise."""

from typing import Annotated

from twinproof import Epsilon, clamp, mechanism, one_changed, randomized_choice


@mechanism(epsilon="eps", requires="browsers >= 2")
def default_browser(installs: Annotated[list[int], one_changed()], browsers: int, eps: Epsilon) -> list[int]:
    reports = [randomized_choice(clamp(browser, 0, browsers - 1), browsers, eps) for browser in installs]
    return [reports.count(browser) for browser in range(browsers)]
