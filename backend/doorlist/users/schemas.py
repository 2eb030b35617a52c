"""API models of staff (contract 3)."""

from typing import Annotated

from pydantic import Field

from doorlist.core.api_model import NOT_CLEARED, ApiModel, ApiRequest, Characters, Timestamp, Version, Versioned
from doorlist.users.rules import Role

Typed = Annotated[str, Field(min_length=1, max_length=1000)]
TypedCode = Annotated[str | None, Field(max_length=1000)]


class SignIn(ApiRequest):
    """A username, a password and a code as typed. Whether they could exist is not judged here: a wrong one is wrong."""

    username: Typed
    password: Typed
    code: TypedCode = None


class PasswordChange(ApiRequest):
    """The signed-in user's own change of password."""

    current_password: Typed
    new_password: Typed


class PasswordConfirmation(ApiRequest):
    """The signed-in user's password again, and a code where they have a second factor."""

    password: Typed
    code: TypedCode = None


class NewUser(ApiRequest):
    """An account to be made."""

    username: Annotated[str, Characters(3, 64)]
    full_name: Annotated[str, Characters(1, 200)]
    role: Role = Role.ORGANIZER
    password: str


class UserChanges(ApiRequest):
    """Changes to an account: absent fields stay; a blank password keeps the present one (contract 5)."""

    username: Annotated[Annotated[str, Characters(3, 64)] | None, NOT_CLEARED] = None
    full_name: Annotated[Annotated[str, Characters(1, 200)] | None, NOT_CLEARED] = None
    role: Annotated[Role | None, NOT_CLEARED] = None
    password: str | None = None
    version: Version | None = None


class UserOut(Versioned):
    """An account without its password hash."""

    id: int
    username: str
    full_name: str
    role: Role
    is_active: bool
    created_at: Timestamp
    last_login: Timestamp | None
    must_change_password: bool
    has_second_factor: bool
    must_set_up_second_factor: bool


class SessionOut(ApiModel):
    """A sign-in: in which browser, from where, since when. `device` and `lastUsedAt` may be unknown."""

    id: str
    device: str | None
    address: str | None
    created_at: Timestamp
    last_used_at: Timestamp | None
    is_current: bool
