"""Who acts by a call of a door: the session's user, or the user of a grant that the device holds (contract 6.grant)."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.errors import Problem
from doorlist.users import grants
from doorlist.users.grants import HeldGrant
from doorlist.users.service import NotYou, SignedInUser
from doorlist.users.sessions import NotSignedIn, find_live_sessions


@dataclass(frozen=True)
class DoorUser:
    """The user to whom a call of a door is credited; `grant` is None where they are signed in."""

    id: int
    full_name: str
    grant: HeldGrant | None = None

    @property
    def device(self) -> str | None:
        """The name of the device that acts by a grant."""
        return None if self.grant is None else self.grant.device


@dataclass(frozen=True)
class DoorAccess:
    """By what a call of a door may act: the signed-in user, else the grants whose secrets the device holds.

    `refusal` says why the session does not do. `held` are the grants if they have been looked up.
    """

    user: SignedInUser | None
    refusal: Problem | None = None
    secrets: Sequence[str] = field(default=(), repr=False)
    held: Sequence[HeldGrant] | None = None

    def signed_in(self, named: int | None = None) -> DoorUser | None:
        """The signed-in user, unless the call names another one."""
        if self.user is None or named not in {None, self.user.id}:
            return None
        return DoorUser(self.user.id, self.user.full_name)

    def user_at(
        self, tx: Session, event_id: int | None, *, named: int | None = None, is_making: bool = False
    ) -> DoorUser:
        """The signed-in user, or that of a grant for the event; of two users' grants, that of the `named` one.

        `is_making`: the grant must still make check-ins. Raises GrantEnded; NotYou where another user is signed in;
        else the problem of the session.
        """
        user = self.signed_in(named)
        if user is not None:
            return user
        if event_id is not None:
            makes_at = clock.now() if is_making else None
            grant = grants.usable_grant(self.grants(tx), event_id=event_id, user_id=named, makes_at=makes_at)
            if grant is not None:
                return DoorUser(grant.user.id, grant.user.full_name, grant)
        raise self.no_access()

    def grants(self, tx: Session) -> Sequence[HeldGrant]:
        """The grants of this device, newest first."""
        return grants.find_grants(tx, self.secrets) if self.held is None else self.held

    def no_access(self) -> Problem:
        """The refusal where no grant helps."""
        return NotYou() if self.user else self.refusal or NotSignedIn()


def find_live_listeners(tx: Session, fingerprints: AbstractSet[str]) -> set[str]:
    """The sessions that have not ended, and the grants that still make check-ins, of users who may call."""
    sessions = find_live_sessions(tx, fingerprints)
    others = fingerprints - sessions
    return sessions | grants.find_making(tx, others) if others else sessions
