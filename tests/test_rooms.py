"""The house: imports between rooms point downwards only, as the table in docs/house.md says."""

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "twinproof"

BELOW = {
    "pages": set(),
    "lang": {"pages"},
    "document": {"lang"},
    "exact": {"lang", "pages"},
    "liftings": {"exact", "lang"},
    "smt": {"lang"},
    "kernel": {"document", "lang", "smt"},
    "refute": {"exact", "lang"},
    "tactics": {"kernel", "lang", "pages", "smt"},
    "export": {"kernel", "lang"},
    "search": {"tactics", "kernel", "smt", "lang"},
    "verify": {"search", "refute", "kernel", "document", "smt", "exact", "lang", "pages"},
    "report": {"verify", "search", "refute", "tactics", "kernel", "document", "smt", "exact", "lang", "pages"},
    "integrations": {"verify", "search", "refute", "tactics", "kernel", "document", "smt", "exact", "lang"},
    "play": {
        *{"report", "integrations", "verify", "search", "refute", "tactics"},
        *{"kernel", "document", "smt", "exact", "lang", "pages"},
    },
    "api": {
        *{"report", "integrations", "verify", "search", "refute"},
        *{"tactics", "kernel", "document", "smt", "exact", "lang", "pages"},
    },
    "cli": {
        *{"play", "report", "integrations", "verify", "search", "refute", "export"},
        *{"tactics", "kernel", "document", "smt", "exact", "lang"},
    },
}


def imported_rooms(path: Path) -> set[str]:
    """The rooms that a module imports from, wherever in it the import stands."""
    rooms: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute here"
            module = node.module or ""
            names = [f"{module}.{alias.name}" for alias in node.names] if module == "twinproof" else [module]
        rooms |= {name.split(".")[1] for name in names if name.startswith("twinproof.")}
    return rooms - {"__version__"}


def modules() -> list[Path]:
    return sorted(p for p in PACKAGE.rglob("*.py") if p.parent != PACKAGE)


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_downwards(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0]
    assert imported_rooms(path) <= BELOW[room] | {room}


MARKUP = re.compile(r"</?(a|b|code|dd|details|div|dl|dt|h[1-6]|i|li|ol|p|path|pre|rect|span|table|td|th|tr|ul)[ />]")


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_markup_stands_in_templates(path: Path) -> None:
    texts = [n.value for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Constant)]
    assert not [text for text in texts if isinstance(text, str) and MARKUP.search(text)]


def test_every_room_is_in_the_table() -> None:
    rooms = {p.relative_to(PACKAGE).parts[0] for p in modules()}
    assert rooms <= set(BELOW)


def test_a_wrong_import_would_be_noticed(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    inner = ("from twinproof.cli.app import main", "import twinproof.verify.door", "from twinproof import exact")
    wrong.write_text("def f():\n" + "".join(f"    {line}\n" for line in inner))
    assert imported_rooms(wrong) == {"cli", "verify", "exact"}
