"""Checks of every request before its handler: security headers, size, and the origin of calls that change something."""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from doorlist.core.config import Network, Settings
from doorlist.core.errors import CrossSite, PayloadTooLarge, Problem
from doorlist.core.http.problems import problem_response

MIB = 1024 * 1024
MAX_BODY = MIB
# The maximum body of an anonymous caller: a username and a password, the text of a ticket, or a pass.
ANONYMOUS_BODY_KIB = 8
ANONYMOUS_ENDPOINTS = {"/api/login", "/api/logout", "/api/ticket", "/api/door/passes/claim"}
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
FORWARDING_HEADERS = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
LOOPBACK = (ip_network("127.0.0.0/8"), ip_network("::1/128"))
# Space for the rest of a form: boundaries, and fields such as a column mapping.
FORM_AROUND_FILE = 256 * 1024
# Files that arrive as a form. They go to disk piece by piece, and are never whole in memory (contract 10.limit).
UPLOADS_MIB = {("POST", "/api/attendees/import"): 50, ("POST", "/api/backup/restore-file"): 512}

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline';"
        " img-src 'self' data: blob:; media-src 'self' blob:; worker-src 'self'; connect-src 'self';"
        " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
RawHeader = tuple[bytes, bytes]
Refusal = Callable[[Scope], None]
_RAW_SECURITY_HEADERS = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]


def is_api(scope: Scope) -> bool:
    """True if the path belongs to the API, known or not; all others belong to the front end."""
    return bool(scope["path"] == "/api" or scope["path"].startswith("/api/"))


def client_address(scope: Scope, settings: Settings) -> str:
    """The caller: the peer or, behind trusted proxies, the nearest other address (contract 10.origin)."""
    peer = (scope.get("client") or ("unknown", 0))[0]
    if not is_in(peer, settings.trusted_proxies):
        return _written_plainly(peer)
    # A proxy may add a second header below a forged one, so all headers form one list.
    lines = ",".join(Headers(scope=scope).getlist("x-forwarded-for"))
    forwarded = [part.strip() for part in lines.split(",") if part.strip()]
    for address in reversed(forwarded):
        if not is_in(address, settings.trusted_proxies):
            return _written_plainly(address)
    return _written_plainly(peer)


def _written_plainly(address: str) -> str:
    """The address without a port, so that each new connection is not a new caller."""
    return str(parse_address(address) or address)


def is_https(scope: Scope, settings: Settings) -> bool:
    """True if the browser uses HTTPS, according to the public URL or a trusted proxy."""
    headers = Headers(scope=scope)
    peer = (scope.get("client") or ("", 0))[0]
    behind_proxy = is_in(peer, settings.trusted_proxies)
    # Many proxies replace the host that people type.
    if settings.public_url and (behind_proxy or headers.get("host", "").lower() in settings.public_hosts):
        return settings.public_url.scheme == "https"
    if behind_proxy and "x-forwarded-proto" in headers:
        return headers["x-forwarded-proto"].partition(",")[0].strip().lower() == "https"
    return bool(scope["scheme"] == "https")


def is_from_this_machine_or(scope: Scope, networks: Collection[Network]) -> bool:
    """True if the peer is on the loopback or in one of the networks. Proxied requests count as from elsewhere."""
    peer = (scope.get("client") or ("", 0))[0]
    headers = Headers(scope=scope)
    if any(name in headers for name in FORWARDING_HEADERS):
        return False
    # A proxy on this machine that adds no forwarding header still passes on the name that people typed.
    is_local = is_in(peer, LOOPBACK) and _is_loopback_name(headers.get("host", ""))
    return is_local or is_in(peer, networks)


def refuse_cross_site(scope: Scope, settings: Settings) -> None:
    """Raise CrossSite if another site made the browser send a request that changes something (contract 10.origin)."""
    if scope["method"] in SAFE_METHODS:
        return
    fetch_site, origin = _first(scope, b"sec-fetch-site"), _first(scope, b"origin")
    if fetch_site is not None:
        if fetch_site in {"same-origin", "none"}:
            return
        raise CrossSite("This call came from another web site and was refused.")
    if origin is None:
        return
    hosts = {(_first(scope, b"host") or "").lower(), *settings.public_hosts}
    if origin.partition("://")[2].lower() not in hosts:
        raise CrossSite("This call came from another web site and was refused.")


def _first(scope: Scope, wanted: bytes) -> str | None:
    for name, value in scope["headers"]:
        if name == wanted:
            text: str = value.decode("latin-1")
            return text
    return None


# For API responses that a browser may store but must revalidate.
REVALIDATED: RawHeader = (b"cache-control", b"private, no-cache")
# For API responses whose address changes with their content.
KEPT_FOR_GOOD: RawHeader = (b"cache-control", b"public, max-age=31536000, immutable")


