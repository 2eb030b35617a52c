"""Every column is emptied by an erasure, or named here with the reason why not (contract 4.erase, decision 0046)."""

from datetime import UTC, datetime

from sqlalchemy import JSON, String

import doorlist.main  # noqa: F401 - which imports the models of every room
from doorlist.attendees.models import Attendee
from doorlist.core.db.database import Base
from doorlist.privacy.erasure import erased_columns
from doorlist.privacy.repository import AttendeeToErase

STAYS_OF_AN_ATTENDEE = {
    "event_id": "the evening's figures",
    "table_number": "the evening's figures",
    "payment_status": "the evening's figures",
    "amount_paid_cents": "the evening's figures",
    "invoice_number": "the accounts; a number says nothing of a person",
    "attended": "the evening's figures",
    "attended_at": "the evening's figures",
    "scanned_by": "a member of staff",
    "sold_by": "a member of staff",
    "registration_key": "a random number of the form",
    "created_at": "a time",
    "import_id": "a number",
}

WRITTEN = {"id", "version", "updated_at", "updated_by", "erased_at"}
"""Written with the others, though they say nothing of a person."""

PERSONAL = {
    *("attendees.full_name", "attendees.phone", "attendees.notes", "attendees.qr_code_data", "attendees.qr_hash"),
    *("attendees.search_text", "attendees.name_key", "attendees.last_name_key"),
    *("history.before", "history.after", "scan_log.qr_data", "door_conflicts.named", "door_conflicts.note"),
    "imports.file_name",
}
"""What `test_erasure` finds nothing in afterwards."""

TEXTS_THAT_STAY = {
    "attendees": {"payment_status", "payment_folded", "payment_group", "invoice_number"},
    "door_conflicts": {"kind", "log_ids", "state"},
    "erased_tickets": {"qr_hash"},
    "events": {"name", "date", "time", "keep_until"},
    "history": {"action", "address", "subject"},
    "imports": {"message", "state"},
    "issued_invoice_numbers": {"number"},
    "scan_log": {"certainty", "device", "helper", "outcome", "shown"},
}
"""Of tables that hold something of guests: words of ours, of the evening and of staff."""

OF_STAFF = {
    *("door_access", "failed_sign_ins", "keeping", "lineage", "sessions", "users"),
    *("recovery_codes", "required_second_factors", "second_factors"),
}
"""Tables with nothing of a guest."""


def test_each_column_of_an_attendee_is_emptied_derived_or_stays_by_name() -> None:  # 4.erase.484
    guest = AttendeeToErase(
        id=1,
        event_id=2,
        full_name="Ada Lovelace",
        phone="0400 111 222",
        notes="At the front",
        payment_status="paid",
        invoice_number="INV-1",
        qr_code_data="OLD",
        qr_hash="OLD-HASH",
        version=3,
    )
    at = datetime(2026, 7, 1, tzinfo=UTC)
    written = erased_columns(guest, "NEW", editor=None, at=at)
    assert written.keys().isdisjoint(STAYS_OF_AN_ATTENDEE)
    assert written.keys() | STAYS_OF_AN_ATTENDEE.keys() == set(Attendee.__table__.columns.keys())
    emptied = {name: value for name, value in written.items() if name not in WRITTEN}
    values = {"ada", "lovelace", "0400", "111", "front", "old"}
    assert not {name for name, value in emptied.items() if any(each in str(value).lower() for each in values)}


def test_each_text_of_every_table_is_emptied_or_stays_by_name() -> None:  # 4.erase.484
    texts: dict[str, set[str]] = {}
    assert Base.metadata.tables.keys() >= OF_STAFF
    for table in Base.metadata.sorted_tables:
        if table.name not in OF_STAFF:
            found = {column.name for column in table.columns if isinstance(column.type, String | JSON)}
            texts[table.name] = {name for name in found if f"{table.name}.{name}" not in PERSONAL}
    assert {name: stay for name, stay in texts.items() if stay} == TEXTS_THAT_STAY
    assert {name.split(".")[0] for name in PERSONAL} <= texts.keys()
