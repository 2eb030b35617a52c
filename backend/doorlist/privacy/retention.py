"""The retention period: the setting, its preview, and the daily run (contract 4.keep)."""

from collections.abc import Callable, Sequence
from functools import partial

from sqlalchemy.orm import Session

from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.core.db.database import Database
from doorlist.core.errors import Conflict
from doorlist.privacy import announcing, repository
from doorlist.privacy.due import ANNOUNCED_DAYS, announced_long_enough, due_after, erase_on
from doorlist.privacy.erasure import empty_refused_texts, erase_attendees
from doorlist.privacy.erasure_ledger import ErasureLedger
from doorlist.privacy.models import AnnouncedErasure, RetentionPolicy
from doorlist.privacy.rules import redact_personal
from doorlist.privacy.schemas import DueEvent, DueOut, RetentionChange, RetentionOut, RetentionRun
from doorlist.users.models import User
from doorlist.users.service import SignedInUser

LISTED_EVENTS = 100
# Guests erased in one transaction. 100 hold SQLite's writer for up to 26 ms, and take PostgreSQL up to 58.
DAILY_SLICE = 50


class MoreAreDue(Conflict):
    """More guests are due than the caller was shown; `due` is their number."""

    code = "more_are_due"
    title = "More guests are due"

    def __init__(self, due: int, expected: int) -> None:
        super().__init__(
            f"{due:,} guests would be erased by now, and not {expected:,}. Nothing was changed. Look at them again.",
            extra={"due": due},
        )


def get_retention(tx: Session) -> RetentionOut:
    """The retention period, its last run, and the erasures that are announced and postponed."""
    row = repository.find_retention(tx)
    ahead = {
        "last_erased_at": repository.last_erased_at(tx),
        "announced": announcing.announced(tx),
        "postponed": announcing.postponed(tx),
    }
    if row is None:
        return RetentionOut(keep_days=None, changed_at=None, changed_by=None, last_run=None, **ahead)
    author = None if row.changed_by is None else tx.get(User, row.changed_by)
    return RetentionOut(
        keep_days=row.days,
        changed_at=row.changed_at,
        changed_by=author and PersonRef.model_validate(author),
        last_run=None if row.run_at is None else RetentionRun(at=row.run_at, erased=row.run_erased),
        **ahead,
    )


def due_guests(tx: Session, keep_days: int) -> DueOut:
    """The guests whom that period would erase if announced today. Changes nothing."""
    due = announcing.find_due(tx, keep_days, ahead_days=ANNOUNCED_DAYS)
    events = [] if due is None else repository.events_due(tx, due)
    return DueOut(
        guests=sum(event.guests for event in events),
        erase_on=erase_on(clock.now()),
        events=[DueEvent.model_validate(event) for event in events[:LISTED_EVENTS]],
    )


def set_retention(tx: Session, change: RetentionChange, caller: SignedInUser) -> RetentionOut:
    """Set the period and announce its erasures. Raises MoreAreDue."""
    row = repository.lock_retention(tx, clock.now())
    if change.keep_days is not None:
        due = due_guests(tx, change.keep_days).guests
        if due > change.guests:
            raise MoreAreDue(due, change.guests)
    if row.days != change.keep_days:
        add_audit_entry(
            tx,
            Action.KEEPING_SET,
            by=caller,
            before={"keep_days": row.days},
            after={"keep_days": change.keep_days},
        )
        repository.delete_announcements(tx)
    row.days, row.changed_at, row.changed_by = change.keep_days, clock.now(), caller.id
    row.run_at, row.run_erased = None, 0
    tx.flush()
    announcing.announce(tx)
    return get_retention(tx)


def erase_due(database: Database, ledger: ErasureLedger, *, go_on: Callable[[], bool]) -> int:
    """Announce erasures and, once a day, erase the guests whose announcement is old enough. Returns their number.

    Runs in slices, between which scans run and a changed period takes effect; an interrupted run continues later.
    `go_on` is called before each slice. Raises OSError.
    """
    announcing.announce_due(database)
    with database.read() as tx:
        found = repository.find_retention(tx)
        if found is None or not _is_run_due(found):
            return 0
        is_anybody_due = bool(_guests_due(tx, found, limit=1))
    if is_anybody_due:
        empty_refused_texts(database)
    erased = 0
    while (may_go_on := go_on()) and (number := database.commit(partial(_erase_some, ledger=ledger))):
        erased += number
    while may_go_on and database.commit(_redact_some_deletions):
        may_go_on = go_on()
    return erased


def _is_run_due(row: RetentionPolicy) -> bool:
    return row.days is not None and (row.run_at is None or row.run_at.date() < clock.now().date())


def _erase_some(tx: Session, ledger: ErasureLedger) -> int:
    """Erase some due guests. Returns their number, 0 if none is left for today."""
    now = clock.now()
    row = repository.lock_retention(tx, now)
    if row.days is None or not _is_run_due(row):
        return 0
    if row.run_at is not None:
        row.run_at, row.run_erased = None, 0
    due = _guests_due(tx, row, limit=DAILY_SLICE)
    row.run_erased += len(due)
    if len(due) < DAILY_SLICE:
        row.run_at = now
        repository.delete_announcements(tx, AnnouncedErasure.announced_at < announced_long_enough())
    if due:
        erase_attendees(tx, due, by=None, ledger=ledger, is_run=True)
    return len(due)


def _guests_due(tx: Session, row: RetentionPolicy, *, limit: int) -> Sequence[int]:
    """Some due guests whose announcement is old enough."""
    bounds = None if row.days is None else announcing.find_due(tx, row.days)
    if bounds is None:
        return []
    return repository.guests_due(tx, bounds, announced_before=announced_long_enough(), limit=limit)


def _redact_some_deletions(tx: Session) -> int:
    """Redact some audit entries of deleted guests who would be erased by now. Returns their number."""
    row = repository.lock_retention(tx, clock.now())
    if row.days is None:
        return 0
    due = repository.deletions_due(tx, due_after(row.days), limit=DAILY_SLICE)
    for entry in due:
        entry.before = redact_personal(entry.before)
    return len(due)
