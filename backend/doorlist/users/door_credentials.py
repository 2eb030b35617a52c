"""The user whom a door request is credited to: of the session, or of the device's access (contract 6.grant)."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.errors import Problem
from doorlist.users import access
from doorlist.users.access import PresentedAccess
from doorlist.users.access_limits import AccessLimits
from doorlist.users.permissions import MAY, Permissions
from doorlist.users.service import NotYou, SignedInUser
from doorlist.users.session_check import NotSignedIn, find_live_sessions


@dataclass(frozen=True)
class DoorUser:
    """The user to whom a call of a door is credited; `access` is None where they are signed in."""

    id: int
    full_name: str
    access: PresentedAccess | None = None

    @property
    def device(self) -> str | None:
        """The name of the device that acts by an access."""
        return None if self.access is None else self.access.device

    @property
    def helper(self) -> str | None:
        """The helper who acts by a pass."""
        return None if self.access is None else self.access.helper

    @property
    def may(self) -> Permissions | None:
        """The permissions of the access; None for a signed-in user, who may do everything at a door."""
        return None if self.access is None else MAY[self.access.kind]


def device_of(user: DoorUser, named: str | None) -> str | None:
    """The door for the scan log: as the request names it, but a helper's is the one of the pass."""
    return user.device if user.may and not user.may.names_door else named or user.device


@dataclass(frozen=True)
class AccessSelector:
    """Chooses the access that a batch was made under: of a user, the one it names, else by the door times."""

    user_id: int
    grant_id: int | None = None
    between: tuple[datetime, datetime] | None = None

    def pick(self, held: Sequence[PresentedAccess]) -> PresentedAccess | None:
        """The access that is named; else one of whose time the records are, one that is alive, and staff's, in turn."""
        if self.grant_id is not None:
            return next((each for each in held if each.id == self.grant_id), None)
        order = sorted(held, key=lambda each: (not self._is_of(each), each.ended_at is not None, each.is_helpers))
        return order[0] if order else None

    def _is_of(self, held: PresentedAccess) -> bool:
        if self.between is None:
            return True
        first, last = self.between
        return held.begins_at <= first and last <= held.makes_until


@dataclass(frozen=True)
class DoorCredentials:
    """The session and access that came with a door request: the signed-in user, else the access of the device.

    `refusal` says why the session does not do. `held` is the access if it has been looked up. A helper's access
    counts only for a request with `for_helpers`, whichever cookie its secret comes in.
    """

    user: SignedInUser | None
    refusal: Problem | None = None
    secrets: Sequence[str] = field(default=(), repr=False)
    held: Sequence[PresentedAccess] | None = None
    for_helpers: bool = False
    limits: AccessLimits = field(default_factory=AccessLimits, repr=False, compare=False)

    def signed_in(self, named: int | None = None) -> DoorUser | None:
        """The signed-in user, unless the call names another one."""
        if self.user is None or named not in {None, self.user.id}:
            return None
        return DoorUser(self.user.id, self.user.full_name)

    def user_for_checkin(
        self, tx: Session, event_id: int | None, *, named: int | None = None, is_making: bool = False
    ) -> DoorUser:
        """The signed-in user, or the issuer of an access to the event; of two users, the `named` one.

        `is_making`: the access must still make check-ins. Raises AccessEnded; NotYou where another user is signed in;
        else the problem of the session.
        """
        user = self.signed_in(named)
        if user is not None:
            return user
        if event_id is not None:
            makes_at = clock.now() if is_making else None
            held = access.pick_for_checkin(self.held_access(tx), event_id=event_id, user_id=named, makes_at=makes_at)
            if held is not None:
                return DoorUser(held.user.id, held.user.full_name, held)
        raise self.no_access()

    def user_for_upload(self, tx: Session, event_id: int | None, made_by: AccessSelector) -> DoorUser:
        """The signed-in user, or the issuer of an access to the event, also of one that a person ended; who made it.

        Records made by an ended access come by that access, even from a signed-in user: a session must not make up
        for a removal. Raises NotYou where another user is signed in; else the problem of the session.
        """
        user = self.signed_in(made_by.user_id)
        held = None if event_id is None else self.access_of(tx, event_id, made_by)
        if user is not None and (held is None or held.ended_at is None):
            return user
        if held is None:
            raise self.no_access()
        return DoorUser(held.user.id, held.user.full_name, held)

    def access_of(self, tx: Session, event_id: int, made_by: AccessSelector) -> PresentedAccess | None:
        """The access of this device, alive or ended, by which something was made for an event."""
        of_user = (event_id, made_by.user_id)
        return made_by.pick([each for each in self.held_access(tx) if (each.event_id, each.user.id) == of_user])

    def held_access(self, tx: Session) -> Sequence[PresentedAccess]:
        """The access of this device that this request may use, newest first."""
        found = access.find_presented(tx, self.secrets) if self.held is None else self.held
        return [each for each in found if self.for_helpers or not each.is_helpers]

    def no_access(self) -> Problem:
        """The refusal where no access helps."""
        return NotYou() if self.user else self.refusal or NotSignedIn()


def find_live_listeners(tx: Session, fingerprints: AbstractSet[str]) -> set[str]:
    """The sessions that have not ended, and the access that still makes check-ins, of users who may call."""
    sessions = find_live_sessions(tx, fingerprints)
    others = fingerprints - sessions
    return sessions | access.find_checkin_capable(tx, others) if others else sessions
