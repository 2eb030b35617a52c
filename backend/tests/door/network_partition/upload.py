"""The records of an evening once more, in an order that nobody has seen, for guests who have not come yet."""

import base64
import hashlib
from random import Random
from uuid import UUID

from tests.door.network_partition.checker import AtList
from tests.door.network_partition.evening import Evening, Venue
from tests.house import Json

AGO = 600_000
"""Milliseconds. Some devices' clocks are ahead, and nothing that they claim may be yet to come."""
AS_SHOWN = {
    "admitted": "admitted",
    "already": "already",
    "unknown": "not_on_list",
    "other_event": "other_event",
    "left": "left",
    "not_inside": "not_inside",
    "reentry_not_allowed": "already_left",
    "wrong_ticket_type": "wrong_ticket_type",
    "not_entered": "not_entered",
}
REFUSED = {"repeat", "turned_away"}


def uploaded(venue: Venue, evening: Evening, order: int) -> set[tuple[object, ...]]:
    """The result of the records: presences, rows of the log and conflicts, without ids of this upload."""
    chance = Random(order)  # noqa: S311 - so that it can be run again
    body = {"name": "Again", "date": "2030-11-20", "countsExits": evening.counts_exits}
    event = venue.ask("POST", "/api/events", body)
    lists = {each["id"]: _same_rule(venue, event, each) for each in evening.lists}
    guests = {ticket["qrData"]: venue.sell(event) for ticket in evening.tickets}
    of_hash = {_hash(text): _hash(guest["qrCodeData"]) for text, guest in guests.items()}
    of_id = {ticket["id"]: guests[ticket["qrData"]]["id"] for ticket in evening.tickets}

    def item(record: Json) -> Json | None:
        qr_hash = of_hash.get(record["hash"] or "")
        attendee_id = None if record["hash"] else of_id.get(record["attendeeId"])
        shown = record["shown"] or (record["result"] and AS_SHOWN.get(record["result"]["kind"]))
        # The server decides a record without a verdict of the door when it arrives.
        is_decided = record["kind"] == "undo" or shown not in {None, "undecided"}
        if not is_decided or (qr_hash is None and attendee_id is None):
            return None
        made = {
            "key": _key(record["key"], event["id"]),
            "kind": record["kind"],
            "direction": record.get("direction"),
            "listId": lists.get(record.get("listId")),
            "at": record["at"] + (record["clockOffset"] or 0) - AGO,
            "clockOffset": 0,
            "qrHash": qr_hash,
            "attendeeId": attendee_id,
            "shown": shown,
            "certainty": record["certainty"] or "confirmed",
            "undoes": record["undoes"] and _key(record["undoes"], event["id"]),
        }
        return {name: value for name, value in made.items() if value is not None}

    items = [made for made in map(item, evening.records) if made]
    queue = [*chance.sample(items, len(items)), *chance.choices(items, k=len(items) // 4)]
    while queue:
        size = chance.randint(1, 20)
        batch, queue = queue[:size], queue[size:]
        sent_at = max(each["at"] for each in batch) + AGO
        body = {"eventId": event["id"], "scannedBy": venue.user_ids["olive"], "sentAt": sent_at, "items": batch}
        venue.ask("POST", "/api/door/scans", body)

    came = venue.read(event["id"])
    place = {guest["id"]: number for number, guest in enumerate(guests.values())}
    keys = {row.id: _key(str(row.key), 0) for row in came.log}
    number = {None: None} | {list_id: place for place, list_id in enumerate(lists.values())}
    # Whether a refusal was right is known only once all records have arrived.
    outcomes = {row.id: "refused" if row.outcome in REFUSED else row.outcome for row in came.log}
    return {
        *(("guest", place[guest.id], guest.since, guest.left_at) for guest in came.guests),
        *(("list", place[at.attendee], number[at.list], *_seen(at)) for at in came.at_lists),
        *(
            ("row", keys[row.id], outcomes[row.id], row.at, place[row.attendee or 0], number[row.list])
            for row in came.log
        ),
        *(
            ("conflict", each.kind, frozenset(keys[row] for row in each.rows), number[each.list])
            for each in came.conflicts
        ),
    }


def _same_rule(venue: Venue, event: Json, of: Json) -> int:
    made = venue.new_list(event, {"name": of["name"], "rule": of["rule"]})
    return int(made["id"])


def _seen(at: AtList) -> tuple[object, ...]:
    return at.first_at, at.first_by, at.last_at, at.times, at.left_at


def _key(key: str, number: int) -> str:
    """Another key for each upload, and the same order among them all. Devices make keys of version 4."""
    return str(UUID(int=UUID(key).int >> 16 << 16 | number, version=3))


def _hash(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")
