"""Whatever is edited, imported, brought back, restored or undone: no guest is erased who was not announced for 7 days.

The checker knows nothing of how the server counts. It notes what super admins are shown after each step, since when
each guest has been there, and when something last changed that their erasure depends on.
"""

import random
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from doorlist.attendees.models import Attendee
from doorlist.core import clock
from tests.backup.json import files
from tests.backup.test_restore import created
from tests.cast import SAM
from tests.house import House, Json, json_of, new_attendee, new_event
from tests.privacy.test_announcing import moving
from tests.privacy.test_retention import CALL, announced, run
from tests.spreadsheets.sending import guests as rows
from tests.spreadsheets.sending import send
from tests.users.moving_clock import MovingClock

__all__ = ["moving"]

SEVEN_DAYS = timedelta(days=7)
PERIODS = (1, 2, 5, 10, 30, None)
MANY = 10_000


class Shown(NamedTuple):
    """The figures that super admins were shown: how many guests of an event are erased until a day."""

    at: datetime
    events: list[Json]

    def guests(self, event_id: int, until: str) -> int:
        return sum(row["guests"] for row in self.events if row["id"] == event_id and row["eraseOn"] <= until)


class Year:
    """A year of an installation, at random."""

    def __init__(self, house: House, moving: MovingClock, seed: int) -> None:
        self.house, self.moving = house, moving
        self.random = random.Random(seed)  # noqa: S311 - a seed repeats the year
        self.there: dict[str, datetime] = {}
        self.changed: dict[int, datetime] = {}
        self.shown: list[Shown] = []
        self.files: list[bytes] = []
        self.backups: list[str] = []
        self.sheets: list[bytes] = []
        self.imported = 0
        self.erased = 0
        self.steps: list[Callable[[], None]] = [
            self.edit_date,
            self.edit_date,
            self.add_event,
            self.add_guest,
            self.import_rows,
            self.import_rows,
            self.undo_import,
            self.take_sheet,
            self.erase_guest,
            self.bring_back,
            self.take_file,
            self.restore_file,
            self.take_backup,
            self.restore_backup,
            self.set_period,
            self.postpone,
        ]

    @property
    def sam(self) -> TestClient:
        return self.house.signed_in(SAM)

    def day(self) -> str:
        return (clock.now() + timedelta(days=self.random.choice((-2500, -90, -30, -5, 0, 3, 20)))).date().isoformat()

    def events(self) -> list[int]:
        return [event["id"] for event in self.sam.get("/api/events").json()]

    def an_event(self) -> int:
        event_id: int = self.random.choice(self.events() or [new_event(self.sam, date=self.day())["id"]])
        return event_id

    def change(self, *event_ids: int) -> None:
        self.changed |= dict.fromkeys(event_ids or self.events(), clock.now())

    def add_event(self) -> None:
        self.change(new_event(self.sam, date=self.day())["id"])

    def add_guest(self) -> None:
        new_attendee(self.sam, {"id": self.an_event()})

    def edit_date(self) -> None:
        event_id = self.an_event()
        body = {"date": self.day(), "expectedErasures": MANY}
        before = json_of(self.sam.get(f"/api/events/{event_id}"))
        after = json_of(self.sam.put(f"/api/events/{event_id}", json=body))
        if after["date"] != before["date"]:
            self.change(event_id)

    def import_rows(self) -> None:
        number = self.random.randint(1, 4)
        text = rows(number, self.imported)
        self.imported += number
        assert send(self.sam, text, eventId=self.an_event(), expectedErasures=MANY).status_code == 200

    def undo_import(self) -> None:
        undoable = [row["id"] for row in self.sam.get("/api/imports").json() if row["canUndo"]]
        if undoable:
            assert self.sam.delete(f"/api/imports/{self.random.choice(undoable)}").status_code == 200

    def take_sheet(self) -> None:
        self.sheets.append(self.sam.get("/api/export/attendees.csv").content)

    def erase_guest(self) -> None:
        guests = [row["id"] for row in self.sam.get("/api/attendees").json() if row["erasedAt"] is None]
        if guests:
            assert self.sam.post(f"/api/attendees/{self.random.choice(guests)}/erase").status_code == 200

    def bring_back(self) -> None:
        if self.sheets:
            sheet = self.random.choice(self.sheets)
            assert send(self.sam, sheet, bringBack=True, expectedErasures=MANY).status_code == 200

    def take_file(self) -> None:
        self.files.append(files.export(self.house, self.sam))

    def restore_file(self) -> None:
        if self.files:
            answer = files.send(self.sam, self.random.choice(self.files), expectedErasures=str(MANY))
            assert answer.status_code == 200, answer.text
            self.restored()

    def take_backup(self) -> None:
        self.backups.append(created(self.sam))

    def restore_backup(self) -> None:
        if self.backups:
            period = self.period()
            body = {"filename": self.random.choice(self.backups), "expectedErasures": MANY}
            assert self.sam.post("/api/backup/restore", json=body).status_code == 200
            assert self.period() == period
            self.restored()

    def restored(self) -> None:
        self.there.clear()
        self.change()

    def period(self) -> int | None:
        days: int | None = json_of(self.sam.get(CALL))["keepDays"]
        return days

    def set_period(self, *given: int) -> None:
        days = self.random.choice(given or PERIODS)
        if days != self.period():
            self.change()
        assert self.sam.put(CALL, json={"keepDays": days, "guests": MANY}).status_code == 200

    def postpone(self) -> None:
        event_id = self.an_event()
        ahead = self.random.choice((None, 1, 9, 40))
        day = None if ahead is None else (clock.now() + timedelta(days=ahead)).date().isoformat()
        before = self.kept_until()
        assert self.sam.put(f"{CALL}/events/{event_id}", json={"keepUntil": day}).status_code == 200
        if self.kept_until() != before:
            self.change(event_id)

    def kept_until(self) -> dict[int, str]:
        return {row["id"]: row["keepUntil"] for row in json_of(self.sam.get(CALL))["postponed"]}

    def guests(self) -> dict[str, int]:
        """The event of each guest who is not erased, by invoice number, which a restore leaves."""
        with self.house.database.read() as tx:
            found = select(Attendee.invoice_number, Attendee.event_id).where(Attendee.erased_at.is_(None))
            return {row.invoice_number: row.event_id for row in tx.execute(found)}

    def note(self) -> None:
        self.there = {guest: self.there.get(guest, clock.now()) for guest in self.guests()}
        self.shown.append(Shown(clock.now(), announced(self.sam)))

    def run(self) -> None:
        before = self.guests()
        run(self.house)
        after = self.guests()
        gone = [guest for guest in before if guest not in after]
        now, today = clock.now(), clock.now().date().isoformat()
        for guest in gone:
            event_id = before[guest]
            assert now - self.there[guest] >= SEVEN_DAYS
            assert now - self.changed.get(event_id, datetime.min.replace(tzinfo=UTC)) >= SEVEN_DAYS
        for event_id, number in Counter(before[guest] for guest in gone).items():
            # All that was shown in these seven days, and last of all before them.
            start = max(place for place, shown in enumerate(self.shown) if now - shown.at >= SEVEN_DAYS)
            assert all(shown.guests(event_id, today) >= number for shown in self.shown[start:])
        self.erased += len(gone)

    def live(self, steps: int) -> None:
        self.set_period()
        for _ in range(steps):
            self.random.choice(self.steps)()
            self.note()
            for _ in range(self.random.choice((0, 0, 1, 1, 3, 9, 15))):
                self.moving.move(hours=self.random.choice((7, 24, 24, 24, 30)))
                self.run()
                self.note()
            if self.random.random() < 0.05:
                self.is_off()
        # Whatever happened, in the end a guest is due.
        self.add_guest()
        self.set_period(1)
        for _ in range(3):
            self.note()
            self.is_off()

    def is_off(self) -> None:
        """The server does not run for a while."""
        self.moving.move(days=40)
        self.run()
        self.note()


@pytest.mark.parametrize(
    ("seed", "steps"), [(1, 20), *(pytest.param(seed, 60, marks=pytest.mark.soak) for seed in range(2, 32))]
)
def test_no_run_erases_a_guest_who_was_not_announced(
    house: House, moving: MovingClock, seed: int, steps: int
) -> None:  # 4.keep.498, 499
    year = Year(house, moving, seed)
    year.live(steps)
    assert year.erased > 0
