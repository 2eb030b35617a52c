"""The message: only our headers, text and HTML that nothing breaks out of, and a QR code (contract 3.mail)."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes
from email.errors import HeaderParseError, InvalidHeaderDefect
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any, cast

import pytest

from doorlist.mail.colors import MailColors, colors_of, contrast
from doorlist.mail.compose import compose, preview, write
from doorlist.mail.config import MailServer
from doorlist.mail.content import PRODUCT, MailContent, MailEvent, MailLogo, MailTicketContent
from doorlist.mail.rules import MAX_CODES_PER_MESSAGE, shown_size
from doorlist.settings.logo import LogoType
from doorlist.settings.rules import DateFormat, TimeFormat
from tests.settings.images import png

NOW = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)
SERVER = MailServer(
    host="h", port=25, sender_name="Gala, tickets <x>", sender="tickets@example.org", per_minute=60, folder=Path("x")
)
HEADERS = {"From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type"}
ADA = MailTicketContent("Ada Lovelace", "VIP", 7, "INV-7KQM-3XRD", "DL1.7.0123456789ABCDEFGHJKMNPQRS")
HALL = {"venue": "The Grand Hall", "address": "1 High Street\nMelbourne"}
EVENT = MailEvent(7, "Midwinter Gala", "2026-11-28", "19:30", "01:15", **HALL)
GALA = MailContent(EVENT, (ADA,), organisation="Lantern House", ticket_page="https://tickets.example.org/ticket")


def sent(content: MailContent, recipient: str = "ada@example.org", message_id: str = "1.a") -> EmailMessage:
    """The message as a reader's program parses it."""
    composed = compose(content, server=SERVER, recipient=recipient, message_id=message_id, now=NOW)
    return message_from_bytes(composed.content, policy=default)


