"""Authentication of API requests: the middleware, and the dependencies that name the callers of a handler.

The middleware runs before routing and passes only signed-in callers, so that a new endpoint is closed by default; the
access of a device opens only the endpoints of `MAY`. The handler's signature names the required role; a test calls
every route in every role.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Annotated

from fastapi import Depends, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.errors import Problem
from doorlist.core.http.problems import problem_response
from doorlist.core.http.routing import Config, Db
from doorlist.core.http.security import client_address, is_api
from doorlist.live.streams import Subscriber
from doorlist.users.access import PresentedAccess, find_presented
from doorlist.users.access_limits import AccessLimits
from doorlist.users.cookies import (
    access_cookie_name,
    read_secrets,
    read_session,
    session_cookie_name,
)
from doorlist.users.door_credentials import DoorCredentials, DoorUser
from doorlist.users.own_password import refuse_unconfirmed
from doorlist.users.permissions import MAY
from doorlist.users.rules import AccessKind
from doorlist.users.service import SignedInUser, find_signed_in_user
from doorlist.users.session_activity import SessionActivity
from doorlist.users.session_check import (
    SESSION_REFUSALS,
    NotSignedIn,
    PasswordChangeRequired,
    SecondFactorSetupRequired,
    fingerprint,
)

PUBLIC_ENDPOINTS = {
    ("POST", "/api/login"),
    ("POST", "/api/logout"),
    ("POST", "/api/ticket"),
    ("POST", "/api/door/passes/claim"),
    ("GET", "/api/settings"),
    ("GET", "/api/settings/logo"),
    ("GET", "/api/openapi.json"),
}
ENDPOINTS_BEFORE_PASSWORD_CHANGE = {("GET", "/api/me"), ("PUT", "/api/me/password")}
ENDPOINTS_BEFORE_SECOND_FACTOR = ENDPOINTS_BEFORE_PASSWORD_CHANGE | {
    ("GET", "/api/me/second-factor"),
    ("POST", "/api/me/second-factor"),
    ("POST", "/api/me/second-factor/confirm"),
}
_EVENT_ID = re.compile(r"[0-9]{1,19}")


def _cookie(description: str, name: Callable[..., str]) -> dict[str, str]:
    description = f"{description} Over HTTPS its name is {name(https=True)}."
    return {"type": "apiKey", "in": "cookie", "name": name(https=False), "description": description}


_staff_cookie = partial(access_cookie_name, AccessKind.STAFF)
_helper_cookie = partial(access_cookie_name, AccessKind.HELPER)
SECURITY_SCHEMES = {
    "session": _cookie("Set by POST /api/login.", session_cookie_name),
    "door": _cookie("The access of a device of staff, set by POST /api/door/grants.", _staff_cookie),
    "helper": _cookie("The access of a helper's device, set by POST /api/door/passes/claim.", _helper_cookie),
}
"""The security schemes of the OpenAPI document."""

_HELPER_FIRST = (AccessKind.HELPER, AccessKind.STAFF)
_USER = "doorlist.user"
_REFUSAL = "doorlist.refusal"
_PRESENTED = "doorlist.access"


def security_of(method: str, path: str) -> list[dict[str, list[str]]]:
    """The schemes that open an endpoint, each alone; empty if it is public."""
    if (method, path) in PUBLIC_ENDPOINTS:
        return []
    schemes: list[dict[str, list[str]]] = [{"session": []}]
    for kind, scheme in ((AccessKind.STAFF, "door"), (AccessKind.HELPER, "helper")):
        if MAY[kind].endpoints.fullmatch(f"{method} {path}"):
            schemes.append({scheme: []})
    return schemes


class Forbidden(Problem):
    status = 403
    code = "forbidden"
    title = "Not allowed"
    detail = "Only a super administrator may do this."


class AuthMiddleware:
    """Finds the caller's session and refuses API requests without one; at a door, access of the device suffices."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and is_api(scope):
            try:
                await self._admit(scope)
            except Exception as error:  # noqa: BLE001 - every error leaves as a problem
                await problem_response(error)(scope, receive, send)
                return
        await self.app(scope, receive, send)

    async def _admit(self, scope: Scope) -> None:
        call = (scope["method"], scope["path"])
        if call in PUBLIC_ENDPOINTS:
            return
        try:
            scope[_USER] = await self._caller(scope, call)
        except SESSION_REFUSALS as refusal:
            scope[_REFUSAL] = refusal
            scope[_PRESENTED] = await self._presented(scope)
            if not scope[_PRESENTED]:
                raise

    async def _presented(self, scope: Scope) -> list[PresentedAccess]:
        """The access of the calling device, if it opens this call."""
        call = f"{scope['method']} {scope['path']}"
        kinds = [kind for kind in _HELPER_FIRST if MAY[kind].endpoints.fullmatch(call)]
        secrets = [secret for kind in kinds for secret in read_secrets(scope, kind, self.settings)]
        if not secrets:
            return []
        database: Database = scope["app"].state.database
        return await database.read_priority(lambda tx: find_presented(tx, secrets))

    async def _caller(self, scope: Scope, call: tuple[str, str]) -> SignedInUser:
        token = read_session(scope, self.settings)
        if token is None:
            raise NotSignedIn
        database: Database = scope["app"].state.database
        address = client_address(scope, self.settings)
        user = await database.read_priority(lambda tx: find_signed_in_user(tx, token, address=address))
        if user is None:
            raise NotSignedIn
        last_use: SessionActivity = scope["app"].state.last_use
        last_use.record(fingerprint(token))
        if user.must_change_password and call not in ENDPOINTS_BEFORE_PASSWORD_CHANGE:
            raise PasswordChangeRequired
        if user.must_set_up_second_factor and call not in ENDPOINTS_BEFORE_SECOND_FACTOR:
            raise SecondFactorSetupRequired
        return user


