"""The pages about trust, errors, other tools and extensions: what they name exists, and what they show happens."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from twinproof.kernel.rules import RULES
from twinproof.lang.errors import Code

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PACKAGE = ROOT / "src" / "twinproof"
TRUST, ERRORS, EXTENDING, COMPARISON = (
    (DOCS / f"{name}.md").read_text(encoding="utf-8") for name in ("trust", "errors", "extending", "comparison")
)
SOURCES = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
SOURCE = "\n".join(SOURCES.values())


def in_code_font(text: str) -> list[str]:
    """What stands between backticks, outside of blocks."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return [str(code) for code in re.findall(r"`([^`\n]+)`", prose)]


# ------------------------------------------------------------------------------------------------------ what pages name


def named_paths(text: str) -> list[str]:
    """The files and folders that a page names: what ends in .py or .md, or begins with a room or a folder of ours."""
    rooms = [p.name for p in PACKAGE.iterdir() if p.is_dir() and p.name != "__pycache__"]
    starts = tuple(f"{name}/" for name in (*rooms, "tests", "docs", "benchmarks", "gallery", "proofs", "src"))
    words = [code.removeprefix("python ") for code in in_code_font(text)]
    return [w for w in words if re.fullmatch(r"[\w/.]+", w) and (w.startswith(starts) or w.endswith((".py", ".md")))]


def exists(path: str) -> bool:
    return (ROOT / path).exists() or (PACKAGE / path).exists()


@pytest.mark.parametrize("text", [TRUST, EXTENDING, COMPARISON], ids=["trust", "extending", "comparison"])
def test_the_paths_that_a_page_names_exist(text: str) -> None:
    paths = named_paths(text)
    missing = [p for p in paths if not exists(p) and p not in ("report_noisy_max.py", "branch_on_secret.py")]
    assert missing == []
    assert len(paths) > 1


@pytest.mark.parametrize("text", [TRUST, EXTENDING], ids=["trust", "extending"])
def test_the_names_that_a_page_names_exist(text: str) -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    names = [w for w in in_code_font(text) if re.fullmatch(r"_?[A-Za-z]\w+(\.\w+)*", w) and not exists(w)]
    known = SOURCE + tests
    missing = [name for name in names for part in name.split(".") if not re.search(rf"\b{part}\b", known)]
    assert missing == []


def test_a_name_that_does_not_exist_would_be_noticed() -> None:
    assert named_paths("`search/nowhere.py` and `lang/errors.py`, `no path`") == ["search/nowhere.py", "lang/errors.py"]
    assert not exists("search/nowhere.py")
    assert exists("lang/errors.py")


def anchors(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h.replace("`", "").lower()).replace(" ", "-") for h in headings}


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted(DOCS.glob("*.md"))], ids=lambda p: p.name)
def test_links_lead_to_a_heading(page: Path) -> None:
    prose = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for path, anchor in re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", prose):
        target = page.parent / path if path else page
        assert anchor in anchors(target), f"{page.name} links to {path}#{anchor}"


def test_every_place_that_knows_the_kinds_of_noise_is_in_the_recipe() -> None:
    recipe = EXTENDING.split("\n## A noise distribution\n")[1]
    knowing = [p for p, text in SOURCES.items() if re.search(r"\b(LAPLACE|ONE_SIDED)\b", text)]
    names = [p.relative_to(PACKAGE).as_posix() for p in knowing]
    assert len(names) > 5
    outside = [n for n in names if not n.startswith(("lang/noise/", "refute/laws/"))]
    assert [n for n in outside if f"`{n}`" not in recipe] == []


def test_every_rule_is_proved_sound_on_the_page_about_the_logic() -> None:
    page = (DOCS / "logic.md").read_text(encoding="utf-8")
    assert [name for name in RULES if f"[{name}]" not in page] == []


# --------------------------------------------------------------------------------------------------------------- errors


def test_every_code_is_explained_once() -> None:
    for code in Code:
        assert len(re.findall(rf"^(?:### {code.value} |\| {code.value} \|)", ERRORS, flags=re.MULTILINE)) == 1
    assert {*re.findall(r"TP\d\d\d", ERRORS)} == {code.value for code in Code}


def messages() -> list[str]:
    """The first column of the tables of messages, without examples of what to do."""
    tables = ERRORS.split("\n## A wrong call, and things that are missing\n")[1]
    rows = [line for line in tables.split("\n") if line.startswith("| ")]
    return [m for row in rows for m in in_code_font(row.split(" | ")[0]) if " " in m]


@pytest.mark.parametrize("message", messages())
def test_messages_are_those_of_the_program(message: str) -> None:
    spaceless = re.sub(r"\{[^{}]*\}", "…", SOURCE)
    for part in re.split(r"…|\[RULE\]", message):
        assert part.strip(" :[],") in spaceless


def test_there_are_messages() -> None:
    assert len(messages()) > 25


# ---------------------------------------------------------------------------------------------------------------- trust


def shown_runs() -> list[str]:
    return re.findall(r"<!-- run -->\n```text\n(.*?)```", TRUST, flags=re.DOTALL)


def timeless(text: str) -> str:
    """Without the seconds, the solver's effort, and spaces at the ends of lines."""
    text = re.sub(r"\[\d+\.\d\d s\]", "[… s]", text)
    return re.sub(r"[ ]+$", "", re.sub(r"effort [\d,]+", "effort …", text), flags=re.MULTILINE).strip()


@pytest.mark.parametrize("block", shown_runs(), ids=["proved", "refuted"])
def test_the_runs_on_the_page_about_trust_are_real(block: str, tmp_path: Path) -> None:
    for path in (ROOT / "gallery").rglob("*.py"):
        shutil.copy(path, tmp_path)
    env = {**os.environ, "PYTHONUTF8": "1", "COLUMNS": "200", "XDG_CACHE_HOME": str(tmp_path / "kept")}
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        words = shlex.split(command)
        assert words[0] == "twinproof"
        run = [sys.executable, "-c", "from twinproof.cli import main; main()", *words[1:]]
        done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False, env=env, timeout=300)
        assert timeless(done.stdout + done.stderr) == timeless(shown)


def test_the_kernel_is_as_small_as_the_page_says() -> None:
    (whole, rules) = re.findall(r"about ([\d,]+) lines, and ([\d,]+) of them", TRUST)[0]
    sizes = {path.name: len(SOURCES[path].splitlines()) for path in SOURCES if path.parent == PACKAGE / "kernel"}
    for stated, real in ((whole, sum(sizes.values())), (rules, sizes["rules.py"])):
        assert abs(int(stated.replace(",", "")) - real) <= real / 10
