"""Handing a message to a real SMTP server: taken, refused, not now, or of unknown outcome (contract 4.mail)."""

import ipaddress
import re
import socket
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from doorlist.mail import transport as transports
from doorlist.mail.compose import Composed
from doorlist.mail.config import MailServer
from doorlist.mail.rules import MailProblem
from doorlist.mail.transport import FolderTransport, NotNow, OutcomeUnknown, Refused, SmtpTransport
from tests.mail.mail_servers import STATES, Behaviour, serving, tls_context


def server_at(port: int, **settings: object) -> MailServer:
    values = {"host": "127.0.0.1", "port": port, "sender_name": "", "sender": "tickets@example.org", "per_minute": 60}
    return MailServer(**(values | settings))  # type: ignore[arg-type]


def message(text: str = "Hello\n.\n..two dots\n.hidden\n") -> Composed:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "tickets@example.org", "ada@example.org", "Ticket"
    made["Message-ID"] = "<1@example.org>"
    made.set_content(text)
    return Composed("1", made.as_bytes(policy=SMTP))


def test_a_message_arrives_as_it_was_written_and_the_connection_is_kept() -> None:  # 4.mail.1
    with serving() as (port, received):
        out = SmtpTransport(server_at(port))
        for _ in range(3):
            out.send(message(), "ada@exämple.org")
        out.close()
    assert [to for to, _ in received.raw] == ["ada@xn--exmple-cua.org"] * 3
    assert received.messages[0].get_content().splitlines() == ["Hello", ".", "..two dots", ".hidden"]


def test_the_last_line_of_a_message_does_not_wait_for_an_acknowledgement() -> None:  # 10.mail.6
    with serving() as (port, _):
        out = SmtpTransport(server_at(port))
        out.send(message(), "ada@example.org")
        assert out._smtp is not None
        assert out._smtp.sock is not None
        assert out._smtp.sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        out.close()


@pytest.mark.parametrize("state", STATES)
def test_a_dropped_connection_is_no_outcome_only_after_the_whole_message(state: str) -> None:  # 4.mail.4
    with serving(Behaviour(drops=state)) as (port, received):
        out = SmtpTransport(server_at(port))
        if state == "reply":
            with pytest.raises(OutcomeUnknown):
                out.send(message(), "ada@example.org")
            assert len(received.raw) == 1
        else:
            with pytest.raises(NotNow) as failure:
                # Long enough for the break to show before the end of the message.
                out.send(message(("x" * 70 + "\n") * 200_000), "a@b.co")
            assert failure.value.problem is MailProblem.NO_CONNECTION
            assert received.raw == []
        out.close()


@pytest.mark.parametrize("reply", ["451 4.7.1 quota", "553 5.7.1 not your sender"])
def test_a_refused_sender_is_a_problem_of_every_message(reply: str) -> None:  # 4.mail.5
    with serving(Behaviour(replies={"MAIL": reply})) as (port, received):
        out = SmtpTransport(server_at(port))
        with pytest.raises(NotNow) as failure:
            out.send(message(), "ada@example.org")
        assert failure.value.is_of_server
        out.close()
    assert received.raw == []


@pytest.mark.parametrize(
    ("command", "reply", "is_quota"),
    [
        ("RCPT", "550 5.4.5 Daily sending limit exceeded", True),
        ("DATA", "550 5.4.5 Daily sending limit exceeded", True),
        ("reply-code", "550 5.4.5 Daily sending limit exceeded", True),
        ("DATA", "454 4.7.0 Too many messages", True),
        ("reply-code", "421 4.7.0 Too many messages", True),
        ("RCPT", "450 4.7.1 Greylisted", False),
        ("reply-code", "451 4.3.0 later", False),
    ],
)
def test_a_quota_is_a_problem_of_every_message(command: str, reply: str, is_quota: bool) -> None:  # 4.mail.5
    with serving(Behaviour(replies={command: reply})) as (port, received):
        out = SmtpTransport(server_at(port))
        with pytest.raises(NotNow) as failure:
            out.send(message(), "ada@example.org")
        assert (failure.value.problem, failure.value.is_of_server) == (MailProblem.TRY_LATER, is_quota)
        out.close()
    assert received.raw == []


@pytest.mark.parametrize("command", ["RCPT", "DATA", "reply-code"])
@pytest.mark.parametrize(("reply", "kind"), [("451 4.3.0 later", NotNow), ("552 5.2.2 full", Refused)])
def test_a_refusal_says_whether_a_later_try_may_succeed(command: str, reply: str, kind: type[Exception]) -> None:
    with serving(Behaviour(replies={command: reply})) as (port, received):  # 4.mail.2, 3
        out = SmtpTransport(server_at(port))
        with pytest.raises(kind):
            out.send(message(), "ada@example.org")
        out.close()
    assert received.raw == []


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("550 5.1.1 no such user", MailProblem.MAILBOX_UNKNOWN),
        ("550 no such user", MailProblem.MAILBOX_UNKNOWN),
        ("550 5.7.1 we do not like you", MailProblem.REFUSED),
        ("554 no", MailProblem.REFUSED),
    ],
)
def test_an_unknown_mailbox_is_told_from_other_refusals(reply: str, problem: MailProblem) -> None:
    with serving(Behaviour(replies={"RCPT": reply})) as (port, _):
        out = SmtpTransport(server_at(port))
        with pytest.raises(Refused) as refusal:
            out.send(message(), "ada@example.org")
        out.close()
    assert refusal.value.problem is problem


