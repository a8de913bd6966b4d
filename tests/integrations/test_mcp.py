"""The server for coding assistants, asked by the client of the package that defines the protocol."""

import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import jsonschema
import pytest
from mcp import Client, StdioServerParameters

from tests.search.reading import HEADER
from twinproof.integrations.mcp.server import why_refused
from twinproof.integrations.mcp.tools import INSTRUCTIONS, TOOLS

SOURCE = f"""{HEADER}

@mechanism(epsilon="eps")
def count(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)


@mechanism(epsilon="eps")
def halved(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / (2 * eps))


@mechanism(epsilon="eps")
def odd(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return print(x)
"""
ARMED = f"open('executed', 'w').write('!')\n{SOURCE}"


def conversation(folder: Path, talk: Callable[[Client], Awaitable[None]]) -> None:
    """Talk with a server that runs in a folder, in a process of its own."""
    command = StdioServerParameters(
        command=sys.executable, args=["-c", "from twinproof.cli import main; main()", "mcp"], cwd=folder
    )

    async def run() -> None:
        async with Client(command) as client:
            await talk(client)

    anyio.run(run)


async def asked(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The answer of a tool, which keeps to its schema."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    content: dict[str, Any] = result.structured_content
    (schema,) = [t.gives for t in TOOLS if t.name == tool]
    jsonschema.validate(content, schema)
    assert json.loads(result.content[0].text) == content  # type: ignore[union-attr]
    return content


def test_an_assistant_gets_proofs_and_counterexamples(tmp_path: Path) -> None:
    async def talk(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {"verify", "infer", "explain", "compare", "fix", "check"}
        assert all(tool.input_schema["additionalProperties"] is False for tool in tools.values())
        assert client.instructions == INSTRUCTIONS

        said = (await asked(client, "verify", source=ARMED, certificate=True))["verdicts"]
        assert [(v["mechanism"], v["verdict"]) for v in said] == [
            ("count", "proved"),
            ("halved", "refuted"),
            ("odd", "error"),
        ]
        assert said[1]["counterexample"]["loss_at_least"] > 1
        assert said[2]["code"].startswith("TP")

        certificate = json.dumps(said[0]["certificate"])
        assert (await asked(client, "check", source=ARMED, certificate=certificate))["accepted"]
        other = certificate.replace('"count"', '"halved"')
        refused = await asked(client, "check", source=ARMED, certificate=other)
        assert (refused["accepted"], refused["words"][:10]) == (False, "mechanism:")

        fixed = await asked(client, "fix", source=ARMED, name="halved")
        assert fixed["verdict"] == "refuted"
        assert fixed["fixes"][0]["after"] == "1 / eps"
        assert "laplace(x, 1 / (2 * eps))" not in fixed["fixes"][0]["source"]

        pair = await asked(
            client, "compare", source=ARMED, name="halved", left={"x": 0}, right={"x": 1}, both={"eps": 1}
        )
        assert pair["violates"] is True
        apart = await client.call_tool(
            "compare", {"source": ARMED, "name": "halved", "left": {"x": 0}, "right": {"x": 5}, "both": {"eps": 1}}
        )
        assert apart.is_error
        assert "not adjacent" in apart.content[0].text  # type: ignore[union-attr]

    conversation(tmp_path, talk)
    assert list(tmp_path.iterdir()) == []  # nothing was executed


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("verify", {}, "'source' is a required property"),
        ("verify", {"source": 1}, "source: 1 is not of type 'string'"),
        ("verify", {"source": "", "invariants": ["x <= 1"]}, "'invariants' was unexpected"),
        ("verify", {"source": "", "timeout": 0}, "timeout: 0 is less than the minimum"),
        ("verify", {"source": "", "timeout": 10**6}, "greater than the maximum"),
        ("verify", {"source": "x" * 200_001}, "too long"),
        ("explain", {"source": "", "name": "a b"}, "does not match"),
        ("compare", {"source": "", "left": [], "right": {}}, "left: [] is not of type 'object'"),
        ("prove", {"source": ""}, "there is no tool 'prove'"),
    ],
)
def test_a_call_that_is_not_as_the_schema_says_is_refused(tool: str, arguments: dict[str, Any], said: str) -> None:
    assert said in why_refused(tool, arguments)


