"""One code base on two engines: transactions, the single writer of SQLite, and the base of every table.

A transaction is opened in one place only (`Database.read`, `Database.write`) and committed there; modules get a session
and never commit. On SQLite writers queue first come, first served, so 'database is locked' never reaches anyone.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from functools import partial
from typing import Any, ClassVar, TypeVar

from anyio import CapacityLimiter, to_thread
from sqlalchemy import BigInteger, Dialect, Integer, MetaData, String, text
from sqlalchemy.dialects.postgresql import TIMESTAMP
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.pool import NullPool
from sqlalchemy.types import TypeDecorator, TypeEngine

from doorlist.core import clock
from doorlist.core.concurrency import Slots
from doorlist.core.config import Settings
from doorlist.core.db.postgres import PostgresServer, without_statement_deadline
from doorlist.core.db.reserve import Reserve
from doorlist.core.db.sqlite import sqlite_engine, sqlite_url
from doorlist.core.db.write_gate import WriteGate
from doorlist.core.errors import RetryTransaction, is_disk_full
from doorlist.core.processes.pool import WorkerPools, reading

READERS = 8
WRITERS = 8
WAITING_WRITERS = 64
# Long reads, and the session check of every call, each have slots and connections of their own.
LONG_READERS = 3
LONG_READERS_WAIT_SECONDS = 20
DOOR_LISTS = 1
DOOR_LISTS_WAIT_SECONDS = 30
DOOR_LISTS_REST = 2
# Many doors deliver at once when a network comes back. One batch is read and written at a time, in parts, so that a
# scan never waits behind all of them.
DELIVERIES_WAIT_SECONDS = 30
DELIVERIES_REST = 1
# Threads that work beside the calls: an import, a backup, password hashing. Each takes one connection at a time.
OTHERS = 8
PRIORITY_READERS = 4
POOL_SECONDS = 4
# serialization_failure and deadlock_detected: the database chose a victim, which should try again.
RETRYABLE_SQLSTATES = {"40001", "40P01"}
ATTEMPTS = 5
T = TypeVar("T")


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC: `timestamptz` on PostgreSQL, the wire form as sortable text on SQLite."""

    impl = String(24)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(TIMESTAMP(timezone=True) if dialect.name == "postgresql" else String(24))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        return value if value is None or dialect.name == "postgresql" else clock.to_wire(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        moment: datetime = value if dialect.name == "postgresql" else clock.from_wire(value)
        return moment.astimezone(UTC)


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: ClassVar = {
        int: BigInteger().with_variant(Integer(), "sqlite"),
        datetime: UtcDateTime(),
    }


class FairLock:
    """A lock that serves in the order of arrival; with the standard library's, a newcomer can overtake."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self._held = False

    @property
    def is_held(self) -> bool:
        """Whether a thread has it. A thread that waited has it as soon as the one before leaves."""
        return self._held

    def __enter__(self) -> None:
        with self._guard:
            if not self._held:
                self._held = True
                return
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append(turn)
        turn.acquire()

    def __exit__(self, *_: object) -> None:
        """Hand over to the thread that has waited longest."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._held = False


class Database:
    def __init__(self, settings: Settings) -> None:
        self.is_sqlite = settings.database_url is None
        self.sqlite_file = settings.sqlite_file if self.is_sqlite else None
        # Writers, which may wait for their turn, are counted apart from readers, so that a queue of writers never
        # keeps a reader from a thread.
        self.reader_slots = CapacityLimiter(READERS)
        refusal = "Other exports are being written. Please try again in a moment."
        self.long_slots = Slots(LONG_READERS, wait_seconds=LONG_READERS_WAIT_SECONDS, refusal=refusal)
        # Many doors read their lists at once; together they take no more than a third of one processor.
        refusal = "Other doors are reading their lists. Please try again in a moment."
        self.door_list_slots = Slots(
            DOOR_LISTS, wait_seconds=DOOR_LISTS_WAIT_SECONDS, refusal=refusal, cooldown_ratio=DOOR_LISTS_REST
        )
        refusal = "Other doors are delivering. Please try again in a moment."
        self.delivery_slots = Slots(
            1, wait_seconds=DELIVERIES_WAIT_SECONDS, refusal=refusal, cooldown_ratio=DELIVERIES_REST
        )
        self.priority_slots = CapacityLimiter(PRIORITY_READERS)
        self.writer_slots = CapacityLimiter(WAITING_WRITERS if self.is_sqlite else WRITERS)
        self._writer_lock = FairLock()
        self.reserve = Reserve(settings.data_dir / "sign-in-reserve")
        self._listeners: list[Callable[[Mapping[Any, Any]], None]] = []
        self.server: PostgresServer | None = None
        if settings.database_url is None:
            url = sqlite_url(settings.sqlite_file)
            self._reader = sqlite_engine(url, pool_size=READERS * 2 + LONG_READERS + DOOR_LISTS, query_only=True)
            self.engine = sqlite_engine(url, pool_size=1, query_only=False)
            self._priority = self._priority_reader = sqlite_engine(url, pool_size=PRIORITY_READERS + 1, query_only=True)
            self.admission_engine = self.engine
        else:
            self.server = PostgresServer(settings.database_url)
            pool: dict[str, Any] = {"max_overflow": 0, "pool_timeout": POOL_SECONDS, "pool_pre_ping": True}
            self.engine = self.server.engine(pool_size=READERS + WRITERS + LONG_READERS + DOOR_LISTS + OTHERS, **pool)
            self._reader = self.engine.execution_options(postgresql_readonly=True)
            self._priority = self.server.engine(is_strict=True, pool_size=PRIORITY_READERS + 1, **pool)
            self._priority_reader = self._priority.execution_options(postgresql_readonly=True)
            # The admission worker keeps its connection, and does not test it before each use.
            self.admission_engine = self.server.engine(is_strict=True, poolclass=NullPool)
        self.workers = WorkerPools(settings, self)
        self.gate = WriteGate(self.engine, is_sqlite=self.is_sqlite)

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A transaction that only reads. On SQLite it sees one snapshot of the data."""
        with Session(self._reader, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def write(self, *, from_reserve: bool = False) -> Iterator[Session]:
        """A transaction that may write; it is on disk when the block ends without an error. Raises BeingRestored."""
        self.gate.refuse_while_closed()
        with self._turn_to_write(from_reserve=from_reserve) as session:
            self.gate.enter(lambda statement: session.scalar(text(statement)))
            yield session

    @contextmanager
    def closed_for_restore(self) -> Iterator[Callable[[], AbstractContextManager[Session]]]:
        """Close the database for writers while the block runs: any other writer, of any process, gets BeingRestored.

        Transactions that are writing already finish first. The block gets a function that opens its own:
        `with database.closed_for_restore() as write, write() as tx:`. Reading continues.
        Raises BeingRestored when another restore is under way, DatabaseUnavailable when a writer does not finish.
        """
        with self.gate.closed(self._wait_for_writers):
            yield self._turn_to_write

    def _wait_for_writers(self) -> None:
        # Writers take turns in the order of arrival; each that comes after this one is refused.
        with self._writer_lock:
            pass

    def after_commit(self, listener: Callable[[Mapping[Any, Any]], None]) -> None:
        """Call `listener` with the `info` of each committed session; it must be quick and must not raise."""
        self._listeners.append(listener)

    def writer_lock(self) -> AbstractContextManager[None]:
        """The lock that a writer on SQLite takes before it begins; PostgreSQL needs none."""
        return self._writer_lock if self.is_sqlite else nullcontext()

    @property
    def is_writer_wanted(self) -> bool:
        """Whether a writer on SQLite has its turn now, or waits for it; writers on PostgreSQL do not wait."""
        return self.is_sqlite and self._writer_lock.is_held

    @contextmanager
    def _turn_to_write(self, *, from_reserve: bool = False) -> Iterator[Session]:
        room = self.reserve.opened() if from_reserve else nullcontext()
        with self.writer_lock(), room, Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session
        for listener in self._listeners:
            listener(session.info)

    def commit(self, work: Callable[[Session], T]) -> T:
        """Run `work` in a transaction that may write; retry where that is safe and may succeed."""
        return self._until_done(work, self.write, reading=False)

    def fetch(self, work: Callable[[Session], T]) -> T:
        """Run `work` in a transaction that only reads; retry where that may succeed."""
        return self._until_done(work, self.read, reading=True)

    def fill_reserve(self) -> None:
        """Keep room for `commit_from_reserve`."""
        if self.is_sqlite:
            self.reserve.fill()

    def commit_from_reserve(self, work: Callable[[Session], T]) -> T:
        """As `commit`; where the disk is full, with room on it that is kept for this. SQLite alone has such room."""
        try:
            done = self.commit(work)
        except DBAPIError as error:
            if not (self.is_sqlite and is_disk_full(error)):
                raise
            return self._until_done(work, partial(self.write, from_reserve=True), reading=False)
        if self.is_sqlite:
            self.reserve.refill()
        return done

    async def run(self, work: Callable[[Session], T], *, reading: bool) -> T:
        """Run `work` in a transaction, in a reader's or writer's thread; retry where that is safe and may succeed."""
        if not reading:
            self.gate.refuse_while_closed()
            return await to_thread.run_sync(self.commit, work, limiter=self.writer_slots)
        return await to_thread.run_sync(self.fetch, work, limiter=self.reader_slots)

    async def run_long_read(self, work: Callable[[Session], T], slots: Slots) -> T:
        """Run `work`, a long read, in this process. Only other long reads wait for it. Raises TooBusy."""

        def read() -> T:
            with without_statement_deadline():
                return self.fetch(work)

        return await slots.run(read)

    async def read_chunk(self, work: Callable[[Session], T], slots: Slots | None = None) -> T:
        """Run `work`, one chunk of a long response, in a worker process if one is ready.

        Raises TooBusy and WorkInterrupted.
        """
        call = partial(self.workers.chunks.run_at_once, reading(work))
        if slots is not None:
            return await slots.run(call)
        return await to_thread.run_sync(call, limiter=self.reader_slots)

    async def write_delivery(self, work: Callable[[Session], T]) -> T:
        """Run `work`, a part of a delivery, in a separate transaction; the caller holds the slot of deliveries."""
        self.gate.refuse_while_closed()
        return await self.delivery_slots.run_in_slot(partial(self.commit, work))

    async def read_priority(self, work: Callable[[Session], T]) -> T:
        """Run `work`, a short read that every call waits for. It waits for no other work."""
        read = partial(self._until_done, work, self.read_reserved, reading=True)
        return await to_thread.run_sync(read, limiter=self.priority_slots)

    @contextmanager
    def read_reserved(self) -> Iterator[Session]:
        """A transaction for a short read, on a connection apart from readers and writers."""
        with Session(self._priority_reader, expire_on_commit=False) as session, session.begin():
            yield session

    def is_writable(self) -> bool:
        """Whether PostgreSQL accepts writes: it is no standby, is not read-only, and its log can grow."""
        with self._priority.begin() as connection:
            if connection.exec_driver_sql("SHOW transaction_read_only").scalar() == "on":
                return False
            # This writes an entry in its log and nothing else: no table, and no row to clean up.
            connection.exec_driver_sql("SELECT pg_logical_emit_message(true, 'doorlist', '')")
        return True

    def close(self) -> None:
        for engine in (self._reader, self.engine, self._priority, self.admission_engine):
            engine.dispose()

    def _until_done(
        self, work: Callable[[Session], T], begin: Callable[[], AbstractContextManager[Session]], *, reading: bool
    ) -> T:
        attempt = 1
        while True:
            try:
                with begin() as tx:
                    return work(tx)
            except Exception as error:
                if not is_retryable(error, attempt=attempt, reading=reading):
                    raise
                attempt += 1


def is_retryable(error: Exception, *, attempt: int, reading: bool) -> bool:
    """Whether running the whole transaction again is safe and may succeed.

    A lost connection is retried once if nothing was written. If something was, only the caller knows whether a second
    try is harmless.
    """
    if attempt >= ATTEMPTS:
        return False
    if isinstance(error, RetryTransaction):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if getattr(error.orig, "sqlstate", None) in RETRYABLE_SQLSTATES:
        return True
    return reading and error.connection_invalidated and attempt == 1


def is_postgres(tx: Session) -> bool:
    return tx.get_bind().dialect.name == "postgresql"


def serialize_on(tx: Session, subject: str) -> None:
    """Run transactions about one subject one after the other. On SQLite all writers do so anyway."""
    if is_postgres(tx):
        tx.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:subject, 0))"), {"subject": subject})
