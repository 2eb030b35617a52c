"""Restoring: a backup replaces all data, all or nothing (contract 4)."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee
from doorlist.audit.rules import Action
from doorlist.audit.service import Actor, add_audit_entry
from doorlist.backup.metadata import Metadata, Switch
from doorlist.backup.problems import AnotherRestore, BackupInvalid, DamagedBackup, NoSuperAdminLeft
from doorlist.backup.rules import BackupKind
from doorlist.backup.service import Backups, refuse_changed
from doorlist.core.db.migrations import migrations_held_off
from doorlist.core.errors import Problem
from doorlist.core.locks import AdvisoryKey, advisory_lock
from doorlist.door.access.after_restore import AccessSnapshot, keep_deactivated, reapply_access, snapshot_access
from doorlist.door.data_generation import record_restore
from doorlist.events.models import Event
from doorlist.events.repository import delete_hidden
from doorlist.events.retention import refuse_unexpected
from doorlist.mail.across_restore import SentTicket, keep_sent, read_sent
from doorlist.privacy.across_restore import Period, keep_period, read_period
from doorlist.privacy.becoming_due import after_restore
from doorlist.privacy.erasure import all_erased_hashes, erase_again
from doorlist.privacy.erasure_ledger import ErasureLedger
from doorlist.spreadsheets.imports.runner import Imports
from doorlist.users.accounts import has_super_admin


@dataclass
class Restored:
    """The numbers of restored rows, and the backup of the replaced data.

    Some guests were erased since the backup: `erased_again` stay so, and `brought_back` are guests again. `keep_days`
    is the retention period, which stays. `deactivated_again` of the accounts were active in the backup and stay
    deactivated; `has_super_admin` says whether an active super administrator is left.
    """

    events: int = 0
    attendees: int = 0
    safety_backup: str = ""
    erased_again: int = 0
    keep_days: int | None = None
    brought_back: int = 0
    deactivated_again: int = 0
    has_super_admin: bool = True


class Closed(NamedTuple):
    """The name of the safety backup, and the only way to open a transaction that writes."""

    safety_backup: str
    write: Callable[[], AbstractContextManager[Session]]


@contextmanager
def only_restore(backups: Backups) -> Iterator[None]:
    """While the block runs, no other restore begins, no migration runs, and no command writes.

    Raises AnotherRestore, BackupFailed, AnotherBackup, and DatabaseUnavailable during a migration.
    """
    database, store = backups.database, backups.store
    only = (
        store.only_restore()
        if database.is_sqlite
        else advisory_lock(database.engine, AdvisoryKey.RESTORE, wait_seconds=0, refusal=AnotherRestore())
    )
    with only, store.no_outside_writer(), migrations_held_off(database):
        yield


@contextmanager
def closed_after_safety_backup(backups: Backups) -> Iterator[Closed]:
    """No one else writes while the block runs, and a safety backup has the data from its beginning.

    Raises BackupFailed, AnotherBackup, and DatabaseUnavailable where a writer does not finish.
    """
    with backups.store.adding() as add, backups.database.closed_for_restore() as write:
        yield Closed(backups.take(BackupKind.SAFETY, add=add).filename, write)


def restore_backup(
    backups: Backups,
    backup: str | Path,
    *,
    by: Actor | None,
    imports: Imports | None = None,
    expected_erasures: int | None = 0,
    bring_back: bool = False,
) -> Restored:
    """Restore a backup of the list, by its name, or a file by its path, for `by` (None: the shell). All sessions end.

    The access of doors, deactivated accounts and the retention period stay as they are (decisions 0027
    and 0049). `expected_erasures`: so many guests of the backup may be erased by that period later; None: any number.

    The backup is first restored into a scratch database, verified, and migrated to the present schema. Only then the
    database is closed for writes, for the safety backup and the switch. `imports` is the import runner of this process:
    no import runs meanwhile. With `bring_back`, guests who were erased since are guests again. A backup of the list
    that turns out to be damaged is marked. Raises UnknownBackup, BackupInvalid, NoSuperAdminLeft, BackupFailed,
    AnotherRestore, AnotherBackup, AnotherImport, GuestsWillBeErased.
    """
    if isinstance(backup, str):
        path, metadata = backups.store.path(backup), backups.store.get(backup).metadata
    else:
        path, metadata = backup, Metadata()
    if path.suffix != f".{backups.engine.ending}":
        raise BackupInvalid(f"{path.name} is no backup for this kind of database.")
    is_serving = imports is not None
    imports = imports or Imports(backups.database)
    restored, replaced, period = Restored(), AccessSnapshot(), Period()
    sent: list[SentTicket] = []

    ledger = ErasureLedger(backups.settings.data_dir)
    known: dict[str, int] = {}
    brought_back: dict[str, int] = {}

    def note(tx: Session) -> None:
        # The backup may have been taken while an event was being deleted.
        delete_hidden(tx)
        keep_sent(tx, sent)
        again = erase_again(tx, known, by=by, bring_back=bring_back)
        brought_back.update(again.brought_back)
        restored.erased_again, restored.brought_back = again.erased, len(again.brought_back)
        told: dict[str, object] = {"filename": path.name, "safety_backup": restored.safety_backup}
        restored.deactivated_again = keep_deactivated(tx, replaced)
        restored.has_super_admin = has_super_admin(tx)
        if by is not None and not restored.has_super_admin:
            raise NoSuperAdminLeft
        for name in ("erased_again", "brought_back", "deactivated_again"):
            if number := getattr(restored, name):
                told[name] = number
        add_audit_entry(tx, Action.BACKUP_RESTORED, by=by, after=told)
        record_restore(tx)
        reapply_access(tx, replaced)
        restored.keep_days = keep_period(tx, period)
        if expected_erasures is not None:
            refuse_unexpected(after_restore(tx), expected_erasures)
        restored.events = tx.scalar(select(func.count()).select_from(Event)) or 0
        restored.attendees = tx.scalar(select(func.count()).select_from(Attendee)) or 0

    with (
        backups.failure_named("The backup was not restored: {}. Everything is as it was.", _reason_of),
        only_restore(backups),
        _staged(backups, path, metadata, is_listed=isinstance(backup, str)) as switch,
        # An import that continued afterwards would add its last rows to unrelated data.
        imports.block_imports(),
    ):
        with closed_after_safety_backup(backups) as closed:
            restored.safety_backup = closed.safety_backup
            known |= _known_tickets(backups, ledger)
            replaced, period = snapshot_access(backups.database), read_period(backups.database)
            sent.extend(read_sent(backups.database))
            switch(note)
        ledger.add_committed(brought_back)
    # The backup may hold a half-finished import, which nobody will finish now.
    try:
        imports.remove_interrupted()
    except (Problem, DBAPIError):
        # A server keeps trying; from the shell, the next server does.
        if is_serving:
            imports.start()
    return restored


def _known_tickets(backups: Backups, ledger: ErasureLedger) -> dict[str, int]:
    """The ledger of erased tickets, even if the database is damaged, or of an earlier release."""
    try:
        with backups.database.read() as tx:
            return all_erased_hashes(tx, ledger)
    except DBAPIError:
        return ledger.changes()


@contextmanager
def _staged(backups: Backups, path: Path, metadata: Metadata, *, is_listed: bool) -> Iterator[Switch]:
    with backups.store.scratch() as scratch:
        try:
            refuse_changed(path, metadata)
            with backups.engine.staged_restore(path, metadata, scratch) as switch:
                yield switch
        except DamagedBackup as damage:
            if is_listed:
                backups.store.save_metadata(
                    path.name, metadata.model_copy(update={"verified": False, "note": str(damage)})
                )
            raise BackupInvalid(f"{BackupInvalid.title}. {damage}") from damage


def _reason_of(error: DBAPIError) -> str:
    if error.connection_invalidated:
        raise error  # the switch may have happened
    return " ".join(str(error.orig).split())[:200]
