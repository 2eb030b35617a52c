"""The migrations make the schema that the models describe, on both engines."""

import json
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, select, text

import doorlist.main  # noqa: F401 - imports every room, and so every table
from doorlist.attendees.models import Attendee, Import
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Base, Database
from doorlist.core.db.migrations import alembic_config, migrate
from doorlist.history.models import HistoryAttendee, HistoryEntry
from tests.databases import Databases, PostgresDatabases
from tests.releases import database_of


@pytest.fixture
def empty(databases: Databases, tmp_path: Path) -> Iterator[Database]:
    """A database without a single table."""
    settings = Settings(data_dir=tmp_path / "data")
    if isinstance(databases, PostgresDatabases):
        with databases.fresh(tmp_path / "data") as filled:
            assert filled.database_url is not None
            with psycopg.connect(filled.database_url, autocommit=True) as connection:
                connection.execute("DROP SCHEMA public CASCADE")
                connection.execute("CREATE SCHEMA public")
            database = Database(filled)
            yield database
            database.close()
        return
    settings.prepare_data_dir()
    database = Database(settings)
    yield database
    database.close()


def is_modelled(name: str | None, kind: str, _: object) -> bool:
    """The search index belongs to the database alone: no row of it is ever an object."""
    return kind != "table" or not (name or "").startswith("attendee_search")


def differences(database: Database) -> list[object]:
    """What alembic would have to change to get from the database to the models."""
    with database.engine.connect() as connection:
        context = MigrationContext.configure(
            connection,
            opts={
                "compare_type": True,
                "compare_server_default": True,
                "render_as_batch": True,
                "include_name": is_modelled,
            },
        )
        return list(compare_metadata(context, Base.metadata))


def constraints(connection: Connection) -> dict[str, set[str | None]]:
    """The names of what alembic does not compare: checks, and what happens to rows that point to a deleted one."""
    inspector = inspect(connection)
    return {
        table: {check["name"] for check in inspector.get_check_constraints(table)}
        | {f"{key['name']} {key['options'].get('ondelete')}" for key in inspector.get_foreign_keys(table)}
        for table in inspector.get_table_names()
        if table != "alembic_version" and is_modelled(table, "table", None)
    }


def test_from_empty_they_lead_to_what_the_models_describe(empty: Database) -> None:
    assert differences(empty) != []
    migrate(empty)
    assert differences(empty) == []


def test_checks_and_deletes_are_those_of_the_models_too(empty: Database, tmp_path: Path) -> None:
    migrate(empty)
    with empty.engine.connect() as connection:
        migrated = constraints(connection)
    settings = Settings(data_dir=tmp_path / "modelled")
    settings.prepare_data_dir()
    modelled = Database(settings)
    Base.metadata.create_all(modelled.engine)
    with modelled.engine.connect() as connection:
        assert migrated == constraints(connection)
    modelled.close()


def test_a_second_run_changes_nothing(empty: Database) -> None:
    migrate(empty)
    with empty.write() as tx:
        tx.execute(text("INSERT INTO issued_invoice_numbers VALUES ('INV-AAAA-AAAA')"))
    migrate(empty)
    assert differences(empty) == []
    with empty.read() as tx:
        assert tx.scalar(text("SELECT count(*) FROM issued_invoice_numbers")) == 1


def test_there_is_one_line_of_them_and_the_database_is_at_its_end(database: Database) -> None:
    with database.engine.connect() as connection:
        scripts = ScriptDirectory.from_config(alembic_config(connection))
        assert len(scripts.get_heads()) == 1
        assert MigrationContext.configure(connection).get_current_heads() == tuple(scripts.get_heads())


def test_several_servers_that_start_together_take_turns(empty: Database) -> None:
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(migrate, [empty] * (1 if empty.is_sqlite else 4)))
    assert differences(empty) == []


def test_data_of_the_first_release_stays_and_learns_what_is_new(empty: Database) -> None:
    with empty.engine.begin() as connection:
        command.upgrade(alembic_config(connection), "0001")
    moment = {"moment": "2026-11-20T18:30:00.123Z"}
    event = """
        INSERT INTO events (name, date, version, created_at, updated_at)
        VALUES ('Gala', '2026-11-20', 1, :moment, :moment)
    """
    ada = """
        INSERT INTO attendees (
            event_id, full_name, phone, table_number, payment_status, payment_folded, payment_group, invoice_number,
            qr_code_data, attended, attended_at, search_text, version, created_at, updated_at
        ) VALUES (
            (SELECT id FROM events), 'Ada', '0400', 7, 'paid', 'paid', 'paid', 'INV-AAAA-AAAA',
            'DL1.1.X', true, :moment, 'ada', 3, :moment, :moment
        )
    """
    with empty.write() as tx:
        tx.execute(text(event), moment)
        tx.execute(text(ada), moment)
    migrate(empty)
    assert differences(empty) == []
    with empty.read() as tx:
        kept = tx.scalars(select(Attendee)).one()
        assert (kept.full_name, kept.version, kept.import_id) == ("Ada", 3, None)
        assert kept.attended_at is not None
        assert clock.to_wire(kept.attended_at) == "2026-11-20T18:30:00.123Z"
        assert tx.scalars(select(Import)).all() == []


