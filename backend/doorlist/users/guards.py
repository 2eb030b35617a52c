"""Who may call: the gate in front of every API path, and the types by which a handler names its callers.

The gate stands before routing and passes only signed-in callers, so that a new call is closed by default. The handler's
signature names the role that a call needs; a test walks every route by every role.
"""

from typing import Annotated

from fastapi import Depends, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.errors import Problem, problem_for
from doorlist.core.http.guards import client_address, is_api
from doorlist.live.streams import Listener
from doorlist.users.cookies import read_session
from doorlist.users.service import SignedInUser, find_signed_in_user
from doorlist.users.sessions import NotSignedIn, PasswordChangeRequired, fingerprint

OPEN_CALLS = {("POST", "/api/login"), ("POST", "/api/logout"), ("GET", "/api/openapi.json")}
CALLS_BEFORE_PASSWORD_CHANGE = {("GET", "/api/me"), ("PUT", "/api/me/password")}
_USER = "doorlist.user"


class Forbidden(Problem):
    """The call is for super administrators."""

    status = 403
    code = "forbidden"
    title = "Not allowed"

    def __init__(self) -> None:
        super().__init__("Only a super administrator may do this.")


class SignInGate:
    """Finds the caller's session, and refuses API calls without a valid one."""

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
        user = await self._caller(scope)
        if user.must_change_password and call not in CALLS_BEFORE_PASSWORD_CHANGE:
            raise PasswordChangeRequired
        scope[_USER] = user

    async def _caller(self, scope: Scope) -> SignedInUser:
        token = read_session(scope, self.settings)
        if token is None:
            raise NotSignedIn
        database: Database = scope["app"].state.database
        address = client_address(scope, self.settings)
        user = await database.read_at_the_gate(lambda tx: find_signed_in_user(tx, token, address=address))
        if user is None:
            raise NotSignedIn
        return user


async def _current_user(request: Request) -> SignedInUser:
    user: SignedInUser = request.scope[_USER]
    return user


CurrentUser = Annotated[SignedInUser, Depends(_current_user)]
"""Any signed-in user."""


async def current_listener(user: CurrentUser) -> Listener:
    """Any signed-in user, in the form of the live stream."""
    return Listener(user.id, fingerprint(user.token))


async def _super_admin(user: CurrentUser) -> SignedInUser:
    if not user.is_super_admin:
        raise Forbidden
    return user


SuperAdmin = Annotated[SignedInUser, Depends(_super_admin)]
"""A signed-in super administrator."""
