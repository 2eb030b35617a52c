"""Requests: each field has one name."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic import BaseModel

from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.door.offline.schemas import Unreadable
from doorlist.door.schemas import EventQuery
from doorlist.main import create_app
from tests.cast import OLIVE
from tests.door.access.test_devices import granted
from tests.house import House, new_attendee, new_event, problem


def _routes(routes: Any) -> Iterator[APIRoute]:
    for route in routes:
        if isinstance(route, APIRoute):
            yield route
        elif hasattr(route, "original_router"):
            yield from _routes(route.original_router.routes)


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models in a type, and those in their fields."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        for field in annotation.model_fields.values():
            yield from _models(field.annotation)
    for part in get_args(annotation):
        yield from _models(part)


def _sent(dependant: Dependant) -> Iterator[type[BaseModel]]:
    for parameter in (*dependant.body_params, *dependant.query_params):
        yield from _models(parameter.field_info.annotation)
    for inner in dependant.dependencies:
        yield from _sent(inner)


def _request_models() -> list[type[BaseModel]]:
    settings = Settings(data_dir=Path("nowhere"))
    app = create_app(settings, Database(settings))
    found = {model for route in _routes(app.routes) for model in _sent(route.dependant)}
    # The server makes one of a record that it cannot read.
    return sorted(found - {Unreadable}, key=lambda model: model.__name__)


REQUESTS = _request_models()


def test_the_search_finds_bodies_queries_and_items() -> None:
    names = {model.__name__ for model in REQUESTS}
    assert {"ScanRequest", "DoorListQuery", "DoorRecord", "Registration", "ManyChanges", "HistoryQuery"} <= names


@pytest.mark.parametrize("model", REQUESTS, ids=lambda model: model.__name__)
def test_a_field_has_one_name(model: type[BaseModel]) -> None:  # 7.rest.570
    for name, field in model.model_fields.items():
        alias = str(field.alias)
        schema = model.__pydantic_validator__
        for sent in {name, alias}:
            try:
                known = schema.validate_python({sent: object()}).model_fields_set
            except ValueError as error:
                known = {place["loc"][0] for place in error.errors() if place["type"] != "missing"}  # type: ignore[attr-defined]
            assert (sent in known or name in known) is (sent == alias), (name, sent)


def test_code_builds_them_by_the_names_of_their_fields() -> None:
    assert EventQuery(event_id=3).event_id == 3


def test_the_grant_of_one_event_reads_no_list_of_another(house: House) -> None:  # 7.rest.570; 6.grant.3
    device = house.signed_in(OLIVE)
    mine, other = new_event(device), new_event(device)
    new_attendee(device, other)
    granted(device, mine)
    device.cookies.delete("doorlist_session")
    own = device.get("/api/door/list", params={"eventId": mine["id"], "event_id": other["id"]})
    assert own.json()["tickets"] == []
    for both in ({"event_id": mine["id"], "eventId": other["id"]}, {"event_id": other["id"]}):
        problem(device.get("/api/door/list", params=both), 401, "not_signed_in")
