"""Who may stand at a door is no part of a backup: a restore leaves it as it was (contract 4.restore)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import String, cast, func, insert, literal, select, update
from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.core.db.replaced import Row, created_at_of, read_replaced, rows_of
from doorlist.events.models import Event
from doorlist.users.models import DoorGrant, DoorPass, User

_TOLD = {"announced_sequence", "announced_at", "unsent"}
"""What a grant's device said that it has still to send: that belongs to the data, whose log may lack it again."""

_IDENTITY = ("id", "created_at", "user_id", "event_id")


class Access(NamedTuple):
    """All grants and passes of a database, and when their users and events were created, by their ids."""

    grants: Sequence[Row] = ()
    passes: Sequence[Row] = ()
    users: Mapping[int, datetime] = {}
    events: Mapping[int, datetime] = {}
    deactivated: Mapping[int, datetime] = {}
    """The users who may not sign in."""


def read_access(database: Database) -> Access:
    """Who may stand at a door in the data that a restore is about to replace.

    They may be of another release, or damaged so that nobody can be found in them.
    """
    return read_replaced(database, _access_of, if_damaged=Access())


def _access_of(tx: Session) -> Access:
    users, events = created_at_of(tx, User), created_at_of(tx, Event)
    deactivated = created_at_of(tx, User, is_active=False)
    return Access(rows_of(tx, DoorGrant), rows_of(tx, DoorPass), users, events, deactivated)


def keep_access(tx: Session, access: Access) -> None:
    """Let the restored data have the access of the replaced ones, as far as they have its users and events.

    What only the backup has opens nothing: nobody knows whether it was ended since.
    """
    users, events = created_at_of(tx, User), created_at_of(tx, Event)
    same_users = {id_ for id_, created in access.users.items() if users.get(id_) == created}
    same_events = {id_ for id_, created in access.events.items() if events.get(id_) == created}

    def known(rows: Sequence[Row], by: str) -> list[dict[str, Any]]:
        here = [row for row in rows if row["user_id"] in same_users and row["event_id"] in same_events]
        return [{**row, by: row[by] if row[by] in same_users else None} for row in here]

    now = clock.now()
    _take_over(
        tx, DoorPass, known(access.passes, "revoked_by"), {"revoked_at": func.coalesce(DoorPass.revoked_at, now)}
    )
    # Without its secret: a device whose secret nobody knows may go on after a sign-in (contract 7.lineage.4).
    no_secret = literal("restored ").concat(cast(DoorGrant.id, String))
    lost = {"secret_hash": no_secret, "ended_at": func.coalesce(DoorGrant.ended_at, now)}
    _take_over(tx, DoorGrant, known(access.grants, "ended_by"), lost)


def keep_deactivated(tx: Session, access: Access) -> int:
    """Let accounts of the restored data be inactive that were so in the replaced ones; how many that changes."""
    restored = created_at_of(tx, User)
    same = [id_ for id_, created in access.deactivated.items() if restored.get(id_) == created]
    closing = update(User).where(User.id.in_(same), User.is_active).values(is_active=False, device_key=None)
    return len(tx.scalars(closing.returning(User.id)).all())


def _take_over(tx: Session, table: type[DoorGrant | DoorPass], rows: Sequence[Row], lost: Mapping[str, Any]) -> None:
    """Let the restored rows be as these are, and add those that the backup lacks; what it alone has is `lost`."""
    restored = {row.id: tuple(row) for row in tx.execute(select(*(table.__table__.c[name] for name in _IDENTITY)))}
    same = [row for row in rows if restored.get(row["id"]) == tuple(row[name] for name in _IDENTITY)]
    only_restored = restored.keys() - {row["id"] for row in same}
    if only_restored:
        tx.execute(update(table).where(table.id.in_(only_restored)).values(**lost))
    if same:
        tx.execute(update(table), [{name: row[name] for name in row.keys() - _TOLD} for row in same])
    made_since = [dict(row) for row in rows if row["id"] not in restored]
    if made_since:
        tx.execute(insert(table), made_since)