def test_the_history_takes_over_what_the_audit_log_holds(empty: Database) -> None:  # 3.history.13
    with empty.engine.begin() as connection:
        command.upgrade(alembic_config(connection), "0005")
    moment = {"moment": "2026-11-20T18:30:00.123Z"}
    event = """
        INSERT INTO events (name, date, version, created_at, updated_at)
        VALUES ('Gala', '2026-11-20', 1, :moment, :moment)
    """
    brought = """
        INSERT INTO imports (
            file_name, event_id, state, is_settled, total, added, imported, errors, duplicates, created_at
        ) VALUES ('', 1, 'done', true, 1, 1, 1, 0, 0, :moment)
    """
    ada = """
        INSERT INTO attendees (
            event_id, full_name, phone, table_number, payment_status, payment_folded, payment_group, invoice_number,
            qr_code_data, attended, search_text, version, created_at, updated_at, import_id
        ) VALUES (
            1, 'Ada', '0400', 7, 'paid', 'paid', 'paid', 'INV-AAAA-AAAA',
            'DL1.1.X', false, 'ada', 3, :moment, :moment, 1
        )
    """
    entry = "INSERT INTO audit_log (at, user_id, action, row_id) VALUES (:moment, :user, :action, :row)"
    old = [
        ("user.created", None, 1),
        ("event.updated", 7, 1),
        ("attendees.imported", 7, 1),
        ("attendee.updated", 7, 1),
        ("attendee.deleted", 7, 99),
        ("backup.file_restored", 7, 0),
    ]
    with empty.write() as tx:
        for statement in (event, brought, ada):
            tx.execute(text(statement), moment)
        for action, user, row in old:
            tx.execute(text(entry), moment | {"action": action, "user": user, "row": row})
    migrate(empty)
    with empty.write() as tx:
        kept = tx.scalars(select(HistoryEntry).order_by(HistoryEntry.id)).all()
        assert {clock.to_wire(entry.at) for entry in kept} == {"2026-11-20T18:30:00.123Z"}
        assert {(entry.address, entry.before, entry.after) for entry in kept} == {(None, None, None)}
        assert [(e.id, e.action, e.user_id, e.subject, e.subject_id, e.event_id) for e in kept] == [
            (1, "user.created", None, "user", 1, None),
            (2, "event.updated", 7, "event", 1, 1),
            (3, "import.started", 7, "import", 1, 1),
            (4, "attendee.updated", 7, "attendee", 1, 1),
            (5, "attendee.deleted", 7, "attendee", 99, None),
            (6, "backup.file_restored", 7, "backup", None, None),
        ]
        assert [(one.attendee_id, one.entry_id) for one in tx.scalars(select(HistoryAttendee))] == [(1, 3)]
        later = HistoryEntry(at=clock.now(), action="event.updated", subject="event", subject_id=1)
        tx.add(later)
        tx.flush()
        assert later.id == 7


def test_tickets_that_are_there_learn_their_hash(databases: Databases, tmp_path: Path) -> None:
    """The texts are those of the vectors, as an import of an older release may have stored them."""
    # 3.qr.10; 4.migrate.1
    vectors = json.loads((Path(__file__).parent / "tickets" / "qr_vectors.json").read_text("utf-8"))
    expected = {vector["text"]: vector["hash"] for vector in vectors if "\0" not in vector["text"]}
    statement = text(
        """
        INSERT INTO attendees (
            event_id, full_name, phone, table_number, payment_status, payment_folded, payment_group, invoice_number,
            qr_code_data, attended, search_text, version, created_at, updated_at
        )
        SELECT event_id, full_name, phone, table_number, payment_status, payment_folded, payment_group, :number,
            :qr_text, attended, search_text, version, created_at, updated_at
        FROM attendees WHERE id = 3
        """
    )
    with database_of("0005", databases, tmp_path / "old") as settings:
        database = Database(settings)
        with database.write() as tx:
            for number, qr_text in enumerate(expected):
                tx.execute(statement, {"number": f"OLD-{number}", "qr_text": qr_text})
            # A restored file may have brought an id as large as this.
            tx.execute(text("UPDATE attendees SET id = 9007199254740991 WHERE invoice_number = 'OLD-0'"))
        migrate(database)
        assert differences(database) == []
        with database.read() as tx:
            stored = {
                row.qr_code_data: row.qr_hash for row in tx.execute(select(Attendee.qr_code_data, Attendee.qr_hash))
            }
        database.close()
    assert len(stored) == len(expected) + 4
    assert {qr_text: urlsafe_b64decode(stored[qr_text] + "==").hex() for qr_text in expected} == expected
    assert all(len(qr_hash) == 22 for qr_hash in stored.values())
