"""A real SMTP server that refuses, waits or drops the connection where a test says."""

import asyncio
import ssl
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from threading import Thread
from typing import Any, cast

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

STATES = ("greeting", "EHLO", "MAIL", "RCPT", "DATA", "content", "reply")
"""Where a connection can be dropped; at 'reply' the server has taken the message and does not say so."""


@dataclass
class Behaviour:
    """Behaviour of the server: `replies` by command; `drops` is where it ends the connection, `drop_times` how often.

    `dropped` counts the connections that it ended so.
    """

    replies: dict[str, str] = field(default_factory=dict)
    reply_times: int = 1_000_000
    drops: str | None = None
    drop_times: int = 1_000_000
    dropped: Counter[str] = field(default_factory=Counter)
    slow_seconds: float = 0.0


class Received:
    """The messages that the server took, in order."""

    def __init__(self) -> None:
        self.raw: list[tuple[str, bytes]] = []
        self.senders: list[str] = []

    @property
    def messages(self) -> list[EmailMessage]:
        return [message_from_bytes(content, policy=default) for _, content in self.raw]

    @property
    def ids(self) -> list[str]:
        return [str(message["Message-ID"]) for message in self.messages]


class _Handler:
    def __init__(self, behaviour: Behaviour, received: Received) -> None:
        self.behaviour = behaviour
        self.received = received

    async def handle_DATA(self, server: "_Server", session: Session, envelope: Envelope) -> str:  # noqa: ARG002, N802
        await asyncio.sleep(self.behaviour.slow_seconds)
        if answer := server.reply_to("reply-code"):
            return answer
        self.received.raw.append((envelope.rcpt_tos[0], cast("bytes", envelope.content)))
        self.received.senders.append(str(envelope.mail_from))
        if server.drops_at("reply"):
            return "250 nobody hears this"
        return "250 OK"


class _Server(SMTP):
    def __init__(self, handler: _Handler, **options: Any) -> None:
        super().__init__(handler, **options)
        self.behaviour = handler.behaviour

    def drops_at(self, state: str) -> bool:
        if self.behaviour.drops != state or self.behaviour.drop_times <= 0:
            return False
        self.behaviour.drop_times -= 1
        self.behaviour.dropped[state] += 1
        if self.transport is not None:
            cast("asyncio.Transport", self.transport).abort()
        return True

    def reply_to(self, command: str) -> str | None:
        answer = self.behaviour.replies.get(command)
        if answer is None or self.behaviour.reply_times <= 0:
            return None
        self.behaviour.reply_times -= 1
        return answer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if self.behaviour.drops == "greeting" and self.behaviour.drop_times > 0:
            self.behaviour.drop_times -= 1
            cast("asyncio.Transport", transport).abort()
            return
        super().connection_made(transport)

    async def smtp_EHLO(self, hostname: str) -> None:  # noqa: N802
        if not self.drops_at("EHLO"):
            await super().smtp_EHLO(hostname)

    async def smtp_MAIL(self, arg: str) -> None:  # noqa: N802
        await self._command("MAIL", arg)

    async def smtp_RCPT(self, arg: str) -> None:  # noqa: N802
        await self._command("RCPT", arg)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        if self.behaviour.drops == "content" and self.behaviour.drop_times > 0:
            await self.push("354 Go ahead")
            await self._reader.read(200)
            self.drops_at("content")
            return
        await self._command("DATA", arg)

    async def _command(self, name: str, arg: str) -> None:
        if self.drops_at(name):
            return
        if answer := self.reply_to(name):
            await self.push(answer)
            return
        await getattr(super(), f"smtp_{name}")(arg)


@contextmanager
def serving(
    behaviour: Behaviour | None = None,
    *,
    is_tls: bool = False,
    context: ssl.SSLContext | None = None,
    password: str | None = None,
    port: int = 0,
) -> Iterator[tuple[int, Received]]:
    """A server on this machine: its port, and what it takes."""
    received = Received()
    options: dict[str, Any] = {}
    if password is not None:

        def authenticate(_: Any, __: Any, ___: Any, mechanism: str, data: LoginPassword) -> AuthResult:  # noqa: ARG001
            return AuthResult(success=data.password == password.encode(), handled=False)

        options = {"authenticator": authenticate, "auth_require_tls": False}
    handler = _Handler(behaviour or Behaviour(), received)
    options |= {"enable_SMTPUTF8": False, "tls_context": None if is_tls else context}
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, name="mail server")
    thread.start()

    async def listen() -> asyncio.Server:
        return await loop.create_server(
            lambda: _Server(handler, loop=loop, **options), "127.0.0.1", port, ssl=context if is_tls else None
        )

    async def end(server: asyncio.Server) -> None:
        server.close()
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    server = asyncio.run_coroutine_threadsafe(listen(), loop).result(10)
    try:
        yield server.sockets[0].getsockname()[1], received
    finally:
        asyncio.run_coroutine_threadsafe(end(server), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


def tls_context(certificate: Path, key: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context
