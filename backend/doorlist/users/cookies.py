"""The cookies of a browser: its session, its grants as a door, and the accounts that know it (contract 10.cookie)."""

import re
from collections.abc import Iterable
from datetime import timedelta

from fastapi import Response
from starlette.requests import cookie_parser
from starlette.types import Scope

from doorlist.core.config import Settings
from doorlist.core.http.guards import is_https
from doorlist.users.rules import (
    DEVICE_LIFETIME,
    GRANT_DELIVERS_FOR,
    MOST_GRANTS_OF_A_DEVICE,
    MOST_PASS_TIME,
    SESSION_LIFETIME,
)
from doorlist.users.service import BrowserSecrets

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")  # 32 random bytes


def session_cookie_name(*, https: bool) -> str:
    """`__Host-` binds the cookie to this one host; browsers accept it only over HTTPS (contract 10.cookie.2)."""
    return _name("session", https=https)


def grants_cookie_name(*, https: bool) -> str:
    """The name of the cookie in which a device keeps its grants (contract 10.cookie.11)."""
    return _name("door", https=https)


def passes_cookie_name(*, https: bool) -> str:
    """The name of the cookie in which a helper's device keeps its passes (contract 10.cookie.290)."""
    return _name("helper", https=https)


def read_session(scope: Scope, settings: Settings) -> str | None:
    """The session token in the caller's cookie."""
    return _read(scope, session_cookie_name(https=is_https(scope, settings)))


def read_devices(scope: Scope, settings: Settings) -> str:
    """The caller's cookie of known devices, not verified yet."""
    return _read(scope, _name("devices", https=is_https(scope, settings))) or ""


def read_grants(scope: Scope, settings: Settings) -> str:
    """The caller's cookie of grants, not verified yet."""
    return _read(scope, grants_cookie_name(https=is_https(scope, settings))) or ""


def grant_secrets(cookie: str) -> list[str]:
    """The secrets of grants in their cookie, newest first; anything else in it is passed over."""
    parts = cookie.split(".", MOST_GRANTS_OF_A_DEVICE)[:MOST_GRANTS_OF_A_DEVICE]
    return list(dict.fromkeys(part for part in parts if _SECRET.fullmatch(part)))


def pass_secrets(scope: Scope, settings: Settings) -> list[str]:
    """The secrets of a helper's grants in the caller's cookie, newest first, not verified yet."""
    return grant_secrets(_read(scope, passes_cookie_name(https=is_https(scope, settings))) or "")


def set_grants(response: Response, secrets: Iterable[str], *, https: bool) -> None:
    """Set the cookie of grants, newest first."""
    _set(response, "door", ".".join(secrets), lifetime=GRANT_DELIVERS_FOR, https=https)


def set_passes(response: Response, secrets: Iterable[str], *, https: bool) -> None:
    """Set the cookie of a helper's grants, newest first."""
    _set(response, "helper", ".".join(secrets), lifetime=GRANT_DELIVERS_FOR + MOST_PASS_TIME, https=https)


def set_cookies(response: Response, known: BrowserSecrets, *, https: bool) -> None:
    """Set both cookies."""
    kept = (
        ("session", known.token, SESSION_LIFETIME),
        ("devices", known.devices, DEVICE_LIFETIME),
    )
    for name, value, lifetime in kept:
        _set(response, name, value, lifetime=lifetime, https=https)


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
