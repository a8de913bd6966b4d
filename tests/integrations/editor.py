"""An editor for tests: a real client of the language server protocol, over the server's stdin and stdout."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

SERVER = "from twinproof.cli import main; main()"
PATIENCE = 240.0  # for machines that are busy with something else


class Editor:
    """Holds one file open and remembers what the server publishes about it."""

    def __init__(self, client: LanguageClient, path: Path) -> None:
        self.client = client
        self.uri = path.as_uri()
        self.version = 0
        self.published: list[types.PublishDiagnosticsParams] = []
        self.refreshed = 0
        self.lenses_refreshed = 0
        self.progress: list[Any] = []
        self.news = asyncio.Event()

    def open(self, text: str) -> None:
        item = types.TextDocumentItem(self.uri, "python", self.version, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def change(self, text: str) -> None:
        self.version += 1
        document = types.VersionedTextDocumentIdentifier(self.version, self.uri)
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [whole]))

    def save(self) -> None:
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(self.uri)))

    def close(self) -> None:
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(self.uri)))

    async def until(self, wanted: Callable[[list[types.Diagnostic]], bool]) -> list[types.Diagnostic]:
        """What is shown, once it is as wanted and of the text as it is now."""
        async with asyncio.timeout(PATIENCE):
            while True:
                self.news.clear()
                if self.published:
                    last = self.published[-1]
                    if last.version in (self.version, None) and wanted(list(last.diagnostics)):
                        return list(last.diagnostics)
                await self.news.wait()

    async def hover(self, line: int) -> str:
        """What is said about a line (from one)."""
        place = types.HoverParams(types.TextDocumentIdentifier(self.uri), types.Position(line - 1, 4))
        said = await self.client.text_document_hover_async(place)
        if said is None:
            return ""
        assert isinstance(said.contents, types.MarkupContent)
        return said.contents.value

    async def hints(self) -> list[types.InlayHint]:
        everything = types.Range(types.Position(0, 0), types.Position(1_000, 0))
        params = types.InlayHintParams(types.TextDocumentIdentifier(self.uri), everything)
        return list(await self.client.text_document_inlay_hint_async(params) or [])

    async def lenses(self) -> list[str]:
        """What stands above the mechanisms."""
        params = types.CodeLensParams(types.TextDocumentIdentifier(self.uri))
        found = await self.client.text_document_code_lens_async(params) or []
        return [lens.command.title for lens in found if lens.command is not None]

    async def actions(self, line: int) -> list[types.CodeAction]:
        """What is offered in a line (from one)."""
        place = types.Position(line - 1, 0)
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(self.uri), types.Range(place, place), types.CodeActionContext([])
        )
        found = await self.client.text_document_code_action_async(params) or []
        return [action for action in found if isinstance(action, types.CodeAction)]

    async def ask(self, method: str, line: int) -> Any:
        """What is answered to a question of ours about a line (from one)."""
        params = {"textDocument": {"uri": self.uri}, "position": {"line": line - 1, "character": 0}}
        return await self.client.protocol.send_request_async(method, params)


@asynccontextmanager
async def editor(path: Path, *server: str, options: dict[str, Any] | None = None) -> AsyncIterator[Editor]:
    """An editor with its server (`twinproof lsp` unless another is given), which must end well."""
    client = LanguageClient("tests", "1")
    mine = Editor(client, path)

    def hear(params: types.PublishDiagnosticsParams) -> None:
        if params.uri == mine.uri:
            mine.published.append(params)
            mine.news.set()

    def refresh(_: None) -> None:
        mine.refreshed += 1

    def nothing(_: types.WorkDoneProgressCreateParams) -> None:
        return None

    def refresh_lenses(_: None) -> None:
        mine.lenses_refreshed += 1

    def progressed(params: types.ProgressParams) -> None:
        mine.progress.append(params)

    client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(hear)
    client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)(refresh)
    client.feature(types.WORKSPACE_CODE_LENS_REFRESH)(refresh_lenses)
    client.feature(types.WINDOW_WORK_DONE_PROGRESS_CREATE)(nothing)
    client.feature(types.PROGRESS)(progressed)
    await client.start_io(sys.executable, *(server or ("-c", SERVER, "lsp", "--stdio")))
    capable = types.ClientCapabilities(
        workspace=types.WorkspaceClientCapabilities(
            inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True),
            code_lens=types.CodeLensWorkspaceClientCapabilities(refresh_support=True),
        ),
        window=types.WindowClientCapabilities(work_done_progress=True),
    )
    given = types.InitializeParams(capable, root_uri=path.parent.as_uri(), initialization_options=options)
    await client.initialize_async(given)
    client.initialized(types.InitializedParams())
    try:
        yield mine
    finally:
        async with asyncio.timeout(PATIENCE):
            await client.shutdown_async(None)
            client.exit(None)
            await client.stop()  # type: ignore[no-untyped-call]
    assert client._server is not None
    assert client._server.returncode == 0
