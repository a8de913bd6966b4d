"""The page: an editor and a verdict on the left, and what there is to see on the right.

NiceGUI keeps the elements here and draws them in the browser. Whatever is typed is text to all of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from nicegui import ui

from twinproof.pages import rendered
from twinproof.play import charts, pieces
from twinproof.play.asking import Connection
from twinproof.play.gallery import examples
from twinproof.play.knobs import Slider, moved, number_at, sliders
from twinproof.play.phrases import decorations, ending, number_words, summary
from twinproof.play.session import Json, Session
from twinproof.play.wire import Knob, Note

SIGNS = {"proved": "✓", "refuted": "✗", "unknown": "?", "error": "!"}
THEMES = {False: "vscodeLight", True: "vscodeDark"}
MODES = {"auto": None, "light": False, "dark": True}
_BEAT = 0.9  # seconds between two draws
_SYSTEM = "matchMedia('(prefers-color-scheme: dark)').matches"


class Page:
    """The elements of one open page."""

    def __init__(self, text: str, title: str, connection: Connection) -> None:
        self.session = Session(self._changed, connection)
        self.is_dark = False
        self.step = 0
        self.is_new = True  # a text that nobody has typed into
        self.mode = ui.dark_mode(None)
        self.client = ui.context.client
        self._header(title)
        with ui.element("main").classes("play"):
            with ui.element("section").classes("write").props('aria-label="The mechanism"'):
                self._verdict()
                self._editor(text)
            with ui.element("section").classes("see").props('aria-label="What there is to see"') as self.see:
                self._tabs()
        self.beat = ui.timer(_BEAT, self._next, active=False)
        self.client.on_delete(self.session.end)
        ui.timer(0, self._begin, once=True)

    # --------------------------------------------------------------------------------------------------------- parts

    def _header(self, title: str) -> None:
        with ui.element("header").classes("top"):
            ui.html(rendered("play/title.html"), sanitize=False)
            options = {key: f"{e.heading}: {e.title}" for key, e in examples().items()}
            self.gallery = ui.select(options, value=title if title in options else None, with_input=True)
            self.gallery.props('dense outlined options-dense label="the gallery" hide-bottom-space').classes("gallery")
            self.gallery.on_value_change(lambda e: self._open(e.value))
            self.modes = ui.button(icon="brightness_auto", on_click=self._turn).props(
                'flat round dense aria-label="light or dark"'
            )

    def _verdict(self) -> None:
        self.banner = ui.element("div").classes("verdict busy").props('role="status" aria-live="polite"')
        with self.banner:
            self.badge = ui.label("").classes("badge")
            self.sentence = ui.label("").classes("sentence")
            self.doing = ui.label("").classes("doing")
        self.choice = ui.toggle([], on_change=lambda e: self._choose(e.value)).props("dense no-caps unelevated")
        self.choice.classes("choice")
        self.problems = ui.element("div").classes("problems")

    def _editor(self, text: str) -> None:
        self.editor = ui.codemirror(text, language="Python", theme="vscodeLight", on_change=self._typed)
        self.editor.classes("editor").props('aria-label="The text of the mechanism"')
        ui.label("What you type is read, and never executed.").classes("small")

    def _tabs(self) -> None:
        with ui.tabs().props("dense no-caps inline-label align=justify").classes("tabs") as self.tabs:
            words, pictures = (
                ui.tab("words", "In words", icon="subject"),
                ui.tab("pictures", "Outputs", icon="bar_chart"),
            )
            runs = ui.tab("runs", "Two runs", icon="alt_route")
        with ui.tab_panels(self.tabs, value="words", animated=False, keep_alive=True).classes("panels"):
            with ui.tab_panel(words):
                self.told = ui.html("", sanitize=False).classes("words")
            with ui.tab_panel(pictures):
                self._pictures()
            with ui.tab_panel(runs):
                self._runs()

    def _pictures(self) -> None:
        self.summary = ui.label("").classes("lead")
        self.outputs = ui.echart({}, renderer="svg").classes("chart")
        self.losses = ui.echart({}, renderer="svg").classes("chart low")
        self.curve = ui.echart({}, renderer="svg").classes("chart low")
        ui.label("The inputs").classes("heading")
        self.inputs = ui.element("div").classes("inputs")

    def _runs(self) -> None:
        self.lead = ui.label("").classes("lead")
        with ui.element("div").classes("budget") as self.budget:
            with ui.element("div").classes("track"):
                self.fill = ui.element("div").classes("fill")
            self.spent = ui.label("").classes("spent")
        with ui.element("div").classes("controls") as self.controls:
            ui.button("Draw another run", icon="casino", on_click=self._draw).props("dense unelevated no-caps")
            back = ui.button(icon="skip_previous", on_click=lambda: self._go(0))
            self.play = ui.button(icon="play_arrow", on_click=self._play)
            onward = ui.button(icon="skip_next", on_click=self._next)
            for button, words in ((back, "back to the start"), (self.play, "play"), (onward, "the next draw")):
                button.props(f'flat round dense aria-label="{words}"')
            self.count = ui.label("").classes("count")
        self.draws = ui.element("div").classes("draws").props('aria-live="polite"')
        self.rows: list[ui.html] = []
        self.end = ui.label("").classes("end")

    # -------------------------------------------------------------------------------------------------------- events

    def _typed(self, event: Any) -> None:
        self.session.type(event.value)

    def _open(self, key: str | None) -> None:
        if key is not None:
            self.is_new = True
            self.editor.value = examples()[key].text()

    def _choose(self, name: str | None) -> None:
        if name and name != self.session.state.chosen and name in self.session.state.views:
            self.session.choose(name)

    async def _begin(self) -> None:
        """A browser is there."""
        self.session.type(self.editor.value, pause=0)
        await self.ask_the_system()

    def _turn(self) -> None:
        """From what the system says to light, to dark, and back."""
        names = list(MODES)
        now = next(name for name, value in MODES.items() if value is self.mode.value)
        new = names[(names.index(now) + 1) % len(names)]
        self.mode.value = MODES[new]
        self.modes.props(f"icon=brightness_{'auto' if new == 'auto' else '7' if new == 'light' else '4'}")
        if MODES[new] is None:
            ui.timer(0, self.ask_the_system, once=True)
        else:
            self.show_in(MODES[new] is True)

    async def ask_the_system(self) -> None:
        """Light or dark, as the browser has it."""
        if self.mode.value is None:
            self.show_in(bool(await self.client.run_javascript(_SYSTEM, timeout=5)))

    def show_in(self, is_dark: bool) -> None:
        """Draw what style sheets do not reach."""
        self.is_dark = is_dark
        self.editor.run_method("setTheme", THEMES[is_dark])
        self._show_pictures()

    # ------------------------------------------------------------------------------------------------------- changes

    def _changed(self, part: str) -> None:
        if self.client.is_deleted:
            return
        with self.client:
            {
                "busy": self._show_busy,
                "verdict": self._show_verdict,
                "inputs": self._show_inputs,
                "seen": self._show_seen,
                "trouble": self._warn,
            }[part]()

    def _show_busy(self) -> None:
        self.doing.text = self.session.state.busy

    def _warn(self) -> None:
        ui.notify(self.session.state.trouble, type="warning")

    def _show_verdict(self) -> None:
        state = self.session.state
        view = state.view
        kind = view["kind"] if view is not None else "error" if state.problems or state.trouble else "busy"
        if view is None and not state.busy and kind == "busy":
            kind = "error"
        self.banner.classes(replace=f"verdict {kind}")
        self.badge.text = f"{SIGNS[kind]} {kind}" if kind in SIGNS and kind != "error" else SIGNS.get(kind, "…")
        if view is not None:
            self.sentence.text = f"{view['sentence']}{'.' if not view['loose'] else '. ' + view['loose']}"
        else:
            self.sentence.text = state.trouble or ("" if kind == "busy" else "This cannot be read yet.")
        self.doing.text = state.busy or (f"{view['seconds']:.1f} s" if view is not None else "")
        self._show_choice(state.names, state.chosen)
        self._show_problems()
        is_stale = view is None and bool(state.busy)  # then what is there stays until there is something new
        self.see.classes(replace="see stale" if is_stale else "see")
        if is_stale:
            return
        self.told.content = pieces.told(view["sections"]) if view is not None else ""
        self._reveal(view["notes"] if view is not None else [])
        self._decorate([*decorations(view["notes"] if view is not None else [], state.text), *self._marks()])
        if state.seen is None:
            self._show_seen()

    def _reveal(self, notes: list[Note]) -> None:
        """Of a new text, the first line that there is something to say about."""
        if self.is_new and notes:
            self.is_new = False
            self.editor.reveal_line(min(note["line"] for note in notes))

    def _decorate(self, specs: list[dict[str, Any]]) -> None:
        """Mark lines of the editor. (As a property they would come with the text as it is here, and undo new keys.)"""
        self.editor.run_method("setDecorations", specs)

    def _marks(self) -> list[dict[str, Any]]:
        lines = len(self.session.state.text.split("\n"))
        wrong = {p["line"] for p in self.session.state.problems if p["line"] is not None and p["line"] <= lines}
        return [{"kind": "line", "line": line, "class": "tp-wrong"} for line in sorted(wrong)]

    def _show_choice(self, names: list[str], chosen: str) -> None:
        self.choice.set_visibility(len(names) > 1)
        if self.choice.options != names:
            self.choice.set_options(names, value=chosen)

    def _show_problems(self) -> None:
        self.problems.clear()
        with self.problems:
            for p in self.session.state.problems:
                where = f"line {p['line']}: " if p["line"] is not None else ""
                with ui.element("div").classes("problem"):
                    ui.label(f"{where}{p['message']}").classes("message")
                    ui.label(f"{p['hint']} ({p['code']})").classes("hint")

    # -------------------------------------------------------------------------------------------------------- inputs

    def _show_inputs(self) -> None:
        state = self.session.state
        self.inputs.clear()
        if state.view is None:
            return
        with self.inputs:
            for knob in sorted(state.view["knobs"], key=lambda k: k["private"]):
                if knob["name"] in state.left and knob["name"] in state.right:
                    self._input(knob)

    def _input(self, knob: Knob) -> None:
        state = self.session.state
        moving = sliders(knob["name"], knob["shape"], state.left, state.right)
        sides = ("left", "right") if knob["private"] else ("both",)
        with ui.element("div").classes("input private" if knob["private"] else "input"):
            if moving is None:
                ui.label(knob["name"]).classes("label")
                for side in sides:
                    self._written(knob["name"], side)
                return
            for slider in moving:
                ui.label(slider.label).classes("label")
                for side in sides:
                    self._slider(slider, side)

    def _slider(self, slider: Slider, side: str) -> None:
        inputs = self.session.state.right if side == "right" else self.session.state.left
        with ui.element("div").classes(f"knob {side}"):
            element = ui.slider(min=0, max=len(slider.choices) - 1, value=slider.position(inputs))
            words = f"{slider.label}, {side} input" if side != "both" else slider.label
            element.props(f'dense aria-label="{words}"')
            value = ui.label(number_words(number_at(inputs, slider.path))).classes("value")

        def move(event: Any) -> None:
            new = slider.choices[int(event.value)]
            value.text = number_words(new)
            self._move(side, lambda inputs: moved(inputs, slider.path, new))

        element.on_value_change(move)

    def _written(self, name: str, side: str) -> None:
        inputs = self.session.state.right if side == "right" else self.session.state.left
        field = ui.input(value=json.dumps(inputs[name], ensure_ascii=False)).props("dense outlined debounce=400")
        field.classes(f"knob {side}").props(f'aria-label="{name}{"" if side == "both" else f", {side} input"}"')

        def write(event: Any) -> None:
            try:
                new = json.loads(event.value)
            except (ValueError, RecursionError):
                field.props("error error-message='this is no JSON'")
                return
            field.props(remove="error error-message")
            self._move(side, lambda inputs: {**inputs, name: new})

        field.on_value_change(write)

    def _move(self, side: str, change: Callable[[Json], Json]) -> None:
        state = self.session.state
        left = change(state.left) if side != "right" else state.left
        right = change(state.right) if side != "left" else state.right
        self.session.move(left, right)

    # ---------------------------------------------------------------------------------------------------------- seen

    def _show_seen(self) -> None:
        self._show_pictures()
        self._show_runs()

    def _show_pictures(self) -> None:
        seen = self.session.state.seen
        is_drawn = seen is not None and bool(seen["outcomes"])
        self.outputs.set_visibility(is_drawn)
        self.losses.set_visibility(is_drawn)
        self.curve.set_visibility(is_drawn and seen is not None and bool(seen["curve"]))
        if seen is None:
            self.summary.text = "The outputs on two adjacent inputs come here."
            return
        self.summary.classes(replace="lead broken" if seen["is_broken"] else "lead")
        self.summary.text = seen["trouble"] or summary(seen)
        if is_drawn:
            _draw_chart(self.outputs, charts.outputs_chart(seen, self.is_dark))
            _draw_chart(self.losses, charts.losses_chart(seen, self.is_dark))
            _draw_chart(self.curve, charts.curve_chart(seen, self.is_dark))

    def _show_runs(self) -> None:
        state, runs = self.session.state, self.session.state.seen["runs"] if self.session.state.seen else None
        self.beat.deactivate()
        self.draws.clear()
        self.rows = []
        there = runs is not None and bool(runs["steps"])
        self.budget.set_visibility(there)
        self.controls.set_visibility(there)
        if runs is None:
            view = state.view
            needless = view is not None and not view["has_proof"]
            self.lead.text = (
                "Runs are coupled by a proof, and there is none. See the outputs for how far apart they are."
                if needless
                else "A pair of coupled runs comes here."
            )
            self.end.text = ""
            return
        case = f" This is the case in which {runs['case']}." if runs["case"] else ""
        self.lead.text = (
            f"The left run draws its noise. The right run follows it, draw by draw, as the proof says.{case}"
        )
        with self.draws:
            for number, drawn in enumerate(runs["steps"], 1):
                self.rows.append(ui.html(pieces.draw(drawn, number), sanitize=False).classes("draw"))
        self._go(len(self.rows) if not there else 1)
        self._play(start=True)

    def _draw(self) -> None:
        self.session.draw()

    def _play(self, _: object = None, *, start: bool = False) -> None:
        if self.step >= len(self.rows):
            self._go(0)
        active = start or not self.beat.active
        (self.beat.activate if active else self.beat.deactivate)()
        self.play.props(f"icon={'pause' if active else 'play_arrow'}")

    def _next(self) -> None:
        self._go(min(self.step + 1, len(self.rows)))

    def _go(self, step: int) -> None:
        """So many draws are shown."""
        seen = self.session.state.seen
        runs = seen["runs"] if seen is not None else None
        if runs is None:
            return
        self.step = step
        for number, row in enumerate(self.rows, 1):
            row.classes(replace="draw shown" if number <= step else "draw")
        spent = runs["steps"][step - 1]["spent"] if step else 0.0
        self.fill.style(replace=f"width: {min(spent, 1) * 100:.2f}%")
        self.spent.text = f"{spent:.0%} of the claimed ε is spent"
        self.count.text = f"{step} of {len(self.rows)}"
        at_end = step >= len(self.rows)
        self.end.text = ending(runs, bool(seen and seen["delta_words"])) if at_end else ""
        self.end.classes(replace="end together" if at_end and runs["is_together"] else "end")
        if at_end:
            self.beat.deactivate()
            self.play.props("icon=play_arrow")


def _draw_chart(chart: ui.echart, options: dict[str, Any]) -> None:
    chart.options.clear()
    chart.options.update(options)
    chart.update()
