"""The report as a browser shows it: it loads in silence, draws, folds, fits a phone, and can be read in every light."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Open
from tests.report.verdicts import entries
from twinproof.report.page import render

UNFOLD = "document.querySelectorAll('details').forEach(d => d.open = true)"

# Elements that reach beyond the window without a box of their own to scroll in.
OUTSIDE = """
[...document.querySelectorAll('body *')].filter(e => {
  if (e.closest('.scroll, .skip, .hidden') && !e.matches('.scroll')) return false;
  const box = e.getBoundingClientRect();
  return box.width > 0 && box.right > innerWidth + 1;
}).map(e => e.outerHTML.slice(0, 120))
"""

# The least contrast (WCAG) between the text of some elements and what is behind them.
CONTRAST = """
selector => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgb = (...layers) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of layers) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = parts => {
    const [r, g, b] = parts.map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = e => {
    const behind = [];
    for (let at = e; at; at = at.parentElement) behind.unshift(getComputedStyle(at).backgroundColor);
    const style = getComputedStyle(e);
    const ink = e instanceof SVGElement ? style.fill : style.color;
    const [a, b] = [light(rgb(...behind, ink)), light(rgb(...behind))].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  return Math.min(...[...document.querySelectorAll(selector)].map(ratio));
}
"""


def test_it_loads_in_silence(browser: Browser, file: Path) -> None:
    page = browser.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda problem: said.append(str(problem)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    page.wait_for_load_state("networkidle")
    page.close()
    assert said == []
    assert asked == [file.as_uri()]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pictures_draw(show: Open, scheme: str) -> None:
    page = show(scheme=scheme)
    pictures = page.locator(".picture svg")
    assert pictures.count() >= 6
    for picture in pictures.all():
        bars = picture.locator("path:has(title)")
        boxes = [box for bar in bars.all() if (box := bar.bounding_box()) is not None]
        assert any(box["width"] > 3 and box["height"] > 3 for box in boxes)
        fills = bars.evaluate_all("bars => bars.map(b => getComputedStyle(b).fill)")
        assert all(fill.startswith("rgb") and fill != "rgb(0, 0, 0)" for fill in fills)
        assert picture.locator("text").count() > 3


def colours(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        """() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color,
                 getComputedStyle(document.querySelector('.picture path:has(title)')).fill,
                 getComputedStyle(document.querySelector('.picture text')).fill]"""
    )
    return found


def test_light_and_dark_differ(show: Open) -> None:
    assert all(a != b for a, b in zip(colours(show()), colours(show(scheme="dark")), strict=True))


TEXTS = ["p", "td", "th", "dt", "dd", "a", "summary", "code", "code span", "pre", "mark", ".badge", ".note p", ".no"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("selector", [*TEXTS, ".word", ".when", ".hash", ".picture text"])
def test_text_stands_out(show: Open, scheme: str, selector: str) -> None:
    assert show(scheme=scheme).evaluate(CONTRAST, selector) >= 4.5


def test_folds_open_by_mouse_and_by_keyboard(show: Open) -> None:
    page = show()
    fold = page.locator("section > details", has_text="steps; the last one is the claim").first
    inside = fold.locator("ol.steps > li").first
    assert not inside.is_visible()
    fold.locator("summary").click()
    assert inside.is_visible()
    fold.locator("summary").press("Enter")
    assert not inside.is_visible()


def test_links_into_folds_open_them(show: Open) -> None:
    page = show()
    page.locator("section > details", has_text="steps; the last one is the claim").first.locator("summary").click()
    conditions = page.locator(".formulas").first
    assert not conditions.is_visible()
    page.locator(".steps a[href*='-q']").first.click()
    assert conditions.is_visible()


def test_verdicts_can_be_hidden(show: Open) -> None:
    page = show()
    proved, refuted = page.locator(".is-proved"), page.locator(".is-refuted")
    page.get_by_label("proved").first.uncheck()
    assert not any(e.is_visible() for e in proved.all())
    assert all(e.is_visible() for e in refuted.all())
    page.get_by_label("proved").first.check()
    assert all(e.is_visible() for e in proved.all())


def test_a_link_unfolds_a_mechanism(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "many.html"
    file.write_text(render([*entries(), *entries()]), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1100, "height": 800})
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollHeight") < 2500
    picture = page.locator(".picture svg").first
    assert not picture.is_visible()
    page.locator(".summary a").first.click()
    assert page.locator("details.mechanism[open]").count() == 1
    assert picture.is_visible()
    page.emulate_media(media="print")
    assert all(p.is_visible() for p in page.locator(".picture svg").all())
    page.set_viewport_size({"width": 718, "height": 1000})  # A4 less its margins
    assert page.evaluate(OUTSIDE) == []
    heights = page.locator("h2").evaluate_all("hs => hs.map(h => h.getBoundingClientRect().height)")
    assert max(heights) < 80
    page.close()


def test_the_keyboard_leads_through(show: Open) -> None:
    page = show()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.url.endswith("#summary")
    page.locator(".summary a").first.press("Enter")
    assert page.url.endswith("#m1")


@pytest.mark.parametrize("width", [320, 400, 800])
def test_it_fits_a_phone(show: Open, width: int) -> None:
    page = show(width)
    page.evaluate(UNFOLD)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(OUTSIDE) == []


def test_what_is_wide_can_be_scrolled_to(show: Open) -> None:
    runs = show(400).locator(".scroll:has(.runs)").first
    assert runs.evaluate("box => box.scrollWidth > box.clientWidth")
    runs.evaluate("box => box.scrollLeft = 1000")
    assert runs.evaluate("box => box.scrollLeft") > 0


def test_it_prints(show: Open) -> None:
    page = show(scheme="dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.querySelector('.scroll')).overflowX") == "visible"
    assert page.locator("details.numbers td").first.is_visible()
    assert not page.locator("ol.steps > li").first.is_visible()
    printed = page.pdf(format="A4")
    assert printed.startswith(b"%PDF")
    assert len(printed) > 50_000


def test_paper_is_wide_enough(show: Open) -> None:
    page = show(718)  # A4 less its margins
    page.emulate_media(media="print")
    assert page.evaluate(OUTSIDE) == []
