"""Every column is emptied by an erasure, or named here with the reason why not (contract 4.erase, decision 0046)."""

from datetime import UTC, datetime

from sqlalchemy import JSON, String

import doorlist.main  # noqa: F401 - which imports the models of every room
from doorlist.attendees.fields import FIELDS, Erasure
from doorlist.attendees.models import Attendee
from doorlist.core.db.database import Base
from doorlist.privacy.erasure import erased_columns

PERSONAL = {
    *(f"attendees.{field.name}" for field in FIELDS if field.erasure in {Erasure.EMPTIED, Erasure.RENEWED}),
    *("attendees.search_text", "attendees.name_key", "attendees.last_name_key"),
    *("history.before", "history.after", "scan_log.qr_data", "door_conflicts.named", "door_conflicts.note"),
    *(f"bulk_update_values.{name}" for name in ("payment_status", "payment_folded", "payment_group")),
    "imports.file_name",
}
"""Columns that `test_erasure` finds empty afterwards."""

TEXTS_THAT_STAY = {
    "attendees": {"payment_status", "payment_folded", "payment_group", "invoice_number"},
    "bulk_updates": {"request_hash"},
    "door_conflicts": {"kind", "log_ids", "state"},
    "erased_tickets": {"qr_hash"},
    "event_mails": {"opening", "subject"},
    "events": {"name", "date", "time", "keep_until", "venue", "address", "end_time", "ticket_text"},
    "history": {"action", "address", "subject"},
    "imports": {"message", "state"},
    "mail_messages": {"problem", "state", "told"},
    "issued_invoice_numbers": {"number"},
    "scan_log": {"certainty", "device", "helper", "outcome", "shown"},
    "check_in_lists": {"name", "name_folded", "rule", "ticket_type_ids"},
    "ticket_types": {"color", "name", "name_folded"},
}
"""In tables with data of guests, the columns whose texts are ours, the evening's or staff's."""

OF_STAFF = {
    *("door_access", "failed_sign_ins", "keeping", "lineage", "sessions", "users"),
    *("recovery_codes", "required_second_factors", "second_factors", "settings"),
}
"""Tables with nothing of a guest."""


def test_an_erasure_writes_every_column_of_an_attendee_that_does_not_stay() -> None:  # 4.erase.484
    attendee = Attendee(
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
    written = erased_columns(attendee, "NEW", editor=None, at=datetime(2026, 7, 1, tzinfo=UTC))
    stays = {field.name for field in FIELDS if field.erasure is Erasure.KEPT}
    assert written.keys() - stays | {"id"} == {field.name for field in FIELDS} - stays | {"id"}
    emptied = {
        field.name: written[field.name]
        for field in FIELDS
        if field.erasure is not Erasure.RECORDED and field.name in written
    }
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
