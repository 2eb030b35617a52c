"""The cookies of a browser: its session, its access to doors, and the accounts that know it (contract 10.cookie)."""

import re
from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from fastapi import Response
from starlette.requests import cookie_parser
from starlette.types import Scope

from doorlist.core.config import Settings
from doorlist.core.http.security import is_https
from doorlist.users.rules import (
    ACCESS_DELIVERS_FOR,
    DEVICE_LIFETIME,
    MAX_ACCESSES_PER_DEVICE,
    MAX_PASS_TIME,
    SESSION_LIFETIME,
    AccessKind,
)
from doorlist.users.service import BrowserSecrets

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")  # 32 random bytes


class _AccessCookie(NamedTuple):
    name: str
    lifetime: timedelta


_ACCESS_COOKIES = {
    AccessKind.STAFF: _AccessCookie("door", ACCESS_DELIVERS_FOR),
    AccessKind.HELPER: _AccessCookie("helper", ACCESS_DELIVERS_FOR + MAX_PASS_TIME),
}


def session_cookie_name(*, https: bool) -> str:
    """`__Host-` binds the cookie to this one host; browsers accept it only over HTTPS (contract 10.cookie.2)."""
    return _name("session", https=https)


def access_cookie_name(kind: AccessKind, *, https: bool) -> str:
    """The name of the cookie in which a device keeps its access (contract 10.cookie.11, 10.cookie.290)."""
    return _name(_ACCESS_COOKIES[kind].name, https=https)


def read_session(scope: Scope, settings: Settings) -> str | None:
    return _read(scope, session_cookie_name(https=is_https(scope, settings)))


def read_devices(scope: Scope, settings: Settings) -> str:
    """The caller's cookie of known devices, not verified yet."""
    return _read(scope, _name("devices", https=is_https(scope, settings))) or ""


def read_secrets(scope: Scope, kind: AccessKind, settings: Settings) -> list[str]:
    """The secrets of the access of that kind in the caller's cookie, newest first, not verified yet.

    Anything else in it is passed over.
    """
    cookie = _read(scope, access_cookie_name(kind, https=is_https(scope, settings))) or ""
    parts = cookie.split(".", MAX_ACCESSES_PER_DEVICE)[:MAX_ACCESSES_PER_DEVICE]
    return list(dict.fromkeys(part for part in parts if _SECRET.fullmatch(part)))


def set_secrets(response: Response, kind: AccessKind, secrets: Iterable[str], *, https: bool) -> None:
    """Set the cookie of access of that kind, newest first."""
    name, lifetime = _ACCESS_COOKIES[kind]
    _set(response, name, ".".join(secrets), lifetime=lifetime, https=https)


def set_cookies(response: Response, known: BrowserSecrets, *, https: bool) -> None:
    _set(response, "session", known.token, lifetime=SESSION_LIFETIME, https=https)
    _set(response, "devices", known.devices, lifetime=DEVICE_LIFETIME, https=https)


def _set(response: Response, name: str, value: str, *, lifetime: timedelta, https: bool) -> None:
    response.set_cookie(
        _name(name, https=https),
        value,
        max_age=int(lifetime.total_seconds()),
        secure=https,
        httponly=True,
        samesite="lax",
    )


def _name(name: str, *, https: bool) -> str:
    return f"{'__Host-' if https else ''}doorlist_{name}"


def _read(scope: Scope, name: str) -> str | None:
    for key, value in scope["headers"]:
        if key == b"cookie":
            found = cookie_parser(value.decode("latin-1")).get(name)
            if found:
                return found
    return None
