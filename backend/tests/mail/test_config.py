"""The settings of sending: what may be written, what is said of mistakes, and where the password never is."""

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from doorlist.cli import app
from doorlist.core.config import Settings
from doorlist.mail.check import mail_findings
from doorlist.mail.config import MailMisconfigured, mail_server
from doorlist.mail.sender import MailSender
from tests.cast import SAM
from tests.databases import Databases
from tests.house import House, json_of, new_attendee, new_event, problem
from tests.mail.mail_servers import serving
from tests.mail.office import FROM, queued, send, with_mail

SECRET = "s3cr3t-p%40ss"
READ = "s3cr3t-p@ss"


def settings_of(url: str | None, sender: str | None = FROM, per_minute: str | None = None) -> Settings:
    return Settings(data_dir=Path("nowhere"), smtp_url=url, mail_from=sender, mail_per_minute=per_minute)


@pytest.mark.parametrize(
    ("url", "host", "port", "is_tls", "needs_starttls"),
    [
        ("smtp://mail.example.org", "mail.example.org", 587, False, True),
        ("smtp://u:p@mail.example.org:25", "mail.example.org", 25, False, True),
        ("smtps://u:p@mail.example.org/", "mail.example.org", 465, True, False),
        ("smtp://127.0.0.1:1025", "127.0.0.1", 1025, False, False),
        ("smtp://localhost", "localhost", 587, False, False),
        ("smtp://[::1]:25", "::1", 25, False, False),
    ],
)
def test_the_url_names_server_port_and_encryption(
    url: str, host: str, port: int, is_tls: bool, needs_starttls: bool
) -> None:  # 10.mail.1
    server = mail_server(settings_of(url))
    assert server is not None
    assert (server.host, server.port, server.is_tls, server.needs_starttls) == (host, port, is_tls, needs_starttls)
    assert (server.sender_name, server.sender, server.per_minute) == ("Gala", "tickets@example.org", 60)


def test_the_password_may_have_any_character() -> None:
    server = mail_server(settings_of(f"smtps://us%40er:{SECRET}@mail.example.org"))
    assert server is not None
    assert (server.username, server.password) == ("us@er", READ)
    assert READ not in repr(server)
    assert SECRET not in repr(settings_of(f"smtps://u:{SECRET}@mail.example.org"))


@pytest.mark.parametrize(
    ("url", "sender", "per_minute", "said"),
    [
        (None, FROM, None, "DOORLIST_SMTP_URL is not. Write smtp://"),
        ("smtp://mail.example.org", None, None, "DOORLIST_MAIL_FROM is not. Write the sender"),
        ("smtp://mail.example.org", "Gala", None, "DOORLIST_MAIL_FROM cannot be read. Write one sender"),
        ("smtp://mail.example.org", "a@b.co, c@d.co", None, "Write one sender"),
        ("smtp://mail.example.org", "a@b.co\r\nBcc: c@d.co", None, "Write one sender"),
        ("smtp://mail.example.org", "Gala <>", None, "Write one sender"),
        ("smtp://mail.example.org", f"smtp://u:{SECRET}@mail.example.org", None, "Write one sender"),
        ("smtp://mail.example.org", f"smtp://u:{SECRET}@localhost", None, "Write one sender"),
        ("smtp://mail.example.org", f"Gala <smtp://u:{SECRET}@mail.example.org>", None, "Write one sender"),
        (f"http://u:{SECRET}@mail.example.org", FROM, None, "DOORLIST_SMTP_URL cannot be read"),
        (f"smtp://u:{SECRET}@", FROM, None, "DOORLIST_SMTP_URL cannot be read"),
        (f"smtp://u:{SECRET}@host:port", FROM, None, "In the password write % as %25"),
        (f"smtp://u:{SECRET}/x@host", FROM, None, "In the password write % as %25"),
        (f"smtp://u:{SECRET}#x@host", FROM, None, "In the password write % as %25"),
        (f"smtp://u:{SECRET}[@host", FROM, None, "In the password write % as %25"),
        (f"smtp://:{SECRET}@host", FROM, None, "a user without a password, or the reverse"),
        ("smtp://u@host", FROM, None, "a user without a password, or the reverse"),
        ("mail.example.org", FROM, None, "DOORLIST_SMTP_URL cannot be read"),
        ("file:", FROM, None, "names no folder"),
        ("smtp://host", FROM, "0", "Write the messages of a minute, from 1 to 6000"),
        ("smtp://host", FROM, "6001", "from 1 to 6000"),
        ("smtp://host", FROM, "many", "DOORLIST_MAIL_PER_MINUTE is 'many'"),
        ("smtp://host", FROM, "٦", "from 1 to 6000"),
    ],
)
def test_a_mistake_is_named_in_a_sentence_without_the_password(
    url: str | None, sender: str | None, per_minute: str | None, said: str
) -> None:  # 10.mail.5, 6; 10.mail.2
    settings = settings_of(url, sender, per_minute)
    with pytest.raises(MailMisconfigured) as refusal:
        mail_server(settings)
    assert said in str(refusal.value)
    assert "s3cr3t" not in str(refusal.value)
    [(is_well, sentence)] = mail_findings(settings)
    assert (is_well, sentence) == (False, str(refusal.value))


