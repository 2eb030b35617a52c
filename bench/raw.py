"""The floor under a scan: its statements by the driver alone, each scan with a durable commit."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from stage import Evening

from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.users.session_check import fingerprint

SESSION = """
    SELECT u.id, u.full_name, u.must_change_password FROM sessions AS s JOIN users AS u ON u.id = s.user_id
    WHERE s.token_hash = {session} AND s.expires_at > {now} AND u.is_active
"""
ATTENDEE = """
    SELECT a.*, e.name, e.date, e.ticket_price_cents, seller.full_name, editor.full_name
    FROM attendees AS a JOIN events AS e ON e.id = a.event_id
    LEFT JOIN users AS seller ON seller.id = a.sold_by LEFT JOIN users AS editor ON editor.id = a.updated_by
    WHERE a.qr_code_data = {text}
"""
ADMIT = """
    UPDATE attendees SET attended = {yes}, attended_at = {now}, scanned_by = {user}
    WHERE id = {id} AND attended = {no} RETURNING id
"""
LOG = """
    INSERT INTO scan_log (attendee_id, event_id, user_id, outcome, qr_data, attended_at, attended_by, scanned_at)
    VALUES ({id}, {event}, {user}, 'admitted', {text}, {now}, {user}, {now})
"""


@contextmanager
def raw_scans(evening: Evening) -> Iterator[Callable[[str], None]]:
    """Scans on the database alone: the statements of a scan and a durable commit, without any of our code."""
    database = Database(evening.settings)
    placeholder = ":{}" if database.is_sqlite else "%({})s"
    names = ("session", "now", "text", "yes", "no", "user", "id", "event")
    marks = {name: placeholder.format(name) for name in names}
    session, attendee, admit, log = (sql.format(**marks) for sql in (SESSION, ATTENDEE, ADMIT, LOG))
    begin = "BEGIN IMMEDIATE" if database.is_sqlite else "BEGIN"
    values: dict[str, Any] = {
        "session": fingerprint(evening.token),
        "event": evening.event_id,
        "yes": 1 if database.is_sqlite else True,
        "no": 0 if database.is_sqlite else False,
    }
    with database.engine.connect() as pooled:
        run: Any = pooled.connection.driver_connection

        def scan(ticket: str) -> None:
            run.execute(begin)
            values.update(text=ticket, now=clock.to_wire(clock.now()))
            values["user"] = run.execute(session, values).fetchone()[0]
            values["id"] = run.execute(attendee, values).fetchone()[0]
            run.execute(admit, values).fetchall()
            run.execute(log, values)
            run.execute("COMMIT")

        if not database.is_sqlite:
            run.autocommit = True
        yield scan
        if not database.is_sqlite:
            run.autocommit = False
    database.close()
