"""A page with a verdict of each kind, open in headless Chromium."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.report.verdicts import page as written

Open = Callable[..., Page]


def chromium() -> str:
    """The browser: the one that CHROMIUM names, or the system's."""
    names = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if name and (path := shutil.which(name))), None)
    if found is None:
        pytest.exit("these tests need Chromium: install it, or name it with CHROMIUM=PATH", returncode=3)
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("page") / "report.html"
    place.write_text(written(), encoding="utf-8")
    return place


@pytest.fixture
def show(browser: Browser, file: Path) -> Iterator[Open]:
    """Opens the page, as wide as asked and in the light or the dark."""
    pages: list[Page] = []

    def show(width: int = 1100, scheme: Literal["light", "dark"] = "light") -> Page:
        page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
        pages.append(page)
        page.goto(file.as_uri())
        return page

    yield show
    for page in pages:
        page.close()
