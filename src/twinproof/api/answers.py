"""Answers that show themselves: what the rooms below have found, with displays for notebooks and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from twinproof.exact.meaning import Comparison, OutputDistribution
from twinproof.lang.errors import Diagnostic
from twinproof.pages import rendered
from twinproof.verify.verdict import Verdict


class Picture:
    """A picture. In a notebook it is an SVG image, which is there without a network, and in an exported page too."""

    def __init__(self, chart: Any) -> None:
        self.chart = chart  # of Altair, for whoever wants to change it

    def save(self, path: str | Path) -> None:
        """Write it as .png, .svg, .html or .json (Vega-Lite)."""
        from twinproof.report.plots import save

        save(self.chart, Path(path))

    def _repr_svg_(self) -> str:
        import vl_convert

        drawn = str(vl_convert.vegalite_to_svg(self.chart.to_dict()))
        return drawn.replace(
            "<svg ", '<svg role="img" style="max-width:100%;height:auto" ', 1
        )  # as wide as there is room


def _drawn(draw: str, what: Any) -> Picture:
    from twinproof.report import make_sure_of_pictures

    make_sure_of_pictures()
    from twinproof.report import plots

    return Picture(getattr(plots, draw)(what))


@dataclass(frozen=True)
class Answer(Verdict):
    """A verdict on one mechanism."""

    @staticmethod
    def of(verdict: Verdict) -> Answer:
        return Answer(**{f.name: getattr(verdict, f.name) for f in fields(Verdict)})

    @property
    def proved(self) -> bool:
        """Whether the claim is proved. Refuted and unknown are both no."""
        return self.kind == "proved"

    def plot(self) -> Picture:
        """The counterexample of a refuted claim; of others, a pair of inputs that comes near the claim.

        Raises `ValueError` where no pair is small enough to be drawn.
        """
        from twinproof.report.example import example_of

        example = example_of(self)
        if example is None or example.comparison is None:
            raise ValueError(
                f"there is nothing to draw: {example.trouble if example else 'no pair of inputs is small'}"
            )
        return _drawn("plot_comparison", example.comparison)

    def __str__(self) -> str:
        return f"{self.line()}\n{self.evidence()}"

    def __repr__(self) -> str:
        return f"<{self.kind}: {self.sentence()}>"


class Answers(Sequence[Answer]):
    """The verdicts on the mechanisms of a file or a folder, and what could not be read there."""

    def __init__(self, answers: Sequence[Answer], errors: Sequence[Diagnostic]) -> None:
        self._answers, self.errors = tuple(answers), tuple(errors)

    def __len__(self) -> int:
        return len(self._answers)

    def __getitem__(self, which: Any) -> Any:
        """One by its number or by its name, or several by a slice."""
        if isinstance(which, str):
            for answer in self._answers:
                if answer.mechanism.name == which:
                    return answer
            raise KeyError(which)
        return self._answers[which]

    @property
    def proved(self) -> bool:
        """Whether there is something, all of it could be read, and every claim is proved."""
        return bool(self._answers) and not self.errors and all(answer.proved for answer in self._answers)

    def __repr__(self) -> str:
        return "\n".join([*map(repr, self._answers), *(f"<error: {e.message}>" for e in self.errors)])

    def _repr_html_(self) -> str:
        wrong = [rendered("notebook/text.html", words=str(e)) for e in self.errors]
        return "".join([*(answer._repr_html_() for answer in self._answers), *wrong])


@dataclass(frozen=True, eq=False, repr=False)
class DistributionAnswer(OutputDistribution):
    """The exact distribution of an output."""

    @staticmethod
    def of(found: OutputDistribution) -> DistributionAnswer:
        return DistributionAnswer(**{f.name: getattr(found, f.name) for f in fields(OutputDistribution) if f.init})

    def plot(self) -> Picture:
        """Its likeliest outputs, as bars."""
        return _drawn("plot_distribution", self)


@dataclass(frozen=True, eq=False, repr=False)
class ComparisonAnswer(Comparison):
    """What two adjacent inputs reveal."""

    @staticmethod
    def of(found: Comparison) -> ComparisonAnswer:
        return ComparisonAnswer(**{f.name: getattr(found, f.name) for f in fields(Comparison) if f.init})

    def plot(self) -> Picture:
        """Both distributions, the loss of each output against the claim, and the least δ for each ε."""
        return _drawn("plot_comparison", self)


class Explanation(str):
    """A text in the columns in which it was written, in a notebook as well."""

    def _repr_html_(self) -> str:
        return rendered("notebook/text.html", words=str(self))

    def __repr__(self) -> str:
        return str(self)
