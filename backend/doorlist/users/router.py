"""Sign-in, sign-out, the caller's account, and for super administrators all accounts (contract 7)."""

from functools import partial

from anyio import to_thread
from fastapi import APIRouter, Request, Response

from doorlist.core.api_model import RowId
from doorlist.core.http.routing import Config, Db, DoorlistRoute, Tx
from doorlist.core.http.security import is_https
from doorlist.users import accounts, own_password, service
from doorlist.users.auth import ConfirmingSuperAdmin, CurrentUser, SuperAdmin
from doorlist.users.cookies import read_secrets, read_session, session_cookie_name, set_cookies
from doorlist.users.origin import From
from doorlist.users.password_queue import Passwords
from doorlist.users.rules import AccessKind, throttled_address
from doorlist.users.schemas import NewUser, PasswordChange, PasswordConfirmation, SignIn, UserChanges, UserOut

router = APIRouter(prefix="/api", tags=["users"], route_class=DoorlistRoute)


@router.post("/login")
async def login(
    request: Request,
    response: Response,
    credentials: SignIn,
    origin: From,
    database: Db,
    settings: Config,
    queue: Passwords,
) -> UserOut:
    """Sign in and get the session cookie."""
    who = throttled_address(origin.address)
    if origin.devices:
        # A known device queues separately. A burst of other requests must not cost a database read each.
        who = await database.run(lambda tx: service.precheck_sign_in(tx, credentials, origin), reading=True)
    old_token = read_session(request.scope, settings)
    secrets = [secret for kind in AccessKind for secret in read_secrets(request.scope, kind, settings)]
    work = partial(
        service.sign_in, database, credentials, origin=origin, old_token=old_token, secrets_of_access=secrets
    )
    session = await queue.run(work, of=who)
    set_cookies(response, session.secrets, https=is_https(request.scope, settings))
    return session.user


@router.post("/logout", status_code=204)
async def logout(request: Request, response: Response, origin: From, database: Db, settings: Config) -> None:
    """End the session and the check-ins of this device's access; the response is the same without either."""
    token = read_session(request.scope, settings)
    secrets = read_secrets(request.scope, AccessKind.STAFF, settings)
    if token is not None or secrets:
        work = partial(service.sign_out, token=token, address=origin.address, secrets_of_access=secrets)
        await database.run(work, reading=False)
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
    origin: From,
    database: Db,
    settings: Config,
    queue: Passwords,
) -> None:
    """Replace the caller's password. Other sessions end; this one continues with a new token."""
    work = partial(own_password.change_own_password, database, user, change, origin=origin)
    secrets = await queue.run(work, of=f"user {user.id}")
    set_cookies(response, secrets, https=is_https(request.scope, settings))


@router.post("/me/confirm", status_code=204)
async def confirm_password(
    typed: PasswordConfirmation, user: CurrentUser, origin: From, database: Db, queue: Passwords
) -> None:
    """Type one's password again; critical actions are open to the session for the next 30 minutes."""
    await queue.run(partial(own_password.confirm, database, user, typed, origin=origin), of=f"user {user.id}")


@router.get("/users")
def list_users(tx: Tx, _: SuperAdmin) -> list[UserOut]:
    """Every account, inactive ones included, by full name."""
    return accounts.list_users(tx)


@router.post("/users", status_code=201)
async def create_user(new: NewUser, caller: ConfirmingSuperAdmin, database: Db, queue: Passwords) -> UserOut:
    """Make an account; its owner replaces the password at the first sign-in."""
    work = partial(accounts.create_user, database, new, must_change_password=True, created_by=caller)
    return await queue.run(work, of=f"user {caller.id}")


@router.put("/users/{user_id}")
async def update_user(
    request: Request,
    response: Response,
    user_id: RowId,
    changes: UserChanges,
    caller: ConfirmingSuperAdmin,
    origin: From,
    database: Db,
    settings: Config,
    queue: Passwords,
) -> UserOut:
    """Save an edit; with the `version` that was read, a stale one is refused."""
    work = partial(accounts.update_user, database, user_id, changes, caller, origin=origin)
    if changes.password:
        edited = await queue.run(work, of=f"user {caller.id}")
    else:
        edited = await to_thread.run_sync(work, limiter=database.writer_slots)
    if edited.secrets is not None:
        set_cookies(response, edited.secrets, https=is_https(request.scope, settings))
    return edited.user


@router.delete("/users/{user_id}")
def deactivate_user(user_id: RowId, tx: Tx, caller: SuperAdmin) -> UserOut:
    """Close an account. Accounts are never deleted, so that sales and scans keep their names."""
    return accounts.deactivate_user(tx, user_id, caller)


@router.post("/users/{user_id}/reactivate")
def reactivate_user(user_id: RowId, tx: Tx, caller: SuperAdmin) -> UserOut:
    """Open an account again."""
    return accounts.reactivate_user(tx, user_id, caller)
