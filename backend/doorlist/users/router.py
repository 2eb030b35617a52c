"""Sign-in, sign-out, and one's own account (contract 7)."""

from functools import partial
from typing import Annotated

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Depends, Request, Response

from doorlist.core.config import Settings
from doorlist.core.http_guards import client_address, is_https
from doorlist.core.routing import Db, DoorlistRoute, Tx
from doorlist.users import service
from doorlist.users.guards import CurrentUser, session_cookie_name, session_token
from doorlist.users.rules import SESSION_LIFETIME
from doorlist.users.schemas import PasswordChange, SignIn, UserOut

router = APIRouter(prefix="/api", tags=["users"], route_class=DoorlistRoute)


async def _settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


async def _hashing_slots(request: Request) -> CapacityLimiter:
    slots: CapacityLimiter = request.app.state.hashing_slots
    return slots


ServerSettings = Annotated[Settings, Depends(_settings)]
HashingSlots = Annotated[CapacityLimiter, Depends(_hashing_slots)]


@router.post("/login")
async def login(
    request: Request,
    response: Response,
    credentials: SignIn,
    database: Db,
    settings: ServerSettings,
    slots: HashingSlots,
) -> UserOut:
    """Sign in and get the session cookie."""
    address = client_address(request.scope, settings)
    work = partial(service.sign_in, database, credentials, address=address)
    session = await to_thread.run_sync(work, limiter=slots)
    _set_session_cookie(request, response, settings, session.token)
    return session.user


@router.post("/logout", status_code=204)
def logout(request: Request, response: Response, tx: Tx, settings: ServerSettings) -> None:
    """End the session; without one there is nothing to end, and the answer is the same."""
    token = session_token(request.scope, settings)
    if token is not None:
        service.sign_out(tx, token)
    https = is_https(request.scope, settings)
    response.delete_cookie(session_cookie_name(https=https), secure=https, httponly=True, samesite="lax")


@router.get("/me")
def read_own_account(tx: Tx, user: CurrentUser) -> UserOut:
    """The signed-in user."""
    return service.get_user(tx, user.id)


@router.put("/me/password", status_code=204)
async def change_own_password(
    request: Request,
    response: Response,
    change: PasswordChange,
    user: CurrentUser,
    database: Db,
    settings: ServerSettings,
    slots: HashingSlots,
) -> None:
    """Replace one's own password; other sessions end, this one goes on under a new token."""
    work = partial(service.change_own_password, database, user, change)
    _set_session_cookie(request, response, settings, await to_thread.run_sync(work, limiter=slots))


def _set_session_cookie(request: Request, response: Response, settings: Settings, token: str) -> None:
    https = is_https(request.scope, settings)
    response.set_cookie(
        session_cookie_name(https=https),
        token,
        max_age=int(SESSION_LIFETIME.total_seconds()),
        secure=https,
        httponly=True,
        samesite="lax",
    )
