"""The server: lists the tools, holds every call against its schema, and has a process of its own answer it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

import anyio
import jsonschema
from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from twinproof import __version__
from twinproof.integrations.mcp.tools import INSTRUCTIONS, MOST_TIME, TOOLS

_WORKER = "twinproof.integrations.mcp.worker"
_LONGEST = 4 * MOST_TIME  # seconds for a whole call, whatever it is
_AT_A_TIME = 2
_MOST_LETTERS = 200  # of a message about a call
_READS_ONLY = types.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
_KNOWN = {tool.name: tool for tool in TOOLS}


def server() -> Server[Any]:
    """The server, without a connection."""
    places = anyio.CapacityLimiter(_AT_A_TIME)

    async def list_tools(_: ServerRequestContext[Any], __: Any) -> types.ListToolsResult:
        tools = [
            types.Tool(
                name=tool.name,
                title=tool.title,
                description=tool.description,
                input_schema=tool.takes,
                output_schema=tool.gives,
                annotations=_READS_ONLY,
            )
            for tool in TOOLS
        ]
        return types.ListToolsResult(tools=tools)

    async def call_tool(_: ServerRequestContext[Any], call: types.CallToolRequestParams) -> types.CallToolResult:
        asked = call.arguments or {}
        if trouble := why_refused(call.name, asked):
            return _problem(trouble)
        async with places:
            return await _answered(call.name, asked)

    return Server(
        "twinproof",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def why_refused(tool: str, asked: Mapping[str, Any]) -> str:
    """What is wrong with a call, in a sentence; empty if nothing is."""
    if tool not in _KNOWN:
        return f"there is no tool {tool!r:.40}: there are {', '.join(_KNOWN)}"
    problems = jsonschema.Draft202012Validator(_KNOWN[tool].takes).iter_errors(dict(asked))
    return "; ".join(f"{'.'.join(map(str, p.absolute_path)) or tool}: {_short(p.message)}" for p in problems)


def _short(message: str) -> str:
    """Without the middle of what was sent: what is wrong with it stands at the end."""
    return message if len(message) <= _MOST_LETTERS else f"{message[:40]}…{message[-_MOST_LETTERS:]}"


async def _answered(tool: str, asked: Mapping[str, Any]) -> types.CallToolResult:
    request = json.dumps({"tool": tool, "asked": asked}).encode()
    try:
        with anyio.fail_after(_LONGEST):
            done = await anyio.run_process([sys.executable, "-m", _WORKER], input=request, check=False)
    except TimeoutError:
        return _problem("the time was over")
    if done.returncode != 0:
        complaint = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        return _problem(f"there is no answer, which is a bug of twinproof: {complaint[:300]}")
    said = json.loads(done.stdout)
    if "problem" in said:
        return _problem(said["problem"])
    text = types.TextContent(type="text", text=json.dumps(said["answer"], ensure_ascii=False))
    return types.CallToolResult(content=[text], structured_content=said["answer"])


def _problem(words: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=words)], is_error=True)


def serve() -> None:
    """Serve a client over stdin and stdout, until it ends."""

    async def run() -> None:
        made = server()
        async with stdio_server() as (incoming, outgoing):
            await made.run(incoming, outgoing, made.create_initialization_options())

    anyio.run(run)
