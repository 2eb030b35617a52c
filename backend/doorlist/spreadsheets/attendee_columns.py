"""The columns of an attendee in a spreadsheet: their headings, how they are written and how they are read.

A new field is one line of COLUMNS; its place there is its place in the exports (contract 7.export.4).
"""

from dataclasses import dataclass

from pydantic.alias_generators import to_camel

from doorlist.attendees.fields import MAX_INVOICE_NUMBER_LENGTH, MAX_NAME_LENGTH, MAX_NOTES_LENGTH, MAX_PHONE_LENGTH
from doorlist.spreadsheets.imports import readers
from doorlist.spreadsheets.rules import AS_IT_IS, FLAG, MOMENT, MONEY, PHONE, TEXT, CellKind
from doorlist.tickets.rules import normalise_invoice_number


@dataclass(frozen=True)
class Column:
    """A column: `field` of an attendee, or of a joined row. Without `read` an import ignores it.

    Line breaks in a cell become blanks unless it may have `several_lines`.
    """

    heading: str
    field: str
    kind: CellKind
    read: readers.Reader | None = None
    other_name: str | None = None
    several_lines: bool = False

    @property
    def name(self) -> str:
        """The column's name in the mapping and in the row errors of an import; usually the field in camelCase."""
        return self.other_name or to_camel(self.field)


COLUMNS = (
    Column("Attendee Name", "full_name", TEXT, readers.required_text(MAX_NAME_LENGTH)),
    Column("Phone", "phone", PHONE, readers.required_text(MAX_PHONE_LENGTH)),
    Column("Event ID", "event_id", AS_IT_IS, readers.event_id),
    Column("Table Number", "table_number", AS_IT_IS, readers.table_number),
    Column("Payment Status", "payment_status", TEXT, readers.payment_status),
    Column(
        "Invoice Number",
        "invoice_number",
        TEXT,
        readers.optional_text(MAX_INVOICE_NUMBER_LENGTH, normalise_invoice_number),
    ),
    Column("Attended", "attended", FLAG, readers.attended),
    Column("Check-in Time", "attended_at", MOMENT, readers.attended_at),
    Column("Event Name", "event_name", TEXT, readers.event_name),
    Column("Amount Paid", "amount_paid_cents", MONEY, readers.amount_paid_cents, "amountPaid"),
    Column("Sold By", "sold_by", TEXT),
    Column("Scanned By", "scanned_by", TEXT),
    Column("Notes", "notes", TEXT, readers.optional_lines(MAX_NOTES_LENGTH), several_lines=True),
    Column("Ticket Type", "ticket_type_id", TEXT, readers.ticket_type, "ticketType"),
    Column("Email", "email", TEXT, readers.email),
)

HEADINGS = tuple(column.heading for column in COLUMNS)
IMPORTED = {column.name: column for column in COLUMNS if column.read is not None}
"""The columns that an import reads, by their names."""
SEVERAL_LINES = {column.name for column in COLUMNS if column.several_lines}
"""The columns whose cells keep their line breaks."""
