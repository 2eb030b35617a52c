"""Requests and responses of uploads (contract 7.settle)."""

from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, PlainValidator, ValidationError, model_validator

from doorlist.attendees.schemas import CheckInDoor
from doorlist.core.api_model import (
    MAX_ROW_ID,
    ApiModel,
    ApiRequest,
    Characters,
    PersonRef,
    RowId,
    Timestamp,
    Whole,
    as_optional,
)
from doorlist.door.access.schemas import MOST_WAITING, Unsent
from doorlist.door.rules import LOGGED_REFUSED_CHARACTERS, Certainty, ConflictKind, Direction, Shown
from doorlist.door.schemas import Device, QrText, WholeHash
from doorlist.tickets.rules import LISTED_HASH_CHARACTERS

MOST_ITEMS = 200
LONGEST_KEY = 100
# 9999-12-31, in milliseconds since 1970.
LATEST = 253_402_214_400_000

Milliseconds = Annotated[Whole, Field(ge=0, le=LATEST)]
Number = Annotated[Whole, Field(ge=0, le=MAX_ROW_ID)]


class DoorRecord(ApiRequest):
    """A check-in, an exit or an undo in the outbox of a device. Times are in milliseconds since 1970.

    An exit is a check-in with the `direction` 'out', as is its undo. `listId` is the check-in list, null the entrance.

    A check-in names its ticket in one way: `qrHash`, `attendeeId`, or as `qrData` the beginning of a text that is no
    ticket. An undo names the check-in that it `undoes` by its key, and that one's ticket. `at` is of the device's
    clock, and `clockOffset` makes it the server's, where that is known.
    """

    key: UUID
    kind: Literal["check_in", "undo"] = "check_in"
    direction: Annotated[Direction, Field(json_schema_extra=as_optional)] = "in"
    list_id: RowId | None = None
    sequence: Number | None = None
    at: Milliseconds
    clock_offset: Annotated[Whole, Field(ge=-LATEST, le=LATEST)] | None = None
    qr_hash: WholeHash | None = None
    qr_data: QrText | None = None
    attendee_id: RowId | None = None
    listed_hash: Annotated[str, Characters(LISTED_HASH_CHARACTERS, LISTED_HASH_CHARACTERS)] | None = None
    shown: Shown | None = None
    certainty: Certainty | None = None
    as_of: Milliseconds | None = None
    undoes: UUID | None = None

    @model_validator(mode="after")
    def _is_whole(self) -> "DoorRecord":
        names = [name for name in (self.qr_hash, self.qr_data, self.attendee_id) if name is not None]
        if len(names) > 1:
            raise ValueError("Send only one of qrHash, qrData and attendeeId")
        if self.kind == "check_in" and not names:
            raise ValueError("Send one of qrHash, qrData and attendeeId")
        if self.kind == "undo" and self.undoes is None:
            raise ValueError("An undo names the check-in that it undoes")
        return self


class Unreadable(ApiModel):
    """A record that the server cannot read. It blocks no other record."""

    key: str
    detail: str


def _one_by_one(value: object) -> DoorRecord | Unreadable:
    try:
        record = DoorRecord.model_validate(value)
    except ValidationError as error:
        key = value.get("key") if isinstance(value, dict) else None
        if not isinstance(key, str) or len(key) > LONGEST_KEY:
            raise
        problem = error.errors()[0]
        where = ".".join(str(part) for part in problem["loc"])
        return Unreadable(key=key, detail=f"{where}: {problem['msg']}" if where else problem["msg"])
    if record.qr_data is None:
        return record
    return record.model_copy(update={"qr_data": record.qr_data[:LOGGED_REFUSED_CHARACTERS]})


class DoorRecords(ApiRequest):
    """The records of a device for one user and one event (null: all events), at most 200 of them.

    `grantId` is the device's grant by which they were made; null if there was none, or it is unknown.
    `sentAt` is the device's clock at this call. `pending` is how many more records wait on the device,
    `unsent` are their keys, and `lastSequence` is the highest number that any of its records has.
    """

    event_id: RowId | None = None
    scanned_by: RowId
    grant_id: RowId | None = None
    device: Device | None = None
    sent_at: Milliseconds
    pending: Annotated[Whole, Field(ge=0, le=MOST_WAITING)] = 0
    unsent: Unsent | None = None
    last_sequence: Number | None = None
    items: Annotated[
        list[Annotated[DoorRecord | Unreadable, PlainValidator(_one_by_one, json_schema_input_type=DoorRecord)]],
        Field(min_length=1, max_length=MOST_ITEMS),
    ]


class RecordOutcome(StrEnum):
    """The outcome of a record.

    `admitted` counts, and nobody came in before by that ticket, or the guest came back; `already` says when and by
    whom. `turned_away`: the ticket is valid, and nobody was in by it. `not_counted`: the device no longer had access.
    `failed` can never be applied, for the reason in `detail`.
    """

    ADMITTED = "admitted"
    ALREADY = "already"
    UNKNOWN = "unknown"
    INVALID = "invalid"
    OTHER_EVENT = "other_event"
    MARKED_ABSENT = "marked_absent"
    TURNED_AWAY = "turned_away"
    NOT_COUNTED = "not_counted"
    LEFT = "left"
    NOT_INSIDE = "not_inside"
    EXITS_NOT_COUNTED = "exits_not_counted"
    EXIT_UNDONE = "exit_undone"
    REENTRY_NOT_ALLOWED = "reentry_not_allowed"
    WRONG_TICKET_TYPE = "wrong_ticket_type"
    NOT_ENTERED = "not_entered"
    FULL = "full"
    FAILED = "failed"


class RecordResult(ApiModel):
    """The result of one record. `detail` is the other event's name, or why it failed.

    `checkInDoor` is the door that `checkedInBy` let the attendee in at; of a helper that person made the pass.
    `returned`: an admitted guest had left at `leftAt`.
    """

    key: str
    outcome: RecordOutcome
    attendee_id: int | None = None
    attended_at: Timestamp | None = None
    checked_in_by: PersonRef | None = None
    check_in_door: CheckInDoor | None = None
    detail: str | None = None
    event_date: str | None = None
    conflict: ConflictKind | None = None
    returned: bool = False
    left_at: Timestamp | None = None


class RecordResults(ApiModel):
    """The results, in the order of the upload; `now` is the server's clock in milliseconds."""

    now: int
    items: list[RecordResult]
