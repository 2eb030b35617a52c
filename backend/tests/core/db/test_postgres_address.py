"""The address of a PostgreSQL, in every form that its own programs take."""

from pathlib import Path

import pytest

from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.postgres import PostgresServer, read_address
from doorlist.core.errors import DatabaseRefused
from tests.databases import PostgresDatabases


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("postgresql://u@h1:5001,h2:5002/d", {"user": "u", "host": "h1,h2", "port": "5001,5002", "dbname": "d"}),
        ("host=h1,h2 port=5001,5002 user=u dbname=d", {"user": "u", "host": "h1,h2", "port": "5001,5002"}),
        ("postgres://u:a%3Ab%40c%2Fd@h/d", {"password": "a:b@c/d"}),
        ("postgresql+psycopg://u@h/d?sslmode=require", {"host": "h", "sslmode": "require"}),
        ("host=h password=ab+cd dbname=d", {"password": "ab+cd", "dbname": "d"}),
        ("postgresql://u@[::1]:5001,h2/d", {"host": "::1,h2", "port": "5001,"}),
        ("postgresql:///d?host=/run/postgresql", {"host": "/run/postgresql", "dbname": "d"}),
        ("dbname=d password='it''s' ".replace("''", "\\'"), {"password": "it's"}),
    ],
)
def test_is_read_as_libpq_reads_it(text: str, expected: dict[str, str]) -> None:  # 10.database.4
    assert expected.items() <= read_address(text).items()


@pytest.mark.parametrize(
    "text",
    [
        "mysql://door:secret@localhost/doorlist",
        "doorlist",
        "postgresql://u:secret@h:port/d",
        "postgresql://u:secret@h:70000/d",
        "postgresql://u:secret@h:0/d",
        "postgresql://u:secret@[::1/d",
        "postgresql://u:secret@h/d?no_such_word=1",
        "host=h password=secret no_such_word=1",
        "postgresql://u:sec%ret@h/d",
    ],
)
def test_that_is_none_is_refused_in_a_line_without_the_password(text: str) -> None:  # 10.database.4
    with pytest.raises(DatabaseRefused, match=r"postgresql://user:password@host") as refusal:
        read_address(text)
    assert "sec" not in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_what_it_says_itself_goes_before_what_is_usual_here() -> None:
    assert PostgresServer("postgresql://h/d").parameters["connect_timeout"] == "3"
    assert PostgresServer("postgresql://h,i/d").parameters["connect_timeout"] == "2"
    said = PostgresServer("postgresql://h/d?connect_timeout=9&tcp_user_timeout=7000").parameters
    assert (said["connect_timeout"], said["tcp_user_timeout"]) == ("9", "7000")


@pytest.mark.parametrize("form", ["postgresql://{user}@127.0.0.1:1,{host}:{port}/{name}", "words"])
def test_of_several_hosts_the_first_that_answers_is_taken(
    postgres_databases: PostgresDatabases, tmp_path: Path, form: str
) -> None:  # 10.database.4
    with postgres_databases.fresh(tmp_path / "data") as settings:
        known = read_address(settings.database_url or "")
        words = "host=127.0.0.1,{host} port=1,{port} user={user} dbname={name}" if form == "words" else form
        address = words.format(user=known["user"], host=known["host"], port=known["port"], name=known["dbname"])
        database = Database(Settings(data_dir=settings.data_dir, database_url=address))
        assert database.is_writable()
        with database.engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT current_database()").scalar() == known["dbname"]
        database.close()
