"""Runs imports: one at a time, in slices, and removed as a whole where one fails (contract 4, decision 0009).

An import is a row of `imports`; its attendees carry its id. It is consistent when its attendees match its state. An
inconsistent import was interrupted if the lock is free. The next import to take the lock removes the attendees that
it had added. A server that starts does so too, in the background.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from time import monotonic
from typing import Any

import structlog
from anyio import CapacityLimiter
from sqlalchemy.orm import Session

from doorlist.attendees.bulk_insert import insert_prepared
from doorlist.audit.rules import Action
from doorlist.audit.service import add_attendees_of_import, add_audit_entry
from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.core.db.pace import Pace
from doorlist.core.errors import RetryTransaction, problem_for
from doorlist.core.worker import Worker
from doorlist.door.data_generation import Generation
from doorlist.live.publish import publish_after_commit
from doorlist.spreadsheets import repository
from doorlist.spreadsheets.imports.bringing_back import Ledger
from doorlist.spreadsheets.imports.checking import Slice, joined
from doorlist.spreadsheets.imports.import_lock import ImportLock
from doorlist.spreadsheets.imports.problems import (
    INTERRUPTED,
    AnotherImport,
    ImportCancelled,
    ImportChanged,
    Interrupted,
    refuse_after_restore,
)
from doorlist.spreadsheets.rules import (
    DELETE_SLICE,
    IMPORT_SLICE,
    LARGE_IMPORT,
    LARGEST_IMPORT_SLICE,
    SMALLEST_DELETE_SLICE,
    SMALLEST_IMPORT_SLICE,
)
from doorlist.spreadsheets.schemas import ImportState
from doorlist.users.service import SignedInUser

log = structlog.get_logger()

# Validating a file may take a processor for seconds; more files at once would slow each other down.
AT_ONCE = 4
WAIT_SECONDS = 10
STOP_SECONDS = 8
RETRY_SECONDS = 5
LONGEST_MESSAGE = 500


@dataclass(frozen=True)
class ImportOrigin:
    """Caller, event and file of an import, and the generation of the data that its rows were checked against.

    A bulk import has no file name. `types` are the ids of its new ticket types by their placeholders.
    """

    caller: SignedInUser
    event_id: int | None
    file_name: str
    generation: Generation
    types: Mapping[int | None, int | None] = field(default_factory=dict)

    @property
    def seller(self) -> int | None:
        """The caller, for an import into one event."""
        return None if self.event_id is None else self.caller.id


class Imports(Worker):
    """The imports of one server. Servers on one PostgreSQL share the lock.

    The worker removes the attendees of interrupted imports, and ends when none is left.
    """

    name = "imports"

    def __init__(
        self, database: Database, ledger: Ledger | None = None, on_large_import: Callable[[], None] = lambda: None
    ) -> None:
        """`ledger` records tickets that an import brings back; without it the next start writes them to the file.

        `on_large_import` is called after an import of `LARGE_IMPORT` attendees or more.
        """
        super().__init__(database)
        self.database = database
        self.ledger = ledger
        self._on_large_import = on_large_import
        self.slots = CapacityLimiter(AT_ONCE)
        self._lock = ImportLock(database)
        self._threads: list[threading.Thread] = []

    def block_imports(self) -> ExitStack:
        """Wait for the lock, and keep imports from running until it is closed. Raises AnotherImport.

        For a restore: it replaces the tables, so it need not clean up first.
        """
        return self._lock.acquire(WAIT_SECONDS)

    def lock(self, *, wait_seconds: float | None = None) -> ExitStack:
        """Wait for the lock, and clean up after interrupted imports. Raises AnotherImport."""
        with self._lock.acquire(WAIT_SECONDS if wait_seconds is None else wait_seconds) as lock:
            _remove_interrupted(self.database, self._check_stopping)
            return lock.pop_all()

    def remove_interrupted(self) -> None:
        """Remove the attendees of imports that a stopped server never finished."""
        try:
            self.lock(wait_seconds=0).close()
        except AnotherImport:
            # Another process holds the lock, and has cleaned up.
            return

    def apply(self, import_id: int, slices: Iterable[Slice], origin: ImportOrigin) -> None:
        """Add the rows to the data that they were checked against, all of them or none.

        Call it with the lock acquired. Raises the error that stopped it.
        """
        try:
            added = 0
            for rows in self._paced(slices):
                self._check_stopping()
                added += len(rows.numbers)
                try:
                    self.database.commit(partial(_add_slice, import_id=import_id, slice_=rows, origin=origin))
                except RetryTransaction as error:
                    raise ImportChanged(_what_changed(self.database, rows)) from error
        except Exception as error:
            self._undo(import_id, error)
            raise
        if added >= LARGE_IMPORT:
            self._on_large_import()

    def apply_in_background(
        self,
        held: ExitStack,
        import_id: int,
        slices: Iterable[Slice],
        origin: ImportOrigin,
        *,
        then: Callable[[], object],
    ) -> None:
        """Run the import in a thread of the server, which then calls `then` and closes `held`, including the lock."""

        def work() -> None:
            try:
                with held:
                    self.apply(import_id, slices, origin)
                    then()
            except Exception as error:  # noqa: BLE001 - the import has the message; no caller waits
                log.warning("import_stopped", import_id=import_id, error=type(error).__name__)

        thread = threading.Thread(target=work, name=f"import-{import_id}")
        self._threads = [other for other in self._threads if other.is_alive()] + [thread]
        thread.start()

    def _paced(self, slices: Iterable[Slice]) -> Iterator[Slice]:
        """Yield the rows of each transaction. It counts the time until the next is asked for."""
        engine = self.database.engine.dialect.name
        smallest = SMALLEST_IMPORT_SLICE[engine]
        pace = Pace(IMPORT_SLICE[engine], smallest=smallest, largest=LARGEST_IMPORT_SLICE[engine])
        remaining = _until_last(slices)
        while some := list(islice(remaining, pace.size // smallest)):
            began = monotonic()
            yield joined(some)
            pace.note(monotonic() - began, is_writer_waiting=self.database.is_writer_wanted)

    def stop(self, seconds: float | None = STOP_SECONDS) -> None:
        """Stop the background work; it is undone here or at the next start. With None, wait until it is."""
        self._stopping.set()
        for thread in filter(None, [*self._threads, self._thread]):
            thread.join(seconds)

    def _check_stopping(self) -> None:
        if self._stopping.is_set():
            raise Interrupted

    def _undo(self, import_id: int, error: Exception) -> None:
        """Remove the attendees that a stopped import had added. If that fails too, try again later."""
        message = problem_for(error).detail[:LONGEST_MESSAGE]
        with self.finished_later(import_id):
            if self.database.commit(partial(_fail, import_id=import_id, message=message)):
                remove_added(self.database, import_id, untouched_only=False, go_on=self._check_stopping)

    @contextmanager
    def finished_later(self, import_id: int) -> Iterator[None]:
        """After an error in the block, which it does not raise, the background work removes the rest.

        With a full disk or a lost database, not even a deletion can be written.
        """
        try:
            yield
        except Exception as error:  # noqa: BLE001 - the rest is removed later
            log.warning("import_left_for_later", import_id=import_id, error=type(error).__name__)
            self.start()

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                self.lock(wait_seconds=0).close()
            except AnotherImport:
                # A restore may hold the lock: it does not clean up.
                pass
            except Exception as error:  # noqa: BLE001 - the next try may succeed
                log.warning("import_left_for_later", error=type(error).__name__)
            else:
                return
            self._stopping.wait(RETRY_SECONDS)


def _until_last(slices: Iterable[Slice]) -> Iterator[Slice]:
    """Yield the slices, without asking whether one follows the last: their worker process may be lost by then."""
    for slice_ in slices:
        yield slice_
        if slice_.is_last:
            return


def _what_changed(database: Database, slice_: Slice) -> str:
    """The reason why valid rows can no longer be added."""
    columns = slice_.rows.columns
    with database.read() as tx:
        there = {event.id for event in repository.list_events(tx)}
        taken = repository.find_taken(tx, "invoice_number", columns["invoice_number"])
        types = {None, *(type_.id for type_ in repository.list_types(tx, None))}
        taken_hashes = repository.find_taken(tx, "qr_hash", columns["qr_hash"])
    for row, event_id, type_id, invoice_number, hashed in zip(
        slice_.numbers,
        columns["event_id"],
        columns["ticket_type_id"],
        columns["invoice_number"],
        columns["qr_hash"],
        strict=True,
    ):
        if event_id not in there:
            return f"The event of row {row:,} was deleted."
        # Ids below 0 are placeholders of types that the import itself created.
        if type_id not in types and type_id > 0:
            return f"The ticket type of row {row:,} was deleted."
        if invoice_number in taken:
            return f"Row {row:,}: the invoice number {invoice_number} now belongs to another attendee."
        if hashed in taken_hashes:
            return f"Row {row:,}: the ticket code now belongs to another attendee."
    return "Events or attendees changed while the import ran."


def _fail(tx: Session, *, import_id: int, message: str) -> bool:
    """Mark a running import as failed. Returns whether its attendees are to be removed: after it is done, none."""
    if repository.change_state(tx, import_id, ImportState.RUNNING, ImportState.FAILED, message=message):
        add_audit_entry(tx, Action.IMPORT_FAILED, by=None, subject_id=import_id)
    return any(inconsistent == import_id for inconsistent, _ in repository.find_inconsistent(tx))


def remove_added(
    database: Database, import_id: int, *, untouched_only: bool, go_on: Callable[[], None] = lambda: None
) -> None:
    """Delete an import's attendees, in slices, and mark it consistent; `untouched_only` spares attended or edited ones.

    `go_on` may raise between two slices: the next import to take the lock deletes the rest.
    """
    pace = Pace(DELETE_SLICE, smallest=SMALLEST_DELETE_SLICE, largest=DELETE_SLICE)
    delete = partial(_delete_slice, import_id=import_id, untouched_only=untouched_only)
    while database.commit(partial(delete, limit=pace.size)):
        pace.note(0, is_writer_waiting=database.is_writer_wanted)
        go_on()


def _delete_slice(tx: Session, *, import_id: int, untouched_only: bool, limit: int) -> bool:
    """Returns True if there may be more."""
    event_ids = repository.delete_slice(tx, import_id, untouched_only=untouched_only, limit=limit)
    publish_after_commit(tx, attendees=None, attendees_of=event_ids, imports=True)
    if event_ids:
        return True
    left = repository.count_attendees(tx, import_id)
    values: dict[str, Any] = {}
    if left:
        values["message"] = f"{left:,} stay, because they were checked in or edited."
    repository.mark_consistent(tx, import_id, now=clock.now(), added=left, **values)
    return False


def _remove_interrupted(database: Database, go_on: Callable[[], None]) -> None:
    with database.read() as tx:
        interrupted = repository.find_inconsistent(tx)
    for import_id, state in interrupted:
        log.warning("import_removed", import_id=import_id, state=state)
        database.commit(partial(_fail, import_id=import_id, message=INTERRUPTED))
        remove_added(database, import_id, untouched_only=state is ImportState.UNDONE, go_on=go_on)


def _add_slice(tx: Session, *, import_id: int, slice_: Slice, origin: ImportOrigin) -> None:
    """Add some rows. Raises ImportCancelled, RestoredMeanwhile."""
    # A restore waits for the lock of imports. On PostgreSQL the lock is gone once its connection is lost.
    refuse_after_restore(tx, origin.generation)
    columns = slice_.rows.columns
    event_ids = set(columns["event_id"])
    # Lock the events before the import, as the deletion of an event does, to avoid a deadlock.
    if repository.lock_events(tx, event_ids) != event_ids:
        raise RetryTransaction
    type_ids = [origin.types.get(type_id, type_id) for type_id in columns["ticket_type_id"]]
    given = set(type_ids) - {None}
    if given and repository.lock_types(tx, given) != given:
        raise RetryTransaction
    if not repository.count_added(tx, import_id, len(slice_.numbers)):
        raise ImportCancelled
    now = clock.now()
    publish_after_commit(tx, attendees=None, attendees_of=event_ids, imports=True)
    ids = insert_prepared(
        tx,
        slice_.rows._replace(columns=columns | {"ticket_type_id": type_ids}),
        sold_by=origin.seller,
        created_at=now,
        updated_at=now,
        updated_by=origin.caller.id,
        import_id=import_id,
    )
    add_attendees_of_import(tx, import_id, ids)
    attendees = zip(ids, columns["event_id"], columns["attended_at"], strict=True)
    repository.log_imported(tx, attendees, user_id=origin.caller.id, now=now)
    if slice_.is_last:
        repository.mark_consistent(tx, import_id, now=now, state=ImportState.DONE)
