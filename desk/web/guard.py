"""What goes with every answer, whatever the page: headers that keep browsers on guard, a limit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MOST_BYTES = 128 * 1024
"""Of what a browser sends at once; a protocol has about 3 kB."""
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cache-control": "no-store",
}


class Guard:
    """Adds the headers to every answer, and refuses what is too long before it is read."""

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, as web servers call it (ASGI)."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(name.encode(), text.encode()) for name, text in HEADERS.items()]
                message = {**message, "headers": [*message.get("headers", ()), *added]}
            await send(message)

        body = await _body(receive)
        if body is None:
            await _too_long(guarded)
            return
        given = False

        async def replay() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, replay, guarded)


async def _body(receive: Receive) -> bytes | None:
    """Return what a browser sends, None if it is too long or broken off."""
    held = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        held += bytes(message.get("body", b""))
        if len(held) > MOST_BYTES:
            return None
        if not message.get("more_body", False):
            return held


async def _too_long(send: Send) -> None:
    text = "Too much at once. / Слишком много данных.".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": text})
