"""Writes the pair of SQL files of the revision at hand: a database that the code of this release filled by its own API.

To be run before a new migration is written: `cd backend && .venv/bin/python -m tests.releases.make`.
"""

import subprocess
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from fastapi.testclient import TestClient

from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import latest_revision, migrate
from doorlist.core.db.sqlite import sqlite_module
from doorlist.main import create_app
from doorlist.users import accounts
from tests.postgres_server import start
from tests.releases import DIRECTORY, PASSWORD, USERNAME

GUESTS = (
    ("Ada Lovelace", "0491 570 006", 7, "paid"),
    ("Zoë Ångström", "0491 570 156", 8, "unpaid"),
    ("Charles Babbage", "0491 570 157", 7, "50%"),
)
NOT_DATA = ("--", "SET ", "\\", "SELECT pg_catalog.set_config", "COMMENT ON", "CREATE SCHEMA")


def main() -> None:
    """Make both."""
    name = f"{latest_revision()}.sql"
    with TemporaryDirectory() as scratch:
        settings = Settings(data_dir=Path(scratch) / "sqlite")
        settings.prepare_data_dir()
        _fill(settings)
        (DIRECTORY / "sqlite" / name).write_text(_sqlite_dump(settings.sqlite_file), "utf-8")
        with start() as server:
            url = server.url.replace("postgresql+psycopg://", "postgresql://")
            settings = Settings(data_dir=Path(scratch) / "postgresql", database_url=url)
            settings.prepare_data_dir()
            _fill(settings)
            (DIRECTORY / "postgresql" / name).write_text(_postgres_dump(url), "utf-8")


def _fill(settings: Settings) -> None:
    database = Database(settings)
    migrate(database)
    first_password = accounts.create_first_super_admin(database)
    app = create_app(replace(settings, allowed_hosts=settings.allowed_hosts | {"testserver"}), database)
    client = TestClient(app)

    def send(path: str, body: Mapping[str, object], *, method: str = "POST", status: int = 200) -> dict[str, object]:
        answer = client.request(method, f"/api/{path}", json=body)
        if answer.status_code // 100 != status // 100:
            raise AssertionError(answer.text)
        made: dict[str, object] = answer.json() if answer.content else {}
        return made

    send("login", {"username": USERNAME, "password": first_password})
    send("me/password", {"currentPassword": first_password, "newPassword": PASSWORD}, method="PUT")
    gala = {"name": "Spring Gala", "date": "2026-11-20", "time": "19:30", "ticketPriceCents": 4500}
    event = send("events", gala)
    registered = []
    for name, phone, table, payment in GUESTS:
        guest = {"fullName": name, "phone": phone, "tableNumber": table, "paymentStatus": payment}
        registered.append(send("attendees", {"eventId": event["id"], **guest}))
    send("attendees/scan", {"qrData": registered[0]["qrCodeData"], "device": "Front door"})
    olive = {
        "username": "olive",
        "fullName": "Olive Organizer",
        "role": "organizer",
        "password": "correct horse battery",
    }
    send("users", olive)
    grace = {"fullName": "Grace Hopper", "phone": "0491 570 158", "tableNumber": 9, "paymentStatus": "paid"}
    send("attendees/bulk-import", {"eventId": event["id"], "attendees": [grace]})
    # A wrong guess, so that the table of failed sign-ins has a row.
    send("login", {"username": USERNAME, "password": "not this one"}, status=401)
    app.state.desk.close()
    database.close()


def _sqlite_dump(file: Path) -> str:
    """Tables with their rows, then indexes and triggers: the search index would otherwise be filled twice."""
    with closing(sqlite_module().connect(file)) as database:
        schema = database.execute(
            "SELECT type, name, sql FROM sqlite_schema"
            " WHERE sql IS NOT NULL AND name <> 'sqlite_sequence' ORDER BY rowid"
        ).fetchall()
        lines = ["PRAGMA writable_schema = ON;", "BEGIN;"]
        for kind, name, sql in schema:
            if kind != "table":
                continue
            if sql.upper().startswith("CREATE VIRTUAL"):
                values = ", ".join(map(_literal, ("table", name, name, 0, sql)))
                lines.append(f"INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ({values});")  # noqa: S608 - a database of our own
                continue
            lines.append(f"{sql};")
            lines += _rows(database, name)
        lines += ["DELETE FROM sqlite_sequence;", *_rows(database, "sqlite_sequence")]
        lines += [f"{sql.strip()};" for kind, _, sql in schema if kind != "table"]
    return "\n".join([*lines, "COMMIT;", ""])


def _rows(database: object, table: str) -> list[str]:
    execute = database.execute  # type: ignore[attr-defined] # a connection of either SQLite module
    rows = execute(f'SELECT * FROM "{table}"')  # noqa: S608 - a database of our own
    return [f'INSERT INTO "{table}" VALUES ({", ".join(map(_literal, row))});' for row in rows]  # noqa: S608 - a database of our own


def _literal(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f"X'{value.hex().upper()}'"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return repr(value)


def _postgres_dump(url: str) -> str:
    command = ["pg_dump", "--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=1000", url]
    dump = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return "\n".join([line for line in dump.splitlines() if line.strip() and not line.startswith(NOT_DATA)] + [""])


if __name__ == "__main__":
    main()
