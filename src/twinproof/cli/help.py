"""How help pages look: plain text, arguments as people write them, examples and exit codes at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperGroup

from twinproof.cli.parameters import spare


def epilog(examples: Sequence[str], exits: Mapping[int, str]) -> str:
    """The end of a help page."""
    parts = [["Examples:", *(f"  {line}" for line in examples)]] if examples else []
    parts.append(["Exit codes:", *(f"  {code:<4} {meaning}" for code, meaning in sorted(exits.items()))])
    return "\n\n".join("\b\n" + "\n".join(part) for part in parts)  # \b: lines stay as they are


class NoReader(Exception):
    """Whoever read our output has gone."""


class _Words:
    """What both have in common: their parameters, and the end of a help page, written like the sections above it."""

    epilog: str | None

    def get_params(self, ctx: Any) -> list[Any]:
        parameters: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in parameters:
            spare(parameter)
        return parameters

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        if self.epilog:
            formatter.write_paragraph()
            formatter.write_text(self.epilog)


class Application(_Words, TyperGroup):
    """The commands together."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command. Typer has an exit code of its own for a broken pipe, so it does not get to see one."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise NoReader from None


class Command(_Words, TyperCommand):
    """One command. Its arguments are shown as `PATH...`, without the braces and the Python types of Typer."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        arguments = [f"{a.metavar}..." if a.nargs != 1 else str(a.metavar) for a in self._arguments(ctx)]
        return ["[OPTIONS]", *arguments]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        if arguments := [(str(a.metavar), str(a.help)) for a in self._arguments(ctx)]:
            with formatter.section("Arguments"):
                formatter.write_dl(arguments)
        records = [p.get_help_record(ctx) for p in self.get_params(ctx) if not isinstance(p, TyperArgument)]
        with formatter.section("Options"):
            formatter.write_dl([(names, text.replace("x>=", "at least ")) for names, text in filter(None, records)])

    def _arguments(self, ctx: Any) -> list[TyperArgument]:
        return [p for p in self.get_params(ctx) if isinstance(p, TyperArgument)]
