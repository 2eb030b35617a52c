"""The cookies of a browser: its session, its grants as a door, and the accounts that know it (contract 10.cookie)."""

import re
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import NamedTuple

from fastapi import Response
from starlette.requests import cookie_parser
from starlette.types import Scope

from doorlist.core.config import Settings
from doorlist.core.http.guards import is_https
from doorlist.users.rules import DEVICE_LIFETIME, GRANT_DELIVERS_FOR, MOST_GRANTS_OF_A_DEVICE, SESSION_LIFETIME
from doorlist.users.service import BrowserSecrets

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")  # 32 random bytes


class SignIns(NamedTuple):
    """By what a browser may call: the token of its session, and the secrets of its grants, not verified yet."""

    token: str | None
    door: str | None


def session_cookie_name(*, https: bool) -> str:
    """`__Host-` binds the cookie to this one host; browsers accept it only over HTTPS (contract 10.cookie.2)."""
    return _name("session", https=https)


def read_session(scope: Scope, settings: Settings) -> str | None:
    """The session token in the caller's cookie."""
    return _read(scope, session_cookie_name(https=is_https(scope, settings)))


def read_devices(scope: Scope, settings: Settings) -> str:
    """The caller's cookie of known devices, not verified yet."""
    return _read(scope, _name("devices", https=is_https(scope, settings))) or ""


def read_sign_ins(scope: Scope, settings: Settings) -> SignIns:
    """The session token and the cookie of grants, in one reading of the header."""
    https = is_https(scope, settings)
    return SignIns(*_read_each(scope, (_name("session", https=https), _name("door", https=https))))


def grant_secrets(cookie: str | None) -> list[str]:
    """The secrets of grants in their cookie, newest first; anything else in it is passed over."""
    if cookie is None:
        return []
    parts = cookie.split(".", MOST_GRANTS_OF_A_DEVICE)[:MOST_GRANTS_OF_A_DEVICE]
    return list(dict.fromkeys(part for part in parts if _SECRET.fullmatch(part)))


def set_grants(response: Response, secrets: Iterable[str], *, https: bool) -> None:
    """Set the cookie of grants, newest first."""
    _set(response, "door", ".".join(secrets), lifetime=GRANT_DELIVERS_FOR, https=https)


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
    return next(_read_each(scope, (name,)))


def _read_each(scope: Scope, names: Iterable[str]) -> Iterator[str | None]:
    """The values of these cookies, from the first header that has a value."""
    sent = [cookie_parser(value.decode("latin-1")) for key, value in scope["headers"] if key == b"cookie"]
    for name in names:
        yield next(filter(None, (cookies.get(name) for cookies in sent)), None)
