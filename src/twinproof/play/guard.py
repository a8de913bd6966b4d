"""Who may speak to the page: a browser on this machine that shows this very page, and nobody else.

The server listens on 127.0.0.1 only. Still, any page that the same browser shows could send requests there: by a name
of its own that leads to this machine, or from its own origin. Both can be told from the headers.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

HOST = "127.0.0.1"


class Guard:
    """Turns down what does not come from the page itself."""

    def __init__(self, app: App, port: int) -> None:
        self.app = app
        self.hosts = {f"{name}:{port}".encode() for name in (HOST, "localhost")}
        self.origins = {b"http://" + host for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._is_ours(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await send({"type": "http.response.start", "status": 403, "headers": [(b"content-type", b"text/plain")]})
            await send({"type": "http.response.body", "body": b"this page is for browsers on this machine\n"})

    def _is_ours(self, scope: Scope) -> bool:
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        hosts = [value for name, value in headers if name == b"host"]
        origins = [value for name, value in headers if name == b"origin"]
        return len(hosts) == 1 and hosts[0] in self.hosts and all(origin in self.origins for origin in origins)
