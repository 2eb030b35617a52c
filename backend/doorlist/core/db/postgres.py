"""PostgreSQL, which may freeze: its address as libpq reads it, and connections whose waits all end.

The network still acknowledges for a frozen server, and the server's own timeouts are frozen too. So the client keeps
the time: after a silence it tests the same server through a new connection. A slow statement goes on; if the server
does not answer, the connection is closed and the caller reads 503.
"""

import math
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from sqlalchemy import create_engine, event
from sqlalchemy.engine import Engine

from doorlist.core.db.pipeline import ServerUnresponsive
from doorlist.core.errors import DatabaseRefused

SILENCE_SECONDS = 2.0
"""A statement may be unanswered for so long before the server is tested. The test takes as long at most."""
DEADLINE_SECONDS = 4.0
"""The longest wait of calls that the door depends on, whether the server lives or not."""
LONGEST_STATEMENT_SECONDS = 60.0
"""The longest wait of other calls for one statement of a live server."""
PROBED_RECENTLY_SECONDS = 1.0
REFUSED_SECONDS = 0.5
"""After a failed connection no other is tried for so long, so that waiting calls fail at once."""
LONGEST_PORT = 65535
_INTERVAL = 0.1
# Parameters of the URL take precedence. A machine that dies closes no connection, hence the keepalives.
_LOST_AFTER = {
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "5000",
}
_UNREADABLE = (
    "DOORLIST_DATABASE_URL cannot be read. Write postgresql://user:password@host:5432/database;"
    " leave it out for the embedded database."
)

T = TypeVar("T")
Parameters = Mapping[str, Any]
_has_no_deadline: ContextVar[bool] = ContextVar("has_no_deadline", default=False)


@contextmanager
def without_statement_deadline() -> Iterator[None]:
    """Statements in this block have no deadline while the server lives."""
    mark = _has_no_deadline.set(True)
    try:
        yield
    finally:
        _has_no_deadline.reset(mark)


def read_address(text: str) -> dict[str, Any]:
    """The parameters of a URL, or of `key=value` words, with all that libpq knows. Raises DatabaseRefused."""
    scheme, colon, rest = text.partition("://")
    if colon:
        # Earlier releases needed the driver's name before the colon.
        text = scheme.partition("+")[0] + colon + rest
    try:
        parameters = dict(conninfo_to_dict(text))
    except psycopg.Error as error:
        # libpq's own message may contain the password.
        raise DatabaseRefused(_UNREADABLE) from error
    ports = [port for port in str(parameters.get("port", "")).split(",") if port]
    if not all(port.isdecimal() and 0 < int(port) <= LONGEST_PORT for port in ports):
        raise DatabaseRefused(_UNREADABLE)
    return parameters


class PostgresServer:
    """The server that an address names, or several servers of which one is the primary."""

    def __init__(self, address: str) -> None:
        """Raises DatabaseRefused."""
        given = read_address(address)
        # Two frozen servers are tried one after the other.
        connect_timeout = "2" if "," in f"{given.get('host', '')}{given.get('hostaddr', '')}" else "3"
        self.parameters: Parameters = {"connect_timeout": connect_timeout, **_LOST_AFTER, **given}
        self._guard = threading.Lock()
        self._probed: dict[tuple[str, int], tuple[float, bool]] = {}
        self._refuse_until = 0.0

    @property
    def conninfo(self) -> str:
        """The address as one string, with the password."""
        return make_conninfo("", **self.parameters)

    def engine(self, *, is_strict: bool = False, database: str | None = None, **pool: Any) -> Engine:
        """Connections for SQLAlchemy; with `is_strict` every statement has the deadline."""
        made = create_engine("postgresql+psycopg://", hide_parameters=True, **pool)  # no names in the log
        parameters = {**self.parameters, **({} if database is None else {"dbname": database})}

        @event.listens_for(made, "do_connect")
        def connect(_dialect: object, _record: object, _places: object, names: dict[str, Any]) -> "Connection":
            return self.connect(parameters, is_strict=is_strict, **names)

        return made

    def connect(self, parameters: Parameters, *, is_strict: bool, **options: Any) -> "Connection":
        """A new connection. Raises psycopg.OperationalError, at once if another try has just failed."""
        began = time.monotonic()
        if began < self._refuse_until:
            raise ServerUnresponsive("The server did not answer a moment ago.")
        try:
            connection = Connection.connect(make_conninfo("", **parameters), **options)
        except psycopg.OperationalError:
            if time.monotonic() - began > SILENCE_SECONDS / 2:
                self.fail_at_once()
            raise
        connection.server, connection.is_strict = self, is_strict
        return connection

    def fail_at_once(self) -> None:
        """Let other calls fail at once for the next moment."""
        self._refuse_until = time.monotonic() + REFUSED_SECONDS

    def is_alive(self, connection: "Connection") -> bool:
        """Whether the same server answers a new connection. A refusal is an answer, too."""
        info = connection.info
        place = (info.host, info.port)
        # Of many that ask together one tests, and the others use its result.
        with self._guard:
            at, was_alive = self._probed.get(place, (0.0, False))
            if time.monotonic() - at < PROBED_RECENTLY_SECONDS:
                return was_alive
            here = {"host": info.host, "port": info.port, "hostaddr": info.hostaddr or None, "connect_timeout": 2}
            try:
                any_role = {"target_session_attrs": "any"}
                psycopg.connect(make_conninfo("", **{**self.parameters, **here, **any_role})).close()
            except errors.ConnectionTimeout:
                is_alive = False
            except psycopg.OperationalError:
                is_alive = True
            else:
                is_alive = True
            self._probed[place] = (time.monotonic(), is_alive)
            return is_alive


class Connection(psycopg.Connection[Any]):
    """A connection whose every wait ends."""

    server: PostgresServer
    is_strict = False

    def wait(self, gen: Any, interval: float = _INTERVAL, timeout: float | None = None) -> Any:
        """Wait for an answer. Raises ServerUnresponsive, after which the connection is closed."""
        if timeout is not None or not hasattr(self, "server"):
            return super().wait(gen, interval, timeout)
        began = time.monotonic()
        while True:
            try:
                return super().wait(gen, interval, SILENCE_SECONDS)
            except errors._WaitTimeout as silence:  # noqa: SLF001 - the library's word for a time that has run out
                is_alive = self.server.is_alive(self)
                if is_alive and time.monotonic() - began < self._longest_wait():
                    continue
                self.close()
                if not is_alive:
                    self.server.fail_at_once()
                raise ServerUnresponsive("The server does not answer.") from silence

    def _longest_wait(self) -> float:
        if self.is_strict:
            return DEADLINE_SECONDS
        return math.inf if _has_no_deadline.get() else LONGEST_STATEMENT_SECONDS
