"""Compares the valid rows of an import with the attendees who exist already (contract 4 and 5).

Plain functions on plain values: which rows repeat an attendee, use a taken invoice number, share a name or a phone.
"""

from collections.abc import Iterable

from doorlist.attendees.bulk_insert import NewAttendee
from doorlist.attendees.rules import party_name
from doorlist.spreadsheets import rules
from doorlist.spreadsheets.imports.columns import TICKET_CODE
from doorlist.spreadsheets.imports.ticket_codes import REPEATED
from doorlist.spreadsheets.imports.validation import Report, ValidRow
from doorlist.spreadsheets.schemas import DuplicateRow
from doorlist.tickets.rules import qr_hash


def drop_duplicates(
    report: Report,
    existing: Iterable[tuple[int, str, str, str]],
    taken: set[str],
    taken_hashes: set[str],
    *,
    include_duplicates: bool,
    one_of_each: bool,
) -> None:
    """Drop rows that repeat an attendee, and rows with a taken number or ticket code. The rest can be registered.

    Rows that match an earlier row are counted; with `one_of_each` they are dropped as well.

    `existing` are the attendees of the rows' events: event, name, phone and invoice number. `taken` are the invoice
    numbers of the rows that are in use at any event, `taken_hashes` the hashes of ticket codes that are.
    """
    people = _take_matching(report, drops=one_of_each)
    already_there: list[rules.DuplicateKey] = []
    owners: dict[str, rules.DuplicateKey] = {}
    for event_id, full_name, phone, invoice_number in existing:
        person = rules.duplicate_key(event_id, full_name, phone)
        already_there.append(person)
        if invoice_number in taken:
            owners[invoice_number] = person
    certain = {
        place
        for place, (row, person) in enumerate(zip(report.valid, people, strict=True))
        if owners.get(row.attendee.invoice_number or "") == person
    }
    repeated = rules.duplicates(people, already_there=already_there, certain=certain)
    shared = _SharedDetails(report, already_there)
    kept: list[ValidRow] = []
    numbers, hashes = set(taken), set(taken_hashes)
    for row, person, is_repeated in zip(report.valid, people, repeated, strict=True):
        attendee = row.attendee
        if is_repeated:
            report.duplicates += 1
            if len(report.duplicate_rows) < rules.LISTED_ROWS:
                duplicate = DuplicateRow(row=row.row, full_name=attendee.full_name, phone=attendee.phone)
                report.duplicate_rows.append(duplicate)
            if not include_duplicates:
                continue
        problem = _reserve(attendee, numbers, hashes)
        if problem is not None:
            report.reject(row.row, [problem], guest=attendee.full_name)
            continue
        if not is_repeated:
            shared.check(row, person)
        kept.append(row)
    report.valid = kept
    report.row_errors.sort(key=lambda error: error.row)
    imported = {row.row for row in (*kept, *report.to_bring_back)}
    report.remarks = [remark for remark in report.remarks if remark.row in imported]


def _take_matching(report: Report, *, drops: bool) -> list[rules.DuplicateKey]:
    """Count the rows with the event, name and phone of an earlier row of the file. Returns the people of the rows."""
    attendees = (row.attendee for row in report.valid)
    people = [rules.duplicate_key(each.event_id, each.full_name, each.phone) for each in attendees]
    first: dict[rules.DuplicateKey, ValidRow] = {}
    for row, person in zip(report.valid, people, strict=True):
        first.setdefault(person, row)
    report.matching += len(people) - len(first)
    if not drops:
        return people
    report.valid = list(first.values())
    return list(first)


def _reserve(attendee: NewAttendee, numbers: set[str], hashes: set[str]) -> tuple[str, str] | None:
    """Add the attendee's number and code to those in use. Returns `(field, message)` if another one has them."""
    number = attendee.invoice_number
    hashed = None if attendee.qr_code_data is None else qr_hash(attendee.qr_code_data)
    if number in numbers:
        return "invoiceNumber", f"{number} belongs to another attendee"
    if hashed in hashes:
        return TICKET_CODE, REPEATED
    numbers.update(filter(None, [number]))
    hashes.update(filter(None, [hashed]))
    return None


class _SharedDetails:
    """Finds rows that share only a name, or only a phone, with another guest of the event."""

    def __init__(self, report: Report, already_there: Iterable[rules.DuplicateKey]) -> None:
        self._report = report
        # The first guest with a name or a phone: the other half of the person, and the row (0: already on the list).
        self._names: dict[tuple[int, str], tuple[str, int]] = {}
        self._phones: dict[tuple[int, str], tuple[str, int]] = {}
        for event_id, name, phone in already_there:
            self._names.setdefault((event_id, name), (phone, 0))
            self._phones.setdefault((event_id, phone), (name, 0))

    def check(self, row: ValidRow, person: rules.DuplicateKey) -> None:
        event_id = person.event_id
        phone, row_of_name = self._names.setdefault((event_id, person.name), (person.phone, row.row))
        if phone != person.phone:
            other = "" if rules.NO_PHONE in {phone, person.phone} else ", with another phone"
            self._warn(row, f"The same name as {_who(row_of_name)}{other}.")
        if person.phone != rules.NO_PHONE:
            name, row_of_phone = self._phones.setdefault((event_id, person.phone), (person.name, row.row))
            # The guests of one row have numbers behind their name.
            if party_name(name) != party_name(person.name) and row_of_phone != row.row:
                self._warn(row, f"The same phone as {_who(row_of_phone)}, with another name.")

    def _warn(self, row: ValidRow, message: str) -> None:
        self._report.warn(row.row, message, guest=row.attendee.full_name)


def _who(row: int) -> str:
    return f"row {row:,}" if row else "a guest on the list"
