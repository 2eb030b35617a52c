"""Fixtures: databases on both engines, and the house on top of them."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
import structlog
from fastapi import routing
from fastapi.routing import APIRoute
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from sqlalchemy.engine import Dialect, Engine
from sqlalchemy.engine.default import DefaultDialect

from doorlist.core.config import Settings
from doorlist.core.db import postgres, sqlite
from doorlist.core.db.database import Database
from tests.contract_ids import ids_by_test, ids_in, names_part
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
    """A dedicated PostgreSQL server, which the test may restart."""
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
def settings(databases: Databases, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Settings]:
    make = databases.new if request.node.get_closest_marker("plans") else databases.fresh
    with make(tmp_path / "data") as made:
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


IN_FULL = bool(os.environ.get("DOORLIST_SOAK"))

# A busy machine is no failure, and a check of the same code has the same outcome: only the long tests try new examples.
hypothesis_settings.register_profile(
    "doorlist",
    deadline=None,
    database=None,
    derandomize=not IN_FULL,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
hypothesis_settings.load_profile("doorlist")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--contract",
        action="append",
        default=[],
        metavar="ID",
        help="run the tests of a statement (4.scan.35), a topic (4.scan) or a section (4) of docs/contract.md",
    )


def pytest_configure() -> None:
    """Print log lines plainly: the library's own form draws every error as a table, for seconds of processor time."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ]
    )
    _share_built_routes()
    _share_compiled_statements()


def _share_built_routes() -> None:
    """Build each route once a process: every test has an application, whose first request would build all of them.

    Building them took a third of the processor time of a test with a database. Only `dependency_overrides`, which no
    test uses, could differ from one application to the next.
    """
    contexts = routing._EffectiveRouteContext  # FastAPI has no public name for it
    build = contexts.from_api_route
    # With the route, so that no other gets its identity.
    built: dict[int, tuple[APIRoute, object]] = {}

    def build_once(*, original_route: APIRoute, include_context: Any) -> object:
        if id(original_route) not in built:
            context = build(original_route=original_route, include_context=include_context)
            built[id(original_route)] = original_route, context
        return built[id(original_route)][1]

    pytest.MonkeyPatch().setattr(contexts, "from_api_route", build_once)


def _share_compiled_statements() -> None:
    """Compile each SQL statement once a process and database engine: every test opens its own connections.

    Compiling them took a third of the processor time of a test with a database. Dialects of an engine are equal here:
    all of its tests use the same server or library.
    """
    patch = pytest.MonkeyPatch()
    patch.setattr(DefaultDialect, "__hash__", lambda dialect: hash(type(dialect)))
    patch.setattr(DefaultDialect, "__eq__", lambda dialect, other: type(dialect) is type(other))
    caches: dict[type[Dialect], Any] = {}

    def create_engine(*address: Any, **options: Any) -> Engine:
        engine = sqlalchemy.create_engine(*address, **options)
        engine._compiled_cache = caches.setdefault(type(engine.dialect), engine._compiled_cache)
        return engine

    for module in (postgres, sqlite):
        patch.setattr(module, "create_engine", create_engine)


def pytest_collection_finish() -> None:
    """Collect garbage seldom: each search through what five thousand tests have in memory is a fifth of their time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Assign each test to `make check` (`quick`), `make test-rest` (`rest`), `make soak`, or else `make test`."""
    long_tests = {_test_of(item) for item in items if item.get_closest_marker("soak")}
    for item in items:
        _assign(item, is_sample=_test_of(item) in long_tests)
    _leave_repeated_proofs(items)
    parts: list[str] = config.getoption("--contract")
    deselected = [item for item in items if not _is_selected(item, parts)]
    if deselected:
        items[:] = [item for item in items if item not in set(deselected)]
        config.hook.pytest_deselected(items=deselected)


def _assign(item: pytest.Item, *, is_sample: bool) -> None:
    fixtures = set(getattr(item, "fixturenames", ()))
    marks = {mark.name for mark in item.iter_markers()}
    on_database = bool({"databases", "sqlite_databases", "postgres_databases"} & fixtures)
    on_postgres = _is_on_postgres(item, fixtures)
    if on_database:
        item.add_marker(pytest.mark.database)
    if on_postgres and "either_engine" in marks:
        item.add_marker(pytest.mark.soak)
    is_a_repeat = not _is_first_case(item) and ("matrix" in marks or (on_postgres and on_database))
    is_second_engine = on_postgres and "databases" in fixtures and "both_engines" not in marks
    if (is_sample and (on_database or "server" in marks)) or is_a_repeat or is_second_engine:
        item.add_marker(pytest.mark.rest)
    elif not {"server", "slow", "rest"} & marks and not on_postgres and (not on_database or "smoke" in marks):
        item.add_marker(pytest.mark.quick)


def _leave_repeated_proofs(items: list[pytest.Item]) -> None:
    """Leave to `make test-rest` each test on SQLite whose contract ids other tests of `make test` name.

    A test with a database and without an id stays with its first parameters.
    """
    proven, others = set[str](), list[pytest.Item]()
    for item in items:
        marks = {mark.name for mark in item.iter_markers()}
        if marks & {"rest", "soak"}:
            continue
        if marks & {"quick", "both_engines"} or _is_on_postgres(item, set(getattr(item, "fixturenames", ()))):
            proven |= _ids_of(item)
        else:
            others.append(item)
    for item in others:
        ids = _ids_of(item) or ({_test_of(item)} if item.get_closest_marker("database") else set())
        if ids and ids <= proven:
            item.add_marker(pytest.mark.rest)
        proven |= ids


def _test_of(item: pytest.Item) -> str:
    """The test without its parameters."""
    return item.nodeid.partition("[")[0]


def _is_on_postgres(item: pytest.Item, fixtures: set[str]) -> bool:
    if "databases" in fixtures:
        callspec = getattr(item, "callspec", None)
        return callspec is not None and callspec.params.get("databases") == "postgresql"
    return bool({"postgres_databases", "postgres_server"} & fixtures)


def _is_first_case(item: pytest.Item) -> bool:
    """True for the first set of parameters of a test, whatever its engine."""
    callspec = getattr(item, "callspec", None)
    indices = callspec.indices.items() if callspec else ()
    return all(index == 0 for name, index in indices if name != "databases")


def _is_selected(item: pytest.Item, parts: list[str]) -> bool:
    if item.get_closest_marker("soak") and not IN_FULL:
        return False
    return not parts or any(names_part(_ids_of(item), part) for part in parts)


def _ids_of(item: pytest.Item) -> set[str]:
    """Ids of the contract that a test names, in its lines or in the id of its parameters."""
    _, *classes, name = item.nodeid.split("::")
    test, _, parameters = name.partition("[")
    return ids_by_test(item.path).get(".".join([*classes, test]), set()) | ids_in(parameters)