def text_of(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    assert body is not None
    return str(body.get_content())


def test_says_event_time_name_type_table_and_link() -> None:  # 3.mail.1
    message = sent(GALA)
    assert message["Subject"] == "Your ticket for Midwinter Gala"
    for kind in ("plain", "html"):
        text = text_of(message, kind)
        for part in (
            *("Lantern House", "Midwinter Gala", "Sat 28 Nov 2026 at 19:30 to 01:15", "Ada Lovelace", "VIP", "Table 7"),
            *("The Grand Hall", "1 High Street", "Melbourne", "Tickets are not refundable."),
            *("INV-7KQM-3XRD", "https://tickets.example.org/ticket#DL1.7.0123456789ABCDEFGHJKMNPQRS"),
        ):
            assert part in text, (kind, part)
    assert [part.get_content_type() for part in message.walk()] == [
        *("multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"),
        "text/calendar",
    ]


def test_a_party_gets_all_its_codes_in_one_message() -> None:  # 3.mail.2
    party = GALA._replace(tickets=tuple(ADA._replace(full_name=f"Ada ({n})") for n in range(1, 26)))
    message = sent(party)
    pictures = [part for part in message.walk() if part.get_content_type() == "image/png"]
    ids = [part["Content-ID"] for part in pictures]
    assert [each.partition(".")[0] for each in ids] == [f"<ticket-{n}" for n in range(1, 26)]
    assert all(f'src="cid:{each[1:-1]}"' in text_of(message, "html") for each in ids)
    assert message["Subject"] == "Your tickets for Midwinter Gala"
    assert text_of(message, "html").count('src="cid:ticket-') == 25


def test_gmail_does_not_cut_off_the_last_codes() -> None:  # 3.mail.2
    longest = ADA._replace(full_name="Ada " * 50, invoice_number="INV-" + "7" * 40)
    party = GALA._replace(tickets=(longest,) * MAX_CODES_PER_MESSAGE, logo=MailLogo(png(), LogoType.PNG, 2, 2))
    assert len(text_of(sent(party), "html").encode()) < 102_000


def test_no_two_messages_have_a_picture_of_one_id() -> None:  # 3.mail.11
    ids = [
        [part["Content-ID"] for part in message.walk() if part["Content-ID"]]
        for message in (sent(GALA, message_id="1.a"), sent(GALA, message_id="2.b"))
    ]
    assert len({*ids[0], *ids[1]}) == 2


HOSTILE = "Ada\r\nBcc: spam@example.com\r\n\r\n<script>alert(1)</script>\u2028-- \u2029.\n"


def test_no_value_of_a_guest_or_an_event_becomes_a_header_or_a_line_of_ours() -> None:  # 3.mail.3
    hostile = GALA._replace(
        event=EVENT._replace(name=HOSTILE + "x" * 500, venue=HOSTILE),
        terms=(HOSTILE,),
        organisation=HOSTILE,
        subject="a@example.com, b@example.com\r\nTo: c@example.com",
        opening="Hello",
        tickets=(ADA._replace(full_name=HOSTILE, type_name=HOSTILE, invoice_number=HOSTILE),),
    )
    message = sent(hostile)
    assert set(message.keys()) == HEADERS
    assert message["To"] == "ada@example.org"
    assert message["From"] == '"Gala, tickets <x>" <tickets@example.org>'
    assert message["Subject"] == "a@example.com, b@example.com To: c@example.com"
    plain, html = text_of(message, "plain"), text_of(message, "html")
    assert "<script" not in html
    names = [line for line in plain.splitlines() if "Bcc" in line and not line.startswith("Bcc")]
    assert len(names) == plain.count("Bcc")
    assert HOSTILE.split("\r", maxsplit=1)[0] in plain
    for part in message.walk():
        assert set(part.keys()) <= HEADERS | {"Content-Transfer-Encoding", "Content-Disposition", "Content-ID"}


@pytest.mark.parametrize(
    "recipient", ["a@b.co\r\nBcc: c@d.co", "a@b.co\nBcc: c@d.co", "a@b.co, c@d.co", "<a@b.co>, c@d.co", "a b@c.co", ""]
)
def test_an_address_that_would_add_a_header_or_a_recipient_is_not_written(recipient: str) -> None:  # 3.mail.3
    with pytest.raises((ValueError, HeaderParseError, InvalidHeaderDefect)):
        compose(GALA, server=SERVER, recipient=recipient, message_id="1.a", now=NOW)


def test_an_event_that_looks_like_an_address_list_stays_a_subject() -> None:  # 3.mail.3
    name = ('Gala <a@example.com>, b@example.com; "c" <d@example.com>:@, ' * 9)[:500].strip()
    message = sent(GALA._replace(event=EVENT._replace(name=name)))
    assert message["Subject"] == f"Your ticket for {name}"
    assert set(message.keys()) == HEADERS
    assert str(message["To"]) == "ada@example.org"
    assert message["Message-ID"] == "<1.a@example.org>"


@pytest.mark.parametrize(
    "name",
    [
        "=?utf-8?q?x=0D=0ABcc:_v@x.co?=",
        "=?utf-8?b?eA0KQmNjOiB2QHguY28=?=",
        "=?utf-8?q?x=0D=0A=0D=0Ahidden?=",
        "a =?=?utf-8?q?=0D=0ABcc:v@x.co?=",
    ],
)
def test_an_encoded_word_in_a_subject_stays_text(name: str) -> None:  # 3.mail.3
    for content in (GALA._replace(event=EVENT._replace(name=name)), GALA._replace(subject=name)):
        message = sent(content)
        assert set(message.keys()) == HEADERS
        assert "Bcc:" not in [line[:4] for line in str(message).splitlines()]
        assert "hidden" not in text_of(message, "plain").splitlines()


@pytest.mark.parametrize("recipient", ["a@\u05d0a.com", "a@" + "ü" * 60 + ".de", "a@straße.de"])
def test_a_domain_without_a_form_in_ascii_is_not_written(recipient: str) -> None:  # 3.mail.3
    with pytest.raises(UnicodeError):
        compose(GALA, server=SERVER, recipient=recipient, message_id="1.a", now=NOW)


@pytest.mark.parametrize("name", ["x" * 500, "é" * 500, "Gala " * 100, "🎉" * 250])
def test_a_long_event_folds_its_subject_and_keeps_lines_short(name: str) -> None:  # 3.mail.3
    long = GALA._replace(event=EVENT._replace(name=name))
    composed = compose(long, server=SERVER, recipient="a@b.co", message_id="1", now=NOW)
    raw = composed.content
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert sent(long)["Subject"] == f"Your ticket for {name}".strip()


def test_needs_no_script_and_loads_nothing() -> None:  # 3.mail.4
    html = write(GALA).html
    for forbidden in ("<script", "<link", "@import", "url(", 'src="http', "<form", "<iframe"):
        assert forbidden not in html
    assert "prefers-color-scheme: dark" in html


# frontend/src/lib/accent.test.ts holds the screens and the guest's page to the same colours.
ACCENTS = [
    tuple(vector.values()) for vector in json.loads(Path(__file__).with_name("accent_vectors.json").read_text("utf-8"))
]


def rgb(color: str) -> tuple[float, ...]:
    return tuple(bytes.fromhex(color[1:]))


@pytest.mark.parametrize(
    ("accent", "colors"),
    [
        *((accent, MailColors(*colors)) for accent, *colors in ACCENTS),
        (None, MailColors("#082b37", "#005970", "#f9fcfe", "#6dc7d9", "#021922")),
    ],
)
def test_the_accent_is_readable_in_light_and_dark(accent: str | None, colors: MailColors) -> None:  # 3.mail.10
    assert colors_of(accent) == colors
    for text in ("#faf6ee", "#bbcfd2", "#fec766"):
        assert contrast(rgb(text), rgb(colors.head)) >= 4.5
    assert contrast(rgb(colors.on_button), rgb(colors.button)) >= 4.5
    assert contrast(rgb(colors.dark_on_button), rgb(colors.dark_button)) >= 4.5
    html = write(GALA._replace(colors=colors)).html
    assert all(color in html for color in colors)


def test_the_logo_is_a_picture_within_the_message() -> None:  # 3.mail.10
    with_logo = GALA._replace(logo=MailLogo(png(), LogoType.PNG, 2, 2))
    message = sent(with_logo)
    [logo] = [part for part in message.walk() if (part["Content-ID"] or "").startswith("<logo.")]
    assert (logo.get_content_type(), logo.get_content()) == ("image/png", png())
    assert text_of(message, "html").count('src="cid:logo.') == 1
    assert text_of(message, "plain") == text_of(sent(GALA), "plain")
    assert 'src="data:image/png;base64,iVBORw0KGgo' in preview(with_logo).html
    assert "cid:logo" not in preview(with_logo).html + text_of(sent(GALA), "html")


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        ((400, 100), (112, 28)),
        ((100, 400), (10, 40)),
        ((4096, 1), (112, 1)),
        ((20, 30), (20, 30)),
        ((80, 80), (40, 40)),
    ],
)
def test_a_logo_fits_into_its_space(size: tuple[int, int], shown: tuple[int, int]) -> None:  # 3.mail.10
    assert shown_size(*size) == shown


