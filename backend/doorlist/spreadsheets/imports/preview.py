"""The report of an import with its first guests, where their values come from, and notes on its file (contract 5)."""

from collections.abc import Iterator, Sequence
from typing import BinaryIO

from pydantic.alias_generators import to_camel

from doorlist.attendees.fields import values_of
from doorlist.attendees.schemas import CONTENT
from doorlist.events.retention import Erasures
from doorlist.spreadsheets.imports.columns import NAME_PARTS, status_columns
from doorlist.spreadsheets.imports.validation import PREVIEW_GUESTS, Report, ValidRow
from doorlist.spreadsheets.reading.files import encoding_note, formula_note, is_guessed
from doorlist.spreadsheets.reading.xlsx_formulas import BlankFormulas
from doorlist.spreadsheets.schemas import ImportReport, PreviewGuest

# The preview names the ticket type.
_PREVIEWED = CONTENT - {"ticket_type_id"}
_NOT_OF_REPORT = {"import_id", "guests", "erasures"}

# For each field of the guest, the fields of the mapping that its value may come from: the first group not blank.
_SOURCES: dict[str, tuple[tuple[str, ...], ...]] = {
    **{field: ((field,),) for field in map(to_camel, sorted(_PREVIEWED - {"amount_paid_cents"}))},
    **{field: ((field,),) for field in ("amountPaid", "invoiceNumber", "ticketCode", "ticketType")},
    "fullName": (("fullName",), NAME_PARTS),
    "eventName": (("eventId", "eventName"),),
    "paymentStatus": (("paymentStatus",), ("status",)),
    "attendedAt": (("attended", "attendedAt"),),
}


def to_wire(report: Report, *, import_id: int | None, erasures: Erasures | None) -> ImportReport:
    """The report; `import_id` is None for a preview."""
    return ImportReport(
        import_id=import_id,
        guests=[_guest(report, valid) for valid in report.valid[:PREVIEW_GUESTS]],
        erasures=erasures,
        **{name: getattr(report, name) for name in ImportReport.model_fields if name not in _NOT_OF_REPORT},
    )


def _guest(report: Report, valid: ValidRow) -> PreviewGuest:
    attendee = valid.attendee
    return PreviewGuest(
        row=valid.row,
        event_name=report.event_names[attendee.event_id],
        **values_of(attendee, _PREVIEWED),
        attended_at=attendee.attended_at,
        invoice_number=attendee.invoice_number,
        ticket_code=attendee.qr_code_data,
        ticket_type=None if attendee.ticket_type_id is None else report.types.names()[attendee.ticket_type_id],
        columns={field: found for field in _SOURCES if (found := _columns(report, valid, field))},
    )


def _columns(report: Report, valid: ValidRow, field: str) -> list[int]:
    attendee = valid.attendee
    is_nothing = {
        "attendedAt": attendee.attended_at is None,
        "eventName": report.has_event,
        "ticketCode": attendee.qr_code_data is None,
        "ticketType": attendee.ticket_type_id is None,
    }
    if is_nothing.get(field):
        return []
    filled = {name: column for name, column in report.mapping.items() if name not in valid.blank}
    groups = ([filled[name] for name in group if name in filled] for group in _SOURCES[field])
    return next(filter(None, groups), [])


def file_notes(file: BinaryIO, report: Report, formulas: Sequence[BlankFormulas]) -> Iterator[str]:
    """The notes on a file that was read. Columns that are not imported need none."""
    if report.encoding_samples and is_guessed(file):
        yield encoding_note(report.encoding_samples)
    imported = {*report.mapping.values(), *status_columns(report.columns, report.mapping)}
    headings = dict(enumerate(report.columns))
    for found in formulas:
        heading = headings.get(found.column, "").strip()
        # The heading itself may be such a formula.
        if found.column in imported or not heading:
            yield formula_note(f"'{heading}'" if heading else "A column without a heading", found)
