"""The pages about Python and about coding assistants: what they show works, and what they name is there."""

import re
from pathlib import Path

from tests.api.test_cells import Cell, cell
from twinproof.integrations.mcp.tools import TOOLS
from twinproof.lang.settings import KEYS, settings

__all__ = ["cell"]

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", (DOCS / page).read_text(), flags=re.MULTILINE | re.DOTALL)


def test_the_settings_on_the_page_are_all_there_are(tmp_path: Path) -> None:
    (text,) = blocks("python.md", "toml")
    (tmp_path / "pyproject.toml").write_text(text)
    found = settings(tmp_path)
    assert (found.jobs, found.timeout, found.cache, found.infer) == (4, 300, True, False)
    assert re.findall(r"^(\w+) =", text, re.MULTILINE) == list(KEYS)


def test_the_cell_on_the_page_is_proved(cell: Cell) -> None:
    import twinproof

    (text,) = [block for block in blocks("python.md", "python") if "CAP" in block]
    text, call = text.rsplit("\n\n\n", 1)
    names = cell(text)
    assert call == "twinproof.verify(capped)\n"
    assert twinproof.verify(names["capped"], cache=False).proved
    assert not twinproof.verify(cell(text.replace("1 / eps", "1 / (2 * eps)"))["capped"], cache=False).proved


def test_the_tools_on_the_page_are_those_of_the_server() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", (DOCS / "mcp.md").read_text(), re.MULTILINE)
    assert [name for name, _ in rows] == [tool.name for tool in TOOLS]
    for (_, taken), tool in zip(rows, TOOLS, strict=True):
        needed, _, others = taken.partition(";")
        assert set(re.findall(r"`(\w+)`", needed)) == set(tool.takes["required"])
        assert set(re.findall(r"`(\w+)`", taken)) == set(tool.takes["properties"])
        assert set(re.findall(r"`(\w+)`", others)).isdisjoint(tool.takes["required"])
