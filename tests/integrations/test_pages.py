"""The pages about pytest, CI, editors and OpenDP: what they show is what happens."""

from __future__ import annotations

import ast
import doctest
import json
import re
from pathlib import Path

import pytest
import yaml

from tests.integrations.programs import HALF, HEAD

DOCS = Path(__file__).parents[2] / "docs"

pytest_plugins = ["pytester"]


def blocks(page: str, language: str) -> list[str]:
    found = re.findall(rf"```{language}\n(.*?)```", (DOCS / page).read_text(), re.DOTALL)
    assert found, f"{page} has no {language}"
    return [str(block) for block in found]


def test_the_chains_of_opendp_are_real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (mechanisms,) = blocks("opendp.md", "python")
    (tmp_path / "mechanisms.py").write_text(mechanisms)
    monkeypatch.syspath_prepend(tmp_path)
    session = doctest.DocTestParser().get_doctest(
        "".join(blocks("opendp.md", "pycon")), {}, "opendp.md", "opendp.md", 0
    )
    said: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(session, out=said.append)
    assert results.failed == 0, "".join(said)
    assert results.attempted > 15


def test_the_failure_on_the_page_about_pytest_is_real(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CI", "BUILD_NUMBER"):  # pytest shortens its summary to one line everywhere but on such machines
        monkeypatch.delenv(name, raising=False)
    text = (DOCS / "pytest.md").read_text()
    (shown,) = re.findall(r"<!-- run: pytest --twinproof mechanisms -->\n```text\n(.*?)```", text, re.DOTALL)
    folder = pytester.mkdir("mechanisms")
    (folder / "counts.py").write_text((HEAD + HALF).replace("half", "count"))
    result = pytester.runpytest("--twinproof", "mechanisms")
    assert shown in result.stdout.str()


def test_the_test_on_the_page_about_pytest_can_be_read() -> None:
    (example,) = blocks("pytest.md", "python")
    assert "assert_private(count)" in ast.unparse(ast.parse(example))


def test_the_workflow_is_well_formed() -> None:
    (workflow,) = [block for block in blocks("ci.md", "yaml") if "codeql-action" in block]
    jobs = yaml.safe_load(workflow)["jobs"]
    commands = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    assert "pytest -n auto --twinproof mechanisms" in commands
    uploaded = [s["with"]["sarif_file"] for s in jobs["verify"]["steps"] if "upload-sarif" in s.get("uses", "")]
    assert uploaded == ["verdicts.sarif"]
    assert any("--sarif verdicts.sarif" in command for command in commands)


EXTENSION = DOCS.parent / "editors" / "vscode"


def test_the_extension_for_vs_code_is_what_its_page_says() -> None:
    page = (DOCS / "editors.md").read_text()
    package = json.loads((EXTENSION / "package.json").read_text())
    settings = package["contributes"]["configuration"]["properties"]
    assert set(re.findall(r"^\| `(twinproof\.[\w.]+)` \|", page, re.MULTILINE)) == set(settings)
    (key,) = package["contributes"]["keybindings"]
    assert key["key"] == "ctrl+alt+g"
    assert "`Ctrl+Alt+G`" in page
    source = "".join(path.read_text() for path in (EXTENSION / "src").glob("*.ts"))
    for command in package["contributes"]["commands"]:
        assert f'"{command["command"]}"' in source
    for method in ("twinproof/explain", "twinproof/goals"):
        assert method in page
        assert method in source


def test_what_the_extension_is_built_from_names_no_machine() -> None:
    """So that it is built from whatever registry there is, and the same everywhere."""
    lock = json.loads((EXTENSION / "package-lock.json").read_text())
    assert len(lock["packages"]) > 100
    assert [name for name, package in lock["packages"].items() if "resolved" in package] == []
    wanted = [name for name, package in lock["packages"].items() if name and not package.get("optional")]
    assert [name for name in wanted if "integrity" not in lock["packages"][name]] == []


def test_the_configuration_of_neovim_asks_what_the_server_answers() -> None:
    from twinproof.integrations.lsp.server import HANDLERS

    (script,) = blocks("editors.md", "lua")
    asked = set(re.findall(r'"(twinproof/\w+)"', script))
    assert asked == {name for name in HANDLERS if name.startswith("twinproof/")}
    assert 'cmd = { "twinproof", "lsp" }' in script
