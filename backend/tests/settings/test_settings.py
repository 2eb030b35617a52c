"""The settings of the installation (contract 4.settings, 7.settings)."""

import csv
import io
import json
from base64 import b64encode
from typing import Any

import pytest
from fastapi.testclient import TestClient

from doorlist.audit.rules import Action
from tests.audit.entries import entries_of
from tests.cast import OLIVE, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.settings.images import JPEG, png

CALL, LOGO = "/api/settings", "/api/settings/logo"
DEFAULTS = {
    "organisationName": None,
    "logoUrl": None,
    "accentColor": None,
    "currency": "AUD",
    "currencyDecimals": 2,
    "dateFormat": "dayFirst",
    "timeFormat": "24h",
    "ticketText": None,
}
CHANGES = {
    "organisationName": "The Grand Hall",
    "accentColor": "#0B6E4F",
    "currency": "jpy",
    "dateFormat": "monthFirst",
    "timeFormat": "12h",
    "ticketText": "No refunds.\nDoors close at 23:00.",
}


@pytest.fixture
def sam(house: House) -> TestClient:
    return house.signed_in(SAM)


def change(client: TestClient, **changes: Any) -> Json:
    answer = client.put(CALL, json=changes)
    assert answer.status_code == 200, answer.text
    return json_of(answer)


def put_logo(client: TestClient, content: bytes, name: str = "logo.png", type_: str = "image/png") -> Any:
    return client.put(LOGO, files={"file": (name, content, type_)})


def test_anyone_reads_the_settings_and_a_super_admin_alone_changes_them(
    house: House, sam: TestClient
) -> None:  # 7.settings.1, 7.call.900
    stranger, olive = TestClient(sam.app), house.signed_in(OLIVE)
    assert json_of(stranger.get(CALL)) == DEFAULTS
    assert stranger.put(CALL, json={"currency": "EUR"}).status_code == 401
    assert olive.put(CALL, json={"currency": "EUR"}).status_code == 403
    assert put_logo(olive, png()).status_code == 403
    assert json_of(stranger.get(CALL)) == DEFAULTS


@pytest.mark.both_engines
def test_what_is_sent_is_stored_and_the_rest_stays(sam: TestClient) -> None:  # 7.settings.2, 7.call.901
    after = change(sam, **CHANGES)
    assert after == {
        **DEFAULTS,
        **CHANGES,
        "accentColor": "#0b6e4f",
        "currency": "JPY",
        "currencyDecimals": 0,
    }
    assert change(sam, organisationName=" ", ticketText=None) == {**after, "organisationName": None, "ticketText": None}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("organisationName", "x" * 81),
        ("accentColor", "red"),
        ("currency", "XXX"),
        ("currency", None),
        ("dateFormat", "yearFirst"),
        ("timeFormat", None),
        ("ticketText", "x" * 501),
        ("ticketText", "bell \a"),
    ],
)
def test_a_wrong_value_is_refused_by_name(sam: TestClient, field: str, value: str | None) -> None:  # 7.settings.3
    answer = sam.put(CALL, json={field: value})
    assert answer.status_code == 400
    assert [error["field"] for error in json_of(answer)["errors"]] == [field]
    assert json_of(sam.get(CALL)) == DEFAULTS


@pytest.mark.both_engines
def test_a_change_is_in_the_audit_log(house: House, sam: TestClient) -> None:  # 4.settings.2
    change(sam, currency="EUR", timeFormat="24h")
    [entry] = entries_of(house.database, Action.SETTINGS_CHANGED)
    assert (entry.before, entry.after) == ({"currency": "AUD"}, {"currency": "EUR"})
    change(sam, currency="EUR")
    assert len(entries_of(house.database, Action.SETTINGS_CHANGED)) == 1


