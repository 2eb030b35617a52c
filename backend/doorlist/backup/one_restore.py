"""What all restores share: there is only one, and nobody writes from its safety backup to its end (contract 4).

A restore takes its locks in this order, and so does whoever takes two of them, so that no two ever wait for each other:
the only restore; the writers of the shell (`Shelf.undisturbed`); migrations; the scratch directory; the turn of the
imports; the turn to add a backup; the gate. Whatever may last is waited for before the gate is closed, while the door
works on.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple

from sqlalchemy.orm import Session

from doorlist.backup.engines import postgres_restore
from doorlist.backup.rules import BackupKind
from doorlist.backup.service import take_snapshot
from doorlist.backup.store import Shelf
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import migrations_held_off


class Closed(NamedTuple):
    """The name of the backup of what was there before, and what opens a transaction while nobody else may write."""

    safety_backup: str
    write: Callable[[], AbstractContextManager[Session]]


@contextmanager
def only_restore(database: Database, settings: Settings) -> Iterator[None]:
    """While the block runs no other restore begins, nobody migrates, and nobody writes from the shell.

    Raises AnotherRestore, BackupFailed, AnotherBackup, and DatabaseUnavailable during a migration.
    """
    shelf = Shelf(settings)
    only = shelf.only_restore() if database.is_sqlite else postgres_restore.only_restore(database.engine)
    with only, shelf.undisturbed(), migrations_held_off(database):
        yield


@contextmanager
def closed_after_safety_backup(database: Database, settings: Settings) -> Iterator[Closed]:
    """Nobody else writes while the block runs, and what was there when it began is in a backup.

    Raises BackupFailed, AnotherBackup, and DatabaseUnavailable where a writer does not come to an end.
    """
    with Shelf(settings).turn_to_add() as add, database.closed_for_restore() as write:
        taken = take_snapshot(database, settings, BackupKind.SAFETY, add=add)
        yield Closed(taken.filename, write)
