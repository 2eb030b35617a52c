"""Validates the JSON file as a whole before anything is changed (contract 3, 4 and 5)."""

import hashlib
import time
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from doorlist.attendees.bulk_insert import NewAttendee
from doorlist.attendees.fields import ERASED_NAME
from doorlist.backup.json.reader import Entry, NotJson, Readable, read_entries
from doorlist.backup.json.rows import EventMailRow, EventRow, FileRows
from doorlist.backup.json.schemas import (
    BackupPreview,
    FileAttendee,
    FileCheckInList,
    FileEvent,
    FileSettings,
    FileTicketType,
    Moment,
    is_newer,
    short_text,
)
from doorlist.backup.metadata import MADE_BY_NEWER
from doorlist.backup.problems import BackupInvalid
from doorlist.check_in_lists.repository import StoredListPresence
from doorlist.check_in_lists.rules import ENTRANCE, MAX_LISTS
from doorlist.core import clock
from doorlist.core.errors import field_errors
from doorlist.core.text import without_case
from doorlist.events.retention import Erasures
from doorlist.privacy.becoming_due import Outlook
from doorlist.ticket_types.rules import MAX_TYPES
from doorlist.tickets.rules import qr_hash

LISTED_ERRORS = 100
LISTED_PROBLEMS = 100
# The interpreter runs one thread at a time. Without pauses, each scan at the door would wait many times.
ENTRIES_PER_PAUSE = 50
PAUSE_SECONDS = 0.0005
_COUNTED_APART = 1000
_LONGEST_COMPARED = 40

_Shape = TypeVar("_Shape", FileEvent, FileSettings, FileTicketType, FileCheckInList, FileAttendee)
_Named = TypeVar("_Named", FileTicketType, FileCheckInList)
_Key = TypeVar("_Key")
_DERIVED = {
    *("attended", "scanned_by", "scanner", "sold_by", "seller", "created_at", "erased_at", "updated_at", "updated_by"),
    "check_ins",
}
_STORED_AS_GIVEN = [field for field in FileAttendee.model_fields if field not in _DERIVED]
_MOMENT: TypeAdapter[datetime | None] = TypeAdapter(Moment)


def validate_file(
    file: Readable,
    users: Mapping[int, str],
    rows: FileRows | None = None,
    *,
    outlook: Outlook | None = None,
    erased: Collection[str] = frozenset(),
) -> BackupPreview:
    """A preview of the file, if all of it can be restored; `users` are the names here by id.

    `erased` are the hashes of the erased tickets, whose guests it counts.

    The rows to store are added to `rows` on the way. Memory grows only by the ids, invoice numbers and QR texts that
    must be unique. `outlook` says which events the retention period erases. Raises BackupInvalid with at most 100
    findings.
    """
    validation = _Validation(users, rows, outlook, erased)
    with suppress(_TooMany):
        try:
            for count, entry in enumerate(read_entries(file)):
                validation.take(entry)
                if count % ENTRIES_PER_PAUSE == 0:
                    time.sleep(PAUSE_SECONDS)
            validation.finish()
        except NotJson as error:
            validation.refuse("file", str(error))
    if validation.errors:
        raise BackupInvalid(errors=validation.errors)
    return validation.preview()


def _is_erased(attendee: FileAttendee) -> bool:
    """True for an erased guest. A file may have been edited by hand: a guest with a name is not erased."""
    return attendee.erased_at is not None and attendee.full_name == ERASED_NAME


class _TooMany(Exception):
    """The maximum of listed findings is reached."""


