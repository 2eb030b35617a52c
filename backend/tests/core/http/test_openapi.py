"""The description of the API, as programs read it that generate clients or look for faults in it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from doorlist.core.config import REPOSITORY
from tests.house import Json

DOCUMENT: dict[str, Any] = json.loads((REPOSITORY / "openapi.json").read_text("utf-8"))
OPERATIONS = {
    f"{method.upper()} {path}": operation
    for path, operations in DOCUMENT["paths"].items()
    for method, operation in operations.items()
}
SESSION: dict[str, list[str]] = {"session": []}
DOOR: dict[str, list[str]] = {"door": []}
HELPER: dict[str, list[str]] = {"helper": []}
OF_A_DOOR = {
    "POST /api/attendees/scan", "PATCH /api/attendees/{attendee_id}/attendance", "GET /api/live", "GET /api/door/list",
    "GET /api/door/grants", "POST /api/door/grants", "POST /api/door/scans", "POST /api/door/contact",
    "POST /api/door/leavers",
}  # fmt: skip
OF_A_HELPER = {
    "POST /api/attendees/scan", "GET /api/live", "GET /api/door/list", "POST /api/door/grants", "POST /api/door/scans",
    "POST /api/door/contact", "POST /api/door/leavers",
}  # fmt: skip
OPEN = {
    "POST /api/login",
    "POST /api/logout",
    "POST /api/ticket",
    "POST /api/door/passes/claim",
    "GET /api/settings",
    "GET /api/settings/logo",
}


def schemas(part: Any = DOCUMENT) -> Iterator[dict[str, Any]]:
    """Every object of the document, schemas among them."""
    if isinstance(part, dict):
        yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from schemas(inner)


def test_numbers_have_the_limits_of_the_standard() -> None:  # 10.openapi.230
    assert not [schema for schema in schemas() if schema.get("type") == "integer" and {"ge", "le"} & set(schema)]
    amount = DOCUMENT["components"]["schemas"]["EventIn"]["properties"]["ticketPriceCents"]["anyOf"][0]
    assert (amount["minimum"], amount["maximum"]) == (0, 10_000_000_000)


def test_each_list_says_of_what() -> None:  # 10.openapi.230
    assert not [schema for schema in schemas() if schema.get("type") == "array" and "items" not in schema]


@pytest.mark.parametrize("body", ["Body_import_file", "Body_restore_backup_file"])
def test_an_uploaded_file_is_binary(body: str) -> None:  # 10.openapi.230
    file = DOCUMENT["components"]["schemas"][body]["properties"]["file"]
    assert (file["type"], file["format"]) == ("string", "binary")


def test_a_download_is_binary() -> None:  # 10.openapi.230
    for name in ("all", "events", "attendees"):
        for ending in ("csv", "xlsx"):
            [content] = OPERATIONS[f"GET /api/export/{name}.{ending}"]["responses"]["200"]["content"].values()
            assert content["schema"] == {"type": "string", "format": "binary"}


@pytest.mark.parametrize(
    ("call", "described"),
    [
        (
            "GET /api/export/backup.json",
            {"application/json": {"schema": {"type": "object", "additionalProperties": True}}},
        ),
        (
            "GET /api/backup/{filename}",
            {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        ),
        ("GET /api/history.csv", {"text/csv": {"schema": {"type": "string", "format": "binary"}}}),
    ],
)
def test_each_download_is_described(call: str, described: Json) -> None:  # 10.openapi.230
    assert OPERATIONS[call]["responses"]["200"]["content"] == described


def test_each_success_says_what_it_answers() -> None:  # 10.openapi.230
    silent = {
        (call, status)
        for call, operation in OPERATIONS.items()
        for status, answer in operation["responses"].items()
        if status in {"200", "201", "202"} and not answer.get("content")
    }
    assert silent == set()


def test_no_reference_has_a_default() -> None:  # 10.openapi.230
    assert not [schema for schema in schemas() if "$ref" in schema and "default" in schema]
    [sort] = [one for one in OPERATIONS["GET /api/attendees"]["parameters"] if one["name"] == "sort"]
    assert sort["schema"] == {"allOf": [{"$ref": "#/components/schemas/AttendeeSort"}], "default": "newest"}


def test_it_names_the_server_and_the_cookies() -> None:  # 10.openapi.231
    assert [server["url"] for server in DOCUMENT["servers"]] == ["/"]
    found = {name: (s["type"], s["in"], s["name"]) for name, s in DOCUMENT["components"]["securitySchemes"].items()}
    assert found == {
        "session": ("apiKey", "cookie", "doorlist_session"),
        "door": ("apiKey", "cookie", "doorlist_door"),
        "helper": ("apiKey", "cookie", "doorlist_helper"),
    }
    assert {tag["name"] for tag in DOCUMENT["tags"]} == {tag for call in OPERATIONS.values() for tag in call["tags"]}


@pytest.mark.parametrize("call", OPERATIONS)
def test_each_call_says_what_opens_it(call: str) -> None:  # 10.openapi.231
    by_device = [DOOR] * (call in OF_A_DOOR) + [HELPER] * (call in OF_A_HELPER)
    assert OPERATIONS[call]["security"] == ([] if call in OPEN else [SESSION, *by_device])
