"""Many rows, written straight into the database: through the API they would take too long."""

from sqlalchemy import delete, insert

from doorlist.attendees.models import Attendee
from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.events.models import Event


def many_events(database: Database, number: int) -> None:
    """Events without attendees."""
    now = clock.now()
    row = {"date": "2026-11-20", "version": 1, "created_at": now, "updated_at": now}
    with database.write() as tx:
        tx.execute(insert(Event), [{"name": f"Evening {n}", **row} for n in range(number)])


def delete_all_attendees(database: Database) -> None:
    """Delete all attendees, as the screen does."""
    with database.write() as tx:
        tx.execute(delete(Attendee))
