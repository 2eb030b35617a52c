"""Carries the access of devices over a restore: it is no part of a backup (contract 4.restore)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Row as SqlRow
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.core.db.replaced import Row, created_at_of, read_replaced, rows_of
from doorlist.events.models import Event
from doorlist.users.models import DoorAccess, User

_REPORTED = {"announced_sequence", "announced_at", "unsent"}
"""Reports of unsent records. They belong to the restored data, whose log may lack those records again."""

_IDENTITY = ("id", "created_at", "user_id", "event_id")


class AccessSnapshot(NamedTuple):
    """All access of a database, and when its users and events were created, by their ids."""

    rows: Sequence[Row] = ()
    users: Mapping[int, datetime] = {}
    events: Mapping[int, datetime] = {}
    deactivated: Mapping[int, datetime] = {}
    """The users who may not sign in."""


def snapshot_access(database: Database) -> AccessSnapshot:
    """Read the access of the database that a restore is about to replace.

    The database may be of another release, or damaged; then the snapshot is empty.
    """
    return read_replaced(database, _access_of, if_damaged=AccessSnapshot())


def _access_of(tx: Session) -> AccessSnapshot:
    users, events = created_at_of(tx, User), created_at_of(tx, Event)
    deactivated = created_at_of(tx, User, is_active=False)
    return AccessSnapshot(rows_of(tx, DoorAccess), users, events, deactivated)


def reapply_access(tx: Session, access: AccessSnapshot) -> None:
    """Write the access of the replaced database, where its user and event exist in the backup.

    An access that only the backup has is ended: it may have been ended since the backup.
    """
    users, events = created_at_of(tx, User), created_at_of(tx, Event)
    same_users = {id_ for id_, created in access.users.items() if users.get(id_) == created}
    same_events = {id_ for id_, created in access.events.items() if events.get(id_) == created}

    here = [row for row in access.rows if row["user_id"] in same_users and row["event_id"] in same_events]
    rows = [{**row, "ended_by": row["ended_by"] if row["ended_by"] in same_users else None} for row in here]
    columns = [DoorAccess.__table__.c[name] for name in (*_IDENTITY, "secret_hash", "claim_hash")]
    restored = {row.id: row for row in tx.execute(select(*columns))}
    same = [row for row in rows if _is_same(restored.get(row["id"]), row)]
    _delete_renumbered(tx, restored, rows, same)
    only_restored = restored.keys() - {row["id"] for row in same}
    if only_restored:
        # Without its secret: a device whose secret nobody knows may go on after a sign-in (contract 7.lineage.4).
        lost = {"secret_hash": None, "ended_at": func.coalesce(DoorAccess.ended_at, clock.now())}
        tx.execute(update(DoorAccess).where(DoorAccess.id.in_(only_restored)).values(**lost))
    # A pass that was claimed since the backup keeps what its device reported: the backup has nothing of it.
    for has_device in (True, False):
        kept = [row for row in same if (restored[row["id"]].secret_hash is not None) is has_device]
        if kept:
            left_out = _REPORTED if has_device else set()
            tx.execute(update(DoorAccess), [{name: row[name] for name in row.keys() - left_out} for row in kept])
    made_since = [dict(row) for row in rows if row["id"] not in restored]
    if made_since:
        tx.execute(insert(DoorAccess), made_since)


def _delete_renumbered(
    tx: Session, restored: dict[int, SqlRow[*tuple[Any, ...]]], rows: Sequence[Row], same: Sequence[Row]
) -> None:
    """Delete restored passes without a device that have another id here, or the id of another access.

    A backup from before passes and devices shared a table gives each pass a new id, after the last device's.
    """
    ids, known = {row["id"] for row in rows}, {row["id"] for row in same}
    claims = {row["claim_hash"] for row in rows if row["claim_hash"] is not None}
    passes = [row for row in restored.values() if row.secret_hash is None and row.id not in known]
    renumbered = [row.id for row in passes if row.id in ids or row.claim_hash in claims]
    tx.execute(delete(DoorAccess).where(DoorAccess.id.in_(renumbered)))
    for access_id in renumbered:
        del restored[access_id]


def _is_same(restored: SqlRow[*tuple[Any, ...]] | None, row: Row) -> bool:
    return restored is not None and all(getattr(restored, name) == row[name] for name in _IDENTITY)


def keep_deactivated(tx: Session, access: AccessSnapshot) -> int:
    """Let accounts of the restored data be inactive that were so in the replaced ones; how many that changes."""
    restored = created_at_of(tx, User)
    same = [id_ for id_, created in access.deactivated.items() if restored.get(id_) == created]
    closing = update(User).where(User.id.in_(same), User.is_active).values(is_active=False, device_key=None)
    return len(tx.scalars(closing.returning(User.id)).all())
