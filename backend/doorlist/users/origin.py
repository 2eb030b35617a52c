"""Where a try to sign in comes from: the address, the known devices, and the browser in plain words."""

from typing import Annotated

from fastapi import Depends, Request

from doorlist.core.http.routing import Config
from doorlist.core.http.security import client_address
from doorlist.users.cookies import read_devices
from doorlist.users.throttle import AttemptSource

# The first that is found counts: most browsers name others besides themselves.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
    ("python", "A script"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str | None:
    """'Chrome on Android'; None where the text says nothing known."""
    browser = _first(_BROWSERS, user_agent)
    system = _first(_SYSTEMS, user_agent)
    if browser and system:
        return f"{browser} on {system}"
    return browser or system


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str | None:
    return next((name for mark, name in names if mark.lower() in user_agent.lower()), None)


async def _origin(request: Request, settings: Config) -> AttemptSource:
    device = device_name(request.headers.get("user-agent", ""))
    return AttemptSource(client_address(request.scope, settings), read_devices(request.scope, settings), device)


From = Annotated[AttemptSource, Depends(_origin)]
"""The origin of the caller's request."""