class SecurityHeaders:
    """Checks the Host, and adds the security headers to every response, with `no-store` to API responses.

    Unexpected errors become answers here, because the framework would answer them outside of this.
    """

    def __init__(self, app: ASGIApp, settings: Settings, *, refuse_other: Refusal, has_own_authority: bool) -> None:
        """`refuse_other` raises a Problem for a request to another host."""
        self.app = app
        self.settings = settings
        self.refuse_other = refuse_other
        # After HSTS a browser accepts no certificate that it does not trust. A reinstall makes a new authority, and
        # phones that trust the old one would be locked out on the evening itself. So HSTS is sent only where
        # DOORLIST_PUBLIC_URL promises HTTPS; a certificate alone does not, because HSTS holds for every port of the
        # host.
        self.is_https_for_good = settings.public_url is not None and not has_own_authority

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = self._with_security(scope, message["headers"])
            await send(message)

        try:
            self.refuse_other(scope)
            await self.app(scope, receive, send_with_headers)
        except Exception as error:
            if started:
                raise
            await problem_response(error)(scope, receive, send_with_headers)

    def _with_security(self, scope: Scope, headers: Iterable[RawHeader]) -> list[RawHeader]:
        # As bytes, because every answer comes through here.
        said = list(headers)
        names = {name for name, _ in said}
        said += [header for header in _RAW_SECURITY_HEADERS if header[0] not in names]
        if is_api(scope) and REVALIDATED not in said and KEPT_FOR_GOOD not in said:
            said = [header for header in said if header[0] != b"cache-control"]
            said.append((b"cache-control", b"no-store"))
        if self.is_https_for_good and is_https(scope, self.settings):
            said.append((b"strict-transport-security", b"max-age=31536000"))
        return said


class RequestLimits:
    """Refuses cross-site changes and bodies over the limit before anything reads them.

    An upload to a path of `UPLOADS_MIB` passes through as it arrives, and is counted on the way.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        limit = _upload_limit(scope) or _body_limit(scope)
        counted = _counted(receive, limit)
        try:
            refuse_cross_site(scope, self.settings)
            limit.refuse_declared(scope)
            if limit.is_upload:
                await self.app(scope, counted, send)
                return
            body = await _read_body(counted)
        except Problem as problem:
            await problem_response(problem)(scope, receive, send)
            return
        if body is not None:
            await self.app(scope, _replay(body, receive), send)


@dataclass(frozen=True)
class _Limit:
    most_bytes: int
    in_words: str
    is_upload: bool = False

    def refuse_declared(self, scope: Scope) -> None:
        declared = Headers(scope=scope).get("content-length", "0")
        if declared.isdecimal():
            self.refuse(int(declared))

    def refuse(self, size: int) -> None:
        if size > self.most_bytes:
            raise PayloadTooLarge(self.in_words)


_BODY_LIMIT = _Limit(MAX_BODY, f"The body is larger than {MAX_BODY // MIB} MiB. Send less at once.")
_ANONYMOUS_LIMIT = _Limit(ANONYMOUS_BODY_KIB * 1024, f"The body is larger than {ANONYMOUS_BODY_KIB} KiB. Send less.")


def _body_limit(scope: Scope) -> _Limit:
    """The limit of a body. Calls other than sign-in and sign-out have passed the gate before their body is read."""
    return _BODY_LIMIT if is_api(scope) and scope["path"] not in ANONYMOUS_ENDPOINTS else _ANONYMOUS_LIMIT


def _upload_limit(scope: Scope) -> _Limit | None:
    """The limit of an upload; None for every other request, even for another type of body on such a path."""
    mib = UPLOADS_MIB.get((scope["method"], scope["path"]))
    if mib is None or not Headers(scope=scope).get("content-type", "").lower().startswith("multipart/form-data"):
        return None
    return _Limit(mib * MIB + FORM_AROUND_FILE, f"The file is larger than {mib} MB.", is_upload=True)


def _counted(receive: Receive, limit: _Limit) -> Receive:
    """The body, chunk by chunk. Raises PayloadTooLarge at the chunk that exceeds the limit."""
    size = 0

    async def receive_counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        limit.refuse(size)
        return message

    return receive_counted


async def _read_body(receive: Receive) -> bytes | None:
    """The whole body, or None when the caller hung up. Raises PayloadTooLarge."""
    chunks: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        chunks.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(chunks)


def _replay(body: bytes, receive: Receive) -> Receive:
    pending = [body]

    async def replay() -> Message:
        if pending:
            return {"type": "http.request", "body": pending.pop(), "more_body": False}
        return await receive()

    return replay


def is_in(address: str, networks: Collection[Network]) -> bool:
    """True if the address, as a socket or a header has it, is in one of the networks."""
    if not networks:
        return False
    parsed = parse_address(address)
    return parsed is not None and any(parsed.version == network.version and parsed in network for network in networks)


def _is_loopback_name(host: str) -> bool:
    name = host.rpartition(":")[0] if re.search(r":[0-9]+$", host) else host
    return name.lower() == "localhost" or is_in(name, LOOPBACK)


def parse_address(address: str) -> IPv4Address | IPv6Address | None:
    """The address in `1.2.3.4`, `1.2.3.4:567`, `::1`, `[::1]`, `[::1]:567` or `::ffff:1.2.3.4`."""
    bare = re.sub(r"^\[([^\]]*)\](?::[0-9]+)?$|^([0-9.]+):[0-9]+$", r"\1\2", address)
    try:
        parsed = ip_address(bare)
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return mapped or parsed
