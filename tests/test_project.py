"""What a project has around its code: metadata, an action, a hook, a site; each holds what it says."""

import re
import subprocess
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml

from twinproof import __version__
from twinproof.cli.doctor import EXTRAS

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
DOCS = ROOT / "docs"


class Loader(yaml.SafeLoader):  # type: ignore[misc]
    """YAML with the one Python name that the site has in it."""


Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda loader, suffix, node: suffix)


def read_yaml(path: str) -> Any:
    return yaml.load((ROOT / path).read_text(encoding="utf-8"), Loader)


# -------------------------------------------------------------------------------------------------------------- package


def test_there_is_one_version_and_one_address() -> None:
    assert PROJECT["project"]["version"] == __version__ == read_yaml("CITATION.cff")["version"]
    home = PROJECT["project"]["urls"]["Homepage"]
    assert read_yaml("mkdocs.yml")["extra"]["repository"] == home == read_yaml("CITATION.cff")["repository-code"]
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text()
    for text in (ROOT / "SECURITY.md", DOCS / "ci.md", ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml"):
        assert home in text.read_text()


def where_only_the_readme_is_shown() -> str:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for rule in PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(rule["pattern"], rule["replacement"], text)
    return text


def test_where_only_the_readme_is_shown_its_links_lead_somewhere() -> None:
    home = PROJECT["project"]["urls"]["Homepage"]
    prose = re.sub(r"```.*?```", "", where_only_the_readme_is_shown(), flags=re.DOTALL)
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", prose)
    links = re.findall(r"\]\(([^)]+)\)", prose)
    assert len(links) > 25
    assert len(pictures) >= 1
    raw = home.replace("https://github.com", "https://raw.githubusercontent.com") + "/main/"
    for link in links:
        start = raw if link in pictures else f"{home}/blob/main/"
        assert link.startswith(start)
        assert (ROOT / link.removeprefix(start)).exists()


def test_pictures_are_an_extra_and_versions_are_ranges() -> None:
    needed = PROJECT["project"]["dependencies"]
    extras = PROJECT["project"]["optional-dependencies"]
    assert not [r for r in needed if re.match(r"altair|vl-convert|mcp|pygls", r)]
    assert not [r for r in needed if "==" in r]
    assert set(EXTRAS) <= set(extras)
    for extra in EXTRAS:
        assert set(extras[extra]) <= set(extras["dev"])  # so that all of it is tested


def test_what_we_test_with_is_in_the_ranges() -> None:
    from packaging.requirements import Requirement

    pinned = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text().split())
    versions = {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in pinned.items()}
    for text in (*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["dev"]):
        requirement = Requirement(text)
        assert requirement.specifier.contains(versions[requirement.name.lower()]), text


# ------------------------------------------------------------------------------------------------------ action and hook


def run_of_the_action(tmp_path: Path, code: int, **given: str) -> tuple[int, str, list[str]]:
    """The script of the action's step, with a `twinproof` that ends with this code: its own, its output, the words."""
    (step,) = [s for s in read_yaml("action.yml")["runs"]["steps"] if s.get("id") == "verify"]
    command = tmp_path / "twinproof" / "bin" / "twinproof"
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {tmp_path}/words\nexit {code}\n')
    command.chmod(0o755)
    env = {"PATHS": "", "OPTIONS": "", "TOLERATE": "false", **given}
    env |= {"RUNNER_TEMP": str(tmp_path), "GITHUB_OUTPUT": str(tmp_path / "out"), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(["bash", "-e", "-c", step["run"]], env=env, cwd=tmp_path, check=False, timeout=30)
    return done.returncode, (tmp_path / "out").read_text(), (tmp_path / "words").read_text().split("\n")[:-1]


@pytest.mark.parametrize(
    ("code", "tolerate", "ends"), [(0, "false", 0), (1, "true", 1), (2, "false", 2), (2, "true", 0), (3, "true", 3)]
)
def test_the_action_ends_as_verify_does(tmp_path: Path, code: int, tolerate: str, ends: int) -> None:
    ended, out, _ = run_of_the_action(tmp_path, code, TOLERATE=tolerate)
    assert (ended, out) == (ends, f"exit-code={code}\n")


def test_the_action_takes_words_and_runs_nothing_of_them(tmp_path: Path) -> None:
    _, _, words = run_of_the_action(tmp_path, 0, PATHS="a.py; touch$(id) b*.py", OPTIONS="--timeout 3")
    assert words[:6] == ["verify", "a.py;", "touch$(id)", "b*.py", "--timeout", "3"]
    script = "".join(s.get("run", "") for s in read_yaml("action.yml")["runs"]["steps"])
    assert "${{" not in script


def test_the_page_has_the_inputs_of_the_action() -> None:
    page = (DOCS / "ci.md").read_text()
    (table,) = re.findall(r"\| input \| is \|\n(.*?)\n\n", page, re.DOTALL)
    assert re.findall(r"^\| `([\w-]+)` \|", table, re.MULTILINE) == list(read_yaml("action.yml")["inputs"])


def test_the_hook_is_a_call_that_there_is(tmp_path: Path) -> None:
    from tests.cli.test_commands import twinproof

    (hook,) = read_yaml(".pre-commit-hooks.yaml")
    assert (hook["language"], hook["types"]) == ("python", ["python"])
    (tmp_path / "plain.py").write_text("x = 1\n")
    name, *words = hook["entry"].split()
    assert name == "twinproof"
    assert twinproof(*words, "plain.py", folder=tmp_path).returncode == 0


def test_the_templates_are_forms() -> None:
    for path in sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")):
        form = yaml.safe_load(path.read_text())
        if path.name != "config.yml":
            assert {"name", "description", "body"} <= set(form)
            assert all("label" in part["attributes"] for part in form["body"])


# ----------------------------------------------------------------------------------------------------------------- site


def named(nav: Iterable[Any]) -> list[str]:
    """The pages of a navigation."""
    pages: list[str] = []
    for entry in nav:
        for value in entry.values():
            pages += [value] if isinstance(value, str) else named(value)
    return pages


def test_every_page_is_in_the_site() -> None:
    pages = named(read_yaml("mkdocs.yml")["nav"])
    home = PROJECT["project"]["urls"]["Homepage"]
    assert sorted(pages) == sorted([home, "index.md", *(p.name for p in DOCS.glob("*.md"))])


def test_links_out_of_the_pages_lead_to_the_repository() -> None:
    import importlib.util

    spec = importlib.util.spec_from_file_location("site_pages", DOCS / "site_pages.py")
    assert spec is not None
    assert spec.loader is not None
    site = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(site)
    text = "[a](../gallery/README.md) [b](ci.md#a-badge) [c](https://x.org/y) [d](../nowhere.md) [e](#f)"
    found = site.outward(text, "docs", "R/")
    assert found == "[a](R/gallery/README.md) [b](ci.md#a-badge) [c](https://x.org/y) [d](../nowhere.md) [e](#f)"
    assert site.outward("[a](gallery/README.md)", "", "R/") == "[a](R/gallery/README.md)"
