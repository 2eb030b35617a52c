"""The caller's second factor; for super administrators all, and the roles that need one (contract 7)."""

from functools import partial

from fastapi import APIRouter

from doorlist.core.api_model import RowId
from doorlist.core.http.routing import Db, DoorlistRoute, Tx
from doorlist.users.auth import ConfirmedSuperAdmin, CurrentUser, SuperAdmin
from doorlist.users.origin import From
from doorlist.users.password_queue import Passwords
from doorlist.users.schemas import UserOut
from doorlist.users.second_factor import service
from doorlist.users.second_factor.schemas import (
    NewSecondFactor,
    RecoveryCodes,
    SecondFactorCode,
    SecondFactorRemoval,
    SecondFactorRequirement,
    SecondFactorSecret,
    SecondFactorState,
)

router = APIRouter(prefix="/api", tags=["users"], route_class=DoorlistRoute)


@router.get("/me/second-factor")
def read_second_factor(tx: Tx, user: CurrentUser) -> SecondFactorState:
    """Whether the caller has a second factor, must have one, and how many recovery codes are left."""
    return service.read_state(tx, user)


@router.post("/me/second-factor")
async def begin_second_factor(
    new: NewSecondFactor, user: CurrentUser, origin: From, database: Db, queue: Passwords
) -> SecondFactorSecret:
    """Make a secret for an authenticator app. It counts once it is confirmed."""
    work = partial(service.begin, database, user, new.password, origin=origin)
    return await queue.run(work, of=f"user {user.id}")


@router.post("/me/second-factor/confirm")
async def confirm_second_factor(
    typed: SecondFactorCode, user: CurrentUser, origin: From, database: Db, queue: Passwords
) -> RecoveryCodes:
    """Activate the secret. Returns the recovery codes, which are shown only once."""
    work = partial(service.confirm, database, user, typed.code, origin=origin)
    return await queue.run(work, of=f"user {user.id}")


@router.delete("/me/second-factor", status_code=204)
async def remove_second_factor(
    removal: SecondFactorRemoval, user: CurrentUser, origin: From, database: Db, queue: Passwords
) -> None:
    """Remove the caller's second factor; the response is the same without one."""
    work = partial(service.remove, database, user, removal, origin=origin)
    await queue.run(work, of=f"user {user.id}")


@router.delete("/users/{user_id}/second-factor")
def reset_second_factor(user_id: RowId, tx: Tx, caller: ConfirmedSuperAdmin) -> UserOut:
    """Remove the second factor of a user who lost it; all their sessions end."""
    return service.reset(tx, user_id, caller)


@router.get("/second-factor")
def read_second_factor_requirement(tx: Tx, _: SuperAdmin) -> SecondFactorRequirement:
    """The accounts that must have a second factor."""
    return service.read_requirement(tx)


@router.put("/second-factor")
def set_second_factor_requirement(
    wanted: SecondFactorRequirement, tx: Tx, caller: ConfirmedSuperAdmin
) -> SecondFactorRequirement:
    """Say which accounts must have a second factor."""
    return service.set_requirement(tx, wanted, caller)