def test_a_change_is_said_in_subject_and_text() -> None:  # 3.mail.5
    message = sent(GALA._replace(tells_change=True))
    assert message["Subject"] == "Changed: Your ticket for Midwinter Gala"
    for kind in ("plain", "html"):
        assert "The date, time or place of this event has changed." in text_of(message, kind)


def calendar_of(event: MailEvent, **more: Any) -> list[str]:
    """The lines of the message's calendar file."""
    message = sent(GALA._replace(event=event, **more))
    [calendar] = [part for part in message.walk() if part.get_content_type() == "text/calendar"]
    text = str(cast("Any", calendar.get_payload(decode=True)).decode())
    return text.replace("\r\n ", "").removesuffix("\r\n").split("\r\n")


def test_the_calendar_file_has_time_and_place_of_the_event_and_no_code() -> None:  # 3.mail.6
    lines = calendar_of(EVENT)
    for line in (
        *("DTSTART:20261128T193000", "DTEND:20261129T011500", "SUMMARY:Midwinter Gala"),
        "LOCATION:The Grand Hall\\, 1 High Street\\, Melbourne",
        "UID:event-7@tickets.example.org",
    ):
        assert line in lines
    [description] = [line for line in lines if line.startswith("DESCRIPTION:")]
    assert description.startswith("DESCRIPTION:Ada Lovelace\\nTable 7\\n")
    assert "DL1." not in "".join(lines)
    assert "DTEND:20261128T230000" in calendar_of(EVENT._replace(end_time="23:00"))
    assert not [line for line in calendar_of(EVENT._replace(end_time=None)) if line.startswith("DTEND")]
    day = calendar_of(EVENT._replace(time=None, venue=None, address=None), ticket_page=None)
    assert {"DTSTART;VALUE=DATE:20261128", "DTEND;VALUE=DATE:20261129", "UID:event-7@example.org"} <= set(day)
    assert not [line for line in day if line.startswith("LOCATION")]