@pytest.mark.either_engine
def test_a_server_with_a_mistake_runs_without_sending(settings: Settings, databases: Databases) -> None:
    house = House(replace(settings, smtp_url="gala", mail_from=FROM), databases.name)  # 10.mail.5; 10.code.920
    try:
        olive = house.signed_in()
        ada = new_attendee(olive, new_event(olive), email="ada@example.org")
        mail = json_of(olive.get("/api/tickets/sending"))["mail"]
        assert (mail["isSetUp"], mail["isReady"]) == (True, False)
        assert mail["problem"].startswith("DOORLIST_SMTP_URL cannot be read. Write smtp://")
        refusal = problem(send(olive, 1, ids=[ada["id"]]), 409, "mail_not_ready")
        assert refusal["detail"] == mail["problem"]
    finally:
        house.close()


@pytest.mark.either_engine
def test_the_password_is_in_no_answer_error_or_log(
    settings: Settings, databases: Databases, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:  # 10.mail.2, 7
    with serving(password="another") as (port, received):
        url = f"smtp://user-name:{SECRET}@127.0.0.1:{port}"
        house = House(with_mail(settings, url), databases.name)
        try:
            sam = house.signed_in(SAM)
            ada = new_attendee(sam, new_event(sam), email="ada@example.org")
            test = sam.post("/api/settings/test-email", json={"to": "sam@example.org"})
            queued(sam, 1, ids=[ada["id"]])
            sender: MailSender = house.app.state.mail_sender
            assert sender.check() is not None
            assert not sender.send_due()
            answers = [
                test.text,
                *(sam.get(f"/api/{path}").text for path in ("tickets/sending", f"attendees/{ada['id']}", "history")),
            ]
        finally:
            house.close()
        for name, value in {"SMTP_URL": url, "MAIL_FROM": FROM, "DATA_DIR": str(settings.data_dir)}.items():
            monkeypatch.setenv(f"DOORLIST_{name}", value)
        checked = CliRunner().invoke(app, ["check"])
        assert checked.exit_code == 1
        assert "refused the user or the password. Check both in DOORLIST_SMTP_URL." in checked.output
    assert received.raw == []
    assert json_of(test)["problem"].endswith("refused the user or the password. Check both in DOORLIST_SMTP_URL.")
    said = "".join([*answers, checked.output, *capfd.readouterr()])
    for secret in (SECRET, READ, "user-name"):
        assert secret not in said


@pytest.mark.either_engine
def test_check_says_that_email_is_ready_and_nothing_without_settings() -> None:  # 10.mail.7
    with serving(password="right") as (port, received):
        [finding] = mail_findings(settings_of(f"smtp://u:right@127.0.0.1:{port}"))
    assert finding == (True, f"Email is ready: 127.0.0.1:{port} accepts messages from tickets@example.org.")
    assert received.raw == []
    assert list(mail_findings(settings_of(None, None))) == []
