"""The playground as a browser shows it: it answers who types and moves, on a desk and on a phone, in any light."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Literal
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_report import CONTRAST, OUTSIDE
from tests.play.mechanisms import BROKEN, COUNT, MAXIMUM

Play = Callable[..., Page]
SECOND = 1000
PATIENCE = 30 * SECOND


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A playground that begins with a small mechanism."""
    file = tmp_path_factory.mktemp("play") / "maximum.py"
    file.write_text(MAXIMUM)
    command = [sys.executable, "-m", "twinproof", "play", str(file), "--no-browser"]
    alone = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=file.parent, env=alone) as server:
        assert server.stdout is not None
        said = re.match(r"the playground is at (http://127\.0\.0\.1:\d+/) ", server.stdout.readline())
        assert said is not None
        yield said[1]
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=30) == 0
    assert sorted(os.listdir(file.parent)) == ["maximum.py"]


@pytest.fixture
def play(browser: Browser, address: str) -> Iterator[Play]:
    """Opens the playground, waits for its first verdict; a page that complains or asks others fails the test."""
    pages: list[Page] = []
    said: list[str] = []

    def show(width: int = 1280, scheme: Literal["light", "dark"] = "light", example: str = "") -> Page:
        page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
        pages.append(page)
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda problem: said.append(str(problem)))
        page.on("request", lambda request: None if request.url.startswith(address) else said.append(request.url))
        page.goto(f"{address}?example={example}" if example else address)
        expect(page.locator(".verdict")).to_have_class(re.compile("proved|refuted|unknown"), timeout=PATIENCE)
        return page

    yield show
    for page in pages:
        page.close()
    assert [line for line in said if not line.startswith("ws://")] == []


def write(page: Page, text: str) -> None:
    page.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.insert_text(text)


def open_tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def test_the_verdict_comes_as_one_types(play: Play) -> None:
    page = play()
    banner = page.locator(".verdict")
    expect(banner).to_contain_text("proved")
    expect(page.locator(".words")).to_contain_text("In words")
    expect(page.locator(".cm-content .tp-note").first).to_contain_text("costs")
    write(page, BROKEN)
    expect(banner).to_contain_text("refuted", timeout=PATIENCE)
    expect(page.locator(".cm-content .tp-note").first).to_have_text("to blame")
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.type("1 = 2")
    expect(banner).to_have_class(re.compile("error"), timeout=PATIENCE)
    expect(page.locator(".problem")).to_contain_text("this is not Python")
    for _ in "1 = 2":
        page.keyboard.press("Backspace")
    expect(banner).to_contain_text("refuted", timeout=PATIENCE)
    assert page.locator(".problem").count() == 0


def test_keys_that_come_while_a_verdict_comes_stay_where_they_are(play: Play) -> None:
    page = play()
    write(page, COUNT)
    page.keyboard.press("ControlOrMeta+End")
    for letter in "# slowly, letter by letter":
        page.keyboard.type(letter)
        page.wait_for_timeout(70)
    expect(page.locator(".verdict")).to_contain_text("proved", timeout=PATIENCE)
    assert page.locator(".cm-line").last.inner_text() == "# slowly, letter by letter"


def test_the_gallery(play: Play) -> None:
    page = play()
    page.get_by_label("the gallery").fill("broken: noisy max half")
    page.get_by_role("option", name="broken: noisy max half noise").click()
    expect(page.locator(".verdict")).to_contain_text("noisy_max_half_noise is not", timeout=PATIENCE)
    expect(page.locator(".words")).to_contain_text("Two adjacent inputs")


def test_several_mechanisms(play: Play) -> None:
    page = play(example="private/sequential_composition")
    expect(page.locator(".verdict")).to_contain_text("sequential_composition")
    page.get_by_role("button", name="noisy_count").click()
    expect(page.locator(".verdict")).to_contain_text("noisy_count is")


def right(page: Page, name: str) -> None:
    """Move a slider by a step."""
    page.get_by_role("slider", name=name).locator("[tabindex]").first.press("ArrowRight")


def test_sliders_move_the_pictures(play: Play) -> None:
    page = play()
    open_tab(page, "Outputs")
    lead = page.locator(".lead").first
    expect(lead).to_contain_text("the claimed ε is 1.", timeout=PATIENCE)
    expect(page.locator(".chart svg").first).to_be_visible()
    assert page.locator(".chart svg path").count() > 6
    right(page, "eps")
    expect(lead).to_contain_text("the claimed ε is 21/20.", timeout=PATIENCE)
    for _ in range(4):
        right(page, "scores[0], right input")
    expect(lead).to_contain_text("adjacent", timeout=PATIENCE)


def test_the_right_run_follows(play: Play) -> None:
    page = play()
    open_tab(page, "Two runs")
    expect(page.locator(".end")).to_contain_text("Both runs return", timeout=PATIENCE)
    draws = page.locator(".draw.shown")
    count = draws.count()
    assert count >= 2
    assert page.locator(".draw svg path").count() == 2 * count
    page.get_by_role("button", name="back to the start").click()
    expect(draws).to_have_count(0)
    expect(page.locator(".spent")).to_have_text("0% of the claimed ε is spent")
    page.get_by_role("button", name="the next draw").click()
    expect(draws).to_have_count(1)
    page.get_by_role("button", name="Draw another run").click()
    expect(page.locator(".end")).to_contain_text("Both runs return", timeout=PATIENCE)
    write(page, COUNT)
    expect(page.locator(".verdict")).to_contain_text("count is", timeout=PATIENCE)
    expect(page.locator(".spent")).to_have_text("100% of the claimed ε is spent", timeout=PATIENCE)
    page.wait_for_function("document.querySelector('.fill').getBoundingClientRect().width > 100")


@pytest.mark.parametrize("width", [360, 800, 1280])
def test_it_fits(play: Play, width: int) -> None:
    page = play(width)
    for tab in ("Outputs", "Two runs", "In words"):
        open_tab(page, tab)
        page.wait_for_timeout(600)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(OUTSIDE.replace(".scroll, .skip", ".scroll, .cm-scroller, .skip")) == []


TEXTS = [".badge", ".sentence", ".lead", ".words p", ".words .line", ".words dt", ".words dd", ".small", ".top h1 span"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out(play: Play, scheme: str) -> None:
    page = play(scheme=scheme)
    for selector in TEXTS:
        assert page.evaluate(CONTRAST, selector) >= 4.5, selector
    open_tab(page, "Outputs")
    expect(page.locator(".inputs .value").first).to_be_visible(timeout=PATIENCE)
    assert page.evaluate(CONTRAST, ".inputs .value, .inputs .label") >= 4.5
    open_tab(page, "Two runs")
    expect(page.locator(".end")).to_contain_text("Both runs return", timeout=PATIENCE)
    assert page.evaluate(CONTRAST, ".draw .values span, .draw .law, .end, .spent") >= 4.5


def test_light_and_dark_by_hand(play: Play) -> None:
    page = play()
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    for _ in range(2):
        page.get_by_role("button", name="light or dark").click()
    page.wait_for_timeout(500)
    assert page.evaluate(background) != light
    editor = "getComputedStyle(document.querySelector('.cm-editor')).backgroundColor"
    assert page.evaluate(editor) == "rgb(30, 30, 30)"


def test_others_are_turned_away(address: str) -> None:
    for header in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
        with pytest.raises(HTTPError, match="403"):
            urlopen(Request(address, headers=header), timeout=30)
