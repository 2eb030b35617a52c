"""The doors of an event at a glance (contract 7.doors)."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row
from sqlalchemy.orm import Session

from doorlist.check_in_lists.rules import ListRule
from doorlist.check_in_lists.service import list_lists
from doorlist.core import clock
from doorlist.door.access.devices import UnknownDevice
from doorlist.door.conflicts.repository import count_extra_people, count_open
from doorlist.door.data_generation import log_begins_after
from doorlist.door.figures import repository
from doorlist.door.figures.repository import Minute
from doorlist.door.figures.rules import LATEST_ARRIVALS, LINE_LASTS, RECENT, Contact, contact_of_door
from doorlist.door.figures.schemas import (
    ArrivalsPerMinute,
    ContactRequest,
    DoorOut,
    DoorsOut,
    LatestArrival,
    ListFigures,
)
from doorlist.events.service import get_event
from doorlist.users import access
from doorlist.users.door_credentials import DoorCredentials


def read_doors(tx: Session, event_id: int) -> DoorsOut:
    """The figures of the event's evening. Raises UnknownEvent."""
    event = get_event(tx, event_id)
    now = clock.now()
    guests = repository.count_guests(tx, event_id, since=now - RECENT)
    log_from = log_begins_after(tx)
    scans = repository.count_scans(tx, event_id, log_from=log_from, counts_exits=event.counts_exits)
    doors = _doors(tx, event_id, now, scans)
    exits = repository.count_exits(tx, event_id) if event.counts_exits else None
    return DoorsOut(
        event_id=event_id,
        as_of=now,
        arrived=sum(minute.guests for minute in guests if minute.begins is not None),
        expected=sum(minute.guests for minute in guests),
        inside=exits and exits.inside,
        left=exits and exits.left,
        leavers=exits and exits.leavers,
        possible_extra_people=count_extra_people(tx, event_id),
        refused=sum(door.refused for door in doors),
        last_five_minutes=sum(minute.recent for minute in guests),
        open_conflicts=count_open(tx, event_id),
        minutes=_line(guests),
        doors=doors,
        latest=[
            LatestArrival.model_validate(row)
            for row in repository.list_latest(tx, event_id, log_from=log_from, limit=LATEST_ARRIVALS)
        ],
        lists=_lists(tx, event_id, log_from),
    )


def _lists(tx: Session, event_id: int, log_from: int) -> list[ListFigures]:
    lists = list_lists(tx, event_id)
    if not lists:
        return []
    counts = repository.count_at_lists(tx, [each.id for each in lists])
    refused = repository.count_refused_at_lists(tx, event_id, log_from=log_from)
    found = [(each, counts.get(each.id, repository.ListCount())) for each in lists]
    return [
        ListFigures(
            **dict(each),
            guests=count.guests,
            times=count.times,
            inside=count.inside if each.rule == ListRule.REENTRY else None,
            refused=refused.get(each.id, 0),
            last_at=count.last_at,
        )
        for each, count in found
    ]


def record_contact(tx: Session, said: ContactRequest, door: DoorCredentials) -> None:
    """Note that the device is at its door, and what waits on it.

    Raises AccessEnded; without access UnknownDevice, or the problem of the session.
    """
    now = clock.now()
    mine = (
        held
        for held in door.held_access(tx)
        if said.event_id in {None, held.event_id}
        and (door.user is None or (held.user.id == door.user.id and not held.is_helpers))
    )
    # On a device that had a pass and is staff's now, or the other way round, the one that is still in use.
    held = min(mine, key=lambda each: (each.ended_at is not None, each.makes_until <= now), default=None)
    if held is None:
        raise door.no_access() if door.user is None else UnknownDevice()
    access.refuse_ended(held)
    access.update_access(tx, held.id, {"last_contact_at": now, "waiting": said.waiting})


def _line(guests: list[Minute]) -> list[ArrivalsPerMinute]:
    """The last hours of arrivals, in order of time."""
    came = sorted((minute.begins, minute.guests) for minute in guests if minute.begins is not None)
    if not came:
        return []
    last, _ = came[-1]
    return [ArrivalsPerMinute(minute=begins, count=count) for begins, count in came if begins > last - LINE_LASTS]


def _doors(tx: Session, event_id: int, now: datetime, counted: Sequence[Row[*tuple[Any, ...]]]) -> list[DoorOut]:
    """Each door that has a device or has scanned, by name; what has no name is the last."""
    devices = defaultdict[str | None, list[Contact]](list)
    for held, _ in access.list_devices(tx, event_id):
        contact = Contact(held.last_contact_at or held.begins_at, held.waiting, is_making=held.makes_until > now)
        devices[held.device].append(contact)
    scans = {row.door: row for row in counted}
    names = sorted(scans.keys() | devices.keys(), key=lambda name: (name is None, (name or "").casefold(), name))
    doors = []
    for name in names:
        row = scans.get(name)
        doors.append(
            DoorOut(
                door=name,
                check_ins=row.check_ins if row else 0,
                refused=row.refused if row else 0,
                last_scan_at=row.last_scan_at if row else None,
                **contact_of_door(devices.get(name, []), now)._asdict(),
            )
        )
    return doors
