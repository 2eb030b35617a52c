"""Sign-in, sign-out, one's own account, and everybody's for super administrators (contract 7)."""

from functools import partial
from typing import Annotated

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Depends, Request, Response

from doorlist.core.api_model import RowId
from doorlist.core.config import Settings
from doorlist.core.http_guards import client_address, is_https
from doorlist.core.routing import Config, Db, DoorlistRoute, Tx
from doorlist.users import accounts, service
from doorlist.users.guards import CurrentUser, SuperAdmin, session_cookie_name, session_token
from doorlist.users.rules import SESSION_LIFETIME
from doorlist.users.schemas import NewUser, PasswordChange, SignIn, UserChanges, UserOut

router = APIRouter(prefix="/api", tags=["users"], route_class=DoorlistRoute)


async def _hashing_slots(request: Request) -> CapacityLimiter:
    slots: CapacityLimiter = request.app.state.hashing_slots
    return slots


HashingSlots = Annotated[CapacityLimiter, Depends(_hashing_slots)]


@router.post("/login")
async def login(
    request: Request,
    response: Response,
    credentials: SignIn,
    database: Db,
    settings: Config,
    slots: HashingSlots,
) -> UserOut:
    """Sign in and get the session cookie."""
    address = client_address(request.scope, settings)
    work = partial(service.sign_in, database, credentials, address=address)
    session = await to_thread.run_sync(work, limiter=slots)
    _set_session_cookie(request, response, settings, session.token)
    return session.user


@router.post("/logout", status_code=204)
async def logout(request: Request, response: Response, database: Db, settings: Config) -> None:
    """End the session; without one there is nothing to end, and the answer is the same."""
    token = session_token(request.scope, settings)
    if token is not None:
        await database.run(lambda tx: service.sign_out(tx, token), reading=False)
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
    settings: Config,
    slots: HashingSlots,
) -> None:
    """Replace one's own password; other sessions end, this one goes on under a new token."""
    address = client_address(request.scope, settings)
    work = partial(service.change_own_password, database, user, change, address=address)
    _set_session_cookie(request, response, settings, await to_thread.run_sync(work, limiter=slots))


@router.get("/users")
def list_users(tx: Tx, _: SuperAdmin) -> list[UserOut]:
    """Every account, inactive ones included, by full name."""
    return accounts.list_users(tx)


@router.post("/users", status_code=201)
async def create_user(new: NewUser, caller: SuperAdmin, database: Db, slots: HashingSlots) -> UserOut:
    """Make an account; its owner replaces the password at the first sign-in."""
    work = partial(accounts.create_user, database, new, must_change_password=True, created_by=caller.id)
    return await to_thread.run_sync(work, limiter=slots)


@router.put("/users/{user_id}")
async def update_user(
    request: Request,
    response: Response,
    user_id: RowId,
    changes: UserChanges,
    caller: SuperAdmin,
    database: Db,
    settings: Config,
    slots: HashingSlots,
) -> UserOut:
    """Save an edit; with the `version` that was read, a stale one is refused."""
    work = partial(accounts.update_user, database, user_id, changes, caller)
    edited = await to_thread.run_sync(work, limiter=slots)
    if edited.token is not None:
        _set_session_cookie(request, response, settings, edited.token)
    return edited.user


@router.delete("/users/{user_id}")
def deactivate_user(user_id: RowId, tx: Tx, caller: SuperAdmin) -> UserOut:
    """Close an account. Accounts are never deleted, so that sales and scans keep their names."""
    return accounts.deactivate_user(tx, user_id, caller)


@router.post("/users/{user_id}/reactivate")
def reactivate_user(user_id: RowId, tx: Tx, caller: SuperAdmin) -> UserOut:
    """Open an account again."""
    return accounts.reactivate_user(tx, user_id, caller)


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
