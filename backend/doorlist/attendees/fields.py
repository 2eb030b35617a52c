"""The fields of an attendee: each column of the table once, with all that other modules need to know of it.

Erasure, audit log, search, subject access and imports read this list. A column that it lacks fails
`tests/attendees/test_fields.py`, which also compares the list with the API, the backup file and the import preview.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, NamedTuple


class Personal(StrEnum):
    """How a personal value is recognised in another text, such as a note or a file name."""

    IDENTIFIER = "in any spelling, its words in any order"
    TEXT = "as a whole, if it is long: short notes are the same for many guests"


class Erasure(StrEnum):
    """The effect of an erasure on a column."""

    EMPTIED = "replaced by `erased`"
    RENEWED = "replaced by a new ticket"
    DERIVED = "computed from other columns"
    RECORDED = "records the erasure"
    KEPT = "stays: it identifies nobody"


class Field(NamedTuple):
    """A column of an attendee. Only a personal field is emptied; `logged` values stay in the audit log."""

    name: str
    erasure: Erasure
    personal: Personal | None = None
    erased: str | None = None
    searched: bool = False
    logged: bool = False


# Limits of texts (contract 5).
MAX_NAME_LENGTH = 200
MAX_PHONE_LENGTH = 40
MAX_PAYMENT_STATUS_LENGTH = 40
MAX_INVOICE_NUMBER_LENGTH = 40
MAX_NOTES_LENGTH = 500
MAX_EMAIL_LENGTH = 254

# Stored for an attendee without a phone number, and without a table.
NO_PHONE = "-"
NO_TABLE = 0

ERASED_NAME = "Erased guest"
ERASED_PHONE = "-"

# The order is that of the search text, whose first line is the name. Devices and helpers never search it.
FIELDS = (
    Field("full_name", Erasure.EMPTIED, Personal.IDENTIFIER, ERASED_NAME, searched=True),
    Field("phone", Erasure.EMPTIED, Personal.IDENTIFIER, ERASED_PHONE, searched=True),
    Field("qr_code_data", Erasure.RENEWED),
    Field("qr_hash", Erasure.RENEWED),
    Field("table_number", Erasure.KEPT, logged=True),
    Field("payment_status", Erasure.KEPT, logged=True),
    Field("amount_paid_cents", Erasure.KEPT, logged=True),
    # For the accounts.
    Field("invoice_number", Erasure.KEPT, searched=True, logged=True),
    Field("notes", Erasure.EMPTIED, Personal.TEXT, searched=True),
    Field("email", Erasure.EMPTIED, Personal.IDENTIFIER, searched=True),
    Field("id", Erasure.KEPT),
    Field("event_id", Erasure.KEPT),
    Field("attended", Erasure.KEPT),
    Field("attended_at", Erasure.KEPT),
    Field("left_at", Erasure.KEPT),
    Field("returned_at", Erasure.KEPT),
    Field("scanned_by", Erasure.KEPT),
    Field("sold_by", Erasure.KEPT),
    Field("registration_key", Erasure.KEPT),
    Field("created_at", Erasure.KEPT),
    Field("brought_back_at", Erasure.KEPT),
    Field("import_id", Erasure.KEPT),
    # The audit log has the name of the type.
    Field("ticket_type_id", Erasure.KEPT),
    Field("payment_folded", Erasure.DERIVED),
    Field("payment_group", Erasure.DERIVED),
    Field("search_text", Erasure.DERIVED),
    Field("name_key", Erasure.DERIVED),
    Field("last_name_key", Erasure.DERIVED),
    Field("version", Erasure.RECORDED),
    Field("updated_at", Erasure.RECORDED),
    Field("updated_by", Erasure.RECORDED),
    Field("erased_at", Erasure.RECORDED),
)

PERSONAL = {field.name: field.personal for field in FIELDS if field.personal is not None}
SEARCHED = tuple(field.name for field in FIELDS if field.searched)
LOGGED = tuple(field.name for field in FIELDS if field.logged)
ERASED = {field.name: field.erased for field in FIELDS if field.erasure is Erasure.EMPTIED}
"""The values of an erased attendee, by column."""

SOURCES = (*SEARCHED, "payment_status")
"""The fields that the derived columns are computed from."""
KEPT_SOURCES = tuple(field for field in SOURCES if field not in PERSONAL)
"""The sources that an erased attendee still has."""


def values_of(attendee: object, fields: Iterable[str]) -> dict[str, Any]:
    return {field: getattr(attendee, field) for field in fields}
