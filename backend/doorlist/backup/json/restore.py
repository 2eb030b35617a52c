"""Restoring the JSON file: a preview of it, and the restore itself (contract 4)."""

from contextlib import ExitStack
from tempfile import TemporaryFile
from typing import BinaryIO

from sqlalchemy.orm import Session

from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.backup.json import repository
from doorlist.backup.json.rows import FileRows
from doorlist.backup.json.schemas import BackupPreview, FileRestored, RestoredCounts
from doorlist.backup.json.validate import validate_file
from doorlist.backup.restore import closed_after_safety_backup, only_restore
from doorlist.backup.service import Backups
from doorlist.core.errors import Conflict
from doorlist.door.data_generation import begin_epoch
from doorlist.events.retention import refuse_unexpected
from doorlist.live.publish import publish_after_commit
from doorlist.mail.across_restore import keep_sent, sent_of
from doorlist.privacy.across_restore import keep_later, period_of
from doorlist.privacy.becoming_due import find_outlook
from doorlist.privacy.erasure import all_erased_hashes, erase_again, erased_among
from doorlist.privacy.erasure_ledger import ErasureLedger
from doorlist.privacy.repository import find_by_hashes, renew_attendee_ids, replaced_tickets
from doorlist.settings.service import replace_settings
from doorlist.users.service import SignedInUser


class RestoreDuringImport(Conflict):
    """An import is running; replacing everything beneath it would lose one or the other."""

    code = "import_running"
    title = "An import is running"
    detail = "An import is running. Wait until it is done, or cancel it, then restore again."


def preview_file(backups: Backups, file: BinaryIO) -> BackupPreview:
    """The effect of restoring the file. Nothing is written. Raises BackupInvalid."""
    with backups.database.read() as tx:
        users, outlook = repository.names_of_users(tx), find_outlook(tx)
        known = all_erased_hashes(tx, ErasureLedger(backups.settings.data_dir))
    return validate_file(file, users, outlook=outlook, erased=erased_among(known))


def restore_json(
    backups: Backups, file: BinaryIO, caller: SignedInUser, *, expected_erasures: int = 0, bring_back: bool = False
) -> FileRestored:
    """Replace all events and attendees with the contents of the file: all of them, or nothing changes.

    The file is validated first, while everyone works on. Then the database is closed for writes, a safety backup is
    taken, and one transaction makes the change, so that a crash leaves the old data or the new. Users, sessions and
    logs stay, and so does the retention period; a file without settings leaves those here. Raises BackupInvalid,
    RestoreDuringImport, BackupFailed, AnotherRestore, AnotherBackup, GuestsWillBeErased.
    """
    database, directory = backups.database, backups.settings.data_dir
    ledger = ErasureLedger(directory)
    with only_restore(backups), ExitStack() as opened:
        with database.read() as tx:
            users, outlook = repository.names_of_users(tx), find_outlook(tx)
            _refuse_during_import(tx)
        # Files without a name, so that nothing is left of them; in the data directory, which only its owner reads.
        rows = FileRows(lambda: opened.enter_context(TemporaryFile(dir=directory)))
        preview = validate_file(file, users, rows, outlook=outlook)
        refuse_unexpected(preview.erasures, expected_erasures)
        # An import may have begun meanwhile. Once the database is closed, its next rows would fail.
        with database.read() as tx:
            _refuse_during_import(tx)
        with closed_after_safety_backup(backups) as closed, closed.write() as tx:
            _refuse_during_import(tx)
            period, sent, replaced = period_of(tx), sent_of(tx), replaced_tickets(tx)
            repository.replace_everything(tx, rows)
            keep_sent(tx, sent)
            if (settings := rows.settings) is not None:
                replace_settings(tx, settings.model_dump(mode="json", exclude={"logo"}), settings.logo)
            keep_later(tx, period)
            begin_epoch(tx)
            renew_attendee_ids(tx, replaced)
            repository.restore_check_ins(tx, rows, caller.id)
            known = all_erased_hashes(tx, ledger)
            living = len(find_by_hashes(tx, erased_among(known)))
            told = {"events": preview.total_events, "attendees": preview.total_attendees}
            if living:
                told["brought_back" if bring_back else "erased_again"] = living
            add_audit_entry(
                tx, Action.BACKUP_FILE_RESTORED, by=caller, after=told | {"safety_backup": closed.safety_backup}
            )
            # After the restore's entry, which begins the epoch: the erasures concern guests of the file.
            again = erase_again(tx, known, by=caller, bring_back=bring_back)
            publish_after_commit(tx, everything=True)
        ledger.add_committed(again.brought_back)
    return FileRestored(
        restored=RestoredCounts(events=preview.total_events, attendees=preview.total_attendees),
        safety_backup=closed.safety_backup,
        erased_again=again.erased,
        brought_back=len(again.brought_back),
        problems=preview.problems,
    )


def _refuse_during_import(tx: Session) -> None:
    if repository.is_import_running(tx):
        raise RestoreDuringImport