GRID = f"""{HEADER}

@mechanism(epsilon="n * m * eps", requires="n >= 0 and m >= 0")
def grid(x: Annotated[int, within(1)], n: int, m: int, eps: Epsilon) -> list[int]:
    out: list[int] = []
    for _ in range(n):
        for _ in range(m):
            out.append(laplace(x, 1 / eps))
    return out
"""
ROWS, ROW = (next(n for n, line in enumerate(GRID.splitlines(), 1) if f"range({what})" in line) for what in ("n", "m"))


def test_hints_are_tried_and_not_believed(tmp_path: Path) -> None:
    hints = {
        "couplings": [{"line": ROW + 1, "shift": "0"}],
        "invariants": [
            {"line": ROWS, "holds": "w <= L.k * m and L.k <= n"},
            {"line": ROW, "holds": "w <= L.k * m + L.k_2 and L.k < n and L.k_2 <= m"},
        ],
    }
    wider = GRID.replace("range(m)", "range(m + 1)")

    async def talk(client: Client) -> None:
        async def kind(source: str, **more: Any) -> str:
            (said,) = (await asked(client, "verify", source=source, timeout=120, **more))["verdicts"]
            return str(said["verdict"])

        assert await kind(GRID, hints=hints) == "proved"
        (said,) = (await asked(client, "verify", source=GRID, hints=hints, certificate=True))["verdicts"]
        certificate = json.dumps(said["certificate"])
        assert (await asked(client, "check", source=GRID, certificate=certificate))["accepted"]
        assert not (await asked(client, "check", source=wider, certificate=certificate))["accepted"]
        assert await kind(wider, hints=hints) == "refuted"

        odd = {"invariants": [{"line": ROWS, "holds": "w <= L.kk * m"}]}
        (said,) = (await asked(client, "verify", source=GRID, hints=odd))["verdicts"]
        assert (said["verdict"], said["code"], said["line"]) == ("error", "TP008", ROWS)
        assert "there is no `kk` in the left run" in said["words"]
        several = await client.call_tool("verify", {"source": SOURCE, "hints": hints})
        assert several.is_error
        assert "name" in several.content[0].text  # type: ignore[union-attr]

    conversation(tmp_path, talk)


@pytest.mark.parametrize(
    ("hints", "said"),
    [
        ({"lemmas": []}, "hints: Additional properties are not allowed ('lemmas' was unexpected)"),
        ({"couplings": [{"line": 1}]}, "hints.couplings.0: 'shift' is a required property"),
        ({"couplings": [{"line": "1", "shift": "0"}]}, "hints.couplings.0.line: '1' is not of type 'integer'"),
        ({"invariants": [{"line": 1, "holds": ""}]}, "hints.invariants.0.holds: '' "),
        ({"events": [{"line": 1, "tail": "rare"}]}, "hints.events.0.tail: 'rare' is not one of"),
        ({"events": [{"line": 1, "tail": "away", "price": "0"}]}, "'price' was unexpected"),
    ],
)
def test_hints_are_as_the_schema_says(hints: dict[str, Any], said: str) -> None:
    assert said in why_refused("verify", {"source": "", "hints": hints})


def test_the_schemas_are_schemas() -> None:
    for tool in TOOLS:
        for schema in (tool.takes, tool.gives):
            jsonschema.Draft202012Validator.check_schema(schema)
    assert why_refused("verify", {"source": SOURCE, "name": "Class.method", "timeout": 5}) == ""


def test_the_package_is_asked_for(tmp_path: Path) -> None:
    hide = "import sys; sys.modules['mcp'] = None\nimport importlib.util\nfind = importlib.util.find_spec\n"
    hide += "importlib.util.find_spec = lambda name, *a: None if name == 'mcp' else find(name, *a)\n"
    run = [sys.executable, "-c", f"{hide}from twinproof.cli import main; main()", "mcp"]
    done = subprocess.run(run, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=60)
    assert (done.returncode, done.stdout) == (3, "")
    assert "pip install 'twinproof[mcp]'" in done.stderr
