"""Tickets that another tool sent scan at our door (contract 5.import.205 to 5.import.207)."""

from collections.abc import Sequence

import pytest

from doorlist.spreadsheets.imports.ticket_codes import are_sequential, summary_of, ticket_code
from doorlist.tickets.rules import new_qr_codes, whole_qr_hash
from tests.cast import SAM
from tests.house import House, new_event, problem
from tests.spreadsheets.imports.other_tools import TOOLS, secret
from tests.spreadsheets.imports.reading import read
from tests.spreadsheets.sending import counts, lines, preview, send, sent

RANDOM = [secret(number) for number in range(20)]


class TestCodes:
    @pytest.mark.parametrize(
        "text", ["z3fsn8jyufm5", f" {'x' * 500}\n", "https://lu.ma/check-in/evt-1?pk=g-XyZ", "Zoë-Brontë-0001"]
    )
    def test_are_kept_as_they_are(self, text: str) -> None:  # 5.import.205
        assert ticket_code(text) == text.strip()

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("z3fsn8jyufm", "at least 12"),
            ("x" * 501, "at most 500"),
            pytest.param(new_qr_codes([1])[0], "form of Doorlist's own", id="own code"),
            ("dl1.7.something", "form of Doorlist's own"),
            ("1.03248985712873e+22", "rounded"),
            ("1,03249E+22", "rounded"),
            ("data:image/png;base64,iVBORw0KGgo=", "picture"),
            ("https://example.org/qr/ab12.PNG?size=200", "picture"),
        ],
    )
    def test_are_refused_with_the_reason(self, text: str, says: str) -> None:  # 5.import.206; 5.import.453
        with pytest.raises(ValueError, match=says):
            ticket_code(text)

    @pytest.mark.parametrize(
        "texts",
        [
            [f"{n:012}" for n in range(20)],
            [f"2026-GALA-{n:04}-X" for n in range(95, 105)],
            [f"1548392047{n * 7:04}" for n in range(5)],
            ["EVT-100003-002", *(f"EVT-{100_000 + n}-001" for n in range(20))],
            [f"{name}-00000{n}" for name in ("ADULT", "CHILD") for n in range(9)],
        ],
    )
    def test_that_count_up_are_sequential(self, texts: list[str]) -> None:  # 5.import.206
        assert are_sequential(set(texts))

    @pytest.mark.parametrize(
        "texts",
        [
            RANDOM,
            [],
            ["154839204700"],
            [str(int(secret(n), 36) % 10**16).zfill(16) for n in range(50)],
            [str(int(secret(n), 36) % 10**12).zfill(12) for n in range(20_000)],
            [f"https://lu.ma/check-in/evt-2026?pk=g-{secret(n)}" for n in range(20)],
        ],
    )
    def test_that_were_drawn_are_not(self, texts: list[str]) -> None:  # 5.import.206
        assert not are_sequential(set(texts))

    @pytest.mark.parametrize(
        ("cells", "guests", "says"),
        [
            (RANDOM, 20, None),
            ([*RANDOM, "short"], 20, None),
            (["A-1", "A-2"], 0, "short"),
            ([RANDOM[0]] * 5, 1, "repeated"),
            ([f"{n:012}" for n in range(5)], 5, "sequential"),
            ([], 0, None),
        ],
    )
    def test_are_offered_where_they_can_be_kept(self, cells: Sequence[str], guests: int, says: str | None) -> None:
        # 5.import.205, 5.import.206
        summary = summary_of(3, cells)
        assert (summary.column, summary.guests, summary.problem) == (3, guests, says)

    def test_of_the_known_tools_are_found(self) -> None:  # 5.import.205
        found = {name: codes for name, tool in TOOLS.items() if (codes := read(tool.file()).ticket_codes)}
        assert {name: (tool.guests, tool.problem) for name, tool in found.items()} == {
            "pretix": (14, None),
            "Luma": (1, "repeated"),
            **dict.fromkeys(["Ticket Tailor", "Billetto", "Weezevent", "Ticketpay"], (14, None)),
        }

    def test_are_left_alone_unless_they_are_wanted(self) -> None:  # 5.import.205
        text = TOOLS["pretix"].file()
        assert {row.attendee.qr_code_data for row in read(text).valid} == {None}
        kept = read(text, keep_ticket_codes=True)
        assert [row.attendee.qr_code_data for row in kept.valid][:2] == [secret(0), secret(1)]


