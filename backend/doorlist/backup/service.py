"""Taking a backup, and proving it: restored into a scratch database, checked, and counted (contract 4)."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from doorlist.backup.engines import postgres as postgres_copy
from doorlist.backup.engines import sqlite as sqlite_copy
from doorlist.backup.engines.postgres_tools import ToolFailed
from doorlist.backup.metadata import Facts
from doorlist.backup.problems import BackupFailed, DamagedBackup, NotProvable
from doorlist.backup.rules import POSTGRESQL_ENDING, SQLITE_ENDING, BackupKind
from doorlist.backup.store import CHANGED, PROOF_TO_COME, PUT_HERE_BY_HAND, Add, Shelf, SnapshotInfo, sha256
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.postgres import unhurried
from doorlist.core.db.sqlite import sqlite_module


def take_snapshot(database: Database, settings: Settings, kind: BackupKind, *, add: Add | None = None) -> SnapshotInfo:
    """Put a backup of everything on the shelf: one exact moment, with all that was acknowledged before the call.

    Nobody who writes has to wait for it. Its proof comes later (`prove_snapshot`). `add` is for who has the turn to
    add already. Raises BackupFailed and AnotherBackup; then nothing is left behind.
    """
    with _told("could not be written"):
        put = add or Shelf(settings).add
        return put(kind, ending_of(database), lambda target: _dump(database, settings, target))


def prove_snapshot(database: Database, settings: Settings, filename: str) -> SnapshotInfo:
    """Find out whether a backup can be restored, and write down what came out. Raises UnknownBackup, BackupFailed.

    Where that cannot be found out, because PostgreSQL does not allow a scratch database, the note says why.
    """
    shelf = Shelf(settings)
    before = shelf.get(filename)
    with _told("could not be proven"), shelf.scratch() as scratch:
        facts = _proven(database, settings, before, scratch)
    shelf.note(filename, facts)
    return shelf.get(filename)


def back_up_before_migration(database: Database, settings: Settings) -> None:
    """Take and prove a backup of data that are about to be changed. Raises BackupFailed: then change nothing."""
    taken = take_snapshot(database, settings, BackupKind.MIGRATION)
    proven = prove_snapshot(database, settings, taken.filename)
    if proven.facts.verified is False:
        raise _failed("before the migration is not good", proven.facts.note or "")


def ending_of(database: Database) -> str:
    """How the names of backups of this kind of database end."""
    return SQLITE_ENDING if database.is_sqlite else POSTGRESQL_ENDING


def refuse_changed(path: Path, facts: Facts) -> None:
    """Hold a file against its checksum, where one is known. Raises DamagedBackup."""
    if facts.sha256 is not None and sha256(path) != facts.sha256:
        raise DamagedBackup(CHANGED)


def _dump(database: Database, settings: Settings, target: Path) -> Facts:
    dump = sqlite_copy.dump if database.is_sqlite else postgres_copy.dump
    facts = dump(database, settings, target)
    return facts if facts.note else facts.model_copy(update={"note": PROOF_TO_COME})


def _proven(database: Database, settings: Settings, backup: SnapshotInfo, scratch: Path) -> Facts:
    path, facts = Shelf(settings).path(backup.filename), backup.facts
    if backup.filename.endswith(ending_of(database)):
        outcome = _outcome(database, settings, path, facts, scratch)
    else:
        outcome = {"verified": None, "note": "Not proven: it comes from another kind of database than this server's."}
    if facts.intact is None and facts.note != PUT_HERE_BY_HAND:
        outcome["intact"] = outcome["verified"]
    size = path.stat().st_size
    return facts.model_copy(update={"size_bytes": size, "sha256": facts.sha256 or sha256(path), **outcome})


def _outcome(database: Database, settings: Settings, path: Path, facts: Facts, scratch: Path) -> dict[str, object]:
    try:
        refuse_changed(path, facts)
        if database.is_sqlite:
            sqlite_copy.prove(path, facts, scratch)
        else:
            postgres_copy.prove(database, settings, path, facts)
    except DamagedBackup as damage:
        return {"verified": False, "note": str(damage)}
    except NotProvable as reason:
        return {"verified": None, "note": str(reason)}
    return {"verified": True, "note": None, "proven_at": clock.now()}


@contextmanager
def _told(what: str) -> Iterator[None]:
    """Turn whatever the disk, the driver or PostgreSQL's programs say into one problem that a person can act on."""
    try:
        with unhurried():
            yield
    except OSError as error:
        raise _failed(what, error.strerror or str(error)) from error
    except ToolFailed as error:
        raise _failed(what, str(error)) from error
    except DBAPIError as error:
        raise _failed(what, "the database did not answer") from error
    except sqlite_module().Error as error:
        raise _failed(what, str(error)) from error


def _failed(what: str, reason: str) -> BackupFailed:
    return BackupFailed(f"The backup {what}: {reason}.")