class _Validation:
    def __init__(
        self, users: Mapping[int, str], rows: FileRows | None, outlook: Outlook | None, erased: Collection[str]
    ) -> None:
        self.rows = rows
        self.outlook = outlook
        self._erased_tickets = erased
        self.erased = 0
        self.people = _People(users)
        self.errors: list[dict[str, str]] = []
        self.version: str | None = None
        self.exported_at: datetime | None = None
        self.summary: Mapping[str, Any] = {}
        self.arrays = set[str]()
        self.attended = 0
        self.events = dict[int, str]()
        """The date by id."""
        self.guests = Counter[int]()
        """The number of guests who are not erased, by event id."""
        self.attendees = set[int]()
        self.invoice_numbers = set[str | bytes]()
        self.qr_texts = set[str | bytes]()
        # One id for each attendee in turn, because a file may list its events and types last; 0 for an attendee in
        # error, or without one.
        self.event_of_attendee = array("q")
        self.type_of_attendee = array("q")
        self.types = dict[int, FileTicketType]()
        self.lists = dict[int, FileCheckInList]()
        self.checked_in = list[tuple[int, int]]()
        """The number of an attendee in the file, and the list of each check-in."""
        self.has_settings = False
        self.now = clock.now()

    def take(self, entry: Entry) -> None:
        match entry:
            case Entry("events" | "ticketTypes" | "checkInLists" | "attendees" as name, None, value):
                self.arrays.add(name)
                if value != []:
                    self.refuse(name, "Must be a list")
            case Entry("events" | "ticketTypes" | "checkInLists" | "attendees" as name, int(number), value):
                self._take_element(name, f"{name}.{number}", value)
            case Entry("installationSettings", None, value):
                self._take_settings(value)
            case Entry(name, None, value):
                self._take_fact(name, value)

    def _take_fact(self, name: str, value: Any) -> None:
        """A member of the file that is no data."""
        match name, value:
            case "version", _:
                self.version = short_text(value)
                if is_newer(self.version):
                    raise BackupInvalid(MADE_BY_NEWER)
            case "exportDate", _:
                with suppress(ValidationError):
                    self.exported_at = _MOMENT.validate_python(value)
            case "summary", dict():
                self.summary = value

    def _take_element(self, array_name: str, place: str, value: Any) -> None:
        match array_name:
            case "events":
                self._take_event(place, value)
            case "ticketTypes":
                self._take_named(FileTicketType, "ticket type", self.types, place, value)
            case "checkInLists":
                self._take_named(FileCheckInList, "check-in list", self.lists, place, value)
            case _:
                self.event_of_attendee.append(0)
                self.type_of_attendee.append(0)
                self._take_attendee(place, value)

    def finish(self) -> None:
        """Validate rules that need the whole file."""
        for name in ("events", "attendees"):
            if name not in self.arrays:
                self.refuse(name, "This field is required")
        for number, event_id in enumerate(self.event_of_attendee):
            if event_id and event_id not in self.events:
                self.refuse(f"attendees.{number}.eventId", "No event of the file has this id")
        self._finish_types()
        self._finish_lists()
        if self.rows is not None:
            self.rows.ticket_types, self.rows.check_in_lists = [*self.types.values()], [*self.lists.values()]

    def _finish_types(self) -> None:
        self._refuse_among("ticketTypes", self.types.values(), MAX_TYPES, "ticket type")
        for number, (event_id, type_id) in enumerate(zip(self.event_of_attendee, self.type_of_attendee, strict=True)):
            if type_id and (type_id not in self.types or self.types[type_id].event_id != event_id):
                self.refuse(f"attendees.{number}.ticketTypeId", "No ticket type of the event has this id")

    def _finish_lists(self) -> None:
        self._refuse_among("checkInLists", self.lists.values(), MAX_LISTS, "check-in list")
        for number, list_ in enumerate(self.lists.values()):
            if without_case(list_.name) == without_case(ENTRANCE):
                self.refuse(f"checkInLists.{number}.name", "The entrance of the event has it")
        for number, list_id in self.checked_in:
            found = self.lists.get(list_id)
            if found is None or found.event_id != self.event_of_attendee[number]:
                self.refuse(f"attendees.{number}.checkIns", "No check-in list of the event has this id")

    def _refuse_among(
        self, array_name: str, named: Iterable[FileTicketType | FileCheckInList], limit: int, what: str
    ) -> None:
        """Refuse what is of no event of the file, has a name twice in an event, or is one too many."""
        names = set[tuple[int, str]]()
        at_each = Counter[int]()
        for number, each in enumerate(named):
            if each.event_id not in self.events:
                self.refuse(f"{array_name}.{number}.eventId", "No event of the file has this id")
            name = (each.event_id, without_case(each.name))
            if name in names:
                self.refuse(f"{array_name}.{number}.name", f"Another {what} of the event has it too")
            names.add(name)
            at_each[each.event_id] += 1
            if at_each[each.event_id] == limit + 1:
                self.refuse(f"{array_name}.{number}.eventId", f"The event has more than {limit} {what}s")

    def refuse(self, place: str, message: str) -> None:
        """Add a finding. Raises _TooMany after the last that is listed."""
        self.errors.append({"field": place, "message": message})
        if len(self.errors) == LISTED_ERRORS:
            raise _TooMany

    def preview(self) -> BackupPreview:
        """The counts, and the problems to know before a restore."""
        counted = {
            "totalEvents": len(self.events),
            "totalAttendees": len(self.attendees),
            "attendedCount": self.attended,
        }
        problems = [
            f"The summary says that {name} is {said}, but the file holds {counted[name]}."
            for name in counted
            if isinstance(said := self.summary.get(name), int) and said != counted[name]
        ]
        return BackupPreview(
            version=self.version,
            export_date=self.exported_at and clock.to_wire(self.exported_at),
            total_events=len(self.events),
            total_attendees=len(self.attendees),
            attended_count=self.attended,
            erasures=self._erasures(),
            erased=self.erased,
            has_settings=self.has_settings,
            problems=problems + self.people.problems(),
        )

    def _erasures(self) -> Erasures | None:
        outlook = self.outlook
        if outlook is None:
            return None
        return outlook.erasures(sum(self.guests[id_] for id_, day in self.events.items() if outlook.erases(id_, day)))

    def _take_settings(self, value: Any) -> None:
        settings = self._shaped(FileSettings, "installationSettings", value)
        self.has_settings = True
        if self.rows is not None:
            self.rows.settings = settings

    def _take_event(self, place: str, value: Any) -> None:
        event = self._shaped(FileEvent, place, value)
        if event is None:
            return
        if event.id in self.events:
            self.refuse(f"{place}.id", "Another event of the file has it too")
        self.events[event.id] = event.date
        if self.rows is not None:
            created_at = event.created_at or self.exported_at or self.now
            changed = {
                "created_at": created_at,
                "updated_at": event.updated_at or created_at,
                "updated_by": self.people.known(event.updated_by),
            }
            self.rows.events.add(EventRow(**event.model_dump(include=set(EventRow._fields)) | changed))
            if event.mail_subject or event.mail_opening:
                self.rows.event_mails.add(EventMailRow(event.id, event.mail_subject, event.mail_opening))

    def _take_named(self, shape: type[_Named], what: str, known: dict[int, _Named], place: str, value: Any) -> None:
        """Take a ticket type or a check-in list."""
        named = self._shaped(shape, place, value)
        if named is None:
            return
        if named.id in known:
            self.refuse(f"{place}.id", f"Another {what} of the file has it too")
        known[named.id] = named

    def _take_check_ins(self, place: str, attendee: FileAttendee) -> None:
        number = len(self.event_of_attendee) - 1
        for check_in in attendee.check_ins:
            self.checked_in.append((number, check_in.list_id))
            if check_in.last_at < check_in.first_at:
                self.refuse(f"{place}.checkIns", "The last check-in at a list is before the first")
            if self.rows is not None:
                values = check_in.model_dump() | {"first_by": self.people.known(check_in.first_by)}
                before = check_in.times - 1
                self.rows.check_ins.add(StoredListPresence(attendee_id=attendee.id, times_before=before, **values))
        if len({check_in.list_id for check_in in attendee.check_ins}) < len(attendee.check_ins):
            self.refuse(f"{place}.checkIns", "Names a check-in list twice")

    def _take_attendee(self, place: str, value: Any) -> None:
        attendee = self._shaped(FileAttendee, place, value)
        if attendee is None:
            return
        self.event_of_attendee[-1] = attendee.event_id
        self.type_of_attendee[-1] = attendee.ticket_type_id or 0
        self._take_check_ins(place, attendee)
        is_erased = _is_erased(attendee)
        if not is_erased:
            self.guests[attendee.event_id] += 1
        if attendee.id in self.attendees:
            self.refuse(f"{place}.id", "Another attendee of the file has it too")
        self.attendees.add(attendee.id)
        self._refuse_twice(f"{place}.invoiceNumber", attendee.invoice_number, self.invoice_numbers)
        self._refuse_twice(f"{place}.qrCodeData", attendee.qr_code_data, self.qr_texts)
        self.erased += not is_erased and qr_hash(attendee.qr_code_data) in self._erased_tickets
        attended = attendee.attended_at is not None
        if attendee.attended not in {None, attended}:
            self.refuse(f"{place}.attendedAt", "Must be set for an attendee who attended, and empty for the others")
        self.attended += attended
        sold_by = self.people.credited("soldBy", attendee.sold_by, attendee.seller)
        scanned_by = self.people.credited("scannedBy", attendee.scanned_by, attendee.scanner)
        if scanned_by is not None and not attended:
            self.people.scanned_without_attending += 1
            scanned_by = None
        if self.rows is not None:
            created_at = attendee.created_at or self.exported_at or self.now
            self.rows.attendees.add(
                NewAttendee(
                    **{field: getattr(attendee, field) for field in _STORED_AS_GIVEN},
                    scanned_by=scanned_by,
                    sold_by=sold_by,
                    created_at=created_at,
                    erased_at=attendee.erased_at if is_erased else None,
                    updated_at=attendee.updated_at or created_at,
                    updated_by=self.people.known(attendee.updated_by),
                )
            )

    def _shaped(self, shape: type[_Shape], place: str, value: Any) -> _Shape | None:
        if not isinstance(value, dict):
            self.refuse(place, "Must be a JSON object")
            return None
        try:
            return shape.model_validate(value)
        except ValidationError as error:
            for finding in field_errors(error.errors()):
                self.refuse(f"{place}.{finding['field']}", finding["message"])
            return None

    def _refuse_twice(self, place: str, text: str, others: set[str | bytes]) -> None:
        # Long texts are compared by their hash, to save memory.
        key: str | bytes = text
        if len(text) > _LONGEST_COMPARED:
            key = hashlib.blake2b(text.encode(), digest_size=16).digest()
        if key in others:
            self.refuse(place, "Another attendee of the file has it too")
        others.add(key)