def test_tickets_that_were_sent_already_scan_at_the_door(house: House) -> None:  # 5.import.205; 3.qr.8
    sam = house.signed_in(SAM)
    event = new_event(sam)
    texts = [RANDOM[0], "https://lu.ma/check-in/evt-1?pk=g-Zoë", "x" * 500]
    rows = [("Name", "Phone", "Barcode"), *((f"Guest {n}", f"0400 {n}", text) for n, text in enumerate(texts))]
    file, choices = lines([*rows, ("Guest 3", "0400 3", "")]), {"eventId": event["id"], "keepTicketCodes": True}
    expected = preview(sam, file, **choices)
    assert expected["ticketCodes"] == {"column": 2, "guests": 3, "problem": None}
    assert expected["guests"][0]["ticketCode"] == RANDOM[0]
    assert counts(sent(sam, file, **choices)) == (4, 0, 0)
    assert counts(preview(sam, file, **choices)) == (0, 0, 4)

    def scan(**ticket: object) -> tuple[int, object]:
        answer = sam.post("/api/attendees/scan", json={**ticket, "eventId": event["id"]})
        return answer.status_code, answer.json().get("alreadyScanned")

    for text in texts:
        assert scan(qrData=f" {text}\r\n") == (200, False)
        assert scan(qrHash=whole_qr_hash(text)) == (200, True)
        # Another tool's letters may differ by their case alone, and its tickets open no page.
        assert scan(qrData=text.swapcase())[0] == 400
        problem(house.stranger().post("/api/ticket", json={"qrData": text}), 404, "ticket_unknown")
    own = {a["fullName"]: a["qrCodeData"] for a in sam.get("/api/attendees").json()}
    assert own["Guest 3"].startswith(f"DL1.{event['id']}.")
    door = sam.get("/api/door/list", params={"eventId": event["id"]}).text
    assert all(whole_qr_hash(text)[:21] in door for text in texts)

    saved = sam.get("/api/export/backup.json").content
    restored = sam.post("/api/backup/restore-file", files={"file": ("backup.json", saved)})
    assert restored.status_code == 200, restored.text
    assert {a["fullName"]: a["qrCodeData"] for a in sam.get("/api/attendees").json()} == own
    assert scan(qrData=texts[0]) == (200, True)


def test_a_code_has_one_guest(house: House) -> None:  # 5.import.207
    olive = house.signed_in()
    event = new_event(olive)
    choices = {"eventId": event["id"], "keepTicketCodes": True}
    file = "Name,Phone,Barcode\n" + "".join(f"Guest {n},0400 {n},{RANDOM[n]}\n" for n in range(3))
    assert sent(olive, file, **choices)["imported"] == 3
    again = f"Name,Phone,Barcode\nAda,1,{RANDOM[1]}\nBob,2,{RANDOM[5]}\nCleo,3,{RANDOM[5]}\nDan,4,short\nEve,5,\n"
    report = preview(olive, again, **choices)
    assert [(error["row"], error["field"], error["message"]) for error in report["rowErrors"]] == [
        (2, "ticketCode", "Another guest has this ticket code"),
        (4, "ticketCode", "Another guest has this ticket code"),
        (5, "ticketCode", "The ticket code must have at least 12 characters: a shorter one can be guessed"),
    ]
    assert counts(sent(olive, again, **choices)) == (2, 3, 0)
    assert counts(sent(olive, again, eventId=event["id"])) == (3, 0, 2)


@pytest.mark.either_engine
@pytest.mark.parametrize(
    ("codes", "says"),
    [
        ([f"{n:012}" for n in range(5)], "numbers in sequence"),
        (["A-1", "A-2"], "at least 12 characters"),
        (RANDOM[:1] * 3, "the same ticket code"),
    ],
)
def test_codes_that_can_be_guessed_are_refused(house: House, codes: list[str], says: str) -> None:  # 5.import.206
    olive = house.signed_in()
    event = new_event(olive)
    file = lines([("Name", "Phone", "Barcode"), *((f"Guest {n}", n, code) for n, code in enumerate(codes))])
    refused = problem(send(olive, file, eventId=event["id"], keepTicketCodes=True), 400, "validation_failed")
    assert says in refused["detail"]
    assert refused["errors"][0]["field"] == "keepTicketCodes"
    assert sent(olive, file, eventId=event["id"])["imported"] == len(codes)
    no_column = send(olive, "Name,Phone\nZoe,9\n", eventId=event["id"], keepTicketCodes=True)
    assert problem(no_column, 400, "validation_failed")["errors"][0]["field"] == "mapping"
