"""The databases of tests: nothing of one test is left for the next."""

from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from tests.databases import PostgresDatabases, TableContent
from tests.house import House, new_attendee, new_event


@pytest.fixture
def databases(postgres_databases: PostgresDatabases) -> PostgresDatabases:
    return postgres_databases


def content(settings: Settings) -> TableContent:
    with psycopg.connect(str(settings.database_url)) as connection:
        return TableContent.read(connection)


def sell(settings: Settings) -> None:
    with closing(House(settings, "postgresql")) as house:
        olive = house.signed_in()
        new_attendee(olive, new_event(olive))


def run(settings: Settings, statement: str) -> None:
    with closing(Database(settings)) as database, database.write() as tx:
        tx.execute(text(statement))


def test_a_used_one_has_the_rows_and_numbers_of_a_new_one(databases: PostgresDatabases, tmp_path: Path) -> None:
    with databases.new(tmp_path / "new") as settings:
        untouched = content(settings)
        sell(settings)
        run(settings, "DELETE FROM users WHERE username = 'sam'")
        assert content(settings) != untouched
    with databases.fresh(tmp_path / "used") as used:
        assert content(used) == untouched


def test_the_address_of_an_earlier_test_leads_nowhere(databases: PostgresDatabases, tmp_path: Path) -> None:
    with (
        databases.fresh(tmp_path / "first") as first,
        closing(Database(first)) as left_open,
        left_open.read() as tx,
    ):
        tx.execute(text("SELECT 1"))
    with databases.fresh(tmp_path / "second"), pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(str(first.database_url))


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE events ADD COLUMN theme text",
        "ALTER TABLE events ALTER COLUMN name DROP NOT NULL",
        "CREATE TABLE themes (id integer)",
        "DROP INDEX ix_attendee_search_search_text",
    ],
)
def test_one_with_another_schema_is_not_used_again(
    databases: PostgresDatabases, tmp_path: Path, statement: str
) -> None:
    with databases.new(tmp_path / "changed") as settings:
        run(settings, statement)
        size = len(databases._emptied)
    assert len(databases._emptied) == size