async def _current_user(request: Request) -> SignedInUser:
    user: SignedInUser | None = request.scope.get(_USER)
    if user is None:
        refusal: Problem = request.scope[_REFUSAL]
        raise refusal
    return user


CurrentUser = Annotated[SignedInUser, Depends(_current_user)]
"""Any signed-in user."""


async def _super_admin(user: CurrentUser) -> SignedInUser:
    if not user.is_super_admin:
        raise Forbidden
    return user


SuperAdmin = Annotated[SignedInUser, Depends(_super_admin)]
"""A signed-in super administrator."""


async def _confirmed_super_admin(user: SuperAdmin) -> SignedInUser:
    refuse_unconfirmed(user)
    return user


ConfirmedSuperAdmin = Annotated[SignedInUser, Depends(_confirmed_super_admin)]
"""A super administrator who signed in or confirmed their password within the last 30 minutes (contract 6.confirm)."""


async def _confirming_super_admin(user: SuperAdmin) -> SignedInUser:
    return user


ConfirmingSuperAdmin = Annotated[SignedInUser, Depends(_confirming_super_admin)]
"""A super administrator; the service decides by the body whether the password must be confirmed."""


async def _door_access(request: Request, settings: Config) -> DoorCredentials:
    scope = request.scope
    secrets = read_secrets(scope, AccessKind.STAFF, settings)
    return DoorCredentials(scope.get(_USER), scope.get(_REFUSAL), secrets, scope.get(_PRESENTED))


StaffAccess = Annotated[DoorCredentials, Depends(_door_access)]
"""A signed-in user, or a device of staff with access; the handler checks its user and event."""


async def _any_access(request: Request, settings: Config) -> DoorCredentials:
    scope = request.scope
    secrets = [secret for kind in _HELPER_FIRST for secret in read_secrets(scope, kind, settings)]
    limits: AccessLimits = request.app.state.access_limits
    return DoorCredentials(
        scope.get(_USER), scope.get(_REFUSAL), secrets, scope.get(_PRESENTED), for_helpers=True, limits=limits
    )


AnyAccess = Annotated[DoorCredentials, Depends(_any_access)]
"""As StaffAccess, or a helper's device (contract 6.pass), whose fewer rights the handler must enforce."""


async def _staff_reader(request: Request, access: StaffAccess, database: Db) -> DoorUser:
    return await _reader(request, access, database)


async def _any_reader(request: Request, access: AnyAccess, database: Db) -> DoorUser:
    return await _reader(request, access, database)


async def _reader(request: Request, access: DoorCredentials, database: Database) -> DoorUser:
    user = access.signed_in()
    if user is not None:
        return user
    text = request.query_params.get("eventId", "")
    event_id = int(text) if _EVENT_ID.fullmatch(text) else None
    return await database.run(lambda tx: access.user_for_checkin(tx, event_id, is_making=True), reading=True)


StaffReader = Annotated[DoorUser, Depends(_staff_reader)]
"""A signed-in user, or a device that may check in at the event of the query's `eventId`."""


AnyReader = Annotated[DoorUser, Depends(_any_reader)]
"""As StaffReader, or a helper's device with a pass for that event."""


async def current_listener(request: Request, user: AnyReader) -> Subscriber:
    """The subscriber of a live stream: a signed-in user, or a door, which gets the changes of its event only."""
    if user.access is not None:
        return Subscriber(user.id, fingerprint(user.access.secret), user.access.event_id)
    signed_in = await _current_user(request)
    return Subscriber(user.id, fingerprint(signed_in.token))