@pytest.mark.parametrize(
    ("date_format", "time_format", "when"),
    [
        (DateFormat.DAY_FIRST, TimeFormat.HOURS_24, "Sat 28 Nov 2026 at 19:30 to 01:15"),
        (DateFormat.DAY_FIRST, TimeFormat.HOURS_12, "Sat 28 Nov 2026 at 7:30 pm to 1:15 am"),
        (DateFormat.MONTH_FIRST, TimeFormat.HOURS_24, "Sat, Nov 28, 2026 at 19:30 to 01:15"),
        (DateFormat.MONTH_FIRST, TimeFormat.HOURS_12, "Sat, Nov 28, 2026 at 7:30 PM to 1:15 AM"),
    ],
)
def test_dates_and_times_are_written_as_on_the_screens(
    date_format: DateFormat, time_format: TimeFormat, when: str
) -> None:  # 3.mail.8
    assert GALA._replace(date_format=date_format, time_format=time_format).when == when


@pytest.mark.parametrize(
    ("time", "end_time", "when"),
    [
        (None, None, "Sat 28 Nov 2026"),
        (None, "23:00", "Sat 28 Nov 2026"),
        ("00:05", None, "Sat 28 Nov 2026 at 12:05 am"),
        ("12:00", "23:59", "Sat 28 Nov 2026 at 12:00 pm to 11:59 pm"),
    ],
)
def test_midnight_noon_and_events_without_a_time(time: str | None, end_time: str | None, when: str) -> None:
    event = EVENT._replace(time=time, end_time=end_time)  # 3.mail.8
    assert GALA._replace(event=event, time_format=TimeFormat.HOURS_12).when == when


def test_an_event_without_a_place_has_no_empty_lines_for_it() -> None:  # 3.mail.1
    written = write(GALA._replace(event=EVENT._replace(venue=None, address=None), organisation=PRODUCT))
    assert "Sat 28 Nov 2026 at 19:30 to 01:15\n\n---" in written.text
    assert written.text.endswith("\nDoorlist")


def test_the_code_of_another_tool_has_no_link() -> None:  # 3.mail.1
    assert "ticket#" not in write(GALA._replace(tickets=(ADA._replace(qr_code_data="GALA-0007"),))).html


def test_the_password_is_in_no_text_of_the_server() -> None:  # 10.mail.2
    assert "s3cret" not in repr(replace(SERVER, password="s3cret"))
