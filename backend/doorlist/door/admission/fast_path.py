"""The fast path of the scan, the one call that a busy door repeats: answered before the router.

The fast path takes only plain requests: one small JSON body with the fields of `_Body` only, in printable ASCII, sent
by our own screens or by a program, with a session that the worker has seen. Any other request takes the ordinary way,
through the same middleware and limits to the same worker. So does every refusal except the worker's own.
"""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

import msgspec
from fastapi.routing import APIRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from doorlist.core import clock
from doorlist.core.api_model import MAX_ROW_ID
from doorlist.core.config import Settings
from doorlist.core.errors import CrossSite
from doorlist.core.http.problems import problem_response
from doorlist.core.http.security import refuse_cross_site
from doorlist.door.admission.scan_response import body_of
from doorlist.door.admission.worker import AdmissionWorker
from doorlist.door.rules import LONGEST_DEVICE, Direction, Scan, is_late
from doorlist.door.schemas import ScanRequest
from doorlist.tickets.rules import is_whole_qr_hash
from doorlist.users.cookies import read_secrets, read_session
from doorlist.users.rules import AccessKind
from doorlist.users.service import NotYou
from doorlist.users.session_check import SESSION_REFUSALS, fingerprint

SHORT_BODY = 4096
# A ticket is named in one of three ways.
_OTHER_WAYS = 2


class _Body(
    msgspec.Struct,
    frozen=True,
    gc=False,
    forbid_unknown_fields=True,
    rename={name: str(field.alias) for name, field in ScanRequest.model_fields.items()},
):
    """`ScanRequest` without the rare `listedHash`, with every field in its exact type."""

    qr_data: str | None = None
    qr_hash: str | None = None
    attendee_id: int | None = None
    scanned_by: int | None = None
    event_id: int | None = None
    idempotency_key: UUID | None = None
    device: str | None = None
    scanned_at: datetime | None = None
    direction: Direction = "in"


_decode = msgspec.json.Decoder(_Body).decode


class ScanFastPath:
    """Answers a plain POST of the scan; passes everything else on unchanged."""

    def __init__(
        self,
        app: ASGIApp,
        worker: AdmissionWorker,
        settings: Settings,
        route: APIRoute,
        record_use: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Metrics and log use the name of `route`. `record_use` is called with each session that scans."""
        self.app = app
        self.worker = worker
        self.settings = settings
        self.path = route.path
        self.route = route
        self.record_use = record_use

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != self.path or scope["method"] != "POST":
            await self.app(scope, receive, send)
            return
        token = self._token(scope)
        if token is None:
            await self.app(scope, receive, send)
            return
        message = await receive()
        scan = _scan(message, token)
        # The middleware checks a session that is new here: no scan without a session gets into the worker's queue.
        if scan is None or not self.worker.has_seen(scan.session):
            await self.app(scope, _again(message, receive), send)
            return
        scope["route"] = self.route
        try:
            body = body_of(await self.worker.decide(scan))
            self.record_use(scan.session)
        except (*SESSION_REFUSALS, NotYou) as refusal:
            # The session does not do: an access of this device may. Only now, so that other scans pay nothing for it.
            if any(read_secrets(scope, kind, self.settings) for kind in AccessKind):
                await self.app(scope, _again(message, receive), send)
            else:
                await problem_response(refusal)(scope, receive, send)
            return
        except Exception as error:  # noqa: BLE001 - every error leaves as a problem
            await problem_response(error)(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": _headers(body)})
        await send({"type": "http.response.body", "body": body})

    def _token(self, scope: Scope) -> str | None:
        """The session token if this call may take the fast path: from our own site, signed in, with JSON."""
        try:
            refuse_cross_site(scope, self.settings)
        except CrossSite:
            return None
        if [value for name, value in scope["headers"] if name == b"content-type"] != [b"application/json"]:
            return None
        return read_session(scope, self.settings)


def _scan(message: Message, token: str) -> Scan | None:
    """The scan, if the ordinary way would read the same; None if it has to decide."""
    body = message.get("body", b"")
    if message["type"] != "http.request" or message.get("more_body") or len(body) > SHORT_BODY:
        return None
    try:
        read = _decode(body)
    except (msgspec.MsgspecError, ValueError):
        return None
    device = read.device and read.device.strip()
    if not (
        (read.qr_data, read.qr_hash, read.attendee_id).count(None) == _OTHER_WAYS
        and _is_plain(read.qr_data or "")
        and (read.qr_hash is None or is_whole_qr_hash(read.qr_hash))
        and _is_row_id(read.attendee_id)
        and _is_plain(read.device or "")
        and len(device or "") <= LONGEST_DEVICE
        and _is_row_id(read.scanned_by)
        and _is_row_id(read.event_id)
        and (read.scanned_at is None or _is_prompt(read.scanned_at))
    ):
        return None
    return Scan(
        session=fingerprint(token),
        qr_data=read.qr_data and read.qr_data.strip(),
        qr_hash=read.qr_hash,
        attendee_id=read.attendee_id,
        scanned_by=read.scanned_by,
        event_id=read.event_id,
        key=read.idempotency_key,
        direction=read.direction,
        device=device,
    )


def _is_plain(text: str) -> bool:
    """Whether all other code reads the text alike: nothing to replace, and no spaces but the plain one."""
    return text.isascii() and text.isprintable()


def _is_row_id(number: int | None) -> bool:
    return number is None or 0 < number <= MAX_ROW_ID


def _is_prompt(scanned_at: datetime) -> bool:
    return scanned_at.tzinfo is not None and not is_late(scanned_at, clock.now())


def _again(message: Message, receive: Receive) -> Receive:
    """Receive the first message again, then the rest."""
    pending = [message]

    async def receive_again() -> Message:
        return pending.pop() if pending else await receive()

    return receive_again


def _headers(body: bytes) -> list[tuple[bytes, bytes]]:
    return [(b"content-length", str(len(body)).encode()), (b"content-type", b"application/json")]
