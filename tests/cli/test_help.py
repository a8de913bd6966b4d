"""The help pages, and the command reference, which says the same in more words."""

import re
from typing import Any

import pytest
import typer
from typer.core import TyperArgument, TyperGroup

from tests.cli.test_commands import ROOT, twinproof
from twinproof.cli.commands import app
from twinproof.exact.meaning import TOLERANCE

PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
OPTION = re.compile(r"(?<![\w-])--?[a-z](?:[a-z-]*[a-z])?(?![\w-])")


def application() -> TyperGroup:
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    return group


COMMANDS = application().commands


def options(command: Any) -> dict[str, Any]:
    """Every name of every option, with the option."""
    found = [p for p in command.params if not isinstance(p, TyperArgument)]
    return {name: p for p in found for name in (*p.opts, *p.secondary_opts)}


def section(title: str) -> str:
    """The part of the page below a heading."""
    parts = re.split(r"^## (.*)\n", PAGE, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))[title]


def in_code(text: str) -> str:
    """What stands in code, one piece on a line."""
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return "\n".join(re.findall(r"`([^`]*)`", text))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_explained(name: str) -> None:
    done = twinproof(name, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == twinproof(name, "-h").stdout
    for word in ("Usage: twinproof " + name, "Exit codes:\n  0 ", "\n  3 "):
        assert word in done.stdout
    assert name == "lsp" or "Examples:\n  twinproof " + name in done.stdout
    for names, option in options(COMMANDS[name]).items():
        assert option.help, f"{names} has no help"
        assert names in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("name", COMMANDS)
def test_what_stands_in_brackets_is_printed(name: str) -> None:
    shown = " ".join(twinproof(name, "--help").stdout.split())
    for param in COMMANDS[name].params:
        assert " ".join(str(getattr(param, "help", "")).split()) in shown


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_use_options_that_exist(name: str) -> None:
    examples = twinproof(name, "--help").stdout.partition("Examples:")[2].partition("Exit codes:")[0]
    assert set(OPTION.findall(examples)) <= set(options(COMMANDS[name]))


def test_the_list_of_commands() -> None:
    shown = twinproof("--help").stdout
    for name, command in COMMANDS.items():
        line = next(line for line in shown.splitlines() if line.startswith(f"  {name} "))
        assert line.split(maxsplit=1)[1] == str(command.help).split("\n")[0]
        assert f"[`twinproof {name}`](#twinproof-{name})" in PAGE


def test_defaults_are_those_of_the_library() -> None:
    for name in ("dist", "compare"):
        assert options(COMMANDS[name])["--tolerance"].default == TOLERANCE


# ----------------------------------------------------------------------------------------------------------- the page


@pytest.mark.parametrize("name", COMMANDS)
def test_the_reference_has_every_option_and_argument(name: str) -> None:
    text, command = section(f"`twinproof {name}`"), COMMANDS[name]
    usage = twinproof(name, "--help").stdout.splitlines()[0].removeprefix("Usage: ")
    assert f"```text\n{usage}\n```" in text
    rows = "\n".join(line for line in text.splitlines() if line.startswith("| `-"))
    for option_name, option in options(command).items():
        if option_name in ("-h", "--help"):
            continue
        shown = option_name if option.is_flag else f"{option_name} {option.metavar}"
        assert f"`{shown}`" in rows, f"{shown} is not in the section about {name}"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_reference_has_no_other_options(name: str) -> None:
    text = in_code(section(f"`twinproof {name}`"))
    assert set(OPTION.findall(text)) <= set(options(COMMANDS[name]))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_reference_has_the_exit_codes_of_the_help(name: str) -> None:
    codes = re.findall(r"^  (\d+) ", twinproof(name, "--help").stdout.partition("Exit codes:")[2], flags=re.MULTILINE)
    own, shared = section(f"`twinproof {name}`"), section("Everywhere")
    listed = re.findall(r"^\| (\d+) \|", own, flags=re.MULTILINE)
    assert listed == [code for code in codes if code in listed]
    assert all(f"| {code} |" in own or f"| {code} |" in shared for code in codes)


def test_options_of_the_application() -> None:
    text = section("Everywhere")
    known = {*options(application()), "-h", "--help", "--json"}
    assert set(OPTION.findall(in_code(text))) <= known
    for name in ("--version", "--install-completion", "--show-completion", "--help", "-h"):
        assert f"`{name}`" in text


def test_no_command_is_missing_or_invented() -> None:
    sections = re.findall(r"^## `twinproof (\w+)`", PAGE, flags=re.MULTILINE)
    assert sections == list(COMMANDS)


def test_other_pages_name_options_that_exist() -> None:
    call = re.compile(rf"twinproof ({'|'.join(COMMANDS)})\b([^`\n|]*)")
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for name, rest in call.findall(page.read_text(encoding="utf-8")):
            for option in re.findall(r"(?<= )--[a-z][a-z-]*[a-z]", rest):
                assert option in options(COMMANDS[name]), f"{page.name}: twinproof {name}{rest}"
