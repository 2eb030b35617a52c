"""Managing staff accounts: list, create, edit, deactivate, reactivate (contract 4, 6 and 7)."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from doorlist.audit.rules import Action, changed
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.api_model import stale_version
from doorlist.core.db.database import Database, serialize_on
from doorlist.core.errors import Conflict, InvalidInput, NotFound
from doorlist.core.text import fold, without_case
from doorlist.live.publish import publish_after_commit
from doorlist.users import access, passwords, repository, rules
from doorlist.users.models import User
from doorlist.users.own_password import refuse_unconfirmed
from doorlist.users.schemas import NewUser, UserChanges, UserOut
from doorlist.users.service import (
    BrowserSecrets,
    SignedInUser,
    hash_new_password,
    own_session_begun_at,
    rotate_session,
)
from doorlist.users.throttle import AttemptSource, reset_throttle

FIRST_USERNAME = "admin"


class UsernameTaken(Conflict):
    code = "username_taken"
    title = "Username taken"


class UnknownUser(NotFound):
    code = "user_not_found"
    title = "User not found"


class CannotDeactivateYourself(Conflict):
    code = "cannot_deactivate_yourself"
    title = "Not possible"
    detail = "Cannot deactivate yourself"


class LastSuperAdmin(Conflict):
    code = "last_super_admin"
    title = "Not possible"
    detail = "This is the last active super administrator. Make someone else one first."


class InactiveUser(Conflict):
    code = "user_inactive"
    title = "Not possible"
    detail = "This account is inactive. Reactivate it before editing."


@dataclass(frozen=True)
class EditedUser:
    """A saved account, and new cookies if the caller changed their own password."""

    user: UserOut
    secrets: BrowserSecrets | None = None


def list_users(tx: Session) -> list[UserOut]:
    """Every account, inactive ones included, by full name."""
    users = [UserOut.model_validate(user) for user in repository.list_users(tx)]
    return sorted(users, key=lambda user: (fold(user.full_name), user.id))


def create_user(
    database: Database, new: NewUser, *, must_change_password: bool, created_by: SignedInUser | None
) -> UserOut:
    """Create an account.

    Raises InvalidInput on `username` or `password`, UsernameTaken; of a super admin, ConfirmPassword as well.
    """
    if created_by is not None and new.role is rules.Role.SUPER_ADMIN:
        refuse_unconfirmed(created_by)
    _refuse_username(new.username)
    password_hash = hash_new_password(new.password, field="password", about=(new.username, new.full_name))
    now = clock.now()
    user = User(
        username=new.username,
        username_folded=without_case(new.username),
        full_name=new.full_name,
        role=new.role,
        password_hash=password_hash,
        must_change_password=must_change_password,
        is_active=True,
        created_at=now,
        version=1,
        updated_at=now,
        updated_by_id=None if created_by is None else created_by.id,
    )
    try:
        with database.write() as tx:
            tx.add(user)
            tx.flush()
            add_audit_entry(tx, Action.USER_CREATED, by=created_by, subject_id=user.id, after=_shown(user))
            publish_after_commit(tx, users=[user.id])
            return UserOut.model_validate(user)
    except IntegrityError as error:
        raise UsernameTaken(f"The username {new.username} is taken. Choose another.") from error


def set_password_for(database: Database, username: str, password: str) -> None:
    """Set a password that the owner receives at once; all sessions of the account end.

    Raises UnknownUser, and InvalidInput on `password`.
    """
    password_hash = hash_new_password(password, field="password", about=(username,))
    with database.write() as tx:
        user = get_by_username(tx, username)
        user.password_hash = password_hash
        user.must_change_password = False
        reset_throttle(tx, user)
        end_sessions_and_access(tx, user, None)
        add_audit_entry(tx, Action.USER_PASSWORD_SET, by=None, subject_id=user.id)


def create_first_super_admin(database: Database) -> str | None:
    """On a server without users, create the super admin `admin`; returns the random password, stored nowhere."""
    with database.read() as tx:
        if repository.count_users(tx):
            return None
    password = passwords.random_password()
    first = NewUser(username=FIRST_USERNAME, full_name="Administrator", role=rules.Role.SUPER_ADMIN, password=password)
    try:
        create_user(database, first, must_change_password=True, created_by=None)
    except UsernameTaken:
        # Another server of the same database was first, and has printed its password.
        return None
    return password


def update_user(
    database: Database, user_id: int, changes: UserChanges, caller: SignedInUser, *, origin: AttemptSource
) -> EditedUser:
    """Save an edit. A new password or role ends every session of the account.

    A caller who changes their own password, and not their role, continues with the new token that is returned.
    Raises UnknownUser, InactiveUser, LastSuperAdmin, UsernameTaken, VersionConflict, and InvalidInput on `username` or
    `password`; of a new password or a new super admin, ConfirmPassword as well.
    """
    password_hash = None
    if changes.password:
        # Even for the current user: here it needs no current password, which would make confirming worthless.
        refuse_unconfirmed(caller)
        with database.read() as tx:
            user = repository.find_user(tx, user_id)
            if user is None:
                raise UnknownUser
            about = (changes.username or user.username, changes.full_name or user.full_name)
        password_hash = hash_new_password(changes.password, field="password", about=about)
    try:
        return database.commit(lambda tx: _update(tx, user_id, changes, password_hash, caller, origin))
    except IntegrityError as error:
        raise UsernameTaken(f"The username {changes.username} is taken. Choose another.") from error


def deactivate_user(tx: Session, user_id: int, caller: SignedInUser) -> UserOut:
    """Deactivate an account and end its sessions. Raises UnknownUser, CannotDeactivateYourself."""
    if user_id == caller.id:
        raise CannotDeactivateYourself
    user = get_for_edit(tx, user_id)
    if user.is_active:
        _keep_a_super_admin(tx, user)
        user.is_active = False
        user.device_key = None
        end_sessions_and_access(tx, user, caller)
        _stamp(tx, user, caller)
        add_audit_entry(tx, Action.USER_DEACTIVATED, by=caller, subject_id=user.id)
    return UserOut.model_validate(user)


def reactivate_user(tx: Session, user_id: int, caller: SignedInUser) -> UserOut:
    user = get_for_edit(tx, user_id)
    if not user.is_active:
        user.is_active = True
        _stamp(tx, user, caller)
        add_audit_entry(tx, Action.USER_REACTIVATED, by=caller, subject_id=user.id)
    return UserOut.model_validate(user)


def _update(
    tx: Session,
    user_id: int,
    changes: UserChanges,
    password_hash: str | None,
    caller: SignedInUser,
    origin: AttemptSource,
) -> EditedUser:
    user = get_for_edit(tx, user_id)
    if changes.version not in {None, user.version}:
        raise stale_version("account", UserOut.model_validate(user))
    if not user.is_active:
        raise InactiveUser
    before = _shown(user)
    role_changes = changes.role is not None and changes.role != user.role
    if role_changes:
        _refuse_role(tx, user, changes.role, caller)
    if changes.username is not None and changes.username != user.username:
        _refuse_username(changes.username)
        user.username, user.username_folded = changes.username, without_case(changes.username)
    if changes.full_name is not None:
        user.full_name = changes.full_name
    if changes.role is not None:
        user.role = changes.role
    is_own = user.id == caller.id
    secrets = None
    if password_hash is not None:
        user.password_hash = password_hash
        reset_throttle(tx, user, is_own=is_own)
        # Two people know a password that someone else typed, until its owner replaces it (contract 6).
        user.must_change_password = not is_own
    if role_changes or password_hash is not None:
        begun_at = own_session_begun_at(tx, caller) if is_own else None
        end_sessions_and_access(tx, user, caller, keeps_access=is_own and not role_changes)
        if begun_at is not None and not role_changes:
            secrets = rotate_session(tx, user, origin, begun_at=begun_at, old_token=caller.token)
    _stamp(tx, user, caller)
    _note_edit(tx, user, before, caller, has_new_password=password_hash is not None)
    return EditedUser(UserOut.model_validate(user), secrets)


def end_sessions_and_access(
    tx: Session, user: User, caller: SignedInUser | None, *, keeps_access: bool = False
) -> None:
    repository.delete_sessions_of(tx, user.id)
    if not keeps_access:
        access.end_access_of(tx, user.id, ended_by=None if caller is None else caller.id)


def has_super_admin(tx: Session) -> bool:
    return repository.count_other_super_admins(tx, 0) > 0


def _refuse_username(username: str) -> None:
    problem = rules.username_problem(username)
    if problem is not None:
        raise InvalidInput.on("username", problem)


def _refuse_role(tx: Session, user: User, role: rules.Role | None, caller: SignedInUser) -> None:
    if role is rules.Role.SUPER_ADMIN:
        refuse_unconfirmed(caller)
    _keep_a_super_admin(tx, user)


def _keep_a_super_admin(tx: Session, user: User) -> None:
    """Refuse to remove the last active super administrator, even if two calls do so at the same instant."""
    if user.role != rules.Role.SUPER_ADMIN:
        return
    serialize_on(tx, "super administrators")
    if repository.count_other_super_admins(tx, user.id) == 0:
        raise LastSuperAdmin


def get_by_username(tx: Session, username: str) -> User:
    """Raises UnknownUser."""
    user = repository.find_by_username(tx, without_case(username))
    if user is None:
        raise UnknownUser
    return user


def get_for_edit(tx: Session, user_id: int) -> User:
    """The account, locked until the transaction ends. Raises UnknownUser."""
    user = repository.lock_for_edit(tx, user_id)
    if user is None:
        raise UnknownUser("This account no longer exists. Restoring an older backup may have removed it.")
    return user


def _note_edit(
    tx: Session, user: User, before: Mapping[str, str], caller: SignedInUser, *, has_new_password: bool
) -> None:
    old, new = changed(before, _shown(user))
    if new or not has_new_password:
        add_audit_entry(tx, Action.USER_UPDATED, by=caller, subject_id=user.id, before=old, after=new)
    if has_new_password:
        add_audit_entry(tx, Action.USER_PASSWORD_SET, by=caller, subject_id=user.id)


def _shown(user: User) -> dict[str, str]:
    """The fields of an account that the audit log stores."""
    return {"username": user.username, "full_name": user.full_name, "role": user.role}


def _stamp(tx: Session, user: User, caller: SignedInUser) -> None:
    user.version += 1
    user.updated_at = clock.now()
    user.updated_by_id = caller.id
    tx.flush()
    tx.expire(user, ["updated_by"])
    publish_after_commit(tx, users=[user.id])
