"""--watch: whatever happens to a file is noticed, also during a run; what is none of its business is not."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import watchfiles

from twinproof.cli import watching
from twinproof.cli.watching import Unwatchable, Watching

pytestmark = pytest.mark.timeout(60)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "work"
    (place / "sub").mkdir(parents=True)
    (place / "a.py").write_text("a = 1\n")
    (place / "sub" / "b.py").write_text("b = 1\n")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "real.py").write_text("c = 1\n")
    (place / "link.py").symlink_to("../elsewhere/real.py")
    return place


def replaced(file: Path, text: str) -> None:
    """Save as editors do: another file takes the place of the old one."""
    other = file.with_name(f".{file.name}.new")
    other.write_text(text)
    os.replace(other, file)


def unnoticed_by_the_clock(file: Path, text: str) -> None:
    before = file.stat()
    assert len(text) == before.st_size
    file.write_text(text)
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def in_a_new_folder(folder: Path) -> None:
    (folder / "new" / "deep").mkdir(parents=True)
    time.sleep(0.3)  # so that the folder is noticed by itself
    (folder / "new" / "deep" / "c.py").write_text("c = 1\n")


def away_and_back(folder: Path) -> None:
    shutil.rmtree(folder)
    time.sleep(0.3)
    folder.mkdir()
    (folder / "a.py").write_text("a = 2\n")


CHANGES: dict[str, Callable[[Path], object]] = {
    "written": lambda f: (f / "a.py").write_text("a = 2\n"),
    "replaced": lambda f: replaced(f / "a.py", "a = 2\n"),
    "with the same time and size": lambda f: unnoticed_by_the_clock(f / "a.py", "a = 2\n"),
    "deleted": lambda f: (f / "a.py").unlink(),
    "moved away": lambda f: (f / "a.py").rename(f.parent / "gone.py"),
    "folder away and back": away_and_back,
}
OF_FOLDERS: dict[str, Callable[[Path], object]] = {
    "further down": lambda f: replaced(f / "sub" / "b.py", "b = 2\n"),
    "created": lambda f: (f / "new.py").write_text("n = 1\n"),
    "moved in": lambda f: (f.parent / "elsewhere" / "real.py").rename(f / "new.py"),
    "in a new folder": in_a_new_folder,
    "behind a link": lambda f: replaced(f.parent / "elsewhere" / "real.py", "c = 2\n"),
    "folder moved": lambda f: (f / "sub").rename(f / "sup"),
}
CASES = [(target, name, change) for target in ("work/a.py", "work") for name, change in CHANGES.items()]
CASES += [("work", name, change) for name, change in OF_FOLDERS.items()]


@pytest.mark.parametrize("when", ["during the run", "while waiting"])
@pytest.mark.parametrize(("target", "name", "change"), CASES, ids=[f"{t}-{n}" for t, n, _ in CASES])
def test_it_is_noticed(
    folder: Path, target: str, name: str, change: Callable[[Path], object], when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    with Watching([target]) as it:
        if when == "during the run":
            change(folder)
            it.until_changed()
        else:
            later = threading.Timer(0.3, change, [folder])
            later.start()
            it.until_changed()
            later.join(timeout=10)


def test_a_file_that_is_not_there_yet(folder: Path) -> None:
    with Watching([str(folder / "new" / "deep" / "c.py")]) as it:
        in_a_new_folder(folder)
        it.until_changed()
    assert it.seen.files.keys() == {folder / "new" / "deep" / "c.py"}


def test_nothing_is_lost_in_a_row_of_changes(folder: Path) -> None:
    """What was last seen is always what is there in the end."""
    file = folder / "a.py"
    with Watching([str(folder)]) as it:
        for number in range(20):
            replaced(file, f"a = {number}\n" * 10)
            if number % 3 == 0:
                it.until_changed()
        it.until_changed()
        last = it.seen.files[file]
    with Watching([str(folder)]) as it:
        assert it.seen.files[file] == last


@pytest.fixture
def waiting(folder: Path) -> Iterator[threading.Thread]:
    """Somebody who waits for a change in the folder."""
    with Watching([str(folder)]) as it:
        thread = threading.Thread(target=it.until_changed, daemon=True)
        thread.start()
        yield thread
        thread.join(timeout=20)
        assert not thread.is_alive()


def test_what_does_not_matter_starts_nothing(folder: Path, waiting: threading.Thread) -> None:
    (folder / "verdicts.sarif").write_text("{}")
    (folder / "a.py").write_text("a = 1\n")  # as it was
    os.utime(folder / "a.py")
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "a.py").write_text("x = 1\n")
    (folder / "empty").mkdir()
    waiting.join(timeout=1.5)
    assert waiting.is_alive()
    (folder / "a.py").write_text("a = 2\n")


def test_no_process_is_left(folder: Path) -> None:
    with Watching([str(folder)]) as it:
        in_a_new_folder(folder)
        it.until_changed()
        assert len(multiprocessing.active_children()) == 1
    assert multiprocessing.active_children() == []


def never(*_: Path, **__: Any) -> Iterator[set[Any]]:
    """A library, or a file system, that never tells of anything."""
    while True:
        time.sleep(0.05)
        yield set()


def beyond(*_: Path, **__: Any) -> Iterator[set[Any]]:
    raise OSError(28, "OS file watch limit reached.")


@pytest.mark.parametrize("library", [never, beyond])
def test_where_the_system_does_not_tell_the_clock_does(
    folder: Path, library: Callable[..., Iterator[set[Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchfiles, "watch", library)
    monkeypatch.setattr(watching, "_AT_LEAST", 0.2)
    with Watching([str(folder)]) as it:
        (folder / "a.py").write_text("a = 2\n")
        it.until_changed()


def test_that_nothing_can_be_watched_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "_watch", lambda *_: None)
    with pytest.raises(Unwatchable, match="the process that watches them has ended"), Watching([str(folder)]):
        pass
