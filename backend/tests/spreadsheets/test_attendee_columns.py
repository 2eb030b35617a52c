"""One table lists the fields of an attendee in a spreadsheet; a field that it lacks fails here by its name."""

import pytest

from doorlist.attendees.bulk_insert import NewAttendee
from doorlist.attendees.schemas import CONTENT, STORED
from doorlist.core.db.json_sql import POSTGRESQL, SQLITE, JsonSql
from doorlist.spreadsheets.attendee_columns import COLUMNS, IMPORTED
from doorlist.spreadsheets.exports.tables import expression

WRITTEN = {column.field for column in COLUMNS}
READ = {column.field for column in IMPORTED.values()}
# An import makes these anew, or leaves them empty.
NOT_IN_SPREADSHEETS = {
    *("id", "payment_group", "qr_code_data", "version", "created_at", "updated_at", "erased_at", "left_at"),
}


@pytest.mark.parametrize("field", sorted({*CONTENT, *STORED}))
def test_each_field_has_a_column_or_is_excused(field: str) -> None:
    assert (field in WRITTEN) != (field in NOT_IN_SPREADSHEETS)


@pytest.mark.parametrize("field", sorted({*CONTENT}))
def test_each_field_that_people_enter_is_read_and_stored(field: str) -> None:
    assert field in READ
    assert field in NewAttendee._fields


@pytest.mark.parametrize("engine", [SQLITE, POSTGRESQL], ids=["sqlite", "postgresql"])
@pytest.mark.parametrize("field", sorted(WRITTEN))
def test_each_column_can_be_selected(field: str, engine: JsonSql) -> None:
    assert expression(engine, field) is not None


def test_no_field_that_is_gone_is_excused() -> None:
    assert set(STORED) >= NOT_IN_SPREADSHEETS
