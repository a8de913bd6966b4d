"""The gallery in other styles, and the mechanisms in `tests/unseen`: what was read does what Python does.

What twinproof says of each is asked by `make styles`, which takes long.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from twinproof.cli.test import test as compare_with_python
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file

HERE = Path(__file__).parent
FILES = sorted([*HERE.glob("*/*.py"), *(HERE.parent / "unseen").rglob("*.py")])
GALLERY = HERE.parent.parent / "gallery"


def names_in(path: Path) -> Iterator[str]:
    for item in read_file(path):
        assert isinstance(item, Mechanism), item
        yield item.name


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.parent.name}-{p.parent.name}-{p.stem}")
def test_it_does_what_python_does(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = compare_with_python([str(path)], runs=6, seed=3, as_json=True)
    said = capsys.readouterr()
    assert code == 0, said.out + said.err


@pytest.mark.parametrize("kind", ["private", "broken", "open"])
def test_each_mechanism_of_the_gallery_has_three_styles(kind: str) -> None:
    originals = {name for path in (GALLERY / kind).glob("*.py") for name in names_in(path)}
    rewritten = [name for path in (HERE / kind).glob("*.py") for name in names_in(path)]
    assert originals
    for original in originals:
        longer = [o for o in originals if o.startswith(f"{original}_")]
        own = [n for n in rewritten if n.startswith(f"{original}_") and not any(n.startswith(f"{o}_") for o in longer)]
        assert len(own) >= 3, original
