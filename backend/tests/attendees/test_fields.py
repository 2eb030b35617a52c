"""`FIELDS` lists the fields of an attendee; each test fails with the name of a field that an interface lacks."""

from pathlib import Path

import pytest
from sqlalchemy import Table

from doorlist.attendees.bulk_insert import NewAttendee, derived_columns
from doorlist.attendees.fields import FIELDS, KEPT_SOURCES, PERSONAL, SEARCHED, SOURCES, Erasure
from doorlist.attendees.models import Attendee
from doorlist.attendees.schemas import CONTENT, STORED, AttendeeChanges, AttendeeOut
from doorlist.backup.json.schemas import FileAttendee
from doorlist.door.admission.door_attendee import DoorAttendee
from doorlist.spreadsheets.schemas import PreviewGuest

TABLE = Attendee.__table__
assert isinstance(TABLE, Table)
COLUMNS = set(TABLE.columns.keys())
NAMES = [field.name for field in FIELDS]
NOT_ANSWERED = {
    *("qr_hash", "registration_key", "import_id", "brought_back_at", "ticket_type_id", "returned_at"),
    *(field.name for field in FIELDS if field.erasure is Erasure.DERIVED and field.name != "payment_group"),
}
"""Columns that no interface shows: internal keys and times, and what is computed from other columns."""
PRIVACY = Path(__file__).parents[3] / "PRIVACY.md"


def test_each_column_is_listed_once() -> None:
    assert sorted(NAMES) == sorted(COLUMNS)


def test_a_personal_field_is_emptied_and_only_a_kept_one_is_logged() -> None:
    for field in FIELDS:
        assert (field.personal is not None) == (field.erasure is Erasure.EMPTIED), field.name
        assert not field.logged or field.erasure is Erasure.KEPT, field.name


def test_what_is_written_is_the_columns_of_the_table() -> None:
    derived = {*derived_columns(dict.fromkeys(SOURCES, "")), "attended", "qr_hash"}
    assert set(NewAttendee._fields) | derived == COLUMNS
    assert not set(NewAttendee._fields) & derived


def test_derived_columns_are_computed_from_the_searched_fields_and_the_payment() -> None:
    assert set(derived_columns(dict.fromkeys(SOURCES, ""))) == {
        field.name for field in FIELDS if field.erasure is Erasure.DERIVED
    }
    assert set(KEPT_SOURCES) == {"payment_status", "invoice_number"}


@pytest.mark.parametrize("field", SEARCHED)
def test_each_searched_field_is_in_the_search_text(field: str) -> None:
    assert "findme" in derived_columns(dict.fromkeys(SOURCES, "") | {field: "findme"})["search_text"]


def test_each_column_is_answered_or_excused() -> None:
    # The subject access export contains the attendee as in the API.
    assert set(STORED) == COLUMNS - NOT_ANSWERED - {"updated_by"}


def test_the_door_reads_what_it_answers() -> None:
    assert set(STORED) - set(DoorAttendee.__struct_fields__) == set()


def test_what_is_entered_is_answered_edited_and_backed_up() -> None:
    for other in (AttendeeChanges.model_fields, FileAttendee.model_fields):
        assert CONTENT - set(other) == set()
    # The response names the ticket type.
    assert CONTENT - set(AttendeeOut.model_fields) == {"ticket_type_id"}


def test_what_is_entered_is_in_the_preview_of_an_import() -> None:
    assert CONTENT - set(PreviewGuest.model_fields) == {"ticket_type_id"}


def test_what_is_stored_is_backed_up() -> None:
    # The group follows from the status, and a restore works it out anew.
    assert set(STORED) - set(FileAttendee.model_fields) == {"payment_group"}


@pytest.mark.parametrize("field", PERSONAL)
def test_the_privacy_notice_names_each_personal_field(field: str) -> None:
    assert field.removeprefix("full_").replace("_", " ") in PRIVACY.read_text("utf-8").lower()
