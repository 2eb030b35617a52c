"""Collects all data about one guest (contract 7.held)."""

import time
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from doorlist.activity import service as activity
from doorlist.activity.repository import list_scans_of
from doorlist.activity.schemas import ActivityCursor, HistoryEntryOut, HistoryFilters
from doorlist.attendees.fields import values_of
from doorlist.attendees.schemas import AttendeeOut, TicketMail
from doorlist.attendees.service import get_details
from doorlist.backup.store import StoredBackup
from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.door.conflicts.service import lists_of, step_of
from doorlist.door.data_generation import log_begins_after
from doorlist.door.models import DoorConflict
from doorlist.mail.repository import messages_to
from doorlist.privacy.repository import imports_of, refused_texts
from doorlist.privacy.rules import PersonalDataMatcher
from doorlist.subject_access.schemas import (
    ExportedBackup,
    ExportedConflict,
    ExportedImport,
    ExportedRefusal,
    ExportedScan,
    SubjectAccessExport,
)
from doorlist.users.models import User

ENTRIES_PER_STEP = 500
TEXTS_PER_STEP = 500
PAUSE_SECONDS = 0.0005
# The same code may be scanned all night.
MAX_SCANS = 100_000


def collect_personal_data(tx: Session, attendee_id: int, backups: Sequence[StoredBackup]) -> SubjectAccessExport:
    """Returns all data about one guest; `backups` are the backups of this server. Raises UnknownAttendee."""
    attendee = get_details(tx, attendee_id)
    since = log_begins_after(tx)
    history = _history(tx, attendee_id)
    return SubjectAccessExport(
        exported_at=clock.now(),
        attendee=attendee,
        imports=[ExportedImport.model_validate(brought) for brought in imports_of(tx, [attendee_id])],
        scans=_scans(tx, attendee_id, since),
        refused_texts=[] if attendee.erased_at else _refused(tx, attendee, history, since),
        conflicts=_conflicts(tx, attendee_id, since),
        messages=[TicketMail.model_validate(row) for row in messages_to(tx, attendee_id)],
        history=history,
        backups=[ExportedBackup.model_validate(backup) for backup in reversed(backups) if _may_hold(backup, attendee)],
    )


def _may_hold(backup: StoredBackup, attendee: AttendeeOut) -> bool:
    is_since = backup.created_at >= attendee.created_at
    return is_since and (attendee.erased_at is None or backup.created_at <= attendee.erased_at)


def _history(tx: Session, attendee_id: int) -> list[HistoryEntryOut]:
    entries: list[HistoryEntryOut] = []
    cursor: ActivityCursor | None = None
    while True:
        some, cursor = activity.list_chunk(tx, HistoryFilters(attendee_id=attendee_id), cursor, limit=ENTRIES_PER_STEP)
        entries += some
        if cursor is None:
            return entries[::-1]


def _scans(tx: Session, attendee_id: int, since: int) -> list[ExportedScan]:
    rows = list_scans_of(tx, attendee_id, None, since=since, limit=MAX_SCANS)
    lists = lists_of(tx, rows)
    return [
        ExportedScan(**dict(step_of(row, is_cause=False, lists=lists)), text=row.ScanLogEntry.qr_data)
        for row in reversed(rows)
    ]


def _refused(
    tx: Session, attendee: AttendeeOut, history: Sequence[HistoryEntryOut], since: int
) -> list[ExportedRefusal]:
    traces = PersonalDataMatcher([attendee])
    for entry in history:
        if entry.action.startswith("attendee."):
            traces.add_values(entry.before)
            traces.add_values(entry.after)
    theirs: list[ExportedRefusal] = []
    last = since
    while some := refused_texts(tx, after=last, limit=TEXTS_PER_STEP):
        theirs += [ExportedRefusal(at=at, text=text) for _, text, at in some if traces.are_in(text)]
        last = some[-1][0]
        # Release the interpreter lock for waiting scans.
        time.sleep(PAUSE_SECONDS)
    return theirs


def _conflicts(tx: Session, attendee_id: int, since: int) -> list[ExportedConflict]:
    """The guest's conflicts of this epoch, each with the name of the user who decided it."""
    found = (
        select(DoorConflict, User.full_name)
        .outerjoin(User, User.id == DoorConflict.decided_by)
        .where(DoorConflict.attendee_id == attendee_id)
        .order_by(DoorConflict.id)
    )
    return [
        ExportedConflict(
            **values_of(row.DoorConflict, ("kind", "at", "state", "note", "named", "decided_at")),
            decided_by=PersonRef(id=row.DoorConflict.decided_by, full_name=row.full_name) if row.full_name else None,
        )
        for row in tx.execute(found).all()
        if all(log_id > since for log_id in row.DoorConflict.log_ids)
    ]
