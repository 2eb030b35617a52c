"""Imports and restores: the period stays in force, its clock starts anew, and the caller is asked (contract 4.keep)."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update
from typer.testing import CliRunner

from doorlist.attendees.models import Attendee
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import migrate
from doorlist.privacy.retention import get_retention
from tests.backup.json import files
from tests.backup.test_cli import run as in_shell
from tests.backup.test_restore import created
from tests.backup.test_restore import restore as ask_restore
from tests.cast import OLIVE, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.privacy.test_announcing import ADA, ERASED, moving, postpone, run_every_day, sam
from tests.privacy.test_retention import CALL, LONG_AGO, announced, evening, keep, names, run
from tests.spreadsheets.sending import guests as rows
from tests.spreadsheets.sending import preview, send
from tests.test_cli import shell
from tests.users.moving_clock import MovingClock

__all__ = ["moving", "sam", "shell"]

THREE_ON_20_FEBRUARY = {"guests": 3, "eraseOn": "2027-02-20"}
REFUSED = "guests_will_be_erased"


def period(house: House) -> Json:
    return json_of(house.signed_in(SAM).get(CALL))


def restore(house: House, filename: str, **fields: int) -> Json:
    answer = house.signed_in(SAM).post("/api/backup/restore", json={"filename": filename, **fields})
    assert answer.status_code == 200, answer.text
    return json_of(answer)


def kept_for_a_full_period(house: House, moving: MovingClock) -> None:
    """Check that nobody is erased for 91 days from now, and all guests of an event long over on the next day."""
    before = names(house)
    run_every_day(house, moving, 91)
    assert names(house) == before
    assert announced(house.signed_in(SAM)) != []
    run_every_day(house, moving, 1)
    assert names(house) == [ERASED] * len(before)


class TestAnImport:
    def test_says_how_many_will_be_erased_and_asks(
        self, house: House, sam: TestClient, moving: MovingClock
    ) -> None:  # 4.keep.497, 501; 7.keep.497
        keep(sam, 90)
        event, olive = new_event(sam, date="2019-01-01"), house.signed_in(OLIVE)
        assert preview(olive, rows(3), eventId=event["id"])["erasures"] == THREE_ON_20_FEBRUARY
        refused = problem(send(olive, rows(3), eventId=event["id"]), 409, REFUSED)
        assert refused["erasures"] == THREE_ON_20_FEBRUARY
        problem(send(olive, rows(3), eventId=event["id"], expectedErasures=2), 409, REFUSED)
        assert names(house) == []
        assert olive.get("/api/imports").json() == []
        done = send(olive, rows(3), eventId=event["id"], expectedErasures=3)
        assert (done.status_code, json_of(done)["erasures"]) == (200, None)
        kept_for_a_full_period(house, moving)

    def test_of_rows_asks_as_well(self, sam: TestClient) -> None:  # 4.keep.501
        keep(sam, 90)
        event = new_event(sam, date="2019-01-01")
        body = {"eventId": event["id"], "attendees": [{"fullName": "Grace", "phone": "0400 1"}]}
        refused = problem(sam.post("/api/attendees/bulk-import", json=body), 409, REFUSED)
        assert refused["erasures"] == {"guests": 1, "eraseOn": "2027-02-20"}
        answer = sam.post("/api/attendees/bulk-import", json=body | {"expectedErasures": 1})
        assert (answer.status_code, json_of(answer)["imported"]) == (200, 1)

    @pytest.mark.either_engine
    def test_into_an_event_that_is_kept_is_not_asked_about(self, house: House, sam: TestClient) -> None:
        # 4.keep.501
        keep(sam, 90)
        ahead, old = new_event(sam), new_event(sam, date="2019-01-01")
        postpone(house, old, "2028-01-01")
        for event in (ahead, old):
            assert preview(sam, rows(2), eventId=event["id"])["erasures"] is None
            assert send(sam, rows(2), eventId=event["id"]).status_code == 200


class TestBringingBack:
    """A guest who was erased, and comes back with an import, counts from then (4.keep.497)."""

    @pytest.fixture
    def event(self, sam: TestClient) -> Json:
        return evening(sam, "2019-01-01")

    @pytest.fixture
    def sheet(self, sam: TestClient, event: Json) -> bytes:  # noqa: ARG002 - with the guest of the event
        return sam.get("/api/attendees/export/csv").content

    def bring_back(self, house: House, event: Json, sheet: bytes, *, expected: int) -> None:
        sam, wanted = house.signed_in(SAM), {"eventId": event["id"], "bringBack": True}
        refused = problem(send(sam, sheet, **wanted, expectedErasures=expected - 1), 409, REFUSED)
        assert refused["erasures"]["guests"] == expected
        assert preview(sam, sheet, **wanted)["erasures"] == refused["erasures"]
        assert json_of(send(sam, sheet, **wanted, expectedErasures=expected))["broughtBack"] == expected

    def test_asks_and_keeps_them_for_a_full_period(
        self, house: House, sam: TestClient, moving: MovingClock, event: Json, sheet: bytes
    ) -> None:  # 4.keep.497, 501
        keep(sam, 90, guests=1)
        run_every_day(house, moving, 8)
        assert names(house) == [ERASED]
        self.bring_back(house, event, sheet, expected=1)
        kept_for_a_full_period(house, moving)

    @pytest.mark.both_engines
    def test_is_not_covered_by_the_announcement_of_before(
        self, house: House, sam: TestClient, moving: MovingClock, event: Json, sheet: bytes
    ) -> None:  # 4.keep.498, 499
        keep(sam, 1, guests=1)
        [guest] = sam.get("/api/attendees").json()
        moving.move(days=7)
        sam = house.signed_in(SAM)
        assert [row["guests"] for row in announced(sam)] == [1]
        assert sam.post(f"/api/attendees/{guest['id']}/erase").status_code == 200
        self.bring_back(house, event, sheet, expected=1)
        assert announced(house.signed_in(SAM)) == []
        run_every_day(house, moving, 8)
        assert names(house) == [ADA]
        run_every_day(house, moving, 1)
        assert names(house) == [ERASED]


class TestAFile:
    def test_says_how_many_will_be_erased_and_asks(
        self, house: House, sam: TestClient, moving: MovingClock
    ) -> None:  # 4.keep.497, 501, 502; 7.keep.498
        keep(sam, 90)
        old = {"createdAt": "2019-01-01T00:00:00.000Z"}
        erased = files.file_attendee(4, fullName=ERASED, erasedAt="2020-01-01T00:00:00.000Z", phone="-")
        content = files.file_of(
            [files.file_event(date="2019-01-01")], [*(files.file_attendee(n, **old) for n in (1, 2, 3)), erased]
        )
        assert json_of(files.preview(sam, content))["erasures"] == THREE_ON_20_FEBRUARY
        assert problem(files.send(sam, content), 409, REFUSED)["erasures"] == THREE_ON_20_FEBRUARY
        assert sam.get("/api/backup/list").json() == []  # nothing was begun
        done = files.send(sam, content, expectedErasures="3")
        assert done.status_code == 200, done.text
        assert (period(house)["keepDays"], names(house)) == (90, ["Guest 1", "Guest 2", "Guest 3", ERASED])
        kept_for_a_full_period(house, moving)

    @pytest.mark.both_engines
    def test_keeps_postponed_events(self, house: House, sam: TestClient) -> None:  # 4.keep.503
        keep(sam, 90)
        event = evening(sam, "2019-01-01")
        postpone(house, event, "2028-01-01")
        content = files.export(house)
        assert json_of(files.preview(sam, content))["erasures"] is None
        files.restored(sam, content)
        assert [row["keepUntil"] for row in period(house)["postponed"]] == ["2028-01-01"]


class TestAServerBackup:
    @pytest.mark.both_engines
    def test_turns_no_period_on(self, house: House, sam: TestClient, moving: MovingClock) -> None:  # 4.keep.502
        evening(sam, "2019-01-01", guests=3)
        keep(sam, 90, guests=3)
        filename = created(sam)
        keep(sam, None)
        former = period(house)
        comparison = json_of(sam.get(f"/api/backup/{filename}/comparison"))
        assert comparison["keepDays"] is None
        restore(house, filename)
        assert period(house) == former
        run_every_day(house, moving, 100)
        assert names(house) == [ADA] * 3

    def test_keeps_the_period_and_starts_it_anew(
        self, house: House, sam: TestClient, moving: MovingClock
    ) -> None:  # 4.keep.497, 502; 4.backup.32
        evening(sam, "2019-01-01", guests=3)
        keep(sam, 30, guests=3)
        filename = created(sam)
        moving.move(days=6)
        sam = house.signed_in(SAM)
        keep(sam, 90, guests=3)
        former = period(house)
        assert json_of(sam.get(f"/api/backup/{filename}/comparison"))["keepDays"] == 90
        refused = problem(ask_restore(sam, filename), 409, REFUSED)
        assert refused["erasures"] == {"guests": 3, "eraseOn": "2027-02-26"}
        assert period(house) == former
        restore(house, filename, expectedErasures=3)
        assert period(house) == former | {"announced": []}
        kept_for_a_full_period(house, moving)

    def test_withdraws_the_announcements_of_the_backup(
        self, house: House, sam: TestClient, moving: MovingClock
    ) -> None:  # 4.keep.499, 502
        evening(sam, "2019-01-01")
        keep(sam, 1, guests=1)
        filename = created(sam)
        moving.move(days=30)
        restore(house, filename, expectedErasures=1)
        run(house)
        assert names(house) == [ADA]
        run_every_day(house, moving, 7)
        assert names(house) == [ADA]
        run_every_day(house, moving, 1)
        assert names(house) == [ERASED]

    @pytest.mark.parametrize(
        ("then", "since"), [("2028-01-01", None), (None, "2028-01-01"), ("2027-01-01", "2028-01-01")]
    )
    def test_keeps_events_until_the_later_day(
        self, house: House, sam: TestClient, then: str | None, since: str | None
    ) -> None:  # 4.keep.503
        event = evening(sam, "2019-01-01")
        keep(sam, 90, guests=1)
        postpone(house, event, then)
        filename = created(sam)
        postpone(house, event, since)
        restore(house, filename)
        assert [row["keepUntil"] for row in period(house)["postponed"]] == ["2028-01-01"]

    @pytest.mark.both_engines
    def test_knows_who_set_the_period_if_the_backup_does(self, house: House, sam: TestClient) -> None:  # 4.keep.502
        filename = created(sam)
        vera = {"username": "vera", "fullName": "Vera", "role": "super_admin", "password": "a long enough one"}
        assert sam.post("/api/users", json=vera).status_code == 201
        keep(sam, 90)
        restore(house, filename)
        assert period(house)["changedBy"]["fullName"] == SAM.full_name

    def test_asks_in_the_shell(self, house: House, sam: TestClient, shell: CliRunner) -> None:  # 4.keep.504
        evening(sam, "2019-01-01", guests=2)
        keep(sam, 90, guests=2)
        filename = created(sam)
        left = in_shell(shell, "restore", filename, typed="y\nn\n")
        assert left.exit_code == 1
        assert "2 guests of this backup will be erased on 2027-02-20" in left.stdout
        assert "Restored" not in left.stdout
        done = in_shell(shell, "restore", filename, typed="y\ny\n")
        assert done.exit_code == 0, done.output
        assert "The retention period stays as it was: 90 days" in done.stdout
        assert in_shell(shell, "restore", filename, "--yes").exit_code == 0
        keep(house.signed_in(SAM), None)
        kept = in_shell(shell, "restore", filename, "--yes")
        assert "Guests are kept until they are deleted" in kept.stdout

    def test_of_a_lost_server_brings_no_period(
        self, house: House, sam: TestClient, tmp_path_factory: pytest.TempPathFactory
    ) -> None:  # 4.keep.502
        if not house.database.is_sqlite:
            pytest.skip("Another server's database is the same on both engines but for how the test makes one.")
        evening(sam, "2019-01-01")
        keep(sam, 90, guests=1)
        file = house.settings.data_dir / "backups" / created(sam)
        settings = Settings(data_dir=tmp_path_factory.mktemp("new server"))
        settings.prepare_data_dir()
        runner = CliRunner(env={"DOORLIST_DATA_DIR": str(settings.data_dir), "DOORLIST_DATABASE_URL": ""})
        done = in_shell(runner, "restore", str(file), "--yes")
        assert "Guests are kept until they are deleted" in done.stdout, done.output
        database = Database(settings)
        migrate(database)
        with database.read() as tx:
            assert get_retention(tx).keep_days is None
        database.close()


def test_a_guest_added_by_hand_counts_from_then(house: House, sam: TestClient, moving: MovingClock) -> None:
    # 4.keep.497
    event = new_event(sam, date="2019-01-01")
    keep(sam, 90)
    new_attendee(sam, event)
    kept_for_a_full_period(house, moving)


@pytest.mark.both_engines
def test_an_event_that_is_over_counts_from_its_day(house: House, sam: TestClient, moving: MovingClock) -> None:
    # 4.keep.491
    event = new_event(sam, date="2026-11-25")
    new_attendee(sam, event)
    house.database.commit(lambda tx: tx.execute(update(Attendee).values(created_at=LONG_AGO)))
    keep(sam, 10)
    run_every_day(house, moving, 16)
    assert names(house) == [ADA]
    run_every_day(house, moving, 1)
    assert (clock.now().date().isoformat(), names(house)) == ("2026-12-07", [ERASED])
