"""An erasure does as much as its guests need, however many were erased and refused before (contract 4.erase)."""

from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from sqlalchemy import event, func, select
from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.door.models import ScanLogEntry
from doorlist.privacy import repository
from doorlist.privacy.due import Due
from doorlist.privacy.erasure import empty_refused_texts, erase_attendees
from tests.cast import SAM
from tests.house import House, new_attendee, new_event
from tests.privacy.effort import add_erased_guests, add_refused_texts, effort
from tests.privacy.guests import CARD, Known


@pytest.fixture
def known(house: House) -> Known:
    return Known(house)


def refused_with_text(house: House) -> int:
    with house.database.read() as tx:
        is_text = (ScanLogEntry.attendee_id.is_(None), ScanLogEntry.qr_data.is_not(None))
        return tx.scalar(select(func.count()).select_from(ScanLogEntry).where(*is_text)) or 0


FAR = datetime(9999, 1, 1, tzinfo=UTC)


def announce(house: House, *events: dict[str, Any]) -> None:
    """Announce the erasure of all guests of these events."""
    ids = [event["id"] for event in events]
    house.database.commit(partial(repository.add_announcements, event_ids=ids, at=clock.now(), added_until=FAR))


def find_due(tx: Session, *, before: str, limit: int) -> list[int]:
    """The guests of announced events before that day."""
    due = Due(before=before, moment=FAR, kept_from=before)
    return list(repository.guests_due(tx, due, announced_before=FAR, limit=limit))


@pytest.mark.plans
@pytest.mark.both_engines
def test_whoever_is_due_is_found_without_those_erased_before(house: House) -> None:  # 4.erase.485
    olive = house.signed_in()
    before, due = new_event(olive, name="Long ago"), new_event(olive, name="Due")
    ids = [each["id"] for each in new_attendee(olive, due, quantity=30)["attendees"]]
    announce(house, before, due)
    find = partial(find_due, before="9999-12-31", limit=20)
    first = effort(house.database, find)
    add_erased_guests(house.database, before["id"], 3_000)
    add_erased_guests(house.database, due["id"], 3_000)
    assert effort(house.database, find) <= first + 5
    with house.database.read() as tx:
        assert find(tx) == ids[:20]


def test_those_due_are_taken_event_by_event(house: House) -> None:  # 4.keep.492
    olive = house.signed_in()
    late = new_event(olive, name="Late", date="2026-03-01")
    early = new_event(olive, name="Early", date="2026-02-01")
    of_late = [each["id"] for each in new_attendee(olive, late, quantity=5)["attendees"]]
    of_early = [each["id"] for each in new_attendee(olive, early, quantity=5)["attendees"]]
    announce(house, late, early)
    with house.database.read() as tx:
        assert find_due(tx, before="2026-04-01", limit=7) == [*of_early, *of_late[:2]]
        assert find_due(tx, before="2026-03-01", limit=7) == of_early


class TestRefusedTexts:
    def test_of_whatever_event_are_empty(self, house: House, known: Known) -> None:  # 4.erase.473
        sam = house.signed_in(SAM)
        elsewhere = {"qrData": CARD, "eventId": known.elsewhere["id"]}
        assert sam.post("/api/attendees/scan", json=elsewhere).status_code == 400
        assert refused_with_text(house) > 3
        known.erase(house)
        assert refused_with_text(house) == 0

    def test_are_emptied_some_hundred_at_a_time_before_the_guest_is_locked(self, house: House, known: Known) -> None:
        # 4.erase.486
        add_refused_texts(house.database, known.event["id"], 1_200)
        add_refused_texts(house.database, None, 300)
        transactions: list[list[int]] = []
        ends: list[object] = []

        def note(_: object, cursor: object, statement: str, *__: object) -> None:
            if statement.startswith("UPDATE scan_log") and "attendee_id IN" not in statement:
                transactions[-1].append(cursor.rowcount)  # type: ignore[attr-defined]

        writer = house.database.engine
        event.listen(writer, "begin", lambda _: transactions.append([]))
        event.listen(writer, "commit", ends.append)
        event.listen(writer, "after_cursor_execute", note)
        known.erase(house)
        emptied = [sum(rows) for rows in transactions if rows]
        assert sum(emptied) >= 1_500
        assert max(emptied) <= 500
        assert refused_with_text(house) == 0

    @pytest.mark.both_engines
    @pytest.mark.plans
    def test_that_are_empty_are_not_read_again(self, house: House, known: Known) -> None:  # 4.erase.486
        look = partial(repository.refused_texts, after=0, limit=100)
        empty_refused_texts(house.database)
        first = effort(house.database, look)
        add_refused_texts(house.database, known.event["id"], 3_000)
        empty_refused_texts(house.database)
        assert effort(house.database, look) <= first + 1

    @pytest.mark.both_engines
    def test_that_come_in_between_go_with_the_guest(self, house: House, known: Known) -> None:  # 4.erase.473
        empty_refused_texts(house.database)
        add_refused_texts(house.database, None, 3, CARD)
        with house.database.write() as tx:
            erase_attendees(tx, [known.id], by=None, ledger=None)
        assert refused_with_text(house) == 0

    def test_stay_where_nobody_is_erased(self, house: House, known: Known) -> None:  # 4.erase.473
        texts = refused_with_text(house)
        assert house.signed_in(SAM).post("/api/attendees/999999/erase").status_code == 404
        assert refused_with_text(house) == texts
        known.erase(house)
        add_refused_texts(house.database, None, 3)
        known.erase(house)
        assert refused_with_text(house) == 3
