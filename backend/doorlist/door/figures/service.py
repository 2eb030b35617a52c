"""The doors of an event at a glance (contract 7.doors)."""

from collections import defaultdict
from datetime import datetime

from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.door.conflicts.service import count_extra_people, count_open
from doorlist.door.figures import repository
from doorlist.door.figures.repository import Minute
from doorlist.door.figures.rules import LATEST_ARRIVALS, LINE_LASTS, RECENT, Contact, contact_of_door
from doorlist.door.figures.schemas import ArrivalsPerMinute, ContactRequest, DoorOut, DoorsOut, LatestArrival
from doorlist.door.grants.service import UnknownGrant
from doorlist.door.lineage import log_begins_after
from doorlist.events.service import get_event
from doorlist.users import grants
from doorlist.users.door_access import DoorCredentials


def read_doors(tx: Session, event_id: int) -> DoorsOut:
    """The figures of the event's evening. Raises UnknownEvent."""
    get_event(tx, event_id)
    now = clock.now()
    guests = repository.count_guests(tx, event_id, since=now - RECENT)
    log_from = log_begins_after(tx)
    doors = _doors(tx, event_id, now, log_from=log_from)
    return DoorsOut(
        event_id=event_id,
        as_of=now,
        arrived=sum(minute.guests for minute in guests if minute.begins is not None),
        expected=sum(minute.guests for minute in guests),
        possible_extra_people=count_extra_people(tx, event_id),
        refused=sum(door.refused for door in doors),
        last_five_minutes=sum(minute.recent for minute in guests),
        open_conflicts=count_open(tx, event_id),
        minutes=_line(guests),
        doors=doors,
        latest=[
            LatestArrival(
                id=row.id,
                full_name=row.full_name,
                table_number=row.table_number,
                at=row.attended_at,
                door=row.device,
            )
            for row in repository.list_latest(tx, event_id, log_from=log_from, limit=LATEST_ARRIVALS)
        ],
    )


def note_contact(tx: Session, said: ContactRequest, door: DoorCredentials) -> None:
    """Note that the device is at its door, and what waits on it.

    Raises GrantEnded; without a grant UnknownGrant, or the problem of the session.
    """
    now = clock.now()
    mine = (
        grant
        for grant in door.grants(tx)
        if said.event_id in {None, grant.event_id}
        and (door.user is None or (grant.user.id == door.user.id and not grant.is_helpers))
    )
    # On a device that had a pass and is staff's now, or the other way round, the one that is still in use.
    grant = min(mine, key=lambda grant: (grant.ended_at is not None, grant.makes_until <= now), default=None)
    if grant is None:
        raise door.no_access() if door.user is None else UnknownGrant()
    grants.refuse_ended(grant)
    grants.update_grant(tx, grant.id, {"last_contact_at": now, "waiting": said.waiting})


def _line(guests: list[Minute]) -> list[ArrivalsPerMinute]:
    """The last hours of arrivals, in order of time."""
    came = sorted((minute.begins, minute.guests) for minute in guests if minute.begins is not None)
    if not came:
        return []
    last, _ = came[-1]
    return [ArrivalsPerMinute(minute=begins, count=count) for begins, count in came if begins > last - LINE_LASTS]


def _doors(tx: Session, event_id: int, now: datetime, *, log_from: int) -> list[DoorOut]:
    """Each door that has a device or has scanned, by name; what has no name is the last."""
    devices = defaultdict[str | None, list[Contact]](list)
    for grant, *_ in grants.list_grants(tx, event_id):
        contact = Contact(grant.last_contact_at, grant.waiting, is_making=grant.makes_until > now)
        devices[grant.device].append(contact)
    scans = {row.door: row for row in repository.count_scans(tx, event_id, log_from=log_from)}
    names = sorted(scans.keys() | devices.keys(), key=lambda name: (name is None, (name or "").casefold(), name))
    doors = []
    for name in names:
        row, known = scans.get(name), contact_of_door(devices.get(name, []), now)
        doors.append(
            DoorOut(
                door=name,
                check_ins=row.check_ins if row else 0,
                refused=row.refused if row else 0,
                last_scan_at=row.last_scan_at if row else None,
                devices=known.devices if known else 0,
                is_online=known is not None and known.is_online,
                last_contact_at=known.at if known else None,
                waiting=known.waiting if known else 0,
            )
        )
    return doors
