"""Several statements in one round trip to PostgreSQL, prepared once per connection, by libpq's own calls.

psycopg's own pipeline does the same with a dozen times the work in Python, too slow for a group of scans.
"""

import re
import select
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import compress
from typing import NamedTuple

from psycopg import OperationalError
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, ExecStatus
from psycopg.pq.abc import PGconn, PGresult

SILENT_MS = 4000
"""How long the server may be silent; a frozen one would be silent for ever."""
ENDED_BY_SERVER = "57P"
"""The error codes begin so when a server that shuts down ends a connection."""

Values = Mapping[str, str]
Step = tuple[str, Values]
"""A statement with `%(name)s` for each value, and the values."""


class ConnectionLost(OperationalError):
    """The server is gone, or has ended this connection."""


class ServerUnresponsive(ConnectionLost):
    """The server does not answer, and has not ended the connection."""


class _Prepared(NamedTuple):
    name: bytes
    sql: bytes
    order: tuple[str, ...]


class Pipeline:
    """The statements of one connection. No other code uses it meanwhile."""

    def __init__(self, connection: PGconn) -> None:
        self._connection = connection
        self._prepared: set[bytes] = set()
        self._readable = select.poll()
        self._readable.register(connection.socket, select.POLLIN)
        self._either = select.poll()
        self._either.register(connection.socket, select.POLLIN | select.POLLOUT)

    def run(self, *steps: Step) -> list[PGresult]:
        """Send all statements, then wait; the result of each. Raises the errors of the driver.

        After a step that fails, the later ones are not run, not even a COMMIT. After an error the connection must not
        be used again.
        """
        try:
            results, is_answer = self._run(steps)
        except ConnectionLost:
            raise
        except OperationalError as error:
            # Every error that is not a statement's own is the connection's.
            raise ConnectionLost(*error.args) from error
        is_lost = self._connection.status != ConnStatus.OK
        for result in results:
            if result.status == ExecStatus.FATAL_ERROR:
                failure = error_from_result(result)
                if is_lost or (failure.sqlstate or "").startswith(ENDED_BY_SERVER):
                    raise ConnectionLost(*failure.args) from failure
                raise failure
        if is_lost:
            raise ConnectionLost
        return list(compress(results, is_answer))

    def _run(self, steps: Sequence[Step]) -> tuple[list[PGresult], list[bool]]:
        connection = self._connection
        connection.enter_pipeline_mode()
        is_answer = [sent for statement, values in steps for sent in self._send(statement, values)]
        connection.pipeline_sync()
        results = self._receive()
        if connection.status == ConnStatus.OK:
            connection.exit_pipeline_mode()
        return results, is_answer

    def rollback(self) -> None:
        """Roll back. Raises the errors of the driver."""
        self.run(("ROLLBACK", {}))

    def _send(self, statement: str, values: Values) -> list[bool]:
        """For each message that was sent, whether its answer is the result of a statement."""
        name, sql, order = _prepared(statement)
        is_new = name not in self._prepared
        if is_new:
            self._connection.send_prepare(name, sql)
            self._prepared.add(name)
        self._connection.send_query_prepared(name, [values[key].encode() for key in order])
        return [False, True] if is_new else [True]

    def _receive(self) -> list[PGresult]:
        connection = self._connection
        results: list[PGresult] = []
        while connection.flush():
            # More than the buffers hold: read while sending, or both sides would wait.
            self._wait(self._either)
            connection.consume_input()
        while True:
            while connection.is_busy():
                self._wait(self._readable)
                connection.consume_input()
            result = connection.get_result()
            if result is None:
                if connection.status != ConnStatus.OK:
                    return results
            elif result.status == ExecStatus.PIPELINE_SYNC:
                return results
            else:
                results.append(result)

    def _wait(self, for_what: "select.poll") -> None:
        if not for_what.poll(SILENT_MS):
            raise ServerUnresponsive("The server does not answer.")


@lru_cache(maxsize=100)
def _prepared(statement: str) -> _Prepared:
    order: list[str] = []

    def number(mark: re.Match[str]) -> str:
        if mark[1] not in order:
            order.append(mark[1])
        return f"${order.index(mark[1]) + 1}"

    sql = re.sub(r"%\((\w+)\)s", number, statement).encode()
    return _Prepared(b"doorlist_" + sha256(sql).hexdigest()[:16].encode(), sql, tuple(order))
