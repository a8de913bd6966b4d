"""The Python files of a folder: what somebody wrote, in order, and a word about what cannot be listed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from twinproof.lang.errors import Diagnostic
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader.folder import python_files, read_folder


def written(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")


def names(folder: Path) -> list[str]:
    found = python_files(folder)
    assert not any(isinstance(f, Diagnostic) for f in found)
    return [str(f.relative_to(folder)) for f in found if isinstance(f, Path)]


def test_files_are_in_the_order_of_their_paths(tmp_path: Path) -> None:
    written(tmp_path, "b.py", "a/z.py", "a/b/c.py", "a.py", "text.txt", "no_py", "c.pyi")
    assert names(tmp_path) == ["a/b/c.py", "a/z.py", "a.py", "b.py"]
    assert names(tmp_path) == [str(p.relative_to(tmp_path)) for p in sorted(tmp_path.rglob("*.py"))]


@pytest.mark.parametrize(
    "folder", [".venv", ".git", "__pycache__", "node_modules", "lib/site-packages", ".hidden/deep"]
)
def test_what_tools_put_there_is_passed_over(tmp_path: Path, folder: str) -> None:
    written(tmp_path, "a.py", f"{folder}/b.py", f"{folder}/deeper/c.py")
    assert names(tmp_path) == ["a.py"]
    assert names(tmp_path / folder) == ["b.py", "deeper/c.py"]


def test_a_virtual_environment_is_known_by_its_settings(tmp_path: Path) -> None:
    written(tmp_path, "a.py", "environment/pyvenv.cfg", "environment/lib/b.py")
    assert names(tmp_path) == ["a.py"]


def test_links(tmp_path: Path) -> None:
    written(tmp_path, "a.py", "sub/b.py")
    (tmp_path / "sub" / "up").symlink_to(tmp_path)
    (tmp_path / "folder.py").symlink_to(tmp_path / "sub")
    (tmp_path / "dangling.py").symlink_to("nowhere")
    (tmp_path / "loop.py").symlink_to("loop.py")
    (tmp_path / "link.py").symlink_to("a.py")
    assert names(tmp_path) == ["a.py", "dangling.py", "link.py", "loop.py", "sub/b.py"]


def test_a_folder_that_looks_like_a_file(tmp_path: Path) -> None:
    written(tmp_path, "package.py/inside.py")
    assert names(tmp_path) == ["package.py/inside.py"]


@contextmanager
def nested(top: Path, name: str, depth: int) -> Iterator[None]:
    """A file `a.py` so deep down that most functions of the library cannot go there, for as long as it is needed."""
    home = os.getcwd()
    os.chdir(top)
    try:
        for _ in range(depth):
            os.mkdir(name)
            os.chdir(name)
        Path("a.py").write_text("")
        yield
        os.remove("a.py")
        for _ in range(depth):
            os.chdir("..")
            os.rmdir(name)
    finally:
        os.chdir(home)


def test_a_very_deep_folder(tmp_path: Path) -> None:
    with nested(tmp_path, "d", 1200):
        found = names(tmp_path)
    assert found == ["d/" * 1200 + "a.py"]


def test_a_folder_too_deep_to_be_listed(tmp_path: Path) -> None:
    with nested(tmp_path, "d" * 200, 30):
        found = python_files(tmp_path)
    assert [str(f).split(": ", 1)[1] for f in found] == [
        "TP001: the folder cannot be listed (File name too long)\n  help: check that you may read it"
    ]


def test_a_folder_that_may_not_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, "a.py", "secret/b.py")
    real = os.scandir

    def guarded(path: Path) -> object:
        if path.name == "secret":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", guarded)
    file, problem = python_files(tmp_path)
    assert file == tmp_path / "a.py"
    assert isinstance(problem, Diagnostic)
    assert str(problem).startswith(f"{tmp_path / 'secret'}: TP001: the folder cannot be listed (Permission denied)")


# ------------------------------------------------------------------------------------------------- what is in the files

GOOD = """\
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps")
def noisy(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
"""
OTHERS = {
    "plain.py": b"x = 1\n",
    "old.py": b"print 'hello'\nexec code in names\n",
    "latin.py": b'x = "\xe9"\n',
    "coded.py": b"# coding: latin-1\nx = 1\n",
    "nul.py": b"x = 1\0\n",
    "deep.py": b"x = " + b"(" * 300 + b")" * 300 + b"\n",
    "speaks.py": b"import twinproof  # and nothing else\n",
}
WRONG = {
    "old_mechanism.py": (b"from twinproof import mechanism\nprint 'hello'\n", "TP003"),
    "latin_mechanism.py": (b'from twinproof import mechanism\nx = "\xe9"\n', "TP002"),
    "deep_mechanism.py": (b"import twinproof\nx = " + b"(" * 300 + b")" * 300 + b"\n", "TP004"),
}


def found(folder: Path) -> dict[str, list[str]]:
    """What is found in the files of a folder: names of mechanisms, and codes of errors."""
    return {
        str(path.relative_to(folder)): [r.name if isinstance(r, Mechanism) else r.code.value for r in results]
        for path, results in read_folder(folder)
    }


def test_files_without_mechanisms_are_passed_over_even_if_python_cannot_read_them(tmp_path: Path) -> None:
    (tmp_path / "noisy.py").write_text(GOOD)
    for name, content in OTHERS.items():
        (tmp_path / name).write_bytes(content)
    assert found(tmp_path) == {"noisy.py": ["noisy"]}


def test_a_file_that_python_cannot_read_is_an_error_if_it_speaks_of_twinproof(tmp_path: Path) -> None:
    for name, (content, _) in WRONG.items():
        (tmp_path / name).write_bytes(content)
    assert found(tmp_path) == {name: [code] for name, (_, code) in sorted(WRONG.items())}


def test_a_name_that_python_takes_for_twinproof_is_not_missed(tmp_path: Path) -> None:
    (tmp_path / "wide.py").write_text(GOOD.replace("from twinproof", "from ｔｗｉｎｐｒｏｏｆ"))
    assert found(tmp_path) == {"wide.py": ["noisy"]}


HEAD, _, BODY = GOOD.partition("\n\n\n")
TYPING, OURS = HEAD.splitlines()
FEWER = OURS.replace(" mechanism,", "")
MEANT = {
    "bound twice": f"{TYPING}\ntry:\n    {OURS}\nexcept ImportError:\n    mechanism = None\n{BODY}",
    "under another name": f"{TYPING}\n{FEWER}, mechanism as m\nm = m\n{BODY.replace('@mechanism', '@m')}",
    "with all names": f"{TYPING}\nfrom twinproof import *\nmechanism = mechanism\n{BODY}",
    "by the module": f"{TYPING}\n{FEWER}\nimport twinproof as t\nt = t\n{BODY.replace('@mechanism', '@t.mechanism')}",
}


@pytest.mark.parametrize("name", MEANT)
def test_a_mechanism_that_is_not_understood_as_one_is_not_passed_over(tmp_path: Path, name: str) -> None:
    (tmp_path / "odd.py").write_text(MEANT[name])
    (tmp_path / "test_it.py").write_text("import pytest, twinproof\n\n@pytest.fixture\ndef f(): pass\n")
    assert found(tmp_path) == {"odd.py": ["TP005"]}


def test_a_file_that_cannot_be_opened_is_always_an_error(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "dangling.py").symlink_to("nowhere")
    assert found(tmp_path) == {"dangling.py": ["TP001"], "pipe.py": ["TP001"]}
