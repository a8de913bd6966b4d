"""Reading files: regular ones, and the process's own streams; nothing that may keep its reader waiting."""

import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from twinproof.lang.files import contents, text_of


def test_a_regular_file_and_a_link_to_one(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"\xef\xbb\xbfx = 1\r\ny = 2\rz\n")
    (tmp_path / "b.py").symlink_to("a.py")
    for name in ("a.py", "b.py"):
        assert contents(tmp_path / name) == (tmp_path / "a.py").read_bytes()
        assert (
            text_of(str(tmp_path / name)) == (tmp_path / "a.py").read_text(encoding="utf-8-sig") == "x = 1\ny = 2\nz\n"
        )


def test_pipes_sockets_and_devices_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        cases = {
            tmp_path / "pipe": "a named pipe",
            tmp_path / "link": "a named pipe",
            tmp_path / "socket": "a socket",
            Path("/dev/zero"): "a device",
            Path("/dev/null"): "a device",
        }
        for path, kind in cases.items():
            with pytest.raises(OSError, match=f"it is {kind}, not a regular file") as caught:
                contents(path)
            assert caught.value.filename == str(path)


def test_what_becomes_a_pipe_after_the_first_look_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    regular = os.stat_result((stat.S_IFREG | 0o600, *range(1, 10)))
    monkeypatch.setattr(os, "stat", lambda *_, **__: regular)
    with pytest.raises(OSError, match="it is a named pipe"):
        contents(tmp_path / "pipe")


def test_folders_and_missing_files_are_what_they_always_were(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        contents(tmp_path)
    with pytest.raises(FileNotFoundError):
        contents(tmp_path / "nowhere")


@pytest.mark.parametrize("path", ["/dev/stdin", "/dev/fd/0"])
def test_the_streams_of_the_process_are_read(path: str) -> None:
    run = [sys.executable, "-c", f"from twinproof.lang.files import contents; print(contents({path!r}))"]
    done = subprocess.run(run, input=b"text", capture_output=True, check=False, timeout=60)
    assert done.stdout == b"b'text'\n", done.stderr
