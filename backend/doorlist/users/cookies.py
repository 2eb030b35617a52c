"""The two cookies of a browser: its session, and the list of accounts that know the device (contract 10.cookie)."""

from fastapi import Response
from starlette.requests import cookie_parser
from starlette.types import Scope

from doorlist.core.config import Settings
from doorlist.core.http.guards import is_https
from doorlist.users.rules import DEVICE_LIFETIME, SESSION_LIFETIME
from doorlist.users.service import BrowserSecrets


def session_cookie_name(*, https: bool) -> str:
    """`__Host-` binds the cookie to this one host; browsers accept it only over HTTPS (contract 10.cookie.2)."""
    return _name("session", https=https)


def read_session(scope: Scope, settings: Settings) -> str | None:
    """The session token in the caller's cookie."""
    return _read(scope, session_cookie_name(https=is_https(scope, settings)))


def read_devices(scope: Scope, settings: Settings) -> str:
    """The caller's cookie of known devices, not verified yet."""
    return _read(scope, _name("devices", https=is_https(scope, settings))) or ""


def set_cookies(response: Response, known: BrowserSecrets, *, https: bool) -> None:
    """Set both cookies."""
    kept = (
        ("session", known.token, SESSION_LIFETIME),
        ("devices", known.devices, DEVICE_LIFETIME),
    )
    for name, value, lifetime in kept:
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
