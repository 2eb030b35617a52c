"""Records that a device announced and never uploaded: the conflict `missing` (contract 4.missing)."""

import json
from collections.abc import Collection, Mapping
from datetime import datetime
from itertools import islice
from uuid import UUID

from sqlalchemy import delete, select, text
from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.door.models import DoorConflict
from doorlist.door.rules import MOST_UNSENT, ConflictKind
from doorlist.live.publish import publish_after_commit
from doorlist.users.models import DoorAccess

REORDER_GRACE_MS = 60_000
"""A key that a report leaves out is missing only after this time: requests overtake each other, and tabs differ."""

MOST_KEPT = 10_000
"""Maximum number of announced keys that are stored for an access, so that a stolen one fills no disk."""


_ARRIVED_FROM = """
    SELECT a.id FROM door_access AS a
    WHERE a.user_id = :user_id AND a.event_id = :event_id AND a.unsent IS NOT NULL
        AND EXISTS (SELECT 1 FROM {told} JOIN scan_log AS l ON l.idempotency_key = {key}) ORDER BY a.id
"""
_ARRIVED = {
    # Each state of `unsent`, and in it each key.
    "sqlite": _ARRIVED_FROM.format(
        told="json_each(a.unsent) AS state JOIN json_each(state.value) AS told", key="told.key"
    ),
    "postgresql": _ARRIVED_FROM.format(
        told="json_each(a.unsent) AS state CROSS JOIN json_object_keys(state.value) AS told(key)",
        key="CAST(told.key AS uuid)",
    ),
}

# One text for all keys: ten thousand parameters would take ten times as long.
_IN_THE_LOG = {
    "sqlite": "SELECT idempotency_key FROM scan_log WHERE idempotency_key IN (SELECT value FROM json_each(:keys))",
    "postgresql": "SELECT idempotency_key FROM scan_log WHERE idempotency_key"
    " = ANY(ARRAY(SELECT CAST(value AS uuid) FROM json_array_elements_text(CAST(:keys AS json))))",
}

Keys = Mapping[str, int]
"""Keys of records, each with the time of the last report that had it, in milliseconds since 1970."""


def record_unsent(tx: Session, access_id: int, unsent: Collection[UUID] | None, now: datetime) -> None:
    """Store the keys of a device's unsent records, and update the conflict of its access.

    `unsent` is None if the device did not report them. A key found in the scan log is dropped, however the record
    arrived.
    """
    # Skip a locked device: its other request records the report, or the next one does.
    access = tx.scalar(
        select(DoorAccess).where(DoorAccess.id == access_id).with_for_update(skip_locked=True),
        execution_options={"populate_existing": True},
    )
    if access is None or not (access.unsent or unsent):
        return
    told = access.unsent or {"waiting": {}, "missing": {}}
    moment = clock.milliseconds(now)
    listed = dict.fromkeys((key.hex for key in unsent or ()), moment)
    left = _not_arrived(tx, {**told["missing"], **told["waiting"], **listed})
    says_all = unsent is not None and len(unsent) < MOST_UNSENT
    silent_since = moment - REORDER_GRACE_MS if says_all else None
    if access.delivers_until <= now:
        silent_since = moment
    missing = {
        key: at
        for key, at in left.items()
        if key not in listed and (key in told["missing"] or (silent_since is not None and at <= silent_since))
    }
    waiting = {key: at for key, at in left.items() if key not in missing}
    access.unsent = {"waiting": waiting, "missing": missing} if left else None
    if missing.keys() != told["missing"].keys():
        _update_conflict(tx, access, missing, now, has_more=not missing.keys() <= told["missing"].keys())


def find_arrived(tx: Session, user_id: int, event_id: int | None) -> list[int]:
    """The accesses of a user at an event (None: none) whose missing or waiting records have come, at least in part.

    The statement reads all keys of these devices: run it in a transaction that only reads, then `record_unsent`.
    """
    statement = text(_ARRIVED[tx.get_bind().dialect.name])
    return list(tx.scalars(statement, {"user_id": user_id, "event_id": event_id}))


def expire_unsent(tx: Session, now: datetime) -> None:
    """Mark unsent records as missing once the upload period of their access is over."""
    is_waiting = DoorAccess.unsent["waiting"].as_string() != "{}"
    overdue = select(DoorAccess.id).where(DoorAccess.unsent.is_not(None), DoorAccess.delivers_until <= now, is_waiting)
    for access_id in tx.scalars(overdue).all():
        record_unsent(tx, access_id, None, now)


def _not_arrived(tx: Session, told: Keys) -> dict[str, int]:
    kept = dict(islice(told.items(), MOST_KEPT))
    keys = {"keys": json.dumps(list(kept))}
    arrived = {UUID(str(key)).hex for key in tx.scalars(text(_IN_THE_LOG[tx.get_bind().dialect.name]), keys)}
    return {key: at for key, at in kept.items() if key not in arrived}


def _update_conflict(tx: Session, access: DoorAccess, missing: Keys, now: datetime, *, has_more: bool) -> None:
    """Create, update or delete the one conflict of an access. New missing records reopen it."""
    is_its = (DoorConflict.grant_id == access.id, DoorConflict.kind == ConflictKind.MISSING)
    known = tx.scalar(select(DoorConflict).where(*is_its).with_for_update())
    publish_after_commit(tx, conflicts_of=[access.event_id])
    if not missing:
        tx.execute(delete(DoorConflict).where(*is_its))
        return
    at = clock.from_milliseconds(max(missing.values()))
    if known is None:
        tx.add(
            DoorConflict(
                kind=ConflictKind.MISSING,
                event_id=access.event_id,
                named=access.device,
                grant_id=access.id,
                at=at,
                created_at=now,
            )
        )
        return
    known.at = at
    known.version += 1
    if has_more:
        known.reopen()
