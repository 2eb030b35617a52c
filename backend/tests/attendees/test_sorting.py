"""GET /api/attendees by `sort`: the same order on both engines, and pages that meet each attendee once."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from doorlist.attendees import sorting
from doorlist.attendees.bulk_insert import NewAttendee, insert_rows
from doorlist.attendees.rules import last_name_key, name_key
from doorlist.core import clock
from tests.attendees.test_list import names, next_page
from tests.attendees.test_search_index import fixed_chance
from tests.house import House, Json, new_attendee, new_event, problem

VECTORS: list[dict[str, str]] = json.loads((Path(__file__).parent / "last_name_vectors.json").read_text("utf-8"))
SORTS = ("name", "lastName", "table", "arrival")
BY_NAME: tuple[str, ...] = (
    "ada",
    "Ada B",
    "Ada Lovelace",
    "Ada Lovelace (2)",
    "Ada Lovelace (10)",
    "“Bob” Hall",
    "Émile",
    "Guest 9",
)
BY_NAME += ("Guest 010", "jose álvarez", "José Álvarez", "O'Hara", "straße", "STRASSE 2", "Zoë", "Ж", "山田", "🎈")


def guests(house: House, event_id: int, *rows: Json) -> None:
    now = clock.now()
    usual = {"phone": "0", "table_number": 1, "payment_status": "paid", "created_at": now, "updated_at": now}
    with house.database.write() as tx:
        insert_rows(tx, [NewAttendee(event_id=event_id, **{**usual, **row}) for row in rows])


def pages(olive: TestClient, meanwhile: Callable[[], object] = lambda: None, **query: Any) -> list[Json]:
    """All pages, one after the other, with something done between two of them."""
    answer = olive.get("/api/attendees", params=query)
    assert answer.status_code == 200, answer.text
    seen: list[Json] = answer.json()
    while path := next_page(answer):
        meanwhile()
        answer = olive.get(path)
        assert answer.status_code == 200, answer.text
        seen += answer.json()
    return seen


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_last_name_is_the_last_word_a_trailing_number_in_brackets_aside(vector: dict[str, str]) -> None:
    # 7.sort.4
    assert last_name_key(vector["name"]).startswith(name_key(vector["word"]) + " ")


class TestOrders:
    def test_by_name_whatever_case_accents_and_signs_in_front(self, house: House) -> None:  # 7.sort.1, 3
        olive = house.signed_in()
        event = new_event(olive)
        shuffled = fixed_chance().sample(BY_NAME, len(BY_NAME))
        guests(house, event["id"], *({"full_name": name} for name in shuffled))
        expected = list(BY_NAME)
        # Equal names are listed in the order of their registration.
        if shuffled.index("José Álvarez") < shuffled.index("jose álvarez"):
            first = expected.index("jose álvarez")
            expected[first : first + 2] = reversed(expected[first : first + 2])
        assert names(olive, sort="name") == expected
        assert [one["fullName"] for one in pages(olive, sort="name", limit=4)] == expected

    def test_by_last_name_then_by_name(self, house: House) -> None:  # 7.sort.4
        olive = house.signed_in()
        event = new_event(olive)
        people = ("Zed Ångström", "Ada de Berg", "Bea Berg (2)", "Bea Berg", "Cher", "Kim Lee-Ho", "Zoe Lee", "李小龍")
        guests(house, event["id"], *({"full_name": name} for name in reversed(people)))
        assert names(olive, sort="lastName") == [
            *("Zed Ångström", "Ada de Berg", "Bea Berg", "Bea Berg (2)", "Cher", "Zoe Lee", "Kim Lee-Ho", "李小龍")
        ]

    def test_by_table_with_no_table_last(self, house: House) -> None:  # 7.sort.5
        olive = house.signed_in()
        event = new_event(olive)
        tables = (10, 0, 2, 100_000, 2, 0)
        guests(house, event["id"], *({"full_name": f"{n}", "table_number": t} for n, t in enumerate(tables)))
        assert names(olive, sort="table") == ["2", "4", "0", "3", "1", "5"]

    def test_by_arrival_with_those_who_are_not_there_last(self, house: House) -> None:  # 7.sort.6
        olive = house.signed_in()
        event = new_event(olive)
        now = clock.now()
        arrived = (None, 9, 5, None, 9, 7)
        guests(
            house,
            event["id"],
            *(
                {"full_name": f"{n}", "attended_at": None if at is None else now + timedelta(minutes=at)}
                for n, at in enumerate(arrived)
            ),
        )
        assert names(olive, sort="arrival") == ["2", "5", "1", "4", "0", "3"]

    @pytest.mark.both_engines
    def test_an_edit_moves_to_its_place(self, house: House) -> None:  # 7.sort.1
        olive = house.signed_in()
        event = new_event(olive)
        made = [new_attendee(olive, event, fullName=name) for name in ("Ada Zed", "Bea Young")]
        assert names(olive, sort="lastName") == ["Bea Young", "Ada Zed"]
        olive.put(f"/api/attendees/{made[1]['id']}", json={"fullName": "Bea Zorn", "tableNumber": 3})
        assert names(olive, sort="lastName") == ["Ada Zed", "Bea Zorn"]
        assert names(olive, sort="table") == ["Bea Zorn", "Ada Zed"]


FIRST, LAST = ("Ann", "Béa", "Zoë", "🎈"), ("Lee", "berg", "Ångström (2)")
FILTERS: tuple[Json, ...] = (
    {"paymentGroup": "owed"},
    {"payment": "unp"},
    {"search": "ang"},
    {"search": "an"},
    {"search": "lee", "attended": "true"},
    {"attended": "false"},
    {"search": "nobody"},
)


@pytest.mark.both_engines
@pytest.mark.rest
def test_pages_meet_each_once_while_others_are_added(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    # 7.list.7; 7.sort.2
    olive = house.signed_in()
    gala, ball = new_event(olive), new_event(olive)
    chance, now = fixed_chance(), clock.now()

    def somebody() -> Json:
        arrived = chance.choice((None, *range(9)))
        return {
            "full_name": " ".join((chance.choice(FIRST), chance.choice(LAST))),
            "table_number": chance.randrange(5),
            "payment_status": chance.choice(("paid", "unpaid", "free")),
            "attended_at": None if arrived is None else now + timedelta(minutes=arrived),
        }

    for event in (gala, ball):
        guests(house, event["id"], *(somebody() for _ in range(100)))
    for sort in SORTS:
        before = [one["id"] for one in olive.get("/api/attendees", params={"sort": sort}).json()]
        seen = pages(olive, lambda: guests(house, gala["id"], somebody()), sort=sort, limit=7)
        ids = [one["id"] for one in seen]
        assert len(ids) == len(set(ids)), sort
        assert [row_id for row_id in ids if row_id in set(before)] == before, sort

        everybody: list[Json] = olive.get("/api/attendees", params={"sort": sort}).json()
        for filters in (*FILTERS, {"eventId": ball["id"]}):
            meant = {one["id"] for one in olive.get("/api/attendees", params=filters).json()}
            expected = [one["id"] for one in everybody if one["id"] in meant]
            # With 1 nearly all matches are sorted, with 6,000 the index of the order is walked.
            for walked in (1, 6_000):
                monkeypatch.setattr(sorting, "WALKED", walked)
                monkeypatch.setattr(sorting, "FEW", 0 if walked == 6_000 else 50)
                first = olive.get("/api/attendees", params={"sort": sort, "limit": 40, **filters})
                assert first.headers["X-Total-Count"] == str(len(expected)), (sort, filters)
                assert [one["id"] for one in pages(olive, sort=sort, limit=40, **filters)] == expected, (sort, filters)


def test_a_page_goes_on_where_it_ended_when_its_last_guest_is_renamed_let_in_or_deleted(house: House) -> None:
    # 7.sort.2
    olive = house.signed_in()
    event = new_event(olive)
    made = [new_attendee(olive, event, fullName=name) for name in ("Ada", "Bea", "Cleo", "Dora")]
    last = f"/api/attendees/{made[1]['id']}"
    changes: list[tuple[str, Callable[[], object]]] = [
        ("arrival", lambda: olive.patch(f"{last}/attendance", json={"attended": True})),
        ("name", lambda: olive.put(last, json={"fullName": "Zed"})),
        ("table", lambda: olive.delete(last)),
    ]
    for sort, change in changes:
        answer = olive.get("/api/attendees", params={"sort": sort, "limit": 2})
        assert [one["id"] for one in answer.json()] == [made[0]["id"], made[1]["id"]], sort
        change()
        assert [one["fullName"] for one in olive.get(next_page(answer) or "").json()] == ["Cleo", "Dora"], sort
        olive.patch(f"{last}/attendance", json={"attended": False})


@pytest.mark.either_engine
def test_an_unknown_order_and_a_cursor_of_another_are_refused_by_name(house: House) -> None:  # 7.sort.1, 2
    olive = house.signed_in()
    event = new_event(olive)
    for name in ("Ada", "Bea"):
        new_attendee(olive, event, fullName=name)
    body = problem(olive.get("/api/attendees?sort=phone"), 400, "validation_failed")
    assert [error["field"] for error in body["errors"]] == ["sort"]

    def packed(*parts: object) -> str:
        return urlsafe_b64encode(json.dumps(parts).encode()).decode()

    bad = [("newest", packed("name", 0, "a", 1)), ("name", "7"), ("name", "%"), ("name", "é"), ("name", "[" * 1400)]
    bad += [("name", packed(*parts)) for parts in ((), ("table", 0, 1, 1), ("name", 1, "a", 1), ("name", 0, 7, 1))]
    bad += [("name", packed("name", 0, text, 1)) for text in ("a\u0000", "\ud800", "x" * 101, None)]
    bad += [("name", packed("name", 0, "a", row_id)) for row_id in (0, -1, 2**63, "1", True, 1.0)]
    bad += [("table", packed("table", 0, key, 1)) for key in (-1, 2**70, "1", None, True)]
    moments = (
        "now",
        "",
        None,
        7,
        "2026-11-20",
        "0000-01-01T00:00:00.000Z",
        "infinity",
        "2026-11-20T19:30:00.000+10:00",
    )
    bad += [("arrival", packed("arrival", 0, key, 1)) for key in moments]
    bad += [
        ("arrival", packed("arrival", 1, "2026-11-20T19:30:00.000Z", 1)),
        ("arrival", packed("arrival", 2, None, 1)),
    ]
    for sort, after in bad:
        answer = olive.get("/api/attendees", params={"sort": sort, "limit": 1, "after": after})
        assert [error["field"] for error in problem(answer, 400, "validation_failed")["errors"]] == ["after"], after
    for sort, parts in (("name", (0, "a", 2**63 - 1)), ("arrival", (0, "0001-01-01T00:00:00.000Z", 1))):
        assert olive.get("/api/attendees", params={"sort": sort, "after": packed(sort, *parts)}).status_code == 200
