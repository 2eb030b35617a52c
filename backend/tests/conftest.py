"""Fixtures: databases on both engines, and the house on top of them."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from tests.databases import Databases, PostgresDatabases, SqliteDatabases
from tests.house import House
from tests.postgres_server import PostgresMissing, PostgresServer, start


@pytest.fixture(scope="session")
def sqlite_databases(tmp_path_factory: pytest.TempPathFactory) -> SqliteDatabases:
    return SqliteDatabases(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(scope="session")
def postgres_databases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgresDatabases]:
    with _start_postgres(durable=False) as server:
        yield PostgresDatabases(server.url, tmp_path_factory.mktemp("postgresql"))


@pytest.fixture
def postgres_server() -> Iterator[PostgresServer]:
    """A whole server of one's own, to restart."""
    with _start_postgres(durable=True) as server:
        yield server


def _start_postgres(*, durable: bool) -> PostgresServer:
    try:
        return start(durable=durable)
    except PostgresMissing as missing:
        if os.environ.get("CI"):
            pytest.fail(f"CI must run the PostgreSQL tests: {missing}", pytrace=False)
        pytest.skip(f"NOT TESTED ON POSTGRESQL: {missing}")


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def databases(request: pytest.FixtureRequest) -> Databases:
    made: Databases = request.getfixturevalue(f"{'postgres' if request.param == 'postgresql' else 'sqlite'}_databases")
    return made


@pytest.fixture
def settings(databases: Databases, tmp_path: Path) -> Iterator[Settings]:
    with databases.fresh(tmp_path / "data") as made:
        yield made


@pytest.fixture
def house(settings: Settings, databases: Databases) -> Iterator[House]:
    made = House(settings, databases.name)
    yield made
    made.close()


@pytest.fixture
def sqlite_house(sqlite_databases: SqliteDatabases, tmp_path: Path) -> Iterator[House]:
    """For what no engine can change."""
    with sqlite_databases.fresh(tmp_path / "data") as settings:
        made = House(settings, "sqlite")
        yield made
        made.close()


@pytest.fixture
def database(settings: Settings) -> Iterator[Database]:
    made = Database(settings)
    yield made
    made.close()


def pytest_configure() -> None:
    """Print log lines plainly: the library's own form draws every error as a table, for seconds of processor time."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ]
    )


def pytest_collection_finish() -> None:
    """Collect garbage seldom: each search through what five thousand tests have in memory is a fifth of their time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what stands on a database and what is quick enough for `make check`; leave the long tests to `make soak`."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        marks = {mark.name for mark in item.iter_markers()}
        on_database = bool({"databases", "sqlite_databases", "postgres_databases"} & fixtures)
        on_postgres = _is_on_postgres(item, fixtures)
        if on_database:
            item.add_marker(pytest.mark.database)
        if on_postgres and "either_engine" in marks:
            item.add_marker(pytest.mark.soak)
        if not {"server", "slow"} & marks and not on_postgres and (not on_database or "smoke" in marks):
            item.add_marker(pytest.mark.quick)
    if not os.environ.get("DOORLIST_SOAK"):
        long_tests = [item for item in items if item.get_closest_marker("soak")]
        items[:] = [item for item in items if item not in long_tests]
        config.hook.pytest_deselected(items=long_tests)


def _is_on_postgres(item: pytest.Item, fixtures: set[str]) -> bool:
    if "databases" in fixtures:
        callspec = getattr(item, "callspec", None)
        return callspec is not None and callspec.params.get("databases") == "postgresql"
    return bool({"postgres_databases", "postgres_server"} & fixtures)
