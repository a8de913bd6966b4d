"""The first page: what it tells to do is done, step by step, and comes out as it says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

from twinproof.cli.new import MECHANISM

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "start.md").read_text(encoding="utf-8")
STEP = re.compile(r"<!-- (run|file|edit)(?:: (\S+))? -->\n```\w+\n(.*?)```", re.DOTALL)


def timeless(text: str) -> str:
    return re.sub(r"\[\d+\.\d\d s\]", "[… s]", text).strip()


def test_the_page_can_be_followed(tmp_path: Path) -> None:
    command = tmp_path / "bin" / "twinproof"
    command.parent.mkdir()
    command.write_text(f"#!{sys.executable}\nfrom twinproof.cli import main\nmain()\n")
    command.chmod(0o755)
    folder = tmp_path / "project"
    folder.mkdir()
    path = f"{command.parent}:{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "PYTHONUTF8": "1", "XDG_CACHE_HOME": str(tmp_path / "kept")}
    steps = STEP.findall(PAGE)
    for kind, name, block in steps:
        if kind == "file":
            assert (folder / name).read_text() == block
        elif kind == "edit":
            before, after = (re.findall(rf"^\{sign}(.*)$", block, re.MULTILINE)[0] for sign in "-+")
            text = (folder / name).read_text()
            assert text.count(before) == 1
            (folder / name).write_text(text.replace(before, after))
        else:
            words, _, shown = block.removeprefix("$ ").partition("\n")
            done = subprocess.run(
                ["bash", "-c", words], cwd=folder, capture_output=True, text=True, check=False, env=env, timeout=120
            )
            assert timeless(done.stdout + done.stderr) == timeless(shown)
    assert [kind for kind, _, _ in steps] == ["run", "file", "run", "edit", "run", "edit", "run"]
    assert (folder / "first_mechanism.py").read_text() == MECHANISM  # it is mended
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:hypothesispytest"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=env,
        timeout=120,
    )
    assert "2 passed" in tested.stdout, tested.stdout


def test_its_workflow_uses_an_input_less_action() -> None:
    (workflow,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    used = [step["uses"] for step in yaml.safe_load(workflow)["jobs"]["verify"]["steps"]]
    assert used == ["actions/checkout@v6", "twinproof/twinproof@main"]
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    assert all("default" in given for given in action["inputs"].values())
