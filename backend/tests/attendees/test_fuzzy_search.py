"""GET /api/attendees/similar: who may be meant where a search finds nobody, the same on both engines."""

import pytest
from fastapi.testclient import TestClient

from doorlist.attendees import fuzzy_search
from doorlist.attendees.fuzzy_search import FuzzyQuery, fragments_of
from tests.house import House, Json, new_attendee, new_event, problem

PEOPLE = ["John Smith", "Sofia Papadopoulos", "Zoë O'Hara-Müller", "Katharina Schmidt", "Jon Smythe", "Li Wu"]


def similar_names(client: TestClient, name: str, event: Json | None = None) -> list[str]:
    query = {"name": name} if event is None else {"name": name, "eventId": event["id"]}
    answer = client.get("/api/attendees/similar", params=query)
    assert answer.status_code == 200, answer.text
    return [attendee["fullName"] for attendee in answer.json()]


@pytest.mark.parametrize("newest", [fuzzy_search.NEWEST, 0])
def test_finds_names_one_or_two_letters_off_the_nearest_first(
    house: House, monkeypatch: pytest.MonkeyPatch, newest: int
) -> None:
    """7.similar.1, 7.similar.2, 7.similar.3."""
    # Among the newest all are compared; of the others, those whom the index finds by a piece of the word.
    monkeypatch.setattr(fuzzy_search, "NEWEST", newest)
    olive = house.signed_in()
    gala, ball = new_event(olive), new_event(olive)
    for name in PEOPLE:
        new_attendee(olive, gala, fullName=name)
    new_attendee(olive, ball, fullName="Sofia Papadopoulou")
    for typed, found in (
        ("sofia papadopulos", ["Sofia Papadopoulos", "Sofia Papadopoulou"]),
        ("PAPADOPOULOZ", ["Sofia Papadopoulou", "Sofia Papadopoulos"]),
        ("smyth john", ["Jon Smythe", "John Smith"]),
        ("zoe oharra", ["Zoë O'Hara-Müller"]),
        ("kathrina schmit", ["Katharina Schmidt"]),
        ("shcmidt", ["Katharina Schmidt"]),
        ("nobody", []),
        ("'-", []),
        ("0400 111", []),
    ):
        assert similar_names(olive, typed) == found, typed
    assert similar_names(olive, "sofia papadopulos", ball) == ["Sofia Papadopoulou"]
    assert similar_names(olive, "sofia papadopulos", {"id": 999}) == []


def test_at_most_five_are_named_as_the_list_has_them(house: House) -> None:
    """7.call.80, 7.similar.1, 7.similar.3."""
    olive = house.signed_in()
    gala = new_event(olive)
    made = [new_attendee(olive, gala, fullName="Grace Hopper") for _ in range(7)]
    answer = olive.get("/api/attendees/similar", params={"name": "grace hoper"}).json()
    assert answer == [olive.get(f"/api/attendees/{one['id']}").json() for one in made[:1:-1]]
    assert similar_names(olive, "grace hopper") == []


@pytest.mark.both_engines
def test_the_newest_are_compared_and_of_the_others_the_newest_with_a_piece(  # 7.similar.4
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzzy_search, "NEWEST", 1)
    monkeypatch.setattr(fuzzy_search, "WITH_PIECES", 2)
    olive = house.signed_in()
    gala = new_event(olive)
    for name in ("Grace Hopper", "Grace Hoppers", "Grace Hopperz", "Cargo Opeph", "Ada"):
        new_attendee(olive, gala, fullName=name)
    assert similar_names(olive, "grace hoper") == ["Grace Hopperz", "Grace Hoppers"]
    assert similar_names(olive, "aad") == ["Ada"]


@pytest.mark.either_engine
def test_a_name_that_is_missing_or_too_long_is_refused(house: House) -> None:  # 7.similar.1
    olive = house.signed_in()
    for query in ({}, {"name": ""}, {"name": "x" * 201}, {"name": "a\u0000b"}):
        body = problem(olive.get("/api/attendees/similar", params=query), 400, "validation_failed")
        assert [error["field"] for error in body["errors"]] == ["name"]


@pytest.mark.parametrize(
    ("typed", "name", "off"),
    [
        ("jhon", "john smith", 1),
        ("smyth", "john smith", 1),
        ("smiht jhon", "john smith", 2),
        ("papadopulos", "sofia papadopoulos", 1),
        ("papadopulo sof", "sofia papadopoulos", 2),
        ("papdopulso", "sofia papadopoulos", None),
        ("sofia", "sofia papadopoulos", 0),
        ("papdop", "sofia papadopoulos", 1),
        ("sofia papdp", "sofia papadopoulos", None),
        ("mullr", "zoe oharamuller", 1),
        ("ann", "anna li", 0),
        ("anya", "anna li", 1),
        ("nana", "anna li", 1),
        ("naan", "anna li", None),
        ("lo", "anna li", None),
        ("smith nobody", "john smith", None),
        ("smith", "", None),
    ],
)
def test_a_name_is_so_many_letters_off_what_was_typed(typed: str, name: str, off: int | None) -> None:
    # 7.similar.2
    misspelled = FuzzyQuery(typed.split())
    assert misspelled.edit_distance(name.split()) == off
    assert misspelled.edit_distance(name.split()) == off


@pytest.mark.parametrize("word", ["smith", "papadopoulos", "katharina", "lovelace"])
def test_a_piece_is_left_of_a_long_word_with_two_mistakes_and_of_another_with_one(word: str) -> None:
    mistakes = [
        f"{word[:at]}{other}{word[at + cut :]}" for at in range(len(word) + 1) for other in "_" for cut in (0, 1)
    ]
    mistakes += [f"{word[:at]}{word[at + 1 :]}" for at in range(len(word))]
    for mistake in mistakes:
        others = [f"{mistake[:at]}*{mistake[at + 1 :]}" for at in range(len(mistake))] if len(word) >= 7 else [mistake]
        for other in others:
            assert any(piece in f" {word} " for piece in fragments_of(other)), other
