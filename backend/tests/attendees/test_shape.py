"""Several places list the fields of an attendee; each test fails with the name of a field that one of them lacks."""

from sqlalchemy import Table

from doorlist.attendees.bulk_insert import NewAttendee, derived_columns
from doorlist.attendees.models import Attendee
from doorlist.attendees.schemas import CONTENT, STORED, AttendeeChanges, AttendeeOut
from doorlist.backup.json.schemas import FileAttendee
from doorlist.door.admission.ticket import Ticket

TABLE = Attendee.__table__
assert isinstance(TABLE, Table)
COLUMNS = set(TABLE.columns.keys())


def test_what_is_written_is_the_columns_of_the_table() -> None:
    derived = {
        *derived_columns(full_name="", phone="", payment_status="", invoice_number=""),
        *("attended", "qr_hash"),
    }
    assert set(NewAttendee._fields) | derived == COLUMNS
    assert not set(NewAttendee._fields) & derived


def test_what_is_answered_is_stored() -> None:
    assert set(STORED) - COLUMNS == set()


def test_the_door_reads_what_it_answers() -> None:
    assert set(STORED) - set(Ticket.__struct_fields__) == set()


def test_what_is_entered_is_answered_edited_and_backed_up() -> None:
    for other in (AttendeeOut.model_fields, AttendeeChanges.model_fields, FileAttendee.model_fields):
        assert CONTENT - set(other) == set()


def test_what_is_stored_is_backed_up() -> None:
    # The group follows from the status, and a restore works it out anew.
    assert set(STORED) - set(FileAttendee.model_fields) == {"payment_group"}
