"""The README and the docs say what is true: the commands in them are run, and their links lead somewhere."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), ROOT / "gallery" / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def console_blocks() -> list[tuple[str, str, str]]:
    """Each command that stands in a console block, with the output that the page shows for it."""
    found = []
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", page.read_text(), re.DOTALL):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                found.append((page.name, command, output))
    return found


@pytest.mark.parametrize(("page", "command", "shown"), console_blocks())
def test_output_in_the_docs_is_real(page: str, command: str, shown: str, tmp_path: Path) -> None:
    words = shlex.split(command)
    assert words[0] == "twinproof"
    run = [sys.executable, "-c", "from twinproof.cli import main; main()", *words[1:]]
    env = {"PYTHONUTF8": "1", "COLUMNS": "200", "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False, env=env, timeout=300)
    assert timeless(done.stdout + done.stderr) == timeless(shown)


def timeless(output: str) -> str:
    """The output without the seconds that it took."""
    return re.sub(r"\[\d+\.\d\d s\]", "[… s]", output).strip()


def test_there_are_commands_to_run() -> None:
    assert len(console_blocks()) >= 2


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(), flags=re.DOTALL)
    for target in re.findall(r"\]\((?!https://)([^)#]+)(?:#[^)]*)?\)", prose):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"
