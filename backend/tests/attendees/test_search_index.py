"""The index behind the list: it finds what a plain recount finds, whatever was written and how; and it is used."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import delete, event, select, text, update
from sqlalchemy.orm import Session

from doorlist import serving
from doorlist.attendees import search
from doorlist.attendees.bulk_insert import NewAttendee, insert_rows
from doorlist.attendees.fields import values_of
from doorlist.attendees.lists import list_ids
from doorlist.attendees.models import Attendee
from doorlist.attendees.rules import PaymentGroup, owed_cents, search_text
from doorlist.attendees.schemas import STORED, AttendeeFilters, AttendeeOut, CheckInDoor
from doorlist.attendees.wire_sql import attendees_as_json
from doorlist.backup.restore import restore_backup
from doorlist.backup.rules import BackupKind
from doorlist.backup.service import Backups
from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import migrate
from doorlist.core.errors import RetryTransaction
from doorlist.core.text import search_words, without_case
from doorlist.door.models import ScanLogEntry
from doorlist.events.models import Event
from doorlist.events.schemas import EventRef
from doorlist.users.models import User
from tests.cast import SAM
from tests.databases import PostgresDatabases
from tests.house import House, new_attendee, new_event

SYLLABLES = ("an", "ma", "Ri", "é", "el ", "jo", "100%", "_", "'", '"', "\\", "-", "ß", "ж", "田", "AND", "*", ":1:")
PAYMENTS = ("paid", "Unpaid", "free", "COMP", "PAID by card", "50%", "x", '"')


def fixed_chance() -> random.Random:
    return random.Random(1)  # noqa: S311 - the same rows each time


def row(event_id: int, chance: random.Random, **fields: Any) -> NewAttendee:
    now = clock.now()
    values = {
        "full_name": "".join(chance.choices(SYLLABLES, k=chance.randint(1, 6))).strip(" ") or "x",
        "phone": f"+61 4{chance.randrange(100):02d}-{chance.randrange(100):02d}",
        "payment_status": chance.choice(PAYMENTS),
        "table_number": chance.choice((0, 1, 7)),
        "notes": chance.choice((None, None, "".join(chance.choices(SYLLABLES, k=3)))),
        "created_at": now,
        "updated_at": now,
        "ticket_type_id": chance.choice((None, 1, 2)),
    }
    return NewAttendee(event_id=event_id, **{**values, **fields})


def recount(tx: Session, filters: AttendeeFilters) -> list[int]:
    """The ids that match, newest first, by a check of every attendee."""
    words, payment = search_words(filters.search), without_case(filters.payment)
    found = []
    for one in tx.scalars(select(Attendee).order_by(Attendee.id.desc())):
        looked_into = search_text(vars(one))
        if (
            all(word in looked_into for word in words)
            and payment in without_case(one.payment_status)
            and filters.event_id in {None, one.event_id}
            and filters.payment_group in {None, one.payment_group}
            and filters.attended in {None, one.attended}
            and filters.ticket_type_id in {None, one.ticket_type_id}
            and filters.table_number in {None, one.table_number}
        ):
            found.append(one.id)
    return found


def some_filters(tx: Session, chance: random.Random) -> Iterator[AttendeeFilters]:
    """All attendees, each kind of filter alone, and some together; searches mostly for parts of existing texts."""
    texts = list(tx.scalars(select(Attendee.search_text))) or ["nobody"]
    events = [*tx.scalars(select(Event.id)), 999]
    for number in range(12):
        of = chance.choice(texts)
        start = chance.randrange(len(of))
        part = of[start : start + chance.choice((1, 2, 3, 4, 5, 9, 14))].partition("\n")[0]
        yield AttendeeFilters(
            search=part if number % 4 else "",
            payment=chance.choice(("", "", "pa", "aid", "paid", "%", "fre", '"')),
            payment_group=chance.choice((None, None, *PaymentGroup)),
            attended=chance.choice((None, None, True, False)),
            event_id=chance.choice((None, *events)),
            ticket_type_id=chance.choice((None, None, 1, 3)),
            table_number=chance.choice((None, None, None, 0, 7)),
        )
        yield AttendeeFilters(search=part)


def check(database: Database, chance: random.Random) -> None:
    """Search, pages and totals agree with a recount."""
    with database.read() as tx:
        for filters in some_filters(tx, chance):
            expected = recount(tx, filters)
            found = search.find_matches(tx, filters, limit=2)
            assert found.ids == expected[:2], filters
            assert found.total in {None, len(expected)}, filters
            assert search.count_matches(tx, filters) == len(expected), filters
            pages = found.ids
            while found.ids:
                found = search.find_matches(tx, filters, limit=3, after=pages[-1])
                pages = pages + found.ids
            assert pages == expected, filters
        indexed, attendees = text("SELECT count(*) FROM attendee_search"), text("SELECT count(*) FROM attendees")
        assert tx.scalar(indexed) == tx.scalar(attendees)
    with database.write() as tx:
        if database.is_sqlite:
            assert tx.scalar(text("SELECT count(*) FROM attendee_search_paused")) == 0
            tx.execute(text("INSERT INTO attendee_search (attendee_search, rank) VALUES ('integrity-check', 0)"))
        else:
            differing = text(
                "SELECT count(*) FROM attendees a FULL JOIN attendee_search s ON attendee_id = id"
                " WHERE (a.event_id, payment_folded, a.payment_group, a.search_text)"
                " IS DISTINCT FROM (s.event_id, payment, s.payment_group, s.search_text)"
            )
            assert tx.scalar(differing) == 0


def registers(client: TestClient, database: Database, chance: random.Random) -> None:
    drawn = row(chance.choice(event_ids(database)), chance)
    body = {"fullName": drawn.full_name, "phone": drawn.phone, "tableNumber": 1, "paymentStatus": drawn.payment_status}
    client.post("/api/attendees", json={"eventId": drawn.event_id, "idempotencyKey": str(uuid4()), **body})


def edits(client: TestClient, database: Database, chance: random.Random) -> None:
    drawn = row(1, chance)
    changes = {"fullName": drawn.full_name, "phone": drawn.phone, "paymentStatus": drawn.payment_status}
    field = chance.choice(list(changes))
    client.put(f"/api/attendees/{some_id(database, chance)}", json={field: changes[field]})


def deletes(client: TestClient, database: Database, chance: random.Random) -> None:
    client.delete(f"/api/attendees/{some_id(database, chance)}")


def checks_in(client: TestClient, database: Database, chance: random.Random) -> None:
    attended = chance.random() < 0.8
    client.patch(f"/api/attendees/{some_id(database, chance)}/attendance", json={"attended": attended})


def imports(_: TestClient, database: Database, chance: random.Random) -> None:
    with database.write() as tx:
        event_id = tx.scalars(select(Event.id)).first()
        assert event_id is not None
        insert_rows(tx, [row(event_id, chance, import_id=chance.randrange(3)) for _ in range(chance.randint(1, 12))])


def fails_to_import(_: TestClient, database: Database, chance: random.Random) -> None:
    with pytest.raises(RetryTransaction), database.write() as tx:
        insert_rows(tx, [row(event_ids(database)[0], chance), row(987, chance)])


def undoes(_: TestClient, database: Database, chance: random.Random) -> None:
    with database.write() as tx:
        tx.execute(delete(Attendee).where(Attendee.import_id == chance.randrange(3)))


def deletes_an_event(client: TestClient, database: Database, chance: random.Random) -> None:
    client.delete(f"/api/events/{chance.choice(event_ids(database))}")
    new_event(client)


def restores(_: TestClient, database: Database, chance: random.Random) -> None:
    """Restore from JSON, in effect: every row is deleted, and others with new ids are added in no order."""
    with database.write() as tx:
        tx.execute(delete(Attendee))
        tx.execute(delete(Event))
        now = clock.now()
        tx.add(
            Event(id=chance.randrange(10, 5000), name="E", date="2026-11-20", version=1, created_at=now, updated_at=now)
        )
    event_id = event_ids(database)[0]
    ids = chance.sample(range(1, 10**12), 8)
    with database.write() as tx:
        insert_rows(tx, [row(event_id, chance, id=row_id, attended_at=clock.now()) for row_id in ids])


def event_ids(database: Database) -> list[int]:
    with database.read() as tx:
        return list(tx.scalars(select(Event.id)))


def some_id(database: Database, chance: random.Random) -> int:
    with database.read() as tx:
        ids: list[int] = [*tx.scalars(select(Attendee.id)), 1]
        return chance.choice(ids)


Step = Callable[[TestClient, Database, random.Random], None]
STEPS: list[Step] = [registers] * 4 + [edits] * 4 + [checks_in] * 2 + [deletes] * 2 + [imports] * 3
STEPS += [fails_to_import, undoes, deletes_an_event, restores]


@pytest.mark.parametrize("seed", [0, 2])
def test_it_finds_what_a_recount_finds_after_whatever_was_done(  # 7.list.3, 6, 7, 8, 11..13
    house: House, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    # Few rows are checked one by one, so that PostgreSQL has to ask its index for these short lists as well.
    monkeypatch.setattr(search, "NEWEST", 4)
    monkeypatch.setattr(search, "NEWEST_PER_WANTED", seed)
    chance = random.Random(seed)  # noqa: S311 - the same steps each time
    sam = house.signed_in(SAM)
    for _ in range(2):
        new_event(sam)
    imports(sam, house.database, chance)
    check(house.database, chance)
    for number in range(36):
        chance.choice(STEPS)(sam, house.database, chance)
        if number % 4 == 3:
            check(house.database, chance)
    for last in (restores, registers, edits, deletes_an_event):
        last(sam, house.database, chance)
        check(house.database, chance)


def index_writes(database: Database) -> object:
    """Something that differs after anything was written to the index."""
    with database.read() as tx:
        if database.is_sqlite:
            return tx.execute(text("SELECT id, block FROM attendee_search_data ORDER BY id")).all()
        return tx.execute(text("SELECT attendee_id, xmin::text, ctid::text FROM attendee_search ORDER BY 1")).all()


@pytest.mark.both_engines
def test_a_check_in_does_not_touch_it_and_an_edit_of_a_name_does(house: House) -> None:
    olive = house.signed_in()
    attendee = new_attendee(olive, new_event(olive))
    before = index_writes(house.database)
    olive.post("/api/attendees/scan", json={"qrData": attendee["qrCodeData"]})
    olive.patch(f"/api/attendees/{attendee['id']}/attendance", json={"attended": False})
    olive.put(f"/api/attendees/{attendee['id']}", json={"tableNumber": 3})
    assert index_writes(house.database) == before
    olive.put(f"/api/attendees/{attendee['id']}", json={"fullName": "Grace Hopper"})
    assert index_writes(house.database) != before


def plans(database: Database, filters: AttendeeFilters, *, after: int | None = None, counted: bool = True) -> list[str]:
    """How the engine carries out the statements of one search; one text for each."""
    seen: list[tuple[str, Any]] = []

    def remember(_: object, __: object, statement: str, parameters: Any, *___: object) -> None:
        seen.append((statement, parameters))

    with database.read() as tx:
        if not database.is_sqlite:
            # PostgreSQL reads a table this small faster without the index.
            for other in ("seqscan", "indexscan") if filters.search else ("seqscan",):
                tx.execute(text(f"SET LOCAL enable_{other} = off"))
        event.listen(tx.connection(), "before_cursor_execute", remember)
        page = filters.model_copy(update={"after": None if after is None else str(after)})
        list_ids(tx, page, limit=1, counted=counted)
        event.remove(tx.connection(), "before_cursor_execute", remember)
        explain = "EXPLAIN QUERY PLAN " if database.is_sqlite else "EXPLAIN "
        return [
            "\n".join(str(line[-1]) for line in tx.connection().exec_driver_sql(explain + statement, parameters))
            for statement, parameters in seen
            if not statement.startswith("SET")
        ]


def fill(database: Database, attendees: int = 2000) -> None:
    chance = fixed_chance()
    now = clock.now()
    with database.write() as tx:
        events = [Event(name="E", date="2026-11-20", version=1, created_at=now, updated_at=now) for _ in range(2)]
        tx.add_all(events)
        tx.flush()
        insert_rows(tx, [row(events[0].id, chance) for _ in range(attendees)])
    if not database.is_sqlite:
        with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("ANALYZE"))


@pytest.mark.plans
@pytest.mark.both_engines
def test_searches_are_carried_out_with_it(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "NEWEST", 2)
    monkeypatch.setattr(search, "NEWEST_PER_WANTED", 0)
    fill(database)
    for filters in (
        AttendeeFilters(search="rare"),
        AttendeeFilters(search="inv-7"),
        AttendeeFilters(search="rare", event_id=1, payment_group=PaymentGroup.PAID, payment="paid"),
        AttendeeFilters(search="rare", attended=False),
    ):
        for after in (None, 1900):
            made = plans(database, filters, after=after)
            if database.is_sqlite:
                assert all("attendee_search VIRTUAL TABLE INDEX" in plan for plan in made), made
                assert not any("SCAN attendees" in plan or "TEMP B-TREE FOR ORDER BY" in plan for plan in made), made
            else:
                assert "ix_attendee_search_search_text" in made[1], made


@pytest.mark.plans
@pytest.mark.both_engines
def test_pages_without_a_search_walk_the_order_of_the_list(database: Database) -> None:
    fill(database)
    for filters in (AttendeeFilters(), AttendeeFilters(event_id=1)):
        [page, *_] = plans(database, filters, after=1900, counted=False)
        if database.is_sqlite:
            assert "TEMP B-TREE FOR ORDER BY" not in page
            assert "SEARCH attendees" in page
        else:
            assert "attendee_search" in page
            assert "Index Scan Backward" in page


def modelled_attendee(tx: Session, row_id: int) -> AttendeeOut:
    """The attendee from its rows, without a ticket type, a message or an exit."""
    attendee = tx.get_one(Attendee, row_id)
    event_ = tx.get_one(Event, attendee.event_id)
    door = select(ScanLogEntry.device).where(
        ScanLogEntry.attendee_id == row_id,
        ScanLogEntry.scanned_at == attendee.attended_at,
        ScanLogEntry.user_id == attendee.scanned_by,
    )
    device = tx.scalar(door)

    def person(user_id: int | None) -> PersonRef | None:
        return None if user_id is None else PersonRef(id=user_id, full_name=tx.get_one(User, user_id).full_name)

    return AttendeeOut(
        **values_of(attendee, STORED),
        event=EventRef.model_validate(event_),
        owed_cents=owed_cents(
            PaymentGroup(attendee.payment_group),
            amount_paid_cents=attendee.amount_paid_cents,
            ticket_price_cents=event_.ticket_price_cents,
        ),
        seller=person(attendee.sold_by),
        scanner=person(attendee.scanned_by),
        updated_by=person(attendee.updated_by),
        check_in_door=CheckInDoor(door=device, helper=None) if device else None,
        ticket_type=None,
        inside=attendee.attended,
        ticket_mail=None,
    )


@pytest.mark.both_engines
def test_the_whole_list_has_every_field_as_the_model_writes_it(house: House) -> None:  # 7.list.2; 10.wire.1, 2
    olive, sam = house.signed_in(), house.signed_in(SAM)
    priced = new_event(sam, name='Gala "Ж" \\ 😀', ticketPriceCents=5000)
    free = new_event(olive, time=None)
    made = []
    for gala in (priced, free):
        for status, amount in (("paid", None), ("unpaid", None), ("partial", 2000), ("Comp", 0), ("owing", 9900)):
            fields = {"paymentStatus": status, "fullName": 'Zoë "Q" O\'Hara \\ 🎟️', "phone": "+61 4"}
            made.append(new_attendee(sam, gala, amountPaidCents=amount, **fields))
    olive.post("/api/attendees/scan", json={"qrData": made[0]["qrCodeData"]})
    olive.put(f"/api/attendees/{made[1]['id']}", json={"tableNumber": 9})
    with house.database.write() as tx:
        tx.execute(update(Attendee).where(Attendee.id == made[2]["id"]).values(sold_by=None, updated_by=None))
        insert_rows(tx, [row(free["id"], fixed_chance(), attended_at=clock.now(), table_number=0)])
    with house.database.read() as tx:
        ids = list(tx.scalars(select(Attendee.id).order_by(Attendee.id.desc())))
        modelled = [modelled_attendee(tx, row_id).model_dump(mode="json", by_alias=True) for row_id in ids]
        assert json.loads(attendees_as_json(tx, ids)) == modelled
        assert json.loads(attendees_as_json(tx, [])) == []
        assert json.loads(attendees_as_json(tx, [10**12])) == []
    assert olive.get("/api/attendees").json() == modelled
    assert olive.get("/api/attendees?limit=500").json() == modelled
    # To the letter, whichever engine wrote it.
    assert olive.get("/api/attendees").text == json.dumps(modelled, separators=(",", ":"), ensure_ascii=False)


def test_a_list_whose_rows_go_while_it_is_read_is_still_one_array(  # 7.list.2
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    olive = house.signed_in()
    gala = new_event(olive)
    made = [new_attendee(olive, gala)["id"] for _ in range(6)]
    monkeypatch.setattr("doorlist.attendees.router.CHUNK", 2)
    read = attendees_as_json
    for gone in ({5, 4}, {3, 2}, {1, 0}, {5, 4, 3, 2}, {3, 2, 1, 0}, {0, 1, 2, 3, 4, 5}, {2}):
        left = [row_id for row_id in made if row_id not in {made[place] for place in gone}]
        monkeypatch.setattr(
            "doorlist.attendees.lists.attendees_as_json",
            lambda tx, ids, left=left: read(tx, [row_id for row_id in ids if row_id in left]),
        )
        assert [one["id"] for one in olive.get("/api/attendees").json()] == left[::-1]


@pytest.mark.both_engines
def test_a_backup_brings_it_along(database: Database, settings: Settings) -> None:
    fill(database, 60)
    name = Backups(database, settings).take(BackupKind.MANUAL).filename
    with database.write() as tx:
        tx.execute(delete(Attendee).where(Attendee.id % 2 == 0))
        insert_rows(tx, [row(tx.scalars(select(Event.id)).all()[0], fixed_chance())])
    check(database, fixed_chance())
    restore_backup(Backups(database, settings), name, by=None)
    with database.read() as tx:
        assert search.count_matches(tx, AttendeeFilters(search="inv-")) == 60
        assert not search.lacks_index(tx)
    check(database, fixed_chance())
    with database.write() as tx:
        insert_rows(tx, [row(tx.scalars(select(Event.id)).all()[0], fixed_chance())])
        tx.execute(delete(Attendee).where(Attendee.id % 3 == 0))
    check(database, fixed_chance())


def test_without_the_extension_postgresql_searches_all_the_same_and_says_how_to_mend_it(  # 10.run.13
    postgres_databases: PostgresDatabases, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with postgres_databases.fresh(tmp_path / "data") as settings:
        assert settings.database_url is not None
        role = f"modest_{uuid4().hex}"
        with psycopg.connect(settings.database_url, autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
            connection.execute(f"CREATE ROLE {role} LOGIN; GRANT ALL ON SCHEMA public TO {role}".encode())
        modest = settings.database_url.replace("//doorlist@", f"//{role}@")
        assert modest != settings.database_url
        database = Database(Settings(data_dir=tmp_path / "data", database_url=modest))
        migrate(database)
        fill(database)
        check(database, fixed_chance())
        serving.warn_missing_index(database)
        advice = capsys.readouterr().out.partition("mend that with: ")[2]
        with psycopg.connect(settings.database_url, autocommit=True) as connection:
            connection.execute(advice.encode())
        with database.read() as tx:
            assert not search.lacks_index(tx)
        serving.warn_missing_index(database)
        assert capsys.readouterr().out == ""
        database.close()
        with psycopg.connect(settings.database_url, autocommit=True) as connection:
            connection.execute(f"DROP OWNED BY {role}; DROP ROLE {role}".encode())
