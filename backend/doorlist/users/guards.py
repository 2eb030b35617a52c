"""Who may call: the gate in front of every API path, and the types by which a handler names its callers.

The gate stands before routing and passes only signed-in callers, so that a new call is closed by default; a device's
grant alone opens the few calls of `_CALLS_OF_A_DOOR`. The handler's signature names the role that a call needs; a test
walks every route by every role.
"""

import re
from typing import Annotated

from fastapi import Depends, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.errors import Problem, problem_for
from doorlist.core.http.guards import client_address, is_api
from doorlist.core.http.routing import Config, Db
from doorlist.live.streams import Listener
from doorlist.users.cookies import grant_secrets, read_grants, read_session
from doorlist.users.door_access import DoorAccess, DoorUser
from doorlist.users.grants import HeldGrant, find_grants
from doorlist.users.service import SignedInUser, find_signed_in_user
from doorlist.users.sessions import NotSignedIn, PasswordChangeRequired, fingerprint

OPEN_CALLS = {("POST", "/api/login"), ("POST", "/api/logout"), ("GET", "/api/openapi.json")}
CALLS_BEFORE_PASSWORD_CHANGE = {("GET", "/api/me"), ("PUT", "/api/me/password")}
_CALLS_OF_A_DOOR = re.compile(
    "POST /api/attendees/scan|PATCH /api/attendees/[^/]+/attendance|GET /api/live|GET /api/door/list"
    "|(GET|POST) /api/door/grants"
)
_EVENT_ID = re.compile(r"[0-9]{1,19}")
_USER = "doorlist.user"
_REFUSAL = "doorlist.refusal"
_GRANTS = "doorlist.grants"


class Forbidden(Problem):
    """The call is for super administrators."""

    status = 403
    code = "forbidden"
    title = "Not allowed"

    def __init__(self) -> None:
        super().__init__("Only a super administrator may do this.")


class SignInGate:
    """Finds the caller's session, and refuses API calls without a valid one; a door's, without a grant as well."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http" and is_api(scope):
            try:
                await self._admit(scope)
            except Exception as error:  # noqa: BLE001 - every error leaves as a problem
                await problem_for(error).response()(scope, receive, send)
                return
        await self.app(scope, receive, send)

    async def _admit(self, scope: Scope) -> None:
        call = (scope["method"], scope["path"])
        if call in OPEN_CALLS:
            return
        try:
            scope[_USER] = await self._caller(scope, call)
        except (NotSignedIn, PasswordChangeRequired) as refusal:
            scope[_REFUSAL] = refusal
            scope[_GRANTS] = await self._grants(scope)
            if not scope[_GRANTS]:
                raise

    async def _grants(self, scope: Scope) -> list[HeldGrant]:
        """The grants of the calling device, if the call is one that they open."""
        if not _CALLS_OF_A_DOOR.fullmatch(f"{scope['method']} {scope['path']}"):
            return []
        secrets = grant_secrets(read_grants(scope, self.settings))
        if not secrets:
            return []
        database: Database = scope["app"].state.database
        return await database.read_at_the_gate(lambda tx: find_grants(tx, secrets))

    async def _caller(self, scope: Scope, call: tuple[str, str]) -> SignedInUser:
        token = read_session(scope, self.settings)
        if token is None:
            raise NotSignedIn
        database: Database = scope["app"].state.database
        address = client_address(scope, self.settings)
        user = await database.read_at_the_gate(lambda tx: find_signed_in_user(tx, token, address=address))
        if user is None:
            raise NotSignedIn
        if user.must_change_password and call not in CALLS_BEFORE_PASSWORD_CHANGE:
            raise PasswordChangeRequired
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


async def _door_access(request: Request, settings: Config) -> DoorAccess:
    scope = request.scope
    secrets = grant_secrets(read_grants(scope, settings))
    return DoorAccess(scope.get(_USER), scope.get(_REFUSAL), secrets, scope.get(_GRANTS))


DoorCaller = Annotated[DoorAccess, Depends(_door_access)]
"""Any signed-in user, or a device that holds grants; of which user and event it may act, the handler has to ask it."""


async def _door_reader(request: Request, access: DoorCaller, database: Db) -> DoorUser:
    user = access.signed_in()
    if user is not None:
        return user
    text = request.query_params.get("eventId", "")
    event_id = int(text) if _EVENT_ID.fullmatch(text) else None
    return await database.run(lambda tx: access.user_at(tx, event_id, is_making=True), reading=True)


DoorReader = Annotated[DoorUser, Depends(_door_reader)]
"""Any signed-in user, or a device whose grant for the `eventId` of the query still makes check-ins."""


async def current_listener(request: Request, user: DoorReader) -> Listener:
    """Any signed-in user, or a door that hears of its own event, in the form of the live stream."""
    if user.grant is not None:
        return Listener(user.id, fingerprint(user.grant.secret), user.grant.event_id)
    signed_in = await _current_user(request)
    return Listener(user.id, fingerprint(signed_in.token))