def test_a_refused_message_does_not_keep_the_next_from_the_same_connection() -> None:
    with serving(Behaviour(replies={"RCPT": "550 no"}, reply_times=1)) as (port, received):
        out = SmtpTransport(server_at(port))
        with pytest.raises(Refused):
            out.send(message(), "bob@example.org")
        out.send(message(), "ada@example.org")
        out.close()
    assert [to for to, _ in received.raw] == ["ada@example.org"]


def test_a_server_that_ended_an_idle_connection_gets_a_new_one() -> None:
    behaviour = Behaviour()
    with serving(behaviour) as (port, received):
        out = SmtpTransport(server_at(port))
        out.send(message(), "ada@example.org")
        assert out._smtp is not None
        out._smtp.close()
        out.send(message(), "ada@example.org")
        out.close()
    assert len(received.raw) == 2


def test_no_server_and_a_silent_one(monkeypatch: pytest.MonkeyPatch, free_tcp_port: int) -> None:  # 4.mail.2
    with pytest.raises(NotNow) as failure:
        SmtpTransport(server_at(free_tcp_port)).send(message(), "ada@example.org")
    assert failure.value.problem is MailProblem.NO_CONNECTION
    monkeypatch.setattr(transports, "FINAL_REPLY_SECONDS", 0.2)
    with serving(Behaviour(slow_seconds=3600)) as (port, _), pytest.raises(OutcomeUnknown):
        SmtpTransport(server_at(port)).send(message(), "ada@example.org")


def test_the_sign_in_is_checked_and_refused_without_the_password() -> None:  # 10.mail.2
    with serving(password="right") as (port, received):
        server = server_at(port, username="u", password="right")
        SmtpTransport(server).check()
        out = SmtpTransport(server)
        out.send(message(), "ada@example.org")
        out.close()
        with pytest.raises(NotNow) as failure:
            SmtpTransport(server_at(port, username="u", password="wr0ng-secret")).check()
    assert failure.value.problem is MailProblem.SIGN_IN_REFUSED
    assert "wr0ng-secret" not in repr(failure.value) + repr(server_at(port, password="wr0ng-secret"))
    assert len(received.raw) == 1


class TestEncryption:
    """A name for loopback that the settings do not take for it, so that encryption is needed."""

    @pytest.fixture
    def certificate(self, tmp_path: Path) -> tuple[Path, Path]:
        return _certificate(tmp_path, "mail.example.org")

    @pytest.fixture(autouse=True)
    def _elsewhere(self, monkeypatch: pytest.MonkeyPatch) -> None:
        # The name service of a test machine knows no mail.example.org.
        real = socket.create_connection
        monkeypatch.setattr(
            socket,
            "create_connection",
            lambda address, *rest, **named: real(("127.0.0.1", address[1]), *rest, **named),
        )

    @pytest.mark.parametrize("is_tls", [False, True])
    def test_a_trusted_certificate_of_that_name_is_accepted(
        self, is_tls: bool, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 10.mail.1
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
        with serving(is_tls=is_tls, context=tls_context(*certificate)) as (port, received):
            out = SmtpTransport(server_at(port, host="mail.example.org", is_tls=is_tls))
            out.send(message(), "ada@example.org")
            out.close()
        assert len(received.raw) == 1

    @pytest.mark.parametrize("is_tls", [False, True])
    def test_an_unknown_certificate_or_another_name_gets_nothing(
        self, is_tls: bool, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 10.mail.1
        with serving(is_tls=is_tls, context=tls_context(*certificate)) as (port, received):
            with pytest.raises(NotNow) as failure:
                SmtpTransport(server_at(port, host="mail.example.org", is_tls=is_tls)).send(message(), "a@b.co")
            assert failure.value.problem is MailProblem.CERTIFICATE
            monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
            with pytest.raises(NotNow) as failure:
                SmtpTransport(server_at(port, host="other.example.org", is_tls=is_tls)).send(message(), "a@b.co")
            assert failure.value.problem is MailProblem.CERTIFICATE
        assert received.raw == []

    def test_a_server_without_encryption_gets_nothing(self) -> None:  # 10.mail.1
        with serving(password="right") as (port, received):
            elsewhere = server_at(port, host="mail.example.org", username="u", password="right")
            with pytest.raises(NotNow) as failure:
                SmtpTransport(elsewhere).send(message(), "a@b.co")
        assert failure.value.problem is MailProblem.NO_ENCRYPTION
        assert received.raw == []


def test_a_folder_gets_a_file_of_each_message(tmp_path: Path) -> None:  # 10.mail.3
    folder = tmp_path / "sent" / "mail"
    out = FolderTransport(server_at(0, folder=folder))
    out.check()
    out.send(message(), "ada@example.org")
    assert [file.name for file in folder.iterdir()] == ["1.eml"]
    assert re.search(rb"To: ada@example.org\r\n", (folder / "1.eml").read_bytes())
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    with pytest.raises(NotNow) as failure:
        FolderTransport(server_at(0, folder=in_the_way)).send(message(), "ada@example.org")
    assert failure.value.problem is MailProblem.FOLDER


def _certificate(folder: Path, name: str) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime(2026, 1, 1, tzinfo=UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=3650))
        .not_valid_after(now + timedelta(days=3650))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(name), x509.IPAddress(ipaddress.ip_address("192.0.2.1"))]),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    files = folder / "certificate.pem", folder / "key.pem"
    files[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return files