class _People:
    """Separates known staff from unknown by their ids, and collects the problems to report about them."""

    def __init__(self, users: Mapping[int, str]) -> None:
        self._users = users
        self._unknown: Counter[tuple[str, int | str, str]] = Counter()
        self._other_name: Counter[tuple[int, str]] = Counter()
        self.scanned_without_attending = 0

    def known(self, person: int | str | None) -> int | None:
        return person if isinstance(person, int) and person in self._users else None

    def credited(self, field: str, person: int | str | None, name: str | None) -> int | None:
        """The id of the person that the field credits, if a user here has it; otherwise a problem is recorded."""
        if person is None:
            return None
        known = self.known(person)
        if known is None:
            _count(self._unknown, (field, person, name or ""))
        elif name and name != self._users[known]:
            _count(self._other_name, (known, name))
        return known

    def problems(self) -> list[str]:
        """One sentence for each problem; problems that lose data come first."""
        sentences = [
            f"{field} names user {person}{f' ({name})' if name else ''}, who is unknown here:"
            f" it is left empty for {_attendees(times)}."
            for (field, person, name), times in self._unknown.most_common()
        ]
        sentences += [
            f"User {person} is {name} in the file and {self._users[person]} here, and keeps what is credited to them."
            for person, name in self._other_name
        ]
        if self.scanned_without_attending:
            sentences.append(
                f"scannedBy is left empty for {_attendees(self.scanned_without_attending)} who did not attend."
            )
        left_out = len(sentences) - LISTED_PROBLEMS
        if left_out > 0:
            sentences[LISTED_PROBLEMS:] = [f"And {left_out} more of this kind."]
        return sentences


def _attendees(number: int) -> str:
    return "1 attendee" if number == 1 else f"{number} attendees"


def _count(counter: Counter[_Key], key: _Key) -> None:
    # A file may name a million unknown people. This number is enough for the report.
    if key in counter or len(counter) < _COUNTED_APART:
        counter[key] += 1
