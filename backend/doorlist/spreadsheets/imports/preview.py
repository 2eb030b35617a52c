"""The first guests of an import, each value with the columns that it came from (contract 5.import.203)."""

from doorlist.spreadsheets.imports.validation import Report, ValidRow
from doorlist.spreadsheets.schemas import PreviewGuest

PREVIEW_GUESTS = 3

# By field of the guest, the fields of the mapping that its value may come from: the first group that is not blank.
_SOURCES: dict[str, tuple[tuple[str, ...], ...]] = {
    "fullName": (("fullName",), ("firstName", "middleName", "lastName")),
    "phone": (("phone",),),
    "eventName": (("eventId", "eventName"),),
    "tableNumber": (("tableNumber",),),
    "paymentStatus": (("paymentStatus",), ("status",)),
    "amountPaid": (("amountPaid",),),
    "attendedAt": (("attended", "attendedAt"),),
    "invoiceNumber": (("invoiceNumber",),),
    "notes": (("notes",),),
    "ticketCode": (("ticketCode",),),
}


def guests_of(report: Report) -> list[PreviewGuest]:
    """The first guests who are added."""
    return [_guest(report, valid) for valid in report.valid[:PREVIEW_GUESTS]]


def _guest(report: Report, valid: ValidRow) -> PreviewGuest:
    attendee = valid.attendee
    return PreviewGuest(
        row=valid.row,
        event_name=report.event_names[attendee.event_id],
        full_name=attendee.full_name,
        phone=attendee.phone,
        table_number=attendee.table_number,
        payment_status=attendee.payment_status,
        amount_paid_cents=attendee.amount_paid_cents,
        attended_at=attendee.attended_at,
        invoice_number=attendee.invoice_number,
        notes=attendee.notes,
        ticket_code=attendee.qr_code_data,
        columns={field: found for field in _SOURCES if (found := _columns(report, valid, field))},
    )


def _columns(report: Report, valid: ValidRow, field: str) -> list[int]:
    attendee = valid.attendee
    is_nothing = {
        "attendedAt": attendee.attended_at is None,
        "eventName": report.has_event,
        "ticketCode": attendee.qr_code_data is None,
    }
    if is_nothing.get(field):
        return []
    filled = {name: column for name, column in report.mapping.items() if name not in valid.blank}
    groups = ([filled[name] for name in group if name in filled] for group in _SOURCES[field])
    return next(filter(None, groups), [])