def test_a_logo_is_served_as_an_image_and_nothing_else(sam: TestClient) -> None:  # 4.settings.4, 7.call.902, 7.call.903
    stranger = TestClient(sam.app)
    problem(stranger.get(LOGO), 404, "logo_not_found")
    # Neither the name nor the type that the sender gives counts.
    url = json_of(put_logo(sam, JPEG, "logo.html", "text/html"))["logoUrl"]
    answer = stranger.get(url)
    assert answer.content == JPEG
    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_the_address_of_a_logo_changes_with_it(sam: TestClient) -> None:  # 4.settings.4, 7.call.904
    first = json_of(put_logo(sam, png()))["logoUrl"]
    second = json_of(put_logo(sam, JPEG))["logoUrl"]
    assert first != second
    # An old address shows the new logo, and is not kept.
    answer = sam.get(first)
    assert (answer.content, answer.headers["cache-control"]) == (JPEG, "private, no-cache")
    assert sam.get(LOGO, headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    assert json_of(sam.delete(LOGO))["logoUrl"] is None
    assert sam.get(second).status_code == 404


@pytest.mark.both_engines
def test_a_file_that_is_no_image_is_refused(sam: TestClient) -> None:  # 4.settings.3
    put_logo(sam, png())
    body = problem(put_logo(sam, b"<script>alert(1)</script>"), 400, "validation_failed")
    assert body["errors"] == [{"field": "file", "message": "Must be a PNG, JPEG or WebP image."}]
    assert sam.get(LOGO).content == png()


@pytest.mark.parametrize("size", [512 * 1024 + 1, 900 * 1024, 2 * 1024 * 1024])
def test_a_large_logo_is_refused(sam: TestClient, size: int) -> None:  # 4.settings.3
    assert put_logo(sam, b"\0" * size).status_code == 413


def test_sums_and_exports_have_the_decimals_of_the_currency(sam: TestClient) -> None:  # 9.settings.2, 4.settings.7
    event = new_event(sam, ticketPriceCents=4500)
    new_attendee(sam, event, paymentStatus="paid")
    for currency, number, cell in (("AUD", 45.0, "45.00"), ("JPY", 4500.0, "4500"), ("KWD", 4.5, "4.500")):
        change(sam, currency=currency)
        assert json_of(sam.get("/api/analytics/overview"))["totalRevenue"] == number
        assert sam.get("/api/analytics/payments").json()[0]["revenue"] == number
        text = sam.get("/api/export/attendees.csv").content.decode("utf-8-sig")
        assert next(csv.DictReader(io.StringIO(text)))["Amount Paid"] == cell
    # Nothing was converted.
    assert json_of(sam.get(f"/api/events/{event['id']}"))["ticketPriceCents"] == 4500


@pytest.mark.parametrize("currency", ["AUD", "JPY", "KWD"])
def test_an_export_comes_back_with_the_same_amounts(sam: TestClient, currency: str) -> None:  # 9.settings.2
    change(sam, currency=currency)
    event = new_event(sam)
    new_attendee(sam, event, paymentStatus="partial", amountPaidCents=1234)
    file = sam.get("/api/export/attendees.csv").content
    assert sam.delete(f"/api/events/{event['id']}").status_code == 204
    other = new_event(sam)
    form = {"eventId": str(other["id"])}
    answer = sam.post("/api/attendees/import", data=form, files={"file": ("guests.csv", file)})
    assert json_of(answer)["imported"] == 1, answer.text
    [guest] = json_of_list(sam.get("/api/attendees", params={"eventId": other["id"]}))
    assert guest["amountPaidCents"] == 1234


def json_of_list(answer: Any) -> list[Json]:
    rows: list[Json] = answer.json()
    return rows


@pytest.mark.both_engines
def test_the_json_backup_brings_the_settings_back(sam: TestClient) -> None:  # 4.settings.5, 3.backup-file.900
    change(sam, **CHANGES)
    put_logo(sam, png())
    before = json_of(sam.get(CALL))
    file = sam.get("/api/export/backup.json").content
    assert json.loads(file)["installationSettings"]["logo"] == b64encode(png()).decode()
    change(sam, **{**DEFAULTS, "currency": "EUR"})
    sam.delete(LOGO)
    assert json_of(restored(sam, file, dryRun="true"))["hasSettings"] is True
    assert restored(sam, file).status_code == 200
    assert json_of(sam.get(CALL)) == before
    assert sam.get(LOGO).content == png()


def test_a_file_without_settings_leaves_them_as_they_are(sam: TestClient) -> None:  # 4.settings.5
    after = change(sam, **CHANGES)
    file = b'{"events":[],"attendees":[],"settings":{"theme":"dark"}}'
    assert json_of(restored(sam, file, dryRun="true"))["hasSettings"] is False
    assert restored(sam, file).status_code == 200
    assert json_of(sam.get(CALL)) == after


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ({"currency": "XXX"}, "installationSettings.currency"),
        ({"logo": "!"}, "installationSettings.logo"),
        ({"logo": b64encode(b"<html>").decode()}, "installationSettings.logo"),
        ({"logo": 7}, "installationSettings.logo"),
        ("dark", "installationSettings"),
    ],
)
def test_a_file_with_wrong_settings_is_refused(sam: TestClient, content: Any, field: str) -> None:  # 4.settings.5
    file = json.dumps({"events": [], "attendees": [], "installationSettings": content}).encode()
    answer = restored(sam, file, dryRun="true")
    assert answer.status_code == 400
    assert [error["field"] for error in json_of(answer)["errors"]] == [field]


def restored(sam: TestClient, file: bytes, **fields: str) -> Any:
    return sam.post("/api/backup/restore-file", data=fields, files={"file": ("backup.json", file)})


def test_the_guests_page_gets_the_settings_and_the_text(sam: TestClient) -> None:  # 7.settings.4
    attendee = new_attendee(sam, new_event(sam))
    stranger = TestClient(sam.app)
    change(sam, **CHANGES)
    ticket = json_of(stranger.post("/api/ticket", json={"qrData": attendee["qrCodeData"]}))
    assert ticket["terms"] == ["No refunds.", "Doors close at 23:00."]
    assert ticket["settings"] == json_of(stranger.get(CALL))
